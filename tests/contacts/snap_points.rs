//! Where a release lands: the rules of GESTURES §6, §11 and §12.

use std::time::Duration;

use bevy::{math::Vec2, prelude::*, reflect::TypePath};
use bevy_exact_motion::{SnapTo, math, prelude::*};

use crate::{
    app::{Bench, assert_ulps, itself},
    told::listen,
};

itself! {
    Scroll: f32;
    Card: Vec2;
}

/// Who finished a throw, and whose input was refused.
#[derive(Resource, Default)]
struct Told {
    landed: Vec<Entity>,
    settled: Vec<Entity>,
    invalid: Vec<&'static str>,
}

fn bench(rate: f64) -> Bench {
    let mut bench = Bench::at_rate(rate);
    listen(&mut bench);
    bench.app.register_motion::<Scroll>().register_motion::<Card>().init_resource::<Told>();
    bench.app.add_observer(|it: On<Finished<Scroll>>, mut told: ResMut<Told>| told.landed.push(it.entity));
    bench.app.add_observer(|it: On<Finished<Card>>, mut told: ResMut<Told>| told.landed.push(it.entity));
    bench.app.add_observer(|it: On<Settled<Scroll>>, mut told: ResMut<Told>| told.settled.push(it.entity));
    bench.app.add_observer(|it: On<InvalidMotion<Scroll>>, mut told: ResMut<Told>| told.invalid.push(it.field));
    bench.frame(Duration::ZERO);
    bench
}

impl Bench {
    fn scroll(&self, entity: Entity) -> f32 {
        self.get::<Scroll>(entity).0
    }

    fn speed(&self, entity: Entity) -> f32 {
        self.get::<Velocity<Scroll>>(entity).0
    }

    fn snapped(&self) -> &Told {
        self.app.world().resource::<Told>()
    }

    /// Lets go at this velocity, whatever the hand did.
    fn let_go(&mut self, entity: Entity, velocity: f32) {
        self.edit::<Velocity<Scroll>>(entity, |it| it.0 = velocity);
        self.app.world_mut().entity_mut(entity).remove::<Held<Scroll>>();
        self.frame(Duration::ZERO);
    }

    /// A list that is held at a place.
    fn held(&mut self, at: f32, snap_points: SnapPoints<Scroll>, more: impl Bundle) -> Entity {
        let friction = Friction::new(2.0).on::<Scroll>();
        let list = self.spawn((Scroll(at), friction, snap_points, Held::<Scroll>::default(), more));
        self.frame(Duration::ZERO);
        list
    }

    fn end(&self, entity: Entity) -> Option<f32> {
        self.app.world().get::<Fling<Scroll>>(entity).map(|fling| fling.end)
    }
}

fn steps(step: f32) -> SnapPoints<Scroll> {
    SnapPoints::of(SnapTo::Steps { step, origin: 0.0 })
}

fn points(points: &[f32]) -> SnapPoints<Scroll> {
    SnapPoints::of(SnapTo::Points(points.to_vec()))
}

fn limits(lower: f32, upper: f32) -> Limits<Scroll> {
    Limits::of(lower, upper)
}

#[test]
fn a_release_lands_on_a_multiple_of_160_by_one_throw() {
    for rate in [30.0, 64.0, 1000.0] {
        for sign in [1.0_f32, -1.0] {
            let mut bench = bench(rate);
            let list = bench.held(0.0, steps(160.0), ());
            bench.let_go(list, sign * 1000.0);
            assert_eq!(bench.end(list), Some(sign * 480.0));
            let start = bench.elapsed();
            let fling = math::Fling::between(0.0, 480.0, 1000.0, 1.979_166_666_666_666_7).expect("it lands");
            assert!((fling.duration() - 2.280_713_705_945_02).abs() < 1e-12);
            while bench.elapsed() - start < 2.25 {
                let t = bench.elapsed() - start;
                assert_ulps(sign * bench.scroll(list), fling.value(t), 4.0, 480.0, &format!("{rate} Hz, at {t}"));
                bench.run_to(bench.elapsed() + 1.0 / rate);
            }
            assert!(bench.snapped().landed.is_empty());
            bench.run_to(3.0);
            assert_eq!((bench.scroll(list), bench.speed(list), bench.end(list)), (sign * 480.0, 0.0, None));
            assert_eq!((bench.snapped().landed.len(), bench.snapped().settled.len()), (1, 1), "{rate} Hz");
        }
    }
}

