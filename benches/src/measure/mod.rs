//! Measures times, and summarizes them.

mod clock;
mod place;
mod remote;
mod rounds;
mod series;
mod spread;
mod times;

pub use clock::{Clock, Span, Stopwatch};
pub use place::Place;
pub use remote::{Remote, serve};
pub use rounds::measure;
pub use series::{Results, Series};
pub use spread::Spread;
pub use times::{Measure, Part, Times};
