//! Groups, and their weighted middle.

use alloc::vec::Vec;
use core::cmp::Ordering;

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    ecs::{
        component::Component,
        entity::{Entity, EntityHashMap, EntityHashSet, EntityMapper, MapEntities},
        event::EntityEvent,
        name::NameOrEntity,
        observer::On,
        query::With,
        reflect::ReflectComponent,
        system::{Commands, ParamSet, Query, Res},
    },
    math::{Quat, Vec3},
    reflect::{Reflect, TypePath},
    transform::components::Transform,
};

use super::{
    frame::Frames,
    loops::{Loops, Members},
    template::template,
};
use crate::{
    events::Teleported,
    law::Pace,
    math::{
        camera::{Member, middle},
        rotation::Vector3,
    },
    motion::Motion,
    property::{Property, Velocity, disabling::WithDisabled},
    space::{Tangent, quat},
    warning::Warnings,
};

/// Makes an entity a member of a group. The group is another entity, whose translation is put into the weighted middle of its members in
/// every tick.
///
/// An entity that follows the group, for instance a camera's pivot, follows that middle. [`Frame`](crate::Frame) keeps all members in the
/// picture. The weight is a property, [`GroupWeight`]: put it on a spring, let a member that joins start at 0 and a member that leaves go
/// to 0 first, and the middle does not jump.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn join(group: Entity, player: Entity, commands: &mut Commands) {
///     let grows = (Spring::critical(4.0).on::<GroupWeight>(), Target::<GroupWeight>::of(1.0));
///     commands.entity(player).insert((InGroup::new(group).with_weight(0.0), grows));
/// }
/// ```
///
/// # Special cases
///
/// - Without members, or if no weight is above 0, the last middle stays. A weight below 0, infinite or NaN counts as 0.
/// - If this crate moves all members, and nothing else moves their parents, followers of the group that have no parent, with an offset along
///   the world's axes, take its path over a tick as a cubic. All others take it as a line.
/// - The group's entity needs a `Transform`, and nothing else may move it.
/// - The place of a member may not depend on the group's: if a member is a child of the group, or attached to it, the group stays where it
///   is, with one warning.
/// - If you put a member elsewhere, trigger [`Teleported`](crate::Teleported) of it, also if this crate moves it: when the middle is there,
///   the group is teleported, and its followers do not take the jump for a velocity. [`Snap`](crate::Snap) of a member does the same.
#[doc(alias = "multi target")]
#[doc(alias = "target group")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct InGroup {
    /// The group's entity.
    #[entities]
    pub group: Entity,
    /// The radius of the sphere that has to be in the picture. Unit: m. Range: ≥ 0. Default: 0.5.
    #[reflect(@0.0..=f32::MAX)]
    pub radius: f32,
    /// The member's weight in the middle. Unit: 1. Range: ≥ 0. Default: 1.
    #[reflect(@0.0..=f32::MAX)]
    pub weight: f32,
}

template!(InGroupTemplate of InGroup::new(group) { radius: f32, weight: f32 });

impl InGroup {
    /// A member of `group`, with a radius of 0.5 m and a weight of 1.
    #[must_use]
    pub const fn new(group: Entity) -> Self {
        Self { group, radius: 0.5, weight: 1.0 }
    }

    /// The same, with this radius (m, ≥ 0).
    #[must_use]
    pub const fn with_radius(self, radius: f32) -> Self {
        Self { radius, ..self }
    }

    /// The same, with this weight (1, ≥ 0).
    #[must_use]
    pub const fn with_weight(self, weight: f32) -> Self {
        Self { weight, ..self }
    }

    /// The radius of its sphere (m).
    pub(crate) fn sphere(&self) -> f32 {
        if self.radius > 0.0 { self.radius } else { 0.0 }
    }

    /// Whether it counts.
    pub(crate) fn counts(&self) -> bool {
        self.weight > 0.0 && self.weight.is_finite()
    }
}

/// [`InGroup::weight`] as a property, which `ExactCameraPlugin` registers. [`InGroup`] has an example.
#[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_exact_motion"]
pub enum GroupWeight {}

impl Property for GroupWeight {
    type Component = InGroup;
    type Value = f32;
    const REGISTERED_BY: Option<&'static str> = Some("app.add_plugins(ExactCameraPlugin::default())");
    const STORES_EXACTLY: bool = true;

    #[inline]
    fn get(member: &InGroup) -> f32 {
        member.weight
    }

    #[inline]
    fn set(member: &mut InGroup, weight: f32) {
        member.weight = weight;
    }
}

/// How the middle of a group moves.
///
/// The plugin inserts it with the first member. Its fields are private, as those of [`Motion`](crate::Motion): for a rollback, put it back
/// with everything else, or save it with the feature `serialize`. Otherwise all members count as having just joined.
#[derive(Component, Clone, Debug, Default, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(opaque)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(remote = "Self"),
    reflect(Component, Serialize, Deserialize)
)]
#[component(map_entities)]
pub struct GroupMiddle {
    /// Unit: m/s. None where nobody knows.
    velocity: Option<Vec3>,
    /// Who counts in it, sorted.
    members: Vec<Known>,
    /// Since the last tick these are others, or one of them was put elsewhere.
    is_new: bool,
    /// One of them was put elsewhere, and the middle is not there yet.
    jumps: bool,
    /// Since the last tick one of them has another radius.
    is_resized: bool,
}

#[cfg(feature = "serialize")]
crate::saved::validated!(GroupMiddle);

/// What is known of a member as of the last tick.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
struct Known {
    entity: Entity,
    /// Unit: m.
    radius: f32,
    /// What this crate does not move of its parents.
    moved_by_others: Option<(Vec3, Quat, Vec3)>,
}

impl Known {
    /// Whether others move none of its parents, or have not for a tick.
    fn is_on(&self, before: Option<&Self>) -> bool {
        let others = self.moved_by_others;
        others == Some((Vec3::ZERO, Quat::IDENTITY, Vec3::ONE))
            || others.is_some() && before.is_some_and(|before| before.moved_by_others == others)
    }
}

impl MapEntities for GroupMiddle {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        for member in &mut self.members {
            member.entity = mapper.get_mapped(member.entity);
        }
        self.members.sort_unstable_by_key(|member| member.entity);
    }
}

impl GroupMiddle {
    /// NaN where it is not known.
    pub(crate) fn velocity(&self) -> Vec3 {
        self.velocity.unwrap_or(Vec3::NAN)
    }

    /// Whether it has the same members as a tick ago, of the same size.
    pub(crate) fn is_known(&self) -> bool {
        !(self.is_new || self.is_resized)
    }

    fn member(&self, entity: Entity) -> Option<&Known> {
        let index = self.members.binary_search_by_key(&entity, |member| member.entity).ok()?;
        self.members.get(index)
    }
}

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
