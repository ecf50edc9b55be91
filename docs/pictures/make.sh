#!/bin/sh
# Makes the contact sheets and the animations in this folder from the scenes themselves; with names, only of those scenes.
# Needs ImageMagick and a Vulkan driver; Debian: apt-get install imagemagick mesa-vulkan-drivers
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
stills=$(mktemp -d)
trap 'rm -rf "$stills"' EXIT
wanted=${*:-minimal third_person_camera explosion_ring spring_lab frame_rate_independence}

# stills EXAMPLE SECONDS STEP SIZE: one picture every STEP seconds.
stills() {
    rm -f "$stills/$1"*.png
    cargo run --quiet --example "$1" -- --headless --seconds "$2" --size "$4" \
        --screenshot "$stills/$1.png" --screenshot-every "$3"
}

# contact_sheet EXAMPLE SECONDS STEP COLUMNS
contact_sheet() {
    stills "$1" "$2" "$3" 1280x720
    montage "$stills/$1"-[0-9]*.png -resize 512x288 -tile "$4x" -geometry +4+4 -background '#10141c' "$stills/sheet.png"
    # 256 colours without dots between them are enough for a sheet, and a fifth of the bytes.
    convert "$stills/sheet.png" -strip +dither -colors 256 "PNG8:$here/$1.png"
}

# animation EXAMPLE SECONDS: twelve pictures a second, at most 2 MB.
animation() {
    stills "$1" "$2" 0.083333 1280x720
    convert -delay 8.3333 -loop 0 "$stills/$1"-[0-9]*.png -resize 576x324 +dither -colors 64 -layers optimize \
        "$here/$1.gif"
    size=$(wc -c < "$here/$1.gif")
    if [ "$size" -gt 2000000 ]; then
        echo "$1.gif has $size bytes, more than 2 MB" >&2
        exit 1
    fi
}

for scene in $wanted; do
    case $scene in
        minimal) contact_sheet minimal 6 1 3 ;;
        third_person_camera) contact_sheet third_person_camera 8 0.8 5 ;;
        explosion_ring) contact_sheet explosion_ring 8 0.75 5 && animation explosion_ring 5.75 ;;
        spring_lab) contact_sheet spring_lab 8 0.75 5 && animation spring_lab 6.25 ;;
        frame_rate_independence) contact_sheet frame_rate_independence 8 2 2 ;;
        *) echo "there is no scene $scene" >&2 && exit 2 ;;
    esac
done
