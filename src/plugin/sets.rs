//! The sets of systems that run in a tick and a frame.

use bevy::ecs::schedule::SystemSet;

/// The sets of the plugin's systems, to order your systems against. The guide has an [example](crate::guide::time).
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotionSystems {
    /// Adopts what other systems wrote, and checks it. Runs in [`FixedFirst`](bevy::app::FixedFirst), and in
    /// [`RunFixedMainLoop`](bevy::app::RunFixedMainLoop) before [`Self::Present`]; in [`PreUpdate`](bevy::app::PreUpdate) for properties
    /// that are stepped once a frame.
    Adopt,
    /// Computes the coefficients of laws that have changed, and of all laws when the tick's length has. Runs after
    /// [`Self::Adopt`], in the same schedules.
    Refresh,
    /// Evaluates every motion at the tick's end. Runs in [`FixedFirst`](bevy::app::FixedFirst), or in [`PreUpdate`](bevy::app::PreUpdate)
    /// for properties that are stepped once a frame, after [`Self::Refresh`].
    Advance,
    /// Samples leaders that this crate does not move, and corrects their followers. Runs in [`FixedLast`](bevy::app::FixedLast), or in
    /// [`PostUpdate`](bevy::app::PostUpdate) for properties that are stepped once a frame.
    Correct,
    /// Puts entities that have come to rest exactly on their rest point, and triggers events. Runs after [`Self::Correct`], in the same
    /// schedule.
    Rest,
    /// Writes the state at the frame's instant. Runs in [`RunFixedMainLoop`](bevy::app::RunFixedMainLoop), in
    /// [`AfterFixedMainLoop`](bevy::app::RunFixedMainLoopSystems::AfterFixedMainLoop).
    Present,
}
