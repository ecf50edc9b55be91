//! Cameras whose picture stays inside of a region.

use alloc::vec::Vec;

use bevy::{
    math::{DQuat, DVec3},
    prelude::*,
};

use super::frames::Frames;
use crate::{
    events::OriginShift,
    math::soft_clamp::soft_clamp,
    property::disabling::WithDisabled,
    space::quat::{from_math, vector_from_math, vector_to_math},
    warning::Warnings,
};

/// Keeps the picture of a camera inside of a rectangle of the world, whatever the lens, the zoom and the shape of the window are, and whatever
/// moves the camera.
///
/// The picture is confined in each frame, just before it is drawn. Until then, the `Transform` is where the camera would be without the
/// confiner, so a camera that follows a player into a corner begins to move back as soon as the player does.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{camera::Confiner, prelude::*};
///
/// fn spawn(player: Entity, mut commands: Commands) {
///     // A level of 60 m × 20 m, and a camera that comes to a stop softly over 2 m.
///     let level = Confiner { softness: 2.0, ..Confiner::new(Rect::new(0.0, 0.0, 60.0, 20.0)) };
///     commands.spawn((Camera2d, Follow::new(player), Spring::critical(8.0), level));
/// }
/// ```
///
/// # Special cases
///
/// - A picture that is larger than the region is centred on it, along each axis by itself.
/// - What is confined is what the picture shows of the plane that the region lies in. Where a perspective picture shows the horizon of that
///   plane, the camera is left where it is.
/// - A [`Shake`](super::Shake) is confined as well.
/// - An entity that follows the camera or is attached to it moves as if the camera were not confined; a child of the camera is carried along.
/// - A region that is not finite or has no area, and other invalid numbers, confine nothing, with one warning. Neither does a custom projection.
#[doc(alias = "camera limits")]
#[doc(alias = "camera bounds")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(Confined)]
pub struct Confiner {
    /// The region, along x and y of the world, or along x and z on the ground. Unit: m. Range: finite, with an area.
    pub region: Rect,
    /// Whether the region lies on the ground, along x and z of the world, instead of along x and y. Default: false.
    pub on_ground: bool,
    /// Where the region's plane is: its z, or its y on the ground. Unit: m. Range: finite. Default: 0.
    pub plane: f32,
    /// How far inside of its last place the camera begins to slow down. It gets there when it would be as far beyond. Unit: m. Range: ≥ 0 and
    /// finite; 0: it stops at once. Default: 0.
    #[reflect(@0.0..=f32::MAX)]
    pub softness: f32,
}

impl Confiner {
    /// A region along x and y of the world.
    #[must_use]
    pub const fn new(region: Rect) -> Self {
        Self { region, on_ground: false, plane: 0.0, softness: 0.0 }
    }

    fn is_valid(&self) -> bool {
        let Rect { min, max } = self.region;
        let is_region = min.is_finite() && max.is_finite() && min.cmplt(max).all();
        is_region && self.plane.is_finite() && self.softness >= 0.0 && self.softness.is_finite()
    }

    /// How far a camera has to be moved, so that its picture is inside of the region. Unit: m, along the world's axes. `None` if the picture
    /// shows the horizon.
    fn shift(&self, lens: &Projection, position: DVec3, orientation: DQuat) -> Option<DVec3> {
        let [across, along, normal] = if self.on_ground { [0, 2, 1] } else { [0, 1, 2] };
        let mut shown = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        for (origin, direction) in corners(lens)? {
            let (origin, direction) = (position + orientation * origin, orientation * direction);
            let distance = (f64::from(self.plane) - origin[normal]) / direction[normal];
            let is_seen = distance.is_finite() && (distance > 0.0 || matches!(lens, Projection::Orthographic(_)));
            let point = is_seen.then(|| origin + distance * direction)?;
            for ([least, most], axis) in shown.iter_mut().zip([across, along]) {
                (*least, *most) = (least.min(point[axis]), most.max(point[axis]));
            }
        }
        let Rect { min, max } = self.region;
        let mut shift = DVec3::ZERO;
        for (axis, [least, most], min, max) in [(across, shown[0], min.x, max.x), (along, shown[1], min.y, max.y)] {
            let place = position[axis];
            let bounds = [f64::from(min) - (least - place), f64::from(max) - (most - place)];
            shift[axis] = soft_clamp(place, bounds, self.softness.into()) - place;
        }
        shift.is_finite().then_some(shift)
    }
}

