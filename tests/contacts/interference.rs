//! Entities with contacts that user code despawns, disables or writes to at the worst instants, or whose clock changes.

use std::time::{Duration, Instant};

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{
    Bound, Presentation, RestTolerance, SoftBounds,
    events::{InvalidMotion, LimitReached, OriginShift},
    prelude::*,
};

use crate::{
    app::{Bench, Turn},
    record::listen,
};

const TICK: Duration = Duration::from_micros(15_625);

fn bench() -> Bench {
    let mut bench = Bench::new(TICK);
    listen(&mut bench);
    bench
}

/// A ball that falls from a height of 1 onto a floor at −0.25 and bounces.
fn ball(restitution: f32) -> impl Bundle {
    (
        Transform::from_xyz(0.0, 1.0, 0.0),
        Velocity::new(0.5 * Vec3::X),
        Gravity::new(-9.8 * Vec3::Y),
        Limits::floor(-0.25).with_restitution(restitution),
    )
}

fn ticks(bench: &mut Bench, count: usize) {
    for _ in 0..count {
        bench.frame(TICK);
    }
}

fn place(bench: &Bench, entity: Entity) -> [u32; 6] {
    let (at, velocity) = (bench.get::<Transform>(entity).translation, bench.get::<Velocity>(entity).0);
    [at.x, at.y, at.z, velocity.x, velocity.y, velocity.z].map(f32::to_bits)
}

#[test]
fn an_entity_despawned_in_an_observer_of_its_contact_is_not_reported_again() {
    let mut bench = bench();
    let [one, other] = [0, 1].map(|_| bench.spawn(ball(0.5)));
    // The observer despawns the reported entity and the other one, which reaches the floor at the same instant.
    bench.app.add_observer(move |reached: On<LimitReached>, mut commands: Commands| {
        commands.entity(reached.entity).despawn();
        commands.entity(if reached.entity == one { other } else { one }).despawn();
    });
    ticks(&mut bench, 80);
    assert_eq!(bench.contacts().len(), 1);
    assert!(bench.app.world().get_entity(one).is_err() && bench.app.world().get_entity(other).is_err());
}

#[test]
fn an_entity_enabled_again_continues_where_it_was_disabled() {
    let mut bench = bench();
    let [body, twin] = [0, 1].map(|_| bench.spawn(ball(0.7)));
    ticks(&mut bench, 50);
    bench.app.world_mut().entity_mut(body).insert(Disabled);
    let (before, contacts) = (place(&bench, body), bench.contacts().len());
    let twins = |bench: &Bench| bench.contacts().iter().filter(|contact| contact.entity == twin).count();
    let missed = twins(&bench);
    let mut expected = Vec::new();
    for _ in 0..60 {
        bench.frame(TICK);
        expected.push(place(&bench, twin));
    }
    assert_eq!(place(&bench, body), before);
    assert_eq!(bench.contacts().len() - contacts, twins(&bench) - missed, "a disabled entity should have no contact");
    bench.app.world_mut().entity_mut(body).remove::<Disabled>();
    for (tick, expected) in expected.into_iter().enumerate() {
        bench.frame(TICK);
        assert_eq!(place(&bench, body), expected, "tick {tick}");
    }
}

#[test]
fn a_contact_is_reported_in_its_tick_even_if_its_entity_is_disabled_in_that_tick() {
    let mut bench = bench();
    let body = bench.spawn(ball(0.7));
    bench.app.add_systems(FixedUpdate, move |velocities: Query<&Velocity>, mut commands: Commands| {
        if velocities.get(body).is_ok_and(|velocity| velocity.0.y > 0.0) {
            commands.entity(body).insert(Disabled);
        }
    });
    let mut bounced = 0.0;
    for _ in 0..200 {
        bench.frame(TICK);
        if bench.get::<Velocity>(body).0.y > 0.0 && bounced == 0.0 {
            bounced = bench.elapsed();
        }
    }
    assert_eq!(bench.contacts().len(), 1);
    let time = bench.contacts()[0].time;
    assert!(time <= bounced && time > bounced - TICK.as_secs_f64(), "{time} should be in the tick until {bounced}");
}

