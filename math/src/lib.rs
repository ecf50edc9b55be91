//! Springs, friction, gravity and exponential rates in closed form: one call computes the position or velocity at any time. `f64`,
//! `no_std`, `libm`.
//!
//! All motions here obey one law, `x″ = a − c x′ − k (x − e(t)) + g e′(t)`:
//!
//! | symbol | meaning | unit |
//! | --- | --- | --- |
//! | `x`, `v` | position and velocity | length, length/s |
//! | `e(t)` | the spring's target: held constant, linear, or cubic over a step | length |
//! | `k = ω²` | stiffness divided by mass; 0 without a spring | 1/s² |
//! | `c = 2ζω + …` | sum of all damping rates: spring, friction, exponential rate | 1/s |
//! | `g` | part of the spring's damping that acts on the velocity relative to the target, 0 ≤ g ≤ c | 1/s |
//! | `a` | constant acceleration | length/s² |
//! | `h`, `t` | time step, time | s |
//! | `ω`, `ζ` | angular frequency, damping ratio | rad/s, 1 |
//! | `ε` | [`f64::EPSILON`], the unit of relative errors in the sections on accuracy | 1 |
//!
//! A length can have any unit: metres, radians, pixels. The unit 1 marks a dimensionless number.
//!
//! `ω = ∞` is a valid spring: the limit of ever stiffer springs, for any `ζ`. For every time above 0, `x(t) = e(t)` and `v(t) = e′(t)`, and
//! no finite velocity, acceleration or damping has an effect.
//!
//! Every function here is total. NaN in gives NaN out; nothing panics and nothing allocates. Functions that *solve* for parameters return a
//! typed error that names the violated condition and the nearest input that works.
//!
//! - Motions: [`Spring`], [`Friction`], [`DryFriction`], [`Gravity`], [`ExponentialRate`], [`Contraction`], [`Bounce`].
//! - Throws: [`Fling`], [`Landing`]. Drags: [`RubberBand`].
//! - Other libraries' parameters: the `from_*` constructors of [`Spring`] and [`Friction`].
//! - Functions that lose digits in their textbook form: [`special`].
//!
//! The plugin [`bevy_exact_motion`](https://docs.rs/bevy_exact_motion) re-exports this crate as its module `math`. Items that are hidden
//! from this documentation are for the plugin only, and may change in any release.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

#[cfg(test)]
extern crate std;

mod approach;
mod bounce;
#[doc(hidden)]
pub mod camera;
mod contraction;
mod convention;
mod convention_motion;
#[doc(hidden)]
pub mod convex;
#[cfg(test)]
mod convex_properties;
#[doc(hidden)]
pub mod crossing;
mod dry_friction;
mod envelope;
mod exponential_rate;
mod feasibility;
mod fling;
mod fling_error;
#[doc(hidden)]
pub mod forecast;
mod friction;
mod gravity;
mod half_angle;
mod integrals;
mod kick;
mod landing;
mod landing_error;
#[cfg(test)]
mod landing_properties;
mod lanes;
mod law;
mod nearest;
mod number;
mod parameter;
mod path;
mod propagator;
#[doc(hidden)]
pub mod rail;
#[cfg(test)]
mod rail_properties;
#[doc(hidden)]
pub mod response;
mod responses;
mod rest;
#[doc(hidden)]
pub mod ring;
#[doc(hidden)]
pub mod rotation;
mod rubber_band;
#[doc(hidden)]
pub mod settle;
mod short_step;
#[doc(hidden)]
pub mod soft_clamp;
pub mod special;
mod spring;
#[doc(hidden)]
pub mod sway;
#[doc(hidden)]
pub mod swing;
#[cfg(test)]
mod swing_properties;
mod two_boards;
mod vector;

pub use bounce::Bounce;
pub use contraction::{Contraction, ContractionError, Turn};
pub use dry_friction::{DryFriction, Phase, Slide};
pub use exponential_rate::ExponentialRate;
pub use feasibility::ExponentialRateError;
pub use fling::Fling;
pub use fling_error::FlingError;
pub use friction::Friction;
pub use gravity::Gravity;
pub use landing::Landing;
pub use landing_error::LandingError;
pub use parameter::ParameterError;
pub use rest::Rest;
pub use rubber_band::RubberBand;
pub use spring::Spring;

/// Single steps of the law, and other items for the plugin only.
#[doc(hidden)]
pub use {
    approach::{Approach, SpringReason},
    integrals::Integrals,
    kick::capped_kick,
    lanes::{LANES, SpinStep, step_several},
    law::{Increment, Law},
    path::Slope,
    propagator::Propagator,
    short_step::Responses,
    two_boards::TwoBoards,
    vector::Vector,
};

// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
