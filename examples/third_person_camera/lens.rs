//! Lens shift: on a small screen, the point that the camera looks at is drawn in the middle of the area that pages do not cover.

use bevy::camera::SubCameraView;
use bevy::math::ops;
use bevy::prelude::*;

use super::rig::View;
use harness::layout::Screen;

/// Makes the camera draw a part of a larger picture. The middle of the larger picture is in the middle of the free area. Runs after the
/// field of view for the whole screen is set.
pub(crate) fn shift(screen: Res<Screen>, camera: Single<(&mut Camera, &mut Projection), With<View>>) {
    let (mut camera, mut projection) = camera.into_inner();
    if !screen.has_pages() {
        if camera.sub_camera_view.is_some() {
            camera.sub_camera_view = None;
        }
        return;
    }
    let (size, middle) = (screen.size, screen.free.center());
    // The larger picture has the screen's aspect ratio, because frustum culling assumes that ratio.
    let larger = (2.0 * middle.max(size - middle) / size).max_element();
    let part = SubCameraView {
        full_size: (larger * size).round().as_uvec2(),
        offset: 0.5 * larger * size - middle,
        size: size.round().as_uvec2(),
    };
    if camera.sub_camera_view != Some(part) {
        camera.sub_camera_view = Some(part);
    }
    if let Projection::Perspective(lens) = &mut *projection {
        lens.fov = 2.0 * ops::atan(larger * ops::tan(0.5 * lens.fov));
    }
}
