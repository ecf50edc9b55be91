//! Targets sampled, and their followers put right.

mod bounds;
mod follow_again;
mod leg;
mod put_right;
mod retrace;
mod sample;

use alloc::vec::Vec;

use bevy::{
    ecs::{
        change_detection::MaybeLocation,
        entity::{EntityHashMap, EntityHashSet},
        query::QueryData,
        system::SystemChangeTick,
    },
    prelude::*,
};

use self::{
    bounds::sample_bounds,
    follow_again::follow_again,
    put_right::put_right,
    sample::{Found, Taken, take_sample},
};
use crate::{
    follow::{
        Target,
        follower::{Follower, Sampled},
        frame_lookup::{FrameLookup, KnownLeader},
        order::FollowOrder,
    },
    law::Limits,
    motion::{Held, Motion, RestTolerance, Resting, answer::Answer, clock::Clock, led, target_path::Source},
    path::response_cache::ResponseCache,
    property::{Property, Velocity},
    space::Space,
    tick::{columns::Moving, worklist::Worklist},
};

pub(crate) type Corrected<P> = (
    NameOrEntity,
    &'static mut <P as Property>::Component,
    &'static mut Velocity<P>,
    &'static mut Motion<P>,
    &'static Answer<P>,
    Has<Resting<P>>,
    Option<&'static RestTolerance<P>>,
    Option<Ref<'static, Target<P>>>,
    Option<&'static Limits<P>>,
);

type CorrectedItem<'w, 's, P> = <Corrected<P> as QueryData>::Item<'w, 's>;

/// What a correction at the end of a tick uses beside the entity.
struct Correction<'a, 'w, 's, P: Property> {
    /// The tick's length. Unit: s.
    h: f64,
    worklist: &'a mut Worklist<P>,
    cache: &'a mut ResponseCache,
    commands: &'a mut Commands<'w, 's>,
}

/// Samples every target whose path is not known beforehand. Over the tick that has passed it was linear from the last sample to
/// this one: the followers' steps, taken with a guess, are put right or taken again with that, and so down the chain.
pub(crate) fn correct<P: Property>(
    mut clock: ResMut<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut world: ParamSet<(Query<Corrected<P>>, FrameLookup, Moving<P>)>,
    apart: Query<(Entity, &Follower<P>), Or<(With<Resting<P>>, With<Held<P>>)>>,
    foreign: Query<Ref<P::Component>, Without<Motion<P>>>,
    ticks: SystemChangeTick,
    mut commands: Commands,
) {
    let h = clock.h;
    clock.written_by[2] = ticks.this_run();
    let mut corrected = EntityHashSet::default();
    let cyclic = sample_cycles(&followers, &world.p0());
    let mut unsettled = false;
    let FollowOrder { foreign_leaders, samples, guessed, bounded, .. } = &*followers;
    // Followers to which nothing else happens are put right together, then all others one by one.
    let mut others = Vec::new();
    if *samples {
        let value = |&leader: &Entity| value_of(leader, &foreign, &world.p0()).map(|(value, _)| value);
        let valid = |value: Option<P::Value>| value.filter(|value| value.is_finite());
        let values: Vec<_> = foreign_leaders.iter().map(value).map(valid).collect();
        for outbox in put_right(world.p2(), ticks.this_run(), &values, h) {
            worklist.slow.extend(outbox.slow);
            others.extend(outbox.others);
        }
        others.extend(apart.iter().filter_map(|(entity, follower)| Some((entity, follower.sampled?))));
        others.sort_unstable();
    }
    let sampling = others.into_iter().filter_map(|(entity, sampled)| match sampled {
        Sampled::Leader(place) => Some((entity, Source::Foreign(*foreign_leaders.get(place as usize)?))),
        Sampled::Target => Some((entity, Source::Tracked)),
    });
    let mut correction =
        Correction { h, worklist: &mut worklist, cache: &mut ResponseCache::default(), commands: &mut commands };
    let mut known = KnownLeader::default();
    let mut before = None;
    for (entity, source) in sampling.chain(guessed.iter().copied()) {
        // The last entity may have been written, and this one may be when its bounds are sampled.
        for written in before.replace(entity).into_iter().chain([entity]) {
            known.note_write(written);
        }
        if bounded.contains(&entity) && sample_bounds(entity, &mut world.p0(), &mut correction) {
            corrected.insert(entity);
        }
        let value = match source {
            Source::Held | Source::Steady | Source::Bounded | Source::Ring(_) => continue,
            Source::Ours(leader) => {
                if corrected.contains(&leader) && follow_again(entity, leader, &mut world.p0(), &mut correction) {
                    corrected.insert(entity);
                }
                continue;
            }
            Source::Foreign(leader) => value_of(leader, &foreign, &world.p0()),
            Source::Seen(leader) => value_of(leader, &foreign, &world.p0()),
            Source::Cyclic(leader) => cyclic.get(&leader).map(|&value| (value, MaybeLocation::caller())),
            // Found with the entity.
            Source::Tracked => None,
        };
        let valid = value.map(|(value, _)| value).filter(|value| value.is_finite());
        let through_frames = match (source, valid) {
            (Source::Seen(leader), Some(value)) => {
                let aim = world.p0().get(entity).ok().and_then(|(_, _, _, motion, ..)| led::aim(&motion.0));
                aim.and_then(|aim| world.p1().place::<P>(entity, leader, value, &aim, &mut known)).map(Space::widen)
            }
            _ => None,
        };

        let mut entities = world.p0();
        let Ok(row) = entities.get_mut(entity) else { continue };
        let (.., target, _) = &row;
        let value = match (source, target) {
            // A target that is not tracked any more jumps, from now on.
            (Source::Tracked, Some(target)) if !target.tracked => continue,
            (Source::Tracked, Some(target)) => Some((target.value, target.changed_by())),
            _ => value,
        };
        let found = Found { source, value, through_frames };
        match take_sample(entity, &found, row, &mut correction) {
            Taken::AsGuessed => {}
            Taken::Again => _ = corrected.insert(entity),
            Taken::Unsettled => unsettled = true,
        }
    }
    followers.unsettled |= unsettled;
    // The kept steps are of no use over another tick: an entity that is marked as resting by hand takes none.
    for entity in worklist.put_right.drain(..) {
        if let Ok((_, _, _, mut motion, ..)) = world.p0().get_mut(entity) {
            led::forget_step(&mut motion.bypass_change_detection().0);
        }
    }
}

/// A leader's value, and what wrote it; for a leader of ours that is not known.
fn value_of<P: Property>(
    leader: Entity,
    foreign: &Query<Ref<P::Component>, Without<Motion<P>>>,
    ours: &Query<Corrected<P>>,
) -> Option<(P::Value, MaybeLocation)> {
    let foreign = foreign.get(leader).ok().map(|component| (P::get(&component), component.changed_by()));
    foreign.or_else(|| ours.get(leader).ok().map(|(_, component, ..)| (P::get(component), MaybeLocation::caller())))
}

/// The values of all leaders within a cycle, before any of them is put right: so the order among them has no effect.
fn sample_cycles<P: Property>(followers: &FollowOrder<P>, entities: &Query<Corrected<P>>) -> EntityHashMap<P::Value> {
    let leaders = followers.order.iter().filter_map(|&(_, source)| match source {
        Source::Cyclic(leader) => Some(leader),
        _ => None,
    });
    leaders.filter_map(|leader| Some((leader, P::get(entities.get(leader).ok()?.1)))).collect()
}
