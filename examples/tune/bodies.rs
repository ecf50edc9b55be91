//! The bodies, with only the components that move them. Other files add their meshes and inspect them.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

/// Marks the lift: a body that moves up and down, turns and grows.
#[derive(Component)]
pub(crate) struct Lift;
/// Marks the puck: a body that is struck, moves to and fro, and bounces off the edges of its table.
#[derive(Component)]
pub(crate) struct Puck;
/// Marks the leader: a body that coasts and bounces.
#[derive(Component)]
pub(crate) struct Leader;
/// Marks the follower: a body that follows the leader.
#[derive(Component)]
pub(crate) struct Follower;
/// Marks the ball: a body that falls and bounces, without a spring.
#[derive(Component)]
pub(crate) struct Ball;

/// The time between two changes of the lift's and the puck's targets. Unit: s.
pub(crate) const PERIOD: f32 = 1.75;
/// The two target positions of the lift. Unit: m.
pub(crate) const FLOORS: [Vec3; 2] = [Vec3::new(-4.0, 1.0, 0.0), Vec3::new(-4.0, 3.6, 0.0)];
/// The two target positions of the puck. Unit: m.
const GOALS: [Vec3; 2] = [Vec3::new(-1.4, 0.5, 0.9), Vec3::new(2.2, 0.5, -0.5)];
/// The lower and the upper bound of the puck's position. Unit: m.
const TABLE: [Vec3; 2] = [Vec3::new(-2.2, 0.5, -1.2), Vec3::new(2.9, 0.5, 1.6)];
/// The velocity that a strike adds to the puck when its target changes. Unit: m/s.
const STROKE: Vec3 = Vec3::new(0.0, 0.0, 7.0);
/// The height at which the leader moves. Unit: m.
const HEIGHT: f32 = 2.6;
/// The lift's scale on the lower floor.
const SMALL: f32 = 0.7;
/// The lift's scale on the upper floor.
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

/// After each [`PERIOD`], switches the targets of the lift and the puck, strikes the puck, and throws the ball upwards again.
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
