//! Computes the weighted middles of groups in every tick.

use alloc::vec::Vec;
use core::cmp::Ordering;

use bevy::{
    ecs::{entity::EntityHashSet, system::SystemParam},
    prelude::*,
};

use super::{GroupMember, GroupMembers, GroupMiddle, GroupWeight, InGroup, KnownMember};
use crate::{
    camera::{ActiveShot, frames::Frames, loops::Loops},
    engine::Removed,
    events::{Cut, Teleported},
    follow::StartOnTarget,
    law::TimeScale,
    math::{
        camera::{Member, middle},
        rotation::Vector3,
    },
    motion::Motion,
    property::{Velocity, disabling::WithDisabled},
    space::{Tangent, quat},
    warning::Warnings,
};

/// Query data: a member, and how its weight and its position move.
type MemberQuery = (
    Entity,
    &'static GroupMember,
    (
        Option<&'static Velocity<GroupWeight>>,
        Option<&'static TimeScale<GroupWeight>>,
        Option<&'static Motion<GroupWeight>>,
    ),
    Option<&'static Velocity>,
);

type GroupQuery = (NameOrEntity, &'static mut Transform, Option<&'static mut GroupMiddle>);

/// Queries for groups, for their members and for the members' positions.
#[derive(SystemParam)]
pub(crate) struct Groups<'w, 's> {
    groups: Query<'w, 's, (Entity, &'static GroupMembers)>,
    members: Query<'w, 's, MemberQuery, With<Transform>>,
    frames: Frames<'w, 's>,
}

/// System: moves groups to their middles. A group that no longer has a middle stays where it is.
pub(crate) fn find_middles(
    mut world: ParamSet<(Groups, Query<GroupQuery>, Query<(Entity, &mut GroupMiddle)>)>,
    loops: Loops,
    warnings: Res<Warnings>,
    mut commands: Commands,
) {
    let mut found = world.p0().find();
    let looped: EntityHashSet =
        found.iter().map(|&(group, ..)| group).filter(|&group| loops.is_moved_by(group, group)).collect();
    found.retain(|(group, ..)| !looped.contains(group));
    let with_middle: EntityHashSet = found.iter().map(|&(group, ..)| group).collect();
    let mut groups = world.p1();
    for (group, place, middle) in found {
        place_group(group, place, middle, &mut groups, &mut commands);
    }
    for group in looped {
        let Ok((name, _, middle)) = groups.get_mut(group) else { continue };
        warnings.warn(group, ("InGroup", "itself"), format_args!(
            "{name}: the position of a member of this group depends on the group's own, so the group stays where it is: no \
             member may be a child of the group, or be attached to it"
        ));
        if middle.is_none() {
            commands.entity(group).try_insert(GroupMiddle::default());
        }
    }
    let is_left = |(group, middle): (Entity, &GroupMiddle)| {
        (!with_middle.contains(&group) && !middle.members.is_empty()).then_some(group)
    };
    let left: Vec<Entity> = world.p2().iter().filter_map(is_left).collect();
    let frames = world.p0().frames;
    let left: Vec<_> = left.into_iter().map(|group| (group, frames.above(group).next().is_none())).collect();
    let mut groups = world.p2();
    for (group, is_root) in left {
        if let Ok((_, mut middle)) = groups.get_mut(group) {
            // A group with a parent may still move with its parent, so its velocity is not known.
            *middle = GroupMiddle { velocity: is_root.then_some(Vec3::ZERO), ..GroupMiddle::default() };
        }
    }
}

/// Run condition: at least one group that has a member with a weight above 0 has no middle yet.
pub(crate) fn is_group_new(
    groups: Query<&GroupMembers, (With<Transform>, Without<GroupMiddle>)>,
    members: Query<&GroupMember>,
) -> bool {
    groups.iter().flat_map(GroupMembers::iter).any(|member| members.get(member).is_ok_and(GroupMember::has_weight))
}

/// System: moves each new group to its first middle, so that followers can start on the group.
pub(crate) fn find_first_middles(
    mut world: ParamSet<(Groups, Query<GroupQuery>)>,
    loops: Loops,
    mut commands: Commands,
) {
    let found = world.p0().find();
    let mut groups = world.p1();
    for (group, place, middle) in found {
        let is_new = groups.get(group).is_ok_and(|(.., known)| known.is_none());
        if is_new && !loops.is_moved_by(group, group) {
            place_group(group, place, middle, &mut groups, &mut commands);
        }
    }
}

impl Groups<'_, '_> {
    /// The middles of all groups that have one: the group, its translation, and its new state.
    fn find(&self) -> Vec<(Entity, Vec3, GroupMiddle)> {
        self.groups.iter().filter_map(|(group, members)| self.middle_of(group, members)).collect()
    }

