//! Throws that land at a chosen end. `docs/gestures.md` describes the cases.

use bevy::prelude::*;
use bevy_exact_motion::{
    RestTolerance,
    events::{InvalidMotion, OriginShift},
    math,
    prelude::*,
};

use crate::{
    app::{Bench, Dial, Random, Turn, assert_ulps},
    pacing::{self, Paced},
    record::listen,
};

const RATES: [f64; 3] = [30.0, 64.0, 1000.0];

/// The entities whose throw or exponential rate has finished, and the elapsed time when that was reported, in seconds.
#[derive(Resource, Default)]
struct Landed(Vec<(Entity, f64)>);

fn bench(rate: f64) -> Bench {
    let mut bench = Bench::at_rate(rate);
    listen(&mut bench);
    listen_to_landings(&mut bench);
    bench
}

fn listen_to_landings(bench: &mut Bench) {
    bench.app.init_resource::<Landed>();
    bench.app.add_observer(|finished: On<Finished>, time: Res<Time>, mut landed: ResMut<Landed>| {
        landed.0.push((finished.entity, time.elapsed_secs_f64()));
    });
}

fn landed(bench: &Bench) -> &[(Entity, f64)] {
    &bench.app.world().resource::<Landed>().0
}

/// Compares a throw and its mirror image with `expected` until they end, for each [`Pacing`](pacing::Pacing).
fn follow_to_end(of: impl Fn(Vec3) -> Fling, end: f64, expected: math::Fling) {
    for pacing in pacing::ALL {
        let mut paced = Paced::new(pacing);
        listen_to_landings(&mut paced.bench);
        let [plus, minus] = [1.0_f32, -1.0].map(|sign| {
            let thrown = (Transform::default(), Velocity::new(sign * 1000.0 * Vec3::X), Friction::new(2.0));
            paced.bench.spawn((thrown, of(sign * end as f32 * Vec3::X)))
        });
        while paced.now() < expected.duration() + 0.1 {
            paced.frame();
            let (bench, t) = (&paced.bench, paced.now());
            let what = format!("{pacing:?}, at {t}");
            assert_eq!((bench.x(plus), bench.v(plus)), (-bench.x(minus), -bench.v(minus)), "{what}");
            assert_ulps(bench.x(plus), expected.value(t), 4.0, end, &what);
            assert_ulps(bench.v(plus), expected.rate(t), 4.0, 1000.0, &what);
            let ended = bench.elapsed() >= expected.duration();
            assert_eq!(landed(bench).len(), if ended { 2 } else { 0 }, "{what}");
        }
        assert_eq!(f64::from(paced.bench.x(plus)), end, "{pacing:?}");
    }
}

#[test]
fn a_throw_snaps_to_a_multiple_of_160() {
    // Friction alone would stop the throw at 1000/2 = 500.
    let end = math::Landing::new(0.0, 1000.0, 500.0).on_steps(160.0, 0.0).expect("it should land");
    assert_eq!(end, 480.0);
    let expected = math::Fling::with_friction_at_most(0.0, end, 1000.0, 2.0).expect("it should land");
    assert_eq!(expected.duration() as f32, 2.280_713_705_945_02_f64 as f32);
    follow_to_end(|end| Fling { max_duration: 3.0, ..Fling::new(end) }, end, expected);
}

#[test]
fn a_throw_with_a_duration_lands_after_that_duration() {
    let expected = math::Fling::over_duration(0.0, 400.0, 1000.0, 1.0).expect("it should land");
    assert!((expected.friction() - 1.229_933_200_381_957_5).abs() < 1e-14);
    follow_to_end(|end| Fling::new(end).with_duration(1.0), 400.0, expected);
}

/// The velocity does not point to the end, so without a duration each coordinate would land at a different time.
#[test]
fn with_a_duration_all_coordinates_land_at_the_same_instant() {
    let mut bench = bench(64.0);
    let body = bench.spawn((
        Transform::default(),
        Velocity::new(Vec3::new(1000.0, -30.0, 7.0)),
        Fling::new(Vec3::new(400.0, -11.0, 1.0)).with_duration(1.0),
    ));
    bench.run_to(1.0 - 1.0 / 64.0);
    let velocity = bench.get::<Velocity>(body).0;
    assert!(velocity.x > 0.0 && velocity.y < 0.0 && velocity.z > 0.0 && landed(&bench).is_empty());
    bench.run_to(1.0);
    assert_eq!(bench.get::<Transform>(body).translation, Vec3::new(400.0, -11.0, 1.0));
    assert_eq!((bench.get::<Velocity>(body).0, landed(&bench).len()), (Vec3::ZERO, 1));
}

