//! The classical fourth-order Runge–Kutta method: an independent reference that uses only the differential equation.

/// Returns the position and velocity after time `t`, for `x″ = acceleration(t, x, x′)`, computed in `steps` equal steps.
pub(crate) fn integrate(
    acceleration: impl Fn(f64, f64, f64) -> f64,
    (mut x, mut v): (f64, f64),
    t: f64,
    steps: u32,
) -> (f64, f64) {
    let h = t / f64::from(steps);
    let half = h / 2.0;
    for i in 0..steps {
        let now = h * f64::from(i);
        let (x1, v1) = (v, acceleration(now, x, v));
        let (x2, v2) = (v + half * v1, acceleration(now + half, x + half * x1, v + half * v1));
        let (x3, v3) = (v + half * v2, acceleration(now + half, x + half * x2, v + half * v2));
        let (x4, v4) = (v + h * v3, acceleration(now + h, x + h * x3, v + h * v3));
        x += h / 6.0 * (x1 + 2.0 * x2 + 2.0 * x3 + x4);
        v += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
    }
    (x, v)
}

#[test]
fn the_error_falls_with_the_fourth_power_of_the_step() {
    let error = |steps| {
        let (x, _) = integrate(|_, x, _| -x, (1.0, 0.0), 2.0, steps);
        (x - libm::cos(2.0)).abs()
    };
    let ratio = error(32) / error(64);
    assert!((15.0..17.0).contains(&ratio), "{ratio}");
}
