// The page's entry: plays the scene in the page's address, or shows all scenes if there is none in it.

import { play } from "./play.js";
import { start } from "./start.js";

const built = await (await fetch("built.json")).json();

// Returns the scene in the address, and the other parameters. The short link `#fountain` is the same as `?scene=fountain`.
function address() {
    const query = new URLSearchParams(location.search);
    const name = location.hash.slice(1) || query.get("scene");
    query.delete("scene");
    return { name, query };
}

// Turns the parameters of the address into the scene's flags: `?scene=fountain&tick-rate=30` is `--tick-rate 30`.
function flags(query) {
    return [...query].flatMap(([name, value]) => (value === "" ? [`--${name}`] : [`--${name}`, value]));
}

const { name, query } = address();
if (name === null) {
    start(built);
} else {
    await play(built, name, flags(query));
}

// Reloads the page for another short link, because a running program cannot be unloaded.
addEventListener("hashchange", () => location.reload());
