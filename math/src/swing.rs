//! A bone that swings about its pose, driven by its head.
//!
//! The tip of a bone of length `L` is pulled towards the pose's direction `d₀` by a stiffness `k`, and by gravity `g`. Neither has a moment
//! about the bone's own direction, so both together are a uniform field `F = k d₀ + g/L`, in which the bone is a pendulum:
//!
//! ```text
//! u = log_e(d)     u″ = −|F| u − c u′ − P (a + c (1 − φ) v)/L − (e″ + c (1 − φ) e′)     e = F/|F|
//! ```
//!
//! `u` lies in the plane that touches the unit sphere at `e`. `v` and `a` are the velocity and the acceleration of the head, and `P` is the part
//! of them at right angles to the bone, carried along the sphere from `d` to `e`. `φ` is the share of the velocity that the damping follows.
//! The spring is linear in the angle, and the head's forcing is that of the pendulum.

mod shown;

use super::{Integrals, Propagator, rotation::Vector3};

/// What a bone is made of. [`Swing::step`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Bone {
    /// The pull towards the pose's direction per radian. Unit: 1/s². Range: ≥ 0.
    pub stiffness: f64,
    /// Unit: 1/s. Range: ≥ 0.
    pub damping: f64,
    /// The share of the velocity of head and pose that the damping follows. With 0 the air is at rest; with 1 it moves with the bone.
    /// Unit: 1. Range: 0 to 1.
    pub feed_forward: f64,
    /// From the head to the tip. Unit: units of length. Range: > 0.
    pub length: f64,
    /// Gravity and wind. Unit: units of length/s².
    pub acceleration: Vector3,
}

/// The pose of a bone at an instant: where its head is, and where it would point if it did not swing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct BonePose {
    /// Unit: units of length.
    pub head: Vector3,
    /// Unit: units of length/s.
    pub head_velocity: Vector3,
    /// From the head to the tip. Length: 1.
    pub direction: Vector3,
    /// How fast the direction changes; at right angles to it. Unit: rad/s.
    pub direction_velocity: Vector3,
}

/// Where a bone points, and how fast that changes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Swing {
    /// From the head to the tip. Length: 1.
    pub direction: Vector3,
    /// At right angles to the direction. Unit: rad/s.
    pub velocity: Vector3,
}

/// The direction in which a bone is at equilibrium, and the stiffness about it.
#[derive(Clone, Copy)]
struct Equilibrium {
    direction: Vector3,
    velocity: Vector3,
    stiffness: f64,
}

impl Bone {
    fn equilibrium(&self, pose: &BonePose) -> Equilibrium {
        let field = pose.direction * self.stiffness + self.acceleration * self.length.recip();
        let stiffness = field.length();
        if stiffness == 0.0 {
            return Equilibrium { direction: pose.direction, velocity: pose.direction_velocity, stiffness };
        }
        let direction = field * stiffness.recip();
        let velocity = across(pose.direction_velocity * (self.stiffness / stiffness), direction);
        Equilibrium { direction, velocity, stiffness }
    }
}

impl Swing {
    /// A bone that points as in its pose and moves with it.
    pub const fn at_pose(pose: &BonePose) -> Self {
        Self { direction: pose.direction, velocity: pose.direction_velocity }
    }

    /// A bone at equilibrium, as it is if its pose has been at rest for long.
    pub fn at_rest(bone: &Bone, pose: &BonePose) -> Self {
        Self { direction: bone.equilibrium(pose).direction, velocity: Vector3::default() }
    }

