//! What is known of one motion: state, law and target; and, boxed, what few have.

use alloc::{borrow::Cow, boxed::Box};

use super::{calm::Calm, cold::Cold, hand::Hand, history::History, target_path::TargetPath, written::Written};
use crate::{
    law::axes::Axes,
    path::{contact::Contacts, running_rate::RunningRate, segment::Segment},
    space::{Law, Space, State, Tangent},
};

/// One entity's motion of one property: what every tick reads and writes. Bytes are those of a `Vec3`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Body<V: Space> {
    /// The state at the segment's start. 48 bytes.
    pub(crate) state: State<V>,
    /// Stiffness. Unit: 1/s². 8 bytes.
    pub(crate) k: f64,
    /// Damping. Unit: 1/s. 8 bytes.
    pub(crate) c: f64,
    /// When the values that the components hold were evaluated. Unit: s after the last tick. 8 bytes.
    pub(crate) written_at: f64,
    /// What few motions have. Without it the segment starts with the tick, on a held target, and all of the law is here; and
    /// what was last written is the state at [`written_at`](Self::written_at), rounded. 8 bytes.
    cold: Option<Box<Cold<V>>>,
    /// The target at the segment's start, unless `cold` has it. 12 bytes.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(super) target: V,
    /// Constant acceleration: what a component says, so an f32 holds it. Unit: property units/s². 12 bytes.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(super) acceleration: V::Tangent,
    /// Counts beginnings, so that followers notice them. 2 bytes.
    pub(crate) revision: u16,
    /// Faults already reported, of [`Fault`](super::fault::Fault). 1 byte.
    pub(crate) faults: u8,
    /// Whether the world's values have been adopted at all. 1 byte.
    pub(crate) adopted: bool,
    /// Whether it has moved since it was last at rest. 1 byte.
    pub(crate) moved: bool,
    /// Whether something has woken it since it was last at rest. 1 byte.
    pub(crate) woken: bool,
    /// For how long there is no need to look into `cold`. 1 byte.
    pub(super) calm: Calm,
}

const _: () = assert!(size_of::<Body<bevy::math::Vec3>>() == 112);

impl<V: Space> Default for Body<V> {
    fn default() -> Self {
        let nowhere = V::default();
        Self {
            state: State { position: nowhere.widen(), ..State::default() },
            k: 0.0,
            c: 0.0,
            written_at: 0.0,
            cold: None,
            target: nowhere,
            acceleration: V::Tangent::default(),
            revision: 0,
            faults: 0,
            adopted: false,
            moved: false,
            woken: false,
            calm: Calm::UNKNOWN,
        }
    }
}

impl<V: Space> Body<V> {
    /// Whether a motion that was saved can continue from these numbers.
    #[cfg(feature = "serialize")]
    pub(crate) fn is_usable(&self) -> bool {
        let Self { k, c, written_at, .. } = *self;
        let is_law = k >= 0.0 && [k, c, written_at].into_iter().all(f64::is_finite);
        is_law && V::is_presentable(&self.state) && self.target.is_finite() && self.cold().is_none_or(Cold::is_usable)
    }

    /// Whether nothing goes on beside the motion.
    #[inline]
    pub(crate) const fn is_plain(&self) -> bool {
        self.cold.is_none()
    }

    #[inline]
    pub(crate) fn cold(&self) -> Option<&Cold<V>> {
        self.cold.as_deref()
    }

    /// What few motions have. To be called before the state is changed, as [`make_cold`](Self::make_cold).
    #[inline]
    pub(crate) fn cold_mut(&mut self) -> Option<&mut Cold<V>> {
        if self.calm.shows_state() { Some(self.make_cold()) } else { self.cold.as_deref_mut() }
    }

    /// Makes room for what few motions have. To be called before the state is changed: what was written is kept here from now on.
    #[cold]
    pub(crate) fn make_cold(&mut self) -> &mut Cold<V> {
        let shown = self.shows_state().then(|| self.shown());
        self.calm = Calm::UNKNOWN;
        let cold = self.cold.get_or_insert_with(|| Box::new(Cold::new(Written::of(&State::default()))));
        if let Some(shown) = shown {
            cold.written = shown;
        }
        cold
    }

    /// Notes what was written just now, if there is room for it.
    #[inline(always)]
    pub(super) fn keep_written(&mut self, written: Written<V>) {
        if let Some(cold) = self.cold.as_deref_mut() {
            self.calm = Calm::UNKNOWN;
            cold.written = written;
        }
    }

    /// Whether what was last written is the state at [`written_at`](Self::written_at), rounded.
    #[inline(always)]
    pub(super) const fn shows_state(&self) -> bool {
        self.is_plain() || self.calm.shows_state()
    }

    /// Gives up the room for what few motions have, if nothing is in it.
    pub(crate) fn drop_idle(&mut self) {
        if let Some(cold) = self.cold.take_if(|cold| cold.is_idle())
            && self.shown() != cold.written
        {
            self.cold = Some(cold);
        }
    }

    /// When the segment starts. Unit: s after the last tick.
    #[inline]
    pub(crate) fn start(&self) -> f64 {
        self.cold().map_or(0.0, |cold| cold.start)
    }

    pub(crate) fn set_start(&mut self, start: f64) {
        if start != self.start() {
            self.make_cold().start = start;
        }
    }

    /// The target at the segment's start.
    #[inline]
    pub(crate) fn target(&self) -> V::Wide {
        self.cold().and_then(|cold| cold.target).unwrap_or_else(|| self.target.widen())
    }

