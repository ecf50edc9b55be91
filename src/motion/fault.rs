//! The inputs that can be invalid on an entity.

/// An input that can be invalid on an entity: a bit of [`Body::faults`](super::body::Body::faults).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Value = 1,
    Velocity = 2,
    Target = 4,
    Offset = 8,
    Law = 16,
    Rate = 32,
    DryFriction = 64,
    SnapPoints = 128,
}

impl Fault {
    /// Whether the fault was present at the last check.
    pub(crate) const fn is_noted(self, faults: u8) -> bool {
        faults & self as u8 != 0
    }

    /// Clears all reported faults except `Rate`, so that an exponential rate that could not begin is not tried again.
    pub(crate) const fn forget_reported(faults: &mut u8) {
        *faults &= Self::Rate as u8;
    }

    /// Records whether the fault is present. Returns whether it is new.
    pub(crate) const fn set(self, faults: &mut u8, invalid: bool) -> bool {
        let before = self.is_noted(*faults);
        if invalid {
            *faults |= self as u8;
        } else {
            *faults &= !(self as u8);
        }
        invalid && !before
    }
}
