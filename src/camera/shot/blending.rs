//! What is shown while one shot, or leader, is replaced by another: the new one, plus what is left of the change.

use bevy::prelude::*;

use super::{
    samples::{Instant, Look, Samples},
    transition::{Manner, Transition, View},
};
use crate::{
    camera::{frame::Untold, remembered::remembered},
    math::{camera::Placement, rotation::Vector3},
};

/// For how long a change to a sampled shot waits for its velocity: what does not move in a tenth of a second stands. Unit: s.
const PATIENCE: f64 = 0.1;

remembered! {
    /// What a camera with a shot, or an entity attached to a leader, remembers: the pose that it showed last, and the running blend.
    ///
    /// The plugin inserts it with [`Shows`](crate::Shows) and [`Attach`](crate::Attach). Its fields are private, as those of
    /// [`Motion`](crate::Motion): for a rollback, keep a clone and put it back with everything else. With the feature `serialize` it is saved
    /// in scenes, and the blend continues in the world that loads them; if it is not saved, the shot is shown at once.
    #[derive(Default)]
    pub struct Blending {
        /// Time of its own at the last tick. Unit: s.
        ticked: f64,
        /// The instant that was last looked at. Unit: s.
        at: f64,
        /// The entity that is shown, or the last one if it is gone.
        #[entities]
        pub(crate) shot: Option<Entity>,
        /// Where in the shot's frame it is.
        mount: Mount,
        /// What the shot was last seen to see.
        #[entities]
        base: Option<View>,
        /// The shot is gone; its last pose stands.
        held: bool,
        /// What was last shown.
        #[entities]
        shown: Option<View>,
        /// Since when, and how.
        transition: Option<(f64, Transition)>,
        samples: Samples,
        late: Option<Late>,
        /// The subject of the shot was teleported.
        pub(crate) subject_jumps: bool,
        /// Whatever is going on ends at once.
        pub(crate) cut: bool,
        #[entities]
        told: Option<Entity>,
    }
}

/// Where in somebody's own frame something is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Mount {
    pub(crate) offset: Vec3,
    pub(crate) rotation: Quat,
}

/// What is to be shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) shot: Entity,
    pub(crate) mount: Mount,
    /// How it gets there: none where that has no meaning; a cut where there is no manner.
    pub(crate) manner: Option<Option<Manner>>,
}

/// A change to a shot whose velocity is not known yet.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
struct Late {
    instant: f64,
    /// What was sampled of the shot at that instant.
    sample: Placement,
    manner: Manner,
}

/// What a shot sees, with the velocities that are told, and which have to be found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) view: View,
    pub(crate) untold: Untold,
}

impl Seen {
    fn is_sampled(&self) -> bool {
        self.untold != Untold::Nothing
    }

    /// Whether only its place is sampled.
    fn is_place(&self) -> bool {
        matches!(self.untold, Untold::Place(_))
    }

    /// What is sampled of it.
    fn sample(&self) -> Placement {
        match self.untold {
            Untold::Place(position) => Placement { position, ..Placement::REST },
            Untold::Nothing | Untold::All => self.view.placement,
        }
    }
}

impl Blending {
    /// What is shown, and `own` is what it showed by itself.
    ///
    /// If drawing is one tick late, a change begins at the next drawn instant: in a tick nothing but the samples is remembered.
    pub(crate) fn step(
        &mut self,
        instant: &Instant,
        wanted: &Wanted,
        own: Option<View>,
        look: impl Fn(Entity, &Mount) -> Option<Seen>,
    ) -> Option<View> {
        if !self.is_ahead(instant, own.as_ref()) {
            return self.go_on(instant, wanted, own, look);
        }
        let mut ahead = self.clone();
        let view = ahead.go_on(instant, wanted, own, look);
        self.samples = ahead.samples;
        view
    }

    /// Whether this is ahead of what is drawn, so that a change waits.
    fn is_ahead(&self, instant: &Instant, own: Option<&View>) -> bool {
        instant.is_ahead && (self.shown.is_some() || own.is_some())
    }

