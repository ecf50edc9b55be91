//! The stage behind all panels, where a mouse or a finger makes explosions.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::{Location, PointerButton, PointerId};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;

use super::burst::Dice;
use super::design::Verdict;
use super::explode;
use super::look::FRAMED;
use super::plots::Scrub;
use harness::layout::Screen;
use harness::surface::{Surface, stage};

/// The script's name for the stage.
pub(crate) const NAME: &str = "stage";
/// The place of the first explosion in the layout with columns: left of the panel. Measured from the picture's middle.
/// Unit: px.
const BESIDE_COLUMNS: Vec2 = Vec2::new(-205.0, 0.0);
/// The distance between two explosions of one stroke. Unit: px.
const SPACING: f32 = 90.0;

/// The place of each pointer's last explosion.
#[derive(Resource, Default)]
pub(crate) struct Strokes(HashMap<PointerId, Vec2>);

/// The place of the first explosion, and of the ring that is shown while the user scrubs time.
pub(crate) fn first(screen: &Screen) -> Vec2 {
    if screen.has_pages() { Vec2::ZERO } else { BESIDE_COLUMNS }
}

pub(crate) fn spawn(mut commands: Commands) {
    commands.spawn(stage(NAME)).observe(press).observe(drag);
}

fn press(press: On<Pointer<Press>>, mut hand: Hand) {
    if press.button == PointerButton::Primary
        && let Some(place) = hand.place_at(press.entity, &press.pointer_location)
    {
        hand.explode(press.pointer_id, place);
    }
}

fn drag(drag: On<Pointer<Drag>>, mut hand: Hand) {
    if let Some(place) = hand.place_at(drag.entity, &drag.pointer_location)
        && hand.strokes.0.get(&drag.pointer_id).is_none_or(|last| last.distance(place) >= SPACING)
    {
        hand.explode(drag.pointer_id, place);
    }
}

/// Parameters of the pointer observers.
#[derive(SystemParam)]
struct Hand<'w, 's> {
    surface: Surface<'w, 's>,
    screen: Res<'w, Screen>,
    verdict: Res<'w, Verdict>,
    strokes: ResMut<'w, Strokes>,
    scrub: ResMut<'w, Scrub>,
    dice: ResMut<'w, Dice>,
    commands: Commands<'w, 's>,
}

impl Hand<'_, '_> {
    /// The pointer's place, measured from the picture's middle, y up. Unit: px.
    fn place_at(&self, stage: Entity, pointer: &Location) -> Option<Vec2> {
        Some(FRAMED.place_at(self.surface.place_at(stage, pointer)?, &self.screen))
    }

    fn explode(&mut self, pointer: PointerId, place: Vec2) {
        let Some(solved) = self.verdict.solved else { return };
        self.strokes.0.insert(pointer, place);
        self.scrub.by_hand = false;
        explode(&mut self.commands, solved, place, &mut self.dice);
    }
}
