//! The player: turns input into velocity.
//!
//! Only `Velocity`, and in the air `Gravity`, move the player. Each tick sets the velocity so that the player is on the ground at the end
//! of the tick. Walking uphill is therefore smooth, instead of a step in each tick. Only a teleport writes the position; the followers
//! handle the jump.

use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::math::ops;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::platform::{Platform, Swing};
use super::rig::Heading;
use super::{terrain, walls};

/// Unit: m/s.
const WALKING_SPEED: f32 = 6.0;
/// Unit: m/s.
const SPRINTING_SPEED: f32 = 9.0;
/// The upward speed at the start of a jump. With [`FALLING`], a jump is 0.84 m high and lasts 0.61 s. Unit: m/s.
const JUMPING_SPEED: f32 = 5.5;
/// The gravity in the air. Unit: m/s².
const FALLING: Vec3 = Vec3::new(0.0, -18.0, 0.0);
/// The player falls if the ground is further below than this. Unit: m.
const DROP: f32 = 0.3;
/// The angle that the camera turns per pixel of mouse motion. Unit: rad.
const MOUSE: f32 = 0.004;
/// The turn rate at full stick deflection. Unit: rad/s.
const STICK_RATE: f32 = 2.5;
/// The zoom per notch of the mouse wheel. Unit: m.
const NOTCH: f32 = 1.0;
/// The number of scrolled touchpad pixels that count as one notch.
const PIXELS_PER_NOTCH: f32 = 40.0;
/// The positions (x, z) of the pads. Teleports take the player from pad to pad in this order; the player starts on the first. Unit: m.
pub(crate) const PADS: [Vec2; 3] = [Vec2::new(0.0, 4.0), Vec2::new(12.0, -52.0), Vec2::new(-24.0, -22.0)];

#[derive(Component)]
pub(crate) struct Player {
    /// The index of the pad that the player last teleported to.
    pad: usize,
    is_in_air: bool,
    /// The velocity of the slab that carries the player. In the air, the velocity of the ground that the player left. Unit: m/s.
    carried: Vec3,
}

/// The user's input. It accumulates over frames and is consumed by the next tick, so that no input is lost or used twice.
#[derive(Resource, Default)]
pub(crate) struct Intent {
    /// The walking direction, right and forward. Its length is at most 1.
    movement: Vec2,
    sprints: bool,
    jumps: bool,
    /// The camera's turn by the mouse since the last tick, right and down. Unit: rad.
    pub(crate) look: Vec2,
    /// The camera's turn rate by a gamepad's stick, right and down. Unit: rad/s.
    pub(crate) look_rate: Vec2,
    /// The zoom since the last tick, positive towards the player. Unit: m.
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

/// Returns the point on the ground at `place` (x, z). Unit: m.
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

/// Sets the player's velocity and gravity for the next tick.
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
    // Walk relative to the target yaw instead of the camera's, so that the player's path bends only on input.
    let (sin, cos) = ops::sin_cos(heading.heading());
    let right_and_back = Vec2::new(intent.movement.x, -intent.movement.y);
    let direction = Vec2::new(cos, -sin) * right_and_back.x + Vec2::new(sin, cos) * right_and_back.y;
    let tick = time.timestep().as_secs_f32();
    let here = transform.translation;
    let (is_on_slab, slab_displacement) = (platform.is_under(here), platform.displacement(tick));
    let is_off_ground = player.is_in_air || !is_on_slab && here.y - terrain::height(here.x, here.z) > DROP;
    player.carried = match (is_on_slab, is_off_ground) {
        (true, _) => slab_displacement / tick,
        (false, true) => player.carried,
        (false, false) => Vec3::ZERO,
    };
    let over_ground = walls::slide(here.xz(), direction * speed + player.carried.xz(), tick);
    let over_ground = terrain::walkable(here.xz(), over_ground, tick);
    let there = here.xz() + over_ground * tick;
    let ground = terrain::height(there.x, there.y);
    let floor = if is_on_slab { ground.max(platform.top() + slab_displacement.y) } else { ground };

    let upward_speed = if player.is_in_air {
        Some(velocity.0.y)
    } else if intent.jumps {
        Some(player.carried.y + JUMPING_SPEED)
    } else {
        is_off_ground.then_some(0.0)
    };
    // A player that would be below the floor at the end of the tick lands instead.
    let upward_speed = upward_speed.filter(|upwards| here.y + (upwards + 0.5 * FALLING.y * tick) * tick > floor);
    player.is_in_air = upward_speed.is_some();
    let upwards = upward_speed.unwrap_or((floor - here.y) / tick);
    velocity.set_if_neq(Velocity::new(Vec3::new(over_ground.x, upwards, over_ground.y)));
    gravity.set_if_neq(Gravity::new(if player.is_in_air { FALLING } else { Vec3::ZERO }));
}

/// Clears the input that this tick has consumed.
pub(crate) fn clear_input(mut intent: ResMut<Intent>) {
    intent.look = Vec2::ZERO;
    intent.zoom = 0.0;
    intent.jumps = false;
    intent.teleports = false;
    intent.switches_camera = false;
}