/// The shortest possible duration of a throw is 2 · displacement/velocity = 0.8 s.
#[test]
fn a_throw_that_would_have_to_speed_up_to_land_in_time_uses_a_spring() {
    for (duration, by_spring) in [(0.801_f32, false), (0.799, true)] {
        let mut bench = bench(64.0);
        let fling = Fling::new(400.0 * Vec3::X).with_duration(duration);
        let body = bench.spawn((Transform::default(), Velocity::new(1000.0 * Vec3::X), fling));
        let spring = math::Spring::critical(12.0).expect("it should be valid").with_target(400.0).with_velocity(1000.0);
        bench.run_to(0.25);
        let expected = if by_spring {
            spring.value(0.25)
        } else {
            math::Fling::over_duration(0.0, 400.0, 1000.0, duration.into()).expect("it should land").value(0.25)
        };
        assert_ulps(bench.x(body), expected, 4.0, 400.0, &format!("{duration} s"));
        bench.run_to(4.0);
        assert_eq!((bench.x(body), bench.rests(body)), (400.0, true));
        assert_eq!((landed(&bench).len(), bench.rested().len()), (usize::from(!by_spring), 1));
    }
}

/// An exponential rate covers the same distance in the same time as a throw, but it is still moving at its end.
#[test]
fn a_one_second_exponential_rate_passes_its_end_at_the_end_rate() {
    let mut bench = bench(64.0);
    let rate: ExponentialRate =
        ExponentialRate::new(400.0 * Vec3::X, 107.355_25, 1.0).expect("it should be feasible").then_coast();
    let body = bench.spawn((Transform::default(), rate));
    bench.frame(core::time::Duration::ZERO);
    assert_ulps(bench.v(body), 1000.0, 4.0, 1000.0, "it starts with the finger's velocity");
    bench.run_to(1.0);
    assert_eq!(bench.x(body), 400.0);
    assert_ulps(bench.v(body), 107.355_246_390_790_88, 4.0, 107.0, "its end rate");
}

/// Spawns a list that is thrown to `end` with a velocity of 1000 units/s and a friction of 2/s.
fn list(bench: &mut Bench, sign: f32, end: f32) -> Entity {
    bench.spawn((
        Transform::default(),
        Velocity::new(sign * 1000.0 * Vec3::X),
        Friction::new(2.0),
        Fling::new(sign * end * Vec3::X),
    ))
}

#[test]
fn a_throw_lands_at_its_end_to_the_bit_and_is_reported_once() {
    for rate in RATES {
        for sign in [1.0_f32, -1.0] {
            let mut bench = bench(rate);
            let body = list(&mut bench, sign, 400.0);
            for (t, x) in [(0.5, 302.232_299_735_775_9), (1.0, 389.656_983_060_660_4)] {
                bench.run_to(t);
                assert_ulps(bench.x(body) * sign, x, 4.0, 400.0, &format!("{rate} Hz, at {t}"));
            }
            let end = 1.330_199_529_231_842_5;
            bench.run_to(end - 0.5 / rate);
            assert!(bench.app.world().resource::<Landed>().0.is_empty() && bench.v(body) * sign > 0.0, "{rate} Hz");
            bench.run_to(2.0);
            assert_eq!((bench.x(body), bench.v(body)), (sign * 400.0, 0.0), "{rate} Hz");
            let landed = &bench.app.world().resource::<Landed>().0;
            assert_eq!(landed.len(), 1, "{rate} Hz");
            assert!(landed[0].1 >= end && landed[0].1 < end + 1.0 / rate + 1e-6, "{rate} Hz: {landed:?}");
            assert!(bench.rests(body) && bench.app.world().get::<Fling>(body).is_none(), "{rate} Hz");
            assert_eq!(bench.rested().len(), 1, "{rate} Hz");
        }
    }
}

