//! The yaw or pitch at which a camera shows a point on the edge of a zone of its picture.

use super::{Bearing, Lens, Polar};

/// The yaw or pitch at which a camera shows a point on the edge of a zone of its picture, and the rate of that angle.
///
/// # Examples
///
/// ```
/// use exact_motion::camera::{Bearing, Edge, Lens, Polar};
/// use exact_motion::rotation::Vector3;
///
/// let lens = Lens { field_of_view: 0.8, aspect: 1.5, rate: 0.0 };
/// let point = Vector3::new(1.0, -3.0, -4.0);
/// let seen = Bearing::of(point, Vector3::default()).unwrap();
/// let looking_down = Polar { pitch: 0.7, ..Polar::default() };
/// let edge = Edge::of_yaw(0.25, &lens, &looking_down, &Polar::default(), &seen).unwrap();
/// let aim = Polar { yaw: edge.angle, ..looking_down };
/// assert!((lens.shares(&aim, point).unwrap()[0] - 0.25).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Edge {
    /// The yaw or pitch. Unit: rad.
    pub angle: f64,
    /// The rate of the angle. Unit: rad/s.
    pub rate: f64,
}

impl Edge {
    /// The yaw at which a camera with the pitch of `aim` shows a point to the right of the middle of the picture, by the fraction `share`
    /// (1) of the picture's width. `seen` is the bearing of the point.
    ///
    /// The rate of the edge follows from the rate of the pitch in `aim_rate` (rad/s) and from the rates of the lens and the bearing. If
    /// several yaws show the point there, this is the one nearest to the bearing's yaw.
    ///
    /// # Special cases
    ///
    /// Returns `None` if no yaw shows the point there, and for non-finite input. If the point is behind the camera at the returned yaw, a
    /// point in the opposite direction appears there instead.
    ///
    /// # Accuracy
    ///
    /// Share of the point at the returned yaw: 1e-15, except near the steepest pitch at which there is such a yaw.
    ///
    /// # Reference
    ///
    /// Derived here: with the bearing's yaw `ψ_t` and pitch `θ_t`, `t = 2 s A T` and `δ = ψ − ψ_t`, the share gives
    /// `sin δ − t cos θ cos δ = t tan θ_t sin θ`.
    #[must_use]
    pub fn of_yaw(share: f64, lens: &Lens, aim: &Polar, aim_rate: &Polar, seen: &Bearing) -> Option<Self> {
        let (t, t_rate) = (2.0 * share * lens.width(), 2.0 * share * lens.width_rate());
        let (sine, cosine) = libm::sincos(aim.pitch);
        let slope = libm::tan(seen.pitch);
        let slope_rate = seen.pitch_rate * (1.0 + slope * slope);
        // For a point on the horizon, δ = atan(t cos θ).
        let (across, across_rate) = (t * cosine, t_rate * cosine - t * sine * aim_rate.pitch);
        let squared = 1.0 + across * across;
        let root = libm::sqrt(squared);
        let lift = t * slope * sine;
        let lift_rate = t_rate * slope * sine + t * slope_rate * sine + t * slope * cosine * aim_rate.pitch;
        let raised = lift / root;
        if raised.abs() > 1.0 {
            return None;
        }
        let raised_rate = lift_rate / root - lift * across * across_rate / (squared * root);
        let steepness = libm::sqrt((1.0 - raised) * (1.0 + raised));
        // Avoids 0/0 at the steepest pitch that has an edge, where `steepness` is 0.
        let rise = if raised_rate == 0.0 { 0.0 } else { raised_rate / steepness };
        Self {
            angle: seen.yaw + (libm::atan(across) + libm::asin(raised)),
            rate: seen.yaw_rate + (across_rate / squared + rise),
        }
        .finite()
    }

    /// The pitch at which a camera with the yaw of `aim` shows a point above the middle of the picture, by the fraction `share` (1) of the
    /// picture's height. `seen` is the bearing of the point.
    ///
    /// The rate of the edge follows from the rate of the yaw in `aim_rate` (rad/s) and from the rates of the lens and the bearing.
    ///
    /// # Special cases
    ///
    /// Returns `None` if the bearing's yaw is 90° or more from the camera's yaw, and for non-finite input.
    ///
    /// # Accuracy
    ///
    /// Share of the point at the returned pitch: 4e-15, except if the bearing's yaw is nearly 90° from the camera's yaw.
    ///
    /// # Reference
    ///
    /// Derived here: the edge is at `γ + atan(2 s T)`. With the bearing's yaw `ψ_t` and pitch `θ_t`,
    /// `γ = atan2(sin θ_t, cos θ_t cos(ψ_t − ψ))` is the pitch at which the point is halfway up the picture.
    #[must_use]
    pub fn of_pitch(share: f64, lens: &Lens, aim: &Polar, aim_rate: &Polar, seen: &Bearing) -> Option<Self> {
        let (t, t_rate) = (2.0 * share * lens.height(), 2.0 * share * lens.height_rate());
        let (sine, cosine) = libm::sincos(seen.pitch);
        let (aside, ahead) = libm::sincos(seen.yaw - aim.yaw);
        if ahead <= 0.0 {
            return None;
        }
        // γ = atan2(y, x).
        let (x, y) = (cosine * ahead, sine);
        let (x_rate, y_rate) = (
            -sine * ahead * seen.pitch_rate - cosine * aside * (seen.yaw_rate - aim_rate.yaw),
            cosine * seen.pitch_rate,
        );
        Self {
            angle: libm::atan2(y, x) + libm::atan(t),
            rate: (x * y_rate - y * x_rate) / (x * x + y * y) + t_rate / (1.0 + t * t),
        }
        .finite()
    }

    fn finite(self) -> Option<Self> {
        (self.angle + self.rate).is_finite().then_some(self)
    }
}
