// Keys for those who have none: buttons that press a scene's keys for as long as a finger is on them.

const KEYS = {
    minimal: { KeyW: "W", KeyA: "A", KeyS: "S", KeyD: "D" },
    third_person_camera: { KeyW: "W", KeyA: "A", KeyS: "S", KeyD: "D", Space: "Jump", KeyT: "Teleport", KeyC: "Camera" },
    ui_spring: { KeyM: "Menu", KeyP: "Pause" },
    fountain: { KeyP: "Pause" },
};

function button(canvas, code, label) {
    const made = document.createElement("button");
    made.textContent = label;
    made.dataset.code = code;
    const press = (type) => {
        made.classList.toggle("held", type === "keydown");
        const key = code.startsWith("Key") ? code.slice(3).toLowerCase() : code === "Space" ? " " : code;
        canvas.dispatchEvent(new KeyboardEvent(type, { code, key, bubbles: true, cancelable: true }));
    };
    made.addEventListener("pointerdown", (event) => {
        // The canvas keeps the keyboard, and the finger stays the button's wherever it goes.
        event.preventDefault();
        made.setPointerCapture(event.pointerId);
        press("keydown");
    });
    for (const type of ["pointerup", "pointercancel"]) {
        made.addEventListener(type, () => press("keyup"));
    }
    made.addEventListener("contextmenu", (event) => event.preventDefault());
    return made;
}

export function showKeys(place, canvas, scene) {
    const keys = Object.entries(KEYS[scene] ?? {});
    place.replaceChildren(...keys.map(([code, label]) => button(canvas, code, label)));
}
