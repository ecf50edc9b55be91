// The last step of web/build: writes `built.json`, which has the scenes and the size of the program.

import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const page = process.argv[2];
const compress = promisify(brotliCompress);

// Returns the first paragraph of a scene's source, which describes the scene.
function sentence(source) {
    const lines = source.split("\n").map((line) => line.replace(/^\/\/! ?/, ""));
    return lines.slice(0, lines.indexOf("")).join(" ").replaceAll("`", "");
}

async function scene(name) {
    const folder = join(page, "source", name);
    const files = (await readdir(folder)).map((file) => file.replace(/\.txt$/, ""));
    files.sort((left, right) => (right === "main.rs") - (left === "main.rs") || (left < right ? -1 : 1));
    return { name, sentence: sentence(await readFile(join(folder, "main.rs.txt"), "utf8")), files };
}

// Compresses a program with brotli into a file for servers that support it. Returns the compressed size.
async function compressedSize(program) {
    const compressed = await compress(await readFile(program), { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
    await writeFile(`${program}.br`, compressed);
    return compressed.length;
}

const names = (await readdir(join(page, "source"))).sort();
const program = join(page, "scenes_bg.wasm");
const bytes = (await stat(program)).size;
await writeFile(join(page, "built.json"), JSON.stringify({ bytes, scenes: await Promise.all(names.map(scene)) }));

// The largest size of the program with all scenes. Unit: bytes.
const MOST = 12e6;
const small = await compressedSize(program);
console.log(`${names.length} scenes: ${bytes} bytes, ${small} by brotli`);
console.log(`the scenario: ${await compressedSize(join(page, "scenario_bg.wasm"))} by brotli`);
if (small > MOST) {
    console.error(`scenes should be at most ${MOST}`);
    process.exit(1);
}
