//! Observers of the plugin's events. They check the events, and do the operations that are due in observers.

use bevy::prelude::*;
use bevy_exact_motion::{Motion, TargetMotion, TimeScale, events::InvalidMotion, prelude::*};

use crate::{
    limits,
    operation::Event,
    property::{Fuzzed, Which},
    stage::{Agenda, Cast},
    watch::Watch,
};

fn slot_of(cast: &Cast, entity: Entity) -> Option<u8> {
    cast.all().find(|&(_, other)| other == entity).map(|(slot, _)| slot)
}

fn perform(agenda: &mut Agenda, event: Event, entity: Entity, commands: &mut Commands) {
    for operation in agenda.take_observed(event) {
        commands.queue(move |world: &mut World| operation.apply(Some(entity), world));
    }
}

fn hash(watch: &mut Watch, event: u32, property: Which, slot: u8, time: u64) {
    watch.hash.take([event, property as u32, slot.into(), time as u32, (time >> 32) as u32]);
}

/// Checks a contact. This check is queued before the observer's operations, so that it sees the entity as it was at the event.
fn judge_contact<P: Fuzzed>(world: &mut World, slot: u8, reached: &LimitReached<P>, clocks: [(f64, f64); 2]) {
    let entity = world.get_entity(reached.entity).ok();
    let bounds = entity.map(|entity| (entity.get::<Limits<P>>().copied(), limits::is_law_valid::<P>(entity, false)));
    world.resource_mut::<Watch>().reached::<P>(slot, reached, bounds.unwrap_or((None, true)), clocks);
}

/// The entity with an exponential rate that was despawned last.
#[derive(Resource, Default)]
struct LastDespawned(Option<Entity>);

