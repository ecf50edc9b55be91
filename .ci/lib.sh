# The common part of the scripts in this folder: a clean environment, steps that are counted and timed, and functions for steps.
# To be sourced by bash, from any folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# All steps share one target folder and one set of flags, because other flags would build Bevy again. Debug information is left out.
# With two codegen units, for two cores, tests run faster: docs/building.md.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=false CARGO_PROFILE_DEV_CODEGEN_UNITS=2 CARGO_TERM_COLOR=never RUST_BACKTRACE=0
unset RUSTFLAGS GOLDEN_DIR PUBLISHED_DIR
built=${CARGO_TARGET_DIR:-target}/debug

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_RUNTIME_DIR=$scratch/runtime
mkdir -m 700 "$XDG_RUNTIME_DIR"

passed=0
# A regular expression for the names of the steps to run. A script may set it. If it is empty, all steps run.
only=

# step NAME COMMAND...: runs the command and prints how long it took. Exits if it fails. Skips it if NAME does not match `only`.
step() {
    local name=$1 began=$SECONDS status=0
    shift
    [[ $name =~ $only ]] || return 0
    printf '\n=== %s\n' "$name"
    # The command runs in a subshell, because `set -e` has no effect in a function that is part of a condition.
    set +e
    (set -e; "$@")
    status=$?
    set -e
    if [ "$status" -ne 0 ]; then
        # Shows a full disk, which otherwise looks like a failure of the linker.
        df -h .
        printf '=== FAILED: %s (%d s)\n%d passed, 1 failed\n' "$name" $((SECONDS - began)) "$passed"
        exit 1
    fi
    passed=$((passed + 1))
    printf '=== ok: %s (%d s)\n' "$name" $((SECONDS - began))
}

fail() {
    echo "$*" >&2
    return 1
}

# Prints the summary at the end of a script.
finish() {
    printf '\n%d s in all\n%d passed, 0 failed\n' "$SECONDS" "$passed"
}

# links [FOLDER]: checks that every relative link and picture of a page leads from the page's folder to a file that exists. A registry's
# page resolves the same paths relative to `repository`.
links() {
    local page target
    cd "${1:-.}"
    for page in README.md CHANGELOG.md CONTRIBUTING.md docs/*.md docs/guide/*.md; do
        while read -r target; do
            [ -e "$(dirname "$page")/$target" ] || fail "$page links to $target, which is not there"
        done < <(grep -oE '\]\([^) ]+\)|src="[^"]+"|^\[[a-z_]+\]: .+' "$page" |
            sed -E 's/^\]\(//; s/^src="//; s/^\[[a-z_]+\]: //; s/[)"]$//; s/#.*//' | grep -vE '^(https?:.*)?$')
    done
}

packages() {
    local missing=() name
    # For pictures without a display: a Vulkan driver and ImageMagick. For windows on a virtual display: Xvfb and X11.
    for name in mesa-vulkan-drivers libvulkan1 imagemagick xvfb xauth xdotool \
        libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2 libxkbcommon-x11-0; do
        dpkg-query -W -f='${Status}\n' "$name" 2>/dev/null | grep -q '^install ok installed' || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
}

# Prints the names of the scenes: the folders of examples that have a main.rs.
scenes() {
    local main
    for main in examples/*/main.rs; do
        basename "$(dirname "$main")"
    done
}

# picture FILE: checks that a picture has the right size and shows something.
picture() {
    local width height colours deviation
    read -r width height colours deviation < <(identify -format '%w %h %k %[fx:standard_deviation]\n' "$1")
    echo "$(basename "$1"): ${width}x$height, $colours colours, standard deviation $deviation"
    [ "${width}x$height" = 1280x720 ] || fail "should be 1280x720"
    [ "$colours" -ge 1000 ] || fail "should have at least 1000 colours"
    awk -v d="$deviation" 'BEGIN { exit !(d > 0.02) }' || fail "should not be of one colour"
}

# Installs the packages that building with Bevy's audio needs.
driver_of_sounds() {
    dpkg-query -W -f='${Status}\n' libasound2-dev 2>/dev/null | grep -q '^install ok installed' ||
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends libasound2-dev pkg-config
}

# packaged TREE: fills in `repository`, packages the tree, and unpacks the packages for `downstream`. Checks that they are small, and that
# cargo warns of nothing but left-out tests.
packaged() {
    local size name
    sed -i 's|^# repository = .*|repository = "https://example.org/owner/bevy_exact_motion"|' "$1/Cargo.toml"
    (links "$1")
    grep -q '^repository = ' "$1/Cargo.toml" || fail "Cargo.toml should have a line for the repository"
    sed -i 's|^# repository = .*|repository = "https://example.org/owner/bevy_exact_motion"|' "$1/math/Cargo.toml"
    cargo package -p exact_motion -p bevy_exact_motion --allow-dirty --no-verify --manifest-path "$1/Cargo.toml" \
        --target-dir "$scratch/packaged" >"$scratch/package.txt" 2>&1 || { cat "$scratch/package.txt"; return 1; }
    cat "$scratch/package.txt"
    ! grep '^warning' "$scratch/package.txt" | grep -v 'warning: ignoring test' || fail "the package should give no warning"
    size=$(stat -c %s "$scratch"/packaged/package/bevy_exact_motion-*.crate)
    echo "$((size / 1024)) KiB"
    [ "$size" -le $((512 * 1024)) ] || fail "the package should have at most 512 KiB"
    for name in exact_motion bevy_exact_motion; do
        mkdir -p "$scratch/unpacked/$name"
        tar --extract --gzip --file "$scratch/packaged/package/$name"-*.crate --directory "$scratch/unpacked/$name" --strip-components 1
    done
}

# downstream FOLDER FLAGS...: builds and runs a program outside the workspace with the unpacked packages, and with the newest releases of
# all other crates.
downstream() {
    local place=$scratch/$1
    mkdir -p "$(dirname "$place")"
    cp -r "$1" "$place"
    rm -rf "$place/target" "$place/Cargo.lock"
    cargo run --manifest-path "$place/Cargo.toml" --target-dir "$scratch/downstream/target" \
        --config "patch.crates-io.exact_motion.path = '$scratch/unpacked/exact_motion'" \
        --config "patch.crates-io.bevy_exact_motion.path = '$scratch/unpacked/bevy_exact_motion'" "${@:2}"
    if [ "$(basename "$1")" = mathematics ] && grep -q '^name = "bevy_ecs"' "$place/Cargo.lock"; then
        fail "the mathematics should not bring Bevy"
    fi
}