    fn go_on(
        &mut self,
        instant: &Instant,
        wanted: &Wanted,
        own: Option<View>,
        look: impl Fn(Entity, &Mount) -> Option<Seen>,
    ) -> Option<View> {
        let Instant { when, after, coming, .. } = *instant;
        let waits = self.is_ahead(instant, own.as_ref());
        let now = self.ticked + after;
        let seen = self.shot.filter(|_| !self.held).and_then(|shot| look(shot, &self.mount));
        let is_sampled = seen.is_some_and(|seen| seen.is_sampled());
        let live = seen.map(|seen| self.sampled(&seen, when, now, coming).0);
        if live.is_none() && self.shot.is_some() && !self.held {
            self.hold(now, wanted.manner.flatten());
        }
        let mut base = live.or(self.base).map(|base| self.made_good(base, seen.as_ref(), now));
        if !waits
            && (!self.is_on(wanted) || self.held)
            && let Some(manner) = wanted.manner
            && let Some(sight) = look(wanted.shot, &wanted.mount)
        {
            let shown = match &base {
                // What others have written since is not drawn yet.
                Some(_) if is_sampled => self.carried(after),
                Some(base) => Some(self.view(base, now)),
                None => own,
            };
            (self.samples, self.held) = (Samples::default(), false);
            (self.shot, self.mount) = (Some(wanted.shot), wanted.mount);
            let (view, is_known) = self.sampled(&sight, when, now, coming);
            (self.transition, self.late) = (None, None);
            if let (Some(shown), Some(manner)) = (shown, manner) {
                self.transition = Some((now, Transition::between(&shown, &view, manner)));
                self.late = (!is_known).then_some(Late { instant: now, sample: sight.sample(), manner });
            }
            (base, self.base, self.subject_jumps) = (Some(view), Some(view), false);
        }
        if core::mem::take(&mut self.cut) {
            (self.transition, self.late) = (None, None);
        }
        let base = base?;
        let view = self.view(&base, now);
        (self.at, self.base, self.shown, self.subject_jumps) = (now, Some(base), Some(view), false);
        Some(view)
    }

    /// Whom it shows.
    pub(crate) fn live_shot(&self) -> Option<Entity> {
        self.shot.filter(|_| !self.held)
    }

    /// Whether it shows that, or what is left of it.
    pub(crate) fn is_on(&self, wanted: &Wanted) -> bool {
        self.shot == Some(wanted.shot) && self.mount == wanted.mount
    }

    /// Whether it is to be told that it does not show what is wanted: once.
    pub(crate) fn is_refused_anew(&mut self, wanted: &Wanted) -> bool {
        if self.is_on(wanted) && !self.held {
            self.told = None;
            return false;
        }
        self.told.replace(wanted.shot) != Some(wanted.shot)
    }

    /// It comes from here, where it was `after` the last tick (s).
    pub(crate) fn come_from(&mut self, view: View, after: f64) {
        (self.at, self.shown) = (self.ticked + after, Some(view));
    }

    /// It shows nobody yet, and stands here `after` the last tick (s): it comes from here, if it comes from anywhere.
    pub(crate) fn stand(&mut self, view: View, after: f64) {
        if self.shown.is_some() {
            self.come_from(view, after);
        }
    }

    /// Where it would be `after` the last tick (s) if it went on as it was last shown.
    pub(crate) fn carried(&self, after: f64) -> Option<View> {
        self.shown.map(|shown| shown.carried(self.ticked + after - self.at))
    }

    /// The shot is gone: what it saw last stands, and what was shown goes on from its velocity.
    fn hold(&mut self, now: f64, manner: Option<Manner>) {
        let (Some(shown), Some(base)) = (self.shown, self.base) else { return };
        let base = base.held();
        (self.held, self.base, self.late) = (true, Some(base), None);
        self.transition = manner.map(|manner| (now, Transition::between(&shown.carried(now - self.at), &base, manner)));
    }

