//! The mechanical model behind Rebound's springs.

use super::Spring;
use super::convention::of_mass;
use super::parameter::{ParameterError, finite, inside, non_negative, positive};

/// A mass between two boards, a fixed one and one that moves by `travel`. A spring and a damper connect each board to the mass.
///
/// ```text
/// m x″ = −(k + k_f) x − (d + d_f) x′ + k_f · travel          rests at x_e = k_f/(k + k_f) · travel
/// ```
///
/// # Examples
///
/// ```
/// use exact_motion::TwoBoards;
///
/// let boards = TwoBoards {
///     mass: 1.0,
///     fixed_stiffness: 60.0,
///     fixed_damping: 4.0,
///     moving_stiffness: 40.0,
///     moving_damping: 8.0,
///     travel: 2.0,
/// };
/// let spring = boards.spring()?;
/// assert_eq!((spring.angular_frequency, spring.damping_ratio), (10.0, 0.6));
/// assert_eq!(spring.target, 0.8);
/// assert_eq!(boards.normalized(spring.final_value()), 1.0);
/// # Ok::<(), exact_motion::ParameterError>(())
/// ```
///
/// # Reference
///
/// The mechanical model of Facebook's Rebound; balance of forces as above. Both dampers act against the velocity of the mass itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoBoards {
    /// `m`, the mass. Unit: mass. Range: > 0.
    pub mass: f64,
    /// `k`, stiffness of the spring to the fixed board. Unit: mass/s². Range: ≥ 0.
    pub fixed_stiffness: f64,
    /// `d`, damping of the damper to the fixed board. Unit: mass/s. Range: ≥ 0.
    pub fixed_damping: f64,
    /// `k_f`, stiffness of the spring to the moving board. Unit: mass/s². Range: > 0.
    pub moving_stiffness: f64,
    /// `d_f`, damping of the damper to the moving board. Unit: mass/s. Range: ≥ 0.
    pub moving_damping: f64,
    /// The distance by which the moving board has been moved. Unit: length.
    pub travel: f64,
}

impl TwoBoards {
    /// The equivalent single spring: the mass moves on it in the same way, from 0 at rest to [`Self::rest_point`].
    ///
    /// # Errors
    ///
    /// [`ParameterError`] outside the ranges of the fields.
    pub fn spring(&self) -> Result<Spring, ParameterError> {
        let damping = self.fixed_damping + self.moving_damping;
        let works = |fixed: f64| of_mass(self.mass, fixed + self.moving_stiffness, damping).is_ok();
        let fixed = inside("fixed stiffness", self.fixed_stiffness, |fixed| fixed >= 0.0, "≥ 0", 0.0, works)?;
        let works = |moving: f64| of_mass(self.mass, fixed + moving, damping).is_ok();
        let stiffness = fixed + positive("moving stiffness", self.moving_stiffness, works)?;
        let damping =
            non_negative("fixed damping", self.fixed_damping)? + non_negative("moving damping", self.moving_damping)?;
        finite("travel", self.travel)?;
        let spring = Spring::from_mass_stiffness_damping(self.mass, stiffness, damping)?;
        Ok(spring.with_target(self.rest_point()))
    }

    /// The position at which the mass comes to rest: `k_f/(k + k_f) · travel`. Unit: length.
    #[must_use]
    pub const fn rest_point(&self) -> f64 {
        self.moving_stiffness / (self.fixed_stiffness + self.moving_stiffness) * self.travel
    }

    /// The position `x` (length) as a fraction (1) of the distance to the rest point; NaN for `x = 0` without travel.
    #[must_use]
    pub const fn normalized(&self, x: f64) -> f64 {
        x / self.rest_point()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mass_between_two_boards_obeys_the_balance_of_forces() {
        let boards = TwoBoards {
            mass: 0.5,
            fixed_stiffness: 13.0,
            fixed_damping: 0.4,
            moving_stiffness: 17.0,
            moving_damping: 0.7,
            travel: 3.0,
        };
        let spring = boards.spring().unwrap();
        let (t, h) = (0.3, 1e-4);
        let acceleration = (spring.rate(t + h) - spring.rate(t - h)) / (2.0 * h);
        let force = -30.0 * spring.value(t) - 1.1 * spring.rate(t) + 17.0 * 3.0;
        // The error of the central difference is at most h²/6 · ω³ times the largest rate.
        assert!((0.5 * acceleration - force).abs() < 1e-4);
        assert!((boards.normalized(spring.final_value()) - 1.0).abs() < 1e-15);
        assert!(TwoBoards { moving_stiffness: 0.0, ..boards }.spring().is_err());
        assert!(TwoBoards { travel: f64::NAN, ..boards }.spring().is_err());
    }
}
