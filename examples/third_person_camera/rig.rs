//! Source 001's two cameras, on springs, and the one place where they become the camera's `Transform`.
//!
//! | what moves | property | its target |
//! | --- | --- | --- |
//! | pivot | `Translation` | the player's head, by `Follow` |
//! | boom from the pivot | [`Yaw`], [`Pitch`], [`Length`] | the hands: jumps; a wall: tracked |
//! | tripod on the watchtower | [`Yaw`], [`Pitch`] | the player's bearing: tracked |
//! | which of the two is shown | [`TripodShare`] | 0 or 1: jumps |

use bevy::math::ops;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_exact_motion::prelude::*;

use super::player::{self, Intent, Player};
use super::readout::Tuning;
use super::{terrain, walls};

/// What both cameras' springs start with. Unit: rad/s, and 1.
pub(crate) const ANGULAR_FREQUENCY: f32 = 8.0;
pub(crate) const DAMPING_RATIO: f32 = 1.0;
/// From the player's feet to what the camera looks at: just above the head. Unit: m.
pub(crate) const HEAD: Vec3 = Vec3::new(0.0, 2.3, 0.0);
/// The foot of the watchtower in the plane, and its height. Unit: m.
pub(crate) const TOWER: Vec2 = Vec2::new(-14.0, -29.0);
pub(crate) const TOWER_HEIGHT: f32 = 6.5;
/// The lowest pitch keeps the camera above ground behind a player who walks down a ramp. Unit: rad.
const PITCHES: std::ops::RangeInclusive<f32> = 0.2..=1.3;
/// Unit: m.
const LENGTHS: std::ops::RangeInclusive<f32> = 4.0..=14.0;
/// The boom's spring while a wall is in its way: shorter at once, and long again at leisure. Unit: rad/s.
const BEFORE_WALL: f32 = 30.0;
/// Coming to rest moves the camera by no more than this, which nobody sees at any frame rate. Unit: m.
const REST: f32 = 1e-5;
/// The same at the far end of a boom or of a flight. Unit: rad, and 1.
const REST_FAR: f32 = 1e-6;
/// Four times how far aside the flight from one camera to the other leads, as a share of the way.
const DETOUR: f32 = 1.2;

/// Where something points. Yaw 0 looks along −Z and grows to the left; pitch grows downwards. Unit: rad.
#[derive(Component)]
pub(crate) struct Aim {
    yaw: f32,
    pitch: f32,
}

/// How far behind the pivot the camera is.
#[derive(Component)]
pub(crate) struct Boom {
    /// Unit: m.
    length: f32,
    /// What the hands want it to be. Unit: m.
    wanted: f32,
}

/// Which camera is shown.
#[derive(Component)]
pub(crate) struct Shot {
    /// 0 is the follower, 1 the tripod, and between them it flies from one to the other.
    tripod_share: f32,
}

/// [`Aim::yaw`], which goes the short way round.
#[derive(TypePath)]
pub(crate) enum Yaw {}
impl Property for Yaw {
    type Component = Aim;
    type Value = Angle;
    fn get(aim: &Aim) -> Angle {
        Angle(aim.yaw)
    }
    fn set(aim: &mut Aim, yaw: Angle) {
        aim.yaw = yaw.0;
    }
}

/// [`Aim::pitch`].
#[derive(TypePath)]
pub(crate) enum Pitch {}
impl Property for Pitch {
    type Component = Aim;
    type Value = f32;
    fn get(aim: &Aim) -> f32 {
        aim.pitch
    }
    fn set(aim: &mut Aim, pitch: f32) {
        aim.pitch = pitch;
    }
}

/// [`Boom::length`].
#[derive(TypePath)]
pub(crate) enum Length {}
impl Property for Length {
    type Component = Boom;
    type Value = f32;
    fn get(boom: &Boom) -> f32 {
        boom.length
    }
    fn set(boom: &mut Boom, length: f32) {
        boom.length = length;
    }
}

/// [`Shot::tripod_share`].
#[derive(TypePath)]
pub(crate) enum TripodShare {}
impl Property for TripodShare {
    type Component = Shot;
    type Value = f32;
    fn get(shot: &Shot) -> f32 {
        shot.tripod_share
    }
    fn set(shot: &mut Shot, share: f32) {
        shot.tripod_share = share;
    }
}

/// Follows the player's head; carries the first camera's boom.
#[derive(Component)]
pub(crate) struct Pivot;

/// The second camera, fixed in space.
#[derive(Component)]
pub(crate) struct Tripod;

/// What is drawn from, and how it moves: the composition of all of the above.
#[derive(Component, Default)]
pub(crate) struct View {
    /// Unit: m/s.
    pub(crate) velocity: Vec3,
}

