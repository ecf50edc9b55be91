//! Samples the targets whose paths are not known beforehand, and corrects their followers.

mod bounds;
mod follow_again;
mod in_tables;
mod retrace;
mod sample;
mod sample_interval;

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
    in_tables::correct_in_tables,
    sample::{SampleOutcome, SampledTarget, take_sample},
};
use crate::{
    follow::{
        Target,
        follower::{Follower, Sampled},
        frame_lookup::{FrameLookup, LeaderFrameCache},
        order::FollowOrder,
    },
    law::Limits,
    motion::{
        Grabbed, Motion, RestTolerance, Resting, clock::Clock, target, target_path::Source, tick_response::TickResponse,
    },
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
    &'static TickResponse<P>,
    Has<Resting<P>>,
    Option<&'static RestTolerance<P>>,
    Option<Ref<'static, Target<P>>>,
    Option<&'static Limits<P>>,
);

type CorrectedItem<'w, 's, P> = <Corrected<P> as QueryData>::Item<'w, 's>;

/// The data that the corrections of all entities share.
struct Correction<'a, 'w, 's, P: Property> {
    /// The tick's length. Unit: s.
    h: f64,
    worklist: &'a mut Worklist<P>,
    cache: &'a mut ResponseCache,
    commands: &'a mut Commands<'w, 's>,
}

/// Samples every target whose path is not known beforehand. Over the last tick its path is interpolated from the previous sample to the new
/// one. The followers took their steps along a guessed path, so their steps are corrected or taken again, and after them the steps of their
/// own followers.
pub(crate) fn correct<P: Property>(
    mut clock: ResMut<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut world: ParamSet<(Query<Corrected<P>>, FrameLookup, Moving<P>)>,
    resting_or_grabbed: Query<(Entity, &Follower<P>), Or<(With<Resting<P>>, With<Grabbed<P>>)>>,
    foreign: Query<Ref<P::Component>, Without<Motion<P>>>,
    ticks: SystemChangeTick,
    mut commands: Commands,
) {
    let h = clock.h;
    clock.write_ticks[2] = ticks.this_run();
    let mut corrected = EntityHashSet::default();
    let cyclic = sample_cycles(&followers, &world.p0());
    let mut unsettled = false;
    let FollowOrder { foreign_leaders, any_sampled, guessed, bounded, .. } = &*followers;
    // Followers whose only boxed data is a moving target are corrected together, then all others one by one.
    let mut others = Vec::new();
    if *any_sampled {
        let value = |&leader: &Entity| value_of(leader, &foreign, &world.p0()).map(|(value, _)| value);
        let valid = |value: Option<P::Value>| value.filter(|value| value.is_finite());
        let values: Vec<_> = foreign_leaders.iter().map(value).map(valid).collect();
        for outbox in correct_in_tables(world.p2(), ticks.this_run(), &values, h) {
            worklist.slow.extend(outbox.slow);
            others.extend(outbox.others);
        }
        others.extend(resting_or_grabbed.iter().filter_map(|(entity, follower)| Some((entity, follower.sampled?))));
        others.sort_unstable();
    }
    let sampling = others.into_iter().filter_map(|(entity, sampled)| match sampled {
        Sampled::Leader(place) => Some((entity, Source::Foreign(*foreign_leaders.get(place as usize)?))),
        Sampled::Target => Some((entity, Source::Tracked)),
    });
    let mut correction =
        Correction { h, worklist: &mut worklist, cache: &mut ResponseCache::default(), commands: &mut commands };
    let mut known = LeaderFrameCache::default();
    let mut before = None;
    for (entity, source) in sampling.chain(guessed.iter().copied()) {
        // Cached frames become stale: the previous entity may have been written to, and this one may be written to when its bounds are
        // sampled.
        for written in before.replace(entity).into_iter().chain([entity]) {
            known.invalidate(written);
        }
        if bounded.contains(&entity) && sample_bounds(entity, &mut world.p0(), &mut correction) {
            corrected.insert(entity);
        }
        let value = match source {
            Source::Fixed | Source::Steady | Source::Bounded | Source::Ring(_) => continue,
            Source::Predicted(leader) => {
                if corrected.contains(&leader) && follow_again(entity, leader, &mut world.p0(), &mut correction) {
                    corrected.insert(entity);
                }
                continue;
            }
            Source::Foreign(leader) => value_of(leader, &foreign, &world.p0()),
            Source::OtherFrame(leader) => value_of(leader, &foreign, &world.p0()),
            Source::Cyclic(leader) => cyclic.get(&leader).map(|&value| (value, MaybeLocation::caller())),
            // Read below, from the entity itself.
            Source::Tracked => None,
        };
        let valid = value.map(|(value, _)| value).filter(|value| value.is_finite());
        let through_frames = match (source, valid) {
            (Source::OtherFrame(leader), Some(value)) => {
                let aim = world.p0().get(entity).ok().and_then(|(_, _, _, motion, ..)| target::aim(&motion.0));
                aim.and_then(|aim| world.p1().target::<P>(entity, leader, value, &aim, &mut known)).map(Space::widen)
            }
            _ => None,
        };

        let mut entities = world.p0();
        let Ok(row) = entities.get_mut(entity) else { continue };
        let (.., target, _) = &row;
        let value = match (source, target) {
            // The target is not tracked any more: from now on, writes to it are jumps.
            (Source::Tracked, Some(target)) if !target.is_tracked() => continue,
            (Source::Tracked, Some(target)) => Some((target.value, target.changed_by())),
            _ => value,
        };
        let found = SampledTarget { source, value, through_frames };
        match take_sample(entity, &found, row, &mut correction) {
            SampleOutcome::Kept => {}
            SampleOutcome::Retaken => _ = corrected.insert(entity),
            SampleOutcome::Unsettled => unsettled = true,
        }
    }
    followers.needs_restart |= unsettled;
    // The stored steps must not be used for another tick: an entity that user code has marked as resting takes no new step.
    for entity in worklist.corrected.drain(..) {
        if let Ok((_, _, _, mut motion, ..)) = world.p0().get_mut(entity) {
            target::discard_guessed_step(&mut motion.bypass_change_detection().0);
        }
    }
}

/// A leader's value and, if this crate does not move the leader, the line of code that wrote the value.
fn value_of<P: Property>(
    leader: Entity,
    foreign: &Query<Ref<P::Component>, Without<Motion<P>>>,
    ours: &Query<Corrected<P>>,
) -> Option<(P::Value, MaybeLocation)> {
    let foreign = foreign.get(leader).ok().map(|component| (P::get(&component), component.changed_by()));
    foreign.or_else(|| ours.get(leader).ok().map(|(_, component, ..)| (P::get(component), MaybeLocation::caller())))
}

/// The values of all leaders within a cycle. They are read before any of these entities is corrected, so that the order of the corrections
/// does not matter.
fn sample_cycles<P: Property>(followers: &FollowOrder<P>, entities: &Query<Corrected<P>>) -> EntityHashMap<P::Value> {
    let leaders = followers.order.iter().filter_map(|&(_, source)| match source {
        Source::Cyclic(leader) => Some(leader),
        _ => None,
    });
    leaders.filter_map(|leader| Some((leader, P::get(entities.get(leader).ok()?.1)))).collect()
}
