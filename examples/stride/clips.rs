//! The clips: poses as functions of the phase, sampled into Bevy's keyframe curves.

use core::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy::animation::{AnimationTargetId, animated_field};
use bevy::prelude::*;

use super::play::Clip;
use super::skeleton::{ARMS, BONES, COUNT, HEAD, LEGS, Pose, TORSO};

/// The number of keyframes of a clip.
const KEYS: u16 = 96;

impl Clip {
    /// How long the clip takes. Unit: s.
    pub(crate) const fn duration(self) -> f32 {
        match self {
            Self::Stand => 2.8,
            Self::Walk => 1.1,
            Self::Run => 0.68,
            Self::Hop => 1.0,
            Self::Wave => 1.6,
        }
    }

    /// The pose at a phase: 0 to 2π.
    fn pose(self, phase: f32) -> Pose {
        let mut pose = Pose { height: 0.0, angles: [0.0; COUNT] };
        match self {
            Self::Stand | Self::Wave => stand(&mut pose, phase),
            Self::Walk => stride(&mut pose, phase, &WALK),
            Self::Run => stride(&mut pose, phase, &RUN),
            Self::Hop => hop(&mut pose, phase),
        }
        if self == Self::Wave {
            let [near, _] = ARMS;
            (pose.angles[near], pose.angles[near + 1]) = (2.5, 0.35 + 0.55 * (3.0 * phase).sin());
            pose.angles[HEAD] = 0.12;
        }
        let airborne = match self {
            Self::Run => 0.05 * (2.0 * phase).cos().abs(),
            Self::Hop => 0.42 * (-phase.sin()).max(0.0),
            Self::Stand | Self::Walk | Self::Wave => 0.0,
        };
        let pose = pose.grounded();
        Pose { height: pose.height + airborne, ..pose }
    }

    /// Returns the clip for Bevy's `AnimationPlayer`. `target` is the target of the bone with this name.
    pub(crate) fn animation(self, target: impl Fn(&str) -> AnimationTargetId) -> AnimationClip {
        let mut clip = AnimationClip::default();
        let keys: Vec<(f32, Pose)> = (0..=KEYS)
            .map(|key| f32::from(key) / f32::from(KEYS))
            .map(|share| (share * self.duration(), self.pose(share * TAU)))
            .collect();
        for (index, bone) in BONES.iter().enumerate() {
            let turns = keys.iter().map(|(time, pose)| (*time, Quat::from_rotation_z(pose.angles[index])));
            if let Ok(curve) = AnimatableKeyframeCurve::new(turns) {
                let curve = AnimatableCurve::new(animated_field!(Transform::rotation), curve);
                clip.add_curve_to_target(target(bone.name), curve);
            }
        }
        if let Ok(curve) = AnimatableKeyframeCurve::new(keys.iter().map(|(time, pose)| (*time, pose.height * Vec3::Y)))
        {
            let curve = AnimatableCurve::new(animated_field!(Transform::translation), curve);
            clip.add_curve_to_target(target(BONES[0].name), curve);
        }
        clip
    }
}

fn stand(pose: &mut Pose, phase: f32) {
    let breath = phase.sin();
    for (leg, spread) in LEGS.into_iter().zip([0.10, -0.06]) {
        bend(pose, leg, spread, 0.12 + 0.02 * breath, 0.0);
    }
    for (arm, lag) in ARMS.into_iter().zip([0.0, 0.6]) {
        pose.angles[arm] = -0.08 + 0.05 * (phase - lag).sin();
        pose.angles[arm + 1] = 0.22 + 0.04 * breath;
    }
    pose.angles[TORSO] = -0.02 - 0.02 * breath;
}

/// The angles of a walk or a run. All angles are in rad.
struct Gait {
    /// How far the thighs swing, and about which angle.
    thigh: [f32; 2],
    /// How far a knee bends in stance, and how much more while its leg swings forward.
    knee: [f32; 2],
    arm: f32,
    elbow: f32,
    lean: f32,
}

const WALK: Gait = Gait { thigh: [0.42, 0.06], knee: [0.10, 0.85], arm: 0.40, elbow: 0.30, lean: -0.05 };
const RUN: Gait = Gait { thigh: [0.78, 0.22], knee: [0.35, 1.45], arm: 0.85, elbow: 1.45, lean: -0.24 };

fn stride(pose: &mut Pose, phase: f32, gait: &Gait) {
    let [swing, middle] = gait.thigh;
    let [stance, lift] = gait.knee;
    for (side, phase) in [phase, phase + PI].into_iter().enumerate() {
        let raised = (0.5 + 0.5 * (phase + 0.5).cos()).powi(2);
        // The heel leaves the ground where the leg is behind.
        let push = 0.45 * (0.5 - 0.5 * (phase - 0.3).sin()).powi(4);
        bend(pose, LEGS[side], middle + swing * phase.sin(), stance + lift * raised, -push);
        pose.angles[ARMS[side]] = -gait.arm * phase.sin() - 0.1;
        pose.angles[ARMS[side] + 1] = gait.elbow - 0.2 * phase.sin();
    }
    pose.angles[TORSO] = gait.lean + 0.02 * (2.0 * phase).sin();
    pose.angles[HEAD] = -0.6 * gait.lean;
}

/// Bends both knees, jumps, and lands.
fn hop(pose: &mut Pose, phase: f32) {
    // The hips are lowest a quarter before the jump, and again where it lands.
    let crouch = phase.sin().max(0.0).powi(2);
    let tuck = 0.5 * (-phase.sin()).max(0.0);
    for leg in LEGS {
        bend(pose, leg, 0.1 + 0.8 * crouch + 0.6 * tuck, 0.2 + 1.5 * crouch + 1.2 * tuck, -0.6 * tuck);
    }
    for arm in ARMS {
        pose.angles[arm] = -0.9 * crouch + 2.2 * tuck;
        pose.angles[arm + 1] = 0.4 + 0.5 * tuck;
    }
    pose.angles[TORSO] = -0.55 * crouch - 0.05;
    pose.angles[HEAD] = 0.35 * crouch;
}

/// Turns a thigh forward, bends its knee, and keeps the foot parallel to the ground but for this angle. Unit: rad.
fn bend(pose: &mut Pose, leg: usize, thigh: f32, knee: f32, foot: f32) {
    pose.angles[leg] = thigh;
    pose.angles[leg + 1] = -knee;
    pose.angles[leg + 2] = (knee - thigh + foot).clamp(-FRAC_PI_2, FRAC_PI_2);
}
