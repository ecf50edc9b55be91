//! Writes a motion's state to the components, and stores what was written.

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
    /// The values last written to the components, which still hold them unless user code has written since.
    pub(crate) fn written(&self) -> Written<V> {
        match self.rare() {
            Some(rare) if !self.shows_state() => rare.written,
            _ => self.shown(),
        }
    }

    /// Records that the components now hold `written`.
    pub(crate) fn note_written(&mut self, written: Written<V>) {
        if self.shows_state() && self.shown() == written {
            return;
        }
        self.make_rare().written = written;
    }

    /// Writes `state`, which was evaluated for `instant` (s after the last tick), to the components. Returns which of them changed.
    pub(crate) fn write<P: Property<Value = V>>(
        &mut self,
        state: &State<V>,
        instant: f64,
        component: &mut P::Component,
        velocity: &mut Velocity<P>,
    ) -> Changes {
        let written = Written::of(state);
        // A value that is not finite is never written.
        if !(written.value.is_finite() && written.velocity.is_finite()) {
            self.make_rare();
            self.written_at = instant;
            return Changes::default();
        }
        let (changes, stored) = self.put::<P>(written, instant, component, velocity);
        if stored.is_some() {
            self.make_rare();
        }
        self.keep_written(Written { value: stored.unwrap_or(written.value), ..written });
        changes
    }

    /// [`write`](Self::write) for the fast path: the motion has a [clear tick](Self::has_clear_tick), and an f32 can hold the state.
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
            self.make_rare().written = Written { value, ..written };
        }
        changes
    }

    /// Writes to the components. Returns what changed, and the value that the component now holds if it differs from the given one.
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
        // Read back, because a property may round the value: a `Node`, for instance, stores whole pixels. The value that was read is used
        // only if it differs, because loading it as a whole right after its parts were stored is slow.
        let stored = if P::STORES_EXACTLY { value } else { P::get(component) };
        let is_other = !P::STORES_EXACTLY && changes.value && stored != value;
        if is_other && is_same(stored, before) {
            // The new value was rounded to the one that the component held before.
            changes.value = false;
        }
        (changes, is_other.then_some(stored))
    }

    /// [`write`](Self::write) with change detection.
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
