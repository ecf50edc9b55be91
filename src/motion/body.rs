//! The core data of one motion: state, law and target. Rarely used data is boxed.

use alloc::{borrow::Cow, boxed::Box};

use super::{
    clear_ticks::ClearTicks, grab_track::GrabTrack, history::History, rare_state::RareState, target_path::TargetPath,
    written::Written,
};
use crate::{
    law::axes::Axes,
    path::{contact::Contacts, running_rate::RunningRate, segment::Segment},
    space::{Law, Space, State, Tangent},
};

/// One entity's motion of one property: what every tick reads and writes. The sizes in bytes below are for a `Vec3`.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct Body<V: Space> {
    /// The state at the segment's start. 48 bytes.
    pub(crate) state: State<V>,
    /// Stiffness. Unit: 1/s². 8 bytes.
    pub(crate) k: f64,
    /// Damping. Unit: 1/s. 8 bytes.
    pub(crate) c: f64,
    /// The instant for which the components' values were evaluated. Unit: s after the last tick. 8 bytes.
    pub(crate) written_at: f64,
    /// Data that few motions need. Without it, the segment starts with the tick, the target is fixed, the whole law is in this struct, and
    /// the last written values are the state at [`written_at`](Self::written_at), rounded. 8 bytes.
    rare: Option<Box<RareState<V>>>,
    /// The target at the segment's start, unless `rare` holds it in f64. 12 bytes.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(super) target: V,
    /// Constant acceleration. It comes from a component, so the precision of f32 is enough. Unit: property units/s². 12 bytes.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(super) acceleration: V::Tangent,
    /// Counts restarts, so that followers notice them. 2 bytes.
    pub(crate) revision: u16,
    /// Bits of the [`Fault`](super::fault::Fault)s that are present and already reported. 1 byte.
    pub(crate) faults: u8,
    /// Whether the components' values have ever been adopted. 1 byte.
    pub(crate) adopted: bool,
    /// Whether the entity has moved since it was last at rest. 1 byte.
    pub(crate) moved: bool,
    /// Whether the entity has been woken since it was last at rest. 1 byte.
    pub(crate) woken: bool,
    /// For how many ticks `rare` has no effect on the motion. 1 byte.
    pub(super) clear_ticks: ClearTicks,
}

const _: () = assert!(size_of::<Body<bevy::math::Vec3>>() == 112);

impl<V: Space> Default for Body<V> {
    fn default() -> Self {
        let origin = V::default();
        Self {
            state: State { position: origin.widen(), ..State::default() },
            k: 0.0,
            c: 0.0,
            written_at: 0.0,
            rare: None,
            target: origin,
            acceleration: V::Tangent::default(),
            revision: 0,
            faults: 0,
            adopted: false,
            moved: false,
            woken: false,
            clear_ticks: ClearTicks::UNKNOWN,
        }
    }
}

impl<V: Space> Body<V> {
    /// Whether a saved motion can continue from these values.
    #[cfg(feature = "serialize")]
    pub(crate) fn is_usable(&self) -> bool {
        let Self { k, c, written_at, .. } = *self;
        let is_law = k >= 0.0 && [k, c, written_at].into_iter().all(f64::is_finite);
        is_law
            && V::is_presentable(&self.state)
            && self.target.is_finite()
            && self.rare().is_none_or(RareState::is_usable)
    }

    /// Whether the motion has no boxed data.
    #[inline]
    pub(crate) const fn is_plain(&self) -> bool {
        self.rare.is_none()
    }

    #[inline]
    pub(crate) fn rare(&self) -> Option<&RareState<V>> {
        self.rare.as_deref()
    }

    /// The boxed data, if there is any. Like [`make_rare`](Self::make_rare), this has to be called before the state changes.
    #[inline]
    pub(crate) fn rare_mut(&mut self) -> Option<&mut RareState<V>> {
        if self.clear_ticks.shows_state() { Some(self.make_rare()) } else { self.rare.as_deref_mut() }
    }

