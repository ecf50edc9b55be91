//! Cameras that keep a group in the picture.

mod fitted;

pub use fitted::Fitted;

use alloc::vec::Vec;

use bevy::prelude::*;

use super::GroupMiddle;
use crate::{
    camera::{
        Composed, InGroup, Orbit, OrbitLength, OrbitRange,
        frames::Frames,
        look::viewers::{Perspective, Viewers},
        loops::{Loops, Members},
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

/// Keeps a group in the picture of an [`Orbit`](crate::Orbit)'s camera, by the length of its boom, by its lens, or by both.
///
/// At rest, and where the ranges allow it, the spheres of all members are within the middle [`share`](Self::share) of the picture, whose
/// middle is the pivot, and one of them touches the edge of that part. The length and the field of view that fit are tracked targets of the
/// springs on the length and on [`FieldOfView`], so that the picture does not jump when a member joins or leaves.
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
///         commands.spawn((Transform::from_xyz(x, 0.0, 0.0), InGroup::new(group)));
///     }
///     let pivot = (Transform::default(), Visibility::default(), Follow::new(group), Spring::critical(4.0));
///     commands.spawn((pivot, children![(Camera3d::default(), Orbit::default(), Frame::new(group, FrameBy::Length))]));
/// }
/// ```
///
/// # Special cases
///
/// - Without members, the last targets stay; also if the place of a member depends on the camera's own, with one warning.
/// - If the camera is inside a member's sphere, no lens shows the whole sphere: the field of view is then at the end of its range.
/// - The group is fitted to the picture of the camera's own perspective `Projection`, whatever shot it shows. On a shot without a `Camera` the
///   aspect ratio is that of the cameras that show it, and without a `Projection` the field of view is theirs, too. Where neither is known,
///   the group is fitted to a square picture of 45°.
#[doc(alias = "framing transposer")]
#[doc(alias = "group composer")]
#[doc(alias = "multi target")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(Orbit, Fitted)]
#[must_use]
pub struct Frame {
    /// The group's entity.
    #[entities]
    pub group: Entity,
    /// The share of the picture's width and height within which the group is kept. Unit: 1. Range: > 0, ≤ 1. Default: 0.8.
    #[reflect(@f32::MIN_POSITIVE..=1.0)]
    pub share: f32,
    /// What is changed to fit the group. Default, in a scene: [`FrameBy::Length`].
    pub by: FrameBy,
    /// The least and the greatest vertical field of view. Unit: rad. Range: > 0, < π. Default: 0.17 to 1.75.
    #[reflect(@f32::MIN_POSITIVE..=WIDEST)]
    pub lens: [f32; 2],
}

template!(FrameTemplate of Frame::new(group, by: FrameBy) { share: f32, lens: [f32; 2] });

impl Frame {
    /// Keeps all of `group` within the middle 0.8 of the picture.
    pub const fn new(group: Entity, by: FrameBy) -> Self {
        Self { group, share: 0.8, by, lens: [0.17, 1.75] }
    }

    /// The same, within this share of the picture (1, > 0, ≤ 1).
    pub const fn with_share(self, share: f32) -> Self {
        Self { share, ..self }
    }
}

/// What a [`Frame`] changes. [`Frame`] has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum FrameBy {
    /// The length of the boom, within [`OrbitRange`](crate::OrbitRange).
    #[default]
    Length,
    /// The field of view, within [`Frame::lens`].
    Lens,
    /// The length, for this field of view; where the length is at its greatest, a wider field of view does the rest.
    LengthThenLens {
        /// The vertical field of view. Unit: rad. Range: > 0, < π.
        #[reflect(@f32::MIN_POSITIVE..=WIDEST)]
        field_of_view: f32,
    },
}

/// Just short of π. Unit: rad.
const WIDEST: f32 = core::f32::consts::PI.next_down();
/// How fast the lens is without a spring of its own.
const SPRING: Spring = Spring::critical(8.0);

/// Gives a camera that frames by its lens the spring that moves it.
pub(crate) fn bring_lens(frames: WithDisabled<(Entity, &Frame, &Projection), Changing>, mut commands: Commands) {
    for (entity, frame, projection) in &*frames {
        if let FrameBy::Lens | FrameBy::LengthThenLens { .. } = frame.by {
            let start = Target::<FieldOfView>::of(FieldOfView::get(projection));
            commands.entity(entity).try_insert_if_new((SPRING.on::<FieldOfView>(), start));
        }
    }
}

/// Also of disabled cameras: otherwise the change would be forgotten when they are enabled again.
type Changing = Or<(Changed<Frame>, Added<Projection>)>;

/// Where a spring is to go, and its motion.
type Wanted<P> = (&'static mut Target<P>, &'static mut Motion<P>);

/// What a camera frames by.
type Framing = (
    NameOrEntity,
    &'static Frame,
    &'static Orbit,
    Option<&'static OrbitRange>,
    (Option<&'static Projection>, &'static Composed),
    Wanted<OrbitLength>,
    Option<Wanted<FieldOfView>>,
    Option<&'static mut Reach>,
    &'static mut Fitted,
);

/// Finds the lengths and lenses that are wanted.
pub(crate) fn frame(
    mut cameras: Query<Framing>,
    members: Query<(Entity, &InGroup), With<Transform>>,
    middles: Query<&GroupMiddle>,
    viewers: Viewers,
    frames: Frames,
    loops: Loops,
    warnings: Res<Warnings>,
) {
    let all = if cameras.is_empty() { Members::default() } else { loops.members() };
    for (name, frame, orbit, range, (projection, composed), mut length, lens, walls, mut fitted) in &mut cameras {
        let (entity, range) = (name.entity, range.copied().unwrap_or(OrbitRange::OPEN));
        let share = f64::from(frame.share);
        if share.is_nan() || share <= 0.0 {
            continue;
        }
        let is_looped = loops.is_moved_by(frame.group, entity, &all);
        if is_looped {
            warnings.warn(entity, ("Frame::group", "itself"), format_args!(
                "{name}: the place of a member of the group that it frames depends on this camera's own, so its length and its \
                 lens stay as they are: no member may be the camera, a child of it, or attached to it"
            ));
            continue;
        }
        let spheres = spheres(entity, frame, orbit, &members, &frames);
        let Perspective { field_of_view, aspect } =
            viewers.perspective(entity, (projection, composed)).unwrap_or(Perspective::ALONE);
        let settings = Settings { frame: *frame, field_of_view, aspect };
        let is_group_known = middles.get(frame.group).is_ok_and(GroupMiddle::is_known);
        let is_known = fitted.bypass_change_detection().take(settings) && is_group_known;
        let seen_through =
            |field_of_view: f32| Lens { field_of_view: field_of_view.into(), aspect: aspect.into(), rate: 0.0 };
        let wanted = |field_of_view: f32| {
            let wanted = Sphere::fit_length(spheres.iter().copied(), share, &seen_through(field_of_view));
            wanted.map(|wanted| between(<f32 as Tangent>::narrow(wanted), range.length))
        };
        let reach = match frame.by {
            FrameBy::Length => wanted(field_of_view),
            FrameBy::LengthThenLens { field_of_view } => wanted(field_of_view),
            FrameBy::Lens => None,
        };
        if let Some(reach) = reach.filter(|reach| reach.is_finite()) {
            match walls {
                // The length is what walls make of what is wanted.
                Some(mut walls) => {
                    let walls = walls.bypass_change_detection();
                    let is_in_range = walls.wanted.is_none_or(|wanted| between(wanted, range.length) == wanted);
                    walls.want(reach, !(is_known && is_in_range));
                }
                None => want(&mut length, reach, is_known, range.length),
            }
        }
        let least = match frame.by {
            FrameBy::Length => continue,
            FrameBy::Lens => 0.0,
            // Where the length is not at an end it is enough, and that is the lens.
            FrameBy::LengthThenLens { field_of_view } => seen_through(field_of_view).height(),
        };
        let from = reach.unwrap_or(orbit.length);
        let height = Sphere::fit_lens(spheres.iter().copied(), share, aspect.into(), from.into());
        if let (Some(mut target), Some(height)) = (lens, height) {
            let height = if reach.is_some_and(|reach| reach < range.length[1]) { least } else { height.max(least) };
            let fitted = <f32 as Tangent>::narrow(Lens::of_height(height, 1.0).field_of_view);
            let fitted = between(fitted, frame.lens);
            if fitted > 0.0 && fitted < core::f32::consts::PI {
                want(&mut target, fitted, is_known, frame.lens);
            }
        }
    }
}

/// Aims there: along a line if it `is_known` that what is wanted has moved, and not its range; or else by a step.
fn want<P: Property<Value = f32>>(
    (target, motion): &mut (Mut<Target<P>>, Mut<Motion<P>>),
    value: f32,
    is_known: bool,
    range: [f32; 2],
) {
    let moves = is_known && between(target.value, range) == target.value;
    if !moves {
        forget_samples(&mut motion.bypass_change_detection().0);
    }
    target.set_if_neq(Target::of(value).tracked());
}

/// A group's spheres, in the camera's axes from its pivot.
fn spheres(
    entity: Entity,
    frame: &Frame,
    orbit: &Orbit,
    members: &Query<(Entity, &InGroup), With<Transform>>,
    frames: &Frames,
) -> Vec<Sphere> {
    let pivot = frames.parent(entity).placement;
    let boom = Polar { yaw: orbit.yaw.into(), pitch: orbit.pitch.into(), length: 0.0 };
    let (right, back) = (boom.right(), boom.direction());
    let up = back.cross(right);
    let in_group = members.iter().filter(|(_, member)| member.group == frame.group && member.counts());
    let spheres = in_group.filter_map(|(member, in_group)| {
        let (place, _) = pivot.sight(frames.own(member).placement.position - pivot.position, Default::default());
        let radius = f64::from(in_group.sphere());
        let sphere = Sphere { right: place.dot(right), up: place.dot(up), back: place.dot(back), radius };
        (place.length() + radius).is_finite().then_some(sphere)
    });
    spheres.collect()
}

/// A number put between two; the number itself where they are none.
fn between(number: f32, [least, most]: [f32; 2]) -> f32 {
    let number = if number > most { most } else { number };
    if number < least { least } else { number }
}
