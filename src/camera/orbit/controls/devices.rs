//! What the input devices have done in a frame.

use bevy::{
    ecs::system::SystemParam,
    input::{
        gestures::PinchGesture,
        mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit},
        touch::{Touch, Touches},
    },
    prelude::*,
};

/// The input devices.
#[derive(SystemParam)]
pub(crate) struct Devices<'w, 's> {
    pub(super) buttons: Res<'w, ButtonInput<MouseButton>>,
    motion: Res<'w, AccumulatedMouseMotion>,
    scroll: Res<'w, AccumulatedMouseScroll>,
    pinches: MessageReader<'w, 's, PinchGesture>,
    touches: Res<'w, Touches>,
    gamepads: Query<'w, 's, &'static Gamepad>,
    windows: Query<'w, 's, &'static Window>,
    #[cfg(all(feature = "bevy_picking", feature = "bevy_ui"))]
    widgets: Widgets<'w, 's>,
}

/// What is under the pointers, and which of that is a widget.
#[cfg(all(feature = "bevy_picking", feature = "bevy_ui"))]
#[derive(SystemParam)]
struct Widgets<'w, 's> {
    hovered: Option<Res<'w, bevy::picking::hover::HoverMap>>,
    nodes: Query<'w, 's, (), With<bevy::ui::Node>>,
}

/// What all fingers together have done in a frame.
#[derive(Clone, Copy, Default)]
pub(super) struct Fingers {
    pub(super) count: usize,
    /// How far their middle moved. Unit: pixels.
    pub(super) moved: Vec2,
    /// The natural logarithm of the factor by which they came closer.
    pub(super) pinch: f32,
    /// Their middle. Unit: pixels from the window's upper left corner.
    pub(super) middle: Vec2,
}

impl Devices<'_, '_> {
    /// How far the mouse has moved. Unit: pixels.
    pub(super) fn moved(&self) -> Vec2 {
        self.motion.delta
    }

    /// How far the wheel or the trackpad has scrolled, up is positive. Unit: lines.
    pub(super) fn lines(&self) -> f32 {
        let per_line = if self.scroll.unit == MouseScrollUnit::Line { 1.0 } else { 20.0 };
        self.scroll.delta.y / per_line
    }

    /// The natural logarithm of the factor by which two fingers on a trackpad have spread.
    pub(super) fn spread(&mut self) -> f32 {
        self.pinches.read().map(|pinch| libm::log1pf(pinch.0.max(-0.9))).sum()
    }

    /// Where the sticks of all gamepads point, x to the right and y up.
    pub(super) fn stick(&self) -> Vec2 {
        self.gamepads.iter().map(Gamepad::right_stick).sum::<Vec2>().clamp_length_max(1.0)
    }

    pub(super) fn fingers(&self) -> Fingers {
        let fingers: [Option<&Touch>; 2] = {
            let mut fingers = self.touches.iter();
            [fingers.next(), fingers.next()]
        };
        match fingers {
            [Some(one), None] => Fingers { count: 1, moved: one.delta(), pinch: 0.0, middle: one.position() },
            [Some(one), Some(other)] => {
                let before = one.previous_position().distance(other.previous_position());
                let after = one.position().distance(other.position());
                let pinch = if before > 0.0 && after > 0.0 { libm::logf(before / after) } else { 0.0 };
                let moved = 0.5 * (one.delta() + other.delta());
                Fingers { count: 2, moved, pinch, middle: 0.5 * (one.position() + other.position()) }
            }
            _ => Fingers::default(),
        }
    }

    /// Where the mouse is. Unit: pixels from the window's upper left corner.
    pub(super) fn cursor(&self) -> Option<Vec2> {
        self.windows.iter().find_map(Window::cursor_position)
    }

    /// Whether any pointer is over a widget of Bevy's interface.
    pub(super) fn is_over_widget(&self) -> bool {
        #[cfg(all(feature = "bevy_picking", feature = "bevy_ui"))]
        {
            let hovered = self.widgets.hovered.as_ref();
            hovered.is_some_and(|map| {
                map.values().any(|found| found.keys().any(|&found| self.widgets.nodes.contains(found)))
            })
        }
        #[cfg(not(all(feature = "bevy_picking", feature = "bevy_ui")))]
        {
            false
        }
    }
}