/// Spawns both cameras' springs around a player who stands at `feet`.
pub(crate) fn spawn(commands: &mut Commands, player: Entity, feet: Vec3) {
    let spring = Spring::new(ANGULAR_FREQUENCY, DAMPING_RATIO);
    let (pitch, length) = (0.3, 8.0);
    commands.spawn((
        Pivot,
        Transform::from_translation(feet + HEAD),
        (spring, Follow::new(player).with_offset(HEAD), RestTolerance::new(REST)),
        (Aim { yaw: 0.0, pitch }, Boom { length, wanted: length }),
        (spring.on::<Yaw>(), Target::<Yaw>::of(Angle(0.0)), RestTolerance::<Yaw>::of(REST_FAR)),
        (spring.on::<Pitch>(), Target::<Pitch>::of(pitch), RestTolerance::<Pitch>::of(REST_FAR)),
        (spring.on::<Length>(), Target::<Length>::of(length), RestTolerance::<Length>::of(REST)),
    ));
    let tripod = Vec3::new(TOWER.x, terrain::height(TOWER.x, TOWER.y) + TOWER_HEIGHT + 1.1, TOWER.y);
    let (yaw, pitch) = bearing(tripod, feet + HEAD);
    commands.spawn((
        Tripod,
        Transform::from_translation(tripod),
        Aim { yaw, pitch },
        (spring.on::<Yaw>(), Target::<Yaw>::of(Angle(yaw)).tracked()),
        (spring.on::<Pitch>(), Target::<Pitch>::of(pitch).tracked()),
    ));
    commands.spawn((
        Name::new("camera"),
        View::default(),
        Transform::default(),
        Shot { tripod_share: 0.0 },
        (spring.on::<TripodShare>(), Target::<TripodShare>::of(0.0), RestTolerance::<TripodShare>::of(REST_FAR)),
    ));
}

/// Hands to targets. A mouse's flick is a retarget; a stick, held, moves the target along a line.
pub(crate) fn aim(
    intent: Res<Intent>,
    time: Res<Time>,
    pivot: Single<(&mut Target<Yaw>, &mut Target<Pitch>, &mut Boom), With<Pivot>>,
    mut shown: Single<&mut Target<TripodShare>, With<View>>,
) {
    let (mut yaw, mut pitch, mut boom) = pivot.into_inner();
    let turn = intent.look + intent.look_rate * time.delta_secs();
    let tracked = intent.look_rate != Vec2::ZERO;
    let turned = Target { value: Angle(yaw.value.0 - turn.x), tracked, ..*yaw };
    yaw.set_if_neq(turned);
    let lowered = (pitch.value + turn.y).clamp(*PITCHES.start(), *PITCHES.end());
    let lowered = Target { value: lowered, tracked, ..*pitch };
    pitch.set_if_neq(lowered);
    boom.wanted = (boom.wanted - intent.zoom).clamp(*LENGTHS.start(), *LENGTHS.end());
    if intent.switches_camera {
        shown.value = 1.0 - shown.value;
    }
}

/// The boom's target: as long as the hands want it, or as the walls let it be.
pub(crate) fn reach(
    tuning: Res<Tuning>,
    pivot: Single<(&Transform, &Aim, &Boom, &mut Target<Length>, &mut Spring<Length>), With<Pivot>>,
) {
    let (transform, aim, boom, mut target, mut spring) = pivot.into_inner();
    let free = walls::free_length(transform.translation, backwards(aim), boom.wanted);
    let is_before_wall = free < boom.wanted;
    target.set_if_neq(Target { tracked: is_before_wall, ..Target::of(free) });
    spring.set_if_neq(if is_before_wall { Spring::critical(BEFORE_WALL).on() } else { tuning.spring() });
}

/// The tripod's targets: where the player's head is now.
pub(crate) fn track(
    intent: Res<Intent>,
    player: Single<&Transform, With<Player>>,
    tripod: Single<(&Transform, &mut Target<Yaw>, &mut Target<Pitch>), With<Tripod>>,
) {
    let (place, mut yaw, mut pitch) = tripod.into_inner();
    let (to_left, downwards) = bearing(place.translation, player.translation + HEAD);
    // Somebody who was moved by a word is not followed along a line.
    let tracked = !intent.teleports;
    let (to_left, downwards) = (Target::of(Angle(to_left)), Target::of(downwards));
    yaw.set_if_neq(Target { tracked, ..to_left });
    pitch.set_if_neq(Target { tracked, ..downwards });
}

/// Yaw and pitch from `eye` to `point`. Unit: rad.
fn bearing(eye: Vec3, point: Vec3) -> (f32, f32) {
    let line = point - eye;
    (ops::atan2(-line.x, -line.z), ops::atan2(-line.y, line.xz().length()))
}