#[test]
fn the_throw_begins_at_the_instant_of_the_release_with_the_hands_velocity() {
    let mut bench = bench(64.0);
    let list = bench.held(0.0, steps(160.0), ());
    let frame = Duration::from_millis(7);
    for _ in 0..30 {
        bench.edit::<Scroll>(list, |scroll| scroll.0 += 7.0);
        bench.frame(frame);
    }
    let (from, velocity) = (bench.scroll(list), bench.speed(list));
    assert!((velocity - 1000.0).abs() < 0.1, "{velocity}");
    bench.app.world_mut().entity_mut(list).remove::<Held<Scroll>>();
    bench.frame(Duration::ZERO);
    let end = bench.end(list).expect("it is thrown");
    assert_eq!((bench.scroll(list), end), (from, 640.0));
    let fling = math::Fling::with_friction_at_most(from.into(), 640.0, velocity.into(), 2.0).expect("it lands");
    for n in 1..100 {
        bench.frame(frame);
        let t = f64::from(n) * frame.as_secs_f64();
        assert_ulps(bench.scroll(list), fling.value(t), 4.0, 640.0, &format!("at {t}"));
    }
}

/// Nearest to where it would stop, the limits too; fast only ahead; beyond a limit the limit.
#[test]
fn which_place_is_chosen() {
    let rows: &[(f32, f32, f32, SnapPoints<Scroll>, Option<f32>)] = &[
        (50.0, 0.0, 0.0, points(&[0.0, 100.0, 180.0]), Some(0.0)),
        (50.0, 200.0, 0.0, points(&[0.0, 100.0, 180.0]), Some(180.0)),
        (110.0, 20.0, 0.0, points(&[0.0, 100.0, 180.0]), Some(180.0)),
        (110.0, 20.0, 30.0, points(&[0.0, 100.0, 180.0]), Some(100.0)),
        // A tie goes the way of the velocity, and without one to the smaller.
        (60.0, 40.0, 100.0, steps(160.0), Some(160.0)),
        (80.0, 0.0, 0.0, steps(160.0), Some(0.0)),
        // The ends of the list are 0 and 390.
        (300.0, 120.0, 0.0, steps(160.0), Some(390.0)),
        (300.0, 900.0, 0.0, steps(160.0), Some(390.0)),
        (300.0, -900.0, 0.0, steps(160.0), Some(0.0)),
        (300.0, 900.0, 0.0, steps(160.0).passing_limits(), None),
        (300.0, 130.0, 0.0, points(&[500.0]), Some(390.0)),
        // Already there.
        (160.0, 0.0, 0.0, steps(160.0), None),
    ];
    for (at, velocity, least, snap_points, end) in rows {
        let mut bench = bench(64.0);
        let list = bench.held(*at, snap_points.clone().with_least_speed(*least), limits(0.0, 390.0));
        bench.let_go(list, *velocity);
        assert_eq!(bench.end(list), *end, "{at} at {velocity}: {snap_points:?}");
        bench.run_to(6.0);
        let place = end.unwrap_or(if *velocity > 0.0 { 390.0 } else { *at });
        assert!((bench.scroll(list) - place).abs() < 1e-3, "{at} at {velocity}: {}", bench.scroll(list));
        assert!(end.is_none() || bench.scroll(list) == place, "{at} at {velocity}");
    }
}

