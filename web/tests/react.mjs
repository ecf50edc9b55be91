// Tests that every scene reacts to input, as its trace shows, and keeps running after its tab was hidden and its window resized.

import { open } from "./browser.mjs";
import { size } from "./drawn.mjs";
import { HANDS } from "./hands.mjs";

const PATIENCE = 90_000;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function rows(page, from = 0) {
    const lines = await page.evaluate((from) => globalThis.page.rows.slice(from), from);
    return lines.filter((line) => !line.startsWith("tick,")).map((line) => {
        const [tick, time, name, x, y, z, vx, vy, vz] = line.split(",");
        const numbers = Object.fromEntries(Object.entries({ tick, time, x, y, z, vx, vy, vz }).map(([k, v]) => [k, Number(v)]));
        return { name, ...numbers };
    });
}

// Begins an input, and returns a function that ends it.
async function act(page, touches, hand) {
    if (hand.kind === "key") {
        await page.keyboard.down(hand.code);
        return () => page.keyboard.up(hand.code);
    }
    // All places on the canvas are lower in the window, by the height of the bar above the canvas.
    const top = await page.evaluate(() => document.getElementById("stage").getBoundingClientRect().top);
    const way = hand.way.map(([x, y]) => ({ x, y: y + top }));
    if (hand.kind === "touch") {
        const send = (type, point) => touches.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
        await send("touchStart", way[0]);
        for (const point of way.slice(1)) {
            await pause(600);
            await send("touchMove", point);
        }
        return () => send("touchEnd");
    }
    await page.mouse.move(way[0].x, way[0].y);
    await pause(1000);
    if (hand.kind === "pointer") {
        await page.mouse.down();
    }
    for (const point of way.slice(1)) {
        await pause(600);
        await page.mouse.move(point.x, point.y);
    }
    return () => (hand.kind === "pointer" ? page.mouse.up() : undefined);
}

async function isSeen(page, touches, hand) {
    const before = await rows(page);
    const count = await page.evaluate(() => globalThis.page.rows.length);
    const end = await act(page, touches, hand);
    let held = true;
    let length = -1;
    let frames = 0;
    for (const began = Date.now(); Date.now() - began < PATIENCE; ) {
        await pause(1500);
        const since = await rows(page, count);
        const quiet = since.length === length;
        frames += since.length > Math.max(length, 0);
        length = since.length;
        if (hand.seen(since, before, quiet)) {
            if (held) {
                await end();
            }
            return true;
        }
        // Some scenes react only to the release. So the input is released after some frames, however slow these are, or after 10 s if no
        // frames come.
        const waited = Date.now() - began;
        if (held && waited > (frames > 2 ? 3000 : 10_000)) {
            held = false;
            await end();
        }
    }
    return false;
}

// Waits for new rows, which show that the scene runs.
async function runs(page) {
    const { length } = await rows(page);
    await page.waitForFunction((length) => globalThis.page.rows.length > length, length);
}

export async function reacts(browser, address, scene) {
    const { context, page, complaints } = await open(browser, { hasTouch: true });
    const touches = await context.newCDPSession(page);
    await page.goto(`${address}?scene=${scene}&trace=page`);
    await page.waitForFunction(() => globalThis.page?.running);
    await size(page, 1280, 720);
    await page.waitForFunction(() => globalThis.page.rows.length > 40);
    for (const hand of HANDS[scene]) {
        if (!(await isSeen(page, touches, hand))) {
            complaints.push(`not seen in the trace: ${hand.what}`);
        }
    }
    const other = await context.newPage();
    await other.bringToFront();
    await pause(2000);
    await other.close();
    await page.bringToFront();
    await page.setViewportSize({ width: 360, height: 640 });
    await runs(page);
    const { inside, canvas } = await page.evaluate(() => {
        const { clientWidth, clientHeight } = document.getElementById("stage");
        const { width, height } = document.getElementById("scene").getBoundingClientRect();
        return { inside: [clientWidth, clientHeight], canvas: [width, height].map(Math.round) };
    });
    if (String(inside) !== String(canvas)) {
        complaints.push(`the canvas is ${canvas}, and there is room for ${inside}`);
    }
    await context.close();
    return { complaints };
}
