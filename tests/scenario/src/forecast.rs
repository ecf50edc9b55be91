//! Records what motions forecast. The times are f64, so they show every bit that the mathematics rounds.

use bevy::prelude::*;
use bevy_exact_motion::{ContactForecast, Motion, RestForecast, property::Translation};

use crate::{
    cast::{Cast, Role},
    property::{Numbers, Stepped, Watched},
    record::{Record, bits, kind, wide_bits},
};

/// The roles whose motions are forecast.
const ASKED: &[Role] = &[
    Role::Leader,
    Role::AxisSprings,
    Role::Glider,
    Role::Slider,
    Role::DrySpring,
    Role::Ball,
    Role::Plane,
    Role::Soft,
    Role::MovingBound,
    Role::Thrown,
    Role::SavedFollower,
    Role::SavedBall,
    Role::SavedBurst,
    Role::SavedThrown,
];
/// The longest forecast. Unit: s.
const LONGEST: f64 = 4.0;

/// Records forecasts every 32 ticks.
pub(crate) fn record_forecasts(world: &mut World) {
    if !world.resource::<Record>().ticks.is_multiple_of(32) {
        return;
    }
    for group in Cast::groups() {
        for &role in ASKED {
            let entity = world.resource::<Cast>().get(group, role);
            let Ok(motion) = Motion::<Translation>::of(world, entity) else { continue };
            let mut words = Vec::new();
            let (value, velocity) = motion.after(0.25);
            words.extend(bits(value.numbers().into_iter().chain(velocity.numbers())));
            if let Some(RestForecast { seconds, value }) = motion.will_rest(1e-3, LONGEST) {
                words.extend(wide_bits([seconds]).chain(bits(value.numbers())));
            }
            if let Some(ContactForecast { seconds, value, .. }) = motion.will_reach(LONGEST) {
                words.extend(wide_bits([seconds]).chain(bits(value.numbers())));
            }
            if let Some((seconds, value)) = motion.will_turn(1, LONGEST) {
                words.extend(wide_bits([seconds]).chain(bits(value.numbers())));
            }
            let slot = Cast::slot(group, role);
            world.resource_mut::<Record>().take(Stepped::InTicks, slot, kind::FORECAST, Translation::NUMBER, words);
        }
    }
}
