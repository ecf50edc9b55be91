//! What is known of one motion: its segment, what the world shows of it, and what goes on beside it.

use alloc::boxed::Box;

use bevy::ecs::change_detection::Mut;

use super::{
    evolve::evolve, hand::Hand, history::History, response_cache::ResponseCache, running_rate::RunningRate,
    segment::Segment, target_path::TargetPath,
};
use crate::{
    law::{axes::Axes, exponential_rate::Rate},
    math::Propagator,
    property::{Property, Velocity},
    space::{Law, Response, Space, State, Tangent},
};

/// A value and velocity as they stand in the components.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Written<V: Space> {
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) value: V,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) velocity: V::Tangent,
    /// They are those of an earlier instant: drawn one tick late.
    pub(crate) late: bool,
}

/// One entity's motion of one property, from [`start`](Self::start) on.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Body<V: Space> {
    /// When it starts. Unit: s after the last tick.
    pub(crate) start: f64,
    /// The state at its start.
    pub(crate) state: State<V>,
    /// The target at its start; it moves on if there is a [`target_path`](Self::target_path).
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) target: V::Wide,
    /// What was last written to the world. Anything else found there is somebody's write.
    pub(crate) written: Written<V>,
    /// The law it was judged with.
    pub(crate) law: Law<V>,
    /// How fast the entity's own time goes. Unit: 1. Range: ≥ 0.
    pub(crate) pace: f64,
    /// The law's answer over one tick, of the length that it was refreshed for.
    #[cfg_attr(feature = "serialize", serde(skip, default = "nothing"))]
    propagator: Propagator,
    /// Unit: s; NaN if the law has changed since.
    #[cfg_attr(feature = "serialize", serde(skip, default = "never"))]
    refreshed_for: f64,
    /// Counts beginnings, so that followers notice them.
    pub(crate) revision: u32,
    /// Faults already reported, of [`Fault`].
    pub(crate) faults: u8,
    /// An exponential rate was inserted and has not begun yet.
    pub(crate) begins: bool,
    /// How many exponential rates are over and have not been told yet.
    pub(crate) finished: u8,
    /// Whether the world's values have been taken in at all.
    pub(crate) adopted: bool,
    /// Whether it has moved since it was last at rest.
    pub(crate) moved: bool,
    /// The exponential rate as last seen.
    pub(crate) rate: Option<Rate<V>>,
    /// An exponential rate that acts.
    pub(crate) running_rate: Option<Box<RunningRate<V>>>,
    /// What differs by axis.
    pub(crate) axes: Option<Box<Axes>>,
    /// Where the target goes, if it moves.
    pub(crate) target_path: Option<Box<TargetPath<V>>>,
    /// Where it has been, if it is drawn one tick late.
    pub(crate) history: Option<Box<History<V>>>,
    /// Where it has been held lately; of what is not held any more, until that is taken in.
    pub(crate) hand: Option<Box<Hand<V>>>,
}

#[cfg(feature = "serialize")]
fn nothing() -> Propagator {
    Propagator::IDENTITY
}

#[cfg(feature = "serialize")]
fn never() -> f64 {
    f64::NAN
}

impl<V: Space> Default for Body<V> {
    fn default() -> Self {
        let nowhere = V::default();
        Self {
            start: 0.0,
            state: State { position: nowhere.widen(), ..State::default() },
            target: nowhere.widen(),
            written: Written { value: nowhere, velocity: V::Tangent::default(), late: false },
            law: Law::default(),
            pace: 1.0,
            propagator: Propagator::IDENTITY,
            refreshed_for: f64::NAN,
            revision: 0,
            faults: 0,
            begins: false,
            finished: 0,
            adopted: false,
            moved: false,
            rate: None,
            running_rate: None,
            axes: None,
            target_path: None,
            history: None,
            hand: None,
        }
    }
}

