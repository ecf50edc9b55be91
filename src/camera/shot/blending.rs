//! The state of a blend from one shot or leader to another. During the blend, the new shot or leader is shown with an offset that decays.

use bevy::prelude::*;

use super::{
    samples::{Instant, Phase, Samples},
    transition::{BlendSettings, Transition, View},
};
use crate::{
    camera::{frame::Unreported, private_state::private_state},
    math::{camera::Placement, rotation::Vector3},
};

/// How long a change to a sampled shot waits for the shot's velocity. A shot that has not moved by then counts as being at rest. Unit: s.
const VELOCITY_TIMEOUT: f64 = 0.1;

private_state! {
    /// The private blend state of a camera with a shot, or of an entity attached to a leader: the pose that was shown last, and the running
    /// blend.
    ///
    /// The plugin inserts it with [`ActiveShot`](crate::camera::ActiveShot) and [`Attach`](crate::camera::Attach). Its fields are private,
    /// like those of [`Motion`](crate::Motion): for a rollback, keep a clone and restore it together with everything else. With the feature
    /// `serialize` it is saved in scenes, and the blend continues in the world that loads them. If it is not saved, the shot is shown
    /// without a blend.
    #[derive(Default)]
    pub struct Blending {
        /// The time of the blend's own clock at the last tick. Unit: s.
        tick_time: f64,
        /// The last instant at which the camera was placed, by the same clock. Unit: s.
        last_instant: f64,
        /// The current shot or leader. If it is lost, the last one.
        #[entities]
        pub(crate) shot: Option<Entity>,
        /// The position and rotation in the leader's frame.
        mount: Mount,
        /// The last view of the shot.
        #[entities]
        base: Option<View>,
        /// Whether the shot is lost, so that its last pose is kept: it was despawned or disabled, or it is invalid.
        is_lost: bool,
        /// The view that was shown last.
        #[entities]
        shown: Option<View>,
        /// The running transition, and when it began.
        transition: Option<(f64, Transition)>,
        samples: Samples,
        pending: Option<PendingChange>,
        /// Whether the subject of the shot was teleported since the last step.
        pub(crate) subject_teleported: bool,
        /// Whether the running transition ends at the next step.
        pub(crate) cut: bool,
        /// The shot or leader that the last warning reported as not shown.
        #[entities]
        warned_of: Option<Entity>,
    }
}

/// A position and a rotation in the frame of a leader.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Mount {
    pub(crate) offset: Vec3,
    pub(crate) rotation: Quat,
}

/// The shot or leader that user code requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) shot: Entity,
    pub(crate) mount: Mount,
    /// How to blend to it: `None` if the request is invalid, and `Some(None)` for a cut.
    pub(crate) settings: Option<Option<BlendSettings>>,
}

/// A change to a sampled shot whose velocity is not known yet.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
struct PendingChange {
    instant: f64,
    /// The sample of the shot at `instant`.
    sample: Placement,
    settings: BlendSettings,
}

/// The view of a shot with its reported velocities, and the part of its motion that has to be sampled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShotView {
    pub(crate) view: View,
    pub(crate) unreported: Unreported,
}

impl ShotView {
    fn is_sampled(&self) -> bool {
        self.unreported != Unreported::Nothing
    }

    /// Whether only the shot's position is sampled.
    fn is_position(&self) -> bool {
        matches!(self.unreported, Unreported::Place(_))
    }

    /// The placement to sample.
    fn sample(&self) -> Placement {
        match self.unreported {
            Unreported::Place(position) => Placement { position, ..Placement::REST },
            Unreported::Nothing | Unreported::All => self.view.placement,
        }
    }
}

impl Blending {
    /// Returns the view to show at an instant. `own` is what the camera shows by itself, and `look` finds the view of a shot.
    ///
    /// If drawing is one tick late, a change begins at the next drawn instant: in ticks only the samples are stored.
    pub(crate) fn step(
        &mut self,
        instant: &Instant,
        wanted: &Wanted,
        own: Option<View>,
        look: impl Fn(Entity, &Mount) -> Option<ShotView>,
    ) -> Option<View> {
        if !self.is_ahead(instant, own.as_ref()) {
            return self.advance(instant, wanted, own, look);
        }
        let mut ahead = self.clone();
        let view = ahead.advance(instant, wanted, own, look);
        self.samples = ahead.samples;
        view
    }

    /// Whether the instant is later than the one that is drawn, so that a change has to wait.
    fn is_ahead(&self, instant: &Instant, own: Option<&View>) -> bool {
        instant.is_ahead && (self.shown.is_some() || own.is_some())
    }

