#!/bin/sh
# Makes the contact sheets in this folder from the scenes themselves.
# Needs ImageMagick and a Vulkan driver; Debian: apt-get install imagemagick mesa-vulkan-drivers
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
stills=$(mktemp -d)
trap 'rm -rf "$stills"' EXIT

# contact_sheet EXAMPLE SECONDS STEP: one picture every STEP seconds, five in a row.
contact_sheet() {
    cargo run --quiet --example "$1" -- --headless --seconds "$2" \
        --screenshot "$stills/$1.png" --screenshot-every "$3"
    montage "$stills/$1"-[0-9]*.png -resize 512x288 -tile 5x -geometry +4+4 -background '#10141c' "$stills/sheet.png"
    # 256 colours without dots between them are enough for a sheet, and a fifth of the bytes.
    convert "$stills/sheet.png" -strip +dither -colors 256 "PNG8:$here/$1.png"
}

contact_sheet third_person_camera 8 0.8
