// What a scene is called for people: `spring_lab` is "Spring lab".
export function title(name) {
    const words = name.replaceAll("_", " ");
    return words.charAt(0).toUpperCase() + words.slice(1);
}
