//! Followers of a camera: within a tick they use a cubic for the camera's path if its velocity is known, and a line otherwise.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{OrbitDistance, OrbitYaw},
    prelude::*,
};

use crate::{
    app::{Bench, ulp},
    stage::cameras_at_rate,
};

/// The boom's turn rate. Unit: rad/s.
const SPIN: f64 = 3.0;
/// The boom's length. Unit: m.
const LENGTH: f64 = 8.0;
/// The angular frequency of the follower's critical spring. Unit: rad/s.
const OMEGA: f64 = 8.0;

/// Spawns and returns a pivot, a camera that circles it at a steady rate, and a follower of the camera.
fn circling(mut bench: Bench, pivot: impl Bundle) -> (Bench, [Entity; 3]) {
    let pivot = bench.spawn((pivot, Visibility::default()));
    let camera = bench.spawn((Orbit::new(0.0, 0.0, LENGTH as f32), ChildOf(pivot)));
    let mut boom = bench.app.world_mut().entity_mut(camera);
    boom.remove::<(Spring<OrbitYaw>, Target<OrbitYaw>)>().insert(Velocity::<OrbitYaw>::of(SPIN as f32));
    let follower = bench.spawn((
        Transform::from_xyz(0.0, 0.0, LENGTH as f32),
        Spring::critical(OMEGA as f32),
        Follow::new(camera),
    ));
    bench.frame(Duration::ZERO);
    (bench, [pivot, camera, follower])
}

fn place(bench: &Bench, entity: Entity) -> Vec3 {
    bench.get::<Transform>(entity).translation
}

/// The steady state of the follower on the circle, as x and z: a spring responds to `LENGTH e^(iΩt)` with `k / (k − Ω² + i c Ω)` times
/// that.
fn steady_state(t: f64) -> [f64; 2] {
    let (re, im) = (OMEGA * OMEGA - SPIN * SPIN, 2.0 * OMEGA * SPIN);
    let share = OMEGA * OMEGA / re.hypot(im);
    let phase = SPIN * t - im.atan2(re);
    [share * LENGTH * phase.sin(), share * LENGTH * phase.cos()]
}

/// The follower's greatest distance from the closed form, at the ticks from 4 to 6 s. By then the error of the first tick has decayed by
/// e^-32. `moved` is the translation of the follower's circle at an instant (s).
fn worst(hz: f64, pivot: impl Bundle, moved: impl Fn(f64) -> Vec3) -> f64 {
    let (mut bench, [.., follower]) = circling(cameras_at_rate(hz), pivot);
    bench.run_to(4.0);
    let mut worst = 0.0f64;
    while bench.elapsed() < 6.0 {
        bench.frame(Duration::from_secs_f64(1.0 / hz));
        let t = bench.elapsed();
        let found = (place(&bench, follower) - moved(t)).as_dvec3();
        let [x, z] = steady_state(t);
        worst = worst.max((found.x - x).hypot(found.z - z));
    }
    worst
}

#[test]
fn the_error_of_a_follower_of_a_circling_camera_is_of_fourth_order() {
    // A cubic is off by h⁴/384 times the fourth derivative, and the spring does not amplify this error. The ends of the cubic, the yaw at
    // 18 rad and the follower's own position are rounded.
    let rounded = 4.0 * ulp(LENGTH) + LENGTH * ulp(18.0);
    let bound = |hz: f64| LENGTH * SPIN.powi(4) / (384.0 * hz.powi(4)) + rounded;
    for hz in [30.0, 60.0] {
        let found = worst(hz, Transform::default(), |_| Vec3::ZERO);
        assert!(found <= bound(hz), "{hz} Hz: {found:e}, at most {:e}", bound(hz));
    }
    let [coarse, fine] = [8.0, 16.0].map(|hz| worst(hz, Transform::default(), |_| Vec3::ZERO));
    assert!(coarse <= bound(8.0) && fine <= bound(16.0), "{coarse:e}, {fine:e}");
    assert!(
        (14.0..=18.0).contains(&(coarse / fine)),
        "halving the ticks should divide the error by 16: {coarse:e}, {fine:e}"
    );
}

