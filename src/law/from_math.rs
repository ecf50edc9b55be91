//! Constructors of components by other libraries' parameters.

/// Constructors with the names and arguments of those in `math`. The file's own `convert` says what infeasible arguments become.
macro_rules! from_math {
    ($name:ident: $($(#[$attribute:meta])* $constructor:ident($($argument:ident),+);)+) => { $(
        $(#[$attribute])*
        pub fn $constructor($($argument: impl Into<f64>),+) -> Self {
            convert(math::$name::$constructor($($argument.into()),+))
        }
    )+ };
}
pub(super) use from_math;
