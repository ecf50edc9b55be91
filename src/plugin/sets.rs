//! The system sets of a tick and of a frame.

use bevy::ecs::schedule::SystemSet;

/// The sets of the plugin's systems, to order your systems against. The guide has an [example](crate::guide::time).
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Places entities that have come to rest exactly at their rest point, and triggers events. Runs after [`Self::Correct`], in the same
    /// schedule.
    Rest,
    /// Writes the state at the frame's instant. Runs in [`RunFixedMainLoop`](bevy::app::RunFixedMainLoop), in
    /// [`AfterFixedMainLoop`](bevy::app::RunFixedMainLoopSystems::AfterFixedMainLoop).
    Present,
}

/// Starts followers on their targets, before [`MotionSystems::Adopt`].
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct StartFollowers;

/// The sets of the systems for cameras, to order your systems against, as with [`MotionSystems`].
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{CameraSystems, camera::Pose, prelude::*};
///
/// fn plugin(app: &mut App) {
///     app.add_systems(FixedLast, record.after(CameraSystems::Blend));
/// }
///
/// /// The pose at the end of the tick, after corrections.
/// fn record(cameras: Query<&Pose>, mut places: Local<Vec<Vec3>>) {
///     places.extend(cameras.iter().map(|pose| pose.position));
/// }
/// ```
#[cfg(feature = "camera")]
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CameraSystems {
    /// Computes what cameras frame and how long their booms may be. Runs in [`FixedLast`](bevy::app::FixedLast), or in
    /// [`PostUpdate`](bevy::app::PostUpdate) if cameras are stepped once a frame, before [`MotionSystems::Correct`].
    Group,
    /// Places attached entities on their leaders, except those that depend on a camera. Runs before each [`Self::Compose`].
    Attach,
    /// Composes every shot's own pose. Runs in [`FixedFirst`](bevy::app::FixedFirst) after [`MotionSystems::Advance`], in
    /// [`FixedLast`](bevy::app::FixedLast) after [`MotionSystems::Rest`], and in [`RunFixedMainLoop`](bevy::app::RunFixedMainLoop) after
    /// [`MotionSystems::Present`] and all of Bevy's set `AfterFixedMainLoop`: order your systems after this set, and do not add them to
    /// that one. If cameras are stepped once a frame, it runs in [`PreUpdate`](bevy::app::PreUpdate) and
    /// [`PostUpdate`](bevy::app::PostUpdate).
    Compose,
    /// Computes where cameras have to look. Runs in [`FixedLast`](bevy::app::FixedLast), or in [`PostUpdate`](bevy::app::PostUpdate) if
    /// cameras are stepped once a frame, after the entities that cameras look from and at are corrected ([`MotionSystems::Correct`]), and
    /// before [`MotionSystems::Rest`].
    Aim,
    /// Blends shots, shakes cameras, writes poses and transforms, and places the attached entities that depend on a camera. Runs after each
    /// [`Self::Compose`].
    Blend,
}
