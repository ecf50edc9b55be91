//! Bones that are kept out of shapes.

use bevy::prelude::*;
use bevy_exact_motion::{BoneCollider, SpringBones, prelude::*};

use crate::stage::Stage;

/// The distance of a point from a shape at the origin; negative inside.
fn distance(collider: &BoneCollider, point: Vec3) -> f32 {
    match *collider {
        BoneCollider::Sphere(Sphere { radius }) => point.length() - radius,
        BoneCollider::Capsule(Capsule3d { radius, half_length }) => {
            let centre = Vec3::Y * point.y.clamp(-half_length, half_length);
            point.distance(centre) - radius
        }
        BoneCollider::Plane(InfinitePlane3d { normal }) => point.dot(*normal),
    }
}

fn colliders() -> [BoneCollider; 3] {
    [
        BoneCollider::Sphere(Sphere::new(0.3)),
        BoneCollider::Capsule(Capsule3d::new(0.2, 0.4)),
        BoneCollider::Plane(InfinitePlane3d::new(Vec3::new(1.0, 1.0, 0.0))),
    ]
}

/// f32 rounding of places of up to about 1 unit, over a few operations.
const ROUNDING: f32 = 1e-6;

#[test]
fn no_end_is_drawn_inside_of_a_collider() {
    for collider in colliders() {
        for hz in [30.0, 144.0] {
            let mut stage = Stage::new();
            let place = Vec3::new(0.9, 0.2, 0.1);
            let root = (Transform::from_translation(place), Spring::critical(6.0), Target::new(place));
            let root = stage.app.world_mut().spawn(root).id();
            let settings =
                SpringBones { radius: 0.02, gravity: Vec3::new(-6.0, -2.0, 0.0), ..SpringBones::new(10.0, 0.6) };
            let chain = stage.chain(root, 4, 0.1, settings);
            let shape = stage.app.world_mut().spawn((collider, Transform::default())).id();
            let mut touched = 0;
            for frame in 0..(6.0 * hz) as u32 {
                if frame == 5 {
                    // All shapes reach to here; the bones' heads stay outside.
                    stage.aim(root, Vec3::new(0.25, 0.3, 0.0));
                }
                stage.frame(1.0 / hz);
                for &end in &chain[1..] {
                    let found = distance(&collider, stage.place(end)) - 0.02;
                    assert!(found > -ROUNDING, "{collider:?} at {hz} Hz, frame {frame}: {found}");
                    touched += u32::from(found < ROUNDING);
                }
            }
            assert!(touched > 10, "{collider:?} at {hz} Hz is touched {touched} times");
            let resting: Vec<Vec3> = chain.iter().map(|&bone| stage.place(bone)).collect();
            for _ in 0..60 {
                stage.frame(1.0 / hz);
            }
            for (&bone, before) in chain.iter().zip(resting) {
                assert!(stage.place(bone).distance(before) < ROUNDING, "{collider:?} at {hz} Hz jitters");
            }
            stage.app.world_mut().entity_mut(shape).despawn();
        }
    }
}

#[test]
fn hostile_colliders_are_ignored() {
    let mut stage = Stage::new();
    let root = stage.app.world_mut().spawn((Transform::default(), Spring::critical(6.0), Target::new(Vec3::X))).id();
    let chain = stage.chain(root, 3, 0.1, SpringBones::default());
    for size in [f32::NAN, f32::INFINITY, -1.0, 0.0, f32::MAX] {
        for place in [Vec3::ZERO, Vec3::splat(f32::NAN), Vec3::splat(f32::MAX)] {
            let place = Transform::from_translation(place);
            stage.app.world_mut().spawn((BoneCollider::Sphere(Sphere { radius: size }), place));
            let capsule = Capsule3d { radius: size, half_length: size };
            stage.app.world_mut().spawn((BoneCollider::Capsule(capsule), place.with_scale(Vec3::splat(size))));
        }
    }
    for _ in 0..60 {
        stage.frame(1.0 / 60.0);
        for &bone in &chain {
            assert!(stage.app.world().get::<Transform>(bone).unwrap().is_finite());
        }
    }
}
