//! Turns [`OrbitInput`] into changes of the targets of an orbit.

use bevy::prelude::*;

use super::{
    ends::{clamp_pitches, clamp_with_rate, mean_rate, zoomed, zoomed_unclamped},
    walls::reach::Reach,
};
use crate::{
    camera::{Orbit, OrbitDistance, OrbitInput, OrbitPitch, OrbitRange, OrbitYaw},
    engine::Removed,
    follow::{Target, TargetMotion},
    motion::{Motion, clock::Clock, target::steady_target},
    property::{Property, disabling::WithDisabled},
    space::{Angle, Space},
};

/// The input of an orbit, its range, and the targets that the input moves.
type InputQuery = (
    &'static Orbit,
    &'static mut OrbitInput,
    Option<&'static OrbitRange>,
    (&'static mut Target<OrbitYaw>, &'static Motion<OrbitYaw>),
    (&'static mut Target<OrbitPitch>, &'static Motion<OrbitPitch>),
    (&'static mut Target<OrbitDistance>, &'static Motion<OrbitDistance>),
    Option<&'static mut Reach>,
);

/// System: applies the input to the targets. The input takes effect at the same instant as any other write that is made now.
pub(crate) fn apply_input(
    yaws: Res<Clock<OrbitYaw>>,
    pitches: Res<Clock<OrbitPitch>>,
    lengths: Res<Clock<OrbitDistance>>,
    mut orbits: Query<InputQuery>,
) {
    for (orbit, mut input, range, yaw, pitch, length, reach) in &mut orbits {
        let range = range.copied().unwrap_or(OrbitRange::OPEN);
        let OrbitInput { turn, zoom, turn_rate, zoom_rate } = finite_input(*input);
        // NaN is not equal to 0, so it is reset as well. Otherwise every later addition to it would be NaN.
        if input.turn != Vec2::ZERO || input.zoom != 0.0 {
            // Jumps are applied once. Rates are kept as they were written.
            (input.turn, input.zoom) = (Vec2::ZERO, 0.0);
        }
        // If the target is not finite, the input starts from the orbit's own value.
        let finite_or = |target: f32, own: f32| if target.is_finite() { target } else { own };
        let current = finite_or(current_target(&yaw.0, yaw.1, &yaws).0, orbit.yaw);
        let turned = finite_sum(current, turn.x);
        set_target(yaw.0, turn.x != 0.0, Angle(turned), turn_rate.x);
        let current = finite_or(current_target(&pitch.0, pitch.1, &pitches), orbit.pitch);
        let (lowered, rate) = clamp_with_rate(finite_sum(current, turn.y), turn_rate.y, clamp_pitches(range.pitch));
        set_target(pitch.0, lowered != current, lowered, rate);
        if let Some(mut reach) = reach {
            // The walls system derives the target of the length from the wanted length, so the input only changes the wanted length.
            if zoom == 0.0 {
                continue;
            }
            let wanted = reach.wanted.unwrap_or(finite_or(length.0.value, orbit.distance));
            let zoomed = zoomed(wanted, zoom.into(), range.distance);
            let reach = reach.bypass_change_detection();
            reach.wanted = Some(wanted);
            reach.set_wanted(zoomed, true);
            continue;
        }
        let current = finite_or(current_target(&length.0, length.1, &lengths), orbit.distance);
        // The rate (m/s) of a zoom grows with the length. The target moves at the mean rate until this system runs again, at the end of the
        // tick.
        let instant = lengths.acts_at(None);
        let zoomed = zoomed_unclamped(current, zoom.into(), range.distance);
        let rate = mean_rate(zoomed, zoom_rate.into(), lengths.h - instant, range.distance);
        let (zoomed, rate) = clamp_with_rate(zoomed, rate, range.distance);
        let needs_update =
            zoomed != current || (instant == 0.0 && rate != 0.0) || (rate != 0.0) != length.0.steady().is_some();
        if needs_update {
            set_target(length.0, true, zoomed, rate);
        }
    }
}

/// Observer: stops the targets that are moved by the rates of an input component that is removed.
pub(crate) fn input_removed(
    removed: Removed<OrbitInput>,
    yaws: Res<Clock<OrbitYaw>>,
    pitches: Res<Clock<OrbitPitch>>,
    lengths: Res<Clock<OrbitDistance>>,
    mut orbits: WithDisabled<RateQuery>,
) {
    if let Ok((input, yaw, pitch, length)) = orbits.get_mut(removed.entity) {
        let OrbitInput { turn_rate, zoom_rate, .. } = finite_input(*input);
        end_rate(turn_rate.x, yaw, &yaws);
        end_rate(turn_rate.y, pitch, &pitches);
        end_rate(zoom_rate, length, &lengths);
    }
}

/// The input of an orbit, and the targets that its rates move.
type RateQuery = (
    &'static OrbitInput,
    (&'static mut Target<OrbitYaw>, &'static Motion<OrbitYaw>),
    (&'static mut Target<OrbitPitch>, &'static Motion<OrbitPitch>),
    (&'static mut Target<OrbitDistance>, &'static Motion<OrbitDistance>),
);

/// Stops a target at its current value, if a rate moves it.
fn end_rate<P: Property<Value: Space<Tangent = f32>>>(
    rate: f32,
    (mut target, motion): (Mut<Target<P>>, &Motion<P>),
    clock: &Clock<P>,
) {
    if rate != 0.0 && target.steady().is_some() {
        let value = current_target(&target, motion, clock);
        *target = Target::of(value);
    }
}

/// The sum of a value and a turn, or the value alone if the sum is not finite in an f32.
fn finite_sum(value: f32, turn: f32) -> f32 {
    let turned = value + turn;
    if turned.is_finite() { turned } else { value }
}

/// The input with 0 in place of values that are not finite.
fn finite_input(input: OrbitInput) -> OrbitInput {
    let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
    let OrbitInput { turn, zoom, turn_rate, zoom_rate } = input;
    let both = |vector: Vec2| Vec2::new(finite(vector.x), finite(vector.y));
    OrbitInput { turn: both(turn), zoom: finite(zoom), turn_rate: both(turn_rate), zoom_rate: finite(zoom_rate) }
}

/// The current value of a target that may have a velocity, or the last written value if the current one does not fit into an f32.
fn current_target<P: Property>(target: &Target<P>, motion: &Motion<P>, clock: &Clock<P>) -> P::Value {
    let moved = target.steady().and_then(|steady| steady_target(&motion.0, steady, clock.acts_at(None)));
    moved.map(P::Value::narrow).filter(|moved| moved.is_finite()).unwrap_or(target.value)
}

/// Writes the target's value and velocity, if the value `jumps` or the velocity differs from the current one.
fn set_target<P: Property<Value: PartialEq, Value: Space<Tangent = f32>>>(
    mut target: Mut<Target<P>>,
    jumps: bool,
    value: P::Value,
    velocity: f32,
) {
    if jumps || velocity != target.steady().map_or(0.0, |steady| steady.velocity) {
        let motion = if velocity == 0.0 { TargetMotion::Jumps } else { TargetMotion::Linear(velocity) };
        target.set_if_neq(Target { value, motion });
    }
}