#[test]
fn the_error_of_a_follower_of_a_circling_camera_on_a_moving_pivot_is_of_fourth_order() {
    let velocity = Vec3::new(1.0, 0.5, -0.25);
    // The spring lags behind a steady velocity u by 2 u / ω.
    let lag = 2.0 / OMEGA;
    let rounded = 4.0 * ulp(16.0) + LENGTH * ulp(18.0);
    for hz in [30.0f64, 60.0] {
        let moved = |t: f64| velocity * (t - lag) as f32;
        let found = worst(hz, (Transform::default(), Velocity::new(velocity)), moved);
        let bound = LENGTH * SPIN.powi(4) / (384.0 * hz.powi(4)) + rounded;
        assert!(found <= bound, "{hz} Hz: {found:e}, at most {bound:e}");
    }
}

/// Marks an entity that user code moves along x at this speed (m/s).
#[derive(Component)]
struct Walks(f32);

fn walk(time: Res<Time>, mut walking: Query<(&mut Transform, &Walks)>) {
    for (mut transform, walks) in &mut walking {
        transform.translation.x = walks.0 * time.elapsed_secs();
    }
}

#[test]
fn the_velocity_of_a_camera_on_a_foreign_pivot_counts_as_unknown() {
    let run = |hz: f64| {
        let mut bench = cameras_at_rate(hz);
        bench.app.add_systems(FixedUpdate, walk);
        let (mut bench, [pivot, camera, follower]) = circling(bench, (Transform::default(), Walks(4.0)));
        bench.edit::<Velocity<OrbitYaw>>(camera, |velocity| velocity.0 = 0.0);
        let _ = pivot;
        bench.run_to(1.0);
        // Frames of 5 ms also end between ticks.
        (0..40)
            .map(|_| {
                bench.frame(Duration::from_millis(5));
                (bench.elapsed(), place(&bench, follower))
            })
            .map(|(_, place)| place.x)
            .collect::<Vec<_>>()
    };
    // At a steady velocity, lines are exact.
    for (frame, (coarse, fine)) in run(25.0).into_iter().zip(run(200.0)).enumerate() {
        // Tolerance: the remaining error of the first tick, for which no line is known yet.
        assert!((coarse - fine).abs() < 1e-3, "frame {frame}: {coarse} and {fine}");
    }
}

#[test]
fn a_follower_moves_smoothly_after_its_camera_jumps() {
    type Change = fn(&mut Bench, [Entity; 3]);
    let changes: [(&str, Change); 4] = [
        ("its pivot jumps", |bench, [pivot, ..]| {
            bench.edit::<Transform>(pivot, |transform| transform.translation += 10.0 * Vec3::X);
        }),
        ("it is cut", |bench, [_, camera, _]| {
            bench.edit::<Target<OrbitDistance>>(camera, |target| target.value = 16.0);
            bench.app.world_mut().trigger(Cut::new(camera));
        }),
        ("it has another parent", |bench, [_, camera, _]| {
            let other = bench.spawn((Transform::from_xyz(10.0, 0.0, 0.0), Visibility::default()));
            bench.app.world_mut().entity_mut(camera).insert(ChildOf(other));
        }),
        ("it shows another shot", |bench, [_, camera, _]| {
            let shot = bench.spawn(Transform::from_xyz(3.0, 0.0, 9.0));
            bench.app.world_mut().entity_mut(camera).insert(ActiveShot::new(shot));
        }),
    ];
    for (what, change) in changes {
        for hz in [30.0, 60.0] {
            let pivot = (Transform::default(), Velocity::new(Vec3::Z));
            let (mut bench, entities) = circling(cameras_at_rate(hz), pivot);
            bench.run_to(2.0);
            change(&mut bench, entities);
            let [.., follower] = entities;
            let (mut before, mut far) = (place(&bench, follower), 0.0f32);
            let mut speed = bench.get::<Velocity>(follower).0;
            for frame in 0..400 {
                bench.frame(Duration::from_millis(3));
                let (now, velocity) = (place(&bench, follower), bench.get::<Velocity>(follower).0);
                // The spring acts over at most 30 m, for a tick and a frame. A correction moves the follower by at most k · 30 m · h²/6.
                let most = (OMEGA * OMEGA) as f32 * 30.0 * (1.0 / hz as f32 + 0.003);
                assert!((velocity - speed).length() < most, "{what}, {hz} Hz, frame {frame}: {speed} {velocity}");
                let step = 0.003 * velocity.length().max(speed.length()) + (OMEGA * OMEGA / (hz * hz)) as f32 * 5.0;
                assert!(now.distance(before) < step, "{what}, {hz} Hz, frame {frame}: {before} {now}");
                far = far.max(now.length());
                (before, speed) = (now, velocity);
            }
            assert!(far < 30.0, "{what}, {hz} Hz: the follower was {far} m away");
        }
    }
}

