//! For how many ticks only its law moves an entity that has bounds, because they are out of reach.

/// Cache: for how many ticks of the current length only the law moves an entity, whatever boxed data it has.
///
/// 0: unknown. n ≥ 1: the last written values are the state at `written_at`, rounded. n ≥ 2: also, no bound is reached in the next n − 1
/// ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ClearTicks(u8);

impl ClearTicks {
    pub(crate) const UNKNOWN: Self = Self(0);

    /// The largest number of ticks to look ahead.
    pub(super) const MAX: u8 = 64;

    /// No bound is reached in the next `ticks` ticks, and the components hold the state.
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
