//! Forecasts of a motion.

use alloc::vec::Vec;

use super::{Motion, body::Body, fault::Fault, rest::rest_point, target};
use crate::{
    law::Bound,
    math::{
        self, DryFriction, Propagator,
        crossing::Motion as Scalar,
        forecast::{stopping_speed, turning_speed},
    },
    path::{
        contact::{Contacts, MAX_CHANGES},
        pieces::Piece,
        response_cache::ResponseCache,
    },
    property::{Property, TangentOf, Translation, component::impl_by_field},
    space::{Law, Space, Tangent, WideTangent, length, zero},
};

/// A bound that an entity will reach: the result of [`Motion::will_reach`]. [`LimitReached`](crate::events::LimitReached) reports the
/// contact when it happens.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{Bound, prelude::*};
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
/// let ball = (Transform::default(), Velocity::new(4.0 * Vec3::X), Limits::between(-Vec3::ONE, 2.0 * Vec3::ONE));
/// let ball = app.world_mut().spawn(ball).id();
/// let motion = Motion::<Translation>::of(app.world(), ball).expect("it is valid");
/// let contact = motion.will_reach(5.0).expect("a bound is in its way");
/// assert!((contact.seconds - 0.5).abs() < 1e-9 && contact.value == 2.0 * Vec3::X && contact.bound == Bound::Upper);
/// ```
#[non_exhaustive]
pub struct ContactForecast<P: Property = Translation> {
    /// How long after the last tick the contact happens. Unit: s.
    pub seconds: f64,
    /// The bound that is reached.
    pub bound: Bound,
    /// The index of the coordinate that reaches the bound: 0 is x. If the limits have a normal, 0 is the distance along the normal.
    pub coordinate: usize,
    /// The whole value at the contact. Unit: property units.
    pub value: P::Value,
    /// The velocity before the contact. Unit: property units/s.
    pub velocity: TangentOf<P>,
}

impl_by_field!(ContactForecast { seconds, bound, coordinate, value, velocity });

/// # Forecasts
///
/// A forecast follows the path that the entity will take, through bounds and stops. It assumes that nothing is written to the entity, and
/// that its law, its target's path and its bounds stay as they were at the last [`Adopt`](crate::MotionSystems::Adopt). For an entity that
/// was just spawned or written to, use [`Motion::of`]. Times count from the last tick, in the world's time. After 20 000 contacts, a
/// forecast stops: the entity then counts as one that never comes to rest, and [`after`](Self::after) keeps it on the bound that it reached
/// last.
impl<P: Property> Motion<P> {
    /// The value and the velocity at `seconds` (s, ≥ 0) after the last tick.
    #[must_use]
    pub fn after(&self, seconds: f64) -> (P::Value, TangentOf<P>) {
        let state = ticked_to(&self.0, seconds).state;
        (state.value(), state.tangent())
    }

    /// When and where the entity will come to rest: how long after the last tick (s), and at which value (property units). Returns `None`
    /// if the entity takes longer than `max_duration` (s), or never comes to rest.
    ///
    /// The entity comes to rest when it is within `tolerance` (property units) of its rest point for good, as defined at
    /// [`RestTolerance`](crate::RestTolerance). The first tick after that instant puts it to rest.
    ///
    /// # Accuracy
    ///
    /// The time has a relative error of at most 2⁻⁴⁰. Finding it takes about 100 evaluations, or none if the entity is already at rest.
    #[must_use]
    pub fn will_rest(&self, tolerance: f64, max_duration: f64) -> Option<(f64, P::Value)> {
        let Rests { mut early, mut late, mut place, mut at_early } =
            rests_within(&self.0, tolerance, max_duration, MAX_CHANGES)?;
        while late - early > late * f64::EPSILON * 4096.0 {
            let middle = early + (late - early) / 2.0;
            let at_middle = advanced_to(&at_early, middle);
            match rests_now(&at_middle, tolerance) {
                Some(found) => (late, place) = (middle, found),
                None => (early, at_early) = (middle, at_middle),
            }
        }
        Some((late, P::Value::narrow(place)))
    }

    /// How long it will take, in the entity's own time (s), until it comes to rest.
    pub(crate) fn rests_after(&self, tolerance: f64, max_duration: f64) -> Option<f64> {
        Some(self.will_rest(tolerance, max_duration)?.0 * self.0.time_scale())
    }

    /// Moves the target to this value.
    pub(crate) fn aim_at(&mut self, value: P::Value) {
        let body = &mut self.0;
        target::set_target(body, value, None);
        body.meet_bounds(body.time_scale());
    }

    /// Lets the entity's own time pass (s).
    pub(crate) fn pass(&mut self, seconds: f64) {
        let time_scale = self.0.time_scale();
        if time_scale > 0.0 {
            self.0 = ticked_to(&self.0, seconds / time_scale);
        }
    }

