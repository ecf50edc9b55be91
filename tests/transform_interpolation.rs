//! Followers of a body that another plugin interpolates: `bevy_transform_interpolation` draws the body between its last two ticks, so its
//! followers should be drawn one tick late as well, with `Presentation::Delayed`.
//!
//! A `Live` follower of a body with constant velocity keeps a constant distance, too, but it is drawn a tick ahead of the body. When the
//! body changes its velocity, the drawn velocity of a `Live` follower changes a tick earlier than that of the body.

use std::time::Duration;

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{camera::Pose, prelude::*};
use bevy_transform_interpolation::prelude::{TransformInterpolationPlugin, TranslationInterpolation};

/// Ticks per second.
const RATE: f64 = 64.0;

const TICK: f64 = 1.0 / RATE;

/// The angular frequency of the critical springs, in rad/s. Behind a leader with the speed u, their steady lag is 2 u/ω.
const OMEGA: f32 = 8.0;

/// The speed of the body, in units/s. The distance that it covers in a tick is exact in f32.
const SPEED: f32 = 6.0;

/// A stand-in for a physics body: [`step_bodies`] moves it in `FixedUpdate`, and nothing else does.
#[derive(Component)]
struct Body {
    velocity: Vec3,
}

fn step_bodies(time: Res<Time>, mut bodies: Query<(&Body, &mut Transform)>) {
    for (body, mut transform) in &mut bodies {
        transform.translation += body.velocity * time.delta_secs();
    }
}

struct Scene {
    app: App,
    body: Entity,
    followers: Vec<Entity>,
    frames: Frames,
}

/// Frame lengths between 2 and 30 ms, the same in every run. Some frames have no tick, others have two.
struct Frames(u64);

impl Iterator for Frames {
    type Item = Duration;

    fn next(&mut self) -> Option<Duration> {
        // Knuth's linear congruential generator for MMIX.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some(Duration::from_micros(2_000 + (self.0 >> 33) % 28_000))
    }
}

impl Scene {
    /// Spawns a body with this velocity, and a follower for each pair of presentation and feed-forward.
    fn new(velocity: Vec3, followers: &[(Presentation, f32)]) -> Self {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            TransformPlugin,
            TransformInterpolationPlugin::default(),
            ExactMotionPlugin::default(),
            ExactCameraPlugin::default(),
        ))
        .insert_resource(Time::<Fixed>::from_hz(RATE))
        .add_systems(FixedUpdate, step_bodies);
        app.finish();
        let body = app.world_mut().spawn((Transform::default(), Body { velocity }, TranslationInterpolation)).id();
        let followers = followers
            .iter()
            .map(|&(presentation, feed_forward)| {
                let follow = Follow::new(body).with_feed_forward(feed_forward);
                let drawn = presentation;
                app.world_mut().spawn((Transform::default(), Spring::critical(OMEGA), follow, drawn)).id()
            })
            .collect();
        let mut scene = Self { app, body, followers, frames: Frames(5) };
        scene.frame_of(Duration::ZERO);
        scene
    }

    fn frame_of(&mut self, length: Duration) {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        self.app.update();
    }

    fn frame(&mut self) {
        let length = self.frames.next().expect("the lengths should never end");
        self.frame_of(length);
    }

    /// The translation at which the entity is drawn.
    fn drawn(&self, entity: Entity) -> Vec3 {
        self.app.world().get::<GlobalTransform>(entity).expect("it should have one").translation()
    }

    fn apart(&self, follower: usize) -> f64 {
        f64::from(self.drawn(self.body).x) - f64::from(self.drawn(self.followers[follower]).x)
    }

    fn now(&self) -> f64 {
        self.app.world().resource::<Time<Virtual>>().elapsed_secs_f64()
    }

    /// Runs frames until the clock has reached `seconds`.
    fn run_to(&mut self, seconds: f64) {
        while self.now() < seconds {
            self.frame();
        }
    }
}

/// The distance between neighbouring f32 values just below this power of two.
fn spacing(power: f64) -> f64 {
    power / 2.0 * f64::from(f32::EPSILON)
}

#[test]
fn a_delayed_follower_keeps_its_distance_over_uneven_frames() {
    let mut scene = Scene::new(
        SPEED * Vec3::X,
        &[(Presentation::Delayed, 0.0), (Presentation::Delayed, 1.0), (Presentation::Live, 0.0)],
    );
    // At ω t = 32 the effect of the start has decayed to 4e-13.
    scene.run_to(4.0);
    let lag = 2.0 * f64::from(SPEED) / f64::from(OMEGA);
    let (mut frames, mut largest, mut live) = (0, [0.0f64; 2], [f64::MAX, f64::MIN]);
    while scene.now() < 20.0 {
        scene.frame();
        frames += 1;
        for (follower, expected) in [lag, 0.0].into_iter().enumerate() {
            largest[follower] = largest[follower].max((scene.apart(follower) - expected).abs());
        }
        let apart = scene.apart(2);
        live = [live[0].min(apart), live[1].max(apart)];
    }
    assert!(frames > 900, "{frames} frames");
    // All values are below 128 units. The lerp that draws the body rounds three times to f32, and the drawn values of the follower and the
    // body are rounded once each.
    let few = 3.0 * spacing(128.0);
    println!(
        "{frames} uneven frames at {SPEED} units/s: drawn distance within {:.1e} of the lag, {:.1e} with feed-forward; \
         one spacing of f32 is {:.1e}; live it is {:.6} to {:.6} instead of {lag}",
        largest[0],
        largest[1],
        spacing(128.0),
        live[0],
        live[1],
    );
    for (what, apart) in ["feed-forward 0", "feed-forward 1"].into_iter().zip(largest) {
        assert!(apart <= few, "{what}: the drawn distance is {apart:e} from the steady lag, at most {few:e}");
    }
    // A live follower keeps a constant distance, too, but is drawn a tick ahead of the body.
    let ahead = lag - f64::from(SPEED) * TICK;
    for apart in live {
        assert!((apart - ahead).abs() <= few, "live the drawn distance is {apart}, not {ahead}");
    }
}

