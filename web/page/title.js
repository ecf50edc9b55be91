// The title of a scene: that of `spring_lab` is "Spring lab", that of `ui_spring` "UI spring".
export function title(name) {
    const words = name.replaceAll("_", " ").replace(/\bui\b/, "UI");
    return words.charAt(0).toUpperCase() + words.slice(1);
}
