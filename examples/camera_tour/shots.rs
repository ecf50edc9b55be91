//! This crate's cameras: one shot for each station, and the camera that shows them.

use bevy::camera::Viewport;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{OrbitDistance, ZoneExtents},
    prelude::*,
    rail::{OnRail, Rail, RailDistance},
};

use super::lantern::LEFT;
use super::place::{GLADE, Group, Guard, HEAD, Runner, Traveller};
use super::station::Station;

/// The dead zone of [`LookAt`]: the camera does not turn while the runner is in it. Unit: fractions of the picture.
pub(crate) const DEAD: ZoneExtents = ZoneExtents::both(0.08, 0.08);
/// The hard zone of [`LookAt`]: the runner never leaves it. Unit: fractions of the picture.
pub(crate) const HARD: ZoneExtents = ZoneExtents::both(0.3, 0.3);

/// The camera's position on the cart. Unit: m.
pub(crate) const DOLLY: Vec3 = Vec3::new(0.0, 2.5, 0.0);
/// The pitch (rad) and the first distance (m) of the shot of the level.
pub(crate) const OVERSEER: (f32, f32) = (1.3, 9.0);

/// Marks this crate's camera, which is drawn on the left.
#[derive(Component)]
pub(crate) struct Ours;

/// The entities of all shots.
#[derive(Resource)]
pub(crate) struct Shots {
    /// The shot from behind the runner.
    pub(crate) follower: Entity,
    /// The shot in the court, whose boom sweeps past the walls.
    pub(crate) sweeper: Entity,
    /// The shot from a tripod.
    pub(crate) watcher: Entity,
    /// The shot of the group.
    pub(crate) framer: Entity,
    /// The shot that circles high above the runner.
    pub(crate) crane: Entity,
    /// The shot from behind the traveller.
    pub(crate) companion: Entity,
    /// The shot of both bearers.
    pub(crate) bystander: Entity,
    /// The shot from the rail.
    pub(crate) dolly: Entity,
    /// The shot of the level from above.
    pub(crate) overseer: Entity,
}

impl Shots {
    /// Returns the shot that a station begins with.
    pub(crate) const fn of(&self, station: Station) -> Entity {
        match station {
            Station::Orbit | Station::Blend | Station::Shake => self.follower,
            Station::Walls => self.sweeper,
            Station::LookAt => self.watcher,
            Station::Group => self.framer,
            Station::Cut => self.companion,
            Station::Attach => self.bystander,
            Station::Rail => self.dolly,
            Station::Confiner => self.overseer,
        }
    }
}

pub(crate) fn spawn(
    mut commands: Commands,
    runner: Single<Entity, With<Runner>>,
    guard: Single<Entity, With<Guard>>,
    traveller: Single<Entity, With<Traveller>>,
    group: Single<Entity, With<Group>>,
    rail: Single<Entity, With<Rail>>,
) {
    let lens = Projection::Perspective(PerspectiveProjection::default());
    let behind = |leader: Entity, head: Vec3, omega: f32| {
        let follow = (Follow::new(leader).with_offset(head), Spring::critical(omega), StartOnTarget);
        (Transform::default(), Visibility::default(), follow)
    };
    let pivot = commands.spawn(behind(*runner, HEAD, 8.0)).id();
    let follower = commands.spawn((Orbit::new(0.0, 0.35, 8.0), lens.clone(), ChildOf(pivot))).id();

    let pivot = commands.spawn(behind(*guard, HEAD, 8.0)).id();
    let sweeper = (Orbit::new(-0.9, 0.2, 8.0), Obstruction::default(), lens.clone());
    let sweeper = commands.spawn((sweeper, ChildOf(pivot))).id();

    let watching =
        LookAt { offset: HEAD, dead_zone: DEAD, hard_zone: HARD, angular_frequency: 4.0, ..LookAt::new(*runner) };
    let watcher = commands.spawn((Transform::from_xyz(0.0, 3.0, 12.0), watching, lens.clone())).id();

    let pivot = commands.spawn(behind(*group, HEAD, 4.0)).id();
    let framing = (Orbit::new(0.4, 0.4, 14.0), OrbitRange { distance: [4.0, 60.0], ..default() }, lens.clone());
    let framing =
        (framing, GroupFraming::new(*group, FramingMode::Length), Spring::critical(4.0).on::<OrbitDistance>());
    let framer = commands.spawn((framing, ChildOf(pivot))).id();

    let pivot = commands.spawn(behind(*runner, HEAD, 3.0)).id();
    let crane = commands.spawn((Orbit::new(1.2, 0.6, 18.0), lens.clone(), ChildOf(pivot))).id();

    let pivot = commands.spawn(behind(*traveller, HEAD, 8.0)).id();
    let companion = commands.spawn((Orbit::new(0.0, 0.35, 8.0), lens.clone(), ChildOf(pivot))).id();

    let pivot = commands.spawn((Transform::from_translation(GLADE + HEAD), Visibility::default())).id();
    let bystander = commands.spawn((Orbit::new(0.2, 0.22, 11.5), lens.clone(), ChildOf(pivot))).id();

    let on_rail = OnRail { turns: false, ..OnRail::nearest(*runner) };
    let cart = (Attach::new(*rail), on_rail, Spring::critical(4.0).on::<RailDistance>(), Visibility::default());
    let cart = commands.spawn(cart).id();
    let watching = LookAt { offset: HEAD, ..LookAt::new(*runner) };
    let dolly = commands.spawn((Transform::from_translation(DOLLY), watching, lens.clone(), ChildOf(cart))).id();

    let pivot = commands.spawn(behind(*runner, Vec3::ZERO, 6.0)).id();
    let above = Orbit::new(0.0, OVERSEER.0, OVERSEER.1);
    let overseer = commands.spawn((above, lens.clone(), ChildOf(pivot))).id();
    commands.insert_resource(Shots {
        follower,
        sweeper,
        watcher,
        framer,
        crane,
        companion,
        bystander,
        dolly,
        overseer,
    });
    commands.spawn((
        (Ours, Camera3d::default(), Camera { viewport: Some(Viewport::default()), ..default() }),
        RenderLayers::default().with(LEFT),
        (lens, Transform::default(), ActiveShot::new(follower).with_blend(Blend::eased(1.0))),
    ));
}

/// Copies the aspect ratio of the camera's picture to all shots.
pub(crate) fn keep_aspect(
    ours: Single<&Projection, With<Ours>>,
    mut shots: Query<&mut Projection, (Without<Ours>, Without<Camera>)>,
) {
    let Projection::Perspective(PerspectiveProjection { aspect_ratio, .. }) = **ours else { return };
    for mut projection in &mut shots {
        if let Projection::Perspective(lens) = projection.bypass_change_detection()
            && lens.aspect_ratio != aspect_ratio
        {
            lens.aspect_ratio = aspect_ratio;
            projection.set_changed();
        }
    }
}