/// The velocities of many throws do not point to their ends.
#[test]
fn every_throw_lands_in_time_with_any_velocity_and_friction() {
    let mut bench = bench(64.0);
    let mut random = Random(7);
    let mut vector = |size: f64| Vec3::from_array([(); 3].map(|()| random.between(-size, size) as f32));
    let mut thrown = vec![(Vec3::new(6.78, 0.39, 0.0), Vec3::new(4.26, 8.88, 0.28), 0.0)];
    for n in 0..300 {
        let (velocity, end) = (vector(10.0), vector(10.0));
        let along = 8.0 * end.normalize() + vector(0.0015);
        let friction = [0.0, 1e-4, 0.05, 2.0][n % 4];
        thrown.push((if n % 2 == 0 { velocity } else { along }, end, friction));
        thrown.push((Vec3::new(velocity.x, 0.0015, 0.0), end, friction));
    }
    let bodies: Vec<_> = thrown
        .into_iter()
        .map(|(velocity, end, friction)| {
            let body = (Transform::default(), Velocity::new(velocity), Friction::new(friction), Fling::new(end));
            (bench.spawn(body), end)
        })
        .collect();
    // The longest throw takes `Fling::max_duration` (3 s) plus two ticks. A spring of 12 rad/s settles sooner.
    bench.run_to(3.0 + 2.0 / 64.0);
    for (body, end) in bodies {
        assert_eq!((bench.get::<Transform>(body).translation, bench.get::<Velocity>(body).0), (end, Vec3::ZERO));
        assert!(bench.rests(body) && bench.app.world().get::<Fling>(body).is_none());
    }
}

#[test]
fn an_end_behind_the_entity_is_reached_by_a_spring_and_never_passed() {
    for rate in RATES {
        let mut bench = bench(rate);
        let body = bench.spawn((
            Transform::default(),
            Velocity::new(-300.0 * Vec3::X),
            Friction::new(2.0),
            Fling::new(160.0 * Vec3::X),
        ));
        let motion = Motion::<Translation>::of(bench.app.world(), body).expect("it should be valid");
        let (at, place) = motion.will_turn(0, 1.0).expect("it should turn");
        assert_ulps(at as f32, 0.011_261_261_261_261_26, 1.0, 0.011, "when it turns");
        assert_ulps(place.x, -1.615_602_240_299_163_4, 1.0, 1.6, "where it turns");
        let spring = math::Spring::critical(12.0).expect("it should be valid");
        let spring = spring.with_target(160.0).with_velocity(-300.0);
        while bench.elapsed() < 2.0 && !bench.rests(body) {
            bench.run_to(bench.elapsed() + 1.0 / rate);
            let t = bench.elapsed();
            if !bench.rests(body) {
                assert_ulps(bench.x(body), spring.value(t), 4.0, 160.0, &format!("{rate} Hz, at {t}"));
            }
            assert!(bench.x(body) <= 160.0, "{rate} Hz, at {t}");
        }
        assert_eq!((bench.x(body), bench.rests(body)), (160.0, true), "{rate} Hz");
        assert!(bench.app.world().resource::<Landed>().0.is_empty(), "{rate} Hz: a spring is not a throw that lands");
        assert!(bench.app.world().get::<Fling>(body).is_none(), "{rate} Hz");
        assert_eq!(bench.rested().len(), 1, "{rate} Hz");
    }
}

#[test]
fn a_throw_over_an_edge_ends_and_the_spring_of_the_edge_takes_over() {
    for rate in RATES {
        let mut bench = bench(rate);
        let body = list(&mut bench, 1.0, 400.0);
        let edge = Limits { upper: [Some(300.0), None, None, None], ..Limits::default() }.softened(18.0);
        bench.app.world_mut().entity_mut(body).insert(edge);
        bench.run_to(3.0);
        assert_eq!((bench.x(body), bench.rests(body)), (300.0, true), "{rate} Hz");
        assert_eq!(bench.contacts().len(), 1, "{rate} Hz");
        let fling = math::Fling::between(0.0, 400.0, 1000.0, 2.0).expect("it should land");
        let reached = fling.time_at(300.0).expect("it should pass the edge");
        assert_ulps(bench.contacts()[0].time as f32, reached, 4.0, 0.5, &format!("{rate} Hz"));
        assert_ulps(bench.contacts()[0].velocity_after.x, fling.rate(reached), 8.0, 500.0, &format!("{rate} Hz"));
        assert!(bench.app.world().resource::<Landed>().0.is_empty(), "{rate} Hz");
        assert!(bench.app.world().get::<Fling>(body).is_none(), "{rate} Hz");
    }
}

/// The end is exactly on the edge. The list arrives there without velocity.
#[test]
fn a_throw_that_ends_exactly_on_an_edge_reports_no_contact() {
    for limits in [Limits::at_most(Vec3::splat(400.0)), Limits::at_most(Vec3::splat(400.0)).softened(9.0)] {
        let mut bench = bench(64.0);
        let body = list(&mut bench, 1.0, 400.0);
        bench.app.world_mut().entity_mut(body).insert(limits);
        bench.run_to(3.0);
        assert_eq!((bench.x(body), bench.rests(body)), (400.0, true));
        assert_eq!((bench.contacts().len(), bench.app.world().resource::<Landed>().0.len()), (0, 1));
    }
}