    /// The swing after `h` seconds (> 0), in which the pose goes from `before` to `after`.
    ///
    /// # Examples
    ///
    /// A bone whose head is suddenly pulled aside lags behind:
    ///
    /// ```
    /// use exact_motion::{rotation::Vector3, swing::{Bone, BonePose, Swing}};
    ///
    /// let bone = Bone { stiffness: 100.0, damping: 6.0, feed_forward: 0.0, length: 0.1, acceleration: Vector3::default() };
    /// let down = Vector3::new(0.0, -1.0, 0.0);
    /// let before = BonePose { head: Vector3::default(), head_velocity: Vector3::default(), direction: down, direction_velocity: Vector3::default() };
    /// let after = BonePose { head: Vector3::new(0.01, 0.0, 0.0), head_velocity: Vector3::new(1.0, 0.0, 0.0), ..before };
    /// let swing = Swing::at_pose(&before).step(&bone, &before, &after, 0.02);
    /// assert!(swing.direction.x < -0.05);
    /// ```
    ///
    /// # Accuracy
    ///
    /// Between the two poses, the head's path and the angle of the direction are the cubics with the given velocities. Where the bone stays near
    /// its equilibrium, the angle is exact for them. What the head does to a bone changes with the bone's direction: that change is linear over
    /// the step, and the error is of the order of its square. So is the error across the great circle of an equilibrium that turns.
    ///
    /// # Reference
    ///
    /// Derived here. For parallel transport and the logarithm of the sphere: Absil, Mahony and Sepulchre, *Optimization Algorithms on Matrix
    /// Manifolds* (2008), examples 5.4.1 and 8.1.1.
    pub fn step(&self, bone: &Bone, before: &BonePose, after: &BonePose, h: f64) -> Self {
        let (from, to) = (bone.equilibrium(before), bone.equilibrium(after));
        let carried = |v: Vector3| transported(v, from.direction, to.direction);
        let (offset, rate) = self.about(&from);
        let (offset, rate) = (carried(offset), carried(rate));

        let heads =
            Cubic { from: before.head, to: after.head, velocities: [before.head_velocity, after.head_velocity] };
        let start = log(to.direction, from.direction);
        let turn = Cubic { from: start, to: Vector3::default(), velocities: [carried(from.velocity), to.velocity] };
        let drag = bone.damping * (1.0 - bone.feed_forward);
        let [of_head, of_turn] = [heads, turn].map(|path| path.forcing(drag, h));
        // What the head's forcing does depends on where the bone points: at the end, it is where it would point without this dependence.
        let at_start = |v: Vector3| carried(seen(v, self.direction, from.direction)) * bone.length.recip();
        let forcing = of_head.map(at_start).plus(&of_turn);
        let propagator = Propagator::new(to.stiffness, bone.damping, h);
        let integrals = Integrals::new(to.stiffness, bone.damping, h, &propagator);
        let swung = |forcing: &Forcing| {
            let Forcing { first, slope, curvature } = *forcing;
            let Propagator { pp, pv, vp, vv, h2, .. } = propagator;
            let Integrals { i2, i3, .. } = integrals;
            let offset_after = offset * pp + rate * pv - (first * h2 + slope * i2 + curvature * i3);
            let rate_after = offset * vp + rate * vv - (first * pv + slope * h2 + curvature * i2);
            Self::from_offset(&to, offset_after, rate_after)
        };
        let predicted = swung(&forcing);
        let at_end = |v: Vector3| seen(v, predicted.direction, to.direction) * bone.length.recip();
        swung(&of_head.turning(at_start, at_end, h).plus(&of_turn))
    }

    /// The angle from an equilibrium in its tangent plane (rad), and how fast it changes (rad/s).
    fn about(&self, equilibrium: &Equilibrium) -> (Vector3, Vector3) {
        let e = equilibrium.direction;
        let away = across(self.direction, e);
        let (sine, cosine) = (away.length(), self.direction.dot(e));
        let relative = self.velocity - e.cross(equilibrium.velocity).cross(self.direction);
        if sine == 0.0 {
            return (away, across(relative, e));
        }
        let angle = libm::atan2(sine, cosine);
        let towards = away * sine.recip();
        let along = relative.dot(towards * cosine - e * sine);
        let aside = e.cross(towards);
        (towards * angle, towards * along + aside * (relative.dot(aside) * (angle / sine)))
    }

