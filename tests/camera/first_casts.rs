//! The first cast of a boom: a camera that starts in front of a wall is drawn in front of the wall from the first frame on.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{app::Bench, stage::cameras_at_rate};

/// A wall that fills the space beyond z = `.0` (m). `.1`: whether casts report the wall's normal.
#[derive(Resource, Clone, Copy)]
struct Wall(f32, bool);

impl Wall {
    fn cast(self, ray: Ray3d) -> Option<BoomHit> {
        let distance = ray.intersect_plane(self.0 * Vec3::Z, InfinitePlane3d::new(Vec3::NEG_Z));
        let normal = self.1.then_some(Vec3::NEG_Z);
        distance.map(|distance| BoomHit::new(distance, normal))
    }
}

fn sense(wall: Res<Wall>, mut booms: Query<&mut Obstruction>) {
    for mut boom in &mut booms {
        boom.hit = wall.cast(boom.ray);
    }
}

struct Scene {
    bench: Bench,
    player: Entity,
    camera: Entity,
}

/// A player, a wall 2 m behind it, and a camera on a boom of 8 m. If `known` is set, casts report the wall's normal. No frame has run yet
/// since the entities were spawned.
fn scene(hz: f64, known: bool, obstruction: Obstruction) -> Scene {
    let mut bench = cameras_at_rate(hz);
    bench.app.insert_resource(Wall(2.0, known));
    let player = bench.spawn((Transform::default(), Velocity::default()));
    let follow = Follow::new(player).with_offset(1.5 * Vec3::Y);
    let pivot =
        bench.spawn((Transform::default(), Visibility::default(), Spring::critical(12.0), follow, StartOnTarget));
    let camera = bench.spawn((Orbit::new(0.0, 0.1, 8.0), obstruction, ChildOf(pivot)));
    Scene { bench, player, camera }
}

impl Scene {
    fn z(&self) -> f32 {
        self.bench.get::<GlobalTransform>(self.camera).translation().z
    }

    fn frame(&mut self, seconds: f64) {
        self.bench.frame(Duration::from_secs_f64(seconds));
    }
}

/// The expected length of the boom, which ends one margin in front of the wall, measured along the boom.
fn before_the_wall() -> f32 {
    2.0 / 0.1f32.cos() - 0.15
}

#[track_caller]
fn assert_at_the_wall(scene: &Scene, from: f32, what: &str) {
    let (z, length) = (scene.z() - from, scene.bench.get::<Orbit>(scene.camera).distance);
    let expected = before_the_wall();
    assert!((length - expected).abs() < 1e-4, "{what}: the length {length} should be {expected}");
    assert!((z - expected * 0.1f32.cos()).abs() < 1e-4, "{what}: drawn at {z}");
}

#[test]
fn a_cast_in_update_acts_in_the_first_frame() {
    for (hz, known) in [(64.0, true), (64.0, false), (10.0, true), (10.0, false)] {
        let mut scene = scene(hz, known, Obstruction::default());
        scene.bench.app.add_systems(Update, sense).add_systems(FixedUpdate, sense);
        for frame in 0..240 {
            scene.frame(if frame == 0 { 0.0 } else { 1.0 / 144.0 });
            assert_at_the_wall(&scene, 0.0, &format!("{hz} Hz, known {known}, frame {frame}"));
        }
    }
}

#[test]
fn casts_in_update_alone_keep_the_camera_in_front_of_the_wall_in_every_frame() {
    for (hz, known) in [(64.0, true), (64.0, false), (10.0, true), (10.0, false)] {
        let mut scene = scene(hz, known, Obstruction::default());
        scene.bench.app.add_systems(Update, sense);
        let camera = scene.camera;
        for frame in 0..600 {
            scene.bench.edit::<OrbitInput>(camera, |input| input.turn.x += 2.5 / 144.0 * (0.01 * frame as f32).cos());
            scene.frame(1.0 / 144.0);
            assert!(scene.z() < 2.0 + 1e-4, "{hz} Hz, known {known}, frame {frame}: {}", scene.z());
        }
    }
}

