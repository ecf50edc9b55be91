//! How motions are drawn.

use bevy::{gizmos::config::GizmoConfigGroup, prelude::*};

/// How the motions of [`Inspected`](crate::Inspected) entities are drawn. A group of gizmos: Bevy's `GizmoConfigStore` holds it, and with
/// it whether they are drawn at all, on which render layers, how wide, and before what.
///
/// | line | what it is |
/// | --- | --- |
/// | a curve that fades | the path ahead, with its corners at bounds: evaluated, not stepped |
/// | an arrow | the velocity |
/// | a ring with a cross | the target |
/// | a line to it, and a number | the lag: how far the entity is from its target now |
/// | rectangles | hard bounds; dashed, soft ones |
///
/// # Examples
///
/// ```
/// use bevy::{gizmos::config::GizmoConfigStore, prelude::*};
/// use bevy_exact_motion::{MotionGizmos, prelude::*};
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
/// The colours are those of Okabe and Ito (2008), which people with any colour vision tell apart, on backgrounds that are not bright.
#[derive(Clone, Debug, Reflect, GizmoConfigGroup)]
#[reflect(Clone, Debug, Default)]
pub struct MotionGizmos {
    /// How much of the path ahead is drawn. Unit: s. Range: ≥ 0; 0 draws none. Default: 2.
    #[reflect(@0.0..=f32::MAX)]
    pub path_seconds: f32,
    /// The number of pieces of that path, evenly spaced in time; corners are added to them. Unit: 1. Range: ≥ 1. Default: 120.
    #[reflect(@1..=u16::MAX)]
    pub path_steps: u16,
    /// The arrow is as long as the distance that the velocity covers in this time. Unit: s. Range: ≥ 0; 0 draws none. Default: 0.25.
    #[reflect(@0.0..=f32::MAX)]
    pub velocity_seconds: f32,
    /// How far a bound is drawn to each side where no other bound ends it. Unit: logical pixels. Range: > 0. Default: 80.
    #[reflect(@f32::MIN_POSITIVE..=f32::MAX)]
    pub bound_size: f32,
    /// The size of markers, and with them of letters. Unit: logical pixels. Range: ≥ 0; 0 draws none. Default: 8.
    #[reflect(@0.0..=f32::MAX)]
    pub marker_size: f32,
    /// The colour of the path ahead. Default: sky blue.
    pub path_color: Color,
    /// The colour of the velocity. Default: bluish green.
    pub velocity_color: Color,
    /// The colour of the target. Default: yellow.
    pub target_color: Color,
    /// The colour of the line to the target, and of the number beside it. Default: orange.
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

    /// The contrast of two luminances, as WCAG 2 has it.
    fn contrast(one: f32, other: f32) -> f32 {
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn lines_are_seen_on_backgrounds_that_are_not_bright() {
        let motion = MotionGizmos::default();
        let colors = [
            motion.path_color,
            motion.velocity_color,
            motion.target_color,
            motion.lag_color,
            motion.hard_bound_color,
            motion.soft_bound_color,
        ];
        // A fifth of white, by its number.
        let ground = Srgba::rgb(0.2, 0.2, 0.2).luminance();
        for color in colors {
            let found = contrast(color.luminance(), ground);
            assert!(found >= 3.0, "{color:?} has a contrast of {found}");
        }
    }
}
