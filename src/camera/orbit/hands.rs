//! What hands do, taken in as targets.

use bevy::prelude::*;

use super::{
    ends::{growth, short_of_poles, stretched, within, zoomed},
    walls::reach::Reach,
};
use crate::{
    camera::{Orbit, OrbitInput, OrbitLength, OrbitPitch, OrbitRange, OrbitYaw},
    engine::Removed,
    follow::Target,
    motion::{Motion, clock::Clock, led::steady_target},
    property::{Property, disabling::WithDisabled},
    space::{Angle, Space},
};

/// Hands, what they move, and how far.
type Handled = (
    &'static Orbit,
    &'static mut OrbitInput,
    Option<&'static OrbitRange>,
    (&'static mut Target<OrbitYaw>, &'static Motion<OrbitYaw>),
    (&'static mut Target<OrbitPitch>, &'static Motion<OrbitPitch>),
    (&'static mut Target<OrbitLength>, &'static Motion<OrbitLength>),
    Option<&'static mut Reach>,
);

/// Moves the targets, from the instant on at which what is written now acts.
pub(crate) fn take_hands(
    yaws: Res<Clock<OrbitYaw>>,
    pitches: Res<Clock<OrbitPitch>>,
    lengths: Res<Clock<OrbitLength>>,
    mut orbits: Query<Handled>,
) {
    for (orbit, mut input, range, yaw, pitch, length, reach) in &mut orbits {
        let range = range.copied().unwrap_or(OrbitRange::OPEN);
        let OrbitInput { turn, zoom, turn_rate, zoom_rate } = finite(*input);
        // What is not a number is taken, too: nothing that is added to it later would be a number.
        if input.turn != Vec2::ZERO || input.zoom != 0.0 {
            // Taken once; what is held stays as it was written.
            (input.turn, input.zoom) = (Vec2::ZERO, 0.0);
        }
        // From a target that is NaN the input continues from the orbit.
        let number = |target: f32, own: f32| if target.is_finite() { target } else { own };
        let ahead = number(place(&yaw.0, yaw.1, &yaws).0, orbit.yaw);
        let turned = sum(ahead, turn.x);
        aim(yaw.0, turn.x != 0.0, Angle(turned), turn_rate.x);
        let ahead = number(place(&pitch.0, pitch.1, &pitches), orbit.pitch);
        let (lowered, rate) = within(sum(ahead, turn.y), turn_rate.y, short_of_poles(range.pitch));
        aim(pitch.0, lowered != ahead, lowered, rate);
        if let Some(mut reach) = reach {
            // The length is what walls make of what hands want.
            if zoom == 0.0 {
                continue;
            }
            let wanted = reach.wanted.unwrap_or(number(length.0.value, orbit.length));
            let zoomed = zoomed(wanted, zoom.into(), range.length);
            let reach = reach.bypass_change_detection();
            reach.wanted = Some(wanted);
            reach.want(zoomed, true);
            continue;
        }
        let ahead = number(place(&length.0, length.1, &lengths), orbit.length);
        // The rate of a length grows with it: along a chord until the tick ends, which begins anew there.
        let instant = lengths.acts_at(None);
        let zoomed = stretched(ahead, zoom.into(), range.length);
        let rate = growth(zoomed, zoom_rate.into(), lengths.h - instant, range.length);
        let (zoomed, rate) = within(zoomed, rate, range.length);
        let starts_anew =
            zoomed != ahead || (instant == 0.0 && rate != 0.0) || (rate == 0.0) != (length.0.velocity == 0.0);
        if starts_anew {
            aim(length.0, true, zoomed, rate);
        }
    }
}

/// Observer: rates end with the input that has them.
pub(crate) fn input_removed(
    removed: Removed<OrbitInput>,
    yaws: Res<Clock<OrbitYaw>>,
    pitches: Res<Clock<OrbitPitch>>,
    lengths: Res<Clock<OrbitLength>>,
    mut orbits: WithDisabled<Rated>,
) {
    if let Ok((input, yaw, pitch, length)) = orbits.get_mut(removed.entity) {
        let OrbitInput { turn_rate, zoom_rate, .. } = finite(*input);
        end_rate(turn_rate.x, yaw, &yaws);
        end_rate(turn_rate.y, pitch, &pitches);
        end_rate(zoom_rate, length, &lengths);
    }
}

/// What rates move.
type Rated = (
    &'static OrbitInput,
    (&'static mut Target<OrbitYaw>, &'static Motion<OrbitYaw>),
    (&'static mut Target<OrbitPitch>, &'static Motion<OrbitPitch>),
    (&'static mut Target<OrbitLength>, &'static Motion<OrbitLength>),
);

/// Stops a target where it is now, if a rate moves it.
fn end_rate<P: Property<Value: Space<Tangent = f32>>>(
    rate: f32,
    (mut target, motion): (Mut<Target<P>>, &Motion<P>),
    clock: &Clock<P>,
) {
    if rate != 0.0 && target.velocity != 0.0 && !target.tracked {
        let value = place(&target, motion, clock);
        *target = Target::of(value);
    }
}

/// A place after a turn; the place itself where an f32 cannot hold that.
fn sum(place: f32, turn: f32) -> f32 {
    let turned = place + turn;
    if turned.is_finite() { turned } else { place }
}

/// Without what is not a number.
fn finite(input: OrbitInput) -> OrbitInput {
    let finite = |number: f32| if number.is_finite() { number } else { 0.0 };
    let OrbitInput { turn, zoom, turn_rate, zoom_rate } = input;
    let both = |vector: Vec2| Vec2::new(finite(vector.x), finite(vector.y));
    OrbitInput { turn: both(turn), zoom: finite(zoom), turn_rate: both(turn_rate), zoom_rate: finite(zoom_rate) }
}

/// Where a target is now that may move by itself, as far as an f32 can hold that.
fn place<P: Property>(target: &Target<P>, motion: &Motion<P>, clock: &Clock<P>) -> P::Value {
    let moved = steady_target(&motion.0, target.value, target.velocity, clock.acts_at(None));
    moved.map(P::Value::narrow).filter(|moved| moved.is_finite()).unwrap_or(target.value)
}

/// Aims there, and on from there at a rate, where that is news.
fn aim<P: Property<Value: PartialEq, Value: Space<Tangent = f32>>>(
    mut target: Mut<Target<P>>,
    jumps: bool,
    value: P::Value,
    velocity: f32,
) {
    if jumps || velocity != target.velocity {
        target.set_if_neq(Target { value, velocity, tracked: false });
    }
}
