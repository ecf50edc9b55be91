//! The server: a world of its own, in which a ship flies.

use bevy::prelude::*;

use super::channel::Channel;

/// How often the server sends a snapshot. Unit: s.
const PERIOD: f64 = 0.05;
/// How long the ship flies to a goal. Unit: s.
const LEG: f64 = 1.1;
/// The speed of the ship. Unit: m/s.
const SPEED: f32 = 4.5;
/// How fast the ship turns. Unit: rad/s.
const TURN: f32 = 7.0;
/// The goals of the ship, one after the other. Unit: m.
const GOALS: [Vec2; 7] = [
    Vec2::new(3.2, 2.4),
    Vec2::new(-3.0, 3.0),
    Vec2::new(2.4, -0.6),
    Vec2::new(3.0, -3.4),
    Vec2::new(-3.2, -3.0),
    Vec2::new(-0.5, 1.0),
    Vec2::new(-3.4, 0.2),
];

/// The ship in the server's world.
#[derive(Component, Clone, Copy, Default)]
struct Ship {
    snapshot: Snapshot,
}

/// What the server sends: where the ship is, and how it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Snapshot {
    /// Unit: s.
    pub(crate) time: f64,
    pub(crate) place: Vec2,
    pub(crate) velocity: Vec2,
    /// The direction of flight, counterclockwise from x. Unit: rad.
    pub(crate) heading: f32,
    /// Unit: rad/s.
    pub(crate) turn: f32,
}

/// The server's world. Only its snapshots reach the client.
#[derive(Resource)]
pub(crate) struct Server {
    world: World,
    /// When the last snapshot was sent. Unit: s.
    sent: f64,
}

impl Default for Server {
    fn default() -> Self {
        let mut world = World::new();
        world.spawn(Ship::default());
        Self { world, sent: f64::NEG_INFINITY }
    }
}

impl Server {
    fn ship(&mut self) -> Snapshot {
        let mut ships = self.world.query::<&Ship>();
        ships.iter(&self.world).next().map(|ship| ship.snapshot).unwrap_or_default()
    }
}

/// Runs a tick of the server, and sends a snapshot if one is due.
pub(crate) fn run(mut server: ResMut<Server>, mut channel: ResMut<Channel>, time: Res<Time>) {
    // It has no input but the time that has passed.
    if server.world.run_system_cached_with(fly, time.delta_secs()).is_err() {
        return;
    }
    let now = server.ship();
    if now.time - server.sent >= PERIOD - 1e-6 {
        server.sent = now.time;
        channel.send(now);
    }
}

fn fly(In(passed): In<f32>, mut ships: Query<&mut Ship>) {
    for mut ship in &mut ships {
        let ship = &mut ship.snapshot;
        ship.time += f64::from(passed);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the number of a leg is small")]
        let leg = (ship.time / LEG) as usize;
        let direction = Vec2::from_angle(ship.heading);
        let to_goal = GOALS[leg % GOALS.len()] - ship.place;
        ship.turn = (direction.angle_to(to_goal) / passed).clamp(-TURN, TURN);
        ship.heading += ship.turn * passed;
        ship.velocity = SPEED * Vec2::from_angle(ship.heading);
        ship.place += ship.velocity * passed;
    }
}

/// Marks the pale ship that shows where the server's ship is.
#[derive(Component)]
pub(crate) struct Ghost;

/// Draws the server's ship. A game cannot do so: it has only the snapshots.
pub(crate) fn show(mut server: ResMut<Server>, mut ghosts: Query<&mut Transform, With<Ghost>>) {
    let ship = server.ship();
    for mut ghost in &mut ghosts {
        ghost.translation = ship.place.extend(ghost.translation.z);
        ghost.rotation = Quat::from_rotation_z(ship.heading);
    }
}
