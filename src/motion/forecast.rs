//! Forecasts of a motion.

use alloc::vec::Vec;

use super::{Motion, body::Body, fault::Fault, led, rest::rest_point};
use crate::{
    law::Bound,
    math::{
        self, DryFriction, Propagator,
        crossing::Motion as Scalar,
        forecast::{stopping_speed, turning_speed},
    },
    path::{
        contact::{Contacts, MOST},
        pieces::Piece,
        response_cache::ResponseCache,
    },
    property::{Property, TangentOf},
    space::{Law, Space, Tangent, WideTangent, length, zero},
};

/// Where and when a motion will rest: the answer of [`Motion::will_rest`]. [`Motion::of`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WillRest<V> {
    /// The entity will be within its rest tolerance for good.
    After {
        /// How long after the last tick. Unit: s.
        seconds: f64,
        /// The value at which it will rest. Unit: property units.
        value: V,
    },
    /// Nothing ever stops the entity, or not within the time asked for.
    Never,
}

/// A contact in the future: the answer of [`Motion::will_reach`].
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
/// let ball = (Transform::default(), Velocity::new(4.0 * Vec3::X), Limits::between(-Vec3::ONE, 2.0 * Vec3::ONE));
/// let ball = app.world_mut().spawn(ball).id();
/// let motion = Motion::<Translation>::of(app.world(), ball).expect("it is valid");
/// let contact = motion.will_reach(5.0).expect("a bound is in its way");
/// assert!((contact.seconds - 0.5).abs() < 1e-9 && contact.value == 2.0 * Vec3::X && contact.bound == Bound::Upper);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WillReach<V, T> {
    /// How long after the last tick. Unit: s.
    pub seconds: f64,
    /// Which bound.
    pub bound: Bound,
    /// Which number of the value: 0 is x; with a normal, 0 is the distance along it.
    pub number: usize,
    /// The whole value at the contact. Unit: property units.
    pub value: V,
    /// The velocity before the contact. Unit: property units/s.
    pub velocity: T,
}

/// # Forecasts
///
/// A forecast follows the path that the entity will take, through bounds and stops. It assumes that nothing is written to the entity, and
/// that its law, its target's path and its bounds stay as they were at the last [`Adopt`](crate::MotionSystems::Adopt). For an entity that
/// was just spawned or written to, [`Motion::of`] forecasts at once. Times count from the last tick, in the world's time. A forecast follows
/// 20 000 contacts and stops; after that the entity counts as one that nothing stops, and [`after`](Self::after) keeps it where it is.
impl<P: Property> Motion<P> {
    /// Value and velocity after `seconds` (s, ≥ 0).
    #[must_use]
    pub fn after(&self, seconds: f64) -> (P::Value, TangentOf<P>) {
        let state = gone_on(&self.0, seconds).state;
        (state.value(), state.tangent())
    }

    /// Where and when the entity will rest, if that is within `longest` (s). It rests when it is within `tolerance` (property units) for
    /// good, as defined at [`RestTolerance`](crate::RestTolerance). The first tick after that puts it to rest.
    ///
    /// # Accuracy
    ///
    /// The time is correct to a relative error of 2⁻⁴⁰. It takes some 100 evaluations; none for an entity that rests already.
    #[must_use]
    pub fn will_rest(&self, tolerance: f64, longest: f64) -> WillRest<P::Value> {
        let Some(Rests { mut early, mut late, mut place, mut at_early }) =
            rests_within(&self.0, tolerance, longest, MOST)
        else {
            return WillRest::Never;
        };
        while late - early > late * f64::EPSILON * 4096.0 {
            let middle = early + (late - early) / 2.0;
            let at_middle = gone_to(&at_early, middle);
            match rests_now(&at_middle, tolerance) {
                Some(found) => (late, place) = (middle, found),
                None => (early, at_early) = (middle, at_middle),
            }
        }
        WillRest::After { seconds: late, value: P::Value::narrow(place) }
    }

