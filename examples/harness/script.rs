//! Scripted input: sends keyboard and mouse messages at set times.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input::mouse::{MouseButtonInput, MouseMotion, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy::time::TimeSystems;

/// A simulated input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// Presses a key.
    Press(KeyCode),
    /// Releases a key.
    Release(KeyCode),
    /// Moves the mouse in one step. Unit: pixels, y down.
    MoveMouse(Vec2),
    /// Turns the mouse wheel. Unit: notches, positive away from the user.
    TurnWheel(f32),
    /// Presses a mouse button.
    PressButton(MouseButton),
    /// Releases a mouse button.
    ReleaseButton(MouseButton),
    /// Moves the pointer to a point of the node with this name. `(0, 0)` is the node's upper left corner, `(1, 1)` its lower right corner.
    /// Ignored if the UI is not laid out.
    PointAt(&'static str, Vec2),
}

/// If inserted, hides the scripted pointer. For scenes that show clicks themselves.
#[derive(Resource)]
pub struct HiddenPointer;

/// A simulated input, and the time at which it is sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScriptEvent {
    /// The input is sent in the first frame at or after this time. Unit: s.
    pub time: f64,
    /// The input to send.
    pub input: Input,
}

/// The simulated input of a run, sorted by time.
#[derive(Resource, Clone, Debug, Default)]
pub struct Script {
    events: Vec<ScriptEvent>,
    /// The number of events that have been sent.
    done: usize,
}

impl Script {
    /// Creates a script of these events, which may be in any order.
    pub fn new(events: impl IntoIterator<Item = ScriptEvent>) -> Self {
        let mut events: Vec<_> = events.into_iter().collect();
        // The sort is stable: events at the same time are sent in the order given.
        events.sort_by(|left, right| left.time.total_cmp(&right.time));
        Self { events, done: 0 }
    }

    /// Returns all events, sorted by time.
    pub fn events(&self) -> &[ScriptEvent] {
        &self.events
    }

    /// Removes the event at this index. Does nothing if the index is out of bounds.
    #[must_use]
    pub fn without(mut self, index: usize) -> Self {
        if index < self.events.len() {
            self.events.remove(index);
        }
        self
    }
}

/// Holds a key from the time `from` (s) to the time `to` (s).
pub fn hold(key: KeyCode, from: f64, to: f64) -> [ScriptEvent; 2] {
    [at(from, Input::Press(key)), at(to, Input::Release(key))]
}

/// Holds a key for a quarter of a second, starting at `time` (s).
pub fn tap(key: KeyCode, time: f64) -> [ScriptEvent; 2] {
    hold(key, time, time + 0.25)
}

/// Clicks a point of a named node with the left button, at `time` (s). Points are as in [`Input::PointAt`].
pub fn click(node: &'static str, place: Vec2, time: f64) -> Vec<ScriptEvent> {
    drag(node, place, place, time, time + 0.125)
}

/// Drags with the left button at a steady speed, from one point of a named node to another, between the times `start` and `end` (s).
///
/// Points are as in [`Input::PointAt`]. If the node moves, they move with it.
pub fn drag(node: &'static str, from: Vec2, to: Vec2, start: f64, end: f64) -> Vec<ScriptEvent> {
    /// The number of pointer moves per second. Unit: 1/s.
    const MOVES_PER_SECOND: f64 = 64.0;
    let mut events = vec![at(start, Input::PointAt(node, from)), at(start, Input::PressButton(MouseButton::Left))];
    let moves = (1..).map(|number: u32| start + f64::from(number) / MOVES_PER_SECOND).take_while(|time| *time < end);
    events.extend(moves.map(|time| {
        let share = f64_to_f32((time - start) / (end - start));
        at(time, Input::PointAt(node, from.lerp(to, share)))
    }));
    events.extend([at(end, Input::PointAt(node, to)), at(end, Input::ReleaseButton(MouseButton::Left))]);
    events
}

#[expect(clippy::cast_possible_truncation, reason = "f32 is precise enough for a position on the screen")]
fn f64_to_f32(wide: f64) -> f32 {
    wide as f32
}

/// Returns the event that sends `input` at `time` (s).
pub fn at(time: f64, input: Input) -> ScriptEvent {
    ScriptEvent { time, input }
}

/// The script's pointer input. It is a single message type, so that moves, presses and releases stay in order.
#[derive(Message, Clone, Copy, Debug)]
pub(super) enum Gesture {
    /// Moves the pointer to a point of a named node, as [`Input::PointAt`] describes.
    Point(&'static str, Vec2),
    /// Presses the left button.
    Press,
    /// Releases the left button.
    Release,
}

/// The system that sends scripted input.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ScriptSystems;

pub(super) fn add(app: &mut App, script: Script) {
    app.insert_resource(script)
        .add_message::<Gesture>()
        .add_systems(First, play.in_set(ScriptSystems).after(TimeSystems));
}

/// Sends the events that are due, before Bevy's input systems run.
fn play(
    // Real time: the script continues while the game is paused.
    time: Res<Time<Real>>,
    mut script: ResMut<Script>,
    mut keys: MessageWriter<KeyboardInput>,
    mut buttons: MessageWriter<MouseButtonInput>,
    mut motions: MessageWriter<MouseMotion>,
    mut wheels: MessageWriter<MouseWheel>,
    mut gestures: MessageWriter<Gesture>,
) {
    // No reader of these messages needs the window, and there may be no window.
    let window = Entity::PLACEHOLDER;
    let now = time.elapsed_secs_f64();
    while let Some(event) = script.events.get(script.done).copied().filter(|event| event.time <= now) {
        script.done += 1;
        let button = |button, state| MouseButtonInput { button, state, window };
        match event.input {
            Input::Press(key_code) => {
                keys.write(key_message(key_code, ButtonState::Pressed, window));
            }
            Input::Release(key_code) => {
                keys.write(key_message(key_code, ButtonState::Released, window));
            }
            Input::MoveMouse(delta) => {
                motions.write(MouseMotion { delta });
            }
            Input::TurnWheel(y) => {
                wheels.write(MouseWheel { unit: MouseScrollUnit::Line, x: 0.0, y, window, phase: TouchPhase::Moved });
            }
            Input::PressButton(which) => {
                buttons.write(button(which, ButtonState::Pressed));
                gestures.write_batch((which == MouseButton::Left).then_some(Gesture::Press));
            }
            Input::ReleaseButton(which) => {
                buttons.write(button(which, ButtonState::Released));
                gestures.write_batch((which == MouseButton::Left).then_some(Gesture::Release));
            }
            Input::PointAt(node, place) => {
                gestures.write(Gesture::Point(node, place));
            }
        }
    }
}

fn key_message(key_code: KeyCode, state: ButtonState, window: Entity) -> KeyboardInput {
    // Only letter keys (such as `KeyW`) get a logical key, because no scene reads other logical keys.
    let name = format!("{key_code:?}");
    let logical_key = match name.strip_prefix("Key") {
        Some(letter) => Key::Character(letter.to_lowercase().into()),
        None => Key::Unidentified(NativeKey::Unidentified),
    };
    KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window }
}