    /// Nobody has looked at the shot for a while; what was shown last is that of the instant `after` the last tick (s).
    pub(crate) fn switch_on(&mut self, after: f64) {
        self.ticked = self.at - after;
        (self.shot, self.base, self.held) = (None, self.base.and(self.shown), false);
        (self.transition, self.late, self.samples) = (None, None, Samples::default());
    }

    /// What a shot sees, with its velocities; and whether these are known.
    fn sampled(&mut self, seen: &Seen, when: Look, now: f64, coming: f64) -> (View, bool) {
        let mut view = seen.view;
        if !seen.is_sampled() {
            // Where it was found before is no news of how it moves when it is sampled again.
            self.samples = Samples::default();
            return (view, true);
        }
        // What is found now was written since the instant that was last looked at.
        let instant = if self.base.is_some() { self.at } else { now };
        let is_news = self.samples.look(when, instant, now, seen.is_place(), &seen.sample());
        let Some((velocity, turning)) = self.samples.velocities(now) else { return (view, false) };
        let told = &mut view.placement;
        (told.velocity, told.angular_velocity) = match seen.untold {
            Untold::Place(_) => (told.velocity + velocity, told.angular_velocity),
            Untold::Nothing | Untold::All => (velocity, turning),
        };
        if !is_news && coming > 0.0 {
            let coming = view.carried(coming).placement;
            view.placement.position = coming.position;
            if seen.untold == Untold::All {
                view.placement.orientation = coming.orientation;
            }
        }
        (view, true)
    }

    /// What the shot counts as seeing. Until the velocity is known of the shot of the last change, it counts as standing; then what is shown
    /// goes on from there, so that neither its place jumps nor its velocity.
    fn made_good(&mut self, base: View, seen: Option<&Seen>, now: f64) -> View {
        let (Some(Late { instant, sample: then, manner }), Some(seen)) = (self.late, seen) else { return base };
        let is_over = now - instant > PATIENCE;
        let sample = seen.sample();
        if sample.position == then.position && sample.orientation == then.orientation {
            if is_over {
                self.late = None;
            }
            return base;
        }
        let told = seen.view.placement;
        let placement = match seen.untold {
            Untold::Place(place) => Placement { position: told.position + (then.position - place), ..told },
            Untold::Nothing | Untold::All => then,
        };
        let standing = View { placement, ..base };
        if !is_over && self.samples.velocities(now).is_none() {
            return standing;
        }
        let shown = self.view(&standing, now);
        self.late = None;
        self.transition = Some((now, Transition::between(&shown, &base, manner)));
        base
    }

    fn view(&mut self, base: &View, now: f64) -> View {
        let Some((began, transition)) = self.transition else { return *base };
        if transition.is_over(now - began) {
            self.transition = None;
            return *base;
        }
        // Angles about something else, or about where it is all at once, are other angles.
        let is_about_that = !self.subject_jumps && self.base.is_none_or(|last| last.is_about_that_of(base));
        let has_meaning = is_about_that || !transition.is_around();
        if let Some(view) = transition.on(base, now - began).filter(|_| has_meaning) {
            return view;
        }
        // On from what was shown, where the offset has no meaning any more.
        let shown = self.shown.map_or(*base, |shown| shown.carried(now - self.at));
        let manner = Manner { around: false, ..transition.manner };
        self.transition = Some((now, Transition::between(&shown, base, manner)));
        shown
    }

    /// Nobody knows how fast the shot goes that stands so.
    pub(crate) fn forget_samples(&mut self) {
        self.samples = Samples::default();
    }

    /// What its shot is about; none where it is the world's.
    pub(crate) fn subject(&self) -> Option<Entity> {
        self.base?.subject?.entity
    }

    /// A tick of `h` (s) has passed.
    pub(crate) fn pass(&mut self, h: f64) {
        self.ticked += h;
    }

    /// Puts what it remembers elsewhere, with the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        for view in [&mut self.base, &mut self.shown].into_iter().flatten() {
            view.shift(by);
        }
        if let Some(late) = &mut self.late {
            late.sample.position = late.sample.position + by;
        }
        self.samples.shift(by);
    }
}
