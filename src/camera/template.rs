//! Templates of components that name an entity, for Bevy's scenes.

/// Defines the template of a component that names an entity. A scene may refer to that entity by name. Fields that the scene does not set
/// get the component's defaults.
///
/// Bevy's derive would use the default of each field's type instead: for example a `share` of 0, or a spring of 0 rad/s.
macro_rules! template {
    (
        $template:ident of $component:ident::new($entity:ident $(, $argument:ident: $argument_type:ty)?)
        { $($field:ident: $type:ty),+ $(,)? }
    ) => {
        #[doc = concat!(
            "Builds a [`", stringify!($component), "`] in a scene: `bsn! { ", stringify!($component), " { ",
            stringify!($entity), ": #Name } }`. The entity has to be given; other fields have the component's defaults."
        )]
        pub struct $template {
            #[doc = concat!("[`", stringify!($component), "::", stringify!($entity), "`]: an entity, or a name in the scene.")]
            pub $entity: bevy::ecs::template::EntityTemplate,
            $(
                #[doc = concat!("[`", stringify!($component), "::", stringify!($argument), "`].")]
                pub $argument: $argument_type,
            )?
            $(
                #[doc = concat!("[`", stringify!($component), "::", stringify!($field), "`].")]
                pub $field: $type,
            )+
        }

        impl $template {
            #[doc = concat!(
                "[`", stringify!($component), "::new`] for a scene, in which the entity may be given by its name: `",
                stringify!($component), "::new(#Name)`."
            )]
            #[must_use]
            pub fn new(
                $entity: impl Into<bevy::ecs::template::EntityTemplate>
                $(, $argument: $argument_type)?
            ) -> Self {
                Self { $entity: $entity.into(), $($argument,)? ..Self::default() }
            }
        }

        impl Default for $template {
            fn default() -> Self {
                let component = $component::new(
                    bevy::ecs::entity::Entity::PLACEHOLDER
                    $(, <$argument_type>::default())?
                );
                Self {
                    $entity: bevy::ecs::template::EntityTemplate::None,
                    $($argument: component.$argument,)?
                    $($field: component.$field),+
                }
            }
        }

        impl bevy::ecs::template::Template for $template {
            type Output = $component;

            fn build_template(
                &self,
                context: &mut bevy::ecs::template::TemplateContext,
            ) -> bevy::ecs::error::Result<$component> {
                Ok($component {
                    $entity: bevy::ecs::template::Template::build_template(&self.$entity, context)?,
                    $($argument: self.$argument,)?
                    $($field: self.$field),+
                })
            }

            fn clone_template(&self) -> Self {
                Self { $entity: self.$entity, $($argument: self.$argument,)? $($field: self.$field),+ }
            }
        }

        impl bevy::ecs::template::FromTemplate for $component {
            type Template = $template;
        }
    };
}
pub(super) use template;
