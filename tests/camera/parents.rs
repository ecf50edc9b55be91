//! Shots that are children of moving entities.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{camera::Pose, prelude::*};

use crate::stage::cameras_at_rate;

#[test]
fn a_child_of_a_moving_entity_is_shown_with_its_velocity_at_every_frame_rate() {
    for micros in [4_000, 7_700, 16_667, 33_333] {
        let mut bench = cameras_at_rate(64.0);
        let turns = Velocity::<Rotation>::of(0.5 * Vec3::Y);
        let player = bench.spawn((Transform::default(), Visibility::default(), Velocity::new(3.0 * Vec3::X), turns));
        let eye = bench.spawn((Transform::from_xyz(0.0, 1.7, -2.0), ChildOf(player)));
        let camera = bench.spawn(ActiveShot::new(eye));
        bench.run_to(0.5);
        for frame in 0..120 {
            bench.frame(Duration::from_micros(micros));
            let pose = *bench.get::<Pose>(camera);
            let arm = pose.rotation * Vec3::new(0.0, 1.7, -2.0);
            let expected = 3.0 * Vec3::X + (0.5 * Vec3::Y).cross(arm);
            let what = format!("{micros} µs, frame {frame}: {pose:?}");
            assert!(pose.velocity.distance(expected) < 1e-4, "{what} should move at {expected}");
            assert!(pose.angular_velocity.distance(0.5 * Vec3::Y) < 1e-5, "{what}");
        }
    }
}

#[test]
fn a_blend_to_or_from_a_child_of_a_moving_entity_does_not_jump() {
    for micros in [4_000, 7_700] {
        let mut bench = cameras_at_rate(64.0);
        let player = bench.spawn((Transform::default(), Visibility::default(), Velocity::new(3.0 * Vec3::X)));
        let eye = bench.spawn((Transform::from_xyz(0.0, 1.7, 0.0), ChildOf(player)));
        let still = bench.spawn(Transform::from_xyz(5.0, 2.0, 4.0));
        let camera = bench.spawn(ActiveShot::new(eye).with_blend(Blend::eased(2.0)));
        bench.run_to(0.5);
        let length = micros as f32 * 1e-6;
        let mut last = *bench.get::<Pose>(camera);
        for frame in 0..1200 {
            match frame {
                20 => bench.edit::<ActiveShot>(camera, |shows| shows.shot = still),
                600 => bench.edit::<ActiveShot>(camera, |shows| shows.shot = eye),
                _ => {}
            }
            bench.frame(Duration::from_micros(micros));
            let pose = *bench.get::<Pose>(camera);
            // The bound is the greatest acceleration: ω² times the offset of 13 m, for a blend of 2 s. A jump of the velocity by 3 m/s in
            // one frame would be at least twice as large.
            let change = pose.velocity.distance(last.velocity);
            assert!(change < 200.0 * length, "{micros} µs, frame {frame}: {last:?} became {pose:?}");
            let step = pose.position.distance(last.position + 0.5 * length * (last.velocity + pose.velocity));
            assert!(step < 100.0 * length * length, "{micros} µs, frame {frame}: {last:?} became {pose:?}");
            last = pose;
        }
    }
}
