//! Input by keys, gamepads and buttons. Dragging needs no code here, because [`Draggable`](bevy_exact_motion::Draggable) handles it.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use bevy_exact_motion::prelude::*;

use super::cards::Deck;
use super::list::{self, Rows};
use super::property::Scroll;
use super::room::COLUMN;
use super::usual::Usual;
use harness::button::{button, buttons};
use harness::layout::LeftCorner;
use harness::pages::Page;
use harness::style::{FAINT, panel, remark};

pub(crate) const DEAL: &str = "deal";
pub(crate) const THROW: &str = "throw";
pub(crate) const FLICK: &str = "flick";

/// The actions that keys, buttons and gamepads have requested since the last frame.
#[derive(Resource, Default)]
pub(crate) struct Actions {
    /// Whether to deal the cards again.
    deals: bool,
    /// The direction in which to throw the next card, as a unit vector, y down.
    throw: Option<Vec2>,
    /// The direction in which to flick the rows: 1 is down, −1 is up.
    flick: Option<f32>,
}

pub(crate) fn spawn(corner: Single<Entity, With<LeftCorner>>, mut commands: Commands) {
    let node = Node { width: px(COLUMN), ..default() };
    let page = Page { tab: "input", order: 0 };
    commands.spawn((page, panel(node), ChildOf(*corner))).with_children(|panel| {
        panel.spawn(buttons()).with_children(|row| {
            row.spawn(button(DEAL, "deal (R)"))
                .observe(|_: On<Activate>, mut actions: ResMut<Actions>| actions.deals = true);
            row.spawn(button(THROW, "throw (arrows)"))
                .observe(|_: On<Activate>, mut actions: ResMut<Actions>| actions.throw = Some(Vec2::NEG_Y));
            row.spawn(button(FLICK, "flick (W, S)"))
                .observe(|_: On<Activate>, mut actions: ResMut<Actions>| actions.flick = Some(-1.0));
        });
        panel.spawn(remark("Drag the list and the cards, and let go.", FAINT));
    });
}

/// Reads keys and gamepads. On a gamepad, South throws in the direction of the stick, the D-pad flicks, and North deals.
pub(crate) fn listen(keys: Res<ButtonInput<KeyCode>>, gamepads: Query<&Gamepad>, mut actions: ResMut<Actions>) {
    let arrows = [
        (KeyCode::ArrowUp, Vec2::NEG_Y),
        (KeyCode::ArrowDown, Vec2::Y),
        (KeyCode::ArrowLeft, Vec2::NEG_X),
        (KeyCode::ArrowRight, Vec2::X),
    ];
    if let Some((_, direction)) = arrows.into_iter().find(|(key, _)| keys.just_pressed(*key)) {
        actions.throw = Some(direction);
    }
    if keys.just_pressed(KeyCode::KeyR) {
        actions.deals = true;
    }
    for (key, direction) in [(KeyCode::KeyW, 1.0), (KeyCode::KeyS, -1.0)] {
        if keys.just_pressed(key) {
            actions.flick = Some(direction);
        }
    }
    for gamepad in &gamepads {
        let stick = gamepad.left_stick();
        if gamepad.just_pressed(GamepadButton::South) {
            actions.throw = Some(Vec2::new(stick.x, -stick.y).normalize_or(Vec2::NEG_Y));
        }
        actions.deals |= gamepad.just_pressed(GamepadButton::North);
        for (button, direction) in [(GamepadButton::DPadUp, 1.0), (GamepadButton::DPadDown, -1.0)] {
            if gamepad.just_pressed(button) {
                actions.flick = Some(direction);
            }
        }
    }
}

/// Performs the requested actions. Runs once a frame.
pub(crate) fn perform(
    mut actions: ResMut<Actions>,
    mut deck: Deck,
    list: Option<
        Single<(Entity, &UiTransform, &mut Velocity<Scroll>, &Limits<Scroll>), (With<Rows>, Without<Grabbed<Scroll>>)>,
    >,
    mut usual: Single<&mut Usual>,
    mut commands: Commands,
) {
    let Actions { deals, throw, flick } = core::mem::take(&mut *actions);
    if deals {
        deck.deal();
    }
    if let Some(direction) = throw {
        deck.throw(direction);
    }
    if let (Some(direction), Some(list)) = (flick, list) {
        list::flick(direction, list.into_inner(), &mut commands);
        usual.flick(list::FLICK * direction);
    }
}
