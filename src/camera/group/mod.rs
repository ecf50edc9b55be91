//! Groups, and their weighted middle.

pub(crate) mod framing;
pub(crate) mod middle;

use alloc::vec::Vec;

use bevy::{ecs::entity::MapEntities, prelude::*};

use super::{BY_CAMERAS, private_state::private_state};
use crate::property::field::own_property;

/// Makes an entity a member of a group. The group is another entity, whose translation is set to the weighted middle of its members in
/// every tick.
///
/// An entity that follows the group, for instance a camera's pivot, follows that middle. [`GroupFraming`](crate::camera::GroupFraming)
/// keeps all members in the picture. [`GroupMember`] has the member's weight and radius, and [`GroupMembers`], on the group, lists the
/// members. To keep the middle from jumping when members join or leave, let a spring move the weight: up from 0 when a member joins, and
/// down to 0 before a member leaves.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{camera::GroupWeight, prelude::*};
///
/// fn join(group: Entity, player: Entity, commands: &mut Commands) {
///     let grows = (Spring::critical(4.0).on::<GroupWeight>(), Target::<GroupWeight>::of(1.0));
///     commands.entity(player).insert((InGroup(group), GroupMember { weight: 0.0, ..default() }, grows));
/// }
/// ```
///
/// # Special cases
///
/// - An entity is in one group at a time. To move the entity to another group, insert `InGroup` again: like every relationship in Bevy,
///   this component cannot be written in place.
/// - Without members, or if no weight is above 0, the last middle is kept.
/// - If the group is despawned, its members are not. They lose `InGroup`, and keep [`GroupMember`].
/// - For followers of the group that have no parent and whose offset is along the world's axes, the group's path over a tick is
///   approximated by a cubic if this crate moves all members and nothing else moves the members' parents. Otherwise it is approximated by a
///   line.
/// - The group's entity needs a `Transform`, whose translation nothing else may write.
/// - The position of a member must not depend on the group's position. If a member is a child of the group, or attached to it, the group
///   stays where it is, with one warning. A group cannot be a member of itself: Bevy removes such an `InGroup`, with a warning of its own.
/// - If you move a member in one step, trigger [`Teleported`](crate::events::Teleported) on the member, even if this crate otherwise moves
///   it. When the middle is next computed, the group is then teleported as well, and its followers do not mistake the jump for a velocity.
///   A [`Cut`](crate::events::Cut) of a member has the same effect.
#[doc(alias = "multi target")]
#[doc(alias = "target group")]
#[derive(Component, FromTemplate, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[relationship(relationship_target = GroupMembers)]
#[require(GroupMember)]
pub struct InGroup(
    /// The group's entity.
    #[entities]
    pub Entity,
);

/// The members of a group, in the order in which they joined. Bevy keeps this component on the group's entity while any entity has an
/// [`InGroup`] that names the group.
///
/// In a saved world, save this component together with the members, like Bevy's `Children`.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{camera::GroupMembers, prelude::*};
///
/// fn spawn(mut commands: Commands) {
///     // A group with two members.
///     let place = Transform::from_xyz;
///     commands.spawn((Transform::default(), related!(GroupMembers[place(-4.0, 0.0, 0.0), place(4.0, 0.0, 0.0)])));
/// }
///
/// fn disband(group: Single<(Entity, &GroupMembers)>, mut commands: Commands) {
///     let (group, members) = *group;
///     if members.len() < 2 {
///         commands.entity(group).remove::<GroupMembers>();
///     }
/// }
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[relationship_target(relationship = InGroup)]
pub struct GroupMembers(Vec<Entity>);

/// The radius and the weight of a group's member. [`InGroup`] requires this component, and has an example.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct GroupMember {
    /// The radius of the sphere that [`GroupFraming`](crate::camera::GroupFraming) keeps in the picture. Unit: m. Range: ≥ 0. Default: 0.5.
    #[reflect(@0.0..=f32::MAX)]
    pub radius: f32,
    /// The member's weight in the middle. Unit: 1. Range: ≥ 0; infinity and NaN count as 0. Default: 1.
    #[reflect(@0.0..=f32::MAX)]
    pub weight: f32,
}

impl Default for GroupMember {
    fn default() -> Self {
        Self { radius: 0.5, weight: 1.0 }
    }
}

impl GroupMember {
    /// The radius of the member's sphere (m), or 0 if it is invalid.
    pub(crate) fn sphere(&self) -> f32 {
        if self.radius > 0.0 { self.radius } else { 0.0 }
    }

    /// Whether the member has a valid weight above 0, and therefore counts in the group.
    pub(crate) fn has_weight(&self) -> bool {
        self.weight > 0.0 && self.weight.is_finite()
    }
}

own_property! {
    /// [`GroupMember::weight`] as a property, which `ExactCameraPlugin` registers. [`InGroup`] has an example.
    GroupWeight: GroupMember.weight as f32 {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
    };
}

private_state! {
    /// The state of a group: how its middle moves, and its members as of the last tick.
    ///
    /// The plugin inserts it with the first member. Its fields are private, like those of [`Motion`](crate::Motion). For a rollback,
    /// restore it together with everything else. With the feature `serialize` it can be saved. If it is not restored, all members count as
    /// having just joined.
    #[derive(Default)]
    #[component(map_entities)]
    pub struct GroupMiddle {
        /// The velocity of the middle. Unit: m/s. `None` if it is not known.
        velocity: Option<Vec3>,
        /// The members with a weight above 0, sorted by entity.
        members: Vec<KnownMember>,
        /// Whether the middle jumped at the last tick, because members joined or left, or one was teleported.
        is_teleport: bool,
        /// Whether a member was teleported since the middle was last computed.
        member_teleported: bool,
        /// Whether the radius of a member changed at the last tick.
        is_resized: bool,
    }
}

/// A member as of the last tick.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
struct KnownMember {
    entity: Entity,
    /// The radius of the member's sphere. Unit: m.
    radius: f32,
    /// The product of the transforms of the member's ancestors, as translation, rotation and scale, without the parts that this crate
    /// moves. `None` if it is not known.
    foreign_transform: Option<(Vec3, Quat, Vec3)>,
}

impl KnownMember {
    /// Whether the member's velocity is known: only this crate moves its ancestors, or other code has not moved them since the last tick.
    /// `before` is the same member as of the last tick.
    fn velocity_is_known(&self, before: Option<&Self>) -> bool {
        let foreign = self.foreign_transform;
        foreign == Some((Vec3::ZERO, Quat::IDENTITY, Vec3::ONE))
            || foreign.is_some() && before.is_some_and(|before| before.foreign_transform == foreign)
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
    /// The velocity of the middle (m/s), or NaN if it is not known.
    pub(crate) fn velocity(&self) -> Vec3 {
        self.velocity.unwrap_or(Vec3::NAN)
    }

    /// Whether the group has the same members as a tick ago, with the same radii, and did not jump.
    pub(crate) fn is_continuous(&self) -> bool {
        !(self.is_teleport || self.is_resized)
    }

    fn member(&self, entity: Entity) -> Option<&KnownMember> {
        let index = self.members.binary_search_by_key(&entity, |member| member.entity).ok()?;
        self.members.get(index)
    }
}
