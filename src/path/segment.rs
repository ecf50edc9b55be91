//! The segment: position, velocity, target and law from one instant on. It can be evaluated at any later instant, and cut there.

use alloc::{borrow::Cow, boxed::Box};

use super::{contact::Contacts, ring_path::RingPlace, running_rate::RunningRate, target::Turn};
use crate::{
    law::axes::Axes,
    math::Slope,
    space::{Law, Space, State, WideTangent},
};

/// A motion from one instant on: everything that determines its later states. Rarely used data is borrowed until it changes.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Segment<'a, V: Space> {
    /// The instant at which the segment starts. Unit: s after the last tick.
    pub(crate) start: f64,
    pub(crate) state: State<V>,
    /// The target at the segment's start.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) target: V::Wide,
    /// The target's path from the segment's start on, if the target moves.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional_slope"))]
    pub(crate) slope: Option<Slope<WideTangent<V>>>,
    pub(crate) law: Law<V>,
    pub(crate) axes: Option<Cow<'a, Box<Axes>>>,
    pub(crate) running_rate: Option<Cow<'a, Box<RunningRate<V>>>>,
    /// The entity's time scale: seconds of the entity's own time per second of the world's.
    pub(crate) time_scale: f64,
    /// Bounds, dry friction and throws.
    pub(crate) contacts: Option<Cow<'a, Box<Contacts<V>>>>,
    /// The changes of the target's path after the segment's start.
    pub(crate) turns: Option<Cow<'a, [Turn<V>]>>,
    /// The entity's place in a ring, if it is a member of one.
    pub(crate) ring_place: Option<Cow<'a, RingPlace<V>>>,
}

impl<'a, V: Space> Segment<'a, V> {
    /// Advances the clock by a tick of length `h`: instants then count from the tick's end.
    pub(crate) fn pass(&mut self, h: f64) {
        self.start -= h;
        for turn in self.turns.iter_mut().flat_map(|turns| turns.to_mut()) {
            turn.instant -= h;
        }
    }

    /// Shifts the segment with the world's origin.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        self.state.position = V::offset(self.state.position, by);
        self.target = V::offset(self.target, by);
        if let Some(running_rate) = &mut self.running_rate {
            running_rate.to_mut().shift(by);
        }
        for turn in self.turns.iter_mut().flat_map(|turns| turns.to_mut()) {
            turn.target = V::offset(turn.target, by);
        }
        if let Some(contacts) = &mut self.contacts {
            contacts.to_mut().shift(by);
        }
    }

    /// The rest of the segment from `instant` (s after the last tick) on, where its state is `state`. `own_time` is the time from the
    /// segment's start to `instant` (s of the entity's own time).
    pub(super) fn cut(&self, instant: f64, own_time: f64, state: State<V>) -> Self {
        let passed = instant - self.start;
        // The path of a ring is known only relative to the ring's start. From here on, the target's path is used instead, which is nearly
        // the same.
        let mut rest = Self { start: instant, state, ring_place: None, ..self.clone() };
        if let Some(slope) = &mut rest.slope {
            rest.target = V::offset(rest.target, slope.offset(passed));
            *slope = slope.after(passed);
        }
        if let Some(running_rate) = &mut rest.running_rate {
            running_rate.to_mut().pass(passed * self.time_scale);
        }
        if let Some(contacts) = &mut rest.contacts {
            contacts.to_mut().pass(passed, own_time);
        }
        rest
    }

    /// The segment with all its borrowed data cloned.
    pub(crate) fn into_owned(self) -> Segment<'static, V> {
        let Self { start, state, target, slope, law, axes, running_rate, time_scale, contacts, turns, ring_place } =
            self;
        Segment {
            start,
            state,
            target,
            slope,
            law,
            axes: axes.map(owned),
            running_rate: running_rate.map(owned),
            time_scale,
            contacts: contacts.map(owned),
            turns: turns.map(|turns| Cow::Owned(turns.into_owned())),
            ring_place: ring_place.map(owned),
        }
    }

    /// The target's path in the entity's own time. At a time scale of 0 the target is fixed.
    pub(super) fn own_slope(&self) -> Option<Slope<WideTangent<V>>> {
        let Slope { e1, e2, e3 } = self.slope?;
        if self.time_scale == 1.0 {
            return Some(Slope { e1, e2, e3 });
        }
        if self.time_scale == 0.0 {
            return Some(Slope::default());
        }
        let slower = 1.0 / self.time_scale;
        Some(Slope { e1: e1 * slower, e2: e2 * (slower * slower), e3: e3 * (slower * slower * slower) })
    }
}

fn owned<T: Clone>(borrowed: Cow<T>) -> Cow<'static, T> {
    Cow::Owned(borrowed.into_owned())
}