#[test]
fn changing_the_end_in_flight_starts_another_throw_and_writing_the_velocity_ends_a_throw() {
    let mut bench = bench(64.0);
    let body = list(&mut bench, 1.0, 400.0);
    bench.run_to(0.25);
    let before = bench.v(body);
    bench.edit::<Fling>(body, |fling| fling.end = 450.0 * Vec3::X);
    bench.run_to(0.25 + 1.0 / 64.0);
    assert!((bench.v(body) - before).abs() < 40.0, "the velocity should not jump");
    bench.run_to(4.0);
    assert_eq!((bench.x(body), bench.app.world().resource::<Landed>().0.len()), (450.0, 1));

    let kicked = list(&mut bench, 1.0, 400.0);
    bench.run_to(bench.elapsed() + 0.25);
    bench.edit::<Velocity>(kicked, |velocity| velocity.0 = -10.0 * Vec3::X);
    let from = bench.x(kicked);
    bench.run_to(bench.elapsed() + 6.0);
    assert!(bench.app.world().get::<Fling>(kicked).is_none());
    // After the write, friction alone stops the entity, 10/2 units further.
    assert!((bench.x(kicked) - (from - 5.0)).abs() < 2e-3, "{} from {from}", bench.x(kicked));
    assert_eq!(bench.app.world().resource::<Landed>().0.len(), 1);
}

/// A cut is a write: neither a throw nor an exponential rate continues to its end, because both were solved from another position.
#[test]
fn after_a_cut_in_flight_neither_a_throw_nor_an_exponential_rate_reaches_its_end() {
    let mut bench = bench(64.0);
    let leader = bench.spawn(Transform::from_xyz(600.0, 0.0, 0.0));
    let thrown = list(&mut bench, 1.0, 400.0);
    let rated = bench.spawn((Transform::default(), ExponentialRate::to(400.0 * Vec3::X, 0.1, 1.0)));
    for body in [thrown, rated] {
        bench.app.world_mut().entity_mut(body).insert(Follow::new(leader));
    }
    bench.run_to(0.25);
    for body in [thrown, rated] {
        bench.app.world_mut().trigger(Cut::new(body));
    }
    bench.run_to(0.5);
    assert!(bench.app.world().get::<Fling>(thrown).is_none());
    bench.run_to(3.0);
    assert_eq!((bench.x(thrown), bench.x(rated)), (600.0, 600.0));
    // The exponential rate still finishes on time, although not at its end. The throw does not land.
    let landed: Vec<_> = landed(&bench).iter().map(|&(entity, _)| entity).collect();
    assert_eq!(landed, [rated]);
}

#[test]
fn an_entity_released_with_a_fling_starts_with_the_fingers_velocity() {
    let mut bench = bench(64.0);
    let body = bench.spawn((Transform::default(), Friction::new(2.0), Grabbed::new()));
    for _ in 0..30 {
        bench.edit::<Transform>(body, |transform| transform.translation.x += 1000.0 / 64.0);
        bench.frame(std::time::Duration::from_secs_f64(1.0 / 64.0));
    }
    let from = bench.x(body);
    bench.app.world_mut().entity_mut(body).remove::<Grabbed>().insert(Fling::new((from + 400.0) * Vec3::X));
    bench.frame(std::time::Duration::from_secs_f64(1.0 / 64.0));
    let expected = math::Fling::between(0.0, 400.0, 1000.0, 2.0).expect("it should land");
    assert_ulps(
        bench.v(body),
        expected.rate(1.0 / 64.0),
        2000.0,
        1000.0,
        "the velocity is measured from f32 positions",
    );
    bench.run_to(bench.elapsed() + 2.0);
    assert_eq!(bench.x(body), from + 400.0);
}

