//! The aim at which a point is on the edge of a zone of the picture.

use super::{Bearing, Lens, Polar};

/// The yaw or pitch of a camera at which a point is on the edge of a zone of the picture, and its rate.
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
    /// The angle. Unit: rad.
    pub angle: f64,
    /// Its rate. Unit: rad/s.
    pub rate: f64,
}

impl Edge {
    /// The yaw at which a camera with the pitch of `aim` has the point at `share` (1) of the picture's width to the right of the middle.
    ///
    /// The rates of `aim_rate` (rad/s), the lens and the bearing determine the edge's rate. Of all such yaws, this is the one nearest to
    /// the bearing's.
    ///
    /// # Special cases
    ///
    /// Returns `None` if no yaw shows the point there, and for non-finite input. For a point behind the camera, the edge is that of the
    /// opposite point.
    ///
    /// # Accuracy
    ///
    /// Share: 1e-15, except near the end of the edge.
    ///
    /// # Reference
    ///
    /// Derived here: with `t = 2 s A T` and `ε = ψ − ψ_t`, the share gives `sin ε − t cos θ cos ε = t tan θ_t sin θ`.
    #[must_use]
    pub fn of_yaw(share: f64, lens: &Lens, aim: &Polar, aim_rate: &Polar, seen: &Bearing) -> Option<Self> {
        let (t, t_rate) = (2.0 * share * lens.width(), 2.0 * share * lens.width_rate());
        let (sine, cosine) = libm::sincos(aim.pitch);
        let slope = libm::tan(seen.pitch);
        let slope_rate = seen.pitch_rate * (1.0 + slope * slope);
        // For a point on the horizon the edge is at atan(t cos θ).
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
        // Avoids 0/0 at the end of the edge.
        let rise = if raised_rate == 0.0 { 0.0 } else { raised_rate / steepness };
        Self {
            angle: seen.yaw + (libm::atan(across) + libm::asin(raised)),
            rate: seen.yaw_rate + (across_rate / squared + rise),
        }
        .finite()
    }

    /// The pitch at which a camera with the yaw of `aim` has the point at `share` (1) of the picture's height above the middle.
    ///
    /// # Special cases
    ///
    /// Returns `None` if the point is beside or behind the camera, and for non-finite input.
    ///
    /// # Accuracy
    ///
    /// As [`Self::of_yaw`].
    ///
    /// # Reference
    ///
    /// Derived here: `γ = atan2(sin θ_t, cos θ_t cos(ψ_t − ψ))` is the pitch that has the point halfway up the picture.
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
