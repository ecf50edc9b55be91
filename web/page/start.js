// The start page: shows every scene with its picture and a sentence, without loading the program.

import { offerBits } from "./same_bits.js";
import { title } from "./title.js";

function element(tag, attributes, ...children) {
    const made = Object.assign(document.createElement(tag), attributes);
    made.append(...children);
    return made;
}

function card(scene) {
    const picture = element("img", {
        src: `pictures/${scene.name}.png`,
        width: 640,
        height: 360,
        loading: "lazy",
        alt: "",
    });
    const heading = element("h2", {}, title(scene.name));
    const sentence = element("p", {}, scene.sentence);
    return element(
        "li",
        {},
        element("a", { className: "scene", href: `?scene=${scene.name}` }, picture, heading, sentence),
        element("a", { className: "source", href: `source.html?scene=${scene.name}` }, "Source"),
    );
}

export function start(built) {
    document.getElementById("scenes").append(...built.scenes.map(card));
    offerBits();
    document.getElementById("start").hidden = false;
}