/// A throw includes at least the entity's dry friction. If dry friction alone would stop the entity before the end, a spring takes it to
/// the end.
#[test]
fn a_throw_includes_the_entitys_dry_friction() {
    for rate in RATES {
        let mut bench = bench(rate);
        let body = list(&mut bench, 1.0, 400.0);
        bench.edit::<Fling>(body, |fling| fling.max_duration = 5.0);
        bench.app.world_mut().entity_mut(body).insert(DryFriction::new(300.0));
        let expected = bevy_exact_motion::math::Fling::with_dry_at_least(0.0, 400.0, 1000.0, 2.0, 300.0);
        let expected = expected.expect("it should land");
        assert!(expected.friction() < 2.0 && (expected.dry() - 300.0).abs() < 1e-6, "{expected:?}");
        while bench.elapsed() < 1.0 {
            bench.run_to(bench.elapsed() + 1.0 / rate);
            let t = bench.elapsed();
            assert_ulps(bench.x(body), expected.value(t), 4.0, 400.0, &format!("{rate} Hz, at {t}"));
        }
        bench.run_to(3.0);
        assert_eq!((bench.x(body), bench.rests(body)), (400.0, true), "{rate} Hz");
        assert_eq!(bench.app.world().resource::<Landed>().0.len(), 1, "{rate} Hz");

        let short = bench.spawn((
            Transform::default(),
            Velocity::new(1000.0 * Vec3::X),
            DryFriction::new(1300.0),
            Fling::new(400.0 * Vec3::X),
        ));
        bench.run_to(bench.elapsed() + 4.0);
        assert_eq!((bench.x(short), bench.rests(short)), (400.0, true), "{rate} Hz");
        assert_eq!(bench.app.world().resource::<Landed>().0.len(), 1, "{rate} Hz: a spring took it there");
    }
}

#[test]
fn a_coordinate_that_is_not_thrown_keeps_moving_freely() {
    let mut bench = bench(64.0);
    let fling = Fling { thrown: [true, false, false, false], ..Fling::new(400.0 * Vec3::X) };
    let body = bench.spawn((
        Transform::default(),
        Velocity::new(Vec3::new(1000.0, 10.0, 0.0)),
        Friction::new(2.0),
        RestTolerance::default(),
        fling,
    ));
    bench.run_to(1.0);
    let free = bevy_exact_motion::math::Law { c: 2.0, ..Default::default() };
    assert_ulps(bench.y(body), free.step_held(0.0, 10.0, 0.0, 1.0).0, 4.0, 5.0, "friction alone");
    bench.run_to(8.0);
    assert_eq!(bench.x(body), 400.0);
    assert!((bench.y(body) - 5.0).abs() < 2e-3);
}

#[test]
fn an_angle_is_thrown_the_short_way_round() {
    let mut bench = bench(64.0);
    let fling = Fling::<Turn>::of(Angle(-3.0));
    let dial = bench.spawn((Dial(3.0), Velocity::<Turn>(1.0), Friction::new(2.0).on::<Turn>(), fling));
    bench.run_to(4.0);
    assert!((bench.get::<Dial>(dial).0 - (core::f32::consts::TAU - 3.0)).abs() < 1e-6);
    assert!(bench.app.world().get::<Resting<Turn>>(dial).is_some());
}

