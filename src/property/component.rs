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
