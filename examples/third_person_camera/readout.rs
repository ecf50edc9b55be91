//! The readout while the scene runs, the summary at the end of a run, and the keys that change the springs.

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{OrbitDistance, OrbitPitch, OrbitYaw},
    prelude::*,
    property::Property,
};

use super::player::Player;
use super::rig::{self, Follower, Pivot, TripodShare, View};
use harness::Summary;
use harness::hud::{Help, History, Readout};

pub(crate) const HELP: Help = Help(&[
    ("W A S D", "walk (Shift: sprint, Space: jump)"),
    ("mouse", "look, wheel: zoom (Esc: release)"),
    ("T   C", "teleport, other camera"),
    ("[ ] - =", "omega, zeta (R: reset)"),
    ("L   , .", "lerp camera, its frame rate"),
    ("gamepad", "sticks, L2: sprint, A: jump, X: teleport, Y: camera"),
]);

/// The range of angular frequencies. Unit: rad/s.
const FREQUENCIES: std::ops::RangeInclusive<f32> = 1.0..=20.0;
/// The range of damping ratios. Unit: 1.
const RATIOS: std::ops::RangeInclusive<f32> = 0.1..=2.0;
/// The change per key press. Unit: rad/s.
const FREQUENCY_STEP: f32 = 0.5;
/// The change per key press. Unit: 1.
const RATIO_STEP: f32 = 0.05;

/// The parameters of both cameras' springs.
#[derive(Resource, PartialEq)]
pub(crate) struct Tuning {
    pub(crate) angular_frequency: f32,
    pub(crate) damping_ratio: f32,
}

impl Tuning {
    pub(crate) fn spring<P: Property>(&self) -> Spring<P> {
        Spring::new(self.angular_frequency, self.damping_ratio).on()
    }
}

impl Default for Tuning {
    fn default() -> Self {
        Self { angular_frequency: rig::ANGULAR_FREQUENCY, damping_ratio: rig::DAMPING_RATIO }
    }
}

/// Measurements over the whole run.
#[derive(Resource, Default)]
pub(crate) struct Record {
    /// The player's position in the previous tick.
    before: Option<Vec3>,
    /// The length of the player's path, without teleports. Unit: m.
    walked: f32,
    /// Unit: m.
    largest_lag: f32,
}

/// Changes the tuning on key presses.
pub(crate) fn tune(keys: Res<ButtonInput<KeyCode>>, mut tuning: ResMut<Tuning>) {
    let step =
        |plus, minus| f32::from(u8::from(keys.just_pressed(plus))) - f32::from(u8::from(keys.just_pressed(minus)));
    let frequency = tuning.angular_frequency + FREQUENCY_STEP * step(KeyCode::BracketRight, KeyCode::BracketLeft);
    let ratio = tuning.damping_ratio + RATIO_STEP * step(KeyCode::Equal, KeyCode::Minus);
    tuning.set_if_neq(if keys.just_pressed(KeyCode::KeyR) {
        Tuning::default()
    } else {
        Tuning {
            angular_frequency: frequency.clamp(*FREQUENCIES.start(), *FREQUENCIES.end()),
            damping_ratio: ratio.clamp(*RATIOS.start(), *RATIOS.end()),
        }
    });
}

/// Copies the tuning to the cameras' springs of property `P`. Neither position nor velocity jumps when a spring changes.
pub(crate) fn apply_tuning<P: Property>(
    tuning: Res<Tuning>,
    mut springs: Query<&mut Spring<P>, Or<(With<Pivot>, With<Follower>, With<View>)>>,
) {
    for mut spring in &mut springs {
        *spring = tuning.spring();
    }
}

/// Copies the tuning to the tripod, whose spring parameters are fields of its [`LookAt`].
pub(crate) fn apply_to_tripod(tuning: Res<Tuning>, mut tripod: Single<&mut LookAt>) {
    let Tuning { angular_frequency, damping_ratio } = *tuning;
    let tuned = LookAt { angular_frequency, damping_ratio, ..**tripod };
    tripod.set_if_neq(tuned);
}