#[test]
fn removing_and_inserting_the_limits_of_a_resting_entity_reports_no_contact() {
    let mut bench = bench();
    let body = bench.spawn(ball(0.0));
    bench.edit::<Velocity>(body, |velocity| velocity.0 = Vec3::ZERO);
    ticks(&mut bench, 100);
    assert!(bench.rests(body));
    assert_eq!((bench.contacts().len(), bench.rested().len()), (1, 1));
    let limits = *bench.get::<Limits>(body);
    for _ in 0..10 {
        bench.app.world_mut().entity_mut(body).remove::<Limits>().insert(limits);
        ticks(&mut bench, 3);
        assert_eq!((bench.y(body), bench.v(body)), (-0.25, 0.0));
    }
    ticks(&mut bench, 10);
    assert!(bench.rests(body));
    assert_eq!((bench.contacts().len(), bench.rested().len()), (1, 1), "it has not moved");
    // Without limits, the entity falls. When the floor is inserted again, above the entity, the entity is moved onto it, which is reported.
    bench.app.world_mut().entity_mut(body).remove::<Limits>();
    ticks(&mut bench, 10);
    assert!(bench.y(body) < -0.3);
    bench.app.world_mut().entity_mut(body).insert(limits);
    ticks(&mut bench, 10);
    assert!(bench.rests(body) && bench.y(body) == -0.25);
    assert_eq!((bench.contacts().len(), bench.rested().len()), (2, 2));
}

#[test]
fn a_paused_clock_causes_no_contact() {
    let mut bench = bench();
    let body = bench.spawn(ball(0.7));
    ticks(&mut bench, 30);
    bench.app.world_mut().resource_mut::<Time<Virtual>>().pause();
    let (before, contacts) = (place(&bench, body), bench.contacts().len());
    ticks(&mut bench, 100);
    assert_eq!((place(&bench, body), bench.contacts().len()), (before, contacts));
}

#[test]
fn a_ball_takes_the_same_path_at_a_hundredth_of_the_normal_game_speed() {
    let mut slow = bench();
    slow.app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(0.01);
    let mut usual = bench();
    let (body, twin) = (slow.spawn(ball(0.7)), usual.spawn(ball(0.7)));
    for tick in 0..200 {
        usual.frame(TICK);
        // Two frames are one tick of the slowed clock.
        for _ in 0..2 {
            slow.frame(TICK * 50);
            assert!(slow.y(body) >= -0.25, "tick {tick}");
        }
        assert_eq!(place(&slow, body), place(&usual, twin), "tick {tick}");
    }
    let times = |bench: &Bench| bench.contacts().iter().map(|contact| contact.time.to_bits()).collect::<Vec<_>>();
    assert_eq!(times(&slow), times(&usual));
    assert!(usual.contacts().len() > 3);
}

#[test]
fn a_tick_of_a_minute_takes_bounded_work() {
    let began = Instant::now();
    let mut bench = bench();
    let body = bench.spawn((ball(0.8), Friction::new(0.5)));
    let elastic = bench.spawn(ball(1.0));
    let between = bench.spawn((
        Transform::from_xyz(5e-7, 0.0, 0.0),
        Velocity::new(1e6 * Vec3::X),
        Limits {
            lower: [Some(0.0), None, None, None],
            upper: [Some(1e-6), None, None, None],
            restitution: 1.0,
            ..Limits::default()
        },
    ));
    bench.tick(Duration::from_secs(60));
    for _ in 0..10 {
        bench.tick(TICK);
    }
    assert!(bench.rests(body) && bench.y(body) == -0.25);
    let height = |entity| bench.y(entity) + bench.get::<Velocity>(entity).0.y.powi(2) / (2.0 * 9.8);
    assert!(bench.y(elastic) >= -0.25 && (height(elastic) - 1.0).abs() < 1e-3, "it should lose no height");
    assert!((0.0..=1e-6).contains(&bench.x(between)) && bench.v(between).is_finite());
    assert!(bench.contacts().iter().all(|contact| contact.time.is_finite() && contact.velocity_after.is_finite()));
    assert!(bench.contacts().is_sorted_by_key(|contact| contact.time));
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
}