impl<V: Space> Body<V> {
    /// The motion from its start on.
    pub(crate) fn segment(&self) -> Segment<'_, V> {
        Segment {
            start: self.start,
            state: self.state,
            target: self.target,
            slope: self.target_path.as_ref().map(|target_path| &target_path.slope),
            law: &self.law,
            axes: self.axes.as_deref(),
            running_rate: self.running_rate.as_deref(),
            pace: self.pace,
            ring_place: self.target_path.as_ref().and_then(|target_path| target_path.ring_place.as_ref()),
        }
    }

    /// The law when no exponential rate acts.
    pub(crate) fn lasting_law(&self) -> Law<V> {
        self.running_rate.as_ref().map_or(self.law, |running_rate| running_rate.after)
    }

    /// Another law from now on.
    pub(crate) fn replace_law(&mut self, law: Law<V>, pace: f64) {
        self.law = law;
        self.pace = pace;
        self.refreshed_for = f64::NAN;
    }

    /// Computes the law's answer over a tick of length `h`, if it is not at hand.
    #[inline]
    pub(crate) fn refresh(&mut self, h: f64, cache: &mut ResponseCache) {
        if self.refreshed_for != h {
            self.refreshed_for = h;
            self.propagator = cache.response(&self.law, h * self.pace, false).propagator;
        }
        if let Some(target_path) = &mut self.target_path {
            target_path.refresh(&self.law, h * self.pace, cache);
        }
    }

    /// The state at the end of a tick of length `h`, where everything for it is at hand.
    #[inline]
    pub(crate) fn after_tick(&self, h: f64) -> Option<State<V>> {
        if self.start != 0.0 || self.refreshed_for != h || self.running_rate.is_some() || self.axes.is_some() {
            return None;
        }
        let t = h * self.pace;
        let (slope, integrals) = match &self.target_path {
            None => (None, Default::default()),
            Some(target_path) if self.pace != 1.0 || target_path.ring_place.is_some() => return None,
            Some(target_path) => (Some(&target_path.slope), target_path.integrals(&self.law, t)?),
        };
        let response = Response { t, propagator: self.propagator, integrals };
        Some(evolve(self.state, self.target, slope, &self.law, &response))
    }

    /// Ends the exponential rate if it is over after `t` (s of the entity's own time).
    pub(crate) fn pass_run(&mut self, t: f64) {
        if let Some(running_rate) = self.running_rate.take_if(|running_rate| t >= running_rate.left) {
            self.replace_law(running_rate.after, self.pace);
            self.finished = self.finished.saturating_add(1);
        } else if let Some(running_rate) = &mut self.running_rate {
            running_rate.shift(t);
        }
    }

    /// What is not there any more is not invalid.
    pub(crate) fn forget_faults(&mut self, has_target: bool, follows: bool) {
        for (there, fault) in [(has_target || follows, Fault::Target), (follows, Fault::Offset)] {
            if !there {
                fault.turns(&mut self.faults, false);
            }
        }
    }

    /// Begins anew at `instant`, on the same path.
    pub(crate) fn restart(&mut self, instant: f64, cache: &mut ResponseCache) {
        self.revision = self.revision.wrapping_add(1);
        if let Some(history) = &mut self.history {
            history.arrived = false;
        }
        let t = instant - self.start;
        if t <= 0.0 {
            return;
        }
        // In the hand no time passes for it.
        if self.hand.is_none() {
            let state = self.segment().eval(instant, cache);
            if let Some(mut history) = self.history.take() {
                history.push(self.segment());
                self.history = Some(history);
            }
            self.state = state;
            self.pass_run(t * self.pace);
        }
        if let Some(target_path) = &mut self.target_path {
            self.target = target_path.pass(self.target, t);
        }
        self.start = instant;
    }

    /// Writes `state` to the world where it differs from what stands there.
    #[inline]
    pub(crate) fn write<P: Property<Value = V>>(
        &mut self,
        state: &State<V>,
        component: &mut Mut<P::Component>,
        velocity: &mut Mut<Velocity<P>>,
    ) {
        let value = state.value();
        let tangent = state.tangent();
        // The one place where motion reaches the world; what is not a number stays out, wherever it came from.
        if !(value.is_finite() && tangent.is_finite()) {
            return;
        }
        let mut stored = P::get(component);
        if stored != value {
            P::set(component, value);
            // Read back, because a property may store less than it is given, a Node's whole pixels for instance.
            stored = P::get(component);
        }
        if velocity.0 != tangent {
            velocity.0 = tangent;
        }
        self.written = Written { value: stored, velocity: tangent, late: false };
    }
}

/// What can be invalid on an entity: bits of [`Segment::faults`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Value = 1,
    Velocity = 2,
    Target = 4,
    Offset = 8,
    Law = 16,
    Rate = 32,
}

impl Fault {
    /// Whether it was there when it was last looked at.
    pub(crate) const fn is_noted(self, faults: u8) -> bool {
        faults & self as u8 != 0
    }

    /// Notes whether it is there; true when it turns so.
    pub(crate) const fn turns(self, faults: &mut u8, invalid: bool) -> bool {
        let before = self.is_noted(*faults);
        if invalid {
            *faults |= self as u8;
        } else {
            *faults &= !(self as u8);
        }
        invalid && !before
    }
}
