//! The state of a boom in front of walls, from which the targets and limits of its length are computed.

use bevy::ecs::change_detection::Tick;

use super::cast::{Boom, Cast, Ray};
use crate::{
    camera::{Obstruction, Orbit, OrbitDistance, frame::WorldFrame, private_state::private_state},
    follow::Target,
    law::{Limits, SoftBounds, Spring},
    math::{camera::Polar, rotation::Vector3},
    space::Space,
};

private_state! {
    /// The state of a boom with an [`Obstruction`]: the length that the input asks for, and the walls found last.
    ///
    /// The plugin inserts it with [`Obstruction`]. Its fields are private, like those of [`Motion`](crate::Motion). For a rollback, keep a
    /// clone and restore it with everything else. With the feature `serialize` it is saved in scenes. If it is not saved, the length that
    /// the input asks for is read from the target that is loaded.
    #[derive(Default)]
    pub struct Reach {
        /// The length that the input asks for. Unit: m. `None` before it is known.
        pub(crate) wanted: Option<f32>,
        /// Whether `wanted` jumped since the last tick.
        pub(crate) wanted_jumped: bool,
        /// The ray for the next cast.
        pub(crate) cast_ray: Option<Ray>,
        /// The change tick of the cast that was read last.
        #[cfg_attr(feature = "serialize", serde(skip))]
        last_read: Option<Tick>,
        /// The last cast.
        cast: Option<Cast>,
        /// Whether the last cast has not taken effect yet.
        pub(crate) is_unapplied: bool,
        /// Whether the last cast was read, but [`begin_view`](Self::begin_view) has not marked it as used yet.
        pub(crate) is_pending: bool,
        /// Whether cameras were placed before the last cast was read, so that they have to be placed again.
        pub(crate) needs_redraw: bool,
        /// The phase of the current view.
        pub(crate) view: ViewPhase,
        /// Whether the boom is held in front of the wall between ticks as well.
        holds_wall: bool,
        /// The cast that the last tick used.
        applied_cast: Option<Cast>,
        /// The free length at the last tick: the length at which the boom would reach the wall. Unit: m.
        pub(crate) free_length: Option<f64>,
        /// The length that walls allow the boom: the free length minus the margin, after the delays of [`debounce`](Self::debounce). Unit:
        /// m.
        pub(crate) allowed: Option<f64>,
        /// While a change of the allowed length is delayed: for how long it has been delayed (s), and whether the length grows.
        waiting: Option<(f64, bool)>,
        /// The length of the boom at the start of a new view. The system `place_booms` applies it after the tick is corrected. Unit: m.
        #[cfg_attr(feature = "serialize", serde(skip))]
        pub(crate) start_length: Option<f32>,
        /// The rates of the bounds and of the target in the next tick.
        pub(crate) next_rates: Option<BoundRates>,
        /// The largest length that the boom may have after the tick is corrected. Unit: m.
        #[cfg_attr(feature = "serialize", serde(skip))]
        pub(crate) max_length: Option<f32>,
        /// The boom's own spring, and the spring that the plugin last wrote over it.
        pub(crate) springs: Option<(Spring<OrbitDistance>, Spring<OrbitDistance>)>,
        /// Whether a wall, and not the input, was the last to change the length of the boom.
        pub(crate) limited_by_wall: bool,
    }
}

/// The phase of a camera's view, which begins when the camera is spawned or cut. The first cast of a view sets the length of the boom in
/// one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum ViewPhase {
    /// The component is new. A view begins, unless the camera was already drawn without the component.
    #[default]
    New,
    /// A view begins when the ray is next written.
    Expected,
    /// The view has begun, and its first cast has not been read.
    Begun,
    /// The first cast of the view has been read.
    Cast,
}

/// The rates of the limits and of the target of a boom's length. Unit: m/s.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct BoundRates {
    pub(crate) soft: f64,
    pub(crate) hard: f64,
    /// `None` if no wall limits the length. The target then keeps its sampled velocity.
    pub(crate) target: Option<f64>,
}

