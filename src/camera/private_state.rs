//! The attributes and trait implementations that all components with private camera state share.

/// Defines a component that holds private state of a camera. The component is opaque to reflection, can be cloned, and is saved with all of
/// its fields. A loaded state is validated; an invalid one is replaced by the default.
macro_rules! private_state {
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
                Self::deserialize(deserializer).map(|state| $crate::saved::valid_or_default(state, |_| true))
            }
        }
    };
}
pub(crate) use private_state;