/// Turned from the page where it was grabbed: a slow drag over 0.6 of a page and a flick turn one.
#[test]
fn pages_count_from_where_it_was_grabbed() {
    for (most, end) in [(1, 100.0), (2, 200.0), (0, 0.0)] {
        let mut bench = bench(64.0);
        let pages = SnapPoints::of(SnapTo::Pages { size: 100.0, origin: 0.0, most });
        let list = bench.held(3.0, pages, ());
        for _ in 0..19 {
            bench.edit::<Scroll>(list, |scroll| scroll.0 += 3.0);
            bench.frame(Duration::from_millis(15));
        }
        bench.let_go(list, 300.0);
        assert_eq!(bench.end(list), Some(end));
        bench.run_to(6.0);
        assert_eq!(bench.scroll(list), end);
    }
}

#[test]
fn a_function_rounds_and_one_that_is_not_finite_is_told_once() {
    let mut bench = bench(64.0);
    let by = |snap| SnapPoints::<Scroll>::of(SnapTo::By(bevy_exact_motion::SnapBy(snap)));
    let list = bench.held(0.0, by(|rest| (rest / 70.0).floor() * 70.0), limits(0.0, 450.0));
    bench.let_go(list, 800.0);
    assert_eq!(bench.end(list), Some(350.0));
    let beyond = bench.held(0.0, by(|rest| rest + 100.0), limits(0.0, 450.0));
    bench.let_go(beyond, 800.0);
    assert_eq!(bench.end(beyond), Some(450.0));

    let free = bench.held(0.0, by(|_| f32::NAN), ());
    for _ in 0..3 {
        bench.let_go(free, 800.0);
        assert_eq!(bench.end(free), None);
        bench.app.world_mut().entity_mut(free).insert(Held::<Scroll>::default());
        bench.frame(Duration::ZERO);
    }
    assert_eq!(bench.snapped().invalid, ["SnapPoints::to"]);
    let from = bench.scroll(free);
    bench.let_go(free, 800.0);
    bench.run_to(10.0);
    assert!((bench.scroll(free) - from - 400.0).abs() < 2e-3, "it goes on to where friction stops it");
}

#[test]
fn bad_places_are_refused_and_told() {
    let mut bench = bench(64.0);
    let bad: Vec<(SnapPoints<Scroll>, &str)> = vec![
        (points(&[]), "SnapPoints::points"),
        (points(&[1.0, f32::NAN]), "SnapPoints::points"),
        (steps(0.0), "SnapPoints::step"),
        (steps(-1.0), "SnapPoints::step"),
        (steps(f32::INFINITY), "SnapPoints::step"),
        (SnapPoints::of(SnapTo::Steps { step: 1.0, origin: f32::NAN }), "SnapPoints::origin"),
        (SnapPoints::of(SnapTo::Pages { size: 0.0, origin: 0.0, most: 1 }), "SnapPoints::size"),
        (steps(1.0).with_least_speed(f32::NAN), "SnapPoints::least_speed"),
        (SnapPoints { longest: -1.0, ..steps(1.0) }, "SnapPoints::longest"),
        (SnapPoints { angular_frequency: 0.0, ..steps(1.0) }, "SnapPoints::angular_frequency"),
    ];
    let fields: Vec<_> = bad.iter().map(|(_, field)| *field).collect();
    for (snap_points, _) in bad {
        let list = bench.held(0.5, snap_points, ());
        bench.let_go(list, 100.0);
        assert_eq!(bench.end(list), None);
    }
    bench.held(0.0, steps(1.0), Spring::critical(3.0).on::<Scroll>());
    let sprung = bench.app.world_mut().query_filtered::<Entity, With<Spring<Scroll>>>().single(bench.app.world());
    bench.let_go(sprung.expect("there is one"), 1.0);
    // Nothing stops it.
    let free = bench.spawn((Scroll(0.0), steps(1.0), Held::<Scroll>::default()));
    bench.frame(Duration::ZERO);
    bench.let_go(free, 1.0);
    assert_eq!(bench.snapped().invalid[..10], fields);
    assert_eq!(bench.snapped().invalid[10..], ["SnapPoints", "SnapPoints"]);
    bench.run_to(1.0);
    assert!(bench.scroll(free) > 0.9);
    // With limits there is a place.
    bench.app.world_mut().entity_mut(free).insert((limits(0.0, 10.0), Held::<Scroll>::default()));
    bench.frame(Duration::ZERO);
    bench.let_go(free, 1.0);
    assert_eq!(bench.end(free), Some(10.0));
}

