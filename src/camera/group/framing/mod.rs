//! Cameras that keep a group in the picture.

mod fitted;

pub use fitted::Fitted;

use alloc::vec::Vec;

use bevy::prelude::*;

use super::{GroupMember, GroupMembers, GroupMiddle};
use crate::{
    camera::{
        Composed, Orbit, OrbitDistance, OrbitRange,
        frames::Frames,
        look::viewers::{Perspective, ShotCameras},
        loops::Loops,
        orbit::walls::reach::Reach,
        template::template,
    },
    follow::Target,
    law::Spring,
    math::camera::{Lens, Polar, Sphere},
    motion::{Motion, camera::forget_samples},
    property::{FieldOfView, Property, disabling::WithDisabled},
    space::Tangent,
    warning::Warnings,
};
use fitted::Settings;

/// Keeps a group in the picture of a camera with an [`Orbit`](crate::camera::Orbit), by changing the length of the boom, the lens, or both.
///
/// At rest, and if the ranges allow it, the spheres of all members are within the middle [`share`](Self::share) of the picture, and one of
/// them touches the edge of that part. The pivot is in the middle of the picture. Springs move the length and the [`FieldOfView`] to the
/// values that fit the group, so the picture does not jump when a member joins or leaves.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     let group = commands.spawn(Transform::default()).id();
///     for x in [-4.0, 4.0] {
///         commands.spawn((Transform::from_xyz(x, 0.0, 0.0), InGroup(group)));
///     }
///     let pivot = (Transform::default(), Visibility::default(), Follow::new(group), Spring::critical(4.0));
///     commands.spawn((pivot, children![(Camera3d::default(), Orbit::default(), GroupFraming::new(group, FramingMode::Length))]));
/// }
/// ```
///
/// # Special cases
///
/// - Without members, the last targets are kept. They are also kept, with one warning, if the position of a member depends on the camera's
///   position.
/// - If a member's sphere is around, beside or behind the camera, no lens shows the whole sphere. The field of view is then at the upper
///   end of its range.
/// - The group is fitted to the picture of the camera's own `Projection`, whatever shot the camera shows. The picture of a shot is chosen
///   as for [`LookAt`](crate::camera::LookAt). With an orthographic or a custom projection, the group is fitted to a square picture with a
///   field of view of 45°.
#[doc(alias = "framing transposer")]
#[doc(alias = "group composer")]
#[doc(alias = "multi target")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(Orbit, Fitted)]
#[must_use]
pub struct GroupFraming {
    /// The group's entity.
    #[entities]
    pub group: Entity,
    /// The fraction of the picture's width and height within which the group is kept. Unit: 1. Range: > 0, ≤ 1. Default: 0.8.
    #[reflect(@f32::MIN_POSITIVE..=1.0)]
    pub share: f32,
    /// What changes to fit the group. Default, in a scene: [`FramingMode::Length`].
    pub mode: FramingMode,
    /// The least and the greatest vertical field of view. Unit: rad. Range: > 0, < π. Default: 0.17 to 1.75.
    #[reflect(@f32::MIN_POSITIVE..=WIDEST)]
    pub fov_range: [f32; 2],
}

template!(GroupFramingTemplate of GroupFraming::new(group, mode: FramingMode) { share: f32, fov_range: [f32; 2] });

impl GroupFraming {
    /// Keeps all of `group` within the middle 0.8 of the picture.
    pub const fn new(group: Entity, mode: FramingMode) -> Self {
        Self { group, share: 0.8, mode, fov_range: [0.17, 1.75] }
    }

    /// Sets the fraction of the picture's width and height within which the group is kept (1, > 0, ≤ 1).
    pub const fn with_share(self, share: f32) -> Self {
        Self { share, ..self }
    }
}

