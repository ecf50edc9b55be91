//! What is known of one motion: state, law and target; and, boxed, what few have.

use alloc::boxed::Box;

use bevy::ecs::change_detection::{DetectChangesMut, Mut};

use super::{
    answer::Answer,
    cold::Cold,
    evolve::evolve,
    hand::Hand,
    history::History,
    response_cache::ResponseCache,
    running_rate::RunningRate,
    segment::Segment,
    target_path::TargetPath,
    written::{Changes, Written},
};
use crate::{
    law::axes::Axes,
    math::Propagator,
    property::{Property, Velocity},
    space::{Law, Response, Space, State, Tangent},
};

/// One entity's motion of one property: what every tick reads and writes. Bytes are those of a `Vec3`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Body<V: Space> {
    /// The state at its start. 48 bytes.
    pub(crate) state: State<V>,
    /// Stiffness. Unit: 1/s². 8 bytes.
    k: f64,
    /// Damping. Unit: 1/s. 8 bytes.
    c: f64,
    /// When the values that the components hold were evaluated. Unit: s after the last tick. 8 bytes.
    pub(crate) written_at: f64,
    /// What few motions have. Without it the segment starts with the tick, on a held target, and all of the law is here; and
    /// what was last written is the state at [`written_at`](Self::written_at), rounded. 8 bytes.
    cold: Option<Box<Cold<V>>>,
    /// The target at its start, unless `cold` has it. 12 bytes.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    target: V,
    /// Constant acceleration: what a component says, so an f32 holds it. Unit: property units/s². 12 bytes.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    acceleration: V::Tangent,
    /// Counts beginnings, so that followers notice them. 2 bytes.
    pub(crate) revision: u16,
    /// Faults already reported, of [`Fault`](super::fault::Fault). 1 byte.
    pub(crate) faults: u8,
    /// Whether the world's values have been taken in at all. 1 byte.
    pub(crate) adopted: bool,
    /// Whether it has moved since it was last at rest. 1 byte, and 3 of padding.
    pub(crate) moved: bool,
}

const _: () = assert!(size_of::<Body<bevy::math::Vec3>>() == 112);

impl<V: Space> Default for Body<V> {
    fn default() -> Self {
        let nowhere = V::default();
        Self {
            state: State { position: nowhere.widen(), ..State::default() },
            k: 0.0,
            c: 0.0,
            written_at: 0.0,
            cold: None,
            target: nowhere,
            acceleration: V::Tangent::default(),
            revision: 0,
            faults: 0,
            adopted: false,
            moved: false,
        }
    }
}

/// What says how a motion goes on beside which nothing does.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct PlainLaw {
    pub(crate) k: f64,
    pub(crate) c: f64,
    /// Whether there is a constant acceleration.
    pub(crate) is_pulled: bool,
}

impl PlainLaw {
    /// Nothing acts.
    pub(crate) const NONE: Self = Self { k: 0.0, c: 0.0, is_pulled: false };
}

/// What lies apart.
impl<V: Space> Body<V> {
    /// Nothing goes on beside it.
    #[inline]
    pub(crate) const fn is_plain(&self) -> bool {
        self.cold.is_none()
    }

    pub(crate) fn cold(&self) -> Option<&Cold<V>> {
        self.cold.as_deref()
    }

    pub(crate) fn cold_mut(&mut self) -> Option<&mut Cold<V>> {
        self.cold.as_deref_mut()
    }

    /// Room for what few have. Before the state is changed: what was written is kept here from now on.
    #[cold]
    pub(crate) fn make_cold(&mut self) -> &mut Cold<V> {
        let written = if self.is_plain() { Some(self.written()) } else { None };
        self.cold.get_or_insert_with(|| Box::new(Cold::new(written.unwrap_or_else(|| Written::of(&State::default())))))
    }

    /// Gives the room up if nothing is in it.
    pub(crate) fn drop_idle(&mut self) {
        if let Some(cold) = self.cold.take_if(|cold| cold.is_idle())
            && self.shown() != cold.written
        {
            self.cold = Some(cold);
        }
    }

    /// When the segment starts. Unit: s after the last tick.
    #[inline]
    pub(crate) fn start(&self) -> f64 {
        self.cold().map_or(0.0, |cold| cold.start)
    }

    pub(crate) fn set_start(&mut self, start: f64) {
        if start != self.start() {
            self.make_cold().start = start;
        }
    }

    /// The target at the segment's start.
    #[inline]
    pub(crate) fn target(&self) -> V::Wide {
        self.cold().and_then(|cold| cold.target).unwrap_or_else(|| self.target.widen())
    }

