//! The number of ticks for which an entity's bounds are out of reach, so that only its law moves it.

/// Cache: for how many ticks of the current length only the law moves an entity, although it has boxed data.
///
/// The number n is 0 if this is unknown. If n ≥ 1, the last written values are the state at `written_at`, rounded. If n ≥ 2, no bound is
/// reached in the next n − 1 ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ClearTicks(u8);

impl ClearTicks {
    pub(crate) const UNKNOWN: Self = Self(0);

    /// The largest number of ticks to look ahead.
    pub(super) const MAX: u8 = 64;

    /// The value for a motion that reaches no bound in the next `ticks` ticks, and whose components hold its state.
    pub(super) const fn of(ticks: u8) -> Self {
        Self(ticks.saturating_add(1))
    }

    /// Whether the last written values are the state, rounded.
    #[inline(always)]
    pub(super) const fn shows_state(self) -> bool {
        self.0 > 0
    }

    /// Whether no bound is reached until the next tick ends.
    #[inline(always)]
    pub(super) const fn covers_next_tick(self) -> bool {
        self.0 > 1
    }

    /// The value one tick later.
    #[inline(always)]
    pub(super) const fn passed(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// The value after the state was written.
    pub(super) fn with_state_shown(self) -> Self {
        Self(self.0.max(1))
    }
}
