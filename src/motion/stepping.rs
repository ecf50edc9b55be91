//! When a property is advanced, and on which clock.

use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};

use super::Presentation;

/// How a property is stepped and drawn. Chosen where it is
/// [registered](crate::RegisterMotion::register_motion_with).
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::prelude::*;
///
/// // A menu that moves while the game is paused.
/// let menu = MotionOptions::frame_real();
/// // A camera behind a body that a physics crate interpolates.
/// let camera = MotionOptions::fixed().presented(Presentation::Delayed);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MotionOptions {
    /// When it is advanced. Default: in the fixed timestep.
    pub stepping: Stepping,
    /// What is drawn between fixed ticks. Default: `Live`.
    pub presentation: Presentation,
}

/// When a property is advanced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stepping {
    /// In the fixed timestep: `FixedFirst` to `FixedLast`, drawn between ticks by
    /// [`MotionSystems::Present`](crate::MotionSystems::Present).
    #[default]
    Fixed,
    /// Once a frame, exact at any delta: advanced in `PreUpdate`, corrected and put to rest in `PostUpdate` before UI
    /// layout and transform propagation. For leaders moved in `Update`, for pointers, for UI.
    Frame(FrameClock),
    /// In a schedule of the user's, by its generic `Time`; systems that read the state now and write what acts from now
    /// go between [`MotionSystems::Advance`](crate::MotionSystems::Advance) and
    /// [`MotionSystems::Correct`](crate::MotionSystems::Correct). For rollback.
    Schedule(InternedScheduleLabel),
}

/// The clock of [`Stepping::Frame`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrameClock {
    /// The game's: pauses and scales with it.
    #[default]
    Virtual,
    /// The wall's: goes on while the game is paused.
    Real,
}

impl MotionOptions {
    /// In the fixed timestep.
    #[must_use]
    pub const fn fixed() -> Self {
        Self { stepping: Stepping::Fixed, presentation: Presentation::Live }
    }

    /// Once a frame, on the game's clock.
    #[must_use]
    pub const fn frame() -> Self {
        Self { stepping: Stepping::Frame(FrameClock::Virtual), ..Self::fixed() }
    }

    /// Once a frame, on the wall's clock.
    #[must_use]
    pub const fn frame_real() -> Self {
        Self { stepping: Stepping::Frame(FrameClock::Real), ..Self::fixed() }
    }

    /// In a schedule of the user's.
    #[must_use]
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self { stepping: Stepping::Schedule(schedule.intern()), ..Self::fixed() }
    }

    /// Drawn so between fixed ticks.
    #[must_use]
    pub const fn presented(mut self, presentation: Presentation) -> Self {
        self.presentation = presentation;
        self
    }
}
