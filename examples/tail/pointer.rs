//! The pointer moves both foxes.

use bevy::picking::pointer::Location;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::creature::Fox;
use harness::surface::{Surface, stage};

/// The name of the node behind all panels, for scripts.
pub(crate) const STAGE: &str = "stage";
/// How far a fox can be moved to each side, and up. Unit: m.
const REACH: Vec2 = Vec2::new(0.7, 0.95);
/// How far a fox can be moved down, because the dial is there. Unit: m.
const DOWN: f32 = 0.4;

pub(crate) fn spawn(mut commands: Commands) {
    commands
        .spawn(stage(STAGE))
        .observe(|it: On<Pointer<Move>>, surface: Surface, foxes: Query<&mut Target, With<Fox>>| {
            follow(it.entity, &it.pointer_location, &surface, foxes);
        })
        .observe(|it: On<Pointer<Press>>, surface: Surface, foxes: Query<&mut Target, With<Fox>>| {
            follow(it.entity, &it.pointer_location, &surface, foxes);
        });
}

fn follow(stage: Entity, pointer: &Location, surface: &Surface, mut foxes: Query<&mut Target, With<Fox>>) {
    let Some(share) = surface.share_at(stage, pointer) else { return };
    let place = (2.0 * share - 1.0) * Vec2::new(1.0, -1.0) * REACH;
    let place = Vec2::new(place.x, place.y.max(-DOWN));
    for mut target in &mut foxes {
        *target = Target::new(place.extend(0.0)).tracked();
    }
}
