//! Macros that define the components of a property. They implement traits field by field, without bounds on the property's marker.

use alloc::boxed::Box;

use bevy::{
    ecs::{
        component::Component,
        entity::{ComponentCloneCtx, SourceComponent},
    },
    reflect::Reflect,
};

/// Clones a component when its entity is cloned. The clone is inserted by reflection, whose code is compiled anyway; Bevy's own clone
/// function would be compiled again for every component of every property.
pub(crate) fn clone<C: Component + Reflect + Clone>(source: &SourceComponent, context: &mut ComponentCloneCtx) {
    if let Some(component) = source.read::<C>() {
        let mut component = component.clone();
        C::map_entities(&mut component, &mut context.entity_mapper());
        context.write_target_component_reflect(Box::new(component));
    }
}

/// The imports that the expansion of [`component`] needs.
pub(crate) mod prelude {
    pub(crate) use core::marker::PhantomData;

    pub(crate) use bevy::prelude::{Component, Reflect, ReflectComponent, ReflectDefault};
    #[cfg(feature = "serialize")]
    pub(crate) use bevy::prelude::{ReflectDeserialize, ReflectSerialize};

    pub(crate) use super::{clone, impl_by_field};
    pub(crate) use crate::property::on_insert::on_insert;
}

/// Defines a component of a property. The component is reflected, saved, cloned with its entity, and compared and printed field by field.
/// When it is inserted, the entity is recorded, to be checked for missing components.
///
/// A component "of numbers" has the same fields for all properties; one "of a number" is a tuple struct with one such field. One "of
/// values" or "of tangents" holds values or velocities of the property. Each field is followed by its default.
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
                #[doc(hidden)]
                #[reflect(ignore)]
                #[cfg_attr(feature = "serialize", serde(skip))]
                pub property: PhantomData<fn() -> P>,
            }]
            Self { $($field: $default,)* property: PhantomData }
        );
        impl_by_field!($name { $($field),* } numbers property);
    };
    (
        $(#[$attribute:meta])*
        pub struct $name:ident of a number($(#[$of_field:meta])* pub $type:ty = $default:expr);
    ) => {
        component!(
            @define $name [serde(bound = ""), reflect(Serialize, Deserialize)] [$(#[$attribute])*]
            [(
                $(#[$of_field])* pub $type,
                #[doc(hidden)]
                #[reflect(ignore)]
                #[cfg_attr(feature = "serialize", serde(skip))]
                pub PhantomData<fn() -> P>,
            );]
            Self($default, PhantomData)
        );
        impl_by_field!($name { 0 } numbers 1);
    };
    (
        $(#[$attribute:meta])*
        pub struct $name:ident of $held:ident($(#[$of_field:meta])* pub $type:ty = $default:expr);
    ) => {
        component!(@$held $name [$(#[$attribute])*] [($(#[$of_field])* pub $type,);] Self($default));
        impl_by_field!($name { 0 } $held);
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
        impl_by_field!($name { $($field),+ } $held);
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
        #[component(on_add = on_insert::<P, Self>, clone_behavior = Custom(clone::<Self>))]
        $($attribute)*
        #[must_use]
        pub struct $name<P: $crate::property::Property = $crate::property::Translation> $($shape)*

        impl<P: $crate::property::Property> Default for $name<P> {
            fn default() -> Self {
                $default
            }
        }
    };
}
pub(crate) use component;

/// Implements `Clone`, `Copy`, `Debug` and `PartialEq` field by field, and, for components, `on`, which converts to the same component of
/// another property.
///
/// The derives would require the marker `P` to implement these traits as well, although no value of the type `P` exists.
macro_rules! impl_by_field {
    ($name:ident { $($field:tt),* } numbers $marker:tt) => {
        impl_by_field!($name { $($field),* });

        impl<P: $crate::property::Property> $name<P> {
            /// The same component for another property: `Spring::critical(9.0).on::<Yaw>()` is a spring on `Yaw`.
            pub const fn on<Q: $crate::property::Property>(self) -> $name<Q> {
                $name { $($field: self.$field,)* $marker: core::marker::PhantomData }
            }
        }
    };
    ($name:ident { $($field:tt),+ } values) => {
        impl_by_field!($name { $($field),+ });

        impl<P: $crate::property::Property> $name<P> {
            /// The same component for another property whose values are of the same type.
            pub const fn on<Q: $crate::property::Property<Value = P::Value>>(self) -> $name<Q> {
                $name { $($field: self.$field),+ }
            }
        }
    };
    ($name:ident { $($field:tt),+ } tangents) => {
        impl_by_field!($name { $($field),+ });

        impl<P: $crate::property::Property> $name<P> {
            /// The same component for another property whose velocities are of the same type.
            pub const fn on<Q: $crate::property::Property>(self) -> $name<Q>
            where
                Q::Value: $crate::space::Space<Tangent = $crate::property::TangentOf<P>>,
            {
                $name { $($field: self.$field),+ }
            }
        }
    };
    ($name:ident { $($field:tt),* }) => {
        impl<P: $crate::property::Property> Clone for $name<P> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<P: $crate::property::Property> Copy for $name<P> {}

        impl<P: $crate::property::Property> PartialEq for $name<P> {
            fn eq(&self, other: &Self) -> bool {
                let _ = other;
                true $(&& self.$field == other.$field)*
            }
        }

        impl<P: $crate::property::Property> core::fmt::Debug for $name<P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name))$(.field(stringify!($field), &self.$field))*.finish()
            }
        }
    };
}
pub(crate) use impl_by_field;

/// Implements an inherent `default()` for the translation, so that `Spring::default()` needs no type: in expressions, Rust ignores the
/// default of a type parameter.
macro_rules! default_on_translation {
    ($name:ident) => {
        impl $name {
            /// The default, for the translation; `Default::default()` works for any property.
            #[expect(clippy::should_implement_trait, reason = "the trait is implemented too, for every property")]
            pub fn default() -> Self {
                <Self as Default>::default()
            }
        }
    };
}
pub(crate) use default_on_translation;