#[test]
fn a_bound_moved_past_an_entity_takes_it_along_and_reports_a_contact() {
    let mut bench = bench();
    let body = bench.spawn(ball(0.0));
    bench.edit::<Velocity>(body, |velocity| velocity.0 = Vec3::ZERO);
    ticks(&mut bench, 100);
    let between = |lower, upper| Limits {
        lower: [None, Some(lower), None, None],
        upper: [None, Some(upper), None, None],
        ..Limits::default()
    };
    for (limits, bound, at) in [
        (between(2.0, 3.0), Bound::Lower, 2.0),
        (between(-9.0, -8.0), Bound::Upper, -8.0),
        (between(-8.5, -8.5), Bound::Lower, -8.5),
    ] {
        let count = bench.contacts().len();
        bench.edit::<Limits>(body, |current| *current = limits);
        bench.frame(TICK);
        let new = &bench.contacts()[count..];
        assert_eq!((new[0].bound, new[0].value.y), (bound, at));
        ticks(&mut bench, 100);
        assert!(bench.rests(body));
        assert_eq!(bench.y(body), limits.lower[1].expect("it should have a floor"));
    }
}

#[test]
fn writing_the_same_values_again_changes_no_bit_and_reports_nothing_again() {
    let mut bench = bench();
    let spawn = |bench: &mut Bench| {
        [
            bench.spawn((ball(0.6), Friction::new(2.0))),
            bench.spawn((
                Transform::from_xyz(3.0, 0.0, 0.0),
                (Spring::new(8.0, 0.2), Target::new(Vec3::X)),
                Limits { lower: [Some(0.5), None, None, None], ..Limits::default() }.softened(12.0),
            )),
            bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X), DryFriction::new(2.0))),
            // A list that glides over its edge, and a list that is thrown to an end.
            bench.spawn((
                Transform::default(),
                (Velocity::new(1000.0 * Vec3::X), Friction::new(2.0)),
                Limits::at_most(Vec3::splat(300.0)).softened(18.0),
            )),
            bench.spawn((
                Transform::default(),
                (Velocity::new(1000.0 * Vec3::X), Friction::new(2.0)),
                (Limits::at_most(Vec3::splat(500.0)), Fling::new(400.0 * Vec3::X)),
            )),
        ]
    };
    let (written, left) = (spawn(&mut bench), spawn(&mut bench));
    bench.app.add_systems(FixedUpdate, move |world: &mut World| {
        for entity in written {
            let mut entity = world.entity_mut(entity);
            if let Some(mut velocity) = entity.get_mut::<Velocity>() {
                velocity.set_changed();
            }
            if let Some(mut target) = entity.get_mut::<Target>() {
                target.set_changed();
            }
            if let Some(mut gravity) = entity.get_mut::<Gravity>() {
                gravity.set_changed();
            }
            if let Some(mut fling) = entity.get_mut::<Fling>() {
                fling.set_changed();
            }
            if let Some(limits) = entity.get::<Limits>().copied() {
                entity.insert(limits);
            }
            if let Some(dry) = entity.get::<DryFriction>().copied() {
                entity.insert(dry);
            }
        }
    });
    for tick in 0..400 {
        bench.frame(TICK);
        for (written, left) in written.into_iter().zip(left) {
            assert_eq!(place(&bench, written), place(&bench, left), "tick {tick}");
        }
    }
    for (written, left) in written.into_iter().zip(left) {
        let of = |entity| bench.contacts().iter().filter(|contact| contact.entity == entity).count();
        assert_eq!(of(written), of(left));
        assert!(bench.rests(written) && bench.rests(left));
    }
}

