//! The two cameras of "Damped Springs" (2012), made of this crate's components, and the flight from one to the other.
//!
//! | entity | components | its target |
//! | --- | --- | --- |
//! | pivot | `Follow`, `Spring` | the player's head |
//! | follower, the pivot's child | [`Orbit`], [`Obstruction`] | input, in steps; a wall, tracked |
//! | tripod on the watchtower | [`LookAt`] | the player's bearing |
//! | camera | [`Shot`], this scene's own | which of the two is shown, 0 or 1, in steps |

use bevy::math::ops;
use bevy::prelude::*;
use bevy_exact_motion::{
    CameraSystems, RestTolerance,
    camera::{OrbitDistance, OrbitPitch, OrbitYaw, Pose},
    math::camera::Polar,
    prelude::*,
    property,
};

use super::player::{self, Intent};
use super::{terrain, walls};
use harness::trace::TraceSystems;

/// The initial parameters of both cameras' springs. Unit: rad/s and 1.
pub(crate) const ANGULAR_FREQUENCY: f32 = 8.0;
pub(crate) const DAMPING_RATIO: f32 = 1.0;
/// From the player's feet to the point that the camera looks at, just above the head. Unit: m.
pub(crate) const HEAD: Vec3 = Vec3::new(0.0, 2.3, 0.0);
/// The foot of the watchtower in the plane, and its height. Unit: m.
pub(crate) const TOWER: Vec2 = Vec2::new(-14.0, -29.0);
pub(crate) const TOWER_HEIGHT: f32 = 6.5;
/// The lowest pitch keeps the camera above ground behind a player that walks down a ramp. Unit: rad and m.
const RANGE: OrbitRange = OrbitRange { pitch: [0.2, 1.3], distance: [4.0, 14.0], limit_angular_frequency: 20.0 };
/// The pivot's rest tolerance: coming to rest moves the camera by at most this much, which is invisible at any frame rate. Unit: m.
const REST: f32 = 1e-5;
/// The rest tolerance of the flight between the cameras. Unit: 1.
const REST_FAR: f32 = 1e-6;
/// The vertical fields of view. The player is far from the tower, so the tripod has a longer lens. Unit: rad.
pub(crate) const FOLLOWER_FOV: f32 = 1.0;
const TRIPOD_FOV: f32 = 0.7;
/// Four times the largest distance of the flight between the cameras from the straight line, as a share of that line's length.
const DETOUR: f32 = 1.2;

/// Marks the pivot, which follows the player's head and carries the first camera's boom.
#[derive(Component)]
pub(crate) struct Pivot;

/// The first camera.
#[derive(Component)]
pub(crate) struct Follower {
    /// The sum of all yaw input. The player's "forward" is along this yaw. Unit: rad.
    heading: f32,
}

/// Marks the second camera, which has a fixed place.
#[derive(Component)]
pub(crate) struct Tripod;

/// Which of the two cameras is shown.
#[derive(Component)]
pub(crate) struct Shot {
    /// 0 is the follower, 1 the tripod; in between, the camera flies from one to the other.
    tripod_share: f32,
}
property!(
    /// [`Shot::tripod_share`].
    pub(crate) TripodShare: Shot.tripod_share as f32
);

/// The camera that draws the picture.
#[derive(Component, Default)]
pub(crate) struct View {
    /// Unit: m/s.
    pub(crate) velocity: Vec3,
}

/// Spawns both cameras for a player whose feet are at `feet`.
pub(crate) fn spawn(commands: &mut Commands, player: Entity, feet: Vec3) {
    let spring = Spring::new(ANGULAR_FREQUENCY, DAMPING_RATIO);
    let orbit = Orbit::new(0.0, 0.3, 8.0);
    commands.spawn((
        (Pivot, Transform::from_translation(feet + HEAD), Visibility::default()),
        (spring, Follow::new(player).with_offset(HEAD), RestTolerance::new(REST)),
        children![(
            (Follower { heading: orbit.yaw }, orbit, RANGE, Obstruction::default()),
            (spring.on::<OrbitYaw>(), spring.on::<OrbitPitch>(), spring.on::<OrbitDistance>()),
        )],
    ));
    let tripod = Vec3::new(TOWER.x, terrain::height(TOWER.x, TOWER.y) + TOWER_HEIGHT + 1.1, TOWER.y);
    let watching = LookAt { offset: HEAD, angular_frequency: ANGULAR_FREQUENCY, ..LookAt::new(player) };
    commands.spawn((Tripod, Transform::from_translation(tripod), watching));
    commands.spawn((
        (Name::new("camera"), View::default(), Transform::from_translation(boom_end_at(feet + HEAD, &orbit))),
        (Shot { tripod_share: 0.0 }, spring.on::<TripodShare>()),
        (Target::<TripodShare>::of(0.0), RestTolerance::<TripodShare>::of(REST_FAR)),
    ));
}

