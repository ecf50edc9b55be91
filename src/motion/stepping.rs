//! When a property is stepped, and on which clock.

use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};

use super::Presentation;

/// How a property is stepped and drawn. You pass it when you [register](crate::RegisterMotion::register_motion_with) the property.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::prelude::*;
///
/// // A menu that moves while the game is paused.
/// let menu = MotionOptions::frame_real();
/// // A camera behind a body that a physics crate interpolates.
/// let camera = MotionOptions::fixed().with_presentation(Presentation::Delayed);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct MotionOptions {
    /// When the property is stepped. Default: in the fixed timestep.
    pub stepping: Stepping,
    /// Which instant a frame draws, between fixed ticks. Default: `Live`.
    pub presentation: Presentation,
}

/// When a property is stepped. The constructors of [`MotionOptions`] set it, as in the example there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stepping {
    /// In the fixed timestep, from `FixedFirst` to `FixedLast`. [`MotionSystems::Present`](crate::MotionSystems::Present) draws it
    /// between ticks.
    #[default]
    Fixed,
    /// Once a frame by `Time<Virtual>`, which pauses and scales with the game. Exact at any delta time. The property is stepped in
    /// `PreUpdate`, and corrected and put to rest in `PostUpdate`, before UI layout and transform propagation. For UI, and for followers of
    /// pointers and of leaders that move in `Update`.
    Frame,
    /// As [`Frame`](Self::Frame), but by `Time<Real>`, which continues while the game is paused.
    FrameReal,
    /// In a schedule of your app, by the generic `Time`. Order your systems in that schedule between
    /// [`MotionSystems::Advance`](crate::MotionSystems::Advance) and [`MotionSystems::Correct`](crate::MotionSystems::Correct): they then
    /// read the state at the tick's end, and their writes act from that instant on. For rollback.
    Schedule(InternedScheduleLabel),
}

impl MotionOptions {
    /// Steps the property in the fixed timestep.
    pub const fn fixed() -> Self {
        Self { stepping: Stepping::Fixed, presentation: Presentation::Live }
    }

    /// Steps the property once a frame, on the virtual clock.
    pub const fn frame() -> Self {
        Self { stepping: Stepping::Frame, ..Self::fixed() }
    }

    /// Steps the property once a frame, on the real clock.
    pub const fn frame_real() -> Self {
        Self { stepping: Stepping::FrameReal, ..Self::fixed() }
    }

    /// Steps the property in a schedule of your app, by the generic `Time`.
    pub fn in_schedule(schedule: impl ScheduleLabel) -> Self {
        Self { stepping: Stepping::Schedule(schedule.intern()), ..Self::fixed() }
    }

    /// The same options, with this presentation.
    pub const fn with_presentation(self, presentation: Presentation) -> Self {
        Self { presentation, ..self }
    }
}