#[test]
fn a_follower_that_is_cut_stays_within_its_bounds() {
    let mut bench = bench();
    let leader = bench.spawn(Transform::from_xyz(5.0, 0.0, 0.0));
    let limits = Limits::at_most(Vec3::splat(2.0));
    // The first one has no spring, so it rests where the cut moves it.
    let bodies = [
        bench.spawn((Transform::default(), Follow::new(leader), limits)),
        bench.spawn((Transform::default(), (Spring::critical(6.0), Follow::new(leader)), limits)),
    ];
    ticks(&mut bench, 5);
    for body in bodies {
        bench.app.world_mut().trigger(Cut::new(body));
    }
    for tick in 0..100 {
        bench.frame(TICK);
        for body in bodies {
            assert!(bench.x(body) <= 2.0, "{} in tick {tick}", bench.x(body));
        }
    }
    for body in bodies {
        assert!(bench.rests(body) && bench.x(body) == 2.0);
    }
    assert!(bodies.iter().all(|&body| bench.contacts().iter().any(|contact| contact.entity == body)));
}

#[test]
fn dry_friction_acts_beyond_a_soft_bound_along_any_axis() {
    let mut bench = bench();
    bench.app.init_resource::<InvalidCount>();
    bench.app.add_observer(|_: On<InvalidMotion>, mut count: ResMut<InvalidCount>| count.0 += 1);
    let mut bodies = Vec::new();
    for normal in [Vec3::Y, Vec3::new(0.3, -0.7, 0.2)] {
        for height in 1_u8..20 {
            let soft = SoftBounds {
                upper: [Some(0.0), None, None, None],
                angular_frequency: 3.0,
                damping_ratio: 0.0,
                ..SoftBounds::default()
            };
            let limits = Limits { soft: Some(soft), normal: Some(normal), ..Limits::default() };
            let at = Transform::from_translation(normal.normalize() * (0.37 * f32::from(height)));
            bodies.push(bench.spawn((at, DryFriction::new(1.0), limits)));
        }
    }
    ticks(&mut bench, 64 * 40);
    assert_eq!(bench.app.world().resource::<InvalidCount>().0, 0, "each should stay on its line");
    assert!(bodies.into_iter().all(|body| bench.rests(body)));
}

/// The number of [`InvalidMotion`] events.
#[derive(Resource, Default)]
struct InvalidCount(usize);

#[test]
fn an_angle_whole_turns_away_from_its_target_rests_and_continues_within_its_bounds() {
    let mut bench = bench();
    let angle = |at: f32| crate::app::Dial(at);
    let leader = bench.spawn((angle(1.0), Spring::critical(6.0).on::<Turn>(), Target::<Turn>::of(Angle(1.0))));
    let limits = |lower, upper| Limits::<Turn>::of(Angle(lower), Angle(upper));
    let hard =
        bench.spawn((angle(9.5), (Spring::critical(9.0).on::<Turn>(), Follow::<Turn>::of(leader)), limits(7.2, 10.0)));
    let soft = bench.spawn((
        angle(9.5),
        (Spring::critical(9.0).on::<Turn>(), Target::<Turn>::of(Angle(1.0))),
        limits(7.2, 10.0).softened(5.0),
    ));
    ticks(&mut bench, 200);
    let rests = |bench: &Bench, entity| bench.app.world().get::<Resting<Turn>>(entity).is_some();
    for body in [hard, soft] {
        assert!(rests(&bench, body));
        assert_eq!(bench.get::<crate::app::Dial>(body).0, 1.0, "at rest it should be the target's value");
    }
    // Nothing was written to the follower, so it continues in its current turn.
    bench.edit::<Target<Turn>>(leader, |target| target.value = Angle(0.5));
    for tick in 0..200 {
        bench.frame(TICK);
        let at = bench.get::<crate::app::Dial>(hard).0;
        assert!(at >= 7.2 - std::f32::consts::TAU - 1e-6, "{at} in tick {tick}");
    }
    assert!(rests(&bench, hard));
    assert!((bench.get::<crate::app::Dial>(hard).0 - (7.2 - std::f32::consts::TAU)).abs() < 1e-6);
}

