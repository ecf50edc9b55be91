//! What a motion will do, asked before it does.

use alloc::vec::Vec;

use super::{Motion, body::Body, contact::Contacts, response_cache::ResponseCache, rest::rest_point};
use crate::{
    law::Bound,
    math::{Propagator, forecast::stopping_speed},
    property::{Property, TangentOf},
    space::{Law, Space, Tangent, length, zero},
};

/// Where and when a motion will rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WillRest<V> {
    /// It will be within its rest tolerance for good.
    After {
        /// How long after the last tick. Unit: s.
        seconds: f64,
        /// Where.
        value: V,
    },
    /// Nothing ever stops it, or not within the time asked for.
    Never,
}

/// A contact that will be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WillReach<V, T> {
    /// How long after the last tick. Unit: s.
    pub seconds: f64,
    /// Which bound.
    pub bound: Bound,
    /// Of which number of the value.
    pub number: usize,
    /// Where.
    pub value: V,
    /// How fast it comes. Unit: property units/s.
    pub velocity: T,
}

/// # Forecasts
///
/// They go the way that the entity will go, through bounds and stops: with the law, the target and its path, and the bounds
/// as they were last taken in, and all that as it is for ever. Of an entity that was just spawned, or written to, they know
/// from the next [`Adopt`](crate::MotionSystems::Adopt) on. Times count from the last tick, in the world's time.
impl<P: Property> Motion<P> {
    /// Value and velocity after so many seconds (≥ 0).
    #[must_use]
    pub fn after(&self, seconds: f64) -> (P::Value, TangentOf<P>) {
        let state = self.0.gone_on(seconds).state;
        (state.value(), state.tangent())
    }

    /// Where and when it will rest, if that is within `longest` (s): within `tolerance` (property units) for good, as
    /// [`RestTolerance`](crate::RestTolerance) has it. The tick that finds it there puts it to rest.
    ///
    /// # Accuracy
    ///
    /// The time to 2⁻⁴⁰ of itself, at once for what rests already. It takes some 100 evaluations.
    #[must_use]
    pub fn will_rest(&self, tolerance: f64, longest: f64) -> WillRest<P::Value> {
        let rest = |seconds: f64| {
            let body = self.0.gone_on(seconds);
            body.is_at_rest(tolerance).then(|| rest_point(&body, tolerance)).flatten()
        };
        let mut late = 1.0 / 64.0;
        let (mut early, mut found) = (0.0, rest(0.0));
        if found.is_some() {
            late = 0.0;
        }
        while found.is_none() && late < longest {
            early = late;
            late = (2.0 * late).min(longest);
            found = rest(late);
        }
        let Some(mut place) = found else { return WillRest::Never };
        while late - early > late * f64::EPSILON * 4096.0 {
            let middle = early + (late - early) / 2.0;
            match rest(middle) {
                Some(found) => (late, place) = (middle, found),
                None => early = middle,
            }
        }
        WillRest::After { seconds: late, value: P::Value::narrow(place) }
    }

    /// The first bound that it will reach, if that is within `longest` (s).
    #[must_use]
    pub fn will_reach(&self, longest: f64) -> Option<WillReach<P::Value, TangentOf<P>>> {
        let mut cache = ResponseCache::default();
        let mut reached = Vec::new();
        let mut segment = self.0.segment();
        while let Some(event) = segment.event_until(longest) {
            segment = segment.after(&event, &mut cache, &mut reached);
            if let Some(first) = reached.first() {
                return Some(WillReach {
                    seconds: first.instant,
                    bound: first.bound,
                    number: first.index,
                    value: P::Value::narrow(first.place),
                    velocity: TangentOf::<P>::narrow(first.before),
                });
            }
        }
        None
    }