    fn from_offset(equilibrium: &Equilibrium, offset: Vector3, rate: Vector3) -> Self {
        let e = equilibrium.direction;
        let angle = offset.length();
        let (direction, relative) = if angle == 0.0 {
            (e, rate)
        } else {
            let towards = offset * angle.recip();
            let (sine, cosine) = libm::sincos(angle);
            let aside = e.cross(towards);
            let along = rate.dot(towards);
            let direction = e * cosine + towards * sine;
            (direction, (towards * cosine - e * sine) * along + aside * (rate.dot(aside) * sine / angle))
        };
        let direction = direction * direction.length().recip();
        let velocity = relative + e.cross(equilibrium.velocity).cross(direction);
        Self { direction, velocity: across(velocity, direction) }
    }
}

/// The part of a vector at right angles to a direction.
fn across(vector: Vector3, direction: Vector3) -> Vector3 {
    vector - direction * vector.dot(direction)
}

/// The angle (rad) from `base` to `direction`, in the plane that touches the sphere at `base`. At half a turn: some direction.
fn log(base: Vector3, direction: Vector3) -> Vector3 {
    let away = across(direction, base);
    let sine = away.length();
    if sine == 0.0 {
        return Vector3::default();
    }
    away * (libm::atan2(sine, direction.dot(base)) / sine)
}

/// A vector that touches the sphere at `from`, carried along the shorter arc to `to`.
fn transported(vector: Vector3, from: Vector3, to: Vector3) -> Vector3 {
    let sum = 1.0 + from.dot(to);
    if sum <= 0.0 { across(vector, to) } else { vector - (from + to) * (vector.dot(to) / sum) }
}

/// The cubic between two points with these velocities.
struct Cubic {
    from: Vector3,
    to: Vector3,
    velocities: [Vector3; 2],
}

impl Cubic {
    /// The acceleration, and `drag` times the velocity, over `h` seconds. It is a parabola, because the velocity of a cubic is one.
    fn forcing(&self, drag: f64, h: f64) -> Forcing {
        let [first, last] = self.velocities;
        // The mean velocity, because the difference of two far places would cancel with the velocities.
        let mean = (self.to - self.from) * h.recip();
        let per = 2.0 / h;
        let acceleration = ((mean - first) * 3.0 - (last - first)) * per;
        let jerk = ((first + last) - mean * 2.0) * (1.5 * per * per);
        Forcing { first: acceleration + first * drag, slope: jerk + acceleration * drag, curvature: jerk * drag }
    }
}

/// A parabola of time: `first + slope t + curvature t²/2`. Unit: of the acceleration.
#[derive(Clone, Copy)]
struct Forcing {
    first: Vector3,
    slope: Vector3,
    curvature: Vector3,
}

impl Forcing {
    fn map(&self, f: impl Fn(Vector3) -> Vector3) -> Self {
        Self { first: f(self.first), slope: f(self.slope), curvature: f(self.curvature) }
    }

    fn plus(&self, other: &Self) -> Self {
        Self {
            first: self.first + other.first,
            slope: self.slope + other.slope,
            curvature: self.curvature + other.curvature,
        }
    }

    /// The parabola that is seen through a map that changes linearly over `h` seconds: its values at both ends are exact, and its curvature is
    /// that of the product, whose third derivative is left out.
    fn turning(&self, at_start: impl Fn(Vector3) -> Vector3, at_end: impl Fn(Vector3) -> Vector3, h: f64) -> Self {
        let Self { first, slope, curvature } = *self;
        let last = first + (slope + curvature * (h / 2.0)) * h;
        let (first, last) = (at_start(first), at_end(last));
        let change = (at_end(slope) - at_start(slope)) * (2.0 / h);
        let curvature = (at_start(curvature) + at_end(curvature)) * 0.5 + change;
        let slope = (last - first) * h.recip() - curvature * (h / 2.0);
        Self { first, slope, curvature }
    }
}

/// The part of a vector that turns a bone with this direction, in the tangent plane of the equilibrium at `base`.
fn seen(vector: Vector3, direction: Vector3, base: Vector3) -> Vector3 {
    transported(across(vector, direction), direction, base)
}
