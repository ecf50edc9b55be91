//! Mouse and fingers: pointers throw dots aside along their paths.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::{Location, PointerId};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::field::{Dot, FRAMED};
use harness::layout::Screen;
use harness::surface::{Surface, stage};

/// The script's name for the field.
pub(crate) const NAME: &str = "field";

/// How far from its path a pointer throws dots. Unit: px.
const REACH: f32 = 46.0;
/// The speed that a dot gets for each pixel of the path, along the path and away from it. Unit: 1/s.
const ALONG: f32 = 9.0;
const AWAY: f32 = 7.0;

/// The paths of the pointers since the last frame, and where the pointers are.
#[derive(Resource, Default)]
pub(crate) struct Strokes {
    ways: Vec<(Vec2, Vec2)>,
    last: HashMap<PointerId, Vec2>,
}

/// Spawns the field's node, behind all panels, as large as the picture.
pub(crate) fn spawn(mut commands: Commands) {
    commands.spawn(stage(NAME)).observe(moved).observe(left);
}

fn moved(moved: On<Pointer<Move>>, mut hand: Hand) {
    let Some(place) = hand.place_at(moved.entity, &moved.pointer_location) else { return };
    let before = hand.strokes.last.insert(moved.pointer_id, place);
    hand.strokes.ways.extend(before.map(|before| (before, place)));
}

/// Forgets a pointer that leaves. If it comes back at another place, it has not passed the dots in between.
fn left(left: On<Pointer<Out>>, mut hand: Hand) {
    hand.strokes.last.remove(&left.pointer_id);
}

/// Parameters of the pointer observers.
#[derive(SystemParam)]
struct Hand<'w, 's> {
    surface: Surface<'w, 's>,
    screen: Res<'w, Screen>,
    strokes: ResMut<'w, Strokes>,
}

impl Hand<'_, '_> {
    /// The pointer's place in the field, measured from the picture's middle, y up. Unit: design pixels.
    fn place_at(&self, field: Entity, pointer: &Location) -> Option<Vec2> {
        Some(FRAMED.place_at(self.surface.place_at(field, pointer)?, &self.screen))
    }
}

/// Throws aside the dots near the pointers' paths. It uses paths instead of positions, so the result is the same at every
/// frame rate.
pub(crate) fn throw(mut strokes: ResMut<Strokes>, mut dots: Query<(&Transform, &mut Velocity), With<Dot>>) {
    if strokes.ways.is_empty() {
        return;
    }
    let ways = core::mem::take(&mut strokes.ways);
    for (transform, mut velocity) in &mut dots {
        let place = transform.translation.truncate();
        let kick: Vec2 = ways.iter().filter_map(|&(from, to)| kick(place, from, to)).sum();
        if kick != Vec2::ZERO {
            velocity.0 += kick.extend(0.0);
        }
    }
}

/// The velocity that a path from `from` to `to` adds to a dot at `place`; `None` if the dot is out of reach.
fn kick(place: Vec2, from: Vec2, to: Vec2) -> Option<Vec2> {
    let way = to - from;
    let share = if way == Vec2::ZERO { 0.0 } else { ((place - from).dot(way) / way.length_squared()).clamp(0.0, 1.0) };
    let away = place - (from + share * way);
    let near = 1.0 - away.length() / REACH;
    (near > 0.0).then(|| near * near * (ALONG * way + AWAY * way.length() * away.normalize_or_zero()))
}
