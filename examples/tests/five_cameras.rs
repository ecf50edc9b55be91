//! Each camera of the scene does what its explanation says.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;
use harness::{
    Harness,
    cli::Options,
    script::{Script, hold, tap},
};

use crate::scenes::five_cameras as scene;
use scene::{choice::Chosen, field::Walker, lock_on::Enemy};

/// The camera and the player of a frame.
#[derive(Clone, Copy)]
struct Frame {
    camera: GlobalTransform,
    /// On the field.
    walker: Vec3,
    enemy: Vec3,
    /// In the level.
    runner: Vec3,
}

/// All frames.
#[derive(Resource, Default)]
struct Film(Vec<Frame>);

fn record(
    camera: Single<&GlobalTransform, (With<Camera>, Without<IsDefaultUiCamera>)>,
    walker: Single<&Transform, With<Walker>>,
    enemy: Single<&Transform, With<Enemy>>,
    runner: Single<&Transform, With<Gravity>>,
    mut film: ResMut<Film>,
) {
    let [walker, enemy, runner] = [walker.translation, enemy.translation, runner.translation];
    film.0.push(Frame { camera: **camera, walker, enemy, runner });
}

/// Chooses a camera with its key after a quarter of a second, holds another key from 2 s to 3 s, and runs for 6 s, at 64 frames a second.
fn play(chosen: Chosen, choice: KeyCode, held: KeyCode) -> Vec<Frame> {
    let script = Script::new([tap(choice, 0.25), hold(held, 2.0, 3.0)].concat());
    let options = Options { seconds: Some(6.0), tick_rate: 64.0, frame_rate: Some(64.0), ..Options::default() };
    let harness = Harness::in_process("five_cameras", options, script);
    let mut app = scene::build(&harness);
    // `Single` would leave out frames without a camera, or with two.
    app.init_resource::<Film>().add_systems(Last, record);
    harness.simulate(&mut app);
    assert_eq!(*app.world().resource::<Chosen>(), chosen);
    let Film(frames) = app.world_mut().remove_resource().expect("inserted above");
    assert!(frames.len() >= 6 * 64 - 2, "{} frames have one camera", frames.len());
    frames
}

fn at(frames: &[Frame], seconds: f32) -> &Frame {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a few seconds")]
    let index = (64.0 * seconds) as usize;
    &frames[index]
}

#[test]
fn the_third_person_camera_is_over_the_shoulder_of_a_player_that_walks_away() {
    let frames = play(Chosen::ThirdPerson, KeyCode::Digit1, KeyCode::KeyW);
    let Frame { camera, walker, .. } = frames[frames.len() - 1];
    assert!((walker.z - (6.0 - 5.0)).abs() < 0.2, "{walker}");
    let off = camera.translation() - walker;
    let (ahead, up) = (4.0 * 0.2f32.cos(), 1.6 + 4.0 * 0.2f32.sin());
    assert!(off.distance(Vec3::new(0.5, up, ahead)) < 0.01, "{off}");
}

#[test]
fn a_jump_does_not_move_the_platformers_camera() {
    let frames = play(Chosen::Platformer, KeyCode::Digit2, KeyCode::Space);
    let heights = |height: fn(&Frame) -> f32| {
        let during = frames[115..].iter().map(height);
        during.clone().fold(f32::NEG_INFINITY, f32::max) - during.fold(f32::INFINITY, f32::min)
    };
    // Ticks are shorter than the top of a jump by less than a pixel.
    let jumped = heights(|frame| frame.runner.y);
    assert!((jumped - 190.0).abs() < 1.0, "{jumped} pixels");
    let moved = heights(|frame| frame.camera.translation().y);
    assert!(moved < 0.1, "{moved} pixels");
}

#[test]
fn the_platformers_camera_looks_ahead_of_a_run() {
    let frames = play(Chosen::Platformer, KeyCode::Digit2, KeyCode::KeyD);
    let Frame { camera, runner, .. } = at(&frames, 2.9);
    // 0.7 s, less the dead zone and the spring's lag of 2/6 s, which after 0.9 s is complete to e^(−5.4) (1 + 5.4) of it.
    let ahead = 420.0 * (0.7 - 2.0 / 6.0) - 40.0;
    assert!(
        (camera.translation().x - runner.x - ahead).abs() < 0.03 * 420.0 * (0.7 + 2.0 / 6.0),
        "{camera:?}, {runner}"
    );
}

#[test]
fn the_lock_on_camera_shows_both_fighters_from_behind_the_player() {
    let frames = play(Chosen::LockOn, KeyCode::Digit4, KeyCode::KeyD);
    for Frame { camera, walker, enemy, .. } in &frames[128..] {
        let [near, far] = [walker, enemy].map(|place| camera.affine().inverse().transform_point3(*place));
        assert!(near.z < -2.0 && far.z < near.z, "{near}, {far}");
        // The lens shows 45° from top to bottom.
        for place in [near, far] {
            assert!(place.xy().abs().max_element() < 0.42 * -place.z, "{place}");
        }
    }
}

#[test]
fn the_top_down_camera_and_the_viewer_stay_while_the_player_walks() {
    for (chosen, key) in [(Chosen::TopDown, KeyCode::Digit3), (Chosen::ModelViewer, KeyCode::Digit5)] {
        let frames = play(chosen, key, KeyCode::KeyW);
        let [before, after] = [1.9, 5.9].map(|seconds| *at(&frames, seconds));
        assert!(before.walker.distance(after.walker) > 4.0, "{chosen:?}");
        assert!(before.camera.translation().distance(after.camera.translation()) < 1e-3, "{chosen:?}");
    }
}
