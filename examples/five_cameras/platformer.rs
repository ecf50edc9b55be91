//! The platformer's camera of the guide, and a level with a player that runs and jumps.

use bevy::prelude::*;
use bevy_exact_motion::{camera::Confiner, prelude::*};

use super::choice::{Chosen, stick};

include!("../../tests/camera/guide/platformer.rs");

/// The level. Unit: pixels, as in the rest of this file.
const LEVEL: Rect = Rect { min: Vec2::new(-1600.0, -260.0), max: Vec2::new(1600.0, 900.0) };
/// The platforms: their left and right ends, and their tops. The first one is the ground.
const PLATFORMS: [(f32, f32, f32); 9] = [
    (-1600.0, 1600.0, -160.0),
    (-900.0, -560.0, -20.0),
    (-420.0, -160.0, 110.0),
    (-20.0, 260.0, 240.0),
    (400.0, 760.0, 110.0),
    (880.0, 1120.0, 250.0),
    (640.0, 820.0, 390.0),
    (220.0, 480.0, 520.0),
    (-260.0, 60.0, 620.0),
];
/// Half of the player's width and height.
const HALF: Vec2 = Vec2::new(18.0, 28.0);
/// Unit: pixels/s.
const SPEED: f32 = 420.0;
/// The height of a jump, and the time up to its top. Unit: s.
const JUMP: (f32, f32) = (190.0, 0.36);
const SKY: [Color; 2] = [Color::srgb(0.16, 0.20, 0.33), Color::srgb(0.20, 0.25, 0.40)];
const STONE: Color = Color::srgb(0.45, 0.55, 0.47);
const CORAL: Color = Color::srgb(0.95, 0.36, 0.26);

pub(crate) fn spawn(mut commands: Commands) {
    // Columns show how the picture moves.
    for number in 0..32_u8 {
        let place = Vec2::new(LEVEL.min.x + 100.0 * (f32::from(number) + 0.5), LEVEL.center().y);
        let color = SKY[usize::from(number % 2)];
        let size = Vec2::new(100.0, LEVEL.height());
        commands.spawn((Sprite::from_color(color, size), Transform::from_translation(place.extend(-2.0))));
    }
    for (left, right, top) in PLATFORMS {
        let thickness = if top == PLATFORMS[0].2 { top - LEVEL.min.y } else { 24.0 };
        let middle = Vec3::new(left.midpoint(right), top - 0.5 * thickness, -1.0);
        let stone = Sprite::from_color(STONE, Vec2::new(right - left, thickness));
        commands.spawn((stone, Transform::from_translation(middle)));
    }
    let body = Sprite::from_color(CORAL, 2.0 * HALF);
    let start = Transform::from_xyz(0.0, PLATFORMS[0].2 + HALF.y, 0.0);
    let fall = (Velocity::default(), Gravity::from_jump(JUMP.0, JUMP.1, 0.0), Limits::floor(start.translation.y));
    commands.spawn((Player, Grounded, body, start, fall));
}

pub(crate) fn add(app: &mut App) {
    app.add_systems(FixedUpdate, (run, look_ahead.run_if(resource_equals(Chosen::Platformer))).chain());
}

pub(crate) fn show(commands: &mut Commands) {
    commands.spawn(platformer(LEVEL));
}

/// Lets the player run and jump. The floor of its motion is the top of the platform below.
fn run(
    keys: Res<ButtonInput<KeyCode>>,
    chosen: Res<Chosen>,
    player: Single<(Entity, &Transform, &mut Velocity, &mut Limits, Has<Grounded>), With<Player>>,
    mut commands: Commands,
) {
    let (entity, place, mut velocity, mut limits, was_grounded) = player.into_inner();
    let feet = place.translation - HALF.y * Vec3::Y;
    let below = |&(left, right, top): &(f32, f32, f32)| {
        (feet.x > left - HALF.x && feet.x < right + HALF.x && top <= feet.y + 0.5).then_some(top)
    };
    let floor = PLATFORMS.iter().filter_map(below).fold(PLATFORMS[0].2, f32::max) + HALF.y;
    let (left, right) = (LEVEL.min.x + HALF.x, LEVEL.max.x - HALF.x);
    let (lower, upper) = ([Some(left), Some(floor), None, None], [Some(right), None, None, None]);
    limits.set_if_neq(Limits { lower, upper, ..default() });
    let is_grounded = place.translation.y <= floor && velocity.0.y <= 0.0;
    if is_grounded && !was_grounded {
        commands.entity(entity).insert(Grounded);
    } else if was_grounded && !is_grounded {
        commands.entity(entity).remove::<Grounded>();
    }
    let is_played = *chosen == Chosen::Platformer;
    velocity.0.x = if is_played { SPEED * stick(&keys).x } else { 0.0 };
    if is_played && is_grounded && keys.pressed(KeyCode::Space) {
        velocity.0.y = Velocity::from_jump(JUMP.0, JUMP.1, 0.0).0.y;
    }
}
