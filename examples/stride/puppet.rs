//! Spawns both puppets.

use bevy::animation::{AnimatedBy, AnimationTargetId};
use bevy::prelude::*;
use bevy_exact_motion::InertializeClips;

use super::play::{Clip, Nodes};
use super::skeleton::{BONES, HAND, Side};
use harness::drawn::{Drawn, spawn_captions};

/// The root of a puppet.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Puppet {
    Inertialized,
    Faded,
}

/// The near hand of a puppet.
#[derive(Component, Clone, Copy)]
pub(crate) struct Hand(pub(crate) Puppet);

pub(crate) const WARM: Color = Color::srgb(1.0, 0.60, 0.32);
pub(crate) const GRAY: Color = Color::srgb(0.62, 0.66, 0.74);
const GROUND: Color = Color::srgb(0.20, 0.22, 0.30);
/// The distance of a puppet from the middle. Unit: m.
const APART: f32 = 1.0;

fn target(name: &str) -> AnimationTargetId {
    AnimationTargetId::from_name(&Name::new(name.to_owned()))
}

pub(crate) fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut clips: ResMut<Assets<AnimationClip>>,
    mut graphs: ResMut<Assets<AnimationGraph>>,
) {
    let (graph, nodes) = AnimationGraph::from_clips(Clip::ALL.map(|clip| clips.add(clip.animation(target))));
    let graph = AnimationGraphHandle(graphs.add(graph));
    commands.insert_resource(Nodes(nodes));
    let ground = Mesh2d(meshes.add(Rectangle::new(100.0, 10.0)));
    commands.spawn((ground, MeshMaterial2d(materials.add(GROUND)), Transform::from_xyz(0.0, -5.0, -10.0)));

    let halves =
        [(Puppet::Inertialized, "offset that decays", -APART, WARM), (Puppet::Faded, "cross-fade", APART, GRAY)].map(
            |(puppet, caption, x, color)| {
                let root = (puppet, Transform::from_xyz(x, 0.0, 0.0), Visibility::default());
                let root = commands.spawn((root, AnimationPlayer::default(), graph.clone())).id();
                match puppet {
                    Puppet::Inertialized => commands.entity(root).insert(InertializeClips::default()),
                    Puppet::Faded => commands.entity(root).insert(AnimationTransitions::new()),
                };
                let mut bones: Vec<Entity> = Vec::new();
                for (index, bone) in BONES.iter().enumerate() {
                    let parent = bone.parent.map_or(root, |parent| bones[parent]);
                    let (z, shade) = match bone.side {
                        Side::Far => (-1.0, 0.45),
                        Side::Middle => (0.0, 0.18),
                        Side::Near => (1.0, 0.0),
                    };
                    let shape = Mesh2d(meshes.add(Capsule2d::new(bone.radius, bone.end.length())));
                    let material = MeshMaterial2d(materials.add(color.mix(&Color::BLACK, shade)));
                    let along = Transform::from_translation((0.5 * bone.end).extend(z))
                        .with_rotation(Quat::from_rotation_arc_2d(Vec2::Y, bone.end.normalize()));
                    let joint = Transform::from_translation(bone.end.extend(2.0));
                    let name = (Name::new(bone.name), target(bone.name), AnimatedBy(root));
                    let place =
                        (Transform::from_translation(bone.start.extend(0.0)), Visibility::default(), ChildOf(parent));
                    let bone = commands.spawn((name, place, children![(shape, material, along)])).id();
                    let mut joint = commands.spawn((joint, ChildOf(bone)));
                    if index == HAND {
                        joint.insert((Hand(puppet), Drawn::with_line(color)));
                    } else {
                        joint.insert(Drawn::default());
                    }
                    bones.push(bone);
                }
                (root, caption, color)
            },
        );
    spawn_captions(&mut commands, halves);
}
