// On-screen keys for devices without a keyboard: each button holds down a key of the scene while a finger is on it.

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
        // The canvas keeps the keyboard focus, and the button keeps the pointer, even if the finger leaves it.
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
