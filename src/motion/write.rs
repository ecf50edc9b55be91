//! What a motion has written to the world, and how it writes.

use bevy::ecs::change_detection::{DetectChangesMut, Mut};

use super::{
    body::Body,
    written::{Changes, Written, is_same},
};
use crate::{
    property::{Property, Velocity},
    space::{Space, State, Tangent},
};

impl<V: Space> Body<V> {
    /// What stands in the components, unless a user has written there.
    pub(crate) fn written(&self) -> Written<V> {
        match self.cold() {
            Some(cold) if !self.shows_state() => cold.written,
            _ => self.shown(),
        }
    }

    /// Notes what stands in the components now.
    pub(crate) fn note_written(&mut self, written: Written<V>) {
        if self.shows_state() && self.shown() == written {
            return;
        }
        self.make_cold().written = written;
    }

    /// Writes `state`, which is that of `instant`, to the world where it differs from what stands there.
    pub(crate) fn write<P: Property<Value = V>>(
        &mut self,
        state: &State<V>,
        instant: f64,
        component: &mut P::Component,
        velocity: &mut Velocity<P>,
    ) -> Changes {
        let written = Written::of(state);
        // A value that is not finite is not written, wherever it comes from.
        if !(written.value.is_finite() && written.velocity.is_finite()) {
            self.make_cold();
            self.written_at = instant;
            return Changes::default();
        }
        let (changes, stored) = self.put::<P>(written, instant, component, velocity);
        if stored.is_some() {
            self.make_cold();
        }
        self.keep_written(Written { value: stored.unwrap_or(written.value), ..written });
        changes
    }

    /// [`write`](Self::write), of a state that an f32 holds, where the motion is calm.
    #[inline(always)]
    pub(crate) fn write_plain<P: Property<Value = V>>(
        &mut self,
        state: &State<V>,
        instant: f64,
        component: &mut P::Component,
        velocity: &mut Velocity<P>,
    ) -> Changes {
        let written = Written::of(state);
        let (changes, stored) = self.put::<P>(written, instant, component, velocity);
        if let Some(value) = stored {
            self.make_cold().written = Written { value, ..written };
        }
        changes
    }

    /// Writes to the components. Returns what was stored, where that differs from what was given.
    #[inline(always)]
    fn put<P: Property<Value = V>>(
        &mut self,
        Written { value, velocity: tangent, .. }: Written<V>,
        instant: f64,
        component: &mut P::Component,
        velocity: &mut Velocity<P>,
    ) -> (Changes, Option<V>) {
        let before = P::get(component);
        let mut changes = Changes { value: before != value, velocity: velocity.0 != tangent };
        velocity.0 = tangent;
        self.written_at = instant;
        if changes.value {
            P::show(component, value, self.target);
        }
        // Read back, because a property may store less than it is given, a Node's whole pixels for instance. Only compared:
        // what was just stored in parts takes long to load as a whole.
        let stored = if P::STORES_EXACTLY { value } else { P::get(component) };
        let is_other = !P::STORES_EXACTLY && changes.value && stored != value;
        if is_other && is_same(stored, before) {
            // What the component stores is still the same.
            changes.value = false;
        }
        (changes, is_other.then_some(stored))
    }

    /// [`write`](Self::write), marked as a change.
    pub(crate) fn write_marked<P: Property<Value = V>>(
        &mut self,
        state: &State<V>,
        instant: f64,
        component: &mut Mut<P::Component>,
        velocity: &mut Mut<Velocity<P>>,
    ) {
        let changes =
            self.write(state, instant, component.bypass_change_detection(), velocity.bypass_change_detection());
        if changes.value {
            component.set_changed();
        }
        if changes.velocity {
            velocity.set_changed();
        }
    }
}