#[test]
fn an_entity_pulled_onto_a_bound_rests_there() {
    let mut bench = bench();
    let body = bench.spawn((
        Transform::default(),
        (Spring::critical(8.0), Target::new(Vec3::ZERO)),
        Limits::at_least(Vec3::new(0.0, 0.0, 1.0)),
    ));
    let far = bench.spawn((
        Transform::from_xyz(9.0, -3.0, 0.0),
        (Spring::critical(8.0), Target::new(Vec3::new(8.605_738, -7.706_937, 0.0))),
        Limits::at_least(Vec3::new(8.605_738, -7.706_937, 1.0)),
    ));
    ticks(&mut bench, 400);
    assert!(bench.rests(body) && bench.rests(far));
    assert_eq!(bench.get::<Transform>(body).translation, Vec3::Z);
    assert_eq!(bench.get::<Transform>(far).translation, Vec3::new(8.605_738, -7.706_937, 1.0));
}

#[test]
fn an_entity_that_is_allowed_outside_rests_at_a_target_beyond_its_bound() {
    let mut bench = bench();
    let body = bench.spawn((
        Transform::from_xyz(-3.0, 0.0, 0.0),
        (Spring::critical(8.0), Target::new(-2.0 * Vec3::X)),
        Limits { allows_outside: true, ..Limits::at_least(Vec3::ZERO) },
    ));
    ticks(&mut bench, 200);
    assert!(bench.rests(body) && bench.x(body) == -2.0);
    // Once the entity is back within its bound, it cannot leave again.
    bench.edit::<Target>(body, |target| target.value.x = 1.0);
    ticks(&mut bench, 200);
    assert!(bench.rests(body) && bench.x(body) == 1.0);
    bench.edit::<Target>(body, |target| target.value.x = -2.0);
    ticks(&mut bench, 200);
    assert!(bench.rests(body) && bench.x(body) == 0.0);
}

#[test]
fn a_motion_stopped_by_dry_friction_stays_on_its_line() {
    let mut bench = bench();
    bench.app.init_resource::<InvalidCount>();
    bench.app.add_observer(|_: On<InvalidMotion>, mut count: ResMut<InvalidCount>| count.0 += 1);
    let mut random = crate::app::Random(3);
    let bodies: Vec<_> = (0..60)
        .map(|_| {
            let mut any = |size: f64| [0; 3].map(|_| random.between(-size, size) as f32);
            let (at, velocity) = (Vec3::from(any(10.0)), Vec3::from(any(10.0)));
            let spring = Spring::new(random.between(1.0, 20.0) as f32, random.between(0.0, 2.0) as f32);
            let dry = DryFriction::new(random.between(0.1, 9.0) as f32);
            bench.spawn((Transform::from_translation(at), Velocity::new(velocity), spring, dry))
        })
        .collect();
    for _ in 0..400 {
        bench.frame(TICK);
        for &body in &bodies {
            // Marking the component as changed makes the plugin validate it again.
            bench.edit::<DryFriction>(body, |_| {});
        }
    }
    assert_eq!(bench.app.world().resource::<InvalidCount>().0, 0);
}