    pub(crate) fn set_target(&mut self, target: V::Wide) {
        let held = V::narrow(target);
        let beyond = Some(target).filter(|&target| held.widen() != target);
        if beyond.is_some() {
            self.make_cold();
        }
        if let Some(cold) = self.cold_mut() {
            cold.target = beyond;
        }
        self.target = held;
    }

    /// The law that it obeys.
    #[inline]
    pub(crate) fn law(&self) -> Law<V> {
        let g = self.cold().map_or(0.0, |cold| cold.g);
        Law { k: self.k, c: self.c, g, a: self.acceleration.widen() }
    }

    /// How fast the entity's own time goes. Unit: 1. Range: ≥ 0.
    #[inline]
    pub(crate) fn pace(&self) -> f64 {
        self.cold().map_or(1.0, |cold| cold.pace)
    }

    pub(crate) fn running_rate(&self) -> Option<&RunningRate<V>> {
        self.cold()?.running_rate.as_deref()
    }

    pub(crate) fn running_rate_mut(&mut self) -> Option<&mut RunningRate<V>> {
        self.cold_mut()?.running_rate.as_deref_mut()
    }

    pub(crate) fn axes(&self) -> Option<&Axes> {
        self.cold()?.axes.as_deref()
    }

    pub(crate) fn target_path(&self) -> Option<&TargetPath<V>> {
        self.cold()?.target_path.as_deref()
    }

    pub(crate) fn target_path_mut(&mut self) -> Option<&mut TargetPath<V>> {
        self.cold_mut()?.target_path.as_deref_mut()
    }

    pub(crate) fn history(&self) -> Option<&History<V>> {
        self.cold()?.history.as_deref()
    }

    pub(crate) fn history_mut(&mut self) -> Option<&mut History<V>> {
        self.cold_mut()?.history.as_deref_mut()
    }

    pub(crate) fn hand_mut(&mut self) -> Option<&mut Hand<V>> {
        self.cold_mut()?.hand.as_deref_mut()
    }
}

/// What was written.
impl<V: Space> Body<V> {
    /// What stands in the components, unless somebody wrote there.
    pub(crate) fn written(&self) -> Written<V> {
        self.cold().map_or_else(|| self.shown(), |cold| cold.written)
    }

    /// What a motion shows beside which nothing goes on.
    fn shown(&self) -> Written<V> {
        Written::of(&self.plain_state(self.written_at))
    }

    /// The state `t` seconds after the start, as it is shown, of a motion beside which nothing goes on.
    fn plain_state(&self, t: f64) -> State<V> {
        let PlainLaw { k, c, is_pulled } = self.plain_law();
        self.answered(t, Propagator::within_tick(k, c, is_pulled, t))
    }

    /// The law of a motion beside which nothing goes on, but for its constant acceleration.
    #[inline(always)]
    pub(crate) fn plain_law(&self) -> PlainLaw {
        PlainLaw { k: self.k, c: self.c, is_pulled: self.acceleration != V::Tangent::default() }
    }

    /// The state after `t` (s) of a motion beside which nothing goes on, where this is its law's answer.
    #[inline(always)]
    pub(crate) fn answered(&self, t: f64, propagator: Propagator) -> State<V> {
        if t == 0.0 {
            return self.state;
        }
        let law = Law { k: self.k, c: self.c, g: 0.0, a: self.acceleration.widen() };
        let response = Response { t, propagator, integrals: Default::default() };
        evolve(self.state, self.target.widen(), None, &law, &response)
    }

