//! The edges of a zone of the picture: how a camera has to be turned to see a point there.

use super::{Bearing, Lens, Polar};

/// An angle at which a point is seen on an edge of a zone, and its rate.
///
/// # Examples
///
/// ```
/// use bevy_exact_motion::math::camera::{Bearing, Edge, Lens, Polar};
/// use bevy_exact_motion::math::rotation::Vector3;
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
    /// The yaw at which the point is seen at the share `share` (1) from the middle to the right, by a camera with the pitch of `aim`.
    ///
    /// `aim_rate` (rad/s), the lens and the bearing have rates, from which the edge's rate follows. The yaw is the one nearest to the
    /// bearing's.
    ///
    /// # Special cases
    ///
    /// `None` where no yaw shows the point there, and for input that is not finite. For a point behind the camera, the edge is that of the
    /// opposite point.
    ///
    /// # Accuracy
    ///
    /// Share to 1e-15 away from where the edge ends.
    ///
    /// # Reference
    ///
    /// Ours: with `t = 2 s A T` and `ε = ψ − ψ_t` the share says `sin ε − t cos θ cos ε = t tan θ_t sin θ`.
    #[must_use]
    pub fn of_yaw(share: f64, lens: &Lens, aim: &Polar, aim_rate: &Polar, seen: &Bearing) -> Option<Self> {
        let (t, t_rate) = (2.0 * share * lens.width(), 2.0 * share * lens.width_rate());
        let (sine, cosine) = libm::sincos(aim.pitch);
        let slope = libm::tan(seen.pitch);
        let slope_rate = seen.pitch_rate * (1.0 + slope * slope);
        // The edge of a point on the horizon, seen along it: atan(t cos θ).
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
        // Where nothing is raised, nothing is divided, not even at the very end of the edge.
        let rise = if raised_rate == 0.0 { 0.0 } else { raised_rate / steepness };
        Self {
            angle: seen.yaw + (libm::atan(across) + libm::asin(raised)),
            rate: seen.yaw_rate + (across_rate / squared + rise),
        }
        .finite()
    }

    /// The pitch at which the point is seen at the share `share` (1) from the middle up, by a camera with the yaw of `aim`.
    ///
    /// # Special cases
    ///
    /// `None` where the point is beside or behind the camera, and for what is not finite.
    ///
    /// # Accuracy
    ///
    /// As [`Self::of_yaw`].
    ///
    /// # Reference
    ///
    /// Ours: `γ = atan2(sin θ_t, cos θ_t cos(ψ_t − ψ))` is the pitch that has the point in the middle of the picture's height.
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
