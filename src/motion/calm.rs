//! For how long nothing but its law moves an entity that has bounds: they are far.

use super::body::Body;
use crate::space::Space;

/// For how long nothing happens to a motion but what its law says, whatever there is beside it: a cache, as the law's answer, for
/// ticks of the length that the answer is for.
///
/// 0 is not known. From 1 on, what was last written is the state at `written_at`, rounded. From 2 on, so many ticks but one come in
/// which it meets nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Calm(u8);

/// The most ticks that are looked ahead.
const MOST: u8 = 64;

impl Calm {
    pub(crate) const UNKNOWN: Self = Self(0);

    #[inline(always)]
    pub(crate) const fn shows_state(self) -> bool {
        self.0 > 0
    }
}

impl<V: Space> Body<V> {
    /// Whether its law is all that moves it until the next tick ends, and what it writes is its state.
    #[inline(always)]
    pub(crate) const fn is_calm(&self) -> bool {
        self.is_plain() || self.calm.0 > 1
    }

    /// A tick is over.
    #[inline(always)]
    pub(crate) const fn pass_calm_tick(&mut self) {
        self.calm.0 = self.calm.0.saturating_sub(1);
    }

    /// What was written just now is its state.
    pub(crate) fn note_state_shown(&mut self) {
        self.calm.0 = self.calm.0.max(1);
    }

    /// Looks how many ticks of length `h` it meets nothing in, at the end of a tick, where what was written is its state.
    pub(crate) fn look_ahead(&mut self, h: f64) {
        let mut ticks = 0;
        let mut next = 1;
        while next <= MOST && self.is_clear(f64::from(next) * h) {
            ticks = next;
            next *= 2;
        }
        self.calm = Calm(ticks + 1);
    }
}
