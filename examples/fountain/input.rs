//! The input that slows time down, sets the restitution, and pours drops.

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
use harness::style::{FAINT, panel, remark, wrapped_node};
use harness::surface::{Surface, stage};

/// The name of the node behind all panels, for scripts.
pub(crate) const STAGE: &str = "stage";
/// The label of the dial that sets the restitution.
pub(crate) const BOUNCE: &str = "bounce";
/// The name of the button that pauses, for scripts.
pub(crate) const PAUSE: &str = "pause";
/// The time scales, each with its key and the label of its button.
pub(crate) const TIME_SCALES: [(f32, KeyCode, &str); 3] =
    [(1.0, KeyCode::Digit1, "1/1 (1)"), (0.1, KeyCode::Digit2, "1/10 (2)"), (0.01, KeyCode::Digit3, "1/100 (3)")];
/// The point at which Space pours drops. Unit: m.
const SPOUT: Vec2 = Vec2::new(0.7, 2.2);
/// The width of the panel. Unit: px.
const WIDTH: f32 = 448.0;

/// What a button sets.
#[derive(Component, Clone, Copy, PartialEq)]
pub(crate) enum ButtonAction {
    TimeScale(f32),
    Pause,
}

/// The pointer that pours.
#[derive(Resource, Default)]
pub(crate) struct Pourer(Option<PointerId>);

pub(crate) fn spawn(restitution: Res<Restitution>, corner: Single<Entity, With<LeftCorner>>, mut commands: Commands) {
    commands.spawn(stage(STAGE)).observe(press).observe(drag).observe(release).observe(leave).observe(cancel);
    let node = Node { width: px(WIDTH), ..default() };
    let page = Page { tab: "input", order: 0 };
    commands.spawn((page, panel(node), ChildOf(*corner))).with_children(|panel| {
        panel.spawn(buttons()).with_children(|row| {
            for (time_scale, _, label) in TIME_SCALES {
                row.spawn((ButtonAction::TimeScale(time_scale), button(label, label))).observe(set);
            }
            row.spawn((ButtonAction::Pause, button(PAUSE, "pause (P)"))).observe(set);
        });
        let dial = Dial { label: BOUNCE, unit: "of the speed is kept", decimals: 2, range: (0.0, 0.9) };
        panel.spawn(dial.at(restitution.0)).observe(
            |change: On<ValueChange<f32>>, mut restitution: ResMut<Restitution>| {
                restitution.set_if_neq(Restitution(change.value));
            },
        );
        let how = "Press above the floor, or hold Space, to pour drops on both sides.";
        panel.spawn((remark(how, FAINT), wrapped_node()));
    });
}

fn set(pressed: On<Activate>, buttons: Query<&ButtonAction>, mut time: ResMut<Time<Virtual>>) {
    match buttons.get(pressed.entity) {
        Ok(ButtonAction::TimeScale(time_scale)) => set_time_scale(&mut time, *time_scale),
        Ok(ButtonAction::Pause) => toggle_pause(&mut time),
        Err(_) => {}
    }
}

/// Reads keys and gamepads. On a gamepad, the left shoulder button slows time down, the right one speeds it up, Start pauses, and South
/// pours.
pub(crate) fn listen(
    keys: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
    mut time: ResMut<Time<Virtual>>,
    mut poured: ResMut<Poured>,
) {
    for (time_scale, key, _) in TIME_SCALES {
        if keys.just_pressed(key) {
            set_time_scale(&mut time, time_scale);
        }
    }
    let chosen =
        TIME_SCALES.iter().position(|(time_scale, ..)| *time_scale == time.relative_speed()).unwrap_or_default();
    let any = |button| gamepads.iter().any(|gamepad| gamepad.just_pressed(button));
    let next = if any(GamepadButton::LeftTrigger) { chosen + 1 } else { chosen };
    let next = if any(GamepadButton::RightTrigger) { next.saturating_sub(1) } else { next };
    if let Some((time_scale, ..)) = TIME_SCALES.get(next).filter(|_| next != chosen) {
        set_time_scale(&mut time, *time_scale);
    }
    if keys.just_pressed(KeyCode::KeyP) || any(GamepadButton::Start) {
        toggle_pause(&mut time);
    }
    let south = GamepadButton::South;
    if keys.just_pressed(KeyCode::Space) || any(south) {
        poured.from = Some(SPOUT);
    } else if keys.just_released(KeyCode::Space) || gamepads.iter().any(|gamepad| gamepad.just_released(south)) {
        poured.from = None;
    }
}

fn set_time_scale(time: &mut Time<Virtual>, time_scale: f32) {
    time.unpause();
    time.set_relative_speed(time_scale);
}

fn toggle_pause(time: &mut Time<Virtual>) {
    if time.is_paused() {
        time.unpause();
    } else {
        time.pause();
    }
}

/// Highlights the button of the current time scale, and the pause button while time is paused.
pub(crate) fn show(time: Res<Time<Virtual>>, mut buttons: Query<(&ButtonAction, &mut BackgroundColor)>) {
    for (action, mut color) in &mut buttons {
        let is_chosen = match action {
            ButtonAction::TimeScale(time_scale) => *time_scale == time.relative_speed(),
            ButtonAction::Pause => time.is_paused(),
        };
        color.set_if_neq(BackgroundColor(if is_chosen { CHOSEN } else { UP }));
    }
}

/// Copies the dial's restitution to the limits of every drop, where it takes effect at the next contact. Restarts the measurement of the
/// deepest twin.
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

/// System parameters of the pointer observers.
#[derive(SystemParam)]
struct PointerParams<'w, 's> {
    surface: Surface<'w, 's>,
    window: Res<'w, Window>,
    pourer: ResMut<'w, Pourer>,
    poured: ResMut<'w, Poured>,
}

impl PointerParams<'_, '_> {
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

fn press(press: On<Pointer<Press>>, mut params: PointerParams) {
    params.pourer.0 = Some(press.pointer_id);
    params.pour_at(press.entity, &press.pointer_location);
}

fn drag(drag: On<Pointer<Drag>>, mut params: PointerParams) {
    if params.pourer.0 == Some(drag.pointer_id) {
        params.pour_at(drag.entity, &drag.pointer_location);
    }
}

fn release(release: On<Pointer<Release>>, mut params: PointerParams) {
    params.end(release.pointer_id);
}

fn leave(end: On<Pointer<DragEnd>>, mut params: PointerParams) {
    params.end(end.pointer_id);
}

fn cancel(cancel: On<Pointer<Cancel>>, mut params: PointerParams) {
    params.end(cancel.pointer_id);
}
