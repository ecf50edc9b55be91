//! Components that name an entity, built in a scene of Bevy's.

/// The template of a component that names an entity. A scene may name that entity; what it does not say is the component's default.
///
/// Bevy's derive would take the default of each field's type instead: a member of weight 0, a spring of 0 rad/s.
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
                "In a scene, [`", stringify!($component), "::new`]: the entity may be named there, `",
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
