//! When a property is stepped, and on which clock.

use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};

use super::Presentation;

/// How a property is stepped and drawn. You choose this where you
/// [register](crate::RegisterMotion::register_motion_with) the property.
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
#[must_use]
pub struct MotionOptions {
    /// When the property is stepped. Default: in the fixed timestep.
    pub stepping: Stepping,
    /// Which instant a frame draws, between fixed ticks. Default: `Live`.
    pub presentation: Presentation,
}

/// When a property is stepped. The constructors of [`MotionOptions`] set this; its example calls two of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stepping {
    /// In the fixed timestep, from `FixedFirst` to `FixedLast`. [`MotionSystems::Present`](crate::MotionSystems::Present) draws it
    /// between ticks.
    #[default]
    Fixed,
    /// Once a frame, exact at any delta: stepped in `PreUpdate`, corrected and put to rest in `PostUpdate` before UI
    /// layout and transform propagation. For UI, and for followers of pointers and of leaders that move in `Update`.
    Frame(FrameClock),
    /// In a schedule of yours, by the generic `Time`. Order your systems in that schedule between
    /// [`MotionSystems::Advance`](crate::MotionSystems::Advance) and
    /// [`MotionSystems::Correct`](crate::MotionSystems::Correct): they then read the present state, and their writes act from now on. For
    /// rollback.
    Schedule(InternedScheduleLabel),
}

/// The clock of [`Stepping::Frame`]. [`MotionOptions::frame`] and [`MotionOptions::frame_real`] choose it; the example of [`MotionOptions`]
/// calls the second one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrameClock {
    /// `Time<Virtual>`, which pauses and scales with the game.
    #[default]
    Virtual,
    /// `Time<Real>`, which goes on while the game is paused.
    Real,
}

impl MotionOptions {
    /// In the fixed timestep.
    pub const fn fixed() -> Self {
        Self { stepping: Stepping::Fixed, presentation: Presentation::Live }
    }

    /// Once a frame, on the virtual clock.
    pub const fn frame() -> Self {
        Self { stepping: Stepping::Frame(FrameClock::Virtual), ..Self::fixed() }
    }

    /// Once a frame, on the real clock.
    pub const fn frame_real() -> Self {
        Self { stepping: Stepping::Frame(FrameClock::Real), ..Self::fixed() }
    }

    /// In a schedule of yours, by the generic `Time`.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self { stepping: Stepping::Schedule(schedule.intern()), ..Self::fixed() }
    }

    /// The same, where a frame draws this instant between fixed ticks.
    pub const fn presented(mut self, presentation: Presentation) -> Self {
        self.presentation = presentation;
        self
    }
}
