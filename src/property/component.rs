//! What all components of a property have in common: data by field, whatever the property's marker is.

use alloc::boxed::Box;

use bevy::{
    ecs::{
        component::Component,
        entity::{ComponentCloneCtx, SourceComponent},
    },
    reflect::Reflect,
};

/// Clones a component with its entity. By reflection it is written by code that is there already; the engine's own way would
/// be compiled anew for every component of every property of a user's.
pub(crate) fn clone<C: Component + Reflect + Clone>(source: &SourceComponent, context: &mut ComponentCloneCtx) {
    if let Some(component) = source.read::<C>() {
        let mut component = component.clone();
        C::map_entities(&mut component, &mut context.entity_mapper());
        context.write_target_component_reflect(Box::new(component));
    }
}

/// What [`component`] needs where it is used.
pub(crate) mod prelude {
    pub(crate) use core::marker::PhantomData;

    pub(crate) use bevy::prelude::{Component, Reflect, ReflectComponent, ReflectDefault};
    #[cfg(feature = "serialize")]
    pub(crate) use bevy::prelude::{ReflectDeserialize, ReflectSerialize};

    pub(crate) use super::{clone, plain};
    pub(crate) use crate::property::newcomer::newcomer;
}

/// A component of a property, with all that these have in common: it is reflected and saved, it is cloned with its entity, the
/// entity is checked for components that it lacks, and it is compared and printed by field. One "of numbers" is the same for all properties
/// but for its type; one "of values" or "of tangents" holds values or velocities of the property. Behind each field stands its default.
macro_rules! component {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident of numbers {
            $($(#[$of_field:meta])* pub $field:ident: $type:ty = $default:expr,)*
        }
    ) => {
        component!(
            @define $name [serde(bound = ""), reflect(Serialize, Deserialize)] [$(#[$attribute])*]
            [{
                $($(#[$of_field])* pub $field: $type,)*
                #[reflect(ignore)]
                #[cfg_attr(feature = "serialize", serde(skip))]
                property: PhantomData<fn() -> P>,
            }]
            Self { $($field: $default,)* property: PhantomData }
        );
        plain!($name { $($field),* } numbers property);
    };
    (
        $(#[$attribute:meta])*
        pub struct $name:ident of a number($(#[$of_field:meta])* pub $type:ty = $default:expr);
    ) => {
        component!(
            @define $name [serde(bound = ""), reflect(Serialize, Deserialize)] [$(#[$attribute])*]
            [(
                $(#[$of_field])* pub $type,
                #[reflect(ignore)]
                #[cfg_attr(feature = "serialize", serde(skip))]
                PhantomData<fn() -> P>,
            );]
            Self($default, PhantomData)
        );
        plain!($name { 0 } numbers 1);
    };
    (
        $(#[$attribute:meta])*
        pub struct $name:ident of $held:ident($(#[$of_field:meta])* pub $type:ty = $default:expr);
    ) => {
        component!(@$held $name [$(#[$attribute])*] [($(#[$of_field])* pub $type,);] Self($default));
        plain!($name { 0 } $held);
    };
    (
        $(#[$attribute:meta])*
        pub struct $name:ident of $held:ident {
            $($(#[$of_field:meta])* pub $field:ident: $type:ty = $default:expr,)+
        }
    ) => {
        component!(
            @$held $name [$(#[$attribute])*]
            [{ $($(#[$of_field])* pub $field: $type,)+ }]
            Self { $($field: $default),+ }
        );
        plain!($name { $($field),+ } $held);
    };
    (@values $name:ident $attributes:tt $shape:tt $default:expr) => {
        component!(
            @define $name
            [serde(bound(
                serialize = "P::Value: serde::Serialize, crate::property::TangentOf<P>: serde::Serialize",
                deserialize = "P::Value: serde::Deserialize<'de>, crate::property::TangentOf<P>: serde::Deserialize<'de>"
            ))]
            $attributes $shape $default
        );
    };
    (@tangents $name:ident $attributes:tt $shape:tt $default:expr) => {
        component!(
            @define $name
            [serde(bound(
                serialize = "crate::property::TangentOf<P>: serde::Serialize",
                deserialize = "crate::property::TangentOf<P>: serde::Deserialize<'de>"
            ))]
            $attributes $shape $default
        );
    };
    (@define $name:ident [$($saved:tt)*] [$($attribute:tt)*] [$($shape:tt)*] $default:expr) => {
        use $crate::property::component::prelude::*;

        #[derive(Component, Reflect)]
        #[type_path = "bevy_exact_motion"]
        #[reflect(Component, Clone, Debug, Default, PartialEq)]
        #[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), $($saved)*)]
        #[component(on_add = newcomer::<P, Self>, clone_behavior = Custom(clone::<Self>))]
        $($attribute)*
        #[must_use]
        pub struct $name<P: $crate::Property = $crate::Translation> $($shape)*

        impl<P: $crate::Property> Default for $name<P> {
            fn default() -> Self {
                $default
            }
        }
    };
}
pub(crate) use component;

/// `Clone`, `Copy`, `Debug` and `PartialEq` by field, and the way to another property.
///
/// The derives would ask `P: Clone` and so on of the property's marker, which is never a value.
macro_rules! plain {
    ($name:ident { $($field:tt),* } numbers $marker:tt) => {
        plain!($name { $($field),* });

        impl<P: $crate::Property> $name<P> {
            /// The same on another property, as `Spring::critical(9.0).on::<Yaw>()` is a spring on `Yaw`.
            pub const fn on<Q: $crate::Property>(self) -> $name<Q> {
                $name { $($field: self.$field,)* $marker: core::marker::PhantomData }
            }
        }
    };
    ($name:ident { $($field:tt),+ } values) => {
        plain!($name { $($field),+ });

        impl<P: $crate::Property> $name<P> {
            /// The same on another property, whose values are of the same type.
            pub const fn on<Q: $crate::Property<Value = P::Value>>(self) -> $name<Q> {
                $name { $($field: self.$field),+ }
            }
        }
    };
    ($name:ident { $($field:tt),+ } tangents) => {
        plain!($name { $($field),+ });

        impl<P: $crate::Property> $name<P> {
            /// The same on another property, whose velocities are of the same type.
            pub const fn on<Q: $crate::Property>(self) -> $name<Q>
            where
                Q::Value: $crate::Space<Tangent = $crate::property::TangentOf<P>>,
            {
                $name { $($field: self.$field),+ }
            }
        }
    };
    ($name:ident { $($field:tt),* }) => {
        impl<P: $crate::Property> Clone for $name<P> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<P: $crate::Property> Copy for $name<P> {}

        impl<P: $crate::Property> PartialEq for $name<P> {
            fn eq(&self, other: &Self) -> bool {
                let _ = other;
                true $(&& self.$field == other.$field)*
            }
        }

        impl<P: $crate::Property> core::fmt::Debug for $name<P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name))$(.field(stringify!($field), &self.$field))*.finish()
            }
        }
    };
}
pub(crate) use plain;

/// `default()` of the translation, without a type to name: a default of a generic parameter does not count in expressions.
macro_rules! default_on_translation {
    ($name:ident) => {
        impl $name {
            /// The default, for the translation; `Default::default()` is that of any property.
            #[expect(clippy::should_implement_trait, reason = "the trait is implemented too, for every property")]
            pub fn default() -> Self {
                <Self as Default>::default()
            }
        }
    };
}
pub(crate) use default_on_translation;
