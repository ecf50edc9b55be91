//! A ruin. Its walls stop the player and shorten the first camera's boom.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::terrain;
use harness::boom;

/// The centre and the half extents of each wall, along x and z. Unit: m.
pub(crate) const WALLS: [(Vec2, Vec2); 3] = [
    (Vec2::new(9.0, 14.0), Vec2::new(5.0, 0.35)),
    (Vec2::new(13.65, 9.65), Vec2::new(0.35, 4.0)),
    (Vec2::new(5.2, 10.5), Vec2::new(0.6, 0.6)),
];
/// The height of the walls. Unit: m.
pub(crate) const HEIGHT: f32 = 5.0;
/// The player's radius. Unit: m.
const BODY: f32 = 0.45;

/// Returns the centre of a wall, in the world. The wall's foot is 0.5 m below the ground. Unit: m.
pub(crate) fn middle((foot, _): (Vec2, Vec2)) -> Vec3 {
    Vec3::new(foot.x, terrain::height(foot.x, foot.y) + 0.5 * HEIGHT - 0.5, foot.y)
}

/// Returns where a camera that moves along `ray` first hits a wall, or `None` if there is no wall within the distance `reach` (m).
pub(crate) fn cast(ray: Ray3d, reach: f32) -> Option<BoomHit> {
    let boxes = WALLS.map(|wall| (middle(wall), Vec3::new(wall.1.x, 0.5 * HEIGHT, wall.1.y)));
    boom::cast(ray, reach, boxes)
}

/// Corrects `velocity` (m/s) so that the player is outside all walls at the end of a tick, and slides along them. `tick` (s) is the length
/// of a tick.
pub(crate) fn slide(from: Vec2, velocity: Vec2, tick: f32) -> Vec2 {
    WALLS.into_iter().fold(velocity, |velocity, (foot, half)| {
        let from_middle = from + velocity * tick - foot;
        let depth = half + BODY - from_middle.abs();
        let out = match depth {
            Vec2 { x, y } if x <= 0.0 || y <= 0.0 => return velocity,
            Vec2 { x, y } if x < y => Vec2::new(x.copysign(from_middle.x), 0.0),
            Vec2 { y, .. } => Vec2::new(0.0, y.copysign(from_middle.y)),
        };
        velocity + out / tick
    })
}
