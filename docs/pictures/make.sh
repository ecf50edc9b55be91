#!/bin/sh
# Makes the contact sheets and the animations in this folder from the scenes themselves; with names, only of those scenes.
# `make.sh sizes` makes those in sizes/: each scene after two seconds, on screens from a telephone's to four thousand pixels.
# Needs ImageMagick and a Vulkan driver; Debian: apt-get install imagemagick mesa-vulkan-drivers
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
stills=$(mktemp -d)
trap 'rm -rf "$stills"' EXIT
kind=stills
if [ "${1:-}" = sizes ]; then
    kind=sizes
    shift
fi
wanted=${*:-chase menu stride tail network minimal third_person_camera five_cameras camera_tour explosion_ring spring_lab frame_rate_independence ui_spring many_springs fountain fling tune}

# stills EXAMPLE SECONDS STEP [SIZE]: one picture every STEP seconds; PROFILE is cargo's, without optimisation where it is not given. TICKS
# is the number of ticks per second: pictures are evenly spaced if a STEP is a whole number of ticks.
stills() {
    rm -f "$stills"/*.png
    cargo run --quiet --profile "${PROFILE:-dev}" --example "$1" -- --headless --seconds "$2" --screenshot "$stills/still.png" --screenshot-every "$3" \
        --size "${4:-1280x720}" --tick-rate "${TICKS:-64}"
}

# The stills numbered from $1 on.
from() {
    find "$stills" -name 'still-*.png' | sort | tail -n "+$1"
}

# contact_sheet NAME COLUMNS FIRST: of the stills from the FIRST on.
contact_sheet() {
    # shellcheck disable=SC2046 # names without spaces
    montage $(from "$3") -resize 512x288 -tile "$2x" -geometry +4+4 -background '#10141c' "$stills/sheet.png"
    # 256 colours without dots between them are enough for a sheet, and a fifth of the bytes.
    convert "$stills/sheet.png" -strip +dither -colors 256 "PNG8:$here/$1.png"
}

# animation NAME STEP SIZE FIRST: of the stills from the FIRST on, STEP hundredths of a second apart; at most 2 MB.
animation() {
    # Each still is reduced where it is read, because all of them together would not fit into ImageMagick's memory.
    # shellcheck disable=SC2046 # names without spaces
    convert -delay "$2" -loop 0 $(from "$4" | sed "s/\$/[$3]/") +dither -colors 64 -layers optimize "$here/$1.gif"
    size=$(wc -c < "$here/$1.gif")
    if [ "$size" -gt 2000000 ]; then
        echo "$1.gif has $size bytes, more than 2 MB" >&2
        exit 1
    fi
}

# sizes NAME: one sheet of the scene on all screens. One run after the other: a software driver takes its time for the largest.
sizes() {
    mkdir -p "$here/sizes"
    rm -f "$stills"/*.png
    for size in 360x640 800x600 1280x720 2560x1440 3840x2160; do
        cargo run --quiet --example "$1" -- --headless --seconds 2 --screenshot "$stills/$size.png" --size "$size"
        convert "$stills/$size.png" -resize x320 "$stills/$size.png"
    done
    row() { convert "$@" -background '#10141c' -bordercolor '#10141c' -border 4 +append miff:-; }
    (cd "$stills" && row 360x640.png 800x600.png 1280x720.png && row 2560x1440.png 3840x2160.png) |
        convert - -background '#10141c' -append -strip +dither -colors 128 "PNG8:$here/sizes/$1.png"
}

for scene in $wanted; do
    if [ "$kind" = sizes ]; then
        sizes "$scene"
        continue
    fi
    case $scene in
        chase)
            # A loop: one round of clicks, after the first round, which starts from rest. Its first frame is the end of a circle, for where
            # pictures do not move. Drawn at twice the size, for smooth edges.
            TICKS=100 stills chase 13.96 0.04 1600x600 && animation chase 4 800x300 200
            ;;
        minimal) stills minimal 3 0.5 && contact_sheet minimal 3 1 ;;
        third_person_camera)
            stills third_person_camera 8 0.8 && contact_sheet third_person_camera 5 1
            stills third_person_camera 21 1.25 && contact_sheet third_person_camera_game 5 8
            # From the walk to the slab until it has carried the player for a while.
            stills third_person_camera 14 0.125 640x360 && animation third_person_camera 12.5 432x243 75
            ;;
        five_cameras) stills five_cameras 30 1.5 && contact_sheet five_cameras 4 1 ;;
        camera_tour) stills camera_tour 60 1.5 && contact_sheet camera_tour 4 1 ;;
        explosion_ring)
            stills explosion_ring 8 0.75 && contact_sheet explosion_ring 5 1
            stills explosion_ring 5.75 0.083333 && animation explosion_ring 8.3333 576x324 1
            ;;
        spring_lab)
            stills spring_lab 8 0.75 && contact_sheet spring_lab 5 1
            stills spring_lab 6.25 0.083333 && animation spring_lab 8.3333 576x324 1
            ;;
        menu)
            # A loop: one round of clicks, after the first round.
            stills menu 7.5 0.75 && contact_sheet menu 5 1
            TICKS=100 stills menu 14.94 0.06 && animation menu 6 576x324 125
            ;;
        stride)
            stills stride 9 0.9 && contact_sheet stride 5 1
            stills stride 18 0.083333 && animation stride 8.3333 576x324 108
            ;;
        tail)
            # The gesture in 60, 30 and 15 frames a second, after the first round, which starts from rest.
            stills tail 24 1 && contact_sheet tail 4 13
            stills tail 24 0.083333 && animation tail 8.3333 528x297 145
            ;;
        network) stills network 8 1 && contact_sheet network 4 1 ;;
        frame_rate_independence) stills frame_rate_independence 8 2 && contact_sheet frame_rate_independence 2 1 ;;
        many_springs) PROFILE=release stills many_springs 4 1 && contact_sheet many_springs 2 1 ;;
        ui_spring) stills ui_spring 8 0.75 && contact_sheet ui_spring 5 1 ;;
        fountain)
            stills fountain 8 1 && contact_sheet fountain 4 1
            # Real time, a tenth and a hundredth of it, and back.
            stills fountain 6 0.1 640x360 && animation fountain 10 480x270 16
            ;;
        fling)
            stills fling 8 0.5 && contact_sheet fling 4 1
            stills fling 8 0.083333 640x360 && animation fling 8.3333 576x324 3
            ;;
        tune) stills tune 8 0.5 && contact_sheet tune 4 1 ;;
        *) echo "there is no scene $scene" >&2 && exit 2 ;;
    esac
done