    fn advance(
        &mut self,
        instant: &Instant,
        wanted: &Wanted,
        own: Option<View>,
        look: impl Fn(Entity, &Mount) -> Option<ShotView>,
    ) -> Option<View> {
        let Instant { phase, after, extrapolation, .. } = *instant;
        let waits = self.is_ahead(instant, own.as_ref());
        let now = self.tick_time + after;
        let seen = self.shot.filter(|_| !self.is_lost).and_then(|shot| look(shot, &self.mount));
        let is_sampled = seen.is_some_and(|seen| seen.is_sampled());
        let live = seen.map(|seen| self.with_velocities(&seen, phase, now, extrapolation).0);
        if live.is_none() && self.shot.is_some() && !self.is_lost {
            self.lose_shot(now, wanted.settings.flatten());
        }
        let mut base = live.or(self.base).map(|base| self.correct_pending(base, seen.as_ref(), now));
        if !waits
            && (!self.is_showing(wanted) || self.is_lost)
            && let Some(settings) = wanted.settings
            && let Some(next) = look(wanted.shot, &wanted.mount)
        {
            let shown = match &base {
                // The sampled shot's current placement has not been drawn yet, so start from the extrapolated view.
                Some(_) if is_sampled => self.extrapolated(after),
                Some(base) => Some(self.view(base, now)),
                None => own,
            };
            (self.samples, self.is_lost) = (Samples::default(), false);
            (self.shot, self.mount) = (Some(wanted.shot), wanted.mount);
            let (view, is_known) = self.with_velocities(&next, phase, now, extrapolation);
            (self.transition, self.pending) = (None, None);
            if let (Some(shown), Some(settings)) = (shown, settings) {
                self.transition = Some((now, Transition::between(&shown, &view, settings)));
                self.pending = (!is_known).then_some(PendingChange { instant: now, sample: next.sample(), settings });
            }
            (base, self.base, self.subject_teleported) = (Some(view), Some(view), false);
        }
        if core::mem::take(&mut self.cut) {
            (self.transition, self.pending) = (None, None);
        }
        let base = base?;
        let view = self.view(&base, now);
        (self.last_instant, self.base, self.shown, self.subject_teleported) = (now, Some(base), Some(view), false);
        Some(view)
    }

    /// The current shot or leader, unless it is lost.
    pub(crate) fn live_shot(&self) -> Option<Entity> {
        self.shot.filter(|_| !self.is_lost)
    }

    /// Whether the wanted shot or its last pose is shown.
    pub(crate) fn is_showing(&self, wanted: &Wanted) -> bool {
        self.shot == Some(wanted.shot) && self.mount == wanted.mount
    }

    /// Whether to warn that the wanted shot is not shown. Returns true once, until that shot is shown or another one is wanted.
    pub(crate) fn should_warn(&mut self, wanted: &Wanted) -> bool {
        if self.is_showing(wanted) && !self.is_lost {
            self.warned_of = None;
            return false;
        }
        self.warned_of.replace(wanted.shot) != Some(wanted.shot)
    }

    /// Makes the next blend start from `view`, which was shown `after` seconds after the last tick.
    pub(crate) fn start_from(&mut self, view: View, after: f64) {
        (self.last_instant, self.shown) = (self.tick_time + after, Some(view));
    }

    /// Keeps the start of the next blend up to date for an entity that has no leader yet: the entity is at `view`, `after` seconds after
    /// the last tick. No-op if the entity has never been shown, so that its first leader is shown without a blend.
    pub(crate) fn wait_at(&mut self, view: View, after: f64) {
        if self.shown.is_some() {
            self.start_from(view, after);
        }
    }

    /// The view that was shown last, extrapolated to `after` seconds after the last tick.
    pub(crate) fn extrapolated(&self, after: f64) -> Option<View> {
        self.shown.map(|shown| shown.extrapolated(self.tick_time + after - self.last_instant))
    }

    /// Handles the loss of the shot: its last view is kept, at rest, and the picture blends to that view.
    fn lose_shot(&mut self, now: f64, settings: Option<BlendSettings>) {
        let (Some(shown), Some(base)) = (self.shown, self.base) else { return };
        let base = base.at_rest();
        (self.is_lost, self.base, self.pending) = (true, Some(base), None);
        self.transition = settings
            .map(|settings| (now, Transition::between(&shown.extrapolated(now - self.last_instant), &base, settings)));
    }

