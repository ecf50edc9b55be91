//! What can be invalid on an entity.

/// What can be invalid on an entity: bits of [`Body::faults`](super::body::Body::faults).
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
    /// Whether the fault was there when this was last looked at.
    pub(crate) const fn is_noted(self, faults: u8) -> bool {
        faults & self as u8 != 0
    }

    /// Forgets what has been reported, except that an exponential rate could not begin, which has no second try.
    pub(crate) const fn forget_reported(faults: &mut u8) {
        *faults &= Self::Rate as u8;
    }

    /// Notes whether the fault is there; true when it begins.
    pub(crate) const fn turns(self, faults: &mut u8, invalid: bool) -> bool {
        let before = self.is_noted(*faults);
        if invalid {
            *faults |= self as u8;
        } else {
            *faults &= !(self as u8);
        }
        invalid && !before
    }
}
