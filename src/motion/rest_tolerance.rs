//! The distance from its rest point within which an entity counts as at rest.

use crate::{
    property::{
        Property,
        component::{component, default_on_translation},
    },
    space::{Space, Tangent},
};

component! {
    /// The rest tolerance of this entity, instead of the default [`Space::REST_TOLERANCE`] of its value's type. For a sprite measured in
    /// pixels, for instance, `RestTolerance::new(0.1)` is a tenth of a pixel.
    ///
    /// An entity on a spring rests when `√(y² + (v/ω)²)` is within the tolerance, where `y` is the distance to the rest point, `v` the
    /// speed and `ω` the angular frequency of the spring. This root never grows. An entity under friction rests when its remaining distance
    /// is within the tolerance. If the tolerance is below the spacing of f32 at the rest point, that spacing is used instead.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::{RestTolerance, prelude::*};
    ///
    /// fn spawn(mut commands: Commands) {
    ///     let card = (Transform::default(), Spring::critical(20.0), Target::new(Vec3::new(300.0, 0.0, 0.0)));
    ///     commands.spawn((card, RestTolerance::new(0.1)));
    /// }
    /// ```
    #[doc(alias = "threshold")]
    #[doc(alias = "epsilon")]
    pub struct RestTolerance of a number(
        /// The tolerance. Unit: property units. Range: finite and ≥ 0; any other value counts as 0. Default:
        /// [`Space::REST_TOLERANCE`].
        #[reflect(@0.0..=f32::MAX)]
        pub f32 = <f32 as Tangent>::narrow(P::Value::REST_TOLERANCE)
    );
}

default_on_translation!(RestTolerance);

impl<P: Property> RestTolerance<P> {
    /// The effective tolerance: that of the component (0 if it is invalid), or the default without a component. Unit: property units.
    #[inline]
    pub(crate) fn distance(component: Option<&Self>) -> f64 {
        match component {
            None => P::Value::REST_TOLERANCE.max(0.0),
            Some(component) if component.0.is_finite() => f64::from(component.0).max(0.0),
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