/// What a [`GroupFraming`] changes to fit its group. [`GroupFraming`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[non_exhaustive]
pub enum FramingMode {
    /// The length of the boom, within [`OrbitRange`](crate::camera::OrbitRange).
    #[default]
    Length,
    /// The field of view, within [`GroupFraming::fov_range`].
    Lens,
    /// The length of the boom, with a given field of view. If the longest boom is too short, the field of view becomes wider.
    LengthThenLens {
        /// The vertical field of view. Unit: rad. Range: > 0, < π.
        #[reflect(@f32::MIN_POSITIVE..=WIDEST)]
        field_of_view: f32,
    },
}

/// The largest field of view, just short of π. Unit: rad.
const WIDEST: f32 = core::f32::consts::PI.next_down();
/// The spring on the field of view, unless user code inserts another one.
const SPRING: Spring = Spring::critical(8.0);

/// System: inserts the spring on the field of view for cameras whose framing changes the lens. Disabled cameras are included; otherwise the
/// change would be lost when they are enabled again.
pub(crate) fn insert_lens_spring(
    frames: WithDisabled<(Entity, &GroupFraming, &Projection), LensChanged>,
    mut commands: Commands,
) {
    for (entity, framing, projection) in &*frames {
        if let FramingMode::Lens | FramingMode::LengthThenLens { .. } = framing.mode {
            let start = Target::<FieldOfView>::of(FieldOfView::get(projection));
            commands.entity(entity).try_insert_if_new((SPRING.on::<FieldOfView>(), start));
        }
    }
}

/// Filter: the framing has changed, or the projection is new.
type LensChanged = Or<(Changed<GroupFraming>, Added<Projection>)>;

/// A tracked target, and the motion that follows it.
type FitTarget<P> = (&'static mut Target<P>, &'static mut Motion<P>);

/// Query data: a camera that frames a group, and what it may change to do so.
type FramingQuery = (
    NameOrEntity,
    &'static GroupFraming,
    &'static Orbit,
    Option<&'static OrbitRange>,
    (Option<&'static Projection>, &'static Composed),
    FitTarget<OrbitDistance>,
    Option<FitTarget<FieldOfView>>,
    Option<&'static mut Reach>,
    &'static mut Fitted,
);