#[test]
fn released_at_rest_on_its_place_it_settles_once_and_nothing_has_finished() {
    let mut bench = bench(64.0);
    let list = bench.held(0.0, steps(160.0), ());
    bench.edit::<Scroll>(list, |scroll| scroll.0 = 160.0);
    bench.frame(Duration::from_millis(15));
    bench.let_go(list, 0.0);
    bench.run_to(1.0);
    assert_eq!((bench.scroll(list), bench.end(list)), (160.0, None));
    assert_eq!((bench.snapped().landed.len(), bench.snapped().settled.len()), (0, 1));
}

/// Still one of them: the same path by bits. Gone: another one, from where it is.
#[test]
fn places_that_change_in_flight() {
    let mut paths: Vec<Vec<u32>> = Vec::new();
    for change in 0..4 {
        let mut bench = bench(64.0);
        let list = bench.held(0.0, points(&[0.0, 160.0, 320.0, 480.0]), limits(0.0, 5000.0));
        bench.let_go(list, 1000.0);
        assert_eq!(bench.end(list), Some(480.0));
        let mut path = Vec::new();
        for tick in 0..60 {
            match change {
                1 => bench.edit::<SnapPoints<Scroll>>(list, |it| it.passes_limits = false),
                2 => bench.edit::<SnapPoints<Scroll>>(list, |it| {
                    it.to = SnapTo::Points(vec![1.0, 480.0, 490.0 + tick as f32]);
                }),
                3 => _ = bench.app.world_mut().entity_mut(list).insert(points(&[0.0, 160.0, 320.0, 480.0])),
                _ => {}
            }
            bench.run_to(bench.elapsed() + 1.0 / 64.0);
            path.push(bench.scroll(list).to_bits());
        }
        paths.push(path);
    }
    assert!(paths.iter().all(|path| *path == paths[0]), "the place is still there");

    let mut bench = bench(64.0);
    let list = bench.held(0.0, points(&[480.0, 900.0]), ());
    bench.let_go(list, 1000.0);
    bench.run_to(0.25);
    let (place, velocity) = (bench.scroll(list), bench.speed(list));
    bench.edit::<SnapPoints<Scroll>>(list, |it| it.to = SnapTo::Points(vec![440.0, 900.0]));
    bench.frame(Duration::ZERO);
    assert_eq!(bench.end(list), Some(440.0));
    assert_eq!(bench.scroll(list), place);
    assert!((bench.speed(list) - velocity).abs() < 1e-3, "the velocity goes on");
    bench.run_to(4.0);
    assert_eq!((bench.scroll(list), bench.snapped().landed.len()), (440.0, 1));

    // All that is left is behind: a spring.
    let list = bench.held(0.0, points(&[480.0]), ());
    bench.let_go(list, 1000.0);
    bench.run_to(bench.elapsed() + 0.5);
    bench.edit::<SnapPoints<Scroll>>(list, |it| it.to = SnapTo::Points(vec![100.0]));
    bench.run_to(bench.elapsed() + 4.0);
    assert_eq!((bench.scroll(list), bench.snapped().landed.len()), (100.0, 1));
    assert_eq!(bench.end(list), None);
}

#[test]
fn a_throw_of_the_users_goes_first() {
    let mut bench = bench(64.0);
    let list = bench.held(0.0, steps(160.0), ());
    bench.edit::<Velocity<Scroll>>(list, |it| it.0 = 1000.0);
    bench.app.world_mut().entity_mut(list).remove::<Held<Scroll>>().insert(Fling::<Scroll>::of(400.0));
    bench.run_to(0.25);
    bench.edit::<SnapPoints<Scroll>>(list, |it| it.to = SnapTo::Points(vec![440.0]));
    bench.run_to(3.0);
    assert_eq!((bench.scroll(list), bench.snapped().landed.len()), (400.0, 1));
}