pub(crate) fn margin_of(obstruction: &Obstruction) -> f64 {
    f64::from(obstruction.margin).max(0.0)
}

/// The length (m) of a boom if the input asks for `wanted` and walls allow `allowed`.
pub(crate) fn clamp_length(wanted: f32, allowed: f64) -> f32 {
    Space::narrow(f64::from(wanted).min(allowed).max(0.0))
}

impl Reach {
    /// Sets the length (m) that the input asks for. `jumps` is true if the length changes in one step, and false if it changes
    /// continuously.
    pub(crate) fn set_wanted(&mut self, length: f32, jumps: bool) {
        self.wanted_jumped |= jumps && self.wanted != Some(length);
        self.wanted = Some(length);
    }

    /// The length (m) that the input asks for. If it is not known yet, it is read from the target, or from the orbit if the target is not
    /// finite.
    pub(crate) fn wanted_or_target(&mut self, target: &Target<OrbitDistance>, orbit: &Orbit) -> f32 {
        *self.wanted.get_or_insert(if target.value.is_finite() { target.value } else { orbit.distance })
    }

    /// Shifts all stored positions with the origin of the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        for cast in [&mut self.cast, &mut self.applied_cast].into_iter().flatten() {
            cast.shift(by);
        }
        if let Some(ray) = &mut self.cast_ray {
            ray.pivot = ray.pivot + by;
        }
    }

    /// Resets the state for another orbit: the wanted length is read from the target of that orbit, and no walls are known.
    pub(crate) fn forget(&mut self) {
        *self = Self { springs: self.springs, last_read: self.last_read, view: ViewPhase::Expected, ..Self::default() };
    }

    /// Expects a new view: the first cast along its ray is then applied in one step.
    pub(crate) fn expect_view(&mut self) {
        self.view = ViewPhase::Expected;
    }

    /// Reads the result of a cast if it is new. `changed` is the change tick of `obstruction`. `in_tick` is true at the end of a tick, and
    /// false between ticks.
    pub(crate) fn read_cast(&mut self, obstruction: &Obstruction, changed: Tick, in_tick: bool) {
        let last_read = self.last_read.replace(changed);
        if last_read == Some(changed) {
            return;
        }
        let Some(ray) = self.cast_ray else { return };
        let Some(cast) = Cast::of(obstruction.hit, &ray) else { return };
        // The first value of an `Obstruction`, spawned or restored, counts as a cast only if it has a hit.
        if last_read.is_none() && self.cast.is_none() && !cast.is_hit() {
            return;
        }
        // An equal result counts as a new cast only at the end of a tick, or as the first cast of a view. Otherwise user code wrote another
        // field.
        let is_same = self.cast.is_some_and(|last| last.is_same(&cast));
        if is_same && !in_tick && self.view != ViewPhase::Begun {
            return;
        }
        let before = self.cast.replace(cast).map_or(f64::INFINITY, |last| last.free_length(&ray));
        (self.is_pending, self.is_unapplied) = (true, !in_tick);
        if !in_tick && (cast.free_length(&ray) - before).abs() > margin_of(obstruction) {
            // The free length changed by more than the margin, so this is another wall.
            self.holds_wall = !obstruction.springs_from_behind_walls && obstruction.min_occlusion_time <= 0.0;
        }
    }

    /// Marks the last cast as used. Returns whether it is the first one of a view.
    pub(crate) fn begin_view(&mut self) -> bool {
        let begins = core::mem::take(&mut self.is_pending) && self.view == ViewPhase::Begun;
        if begins {
            self.view = ViewPhase::Cast;
            (self.allowed, self.waiting) = (None, None);
        }
        begins
    }

    /// Applies the last cast to a boom of this length (m), after a tick of `h` seconds. `is_first` is true for the first cast of a view.
    /// Returns whether the limits jump.
    pub(crate) fn apply_cast(
        &mut self,
        obstruction: &Obstruction,
        boom: &Boom,
        length: f64,
        is_first: bool,
        h: f64,
    ) -> bool {
        let margin = margin_of(obstruction);
        self.is_unapplied = false;
        let found = self.cast.map_or(f64::INFINITY, |cast| cast.free_length(&boom.ray));
        let before = self.free_length.replace(found);
        let plane = core::mem::replace(&mut self.applied_cast, self.cast).filter(Cast::is_plane);
        let predicted = plane.map(|plane| plane.free_length(&boom.ray));
        let is_continuous = |before: f64| (found - before).abs() <= boom.max_change(found.min(before), margin, h);
        let jumps = match before {
            _ if predicted.is_some_and(|predicted| (found - predicted).abs() <= margin) => false,
            Some(before) if found.is_finite() && before.is_finite() => !is_continuous(before),
            // The wall is found for the first time, or lost.
            _ => true,
        };
        let (allowed, waited) = self.debounce(found - margin, obstruction, h);
        let moved = self.allowed.replace(allowed).is_none_or(|last| last != allowed);
        let jumps = moved && (jumps || waited);
        // A boom that a spring pulls back from behind a wall is held between ticks only once it is in front of the wall.
        let is_pulled_back = obstruction.springs_from_behind_walls && length > found && (jumps || !self.holds_wall);
        self.holds_wall = self.is_accepted(margin) && (is_first || !is_pulled_back);
        jumps
    }

    /// Whether the wall that was found last is in effect, so that the boom has to end at the distance `margin` (m) in front of it.
    fn is_accepted(&self, margin: f64) -> bool {
        self.free_length
            .is_some_and(|found| found.is_finite() && self.allowed.is_none_or(|allowed| allowed <= found - margin))
    }

    /// The length (m) that the boom may have if walls allow `free` (m): a change takes effect after `release_delay` or
    /// `min_occlusion_time`. The second value is whether such a delay has just ended. `h` is the length of the tick (s).
    fn debounce(&mut self, free: f64, obstruction: &Obstruction, h: f64) -> (f64, bool) {
        // The distance to the same plane along another ray may differ by rounding.
        let differs = |allowed: f64| (allowed - free).abs() > f64::from(f32::EPSILON) * allowed.abs().min(free.abs());
        let Some(allowed) = self.allowed.filter(|&allowed| differs(allowed)) else {
            self.waiting = None;
            return (free, false);
        };
        let outwards = free > allowed;
        let delay =
            f64::from(if outwards { obstruction.release_delay } else { obstruction.min_occlusion_time }).max(0.0);
        // The delay starts in the first tick of the change.
        let waited = self.waiting.filter(|&(_, out)| out == outwards).map_or(0.0, |(waited, _)| waited + h);
        let was_over = self.waiting.is_some_and(|(before, out)| out == outwards && before >= delay);
        self.waiting = Some((waited, outwards));
        if waited >= delay { (free, delay > 0.0 && !was_over) } else { (allowed, false) }
    }

    /// The spring that the length should have: the slow one that lengthens the boom if a wall was the last to change the length, otherwise
    /// the boom's own spring. `found` is the present spring of the entity. If user code has written it, it becomes the boom's own spring.
    pub(crate) fn choose_spring(
        &mut self,
        found: Spring<OrbitDistance>,
        obstruction: &Obstruction,
    ) -> Spring<OrbitDistance> {
        let own = self.springs.filter(|(_, written)| is_same_spring(written, &found)).map_or(found, |(own, _)| own);
        let spring =
            if self.limited_by_wall { Spring::critical(obstruction.release_angular_frequency).on() } else { own };
        self.springs = Some((own, spring));
        spring
    }

    /// The limits of the length: a hard limit at the wall, and a soft limit at the margin in front of the wall. Each is set only if the
    /// boom can meet it in the next tick. `nearby` (m) is the greatest length of the boom in that tick plus the margin, and `closer` (m) is
    /// how far the wall approaches in that tick.
    pub(crate) fn limits(&self, obstruction: &Obstruction, nearby: f64, closer: f64) -> Limits<OrbitDistance> {
        let margin = margin_of(obstruction);
        let allowed = self.allowed.filter(|allowed| allowed + margin - closer < nearby);
        // A wall that is not in effect yet does not stop the boom.
        let upper = self.free_length.filter(|&found| found - closer < nearby && self.is_accepted(margin));
        let soft = SoftBounds {
            upper: [allowed.map(|allowed| Space::narrow(allowed.max(0.0))), None, None, None],
            angular_frequency: obstruction.pull_in_angular_frequency,
            damping_ratio: 1.0,
            feed_forward: 1.0,
            ..SoftBounds::default()
        };
        Limits {
            lower: [Some(0.0), None, None, None],
            upper: [upper.map(Space::narrow), None, None, None],
            soft: Some(soft),
            allows_outside: obstruction.springs_from_behind_walls,
            tracked: true,
            ..Default::default()
        }
    }

    /// Forecasts the free length (m) in `h` seconds. A wall with a known normal is intersected with the forecast ray. Any other wall is
    /// assumed to be flat, and the boom to sweep past it at a constant rate. The free length was `last` (m) a tick ago, and is assumed not
    /// to grow.
    pub(crate) fn forecast_free_length(&self, boom: &Boom, last: Option<f64>, h: f64) -> f64 {
        let found = self.free_length.unwrap_or(f64::INFINITY);
        match (&self.cast, last) {
            (Some(cast), _) if cast.is_plane() => cast.free_length(&boom.ray_after(h)),
            // If a boom sweeps past a flat wall at a constant rate, the reciprocal of the distance changes at a constant rate.
            (Some(_), Some(last)) if found < last && last.is_finite() => 1.0 / (2.0 / found - 1.0 / last),
            _ => found,
        }
    }

    /// The rates of the bounds and of the target over the next `h` seconds. At the end of this time, the free length is `ahead` (m), and
    /// the input asks for the length `wanted` (m). `end` is the present target (m). Walls beyond `nearby` (m) are ignored.
    pub(crate) fn bound_rates(
        &self,
        (ahead, nearby, margin): (f64, f64, f64),
        (end, wanted): (f32, f32),
        h: f64,
    ) -> Option<BoundRates> {
        let found = self.free_length.filter(|_| h > 0.0)?;
        let hard = (ahead.min(nearby.max(found)) - found) / h;
        let allowed = self.allowed.unwrap_or(f64::INFINITY);
        // While a change is delayed, the soft bound does not move.
        let is_at_margin = allowed == found - margin;
        let then = if is_at_margin { ahead - margin } else { allowed };
        let soft = (then.clamp(0.0, nearby.max(0.0)) - allowed.max(0.0)) / h;
        // Smaller rates are only rounding, and would keep the boom from coming to rest.
        let least = f64::from(f32::EPSILON) * found.min(nearby) / h;
        let significant = |rate: f64| if rate.is_finite() && rate.abs() > least { rate } else { 0.0 };
        let is_limited = allowed.min(then) < wanted.into();
        let target = is_limited.then(|| significant((f64::from(clamp_length(wanted, then)) - f64::from(end)) / h));
        Some(BoundRates { soft: significant(soft), hard: significant(hard), target })
    }

    /// The free length (m), and its rate (m/s), of a boom that is held in front of a wall between ticks. Returns `None` if the boom is not
    /// held.
    pub(crate) fn held_free_length(&self, frame: &WorldFrame, boom: &Polar, rate: &Polar) -> Option<(f64, f64)> {
        // A cast without a normal is used only until the next tick applies it. From then on the bounds stop the boom.
        let cast =
            self.cast.filter(|cast| self.holds_wall && cast.is_hit() && (cast.is_plane() || self.is_unapplied))?;
        let boom = Boom::of(frame, boom, rate);
        let length = cast.free_length(&boom.ray);
        Some((length, cast.free_length_rate(&boom).filter(|_| length.is_finite())?))
    }
}

/// Compares two springs bit by bit, so that NaN equals NaN. Otherwise a spring with NaN would count as written by user code in every tick.
pub(crate) fn is_same_spring(one: &Spring<OrbitDistance>, other: &Spring<OrbitDistance>) -> bool {
    let bits = |spring: &Spring<OrbitDistance>| [spring.angular_frequency, spring.damping_ratio].map(f32::to_bits);
    bits(one) == bits(other)
}