/// System: computes the lengths and fields of view that fit the groups, and sets them as targets.
pub(crate) fn fit_groups(
    mut cameras: Query<FramingQuery>,
    groups: WithDisabled<&GroupMembers>,
    members: Query<(Entity, &GroupMember), With<Transform>>,
    middles: Query<&GroupMiddle>,
    shot_cameras: ShotCameras,
    frames: Frames,
    loops: Loops,
    warnings: Res<Warnings>,
) {
    for (name, framing, orbit, range, (projection, composed), mut length, lens, walls, mut fitted) in &mut cameras {
        let (entity, range) = (name.entity, range.copied().unwrap_or(OrbitRange::OPEN));
        let share = f64::from(framing.share);
        if share.is_nan() || share <= 0.0 {
            continue;
        }
        let is_looped = loops.is_moved_by(framing.group, entity);
        if is_looped {
            warnings.warn(entity, ("GroupFraming::group", "itself"), format_args!(
                "{name}: the position of a member of the group that it frames depends on this camera's own, so its length and its \
                 lens do not change: no member may be the camera, a child of it, or attached to it"
            ));
            continue;
        }
        let in_group = groups.get(framing.group).into_iter().flat_map(GroupMembers::iter);
        let in_group = in_group.filter_map(|member| members.get(member).ok());
        let spheres = spheres(entity, orbit, in_group, &frames);
        let Perspective { field_of_view, aspect } =
            shot_cameras.perspective(entity, (projection, composed)).unwrap_or(Perspective::DEFAULT);
        let settings = Settings { framing: *framing, field_of_view, aspect };
        let is_group_continuous = middles.get(framing.group).is_ok_and(GroupMiddle::is_continuous);
        let is_continuous = fitted.bypass_change_detection().replace(settings) && is_group_continuous;
        let seen_through =
            |field_of_view: f32| Lens { field_of_view: field_of_view.into(), aspect: aspect.into(), rate: 0.0 };
        let wanted = |field_of_view: f32| {
            let wanted = Sphere::fit_length(spheres.iter().copied(), share, &seen_through(field_of_view));
            wanted.map(|wanted| clamp_to(<f32 as Tangent>::narrow(wanted), range.distance))
        };
        let reach = match framing.mode {
            FramingMode::Length => wanted(field_of_view),
            FramingMode::LengthThenLens { field_of_view } => wanted(field_of_view),
            FramingMode::Lens => None,
        };
        if let Some(reach) = reach.filter(|reach| reach.is_finite()) {
            match walls {
                // The walls system derives the target of the length from the wanted length.
                Some(mut walls) => {
                    let walls = walls.bypass_change_detection();
                    let is_in_range = walls.wanted.is_none_or(|wanted| clamp_to(wanted, range.distance) == wanted);
                    walls.set_wanted(reach, !(is_continuous && is_in_range));
                }
                None => set_target(&mut length, reach, is_continuous, range.distance),
            }
        }
        let least = match framing.mode {
            FramingMode::Length => continue,
            FramingMode::Lens => 0.0,
            // Unless the length is at the upper end of its range, this lens fits the group.
            FramingMode::LengthThenLens { field_of_view } => seen_through(field_of_view).height(),
        };
        let from = reach.unwrap_or(orbit.distance);
        let height = Sphere::fit_lens(spheres.iter().copied(), share, aspect.into(), from.into());
        if let (Some(mut target), Some(height)) = (lens, height) {
            let height = if reach.is_some_and(|reach| reach < range.distance[1]) { least } else { height.max(least) };
            let fitted = <f32 as Tangent>::narrow(Lens::of_height(height, 1.0).field_of_view);
            let fitted = clamp_to(fitted, framing.fov_range);
            if fitted > 0.0 && fitted < core::f32::consts::PI {
                set_target(&mut target, fitted, is_continuous, framing.fov_range);
            }
        }
    }
}

/// Sets a tracked target. The target moves along a line to `value` if `is_continuous` is true and its present value is in the range.
/// Otherwise it jumps.
fn set_target<P: Property<Value = f32>>(
    (target, motion): &mut (Mut<Target<P>>, Mut<Motion<P>>),
    value: f32,
    is_continuous: bool,
    range: [f32; 2],
) {
    let moves = is_continuous && clamp_to(target.value, range) == target.value;
    if !moves {
        forget_samples(&mut motion.bypass_change_detection().0);
    }
    target.set_if_neq(Target::of(value).tracked());
}

/// The spheres of the members with a weight above 0, relative to the camera's pivot, in the axes of a camera that looks at the pivot.
fn spheres<'a>(
    entity: Entity,
    orbit: &Orbit,
    members: impl Iterator<Item = (Entity, &'a GroupMember)>,
    frames: &Frames,
) -> Vec<Sphere> {
    let pivot = frames.parent(entity).placement;
    let boom = Polar { yaw: orbit.yaw.into(), pitch: orbit.pitch.into(), length: 0.0 };
    let (right, back) = (boom.right(), boom.direction());
    let up = back.cross(right);
    let spheres = members.filter(|(_, member)| member.has_weight()).filter_map(|(entity, member)| {
        let (place, _) =
            pivot.local_offset(frames.world_frame(entity).placement.position - pivot.position, Default::default());
        let radius = f64::from(member.sphere());
        let sphere = Sphere { right: place.dot(right), up: place.dot(up), back: place.dot(back), radius };
        (place.length() + radius).is_finite().then_some(sphere)
    });
    spheres.collect()
}

/// A value clamped to a range. A bound that is NaN has no effect.
fn clamp_to(value: f32, [least, most]: [f32; 2]) -> f32 {
    let value = if value > most { most } else { value };
    if value < least { least } else { value }
}
