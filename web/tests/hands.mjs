// Lists the inputs for each scene at 1280x720, by pointer, touch or key, and checks that the trace shows their effects.
//
// `seen(rows, before, quiet)` gets the rows that were traced since the input began, those from before it, and whether no new rows came.

const of = (rows, name) => rows.filter((row) => row.name === name);
const fastest = (rows, name) => Math.max(0, ...of(rows, name).map((row) => Math.hypot(row.vx, row.vy, row.vz)));
const moves = (name, speed) => (rows) => fastest(rows, name) > speed;
const stops = (rows, before, quiet) => before.length > 0 && quiet;

// The row `name` ends farther than `far` from all its earlier places.
const elsewhere = (name, far) => (rows, before) => {
    const last = of(rows, name).at(-1);
    const known = of(before, name);
    return last !== undefined && known.every((row) => Math.hypot(row.x - last.x, row.y - last.y, row.z - last.z) > far);
};

// The row `name` moves farther than `far` from its place. Its speed is not checked: a software renderer is so slow that a motion may end
// between two frames.
const leaves = (name, far) => (rows, before) => {
    const from = of(before, name).at(-1);
    return from !== undefined && of(rows, name).some((row) => Math.hypot(row.x - from.x, row.y - from.y, row.z - from.z) > far);
};

// The row `name` moves farther than `far` from its place along the x-axis.
const sideways = (name, far) => (rows, before) => {
    const from = of(before, name).at(-1);
    return from !== undefined && of(rows, name).some((row) => Math.abs(row.x - from.x) > far);
};

// The explosion starts again: the outer radius becomes smaller by more than 50 in one step.
const begins = (rows) => of(rows, "outer").some((row, index, all) => index > 0 && row.x < all[index - 1].x - 50);

// The peak speed of the row `name` differs from that before the input.
const otherPeaks = (name) => (rows, before) => {
    const ratio = fastest(rows, name) / fastest(before, name);
    return of(rows, name).length > 256 && (ratio < 0.8 || ratio > 1.25);
};

// The row "10 Hz" comes to rest between the two places to which it moves without input.
const between = (rows) => {
    const places = of(rows, "10 Hz").slice(-48).map((row) => row.x);
    return places.length === 48 && places.every((place) => place > 0.2 && place < 0.8 && Math.abs(place - places[0]) < 0.01);
};

const key = (code, seen) => ({ what: `key ${code}`, kind: "key", code, seen });
const press = (x, y, seen) => ({ what: `pointer at ${x},${y}`, kind: "pointer", way: [[x, y]], seen });
const drag = (way, seen) => ({ what: "dragging pointer", kind: "pointer", way, seen });
const move = (way, seen) => ({ what: "moving pointer", kind: "move", way, seen });
const touch = (way, seen) => ({ what: "finger", kind: "touch", way, seen });

const ACROSS = [[500, 300], [560, 300], [620, 320], [700, 330]];
const LIST = [[120, 480], [120, 420], [120, 360], [120, 300]];
const CARD = [[330, 260], [420, 290], [480, 310], [540, 330]];
const OMEGA = [[1084, 368], [1120, 368], [1160, 368], [1200, 368]];

export const HANDS = {
    minimal: [key("KeyW", moves("player", 1)), move(ACROSS, moves("camera", 1)), touch(ACROSS, moves("camera", 1))],
    third_person_camera: [key("KeyW", moves("player", 1)), move(ACROSS, moves("camera", 1)), touch(ACROSS, moves("camera", 1))],
    camera_tour: [key("Digit3", elsewhere("ours", 1))],
    // The player walks along the z-axis, and the camera follows, so only the pointer moves the camera sideways.
    five_cameras: [key("KeyW", moves("player", 1)), move(ACROSS, sideways("camera", 1))],
    chase: [press(800, 240, leaves("spring", 100)), touch([[480, 480]], leaves("tween", 100))],
    // The tile glides in real time: at a low frame rate, it is almost in its new place in the first tick after the key.
    menu: [key("KeyS", leaves("ruby", 0))],
    stride: [key("Digit2", moves("offset", 0.3)), press(560, 694, moves("offset", 0.3))],
    tail: [move(ACROSS, leaves("bones", 0.1)), touch(ACROSS, leaves("bones", 0.1))],
    network: [drag([[555, 700], [600, 700], [620, 700]], moves("offset", 1))],
    explosion_ring: [press(420, 260, begins), touch([[420, 260]], begins)],
    spring_lab: [press(570, 120, moves("button", 1)), touch([[570, 120]], moves("button", 1))],
    frame_rate_independence: [press(550, 150, between)],
    many_springs: [move([[560, 384], [620, 384], [660, 384], [720, 384]], moves("probe", 20)), touch([[560, 384], [620, 384], [660, 384]], moves("probe", 20))],
    ui_spring: [key("KeyM", leaves("menu", 20)), drag(CARD, leaves("card", 20)), touch(CARD, leaves("card", 20))],
    fountain: [key("KeyP", stops), key("KeyP", moves("drop", 0.5)), press(445, 580, stops), touch([[445, 580]], moves("drop", 0.5))],
    fling: [key("KeyS", moves("list", 20)), drag(LIST, moves("list", 20)), touch(LIST, moves("list", 20))],
    tune: [drag(OMEGA, otherPeaks("lift"))],
};
