//! For comparison: the same ring stepped by Euler's method, at 30 steps per second.

use bevy::prelude::*;

use super::design::{INNER_START, OUTER_START, Path, Solved};
use super::ring::{Plan, Ring};
use harness::plot::narrow;

/// The number of steps per second. Unit: 1/s.
pub(crate) const RATE: f64 = 30.0;
/// The time for which a ring stays visible after its end, because it has not closed. Unit: s.
const SHOWN_AFTER_END: f64 = 0.6;

/// A ring stepped by Euler's method.
#[derive(Component)]
pub(crate) struct Naive {
    outer: Steps,
    inner: Steps,
    /// The time since the ring was spawned. Unit: s.
    age: f64,
}

/// The state of Euler's method: a radius and its rate after a whole number of steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    /// The time after these steps. Unit: s.
    time: f64,
    radius: f64,
    rate: f64,
}

impl Steps {
    pub(crate) fn begin(radius: f32, path: &Path) -> Self {
        Self { time: 0.0, radius: radius.into(), rate: path.rate(0.0) }
    }

    /// Steps the rate, then the radius by the new rate. This is semi-implicit Euler, which most games use.
    fn step(&mut self, path: &Path) {
        let (a, c) = path.law();
        let h = 1.0 / RATE;
        self.rate += h * (a - c * self.rate);
        self.radius += h * self.rate;
        self.time += h;
    }

    /// Steps until the state is as close to `time` (s) as whole steps allow.
    pub(crate) fn step_to(&mut self, time: f64, path: &Path) {
        while self.time + 0.5 / RATE < time {
            self.step(path);
        }
    }

    /// Returns the time and the radius, as a point of a plot.
    pub(crate) fn point(&self) -> Vec2 {
        Vec2::new(narrow(self.time), narrow(self.radius))
    }

    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }
}

/// Returns the gap between the radii at the end, where they should meet. It is negative if the inner radius is larger. Unit: px.
pub(crate) fn gap(solved: &Solved) -> f64 {
    let end = |start, path: &Path| {
        let mut steps = Steps::begin(start, path);
        steps.step_to(solved.duration, path);
        steps.radius()
    };
    end(OUTER_START, &solved.outer) - end(INNER_START, &solved.inner)
}

/// Whether the rings of Euler's method are shown in addition to the exact rings.
#[derive(Resource, Default)]
pub(crate) struct ShowNaive(pub(crate) bool);

pub(crate) fn spawn(commands: &mut Commands, solved: Solved, place: Vec3) {
    let naive = Naive {
        outer: Steps::begin(OUTER_START, &solved.outer),
        inner: Steps::begin(INNER_START, &solved.inner),
        age: 0.0,
    };
    let ring = Ring { outer: OUTER_START, inner: INNER_START };
    commands.spawn((Name::new("naive ring"), ring, naive, Plan(solved), Transform::from_translation(place - Vec3::Z)));
}

/// Steps the rings of Euler's method. Despawns a ring some time after its end.
pub(crate) fn step(time: Res<Time>, mut rings: Query<(Entity, &mut Ring, &mut Naive, &Plan)>, mut commands: Commands) {
    for (entity, mut ring, mut naive, Plan(solved)) in &mut rings {
        naive.age += time.delta_secs_f64();
        let until = naive.age.min(solved.duration);
        naive.outer.step_to(until, &solved.outer);
        naive.inner.step_to(until, &solved.inner);
        ring.set_if_neq(Ring { outer: narrow(naive.outer.radius), inner: narrow(naive.inner.radius) });
        if naive.age > solved.duration + SHOWN_AFTER_END {
            commands.entity(entity).despawn();
        }
    }
}