/// Adds the observers of one property.
pub(crate) fn observe<P: Fuzzed>(app: &mut App) {
    app.init_resource::<LastDespawned>();
    app.add_observer(
        |settled: On<Settled<P>>,
         settling: Query<(&P::Component, Has<Resting<P>>, Has<Follow<P>>)>,
         cast: Res<Cast>,
         mut agenda: ResMut<Agenda>,
         mut watch: ResMut<Watch>,
         mut commands: Commands| {
            watch.count_observed(P::WHICH, 0);
            if let Some(slot) = slot_of(&cast, settled.entity) {
                let (current, rests, follows) =
                    settling.get(settled.entity).map_or((None, false, true), |(component, rests, follows)| {
                        (Some(P::get(component)), rests, follows)
                    });
                watch.settled::<P>(slot, settled.value, current, rests, follows);
                hash(&mut watch, 1, P::WHICH, slot, settled.time.as_nanos() as u64);
            }
            perform(&mut agenda, Event::Settled, settled.entity, &mut commands);
        },
    )
    .add_observer(
        |finished: On<Finished<P>>,
         moving: Query<(&P::Component, &Velocity<P>)>,
         (clock, real): (Res<Time>, Res<Time<Real>>),
         cast: Res<Cast>,
         mut agenda: ResMut<Agenda>,
         mut watch: ResMut<Watch>,
         mut commands: Commands| {
            watch.count_observed(P::WHICH, 1);
            if let Some(slot) = slot_of(&cast, finished.entity) {
                watch.finished(P::WHICH, slot);
                let current =
                    moving.get(finished.entity).ok().map(|(component, velocity)| (P::get(component), velocity.0));
                let clocks = [
                    (clock.elapsed_secs_f64(), clock.delta_secs_f64()),
                    (real.elapsed_secs_f64(), real.delta_secs_f64()),
                ];
                watch.landed::<P>(slot, current, clocks);
                hash(&mut watch, 2, P::WHICH, slot, 0);
            }
            perform(&mut agenda, Event::Finished, finished.entity, &mut commands);
        },
    )
    .add_observer(|despawned: On<Despawn, ExponentialRate<P>>, mut last: ResMut<LastDespawned>| {
        last.0 = Some(despawned.entity);
    })
    .add_observer(
        |removed: On<Remove, ExponentialRate<P>>,
         // A widget that leaves is despawned, perhaps in the middle of a move, and its children with it.
         unpredictable: Query<(), Or<(With<TimeScale<P>>, With<Leaving>)>>,
         last: Res<LastDespawned>,
         (time, real): (Res<Time>, Res<Time<Real>>),
         cast: Res<Cast>,
         mut watch: ResMut<Watch>| {
            if let Some(slot) = slot_of(&cast, removed.entity) {
                let step = time.delta_secs_f64().max(real.delta_secs_f64());
                let unpredictable = last.0 == Some(removed.entity) || unpredictable.contains(removed.entity);
                watch.rate_removed(P::WHICH, slot, unpredictable, step);
            }
        },
    )
    .add_observer(|removed: On<Remove, Fling<P>>, cast: Res<Cast>, mut watch: ResMut<Watch>| {
        if let Some(slot) = slot_of(&cast, removed.entity) {
            watch.throw_removed(P::WHICH, slot);
        }
    })
    .add_observer(
        |invalid: On<InvalidMotion<P>>,
         led: Query<(Has<Follow<P>>, Has<Limits<P>>, Has<Spring<P>>, Option<&Target<P>>)>,
         cast: Res<Cast>,
         mut agenda: ResMut<Agenda>,
         mut watch: ResMut<Watch>,
         mut commands: Commands| {
            watch.count_observed(P::WHICH, 2);
            if let Some(slot) = slot_of(&cast, invalid.entity) {
                let may_turn = led.get(invalid.entity).is_ok_and(|(follows, limited, springs, target)| {
                    let tracked = target.is_some_and(|target| target.motion == TargetMotion::Tracked);
                    follows || limited || tracked || springs && !watch.is_tame()
                });
                watch.invalid(P::WHICH, slot, invalid.field, may_turn);
                hash(&mut watch, 3, P::WHICH, slot, 0);
            }
            perform(&mut agenda, Event::Invalid, invalid.entity, &mut commands);
        },
    )
    .add_observer(
        |reached: On<LimitReached<P>>,
         (clock, real): (Res<Time>, Res<Time<Real>>),
         cast: Res<Cast>,
         mut agenda: ResMut<Agenda>,
         mut watch: ResMut<Watch>,
         mut commands: Commands| {
            watch.count_observed(P::WHICH, 3);
            if let Some(slot) = slot_of(&cast, reached.entity) {
                let clocks = [
                    (clock.elapsed_secs_f64(), clock.delta_secs_f64()),
                    (real.elapsed_secs_f64(), real.delta_secs_f64()),
                ];
                let reached = *reached;
                commands.queue(move |world: &mut World| judge_contact::<P>(world, slot, &reached, clocks));
                hash(&mut watch, 4, P::WHICH, slot, reached.time.to_bits());
            }
            perform(&mut agenda, Event::LimitReached, reached.entity, &mut commands);
        },
    )
    .add_observer(
        |removed: On<Remove, Resting<P>>,
         cast: Res<Cast>,
         mut agenda: ResMut<Agenda>,
         mut watch: ResMut<Watch>,
         mut commands: Commands| {
            if let Some(slot) = slot_of(&cast, removed.entity) {
                watch.woke(P::WHICH, slot);
            }
            perform(&mut agenda, Event::RestingRemoved, removed.entity, &mut commands);
        },
    )
    .add_observer(|added: On<Add, Resting<P>>, mut agenda: ResMut<Agenda>, mut commands: Commands| {
        perform(&mut agenda, Event::RestingAdded, added.entity, &mut commands);
    })
    .add_observer(|added: On<Add, Motion<P>>, mut agenda: ResMut<Agenda>, mut commands: Commands| {
        perform(&mut agenda, Event::MotionAdded, added.entity, &mut commands);
    })
    .add_observer(|removed: On<Remove, Motion<P>>, mut agenda: ResMut<Agenda>, mut commands: Commands| {
        perform(&mut agenda, Event::MotionRemoved, removed.entity, &mut commands);
    })
    .add_observer(|inserted: On<Insert, Velocity<P>>, mut agenda: ResMut<Agenda>, mut commands: Commands| {
        perform(&mut agenda, Event::VelocityInserted, inserted.entity, &mut commands);
    });
}
