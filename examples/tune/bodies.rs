//! The bodies, with only the components that move them. Other files draw and inspect them.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

/// Moves up and down, turns and grows.
#[derive(Component)]
pub(crate) struct Lift;
/// Is struck, moves to and fro, and bounces off the edges of its table.
#[derive(Component)]
pub(crate) struct Puck;
/// Coasts, and bounces.
#[derive(Component)]
pub(crate) struct Leader;
/// Follows the body that coasts.
#[derive(Component)]
pub(crate) struct Follower;
/// Falls, and bounces.
#[derive(Component)]
pub(crate) struct Ball;

/// How long each of the two places is the target. Unit: s.
pub(crate) const PERIOD: f32 = 1.75;
/// The two places of the lift. Unit: m.
pub(crate) const FLOORS: [Vec3; 2] = [Vec3::new(-4.0, 1.0, 0.0), Vec3::new(-4.0, 3.6, 0.0)];
/// The two places of the puck, and the table that it cannot leave. Unit: m.
const GOALS: [Vec3; 2] = [Vec3::new(-1.4, 0.5, 0.9), Vec3::new(2.2, 0.5, -0.5)];
const TABLE: [Vec3; 2] = [Vec3::new(-2.2, 0.5, -1.2), Vec3::new(2.9, 0.5, 1.6)];
/// The velocity with which the puck is struck when its target changes. Unit: m/s.
const STROKE: Vec3 = Vec3::new(0.0, 0.0, 7.0);
/// The height of the leader, which coasts. Unit: m.
const HEIGHT: f32 = 2.6;
const SMALL: f32 = 0.7;
const LARGE: f32 = 1.1;

pub(crate) fn spawn(mut commands: Commands) {
    let turned = Quat::from_rotation_y(1.2);
    commands.spawn((
        (Lift, Name::new("lift"), Transform::from_translation(FLOORS[0]).with_scale(Vec3::splat(SMALL))),
        (Spring::new(5.0, 0.45), Target::new(FLOORS[0])),
        (Spring::new(7.0, 0.7).on::<Rotation>(), Target::<Rotation>::of(turned)),
        (Spring::new(9.0, 0.3).on::<Scale>(), Target::<Scale>::of(Vec3::splat(SMALL))),
    ));
    let table = Limits::between(TABLE[0], TABLE[1]).with_restitution(0.6);
    let puck = Transform::from_translation(GOALS[0]);
    commands.spawn((Puck, Name::new("puck"), puck, Spring::new(4.0, 0.3), Target::new(GOALS[0]), table));
    let air = Limits::between(Vec3::new(-2.0, HEIGHT, 0.0), Vec3::new(3.0, HEIGHT, 0.0)).with_restitution(1.0);
    let leader = (Leader, Transform::from_xyz(-1.0, HEIGHT, 0.0), Velocity::new(2.2 * Vec3::X), air);
    let leader = commands.spawn(leader).id();
    let above = Transform::from_xyz(-2.0, HEIGHT + 1.2, 0.0);
    let follow = Follow::new(leader).with_offset(1.2 * Vec3::Y);
    commands.spawn((Follower, Name::new("follower"), above, Spring::new(6.0, 0.6), follow));
    let pit = Limits::between(Vec3::new(3.8, 0.3, -0.5), Vec3::new(5.2, 9.0, 0.5)).with_restitution(0.8);
    let throw = Velocity::new(Vec3::new(0.9, 4.0, 0.0));
    let ball = (Ball, Name::new("ball"), Transform::from_xyz(4.2, 1.5, 0.0), Gravity::EARTH, throw, pit);
    commands.spawn(ball);
}

/// Once every [`PERIOD`], sends the lift and the puck to their other places, and throws the ball again.
pub(crate) fn go(
    time: Res<Time>,
    mut lift: Single<(&mut Target, &mut Target<Rotation>, &mut Target<Scale>), With<Lift>>,
    mut puck: Single<(&mut Target, &mut Velocity), (With<Puck>, Without<Lift>)>,
    mut ball: Single<&mut Velocity, (With<Ball>, Without<Puck>)>,
) {
    let beat = |seconds: f32| (seconds / PERIOD).floor();
    let now = beat(time.elapsed_secs());
    if now == beat(time.elapsed_secs() - time.delta_secs()) {
        return;
    }
    let place = usize::from(now.rem_euclid(2.0) == 1.0);
    let (goal, turn, size) = &mut *lift;
    goal.value = FLOORS[place];
    turn.value = Quat::from_rotation_y([1.2, -0.4][place]);
    size.value = Vec3::splat([SMALL, LARGE][place]);
    puck.0.value = GOALS[place];
    puck.1.0 += [STROKE, -STROKE][place];
    ball.0.y = 6.0;
}
