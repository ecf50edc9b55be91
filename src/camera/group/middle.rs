//! The weighted middle of a group, found in every tick.

use alloc::vec::Vec;
use core::cmp::Ordering;

use bevy::{
    ecs::entity::{EntityHashMap, EntityHashSet},
    prelude::*,
};

use super::{GroupMiddle, GroupWeight, InGroup, Known};
use crate::{
    camera::{
        frames::Frames,
        loops::{Loops, Members},
    },
    events::Teleported,
    law::Pace,
    math::{
        camera::{Member, middle},
        rotation::Vector3,
    },
    motion::Motion,
    property::{Velocity, disabling::WithDisabled},
    space::{Tangent, quat},
    warning::Warnings,
};

/// What counts of a member.
type Counting = (
    Entity,
    &'static InGroup,
    (Option<&'static Velocity<GroupWeight>>, Option<&'static Pace<GroupWeight>>, Option<&'static Motion<GroupWeight>>),
    Option<&'static Velocity>,
);

type Grouped = (NameOrEntity, &'static mut Transform, Option<&'static mut GroupMiddle>);

/// A group's members, and whether this crate moves all of them.
#[derive(Default)]
struct Counted {
    known: Vec<Known>,
    members: Vec<Member<Vector3>>,
    is_sampled: bool,
}

/// Puts groups where their middles are. A group that is left without one stays.
pub(crate) fn find_middles(
    mut world: ParamSet<(
        (Query<Counting, With<Transform>>, Frames),
        Query<Grouped>,
        Query<(Entity, &mut GroupMiddle)>,
    )>,
    loops: Loops,
    warnings: Res<Warnings>,
    mut commands: Commands,
) {
    let (members, frames) = world.p0();
    let mut found = find(&members, &frames);
    let all = if found.is_empty() { Members::default() } else { loops.members() };
    let looped: EntityHashSet =
        found.iter().map(|&(group, ..)| group).filter(|&group| loops.is_moved_by(group, group, &all)).collect();
    found.retain(|(group, ..)| !looped.contains(group));
    let counts: EntityHashSet = found.iter().map(|&(group, ..)| group).collect();
    let mut groups = world.p1();
    for (group, place, middle) in found {
        put(group, place, middle, &mut groups, &mut commands);
    }
    for group in looped {
        let Ok((name, _, middle)) = groups.get_mut(group) else { continue };
        warnings.warn(group, ("InGroup", "itself"), format_args!(
            "{name}: the place of a member of this group depends on the group's own, so the group stays where it is: no \
             member may be a child of the group, or be attached to it"
        ));
        if middle.is_none() {
            commands.entity(group).try_insert(GroupMiddle::default());
        }
    }
    let is_left = |(group, middle): (Entity, &GroupMiddle)| {
        (!counts.contains(&group) && !middle.members.is_empty()).then_some(group)
    };
    let left: Vec<Entity> = world.p2().iter().filter_map(is_left).collect();
    let (_, frames) = world.p0();
    let standing: Vec<_> = left.into_iter().map(|group| (group, frames.above(group).next().is_none())).collect();
    let mut groups = world.p2();
    for (group, stands) in standing {
        if let Ok((_, mut middle)) = groups.get_mut(group) {
            // It may still move with its parent.
            *middle = GroupMiddle { velocity: stands.then_some(Vec3::ZERO), ..GroupMiddle::default() };
        }
    }
}

/// Whether a group has never been anywhere.
pub(crate) fn is_group_new(members: Query<&InGroup>, found: Query<(), With<GroupMiddle>>) -> bool {
    members.iter().any(|member| member.counts() && !found.contains(member.group))
}

/// Puts groups there that have never been anywhere: what begins behind them begins there.
pub(crate) fn find_first_middles(
    mut world: ParamSet<((Query<Counting, With<Transform>>, Frames), Query<Grouped>)>,
    loops: Loops,
    mut commands: Commands,
) {
    let (members, frames) = world.p0();
    let found = find(&members, &frames);
    let all = loops.members();
    let mut groups = world.p1();
    for (group, place, middle) in found {
        let is_new = groups.get(group).is_ok_and(|(.., known)| known.is_none());
        if is_new && !loops.is_moved_by(group, group, &all) {
            put(group, place, middle, &mut groups, &mut commands);
        }
    }
}

/// Where the middle of every group is that has one.
fn find(members: &Query<Counting, With<Transform>>, frames: &Frames) -> Vec<(Entity, Vec3, GroupMiddle)> {
    let mut groups = EntityHashMap::<Counted>::default();
    for (entity, member, (weight_rate, pace, motion), velocity) in members {
        let placement = frames.own(entity).placement;
        if !member.counts() || !placement.position.length().is_finite() || !placement.velocity.length().is_finite() {
            continue;
        }
        let counted = groups.entry(member.group).or_default();
        counted.is_sampled |= velocity.is_none();
        let (radius, moved_by_others) = (member.sphere(), frames.moved_by_others(entity));
        counted.known.push(Known { entity, radius, moved_by_others });
        counted.members.push(Member {
            position: placement.position,
            velocity: placement.velocity,
            weight: member.weight.into(),
            weight_rate: weight_rate.map_or(0.0, |rate| f64::from(rate.0) * Motion::pace(motion, pace)),
        });
    }
    let found = groups.into_iter().filter_map(|(group, Counted { mut known, mut members, is_sampled })| {
        known.sort_unstable_by_key(|member| member.entity);
        // A sum has other bits in another order, and entities are found in any.
        members.sort_unstable_by(by_values);
        let middle = middle(members)?;
        let frame = frames.parent(group);
        let place = frame.has_room().then(|| Vec3::narrow(frame.local(middle.position)))?;
        let velocity = Vec3::narrow(quat::vector_from_math(middle.velocity) / frames.speed_of_places());
        Some((
            group,
            place,
            GroupMiddle {
                velocity: (!is_sampled && velocity.is_finite()).then_some(velocity),
                members: known,
                ..GroupMiddle::default()
            },
        ))
    });
    found.filter(|(_, place, _)| place.is_finite()).collect()
}

/// An order of members that does not depend on which entities they are.
fn by_values(one: &Member<Vector3>, other: &Member<Vector3>) -> Ordering {
    let numbers = |member: &Member<Vector3>| {
        let [x, y, z] = quat::vector_from_math(member.position).to_array();
        let [x_rate, y_rate, z_rate] = quat::vector_from_math(member.velocity).to_array();
        [x, y, z, x_rate, y_rate, z_rate, member.weight, member.weight_rate]
    };
    let pairs = numbers(one).into_iter().zip(numbers(other));
    pairs.fold(Ordering::Equal, |order, (one, other)| order.then(one.total_cmp(&other)))
}

/// Puts a group there.
fn put(group: Entity, place: Vec3, mut found: GroupMiddle, groups: &mut Query<Grouped>, commands: &mut Commands) {
    let Ok((_, mut transform, middle)) = groups.get_mut(group) else { return };
    let member = |entity: Entity| middle.as_ref().and_then(|middle| middle.member(entity));
    // Where somebody begins or ceases to count, or was put elsewhere, the middle jumps: nobody has gone there along a line.
    found.is_new = middle.as_ref().is_none_or(|middle| middle.jumps || middle.members.len() != found.members.len())
        || found.members.iter().any(|known| member(known.entity).is_none());
    found.is_resized =
        found.members.iter().any(|known| member(known.entity).is_some_and(|before| before.radius != known.radius));
    if !found.members.iter().all(|known| known.is_on(member(known.entity))) {
        found.velocity = None;
    }
    if found.is_new && transform.translation != place {
        commands.trigger(Teleported::new(group));
    }
    if transform.translation != place {
        transform.translation = place;
    }
    match middle {
        Some(mut middle) => *middle = found,
        None => {
            commands.entity(group).try_insert(found);
        }
    }
}

/// Observer: the middle of a group whose member is put elsewhere, or a parent of it, has not gone there at some speed. It is put there after
/// the next tick.
pub(crate) fn member_jumps<E: EntityEvent>(
    event: On<E>,
    members: Query<(Entity, &InGroup)>,
    frames: Frames,
    mut groups: WithDisabled<&mut GroupMiddle>,
) {
    let jumping = event.event_target();
    let goes = |entity: Entity| core::iter::once(entity).chain(frames.above(entity)).any(|entity| entity == jumping);
    for (_, member) in members.iter().filter(|&(entity, member)| member.counts() && goes(entity)) {
        if let Ok(mut middle) = groups.get_mut(member.group) {
            middle.jumps = true;
        }
    }
}