/// Turns input into targets. Mouse motion moves a target in one step; a stick moves it at a rate.
pub(crate) fn aim(
    intent: Res<Intent>,
    time: Res<Time>,
    follower: Single<(&mut OrbitInput, &Obstruction, &mut Follower)>,
    mut shown: Single<&mut Target<TripodShare>, With<View>>,
) {
    let (mut hands, boom, mut follower) = follower.into_inner();
    let to_left_and_down = |right_and_down: Vec2| Vec2::new(-right_and_down.x, right_and_down.y);
    hands.turn += to_left_and_down(intent.look);
    hands.turn_rate = to_left_and_down(intent.look_rate);
    follower.heading -= intent.look.x + intent.look_rate.x * time.delta_secs();
    if intent.zoom != 0.0 {
        let wanted = boom.reach - boom.margin;
        let [least, most] = RANGE.distance;
        hands.zoom += ops::ln((wanted - intent.zoom).clamp(least, most) / wanted);
    }
    if intent.switches_camera {
        shown.value = 1.0 - shown.value;
    }
}

/// Writes how long the boom may be.
pub(crate) fn sense(mut boom: Single<&mut Obstruction>) {
    boom.hit = walls::cast(boom.ray, boom.reach);
}

/// The far end of a boom from `pivot`.
pub(crate) fn boom_end_at(pivot: Vec3, orbit: &Orbit) -> Vec3 {
    let boom = Polar { yaw: orbit.yaw.into(), pitch: orbit.pitch.into(), length: orbit.distance.into() }.place();
    pivot + bevy::math::DVec3::new(boom.x, boom.y, boom.z).as_vec3()
}

/// Composes the camera from both shots. Runs after each tick's motion and once a frame, and keeps no state.
pub(crate) fn fly(
    pivot: Single<&Transform, (With<Pivot>, Without<View>)>,
    shots: (Single<&Pose, With<Follower>>, Single<&Pose, With<Tripod>>),
    camera: Single<(&mut Transform, &mut View, &Shot, &Velocity<TripodShare>, Option<&mut Projection>)>,
) {
    let (follower, tripod) = (*shots.0, *shots.1);
    let (mut transform, mut view, shot, share_rate, projection) = camera.into_inner();
    let (share, rate) = (shot.tripod_share, share_rate.0);
    // The flight curves around the player: straight above its head, "up" would have no direction in the picture.
    let (way, way_rate) = (tripod.position - follower.position, -follower.velocity);
    let (bend, bend_rate) = (DETOUR * share * (1.0 - share), DETOUR * (1.0 - 2.0 * share) * rate);
    let position = follower.position + way * share + Vec3::Y.cross(way) * bend;
    // The point that the camera looks at moves from one camera's to the other's.
    let focus = tripod.position + tripod.rotation * Vec3::NEG_Z * tripod.position.distance(pivot.translation);
    transform
        .set_if_neq(Transform::from_translation(position).looking_at(pivot.translation.lerp(focus, share), Vec3::Y));
    view.velocity = follower.velocity
        + (way_rate * share + way * rate)
        + (Vec3::Y.cross(way_rate) * bend + Vec3::Y.cross(way) * bend_rate);
    if let Some(mut projection) = projection
        && let Projection::Perspective(lens) = &mut *projection
    {
        lens.fov = FOLLOWER_FOV.lerp(TRIPOD_FOV, share);
    }
}

/// The distance from the pivot to its target. Unit: m.
pub(crate) fn lag(pivot: &Transform, player: &Transform) -> f32 {
    pivot.translation.distance(player.translation + HEAD)
}

/// The first camera, for its heading.
pub(crate) type Heading<'world, 'state> = Single<'world, 'state, &'static Follower>;

impl Follower {
    /// The yaw of the player's "forward". Unit: rad.
    pub(crate) const fn heading(&self) -> f32 {
        self.heading
    }
}

/// Registers this scene's own property, and adds the rig's systems.
pub(crate) fn add_systems(app: &mut App) {
    app.register_motion::<TripodShare>()
        .add_systems(FixedUpdate, (aim, sense, player::walk, player::rest_hands).chain())
        .add_systems(FixedLast, fly.after(CameraSystems::Blend).before(TraceSystems))
        .add_systems(PostUpdate, fly.before(TransformSystems::Propagate));
}
