//! Snap points: where a released entity lands. `docs/gestures.md` describes the cases.

use std::time::Duration;

use bevy::{math::Vec2, prelude::*, reflect::TypePath};
use bevy_exact_motion::{
    SnapTo, SoftBounds,
    events::{InvalidMotion, OriginShift},
    math,
    prelude::*,
};

use crate::{
    app::{Bench, assert_ulps, value_components},
    record::listen,
};

value_components! {
    Scroll: f32;
    Card: Vec2;
}

/// The entities whose throws have landed, the entities that have settled, and the fields that were invalid.
#[derive(Resource, Default)]
struct Reports {
    landed: Vec<Entity>,
    settled: Vec<Entity>,
    invalid: Vec<&'static str>,
}

fn bench(rate: f64) -> Bench {
    let mut bench = Bench::at_rate(rate);
    listen(&mut bench);
    bench.app.register_motion::<Scroll>().register_motion::<Card>().init_resource::<Reports>();
    bench.app.add_observer(|it: On<Finished<Scroll>>, mut all: ResMut<Reports>| all.landed.push(it.entity));
    bench.app.add_observer(|it: On<Finished<Card>>, mut all: ResMut<Reports>| all.landed.push(it.entity));
    bench.app.add_observer(|it: On<Settled<Scroll>>, mut all: ResMut<Reports>| all.settled.push(it.entity));
    bench.app.add_observer(|it: On<InvalidMotion<Scroll>>, mut all: ResMut<Reports>| all.invalid.push(it.field));
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

    fn reports(&self) -> &Reports {
        self.app.world().resource::<Reports>()
    }

    /// Releases a list with this velocity instead of the measured one.
    fn let_go(&mut self, entity: Entity, velocity: f32) {
        self.edit::<Velocity<Scroll>>(entity, |it| it.0 = velocity);
        self.app.world_mut().entity_mut(entity).remove::<Grabbed<Scroll>>();
        self.frame(Duration::ZERO);
    }

    /// Spawns a list that is grabbed at `at`.
    fn held(&mut self, at: f32, snap_points: SnapPoints<Scroll>, more: impl Bundle) -> Entity {
        let friction = Friction::new(2.0).on::<Scroll>();
        let list = self.spawn((Scroll(at), friction, snap_points, Grabbed::<Scroll>::default(), more));
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
fn a_released_list_lands_on_a_multiple_of_its_step_in_a_single_throw() {
    for rate in [30.0, 64.0, 1000.0] {
        for sign in [1.0_f32, -1.0] {
            let mut bench = bench(rate);
            let list = bench.held(0.0, steps(160.0), ());
            bench.let_go(list, sign * 1000.0);
            assert_eq!(bench.end(list), Some(sign * 480.0));
            let start = bench.elapsed();
            let fling = math::Fling::between(0.0, 480.0, 1000.0, 1.979_166_666_666_666_7).expect("it should land");
            assert!((fling.duration() - 2.280_713_705_945_02).abs() < 1e-12);
            while bench.elapsed() - start < 2.25 {
                let t = bench.elapsed() - start;
                assert_ulps(sign * bench.scroll(list), fling.value(t), 4.0, 480.0, &format!("{rate} Hz, at {t}"));
                bench.run_to(bench.elapsed() + 1.0 / rate);
            }
            assert!(bench.reports().landed.is_empty());
            bench.run_to(3.0);
            assert_eq!((bench.scroll(list), bench.speed(list), bench.end(list)), (sign * 480.0, 0.0, None));
            assert_eq!((bench.reports().landed.len(), bench.reports().settled.len()), (1, 1), "{rate} Hz");
        }
    }
}

#[test]
fn a_throw_begins_at_the_instant_of_the_release_with_the_measured_velocity() {
    let mut bench = bench(64.0);
    let list = bench.held(0.0, steps(160.0), ());
    let frame = Duration::from_millis(7);
    for _ in 0..30 {
        bench.edit::<Scroll>(list, |scroll| scroll.0 += 7.0);
        bench.frame(frame);
    }
    let (from, velocity) = (bench.scroll(list), bench.speed(list));
    assert!((velocity - 1000.0).abs() < 0.1, "{velocity}");
    bench.app.world_mut().entity_mut(list).remove::<Grabbed<Scroll>>();
    bench.frame(Duration::ZERO);
    let end = bench.end(list).expect("it should be thrown");
    assert_eq!((bench.scroll(list), end), (from, 640.0));
    let fling = math::Fling::with_friction_at_most(from.into(), 640.0, velocity.into(), 2.0).expect("it should land");
    for n in 1..100 {
        bench.frame(frame);
        let t = f64::from(n) * frame.as_secs_f64();
        assert_ulps(bench.scroll(list), fling.value(t), 4.0, 640.0, &format!("at {t}"));
    }
}

/// A released list lands on the snap point nearest to where friction would stop it. Limits count as snap points. If the speed is at least
/// `min_speed`, only snap points ahead of the list count, if there are any. A list that would stop beyond a limit lands on the limit.
#[test]
fn a_released_list_lands_on_the_nearest_snap_point() {
    let rows: &[(f32, f32, f32, SnapPoints<Scroll>, Option<f32>)] = &[
        (50.0, 0.0, 0.0, points(&[0.0, 100.0, 180.0]), Some(0.0)),
        (50.0, 200.0, 0.0, points(&[0.0, 100.0, 180.0]), Some(180.0)),
        (110.0, 20.0, 0.0, points(&[0.0, 100.0, 180.0]), Some(180.0)),
        (110.0, 20.0, 30.0, points(&[0.0, 100.0, 180.0]), Some(100.0)),
        // Of two snap points at equal distances, the one in the direction of the velocity counts or, without a velocity, the smaller one.
        (60.0, 40.0, 100.0, steps(160.0), Some(160.0)),
        (80.0, 0.0, 0.0, steps(160.0), Some(0.0)),
        // The ends of the list are 0 and 390.
        (300.0, 120.0, 0.0, steps(160.0), Some(390.0)),
        (300.0, 900.0, 0.0, steps(160.0), Some(390.0)),
        (300.0, -900.0, 0.0, steps(160.0), Some(0.0)),
        (300.0, 900.0, 0.0, steps(160.0).passing_limits(), None),
        (300.0, 130.0, 0.0, points(&[500.0]), Some(390.0)),
        // The list is already on a snap point.
        (160.0, 0.0, 0.0, steps(160.0), None),
    ];
    for (at, velocity, least, snap_points, end) in rows {
        let mut bench = bench(64.0);
        let list = bench.held(*at, snap_points.clone().with_min_speed(*least), limits(0.0, 390.0));
        bench.let_go(list, *velocity);
        assert_eq!(bench.end(list), *end, "{at} at {velocity}: {snap_points:?}");
        bench.run_to(6.0);
        let place = end.unwrap_or(if *velocity > 0.0 { 390.0 } else { *at });
        assert!((bench.scroll(list) - place).abs() < 1e-3, "{at} at {velocity}: {}", bench.scroll(list));
        assert!(end.is_none() || bench.scroll(list) == place, "{at} at {velocity}");
    }
}

/// Pages are counted from the page where the list was grabbed. A drag over 0.6 of a page and a release at 3 pages/s turn `max_pages` pages.
#[test]
fn pages_are_counted_from_where_the_list_was_grabbed() {
    for (max_pages, end) in [(1, 100.0), (2, 200.0), (0, 0.0)] {
        let mut bench = bench(64.0);
        let pages = SnapPoints::of(SnapTo::Pages { size: 100.0, origin: 0.0, max_pages });
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
fn a_function_chooses_the_end_and_a_result_that_is_not_finite_is_reported_once() {
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
        bench.app.world_mut().entity_mut(free).insert(Grabbed::<Scroll>::default());
        bench.frame(Duration::ZERO);
    }
    assert_eq!(bench.reports().invalid, ["SnapPoints::to"]);
    let from = bench.scroll(free);
    bench.let_go(free, 800.0);
    bench.run_to(10.0);
    assert!((bench.scroll(free) - from - 400.0).abs() < 2e-3, "it should glide to where friction stops it");
}

#[test]
fn invalid_snap_points_are_ignored_and_reported() {
    let mut bench = bench(64.0);
    let bad: Vec<(SnapPoints<Scroll>, &str)> = vec![
        (points(&[]), "SnapPoints::points"),
        (points(&[1.0, f32::NAN]), "SnapPoints::points"),
        (steps(0.0), "SnapPoints::step"),
        (steps(-1.0), "SnapPoints::step"),
        (steps(f32::INFINITY), "SnapPoints::step"),
        (SnapPoints::of(SnapTo::Steps { step: 1.0, origin: f32::NAN }), "SnapPoints::origin"),
        (SnapPoints::of(SnapTo::Pages { size: 0.0, origin: 0.0, max_pages: 1 }), "SnapPoints::size"),
        (steps(1.0).with_min_speed(f32::NAN), "SnapPoints::min_speed"),
        (SnapPoints { max_duration: -1.0, ..steps(1.0) }, "SnapPoints::max_duration"),
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
    bench.let_go(sprung.expect("there should be one"), 1.0);
    // This list has no friction that could stop it.
    let free = bench.spawn((Scroll(0.0), steps(1.0), Grabbed::<Scroll>::default()));
    bench.frame(Duration::ZERO);
    bench.let_go(free, 1.0);
    assert_eq!(bench.reports().invalid[..10], fields);
    assert_eq!(bench.reports().invalid[10..], ["SnapPoints", "SnapPoints"]);
    bench.run_to(1.0);
    assert!(bench.scroll(free) > 0.9);
    // With limits, it can land on a limit.
    bench.app.world_mut().entity_mut(free).insert((limits(0.0, 10.0), Grabbed::<Scroll>::default()));
    bench.frame(Duration::ZERO);
    bench.let_go(free, 1.0);
    assert_eq!(bench.end(free), Some(10.0));
}

#[test]
fn a_list_released_at_rest_on_a_snap_point_settles_once_and_finishes_no_throw() {
    let mut bench = bench(64.0);
    let list = bench.held(0.0, steps(160.0), ());
    bench.edit::<Scroll>(list, |scroll| scroll.0 = 160.0);
    bench.frame(Duration::from_millis(15));
    bench.let_go(list, 0.0);
    bench.run_to(1.0);
    assert_eq!((bench.scroll(list), bench.end(list)), (160.0, None));
    assert_eq!((bench.reports().landed.len(), bench.reports().settled.len()), (0, 1));
}

/// If the end is still a snap point, the path keeps its bits. Otherwise, another snap point is chosen for the current position and
/// velocity.
#[test]
fn a_throw_changes_its_end_in_flight_only_if_that_is_no_longer_a_snap_point() {
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
    assert!(paths.iter().all(|path| *path == paths[0]), "the end is still a snap point");

    let mut bench = bench(64.0);
    let list = bench.held(0.0, points(&[480.0, 900.0]), ());
    bench.let_go(list, 1000.0);
    bench.run_to(0.25);
    let (place, velocity) = (bench.scroll(list), bench.speed(list));
    bench.edit::<SnapPoints<Scroll>>(list, |it| it.to = SnapTo::Points(vec![440.0, 900.0]));
    bench.frame(Duration::ZERO);
    assert_eq!(bench.end(list), Some(440.0));
    assert_eq!(bench.scroll(list), place);
    assert!((bench.speed(list) - velocity).abs() < 1e-3, "the velocity should not jump");
    bench.run_to(4.0);
    assert_eq!((bench.scroll(list), bench.reports().landed.len()), (440.0, 1));

    // The only remaining snap point is behind the list, so a spring takes the list there.
    let list = bench.held(0.0, points(&[480.0]), ());
    bench.let_go(list, 1000.0);
    bench.run_to(bench.elapsed() + 0.5);
    bench.edit::<SnapPoints<Scroll>>(list, |it| it.to = SnapTo::Points(vec![100.0]));
    bench.run_to(bench.elapsed() + 4.0);
    assert_eq!((bench.scroll(list), bench.reports().landed.len()), (100.0, 1));
    assert_eq!(bench.end(list), None);
}

#[test]
fn a_fling_by_user_code_takes_precedence_over_snap_points() {
    let mut bench = bench(64.0);
    let list = bench.held(0.0, steps(160.0), ());
    bench.edit::<Velocity<Scroll>>(list, |it| it.0 = 1000.0);
    bench.app.world_mut().entity_mut(list).remove::<Grabbed<Scroll>>().insert(Fling::<Scroll>::of(400.0));
    bench.run_to(0.25);
    bench.edit::<SnapPoints<Scroll>>(list, |it| it.to = SnapTo::Points(vec![440.0]));
    bench.run_to(3.0);
    assert_eq!((bench.scroll(list), bench.reports().landed.len()), (400.0, 1));
}

#[test]
fn a_list_released_beyond_a_soft_edge_returns_to_the_edge() {
    let mut bench = bench(64.0);
    let list = bench.held(340.0, steps(160.0), limits(0.0, 300.0).softened(12.0));
    bench.let_go(list, 100.0);
    bench.run_to(3.0);
    assert_eq!(bench.scroll(list), 300.0);
    assert!(bench.end(list).is_none() && bench.app.world().get::<Resting<Scroll>>(list).is_some());
    // A list that is released inward fast enough passes the edge. Its throw starts at the edge.
    let list = bench.held(340.0, steps(100.0), limits(0.0, 300.0).softened(12.0));
    bench.let_go(list, -800.0);
    assert_eq!(bench.end(list), Some(0.0));
    bench.run_to(bench.elapsed() + 4.0);
    assert_eq!(bench.scroll(list), 0.0);
}

/// A release at 4000 px/s, 33 px before the end of a list whose rows are 50 px high.
#[test]
fn a_fling_past_a_soft_end_overscrolls_as_without_snap_points_and_then_snaps_to_the_end() {
    for (damping_ratio, rate) in [(1.0, 64.0), (0.5, 64.0), (0.5, 1000.0), (1.0, 30.0)] {
        for sign in [1.0_f32, -1.0] {
            let mut bench = bench(rate);
            let soft = || {
                let limits = limits(-1000.0, 1000.0).softened(18.0);
                Limits { soft: limits.soft.map(|soft| SoftBounds { damping_ratio, ..soft }), ..limits }
            };
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
            // The list reaches the end at 3934 px/s. With a critical spring, the peak is 80 px beyond the end.
            assert!(most > 1070.0, "{damping_ratio}, {rate} Hz: {most}");
            // Friction adds 0.056 to the damping ratio. The list comes back through the end at 482 px/s. Then, a spring of 12 rad/s turns
            // it after v/(e ω) = 14.8 px and takes it to the end.
            let inward = if damping_ratio < 1.0 { 984.0..987.0 } else { 999.99..1000.01 };
            assert!(inward.contains(&least), "{damping_ratio}, {rate} Hz: {least}");
            assert_eq!((bench.scroll(list), bench.end(list)), (sign * 1000.0, None));
            assert!(bench.app.world().get::<Resting<Scroll>>(list).is_some());
            // The list without snap points may still be creeping to a stop.
            let settled = bench.reports().settled.iter().filter(|&&entity| entity == list).count();
            assert_eq!((bench.reports().landed.len(), settled), (0, 1));
        }
    }
}

/// With almost no friction, a slowly released list would take minutes to reach the end. Without friction, it would never stop.
#[test]
fn a_list_released_slowly_far_from_its_soft_end_lands_in_time() {
    let mut bench = bench(64.0);
    for (friction, velocity) in [(0.0, 10.0), (1e-3, 10.0), (0.0, 400.0), (2.0, 1900.01)] {
        let list = bench.held(0.0, steps(50.0), limits(-1000.0, 1000.0).softened(18.0));
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
        Grabbed::<Card>::default(),
    ));
    bench.frame(Duration::ZERO);
    bench.edit::<Velocity<Card>>(card, |it| it.0 = Vec2::new(820.0, 350.0));
    bench.app.world_mut().entity_mut(card).remove::<Grabbed<Card>>();
    bench.frame(Duration::ZERO);
    assert_eq!(bench.get::<Fling<Card>>(card).end, slots[2]);
    bench.run_to(5.0);
    assert_eq!((bench.get::<Card>(card).0, bench.reports().landed.len()), (slots[2], 1));
}

#[test]
fn a_released_list_lands_on_the_same_snap_point_after_an_origin_shift() {
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
    assert_eq!((bench.scroll(list), bench.reports().landed.len()), (480.0 - 1000.3, 1));
    bench.app.world_mut().entity_mut(list).insert(Grabbed::<Scroll>::default());
    bench.frame(Duration::ZERO);
    bench.let_go(list, 500.0);
    bench.run_to(8.0);
    let SnapTo::Steps { origin, .. } = bench.get::<SnapPoints<Scroll>>(list).to else { panic!("these are steps") };
    assert_eq!(bench.scroll(list), (f64::from(origin) + 800.0) as f32);
}

/// Pages are counted from the position at which the list was grabbed, in the shifted coordinates.
#[test]
fn a_list_turns_the_same_page_if_the_origin_shifts_at_its_release() {
    let mut bench = bench(64.0);
    let list = bench.held(0.0, SnapPoints::of(SnapTo::Pages { size: 100.0, origin: 0.0, max_pages: 1 }), ());
    bench.edit::<Scroll>(list, |scroll| scroll.0 = 60.0);
    bench.frame(Duration::from_millis(20));
    bench.edit::<Velocity<Scroll>>(list, |it| it.0 = 0.0);
    bench.app.world_mut().entity_mut(list).remove::<Grabbed<Scroll>>();
    bench.app.world_mut().trigger(OriginShift::<Scroll>::of(-1000.0));
    bench.run_to(4.0);
    assert_eq!(bench.scroll(list), 100.0 - 1000.0);
}

#[test]
fn a_list_grabbed_again_or_despawned_before_its_release_is_adopted_is_not_thrown() {
    let mut bench = bench(64.0);
    let list = bench.held(0.0, steps(160.0), ());
    bench.edit::<Velocity<Scroll>>(list, |it| it.0 = 1000.0);
    let mut entity = bench.app.world_mut().entity_mut(list);
    entity.remove::<Grabbed<Scroll>>().insert(Grabbed::<Scroll>::default());
    bench.frame(Duration::from_millis(20));
    assert_eq!((bench.scroll(list), bench.end(list)), (0.0, None));
    bench
        .app
        .add_observer(|grab: On<Add, Fling<Scroll>>, mut commands: Commands| commands.entity(grab.entity).despawn());
    bench.let_go(list, 1000.0);
    bench.frame(Duration::from_millis(20));
    assert!(bench.app.world().get_entity(list).is_err());
}
