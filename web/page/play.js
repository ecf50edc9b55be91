// Plays a scene: fetches the program, shows the progress of the download, and starts it on the canvas.

import { showKeys } from "./keys.js";
import { title } from "./title.js";

const part = (id) => document.getElementById(id);

function say(text) {
    part("loading").hidden = true;
    part("notice").hidden = false;
    part("notice").textContent = text;
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

// Fetches the program, and shows how many of its bytes have arrived. Servers that compress do not send its length, so the build records it.
async function fetchProgram(bytes) {
    const response = await fetch("scenes_bg.wasm");
    if (!response.ok) {
        throw new Error(`the program cannot be loaded: ${response.status} ${response.statusText}`);
    }
    let arrived = 0;
    const counted = new TransformStream({
        transform(chunk, controller) {
            arrived += chunk.byteLength;
            part("progress").value = arrived / bytes;
            part("progress_text").textContent =
                arrived < bytes ? `${megabytes(arrived)} of ${megabytes(bytes)} MB` : "Starting";
            controller.enqueue(chunk);
        },
    });
    return new Response(response.body.pipeThrough(counted), { headers: { "Content-Type": "application/wasm" } });
}

// Makes the global object `page`, which replaces the program's command line and output. The tests also read it.
function standIn(name, flags) {
    const rows = [];
    globalThis.page = {
        scene: name,
        flags,
        rows,
        running: false,
        say: (line) => console.log(line),
        trace: (text) => rows.push(...text.split("\n").filter((row) => row !== "")),
    };
    return globalThis.page;
}

export async function play(built, name, flags) {
    part("play").hidden = false;
    const scene = built.scenes.find((scene) => scene.name === name);
    if (scene === undefined) {
        say(`There is no scene ${name}.`);
        return;
    }
    document.title = `${title(name)} - ${document.title}`;
    part("name").textContent = title(name);
    part("source").href = `source.html?scene=${name}`;
    if (document.createElement("canvas").getContext("webgl2") === null) {
        say("The scenes need WebGL 2, which this browser does not support.");
        return;
    }
    const page = standIn(name, flags);
    showKeys(part("keys"), part("scene"), name);
    try {
        const [program, module] = await Promise.all([fetchProgram(built.bytes), import("./scenes.js")]);
        await module.default({ module_or_path: program });
        page.running = true;
        part("loading").hidden = true;
        part("scene").focus();
    } catch (error) {
        // An invalid flag also ends the program with an error.
        say(error.message);
    }
}
