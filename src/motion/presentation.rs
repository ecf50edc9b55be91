//! Which instant a frame draws, between ticks.

use bevy::prelude::*;

/// Which instant of the solved path a frame draws, between ticks. As a component, it applies to all properties of its entity, and overrides
/// the presentation in their [`MotionOptions`](crate::MotionOptions). The guide has an [example](crate::guide::beside).
#[doc(alias = "interpolation")]
#[doc(alias = "extrapolation")]
#[doc(alias = "jitter")]
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[non_exhaustive]
pub enum Presentation {
    /// The frame's own instant, without latency. The drawn path is smooth except at kicks, and behind a sampled leader whose velocity
    /// changes by `Δu`: there it may jump by `k Δu h³/6`, with `k = ω²` and the tick `h`. For ω = 10 rad/s, `Δu` = 10 units/s and 64 ticks
    /// per second, this is below a thousandth of a unit.
    #[default]
    Live,
    /// One tick before the frame's own instant, as interpolation plugins and physics crates draw their bodies. The drawn path is smooth
    /// behind any leader. A teleport is drawn immediately; a kick acts at its instant and is drawn one tick late.
    Delayed,
    /// The last tick's instant. A write, from any schedule, acts from the last tick on. For servers and tests.
    Ticked,
}
