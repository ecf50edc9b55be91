//! A slab that swings between the meadow and the terrace, and carries a player standing on it.
//!
//! The slab is on an undamped spring, so it oscillates forever, and its position at the end of a tick is known before the tick begins.

use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use bevy_exact_motion::math::Law;
use bevy_exact_motion::prelude::*;

/// The centre of the slab's upper side at both ends of its path. Unit: m.
pub(crate) const ENDS: [Vec3; 2] = [Vec3::new(-6.0, 0.8, 3.0), Vec3::new(-6.0, 4.0, -23.0)];
/// The slab's size. Unit: m.
pub(crate) const SIZE: Vec3 = Vec3::new(4.4, 0.5, 4.4);
/// The spring's angular frequency; the period is 10.5 s. Unit: rad/s.
const ANGULAR_FREQUENCY: f32 = 0.6;
/// A player whose feet are at most this far below the slab's upper side is lifted onto it. Unit: m.
const STEP: f32 = 0.8;

#[derive(Component)]
pub(crate) struct Platform;

/// The slab's components, as query data whose item computes the slab's position and displacement.
#[derive(QueryData)]
pub(crate) struct Swing {
    place: &'static Transform,
    velocity: &'static Velocity,
    spring: &'static Spring,
    target: &'static Target,
}

pub(crate) fn spawn(commands: &mut Commands) {
    commands.spawn((
        (Name::new("platform"), Platform, Transform::from_translation(ENDS[0]), Visibility::default()),
        (Spring::new(ANGULAR_FREQUENCY, 0.0), Target::new(ENDS[0].midpoint(ENDS[1]))),
    ));
}

impl SwingItem<'_, '_> {
    /// Whether feet at this position (m) are on the slab, or close enough to be lifted onto it.
    pub(crate) fn is_under(&self, feet: Vec3) -> bool {
        let from_middle = feet - self.place.translation;
        let is_over = from_middle.xz().abs().cmplt(0.5 * SIZE.xz()).all();
        is_over && (-STEP..0.05).contains(&from_middle.y)
    }

    /// Returns the height of the slab's upper side. Unit: m.
    pub(crate) fn top(&self) -> f32 {
        self.place.translation.y
    }

    /// Returns the slab's displacement over the next tick, which has the length `tick` (s). Unit: m.
    #[expect(clippy::cast_possible_truncation, reason = "positions are f32")]
    pub(crate) fn displacement(&self, tick: f32) -> Vec3 {
        let omega = f64::from(self.spring.angular_frequency);
        let law = Law { k: omega * omega, ..Law::default() };
        Vec3::from_array(core::array::from_fn(|axis| {
            let [now, velocity, target] =
                [self.place.translation, self.velocity.0, self.target.value].map(|vector| f64::from(vector[axis]));
            (law.step_held(now, velocity, target, f64::from(tick)).0 - now) as f32
        }))
    }
}