    /// The first bound that the entity will reach within `max_duration` (s).
    #[must_use]
    pub fn will_reach(&self, max_duration: f64) -> Option<ContactForecast<P>> {
        let mut cache = ResponseCache::default();
        let mut reached = Vec::new();
        let segment = self.0.segment();
        let mut pieces = segment.pieces(max_duration);
        for _ in 0..MAX_CHANGES {
            pieces.next(&mut cache, &mut reached)?;
            if let Some(first) = reached.first() {
                return Some(ContactForecast {
                    seconds: first.instant,
                    bound: first.bound,
                    coordinate: first.index,
                    value: P::Value::narrow(first.place),
                    velocity: TangentOf::<P>::narrow(first.before),
                });
            }
        }
        None
    }

    /// When and where one coordinate of the value (0 is x) next turns round within `max_duration` (s), for instance at the top of a throw:
    /// how long after the last tick (s), and at which value (property units). A coordinate also turns where it bounces off a bound, and
    /// where dry friction stops it.
    #[must_use]
    pub fn will_turn(&self, coordinate: usize, max_duration: f64) -> Option<(f64, P::Value)> {
        if coordinate >= P::Value::COORDINATES {
            return None;
        }
        let mut cache = ResponseCache::default();
        let first = self.0.segment();
        let mut pieces = first.pieces(max_duration);
        for _ in 0..MAX_CHANGES {
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
            let turn = segment.turn_of(contacts, coordinate, (end - segment.start) * segment.time_scale);
            if let Some(own_time) = turn.filter(|_| segment.time_scale > 0.0) {
                let instant = segment.start + own_time / segment.time_scale;
                return Some((instant, segment.eval(instant, &mut cache).value()));
            }
            let event = event?;
            let mut velocity =
                |instant| P::Value::part(segment.eval_uneventful(instant, &mut cache).velocity, coordinate);
            let (halfway, before) = (velocity(segment.start + (end - segment.start) / 2.0), velocity(end));
            let is_stopped = event.stops() && halfway != 0.0;
            let rest = pieces.rest.as_ref()?;
            if is_stopped || before * P::Value::part(rest.state.velocity, coordinate) < 0.0 {
                return Some((rest.start, rest.state.value()));
            }
        }
        None
    }

    /// The velocity (property units/s) with which the entity would reach `value` after `seconds` (s, > 0), under spring, friction, gravity
    /// and dry friction. Returns `None` if no velocity leads there, if a bound is in the way, if the direction of dry friction would turn,
    /// or if an f32 cannot hold the velocity. Orientations, entities with [`AxisSprings`](crate::AxisSprings) and entities with an
    /// [`ExponentialRate`](crate::ExponentialRate) in progress are not supported, and also give `None`.
    #[must_use]
    pub fn velocity_to_reach(&self, value: P::Value, seconds: f64) -> Option<TangentOf<P>> {
        let body = &self.0;
        // The velocity acts from the segment's start, which may be later than the last tick.
        let own_time = (seconds - body.start()) * body.time_scale();
        let is_linear = P::Value::LINEAR && body.axes().is_none() && body.running_rate().is_none();
        if !(is_linear && own_time > 0.0) {
            return None;
        }
        let (goal, Law { k, c, .. }) = (value.widen(), body.law());
        let unmoved = ticked_to(&with_velocity(body, zero(), false), seconds).state.position;
        let straight = P::Value::difference(goal, unmoved) * (1.0 / Propagator::new(k, c, own_time).pv);
        let presentable = |velocity| Some(TangentOf::<P>::narrow(velocity)).filter(|velocity| velocity.is_finite());
        let Some(contacts) = body.contacts() else { return presentable(straight) };
        let miss = |velocity| {
            P::Value::difference(ticked_to(&with_velocity(body, velocity, true), seconds).state.position, goal)
        };
        let velocity = if contacts.barriers.dry > 0.0 {
            let displacement = P::Value::difference(goal, body.state.position);
            let line = if length(displacement) > 0.0 { displacement * (1.0 / length(displacement)) } else { zero() };
            let speed =
                rising_root(|speed| along::<P::Value>(miss(line * speed), line), along::<P::Value>(straight, line))?;
            line * speed
        } else {
            straight
        };
        let spacing = P::Value::SPACING * (P::Value::magnitude(goal) + P::Value::magnitude(body.state.position));
        presentable(velocity).filter(|_| length(miss(velocity)) <= spacing)
    }

    /// The start speed (property units/s, ≥ 0) with which the entity would first stop after `distance` (property units, ≥ 0) along
    /// `direction` (of any length but 0), under spring, friction, dry friction and gravity, without bounds. Against gravity this is the
    /// speed needed to reach a height. Returns `None` if the entity moves farther than `distance` by itself, if nothing stops it, if its
    /// target moves, if it has [`AxisSprings`](crate::AxisSprings), or if the value is an orientation.
    #[must_use]
    pub fn speed_to_stop(&self, direction: TangentOf<P>, distance: f64) -> Option<f64> {
        let Law { k, c, a, .. } = self.0.lasting_law();
        let direction = direction.widen();
        let size = length(direction);
        if self.0.axes().is_some()
            || P::Value::COORDINATES == 0
            || size == 0.0
            || !size.is_finite()
            || distance.is_nan()
        {
            return None;
        }
        let line = direction * (1.0 / size);
        let dry = self.0.contacts().map_or(0.0, |contacts| contacts.barriers.dry);
        if k == 0.0 {
            let deceleration = dry - along::<P::Value>(a, line);
            let speed = stopping_speed(distance, c, deceleration);
            return (deceleration >= 0.0 && (c > 0.0 || deceleration > 0.0) && speed.is_finite()).then_some(speed);
        }
        if distance < 0.0 || !P::Value::LINEAR || !target::is_fixed(&self.0) {
            return None;
        }
        let now = ticked_to(&self.0, self.0.written_at);
        let target = along::<P::Value>(P::Value::difference(now.target(), now.state.position), line);
        let law = math::Law { k, c, g: 0.0, a: along::<P::Value>(a, line) };
        turning_speed(&DryFriction { motion: Scalar { law, target, start: 0.0, velocity: 0.0 }, dry }, distance)
    }
}

