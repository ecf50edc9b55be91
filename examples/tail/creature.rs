//! Spawns both foxes.

use bevy::prelude::*;
use bevy_exact_motion::{SpringBones, prelude::*};

use super::halves::Half;
use super::verlet::Chain;
use harness::drawn::Drawn;

/// The root of a fox.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fox {
    Bones,
    Verlet,
}

/// The tip of a fox's tail.
#[derive(Component, Clone, Copy)]
pub(crate) struct Tip(pub(crate) Fox);

pub(crate) const WARM: Color = Color::srgb(1.0, 0.58, 0.28);
pub(crate) const GRAY: Color = Color::srgb(0.60, 0.64, 0.74);
const PALE: Color = Color::srgb(1.0, 0.95, 0.88);
const DARK: Color = Color::srgb(0.13, 0.11, 0.16);

/// A chain of bones on a fox.
pub(crate) struct Strand {
    /// Where it begins. Unit: m from the middle of the fox.
    at: Vec2,
    /// The direction in which the first bone points. Unit: rad to the left of up.
    direction: f32,
    /// How far each further bone is turned from the one before. Unit: rad.
    curl: f32,
    bones: usize,
    /// The length of a bone. Unit: m.
    length: f32,
    /// The radius at the beginning, in the middle and at the end. Unit: m.
    radii: [f32; 3],
    /// How much of the end is pale. Unit: 1.
    pale: f32,
    /// In front of the fox, or behind it. Unit: m.
    z: f32,
    /// For [`SpringBones`]. Unit: rad/s.
    angular_frequency: f32,
    /// For [`SpringBones`]. Unit: 1.
    damping_ratio: f32,
    /// For [`SpringBones`]. Unit: 1.
    feed_forward: f32,
    /// For the Verlet step, chosen at 60 frames/s so that the strand swings as far.
    stiffness: f32,
}

/// For the Verlet step: the share of the velocity that a frame takes away.
const DRAG: f32 = 0.3;

const fn ear(side: f32) -> Strand {
    Strand {
        at: Vec2::new(0.36 * side, 0.38),
        direction: -0.35 * side,
        curl: 0.05 * side,
        bones: 3,
        length: 0.19,
        radii: [0.19, 0.13, 0.03],
        pale: 0.0,
        z: -0.5,
        angular_frequency: 19.0,
        damping_ratio: 0.3,
        feed_forward: 0.5,
        stiffness: 3.0,
    }
}

const fn lock(x: f32, direction: f32, bones: usize) -> Strand {
    Strand {
        at: Vec2::new(x, 0.46),
        direction,
        curl: 0.22,
        bones,
        length: 0.13,
        radii: [0.07, 0.06, 0.015],
        pale: 1.0,
        z: 0.5,
        angular_frequency: 19.0,
        damping_ratio: 0.4,
        feed_forward: 0.4,
        stiffness: 2.0,
    }
}

const STRANDS: [Strand; 6] = [
    Strand {
        at: Vec2::new(0.30, -0.62),
        direction: -1.9,
        curl: 0.21,
        bones: 10,
        length: 0.19,
        radii: [0.09, 0.25, 0.02],
        pale: 0.3,
        z: -1.0,
        angular_frequency: 20.0,
        damping_ratio: 0.55,
        feed_forward: 0.2,
        stiffness: 5.0,
    },
    ear(-1.0),
    ear(1.0),
    lock(-0.06, 0.5, 4),
    lock(0.03, -0.2, 5),
    lock(0.12, -1.0, 4),
];

impl Strand {
    pub(crate) fn settings(&self) -> SpringBones {
        let settings = SpringBones {
            feed_forward: self.feed_forward,
            ..SpringBones::new(self.angular_frequency, self.damping_ratio)
        };
        SpringBones { max_angle: f32::INFINITY, ..settings }
    }

    /// The radius at a share of the length.
    fn radius(&self, share: f32) -> f32 {
        let [first, middle, last] = self.radii;
        if share < 0.5 { first.lerp(middle, 2.0 * share) } else { middle.lerp(last, 2.0 * share - 1.0) }
    }
}

type Parts<'a> = (&'a mut Assets<Mesh>, &'a mut Assets<ColorMaterial>);

fn disc((meshes, materials): &mut Parts, radius: f32, color: Color) -> impl Bundle + use<> {
    (Mesh2d(meshes.add(Circle::new(radius))), MeshMaterial2d(materials.add(color)))
}

