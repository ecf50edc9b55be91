//! Random changes of bones that swing, with hostile numbers.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{BoneCollider, MotionSystems, SpringBones, events::OriginShift, prelude::*};

use crate::{random::Random, stage::Stage};

/// What the test wrote last.
#[derive(Component, Clone, Copy)]
struct Posed(Transform);

struct Tree {
    stage: Stage,
    bones: Vec<Entity>,
    random: Random,
}

fn bits(transform: &Transform) -> [u32; 4] {
    transform.rotation.to_array().map(f32::to_bits)
}

/// In `First`, the pose is what was written.
fn check_poses(bones: Query<(Entity, &Transform, &Posed), Allow<Disabled>>) {
    for (entity, transform, posed) in &bones {
        assert_eq!(bits(transform), bits(&posed.0), "{entity} was not put back");
    }
}

/// In `Last`, what is drawn is a rotation, if the pose is one.
fn check_drawn(bones: Query<(Entity, &Transform, &Posed)>) {
    for (entity, transform, posed) in &bones {
        let is_same = bits(transform) == bits(&posed.0);
        assert!(is_same || (transform.rotation.length() - 1.0).abs() < 1e-5, "{entity}: {transform:?}");
    }
}

impl Tree {
    fn new(seed: u64) -> Self {
        let mut stage = Stage::new();
        stage.app.add_systems(First, check_poses.after(MotionSystems::SwingBones)).add_systems(Last, check_drawn);
        let root = stage.app.world_mut().spawn((Transform::default(), Spring::new(9.0, 0.5))).id();
        let mut tree = Self { stage, bones: vec![root], random: Random::new(seed) };
        for _ in 0..12 {
            tree.spawn();
        }
        tree
    }

    fn number(&mut self) -> f32 {
        if self.random.chance(0.1) {
            return self.random.pick(&[f32::NAN, f32::INFINITY, -1.0, f32::MAX, f32::MIN_POSITIVE, 0.0, 1e30]);
        }
        self.random.between(0.0, 2.0) as f32
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), -self.number(), self.number() - 1.0)
    }

    fn pose(&mut self) -> Transform {
        let turn = Vec3::new(self.number(), self.number(), self.number());
        let rotation = if self.random.chance(0.05) {
            Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)
        } else {
            Quat::from_scaled_axis(turn)
        };
        let scale = if self.random.chance(0.1) { self.vector() } else { Vec3::ONE };
        Transform { translation: self.vector(), rotation, scale }
    }

    fn spawn(&mut self) {
        let (pose, parent) = (self.pose(), self.random.pick(&self.bones.clone()));
        let bone = self.stage.app.world_mut().spawn((pose, Posed(pose), ChildOf(parent))).id();
        self.bones.push(bone);
    }

    fn settings(&mut self) -> SpringBones {
        SpringBones {
            angular_frequency: 10.0 * self.number(),
            damping_ratio: self.number(),
            gravity: self.vector(),
            feed_forward: 0.6 * self.number(),
            influence: 0.6 * self.number(),
            max_angle: 2.0 * self.number(),
            radius: 0.1 * self.number(),
            end: self.vector(),
        }
    }

    fn is_below(&self, entity: Entity, above: Entity) -> bool {
        let parent = |entity: &Entity| self.stage.app.world().get::<ChildOf>(*entity).map(ChildOf::parent);
        core::iter::successors(Some(entity), parent).any(|entity| entity == above)
    }

    fn change(&mut self) {
        let bone = self.random.pick(&self.bones.clone());
        let what = self.random.below(13);
        let (settings, pose, place) = (self.settings(), self.pose(), self.vector());
        let size = self.number();
        let other = self.random.pick(&self.bones.clone());
        let moves = !self.is_below(other, bone);
        let is_root = bone == self.bones[0];
        let world = self.stage.app.world_mut();
        match what {
            0 | 1 => _ = world.entity_mut(bone).insert(settings),
            2 => _ = world.entity_mut(bone).remove::<SpringBones>(),
            3 | 4 if !is_root => _ = world.entity_mut(bone).insert((pose, Posed(pose))),
            5 => _ = world.entity_mut(bone).insert(Disabled),
            6 => _ = world.entity_mut(bone).remove::<Disabled>(),
            7 if moves && !is_root => _ = world.entity_mut(bone).insert(ChildOf(other)),
            8 => world.trigger(Teleported::<Translation>::new(bone)),
            9 => {
                let collider = match size {
                    0.0..0.7 => BoneCollider::Sphere(Sphere { radius: size }),
                    0.7..1.4 => BoneCollider::Capsule(Capsule3d { radius: size, half_length: place.x }),
                    _ => BoneCollider::Plane(InfinitePlane3d { normal: Dir3::new(place).unwrap_or(Dir3::Y) }),
                };
                world.entity_mut(bone).insert(collider);
            }
            10 => _ = world.entity_mut(bone).remove::<BoneCollider>(),
            11 if self.bones.len() > 6 && !is_root => {
                world.entity_mut(bone).despawn();
                let world = self.stage.app.world();
                self.bones.retain(|bone| world.get_entity(*bone).is_ok());
            }
            12 => world.trigger(OriginShift::new(place)),
            _ => self.spawn(),
        }
        let root = self.bones[0];
        if self.random.chance(0.3) {
            let target = Vec3::new(self.random.between(-2.0, 2.0) as f32, self.random.between(-2.0, 2.0) as f32, 0.0);
            self.stage.aim(root, target);
        }
    }
}

#[test]
fn random_changes_leave_poses_alone_and_draw_only_rotations() {
    let seeds = std::env::var("BONE_SEEDS").map_or(20, |seeds| seeds.parse().expect("BONE_SEEDS should be a number"));
    for seed in 0..seeds {
        let mut tree = Tree::new(seed);
        for _ in 0..60 {
            for _ in 0..tree.random.below(4) {
                tree.change();
            }
            let length = tree.random.pick(&[0.0, 0.001, 1.0 / 60.0, 1.0 / 60.0, 0.5]);
            tree.stage.frame(length);
        }
    }
}