#[test]
fn an_entity_on_a_bound_stays_on_it_when_the_origin_shifts() {
    let mut bench = bench();
    let mut random = crate::app::Random(5);
    let bodies: Vec<_> = (0..100)
        .map(|index| {
            let [at, target] = [random.between(-9.0, 9.0) as f32, random.between(-99.0, -9.0) as f32];
            let limits = Limits { tracked: index % 2 == 0, ..Limits::floor(at) };
            bench.spawn((
                Transform::from_xyz(0.0, at, 0.0),
                Spring::critical(9.0),
                Target::new(target * Vec3::Y),
                limits,
            ))
        })
        .collect();
    ticks(&mut bench, 100);
    for _ in 0..20 {
        bench.app.world_mut().trigger(OriginShift::new(Vec3::new(0.0, random.between(-300.0, 300.0) as f32, 0.0)));
        for frame in 0..3 {
            for &body in &bodies {
                let floor = bench.get::<Limits>(body).lower[1].expect("it should have a floor");
                assert_eq!(bench.y(body), floor, "{frame} frames after a shift");
            }
            bench.frame(TICK);
        }
    }
    assert!(bodies.into_iter().all(|body| bench.rests(body)));
}

#[test]
fn a_pinned_follower_stays_pinned_when_the_origin_shifts() {
    let mut bench = bench();
    let mut random = crate::app::Random(9);
    let mut followers = Vec::new();
    for _ in 0..50 {
        let [at, ahead] = [(); 2].map(|()| random.between(-9.0, 9.0) as f32);
        let leader = bench.spawn((Transform::from_xyz(ahead, 0.0, 0.0), Spring::critical(9.0)));
        let pin = [Some(at), None, None, None];
        let limits = Limits { lower: pin, upper: pin, ..Limits::default() };
        let follow = (Transform::from_xyz(at, 0.0, 0.0), Follow::new(leader), limits);
        followers.push(bench.spawn(follow));
        followers.push(bench.spawn((follow, Spring::critical(9.0))));
    }
    ticks(&mut bench, 100);
    for _ in 0..20 {
        bench.app.world_mut().trigger(OriginShift::new(random.between(-300.0, 300.0) as f32 * Vec3::X));
        for frame in 0..3 {
            for &body in &followers {
                let pin = bench.get::<Limits>(body).lower[0].expect("it should be pinned");
                assert_eq!(bench.x(body), pin, "{frame} frames after a shift");
            }
            bench.frame(TICK);
        }
    }
}

#[test]
fn a_spring_that_reaches_no_bound_takes_bounded_work_in_ticks_of_an_hour() {
    let began = Instant::now();
    let mut bench = bench();
    let swinging = (Spring::new(30.0, 0.0), Target::new(Vec3::ZERO), Gravity::new(Vec3::ONE));
    let limits: Limits = Limits::of(Vec3::splat(-2.0), Vec3::splat(2.0));
    let body = bench.spawn((Transform::from_xyz(1.0, 1.0, 1.0), swinging, limits));
    for _ in 0..20 {
        bench.tick(Duration::from_secs(3600));
        assert!(bench.get::<Transform>(body).translation.abs().max_element() <= 1.01);
    }
    assert_eq!(bench.contacts().len(), 0);
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
}

#[test]
fn an_entity_drawn_delayed_rests_where_dry_friction_stops_it() {
    let mut bench = bench();
    let mut bodies = Vec::new();
    for deceleration in [1.0, 0.1, 0.003] {
        for omega in [1.0, 5.775_696, 30.0] {
            for presentation in [Presentation::Live, Presentation::Delayed] {
                bodies.push(bench.spawn((
                    Transform::from_xyz(1.0, 0.0, 0.0),
                    (Spring::critical(omega), Target::new(Vec3::ZERO)),
                    (DryFriction::new(deceleration), presentation),
                )));
            }
        }
    }
    ticks(&mut bench, 64 * 60);
    for (index, body) in bodies.into_iter().enumerate() {
        assert!(bench.rests(body), "{index}: {:?}, {:?}", bench.x(body), bench.v(body));
    }
}