/// The component of a displacement along the unit vector `line`.
fn along<V: Space>(displacement: WideTangent<V>, line: WideTangent<V>) -> f64 {
    (0..V::COORDINATES).map(|index| V::part(displacement, index) * V::part(line, index)).sum()
}

/// The root of an increasing function. The search starts at `guess`. Returns `None` if it finds no finite root.
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

/// When and where a body comes to rest. The time is between `early` and `late`.
pub(crate) struct Rests<V: Space> {
    /// The body is not at rest yet at this time, or the time is 0. Unit: s after the last tick.
    early: f64,
    /// The body is at rest at this time. At most twice `early`, or 1/64 s if that is more. Unit: s after the last tick.
    pub(crate) late: f64,
    pub(crate) place: V::Wide,
    /// The body at the time `early` or earlier.
    at_early: Body<V>,
}

/// A copy of the body with this velocity, with or without its bounds and dry friction.
fn with_velocity<V: Space>(body: &Body<V>, velocity: WideTangent<V>, with_contacts: bool) -> Body<V> {
    let mut body = body.clone();
    body.end_throws(Fault::Law.is_noted(body.faults));
    if let Some(rare) = body.rare_mut()
        && !with_contacts
    {
        rare.contacts = None;
    }
    body.state.velocity = velocity;
    body.meet_bounds(body.time_scale());
    body
}

/// The body as it will be at `instant` (s after the last tick), as if a tick ended at that instant.
fn ticked_to<V: Space>(body: &Body<V>, instant: f64) -> Body<V> {
    let mut later = advanced_to(&forecast_from(body, MAX_CHANGES), instant);
    if instant > body.start() {
        later.set_start(0.0);
    }
    later
}

/// A copy of the body for a forecast that follows at most `max_changes` changes, as counted by [`Contacts::count`].
fn forecast_from<V: Space>(body: &Body<V>, max_changes: u32) -> Body<V> {
    let mut body = body.clone();
    if let Some(contacts) = body.contacts_mut() {
        contacts.count = MAX_CHANGES - max_changes.min(MAX_CHANGES);
    }
    body
}

/// The body as it will be at `instant` (s after the last tick), where a new segment starts.
fn advanced_to<V: Space>(body: &Body<V>, instant: f64) -> Body<V> {
    let mut body = body.clone();
    if instant > body.start() {
        body.make_rare().history = None;
        body.advance_to(instant, &mut ResponseCache::default());
        body.set_start(instant);
    }
    body
}

/// When and where the body comes to rest. Returns `None` if that takes longer than `max_duration` (s), or more than `max_changes` changes,
/// as counted by [`Contacts::count`].
pub(crate) fn rests_within<V: Space>(
    body: &Body<V>,
    tolerance: f64,
    max_duration: f64,
    max_changes: u32,
) -> Option<Rests<V>> {
    let mut at_early = advanced_to(&forecast_from(body, max_changes), 0.0);
    let at_once = at_early.start() <= 0.0;
    if let Some(place) = rests_now(&at_early, tolerance).filter(|_| at_once) {
        return Some(Rests { early: 0.0, late: 0.0, place, at_early });
    }
    let mut early = 0.0;
    while early < max_duration {
        let late = (2.0 * early).max(1.0 / 64.0).min(max_duration);
        let at_late = advanced_to(&at_early, late);
        if at_late.contacts().is_some_and(|contacts| contacts.count >= MAX_CHANGES) {
            // Too many changes: the path is not followed any further.
            return None;
        }
        if at_late.start() <= late
            && let Some(place) = rests_now(&at_late, tolerance)
        {
            return Some(Rests { early, late, place, at_early });
        }
        // The first step is so short that the second one can start at 0 as well.
        if early > 0.0 {
            at_early = at_late;
        }
        early = late;
    }
    None
}

/// The point where the body rests at the segment's start, if it is at rest then.
fn rests_now<V: Space>(body: &Body<V>, tolerance: f64) -> Option<V::Wide> {
    let mut body = body.clone();
    body.set_start(0.0);
    is_at_rest(&body, tolerance).then(|| rest_point(&body, tolerance)).flatten()
}

fn is_at_rest<V: Space>(body: &Body<V>, tolerance: f64) -> bool {
    body.may_rest(tolerance) && target::is_fixed(body)
}
