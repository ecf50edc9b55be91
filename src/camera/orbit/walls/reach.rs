//! What is remembered of the walls before a boom, and what it makes of them: targets and limits of the length.

use bevy::ecs::change_detection::Tick;

use super::cast::{Boom, Cast, Ray};
use crate::{
    camera::{Obstruction, OnJump, Orbit, OrbitLength, frame::Frame, remembered::remembered},
    follow::Target,
    law::{Limits, Spring},
    math::{camera::Polar, rotation::Vector3},
    space::Space,
};

remembered! {
    /// What the plugin remembers of a boom with an [`Obstruction`]: the length that the input asks for, and the walls found last.
    ///
    /// The plugin inserts it with [`Obstruction`]. Its fields are private, as those of [`Motion`](crate::Motion): for a rollback, keep a clone
    /// and put it back with everything else. With the feature `serialize` it is saved in scenes; if it is not saved, the length asked for is
    /// that of the target that is loaded.
    #[derive(Default)]
    pub struct Reach {
        /// The length that hands want. Unit: m. None before it is known.
        pub(crate) wanted: Option<f32>,
        /// That jumped since the last tick.
        pub(crate) wanted_jumped: bool,
        /// Along which ray the next cast is made.
        pub(crate) along: Option<Ray>,
        /// When the cast that was taken in last was written.
        #[cfg_attr(feature = "serialize", serde(skip))]
        taken: Option<Tick>,
        /// What the last cast has found.
        cast: Option<Cast>,
        /// The limits do not yet go by that cast.
        pub(crate) is_newer: bool,
        /// A cast has been taken in, and nothing has been done with it.
        pub(crate) is_fresh: bool,
        /// What is drawn does not yet keep to that cast.
        pub(crate) is_outdated: bool,
        /// Whether the next cast is the first one of a view.
        pub(crate) view: View,
        /// The boom keeps to the wall between ticks, too.
        keeps: bool,
        /// What the cast had found that the last tick went by.
        known: Option<Cast>,
        /// The free length at the last tick. Unit: m.
        pub(crate) found: Option<f64>,
        /// How long the boom may be as it was last let, a margin before the wall. Unit: m.
        pub(crate) allowed: Option<f64>,
        /// For how long (s) the wall has been somewhere else, and whether further out.
        waiting: Option<(f64, bool)>,
        /// The length at which the boom is put after it is corrected. Unit: m.
        #[cfg_attr(feature = "serialize", serde(skip))]
        pub(crate) put: Option<f32>,
        /// How the bounds and the target are going to move in the coming tick.
        pub(crate) coming: Option<Coming>,
        /// The length before it is corrected, beyond which the correction may not take it. Unit: m.
        #[cfg_attr(feature = "serialize", serde(skip))]
        pub(crate) most: Option<f32>,
        /// The boom's own spring, and what was written in its place.
        pub(crate) spring: Option<(Spring<OrbitLength>, Spring<OrbitLength>)>,
        /// A wall was the last to change the length that is wanted, and not hands.
        pub(crate) by_wall: bool,
    }
}

/// How far a view of the camera has begun. The first cast of a view puts the boom at its length at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum View {
    /// The component is new: a view begins, unless the camera has been drawn without it.
    #[default]
    New,
    /// A view begins where the ray is written next.
    Ahead,
    /// The next cast is its first one.
    Begun,
    /// It has been cast.
    Cast,
}

/// How fast the limits and the target of a length move. Unit: m/s.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Coming {
    pub(crate) soft: f64,
    pub(crate) hard: f64,
    /// `None` if no wall limits the length: the target continues as it was sampled.
    pub(crate) target: Option<f64>,
}

pub(crate) fn margin_of(obstruction: &Obstruction) -> f64 {
    f64::from(obstruction.margin).max(0.0)
}

/// Where a boom ends (m) that is wanted to be so long, and allowed to.
pub(crate) fn length_within(wanted: f32, allowed: f64) -> f32 {
    Space::narrow(f64::from(wanted).min(allowed).max(0.0))
}

impl Reach {
    /// Another length (m) is wanted; whether it is there all at once.
    pub(crate) fn want(&mut self, length: f32, jumps: bool) {
        self.wanted_jumped |= jumps && self.wanted != Some(length);
        self.wanted = Some(length);
    }

    /// The length (m) that is wanted; before anything is known, that of the target.
    pub(crate) fn wanted_or(&mut self, target: &Target<OrbitLength>, orbit: &Orbit) -> f32 {
        *self.wanted.get_or_insert(if target.value.is_finite() { target.value } else { orbit.length })
    }