    fn middle_of(&self, group: Entity, members: &GroupMembers) -> Option<(Entity, Vec3, GroupMiddle)> {
        let frames = &self.frames;
        let (mut known, mut counted) = (Vec::new(), Vec::new());
        // Whether any member is not moved by this crate.
        let mut is_sampled = false;
        let members = members.iter().filter_map(|member| self.members.get(member).ok());
        for (entity, member, (weight_rate, time_scale, motion), velocity) in members {
            let placement = frames.world_frame(entity).placement;
            let is_finite = placement.position.length().is_finite() && placement.velocity.length().is_finite();
            if !(member.has_weight() && is_finite) {
                continue;
            }
            is_sampled |= velocity.is_none();
            let (radius, foreign_transform) = (member.sphere(), frames.foreign_transform(entity));
            known.push(KnownMember { entity, radius, foreign_transform });
            counted.push(Member {
                position: placement.position,
                velocity: placement.velocity,
                weight: member.weight.into(),
                weight_rate: weight_rate.map_or(0.0, |rate| f64::from(rate.0) * Motion::time_scale(motion, time_scale)),
            });
        }
        known.sort_unstable_by_key(|member| member.entity);
        // Sorted, because the rounding of a sum depends on the order of its terms, and members may join in any order.
        counted.sort_unstable_by(by_values);
        let middle = middle(counted)?;
        let frame = frames.parent(group);
        let place = frame.is_valid().then(|| Vec3::narrow(frame.local_position(middle.position)))?;
        let velocity = Vec3::narrow(quat::vector_from_math(middle.velocity) / frames.translation_clock_speed());
        let velocity = (!is_sampled && velocity.is_finite()).then_some(velocity);
        place.is_finite().then(|| (group, place, GroupMiddle { velocity, members: known, ..GroupMiddle::default() }))
    }
}

/// Orders members by their values alone, so that the order does not depend on entity ids.
fn by_values(one: &Member<Vector3>, other: &Member<Vector3>) -> Ordering {
    let key = |member: &Member<Vector3>| {
        let [x, y, z] = quat::vector_from_math(member.position).to_array();
        let [x_rate, y_rate, z_rate] = quat::vector_from_math(member.velocity).to_array();
        [x, y, z, x_rate, y_rate, z_rate, member.weight, member.weight_rate]
    };
    let pairs = key(one).into_iter().zip(key(other));
    pairs.fold(Ordering::Equal, |order, (one, other)| order.then(one.total_cmp(&other)))
}

/// Moves a group to its middle, and triggers [`Teleported`] if the middle jumped.
fn place_group(
    group: Entity,
    place: Vec3,
    mut found: GroupMiddle,
    groups: &mut Query<GroupQuery>,
    commands: &mut Commands,
) {
    let Ok((_, mut transform, middle)) = groups.get_mut(group) else { return };
    let member = |entity: Entity| middle.as_ref().and_then(|middle| middle.member(entity));
    // If a member joined, left or was teleported, the middle has jumped instead of moving along a line.
    found.is_teleport =
        middle.as_ref().is_none_or(|middle| middle.member_teleported || middle.members.len() != found.members.len())
            || found.members.iter().any(|known| member(known.entity).is_none());
    found.is_resized =
        found.members.iter().any(|known| member(known.entity).is_some_and(|before| before.radius != known.radius));
    if !found.members.iter().all(|known| known.velocity_is_known(member(known.entity))) {
        found.velocity = None;
    }
    if found.is_teleport && transform.translation != place {
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

/// Queries to find the groups whose members have jumped.
#[derive(SystemParam)]
pub(crate) struct MemberJumps<'w, 's> {
    members: Query<'w, 's, (Entity, &'static InGroup, &'static GroupMember)>,
    frames: Frames<'w, 's>,
    groups: WithDisabled<'w, 's, &'static mut GroupMiddle>,
}

impl MemberJumps<'_, '_> {
    /// Records that an entity has jumped. If it is a member of a group, or an ancestor of one, the group's middle jumps when it is next
    /// computed.
    fn record(&mut self, jumped: Entity) {
        let Self { members, frames, groups } = self;
        let jumps =
            |entity: Entity| core::iter::once(entity).chain(frames.above(entity)).any(|entity| entity == jumped);
        for (_, &InGroup(group), _) in
            members.iter().filter(|&(entity, _, member)| member.has_weight() && jumps(entity))
        {
            if let Ok(mut middle) = groups.get_mut(group) {
                middle.member_teleported = true;
            }
        }
    }
}

/// Observer: records the jump of an entity that was teleported.
pub(crate) fn member_teleported(teleported: On<Teleported>, mut jumps: MemberJumps) {
    jumps.record(teleported.entity);
}

/// Observer: records the jump of an entity that has started on its target.
pub(crate) fn member_started(started: Removed<StartOnTarget>, mut jumps: MemberJumps) {
    jumps.record(started.entity);
}

/// Observer: records the jumps of an entity that was cut, of its shot, and of the ancestors of both, which were cut as well.
pub(crate) fn member_cut(cut: On<Cut>, cameras: WithDisabled<&'static ActiveShot>, mut jumps: MemberJumps) {
    let shot = cameras.get(cut.entity).ok().map(|shows| shows.shot);
    for lowest in [Some(cut.entity), shot].into_iter().flatten() {
        let highest = jumps.frames.above(lowest).last().unwrap_or(lowest);
        jumps.record(highest);
    }
}
