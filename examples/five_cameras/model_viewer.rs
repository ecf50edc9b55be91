//! The model viewer of the guide.

use bevy::prelude::*;
use bevy_exact_motion::{camera::OrbitControls, prelude::*};

include!("../../tests/camera/guide/model_viewer.rs");

pub(crate) fn show(commands: &mut Commands) {
    commands.spawn(model_viewer());
}