#[test]
fn a_cast_in_post_startup_acts_in_the_first_frame() {
    for known in [true, false] {
        // An app whose startup schedules have not run yet.
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default(), ExactCameraPlugin::default()));
        app.insert_resource(Wall(2.0, known)).add_systems(Startup, spawn).add_systems(PostStartup, sense);
        app.update();
        let mut cameras = app.world_mut().query::<(&Orbit, &GlobalTransform)>();
        let (orbit, place) = cameras.single(app.world()).unwrap();
        assert!((orbit.distance - before_the_wall()).abs() < 1e-4, "known {known}: {orbit:?}");
        assert!(place.translation().z < 2.0, "known {known}: {place:?}");
    }
}

fn spawn(mut commands: Commands) {
    let player = commands.spawn((Transform::default(), Velocity::default())).id();
    let follow = Follow::new(player).with_offset(1.5 * Vec3::Y);
    let pivot = (Transform::default(), Visibility::default(), Spring::critical(12.0), follow, StartOnTarget);
    commands.spawn((pivot, children![(Orbit::new(0.0, 0.1, 8.0), Obstruction::default())]));
}

#[test]
fn a_hit_that_is_spawned_with_the_boom_acts_in_the_first_frame() {
    for known in [true, false] {
        let normal = known.then_some(Vec3::NEG_Z);
        let hit = Some(BoomHit::new(2.0 / 0.1f32.cos(), normal));
        let mut scene = scene(10.0, known, Obstruction { hit, ..default() });
        scene.bench.app.add_systems(FixedUpdate, sense);
        for frame in 0..100 {
            scene.frame(if frame == 0 { 0.0 } else { 1.0 / 144.0 });
            assert_at_the_wall(&scene, 0.0, &format!("known {known}, frame {frame}"));
        }
    }
}

#[test]
fn with_casts_only_in_fixed_update_the_boom_has_its_final_length_after_the_first_tick() {
    for springs_from_behind_walls in [false, true] {
        let mut scene = scene(64.0, true, Obstruction { springs_from_behind_walls, ..default() });
        scene.bench.app.add_systems(FixedUpdate, sense);
        scene.frame(0.0);
        for frame in 0..40 {
            scene.frame(1.0 / 64.0);
            assert_at_the_wall(&scene, 0.0, &format!("springs {springs_from_behind_walls}, frame {frame}"));
        }
    }
}

#[test]
fn after_a_respawn_with_a_cut_the_camera_is_in_front_of_the_wall_in_every_frame() {
    for (hz, known) in [(64.0, true), (10.0, false), (10.0, true), (200.0, false)] {
        let mut scene = scene(hz, known, Obstruction::default());
        scene.bench.app.add_systems(Update, sense).add_systems(FixedUpdate, sense);
        let (player, camera) = (scene.player, scene.camera);
        scene.bench.app.insert_resource(Wall(1e6, known));
        for _ in 0..300 {
            scene.frame(1.0 / 144.0);
        }
        assert!((scene.bench.get::<Orbit>(camera).distance - 8.0).abs() < 1e-4);
        scene.bench.app.insert_resource(Wall(102.0, known));
        scene.bench.edit::<Transform>(player, |transform| transform.translation.z = 100.0);
        scene.bench.app.world_mut().trigger(Cut::new(camera));
        for frame in 0..120 {
            scene.frame(1.0 / 144.0);
            assert_at_the_wall(&scene, 100.0, &format!("{hz} Hz, known {known}, frame {frame} after the cut"));
        }
        // The player respawns where no wall is in the way.
        scene.bench.app.insert_resource(Wall(1e6, known));
        scene.bench.edit::<Transform>(player, |transform| transform.translation.z = -100.0);
        scene.bench.app.world_mut().trigger(Cut::new(camera));
        for _ in 0..40 {
            scene.frame(1.0 / 144.0);
            let length = scene.bench.get::<Orbit>(camera).distance;
            assert!((length - 8.0).abs() < 1e-3, "{hz} Hz, known {known}: {length}");
        }
    }
}
