//! The player: turns input into velocity.
//!
//! The player is moved by its `Velocity` alone, and in the air by its `Gravity`. In each tick it gets the velocity that ends the tick on
//! the ground, so that walking uphill is smooth instead of a step in each tick. Only a teleport writes the position, and everything that
//! follows the player copes with that.

use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::math::ops;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::platform::{Platform, Swing};
use super::rig::Heading;
use super::{terrain, walls};

/// Unit: m/s.
const WALKING_SPEED: f32 = 6.0;
const SPRINTING_SPEED: f32 = 9.0;
/// A jump is 0.84 m high and lasts 0.61 s. Unit: m/s and m/s².
const JUMPING_SPEED: f32 = 5.5;
const FALLING: Vec3 = Vec3::new(0.0, -18.0, 0.0);
/// The player falls if the ground is further below than this. Unit: m.
const DROP: f32 = 0.3;
/// Unit: rad per pixel.
const MOUSE: f32 = 0.004;
/// The turn rate at full stick deflection. Unit: rad/s.
const STICK_RATE: f32 = 2.5;
/// Unit: m per notch of the wheel.
const NOTCH: f32 = 1.0;
/// Touchpad pixels that count as one notch.
const PIXELS_PER_NOTCH: f32 = 40.0;
/// The pads between which the player teleports, in this order; it starts on the first one. Unit: m.
pub(crate) const PADS: [Vec2; 3] = [Vec2::new(0.0, 4.0), Vec2::new(12.0, -52.0), Vec2::new(-24.0, -22.0)];

#[derive(Component)]
pub(crate) struct Player {
    /// The index of the pad that the player last teleported to.
    pad: usize,
    is_in_air: bool,
    /// The velocity of the ground that the player jumped or fell from. Unit: m/s.
    carried: Vec3,
}

/// The player's input. It is accumulated each frame and consumed by the next tick, so that no input is lost or used twice.
#[derive(Resource, Default)]
pub(crate) struct Intent {
    /// Right and forward, with a length of at most 1.
    movement: Vec2,
    sprints: bool,
    jumps: bool,
    /// Right and down, since the last tick. Unit: rad.
    pub(crate) look: Vec2,
    /// Right and down, from a gamepad's stick. Unit: rad/s.
    pub(crate) look_rate: Vec2,
    /// The zoom towards the player since the last tick. Unit: m.
    pub(crate) zoom: f32,
    pub(crate) teleports: bool,
    pub(crate) switches_camera: bool,
}

/// Whether the mouse turns the camera.
#[derive(Resource)]
pub(crate) struct MouseLook(pub(crate) bool);

pub(crate) fn spawn(commands: &mut Commands) -> (Entity, Vec3) {
    let feet = on_ground(PADS[0]);
    let player = (
        (Name::new("player"), Player { pad: 0, is_in_air: false, carried: Vec3::ZERO }),
        (Transform::from_translation(feet), Visibility::default()),
        (Velocity::new(Vec3::ZERO), Gravity::new(Vec3::ZERO)),
    );
    (commands.spawn(player).id(), feet)
}

/// The point on the ground at `place` (x, z). Unit: m.
pub(crate) fn on_ground(place: Vec2) -> Vec3 {
    Vec3::new(place.x, terrain::height(place.x, place.y), place.y)
}

