//! What a user puts on an entity: plain data, read when it changes, never stepped.
//!
//! | component | contributes to `x'' = a − c x' − k (x − x_eq)` |
//! | --- | --- |
//! | [`Spring`] (ω, ζ) | `k = ω²`, `c += 2 ζ ω` |
//! | [`AxisSprings`] (ω, ζ by axis) | the same, by axis |
//! | [`Friction`] (rate) | `c += rate` |
//! | [`Gravity`] (acceleration) | `a` |
//! | [`ExponentialRate`] (displacement, end rate, duration) | starts with its own velocity, `c += λ`, ends at its duration |
//! | [`Target`], [`Follow`] | `x_eq` |
//! | [`Velocity`] | `x'`, to read and to write |
//!
//! Everything an entity carries acts together, as one law.

mod axis_springs;
mod exponential_rate;
mod follow;
mod friction;
mod gravity;
mod held;
mod pace;
mod presentation;
mod progress;
mod rest_tolerance;
mod resting;
mod spring;
mod target;
mod velocity;

pub use axis_springs::{AxisFrame, AxisSprings};
pub use exponential_rate::{AtEnd, ExponentialRate};
pub use follow::{Follow, OffsetFrame};
pub use friction::Friction;
pub use gravity::Gravity;
pub use held::Held;
pub use pace::Pace;
pub use presentation::{PresentAs, Presentation};
pub use progress::Progress;
pub use rest_tolerance::RestTolerance;
pub use resting::Resting;
pub use spring::Spring;
pub use target::Target;
pub use velocity::Velocity;

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
