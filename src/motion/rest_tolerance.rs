//! The distance within which an entity is at rest.

use crate::{
    property::{
        Property,
        component::{component, default_on_translation},
    },
    space::{Space, Tangent},
};

component! {
    /// The rest tolerance of this entity, instead of its value's [`Space::REST_TOLERANCE`]. For a sprite measured in pixels, for instance,
    /// `RestTolerance::new(0.1)` is a tenth of a pixel.
    ///
    /// An entity on a spring rests when `√(y² + (v/ω)²)`, which never grows, is within the tolerance, where `y` is the distance to the rest
    /// point; an entity under friction rests when the distance left is. If the tolerance is below the spacing of f32 at the rest point, that
    /// spacing counts instead.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn spawn(mut commands: Commands) {
    ///     let card = (Transform::default(), Spring::critical(20.0), Target::new(Vec3::new(300.0, 0.0, 0.0)));
    ///     commands.spawn((card, RestTolerance::new(0.1)));
    /// }
    /// ```
    #[doc(alias = "threshold")]
    #[doc(alias = "epsilon")]
    pub struct RestTolerance of a number(
        /// The tolerance. Unit: property units. Range: finite and ≥ 0; another value counts as 0. Default: that of the space.
        #[reflect(@0.0..=f32::MAX)]
        pub f32 = <f32 as Tangent>::narrow(P::Value::REST_TOLERANCE)
    );
}

default_on_translation!(RestTolerance);

impl<P: Property> RestTolerance<P> {
    /// The tolerance that an entity has, with one of its own or without. Unit: property units.
    #[inline]
    pub(crate) fn distance(own: Option<&Self>) -> f64 {
        match own {
            None => P::Value::REST_TOLERANCE.max(0.0),
            Some(own) if own.0.is_finite() => f64::from(own.0).max(0.0),
            Some(_) => 0.0,
        }
    }

    /// A tolerance of this distance (property units) for property `P`.
    pub const fn of(distance: f32) -> Self {
        Self(distance, PhantomData)
    }
}

impl RestTolerance {
    /// A tolerance of this distance (units) for the translation.
    pub const fn new(distance: f32) -> Self {
        Self::of(distance)
    }
}
