//! What the states of cameras have in common.

/// A component in which the plugin remembers something of a camera: opaque to reflection, cloned and saved as it is. What is loaded is
/// validated.
macro_rules! remembered {
    ($(#[$attribute:meta])* pub struct $name:ident { $($fields:tt)* }) => {
        #[cfg(feature = "serialize")]
        use ::bevy::prelude::{ReflectComponent, ReflectDeserialize, ReflectSerialize};

        #[derive(::bevy::ecs::component::Component, ::bevy::reflect::Reflect, Clone, Debug)]
        #[type_path = "bevy_exact_motion"]
        #[reflect(opaque)]
        #[cfg_attr(
            feature = "serialize",
            derive(serde::Serialize, serde::Deserialize),
            serde(remote = "Self"),
            reflect(Component, Serialize, Deserialize)
        )]
        $(#[$attribute])*
        pub struct $name {
            $($fields)*
        }

        #[cfg(feature = "serialize")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Self::serialize(self, serializer)
            }
        }

        #[cfg(feature = "serialize")]
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer).map(|state| $crate::saved::usable_or_fresh(state, |_| true))
            }
        }
    };
}
pub(crate) use remembered;
