// What a scene is called for people: `spring_lab` is "Spring lab", `ui_spring` "UI spring".
export function title(name) {
    const words = name.replaceAll("_", " ").replace(/\bui\b/, "UI");
    return words.charAt(0).toUpperCase() + words.slice(1);
}
