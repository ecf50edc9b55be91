//! What rests, is removed, or returns.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{SpringBones, prelude::*};

use crate::stage::Stage;

#[derive(Resource, Default)]
struct Changes(usize);

/// A chain that swings because its root was moved just now.
fn swinging(settings: SpringBones) -> (Stage, Entity, Vec<Entity>) {
    let mut stage = Stage::new();
    let root = stage.app.world_mut().spawn((Transform::default(), Spring::critical(16.0))).id();
    let chain = stage.chain(root, 4, 0.1, settings);
    for _ in 0..5 {
        stage.frame(1.0 / 60.0);
    }
    stage.aim(root, 0.2 * Vec3::X);
    for _ in 0..10 {
        stage.frame(1.0 / 60.0);
    }
    assert!(stage.angle(chain[2]).abs() > 0.01);
    (stage, root, chain)
}

fn count_changes(app: &mut App) {
    app.init_resource::<Changes>().add_systems(
        Last,
        |changed: Query<(), (Changed<Transform>, Without<Spring>)>, mut changes: ResMut<Changes>| {
            changes.0 = changed.iter().count();
        },
    );
}

#[test]
fn bones_come_to_rest_and_change_no_transform_then() {
    for gravity in [Vec3::ZERO, Vec3::new(3.0, -1.0, 0.0)] {
        let (mut stage, _, chain) = swinging(SpringBones { gravity, ..SpringBones::default() });
        count_changes(&mut stage.app);
        stage.frame(1.0 / 60.0);
        stage.frame(1.0 / 60.0);
        assert_eq!(stage.app.world().resource::<Changes>().0, 4);
        for _ in 0..600 {
            stage.frame(1.0 / 60.0);
        }
        let resting = stage.angle(chain[3]);
        assert_eq!(resting != 0.0, gravity != Vec3::ZERO, "{resting}");
        for _ in 0..60 {
            stage.frame(1.0 / 60.0);
            assert_eq!(stage.app.world().resource::<Changes>().0, 0);
            assert_eq!(stage.angle(chain[3]), resting);
        }
    }
}

#[test]
fn a_chain_begins_where_it_will_rest() {
    let mut stage = Stage::new();
    let root = stage.app.world_mut().spawn(Transform::default()).id();
    let settings = SpringBones { gravity: Vec3::new(3.0, -1.0, 0.0), ..SpringBones::default() };
    let chain = stage.chain(root, 4, 0.1, settings);
    stage.frame(1.0 / 60.0);
    let begun = stage.angle(chain[3]);
    assert!(begun > 0.05);
    for _ in 0..100 {
        stage.frame(1.0 / 60.0);
        assert_eq!(stage.angle(chain[3]), begun);
    }
}

#[test]
fn without_the_component_the_pose_is_drawn_again() {
    let (mut stage, _, chain) = swinging(SpringBones::default());
    stage.app.world_mut().entity_mut(chain[0]).remove::<SpringBones>();
    for _ in 0..2 {
        stage.frame(1.0 / 60.0);
        for &bone in &chain {
            assert_eq!(stage.app.world().get::<Transform>(bone).unwrap().rotation, Quat::IDENTITY);
            assert_eq!(stage.angle(bone), 0.0);
        }
    }
}

#[test]
fn a_bone_that_was_disabled_returns_at_rest() {
    let (mut stage, _, chain) = swinging(SpringBones::default());
    for &bone in &chain {
        stage.app.world_mut().entity_mut(bone).insert(Disabled);
    }
    stage.frame(1.0 / 60.0);
    stage.frame(1.0 / 60.0);
    for &bone in &chain {
        assert_eq!(stage.app.world().get::<Transform>(bone).unwrap().rotation, Quat::IDENTITY);
        stage.app.world_mut().entity_mut(bone).remove::<Disabled>();
    }
    stage.frame(1.0 / 60.0);
    assert_eq!(stage.angle(chain[3]), 0.0);
    for _ in 0..600 {
        stage.frame(1.0 / 60.0);
    }
    assert!(stage.angle(chain[3]).abs() < 1e-3, "{}", stage.angle(chain[3]));
}

#[test]
fn bones_that_are_despawned_or_cloned_leave_the_others_alone() {
    let (mut stage, root, chain) = swinging(SpringBones::default());
    let world = stage.app.world_mut();
    world.entity_mut(chain[2]).despawn();
    let clone = world.entity_mut(chain[1]).clone_and_spawn();
    world.entity_mut(clone).insert(ChildOf(root));
    for _ in 0..100 {
        stage.frame(1.0 / 60.0);
        assert!(stage.angle(chain[1]).is_finite() && stage.angle(clone).is_finite());
    }
    stage.app.world_mut().entity_mut(root).despawn();
    stage.frame(1.0 / 60.0);
}

/// Bevy lets two entities be each other's parents.
#[test]
fn bones_in_a_loop_of_parents_do_no_harm() {
    let (mut stage, _, chain) = swinging(SpringBones::default());
    stage.app.world_mut().entity_mut(chain[0]).insert(ChildOf(chain[1]));
    for _ in 0..60 {
        stage.frame(1.0 / 60.0);
        assert!(stage.app.world().get::<Transform>(chain[1]).unwrap().is_finite());
    }
}
