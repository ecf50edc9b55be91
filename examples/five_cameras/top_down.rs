//! The top-down camera of the guide.

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{Confiner, OrbitControls},
    prelude::*,
};

use super::choice::Chosen;

include!("../../tests/camera/guide/top_down.rs");

/// The field that the picture stays on.
pub(crate) const FIELD: Rect = LEVEL;

pub(crate) fn add(app: &mut App) {
    app.add_systems(Update, pan_at_edges.run_if(resource_equals(Chosen::TopDown)));
}

pub(crate) fn show(commands: &mut Commands) {
    commands.spawn(top_down());
}
