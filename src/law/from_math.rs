//! The macro for constructors whose formulas are in `math`.

/// Defines constructors with the names and arguments of those in `math`. If the arguments are infeasible, a constructor logs the error and
/// returns the constant `INVALID` of the file that uses the macro.
macro_rules! from_math {
    ($name:ident: $($(#[$attribute:meta])* $constructor:ident($($argument:ident),+);)+) => { $(
        $(#[$attribute])*
        #[track_caller]
        pub fn $constructor($($argument: impl Into<f64>),+) -> Self {
            match math::$name::$constructor($($argument.into()),+) {
                Ok(valid) => valid.into(),
                Err(error) => {
                    warn_of_arguments(concat!(stringify!($name), "::", stringify!($constructor)), error);
                    INVALID
                }
            }
        }
    )+ };
}
pub(super) use crate::warning::warn_of_arguments;
pub(super) use from_math;