    #[inline]
    pub(crate) fn set_target(&mut self, target: V::Wide) {
        let held = V::narrow(target);
        let beyond = Some(target).filter(|&target| held.widen() != target);
        if beyond.is_some() {
            self.make_cold();
        }
        if let Some(cold) = self.cold_mut() {
            cold.target = beyond;
        }
        self.target = held;
    }

    /// The law that the motion obeys.
    #[inline]
    pub(crate) fn law(&self) -> Law<V> {
        let g = self.cold().map_or(0.0, |cold| cold.g);
        Law { k: self.k, c: self.c, g, a: self.acceleration.widen() }
    }

    /// How fast the entity's own time goes. Unit: 1. Range: ≥ 0.
    #[inline]
    pub(crate) fn pace(&self) -> f64 {
        self.cold().map_or(1.0, |cold| cold.pace)
    }

    pub(crate) fn running_rate(&self) -> Option<&RunningRate<V>> {
        self.cold()?.running_rate.as_deref()
    }

    pub(crate) fn running_rate_mut(&mut self) -> Option<&mut RunningRate<V>> {
        self.cold_mut()?.running_rate.as_deref_mut()
    }

    pub(crate) fn axes(&self) -> Option<&Axes> {
        self.cold()?.axes.as_deref()
    }

    #[inline]
    pub(crate) fn target_path(&self) -> Option<&TargetPath<V>> {
        self.cold()?.target_path.as_deref()
    }

    #[inline]
    pub(crate) fn target_path_mut(&mut self) -> Option<&mut TargetPath<V>> {
        self.cold_mut()?.target_path.as_deref_mut()
    }

    pub(crate) fn contacts(&self) -> Option<&Contacts<V>> {
        self.cold()?.contacts.as_deref()
    }

    pub(crate) fn contacts_mut(&mut self) -> Option<&mut Contacts<V>> {
        self.cold_mut()?.contacts.as_deref_mut()
    }

    /// Whether a contact is to be told.
    pub(crate) fn has_reached(&self) -> bool {
        self.cold().is_some_and(|cold| !cold.reached.is_empty())
    }

    /// The motion was made from another, or put back as it was: contacts of the tick in which that was done are not its own to tell.
    pub(crate) fn forget_told(&mut self) {
        let start = self.start();
        if let Some(cold) = self.cold_mut() {
            cold.reached.retain(|reached| reached.instant <= start);
            cold.certain = 0;
        }
    }

    /// Whether the bounds or the target may turn out to have gone another way than is assumed.
    pub(crate) fn is_guessed(&self) -> bool {
        self.target_path().is_some_and(|target_path| target_path.is_guessed()) || self.has_moving_bounds()
    }

    /// Notes that an exponential rate is no longer on the path it was solved for.
    pub(crate) fn leave_profile(&mut self) {
        if let Some(running_rate) = self.running_rate_mut() {
            running_rate.profile = None;
        }
    }

    /// Ends a throw that is on its way, unless another one is about to begin; a throw that `is_refused` does not begin.
    pub(crate) fn end_throws(&mut self, is_refused: bool) {
        let Some(cold) = self.cold_mut().filter(|cold| is_refused || !cold.throws) else { return };
        if let Some(contacts) = &mut cold.contacts {
            contacts.end_throws();
        }
    }

    pub(crate) fn has_moving_bounds(&self) -> bool {
        self.contacts().is_some_and(|contacts| contacts.barriers.tracked)
    }

    pub(crate) fn history(&self) -> Option<&History<V>> {
        self.cold()?.history.as_deref()
    }

    pub(crate) fn history_mut(&mut self) -> Option<&mut History<V>> {
        self.cold_mut()?.history.as_deref_mut()
    }

    /// Whether the entity is held, or was let go and that is not adopted yet.
    pub(crate) fn is_held(&self) -> bool {
        self.cold().is_some_and(|cold| cold.hand.is_some())
    }

    pub(crate) fn hand_mut(&mut self) -> Option<&mut Hand<V>> {
        self.cold_mut()?.hand.as_deref_mut()
    }

    /// The motion from its start on.
    pub(crate) fn segment(&self) -> Segment<'_, V> {
        Segment {
            start: self.start(),
            state: self.state,
            target: self.target(),
            slope: self.target_path().map(|target_path| target_path.slope),
            law: self.law(),
            axes: self.cold().and_then(|cold| cold.axes.as_ref()).map(Cow::Borrowed),
            running_rate: self.cold().and_then(|cold| cold.running_rate.as_ref()).map(Cow::Borrowed),
            pace: self.pace(),
            contacts: self.cold().and_then(|cold| cold.contacts.as_ref()).map(Cow::Borrowed),
            turns: self
                .target_path()
                .filter(|target_path| !target_path.turns.is_empty())
                .map(|target_path| Cow::Borrowed(target_path.turns.as_slice())),
            ring_place: self.target_path().and_then(|target_path| target_path.ring_place.as_ref()).map(Cow::Borrowed),
        }
    }

    /// The law when no exponential rate acts.
    pub(crate) fn lasting_law(&self) -> Law<V> {
        self.running_rate().map_or_else(|| self.law(), |running_rate| running_rate.after)
    }

    /// Replaces the pace from now on.
    pub(crate) fn set_pace(&mut self, pace: f64) {
        self.replace_law(self.law(), pace);
    }

    /// Replaces the law from now on.
    pub(crate) fn replace_law(&mut self, law: Law<V>, pace: f64) {
        let Law { k, c, g, a } = law;
        if g != 0.0 || pace != 1.0 {
            self.make_cold();
        }
        if let Some(cold) = self.cold_mut() {
            cold.g = g;
            cold.pace = pace;
        }
        (self.k, self.c, self.acceleration) = (k, c, V::Tangent::narrow(a));
    }
}
