//! The usual code: a camera whose transform is computed again in each of its frames.
//!
//! Each station's code is what games usually have. It has the usual flaws and no others.

use std::f32::consts::TAU;

use bevy::camera::Viewport;
use bevy::camera::visibility::RenderLayers;
use bevy::math::ops;
use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{GroupWeight, OrbitYaw, Pose},
    prelude::*,
    rail::Rail,
};

use super::field::{self, LEVEL};
use super::lantern::RIGHT;
use super::place::{self, HEAD, Runner, Traveller, WALLS};
use super::shots::{DOLLY, OVERSEER, Ours, Shots};
use super::station::{Station, Tour};
use harness::boom::cast;

/// The selectable frame rates. Unit: frames per second.
const RATES: [f32; 4] = [15.0, 30.0, 60.0, 144.0];
/// The rate of a `lerp`: its factor is this rate times the frame's length. Unit: 1/s.
const LERP: f32 = 6.0;
/// The rate of a `slerp`: its factor is this rate times the frame's length. Unit: 1/s.
const SLERP: f32 = 2.0;
/// The duration of a blend. Unit: s.
const EASE: f32 = 1.0;
/// The amplitude of a shake's noise. Unit: rad.
const NOISE: f32 = 0.0522;
/// The decay rate of a shake's noise. Unit: 1/s.
const FADE: f32 = 4.0;

/// Half of the picture's size on the ground, at the first zoom. Unit: m.
const HALF_PICTURE: Vec2 = Vec2::splat(4.0);

/// The usual camera, which is drawn on the right.
#[derive(Component)]
pub(crate) struct Usual {
    /// The index of the camera's frame rate in [`RATES`].
    rate: usize,
    /// The time of the camera's next frame. Unit: s.
    due: f64,
    /// When the current station was entered. Unit: s.
    entered: Option<f64>,
    /// The transform that the camera blends from, and the time at which the blend began (s).
    snapshot: (Transform, f64),
    /// The shot that the camera shows.
    shown: Entity,
    /// The number of kicks, and the time of the last one (s).
    kicked: (usize, f64),
    /// The state of the random number generator.
    seed: u32,
}

impl Usual {
    /// Returns the camera's frame rate. Unit: frames per second.
    pub(crate) const fn rate(&self) -> f32 {
        RATES[self.rate]
    }

    /// Selects the next higher frame rate.
    pub(crate) fn faster(&mut self) {
        self.rate = (self.rate + 1).min(RATES.len() - 1);
    }

    /// Selects the next lower frame rate.
    pub(crate) const fn slower(&mut self) {
        self.rate = self.rate.saturating_sub(1);
    }

    /// Whether the camera's next frame is due at `now` (s).
    pub(crate) fn is_due(&self, now: f64) -> bool {
        self.due <= now
    }

    /// Returns a pseudorandom number from −1 to 1.
    fn noise(&mut self) -> f32 {
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ops::sin(TAU * f32::from(u16::try_from(self.seed >> 16).unwrap_or_default()) / f32::from(u16::MAX))
    }
}

pub(crate) fn spawn(mut commands: Commands) {
    let usual = Usual {
        rate: 1,
        due: 0.0,
        entered: None,
        snapshot: (Transform::default(), 0.0),
        shown: Entity::PLACEHOLDER,
        kicked: (0, f64::NEG_INFINITY),
        seed: 1,
    };
    commands.spawn((
        (usual, Transform::default(), Projection::Perspective(PerspectiveProjection::default())),
        (Camera3d::default(), Camera { order: 1, viewport: Some(Viewport::default()), ..default() }),
        RenderLayers::default().with(RIGHT),
    ));
}

