#!/usr/bin/env bash
# Counts the instructions of a tick and frame under callgrind, and prints a table. Other work on the machine does not affect the counts.
# Needs valgrind (Debian package `valgrind`). The benches run this script with --write; it can also be run by hand.
#
# The count per entity is computed from four runs: the difference of two run lengths excludes the cost of setting up, and the difference
# of two sizes excludes the cost of a frame without entities.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

command -v valgrind >/dev/null || { echo "valgrind is not installed: no instructions counted" >&2; exit 1; }
if [ -z "${BENCHES:-}" ]; then
    cargo build --release --quiet -p bevy_exact_motion_benches
    BENCHES=${CARGO_TARGET_DIR:-target}/release/bevy_exact_motion_benches
fi

few_ticks=20
many_ticks=80
few=1000
many=2000

# counted NAME SIZE TICKS: prints the number of instructions of one run.
counted() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$BENCHES" --once "$@" 2>&1 |
        sed -nE 's/.*Collected : ([0-9]+).*/\1/p'
}

# ticks NAME SIZE: prints the number of instructions by which a long run exceeds a short one.
ticks() {
    local long short
    long=$(counted "$1" "$2" "$many_ticks")
    short=$(counted "$1" "$2" "$few_ticks")
    echo $((long - short))
}

echo "| what | instructions per entity, tick and frame | × Euler |"
echo "| --- | ---: | ---: |"
euler=
while read -r name; do
    larger=$(ticks "$name" "$many")
    smaller=$(ticks "$name" "$few")
    share=$((larger - smaller))
    euler=${euler:-$share}
    awk -v name="$name" -v share="$share" -v euler="$euler" -v runs="$(((many - few) * (many_ticks - few_ticks)))" \
        'BEGIN { printf "| %s | %.0f | %.2f |\n", name, share / runs, share / euler }'
done <<'NAMES'
Euler, bare
Euler, bare, by slices
Euler behind leaders, bare
Euler of orientations, bare
Euler, same bookkeeping, by query
Euler, same bookkeeping, by slices
our closed form in flat arrays, no ECS
springs 0.1.2
spring_damper 0.1.1, its plugin
smooth_nudge
springs, equal laws
springs, distinct laws
springs, critical, in no order
springs, critical, in no order, stepped once a frame
springs, all laws changed each tick
friction and gravity
rotation, distinct laws
tracked targets
behind leaders of this crate
behind foreign leaders
Delayed
AxisSprings
resting
NAMES
