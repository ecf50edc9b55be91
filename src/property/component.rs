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

    #[cfg(feature = "serialize")]
    pub(crate) use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
    pub(crate) use bevy::{
        ecs::{component::Component, reflect::ReflectComponent},
        reflect::{Reflect, std_traits::ReflectDefault},
    };

    pub(crate) use super::{clone, plain};
    pub(crate) use crate::property::newcomer::newcomer;
}

/// A component of a property, with all that these have in common: it is reflected and saved, it is cloned with its entity, the
/// entity is checked for components that it lacks, and it is compared and printed by field. One "of numbers" is the same for all properties but for its type; one "of
/// values" holds values of the property, and says which of them are saved.
macro_rules! component {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident of numbers {
            $($(#[$of_field:meta])* pub $field:ident: $type:ty,)+
        }
    ) => {
        use $crate::property::component::prelude::*;

        #[derive(Component, Reflect)]
        #[type_path = "bevy_exact_motion"]
        #[reflect(Component, Clone, Debug, Default, PartialEq)]
        #[cfg_attr(
            feature = "serialize",
            derive(serde::Serialize, serde::Deserialize),
            serde(bound = ""),
            reflect(Serialize, Deserialize)
        )]
        #[component(on_add = newcomer::<P, Self>, clone_behavior = Custom(clone::<Self>))]
        $(#[$attribute])*
        pub struct $name<P: $crate::Property = $crate::Translation> {
            $($(#[$of_field])* pub $field: $type,)+
            #[reflect(ignore)]
            #[cfg_attr(feature = "serialize", serde(skip))]
            property: PhantomData<fn() -> P>,
        }

        plain!($name { $($field),+ });
    };
    (
        $(#[$attribute:meta])*
        pub struct $name:ident of a number($(#[$of_field:meta])* pub $type:ty);
    ) => {
        use $crate::property::component::prelude::*;

        #[derive(Component, Reflect)]
        #[type_path = "bevy_exact_motion"]
        #[reflect(Component, Clone, Debug, Default, PartialEq)]
        #[cfg_attr(
            feature = "serialize",
            derive(serde::Serialize, serde::Deserialize),
            serde(bound = ""),
            reflect(Serialize, Deserialize)
        )]
        #[component(on_add = newcomer::<P, Self>, clone_behavior = Custom(clone::<Self>))]
        $(#[$attribute])*
        pub struct $name<P: $crate::Property = $crate::Translation>(
            $(#[$of_field])* pub $type,
            #[reflect(ignore)]
            #[cfg_attr(feature = "serialize", serde(skip))]
            PhantomData<fn() -> P>,
        );

        plain!($name { 0 });
    };
    (
        $(#[$attribute:meta])*
        pub struct $name:ident of values {
            $($(#[$of_field:meta])* pub $field:ident: $type:ty,)+
        }
    ) => {
        use $crate::property::component::prelude::*;

        #[derive(Component, Reflect)]
        #[type_path = "bevy_exact_motion"]
        #[reflect(Component, Clone, Debug, Default, PartialEq)]
        #[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
        #[component(on_add = newcomer::<P, Self>, clone_behavior = Custom(clone::<Self>))]
        $(#[$attribute])*
        pub struct $name<P: $crate::Property = $crate::Translation> {
            $($(#[$of_field])* pub $field: $type,)+
        }

        plain!($name { $($field),+ });
    };
}
pub(crate) use component;

/// `Clone`, `Copy`, `Debug` and `PartialEq` by field.
///
/// The derives would ask `P: Clone` and so on of the property's marker, which is never a value.
macro_rules! plain {
    ($name:ident { $($field:tt),+ }) => {
        impl<P: $crate::Property> Clone for $name<P> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<P: $crate::Property> Copy for $name<P> {}

        impl<P: $crate::Property> PartialEq for $name<P> {
            fn eq(&self, other: &Self) -> bool {
                $(self.$field == other.$field)&&+
            }
        }

        impl<P: $crate::Property> core::fmt::Debug for $name<P> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($name))$(.field(stringify!($field), &self.$field))+.finish()
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
            #[must_use]
            pub fn default() -> Self {
                <Self as Default>::default()
            }
        }
    };
}
pub(crate) use default_on_translation;