#[test]
fn a_delayed_follower_reverses_in_the_same_frame_as_its_drawn_body() {
    // With full feed-forward, the follower is drawn where its leader is. The body reverses at a tick. The drawn velocity of a delayed
    // follower changes in the same frame as that of the body, so the distance between them stays small.
    let largest_change = |presentation| {
        let mut scene = Scene::new(SPEED * Vec3::X, &[(presentation, 1.0)]);
        scene.run_to(4.0);
        let body = scene.body;
        let mut entity = scene.app.world_mut().entity_mut(body);
        entity.get_mut::<Body>().expect("it should have one").velocity = -SPEED * Vec3::X;
        let (mut largest, mut before) = (0.0f64, scene.apart(0));
        let until = scene.now() + 3.0 * TICK;
        while scene.now() < until {
            scene.frame_of(Duration::from_micros(500));
            let apart = scene.apart(0);
            largest = largest.max((apart - before).abs());
            before = apart;
        }
        largest
    };
    // In a frame of half a millisecond, the distance changes by at most the difference of the two velocities times the length of the frame.
    // The difference jumps to 2 `SPEED` and then decreases. A live follower is also corrected by c Δu h²/2 in one frame, because the change
    // Δu of the velocity was not predicted. Here c is the damping of the spring, and h the length of a tick.
    let in_a_frame = 2.0 * f64::from(SPEED) * 0.5e-3;
    let jump = 2.0 * f64::from(OMEGA) * 2.0 * f64::from(SPEED) * TICK * TICK / 2.0;
    let (delayed, live) = (largest_change(Presentation::Delayed), largest_change(Presentation::Live));
    println!("largest change of the drawn distance in half a millisecond: delayed {delayed:.2e}, live {live:.2e}");
    assert!(delayed <= in_a_frame + 4.0 * spacing(32.0), "delayed: {delayed:e}, at most {in_a_frame:e}");
    assert!(live > in_a_frame + 0.5 * jump, "a live follower should be corrected in one frame: {live:e}");
}

#[test]
fn an_announced_teleport_of_the_body_moves_the_target_in_one_step() {
    let mut scene = Scene::new(Vec3::ZERO, &[(Presentation::Delayed, 0.0)]);
    scene.run_to(1.0);
    let (body, follower) = (scene.body, scene.followers[0]);
    scene.app.world_mut().get_mut::<Transform>(body).expect("it should have one").translation.x = 5.0;
    scene.app.world_mut().trigger(Teleported::new(body));
    let mut before = scene.drawn(follower).x;
    scene.run_to(1.5);
    assert!((scene.drawn(body).x - 5.0).abs() <= 1e-6, "the body should be drawn where it was teleported");
    assert!(scene.drawn(follower).x > before, "the follower should move there");
    // The target jumps instead of moving there, so a critical spring never overshoots.
    while scene.now() < 4.0 {
        scene.frame();
        let now = scene.drawn(follower).x;
        assert!((before..=5.0).contains(&now), "{now} after {before}");
        before = now;
    }
    assert_eq!(before, 5.0);
}

#[test]
fn a_camera_and_an_attached_entity_know_the_velocity_of_an_interpolated_body() {
    let velocity = Vec3::new(SPEED, 0.0, 0.0);
    let mut scene = Scene::new(velocity, &[]);
    let body = scene.body;
    let camera = scene.app.world_mut().spawn(ActiveShot::new(body)).id();
    let attached = scene.app.world_mut().spawn(Attach::new(body)).id();
    for frame in 0..400 {
        scene.frame();
        if frame < 20 {
            continue;
        }
        for entity in [camera, attached] {
            let pose = *scene.app.world().get::<Pose>(entity).expect("it should have one");
            assert!(pose.velocity.distance(velocity) < 1e-3, "frame {frame}: {pose:?}");
        }
    }
}

/// Cameras and attached entities are composed after `bevy_transform_interpolation` has interpolated the body.
#[test]
fn a_camera_and_an_attached_entity_are_drawn_where_an_interpolated_body_is_drawn() {
    let mut scene = Scene::new(Vec3::new(SPEED, 0.0, 0.0), &[]);
    let body = scene.body;
    let camera = scene.app.world_mut().spawn(ActiveShot::new(body)).id();
    let attached = scene.app.world_mut().spawn(Attach::new(body)).id();
    for frame in 0..200 {
        scene.frame();
        let drawn = scene.drawn(body);
        for entity in [camera, attached] {
            assert_eq!(scene.drawn(entity), drawn, "frame {frame}");
        }
    }
}
