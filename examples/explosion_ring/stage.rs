//! The stage: the area behind all panels where the mouse and fingers make explosions.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::{Location, PointerButton, PointerId};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::burst::Dice;
use super::design::SolveResult;
use super::explode;
use super::look::FRAMED;
use super::plots::Scrub;
use harness::layout::Screen;
use harness::surface::{Surface, stage};

/// The name of the stage, for scripts.
pub(crate) const NAME: &str = "stage";
/// The position of the first explosion if panels are in columns: to the left of the panel. Unit: px, relative to the screen's middle.
const BESIDE_COLUMNS: Vec2 = Vec2::new(-205.0, 0.0);
/// The smallest distance between two explosions while a pointer is dragged. Unit: px.
const SPACING: f32 = 90.0;

/// The position of each pointer's last explosion.
#[derive(Resource, Default)]
pub(crate) struct Strokes(HashMap<PointerId, Vec2>);

/// Returns the position of the first explosion, and of the ring that is shown while the user scrubs time.
pub(crate) fn first(screen: &Screen) -> Vec2 {
    if screen.has_pages() { Vec2::ZERO } else { BESIDE_COLUMNS }
}

pub(crate) fn spawn(mut commands: Commands) {
    commands.spawn(stage(NAME)).observe(press).observe(drag);
}

fn press(press: On<Pointer<Press>>, mut params: PointerParams) {
    if press.button == PointerButton::Primary
        && let Some(place) = params.place_at(press.entity, &press.pointer_location)
    {
        params.explode(press.pointer_id, place);
    }
}

fn drag(drag: On<Pointer<Drag>>, mut params: PointerParams) {
    if let Some(place) = params.place_at(drag.entity, &drag.pointer_location)
        && params.strokes.0.get(&drag.pointer_id).is_none_or(|last| last.distance(place) >= SPACING)
    {
        params.explode(drag.pointer_id, place);
    }
}

/// System parameters of the pointer observers.
#[derive(SystemParam)]
struct PointerParams<'w, 's> {
    surface: Surface<'w, 's>,
    screen: Res<'w, Screen>,
    result: Res<'w, SolveResult>,
    strokes: ResMut<'w, Strokes>,
    scrub: ResMut<'w, Scrub>,
    dice: ResMut<'w, Dice>,
    commands: Commands<'w, 's>,
}

impl PointerParams<'_, '_> {
    /// Returns the pointer's position relative to the screen's middle, y up. Unit: px.
    fn place_at(&self, stage: Entity, pointer: &Location) -> Option<Vec2> {
        Some(FRAMED.place_at(self.surface.place_at(stage, pointer)?, &self.screen))
    }

    fn explode(&mut self, pointer: PointerId, place: Vec2) {
        let Some(solved) = self.result.solved else { return };
        self.strokes.0.insert(pointer, place);
        self.scrub.by_user = false;
        explode(&mut self.commands, solved, place, &mut self.dice);
    }
}