#[derive(Component)]
struct LinearVelocity(Vec3);

fn circle(time: Res<Time>, mut bodies: Query<(&mut Transform, &mut LinearVelocity)>) {
    let (sine, cosine) = (SPIN * time.elapsed_secs_f64()).sin_cos();
    for (mut transform, mut velocity) in &mut bodies {
        transform.translation = Vec3::new((LENGTH * sine) as f32, 0.0, (LENGTH * cosine) as f32);
        velocity.0 = Vec3::new((LENGTH * SPIN * cosine) as f32, 0.0, (-LENGTH * SPIN * sine) as f32);
    }
}

#[test]
fn register_leader_velocity_also_works_alongside_cameras() {
    for cameras_first in [false, true] {
        let read = |app: &mut App| {
            app.register_leader_velocity::<Translation, LinearVelocity>(|velocity| velocity.0);
        };
        let mut bench = Bench::with(Duration::from_secs_f64(1.0 / 30.0), move |app: &mut App| {
            if cameras_first {
                app.add_plugins(ExactCameraPlugin::default());
                read(app);
            } else {
                read(app);
                app.add_plugins(ExactCameraPlugin::default());
            }
        });
        bench.app.add_systems(FixedUpdate, circle);
        let body = bench.spawn((Transform::from_xyz(0.0, 0.0, LENGTH as f32), LinearVelocity(Vec3::ZERO)));
        let follower = bench.spawn((Transform::default(), Spring::critical(OMEGA as f32), Follow::new(body)));
        bench.run_to(4.0);
        let (found, [x, z]) = (place(&bench, follower).as_dvec3(), steady_state(bench.elapsed()));
        let error = (found.x - x).hypot(found.z - z);
        // With lines, the error would be 1e-2 m.
        assert!(error < 1e-5, "cameras first {cameras_first}: {error:e}");
    }
}

#[test]
fn a_group_under_a_rotated_parent_is_followed() {
    let run = |hz: f64, together: bool| {
        let mut bench = cameras_at_rate(hz);
        let turned = Transform::from_rotation(Quat::from_rotation_y(2.0));
        let parent = bench.spawn((turned, Visibility::default()));
        let group = bench.spawn((Transform::default(), ChildOf(parent)));
        let motion = (Spring::new(5.0, 0.3), Target::new(5.0 * Vec3::Y), Velocity::new(3.0 * Vec3::Z));
        bench.spawn((Transform::from_translation(Vec3::X), InGroup(group), motion));
        let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(group)));
        if together {
            bench.app.world_mut().entity_mut(follower).insert(ChildOf(parent));
        }
        bench.run_to(1.0);
        place(&bench, follower)
    };
    for together in [false, true] {
        let apart = run(32.0, together).distance(run(1000.0, together));
        // A line is off by h²/8 times about 125 m/s², 1.5e-2 m. The spring passes on only a part of this error.
        assert!(apart < 1e-2, "together {together}: {apart}");
    }
}
