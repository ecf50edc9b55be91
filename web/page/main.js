// The page: plays the scene that its address names, or shows all scenes if the address names none.

import { play } from "./play.js";
import { start } from "./start.js";

const built = await (await fetch("built.json")).json();

// A short link, `#fountain`, is the same as `?scene=fountain`.
function wanted() {
    const query = new URLSearchParams(location.search);
    const name = location.hash.slice(1) || query.get("scene");
    query.delete("scene");
    return { name, query };
}

// The flags of a scene's command line: `?scene=fountain&tick-rate=30` is `--tick-rate 30`.
function flags(query) {
    return [...query].flatMap(([name, value]) => (value === "" ? [`--${name}`] : [`--${name}`, value]));
}

const { name, query } = wanted();
if (name === null) {
    start(built);
} else {
    await play(built, name, flags(query));
}

// Another short link is another scene, and a running program cannot be unloaded.
addEventListener("hashchange", () => location.reload());
