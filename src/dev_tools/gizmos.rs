//! Settings for how motions are drawn.

use bevy::{gizmos::config::GizmoConfigGroup, prelude::*};

/// Settings for drawing the motions of [`Inspected`](crate::dev_tools::Inspected) entities. This is a gizmo config group: Bevy's
/// `GizmoConfigStore` holds it together with the group's switch, render layers, line width and depth bias.
///
/// | line | what it is |
/// | --- | --- |
/// | a curve that fades | the path ahead, from the closed form, with its corners at bounds |
/// | an arrow | the velocity |
/// | a ring with a cross | the target |
/// | a line to the target, and a number | the lag: how far the entity is from its target now |
/// | solid rectangles | hard bounds |
/// | dashed rectangles | soft bounds |
///
/// # Examples
///
/// ```
/// use bevy::{gizmos::config::GizmoConfigStore, prelude::*};
/// use bevy_exact_motion::{prelude::*, dev_tools::MotionGizmos};
///
/// fn switch(keys: Res<ButtonInput<KeyCode>>, mut store: ResMut<GizmoConfigStore>) {
///     let (lines, motion) = store.config_mut::<MotionGizmos>();
///     if keys.just_pressed(KeyCode::F3) {
///         lines.enabled = !lines.enabled;
///     }
///     motion.path_seconds = 4.0;
/// }
/// ```
///
/// # Reference
///
/// The colours are those of Okabe and Ito (2008), which people with any kind of colour vision can distinguish. They have enough contrast on
/// dark backgrounds.
#[derive(Clone, Debug, Reflect, GizmoConfigGroup)]
#[reflect(Clone, Debug, Default)]
pub struct MotionGizmos {
    /// The length of the drawn path ahead. Unit: s. Range: ≥ 0; 0 draws none. Default: 2.
    #[reflect(@0.0..=f32::MAX)]
    pub path_seconds: f32,
    /// The number of segments of the drawn path, evenly spaced in time; corners at bounds are added. Unit: 1. Range: ≥ 1. Default: 120.
    #[reflect(@1..=u16::MAX)]
    pub path_steps: u16,
    /// The velocity arrow is as long as the distance covered in this time. Unit: s. Range: ≥ 0; 0 draws none. Default: 0.25.
    #[reflect(@0.0..=f32::MAX)]
    pub velocity_seconds: f32,
    /// How far a bound is drawn to each side if no other bound limits it. Unit: logical pixels. Range: > 0. Default: 80.
    #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
    pub bound_size: f32,
    /// The size of markers; text scales with it. Unit: logical pixels. Range: ≥ 0; 0 draws none. Default: 8.
    #[reflect(@0.0..=f32::MAX)]
    pub marker_size: f32,
    /// The colour of the path ahead. Default: sky blue.
    pub path_color: Color,
    /// The colour of the velocity. Default: bluish green.
    pub velocity_color: Color,
    /// The colour of the target. Default: yellow.
    pub target_color: Color,
    /// The colour of the line to the target, and of the number next to the target. Default: orange.
    pub lag_color: Color,
    /// The colour of hard bounds. Default: vermilion.
    pub hard_bound_color: Color,
    /// The colour of soft bounds. Default: reddish purple.
    pub soft_bound_color: Color,
}

impl Default for MotionGizmos {
    fn default() -> Self {
        Self {
            path_seconds: 2.0,
            path_steps: 120,
            velocity_seconds: 0.25,
            bound_size: 80.0,
            marker_size: 8.0,
            path_color: Color::srgb_u8(86, 180, 233),
            velocity_color: Color::srgb_u8(0, 158, 115),
            target_color: Color::srgb_u8(240, 228, 66),
            lag_color: Color::srgb_u8(230, 159, 0),
            hard_bound_color: Color::srgb_u8(213, 94, 0),
            soft_bound_color: Color::srgb_u8(204, 121, 167),
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::color::{Luminance, Srgba};

    use super::*;

    /// The contrast ratio of two luminances, as defined by WCAG 2.
    fn contrast(one: f32, other: f32) -> f32 {
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn lines_have_enough_contrast_on_a_dark_background() {
        let motion = MotionGizmos::default();
        let colors = [
            motion.path_color,
            motion.velocity_color,
            motion.target_color,
            motion.lag_color,
            motion.hard_bound_color,
            motion.soft_bound_color,
        ];
        // A grey with 20 % of the sRGB range.
        let background = Srgba::rgb(0.2, 0.2, 0.2).luminance();
        for color in colors {
            let found = contrast(color.luminance(), background);
            assert!(found >= 3.0, "{color:?} has a contrast of {found}");
        }
    }
}
