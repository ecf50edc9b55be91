// Plays each scene with scripted input on the scene's own clock, and compares the last frame with the native picture.

import { writeFileSync } from "node:fs";
import { open } from "./browser.mjs";
import { missing } from "./places.mjs";

const SECONDS = 2;
const TICKS = 64 * SECONDS;
// The frame rates of scenes that a software renderer draws slowly and whose input does not depend on frames. All others have one frame per
// tick. Unit: 1/s.
const FRAMES = { camera_tour: 16, five_cameras: 16, minimal: 16, third_person_camera: 16, tune: 16 };

// Gives the canvas exactly this size. The page has a bar above the canvas and, for touch, one below it.
export async function size(page, width, height) {
    const bars = await page.evaluate(() => innerHeight - document.getElementById("stage").clientHeight);
    await page.setViewportSize({ width, height: height + bars });
}

export async function drawn(browser, address, scene, picture) {
    const { context, page, complaints } = await open(browser);
    await page.setViewportSize({ width: 1280, height: 720 + 45 });
    await page.goto(`${address}?scene=${scene}&scripted&seconds=${SECONDS}&frame-rate=${FRAMES[scene] ?? 64}&trace=page`);
    await page.waitForFunction(() => globalThis.page?.running || !document.getElementById("notice").hidden);
    await size(page, 1280, 720);
    const notice = await page.evaluate(() => document.getElementById("notice").textContent);
    if (notice !== "") {
        throw new Error(notice);
    }
    await page.waitForFunction((ticks) => globalThis.page.rows.at(-1)?.startsWith(`${ticks},`), TICKS);
    // Events of the last tick are drawn in the frames after it.
    await page.evaluate(async () => {
        for (let frame = 0; frame < 4; frame += 1) {
            await new Promise(requestAnimationFrame);
        }
    });
    const file = await page.locator("#stage").screenshot();
    writeFileSync(picture, file);
    const rows = await page.evaluate(() => globalThis.page.rows);
    await context.close();
    return { rows, complaints: [...complaints, ...missing(scene, file)] };
}
