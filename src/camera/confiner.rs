//! Cameras whose picture stays inside of a region.

#![allow(clippy::disallowed_types, reason = "only the picture depends on it, no motion does")]

use alloc::vec::Vec;

use bevy::{
    ecs::{lifecycle::HookContext, world::DeferredWorld},
    math::{Affine3A, DAffine3, DVec3, Vec3A},
    prelude::*,
};

use super::overwrite::{Family, overwrite};
use crate::{
    engine::Aabb3d,
    events::OriginShift,
    math::{
        convex::{area, keep_in_polygon},
        soft_clamp::soft_clamp,
    },
    property::disabling::WithDisabled,
    warning::Warnings,
};

/// Keeps the picture of a camera inside of a region of the world, whatever the lens, the zoom and the shape of the window are, and whatever
/// moves the camera.
///
/// The picture is confined in each frame, just before it is drawn: in the `GlobalTransform`. The `Transform` stays where the camera would be
/// without the confiner, so a camera that follows a player into a corner begins to move back as soon as the player does.
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
/// - A picture that is larger than the region is centred on it: see [`ConfinerRegion`].
/// - Where a perspective picture shows the horizon of the region's plane, the camera is left where it is.
/// - A [`Shake`](super::Shake) is confined as well.
/// - An entity that follows the camera or is attached to it moves as if the camera were not confined; a child of the camera is carried along.
/// - A region that is not finite or has no area, and other invalid numbers, confine nothing, with one warning. Neither does a custom projection.
/// - There is no default: in `bsn!`, write `template(move |_| Ok(confiner.clone()))`.
#[doc(alias = "camera limits")]
#[doc(alias = "camera bounds")]
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(Transform)]
#[component(on_remove = propagate)]
pub struct Confiner {
    /// What the picture stays inside of.
    pub region: ConfinerRegion,
    /// Whether a rectangle or a polygon lies on the ground, along x and z of the world, instead of along x and y. Default: false.
    pub on_ground: bool,
    /// Where the plane of a rectangle or of a polygon is: its z, or its y on the ground. Unit: m. Range: finite. Default: 0.
    pub plane: f32,
    /// How far inside of its last place the camera begins to slow down. It gets there when it would be as far beyond. Unit: m. Range: ≥ 0 and
    /// finite; 0: it stops at once. Default: 0.
    #[reflect(@0.0..=f32::MAX)]
    pub softness: f32,
}

/// The region of a [`Confiner`].
#[derive(Clone, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum ConfinerRegion {
    /// A rectangle that contains what the picture shows of its plane. A picture that is larger is centred along each axis by itself. Unit: m.
    /// Range: finite, with an area.
    Rectangle(Rect),
    /// A polygon that contains what the picture shows of its plane. A picture that does not fit shows as little beyond the sides as possible,
    /// and up to a tenth more. Unit: m. Range: finite, with an area.
    ///
    /// Concave polygons are not supported: near the inner corner of an L, the nearest place for the picture jumps from one arm to the other.
    Polygon(ConvexPolygon),
    /// A box that contains the camera itself and its near plane, so that the picture is never cut open by walls along its faces. A near plane
    /// that is larger is centred along each axis by itself. Unit: m. Range: finite, with a volume.
    Box(Aabb3d),
}

impl Confiner {
    /// A rectangle along x and y of the world.
    #[must_use]
    pub const fn new(region: Rect) -> Self {
        Self { region: ConfinerRegion::Rectangle(region), on_ground: false, plane: 0.0, softness: 0.0 }
    }

    /// A convex polygon along x and y of the world.
    #[must_use]
    pub fn polygon(region: ConvexPolygon) -> Self {
        Self { region: ConfinerRegion::Polygon(region), ..Self::new(Rect::EMPTY) }
    }

    /// A box, such as a room, that the camera does not leave.
    #[must_use]
    pub fn room(region: Aabb3d) -> Self {
        Self { region: ConfinerRegion::Box(region), ..Self::new(Rect::EMPTY) }
    }

    fn is_valid(&self) -> bool {
        let is_region = match &self.region {
            ConfinerRegion::Rectangle(Rect { min, max }) => min.is_finite() && max.is_finite() && min.cmplt(*max).all(),
            ConfinerRegion::Polygon(polygon) => {
                polygon.vertices().iter().all(|corner| corner.is_finite()) && area(&corners_of(polygon)) != 0.0
            }
            ConfinerRegion::Box(Aabb3d { min, max }) => min.is_finite() && max.is_finite() && min.cmplt(*max).all(),
        };
        is_region && self.plane.is_finite() && self.softness >= 0.0 && self.softness.is_finite()
    }