/// The direction from which something aimed like this is looked at.
fn backwards(aim: &Aim) -> Vec3 {
    let ((yaw_sin, yaw_cos), (pitch_sin, pitch_cos)) = (ops::sin_cos(aim.yaw), ops::sin_cos(aim.pitch));
    Vec3::new(yaw_sin * pitch_cos, pitch_sin, yaw_cos * pitch_cos)
}

/// Where the far end of the boom is when its near end is at `pivot`.
pub(crate) fn boom_end_at(pivot: Vec3, aim: &Aim, boom: &Boom) -> Vec3 {
    pivot + backwards(aim) * boom.length
}

/// Where the first camera is, and how fast: the pivot and the boom, differentiated.
fn boom_end(
    (pivot, pivot_velocity): (Vec3, Vec3),
    (aim, yaw_rate, pitch_rate): (&Aim, f32, f32),
    (length, length_rate): (f32, f32),
) -> (Vec3, Vec3) {
    let direction = backwards(aim);
    let ((yaw_sin, yaw_cos), (pitch_sin, pitch_cos)) = (ops::sin_cos(aim.yaw), ops::sin_cos(aim.pitch));
    let by_yaw = Vec3::new(yaw_cos * pitch_cos, 0.0, -yaw_sin * pitch_cos);
    let by_pitch = Vec3::new(-yaw_sin * pitch_sin, pitch_cos, -yaw_cos * pitch_sin);
    let turning = by_yaw * yaw_rate + by_pitch * pitch_rate;
    (pivot + direction * length, pivot_velocity + direction * length_rate + turning * length)
}

/// The camera, from everything that moves it. Run after each tick's motion and once a frame; it keeps nothing.
pub(crate) fn compose(
    pivot: Single<
        (&Transform, &Velocity, &Aim, &Velocity<Yaw>, &Velocity<Pitch>, &Boom, &Velocity<Length>),
        (With<Pivot>, Without<View>),
    >,
    tripod: Single<(&Transform, &Aim), (With<Tripod>, Without<View>)>,
    camera: Single<(&mut Transform, &mut View, &Shot, &Velocity<TripodShare>, Option<&mut Projection>)>,
) {
    let (pivot, pivot_velocity, aim, yaw_rate, pitch_rate, boom, length_rate) = *pivot;
    let (near, near_velocity) =
        boom_end((pivot.translation, pivot_velocity.0), (aim, yaw_rate.0, pitch_rate.0), (boom.length, length_rate.0));
    let (tripod, tripod_aim) = *tripod;
    let (mut transform, mut view, shot, share_rate, projection) = camera.into_inner();
    let (share, rate) = (shot.tripod_share, share_rate.0);
    // The way from one to the other leads around the player and not over the head, where "up" has no direction.
    let (way, way_rate) = (tripod.translation - near, -near_velocity);
    let (bend, bend_rate) = (DETOUR * share * (1.0 - share), DETOUR * (1.0 - 2.0 * share) * rate);
    let position = near + way * share + Vec3::Y.cross(way) * bend;
    // Each camera has a point it looks at; in between, that point goes from one to the other.
    let focus = tripod.translation - backwards(tripod_aim) * tripod.translation.distance(pivot.translation);
    transform
        .set_if_neq(Transform::from_translation(position).looking_at(pivot.translation.lerp(focus, share), Vec3::Y));
    view.velocity = near_velocity
        + (way_rate * share + way * rate)
        + (Vec3::Y.cross(way_rate) * bend + Vec3::Y.cross(way) * bend_rate);
    if let Some(mut projection) = projection
        && let Projection::Perspective(lens) = &mut *projection
    {
        // From the tower the player is far: a longer lens.
        lens.fov = 1.0f32.lerp(0.7, share);
    }
}

/// How far the pivot is from where it wants to be. Unit: m.
pub(crate) fn lag(pivot: &Transform, player: &Transform) -> f32 {
    pivot.translation.distance(player.translation + HEAD)
}

/// Yaw at which the hands want the first camera, which is what "forward" means to the player. Unit: rad.
pub(crate) type Heading<'world, 'state> = Single<'world, 'state, &'static Target<Yaw>, With<Pivot>>;

/// Everything here: the springs' properties, and when what happens.
pub(crate) fn add_systems(app: &mut App) {
    app.add_systems(PostStartup, compose.before(TransformSystems::Propagate))
        .add_systems(FixedUpdate, (aim, reach, player::walk, track, player::rest_hands).chain())
        .add_systems(FixedLast, compose.after(MotionSystems::Rest))
        .add_systems(PostUpdate, compose.before(TransformSystems::Propagate));
}
