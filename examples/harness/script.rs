//! Scripted hands: the messages that a keyboard and a mouse would send, at set times.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput, NativeKey};
use bevy::input::mouse::{MouseButtonInput, MouseMotion, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use bevy::time::TimeSystems;

/// One thing that a hand does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hand {
    /// A key goes down.
    Press(KeyCode),
    /// A key comes up.
    Release(KeyCode),
    /// Moves the mouse all at once, as a flick of the wrist does with a 60 Hz mouse. Unit: pixels, y down.
    MoveMouse(Vec2),
    /// Unit: notches, positive away from the body.
    TurnWheel(f32),
    /// A button of the mouse goes down.
    PressButton(MouseButton),
    /// A button of the mouse comes up.
    ReleaseButton(MouseButton),
    /// Points at the node of the interface that has this name: at `(0, 0)` its left upper corner, at `(1, 1)` its right
    /// lower one. Only scenes that have an interface react to it.
    PointAt(&'static str, Vec2),
}

/// One thing that a hand does, at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScriptEvent {
    /// It happens in the first frame at or after this time. Unit: s.
    pub time: f64,
    /// What the hand does.
    pub hand: Hand,
}

/// Everything that the hands do, in the order of time.
#[derive(Resource, Clone, Debug, Default)]
pub struct Script {
    events: Vec<ScriptEvent>,
    /// How many events have happened.
    done: usize,
}

impl Script {
    /// A script of these events, in the order of time.
    pub fn new(events: impl IntoIterator<Item = ScriptEvent>) -> Self {
        let mut events: Vec<_> = events.into_iter().collect();
        // The sort is stable: of two events at one time, the one that is written first happens first.
        events.sort_by(|left, right| left.time.total_cmp(&right.time));
        Self { events, done: 0 }
    }

    /// All events, in the order of time.
    pub fn events(&self) -> &[ScriptEvent] {
        &self.events
    }

    /// The same script without one event. An index past the end changes nothing.
    #[must_use]
    pub fn without(mut self, index: usize) -> Self {
        if index < self.events.len() {
            self.events.remove(index);
        }
        self
    }
}

/// A key held from one time to another. Unit: s.
pub fn hold(key: KeyCode, from: f64, to: f64) -> [ScriptEvent; 2] {
    [at(from, Hand::Press(key)), at(to, Hand::Release(key))]
}

/// A key pressed at a time, and held for a quarter of a second. Unit: s.
pub fn tap(key: KeyCode, time: f64) -> [ScriptEvent; 2] {
    hold(key, time, time + 0.25)
}

/// The left button pressed and let go on a point of a named node. Unit: s.
pub fn click(node: &'static str, place: Vec2, time: f64) -> Vec<ScriptEvent> {
    drag(node, place, place, time, time + 0.125)
}

/// A named node grabbed at one point and dragged to another, at a steady speed. The points are those of the node as it is
/// at that time. Unit: s.
pub fn drag(node: &'static str, from: Vec2, to: Vec2, start: f64, end: f64) -> Vec<ScriptEvent> {
    /// How often a hand moves. Unit: 1/s.
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

/// One thing at one time. Unit: s.
pub fn at(time: f64, hand: Hand) -> ScriptEvent {
    ScriptEvent { time, hand }
}

/// The gestures of the hand on the interface, in their order.
#[derive(Message, Clone, Copy, Debug)]
pub(super) enum Gesture {
    /// The same as [`Hand::PointAt`].
    Point(&'static str, Vec2),
    /// Presses the left button.
    Press,
    Release,
}

/// The scripted hands.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ScriptSystems;

pub(super) fn add(app: &mut App, script: Script) {
    app.insert_resource(script)
        .add_message::<Gesture>()
        .add_systems(First, play.in_set(ScriptSystems).after(TimeSystems));
}

/// Sends the events that are due, before Bevy's input systems run.
fn play(
    // The hands do not stop while the game is paused.
    time: Res<Time<Real>>,
    mut script: ResMut<Script>,
    mut keys: MessageWriter<KeyboardInput>,
    mut buttons: MessageWriter<MouseButtonInput>,
    mut motions: MessageWriter<MouseMotion>,
    mut wheels: MessageWriter<MouseWheel>,
    mut gestures: MessageWriter<Gesture>,
) {
    // There is no window, and no reader of these messages asks for one.
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
    // `KeyW` and so on are letters; nothing here asks what the other keys mean.
    let name = format!("{key_code:?}");
    let logical_key = match name.strip_prefix("Key") {
        Some(letter) => Key::Character(letter.to_lowercase().into()),
        None => Key::Unidentified(NativeKey::Unidentified),
    };
    KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window }
}
