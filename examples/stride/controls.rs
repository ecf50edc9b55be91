//! The buttons and keys that choose the clip.

use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::play::{Chosen, Clip};
use harness::button::{CHOSEN, UP, button, buttons};

#[derive(Component, Clone, Copy)]
pub(crate) struct Plays(Clip);

/// The buttons: their clips, their names, for scripts too, and their keys.
const BUTTONS: [(Clip, &str, KeyCode); 5] = [
    (Clip::Stand, "stand", KeyCode::Digit1),
    (Clip::Walk, "walk", KeyCode::Digit2),
    (Clip::Run, "run", KeyCode::Digit3),
    (Clip::Hop, "hop", KeyCode::Digit4),
    (Clip::Wave, "wave", KeyCode::Digit5),
];

pub(crate) fn spawn(mut commands: Commands) {
    let bar = Node {
        position_type: PositionType::Absolute,
        bottom: px(14),
        width: percent(100),
        justify_content: JustifyContent::Center,
        ..buttons()
    };
    commands.spawn((bar, Pickable::IGNORE)).with_children(|bar| {
        for (clip, name, _) in BUTTONS {
            bar.spawn((button(name, name), Plays(clip))).observe(press);
        }
    });
}

fn press(activate: On<Activate>, buttons: Query<&Plays>, mut chosen: ResMut<Chosen>) {
    if let Ok(plays) = buttons.get(activate.entity) {
        chosen.set_if_neq(Chosen(plays.0));
    }
}

/// Listens to the keys.
pub(crate) fn listen(keys: Res<ButtonInput<KeyCode>>, mut chosen: ResMut<Chosen>) {
    for (clip, _, key) in BUTTONS {
        if keys.just_pressed(key) {
            chosen.set_if_neq(Chosen(clip));
        }
    }
}

/// Shows which clip is chosen. Runs when that has changed.
pub(crate) fn show(chosen: Res<Chosen>, mut buttons: Query<(&Plays, &mut BackgroundColor)>) {
    for (plays, mut color) in &mut buttons {
        color.0 = if plays.0 == chosen.0 { CHOSEN } else { UP };
    }
}
