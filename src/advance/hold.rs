//! What is held goes where it is put, and its velocity is measured.

use alloc::{collections::VecDeque, format};

use bevy::ecs::{
    change_detection::{DetectChanges, DetectChangesMut},
    component::Component,
    lifecycle::HookContext,
    name::NameOrEntity,
    query::With,
    system::{Commands, Query, Res},
    world::DeferredWorld,
};

use super::{Clock, Motion, judge::Invalid, order::motion_changed, segment::Fault};
use crate::{
    components::{Held, Velocity},
    property::{Point, Property},
    space::{Space, WideTangent, zero},
};

/// The velocity is measured over so long. Unit: s. Long enough to even out a pointer's jitter, short enough to forget
/// the way before a flick.
const WINDOW: f64 = 0.1;

/// Not moved for so long, it is held still. Unit: s. Three frames at 60 Hz: a hand that moves is not still for that.
const STILL: f64 = 0.05;

/// Where a held entity has been lately.
#[derive(Component)]
pub(crate) struct Grip<P: Property> {
    /// Instants (s) and places, oldest first: those within the window, and one before.
    samples: VecDeque<(f64, Point<P>)>,
}

impl<P: Property> Default for Grip<P> {
    fn default() -> Self {
        Self { samples: VecDeque::new() }
    }
}

impl<P: Property> Grip<P> {
    fn push(&mut self, now: f64, place: Point<P>) {
        match self.samples.back_mut() {
            Some(last) if last.0 == now => last.1 = place,
            // Unmoved, it is not known yet whether it stopped or is just not written in this place.
            Some(last) if last.1 == place && now - last.0 <= STILL => {}
            Some(last) if last.1 == place => {
                self.samples.clear();
                self.samples.push_back((now, place));
            }
            _ => self.samples.push_back((now, place)),
        }
        while self.samples.get(1).is_some_and(|&(time, _)| time <= now - WINDOW) {
            self.samples.pop_front();
        }
    }

    /// The world's origin has moved.
    pub(crate) fn shift(&mut self, by: WideTangent<P::Value>) {
        for (_, place) in &mut self.samples {
            *place = P::Value::offset(*place, by);
        }
    }

    /// The mean velocity over the window that ends where it was last seen moving, or since it was grabbed.
    fn velocity(&self) -> WideTangent<P::Value> {
        let (Some(&(now, place)), Some(&(first, start))) = (self.samples.back(), self.samples.front()) else {
            return zero();
        };
        let from = now - WINDOW;
        // The window begins between the first two samples.
        let (since, begin) = match self.samples.get(1) {
            Some(&(second, next)) if first < from && second > first => {
                let share = (from - first) / (second - first);
                (from, P::Value::offset(start, P::Value::difference(next, start) * share))
            }
            _ => (first, start),
        };
        if now > since { P::Value::difference(place, begin) * (1.0 / (now - since)) } else { zero() }
    }
}

/// Takes in where held entities were put, and measures how fast.
pub(crate) fn hold<P: Property>(
    clock: Res<Clock<P>>,
    mut entities: Query<
        (NameOrEntity, &mut P::Component, &mut Velocity<P>, &mut Motion<P>, &mut Grip<P>),
        With<Held<P>>,
    >,
    mut commands: Commands,
) {
    for (name, mut component, mut velocity, mut motion, mut grip) in &mut entities {
        let segment = &mut motion.bypass_change_detection().0;
        let value = P::get(&component);
        let invalid = !value.is_finite();
        if Fault::Value.turns(&mut segment.faults, invalid) {
            Invalid::new("value", value, "finite", component.changed_by()).report::<P>(
                name.entity,
                &format!("{name}"),
                &mut commands,
            );
        }
        let grip = grip.bypass_change_detection();
        // Grabbed, it stops where it was seen.
        if !invalid && (value != segment.written.value || grip.samples.is_empty()) {
            segment.state.position = value.widen();
        }
        grip.push(clock.now(), segment.state.position);
        segment.state.velocity = grip.velocity();
        segment.moved = true;
        let state = segment.state;
        segment.write(&state, &mut component, &mut velocity);
    }
}

/// Hook: it was grabbed or let go.
pub(crate) fn released<P: Property>(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut motion) = world.get_mut::<Motion<P>>(context.entity) {
        motion.0.released = true;
    }
    if let Some(mut grip) = world.get_mut::<Grip<P>>(context.entity) {
        grip.samples.clear();
    }
    motion_changed::<P>(world, context);
}
