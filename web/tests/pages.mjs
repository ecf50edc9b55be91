// Tests that the start page and the source page show all scenes, and do not load the program or anything from other servers.

import { open } from "./browser.mjs";

export async function pages(browser, address, names) {
    const { context, page, complaints } = await open(browser, { viewport: { width: 360, height: 640 } });
    const programs = [];
    page.on("request", (request) => request.url().endsWith(".wasm") && programs.push(request.url()));
    await page.goto(address);
    await page.waitForSelector("#scenes li");
    const shown = await page.locator("#scenes a.scene").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    if (String(shown) !== String(names.map((name) => `?scene=${name}`))) {
        complaints.push(`the start page shows ${shown}`);
    }
    await page.locator("#scenes img").last().scrollIntoViewIfNeeded();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > 360) {
        complaints.push(`the start page is ${wide} pixels wide in a window of 360`);
    }
    complaints.push(...programs.map((url) => `the start page loads ${url}`));
    for (const name of names) {
        await page.goto(`${address}source.html?scene=${name}`);
        await page.waitForFunction(() => document.getElementById("text").textContent.includes("fn main()"));
    }
    await page.goto(`${address}#no_such_scene`);
    await page.waitForFunction(() => document.getElementById("notice").textContent.includes("no_such_scene"));
    await context.close();
    return { complaints };
}

// Tests that a short link plays a scene and shows the progress of the download, and that an invalid flag is reported.
export async function links(browser, address) {
    const { context, page, complaints } = await open(browser);
    await page.goto(`${address}#minimal`);
    await page.waitForFunction(() => / of .* MB/.test(document.getElementById("progress_text").textContent));
    await page.waitForFunction(() => globalThis.page?.running);
    await page.goto(`${address}?scene=minimal&tick-rate=fast`);
    await page.waitForFunction(() => document.getElementById("notice").textContent.includes("--tick-rate needs"));
    await context.close();
    return { complaints };
}

// Tests that the scenario's hashes are the committed ones.
export async function bits(browser, address) {
    const { context, page, complaints } = await open(browser);
    await page.goto(address);
    await page.click("#bits_run");
    await page.waitForFunction(() => document.getElementById("bits_verdict").textContent !== "", null, { timeout: 1_200_000 });
    const shown = await page.locator("#bits").innerText();
    console.log(shown.split("\n").slice(-8).join("\n"));
    if (!shown.includes("Equal, bit for bit.")) {
        complaints.push("the hash should be the committed one");
    }
    await context.close();
    return { complaints };
}