#[test]
fn a_fling_that_cannot_reach_its_end_is_invalid() {
    let mut bench = bench(64.0);
    bench.app.init_resource::<Invalid>();
    bench.app.add_observer(|report: On<InvalidMotion>, mut invalid: ResMut<Invalid>| invalid.0.push(report.field));
    #[derive(Resource, Default)]
    struct Invalid(Vec<&'static str>);
    let body = list(&mut bench, 1.0, 400.0);
    bench.app.world_mut().entity_mut(body).insert(Gravity::EARTH);
    bench.spawn((Transform::default(), Velocity::new(Vec3::X), Fling::new(Vec3::X), Spring::critical(3.0)));
    bench.spawn((Transform::default(), Velocity::new(Vec3::X), Fling::new(Vec3::NAN)));
    for duration in [-1.0, f32::NAN, f32::INFINITY] {
        let fling = Fling::new(Vec3::X).with_duration(duration);
        bench.spawn((Transform::default(), Velocity::new(Vec3::X), fling));
    }
    bench.spawn((Transform::default(), Velocity::new(Vec3::X), Fling { thrown: [false; 4], ..Fling::new(Vec3::X) }));
    bench.run_to(0.5);
    let mut fields = bench.app.world().resource::<Invalid>().0.clone();
    fields.sort_unstable();
    let of_durations = ["Fling::duration"; 3];
    assert_eq!(fields, [&["Fling", "Fling"][..], &of_durations, &["Fling::end", "Fling::thrown"]].concat());
}

#[test]
fn after_an_origin_shift_a_throw_lands_at_its_shifted_end() {
    let mut bench = bench(64.0);
    let thrown = list(&mut bench, 1.0, 400.0);
    let sprung = bench.spawn((Transform::default(), Velocity::new(-30.0 * Vec3::X), Fling::new(7.25 * Vec3::X)));
    bench.run_to(0.5);
    let by = Vec3::new(-1000.3, 5.7, 0.0);
    let velocity = bench.v(thrown);
    bench.app.world_mut().trigger(OriginShift::new(by));
    bench.frame(std::time::Duration::ZERO);
    assert_eq!(bench.v(thrown), velocity);
    bench.run_to(4.0);
    for (body, end) in [(thrown, 400.0), (sprung, 7.25)] {
        let found = bench.get::<Transform>(body).translation;
        assert_eq!(found, Vec3::new(end, 0.0, 0.0) + by);
        assert!(bench.rests(body));
    }
    assert_eq!(bench.app.world().resource::<Landed>().0.len(), 1);
}

#[test]
fn a_throw_ends_when_the_entity_is_grabbed_in_flight_or_despawned_on_landing() {
    let mut bench = bench(64.0);
    let body = list(&mut bench, 1.0, 400.0);
    bench.run_to(0.25);
    bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
    bench.run_to(0.5);
    assert!(bench.app.world().get::<Fling>(body).is_none());
    let place = bench.x(body);
    bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
    bench.run_to(1.0);
    assert_eq!((bench.x(body), bench.app.world().resource::<Landed>().0.len()), (place, 0));

    bench.app.add_observer(|finished: On<Finished>, mut commands: Commands| commands.entity(finished.entity).despawn());
    let gone = list(&mut bench, 1.0, 400.0);
    bench.run_to(4.0);
    assert!(bench.app.world().get_entity(gone).is_err());
}

#[test]
fn an_entity_released_at_rest_at_the_end_of_its_fling_settles_and_reports_no_throw() {
    let mut bench = bench(64.0);
    let body = bench.spawn((Transform::from_xyz(4.0, 0.0, 0.0), Friction::new(2.0), Grabbed::new()));
    bench.run_to(0.25);
    bench.app.world_mut().entity_mut(body).remove::<Grabbed>().insert(Fling::new(4.0 * Vec3::X));
    // This entity is slower than `min_speed`, and not at its end.
    let slow = bench.spawn((
        Transform::default(),
        (Velocity::new(0.01 * Vec3::X), Friction::new(2.0)),
        Fling { min_speed: 0.1, ..Fling::new(4.0 * Vec3::X) },
    ));
    bench.run_to(4.0);
    for of in [body, slow] {
        assert_eq!((bench.x(of), bench.rests(of)), (4.0, true));
        assert!(bench.app.world().get::<Fling>(of).is_none());
        assert_eq!(bench.rested().iter().filter(|rested| rested.0 == of).count(), 1);
    }
    assert_eq!(landed(&bench).len(), 0);
}

#[test]
fn a_throws_duration_scales_with_the_entitys_own_time() {
    let expected = math::Fling::between(0.0, 400.0, 1000.0, 2.0).expect("it should land");
    for pace in [0.25_f32, 2.0] {
        let mut bench = bench(64.0);
        let body = list(&mut bench, 1.0, 400.0);
        bench.app.world_mut().entity_mut(body).insert(TimeScale::new(pace));
        let own = |t: f64| t * f64::from(pace);
        while own(bench.elapsed()) < expected.duration() + 0.2 {
            bench.run_to(bench.elapsed() + 1.0 / 64.0);
            let t = bench.elapsed();
            assert_ulps(bench.x(body), expected.value(own(t)), 4.0, 400.0, &format!("{pace} at {t}"));
            let ended = own(t) >= expected.duration();
            assert_eq!(landed(&bench).len(), usize::from(ended), "{pace} at {t}");
        }
        assert_eq!(bench.x(body), 400.0);
    }
}

#[test]
fn a_thrown_entity_that_is_moved_in_flight_glides_on_from_its_new_position() {
    let mut bench = bench(64.0);
    let body = list(&mut bench, 1.0, 400.0);
    bench.run_to(0.25);
    bench.edit::<Transform>(body, |transform| transform.translation.x = -50.0);
    let velocity = f64::from(bench.v(body));
    bench.run_to(8.0);
    assert!(bench.app.world().get::<Fling>(body).is_none());
    assert!((f64::from(bench.x(body)) - (velocity / 2.0 - 50.0)).abs() < 2e-3, "{}", bench.x(body));
    assert_eq!((landed(&bench).len(), bench.rested().len()), (0, 1));
}
