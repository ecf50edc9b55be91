//! What is held goes where it is put, and its velocity is measured.

use alloc::format;

use bevy::ecs::{
    change_detection::{DetectChanges, DetectChangesMut},
    name::NameOrEntity,
    query::{Has, With},
    system::{Commands, Query, Res},
};

use super::tell::report;
use crate::{
    law::invalid::Invalid,
    motion::{Held, Motion, Resting, clock::Clock, segment::Fault},
    property::{Property, Velocity},
    space::{Space, Tangent},
};

/// Takes in where held entities were put, and measures how fast.
pub(crate) fn hold<P: Property>(
    clock: Res<Clock<P>>,
    mut entities: Query<
        (NameOrEntity, &mut P::Component, &mut Velocity<P>, &mut Motion<P>, Has<Resting<P>>),
        With<Held<P>>,
    >,
    mut commands: Commands,
) {
    for (name, mut component, mut velocity, mut motion, resting) in &mut entities {
        if resting {
            commands.entity(name.entity).try_remove::<Resting<P>>();
        }
        let segment = &mut motion.bypass_change_detection().0;
        let value = P::get(&component);
        let invalid = !value.is_finite();
        if Fault::Value.turns(&mut segment.faults, invalid) {
            report::<P>(
                Invalid::new("value", value, "finite", component.changed_by()),
                name.entity,
                &format!("{name}"),
                &mut commands,
            );
        }
        let grip = segment.grip.get_or_insert_default();
        // Grabbed, it stops where it was seen.
        if !invalid && (value != segment.written.value || grip.sightings.is_empty()) {
            segment.state.position = value.widen();
        }
        grip.push(clock.written_at, segment.state.position);
        let measured = grip.velocity();
        // Moved faster than an f32 can say, it keeps the velocity measured before.
        if <P::Value as Space>::Tangent::narrow(measured).is_finite() {
            segment.state.velocity = measured;
        }
        segment.moved = true;
        let state = segment.state;
        segment.write(&state, &mut component, &mut velocity);
    }
}
