//! Chains of bones that swing behind their roots: by this crate, and by the Verlet step of VRM and Godot over the same entities. Every root is
//! moved by the same code, and all transforms are propagated.

use bevy::prelude::*;
use bevy_exact_motion::{SpringBones, prelude::*};

use super::{
    Contender,
    field::{TICK, field},
    ticking::{Ticking, app},
};

/// The number of bones in a chain.
const CHAIN: usize = 20;
/// The length of a bone. Unit: units.
const LENGTH: f32 = 0.1;

/// The first bone of a chain, which is moved to and fro.
#[derive(Component)]
struct Root {
    /// Unit: s.
    phase: f32,
}

/// The ends of a bone in the last frame and in the one before. `None` before the first frame.
#[derive(Component, Default)]
struct Ends(Option<[Vec3; 2]>);

/// Without swinging: every bone is turned as the one above it. What is left is the cost of propagation.
pub fn turned(size: usize) -> Box<dyn Contender> {
    let mut app = chains(size, |_| None::<()>);
    app.add_systems(PostUpdate, turn.before(TransformSystems::Propagate));
    Ticking::boxed(app)
}

pub fn ours(size: usize) -> Box<dyn Contender> {
    let mut app = chains(size, |index| {
        (index == 0).then(|| SpringBones { end: LENGTH * Vec3::NEG_Y, ..SpringBones::new(20.0, 0.6) })
    });
    app.add_plugins(ExactMotionPlugin::default());
    swinging(app)
}

pub fn verlet(size: usize) -> Box<dyn Contender> {
    let mut app = chains(size, |_| Some(Ends::default()));
    app.add_systems(PostUpdate, swing.before(TransformSystems::Propagate));
    swinging(app)
}

/// Lets all bones swing: a swing takes many frames to the end of a chain.
fn swinging(mut app: App) -> Box<dyn Contender> {
    for _ in 0..200 {
        app.update();
    }
    Ticking::boxed(app)
}

/// `size` bones in chains that hang down.
fn chains<B: Bundle>(size: usize, bundle: impl Fn(usize) -> Option<B>) -> App {
    let mut app = app();
    app.add_plugins(TransformPlugin).add_systems(Update, lead);
    let mut above = None;
    for (index, given) in field(size).enumerate() {
        let place = index % CHAIN;
        let at = if place == 0 { given.place } else { LENGTH * Vec3::NEG_Y };
        let mut bone = app.world_mut().spawn(Transform::from_translation(at));
        match above.filter(|_| place > 0) {
            Some(above) => _ = bone.insert(ChildOf(above)),
            None => _ = bone.insert(Root { phase: given.any }),
        }
        if let Some(bundle) = bundle(place) {
            bone.insert(bundle);
        }
        above = Some(bone.id());
    }
    app
}

fn lead(mut roots: Query<(&mut Transform, &Root)>, mut passed: Local<f32>) {
    *passed += TICK.as_secs_f32();
    for (mut root, Root { phase }) in &mut roots {
        root.translation.x += 0.004 * libm::sinf(6.0 * (*passed + phase));
        root.rotation = Quat::from_rotation_z(0.1 * libm::sinf(6.0 * (*passed + phase)));
    }
}

fn turn(roots: Query<&Transform, With<Root>>, mut bones: Query<&mut Transform, Without<Root>>) {
    let rotation = roots.iter().next().map_or(Quat::IDENTITY, |root| root.rotation);
    for mut bone in &mut bones {
        bone.rotation = rotation;
    }
}

/// The step of VRM 1.0: an end moves as in the last frame, a little slower, and a little towards its pose.
fn swing(
    roots: Query<Entity, With<Root>>,
    children: Query<&Children>,
    mut bones: Query<(&mut Transform, &mut Ends)>,
    time: Res<Time>,
) {
    const STIFFNESS: f32 = 1.0;
    const DRAG: f32 = 0.4;
    for root in &roots {
        let (mut next, mut head, mut above) = (Some(root), Vec3::ZERO, Quat::IDENTITY);
        while let Some(bone) = next {
            next = children.get(bone).ok().and_then(|children| children.first().copied());
            let Ok((mut transform, mut ends)) = bones.get_mut(bone) else { break };
            head += above * transform.translation;
            // Only the root's pose is written by other code.
            let pose = above * if bone == root { transform.rotation } else { Quat::IDENTITY };
            let along = pose * Vec3::NEG_Y;
            let [now, last] = ends.0.unwrap_or([head + LENGTH * along; 2]);
            let moved = now + (now - last) * (1.0 - DRAG) + along * (STIFFNESS * time.delta_secs());
            let direction = (moved - head).normalize_or(along);
            ends.0 = Some([head + LENGTH * direction, now]);
            let shown = Quat::from_rotation_arc(along, direction) * pose;
            transform.rotation = above.inverse() * shown;
            above = shown;
        }
    }
}
