//! Pointer input: the mouse and fingers throw aside the dots along their paths.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::{Location, PointerId};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::field::{Dot, FRAMED};
use harness::layout::Screen;
use harness::surface::{Surface, stage};

/// The name of the field, for scripts.
pub(crate) const NAME: &str = "field";

/// A pointer throws the dots within this distance of its path. Unit: world units.
const REACH: f32 = 46.0;
/// The velocity along the pointer's path that a dot on the path gets, divided by the length of the path. Unit: 1/s.
const ALONG: f32 = 9.0;
/// The velocity away from the pointer's path that a dot right next to the path gets, divided by the length of the path. Unit: 1/s.
const AWAY: f32 = 7.0;

/// The movements of all pointers.
#[derive(Resource, Default)]
pub(crate) struct Strokes {
    /// The start and the end of each movement since the last frame.
    segments: Vec<(Vec2, Vec2)>,
    /// The current position of each pointer.
    last: HashMap<PointerId, Vec2>,
}

/// Spawns the field's node, which covers the screen behind all panels.
pub(crate) fn spawn(mut commands: Commands) {
    commands.spawn(stage(NAME)).observe(moved).observe(left);
}

fn moved(moved: On<Pointer<Move>>, mut params: PointerParams) {
    let Some(place) = params.place_at(moved.entity, &moved.pointer_location) else { return };
    let before = params.strokes.last.insert(moved.pointer_id, place);
    params.strokes.segments.extend(before.map(|before| (before, place)));
}

/// Forgets a pointer that leaves the field, because it does not pass over the dots between the points where it leaves and returns.
fn left(left: On<Pointer<Out>>, mut params: PointerParams) {
    params.strokes.last.remove(&left.pointer_id);
}

/// System parameters of the pointer observers.
#[derive(SystemParam)]
struct PointerParams<'w, 's> {
    surface: Surface<'w, 's>,
    screen: Res<'w, Screen>,
    strokes: ResMut<'w, Strokes>,
}

impl PointerParams<'_, '_> {
    /// Returns the pointer's position in the field, relative to the field's middle, y up. Unit: world units.
    fn place_at(&self, field: Entity, pointer: &Location) -> Option<Vec2> {
        Some(FRAMED.place_at(self.surface.place_at(field, pointer)?, &self.screen))
    }
}

/// Throws aside the dots near the pointers' paths. Using paths instead of positions makes the result the same at every frame rate.
pub(crate) fn throw(mut strokes: ResMut<Strokes>, mut dots: Query<(&Transform, &mut Velocity), With<Dot>>) {
    if strokes.segments.is_empty() {
        return;
    }
    let segments = core::mem::take(&mut strokes.segments);
    for (transform, mut velocity) in &mut dots {
        let place = transform.translation.truncate();
        let kick: Vec2 = segments.iter().filter_map(|&(from, to)| kick(place, from, to)).sum();
        if kick != Vec2::ZERO {
            velocity.0 += kick.extend(0.0);
        }
    }
}

/// Returns the velocity that a pointer moving from `from` to `to` adds to a dot at `place`. Returns `None` if the dot is out of reach.
fn kick(place: Vec2, from: Vec2, to: Vec2) -> Option<Vec2> {
    let way = to - from;
    let share = if way == Vec2::ZERO { 0.0 } else { ((place - from).dot(way) / way.length_squared()).clamp(0.0, 1.0) };
    let away = place - (from + share * way);
    let near = 1.0 - away.length() / REACH;
    (near > 0.0).then(|| near * near * (ALONG * way + AWAY * way.length() * away.normalize_or_zero()))
}
