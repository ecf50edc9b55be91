//! The player: hands in, velocity out.
//!
//! The player is moved by its `Velocity` alone. Each tick is given the velocity that ends it on the ground, so uphill is
//! motion and not a jump a tick. Only a teleport writes the position, and everything behind it copes.

use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::math::ops;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::rig::Heading;
use super::terrain;

/// Unit: m/s.
const WALKING_SPEED: f32 = 6.0;
const RUNNING_SPEED: f32 = 9.0;
/// Unit: rad per pixel.
const MOUSE: f32 = 0.004;
/// A stick pushed all the way. Unit: rad/s.
const STICK_RATE: f32 = 2.5;
/// Unit: m per notch of the wheel.
const NOTCH: f32 = 1.0;
/// Pixels of a touchpad that make a notch.
const PIXELS_PER_NOTCH: f32 = 40.0;
/// Where teleports lead, one after another; the first is where the player begins. Unit: m.
pub(crate) const PADS: [Vec2; 3] = [Vec2::new(0.0, 4.0), Vec2::new(12.0, -52.0), Vec2::new(-24.0, -22.0)];

#[derive(Component)]
pub(crate) struct Player {
    /// The pad last stood on.
    pad: usize,
}

/// What the hands want, gathered once a frame and used up by the next tick, so that none of it is lost where frames and
/// ticks do not come in pairs.
#[derive(Resource, Default)]
pub(crate) struct Intent {
    /// Right and forward, at most 1 long.
    movement: Vec2,
    is_running: bool,
    /// Right and down, since the last tick. Unit: rad.
    pub(crate) look: Vec2,
    /// Right and down, by a stick. Unit: rad/s.
    pub(crate) look_rate: Vec2,
    /// Towards the player, since the last tick. Unit: m.
    pub(crate) zoom: f32,
    pub(crate) teleports: bool,
    pub(crate) switches_camera: bool,
}

/// Whether the mouse turns the camera.
#[derive(Resource)]
pub(crate) struct MouseLook(pub(crate) bool);

pub(crate) fn spawn(commands: &mut Commands) -> (Entity, Vec3) {
    let feet = on_ground(PADS[0]);
    let player = (Name::new("player"), Player { pad: 0 }, Transform::from_translation(feet), Velocity::new(Vec3::ZERO));
    (commands.spawn((player, Visibility::default())).id(), feet)
}

/// The point of the ground above or below `place`.
pub(crate) fn on_ground(place: Vec2) -> Vec3 {
    Vec3::new(place.x, terrain::height(place.x, place.y), place.y)
}

/// Runs in [`PreUpdate`], after Bevy's input systems.
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
    intent.is_running = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    intent.teleports |= keys.just_pressed(KeyCode::KeyT);
    intent.switches_camera |= keys.just_pressed(KeyCode::KeyC);
    intent.look_rate = Vec2::ZERO;
    for gamepad in &gamepads {
        let (walk, look) = (gamepad.left_stick(), gamepad.right_stick());
        movement += walk;
        intent.look_rate += Vec2::new(look.x, -look.y) * STICK_RATE;
        intent.is_running |= gamepad.pressed(GamepadButton::LeftTrigger2);
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

/// Gives the player the velocity for the tick that begins now.
pub(crate) fn walk(
    intent: Res<Intent>,
    time: Res<Time<Fixed>>,
    heading: Heading,
    player: Single<(&mut Player, &mut Transform, &mut Velocity)>,
) {
    let (mut player, mut transform, mut velocity) = player.into_inner();
    if intent.teleports {
        player.pad = (player.pad + 1) % PADS.len();
        transform.translation = on_ground(PADS[player.pad]);
    }
    let speed = if intent.is_running { RUNNING_SPEED } else { WALKING_SPEED };
    // The aimed-at yaw, not the spring's: the path then bends only where the hands do something.
    let (sin, cos) = ops::sin_cos(heading.value.0);
    let right_and_back = Vec2::new(intent.movement.x, -intent.movement.y);
    let wish = Vec2::new(cos, -sin) * right_and_back.x + Vec2::new(sin, cos) * right_and_back.y;
    let tick = time.timestep().as_secs_f32();
    let here = transform.translation;
    let over_ground = terrain::walkable(here.xz(), wish * speed, tick);
    let there = here.xz() + over_ground * tick;
    let upwards = (terrain::height(there.x, there.y) - here.y) / tick;
    velocity.set_if_neq(Velocity::new(Vec3::new(over_ground.x, upwards, over_ground.y)));
}

/// What was used up by this tick is not used again.
pub(crate) fn rest_hands(mut intent: ResMut<Intent>) {
    intent.look = Vec2::ZERO;
    intent.zoom = 0.0;
    intent.teleports = false;
    intent.switches_camera = false;
}