/// Updates the record and the lag's history. Runs once a tick, after all motion.
pub(crate) fn record(
    player: Single<&Transform, With<Player>>,
    pivot: Single<&Transform, With<Pivot>>,
    player_velocity: Single<&Velocity, With<Player>>,
    time: Res<Time<Fixed>>,
    mut record: ResMut<Record>,
    history: Option<ResMut<History>>,
) {
    let lag = rig::lag(&pivot, &player);
    record.largest_lag = record.largest_lag.max(lag);
    let walked = record.before.map_or(0.0, |before| before.distance(player.translation));
    // A step that is longer than this bound is a teleport, which is not walking.
    if walked < 1.0 + 2.0 * player_velocity.0.length() * time.timestep().as_secs_f32() {
        record.walked += walked;
    }
    record.before = Some(player.translation);
    if let Some(mut history) = history {
        history.push(time.elapsed_secs_f64(), lag);
    }
}

/// Updates the readout. Runs once a frame.
pub(crate) fn show(
    player: Single<(&Transform, &Velocity), With<Player>>,
    pivot: Single<&Transform, With<Pivot>>,
    shown: Single<(&Target<TripodShare>, &View)>,
    tuning: Res<Tuning>,
    fixed: Res<Time<Fixed>>,
    mut readout: ResMut<Readout>,
) {
    let (transform, velocity) = *player;
    let (share, view) = *shown;
    let Tuning { angular_frequency, damping_ratio } = *tuning;
    let speed = velocity.0.length();
    let steady = 2.0 * damping_ratio / angular_frequency * speed;
    let mode = if share.value > 0.5 { "2: on the tower, turning" } else { "1: following" };
    readout.set_if_neq(Readout {
        heading: format!("Camera {mode}"),
        lines: vec![
            ("lag", format!("{:5.2} m", rig::lag(&pivot, transform))),
            ("steady lag", format!("{steady:5.2} m = 2 zeta u/omega")),
            ("player speed u", format!("{speed:5.2} m/s")),
            ("camera speed", format!("{:5.2} m/s", view.velocity.length())),
            ("frequency omega", format!("{angular_frequency:5.2} rad/s")),
            ("damping zeta", format!("{damping_ratio:5.2}")),
            ("tick rate", format!("{:5.0} Hz", 1.0 / fixed.timestep().as_secs_f64())),
        ],
    });
}

/// Adds the scene's lines to the summary, at the end of a windowless run.
pub(crate) fn summarize(
    record: Res<Record>,
    pivot: Single<(&Transform, &Velocity, Has<Resting>), With<Pivot>>,
    player: Single<&Transform, With<Player>>,
    camera: Single<(&Transform, &View)>,
    mut summary: ResMut<Summary>,
) {
    let (pivot, pivot_velocity, rests) = *pivot;
    let (transform, view) = *camera;
    let at_rest = if rests { "at rest" } else { "moving" };
    summary.0.extend([
        format!("the player walked {:.2} m", record.walked),
        format!("the largest lag was {:.2} m", record.largest_lag),
        format!(
            "at the end, the pivot is {at_rest}, {:.4} m behind its target, at {:.4} m/s",
            rig::lag(pivot, &player),
            pivot_velocity.0.length()
        ),
        format!("and the camera is at {:.3}, moving at {:.4} m/s", transform.translation, view.velocity.length()),
    ]);
}

/// Adds the systems that change the springs.
pub(crate) fn add_tuning(app: &mut App) {
    app.init_resource::<Tuning>().init_resource::<Record>().add_systems(
        Update,
        (
            tune,
            (
                (apply_tuning::<Translation>, apply_tuning::<TripodShare>, apply_to_tripod),
                (apply_tuning::<OrbitYaw>, apply_tuning::<OrbitPitch>, apply_tuning::<OrbitDistance>),
            )
                .run_if(resource_exists_and_changed::<Tuning>),
        )
            .chain(),
    );
}
