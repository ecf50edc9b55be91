//! What the input devices have done in a frame.

use bevy::{
    ecs::system::SystemParam,
    input::{
        gestures::PinchGesture,
        mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit},
        touch::{Touch, TouchInput, Touches},
    },
    prelude::*,
};

/// The input devices.
#[derive(SystemParam)]
pub(crate) struct Devices<'w, 's> {
    pub(super) buttons: Res<'w, ButtonInput<MouseButton>>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    motion: Res<'w, AccumulatedMouseMotion>,
    scroll: Res<'w, AccumulatedMouseScroll>,
    pinches: MessageReader<'w, 's, PinchGesture>,
    touches: Res<'w, Touches>,
    touch_inputs: MessageReader<'w, 's, TouchInput>,
    gamepads: Query<'w, 's, &'static Gamepad>,
    windows: Query<'w, 's, (Entity, &'static Window)>,
    #[cfg(all(feature = "bevy_picking", feature = "bevy_ui"))]
    widgets: super::widgets::Widgets<'w, 's>,
}

/// The place of a pointer.
#[derive(Clone, Copy, Default)]
pub(super) struct Pointer {
    /// The window, if it is known.
    pub(super) window: Option<Entity>,
    /// Unit: logical pixels from the window's upper left corner, y down.
    pub(super) point: Vec2,
}

/// What all fingers together have done in a frame.
#[derive(Clone, Copy, Default)]
pub(super) struct Fingers {
    pub(super) count: usize,
    /// How far their middle moved. Unit: logical pixels.
    pub(super) moved: Vec2,
    /// The natural logarithm of the factor by which they came closer.
    pub(super) pinch: f32,
    pub(super) middle: Pointer,
}

impl Devices<'_, '_> {
    /// How far the mouse has moved. Unit: pixels.
    pub(super) fn moved(&self) -> Vec2 {
        self.motion.delta
    }

    /// How far the wheel or the trackpad has scrolled; up is positive. Unit: lines.
    pub(super) fn lines(&self) -> f32 {
        let per_line = if self.scroll.unit == MouseScrollUnit::Line { 1.0 } else { 20.0 };
        self.scroll.delta.y / per_line
    }

    /// The natural logarithm of the factor by which two fingers on a trackpad have spread.
    pub(super) fn spread(&mut self) -> f32 {
        self.pinches.read().map(|pinch| libm::log1pf(pinch.0.max(-0.9))).sum()
    }

    /// Where the sticks of all gamepads and the keys (left, right, up, down) point: x to the right and y up, at most 1 long.
    pub(super) fn stick(&self, keys: Option<[KeyCode; 4]>) -> Vec2 {
        let sticks: Vec2 = self.gamepads.iter().map(Gamepad::right_stick).sum();
        let keys = keys.map_or(Vec2::ZERO, |keys| {
            let [left, right, up, down] = keys.map(|key| f32::from(u8::from(self.keys.pressed(key))));
            Vec2::new(right - left, up - down)
        });
        (sticks + keys).clamp_length_max(1.0)
    }

    pub(super) fn fingers(&mut self) -> Fingers {
        // `Touches` keeps the last movement until the next input.
        let have_moved = self.touch_inputs.read().count() > 0;
        let found = self.touching();
        if have_moved { found } else { Fingers { moved: Vec2::ZERO, pinch: 0.0, ..found } }
    }

    fn touching(&self) -> Fingers {
        let fingers: [Option<&Touch>; 2] = {
            let mut fingers = self.touches.iter();
            [fingers.next(), fingers.next()]
        };
        let at = |point: Vec2| Pointer { window: None, point };
        match fingers {
            [Some(one), None] => Fingers { count: 1, moved: one.delta(), pinch: 0.0, middle: at(one.position()) },
            [Some(one), Some(other)] => {
                let before = one.previous_position().distance(other.previous_position());
                let after = one.position().distance(other.position());
                let pinch = if before > 0.0 && after > 0.0 { libm::logf(before / after) } else { 0.0 };
                let moved = 0.5 * (one.delta() + other.delta());
                Fingers { count: 2, moved, pinch, middle: at(0.5 * (one.position() + other.position())) }
            }
            _ => Fingers::default(),
        }
    }

    /// The mouse, if it is in a window.
    pub(super) fn cursor(&self) -> Option<Pointer> {
        self.windows
            .iter()
            .find_map(|(entity, window)| window.cursor_position().map(|point| Pointer { window: Some(entity), point }))
    }

    /// Whether any pointer is over a widget of Bevy's interface.
    pub(super) fn is_over_widget(&self) -> bool {
        #[cfg(all(feature = "bevy_picking", feature = "bevy_ui"))]
        {
            self.widgets.are_hovered()
        }
        #[cfg(not(all(feature = "bevy_picking", feature = "bevy_ui")))]
        {
            false
        }
    }
}
