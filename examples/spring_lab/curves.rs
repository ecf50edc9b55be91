//! The plot of the spring's response over time (value, velocity, and the stepped methods), and the labels of the spring's regime.

use bevy::prelude::*;
use bevy_exact_motion::math;
use bevy_exact_motion::prelude::*;

use super::lab::{Lab, Regime};
use super::numeric::{self, Method};
use harness::plot::{Axis, Line, Plot, narrow, sampled};
use harness::style::{BODY, GROOVE, HEADING, WARNING};

/// The duration of the response that is drawn. Unit: s.
pub(crate) const SECONDS: f64 = 1.2;
const VALUE: Color = HEADING;
const VELOCITY: Color = Color::srgb(0.45, 0.80, 1.0);
pub(crate) const RUNGE_KUTTA: Color = Color::srgb(0.80, 0.60, 1.0);
pub(crate) const EULER: Color = WARNING;

/// Marks the plot of the response.
#[derive(Component)]
pub(crate) struct OfResponse;

/// The last press or release of the button.
#[derive(Resource)]
pub(crate) struct Pressed {
    /// The time since the press or release. Unit: s.
    pub(crate) age: f64,
    /// The target progress: 1 after a press, 0 after a release.
    pub(crate) towards: f32,
}

impl Default for Pressed {
    fn default() -> Self {
        Self { age: 2.0 * SECONDS, towards: 0.0 }
    }
}

/// Redraws the curves if the spring has changed, and moves the dot, which shows the button's progress. Runs once a frame.
pub(crate) fn show(
    lab: Res<Lab>,
    time: Res<Time>,
    button: Single<&Progress>,
    mut pressed: ResMut<Pressed>,
    mut plot: Single<&mut Plot, With<OfResponse>>,
    mut labels: Query<(&Regime, &mut BackgroundColor)>,
) {
    pressed.age += time.delta_secs_f64();
    if lab.is_changed() {
        **plot = response(&lab.0);
        for (regime, mut color) in &mut labels {
            let is_on = *regime == Regime::of(&lab.0);
            color.set_if_neq(BackgroundColor(if is_on { HEADING.mix(&GROOVE, 0.55) } else { Color::NONE }));
        }
    }
    let covered = if pressed.towards > 0.5 { button.0 } else { 1.0 - button.0 };
    plot.dots = vec![(Vec2::new(narrow(pressed.age), covered), VALUE)];
}

/// Returns the plot of a spring's response, without the dot.
fn response(spring: &math::Spring) -> Plot {
    let x = Axis { start: -0.06, end: narrow(SECONDS), unit: "s" };
    let y = Axis { start: -0.75, end: 1.75, unit: "" };
    let released = Axis { start: 0.0, ..x };
    let critical = math::Spring { damping_ratio: 1.0, ..*spring };
    let exact = |color, value: &dyn Fn(f64) -> f64| Line { color, points: sampled(released, value) };
    let target = vec![Vec2::new(x.start, 1.0), Vec2::new(x.end, 1.0)];
    let mut lines = vec![
        Line { color: BODY.with_alpha(0.18), points: target },
        exact(BODY.with_alpha(0.30), &|time| critical.value(time)),
        exact(VELOCITY, &|time| spring.rate(time) / spring.angular_frequency),
        stepped(spring, numeric::euler, EULER),
        exact(VALUE, &|time| spring.value(time)),
    ];
    lines.extend(crosses(spring));
    Plot { x, y, lines, ..default() }
}

fn stepped(spring: &math::Spring, method: Method, color: Color) -> Line {
    let steps = numeric::steps(spring, method, SECONDS);
    Line { color, points: steps.into_iter().map(|(time, value)| Vec2::new(narrow(time), narrow(value))).collect() }
}

/// Returns the lines of a cross at each step of the Runge-Kutta method.
fn crosses(spring: &math::Spring) -> impl Iterator<Item = Line> {
    /// Half the size of a cross, in the units of the plot's axes.
    const ARM: Vec2 = Vec2::new(0.007, 0.035);
    let steps = numeric::steps(spring, numeric::runge_kutta, SECONDS);
    steps.into_iter().flat_map(|(time, value)| {
        let middle = Vec2::new(narrow(time), narrow(value));
        [ARM, Vec2::new(ARM.x, -ARM.y)].map(|arm| Line { color: RUNGE_KUTTA, points: vec![middle - arm, middle + arm] })
    })
}
