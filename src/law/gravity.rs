//! Constant acceleration.

use bevy::{
    ecs::{component::Component, reflect::ReflectComponent},
    math::Vec3,
    reflect::{Reflect, std_traits::ReflectDefault},
};

use crate::property::{
    Property, TangentOf, Translation, Velocity,
    component::{clone, default_on_translation, plain},
    newcomer::newcomer,
};

/// A constant acceleration.
///
/// Contributes `a` to `x'' = a − c x' − k (x − x_eq)`: alone a parabola, with friction a fall that ends at `a / c`,
/// with a spring a sag of `a / k`.
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(serialize = "TangentOf<P>: serde::Serialize", deserialize = "TangentOf<P>: serde::Deserialize<'de>"))
)]
#[require(Velocity<P>)]
#[component(on_add = newcomer::<P, Self>, clone_behavior = Custom(clone::<Self>))]
pub struct Gravity<P: Property = Translation> {
    /// Unit: property units/s². Range: finite. Default: 0.
    pub acceleration: TangentOf<P>,
}

plain!(Gravity { acceleration });

default_on_translation!(Gravity);

impl<P: Property> Default for Gravity<P> {
    fn default() -> Self {
        Self { acceleration: TangentOf::<P>::default() }
    }
}

impl<P: Property> Gravity<P> {
    /// This acceleration (property units/s²) on property `P`.
    #[must_use]
    pub const fn of(acceleration: TangentOf<P>) -> Self {
        Self { acceleration }
    }
}

impl Gravity {
    /// Earth's standard gravity, 9.80665 m/s² downwards, for metres with y up.
    pub const EARTH: Self = Self { acceleration: Vec3::new(0.0, -9.80665, 0.0) };

    /// This acceleration (units/s²).
    #[must_use]
    pub const fn new(acceleration: Vec3) -> Self {
        Self { acceleration }
    }
}
