//! Properties for the brightness of lights.

use bevy::{
    light::{DirectionalLight, PointLight, RectLight, SpotLight},
    reflect::TypePath,
};

use super::Property;

macro_rules! brightness {
    ($($(#[$doc:meta])* $name:ident: $light:ident.$field:ident;)*) => { $(
        $(#[$doc])*
        #[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
        #[type_path = "bevy_exact_motion"]
        pub enum $name {}

        impl Property for $name {
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

brightness! {
    /// [`PointLight::intensity`]. Unit: lm. You register it. An overshoot below 0 is clamped to 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::{prelude::*, property::PointLightIntensity};
    ///
    /// fn switch_off(lamp: Entity, mut commands: Commands) {
    ///     let dark = Target::<PointLightIntensity>::of(0.0);
    ///     commands.entity(lamp).insert((Spring::critical(12.0).on::<PointLightIntensity>(), dark));
    /// }
    /// ```
    PointLightIntensity: PointLight.intensity;
    /// [`SpotLight::intensity`]. Unit: lm. You register it. [`PointLightIntensity`] has an example.
    SpotLightIntensity: SpotLight.intensity;
    /// [`RectLight::intensity`]. Unit: lm. You register it. [`PointLightIntensity`] has an example.
    RectLightIntensity: RectLight.intensity;
    /// [`DirectionalLight::illuminance`]. Unit: lx. You register it. [`PointLightIntensity`] has an example.
    DirectionalLightIlluminance: DirectionalLight.illuminance;
}
