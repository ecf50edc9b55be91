#!/usr/bin/env bash
# Plays each camera of `five_cameras` with the keys and the pointer of a virtual display, and makes a sheet of ten pictures in played/.
# Needs ImageMagick, xvfb, xdotool, a Vulkan driver and the built scene. Debian: apt-get install imagemagick xvfb xauth xdotool mesa-vulkan-drivers
# Run it as `xvfb-run -s '-screen 0 640x360x24' docs/pictures/played.sh`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

shots=$(mktemp -d)
trap 'rm -rf "$shots"; kill "$run" || true' EXIT
mkdir -p docs/pictures/played

"${CARGO_TARGET_DIR:-target}/debug/examples/five_cameras" --size 640x360 &
run=$!
window=$(timeout 120 xdotool search --sync --onlyvisible --name '^five cameras$' | head -n 1)
xdotool windowfocus "$window" sleep 8

# shot SECONDS: waits, and takes a picture.
shot() {
    sleep "$1"
    import -window root "$shots/$(printf %02d "$(find "$shots" -name '*.png' | wc -l)").png"
}

# sheet NAME: of the pictures so far.
sheet() {
    montage "$shots"/*.png -resize 320x180 -tile 5x -geometry +3+3 -background '#10141c' miff:- |
        convert - -strip +dither -colors 128 "PNG8:docs/pictures/played/$1.png"
    rm "$shots"/*.png
}

# hold KEY SECONDS: takes a picture at the end.
hold() {
    xdotool keydown "$1"
    shot "$2"
    xdotool keyup "$1"
}

# slide X Y: a raw motion of the mouse, in steps.
slide() {
    for _ in 1 2 3 4; do xdotool mousemove_relative -- "$1" "$2" sleep 0.1; done
}

third_person() {
    xdotool mousemove 320 200
    shot 0.5
    hold w 0.8
    # The mouse turns the camera, and the wheel zooms.
    for _ in 1 2; do slide 20 0 && shot 0.4; done
    slide 0 15 && shot 0.4
    xdotool click 4 && shot 0.6
    xdotool click 5 click 5 && shot 0.6
    # To the left, and then nothing for as long as it takes the camera to come behind the player.
    hold a 0.8
    shot 2 && shot 2
}

platformer() {
    shot 0.5
    xdotool keydown d
    shot 0.6 && shot 0.6
    xdotool keydown space
    for _ in 1 2 3; do shot 0.3; done
    xdotool keyup space keyup d
    shot 1
    xdotool keydown a
    shot 0.6 && shot 0.6
    xdotool keyup a
    shot 1
}

top_down() {
    xdotool mousemove 320 200
    shot 0.5
    # The pointer at an edge pans, the wheel zooms, and the other button drags the ground.
    xdotool mousemove 637 200
    for _ in 1 2; do shot 0.6; done
    xdotool mousemove 320 357
    for _ in 1 2; do shot 0.6; done
    xdotool mousemove 320 200
    for _ in 1 2; do xdotool click 5 && shot 0.6; done
    xdotool click 4 click 4 click 4 && shot 0.6
    xdotool mousedown 3
    for _ in 1 2; do slide 20 -10 && shot 0.4; done
    xdotool mouseup 3
}

lock_on() {
    shot 1
    xdotool keydown d
    for _ in 1 2 3; do shot 0.6; done
    xdotool keyup d keydown s
    for _ in 1 2 3; do shot 0.6; done
    xdotool keyup s keydown w
    for _ in 1 2 3; do shot 0.6; done
    xdotool keyup w
}

model_viewer() {
    xdotool mousemove 320 200
    shot 1
    # A drag turns the camera, and throws it when it ends.
    xdotool mousedown 1
    for _ in 1 2; do slide 15 -5 && shot 0.3; done
    slide 25 0
    xdotool mouseup 1
    for _ in 1 2; do shot 0.5; done
    for _ in 1 2; do xdotool click 4 && shot 0.5; done
    xdotool mousedown 3
    for _ in 1 2; do slide -15 10 && shot 0.4; done
    xdotool mouseup 3
    xdotool click 5 && shot 0.6
}

number=0
for camera in third_person platformer top_down lock_on model_viewer; do
    number=$((number + 1))
    xdotool key "$number"
    "$camera"
    sheet "$camera"
done
