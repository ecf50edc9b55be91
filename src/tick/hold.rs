//! A held entity goes where it is put, and its velocity is measured.

use alloc::format;

use bevy::prelude::*;

use super::tell::report;
use crate::{
    law::{Pace, invalid::Invalid},
    motion::{FrameClock, Held, Motion, Resting, Stepping, clock::Clock, fault::Fault, led},
    property::{Property, Velocity, command::take_off},
    space::{Space, Tangent},
};

/// Adopts where held entities were put, and measures how fast.
pub(crate) fn hold<P: Property>(
    clock: Res<Clock<P>>,
    time: Option<Res<Time<Virtual>>>,
    mut entities: Query<
        (NameOrEntity, &mut P::Component, &mut Velocity<P>, &mut Motion<P>, Option<&Pace<P>>, Has<Resting<P>>),
        With<Held<P>>,
    >,
    mut commands: Commands,
) {
    let speed = match clock.options.stepping {
        Stepping::Fixed | Stepping::Frame(FrameClock::Virtual) => time.map_or(1.0, |time| time.relative_speed_f64()),
        Stepping::Frame(FrameClock::Real) | Stepping::Schedule(_) => 1.0,
    };
    for (name, mut component, mut velocity, mut motion, pace, resting) in &mut entities {
        if P::awaits(&component).is_some() {
            continue;
        }
        if resting {
            take_off::<Resting<P>>(&mut commands, name.entity);
        }
        let body = &mut motion.bypass_change_detection().0;
        let value = P::get(&component);
        let invalid = !value.is_finite();
        if Fault::Value.turns(&mut body.faults, invalid) {
            report::<P>(
                Invalid::new("value", value, "finite", component.changed_by()),
                name.entity,
                &format!("{name}"),
                &mut commands,
            );
        }
        // The motion that it was grabbed from is over, and no tick is taken again.
        led::forget_step(body);
        let cold = body.make_cold();
        let written = cold.written.value;
        let hand = cold.hand.get_or_insert_default();
        // A grabbed entity stops where it was seen.
        let is_put = !invalid && (value != written || hand.sightings.is_empty());
        if is_put {
            body.state.position = value.widen();
        }
        let position = body.state.position;
        let own = Pace::acting(pace, body.pace());
        let Some(hand) = body.hand_mut() else { continue };
        hand.push(clock.written_at, position, speed);
        // The hand moves in the world's time. In a pause of the entity's own no velocity is the hand's.
        let measured = hand.velocity(speed) * if own > 0.0 { 1.0 / own } else { 1.0 };
        // An entity moved faster than an f32 can say keeps the velocity measured before.
        if <P::Value as Space>::Tangent::narrow(measured).is_finite() {
            body.state.velocity = measured;
        }
        body.moved = true;
        let state = body.state;
        body.write_marked(&state, clock.written_at, &mut component, &mut velocity);
    }
}
