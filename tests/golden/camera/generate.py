#!/usr/bin/env python3
"""Reference values for cameras, computed with mpmath at 60+ digits.

    python3 generate.py [--seed N] [--out DIR]

writes one CSV per topic into DIR (default: the folder of this script), by the means of ../generate.py, whose
head says how a value is made.  What is judged is never computed by the formula that is judged: rates are
numeric derivatives, edges and fits are roots, blends are exponentials of matrices, peaks are turning points.
"""

import argparse
import math
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from mpmath import mp, mpf, matrix                                                      # noqa: E402
from generate import (draws, f64, q_exp, q_inverse, q_log, q_mul, q_unit, refine, rounded,  # noqa: E402
                      spring_propagator, write_table, NAN)

UP, RIGHT, BACK = (0, 1, 0), (1, 0, 0), (0, 0, 1)


# ----------------------------------------------------------------------------
# Vectors, turns, derivatives
# ----------------------------------------------------------------------------

def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def add(*vectors):
    return tuple(sum(parts) for parts in zip(*vectors))


def scaled(v, factor):
    return tuple(c * factor for c in v)


def sub(a, b):
    return add(a, scaled(b, -1))


def length(v):
    return mp.sqrt(dot(v, v))


def about(axis, angle):
    """The turn by an angle about an axis of length 1."""
    return tuple(mp.sin(angle / 2) * c for c in axis) + (mp.cos(angle / 2),)


def turned(q, v):
    return q_mul(q_mul(q, tuple(v) + (mpf(0),)), q_inverse(q))[:3]


def view(yaw, pitch, roll=mpf(0)):
    """A camera's orientation: each turn by itself, the pitch downwards."""
    return q_mul(q_mul(about(UP, yaw), about(RIGHT, -pitch)), about(BACK, roll))


def rates(function, order=1):
    """The derivative at time 0 of each number that the function of time gives."""
    return tuple(mp.diff(lambda t: function(t)[i], 0, order) for i in range(len(function(mpf(0)))))


def angular_velocity(orientation):
    """Of a function of time that gives a quaternion: twice its rate by its inverse."""
    return scaled(q_mul(rates(orientation), q_inverse(orientation(mpf(0)))), 2)[:3]


def along(start, rate, acceleration=mpf(0)):
    return lambda t: start + rate * t + acceleration * t * t / 2


def walking(start, rate):
    return lambda t: add(start, scaled(rate, t))


# ----------------------------------------------------------------------------
# A boom
# ----------------------------------------------------------------------------

def orbit_state(*inputs):
    yaw, pitch, reach = (along(*inputs[i:i + 3]) for i in (0, 3, 6))

    def orientation(t):
        return view(yaw(t), pitch(t))

    def place(t):
        return turned(orientation(t), (mpf(0), mpf(0), reach(t)))

    return (place(mpf(0)) + rates(place) + rates(place, 2) + orientation(mpf(0)) + angular_velocity(orientation))


def orbit_table(seed):
    r = draws(seed, "orbit")
    header = ",".join(["tag"] + [f"{p}{n}" for p in ("yaw", "pitch", "length") for n in range(3)]
                      + [f"{p}_{c}" for p in "xva" for c in "xyz"] + [f"q_{c}" for c in "xyzw"] + [f"w_{c}" for c in "xyz"])
    inputs = [("rest", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 8.0, 0.0, 0.0)]
    for tag, pitch, reach in (("any", 1.5, 20.0), ("steep", 1.55, 5.0), ("far", 1.0, 1e5), ("short", 1.0, 1e-3)):
        for _ in range(20):
            steep = r.sign() * 1.55 if tag == "steep" else r.signed(pitch)
            inputs.append((tag, r.signed(7), r.signed(4), r.signed(9), steep, r.signed(2), r.signed(9),
                           r.uniform(0, reach), r.signed(5), r.signed(20)))
    return header, [row + rounded(orbit_state, *row[1:]) for row in inputs]


# ----------------------------------------------------------------------------
# A frame that moves and turns
# ----------------------------------------------------------------------------

def placement_state(*inputs):
    p, v, q, w, lp, lv, lq, lw = (inputs[i:j] for i, j in
                                  ((0, 3), (3, 6), (6, 10), (10, 13), (13, 16), (16, 19), (19, 23), (23, 26)))
    q, lq = q_unit(q), q_unit(lq)

    def frame(t):
        return q_mul(q_exp(scaled(w, t)), q)

    def position(t):
        return add(walking(p, v)(t), turned(frame(t), walking(lp, lv)(t)))

    def orientation(t):
        return q_mul(frame(t), q_mul(q_exp(scaled(lw, t)), lq))

    return position(mpf(0)) + rates(position) + angular_velocity(orientation)


