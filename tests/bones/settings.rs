//! The fields of `SpringBones`.

use bevy::prelude::*;
use bevy_exact_motion::{RestTolerance, SpringBones, events::InvalidMotion, prelude::*};

use crate::{stage::Stage, verlet::verlet, warnings};

#[derive(Resource, Default)]
struct Invalid(Vec<(Entity, &'static str)>);

/// A chain whose root is moved, after some frames. Returns the largest angle of its last bone.
fn largest(settings: SpringBones, frame: f64) -> f64 {
    let mut stage = Stage::new();
    let root = stage.app.world_mut().spawn((Transform::default(), Spring::critical(16.0))).id();
    let chain = stage.chain(root, 1, 0.1, settings);
    for _ in 0..5 {
        stage.frame(frame);
    }
    stage.aim(root, 0.2 * Vec3::X);
    let mut largest = 0.0_f64;
    // At most 20 s, because a long frame has a tick for each 1/64 s of it.
    for _ in 0..(20.0 / frame).min(100.0) as usize {
        stage.frame(frame);
        largest = largest.max(stage.angle(chain[0]).abs());
    }
    largest
}

#[test]
fn the_angle_stays_in_its_cone_and_the_influence_scales_it() {
    let loose = SpringBones { max_angle: f32::INFINITY, ..SpringBones::new(12.0, 0.2) };
    let free = largest(loose, 1.0 / 60.0);
    assert!(free > 0.8, "{free}");
    let limited = largest(SpringBones { max_angle: 0.5, ..loose }, 1.0 / 60.0);
    assert!(limited > 0.3 && limited < 0.5, "{limited}");
    let half = largest(SpringBones { influence: 0.5, ..loose }, 1.0 / 60.0);
    assert!((half - 0.5 * free).abs() < 1e-6, "{half}, {free}");
    assert_eq!(largest(SpringBones { influence: 0.0, ..loose }, 1.0 / 60.0), 0.0);
    assert_eq!(largest(SpringBones { max_angle: 0.0, ..loose }, 1.0 / 60.0), 0.0);
}

#[test]
fn any_stiffness_is_stable_in_any_frame() {
    for angular_frequency in [0.0, 30.0, f32::MAX] {
        for damping_ratio in [0.0, 1.0, f32::MAX] {
            for frame in [1e-6, 1.0 / 60.0, 2.0] {
                let settings = SpringBones::new(angular_frequency, damping_ratio);
                assert!(largest(settings, frame) <= core::f64::consts::FRAC_PI_2 + 1e-6, "{settings:?}");
            }
        }
    }
}

#[test]
fn an_invalid_field_is_reported_once_and_the_last_valid_ones_are_used() {
    warnings::capture_warnings();
    let mut stage = Stage::new();
    stage.app.init_resource::<Invalid>().add_observer(
        |it: On<InvalidMotion<Rotation>>, mut invalid: ResMut<Invalid>| invalid.0.push((it.entity, it.field)),
    );
    let root = stage.app.world_mut().spawn((Transform::default(), Spring::critical(16.0))).id();
    let chain = stage.chain(root, 2, 0.1, SpringBones::default());
    stage.app.world_mut().entity_mut(chain[0]).insert(Name::new("invalid tail"));
    stage.frame(1.0 / 60.0);
    stage.app.world_mut().get_mut::<SpringBones>(chain[0]).unwrap().damping_ratio = f32::NAN;
    stage.aim(root, 0.2 * Vec3::X);
    for _ in 0..10 {
        stage.frame(1.0 / 60.0);
    }
    assert!(stage.angle(chain[1]).abs() > 0.05);
    assert_eq!(stage.app.world().resource::<Invalid>().0, [(chain[0], "SpringBones::damping_ratio")]);
    warnings::assert_warned("invalid tail", "SpringBones::damping_ratio", 1);
    let never_valid = SpringBones { influence: 2.0, ..SpringBones::default() };
    let still = stage.chain(root, 1, 0.1, never_valid)[0];
    for _ in 0..10 {
        stage.frame(1.0 / 60.0);
        assert_eq!(stage.angle(still), 0.0);
    }
    assert_eq!(stage.app.world().resource::<Invalid>().0.len(), 2);
}

#[test]
fn a_bone_that_ends_nowhere_is_reported_once() {
    warnings::capture_warnings();
    let mut stage = Stage::new();
    for (name, settings) in [
        ("endless ear", SpringBones::default()),
        ("long ear", SpringBones { end: Vec3::Y, ..SpringBones::default() }),
        ("stiff ear", SpringBones { influence: 0.0, ..SpringBones::default() }),
    ] {
        stage.app.world_mut().spawn((Name::new(name), Transform::default(), settings));
    }
    for _ in 0..5 {
        stage.frame(1.0 / 60.0);
    }
    warnings::assert_warned("endless ear", "ends nowhere", 1);
    for name in ["long ear", "stiff ear"] {
        warnings::assert_warned(name, "ends nowhere", 0);
    }
}

/// VRM's numbers give VRM's swing at the frame rate at which they were chosen.
#[test]
fn the_numbers_of_vrm_give_its_swing() {
    for (stiffness, drag, length) in [(1.0, 0.1, 0.1), (3.0, 0.1, 0.19), (0.3, 0.4, 0.05), (4.0, 0.7, 0.1)] {
        let settings = SpringBones::from_vrm(stiffness as f32, drag as f32, Vec3::ZERO, length as f32, 60.0);
        let reach = 0.1 * length;
        let head = |t: f64| reach * (1.0 - (1.0 + 16.0 * t) * libm::exp(-16.0 * t));
        let expected = verlet(stiffness, drag, length, 60.0, head, 1.0);
        let mut stage = Stage::new();
        let root = (Transform::default(), Spring::critical(16.0), RestTolerance::<Translation>::new(1e-7));
        let root = stage.app.world_mut().spawn(root).id();
        let chain = stage.chain(root, 1, length as f32, SpringBones { max_angle: f32::INFINITY, ..settings });
        stage.frame(1.0 / 60.0);
        stage.aim(root, reach as f32 * Vec3::X);
        let most = expected.iter().map(|(_, angle)| angle.abs()).fold(0.0, f64::max);
        let mut worst = 0.0_f64;
        for (_, expected) in expected {
            stage.frame(1.0 / 60.0);
            worst = worst.max((stage.angle(chain[0]) - expected).abs());
        }
        println!("{settings:?}: {:.1} % of {:.2}°", 100.0 * worst / most, most.to_degrees());
        // The step sees the head's velocity half a frame later.
        assert!(worst < 0.2 * most, "{worst}, {most}");
    }
}
