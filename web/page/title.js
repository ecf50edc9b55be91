// Returns the title of a scene: "Spring lab" for `spring_lab`, "UI spring" for `ui_spring`.
export function title(name) {
    const words = name.replaceAll("_", " ").replace(/\bui\b/, "UI");
    return words.charAt(0).toUpperCase() + words.slice(1);
}
