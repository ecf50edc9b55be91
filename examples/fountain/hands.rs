//! Input: slow time down, set the restitution, and pour drops.

use bevy::ecs::system::SystemParam;
use bevy::picking::pointer::{Location, PointerId};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, ValueChange};
use bevy_exact_motion::prelude::*;

use super::drops::{Drop, Poured};
use super::law::Restitution;
use super::look::Window;
use super::readout::Record;
use harness::button::{CHOSEN, UP, button, buttons};
use harness::dial::Dial;
use harness::layout::LeftCorner;
use harness::pages::Page;
use harness::style::{FAINT, broken, panel, remark};
use harness::surface::{Surface, stage};

/// The script's name for the picture behind all panels.
pub(crate) const STAGE: &str = "stage";
pub(crate) const BOUNCE: &str = "bounce";
pub(crate) const PAUSE: &str = "pause";
/// The time scales, with their keys and the labels of their buttons.
pub(crate) const PACES: [(f32, KeyCode, &str); 3] =
    [(1.0, KeyCode::Digit1, "1/1 (1)"), (0.1, KeyCode::Digit2, "1/10 (2)"), (0.01, KeyCode::Digit3, "1/100 (3)")];
/// The place at which Space pours. Unit: m.
const SPOUT: Vec2 = Vec2::new(0.7, 2.2);
/// The width of the panel. Unit: px.
const WIDTH: f32 = 448.0;

/// What a button does: set this time scale, or pause.
#[derive(Component, Clone, Copy, PartialEq)]
pub(crate) enum Sets {
    TimeScale(f32),
    Pause,
}

/// The pointer that pours.
#[derive(Resource, Default)]
pub(crate) struct Pourer(Option<PointerId>);

pub(crate) fn spawn(restitution: Res<Restitution>, corner: Single<Entity, With<LeftCorner>>, mut commands: Commands) {
    commands.spawn(stage(STAGE)).observe(press).observe(drag).observe(let_go).observe(leave).observe(cancel);
    let node = Node { width: px(WIDTH), ..default() };
    let page = Page { tab: "input", order: 0 };
    commands.spawn((page, panel(node), ChildOf(*corner))).with_children(|panel| {
        panel.spawn(buttons()).with_children(|row| {
            for (pace, _, label) in PACES {
                row.spawn((Sets::TimeScale(pace), button(label, label))).observe(set);
            }
            row.spawn((Sets::Pause, button(PAUSE, "pause (P)"))).observe(set);
        });
        let dial = Dial { label: BOUNCE, unit: "of the speed is kept", decimals: 2, range: (0.0, 0.9) };
        panel.spawn(dial.at(restitution.0)).observe(
            |change: On<ValueChange<f32>>, mut restitution: ResMut<Restitution>| {
                restitution.set_if_neq(Restitution(change.value));
            },
        );
        let how = "Press above the floor, or hold Space: drops fall from there, on both sides.";
        panel.spawn((remark(how, FAINT), broken()));
    });
}

fn set(pressed: On<Activate>, buttons: Query<&Sets>, mut time: ResMut<Time<Virtual>>) {
    match buttons.get(pressed.entity) {
        Ok(Sets::TimeScale(pace)) => go_at(&mut time, *pace),
        Ok(Sets::Pause) => stop_or_go_on(&mut time),
        Err(_) => {}
    }
}

/// Reads the keys and gamepads. The shoulder buttons make time slower and faster.
pub(crate) fn listen(
    keys: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
    mut time: ResMut<Time<Virtual>>,
    mut poured: ResMut<Poured>,
) {
    for (pace, key, _) in PACES {
        if keys.just_pressed(key) {
            go_at(&mut time, pace);
        }
    }
    let chosen = PACES.iter().position(|(pace, ..)| *pace == time.relative_speed()).unwrap_or_default();
    let any = |button| gamepads.iter().any(|gamepad| gamepad.just_pressed(button));
    let next = if any(GamepadButton::LeftTrigger) { chosen + 1 } else { chosen };
    let next = if any(GamepadButton::RightTrigger) { next.saturating_sub(1) } else { next };
    if let Some((pace, ..)) = PACES.get(next).filter(|_| next != chosen) {
        go_at(&mut time, *pace);
    }
    if keys.just_pressed(KeyCode::KeyP) || any(GamepadButton::Start) {
        stop_or_go_on(&mut time);
    }
    let south = GamepadButton::South;
    if keys.just_pressed(KeyCode::Space) || any(south) {
        poured.from = Some(SPOUT);
    } else if keys.just_released(KeyCode::Space) || gamepads.iter().any(|gamepad| gamepad.just_released(south)) {
        poured.from = None;
    }
}

fn go_at(time: &mut Time<Virtual>, pace: f32) {
    time.unpause();
    time.set_relative_speed(pace);
}

fn stop_or_go_on(time: &mut Time<Virtual>) {
    if time.is_paused() {
        time.unpause();
    } else {
        time.pause();
    }
}

/// Highlights the button of the current time scale.
pub(crate) fn show(time: Res<Time<Virtual>>, mut buttons: Query<(&Sets, &mut BackgroundColor)>) {
    for (sets, mut color) in &mut buttons {
        let is_chosen = match sets {
            Sets::TimeScale(pace) => *pace == time.relative_speed(),
            Sets::Pause => time.is_paused(),
        };
        color.set_if_neq(BackgroundColor(if is_chosen { CHOSEN } else { UP }));
    }
}

/// Applies the dial's restitution to every drop's floor. It acts from each drop's next contact on.
pub(crate) fn apply(
    restitution: Res<Restitution>,
    mut limits: Query<&mut Limits, With<Drop>>,
    mut record: ResMut<Record>,
) {
    for mut limits in &mut limits {
        limits.restitution = restitution.0;
    }
    record.deepest_twin = 0.0;
}

/// Parameters of the pointer observers.
#[derive(SystemParam)]
struct Hand<'w, 's> {
    surface: Surface<'w, 's>,
    window: Res<'w, Window>,
    pourer: ResMut<'w, Pourer>,
    poured: ResMut<'w, Poured>,
}

impl Hand<'_, '_> {
    fn pour_at(&mut self, stage: Entity, pointer: &Location) {
        if let Some(point) = self.surface.place_at(stage, pointer) {
            self.poured.from = Some(self.window.place_at(point));
        }
    }

    fn end(&mut self, pointer: PointerId) {
        if self.pourer.0 == Some(pointer) {
            self.pourer.0 = None;
            self.poured.from = None;
        }
    }
}

fn press(press: On<Pointer<Press>>, mut hand: Hand) {
    hand.pourer.0 = Some(press.pointer_id);
    hand.pour_at(press.entity, &press.pointer_location);
}

fn drag(drag: On<Pointer<Drag>>, mut hand: Hand) {
    if hand.pourer.0 == Some(drag.pointer_id) {
        hand.pour_at(drag.entity, &drag.pointer_location);
    }
}

fn let_go(release: On<Pointer<Release>>, mut hand: Hand) {
    hand.end(release.pointer_id);
}

fn leave(end: On<Pointer<DragEnd>>, mut hand: Hand) {
    hand.end(end.pointer_id);
}

fn cancel(cancel: On<Pointer<Cancel>>, mut hand: Hand) {
    hand.end(cancel.pointer_id);
}
