// Tests the page in Chromium: node web/tests/main.mjs FOLDER PICTURES [drawn|reacts] [SCENE...]

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, serve } from "./browser.mjs";
import { drawn } from "./drawn.mjs";
import { bits, links, pages } from "./pages.mjs";
import { reacts } from "./react.mjs";

const [folder, pictures, ...rest] = process.argv.slice(2);
const all = JSON.parse(readFileSync(join(folder, "built.json"))).scenes.map((scene) => scene.name);
const wants = (kind) => !["drawn", "reacts"].includes(rest[0]) || rest[0] === kind;
const scenes = all.filter((name) => rest.every((word) => !all.includes(word)) || rest.includes(name));

mkdirSync(pictures, { recursive: true });
const server = await serve(folder);
const browser = await launch();
let passed = 0;
let failed = 0;

async function step(name, run) {
    const began = Date.now();
    let complaints;
    try {
        ({ complaints } = await run());
    } catch (error) {
        complaints = [String(error)];
    }
    const well = complaints.length === 0;
    passed += well;
    failed += !well;
    console.log(`=== ${well ? "ok" : "FAILED"}: ${name} (${((Date.now() - began) / 1e3).toFixed(0)} s)`);
    complaints.forEach((complaint) => console.log(complaint));
}

if (rest.length === 0) {
    await step("start and source", () => pages(browser, server.address, all));
    await step("the same bits", () => bits(browser, server.address));
    await step("links", () => links(browser, server.address));
}
for (const name of scenes) {
    if (wants("drawn")) {
        await step(`${name} draws`, () => drawn(browser, server.address, name, join(pictures, `${name}.png`)));
    }
    if (wants("reacts")) {
        await step(`${name} reacts to input`, () => reacts(browser, server.address, name));
    }
}
await browser.close();
server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
