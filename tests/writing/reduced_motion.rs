//! Reduced motion: chosen properties jump to the ends of their motions. The events of these ends are still emitted.

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{ReducedMotion, prelude::*};

#[derive(Resource, Default, Debug, PartialEq)]
struct Events {
    settled: Vec<Vec3>,
    finished: u32,
    reached: u32,
}

fn app(reduced: bool) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
        .register_reduced_motion::<Translation>()
        .insert_resource(ReducedMotion(reduced))
        .init_resource::<Events>()
        .insert_resource(Time::<Fixed>::from_hz(64.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .add_observer(|settled: On<Settled>, mut events: ResMut<Events>| events.settled.push(settled.value))
        .add_observer(|_: On<Finished>, mut events: ResMut<Events>| events.finished += 1)
        .add_observer(|_: On<LimitReached>, mut events: ResMut<Events>| events.reached += 1);
    app.update();
    app
}

fn ticks(app: &mut App, count: u32) {
    for _ in 0..count {
        app.update();
    }
}

fn place(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Transform>(entity).expect("it should exist").translation
}

fn events(app: &App) -> &Events {
    app.world().resource::<Events>()
}

#[test]
fn a_spring_is_at_its_target_in_one_tick_and_settles_once() {
    let mut app = app(true);
    let body = app.world_mut().spawn((Transform::default(), Spring::wobbly(), Target::new(3.0 * Vec3::X))).id();
    ticks(&mut app, 1);
    assert_eq!(place(&app, body), 3.0 * Vec3::X);
    assert_eq!(events(&app).settled, [3.0 * Vec3::X]);
    assert!(app.world().entity(body).contains::<Resting>());
    ticks(&mut app, 50);
    assert_eq!(events(&app).settled.len(), 1, "it settles once");
    // With another target and gravity, the entity rests at target + a/k.
    app.world_mut().entity_mut(body).insert((Target::new(Vec3::X), Gravity::new(-180.0 * Vec3::Y)));
    ticks(&mut app, 1);
    assert!((place(&app, body) - Vec3::new(1.0, -1.0, 0.0)).length() < 1e-6);
    assert_eq!(events(&app).settled.len(), 2);
}

#[test]
fn reduced_motion_can_be_switched_on_and_off_in_flight() {
    let mut app = app(false);
    let body = app.world_mut().spawn((Transform::default(), Spring::wobbly(), Target::new(3.0 * Vec3::X))).id();
    ticks(&mut app, 3);
    let x = place(&app, body).x;
    assert!(x > 0.0 && x < 1.0, "{x}");
    // When reduced motion is switched on in flight, the motion jumps to its end. When it is switched off again, the entity moves.
    app.insert_resource(ReducedMotion(true));
    ticks(&mut app, 1);
    assert_eq!(place(&app, body), 3.0 * Vec3::X);
    app.insert_resource(ReducedMotion(false));
    app.world_mut().get_mut::<Target>(body).expect("it should have one").value = Vec3::ZERO;
    ticks(&mut app, 2);
    let x = place(&app, body).x;
    assert!(x < 3.0 && x > 2.0, "{x}");
}

#[test]
fn only_chosen_properties_are_reduced() {
    let mut app = app(true);
    let body = app
        .world_mut()
        .spawn((Transform::default(), Spring::wobbly().on::<Scale>(), Target::<Scale>::of(3.0 * Vec3::ONE)))
        .id();
    ticks(&mut app, 3);
    assert!(app.world().get::<Transform>(body).expect("it should exist").scale.x < 2.0);
}

#[test]
fn an_exponential_rate_jumps_to_its_end_and_finishes_once() {
    let mut app = app(true);
    let rate = ExponentialRate::new(5.0 * Vec3::X, 0.1, 1.2).expect("it should be feasible");
    let body = app.world_mut().spawn((Transform::from_xyz(1.0, 0.0, 0.0), rate)).id();
    ticks(&mut app, 2);
    assert_eq!(place(&app, body), 6.0 * Vec3::X);
    assert!(!app.world().entity(body).contains::<ExponentialRate>());
    ticks(&mut app, 20);
    assert_eq!((events(&app).finished, events(&app).settled.len()), (1, 1));
}

#[test]
fn a_throw_jumps_to_its_end_and_finishes_once() {
    let mut app = app(true);
    let throw =
        (Transform::default(), Velocity::new(1000.0 * Vec3::X), Friction::new(2.0), Fling::new(400.0 * Vec3::X));
    let body = app.world_mut().spawn(throw).id();
    ticks(&mut app, 2);
    assert_eq!(place(&app, body), 400.0 * Vec3::X);
    ticks(&mut app, 20);
    assert!(!app.world().entity(body).contains::<Fling>());
    assert_eq!((events(&app).finished, events(&app).settled.len()), (1, 1));
}

/// The remaining distance is `v / rate`, or the distance to a wall. The contact with the wall is not reported.
#[test]
fn a_gliding_entity_jumps_to_where_it_would_stop() {
    let mut app = app(true);
    let glides = || (Transform::default(), Velocity::new(8.0 * Vec3::X), Friction::new(2.0));
    let free = app.world_mut().spawn(glides()).id();
    let walled = app.world_mut().spawn((glides(), Limits::at_most(3.0 * Vec3::ONE))).id();
    let dry = app.world_mut().spawn((Transform::default(), Velocity::new(4.0 * Vec3::X), DryFriction::new(2.0))).id();
    ticks(&mut app, 2);
    assert!((place(&app, free) - 4.0 * Vec3::X).length() < 1e-3);
    assert_eq!(place(&app, walled), 3.0 * Vec3::X);
    assert!((place(&app, dry) - 4.0 * Vec3::X).length() < 1e-5);
    ticks(&mut app, 20);
    assert_eq!((events(&app).reached, events(&app).settled.len()), (0, 3));
}

#[test]
fn a_motion_without_an_end_is_not_reduced() {
    let mut app = app(true);
    let coasts = app.world_mut().spawn((Transform::default(), Velocity::new(2.0 * Vec3::X))).id();
    let falls = app.world_mut().spawn((Transform::default(), Gravity::EARTH)).id();
    let swings = app.world_mut().spawn((Transform::default(), Spring::new(4.0, 0.0), Target::new(Vec3::X))).id();
    ticks(&mut app, 32);
    assert!((place(&app, coasts).x - 1.0).abs() < 1e-6);
    assert!((place(&app, falls).y + 0.125 * 9.80665).abs() < 1e-6);
    assert!((f64::from(place(&app, swings).x) - (1.0 - libm::cos(2.0))).abs() < 1e-6);
    assert_eq!(*events(&app), Events::default());
}

/// A follower jumps to its coasting leader, and stays with it.
#[test]
fn a_follower_jumps_to_its_moving_leader() {
    let mut app = app(true);
    let leader = app.world_mut().spawn((Transform::default(), Velocity::new(6.0 * Vec3::X))).id();
    let follow = Follow::new(leader).with_offset(Vec3::Y);
    let follower = app.world_mut().spawn((Transform::from_xyz(9.0, 9.0, 9.0), Spring::critical(3.0), follow)).id();
    ticks(&mut app, 3);
    for _ in 0..20 {
        ticks(&mut app, 1);
        let lag = place(&app, follower) - place(&app, leader) - Vec3::Y;
        // Within a tick, a critical spring falls behind a leader with constant velocity u by less than 2 ζ ω u h²/2.
        assert!(lag.length() <= 3.0 * 6.0 / 64.0 / 64.0 + 1e-6, "{lag}");
    }
}

#[test]
fn a_grabbed_or_paused_entity_does_not_jump() {
    let mut app = app(true);
    let spring = || (Transform::default(), Spring::critical(9.0), Target::new(Vec3::X));
    let held = app.world_mut().spawn((spring(), Grabbed::new())).id();
    let paused = app.world_mut().spawn((spring(), TimeScale::PAUSED)).id();
    let despawned = app.world_mut().spawn(spring()).id();
    app.world_mut().entity_mut(despawned).despawn();
    ticks(&mut app, 5);
    assert_eq!((place(&app, held), place(&app, paused)), (Vec3::ZERO, Vec3::ZERO));
}

/// NaN, infinite and huge input is ignored or clamped, as without reduced motion.
#[test]
fn invalid_or_extreme_input_keeps_values_finite() {
    let mut app = app(true);
    for bad in [f32::NAN, f32::INFINITY, -1.0, 0.0, f32::MAX, f32::MIN_POSITIVE] {
        let at = Transform::default();
        app.world_mut().spawn((at, Spring::new(bad, 1.0), Target::new(Vec3::X)));
        app.world_mut().spawn((at, Spring::new(9.0, bad), Target::new(Vec3::X)));
        app.world_mut().spawn((at, Spring::critical(9.0), Target::new(bad * Vec3::X)));
        app.world_mut().spawn((at, Friction::new(bad), Velocity::new(bad * Vec3::X)));
        app.world_mut().spawn((at, Friction::new(1.0), Fling::new(bad * Vec3::X), Velocity::new(Vec3::X)));
    }
    ticks(&mut app, 10);
    let world = app.world_mut();
    assert!(world.query::<&Transform>().iter(world).all(|transform| transform.is_finite()));
}

/// The velocity (units/s) of a wall that starts at 3 and stops after 3 s.
#[derive(Resource, Clone, Copy)]
struct Wall(f32);

impl Wall {
    fn at(self, seconds: f32) -> f32 {
        3.0 + self.0 * seconds.min(3.0)
    }
}

/// An app with an entity that a spring pulls to `goal`, and a moving wall in front of it.
fn behind_a_wall(velocity: f32, goal: Vec3) -> (App, Entity) {
    let mut app = app(true);
    app.insert_resource(Wall(velocity));
    app.add_systems(FixedUpdate, |wall: Res<Wall>, time: Res<Time>, mut limits: Query<&mut Limits>| {
        for mut limits in &mut limits {
            limits.upper[0] = Some(wall.at(time.elapsed_secs()));
        }
    });
    let limits = Limits::at_most(Vec3::new(3.0, 99.0, 99.0)).tracked();
    let body = app.world_mut().spawn((Transform::default(), Spring::critical(4.0), Target::new(goal), limits)).id();
    (app, body)
}

fn seconds(app: &App) -> f32 {
    app.world().resource::<Time<Fixed>>().elapsed_secs()
}

/// The wall recedes slowly, recedes faster than the spring could follow, or comes nearer. The entity is on the wall in every tick. It
/// settles once, when the wall has stopped.
#[test]
fn an_entity_pulled_against_a_moving_wall_stays_on_the_wall() {
    for velocity in [1.0, 40.0, -0.5] {
        let (mut app, body) = behind_a_wall(velocity, 1000.0 * Vec3::X);
        ticks(&mut app, 2);
        while seconds(&app) < 2.9 {
            ticks(&mut app, 1);
            let (x, wall) = (place(&app, body).x, Wall(velocity).at(seconds(&app)));
            assert!((x - wall).abs() <= 1e-6 * wall.abs(), "{x} behind a wall at {wall} that moves at {velocity}");
        }
        assert_eq!(events(&app).settled, [], "it should not rest on a wall that moves at {velocity}");
        ticks(&mut app, 20);
        let end = Wall(velocity).at(4.0);
        assert_eq!(events(&app).settled, [end * Vec3::X], "it should rest on the wall when the wall has stopped");
        assert!(events(&app).reached <= 1, "{} contacts with a wall that moves at {velocity}", events(&app).reached);
    }
}

/// The entity jumps to its target, as without the wall. When the wall reaches the entity, the wall pushes it along.
#[test]
fn a_moving_wall_pushes_an_entity_that_has_jumped_to_its_target() {
    let (mut app, body) = behind_a_wall(-1.0, Vec3::new(1.5, 2.0, 0.0));
    ticks(&mut app, 2);
    assert_eq!(place(&app, body), Vec3::new(1.5, 2.0, 0.0));
    while seconds(&app) < 1.4 {
        ticks(&mut app, 1);
        assert_eq!(place(&app, body), Vec3::new(1.5, 2.0, 0.0));
    }
    assert_eq!(events(&app).settled.len(), 1);
    while seconds(&app) < 2.5 {
        ticks(&mut app, 1);
        let (x, wall) = (place(&app, body).x, Wall(-1.0).at(seconds(&app)));
        assert!((x - wall.min(1.5)).abs() <= 1e-5, "{x} before a wall at {wall}");
    }
    assert!(events(&app).reached <= 1, "{} contacts", events(&app).reached);
}

/// Followers that are paused or have no spring do not jump.
#[test]
fn only_a_running_spring_makes_a_follower_jump_to_its_leader() {
    let mut app = app(true);
    let leader = app.world_mut().spawn((Transform::default(), Velocity::new(6.0 * Vec3::X))).id();
    let follow = Follow::new(leader);
    let at = Transform::from_xyz(0.0, 0.0, 5.0);
    let paused = app.world_mut().spawn((at, Spring::critical(3.0), follow, TimeScale::PAUSED)).id();
    let thrown = app.world_mut().spawn((at, Velocity::ZERO, Friction::new(1.0), follow)).id();
    let glides = app.world_mut().spawn((at, Velocity::new(Vec3::Y), Friction::new(1.0), follow)).id();
    // This follower has no spring along z.
    let springs = AxisSprings::new(Vec3::new(3.0, 3.0, 0.0), Vec3::ONE);
    let along = app.world_mut().spawn((at, Velocity::new(Vec3::Z), springs, follow)).id();
    ticks(&mut app, 3);
    app.world_mut().get_mut::<Velocity>(thrown).expect("it should have one").0 = Vec3::Y;
    for n in 1..60 {
        ticks(&mut app, 1);
        let t = f64::from(n) / 64.0;
        assert_eq!(place(&app, paused), Vec3::new(0.0, 0.0, 5.0));
        let thrown = place(&app, thrown);
        assert_eq!((thrown.x, thrown.z), (0.0, 5.0));
        assert!((f64::from(thrown.y) - (1.0 - libm::exp(-t))).abs() < 1e-6, "{thrown} at {t}");
        let glides = place(&app, glides);
        assert!((f64::from(glides.y) - (1.0 - libm::exp(-t - 3.0 / 64.0))).abs() < 1e-6, "{glides} at {t}");
        let (along, leader) = (place(&app, along), place(&app, leader));
        assert!((along - leader).truncate().length() < 0.01, "{along} behind {leader}");
        assert!((f64::from(along.z) - (5.0 + t + 3.0 / 64.0)).abs() < 1e-5, "{along} at {t}");
    }
}

/// The follower has at most one contact with the bound.
#[test]
fn a_follower_of_a_leader_beyond_a_bound_stays_on_the_bound() {
    for restitution in [0.0, 0.5] {
        let mut app = app(true);
        let leader = app.world_mut().spawn((Transform::default(), Velocity::new(6.0 * Vec3::X))).id();
        let limits = Limits::at_most(3.0 * Vec3::ONE).with_restitution(restitution);
        let body =
            app.world_mut().spawn((Transform::default(), Spring::critical(3.0), Follow::new(leader), limits)).id();
        ticks(&mut app, 34);
        for _ in 0..60 {
            ticks(&mut app, 1);
            assert_eq!(place(&app, body).x, 3.0);
        }
        assert!(events(&app).reached <= 1, "{} contacts", events(&app).reached);
    }
}
