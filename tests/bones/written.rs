//! What other code writes is what it reads again.

use bevy::prelude::*;
use bevy_exact_motion::{RestTolerance, SpringBones, events::OriginShift, prelude::*};

use crate::stage::Stage;

#[test]
fn other_code_reads_the_pose_that_it_wrote_bit_for_bit() {
    #[derive(Component)]
    struct Posed(Quat);

    let mut stage = Stage::new();
    let root = (Transform::default(), Spring::new(9.0, 0.3), Target::new(Vec3::X));
    let root = stage.app.world_mut().spawn(root).id();
    let chain = stage.chain(root, 3, 0.1, SpringBones::default());
    let pose = Quat::from_euler(EulerRot::XYZ, 0.3, -0.2, 0.7);
    for &bone in &chain {
        stage.app.world_mut().entity_mut(bone).insert(Posed(pose));
        stage.app.world_mut().get_mut::<Transform>(bone).unwrap().rotation = pose;
    }
    stage.app.add_systems(Update, |bones: Query<(&Transform, &Posed)>| {
        for (transform, posed) in &bones {
            assert_eq!(transform.rotation.to_array(), posed.0.to_array());
        }
    });
    let mut most = 0.0_f32;
    for _ in 0..60 {
        stage.frame(1.0 / 60.0);
        most = most.max(stage.app.world().get::<Transform>(chain[1]).unwrap().rotation.angle_between(pose));
    }
    assert!(most > 0.05, "it should swing, {most} rad");
}

#[test]
fn a_teleported_root_does_not_swing() {
    let mut stage = Stage::new();
    let root = stage.app.world_mut().spawn(Transform::default()).id();
    let chain = stage.chain(root, 3, 0.1, SpringBones::default());
    for frame in 0..30 {
        if frame == 10 {
            let mut moved = stage.app.world_mut().get_mut::<Transform>(root).unwrap();
            moved.translation = Vec3::new(100.0, 5.0, 0.0);
            stage.app.world_mut().trigger(Teleported::<Translation>::new(root));
        }
        stage.frame(1.0 / 60.0);
        for &bone in &chain {
            assert!(stage.angle(bone).abs() < 1e-6, "in frame {frame}: {}", stage.angle(bone));
        }
    }
}

#[test]
fn a_shifted_origin_does_not_disturb_a_swing() {
    let angles = |by: Vec3, is_ours: bool| {
        let mut stage = Stage::new();
        let root = stage.app.world_mut().spawn(Transform::default()).id();
        if is_ours {
            stage.app.world_mut().entity_mut(root).insert((Spring::critical(16.0), Target::new(0.25 * Vec3::X)));
        }
        let chain = stage.chain(root, 2, 0.125, SpringBones::default());
        (0..60)
            .map(|frame| {
                if frame == 20 {
                    stage.app.world_mut().trigger(OriginShift::new(by));
                    let mut place = stage.app.world_mut().get_mut::<Transform>(root).unwrap();
                    if !is_ours {
                        place.translation += by;
                    }
                }
                if !is_ours {
                    // 1/64 in each frame is exact, also far from the origin.
                    stage.app.world_mut().get_mut::<Transform>(root).unwrap().translation.x += 1.0 / 64.0;
                }
                stage.frame(1.0 / 64.0);
                stage.angle(chain[1])
            })
            .collect::<Vec<f64>>()
    };
    for is_ours in [true, false] {
        let expected = angles(Vec3::ZERO, is_ours);
        assert!(expected.iter().any(|angle| angle.abs() > 0.1));
        for (found, expected) in angles(Vec3::new(64.0, 16.0, 0.0), is_ours).into_iter().zip(expected) {
            // The root's place is rounded to f32: 4e-6 of 64, seen from a bone of 1/8, at most.
            assert!((found - expected).abs() < 3e-5, "{found}, {expected}");
        }
    }
}

#[test]
fn a_scaled_model_swings_alike() {
    let angles = |scale: f32| {
        let mut stage = Stage::new();
        let rest = RestTolerance::<Translation>::new(1e-3 * scale);
        let root = (Transform::from_scale(Vec3::splat(scale)), Spring::critical(16.0), rest);
        let root = stage.app.world_mut().spawn((root, Target::new(0.2 * scale * Vec3::X))).id();
        let chain = stage.chain(root, 2, 0.1, SpringBones::default());
        (0..60)
            .map(|_| {
                stage.frame(1.0 / 60.0);
                stage.angle(chain[1])
            })
            .collect::<Vec<f64>>()
    };
    for (one, other) in angles(1.0).into_iter().zip(angles(16.0)) {
        assert!((one - other).abs() < 1e-6, "{one}, {other}");
    }
}