    /// Notes what stands in the components now.
    pub(crate) fn note_written(&mut self, written: Written<V>) {
        if self.is_plain() && self.shown() == written {
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
        let Written { value, velocity: tangent, .. } = Written::of(state);
        // What is not a number stays out, wherever it came from.
        if !(value.is_finite() && tangent.is_finite()) {
            self.make_cold();
            self.written_at = instant;
            return Changes::default();
        }
        self.write_presentable(state, instant, component, velocity)
    }

    /// [`write`](Self::write), of a state that an f32 holds.
    #[inline(always)]
    pub(crate) fn write_presentable<P: Property<Value = V>>(
        &mut self,
        state: &State<V>,
        instant: f64,
        component: &mut P::Component,
        velocity: &mut Velocity<P>,
    ) -> Changes {
        let Written { value, velocity: tangent, .. } = Written::of(state);
        let mut stored = P::get(component);
        let changes = Changes { value: stored != value, velocity: velocity.0 != tangent };
        if changes.value {
            P::set(component, value);
            // Read back, because a property may store less than it is given, a Node's whole pixels for instance.
            stored = P::get(component);
        }
        velocity.0 = tangent;
        self.written_at = instant;
        if !(self.is_plain() && stored == value) {
            self.make_cold().written = Written { value: stored, velocity: tangent, late: false };
        }
        changes
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

/// How it goes on.
impl<V: Space> Body<V> {
    /// The motion from its start on.
    pub(crate) fn segment(&self) -> Segment<'_, V> {
        Segment {
            start: self.start(),
            state: self.state,
            target: self.target(),
            slope: self.target_path().map(|target_path| &target_path.slope),
            law: self.law(),
            axes: self.axes(),
            running_rate: self.running_rate(),
            pace: self.pace(),
            ring_place: self.target_path().and_then(|target_path| target_path.ring_place.as_ref()),
        }
    }

    /// The law when no exponential rate acts.
    pub(crate) fn lasting_law(&self) -> Law<V> {
        self.running_rate().map_or_else(|| self.law(), |running_rate| running_rate.after)
    }

    /// Another law from now on.
    pub(crate) fn replace_law(&mut self, law: Law<V>, pace: f64) {
        let Law { k, c, g, a } = law;
        if g != 0.0 || pace != 1.0 {
            self.make_cold();
        }
        if let Some(cold) = self.cold_mut() {
            cold.g = g;
            cold.pace = pace;
        }
        (self.k, self.c, self.acceleration) = (k, c, V::Tangent::narrow(a));
    }

    /// Brings what is computed beforehand to a tick of length `h`; the law's answer to that.
    pub(crate) fn refresh(&mut self, h: f64, cache: &mut ResponseCache) -> Propagator {
        let law = self.law();
        if let Some(cold) = self.cold_mut() {
            cold.stale = false;
            if let Some(target_path) = &mut cold.target_path {
                target_path.refresh(&law, h, cache);
            }
        }
        cache.response(law.k, law.c, h, false).propagator
    }

    /// The state at the end of a tick of length `h`, where everything for it is at hand.
    pub(crate) fn after_tick<P: Property<Value = V>>(&self, h: f64, answer: &Answer<P>) -> Option<State<V>> {
        let propagator = answer.propagator(self.k, self.c);
        let Some(cold) = self.cold() else { return Some(self.answered(h, propagator)) };
        if cold.start != 0.0 || cold.stale || cold.running_rate.is_some() || cold.axes.is_some() || cold.pace != 1.0 {
            return None;
        }
        let law = self.law();
        let (slope, integrals) = match &cold.target_path {
            None => (None, Default::default()),
            Some(target_path) if target_path.ring_place.is_some() => return None,
            Some(target_path) => (Some(&target_path.slope), target_path.integrals(&law, h)?),
        };
        Some(evolve(self.state, self.target(), slope, &law, &Response { t: h, propagator, integrals }))
    }

    /// Ends the exponential rate if it is over after `t` (s of the entity's own time).
    pub(crate) fn pass_run(&mut self, t: f64) {
        let Some(cold) = self.cold_mut() else { return };
        if let Some(running_rate) = cold.running_rate.take_if(|running_rate| t >= running_rate.left) {
            cold.finished = cold.finished.saturating_add(1);
            cold.stale = true;
            let pace = cold.pace;
            self.replace_law(running_rate.after, pace);
        } else if let Some(running_rate) = &mut cold.running_rate {
            running_rate.shift(t);
        }
    }

    /// Begins anew at `instant`, on the same path.
    pub(crate) fn restart(&mut self, instant: f64, cache: &mut ResponseCache) {
        self.revision = self.revision.wrapping_add(1);
        if let Some(history) = self.history_mut() {
            history.arrived = false;
        }
        let t = instant - self.start();
        if t <= 0.0 {
            return;
        }
        self.make_cold();
        // In the hand no time passes for it.
        if self.hand_mut().is_none() {
            let state = self.segment().eval(instant, cache);
            self.push_history();
            self.state = state;
            self.pass_run(t * self.pace());
        }
        let target = self.target();
        if let Some(target_path) = self.target_path_mut() {
            let moved = target_path.pass(target, t);
            self.set_target(moved);
        }
        self.set_start(instant);
    }

    /// Keeps the segment for what is drawn late.
    pub(crate) fn push_history(&mut self) {
        if let Some(mut history) = self.cold_mut().and_then(|cold| cold.history.take()) {
            history.push(self.segment());
            self.make_cold().history = Some(history);
        }
    }
}
