//! The two cameras of "Damped Springs" (2012), built from this crate's components, and the flight from one to the other.
//!
//! | entity | components | target of its springs |
//! | --- | --- | --- |
//! | pivot | `Follow`, `Spring` | the player's head |
//! | follower, a child of the pivot | [`Orbit`], [`Obstruction`] | angles and length set by input, in steps; a wall's distance, tracked |
//! | tripod on the watchtower | [`LookAt`] | the direction to the player |
//! | camera | [`Shot`], this scene's own | 0 for the follower's view or 1 for the tripod's, in steps |

use bevy::math::ops;
use bevy::prelude::*;
use bevy_exact_motion::{
    MotionSystems, RestTolerance,
    camera::{OrbitDistance, OrbitPitch, OrbitYaw, Pose},
    math::camera::Polar,
    prelude::*,
    property,
};

use super::player::{self, Intent};
use super::{terrain, walls};
use harness::trace::TraceSystems;

/// The initial angular frequency of both cameras' springs. Unit: rad/s.
pub(crate) const ANGULAR_FREQUENCY: f32 = 8.0;
/// The initial damping ratio of both cameras' springs. Unit: 1.
pub(crate) const DAMPING_RATIO: f32 = 1.0;
/// The offset from the player's feet to the point that the camera looks at, just above the head. Unit: m.
pub(crate) const HEAD: Vec3 = Vec3::new(0.0, 2.3, 0.0);
/// The position (x, z) of the watchtower. Unit: m.
pub(crate) const TOWER: Vec2 = Vec2::new(-14.0, -29.0);
/// The height of the watchtower. Unit: m.
pub(crate) const TOWER_HEIGHT: f32 = 6.5;
/// The range of the boom. The lowest pitch keeps the camera above ground behind a player that walks down a ramp. Unit: rad and m.
const RANGE: OrbitRange = OrbitRange { pitch: [0.2, 1.3], distance: [4.0, 14.0], limit_angular_frequency: 20.0 };
/// The pivot's rest tolerance. When the pivot comes to rest, it jumps by at most this distance, which is invisible. Unit: m.
const PIVOT_TOLERANCE: f32 = 1e-5;
/// The rest tolerance of [`TripodShare`]. Unit: 1.
const SHARE_TOLERANCE: f32 = 1e-6;
/// The follower's vertical field of view. Unit: rad.
pub(crate) const FOLLOWER_FOV: f32 = 1.0;
/// The tripod's vertical field of view. It is narrower than the follower's, because the player is far from the tower. Unit: rad.
const TRIPOD_FOV: f32 = 0.7;
/// Four times the flight's largest distance from the straight line between the cameras, as a fraction of the line's length.
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

/// Marks the second camera, which has a fixed position.
#[derive(Component)]
pub(crate) struct Tripod;

/// The displayed blend of the two cameras.
#[derive(Component)]
pub(crate) struct Shot {
    /// The weight of the tripod: 0 shows the follower's view, 1 the tripod's. In between, the camera flies from one to the other.
    tripod_share: f32,
}
property!(
    /// [`Shot::tripod_share`].
    pub(crate) TripodShare: Shot.tripod_share as f32
);

/// The camera that draws the scene.
#[derive(Component, Default)]
pub(crate) struct View {
    /// The camera's velocity. Unit: m/s.
    pub(crate) velocity: Vec3,
}

/// Spawns both cameras for a player whose feet are at `feet`.
pub(crate) fn spawn(commands: &mut Commands, player: Entity, feet: Vec3) {
    let spring = Spring::new(ANGULAR_FREQUENCY, DAMPING_RATIO);
    let orbit = Orbit::new(0.0, 0.3, 8.0);
    commands.spawn((
        (Pivot, Transform::from_translation(feet + HEAD), Visibility::default()),
        (spring, Follow::new(player).with_offset(HEAD), RestTolerance::new(PIVOT_TOLERANCE)),
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
        (Target::<TripodShare>::of(0.0), RestTolerance::<TripodShare>::of(SHARE_TOLERANCE)),
    ));
}

