//! The names of what happens in a tick and a frame.

use bevy::ecs::schedule::SystemSet;

/// The places at which motion happens, to order other systems against.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotionSystems {
    /// Takes in what others wrote. Runs in [`FixedFirst`](bevy::app::FixedFirst), and in [`RunFixedMainLoop`](bevy::app::RunFixedMainLoop) before [`Self::Present`]; in
    /// [`PreUpdate`](bevy::app::PreUpdate) for what is stepped once a frame.
    Adopt,
    /// Judges changed parameters and computes coefficients. Runs after [`Self::Adopt`], in both its schedules.
    Refresh,
    /// Evaluates every motion at the tick's end. Runs in [`FixedFirst`](bevy::app::FixedFirst) ([`PreUpdate`](bevy::app::PreUpdate) once a frame), after
    /// [`Self::Refresh`].
    Advance,
    /// Samples leaders that something else moves, and puts their followers right. Runs in [`FixedLast`](bevy::app::FixedLast)
    /// ([`PostUpdate`](bevy::app::PostUpdate) once a frame).
    Correct,
    /// Puts what has come to rest exactly there, and tells. Runs after [`Self::Correct`], in the same schedule.
    Rest,
    /// Writes the state at the frame's instant. Runs in [`RunFixedMainLoop`](bevy::app::RunFixedMainLoop), in
    /// [`AfterFixedMainLoop`](bevy::app::RunFixedMainLoopSystems::AfterFixedMainLoop).
    Present,
}
