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
    /// Whether it was there when it was last looked at.
    pub(crate) const fn is_noted(self, faults: u8) -> bool {
        faults & self as u8 != 0
    }

    /// Notes whether it is there; true when it turns so.
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
