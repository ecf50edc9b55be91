"""Writes ring.csv: followers that follow each other, by the matrix exponential with 60 digits.

Needs mpmath 1.3: `python3 generate.py > ring.csv`.

Each ring is the linear system E y' = A y + b of math/src/ring/mod.rs, with the constant as one more state, and
y(t) = exp(t E^-1 A) y(0) by mpmath's expm (Taylor series after scaling).
"""

from mpmath import mp, mpf, matrix, expm, lu_solve
import random

mp.dps = 60
random.seed(9)


def solve(followers, t):
    n = len(followers)
    e, a = mp.eye(2 * n + 1), mp.zeros(2 * n + 1)
    y = matrix(2 * n + 1, 1)
    y[2 * n] = 1
    for i, (k, c, g, ahead, d, v, acc) in enumerate(followers):
        k, c, g, ahead, d, v, acc = map(mpf, (k, c, g, ahead, d, v, acc))
        j = (i + 1) % n
        a[i, n + i] = 1
        a[n + i, i] -= k
        a[n + i, j] += k
        a[n + i, n + i] -= c
        a[n + i, n + j] += g + k * ahead
        a[n + i, 2 * n] = acc - k * d
        e[n + i, n + j] -= g * ahead
        y[n + i] = v
    generator = matrix(2 * n + 1, 2 * n + 1)
    for column in range(2 * n + 1):
        solved = lu_solve(e, a[:, column])
        for row in range(2 * n + 1):
            generator[row, column] = solved[row]
    end = expm(generator * t, method="taylor") * y
    return [(end[i], end[n + i] - mpf(followers[i][5])) for i in range(n)]


def pick(low, high):
    return float("%.6g" % random.uniform(low, high))


def spring(omega, zeta, share, ahead=0.0, scale=1.0):
    c = 2.0 * zeta * omega
    return (omega * omega, c, share * c, ahead, pick(-scale, scale), pick(-5, 5), random.choice([0.0, pick(-9, 9)]))


rings = []
for t in (1e-6, 0.01, 1 / 64, 0.1, 1.0):
    rings += [([spring(10.0, 1.0, 1.0) for _ in range(2)], t), ([spring(20.0, 1.0, 0.0) for _ in range(2)], t)]
    rings += [([spring(10.0, 0.2, 0.0) for _ in range(3)], t), ([spring(10.0, 0.72, 1.0) for _ in range(8)], t)]
    rings += [([spring(pick(1, 40), pick(0, 2), pick(0, 1)) for _ in range(n)], t) for n in (1, 2, 3, 5)]
    rings += [([spring(pick(1, 30), pick(0, 2), pick(0, 1), pick(-0.02, 0.1)) for _ in range(n)], t) for n in (2, 4)]
    rings += [([spring(pick(1, 9), 0.5, 0.0), (0.0, 1.5, 0.0, 0.0, pick(-1, 1), pick(-5, 5), 2.0)], t)]
rings += [([spring(500.0, 1.0, 0.3) for _ in range(3)], 0.1), ([spring(2000.0, 0.5, 0.0) for _ in range(2)], 0.05)]

print("# Followers that follow each other: changes of position and velocity over t seconds, one row a follower.")
print("# By generate.py with mpmath %s, 60 digits, rounded to 20." % __import__("mpmath").__version__)
print("# k (1/s^2), c, g (1/s), look_ahead (s), displacement (length), velocity (length/s), acceleration (length/s^2)")
print("ring,t,k,c,g,look_ahead,displacement,velocity,acceleration,d_position,d_velocity")
for number, (followers, t) in enumerate(rings):
    for follower, (position, velocity) in zip(followers, solve(followers, mpf(t))):
        fields = [number, repr(t), *map(repr, follower), mp.nstr(position, 20), mp.nstr(velocity, 20)]
        print(",".join(map(str, fields)))
