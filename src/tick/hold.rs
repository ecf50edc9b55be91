//! Grabbed entities: user code moves them, and their velocity is measured.

use alloc::format;

use bevy::prelude::*;

use super::emit::report;
use crate::{
    law::{TimeScale, invalid::Invalid},
    motion::{Grabbed, Motion, Resting, Stepping, clock::Clock, fault::Fault, target},
    property::{Property, Velocity, command::remove_component},
    space::{Space, Tangent},
};

/// Adopts the values that user code wrote to grabbed entities, and measures their velocity.
pub(crate) fn hold<P: Property>(
    clock: Res<Clock<P>>,
    time: Option<Res<Time<Virtual>>>,
    mut entities: Query<
        (NameOrEntity, &mut P::Component, &mut Velocity<P>, &mut Motion<P>, Option<&TimeScale<P>>, Has<Resting<P>>),
        With<Grabbed<P>>,
    >,
    mut commands: Commands,
) {
    let speed = match clock.options.stepping {
        Stepping::Fixed | Stepping::Frame => time.map_or(1.0, |time| time.relative_speed_f64()),
        Stepping::FrameReal | Stepping::Schedule(_) => 1.0,
    };
    for (name, mut component, mut velocity, mut motion, time_scale, resting) in &mut entities {
        if P::awaits(&component).is_some() {
            continue;
        }
        if resting {
            remove_component::<Resting<P>>(&mut commands, name.entity);
        }
        let body = &mut motion.bypass_change_detection().0;
        let value = P::get(&component);
        let invalid = !value.is_finite();
        if Fault::Value.set(&mut body.faults, invalid) {
            report::<P>(
                Invalid::new("value", value, "finite", component.changed_by()),
                name.entity,
                &format!("{name}"),
                &mut commands,
            );
        }
        // The motion before the grab is over, so its last step is not corrected any more.
        target::discard_guessed_step(body);
        let rare = body.make_rare();
        let written = rare.written.value;
        let grab_track = rare.grab_track.get_or_insert_default();
        // An entity that has just been grabbed stops at the value that its component shows.
        let was_moved = !invalid && (value != written || grab_track.points.is_empty());
        if was_moved {
            body.state.position = value.widen();
        }
        let position = body.state.position;
        let own_time_scale = TimeScale::effective(time_scale, body.time_scale());
        let Some(grab_track) = body.grab_track_mut() else { continue };
        grab_track.push(clock.written_at, position, speed);
        // The velocity is measured in the world's time, and converted to the entity's own time. At a time scale of 0, it is kept as
        // measured.
        let measured = grab_track.velocity(speed) * if own_time_scale > 0.0 { 1.0 / own_time_scale } else { 1.0 };
        // If an f32 cannot hold the measured velocity, the previous one is kept.
        if <P::Value as Space>::Tangent::narrow(measured).is_finite() {
            body.state.velocity = measured;
        }
        body.moved = true;
        let state = body.state;
        body.write_marked(&state, clock.written_at, &mut component, &mut velocity);
    }
}