    /// How far a camera has to be moved, so that its picture is inside of the region. Unit: m, along the world's axes. `None` if the picture
    /// shows the horizon.
    fn shift(&self, lens: &Projection, camera: &DAffine3) -> Option<DVec3> {
        let rays = rays(lens)?
            .map(|(origin, direction)| (camera.transform_point3(origin), camera.transform_vector3(direction)));
        let (place, softness) = (camera.translation, f64::from(self.softness));
        // Moves the camera along these axes, until these points are between the bounds.
        let clamp = |points: &[DVec3], bounds: &[(usize, f32, f32)]| {
            let mut shift = DVec3::ZERO;
            for &(axis, min, max) in bounds {
                let offsets = points.iter().map(|point| point[axis] - place[axis]);
                let [least, most] = offsets.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], offset| {
                    [least.min(offset), most.max(offset)]
                });
                let bounds = [f64::from(min) - least, f64::from(max) - most];
                shift[axis] = soft_clamp(place[axis], bounds, softness) - place[axis];
            }
            shift
        };
        let [across, along, normal] = if self.on_ground { [0, 2, 1] } else { [0, 1, 2] };
        let shown = |(origin, direction): (DVec3, DVec3)| {
            let distance = (f64::from(self.plane) - origin[normal]) / direction[normal];
            let is_seen = distance.is_finite() && (distance > 0.0 || matches!(lens, Projection::Orthographic(_)));
            is_seen.then(|| origin + distance * direction)
        };
        let shift = match &self.region {
            ConfinerRegion::Rectangle(Rect { min, max }) => {
                let [a, b, c, d] = rays.map(shown);
                clamp(&[a?, b?, c?, d?], &[(across, min.x, max.x), (along, min.y, max.y)])
            }
            ConfinerRegion::Polygon(polygon) => {
                let [a, b, c, d] = rays.map(shown);
                let picture =
                    [a?, b?, c?, d?].map(|point| [point[across] - place[across], point[along] - place[along]]);
                let place = [place[across], place[along]];
                let kept = keep_in_polygon(place, &picture, &corners_of(polygon), softness);
                let mut shift = DVec3::ZERO;
                (shift[across], shift[along]) = (kept[0] - place[0], kept[1] - place[1]);
                shift
            }
            ConfinerRegion::Box(Aabb3d { min, max }) => {
                // Parallel rays begin at the camera's own plane.
                let near = if let Projection::Perspective(lens) = lens { lens.near.into() } else { 0.0 };
                let [a, b, c, d] = rays.map(|(origin, direction)| origin + near * direction);
                clamp(&[place, a, b, c, d], &[(0, min.x, max.x), (1, min.y, max.y), (2, min.z, max.z)])
            }
        };
        shift.is_finite().then_some(shift)
    }
}

fn corners_of(polygon: &ConvexPolygon) -> Vec<[f64; 2]> {
    polygon.vertices().iter().map(|corner| corner.as_dvec2().to_array()).collect()
}

/// The rays through the corners of a picture, in the axes of the camera: where they begin, and their directions.
fn rays(lens: &Projection) -> Option<[(DVec3, DVec3); 4]> {
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

/// Hook: a camera without a confiner is drawn where its `Transform` is.
fn propagate(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut transform) = world.get_mut::<Transform>(context.entity) {
        transform.set_changed();
    }
}

/// Observer: the origin of the world was shifted, and the regions with it.
pub(crate) fn shift_regions(shift: On<OriginShift>, mut confiners: WithDisabled<&'static mut Confiner>) {
    let by = shift.by;
    if !by.is_finite() {
        return;
    }
    for mut confiner in confiners.iter_mut() {
        let (across, along_normal) = if confiner.on_ground { (by.xz(), by.y) } else { (by.xy(), by.z) };
        confiner.plane += along_normal;
        match &mut confiner.region {
            ConfinerRegion::Rectangle(region) => *region = Rect { min: region.min + across, max: region.max + across },
            ConfinerRegion::Polygon(region) => {
                *region = ConvexPolygon::new_unchecked(region.vertices().iter().map(|corner| corner + across));
            }
            ConfinerRegion::Box(region) => {
                *region = Aabb3d { min: region.min + Vec3A::from(by), max: region.max + Vec3A::from(by) }
            }
        }
    }
}

/// System: confines the pictures of this frame, after Bevy's propagation.
pub(crate) fn confine(
    cameras: Query<(NameOrEntity, &Confiner, &Projection, &Transform, Option<&ChildOf>)>,
    family: Family,
    mut globals: Query<&mut GlobalTransform>,
    warnings: Res<Warnings>,
) {
    for (name, confiner, lens, local, parent) in &cameras {
        let entity = name.entity;
        let is_valid = confiner.is_valid();
        if !is_valid {
            warnings.warn(entity, ("Confiner", ""), format_args!(
                "{name}: {confiner:?} confines nothing; its numbers should be finite, its region should have an area or a \
                 volume, and its softness should be at least 0"
            ));
        }
        // Where Bevy's propagation would place the camera. It does so only if something has changed.
        let parent = parent.and_then(|parent| globals.get(parent.parent()).ok());
        let own = parent.map_or_else(|| (*local).into(), |parent| parent.mul_transform(*local)).translation();
        let Ok(global) = globals.get(entity) else { continue };
        let axes = global.affine().matrix3;
        let camera = DAffine3 { matrix3: axes.as_dmat3(), translation: own.as_dvec3() };
        let shift = if is_valid { confiner.shift(lens, &camera) } else { None };
        let confined = shift.map(|shift| (camera.translation + shift).as_vec3());
        let translation = confined.filter(|place| place.is_finite()).unwrap_or(own);
        let drawn = Affine3A { matrix3: axes, translation: translation.into() }.into();
        if *global != drawn {
            overwrite(entity, drawn, &family, &mut globals, |child| cameras.contains(child));
        }
    }
}
