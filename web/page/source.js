// The page with a scene's source: `?scene=fountain` shows its main.rs, `?scene=fountain&file=drops.rs` another of its files.

import { title } from "./title.js";

const part = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);
const built = await (await fetch("built.json")).json();
const scene = built.scenes.find((scene) => scene.name === query.get("scene"));
const file = query.get("file") ?? "main.rs";

if (scene === undefined || !scene.files.includes(file)) {
    part("text").textContent = "There is no such file.";
} else {
    part("name").textContent = `${title(scene.name)}: ${file}`;
    part("scene_link").href = `./?scene=${scene.name}`;
    part("files").append(...scene.files.map(link));
    part("text").textContent = await (await fetch(`source/${scene.name}/${file}.txt`)).text();
}

function link(name) {
    const made = document.createElement("a");
    made.href = `?scene=${scene.name}&file=${name}`;
    made.textContent = name;
    if (name === file) {
        made.ariaCurrent = "page";
    }
    return made;
}