/// System parameter with everything that the camera reads from the world.
#[derive(bevy::ecs::system::SystemParam)]
pub(crate) struct Seen<'w, 's> {
    tour: Res<'w, Tour>,
    shots: Res<'w, Shots>,
    poses: Query<'w, 's, (&'static Pose, Option<&'static Target<OrbitYaw>>, Option<&'static Orbit>)>,
    runner: Single<'w, 's, &'static Transform, (With<Runner>, Without<Usual>)>,
    traveller: Single<'w, 's, &'static Transform, (With<Traveller>, Without<Usual>)>,
    friends:
        Query<'w, 's, (&'static Transform, &'static InGroup, Option<&'static Target<GroupWeight>>), Without<Usual>>,
    shows: Single<'w, 's, &'static ActiveShot, With<Ours>>,
    rail: Single<'w, 's, &'static Rail>,
}

impl Seen<'_, '_> {
    /// Returns the pose of a shot.
    fn pose(&self, shot: Entity) -> Transform {
        let Ok((pose, ..)) = self.poses.get(shot) else { return Transform::default() };
        Transform::from_translation(pose.position).with_rotation(pose.rotation)
    }

    /// Returns the middle of the bounding box of the group's members, at head height, and the box's longest side. Unit: m.
    fn group(&self) -> (Vec3, f32) {
        let belongs = |(transform, _, weight): (&Transform, &InGroup, Option<&Target<GroupWeight>>)| {
            weight.is_none_or(|weight| weight.value > 0.5).then_some(transform.translation)
        };
        let (least, most) = self
            .friends
            .iter()
            .filter_map(belongs)
            .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(least, most), place| (least.min(place), most.max(place)));
        (least.midpoint(most) + HEAD, (most - least).max_element())
    }
}

/// Returns the place on the rail that is nearest to a point, of all those that are tried. Unit: m.
fn nearest(rail: &Rail, point: Vec3) -> Vec3 {
    let places = field::places(rail).map(|place| place.translation);
    places.min_by(|a, b| a.distance(point).total_cmp(&b.distance(point))).unwrap_or_default()
}

/// Returns the far end of a boom. Lengths are in m, angles in rad.
fn boom(pivot: Vec3, yaw: f32, pitch: f32, length: f32) -> Vec3 {
    pivot + Quat::from_euler(EulerRot::YXZ, yaw, -pitch, 0.0) * (length * Vec3::Z)
}

/// Moves the camera at its own frame rate, which is independent of the app's.
pub(crate) fn step(time: Res<Time>, seen: Seen, usual: Single<(&mut Usual, &mut Transform)>) {
    let (mut usual, mut transform) = usual.into_inner();
    let now = time.elapsed_secs_f64();
    #[expect(clippy::cast_possible_truncation, reason = "f32 is precise enough for drawing")]
    let since = |began: f64| (now - began) as f32;
    // At a new station the camera starts at its goal.
    let enters = usual.entered.replace(seen.tour.began) != Some(seen.tour.began);
    if enters {
        usual.shown = seen.shows.shot;
        usual.snapshot.1 = f64::NEG_INFINITY;
        usual.kicked = (0, f64::NEG_INFINITY);
        usual.due = now;
    }
    while usual.is_due(now) {
        let rate = usual.rate();
        usual.due += f64::from(1.0 / rate);
        let part = |speed: f32| if enters { 1.0 } else { (speed / rate).min(1.0) };
        let head = seen.runner.translation + HEAD;
        *transform = match seen.tour.station {
            Station::Orbit => {
                let yaw = seen.poses.get(seen.shots.follower).ok().and_then(|(_, yaw, _)| yaw);
                let goal = boom(head, yaw.map_or(0.0, |yaw| yaw.value.0), 0.35, 8.0);
                Transform::from_translation(transform.translation.lerp(goal, part(LERP))).looking_at(head, Vec3::Y)
            }
            Station::Walls => {
                let orbit = seen.poses.get(seen.shots.sweeper).ok().and_then(|(.., orbit)| orbit);
                let pivot = place::COURT + HEAD;
                let end = orbit.map_or(pivot, |orbit| boom(pivot, orbit.yaw, orbit.pitch, 8.0));
                let hit = Dir3::new(end - pivot)
                    .ok()
                    .and_then(|direction| cast(Ray3d { origin: pivot, direction }, 8.0, WALLS));
                let share = hit.map_or(1.0, |hit| (hit.distance / 8.0).min(1.0));
                Transform::from_translation(pivot + (end - pivot) * share).looking_at(pivot, Vec3::Y)
            }
            Station::LookAt => {
                let tripod = Transform::from_translation(seen.pose(seen.shots.watcher).translation);
                tripod.with_rotation(transform.rotation.slerp(tripod.looking_at(head, Vec3::Y).rotation, part(SLERP)))
            }
            Station::Cut => {
                let head = seen.traveller.translation + HEAD;
                let goal = boom(head, 0.0, 0.35, 8.0);
                Transform::from_translation(transform.translation.lerp(goal, part(LERP))).looking_at(head, Vec3::Y)
            }
            Station::Group => {
                let (middle, longest) = seen.group();
                let goal = boom(middle, 0.4, 0.4, 5.0 + 1.3 * longest);
                let place = transform.translation.lerp(goal, part(LERP));
                Transform::from_translation(place).looking_at(middle, Vec3::Y)
            }
            Station::Blend => {
                if usual.shown != seen.shows.shot {
                    usual.shown = seen.shows.shot;
                    usual.snapshot = (*transform, now);
                }
                let (from, began) = usual.snapshot;
                let share = EaseFunction::SmoothStep.sample_clamped((since(began) / EASE).min(1.0));
                let to = seen.pose(usual.shown);
                Transform::from_translation(from.translation.lerp(to.translation, share))
                    .with_rotation(from.rotation.slerp(to.rotation, share))
            }
            Station::Shake => {
                if usual.kicked.0 != seen.tour.beats {
                    usual.kicked = (seen.tour.beats, now);
                }
                let strength = NOISE * ops::exp(-FADE * since(usual.kicked.1));
                let (nod, roll) = (strength * usual.noise(), strength * usual.noise());
                let calm = seen.pose(seen.shots.follower);
                calm.with_rotation(calm.rotation * Quat::from_euler(EulerRot::XYZ, nod, 0.0, roll))
            }
            Station::Attach => seen.pose(seen.shots.bystander),
            Station::Rail => {
                let goal = nearest(&seen.rail, seen.runner.translation) + DOLLY;
                Transform::from_translation(transform.translation.lerp(goal, part(LERP))).looking_at(head, Vec3::Y)
            }
            Station::Confiner => {
                let orbit = seen.poses.get(seen.shots.overseer).ok().and_then(|(.., orbit)| orbit);
                let (pitch, distance) = orbit.map_or(OVERSEER, |orbit| (orbit.pitch, orbit.distance));
                let feet = seen.runner.translation.xz();
                let Rect { min, max } = LEVEL;
                let pivot = feet.clamp(min + HALF_PICTURE, max - HALF_PICTURE).xxy().with_y(0.0);
                let goal = boom(pivot, 0.0, pitch, distance);
                Transform::from_translation(transform.translation.lerp(goal, part(LERP)))
                    .with_rotation(Quat::from_rotation_x(-pitch))
            }
        };
    }
}