#[test]
fn released_beyond_a_soft_edge_it_comes_to_the_edge() {
    let mut bench = bench(64.0);
    let list = bench.held(340.0, steps(160.0), limits(0.0, 300.0).soft(12.0));
    bench.let_go(list, 100.0);
    bench.run_to(3.0);
    assert_eq!(bench.scroll(list), 300.0);
    assert!(bench.end(list).is_none() && bench.app.world().get::<Resting<Scroll>>(list).is_some());
    // Let go inward fast enough it comes through the edge, and its throw begins there.
    let list = bench.held(340.0, steps(100.0), limits(0.0, 300.0).soft(12.0));
    bench.let_go(list, -800.0);
    assert_eq!(bench.end(list), Some(0.0));
    bench.run_to(bench.elapsed() + 4.0);
    assert_eq!(bench.scroll(list), 0.0);
}

/// A hand's 4000 px/s, 33 px before the end of a list whose rows are 50 px high.
#[test]
fn a_fling_past_a_soft_end_overscrolls_as_without_places_and_then_snaps_to_the_end() {
    for (damping_ratio, rate) in [(1.0, 64.0), (0.5, 64.0), (0.5, 1000.0), (1.0, 30.0)] {
        for sign in [1.0_f32, -1.0] {
            let mut bench = bench(rate);
            let soft = || Limits { damping_ratio, ..limits(-1000.0, 1000.0).soft(18.0) };
            let list = bench.held(sign * 967.0, steps(50.0), soft());
            let free = bench.spawn((
                (Scroll(sign * 967.0), Friction::new(2.0).on::<Scroll>()),
                (Velocity::<Scroll>(sign * 4000.0), soft()),
            ));
            bench.let_go(list, sign * 4000.0);
            assert_eq!(bench.end(list), Some(sign * 1000.0));
            let start = bench.elapsed();
            let (mut most, mut least) = (0.0_f32, f32::INFINITY);
            let mut has_overscrolled = false;
            while bench.elapsed() - start < 4.0 {
                bench.run_to(bench.elapsed() + 1.0 / rate);
                let place = sign * bench.scroll(list);
                if !has_overscrolled || place > 1000.0 {
                    assert_eq!(bench.scroll(list), bench.scroll(free), "the same path until it comes back");
                }
                has_overscrolled |= place > 1000.0;
                most = most.max(place);
                least = if has_overscrolled { least.min(place) } else { least };
            }
            // The peak of the end's spring, met at 3934 px/s: 80 px for a critical one.
            assert!(most > 1070.0, "{damping_ratio}, {rate} Hz: {most}");
            // With the friction, half of it is 0.056 of critical, it comes back through the end at 482 px/s, from where a spring of 12 rad/s
            // takes it to the end: v/(e ω), 14.8 px.
            let inward = if damping_ratio < 1.0 { 984.0..987.0 } else { 999.99..1000.01 };
            assert!(inward.contains(&least), "{damping_ratio}, {rate} Hz: {least}");
            assert_eq!((bench.scroll(list), bench.end(list)), (sign * 1000.0, None));
            assert!(bench.app.world().get::<Resting<Scroll>>(list).is_some());
            // The one without places may still be creeping to a stop.
            let settled = bench.snapped().settled.iter().filter(|&&entity| entity == list).count();
            assert_eq!((bench.snapped().landed.len(), settled), (0, 1));
        }
    }
}

/// With next to no friction a slow release would reach the end after minutes, and without any friction it would never stop.
#[test]
fn a_slow_release_far_from_a_soft_end_lands_in_time() {
    let mut bench = bench(64.0);
    for (friction, velocity) in [(0.0, 10.0), (1e-3, 10.0), (0.0, 400.0), (2.0, 1900.01)] {
        let list = bench.held(0.0, steps(50.0), limits(-1000.0, 1000.0).soft(18.0));
        bench.edit::<Friction<Scroll>>(list, |it| it.rate = friction);
        bench.let_go(list, velocity);
        bench.run_to(bench.elapsed() + 6.0);
        let is_there = bench.scroll(list) % 50.0 == 0.0 && bench.speed(list) == 0.0;
        assert!(is_there && bench.end(list).is_none(), "{friction} {velocity}: {}", bench.scroll(list));
    }
}

