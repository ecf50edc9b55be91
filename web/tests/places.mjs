// Compares colours in a picture with .ci/contents.csv, which lists colours in each scene's native picture after two seconds.

import { readFileSync } from "node:fs";
import { PNG } from "pngjs";

const [header, ...lines] = readFileSync(new URL("../../.ci/contents.csv", import.meta.url), "utf8").trim().split("\n");
const columns = header.split(",");
const places = lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(columns.map((column, index) => [column, Number(cells[index]) || cells[index]]));
});

// Returns the mean colour of a rectangle. Each channel is from 0 to 255.
function mean(picture, { left, top, width, height }) {
    const sum = [0, 0, 0];
    for (let y = Number(top); y < Number(top) + Number(height); y += 1) {
        for (let x = Number(left); x < Number(left) + Number(width); x += 1) {
            for (const channel of [0, 1, 2]) {
                sum[channel] += picture.data[4 * (y * picture.width + x) + channel];
            }
        }
    }
    return sum.map((all) => all / (width * height));
}

// Returns a line for each place with a wrong colour.
export function missing(scene, file) {
    const picture = PNG.sync.read(file);
    if (picture.width !== 1280 || picture.height !== 720) {
        return [`the picture is ${picture.width}x${picture.height}`];
    }
    const wanted = places.filter((place) => place.scene === scene);
    const wrong = wanted.filter((place) => {
        const there = mean(picture, place);
        place.seen = there.map(Math.round);
        const want = [place.red, place.green, place.blue].map(Number);
        return there.some((value, channel) => Math.abs(value - want[channel]) > place.tolerance);
    });
    const complaints = wrong.map((place) => `${place.what} should be ${place.red} ${place.green} ${place.blue}, is ${place.seen}`);
    return wanted.length === 0 ? ["no places are known"] : complaints;
}
