//! The lengths of frames.

use std::time::Duration;

use crate::random::Random;

/// How frames group ticks. The states at ticks do not depend on this, except those of a few roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frames {
    /// Uneven frames of 0 to 2.5 ticks, with hitches, pauses and slow motion.
    #[default]
    Uneven,
    /// Frames of this many ticks.
    Ticks(u32),
    /// Three to ten frames in a tick.
    Fine,
}

/// The parameters of one frame.
pub(crate) struct Plan {
    pub(crate) length: Duration,
    pub(crate) is_paused: bool,
    pub(crate) speed: f64,
}

impl Frames {
    /// Returns the parameters of the frame with this number, for ticks of this length.
    pub(crate) fn plan(self, frame: u64, tick: Duration) -> Plan {
        let mut random = Random(frame);
        let nanos = tick.as_nanos() as u64;
        let plain = |nanos| Plan { length: Duration::from_nanos(nanos), is_paused: false, speed: 1.0 };
        match self {
            Self::Ticks(ticks) => plain(nanos * u64::from(ticks)),
            Self::Fine => plain(nanos * (10 + random.below(24)) / 100),
            Self::Uneven => Plan {
                is_paused: frame % 97 == 50,
                speed: if frame % 640 < 40 { 0.5 } else { 1.0 },
                ..plain(if frame % 411 == 100 { 30 * nanos } else { nanos * random.below(2500) / 1000 })
            },
        }
    }
}
