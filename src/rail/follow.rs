//! Entities on a rail that stay nearest to another one.

use bevy::prelude::*;

use super::{OnRail, Rail, RailDistance};
use crate::{
    camera::{Attach, frames::Frames},
    follow::Target,
    property::disabling::WithDisabled,
};

/// Keeps the target of [`RailDistance`] at the point of the rail that is nearest to another entity: a camera on a rail that accompanies a
/// player.
///
/// The nearest point is followed along the rail: where another part of the rail becomes nearer, for instance in a hairpin, the target stays
/// on its part, and goes on along it until that has no nearest point any more. The entity itself moves there by its own spring.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{prelude::*, rail::{NearestOnRail, OnRail, RailDistance}};
///
/// fn spawn(rail: Entity, player: Entity, commands: &mut Commands) {
///     let dolly = (Attach::new(rail), OnRail::default(), NearestOnRail::new(player));
///     let camera = (Camera3d::default(), LookAt::new(player));
///     commands.spawn((dolly, Spring::critical(4.0).on::<RailDistance>(), children![camera]));
/// }
/// ```
///
/// # Accuracy
///
/// The target moves along a line from each tick's nearest point to the next.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(OnRail)]
pub struct NearestOnRail {
    /// The entity that the rail's point is to be near to.
    #[entities]
    pub target: Entity,
    /// How far beyond the nearest point; negative: before it. Unit: units. Default: 0.
    pub ahead: f32,
}

impl NearestOnRail {
    /// Nearest to `target`.
    pub const fn new(target: Entity) -> Self {
        Self { target, ahead: 0.0 }
    }
}

/// Moves the targets of all entities with a [`NearestOnRail`].
pub(crate) fn follow_nearest(
    mut followers: Query<(Entity, &NearestOnRail, &Attach, Option<&mut Target<RailDistance>>)>,
    rails: WithDisabled<&'static Rail>,
    frames: Frames,
    mut commands: Commands,
) {
    for (entity, &NearestOnRail { target, ahead }, attach, aim) in &mut followers {
        let Ok(rail) = rails.get(attach.leader) else { continue };
        if !frames.contains(target) || !ahead.is_finite() {
            continue;
        }
        let place = frames.world_frame(target).placement.position;
        let point = frames.world_frame(attach.leader).local_position(place);
        if !point.is_finite() {
            continue;
        }
        let last = aim.as_ref().map(|aim| aim.value - ahead).filter(|last| last.is_finite());
        let next = Target::<RailDistance>::of(rail.nearest_from(last, point) + ahead).tracked();
        match aim {
            Some(mut aim) => _ = aim.set_if_neq(next),
            None => _ = commands.entity(entity).insert(next),
        }
    }
}
