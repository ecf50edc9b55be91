//! What is held goes where it is put, and its velocity is measured.

use alloc::{collections::VecDeque, format};

use bevy::ecs::{
    change_detection::{DetectChanges, DetectChangesMut},
    lifecycle::HookContext,
    name::NameOrEntity,
    query::{Has, With},
    system::{Commands, Query, Res},
    world::DeferredWorld,
};

use super::{Clock, Motion, adopt::touch, judge::Invalid, order::motion_changed, segment::Fault};
use crate::{
    components::{Held, Resting, Velocity},
    property::Property,
    space::{Space, Tangent, WideTangent, zero},
};

/// The velocity is measured over so long. Unit: s. Long enough to even out a pointer's jitter, short enough to forget
/// the way before a flick.
const WINDOW: f64 = 0.1;

/// Not moved for so long, it is held still. Unit: s. Three frames at 60 Hz: a hand that moves is not still for that.
const STILL: f64 = 0.05;

/// Where a held entity has been lately.
///
/// Its instants are relative to the last tick, as all of a motion's: put back, it does not ask what the clock shows.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Grip<V: Space> {
    /// Oldest first: those within the window, and one before.
    sightings: VecDeque<Sighting<V>>,
}

/// Where it was seen, and when.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
struct Sighting<V: Space> {
    /// Unit: s after the last tick.
    instant: f64,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    place: V::Wide,
}

impl<V: Space> Default for Grip<V> {
    fn default() -> Self {
        Self { sightings: VecDeque::new() }
    }
}

impl<V: Space> Grip<V> {
    fn push(&mut self, now: f64, place: V::Wide) {
        let sighting = Sighting { instant: now, place };
        match self.sightings.back_mut() {
            Some(last) if last.instant == now => last.place = place,
            // Unmoved, it is not known yet whether it stopped or is just not written in this place.
            Some(last) if last.place == place && now - last.instant <= STILL => {}
            Some(last) if last.place == place => {
                self.sightings.clear();
                self.sightings.push_back(sighting);
            }
            _ => self.sightings.push_back(sighting),
        }
        while self.sightings.get(1).is_some_and(|second| second.instant <= now - WINDOW) {
            self.sightings.pop_front();
        }
    }

    /// A tick of length `h` is over.
    pub(crate) fn pass(&mut self, h: f64) {
        for sighting in &mut self.sightings {
            sighting.instant -= h;
        }
    }

    /// The world's origin has moved.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        for sighting in &mut self.sightings {
            sighting.place = V::offset(sighting.place, by);
        }
    }

    /// The mean velocity over the window that ends where it was last seen moving, or since it was grabbed.
    fn velocity(&self) -> WideTangent<V> {
        let (Some(last), Some(first)) = (self.sightings.back(), self.sightings.front()) else { return zero() };
        let from = last.instant - WINDOW;
        // The window begins between the first two.
        let (since, begin) = match self.sightings.get(1) {
            Some(second) if first.instant < from && second.instant > first.instant => {
                let share = (from - first.instant) / (second.instant - first.instant);
                (from, V::offset(first.place, V::difference(second.place, first.place) * share))
            }
            _ => (first.instant, first.place),
        };
        let length = last.instant - since;
        if length > 0.0 { V::difference(last.place, begin) * (1.0 / length) } else { zero() }
    }
}

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
            Invalid::new("value", value, "finite", component.changed_by()).report::<P>(
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

/// Hook: it was grabbed. In the hand nothing rests.
pub(crate) fn grabbed<P: Property>(mut world: DeferredWorld, context: HookContext) {
    world.commands().entity(context.entity).try_remove::<Resting<P>>();
    motion_changed::<P>(world, context);
}

/// Hook: it was let go. Grabbed again before that is taken in, it has forgotten the way before.
pub(crate) fn let_go<P: Property>(mut world: DeferredWorld, context: HookContext) {
    touch::<P>(&mut world, context.entity, |segment| {
        if let Some(grip) = &mut segment.grip {
            grip.sightings.clear();
        }
    });
    motion_changed::<P>(world, context);
}
