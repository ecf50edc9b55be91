//! The brightness of lights.

use bevy::light::{DirectionalLight, PointLight, RectLight, SpotLight};

crate::property! {
    /// [`PointLight::intensity`]. Unit: lm. You register it.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn switch_off(lamp: Entity, mut commands: Commands) {
    ///     let dark = Target::<PointLightIntensity>::of(0.0);
    ///     commands.entity(lamp).insert((Spring::critical(12.0).on::<PointLightIntensity>(), dark));
    /// }
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[type_path = "bevy_exact_motion"]
    pub PointLightIntensity: PointLight.intensity as f32;
    /// [`SpotLight::intensity`]. Unit: lm. You register it. [`PointLightIntensity`] has an example.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[type_path = "bevy_exact_motion"]
    pub SpotLightIntensity: SpotLight.intensity as f32;
    /// [`RectLight::intensity`]. Unit: lm. You register it. [`PointLightIntensity`] has an example.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[type_path = "bevy_exact_motion"]
    pub RectLightIntensity: RectLight.intensity as f32;
    /// [`DirectionalLight::illuminance`]. Unit: lx. You register it. [`PointLightIntensity`] has an example.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[type_path = "bevy_exact_motion"]
    pub DirectionalLightIlluminance: DirectionalLight.illuminance as f32;
}
