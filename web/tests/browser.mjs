// Starts Chromium without a display, and a local server for the page.

import { createServer } from "node:http";
import { chromium } from "playwright-core";
import sirv from "sirv";

export async function serve(folder) {
    const files = sirv(folder, { dev: true });
    const server = createServer((request, response) => {
        files(request, response, () => response.writeHead(404).end());
    });
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

export function launch() {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: [
            "--no-sandbox",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            "--ignore-gpu-blocklist",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
}

// Opens a page. Collects complaints: errors in its console, and requests to other servers.
export async function open(browser, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
    const page = await context.newPage();
    // A software renderer draws the larger scenes at less than a frame per second.
    page.setDefaultTimeout(900_000);
    const complaints = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (protocol.startsWith("http") && hostname !== "127.0.0.1") {
            complaints.push(`it loads from another server: ${request.url()}`);
        }
    });
    return { context, page, complaints };
}
