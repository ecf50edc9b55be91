//! Cuts of orbits to a new view, and orbits with lengths down to 0.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{camera::OrbitDistance, prelude::*};

use crate::stage::Stage;

const FRAME: Duration = Duration::from_micros(16_667);

#[test]
fn a_cut_uses_a_written_or_inserted_orbit_as_the_new_view() {
    for (way, walls) in [(0, false), (1, false), (2, false), (0, true), (1, true)] {
        let mut stage = Stage::new(64.0, (Transform::default(), Visibility::default()), Orbit::new(1.5, 0.9, 8.0));
        let camera = stage.camera;
        if walls {
            stage.bench.app.world_mut().entity_mut(camera).insert(Obstruction::default());
        }
        stage.bench.run_to(0.5);
        // A turn is in flight when the orbit gets a new view.
        stage.bench.edit::<OrbitInput>(camera, |input| input.turn = Vec2::new(0.5, -0.2));
        stage.bench.run_to(0.55);
        let view = Orbit::new(0.0, 0.1, 5.0);
        let mut entity = stage.bench.app.world_mut().entity_mut(camera);
        match way {
            0 => *entity.get_mut::<Orbit>().unwrap() = view,
            1 => {
                entity.insert(view);
            }
            _ => entity.get_mut::<Orbit>().unwrap().yaw = 0.0,
        }
        let expected = *entity.get::<Orbit>().unwrap();
        stage.bench.app.world_mut().trigger(Cut::new(camera));
        for frame in 0..60 {
            stage.bench.frame(FRAME);
            let orbit = *stage.bench.get::<Orbit>(camera);
            let what = format!("{way}, walls {walls}, frame {frame}: {orbit:?} should be {expected:?}");
            assert!((orbit.yaw - expected.yaw).abs() < 1e-5, "{what}");
            assert!((orbit.pitch - expected.pitch).abs() < 1e-5, "{what}");
            assert!((orbit.distance - expected.distance).abs() < 1e-5, "{what}");
        }
        // The next input continues from the new view.
        stage.bench.edit::<OrbitInput>(camera, |input| input.turn.x += 0.004);
        for _ in 0..120 {
            stage.bench.frame(FRAME);
        }
        assert!((stage.bench.get::<Orbit>(camera).yaw - expected.yaw - 0.004).abs() < 1e-5);
    }
}

#[test]
fn a_cut_without_a_written_orbit_jumps_to_the_orbits_targets() {
    let mut stage = Stage::new(64.0, (Transform::default(), Visibility::default()), Orbit::new(0.0, 0.3, 8.0));
    let camera = stage.camera;
    stage.bench.run_to(0.5);
    stage.bench.edit::<OrbitInput>(camera, |input| input.turn.x = 1.0);
    stage.bench.run_to(0.55);
    stage.bench.app.world_mut().trigger(Cut::new(camera));
    stage.bench.frame(FRAME);
    assert!((stage.bench.get::<Orbit>(camera).yaw - 1.0).abs() < 1e-5);
}

/// An orbit whose range of lengths begins at 0, with or without `Obstruction`.
fn down_to_0(length: f32, walls: bool) -> Stage {
    let range = OrbitRange { distance: [0.0, 20.0], ..default() };
    let mut stage =
        Stage::new(64.0, (Transform::default(), Visibility::default()), (Orbit::new(0.0, 0.3, length), range));
    if walls {
        let camera = stage.camera;
        stage.bench.app.world_mut().entity_mut(camera).insert(Obstruction::default());
    }
    stage.bench.run_to(0.5);
    stage
}

fn rest_length(stage: &mut Stage) -> f32 {
    stage.bench.run_to(stage.elapsed() + 3.0);
    stage.bench.get::<Orbit>(stage.camera).distance
}

#[test]
fn zoom_lengthens_a_boom_of_length_0_and_shortens_it_to_0_again() {
    for walls in [false, true] {
        let mut stage = down_to_0(0.0, walls);
        let camera = stage.camera;
        stage.bench.edit::<OrbitInput>(camera, |input| input.zoom = 0.5);
        let out = rest_length(&mut stage);
        assert!((out - 0.5).abs() < 1e-4, "walls {walls}: {out}");
        // From 1 m on, zoom multiplies the length.
        stage.bench.edit::<OrbitInput>(camera, |input| input.zoom = 0.5 + 4.0f32.ln());
        let out = rest_length(&mut stage);
        assert!((out - 4.0).abs() < 1e-3, "walls {walls}: {out}");
        // The opposite zoom shortens the length again, to no less than 0.
        stage.bench.edit::<OrbitInput>(camera, |input| input.zoom = -(0.5 + 4.0f32.ln()));
        let back = rest_length(&mut stage);
        assert!((back - 0.5).abs() < 1e-3, "walls {walls}: {back}");
        stage.bench.edit::<OrbitInput>(camera, |input| input.zoom = -3.0);
        let back = rest_length(&mut stage);
        assert!(back.abs() < 1e-5, "walls {walls}: {back}");
        // `zoom_rate` also lengthens the boom.
        stage.bench.edit::<OrbitInput>(camera, |input| input.zoom_rate = 1.0);
        stage.bench.run_to(stage.elapsed() + 1.0);
        stage.bench.edit::<OrbitInput>(camera, |input| input.zoom_rate = 0.0);
        let out = rest_length(&mut stage);
        assert!((out - 1.0).abs() < 0.03, "walls {walls}: {out}");
    }
}

#[test]
fn a_length_is_never_below_0() {
    for (end, walls) in [(20.0, false), (f32::INFINITY, false), (20.0, true)] {
        let mut stage = down_to_0(1.0, walls);
        let camera = stage.camera;
        stage.bench.edit::<OrbitRange>(camera, |range| range.limit_angular_frequency = end);
        stage.bench.app.world_mut().entity_mut(camera).insert(Spring::new(9.0, 0.05).on::<OrbitDistance>());
        for frame in 0..400 {
            if frame % 100 == 0 {
                stage.bench.edit::<Velocity<OrbitDistance>>(camera, |velocity| velocity.0 -= 60.0);
            }
            stage.bench.frame(Duration::from_millis(9));
            let (orbit, pose) = (*stage.bench.get::<Orbit>(camera), stage.pose());
            let ahead = pose.position.dot(pose.rotation * Vec3::Z);
            assert!(orbit.distance >= 0.0 && ahead >= -1e-6, "end {end}, walls {walls}, {frame}: {orbit:?}, {ahead}");
        }
    }
}
