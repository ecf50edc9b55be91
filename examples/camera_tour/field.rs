//! What surrounds the runner: the edges of a level, and a rail in the shape of a hairpin.

use bevy::prelude::*;
use bevy_exact_motion::{camera::Confiner, rail::Rail};

use super::station::{Station, Tour};

/// The level, which is the part of the lawn that the confined picture shows.
pub(crate) const LEVEL: Rect = Rect { min: Vec2::new(-11.0, -7.0), max: Vec2::new(11.0, 7.0) };

pub(crate) fn confiner() -> Confiner {
    Confiner { on_ground: true, softness: 1.5, ..Confiner::new(LEVEL) }
}

/// The points that the rail passes. Where the runner is, both arms are straight. Unit: m.
const HAIRPIN: [Vec3; 9] = [
    Vec3::new(-16.0, 0.1, 8.0),
    Vec3::new(0.0, 0.1, 8.0),
    Vec3::new(11.0, 0.1, 8.0),
    Vec3::new(16.0, 0.1, 8.0),
    Vec3::new(22.0, 0.1, 0.0),
    Vec3::new(16.0, 0.1, -8.0),
    Vec3::new(11.0, 0.1, -8.0),
    Vec3::new(0.0, 0.1, -8.0),
    Vec3::new(-16.0, 0.1, -8.0),
];

/// The distance between the sleepers of the rail. Unit: m.
const SPACING: f32 = 0.8;

/// Spawns the rail, and its sleepers as children, which `scenery.rs` gives meshes.
pub(crate) fn spawn(mut commands: Commands) {
    let Ok(curve) = CubicCardinalSpline::new_catmull_rom(HAIRPIN).to_curve() else { return };
    let rail = Rail::new(&curve);
    let sleepers: Vec<_> = places(&rail).map(|place| (Sleeper, place)).collect();
    let rail = commands.spawn((rail, OnlyAt(Station::Rail), Visibility::default())).id();
    for sleeper in sleepers {
        commands.spawn((sleeper, ChildOf(rail)));
    }
}

/// A thing that is visible at one station only.
#[derive(Component)]
pub(crate) struct OnlyAt(pub(crate) Station);

pub(crate) fn show(tour: Res<Tour>, mut things: Query<(&OnlyAt, &mut Visibility)>) {
    for (OnlyAt(station), mut visibility) in &mut things {
        visibility.set_if_neq(if *station == tour.station { Visibility::Inherited } else { Visibility::Hidden });
    }
}

/// Marks a sleeper of the rail.
#[derive(Component)]
pub(crate) struct Sleeper;

/// Places along the rail, at equal distances.
pub(crate) fn places(rail: &Rail) -> impl Iterator<Item = Transform> + '_ {
    (0..u16::MAX).map(|number| SPACING * f32::from(number)).take_while(|&s| s <= rail.length()).map(|s| rail.at(s))
}
