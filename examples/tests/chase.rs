//! A click in mid-flight does not change the velocity of the square on the spring, and stops the square with the tween. Velocities are
//! measured from the drawn positions.
#![expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a frame's number is small")]

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;
use harness::{Harness, cli::Options};

use crate::scenes::chase as scene;
use scene::{
    halves::Square,
    script::{self, CLICKS, PERIOD},
    tween::Tween,
};

/// The number of frames per second, with one frame per tick. Unit: 1/s.
const RATE: f32 = 256.0;

/// The positions of the square on the spring and of the square with the tween, in each frame from t = 0 on.
#[derive(Resource, Default)]
struct Drawn(Vec<[Vec2; 2]>);

fn look(
    spring: Single<&Transform, (With<Square>, With<Spring>)>,
    tween: Single<&Transform, (With<Square>, With<Tween>)>,
    mut drawn: ResMut<Drawn>,
) {
    drawn.0.push([spring.translation.xy(), tween.translation.xy()]);
}

fn drawn(seconds: f64) -> Vec<[Vec2; 2]> {
    let options = Options { seconds: Some(seconds), tick_rate: RATE.into(), ..Options::default() };
    let harness = Harness::in_process("chase", options, script::play()).with_interface().designed_for(scene::SMALLEST);
    let mut app = scene::build(&harness);
    app.init_resource::<Drawn>().add_systems(Last, look);
    harness.simulate(&mut app);
    app.world_mut().remove_resource::<Drawn>().expect("recorded").0
}

#[test]
fn a_click_in_mid_flight_keeps_the_velocity_of_the_spring_and_stops_the_tween() {
    /// An upper bound of the acceleration: ω² times the largest distance from a target, plus 2ζω times the largest speed.
    const LARGEST_ACCELERATION: f32 = 36.0 * 600.0 + 6.0 * 1500.0;
    let drawn = drawn(PERIOD);
    let mut in_mid_flight = 0;
    for (time, _) in CLICKS {
        let frame = (time * f64::from(RATE)).ceil() as usize;
        let velocities = |frame: usize| [0, 1].map(|square| RATE * (drawn[frame][square] - drawn[frame - 1][square]));
        let ([spring_before, tween_before], [spring_after, tween_after]) =
            (velocities(frame - 1), velocities(frame + 1));
        let change = spring_before.distance(spring_after);
        assert!(change < 2.0 * LARGEST_ACCELERATION / RATE, "{time} s: the spring's velocity jumps by {change}");
        let (before, after) = (tween_before.length(), tween_after.length());
        assert!(after < 10.0, "{time} s: the tween should start at rest, not at {after}");
        in_mid_flight += usize::from(before > 500.0);
    }
    assert!(in_mid_flight >= 10, "only {in_mid_flight} clicks come in mid-flight");
}

#[test]
fn each_square_ends_successive_rounds_of_clicks_at_the_same_position() {
    let drawn = drawn(3.0 * PERIOD);
    let [second, third] = [2.0, 3.0].map(|end| drawn[(end * PERIOD * f64::from(RATE)) as usize]);
    for (second, third) in second.into_iter().zip(third) {
        assert!(
            second.distance(third) < 0.01,
            "{second} at the end of the second round, {third} at the end of the third"
        );
    }
}
