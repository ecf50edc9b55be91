//! What other code writes is what it reads again.

use bevy::prelude::*;
use bevy_exact_motion::{RestTolerance, SpringBones, prelude::*};

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
