// Plays the scenario, and tells the page each line that it says.
import start from "./scenario.js";

globalThis.page = { flags: ["--every", "256"], say: (line) => postMessage(line) };
await start({ module_or_path: new URL("scenario_bg.wasm", import.meta.url) });