/// Collects input. Runs in [`PreUpdate`], after Bevy's input systems.
pub(crate) fn listen(
    keys: Res<ButtonInput<KeyCode>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    mouse_look: Res<MouseLook>,
    gamepads: Query<&Gamepad>,
    mut intent: ResMut<Intent>,
) {
    let axis = |plus: [KeyCode; 2], minus: [KeyCode; 2]| {
        f32::from(u8::from(keys.any_pressed(plus))) - f32::from(u8::from(keys.any_pressed(minus)))
    };
    let mut movement = Vec2::new(
        axis([KeyCode::KeyD, KeyCode::ArrowRight], [KeyCode::KeyA, KeyCode::ArrowLeft]),
        axis([KeyCode::KeyW, KeyCode::ArrowUp], [KeyCode::KeyS, KeyCode::ArrowDown]),
    );
    intent.sprints = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    intent.jumps |= keys.just_pressed(KeyCode::Space);
    intent.teleports |= keys.just_pressed(KeyCode::KeyT);
    intent.switches_camera |= keys.just_pressed(KeyCode::KeyC);
    intent.look_rate = Vec2::ZERO;
    for gamepad in &gamepads {
        let (walk, look) = (gamepad.left_stick(), gamepad.right_stick());
        movement += walk;
        intent.look_rate += Vec2::new(look.x, -look.y) * STICK_RATE;
        intent.sprints |= gamepad.pressed(GamepadButton::LeftTrigger2);
        intent.jumps |= gamepad.just_pressed(GamepadButton::South);
        intent.teleports |= gamepad.just_pressed(GamepadButton::West);
        intent.switches_camera |= gamepad.just_pressed(GamepadButton::North);
    }
    intent.movement = movement.clamp_length_max(1.0);
    if mouse_look.0 {
        intent.look += motion.delta * MOUSE;
    }
    intent.zoom += NOTCH
        * match scroll.unit {
            MouseScrollUnit::Line => scroll.delta.y,
            MouseScrollUnit::Pixel => scroll.delta.y / PIXELS_PER_NOTCH,
        };
}

/// Sets the player's velocity for the next tick.
pub(crate) fn walk(
    intent: Res<Intent>,
    time: Res<Time<Fixed>>,
    heading: Heading,
    platform: Single<Swing, (With<Platform>, Without<Player>)>,
    player: Single<(&mut Player, &mut Transform, &mut Velocity, &mut Gravity)>,
) {
    let (mut player, mut transform, mut velocity, mut gravity) = player.into_inner();
    if intent.teleports {
        *player = Player { pad: (player.pad + 1) % PADS.len(), is_in_air: false, carried: Vec3::ZERO };
        transform.translation = on_ground(PADS[player.pad]);
    }
    let speed = if intent.sprints { SPRINTING_SPEED } else { WALKING_SPEED };
    // The target yaw instead of the camera's, so that the path bends only when there is input.
    let (sin, cos) = ops::sin_cos(heading.heading());
    let right_and_back = Vec2::new(intent.movement.x, -intent.movement.y);
    let wish = Vec2::new(cos, -sin) * right_and_back.x + Vec2::new(sin, cos) * right_and_back.y;
    let tick = time.timestep().as_secs_f32();
    let here = transform.translation;
    let (rides, ride) = (platform.is_under(here), platform.way(tick));
    let hangs = player.is_in_air || !rides && here.y - terrain::height(here.x, here.z) > DROP;
    player.carried = match (rides, hangs) {
        (true, _) => ride / tick,
        (false, true) => player.carried,
        (false, false) => Vec3::ZERO,
    };
    let over_ground = walls::slide(here.xz(), wish * speed + player.carried.xz(), tick);
    let over_ground = terrain::walkable(here.xz(), over_ground, tick);
    let there = here.xz() + over_ground * tick;
    let ground = terrain::height(there.x, there.y);
    let floor = if rides { ground.max(platform.top() + ride.y) } else { ground };

    let flight = if player.is_in_air {
        Some(velocity.0.y)
    } else if intent.jumps {
        Some(player.carried.y + JUMPING_SPEED)
    } else {
        hangs.then_some(0.0)
    };
    // If the player would end this tick below the floor, it lands at the end of the tick.
    let flight = flight.filter(|upwards| here.y + (upwards + 0.5 * FALLING.y * tick) * tick > floor);
    player.is_in_air = flight.is_some();
    let upwards = flight.unwrap_or((floor - here.y) / tick);
    velocity.set_if_neq(Velocity::new(Vec3::new(over_ground.x, upwards, over_ground.y)));
    gravity.set_if_neq(Gravity::new(if player.is_in_air { FALLING } else { Vec3::ZERO }));
}

/// Clears the input that this tick has consumed.
pub(crate) fn rest_hands(mut intent: ResMut<Intent>) {
    intent.look = Vec2::ZERO;
    intent.zoom = 0.0;
    intent.jumps = false;
    intent.teleports = false;
    intent.switches_camera = false;
}