pub(crate) fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let mut parts = (&mut *meshes, &mut *materials);
    for (fox, color) in [(Fox::Bones, WARM), (Fox::Verlet, GRAY)] {
        let half = commands.spawn((Half(fox), Transform::default(), Visibility::default())).id();
        let motion = (Spring::new(10.0, 0.8), Target::default().tracked());
        let body = commands.spawn((fox, Transform::default(), Visibility::default(), motion, ChildOf(half))).id();
        face(&mut commands, &mut parts, body, color);
        for strand in &STRANDS {
            spawn_strand(&mut commands, &mut parts, (body, fox), strand, color);
        }
    }
}

/// Spawns the body and the face.
fn face(commands: &mut Commands, parts: &mut Parts, body: Entity, color: Color) {
    let mut round = |x: f32, y: f32, z: f32, radius: f32, stretch: Vec2, color: Color| {
        let place = Transform::from_xyz(x, y, z).with_scale(stretch.extend(1.0));
        commands.spawn((disc(parts, radius, color), place, ChildOf(body)));
    };
    let shade = color.mix(&Color::BLACK, 0.12);
    round(0.0, -0.62, -0.2, 0.40, Vec2::new(0.95, 1.1), shade);
    round(0.0, -0.58, -0.1, 0.24, Vec2::new(0.9, 1.2), PALE.mix(&color, 0.25));
    round(0.0, 0.0, 0.0, 0.55, Vec2::new(1.08, 0.94), color);
    for side in [-1.0, 1.0] {
        round(0.30 * side, -0.20, 0.1, 0.25, Vec2::new(1.1, 0.85), PALE.mix(&color, 0.15));
        round(0.23 * side, 0.05, 0.2, 0.075, Vec2::new(0.85, 1.25), DARK);
        round(0.255 * side, 0.09, 0.3, 0.024, Vec2::ONE, Color::WHITE);
        round(0.17 * side, -1.0, 0.0, 0.12, Vec2::new(1.2, 0.75), color.mix(&Color::BLACK, 0.5));
    }
    round(0.0, -0.22, 0.2, 0.16, Vec2::new(1.0, 0.8), PALE.mix(&color, 0.15));
    round(0.0, -0.14, 0.3, 0.055, Vec2::new(1.2, 0.85), DARK);
}

fn spawn_strand(commands: &mut Commands, parts: &mut Parts, (body, fox): (Entity, Fox), strand: &Strand, color: Color) {
    /// The number of discs that are drawn for each bone.
    const DISCS: usize = 5;
    let mut bones: Vec<Entity> = Vec::new();
    for index in 0..strand.bones {
        let (parent, place, turn) = match bones.last() {
            None => (body, strand.at.extend(strand.z), strand.direction),
            Some(&above) => (above, strand.length * Vec3::Y, strand.curl),
        };
        let pose = Transform::from_translation(place).with_rotation(Quat::from_rotation_z(turn));
        let bone = commands.spawn((pose, Visibility::default(), ChildOf(parent))).id();
        for step in 0..DISCS {
            let along = step as f32 / DISCS as f32;
            let share = (index as f32 + along) / strand.bones as f32;
            let color = if share >= 1.0 - strand.pale { PALE.mix(&color, 0.2) } else { color.mix(&Color::BLACK, 0.1) };
            let place = Transform::from_xyz(0.0, along * strand.length, 0.01 * share);
            commands.spawn((disc(parts, strand.radius(share), color), place, ChildOf(bone)));
        }
        bones.push(bone);
    }
    let end = *bones.last().expect("a strand should have a bone");
    let tip = commands.spawn((Transform::from_xyz(0.0, strand.length, 0.0), ChildOf(end))).id();
    if strand.bones == STRANDS[0].bones {
        commands.entity(tip).insert((Tip(fox), Drawn::default()));
    }
    match fox {
        Fox::Bones => commands.entity(bones[0]).insert(strand.settings()),
        Fox::Verlet => commands.entity(bones[0]).insert(Chain::new(bones.clone(), strand)),
    };
}

impl Chain {
    fn new(bones: Vec<Entity>, strand: &Strand) -> Self {
        let turns = core::iter::once(strand.direction).chain(core::iter::repeat_n(strand.curl, strand.bones - 1));
        let Strand { at, length, stiffness, .. } = *strand;
        Self { turns: turns.collect(), bones, at, length, stiffness, drag: DRAG, ends: Vec::new() }
    }
}
