//! What the plugin remembers of a value whose jumps it smooths.

use bevy::prelude::*;

use super::offset::{Change, Offset};
use crate::{
    motion::written::is_same,
    property::Property,
    space::{Space, WideTangent, shifted},
};

/// The valid fields of an [`Inertialization`](super::Inertialization).
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Unit: rad/s. Range: > 0 and finite.
    pub(super) angular_frequency: f64,
    /// Unit: property units. Range: ≥ 0.
    pub(super) jump_distance: f64,
    /// Unit: property units. Range: ≥ 0.
    pub(super) cut_distance: f64,
}

/// What the plugin remembers of a value whose jumps it smooths.
#[derive(Component)]
pub(crate) struct Inertialized<P: Property> {
    offset: Option<Offset<P::Value>>,
    /// The value that other code wrote in this frame, and the one that is shown instead.
    shown: Option<(P::Value, P::Value)>,
    change: Change,
    /// The last valid rules.
    pub(super) rules: Option<Rules>,
    /// Whether a field is invalid.
    pub(super) is_invalid: bool,
    /// The last frame in which the value was read.
    frame: u32,
}

impl<P: Property> Clone for Inertialized<P> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<P: Property> Default for Inertialized<P> {
    fn default() -> Self {
        Self { offset: None, shown: None, change: Change::default(), rules: None, is_invalid: false, frame: 0 }
    }
}

impl<P: Property> Inertialized<P> {
    /// Restores the value that other code wrote, unless other code has written a new one.
    pub(super) fn put_back(&mut self, mut component: Mut<P::Component>) {
        if let Some((written, shown)) = self.shown.take()
            && is_same(P::get(&component), shown)
        {
            P::set(component.bypass_change_detection(), written);
        }
    }

    /// Shows the value at its offset, `time` seconds after the last frame. `frame` counts the frames in which values are read.
    pub(super) fn show(&mut self, component: &mut Mut<P::Component>, frame: u32, time: f64) {
        // In a frame in which the entity was disabled, its value was not read, so its path is not known.
        if core::mem::replace(&mut self.frame, frame) != frame.wrapping_sub(1) {
            self.offset = None;
        }
        let value = P::get(component);
        if !value.is_finite() {
            (self.offset, self.change) = (None, Change::default());
            return;
        }
        let written = value.widen();
        let change = core::mem::take(&mut self.change);
        let (Some(offset), Some(rules)) = (&mut self.offset, self.rules) else {
            self.offset = Some(Offset::new(written));
            return;
        };
        let deviation = offset.deviation(written, time);
        let change = match change {
            Change::Moved if deviation > rules.jump_distance => Change::Jumped,
            change => change,
        };
        let change = match change {
            Change::Jumped if deviation > rules.cut_distance => Change::Cut,
            change => change,
        };
        if let Some(shown) = offset.step(written, change, time, rules.angular_frequency) {
            let shown = P::Value::narrow(shown);
            if shown.is_finite() && !is_same(shown, value) {
                P::set(component, shown);
                self.shown = Some((value, P::get(component)));
            }
        }
    }

    /// The next value belongs to another path.
    pub(super) fn jump(&mut self) {
        if self.change == Change::Moved {
            self.change = Change::Jumped;
        }
    }

    /// The next value is shown at once.
    pub(super) const fn cut(&mut self) {
        self.change = Change::Cut;
    }

    /// Shifts what is remembered with the origin of the world.
    pub(super) fn shift(&mut self, by: WideTangent<P::Value>) {
        if let Some(offset) = &mut self.offset {
            offset.shift(by);
        }
        self.shown = self.shown.map(|(written, shown)| (shifted(written, by), shifted(shown, by)));
    }
}