    /// Puts what is remembered elsewhere, with the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        for cast in [&mut self.cast, &mut self.known].into_iter().flatten() {
            cast.shift(by);
        }
        if let Some(ray) = &mut self.along {
            ray.pivot = ray.pivot + by;
        }
    }

    /// The boom is another one: hands want what that has, and nothing is known to be in its way.
    pub(crate) fn forget(&mut self) {
        *self = Self { spring: self.spring, taken: self.taken, view: View::Ahead, ..Self::default() };
    }

    /// A view begins: what is cast along its own ray counts from then on at once.
    pub(crate) fn expect_view(&mut self) {
        self.view = View::Ahead;
    }

    /// Takes in what a cast has found, if it is new: `changed` when it was written.
    pub(crate) fn take(&mut self, obstruction: &Obstruction, changed: Tick, in_tick: bool) {
        let before = self.taken.replace(changed);
        if before == Some(changed) {
            return;
        }
        let Some(along) = self.along else { return };
        let Some(cast) = Cast::of(obstruction.free, &along) else { return };
        // What was spawned, or put back, has cast nothing, but may say what a cast would find.
        if before.is_none() && self.cast.is_none() && !cast.is_hit() {
            return;
        }
        // Between ticks another field may have been written; in a tick the same was found again.
        let is_same = self.cast.is_some_and(|known| known.is_same(&cast));
        if is_same && !in_tick && self.view != View::Begun {
            return;
        }
        let known = self.cast.replace(cast).map_or(f64::INFINITY, |known| known.free_length(&along));
        (self.is_fresh, self.is_newer) = (true, !in_tick);
        if !in_tick && (cast.free_length(&along) - known).abs() > margin_of(obstruction) {
            // Another wall.
            self.keeps = obstruction.on_jump == OnJump::Cut && obstruction.patience <= 0.0;
        }
    }

    /// Whether the cast that was taken in is the first one of a view.
    pub(crate) fn begin_view(&mut self) -> bool {
        let begins = core::mem::take(&mut self.is_fresh) && self.view == View::Begun;
        if begins {
            self.view = View::Cast;
            (self.allowed, self.waiting) = (None, None);
        }
        begins
    }

    /// Goes by what the last cast has found for a boom of this length (m), after a tick of `h` seconds; whether it jumps.
    pub(crate) fn look(&mut self, obstruction: &Obstruction, boom: &Boom, long: f64, is_first: bool, h: f64) -> bool {
        let margin = margin_of(obstruction);
        self.is_newer = false;
        let found = self.cast.map_or(f64::INFINITY, |cast| cast.free_length(&boom.ray));
        let before = self.found.replace(found);
        let plane = core::mem::replace(&mut self.known, self.cast).filter(Cast::is_plane);
        let is_known = plane.map(|plane| plane.free_length(&boom.ray));
        let stays = |known: f64| (found - known).abs() <= boom.most_change(found.min(known), margin, h);
        let jumps = match before {
            _ if is_known.is_some_and(|known| (found - known).abs() <= margin) => false,
            Some(before) if found.is_finite() && before.is_finite() => !stays(before),
            // Seen for the first time, or lost: a jump only where it matters.
            _ => true,
        };
        let (allowed, waited) = self.wait(found - margin, obstruction, h);
        let moved = self.allowed.replace(allowed).is_none_or(|last| last != allowed);
        let jumps = moved && (jumps || waited);
        // A spring that brings it back from behind the wall is left alone until it is in front of it.
        let is_brought_back = obstruction.on_jump == OnJump::Spring && long > found && (jumps || !self.keeps);
        self.keeps = self.is_believed(margin) && (is_first || !is_brought_back);
        jumps
    }

    /// Whether the wall found last counts, before which the boom is to end at a margin (m).
    fn is_believed(&self, margin: f64) -> bool {
        self.found
            .is_some_and(|found| found.is_finite() && self.allowed.is_none_or(|allowed| allowed <= found - margin))
    }

    /// How long the boom may be (m) where a wall allows `free`, with patience; whether that was waited for.
    fn wait(&mut self, free: f64, obstruction: &Obstruction, h: f64) -> (f64, bool) {
        // A plane that is met along another ray is as far away as before but for rounding.
        let differs = |allowed: f64| (allowed - free).abs() > f64::from(f32::EPSILON) * allowed.abs().min(free.abs());
        let Some(allowed) = self.allowed.filter(|&allowed| differs(allowed)) else {
            self.waiting = None;
            return (free, false);
        };
        let outwards = free > allowed;
        let long = f64::from(if outwards { obstruction.hold } else { obstruction.patience }).max(0.0);
        // The tick in which it is first seen begins the wait.
        let waited = self.waiting.filter(|&(_, out)| out == outwards).map_or(0.0, |(waited, _)| waited + h);
        let was_over = self.waiting.is_some_and(|(before, out)| out == outwards && before >= long);
        self.waiting = Some((waited, outwards));
        if waited >= long { (free, long > 0.0 && !was_over) } else { (allowed, false) }
    }

    /// The spring to be on: the boom's own one if input moved the length last, unless user code wrote another one.
    pub(crate) fn take_spring(&mut self, found: Spring<OrbitLength>, obstruction: &Obstruction) -> Spring<OrbitLength> {
        let own = self.spring.filter(|(_, written)| is_same(written, &found)).map_or(found, |(own, _)| own);
        let taken = if self.by_wall { Spring::critical(obstruction.outwards).on() } else { own };
        self.spring = Some((own, taken));
        taken
    }

    /// What stops a boom that comes to less than `nearby` (m), now or in a tick, in which the wall comes `closer` (m).
    pub(crate) fn limits(&self, obstruction: &Obstruction, nearby: f64, closer: f64) -> Limits<OrbitLength> {
        let margin = margin_of(obstruction);
        let allowed = self.allowed.filter(|allowed| allowed + margin - closer < nearby);
        // A wall that is not believed yet does not stop it.
        let upper = self.found.filter(|&found| found - closer < nearby && self.is_believed(margin));
        Limits {
            lower: [Some(0.0), None, None, None],
            soft_upper: [allowed.map(|allowed| Space::narrow(allowed.max(0.0))), None, None, None],
            upper: [upper.map(Space::narrow), None, None, None],
            angular_frequency: obstruction.inwards,
            damping_ratio: 1.0,
            feed_forward: 1.0,
            returns: obstruction.on_jump == OnJump::Spring,
            tracked: true,
            ..Default::default()
        }
    }

    /// The free length (m) in `h` seconds. A wall with a known normal is met where it then is. For any other wall, whose distance was `last` a
    /// tick ago (m), the boom is assumed to sweep past a flat wall, and the free length does not grow.
    pub(crate) fn ahead(&self, boom: &Boom, last: Option<f64>, h: f64) -> f64 {
        let found = self.found.unwrap_or(f64::INFINITY);
        match (&self.cast, last) {
            (Some(cast), _) if cast.is_plane() => cast.free_length(&boom.after(h)),
            // What is evenly swept past is met at a distance whose reciprocal changes evenly.
            (Some(_), Some(last)) if found < last && last.is_finite() => 1.0 / (2.0 / found - 1.0 / last),
            _ => found,
        }
    }

    /// How the bounds move over the next `h` seconds, at the end of which the free length is `ahead` (m), as far as the boom comes near them.
    pub(crate) fn coming(
        &self,
        (ahead, nearby, margin): (f64, f64, f64),
        (end, wanted): (f32, f32),
        h: f64,
    ) -> Option<Coming> {
        let found = self.found.filter(|_| h > 0.0)?;
        let hard = (ahead.min(nearby.max(found)) - found) / h;
        let allowed = self.allowed.unwrap_or(f64::INFINITY);
        // With patience it stays where it was.
        let goes = allowed == found - margin;
        let then = if goes { ahead - margin } else { allowed };
        let soft = (then.clamp(0.0, nearby.max(0.0)) - allowed.max(0.0)) / h;
        // What no f32 shows is rounding, and would keep a boom from coming to rest.
        let least = f64::from(f32::EPSILON) * found.min(nearby) / h;
        let seen = |rate: f64| if rate.is_finite() && rate.abs() > least { rate } else { 0.0 };
        let is_limited = allowed.min(then) < wanted.into();
        let target = is_limited.then(|| seen((f64::from(length_within(wanted, then)) - f64::from(end)) / h));
        Some(Coming { soft: seen(soft), hard: seen(hard), target })
    }

    /// How far (m), and how fast (m/s) further, a boom may reach before the wall that it keeps to.
    pub(crate) fn room(&self, frame: &Frame, boom: &Polar, rate: &Polar) -> Option<(f64, f64)> {
        // Where the distance of a wall is known, but not its normal, the bounds go by it from the next tick on.
        let cast = self.cast.filter(|cast| self.keeps && cast.is_hit() && (cast.is_plane() || self.is_newer))?;
        let boom = Boom::of(frame, boom, rate);
        let length = cast.free_length(&boom.ray);
        Some((length, cast.free_length_rate(&boom).filter(|_| length.is_finite())?))
    }
}

/// By bits: what is not a number is the same, too, or it would be taken for another spring than the one that was written.
pub(crate) fn is_same(one: &Spring<OrbitLength>, other: &Spring<OrbitLength>) -> bool {
    let bits = |spring: &Spring<OrbitLength>| [spring.angular_frequency, spring.damping_ratio].map(f32::to_bits);
    bits(one) == bits(other)
}
