//! Groups, and their weighted middle.

pub(crate) mod framing;
pub(crate) mod middle;

use alloc::vec::Vec;

use bevy::{ecs::entity::MapEntities, prelude::*};

use super::{BY_CAMERAS, remembered::remembered, template::template};
use crate::property::field::own_property;

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
#[must_use]
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
    pub const fn new(group: Entity) -> Self {
        Self { group, radius: 0.5, weight: 1.0 }
    }

    /// The same, with this radius (m, ≥ 0).
    pub const fn with_radius(self, radius: f32) -> Self {
        Self { radius, ..self }
    }

    /// The same, with this weight (1, ≥ 0).
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

own_property! {
    /// [`InGroup::weight`] as a property, which `ExactCameraPlugin` registers. [`InGroup`] has an example.
    GroupWeight: InGroup.weight as f32 {
        const REGISTERED_BY: Option<&'static str> = BY_CAMERAS;
    };
}

remembered! {
    /// How the middle of a group moves.
    ///
    /// The plugin inserts it with the first member. Its fields are private, as those of [`Motion`](crate::Motion): for a rollback, put it back
    /// with everything else, or save it with the feature `serialize`. Otherwise all members count as having just joined.
    #[derive(Default)]
    #[component(map_entities)]
    pub struct GroupMiddle {
        /// Unit: m/s. `None` if unknown.
        velocity: Option<Vec3>,
        /// The members that count, sorted.
        members: Vec<Known>,
        /// Since the last tick the members changed, or one of them was teleported.
        is_new: bool,
        /// A member was teleported, and the middle has not followed yet.
        jumps: bool,
        /// Since the last tick one of them has another radius.
        is_resized: bool,
    }
}

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