def unit(r):
    while True:
        q = [r.signed(1) for _ in range(4)]
        n = math.sqrt(sum(c * c for c in q))
        if 0.1 < n < 1:
            return tuple(c / n for c in q)


def vector(r, size):
    return tuple(r.signed(size) for _ in range(3))


def placement_table(seed):
    r = draws(seed, "placement")
    header = ",".join(["tag"] + [f"{p}_{c}" for p in ("p", "v", "q", "w", "lp", "lv", "lq", "lw")
                                 for c in ("xyzw" if p.endswith("q") else "xyz")]
                      + [f"{p}_{c}" for p in ("x", "u", "s") for c in "xyz"])
    inputs = []
    for tag, size in (("near", 10.0), ("far", 1e5)):
        for _ in range(30):
            inputs.append((tag,) + vector(r, size) + vector(r, 20) + unit(r) + vector(r, 5)
                          + vector(r, 10) + vector(r, 5) + unit(r) + vector(r, 5))
    return header, [row + rounded(placement_state, *row[1:]) for row in inputs]


# ----------------------------------------------------------------------------
# Bearings
# ----------------------------------------------------------------------------

def angles(r):
    """Of the camera that has r in its middle."""
    return (mp.atan2(-r[0], -r[2]), mp.asin(-r[1] / length(r)))


def bearing_state(*inputs):
    offset = walking(inputs[:3], inputs[3:])
    # Numeric derivatives of the yaw must not step over its seam behind the camera.
    yaw, _ = angles(offset(mpf(0)))

    def seen(t):
        return angles(turned(about(UP, -yaw), offset(t)))

    return (yaw, angles(offset(mpf(0)))[1]) + rates(seen)


def bearing_table(seed):
    r = draws(seed, "bearing")
    header = "tag,r_x,r_y,r_z,u_x,u_y,u_z,yaw,pitch,yaw_rate,pitch_rate"
    inputs = [("ahead", 0.0, 0.0, -4.0, 2.0, 0.0, 0.0)]
    for _ in range(60):
        inputs.append(("any",) + vector(r, 10) + vector(r, 20))
    for _ in range(15):     # within a degree or so of straight up and down
        inputs.append(("steep", r.signed(0.02), r.sign() * r.uniform(1, 9), r.signed(0.02)) + vector(r, 5))
    for _ in range(15):
        inputs.append(("near",) + vector(r, 1e-3) + vector(r, 1))
    for _ in range(15):
        inputs.append(("far",) + vector(r, 1e6) + vector(r, 100))
    for _ in range(10):     # squares overflow
        inputs.append(("huge",) + vector(r, 1e200) + vector(r, 1e199))
    for _ in range(10):
        inputs.append(("behind", r.signed(0.1), r.signed(1), r.uniform(1, 9)) + vector(r, 5))
    return header, [row + rounded(bearing_state, *row[1:]) for row in inputs]


# ----------------------------------------------------------------------------
# Edges of a zone
# ----------------------------------------------------------------------------

def seen_from(yaw, pitch, point):
    return turned(q_inverse(view(yaw, pitch)), point)


def edge_state(share, fov, fov_rate, aspect, aim_yaw, aim_yaw_rate, aim_pitch, aim_pitch_rate,
               yaw, yaw_rate, pitch, pitch_rate):
    """Both edges of the share and their rates, as roots of what the share misses; no edge is infinite."""
    def point(t):
        return turned(view(along(yaw, yaw_rate)(t), along(pitch, pitch_rate)(t)), (mpf(0), mpf(0), mpf(-1)))

    def half(t):
        return mp.tan(along(fov, fov_rate)(t) / 2)

    # How far the point is from the edge's plane: without the poles of a quotient.
    def yaw_miss(angle, t):
        seen = seen_from(angle, along(aim_pitch, aim_pitch_rate)(t), point(t))
        return seen[0] + seen[2] * 2 * share * aspect * half(t)

    def pitch_miss(angle, t):
        seen = seen_from(along(aim_yaw, aim_yaw_rate)(t), angle, point(t))
        return seen[1] + seen[2] * 2 * share * half(t)

    def ahead(yaw_, pitch_):
        return seen_from(yaw_, pitch_, point(mpf(0)))[2] < 0

    results = []
    for miss, start, front in ((yaw_miss, yaw, lambda angle: ahead(angle, aim_pitch)),
                               (pitch_miss, pitch, lambda angle: ahead(aim_yaw, angle))):
        edge = root(lambda angle: miss(angle, mpf(0)), start, front)
        if edge is None:
            results += [mp.inf, mp.inf]
            continue
        slope = mp.diff(lambda angle: miss(angle, mpf(0)), edge)
        results += [edge, -mp.diff(lambda t: miss(edge, t), 0) / slope]
    return tuple(results)


