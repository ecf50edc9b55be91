//! Scripted input: sends the messages of a keyboard and a mouse at set times.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input::mouse::{MouseButtonInput, MouseMotion, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy::time::TimeSystems;

/// One simulated input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hand {
    /// A key goes down.
    Press(KeyCode),
    /// A key comes up.
    Release(KeyCode),
    /// Moves the mouse in one step. Unit: pixels, y down.
    MoveMouse(Vec2),
    /// Turns the mouse wheel. Unit: notches, positive away from the user.
    TurnWheel(f32),
    /// A mouse button goes down.
    PressButton(MouseButton),
    /// A mouse button comes up.
    ReleaseButton(MouseButton),
    /// Moves the pointer to a point of the node with this name: `(0, 0)` is its upper left corner, `(1, 1)` its lower right corner.
    /// Ignored in scenes without an interface.
    PointAt(&'static str, Vec2),
}

/// Insert this resource to hide the script's pointer, for a scene that shows clicks itself.
#[derive(Resource)]
pub struct HiddenPointer;

/// A simulated input and its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScriptEvent {
    /// The input is sent in the first frame at or after this time. Unit: s.
    pub time: f64,
    /// The input.
    pub hand: Hand,
}

/// The simulated input of a run, sorted by time.
#[derive(Resource, Clone, Debug, Default)]
pub struct Script {
    events: Vec<ScriptEvent>,
    /// How many events have been sent.
    done: usize,
}

impl Script {
    /// A script of these events, in any order.
    pub fn new(events: impl IntoIterator<Item = ScriptEvent>) -> Self {
        let mut events: Vec<_> = events.into_iter().collect();
        // The sort is stable: events at the same time are sent in the order given.
        events.sort_by(|left, right| left.time.total_cmp(&right.time));
        Self { events, done: 0 }
    }

    /// All events, sorted by time.
    pub fn events(&self) -> &[ScriptEvent] {
        &self.events
    }

    /// Returns the script without one event. An index past the end changes nothing.
    #[must_use]
    pub fn without(mut self, index: usize) -> Self {
        if index < self.events.len() {
            self.events.remove(index);
        }
        self
    }
}

/// Holds a key from one time to another. Unit: s.
pub fn hold(key: KeyCode, from: f64, to: f64) -> [ScriptEvent; 2] {
    [at(from, Hand::Press(key)), at(to, Hand::Release(key))]
}

/// Holds a key for a quarter of a second. Unit: s.
pub fn tap(key: KeyCode, time: f64) -> [ScriptEvent; 2] {
    hold(key, time, time + 0.25)
}

/// Clicks the left button on a point of a named node. Unit: s.
pub fn click(node: &'static str, place: Vec2, time: f64) -> Vec<ScriptEvent> {
    drag(node, place, place, time, time + 0.125)
}

/// Drags with the left button at a steady speed, from one point of a named node to another. Each point is taken on the node where it
/// then is. Unit: s.
pub fn drag(node: &'static str, from: Vec2, to: Vec2, start: f64, end: f64) -> Vec<ScriptEvent> {
    /// How often the pointer moves. Unit: 1/s.
    const MOVES_PER_SECOND: f64 = 64.0;
    let mut events = vec![at(start, Hand::PointAt(node, from)), at(start, Hand::PressButton(MouseButton::Left))];
    let moves = (1..).map(|number: u32| start + f64::from(number) / MOVES_PER_SECOND).take_while(|time| *time < end);
    events.extend(moves.map(|time| {
        let share = f64_to_f32((time - start) / (end - start));
        at(time, Hand::PointAt(node, from.lerp(to, share)))
    }));
    events.extend([at(end, Hand::PointAt(node, to)), at(end, Hand::ReleaseButton(MouseButton::Left))]);
    events
}

#[expect(clippy::cast_possible_truncation, reason = "a place on the screen needs no more")]
fn f64_to_f32(wide: f64) -> f32 {
    wide as f32
}

/// One input at one time. Unit: s.
pub fn at(time: f64, hand: Hand) -> ScriptEvent {
    ScriptEvent { time, hand }
}

/// The script's pointer input, as one message type so that its order is kept.
#[derive(Message, Clone, Copy, Debug)]
pub(super) enum Gesture {
    /// See [`Hand::PointAt`].
    Point(&'static str, Vec2),
    /// Presses the left button.
    Press,
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
    // There may be no window, and no reader of these messages needs one.
    let window = Entity::PLACEHOLDER;
    let now = time.elapsed_secs_f64();
    while let Some(event) = script.events.get(script.done).copied().filter(|event| event.time <= now) {
        script.done += 1;
        let button = |button, state| MouseButtonInput { button, state, window };
        match event.hand {
            Hand::Press(key_code) => {
                keys.write(key_message(key_code, ButtonState::Pressed, window));
            }
            Hand::Release(key_code) => {
                keys.write(key_message(key_code, ButtonState::Released, window));
            }
            Hand::MoveMouse(delta) => {
                motions.write(MouseMotion { delta });
            }
            Hand::TurnWheel(y) => {
                wheels.write(MouseWheel { unit: MouseScrollUnit::Line, x: 0.0, y, window, phase: TouchPhase::Moved });
            }
            Hand::PressButton(which) => {
                buttons.write(button(which, ButtonState::Pressed));
                gestures.write_batch((which == MouseButton::Left).then_some(Gesture::Press));
            }
            Hand::ReleaseButton(which) => {
                buttons.write(button(which, ButtonState::Released));
                gestures.write_batch((which == MouseButton::Left).then_some(Gesture::Release));
            }
            Hand::PointAt(node, place) => {
                gestures.write(Gesture::Point(node, place));
            }
        }
    }
}

fn key_message(key_code: KeyCode, state: ButtonState, window: Entity) -> KeyboardInput {
    // `KeyW` and the like are letters. No scene reads the logical key of any other key.
    let name = format!("{key_code:?}");
    let logical_key = match name.strip_prefix("Key") {
        Some(letter) => Key::Character(letter.to_lowercase().into()),
        None => Key::Unidentified(NativeKey::Unidentified),
    };
    KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window }
}
