// Runs the scenario, and posts each line of its output to the page.
import start from "./scenario.js";

globalThis.page = { flags: ["--every", "256"], say: (line) => postMessage(line) };
await start({ module_or_path: new URL("scenario_bg.wasm", import.meta.url) });
