//! For how long nothing but its law moves an entity that has bounds: they are far.

/// For how long nothing happens to a motion but what its law says, whatever there is beside it: a cache, as the law's answer, for
/// ticks of the length that the answer is for.
///
/// 0: unknown. From 1 on: what was last written is the state at `written_at`, rounded. From 2 on: in so many coming ticks but one the
/// entity meets nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Calm(u8);

impl Calm {
    pub(crate) const UNKNOWN: Self = Self(0);

    /// The most ticks to look ahead.
    pub(super) const MOST: u8 = 64;

    /// In so many coming ticks the entity meets nothing, and what was written is the state.
    pub(super) const fn of(ticks: u8) -> Self {
        Self(ticks.saturating_add(1))
    }

    /// Whether what was last written is the state, rounded.
    #[inline(always)]
    pub(super) const fn shows_state(self) -> bool {
        self.0 > 0
    }

    /// Whether the entity meets nothing until the next tick ends.
    #[inline(always)]
    pub(super) const fn lasts(self) -> bool {
        self.0 > 1
    }

    /// A tick later.
    #[inline(always)]
    pub(super) const fn passed(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// The same, where what was written just now is the state.
    pub(super) fn shown(self) -> Self {
        Self(self.0.max(1))
    }
}
