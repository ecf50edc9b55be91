//! Draws the motion of inspected entities.

#![allow(clippy::disallowed_types, reason = "it draws lines, and moves nothing")]

use alloc::format;

use bevy::{
    camera::visibility::RenderLayers,
    color::{Alpha, Mix},
    gizmos::config::GizmoConfig,
    prelude::*,
    ui::UiScale,
};

use super::{Inspected, MotionGizmos, sketch::Sketch};

/// The opacity of the path's end, relative to that of its start. Unit: 1.
const FADED: f32 = 0.15;
/// The number of dashes along each edge of a soft bound's rectangle.
const DASHES: u8 = 8;
/// The size of a pixel if no camera draws the lines. Unit: world units.
const DEFAULT_PIXEL: f32 = 0.01;
/// The height of letters, relative to the size of markers.
const LETTER_HEIGHT: f32 = 1.5;
/// The length of the arrow's tip, relative to the size of markers.
const TIP_LENGTH: f32 = 1.5;
/// How far the lines around a target reach from the target, relative to the size of markers. The text of the lag reaches furthest: it has
/// at most 46 letters, none wider than high.
const TARGET_REACH: f32 = 100.0;

/// Draws all inspected entities. Runs in `PostUpdate`, after transforms are propagated.
pub(crate) fn draw(world: &World, inspected: Query<Entity, With<Inspected>>, mut gizmos: Gizmos<MotionGizmos>) {
    if !gizmos.config.enabled || inspected.is_empty() {
        return;
    }
    let motion = gizmos.config_ext.clone();
    let camera = GizmoCamera::of(world, gizmos.config);
    let facing = camera.as_ref().map_or(Quat::IDENTITY, |camera| camera.rotation);
    for entity in &inspected {
        let pixel_size =
            |position| camera.as_ref().and_then(|camera| camera.pixel_size_at(position)).unwrap_or(DEFAULT_PIXEL);
        let Some(position) = world.get::<GlobalTransform>(entity).map(GlobalTransform::translation) else { continue };
        let bound_size = motion.bound_size * pixel_size(position);
        if let Some(sketch) = Sketch::of(world, entity, &motion, bound_size) {
            draw_one(&sketch, &motion, facing, pixel_size, &mut gizmos);
        }
    }
}

fn draw_one(
    sketch: &Sketch,
    motion: &MotionGizmos,
    facing: Quat,
    pixel_size: impl Fn(Vec3) -> f32,
    gizmos: &mut Gizmos<MotionGizmos>,
) {
    for side in &sketch.bounds {
        let color = if side.is_soft { motion.soft_bound_color } else { motion.hard_bound_color };
        for index in 0..4 {
            let (from, to) = (side.corners[index], side.corners[(index + 1) % 4]);
            if side.is_soft {
                dashes(from, to).for_each(|(from, to)| gizmos.line(from, to, color));
            } else {
                gizmos.line(from, to, color);
            }
        }
    }
    let faded = motion.path_color.with_alpha(FADED * motion.path_color.alpha());
    let last = sketch.path.len().saturating_sub(1).max(1);
    let path = sketch.path.iter().enumerate();
    gizmos.linestrip_gradient(
        path.map(|(index, position)| (*position, motion.path_color.mix(&faded, index as f32 / last as f32))),
    );
    let size = motion.marker_size * pixel_size(sketch.position);
    let end = sketch.position + sketch.velocity * motion.velocity_seconds;
    // The length after rounding: far from the origin, the length of a short arrow may be 0.
    let length = end.distance(sketch.position);
    if length > 0.0 && size > 0.0 && is_finite_around(end, length) {
        let tip = (TIP_LENGTH * size).min(0.5 * length);
        gizmos.arrow(sketch.position, end, motion.velocity_color).with_tip_length(tip);
    }
    let Some((target, lag)) = sketch.target.zip(sketch.lag()) else { return };
    let size = motion.marker_size * pixel_size(target);
    gizmos.line(sketch.position, target, motion.lag_color);
    if size > 0.0 && is_finite_around(target, TARGET_REACH * size) {
        // An entity without lag gets no text.
        let label = if lag > 0.0 { format!("lag {lag:.2}") } else { Default::default() };
        gizmos.circle(Isometry3d::new(target, facing), size, motion.target_color);
        for across in [Vec3::X, Vec3::Y] {
            let arm = facing * (1.5 * size * across);
            gizmos.line(target - arm, target + arm, motion.target_color);
        }
        let beside = target + facing * (size * Vec3::new(2.0, 2.0, 0.0));
        let left = Vec2::new(-0.5, -0.5);
        gizmos.text(Isometry3d::new(beside, facing), &label, LETTER_HEIGHT * size, left, motion.lag_color);
    }
}

/// Whether all positions within `reach` of `position` are finite.
fn is_finite_around(position: Vec3, reach: f32) -> bool {
    (position.abs() + reach).is_finite()
}

/// Returns the start and the end of each dash of a line.
fn dashes(from: Vec3, to: Vec3) -> impl Iterator<Item = (Vec3, Vec3)> {
    let at = move |number: u8| from.lerp(to, f32::from(number) / f32::from(2 * DASHES - 1));
    (0..DASHES).map(move |dash| (at(2 * dash), at(2 * dash + 1)))
}

/// The camera that draws the lines.
struct GizmoCamera<'a> {
    camera: &'a Camera,
    transform: GlobalTransform,
    rotation: Quat,
    /// The scale of the user interface, which also applies to markers. Unit: 1.
    scale: f32,
}

impl<'a> GizmoCamera<'a> {
    /// Of the active cameras that draw these lines, the one with the lowest order.
    fn of(world: &'a World, config: &GizmoConfig) -> Option<Self> {
        let mut cameras = world.try_query::<(&Camera, &GlobalTransform, Option<&RenderLayers>)>()?;
        let seeing = cameras.iter(world).filter(|(camera, _, layers)| {
            camera.is_active && layers.unwrap_or(&RenderLayers::default()).intersects(&config.render_layers)
        });
        let (camera, transform, _) = seeing.min_by_key(|(camera, ..)| camera.order)?;
        let scale = world.get_resource::<UiScale>().map_or(1.0, |scale| scale.0);
        // A camera with a scale of 0 has no finite rotation.
        let rotation = Some(transform.rotation()).filter(|rotation| rotation.is_finite()).unwrap_or_default();
        Some(Self { camera, transform: *transform, rotation, scale })
    }

    /// The size of a logical pixel at a position. Unit: world units.
    fn pixel_size_at(&self, position: Vec3) -> Option<f32> {
        let height = self.camera.logical_viewport_size()?.y;
        let clip = self.camera.clip_from_view();
        let in_view = self.transform.affine().inverse().transform_point3(position);
        let depth = (clip * in_view.extend(1.0)).w.abs();
        let size = 2.0 * self.scale * depth / (clip.y_axis.y.abs() * height);
        (size.is_finite() && size > 0.0).then_some(size)
    }
}