#[test]
fn contacts_of_a_motion_that_overflows_f32_report_finite_velocities() {
    let mut bench = bench();
    let leader = bench.spawn((Transform::default(), Spring::critical(1.0), Target::new(2.0 * Vec3::X)));
    let body = bench.spawn((
        Transform::default(),
        (Spring::critical(1.0), Follow::new(leader)),
        Limits::default().with_stop_at_target(),
    ));
    ticks(&mut bench, 3);
    bench.edit::<Follow>(body, |follow| follow.look_ahead = f32::MAX);
    ticks(&mut bench, 300);
    for contact in bench.contacts() {
        assert!(contact.velocity_before.is_finite() && contact.velocity_after.is_finite(), "{contact:?}");
    }
}

#[test]
fn contacts_and_rests_are_timed_by_the_clock_that_steps_the_property() {
    let mut app = App::new();
    app.register_motion_with::<Translation>(MotionOptions::frame_real()).add_plugins((
        MinimalPlugins,
        TransformPlugin,
        ExactMotionPlugin::default(),
    ));
    app.finish();
    let mut bench = Bench { app };
    listen(&mut bench);
    bench.frame(Duration::ZERO);
    bench.app.world_mut().resource_mut::<Time<Virtual>>().set_relative_speed(0.125);
    bench.spawn(((ball(0.0), Friction::new(9.0)),));
    ticks(&mut bench, 400);
    let fall = bench.contacts()[0].time;
    let (settled, real) = (bench.rested()[0].1, bench.app.world().resource::<Time<Real>>().elapsed_secs_f64());
    // With this friction, the ball falls at about 1.09 units/s.
    assert!(fall > 1.1 && fall < 1.4, "{fall}");
    assert!(settled > fall && settled < real, "{settled}");
}

#[test]
fn a_contact_found_between_ticks_is_reported_in_the_tick_that_contains_it() {
    let mut bench = bench();
    let body = bench.spawn(ball(0.5));
    ticks(&mut bench, 4);
    bench.frame(TICK * 3 / 4);
    let shown = bench.elapsed() + 0.75 * TICK.as_secs_f64();
    // In the next frame, which has no tick, the entity is found to be beyond the floor.
    bench.edit::<Transform>(body, |transform| transform.translation.y = -1.0);
    bench.frame(Duration::ZERO);
    // From now on, ticks are shorter, so that the next one ends before the instant of the contact.
    bench.app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(TICK / 8);
    let mut before = bench.elapsed();
    bench.app.add_observer(|reached: On<LimitReached>, time: Res<Time>| {
        let (elapsed, delta) = (time.elapsed_secs_f64(), time.delta_secs_f64());
        let time = reached.time;
        assert!(time <= elapsed + 1e-9 && time >= elapsed - delta - 1e-9, "{time} in the {delta} s until {elapsed}");
    });
    for _ in 0..20 {
        bench.frame(TICK / 8);
        assert!(bench.elapsed() >= before);
        before = bench.elapsed();
    }
    assert!((bench.contacts()[0].time - shown).abs() < 1e-9, "{} should be {shown}", bench.contacts()[0].time);
}

#[test]
fn a_motion_that_only_approaches_a_bound_has_no_contact_in_a_tick_of_any_length() {
    for (omega, zeta) in [(8.0, 1.0), (8.0, 4.0), (8.0, 0.999_999)] {
        let mut bench = bench();
        let body = bench.spawn((
            Transform::from_xyz(3.0, 0.0, 0.0),
            (Spring::new(omega, zeta), Target::new(Vec3::X), RestTolerance::new(0.0)),
            Limits { lower: [Some(1.0), None, None, None], restitution: 0.5, ..Limits::default() },
        ));
        bench.frame(Duration::ZERO);
        let motion = bench.get::<Motion>(body);
        if zeta >= 1.0 {
            assert_eq!(motion.will_reach(1e6), None, "{omega} {zeta}");
            assert_eq!(motion.will_turn(0, 1e6), None, "{omega} {zeta}");
        }
        bench.tick(Duration::from_secs(36_000));
        assert_eq!((bench.contacts().len(), bench.x(body)), (0, 1.0), "{omega} {zeta}");
    }
}
