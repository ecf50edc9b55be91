//! Properties of a camera's lens.

use bevy::{camera::Projection, reflect::TypePath};

use super::Property;

macro_rules! lens {
    ($($(#[$doc:meta])* $name:ident: $projection:ident.$field:ident, to $max:expr;)*) => { $(
        $(#[$doc])*
        #[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
        #[type_path = "bevy_exact_motion"]
        pub enum $name {}

        impl Property for $name {
            type Component = Projection;
            type Value = f32;

            fn get(projection: &Projection) -> f32 {
                match projection {
                    Projection::$projection(lens) => lens.$field,
                    _ => f32::NAN,
                }
            }

            fn set(projection: &mut Projection, value: f32) {
                // A value outside the valid range is not written: the lens keeps its last value.
                if let Projection::$projection(lens) = projection
                    && value > 0.0
                    && value < $max
                {
                    lens.$field = value;
                }
            }
        }
    )* };
}

lens! {
    /// The vertical field of view of a perspective [`Projection`]. Unit: rad. Range: > 0, < π. Not registered by default, but
    /// `ExactCameraPlugin` registers it.
    ///
    /// With any other projection the value is NaN: [`InvalidMotion`](crate::events::InvalidMotion) is triggered, and nothing is written.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::{prelude::*, property::FieldOfView};
    ///
    /// fn aim(camera: Entity, mut commands: Commands) {
    ///     let narrow = Target::<FieldOfView>::of(0.35);
    ///     commands.entity(camera).insert((Spring::critical(12.0).on::<FieldOfView>(), narrow));
    /// }
    /// ```
    FieldOfView: Perspective.fov, to core::f32::consts::PI;
    /// The scale of an orthographic [`Projection`]: world units per pixel in the default scaling mode. Range: > 0. Not registered by
    /// default. With any other projection the value is NaN, as for [`FieldOfView`], which has an example.
    OrthographicScale: Orthographic.scale, to f32::INFINITY;
}
