//! The usual step: the end of each bone moves as in the last frame, a little slower, and a little towards its pose.

use bevy::prelude::*;

use super::creature::Fox;

/// A chain of bones that swings by VRM's step, on its first bone.
#[derive(Component)]
pub(crate) struct Chain {
    pub(crate) bones: Vec<Entity>,
    /// The pose: how far each bone is turned from the one before. Unit: rad.
    pub(crate) turns: Vec<f32>,
    /// Where the chain begins. Unit: m from the middle of the fox.
    pub(crate) at: Vec2,
    /// Of each bone. Unit: m.
    pub(crate) length: f32,
    /// As VRM defines it.
    pub(crate) stiffness: f32,
    /// The share of the velocity that a frame takes away.
    pub(crate) drag: f32,
    /// The ends of the bones in the last frame and in the one before. Empty before the first frame.
    pub(crate) ends: Vec<[Vec2; 2]>,
}

/// The direction of a bone that is turned by this angle (rad) to the left of up.
fn towards(angle: f32) -> Vec2 {
    Vec2::from_angle(angle).rotate(Vec2::Y)
}

pub(crate) fn swing(
    mut chains: Query<(&mut Chain, &ChildOf)>,
    foxes: Query<&Transform, With<Fox>>,
    mut bones: Query<&mut Transform, Without<Fox>>,
    time: Res<Time>,
) {
    let passed = time.delta_secs();
    if passed == 0.0 {
        return;
    }
    for (mut chain, fox) in &mut chains {
        let Ok(fox) = foxes.get(fox.0) else { continue };
        let Chain { bones: chain_bones, turns, at, length, stiffness, drag, ends } = &mut *chain;
        let (mut head, mut above) = (fox.translation.xy() + *at, 0.0);
        for (index, (&bone, turn)) in chain_bones.iter().zip(turns).enumerate() {
            let pose = towards(above + *turn);
            if ends.len() == index {
                ends.push([head + *length * pose; 2]);
            }
            let [last, before] = ends[index];
            let next = last + (last - before) * (1.0 - *drag) + pose * (*stiffness * passed);
            let direction = (next - head).normalize_or(pose);
            let end = head + *length * direction;
            ends[index] = [end, last];
            let angle = Vec2::Y.angle_to(direction);
            if let Ok(mut transform) = bones.get_mut(bone) {
                transform.rotation = Quat::from_rotation_z(angle - above);
            }
            (head, above) = (end, angle);
        }
    }
}
