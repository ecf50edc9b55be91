//! Entities that leave: they go to their last values and are then despawned.

use bevy::{input_focus::InputFocus, picking::Pickable, prelude::*};

use super::widget_state::WidgetState;
use crate::hierarchy::{above, with_descendants};

/// Makes a widget leave: each of its [`StateTargets`](crate::interface::StateTargets) chooses its `leaving` value, and when the last of these motions
/// has come to rest, the entity and its children are despawned.
///
/// Remove this component to have the widget back: its springs turn round where they are, with their velocity.
///
/// # Examples
///
/// A card that grows when it is spawned, and shrinks before it is despawned:
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{prelude::*, property::NodeScale};
///
/// #[derive(Component)]
/// struct Card;
///
/// fn open(mut commands: Commands) {
///     commands.spawn((
///         Card,
///         Node::default(),
///         Spring::snappy().on::<NodeScale>(),
///         StateTargets::<NodeScale>::of(Vec2::ONE).with_entering(Vec2::ZERO).with_leaving(Vec2::ZERO),
///     ));
/// }
///
/// fn close(card: Single<Entity, With<Card>>, mut commands: Commands) {
///     commands.entity(*card).insert(Leaving::default());
/// }
/// ```
///
/// # Special cases
///
/// - An entity none of whose `StateTargets` has a `leaving` value is despawned in the next frame.
/// - A spring without damping never comes to rest, and its entity never leaves.
#[doc(alias = "exit")]
#[doc(alias = "unmount")]
#[doc(alias = "fade out")]
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(WidgetState)]
pub struct Leaving {
    /// Whether pointers and keys can still use the entity and its children. Otherwise pointers pass through them to what lies behind, and
    /// they lose the focus. Default: false.
    pub is_usable: bool,
}

/// What an entity's `Pickable` was before its widget began to leave.
#[derive(Component, Clone, Copy)]
pub(crate) struct PickableBefore(Option<Pickable>);

/// Makes pointers pass through widgets that leave, and restores those that do not leave any more.
pub(crate) fn disable_left(
    leaving: Query<(Entity, &Leaving)>,
    disabled: Query<(Entity, &PickableBefore)>,
    pickables: Query<Option<&Pickable>, Without<PickableBefore>>,
    children: Query<&Children>,
    parents: Query<&ChildOf>,
    mut focus: Option<ResMut<InputFocus>>,
    mut commands: Commands,
) {
    let is_left = |entity| leaving.get(entity).is_ok_and(|(_, leaving)| !leaving.is_usable);
    for (root, _) in leaving.iter().filter(|(_, leaving)| !leaving.is_usable) {
        for entity in with_descendants(root, &children) {
            if let Ok(pickable) = pickables.get(entity) {
                commands.entity(entity).try_insert((Pickable::IGNORE, PickableBefore(pickable.copied())));
            }
            if let Some(focus) = &mut focus
                && focus.get() == Some(entity)
            {
                focus.clear();
            }
        }
    }
    for (entity, before) in &disabled {
        if is_left(entity) || above(entity, &parents).any(is_left) {
            continue;
        }
        let mut restored = commands.entity(entity);
        restored.try_remove::<PickableBefore>();
        match before.0 {
            Some(pickable) => _ = restored.try_insert(pickable),
            None => _ = restored.try_remove::<Pickable>(),
        }
    }
}

/// Despawns the widgets that leave and whose values have reached their targets.
pub(crate) fn despawn_left(leaving: Query<(Entity, &WidgetState), With<Leaving>>, mut commands: Commands) {
    for (entity, state) in &leaving {
        // A widget to which `Leaving` was added after the states were read is not on its way yet.
        if state.is_leaving && !state.is_on_its_way {
            commands.entity(entity).try_despawn();
        }
    }
}