/// Turns input into targets. Mouse motion moves a target in one step; a stick moves it at a rate.
pub(crate) fn aim(
    intent: Res<Intent>,
    time: Res<Time>,
    follower: Single<(&mut OrbitInput, &Obstruction, &mut Follower)>,
    mut shown: Single<&mut Target<TripodShare>, With<View>>,
) {
    let (mut input, boom, mut follower) = follower.into_inner();
    let to_left_and_down = |right_and_down: Vec2| Vec2::new(-right_and_down.x, right_and_down.y);
    input.turn += to_left_and_down(intent.look);
    input.turn_rate = to_left_and_down(intent.look_rate);
    follower.heading -= intent.look.x + intent.look_rate.x * time.delta_secs();
    if intent.zoom != 0.0 {
        let wanted = boom.reach - boom.margin;
        let [least, most] = RANGE.distance;
        input.zoom += ops::ln((wanted - intent.zoom).clamp(least, most) / wanted);
    }
    if intent.switches_camera {
        shown.value = 1.0 - shown.value;
    }
}

/// Finds the wall that the boom hits.
pub(crate) fn avoid_walls(mut boom: Single<&mut Obstruction>) {
    boom.hit = walls::cast(boom.ray, boom.reach);
}

/// Returns the far end of a boom that starts at `pivot`.
pub(crate) fn boom_end_at(pivot: Vec3, orbit: &Orbit) -> Vec3 {
    let boom = Polar { yaw: orbit.yaw.into(), pitch: orbit.pitch.into(), length: orbit.distance.into() }.place();
    pivot + bevy::math::DVec3::new(boom.x, boom.y, boom.z).as_vec3()
}

/// Composes the drawn camera from both cameras. Runs after each tick's motion and once a frame. Keeps no state.
pub(crate) fn fly(
    pivot: Single<&Transform, (With<Pivot>, Without<View>)>,
    shots: (Single<&Pose, With<Follower>>, Single<&Pose, With<Tripod>>),
    camera: Single<(&mut Transform, &mut View, &Shot, &Velocity<TripodShare>, Option<&mut Projection>)>,
) {
    let (follower, tripod) = (*shots.0, *shots.1);
    let (mut transform, mut view, shot, share_rate, projection) = camera.into_inner();
    let (share, rate) = (shot.tripod_share, share_rate.0);
    // The flight curves around the player: straight above the head, the camera would look straight down and "up" would be undefined.
    let (way, way_rate) = (tripod.position - follower.position, -follower.velocity);
    let (bend, bend_rate) = (DETOUR * share * (1.0 - share), DETOUR * (1.0 - 2.0 * share) * rate);
    let position = follower.position + way * share + Vec3::Y.cross(way) * bend;
    // A point on the tripod's line of sight, as far from the tripod as the pivot is. The drawn camera's focus moves from the pivot to this
    // point.
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

/// Returns the distance from the pivot to its target. Unit: m.
pub(crate) fn lag(pivot: &Transform, player: &Transform) -> f32 {
    pivot.translation.distance(player.translation + HEAD)
}

/// System parameter for the player's "forward": the first camera, which has the heading.
pub(crate) type Heading<'world, 'state> = Single<'world, 'state, &'static Follower>;

impl Follower {
    /// Returns the yaw of the player's "forward". Unit: rad.
    pub(crate) const fn heading(&self) -> f32 {
        self.heading
    }
}

/// Registers this scene's own property, and adds the rig's systems.
pub(crate) fn add_systems(app: &mut App) {
    app.register_motion::<TripodShare>()
        .add_systems(FixedUpdate, (aim, avoid_walls, player::walk, player::clear_input).chain())
        .add_systems(FixedLast, fly.after(MotionSystems::BlendCameras).before(TraceSystems))
        .add_systems(PostUpdate, fly.before(TransformSystems::Propagate));
}