    /// When, and where, one of its numbers (0 is x) turns round next, if that is within `longest` (s): the top of a throw. Where
    /// a bound gives it back it turns, too, and where dry friction stops it.
    #[must_use]
    pub fn will_turn(&self, number: usize, longest: f64) -> Option<(f64, P::Value)> {
        if number >= P::Value::NUMBERS {
            return None;
        }
        let mut cache = ResponseCache::default();
        let mut segment = self.0.segment();
        loop {
            let event = segment.event_until(longest);
            let end = event.as_ref().map_or(longest, |event| event.instant);
            let known = segment.contacts.as_deref().map(|contacts| &**contacts);
            let none;
            let contacts = match known {
                Some(contacts) => contacts,
                None => {
                    none = Contacts::new(Default::default(), None);
                    &none
                }
            };
            let turn = segment.turn_of(contacts, number, (end - segment.start) * segment.pace);
            if let Some(own) = turn.filter(|_| segment.pace > 0.0) {
                let instant = segment.start + own / segment.pace;
                return Some((instant, segment.eval(instant, &mut cache).value()));
            }
            let event = event?;
            let mut velocity = |instant| P::Value::part(segment.eval_uneventful(instant, &mut cache).velocity, number);
            let (on_the_way, before) = (velocity(segment.start + (end - segment.start) / 2.0), velocity(end));
            let is_stopped = event.stops() && on_the_way != 0.0;
            segment = segment.after(&event, &mut cache, &mut Vec::new());
            if is_stopped || before * P::Value::part(segment.state.velocity, number) < 0.0 {
                return Some((segment.start, segment.state.value()));
            }
        }
    }

    /// The velocity with which it would be at `value` after so many seconds (> 0), under spring, friction and gravity; none
    /// where it has bounds or dry friction, no velocity leads there, or an f32 cannot hold it.
    #[must_use]
    pub fn velocity_to_reach(&self, value: P::Value, seconds: f64) -> Option<TangentOf<P>> {
        let mut body = self.0.clone();
        let pace = body.pace();
        let is_linear = P::Value::LINEAR && body.contacts().is_none() && body.axes().is_none();
        if !(is_linear && body.running_rate().is_none() && seconds > 0.0 && pace > 0.0) {
            return None;
        }
        body.state.velocity = zero();
        let Law { k, c, .. } = body.law();
        let unmoved = body.gone_on(seconds).state.position;
        // What is written acts from the tick; the segment may have begun since.
        let lever = Propagator::new(k, c, (seconds - body.start()) * pace).pv;
        let velocity = P::Value::difference(value.widen(), unmoved) * (1.0 / lever);
        Some(TangentOf::<P>::narrow(velocity)).filter(|velocity| velocity.is_finite())
    }

    /// The speed (property units/s, ≥ 0) with which it would stop after `distance` (property units, ≥ 0) along `direction` (of
    /// any length but 0): under friction, dry friction, and the part of gravity against it, so with gravity the speed to reach
    /// a height. None with a spring, or where nothing stops it.
    #[must_use]
    pub fn speed_to_stop(&self, direction: TangentOf<P>, distance: f64) -> Option<f64> {
        let Law { k, c, a, .. } = self.0.lasting_law();
        let direction = direction.widen();
        let size = length(direction);
        if k > 0.0 || self.0.axes().is_some() || P::Value::NUMBERS == 0 || size == 0.0 || !size.is_finite() {
            return None;
        }
        let against: f64 = (0..P::Value::NUMBERS)
            .map(|index| -P::Value::part(a, index) * P::Value::part(direction, index) / size)
            .sum();
        let dry = self.0.contacts().map_or(0.0, |contacts| contacts.barriers.dry);
        let deceleration = against + dry;
        let speed = stopping_speed(distance, c, deceleration);
        (deceleration >= 0.0 && (c > 0.0 || deceleration > 0.0) && speed.is_finite()).then_some(speed)
    }
}

impl<V: Space> Body<V> {
    /// It as it will be at `instant` (s after the last tick).
    fn gone_on(&self, instant: f64) -> Self {
        let mut body = self.clone();
        if instant > body.start() {
            body.make_cold().history = None;
            body.go_on(instant, None, &mut ResponseCache::default());
            body.set_start(0.0);
        }
        body
    }

    fn is_at_rest(&self, tolerance: f64) -> bool {
        let stands = self.target_path().is_none_or(|target_path| target_path.stands_still());
        self.may_rest(tolerance) && stands
    }
}