def root(function, start, accepted):
    """The accepted root nearest to the start, within half a turn: by bisection, then by Newton's method."""
    found = []
    for side in (1, -1):
        low = start
        for step in range(1, 67):
            high = start + side * mpf(step) * mp.pi / 66
            if function(low) * function(high) <= 0:
                near = newton(function, low, high)
                if accepted(near):
                    found.append(near)
                    break
            low = high
    return min(found, key=lambda angle: abs(angle - start)) if found else None


def newton(function, low, high):
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if function(low) * function(middle) <= 0 else (middle, high)
    guess = (low + high) / 2
    while True:
        step = function(guess) / mp.diff(function, guess)
        guess -= step
        if abs(step) < mpf(10) ** (-mp.dps * 3 // 4):
            return guess


def edge_inputs(seed):
    r = draws(seed, "edge")
    degrees = math.pi / 180
    for fov in (30, 45, 90):
        for aspect in (16 / 9, 1.0, 9 / 16):
            for pitch in (-60, -45, -20, 0, 20, 45, 60):
                share = r.uniform(0.02, 0.5) * r.sign()
                aim = pitch * degrees
                yield ("acceptance", share, fov * degrees, r.signed(1), aspect, r.signed(0.3), r.signed(2), aim, r.signed(2),
                       r.signed(0.3), r.signed(3), aim + r.signed(0.4) * fov / 90, r.signed(3))
    for _ in range(10):
        yield ("level", r.signed(0.5), r.uniform(0.3, 2), r.signed(1), r.uniform(0.5, 2), 0.0, 0.0, 0.0, 0.0,
               0.0, 0.0, 0.0, 0.0)


def edge_table(seed):
    header = ("tag,share,fov,fov_rate,aspect,aim_yaw,aim_yaw_rate,aim_pitch,aim_pitch_rate,yaw,yaw_rate,pitch,pitch_rate,"
              "yaw_edge,yaw_edge_rate,pitch_edge,pitch_edge_rate")
    return header, [row + rounded(edge_state, *row[1:]) for row in edge_inputs(seed)]


# ----------------------------------------------------------------------------
# A wall
# ----------------------------------------------------------------------------

def wall_state(*inputs):
    p, v, q, n = (inputs[i:i + 3] for i in (0, 3, 6, 9))
    yaw, pitch = along(*inputs[12:14]), along(*inputs[14:16])

    def free(t):
        """Where the distance from the plane along the ray, which is linear, is 0: by two points of the ray."""
        origin = walking(p, v)(t)
        d = turned(view(yaw(t), pitch(t)), (mpf(0), mpf(0), mpf(1)))
        here, there = dot(n, sub(q, origin)), dot(n, sub(q, add(origin, d)))
        return (here / (here - there),)

    return free(mpf(0)) + rates(free)


def wall_table(seed):
    r = draws(seed, "wall")
    header = ",".join(["tag"] + [f"{p}_{c}" for p in "pvqn" for c in "xyz"] + ["yaw", "yaw_rate", "pitch", "pitch_rate", "free", "rate"])
    rows = [("ahead", 0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 4.0, 0.0, 0.0, -1.0, 0.0, 2.0, 0.0, 0.0)]
    while len(rows) < 80:
        row = ("any",) + vector(r, 5) + vector(r, 5) + vector(r, 5) + vector(r, 1) + (r.signed(3), r.signed(3), r.signed(1.4), r.signed(3))
        found = refine(wall_state, *row[1:])[0]
        if 0.01 < found < 100:      # a plane behind the pivot, or nearly along the ray, is not in the way
            rows.append(row)
    return header, [row + rounded(wall_state, *row[1:]) for row in rows]


# ----------------------------------------------------------------------------
# A group
# ----------------------------------------------------------------------------

def middle_state(*inputs):
    members = [inputs[i:i + 8] for i in (0, 8, 16)]

    def middle(t):
        weights = [along(*m[6:8])(t) for m in members]
        places = [walking(m[0:3], m[3:6])(t) for m in members]
        return scaled(add(*(scaled(p, w) for p, w in zip(places, weights))), 1 / sum(weights))

    return middle(mpf(0)) + rates(middle)


def middle_table(seed):
    r = draws(seed, "middle")
    header = ",".join(["tag"] + [f"{p}{i}{c}" for i in range(3) for p, c in
                                 [(a, b) for a in "pv" for b in ("_x", "_y", "_z")] + [("w", ""), ("w", "_rate")]]
                      + [f"{p}_{c}" for p in "mv" for c in "xyz"])
    rows = []
    for tag, far in (("near", 0.0), ("far", 1e6)):
        for _ in range(25):
            row = (tag,)
            for _ in range(3):
                row += tuple(c + far for c in vector(r, 10)) + vector(r, 9) + (r.uniform(0.01, 2), r.signed(2))
            rows.append(row)
    return header, [row + rounded(middle_state, *row[1:]) for row in rows]


def fit_state(share, fov, aspect, beyond, *spheres):
    """The length at which the nearer sphere touches a side plane, and T by which it does from further back."""
    spheres = [spheres[i:i + 4] for i in (0, 4)]
    height = mp.tan(fov / 2)

    def gap(reach, t):
        """How far the spheres stay within the four planes through the camera: along each plane's normal."""
        gaps = []
        for x, y, z, radius in spheres:
            for aside, tangent in ((x, t * aspect), (-x, t * aspect), (y, t), (-y, t)):
                # The plane aside = q tangent depth, through the camera.
                normal = (1, share * tangent)
                inside = -aside * normal[0] + (reach - z) * normal[1]
                gaps.append(inside / length(normal) - radius)
        return min(gaps)

    def first(function, low, high):
        """Where the gap opens: by bisection, and then by the secant through neighbours; it is linear in the length."""
        for _ in range(int(mp.dps * 3.4)):
            middle = (low + high) / 2
            low, high = (low, middle) if function(middle) > 0 else (middle, high)
        return (low + high) / 2

    reach = first(lambda l: gap(l, height), mpf(-1000), mpf(100000))
    longer = reach + beyond
    # Exactly this length is what is judged: as an f64.
    longer = mpf(f64(longer))
    return reach, longer, first(lambda t: gap(longer, t), mpf(0), mpf(1000))


def fit_table(seed):
    r = draws(seed, "fit")
    header = "tag,share,fov,aspect,beyond," + ",".join(f"{c}{i}" for i in range(2) for c in ("x", "y", "z", "r")) + ",length,longer,height"
    rows = []
    for _ in range(60):
        spheres = ()
        for _ in range(2):
            spheres += vector(r, 6) + (r.choice((0.0, r.uniform(0, 2))),)
        rows.append(("any", r.uniform(0.3, 1), r.uniform(0.2, 2.5), r.uniform(0.5, 2.2), r.uniform(0.5, 9)) + spheres)
    return header, [row + rounded(fit_state, *row[1:]) for row in rows]


# ----------------------------------------------------------------------------
# Blends
# ----------------------------------------------------------------------------

def blend_state(eased, omega, offset, rate, t):
    """The exponential of the companion matrix: of (D + omega)^2, or of its square."""
    w = omega
    if eased:
        system = matrix([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [-w ** 4, -4 * w ** 3, -6 * w ** 2, -4 * w]])
        start = matrix([offset, rate, -2 * w * rate, 3 * w ** 2 * rate])
    else:
        system, start = matrix([[0, 1], [-w * w, -2 * w]]), matrix([offset, rate])
    end = mp.expm(system * t, method="taylor") * start
    return end[0], end[1]


def blend_table(seed):
    r = draws(seed, "blend")
    header = "tag,eased,omega,offset,rate,t,o,u"
    rows = []
    for eased in (0, 1):
        for _ in range(45):
            omega = r.log(-2, 5)
            rows.append(("any", eased, omega, r.signed(), r.signed(20), r.uniform(0, 12) / omega))
        for _ in range(5):
            rows.append(("from_rest", eased, r.log(-2, 5), r.signed(), 0.0, r.uniform(0, 1)))
    return header, [row + rounded(blend_state, *row[1:]) for row in rows]


def turn_state(*inputs):
    q, w, base, base_w = (inputs[i:j] for i, j in ((0, 4), (4, 7), (7, 11), (11, 14)))
    q, base = q_unit(q), q_unit(base)

    def offset(t):
        shown = q_mul(q_exp(scaled(w, t)), q)
        return q_log(q_mul(shown, q_inverse(q_mul(q_exp(scaled(base_w, t)), base))))

    return offset(mpf(0)) + rates(offset)


def turn_table(seed):
    r = draws(seed, "turn")
    header = ",".join(["tag"] + [f"q_{c}" for c in "xyzw"] + [f"w_{c}" for c in "xyz"] + [f"b_{c}" for c in "xyzw"]
                      + [f"bw_{c}" for c in "xyz"] + [f"{p}_{c}" for p in ("y", "u") for c in "xyz"])
    rows = []
    while len(rows) < 60:
        row = ("any",) + unit(r) + vector(r, 5) + unit(r) + vector(r, 5)
        with mp.workdps(40):
            away = length(q_log(q_mul(q_unit([mpf(c) for c in row[1:5]]), q_inverse(q_unit([mpf(c) for c in row[8:12]])))))
        if away < 3.1:              # at half a turn the shortest arc jumps
            rows.append(row)
    for size in (1e-3, 1e-6, 1e-9):
        for _ in range(6):
            base = unit(r)
            with mp.workdps(40):
                shown = tuple(f64(c) for c in q_mul(q_exp([mpf(c) for c in vector(r, size)]), [mpf(c) for c in base]))
            rows.append(("small",) + shown + vector(r, 5) + base + vector(r, 5))
    return header, [row + rounded(turn_state, *row[1:]) for row in rows]


def level_state(*inputs):
    yaw, pitch, roll = (along(*inputs[i:i + 2]) for i in (0, 2, 4))

    def orientation(t):
        return view(yaw(t), pitch(t), roll(t))

    return orientation(mpf(0)) + angular_velocity(orientation)


def level_table(seed):
    r = draws(seed, "level")
    header = "tag,yaw,yaw_rate,pitch,pitch_rate,roll,roll_rate,q_x,q_y,q_z,q_w,w_x,w_y,w_z"
    rows = []
    for _ in range(40):
        rows.append(("any", r.signed(3), r.signed(3), r.signed(1.4), r.signed(3), r.signed(3), r.signed(3)))
    for _ in range(20):
        rows.append(("level", r.signed(3), r.signed(3), r.signed(1.48), r.signed(3), 0.0, 0.0))
    return header, [row + rounded(level_state, *row[1:]) for row in rows]


# ----------------------------------------------------------------------------
# Kicks
# ----------------------------------------------------------------------------

def kick_state(zeta):
    """The first peak of the impulse response at omega = 1: where its rate, which starts at 1, is first 0."""
    def rate(t):
        return spring_propagator(mpf(1), zeta, t)[3]

    low, high = mpf(0), mpf(1) / 64
    while rate(high) > 0:
        low, high = high, high + mpf(1) / 64 if high < 2 else high * mpf("1.25")
    for _ in range(int(mp.dps * 3.4)):
        middle = (low + high) / 2
        low, high = (middle, high) if rate(middle) > 0 else (low, middle)
    return (spring_propagator(mpf(1), zeta, (low + high) / 2)[1],)


def kick_table(seed):
    r = draws(seed, "kick")
    zetas = [0.0, 0.1, 0.2, 0.25, 0.3, 0.5, 0.7, 1.0, 2.0, 100.0, 1e6]
    zetas += [1 + side * 2.0 ** -k for k in (2, 5, 10, 20, 30, 40, 50, 52) for side in (1, -1)]
    zetas += [r.uniform(0, 1) for _ in range(20)] + [r.uniform(1, 10) for _ in range(20)]
    return "tag,zeta,peak", [("zeta", zeta) + rounded(kick_state, zeta) for zeta in zetas]


TABLES = {
    "orbit": orbit_table,
    "placement": placement_table,
    "bearing": bearing_table,
    "edge": edge_table,
    "wall": wall_table,
    "middle": middle_table,
    "fit": fit_table,
    "blend": blend_table,
    "turn": turn_table,
    "level": level_table,
    "kick": kick_table,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=HERE)
    parser.add_argument("--only", choices=TABLES)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    for name, table in TABLES.items():
        if options.only in (None, name):
            step = time.time()
            header, rows = table(options.seed)
            write_table(options.out, name, header, rows)
            print(f"{name}.csv: {len(rows)} rows ({time.time() - step:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
