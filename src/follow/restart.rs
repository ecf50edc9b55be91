//! Followers begun anew with their leaders, and put where their target is.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    entity::Entity,
    observer::On,
    query::Has,
    system::{Commands, Query, Res, ResMut},
};

use super::{Follow, led::Led, order::Followers, ring::restart_rings, sight::Sight};
use crate::{
    events::{Snap, Teleported},
    motion::{
        Motion, Resting,
        clock::Clock,
        course::{Sample, Source},
        memo::Memo,
        segment::Segment,
        snap::snap_to,
    },
    property::{Point, Property},
    space::{Space, State},
};

/// Begins followers anew whose leader did, at the same instant, and takes the first sample of the others.
pub(crate) fn restart_followers<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<Followers<P>>,
    mut entities: Query<(&mut Motion<P>, Has<Resting<P>>)>,
    values: Query<&P::Component>,
    sight: Sight,
    mut commands: Commands,
) {
    let instant = clock.written_at;
    let jumped = followers.take_jumped();
    let mut memo = Memo::default();
    restart_rings(&followers.rings, instant, &mut entities, &mut memo, &mut commands);
    // Followers of one leader come one after the other.
    let mut known: Option<(Entity, u32)> = None;
    for &(entity, source) in &followers.order {
        let Ok((follower, _)) = entities.get(entity) else { continue };
        let Some(course) = follower.0.course.as_ref().filter(|_| !matches!(source, Source::Ring(_))) else { continue };
        let leader_revision = match source {
            Source::Ours(leader) if known.is_none_or(|(known, _)| known != leader) => {
                known = entities.get(leader).ok().map(|(ahead, _)| (leader, ahead.0.revision));
                known.map(|(_, revision)| revision)
            }
            Source::Ours(_) => known.map(|(_, revision)| revision),
            _ => None,
        };
        if course.is_known_to(source, leader_revision) && source.leader().is_none_or(|leader| !jumped.contains(&leader))
        {
            continue;
        }
        let ahead = match source {
            Source::Ours(leader) if course.snaps => entities.get(leader).ok(),
            _ => None,
        };
        let aim = course.aim;
        let leader_state =
            ahead.filter(|_| course.snaps).map(|(motion, rests)| seen_ahead(&motion.0, rests, instant, &mut memo));

        let Ok((mut motion, resting)) = entities.get_mut(entity) else { continue };
        let segment = &mut motion.bypass_change_detection().0;
        let Some(course) = &mut segment.course else { continue };
        let mut wakes = false;
        let changed = course.source != source;
        if changed {
            wakes = true;
            segment.restart(instant, &mut memo);
            // Until the new source is planned or sampled, the target stands where the old one left it.
            if let Some(course) = &mut segment.course {
                let lost = course.lost && course.source.leader() == source.leader();
                course.forget();
                course.source = source;
                // The same leader, seen otherwise: its loss has been told.
                course.lost = lost;
            }
        }
        let Some(course) = &mut segment.course else { continue };
        match source {
            Source::Ours(_) => {
                let snaps = course.snaps;
                if let Some(revision) = leader_revision
                    && (course.leader_revision.replace(revision) != Some(revision) || snaps)
                {
                    wakes = true;
                    course.replan();
                    segment.restart(instant, &mut memo);
                }
            }
            Source::Foreign(leader) | Source::Seen(leader) | Source::Cyclic(leader) => {
                if jumped.contains(&leader) {
                    course.sample = None;
                }
                let place = values.get(leader).ok().filter(|_| course.sample.is_none()).and_then(|component| {
                    let value = P::get(component);
                    value.is_finite().then(|| place::<P>(source, entity, leader, value, course.aim, &sight)).flatten()
                });
                if let Some(place) = place {
                    wakes = true;
                    segment.restart(instant, &mut memo);
                    begin_sampling(segment, place, instant);
                }
            }
            Source::Tracked if course.sample.is_none() => {
                let place = segment.target;
                course.sample = Some(Sample { place, aimed: place, velocity: None, at: instant });
            }
            Source::Tracked | Source::Ring(_) => {}
            Source::Held => {
                segment.course = None;
                commands.entity(entity).try_remove::<Led<P>>();
            }
        }
        if segment.course.as_mut().is_some_and(|course| core::mem::take(&mut course.snaps)) {
            wakes = true;
            segment.restart(instant, &mut memo);
            snap_to(segment, leader_state.map(|state| P::Value::displaced(state, aim.offset)));
        }
        if wakes && resting {
            commands.entity(entity).try_remove::<Resting<P>>();
        }
    }
}

/// Where a sampled leader's `value` puts the follower's target.
pub(crate) fn place<P: Property>(
    source: Source,
    follower: Entity,
    leader: Entity,
    value: P::Value,
    aim: crate::motion::course::Aim<P::Value>,
    sight: &Sight,
) -> Option<Point<P>> {
    match source {
        Source::Seen(_) => sight.place::<P>(follower, leader, value, &aim).map(Space::widen),
        _ => Some(P::Value::offset(value.widen(), aim.offset)),
    }
}

/// The first sample: the target jumps there.
fn begin_sampling<V: Space>(segment: &mut Segment<V>, place: V::Wide, instant: f64) {
    let Some(course) = &mut segment.course else { return };
    segment.target = place;
    course.slope = Default::default();
    course.sample = Some(Sample { place, aimed: place, velocity: course.leader_velocity, at: instant });
}

/// Observer: a leader that something else moves was put elsewhere. It is sampled anew, and its followers' target jumps.
pub(crate) fn leader_teleported<P: Property>(
    teleported: On<Teleported<P>>,
    followers: Res<Followers<P>>,
    mut motions: Query<&mut Motion<P>>,
) {
    for (entity, source) in &followers.order {
        if source.is_sampled()
            && source.leader() == Some(teleported.entity)
            && let Ok(mut motion) = motions.get_mut(*entity)
            && let Some(course) = &mut motion.bypass_change_detection().0.course
        {
            course.sample = None;
        }
    }
}

/// Observer: a follower is to be where its target is, now.
pub(crate) fn snap<P: Property>(snap: On<Snap<P>>, mut motions: Query<(&mut Motion<P>, Has<Follow<P>>)>) {
    let Ok((mut motion, follows)) = motions.get_mut(snap.entity) else { return };
    let course = &mut motion.bypass_change_detection().0.course;
    if follows {
        // It may have begun to follow just now, which is not taken in yet.
        course.get_or_insert_default().snaps = true;
    } else if let Some(course) = course {
        course.snaps = true;
    }
}

/// A leader's state at an instant, its velocity in the world's time rather than its own.
pub(crate) fn seen_ahead<V: Space>(segment: &Segment<V>, rests: bool, instant: f64, memo: &mut Memo) -> State<V> {
    if rests { segment.state } else { segment.stretch().at_in_world_time(instant, memo) }
}
