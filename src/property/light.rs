//! The brightness of lights.

use bevy::light::{DirectionalLight, PointLight, SpotLight};

crate::property! {
    /// [`PointLight::intensity`]. Unit: lm. You register it. [`FieldOfView`](crate::FieldOfView) has an example of another property.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[type_path = "bevy_exact_motion"]
    pub PointLightIntensity: PointLight.intensity as f32;
    /// [`SpotLight::intensity`]. Unit: lm. You register it. [`FieldOfView`](crate::FieldOfView) has an example of another property.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[type_path = "bevy_exact_motion"]
    pub SpotLightIntensity: SpotLight.intensity as f32;
    /// [`DirectionalLight::illuminance`]. Unit: lx. You register it. [`FieldOfView`](crate::FieldOfView) has an example of another
    /// property.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[type_path = "bevy_exact_motion"]
    pub DirectionalLightIlluminance: DirectionalLight.illuminance as f32;
}
