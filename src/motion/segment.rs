//! The segment: position, velocity, target and law from one instant on.

use alloc::boxed::Box;

use bevy::ecs::change_detection::Mut;

use super::{course::Course, evolve::evolve, hand::Grip, memo::Memo, run::Run, stretch::Stretch, trail::Trail};
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
pub(crate) struct Segment<V: Space> {
    /// When it starts. Unit: s after the last tick.
    pub(crate) start: f64,
    /// The state at its start.
    pub(crate) state: State<V>,
    /// The target at its start; it moves on if there is a [`course`](Self::course).
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
    pub(crate) run: Option<Box<Run<V>>>,
    /// What differs by axis.
    pub(crate) axes: Option<Box<Axes>>,
    /// Where the target goes, if it moves.
    pub(crate) course: Option<Box<Course<V>>>,
    /// Where it has been, if it is drawn one tick late.
    pub(crate) trail: Option<Box<Trail<V>>>,
    /// Where it has been held lately; of what is not held any more, until that is taken in.
    pub(crate) grip: Option<Box<Grip<V>>>,
}

#[cfg(feature = "serialize")]
fn nothing() -> Propagator {
    Propagator::IDENTITY
}

#[cfg(feature = "serialize")]
fn never() -> f64 {
    f64::NAN
}

impl<V: Space> Default for Segment<V> {
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
            run: None,
            axes: None,
            course: None,
            trail: None,
            grip: None,
        }
    }
}

impl<V: Space> Segment<V> {
    /// The motion from its start on.
    pub(crate) fn stretch(&self) -> Stretch<'_, V> {
        Stretch {
            start: self.start,
            state: self.state,
            target: self.target,
            slope: self.course.as_ref().map(|course| &course.slope),
            law: &self.law,
            axes: self.axes.as_deref(),
            run: self.run.as_deref(),
            pace: self.pace,
            seat: self.course.as_ref().and_then(|course| course.seat.as_ref()),
        }
    }

    /// The law when no exponential rate acts.
    pub(crate) fn lasting_law(&self) -> Law<V> {
        self.run.as_ref().map_or(self.law, |run| run.after)
    }

    /// Another law from now on.
    pub(crate) fn replace_law(&mut self, law: Law<V>, pace: f64) {
        self.law = law;
        self.pace = pace;
        self.refreshed_for = f64::NAN;
    }

    /// Computes the law's answer over a tick of length `h`, if it is not at hand.
    #[inline]
    pub(crate) fn refresh(&mut self, h: f64, memo: &mut Memo) {
        if self.refreshed_for != h {
            self.refreshed_for = h;
            self.propagator = memo.response(&self.law, h * self.pace, false).propagator;
        }
        if let Some(course) = &mut self.course {
            course.refresh(&self.law, h * self.pace, memo);
        }
    }

    /// The state at the end of a tick of length `h`, where everything for it is at hand.
    #[inline]
    pub(crate) fn after_tick(&self, h: f64) -> Option<State<V>> {
        if self.start != 0.0 || self.refreshed_for != h || self.run.is_some() || self.axes.is_some() {
            return None;
        }
        let t = h * self.pace;
        let (slope, integrals) = match &self.course {
            None => (None, Default::default()),
            Some(course) if self.pace != 1.0 || course.seat.is_some() => return None,
            Some(course) => (Some(&course.slope), course.integrals(&self.law, t)?),
        };
        let response = Response { t, propagator: self.propagator, integrals };
        Some(evolve(self.state, self.target, slope, &self.law, &response))
    }

    /// Ends the exponential rate if it is over after `t` (s of the entity's own time).
    pub(crate) fn pass_run(&mut self, t: f64) {
        if let Some(run) = self.run.take_if(|run| t >= run.left) {
            self.replace_law(run.after, self.pace);
            self.finished = self.finished.saturating_add(1);
        } else if let Some(run) = &mut self.run {
            run.shift(t);
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
    pub(crate) fn restart(&mut self, instant: f64, memo: &mut Memo) {
        self.revision = self.revision.wrapping_add(1);
        if let Some(trail) = &mut self.trail {
            trail.arrived = false;
        }
        let t = instant - self.start;
        if t <= 0.0 {
            return;
        }
        // In the hand no time passes for it.
        if self.grip.is_none() {
            let state = self.stretch().at(instant, memo);
            if let Some(mut trail) = self.trail.take() {
                trail.push(self.stretch());
                self.trail = Some(trail);
            }
            self.state = state;
            self.pass_run(t * self.pace);
        }
        if let Some(course) = &mut self.course {
            self.target = course.pass(self.target, t);
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
