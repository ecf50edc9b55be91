//! A bone that swings about its pose, driven by its head.
//!
//! The tip of a bone of length `L` is pulled towards the pose's direction `d₀` by a stiffness `k`, and by gravity `g`. Neither has a moment
//! about the bone's own direction, so both together are a uniform field `F = k d₀ + g/L`, in which the bone is a pendulum:
//!
//! ```text
//! u = log_e(d)          u″ = −|F| u − c u′ − (a + c (1 − φ) v)          e = F/|F|
//! ```
//!
//! `u` lies in the plane that touches the unit sphere at `e`. `v` and `a` are the velocity and the acceleration of the equilibrium's tip in
//! this plane, divided by `L`: those of the head and those of `e`. `φ` is their share that the damping follows. The pendulum is linear in the
//! angle `u`.

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
    /// Between the two poses, the head's path and the angle of the direction are the cubics with the given velocities. For them the angle is
    /// exact, in one step or in several, if the equilibrium moves along one great circle; across it, and where the equilibrium's stiffness
    /// changes, the error is of the order of the square of the angle that the pose turns by in a step.
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
        let [first, last] = heads.accelerations(h);
        let [turned_first, turned_last] = turn.accelerations(h);
        let of_head = |v: Vector3, direction| across(v, direction) * bone.length.recip();
        let first_velocity = carried(of_head(before.head_velocity, from.direction) + from.velocity);
        let last_velocity = of_head(after.head_velocity, to.direction) + to.velocity;
        let first_acceleration = carried(of_head(first, from.direction)) + turned_first;
        let last_acceleration = of_head(last, to.direction) + turned_last;

        // The forcing is a parabola, because the velocity of a cubic is one: `f + f′ t + f″ t²/2`.
        let f = -(first_acceleration + first_velocity * drag);
        let f_after = -(last_acceleration + last_velocity * drag);
        let f2 = (first_acceleration - last_acceleration) * (drag / h);
        let f1 = (f_after - f) * h.recip() - f2 * (h / 2.0);
        let propagator = Propagator::new(to.stiffness, bone.damping, h);
        let Propagator { pp, pv, vp, vv, h2, .. } = propagator;
        let Integrals { i2, i3, .. } = Integrals::new(to.stiffness, bone.damping, h, &propagator);
        let offset_after = offset * pp + rate * pv + f * h2 + f1 * i2 + f2 * i3;
        let rate_after = offset * vp + rate * vv + f * pv + f1 * h2 + f2 * i2;
        Self::from_offset(&to, offset_after, rate_after)
    }

    /// The angle from an equilibrium in its tangent plane (rad), and how fast it changes (rad/s).
    fn about(&self, equilibrium: &Equilibrium) -> (Vector3, Vector3) {
        let e = equilibrium.direction;
        let offset = log(e, self.direction);
        let angle = offset.length();
        let relative = self.velocity - e.cross(equilibrium.velocity).cross(self.direction);
        if angle == 0.0 {
            return (offset, across(relative, e));
        }
        let towards = offset * angle.recip();
        let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
        let along = relative.dot(towards * cosine - e * sine);
        let aside = e.cross(towards);
        // At half a turn, every direction of the offset is as good as another.
        let spread = if sine > 0.0 { angle / sine } else { 0.0 };
        (offset, towards * along + aside * (relative.dot(aside) * spread))
    }

    fn from_offset(equilibrium: &Equilibrium, offset: Vector3, rate: Vector3) -> Self {
        let e = equilibrium.direction;
        let angle = offset.length();
        let (direction, relative) = if angle == 0.0 {
            (e, rate)
        } else {
            let towards = offset * angle.recip();
            let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
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
    /// The accelerations at both ends of `h` seconds.
    fn accelerations(&self, h: f64) -> [Vector3; 2] {
        let [first, last] = self.velocities;
        // The mean velocity, because the difference of two far places would cancel with the velocities.
        let mean = (self.to - self.from) * h.recip();
        let per = 2.0 / h;
        [((mean - first) * 3.0 - (last - first)) * per, ((last - mean) * 3.0 - (last - first)) * per]
    }
}
