//! Closed forms that tests compare with. They share no code with the library.

/// A coordinate on a critical spring, from `start` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub(crate) omega: f64,
    /// The instant at which the coordinate has `place` and `rate`. Unit: s.
    pub(crate) start: f64,
    pub(crate) place: f64,
    pub(crate) rate: f64,
    /// The target at `start`; `slope` is its rate.
    pub(crate) target: f64,
    pub(crate) slope: f64,
}

impl Axis {
    pub(crate) fn at_rest(omega: f64, place: f64) -> Self {
        Self { omega, start: 0.0, place, rate: 0.0, target: place, slope: 0.0 }
    }

    /// The coordinate and its rate: `x = e + u t − 2u/ω + (A + B t) e^(−ωt)`, where `t` is the time since `start`, `e` the target at
    /// `start` and `u` the target's slope.
    pub(crate) fn at(&self, instant: f64) -> (f64, f64) {
        let (w, t, u) = (self.omega, instant - self.start, self.slope);
        let a = self.place - self.target + 2.0 * u / w;
        let b = self.rate - u + w * a;
        let fading = (-w * t).exp();
        let place = self.target + u * t - 2.0 * u / w + (a + b * t) * fading;
        (place, u + (b - w * (a + b * t)) * fading)
    }

    pub(crate) fn target_at(&self, instant: f64) -> f64 {
        self.target + self.slope * (instant - self.start)
    }

    fn restarted(&self, instant: f64) -> Self {
        let (place, rate) = self.at(instant);
        Self { start: instant, place, rate, target: self.target_at(instant), ..*self }
    }

    pub(crate) fn kick(&mut self, instant: f64, by: f64) {
        *self = self.restarted(instant);
        self.rate += by;
    }

    pub(crate) fn aim(&mut self, instant: f64, target: f64, slope: f64) {
        *self = Self { target, slope, ..self.restarted(instant) };
    }
}

/// The coordinates of an orbit's pivot, its yaw, its pitch and its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rig {
    pub(crate) pivot: [Axis; 3],
    pub(crate) yaw: Axis,
    pub(crate) pitch: Axis,
    pub(crate) length: Axis,
}

pub(crate) type V3 = [f64; 3];

pub(crate) fn sum(a: V3, b: V3) -> V3 {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn times(a: V3, s: f64) -> V3 {
    a.map(|part| part * s)
}

pub(crate) fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn length(a: V3) -> f64 {
    dot(a, a).sqrt()
}

/// The unit vector from the pivot to the camera.
pub(crate) fn backwards(yaw: f64, pitch: f64) -> V3 {
    [yaw.sin() * pitch.cos(), pitch.sin(), yaw.cos() * pitch.cos()]
}

/// The right, up and back axes of a level camera.
pub(crate) fn axes(yaw: f64, pitch: f64) -> [V3; 3] {
    let (back, right) = (backwards(yaw, pitch), [yaw.cos(), 0.0, -yaw.sin()]);
    [right, cross(back, right), back]
}

impl Rig {
    pub(crate) fn position(&self, t: f64) -> V3 {
        let pivot = self.pivot.map(|axis| axis.at(t).0);
        sum(pivot, times(backwards(self.yaw.at(t).0, self.pitch.at(t).0), self.length.at(t).0))
    }

    pub(crate) fn axes(&self, t: f64) -> [V3; 3] {
        axes(self.yaw.at(t).0, self.pitch.at(t).0)
    }

    /// The velocity, computed by central differences, so that no derivative is written by hand.
    pub(crate) fn velocity(&self, t: f64) -> V3 {
        let step = 1e-5;
        times(sum(self.position(t + step), times(self.position(t - step), -1.0)), 0.5 / step)
    }

    pub(crate) fn angular_velocity(&self, t: f64) -> V3 {
        let step = 1e-5;
        let (before, after, here) = (self.axes(t - step), self.axes(t + step), self.axes(t));
        // Σ e × e′ = 2 w.
        let turning = [0, 1, 2].map(|i| cross(here[i], sum(after[i], times(before[i], -1.0))));
        times(sum(sum(turning[0], turning[1]), turning[2]), 0.25 / step)
    }
}
