//! The system sets of a tick and of a frame.

use bevy::ecs::schedule::SystemSet;

/// The sets of this crate's systems, to order your systems against. The sets listed after [`Self::Present`] belong to the camera plugin.
/// For properties that are stepped in a schedule of your own, all sets run in that schedule, except [`Self::Present`], which does not run.
/// The guide has an [example](crate::guide::time).
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MotionSystems {
    /// Adopts and validates the values that other systems wrote. Runs in [`FixedFirst`](bevy::app::FixedFirst), and in
    /// [`RunFixedMainLoop`](bevy::app::RunFixedMainLoop) before [`Self::Present`]; in [`PreUpdate`](bevy::app::PreUpdate) for properties
    /// that are stepped once a frame.
    Adopt,
    /// Computes the coefficients of laws that have changed, or of all laws if the tick's length has changed. Runs after
    /// [`Self::Adopt`], in the same schedules.
    Refresh,
    /// Evaluates every motion at the tick's end. Runs in [`FixedFirst`](bevy::app::FixedFirst), or in [`PreUpdate`](bevy::app::PreUpdate)
    /// for properties that are stepped once a frame, after [`Self::Refresh`].
    Advance,
    /// Samples leaders that this crate does not move, and corrects their followers. Runs in [`FixedLast`](bevy::app::FixedLast), or in
    /// [`PostUpdate`](bevy::app::PostUpdate) for properties that are stepped once a frame.
    Correct,
    /// Puts every entity that has come to rest on its exact rest point, and triggers events. Runs after [`Self::Correct`], in the same
    /// schedule.
    Rest,
    /// Writes the state at the frame's instant. Runs in [`RunFixedMainLoop`](bevy::app::RunFixedMainLoop), in
    /// [`AfterFixedMainLoop`](bevy::app::RunFixedMainLoopSystems::AfterFixedMainLoop).
    Present,
    /// Restores what other code wrote to values that an [`Inertialization`](crate::Inertialization) shows, in [`First`](bevy::app::First),
    /// and shows them in [`PostUpdate`](bevy::app::PostUpdate), after animation, [`Self::Rest`] and cameras, and before transforms are
    /// propagated.
    Inertialize,
    /// Restores the poses of [`SpringBones`](crate::SpringBones) in [`First`](bevy::app::First), and lets the bones swing in
    /// [`PostUpdate`](bevy::app::PostUpdate), after [`Self::Inertialize`] and before transforms are propagated.
    #[cfg(feature = "camera")]
    SwingBones,
    /// Computes the framing of groups and the maximum lengths of booms. Runs in [`FixedLast`](bevy::app::FixedLast), or in
    /// [`PostUpdate`](bevy::app::PostUpdate) if cameras are stepped once a frame, before [`Self::Correct`].
    #[cfg(feature = "camera")]
    FrameGroups,
    /// Places attached entities on their leaders, except those that depend on a camera. Runs before each [`Self::ComposeCameras`].
    #[cfg(feature = "camera")]
    Attach,
    /// Composes the pose of every shot, without blends and shakes. Runs in [`FixedFirst`](bevy::app::FixedFirst) after [`Self::Advance`],
    /// in [`FixedLast`](bevy::app::FixedLast) after [`Self::Rest`], and in [`RunFixedMainLoop`](bevy::app::RunFixedMainLoop) after
    /// [`Self::Present`] and all of Bevy's set `AfterFixedMainLoop`. If your system needs the poses, order it after this set, and do not
    /// add it to `AfterFixedMainLoop`. If cameras are stepped once a frame, this set runs in [`PreUpdate`](bevy::app::PreUpdate) and
    /// [`PostUpdate`](bevy::app::PostUpdate).
    #[cfg(feature = "camera")]
    ComposeCameras,
    /// Computes the directions in which cameras have to look. Runs in [`FixedLast`](bevy::app::FixedLast), or in
    /// [`PostUpdate`](bevy::app::PostUpdate) if cameras are stepped once a frame, after the entities that cameras look from and at are
    /// corrected ([`Self::Correct`]), and before [`Self::Rest`].
    #[cfg(feature = "camera")]
    AimCameras,
    /// Blends shots, shakes cameras, writes poses and transforms, and places the attached entities that depend on a camera. Runs after each
    /// [`Self::ComposeCameras`].
    #[cfg(feature = "camera")]
    BlendCameras,
}

/// Starts followers on their targets, before [`MotionSystems::Adopt`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct StartFollowers;