    /// Continues after a pause, during which the shot was not sampled: what was shown last counts as shown `after` seconds after the last
    /// tick.
    pub(crate) fn resume(&mut self, after: f64) {
        self.tick_time = self.last_instant - after;
        (self.shot, self.base, self.is_lost) = (None, self.base.and(self.shown), false);
        (self.transition, self.pending, self.samples) = (None, None, Samples::default());
    }

    /// The view of a shot with all of its velocities, and whether these are known.
    fn with_velocities(&mut self, seen: &ShotView, phase: Phase, now: f64, extrapolation: f64) -> (View, bool) {
        let mut view = seen.view;
        if !seen.is_sampled() {
            // Old samples say nothing about the shot's motion if the shot is sampled again later.
            self.samples = Samples::default();
            return (view, true);
        }
        // A new placement was written after the last instant, and counts as a sample of that instant.
        let instant = if self.base.is_some() { self.last_instant } else { now };
        let has_changed = self.samples.sample(phase, instant, now, seen.is_position(), &seen.sample());
        let Some((velocity, turning)) = self.samples.velocities(now) else { return (view, false) };
        let known = &mut view.placement;
        (known.velocity, known.angular_velocity) = match seen.unreported {
            Unreported::Place(_) => (known.velocity + velocity, known.angular_velocity),
            Unreported::Nothing | Unreported::All => (velocity, turning),
        };
        if !has_changed && extrapolation > 0.0 {
            let extrapolated = view.extrapolated(extrapolation).placement;
            view.placement.position = extrapolated.position;
            if seen.unreported == Unreported::All {
                view.placement.orientation = extrapolated.orientation;
            }
        }
        (view, true)
    }

    /// Returns the view of the shot to blend to. While a change waits for the velocity of the new shot, this is the view at the instant of
    /// the change, as if the shot were at rest; otherwise it is `base`. Once the velocity is known, a new transition begins from what is
    /// shown, so that neither position nor velocity jumps.
    fn correct_pending(&mut self, base: View, seen: Option<&ShotView>, now: f64) -> View {
        let (Some(PendingChange { instant, sample: then, settings }), Some(seen)) = (self.pending, seen) else {
            return base;
        };
        let is_over = now - instant > VELOCITY_TIMEOUT;
        let sample = seen.sample();
        if sample.position == then.position && sample.orientation == then.orientation {
            if is_over {
                self.pending = None;
            }
            return base;
        }
        let known = seen.view.placement;
        let placement = match seen.unreported {
            Unreported::Place(place) => Placement { position: known.position + (then.position - place), ..known },
            Unreported::Nothing | Unreported::All => then,
        };
        let resting = View { placement, ..base };
        if !is_over && self.samples.velocities(now).is_none() {
            return resting;
        }
        let shown = self.view(&resting, now);
        self.pending = None;
        self.transition = Some((now, Transition::between(&shown, &base, settings)));
        base
    }

    /// The view to show: the `base` plus the offset of the running transition.
    fn view(&mut self, base: &View, now: f64) -> View {
        let Some((began, transition)) = self.transition else { return *base };
        if transition.is_over(now - began) {
            self.transition = None;
            return *base;
        }
        // The angles of a path around a subject are not valid for another subject, or after a teleport of the subject.
        let is_same_subject = !self.subject_teleported && self.base.is_none_or(|last| last.has_same_subject(base));
        let is_defined = is_same_subject || !transition.is_around();
        if let Some(view) = transition.on(base, now - began).filter(|_| is_defined) {
            return view;
        }
        // The offset is undefined, so a straight transition begins at what was shown.
        let shown = self.shown.map_or(*base, |shown| shown.extrapolated(now - self.last_instant));
        let settings = BlendSettings { around: false, ..transition.settings };
        self.transition = Some((now, Transition::between(&shown, base, settings)));
        shown
    }

    /// Discards the samples of the shot, so that a teleport is not mistaken for motion.
    pub(crate) fn forget_samples(&mut self) {
        self.samples = Samples::default();
    }

    /// The entity in whose frame the subject of the shot is fixed. `None` if the shot has no subject, or one that is fixed in the world.
    pub(crate) fn subject(&self) -> Option<Entity> {
        self.base?.subject?.entity
    }

    /// Advances the time by a tick of `h` (s).
    pub(crate) fn pass(&mut self, h: f64) {
        self.tick_time += h;
    }

    /// Shifts the stored positions with the origin of the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        for view in [&mut self.base, &mut self.shown].into_iter().flatten() {
            view.shift(by);
        }
        if let Some(pending) = &mut self.pending {
            pending.sample.position = pending.sample.position + by;
        }
        self.samples.shift(by);
    }
}
