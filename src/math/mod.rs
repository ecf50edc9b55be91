//! The law of motion `x″ = a − c x′ − k (x − e(t))`, solved in closed form: `f64`, `core` and `libm` only, no Bevy.
//!
//! | symbol | meaning | unit |
//! | --- | --- | --- |
//! | `x`, `v` | position and velocity | length, length/s |
//! | `e(t)` | the spring's target: held, on a line, or on a cubic over a step | length |
//! | `k = ω²` | stiffness divided by mass; 0 without a spring | 1/s² |
//! | `c = 2ζω + …` | sum of all damping rates: spring, friction, exponential rate | 1/s |
//! | `g` | part of the spring's damping that acts on the velocity relative to the target, 0 ≤ g ≤ c | 1/s |
//! | `a` | constant acceleration | length/s² |
//! | `h`, `t` | step, time | s |
//! | `ω`, `ζ` | angular frequency, damping ratio | rad/s, 1 |
//!
//! A length is any unit the caller likes: metres, radians, pixels.
//!
//! `ω = ∞` is a valid spring: the limit of ever stiffer ones, whatever `ζ`. For every time above 0, `x(t) = e(t)` and `v(t) = e′(t)`, and no
//! finite velocity, acceleration or damping has an effect.
//!
//! Every function here is total. NaN in gives NaN out; nothing panics and nothing allocates. Functions that *solve* for parameters
//! return a typed error that names the violated condition and the nearest input that would work.
//!
//! - The step: [`Propagator`], [`Integrals`], [`Law`], [`Slope`].
//! - Followers that follow each other: [`ring`].
//! - Motions under one term of the law: [`Spring`], [`Friction`], [`Gravity`], [`ExponentialRate`], [`Contraction`].
//! - Other libraries' parameters: the `from_*` constructors of [`Spring`] and [`Friction`], [`TwoBoards`].
//! - The time at which something happens: [`settle`], [`crossing`], [`response`].
//! - Motions in pieces: [`DryFriction`], [`Bounce`]. Throws: [`Fling`], [`Landing`], [`forecast`]. Drags: [`RubberBand`].
//! - Functions that easily lose digits: [`special`]. Orientations: [`rotation`]. Views: [`camera`].
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

// Only the plugin asks many laws.
#[cfg(feature = "plugin")]
mod answers;
mod approach;
mod bounce;
pub mod camera;
mod contraction;
mod convention;
mod convention_motion;
pub mod crossing;
mod dry_friction;
mod envelope;
mod exponential_rate;
mod feasibility;
mod fling;
mod fling_error;
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
#[cfg(any(test, feature = "plugin"))]
mod lanes;
mod law;
mod nearest;
mod number;
mod parameter;
mod path;
mod propagator;
pub mod response;
mod rest;
pub mod ring;
pub mod rotation;
mod rubber_band;
pub mod settle;
mod short_step;
pub mod special;
mod spring;
mod two_boards;
mod vector;

pub use approach::{Approach, Unthrown};
pub use bounce::Bounce;
pub use contraction::{Contraction, ContractionError, Turn};
pub use dry_friction::{DryFriction, Phase, Slide};
pub use exponential_rate::ExponentialRate;
pub use feasibility::ExponentialRateError;
pub use fling::Fling;
pub use fling_error::FlingError;
pub use friction::Friction;
pub use gravity::Gravity;
pub use integrals::Integrals;
pub use kick::capped_kick;
pub use landing::Landing;
pub use landing_error::LandingError;
#[cfg(feature = "plugin")]
pub(crate) use lanes::{LANES, SpinStep, step_several};
pub use law::{Increment, Law};
pub use parameter::ParameterError;
pub use path::Slope;
pub use propagator::Propagator;
pub use rest::Rest;
pub use rubber_band::RubberBand;
#[cfg(feature = "plugin")]
pub(crate) use short_step::Answers;
pub use spring::Spring;
pub use two_boards::TwoBoards;
pub use vector::Vector;
