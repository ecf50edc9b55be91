//! The property for the brightness of lights.

use core::marker::PhantomData;

use bevy::{
    light::{DirectionalLight, PointLight, RectLight, SpotLight},
    reflect::TypePath,
};

use super::Property;

/// The brightness of a light: `intensity` of a [`PointLight`], [`SpotLight`] or [`RectLight`] (lm), or `illuminance` of a
/// [`DirectionalLight`] (lx). Not registered by default; register it for each kind of light that you use. An overshoot below 0 is clamped
/// to 0.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{prelude::*, property::LightIntensity};
///
/// fn plugin(app: &mut App) {
///     app.register_motion::<LightIntensity<PointLight>>();
/// }
///
/// fn switch_off(lamp: Entity, mut commands: Commands) {
///     let dark = Target::<LightIntensity<PointLight>>::of(0.0);
///     commands.entity(lamp).insert((Spring::critical(12.0).on::<LightIntensity<PointLight>>(), dark));
/// }
/// ```
#[derive(TypePath)]
#[type_path = "bevy_exact_motion"]
pub struct LightIntensity<L>(PhantomData<fn() -> L>);

macro_rules! intensity {
    ($($light:ident.$field:ident),*) => { $(
        impl Property for LightIntensity<$light> {
            type Component = $light;
            type Value = f32;

            fn get(light: &$light) -> f32 {
                light.$field
            }

            fn set(light: &mut $light, value: f32) {
                light.$field = value;
            }

            fn show(light: &mut $light, value: f32, target: f32) {
                // A light of negative brightness darkens, so clamp at 0, or lower if the motion starts or ends below 0.
                light.$field = value.max(light.$field.min(target).min(0.0));
            }
        }
    )* };
}

intensity!(PointLight.intensity, SpotLight.intensity, RectLight.intensity, DirectionalLight.illuminance);