    /// Allocates the boxed data if needed, and stores the last written values in it. Call this before the state changes, because without
    /// stored values the last written ones are derived from the state.
    #[cold]
    pub(crate) fn make_rare(&mut self) -> &mut RareState<V> {
        let shown = self.shows_state().then(|| self.shown());
        self.clear_ticks = ClearTicks::UNKNOWN;
        let rare = self.rare.get_or_insert_with(|| Box::new(RareState::new(Written::of(&State::default()))));
        if let Some(shown) = shown {
            rare.written = shown;
        }
        rare
    }

    /// Stores the values that were just written, if there is boxed data.
    #[inline(always)]
    pub(super) fn keep_written(&mut self, written: Written<V>) {
        if let Some(rare) = self.rare.as_deref_mut() {
            self.clear_ticks = ClearTicks::UNKNOWN;
            rare.written = written;
        }
    }

    /// Whether the last written values are the state at [`written_at`](Self::written_at), rounded.
    #[inline(always)]
    pub(super) const fn shows_state(&self) -> bool {
        self.is_plain() || self.clear_ticks.shows_state()
    }

    /// Frees the boxed data if nothing in it is in use, and if the last written values can be derived from the state.
    pub(crate) fn drop_idle(&mut self) {
        if let Some(rare) = self.rare.take_if(|rare| rare.is_idle())
            && self.shown() != rare.written
        {
            self.rare = Some(rare);
        }
    }

    /// When the segment starts. Unit: s after the last tick.
    #[inline]
    pub(crate) fn start(&self) -> f64 {
        self.rare().map_or(0.0, |rare| rare.start)
    }

    pub(crate) fn set_start(&mut self, start: f64) {
        if start != self.start() {
            self.make_rare().start = start;
        }
    }

    /// The target at the segment's start.
    #[inline]
    pub(crate) fn target(&self) -> V::Wide {
        self.rare().and_then(|rare| rare.target).unwrap_or_else(|| self.target.widen())
    }

    #[inline]
    pub(crate) fn set_target(&mut self, target: V::Wide) {
        let rounded = V::narrow(target);
        let exact = Some(target).filter(|&target| rounded.widen() != target);
        if exact.is_some() {
            self.make_rare();
        }
        if let Some(rare) = self.rare_mut() {
            rare.target = exact;
        }
        self.target = rounded;
    }

    /// The law that the motion obeys.
    #[inline]
    pub(crate) fn law(&self) -> Law<V> {
        let g = self.rare().map_or(0.0, |rare| rare.g);
        Law { k: self.k, c: self.c, g, a: self.acceleration.widen() }
    }

    /// The entity's time scale. Unit: 1. Range: ≥ 0.
    #[inline]
    pub(crate) fn time_scale(&self) -> f64 {
        self.rare().map_or(1.0, |rare| rare.time_scale)
    }

    pub(crate) fn running_rate(&self) -> Option<&RunningRate<V>> {
        self.rare()?.running_rate.as_deref()
    }

    pub(crate) fn running_rate_mut(&mut self) -> Option<&mut RunningRate<V>> {
        self.rare_mut()?.running_rate.as_deref_mut()
    }

    pub(crate) fn axes(&self) -> Option<&Axes> {
        self.rare()?.axes.as_deref()
    }

    #[inline]
    pub(crate) fn target_path(&self) -> Option<&TargetPath<V>> {
        self.rare()?.target_path.as_deref()
    }

    #[inline]
    pub(crate) fn target_path_mut(&mut self) -> Option<&mut TargetPath<V>> {
        self.rare_mut()?.target_path.as_deref_mut()
    }

    pub(crate) fn contacts(&self) -> Option<&Contacts<V>> {
        self.rare()?.contacts.as_deref()
    }

    pub(crate) fn contacts_mut(&mut self) -> Option<&mut Contacts<V>> {
        self.rare_mut()?.contacts.as_deref_mut()
    }

    /// Whether there are contacts that are not reported yet.
    pub(crate) fn has_unreported_contacts(&self) -> bool {
        self.rare().is_some_and(|rare| !rare.reached.is_empty())
    }