/// The rays through the corners of a picture, in the axes of the camera: where they begin, and their directions.
fn corners(lens: &Projection) -> Option<[(DVec3, DVec3); 4]> {
    let signs = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];
    match lens {
        Projection::Perspective(lens) => {
            let height = libm::tan(0.5 * f64::from(lens.fov));
            let width = height * f64::from(lens.aspect_ratio);
            Some(signs.map(|[x, y]| (DVec3::ZERO, DVec3::new(x * width, y * height, -1.0))))
        }
        Projection::Orthographic(lens) => {
            let (middle, half) = (lens.area.center().as_dvec2(), lens.area.half_size().as_dvec2());
            let corner = |[x, y]: [f64; 2]| DVec3::new(middle.x + x * half.x, middle.y + y * half.y, 0.0);
            Some(signs.map(|sign| (corner(sign), DVec3::NEG_Z)))
        }
        Projection::Custom(_) => None,
    }
}

/// Where a camera would be without its confiner, and where it is drawn, if that differs.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct Confined(Option<[Vec3; 2]>);

/// Observer: the origin of the world was shifted, and the regions with it.
pub(crate) fn shift_regions(
    shift: On<OriginShift>,
    mut cameras: WithDisabled<(&'static mut Confined, Option<&'static mut Confiner>, Has<ChildOf>)>,
) {
    let by = shift.by;
    if !by.is_finite() {
        return;
    }
    for (mut confined, confiner, has_parent) in cameras.iter_mut() {
        if let Some(mut confiner) = confiner {
            let (across, along_normal) = if confiner.on_ground { (by.xz(), by.y) } else { (by.xy(), by.z) };
            confiner.region = Rect { min: confiner.region.min + across, max: confiner.region.max + across };
            confiner.plane += along_normal;
        }
        if let Some(places) = confined.bypass_change_detection().0.as_mut().filter(|_| !has_parent) {
            *places = places.map(|place| place + by);
        }
    }
}

/// Restores the places of cameras before other code reads them. The place that was drawn stays in [`Confined`] until the next one is known.
pub(crate) fn put_back(mut cameras: WithDisabled<(&'static Confined, &'static mut Transform)>) {
    for (confined, mut transform) in cameras.iter_mut() {
        if let Some([own, drawn]) = confined.0
            && transform.translation == drawn
        {
            transform.bypass_change_detection().translation = own;
        }
    }
}

/// Confines the pictures of this frame.
pub(crate) fn confine(
    mut sets: ParamSet<(Frames, Query<(&mut Confined, &mut Transform)>)>,
    cameras: Query<(NameOrEntity, Option<&Confiner>, &Projection), With<Confined>>,
    warnings: Res<Warnings>,
) {
    let frames = sets.p0();
    let mut places: Vec<(Entity, Option<Vec3>)> = Vec::new();
    for (name, confiner, lens) in &cameras {
        let entity = name.entity;
        if let Some(confiner) = confiner.filter(|confiner| !confiner.is_valid()) {
            warnings.warn(entity, ("Confiner", ""), format_args!(
                "{name}: {confiner:?} confines nothing; its numbers should be finite, its region should have an area, and its softness \
                 should be at least 0"
            ));
        }
        let place = confiner.filter(|confiner| confiner.is_valid()).and_then(|confiner| {
            let placement = frames.world_frame(entity).placement;
            let position = vector_from_math(placement.position);
            let shift = confiner.shift(lens, position, from_math(placement.orientation))?;
            let local = frames.parent(entity).local_position(vector_to_math(position + shift)).as_vec3();
            (shift != DVec3::ZERO && local.is_finite()).then_some(local)
        });
        places.push((entity, place));
    }
    let mut cameras = sets.p1();
    for (entity, drawn) in places {
        let Ok((mut confined, mut transform)) = cameras.get_mut(entity) else { continue };
        let place = drawn.map(|drawn| [transform.translation, drawn]);
        let before = core::mem::replace(&mut confined.bypass_change_detection().0, place);
        if let Some(drawn) = drawn {
            transform.bypass_change_detection().translation = drawn;
        }
        if drawn != before.map(|[_, drawn]| drawn) {
            transform.set_changed();
        }
    }
}
