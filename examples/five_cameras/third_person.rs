//! The third-person camera of the guide.

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{OrbitControls, OrbitYaw},
    prelude::*,
};

use super::choice::Chosen;

include!("../../tests/camera/guide/third_person.rs");

/// What the camera knows of the player.
pub(crate) fn player() -> impl Bundle {
    Player
}

pub(crate) fn add(app: &mut App) {
    app.add_systems(FixedUpdate, turn_behind.run_if(resource_equals(Chosen::ThirdPerson)));
}

pub(crate) fn show(player: Entity, commands: &mut Commands) {
    commands.spawn(third_person(player));
}