    /// The first bound that the entity will reach, if that is within `longest` (s).
    #[must_use]
    pub fn will_reach(&self, longest: f64) -> Option<WillReach<P::Value, TangentOf<P>>> {
        let mut cache = ResponseCache::default();
        let mut reached = Vec::new();
        let segment = self.0.segment();
        let mut pieces = segment.pieces(longest);
        for _ in 0..MOST {
            pieces.next(&mut cache, &mut reached)?;
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

    /// When and where one of the value's numbers (0 is x) turns round next, if that is within `longest` (s): for instance the top of a
    /// throw. A number also turns where it bounces off a bound, and where dry friction stops it.
    #[must_use]
    pub fn will_turn(&self, number: usize, longest: f64) -> Option<(f64, P::Value)> {
        if number >= P::Value::NUMBERS {
            return None;
        }
        let mut cache = ResponseCache::default();
        let first = self.0.segment();
        let mut pieces = first.pieces(longest);
        for _ in 0..MOST {
            let Piece { segment, end, event } = pieces.next(&mut cache, &mut Vec::new())?;
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
            let rest = pieces.rest.as_ref()?;
            if is_stopped || before * P::Value::part(rest.state.velocity, number) < 0.0 {
                return Some((rest.start, rest.state.value()));
            }
        }
        None
    }

    /// The velocity with which the entity would reach `value` after `seconds` (s, > 0), under spring, friction, gravity and dry friction.
    /// None if no velocity leads there, a bound is in the way, the direction of dry friction would turn, or an f32 cannot hold it.
    #[must_use]
    pub fn velocity_to_reach(&self, value: P::Value, seconds: f64) -> Option<TangentOf<P>> {
        let body = &self.0;
        // A velocity that is written acts from the tick; the segment may have begun since.
        let own = (seconds - body.start()) * body.pace();
        let is_linear = P::Value::LINEAR && body.axes().is_none() && body.running_rate().is_none();
        if !(is_linear && own > 0.0) {
            return None;
        }
        let (goal, Law { k, c, .. }) = (value.widen(), body.law());
        let unmoved = gone_on(&thrown(body, zero(), false), seconds).state.position;
        let straight = P::Value::difference(goal, unmoved) * (1.0 / Propagator::new(k, c, own).pv);
        let presentable = |velocity| Some(TangentOf::<P>::narrow(velocity)).filter(|velocity| velocity.is_finite());
        let Some(contacts) = body.contacts() else { return presentable(straight) };
        let left =
            |velocity| P::Value::difference(gone_on(&thrown(body, velocity, true), seconds).state.position, goal);
        let velocity = if contacts.barriers.dry > 0.0 {
            let way = P::Value::difference(goal, body.state.position);
            let line = if length(way) > 0.0 { way * (1.0 / length(way)) } else { zero() };
            let speed =
                rising_root(|speed| along::<P::Value>(left(line * speed), line), along::<P::Value>(straight, line))?;
            line * speed
        } else {
            straight
        };
        let spacing = P::Value::SPACING * (P::Value::magnitude(goal) + P::Value::magnitude(body.state.position));
        presentable(velocity).filter(|_| length(left(velocity)) <= spacing)
    }

    /// The speed (property units/s, ≥ 0) with which the entity would first stop after `distance` (property units, ≥ 0) along `direction`
    /// (of any length but 0), under spring, friction, dry friction and gravity, without bounds. Against gravity this is the speed to
    /// reach a height. None if the entity goes further by itself, if nothing stops it, or behind a target that moves.
    #[must_use]
    pub fn speed_to_stop(&self, direction: TangentOf<P>, distance: f64) -> Option<f64> {
        let Law { k, c, a, .. } = self.0.lasting_law();
        let direction = direction.widen();
        let size = length(direction);
        if self.0.axes().is_some() || P::Value::NUMBERS == 0 || size == 0.0 || !size.is_finite() || distance.is_nan() {
            return None;
        }
        let line = direction * (1.0 / size);
        let dry = self.0.contacts().map_or(0.0, |contacts| contacts.barriers.dry);
        if k == 0.0 {
            let deceleration = dry - along::<P::Value>(a, line);
            let speed = stopping_speed(distance, c, deceleration);
            return (deceleration >= 0.0 && (c > 0.0 || deceleration > 0.0) && speed.is_finite()).then_some(speed);
        }
        if distance < 0.0 || !P::Value::LINEAR || !led::stands_still(&self.0) {
            return None;
        }
        let now = gone_on(&self.0, self.0.written_at);
        let target = along::<P::Value>(P::Value::difference(now.target(), now.state.position), line);
        let law = math::Law { k, c, g: 0.0, a: along::<P::Value>(a, line) };
        turning_speed(&DryFriction { motion: Scalar { law, target, start: 0.0, velocity: 0.0 }, dry }, distance)
    }
}

/// How much of a way is along a line (of length 1).
fn along<V: Space>(way: WideTangent<V>, line: WideTangent<V>) -> f64 {
    (0..V::NUMBERS).map(|index| V::part(way, index) * V::part(line, index)).sum()
}

/// The root of a function that rises, near `guess`; none where it is not found among finite numbers.
fn rising_root(f: impl Fn(f64) -> f64, guess: f64) -> Option<f64> {
    let (mut low, mut high, mut step) = (guess, guess, guess.abs().max(1.0));
    while f(low) > 0.0 && low.is_finite() {
        (high, low) = (low, low - step);
        step *= 2.0;
    }
    while f(high) < 0.0 && high.is_finite() {
        (low, high) = (high, high + step);
        step *= 2.0;
    }
    loop {
        let middle = low + (high - low) / 2.0;
        if !(low < middle && middle < high) {
            return middle.is_finite().then_some(high);
        }
        if f(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// When and where a body comes to rest.
pub(crate) struct Rests<V: Space> {
    /// The body does not rest at this time, or this is 0. Unit: s after the last tick.
    early: f64,
    /// The body rests from this time on, at the latest: at most twice the other one. Unit: s after the last tick.
    pub(crate) late: f64,
    pub(crate) place: V::Wide,
    /// The body at the earlier time, or before.
    at_early: Body<V>,
}

/// The body with another velocity; with what stops it, or without.
fn thrown<V: Space>(body: &Body<V>, velocity: WideTangent<V>, with_contacts: bool) -> Body<V> {
    let mut body = body.clone();
    body.end_throws(Fault::Law.is_noted(body.faults));
    if let Some(cold) = body.cold_mut()
        && !with_contacts
    {
        cold.contacts = None;
    }
    body.state.velocity = velocity;
    body.meet_bounds(body.pace());
    body
}

/// The body as it will be at `instant` (s after the last tick), as if that were the last tick.
fn gone_on<V: Space>(body: &Body<V>, instant: f64) -> Body<V> {
    let mut later = gone_to(&forecast_from(body, MOST), instant);
    if instant > body.start() {
        later.set_start(0.0);
    }
    later
}

/// The body for a forecast, in which at most `most` changes at bounds are followed.
fn forecast_from<V: Space>(body: &Body<V>, most: u32) -> Body<V> {
    let mut body = body.clone();
    if let Some(contacts) = body.contacts_mut() {
        contacts.count = MOST - most.min(MOST);
    }
    body
}

/// The body as it will be at `instant` (s after the last tick), where it begins anew.
fn gone_to<V: Space>(body: &Body<V>, instant: f64) -> Body<V> {
    let mut body = body.clone();
    if instant > body.start() {
        body.make_cold().history = None;
        body.go_on(instant, &mut ResponseCache::default());
        body.set_start(instant);
    }
    body
}

/// When the body comes to rest, if that is within `longest` (s) and at most `most` changes at bounds later.
pub(crate) fn rests_within<V: Space>(body: &Body<V>, tolerance: f64, longest: f64, most: u32) -> Option<Rests<V>> {
    let mut at_early = gone_to(&forecast_from(body, most), 0.0);
    let at_once = at_early.start() <= 0.0;
    if let Some(place) = rests_now(&at_early, tolerance).filter(|_| at_once) {
        return Some(Rests { early: 0.0, late: 0.0, place, at_early });
    }
    let mut early = 1.0 / 64.0;
    while early < longest {
        let late = (2.0 * early).min(longest);
        let at_late = gone_to(&at_early, late);
        if at_late.contacts().is_some_and(|contacts| contacts.count >= MOST) {
            // Where it goes after that is not known.
            return None;
        }
        if at_late.start() <= late
            && let Some(place) = rests_now(&at_late, tolerance)
        {
            return Some(Rests { early, late, place, at_early });
        }
        (early, at_early) = (late, at_late);
    }
    None
}

/// Where the body rests at the segment's start, if it does.
fn rests_now<V: Space>(body: &Body<V>, tolerance: f64) -> Option<V::Wide> {
    let mut body = body.clone();
    body.set_start(0.0);
    is_at_rest(&body, tolerance).then(|| rest_point(&body, tolerance)).flatten()
}

fn is_at_rest<V: Space>(body: &Body<V>, tolerance: f64) -> bool {
    body.may_rest(tolerance) && led::stands_still(body)
}
