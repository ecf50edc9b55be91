import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, serve } from "./browser.mjs";
import { drawn } from "./drawn.mjs";

const [folder, out, ...only] = process.argv.slice(2);
const names = JSON.parse(readFileSync(join(folder, "built.json"))).scenes.map((scene) => scene.name);
mkdirSync(out, { recursive: true });
const server = await serve(folder);
const browser = await launch();
let failed = 0;
for (const name of only.length > 0 ? only : names) {
    const began = Date.now();
    let complaints;
    try {
        ({ complaints } = await drawn(browser, server.address, name, join(out, `${name}.png`)));
    } catch (error) {
        complaints = [String(error)];
    }
    failed += complaints.length > 0;
    console.log(`${name}: ${complaints.length === 0 ? "ok" : "FAILED"} (${((Date.now() - began) / 1e3).toFixed(0)} s)`);
    complaints.forEach((complaint) => console.log(`  ${complaint}`));
}
await browser.close();
server.close();
process.exitCode = failed > 0 ? 1 : 0;
