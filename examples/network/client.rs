//! The client: it writes the ship where it would be now if the server's ship had not turned since the last snapshot.

use bevy::prelude::*;
use bevy_exact_motion::{events::Jumped, prelude::*};

use super::channel::Channel;
use super::server::{Ghost, Snapshot};
use harness::drawn::{Drawn, spawn_captions};

const WARM: Color = Color::srgb(1.0, 0.60, 0.32);
const GRAY: Color = Color::srgb(0.62, 0.66, 0.74);
/// The distance of each half's origin from the middle. Unit: m.
const APART: f32 = 5.0;

/// The client's ship: the newest snapshot of it.
#[derive(Component, Default)]
pub(crate) struct Avatar(Snapshot);

impl Snapshot {
    /// Where the ship is at a time (s) if it has not changed its course.
    fn extrapolated(&self, time: f64) -> Transform {
        #[expect(clippy::cast_possible_truncation, reason = "a delay is short")]
        let passed = (time - self.time) as f32;
        Transform::from_translation((self.place + self.velocity * passed).extend(1.0))
            .with_rotation(Quat::from_rotation_z(self.heading + self.turn * passed))
    }
}

pub(crate) fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let hull =
        Mesh2d(meshes.add(Triangle2d::new(Vec2::new(0.7, 0.0), Vec2::new(-0.45, 0.42), Vec2::new(-0.45, -0.42))));
    let pale = MeshMaterial2d(materials.add(Color::srgba(1.0, 1.0, 1.0, 0.14)));
    let halves = [(true, -APART, WARM), (false, APART, GRAY)].map(|(is_smooth, x, color)| {
        let half = commands.spawn((Transform::from_xyz(x, -0.6, 0.0), Visibility::default())).id();
        commands.spawn((Ghost, hull.clone(), pale.clone(), Transform::default(), ChildOf(half)));
        let body = (hull.clone(), MeshMaterial2d(materials.add(color)), Drawn::with_line(color));
        let mut avatar = commands.spawn((Avatar::default(), body, Transform::default(), ChildOf(half)));
        if is_smooth {
            let inertialization = Inertialization::new(12.0).with_cut_distance(6.0);
            avatar.insert((inertialization, inertialization.on::<Rotation>()));
        }
        (half, if is_smooth { "offset that decays" } else { "as it arrives" }, color)
    });
    spawn_captions(&mut commands, halves);
}

pub(crate) fn receive(
    mut channel: ResMut<Channel>,
    mut avatars: Query<(Entity, &mut Avatar, &mut Transform)>,
    time: Res<Time>,
    mut commands: Commands,
) {
    let now = time.elapsed_secs_f64();
    let newest = channel.receive(now);
    for (entity, mut avatar, mut transform) in &mut avatars {
        if let Some(snapshot) = newest.filter(|snapshot| snapshot.time > avatar.0.time) {
            avatar.0 = snapshot;
            commands.trigger(Jumped { entity });
        }
        *transform = avatar.0.extrapolated(now);
    }
}