    /// Discards the contacts of the running tick that are not reported yet. Call this for a motion that was cloned or restored, because the
    /// original reports them.
    pub(crate) fn discard_copied_contacts(&mut self) {
        let start = self.start();
        if let Some(rare) = self.rare_mut() {
            rare.reached.retain(|reached| reached.instant <= start);
            rare.confirmed = 0;
        }
    }

    /// Whether the path of the target or of a bound is a guess until the end of the tick.
    pub(crate) fn is_guessed(&self) -> bool {
        self.target_path().is_some_and(|target_path| target_path.is_guessed()) || self.has_moving_bounds()
    }

    /// Discards the solved path of an exponential rate, because the motion has left it.
    pub(crate) fn discard_rate_path(&mut self) {
        if let Some(running_rate) = self.running_rate_mut() {
            running_rate.path = None;
        }
    }

    /// Ends the throw in flight, unless a new throw is about to begin. While the law is invalid, no throw begins, so the throw in flight
    /// ends in any case.
    pub(crate) fn end_throws(&mut self, law_is_invalid: bool) {
        let Some(rare) = self.rare_mut().filter(|rare| law_is_invalid || !rare.throw_pending) else { return };
        if let Some(contacts) = &mut rare.contacts {
            contacts.end_throws();
        }
    }

    pub(crate) fn has_moving_bounds(&self) -> bool {
        self.contacts().is_some_and(|contacts| contacts.barriers.tracked)
    }

    pub(crate) fn history(&self) -> Option<&History<V>> {
        self.rare()?.history.as_deref()
    }

    pub(crate) fn history_mut(&mut self) -> Option<&mut History<V>> {
        self.rare_mut()?.history.as_deref_mut()
    }

    /// Whether the entity is grabbed, or was released and the release is not adopted yet.
    pub(crate) fn is_held(&self) -> bool {
        self.rare().is_some_and(|rare| rare.grab_track.is_some())
    }

    pub(crate) fn grab_track_mut(&mut self) -> Option<&mut GrabTrack<V>> {
        self.rare_mut()?.grab_track.as_deref_mut()
    }

    /// The motion as a segment.
    pub(crate) fn segment(&self) -> Segment<'_, V> {
        Segment {
            start: self.start(),
            state: self.state,
            target: self.target(),
            slope: self.target_path().map(|target_path| target_path.slope),
            law: self.law(),
            axes: self.rare().and_then(|rare| rare.axes.as_ref()).map(Cow::Borrowed),
            running_rate: self.rare().and_then(|rare| rare.running_rate.as_ref()).map(Cow::Borrowed),
            time_scale: self.time_scale(),
            contacts: self.rare().and_then(|rare| rare.contacts.as_ref()).map(Cow::Borrowed),
            turns: self
                .target_path()
                .filter(|target_path| !target_path.turns.is_empty())
                .map(|target_path| Cow::Borrowed(target_path.turns.as_slice())),
            ring_place: self.target_path().and_then(|target_path| target_path.ring_place.as_ref()).map(Cow::Borrowed),
        }
    }

    /// The law, without the exponential rate if one is in progress.
    pub(crate) fn lasting_law(&self) -> Law<V> {
        self.running_rate().map_or_else(|| self.law(), |running_rate| running_rate.after)
    }

    /// Replaces the time scale from the segment's start on.
    pub(crate) fn set_time_scale(&mut self, time_scale: f64) {
        self.replace_law(self.law(), time_scale);
    }

    /// Replaces the law and the time scale from the segment's start on.
    pub(crate) fn replace_law(&mut self, law: Law<V>, time_scale: f64) {
        let Law { k, c, g, a } = law;
        if g != 0.0 || time_scale != 1.0 {
            self.make_rare();
        }
        if let Some(rare) = self.rare_mut() {
            rare.g = g;
            rare.time_scale = time_scale;
        }
        (self.k, self.c, self.acceleration) = (k, c, V::Tangent::narrow(a));
    }
}
