// Plays the scenario under Node.js: node tests/scenario/node.mjs FOLDER FLAGS...
// `web/scenario FOLDER` has to build it into FOLDER first.

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...flags] = process.argv.slice(2);
globalThis.page = { flags, say: console.log };
const { default: start } = await import(pathToFileURL(resolve(folder, "scenario.js")));
await start({ module_or_path: readFileSync(join(folder, "scenario_bg.wasm")) });