#[test]
fn a_card_lands_on_the_nearest_of_its_points() {
    let mut bench = bench(64.0);
    let slots = [Vec2::new(0.0, 0.0), Vec2::new(300.0, 0.0), Vec2::new(280.0, 120.0), Vec2::new(900.0, 0.0)];
    let card = bench.spawn((
        Card(Vec2::new(10.0, 5.0)),
        Friction::new(3.0).on::<Card>(),
        DryFriction::new(40.0).on::<Card>(),
        SnapPoints::<Card>::of(SnapTo::Points(slots.to_vec())),
        Held::<Card>::default(),
    ));
    bench.frame(Duration::ZERO);
    bench.edit::<Velocity<Card>>(card, |it| it.0 = Vec2::new(820.0, 350.0));
    bench.app.world_mut().entity_mut(card).remove::<Held<Card>>();
    bench.frame(Duration::ZERO);
    assert_eq!(bench.get::<Fling<Card>>(card).end, slots[2]);
    bench.run_to(5.0);
    assert_eq!((bench.get::<Card>(card).0, bench.snapped().landed.len()), (slots[2], 1));
}

#[test]
fn put_elsewhere_with_the_world_it_lands_on_the_same_place() {
    let mut bench = bench(64.0);
    let list = bench.held(0.0, steps(160.0), ());
    bench.let_go(list, 1000.0);
    bench.run_to(0.5);
    let velocity = bench.speed(list);
    bench.app.world_mut().trigger(OriginShift::<Scroll>::of(-1000.3));
    bench.frame(Duration::ZERO);
    bench.frame(Duration::ZERO);
    assert_eq!(bench.speed(list), velocity);
    bench.run_to(4.0);
    assert_eq!((bench.scroll(list), bench.snapped().landed.len()), (480.0 - 1000.3, 1));
    bench.app.world_mut().entity_mut(list).insert(Held::<Scroll>::default());
    bench.frame(Duration::ZERO);
    bench.let_go(list, 500.0);
    bench.run_to(8.0);
    let SnapTo::Steps { origin, .. } = bench.get::<SnapPoints<Scroll>>(list).to else { panic!("these are steps") };
    assert_eq!(bench.scroll(list), (f64::from(origin) + 800.0) as f32);
}

/// Pages are counted from where it was grabbed.
#[test]
fn put_elsewhere_with_the_world_as_it_is_let_go_it_turns_the_same_page() {
    let mut bench = bench(64.0);
    let list = bench.held(0.0, SnapPoints::of(SnapTo::Pages { size: 100.0, origin: 0.0, most: 1 }), ());
    bench.edit::<Scroll>(list, |scroll| scroll.0 = 60.0);
    bench.frame(Duration::from_millis(20));
    bench.edit::<Velocity<Scroll>>(list, |it| it.0 = 0.0);
    bench.app.world_mut().entity_mut(list).remove::<Held<Scroll>>();
    bench.app.world_mut().trigger(OriginShift::<Scroll>::of(-1000.0));
    bench.run_to(4.0);
    assert_eq!(bench.scroll(list), 100.0 - 1000.0);
}

#[test]
fn despawned_disabled_or_grabbed_again_before_it_is_taken_in_it_is_not_thrown() {
    let mut bench = bench(64.0);
    let list = bench.held(0.0, steps(160.0), ());
    bench.edit::<Velocity<Scroll>>(list, |it| it.0 = 1000.0);
    let mut entity = bench.app.world_mut().entity_mut(list);
    entity.remove::<Held<Scroll>>().insert(Held::<Scroll>::default());
    bench.frame(Duration::from_millis(20));
    assert_eq!((bench.scroll(list), bench.end(list)), (0.0, None));
    bench
        .app
        .add_observer(|grab: On<Add, Fling<Scroll>>, mut commands: Commands| commands.entity(grab.entity).despawn());
    bench.let_go(list, 1000.0);
    bench.frame(Duration::from_millis(20));
    assert!(bench.app.world().get_entity(list).is_err());
}
