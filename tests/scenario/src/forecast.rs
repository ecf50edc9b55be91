//! Records forecasts of motions. Their times are f64, so they show rounding differences that f32 states hide.

use bevy::prelude::*;
use bevy_exact_motion::{ContactForecast, Motion, property::Translation};

use crate::{
    cast::{Cast, Role},
    property::{Numbers, Stepped, Watched},
    record::{Record, bits, kind, wide_bits},
};

/// The roles whose motions are forecast.
const FORECAST_ROLES: &[Role] = &[
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
const MAX_SECONDS: f64 = 4.0;

/// Records forecasts every 32 ticks.
pub(crate) fn record_forecasts(world: &mut World) {
    if !world.resource::<Record>().ticks.is_multiple_of(32) {
        return;
    }
    for group in Cast::groups() {
        for &role in FORECAST_ROLES {
            let entity = world.resource::<Cast>().get(group, role);
            let Ok(motion) = Motion::<Translation>::of(world, entity) else { continue };
            let mut words = Vec::new();
            let (value, velocity) = motion.after(0.25);
            words.extend(bits(value.numbers().into_iter().chain(velocity.numbers())));
            if let Some((seconds, value)) = motion.will_rest(1e-3, MAX_SECONDS) {
                words.extend(wide_bits([seconds]).chain(bits(value.numbers())));
            }
            if let Some(ContactForecast { seconds, value, .. }) = motion.will_reach(MAX_SECONDS) {
                words.extend(wide_bits([seconds]).chain(bits(value.numbers())));
            }
            if let Some((seconds, value)) = motion.will_turn(1, MAX_SECONDS) {
                words.extend(wide_bits([seconds]).chain(bits(value.numbers())));
            }
            let slot = Cast::slot(group, role);
            world.resource_mut::<Record>().take(Stepped::InTicks, slot, kind::FORECAST, Translation::NUMBER, words);
        }
    }
}
