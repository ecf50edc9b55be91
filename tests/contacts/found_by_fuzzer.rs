//! Faults that the fuzzer found, each reduced to a minimal case.

use std::{f64::consts::TAU, time::Duration};

use bevy::prelude::*;
use bevy_exact_motion::{
    Motion, RestTolerance, SoftBounds,
    events::{InvalidMotion, OriginShift},
    prelude::*,
};

use crate::{
    app::{Bench, Dial, Turn},
    record::listen,
};

const TICK: Duration = Duration::from_micros(15_625);

fn bench() -> Bench {
    let mut bench = Bench::new(TICK);
    listen(&mut bench);
    bench
}

fn ticks(bench: &mut Bench, count: usize) {
    for _ in 0..count {
        bench.frame(TICK);
    }
}

/// The fields that were reported as invalid.
#[derive(Resource, Default)]
struct Invalid(Vec<&'static str>);

fn listen_for_invalid_fields(bench: &mut Bench) {
    bench.app.init_resource::<Invalid>();
    bench.app.add_observer(|report: On<InvalidMotion>, mut invalid: ResMut<Invalid>| invalid.0.push(report.field));
}

/// The target starts or stops being tracked while the entity is within moving bounds.
#[test]
fn a_target_within_moving_bounds_can_start_and_stop_being_tracked() {
    let limits: Limits = Limits::of(Vec3::splat(-3.0), Vec3::splat(3.0)).tracked();
    for begins in [true, false] {
        let mut bench = bench();
        let target = |tracked| if tracked { Target::new(Vec3::X).tracked() } else { Target::new(Vec3::X) };
        let body = bench.spawn((Transform::default(), Spring::critical(5.0), target(!begins), limits));
        ticks(&mut bench, 3);
        bench.edit::<Target>(body, |current| *current = target(begins));
        ticks(&mut bench, 300);
        assert_eq!((bench.x(body), bench.rests(body)), (1.0, true), "tracked from now on: {begins}");
        bench.edit::<Target>(body, |current| current.value.x = 1.5);
        ticks(&mut bench, 300);
        assert_eq!((bench.x(body), bench.rests(body)), (1.5, true), "tracked from now on: {begins}");
    }
}

/// At first, the entities are so slow that dry friction could stop them many times in each tick.
#[test]
fn a_motion_that_barely_breaks_free_stays_on_its_line() {
    let mut bench = bench();
    listen_for_invalid_fields(&mut bench);
    let pull = Vec3::new(0.3, 4.823_065_3, 1.0);
    let stuck = || (Transform::default(), DryFriction::<Translation>::new(0.99 * pull.length()));
    let falling = bench.spawn((stuck(), Gravity::new(pull)));
    // This entity moves until its spring is weaker than dry friction.
    let pulled = bench.spawn((stuck(), Spring::new(1.0, 0.1), Target::new(pull)));
    for tick in 0..400 {
        bench.tick(Duration::from_millis(if tick < 8 { 50 } else { 500 }));
        assert_eq!(bench.app.world().resource::<Invalid>().0, [""; 0], "{tick}");
    }
    let t = 0.4 + 392.0 * 0.5;
    let expected = 0.5 * 0.01 * f64::from(pull.length()) * t * t;
    let fallen = f64::from(bench.get::<Transform>(falling).translation.length());
    assert!((fallen / expected - 1.0).abs() < 1e-4, "{fallen} should be {expected}");
    assert!(bench.rests(pulled) && bench.y(pulled) > 0.01 * pull.y && bench.y(pulled) < 0.03 * pull.y);
}

/// The soft bound lies beyond the hard one, so the spring of the soft bound pulls the entity to a position that it cannot reach.
#[test]
fn a_hard_bound_in_front_of_a_soft_one_is_never_passed() {
    let at = |number| [Some(number), None, None, None];
    for (mirror, soft) in [(1.0, 1.0), (-1.0, -1.0)] {
        let spring = SoftBounds { angular_frequency: 9.0, damping_ratio: 0.3, ..SoftBounds::default() };
        let limits = if mirror > 0.0 {
            let soft = SoftBounds { lower: at(soft), ..spring };
            Limits { upper: at(0.0), soft: Some(soft), ..Limits::default() }
        } else {
            let soft = SoftBounds { upper: at(soft), ..spring };
            Limits { lower: at(0.0), soft: Some(soft), ..Limits::default() }
        };
        let mut bench = bench();
        let body = bench.spawn((Transform::from_xyz(-mirror, 0.0, 0.0), Velocity::<Translation>::default(), limits));
        for tick in 0..300 {
            bench.frame(TICK);
            assert!(bench.x(body) * mirror <= 0.0, "tick {tick}: {}", bench.x(body));
        }
        assert_eq!((bench.x(body), bench.rests(body), bench.contacts().len()), (0.0, true, 1));
    }
}

/// In one tick, the entity crosses a soft bound without a spring more often than the plugin's limit of crossings per tick.
#[test]
fn after_too_many_crossings_in_a_tick_an_entity_is_within_its_hard_bounds_and_obeys_its_own_law() {
    let at = |number| [Some(number), None, None, None];
    let mut bench = bench();
    let soft = SoftBounds {
        lower: at(0.0),
        upper: at(1.0),
        angular_frequency: 0.0,
        damping_ratio: 0.0,
        ..SoftBounds::default()
    };
    let body = bench.spawn((
        Transform::default(),
        Spring::new(1.0, 1.0),
        Target::new(-8.650_506 * Vec3::X),
        Gravity::new(Vec3::X),
        Limits { lower: at(-0.1), upper: at(1.1), soft: Some(soft), ..Limits::default() },
    ));
    ticks(&mut bench, 3);
    for _ in 0..3 {
        bench.tick(Duration::from_secs(9695));
        assert!((-0.1..=1.1).contains(&bench.x(body)), "{}", bench.x(body));
        for _ in 0..200 {
            bench.tick(TICK);
            assert!((-0.1..=1.1).contains(&bench.x(body)), "{}", bench.x(body));
        }
        // Beyond the soft bound, gravity pushes the entity back. Within the bounds, its spring pulls it out. So it stays on the bound.
        assert_eq!(bench.x(body), 0.0);
    }
    assert!(bench.rests(body));
}

/// The entity's spring pulls it over a soft bound. Beyond the bound, this spring does not act, and gravity pulls the entity back.
#[test]
fn an_entity_pressed_onto_a_soft_bound_from_both_sides_rests_there() {
    let mut bench = bench();
    let at = |number| [None, Some(number), None, None];
    let soft = SoftBounds { upper: at(1.0), angular_frequency: 9.0, damping_ratio: 0.7, ..SoftBounds::default() };
    let limits = Limits { soft: Some(soft), ..Limits::default() };
    let pulled = (Spring::new(6.0, 0.7), Target::new(2.0 * Vec3::Y), Gravity::new(-9.8 * Vec3::Y), limits);
    let body = bench.spawn((Transform::default(), pulled));
    ticks(&mut bench, 300);
    assert_eq!((bench.y(body), bench.v(body), bench.rests(body)), (1.0, 0.0, true));
    let contacts = bench.contacts().len();
    assert!((1..40).contains(&contacts), "{contacts}");
    // The entity stays on the bound until a force changes. With a weaker pull, it hangs below the bound. With gravity upward, it rests
    // beyond the bound.
    bench.edit::<Target>(body, |target| target.value.y = 1.1);
    ticks(&mut bench, 300);
    let hangs = 1.1 - 9.8 / 36.0;
    assert!((bench.y(body) - hangs).abs() < 1e-3 && bench.rests(body), "{}", bench.y(body));
    assert_eq!(bench.contacts().len(), contacts);
    bench.edit::<Target>(body, |target| target.value.y = 2.0);
    ticks(&mut bench, 300);
    assert_eq!((bench.y(body), bench.rests(body)), (1.0, true));
    bench.edit::<Gravity>(body, |gravity| gravity.acceleration.y = 9.8);
    ticks(&mut bench, 300);
    let rises = 1.0 + 9.8 / 81.0;
    assert!((bench.y(body) - rises).abs() < 1e-3 && bench.rests(body), "{}", bench.y(body));
}

#[test]
fn moving_bounds_push_an_entity_that_dry_friction_holds() {
    for (restitution, soft) in [(0.0, false), (0.6, false), (0.0, true)] {
        let mut bench = bench();
        let limits: Limits = Limits::of(Vec3::splat(-1.0), Vec3::splat(1.0)).with_restitution(restitution).tracked();
        let limits = if soft { limits.softened(9.0) } else { limits };
        let stuck = (DryFriction::<Translation>::new(3.0), limits);
        let body = bench.spawn((Transform::default(), Velocity::<Translation>::default(), stuck));
        ticks(&mut bench, 20);
        assert!(bench.rests(body));
        for _ in 0..200 {
            bench.edit::<Limits>(body, |limits| {
                let soft = limits.soft.as_mut().map(|soft| &mut soft.lower);
                for bounds in [Some(&mut limits.lower), soft].into_iter().flatten() {
                    bounds[0] = bounds[0].map(|lower| f32::min(lower + 0.01, 0.5));
                }
            });
            bench.frame(TICK);
            let lower = bench.get::<Limits>(body).lower[0];
            assert!(lower.is_none_or(|lower| bench.x(body) >= lower), "{} {lower:?}", bench.x(body));
        }
        ticks(&mut bench, 200);
        assert!(bench.rests(body) && bench.x(body) >= 0.4, "{} {soft}", bench.x(body));
    }
}

/// A tick is repeated if the bounds have moved differently than predicted. A throw that lands in a repeated tick is reported once.
#[test]
fn a_throw_within_moving_bounds_lands_once() {
    let mut bench = bench();
    bench.app.init_resource::<Landed>();
    bench.app.add_observer(|finished: On<Finished>, mut landed: ResMut<Landed>| landed.0.push(finished.entity));
    let limits: Limits = Limits::of(Vec3::splat(-9.0), Vec3::splat(9.0)).tracked();
    let thrown = |end| (Transform::default(), Velocity::new(4.0 * Vec3::X), Fling::new(end * Vec3::X));
    let body = bench.spawn((thrown(1.0), limits));
    for tick in 0..100 {
        bench.edit::<Limits>(body, |limits| limits.upper[0] = Some(9.0 + 0.01 * (tick % 3) as f32));
        bench.frame(TICK);
    }
    assert_eq!((bench.x(body), bench.v(body), bench.rests(body)), (1.0, 0.0, true));
    assert_eq!(bench.app.world().resource::<Landed>().0, [body]);
    assert!(bench.app.world().get::<Fling>(body).is_none());
}

/// The entities whose throws have landed.
#[derive(Resource, Default)]
struct Landed(Vec<Entity>);

/// The bound on which the entity rests moves, and then stops.
#[test]
fn an_entity_pushed_by_a_bound_settles_once_after_the_bound_stops() {
    let mut bench = bench();
    let plane =
        Limits { lower: [Some(0.0), None, None, None], upper: [Some(0.0), None, None, None], ..Limits::default() };
    let plane: Limits = Limits { normal: Some(Vec3::X), ..plane }.tracked();
    let thrown =
        (Velocity::new(Vec3::new(0.0, 1.0, 1.0)), Spring::critical(19.8), DryFriction::<Translation>::new(1.0));
    let body = bench.spawn((Transform::from_xyz(0.0, -7.8, 0.0), thrown, plane));
    bench.tick(4 * TICK);
    bench.edit::<Limits>(body, |limits| (limits.lower[0], limits.upper[0]) = (Some(0.05), Some(0.05)));
    bench.tick(200 * TICK);
    let settled = bench.rested().len();
    for _ in 0..100 {
        bench.tick(TICK);
    }
    assert_eq!((bench.x(body), bench.rests(body)), (0.05, true));
    assert_eq!((settled, bench.rested().len()), (0, 1));
}

/// A bound that moves far from a resting entity does not wake it.
#[test]
fn an_entity_that_rests_far_from_a_moving_bound_settles_once() {
    let mut bench = bench();
    let upper = |number| [Some(number), None, None, None];
    let at = |number| {
        let soft = SoftBounds { upper: upper(number), ..SoftBounds::default() };
        Limits { normal: Some(Vec3::X), upper: upper(number), soft: Some(soft), ..Limits::default() }.tracked()
    };
    let thrown = (Velocity::new(Vec3::new(0.0, 1.0, 1.0)), DryFriction::<Translation>::new(1.0));
    let spring = Spring::critical(19.781_221);
    let body = bench.spawn((Transform::from_xyz(0.0, -7.793_171, 0.0), thrown, spring, at(1.0)));
    bench.tick(Duration::from_millis(74));
    bench.edit::<Limits>(body, |limits| *limits = at(1.05));
    bench.tick(Duration::from_millis(3890));
    for _ in 0..50 {
        bench.tick(Duration::from_millis(50));
    }
    assert!(bench.rests(body));
    assert_eq!(bench.rested().len(), 1, "{:?}", bench.rested());
}

/// An entity on an undamped spring, within bounds, follows a leader that bounces between walls.
#[test]
fn a_follower_stays_within_its_bounds_whatever_its_leader_does() {
    let mut bench = bench();
    let between = |lower: Vec3, upper: Vec3| Limits::<Translation>::of(lower, upper);
    let at = -4.175_01;
    let walls = between(Vec3::new(at - 0.060_675, 0.0, 0.0), Vec3::new(at + 0.121_350, 0.0, 0.0)).with_restitution(1.0);
    let thrown = (Transform::from_xyz(at, 0.0, 0.0), Velocity::new(Vec3::X));
    let leader = bench.spawn((thrown, walls.tracked()));
    let (lower, upper) = (-4.082_031_3, -4.052_031);
    let limits = between(Vec3::new(lower, 0.0, 0.0), Vec3::new(upper, 0.0, 0.0));
    let at = Transform::from_xyz(-4.072_031, 0.0, 0.0);
    let body = bench.spawn((at, Spring::new(1.0, 0.0), Follow::new(leader), limits));
    for tick in 0..400 {
        bench.tick(Duration::from_millis(if tick < 8 { 50 } else { 500 }));
        let x = bench.x(body);
        assert!((lower..=upper).contains(&x), "tick {tick}: {x}");
    }
}

/// An orientation cannot have bounds, so its limits are empty.
#[test]
fn an_entity_with_tracked_limits_without_bounds_comes_to_rest() {
    let mut bench = bench();
    let at = (
        Transform::default(),
        Spring::critical(9.0).on::<Rotation>(),
        Target::<Rotation>::of(Quat::from_rotation_x(1.0)),
    );
    let body = bench.spawn((at, Limits::<Rotation>::default().tracked()));
    ticks(&mut bench, 200);
    assert!(bench.app.world().get::<Resting<Rotation>>(body).is_some());
}

/// Moving bounds carry the entity, but a cut needs a target.
#[test]
fn a_cut_without_a_target_has_no_effect() {
    let mut bench = bench();
    let limits = Limits::<Translation>::of(Vec3::splat(1.0), Vec3::splat(2.0)).tracked();
    let body = bench.spawn((Transform::default(), Velocity::<Translation>::default(), limits));
    ticks(&mut bench, 20);
    assert_eq!((bench.x(body), bench.rests(body)), (1.0, true));
    bench.app.world_mut().trigger(Cut::new(body));
    ticks(&mut bench, 20);
    assert_eq!((bench.x(body), bench.rests(body), bench.rested().len()), (1.0, true, 1));
}

/// The bound moves so far in one tick that its velocity exceeds f32.
#[test]
fn an_entity_left_behind_by_a_bound_is_moved_to_the_bound_in_the_next_tick() {
    let mut bench = bench();
    let plane = |number| [Some(number), None, None, None];
    let limits = Limits { normal: Some(Vec3::X), lower: plane(0.0), ..Limits::default() };
    let body = bench.spawn((Transform::default(), Velocity::<Translation>::default(), limits.tracked()));
    ticks(&mut bench, 20);
    bench.edit::<Limits>(body, |limits| limits.lower = plane(1.5e37));
    ticks(&mut bench, 3);
    assert_eq!((bench.x(body), bench.v(body)), (1.5e37, 0.0));
}

/// The leader moves the follower's target through a hard bound. The follower, which is clamped to its target, stays on the bound.
#[test]
fn an_entity_clamped_to_its_target_is_not_taken_through_a_bound() {
    for restitution in [0.0, 0.5] {
        let mut bench = bench();
        let leader = (Transform::default(), Spring::critical(1.0), Target::new(Vec3::new(0.0, -3.0, 0.0)));
        let leader = bench.spawn(leader);
        let limits = Limits::between(-0.8 * Vec3::Y, Vec3::ZERO).with_stop_at_target().with_restitution(restitution);
        let start = Transform::from_xyz(0.0, -0.4, 0.0);
        let body = bench.spawn((start, Spring::critical(2.0), Follow::new(leader), limits));
        let mut lowest = 0.0_f32;
        for _ in 0..1000 {
            bench.frame(Duration::from_millis(7));
            lowest = lowest.min(bench.y(body));
            assert!(bench.y(body) >= -0.8, "{}", bench.y(body));
        }
        assert_eq!(lowest, -0.8);
        let contacts: Vec<_> = bench.contacts().iter().filter(|reached| reached.entity == body).collect();
        let on_floor = contacts.iter().filter(|reached| reached.bound == bevy_exact_motion::Bound::Lower).count();
        assert!(if restitution == 0.0 { on_floor == 1 } else { on_floor > 1 }, "{contacts:?}");
    }
}

/// The leader swings through the bound, and the ticks have several lengths.
#[test]
fn an_entity_clamped_to_a_swinging_target_is_not_taken_through_a_bound() {
    for milliseconds in [1, 16, 100, 250, 1000, 1700] {
        let tick = Duration::from_millis(milliseconds);
        let mut bench = Bench::new(tick);
        listen(&mut bench);
        let swing = Spring::new(9.75, 0.0);
        let leader = bench.spawn((Transform::from_xyz(0.0, 0.0, 1.0), swing, Target::new(Vec3::ZERO)));
        let limits = Limits::between(Vec3::ZERO, Vec3::ONE).with_stop_at_target();
        let body = bench.spawn((Transform::default(), Spring::new(1.0, 0.0), Follow::new(leader), limits));
        for frame in 0..600 {
            bench.frame(tick.mul_f64(0.43));
            let z = bench.get::<Transform>(body).translation.z;
            assert!((0.0..=1.0).contains(&z), "{z} in frame {frame}, ticks of {milliseconds} ms");
        }
    }
}

/// A grabbed entity is moved neither by its target nor by its bounds, and no tick from before the grab is repeated.
#[test]
fn a_grabbed_entity_stays_where_it_was_grabbed_while_its_target_moves_on() {
    let mut bench = bench();
    let limits: Limits = Limits::of(Vec3::splat(-900.0), Vec3::splat(900.0)).tracked();
    let tracked = (Transform::default(), Spring::critical(5.0), Target::new(Vec3::X).tracked());
    let slow = bench.spawn((tracked, TimeScale::new(0.5)));
    let bounded = bench.spawn((tracked, limits));
    for tick in 0..60_u8 {
        for body in [slow, bounded] {
            bench.edit::<Target>(body, |target| target.value.x += 0.01 * f32::from(tick));
            if tick == 20 {
                bench.app.world_mut().entity_mut(body).insert(Grabbed::new());
            }
        }
        bench.edit::<Limits>(bounded, |limits| {
            limits.lower[0] = Some(-900.0 + f32::from(tick) * f32::from(tick) * 0.01);
        });
        let before = [slow, bounded].map(|body| bench.x(body));
        bench.frame(TICK);
        assert!(tick < 20 || [slow, bounded].map(|body| bench.x(body)) == before, "tick {tick}: {before:?}");
    }
}

/// The bounds move while the entity is grabbed.
#[test]
fn bounds_act_on_a_released_entity_at_their_current_positions() {
    for frame in [TICK, TICK.mul_f64(0.4)] {
        let mut bench = bench();
        let limits: Limits = Limits::of(Vec3::splat(-1.0), Vec3::splat(90.0)).tracked();
        let body = bench.spawn((Transform::default(), Velocity::<Translation>::default(), limits, Grabbed::new()));
        for step in 0..100_u8 {
            bench.frame(frame);
            bench.edit::<Limits>(body, |limits| limits.lower[0] = Some(-1.0 - 0.1 * f32::from(step)));
        }
        bench.edit::<Transform>(body, |transform| transform.translation.x = -5.0);
        ticks(&mut bench, 20);
        bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
        ticks(&mut bench, 20);
        assert_eq!((bench.x(body), bench.contacts().len()), (-5.0, 0), "{frame:?}");
    }
}

/// An observer grabs each entity that lands.
#[test]
fn an_entity_grabbed_where_it_has_landed_does_not_land_again() {
    let mut bench = bench();
    bench.app.init_resource::<Landed>();
    bench.app.add_observer(|finished: On<Finished>, mut landed: ResMut<Landed>, mut commands: Commands| {
        landed.0.push(finished.entity);
        commands.entity(finished.entity).insert(Grabbed::new());
    });
    let limits: Limits = Limits::of(Vec3::splat(-9.0), Vec3::splat(9.0)).tracked();
    let body = bench.spawn((Transform::default(), Velocity::new(4.0 * Vec3::X), Fling::new(Vec3::X), limits));
    for tick in 0..100_u8 {
        bench.edit::<Limits>(body, |limits| limits.upper[0] = Some(9.0 + f32::from(tick % 3)));
        bench.tick(10 * TICK);
    }
    assert_eq!(bench.app.world().resource::<Landed>().0, [body]);
    assert_eq!(bench.x(body), 1.0);
}

/// The rest tolerance decides which bounces are too low to leave a bound. A changed tolerance takes effect immediately.
#[test]
fn a_changed_rest_tolerance_applies_to_the_next_bounce() {
    let bounces = |spawned: f32, written: f32| {
        let mut bench = bench();
        let ball = (
            Transform::from_xyz(0.0, 1.0, 0.0),
            Gravity::new(-10.0 * Vec3::Y),
            Limits::floor(0.0).with_restitution(0.7),
        );
        let body = bench.spawn((ball, RestTolerance::new(spawned)));
        ticks(&mut bench, 10);
        bench.edit::<RestTolerance>(body, |tolerance| tolerance.0 = written);
        ticks(&mut bench, 600);
        (bench.contacts().len(), bench.rests(body))
    };
    assert_eq!(bounces(1e-3, 0.1), bounces(0.1, 0.1));
    assert!(bounces(1e-3, 0.1).0 < bounces(1e-3, 1e-3).0);
}

/// Each bounce of a leader splits the current tick of its followers. Moving bounds and throws of the followers continue across the splits.
#[test]
fn bounds_and_throws_continue_behind_a_bouncing_leader() {
    let mut bench = bench();
    bench.app.init_resource::<Landed>();
    bench.app.add_observer(|finished: On<Finished>, mut landed: ResMut<Landed>| landed.0.push(finished.entity));
    let floor = Limits::floor(0.0).with_restitution(0.95);
    let leader = bench.spawn((Transform::from_xyz(0.0, 0.01, 0.0), Gravity::new(-10.0 * Vec3::Y), floor));
    let lift = Limits::floor(-1.0).with_restitution(0.5).tracked();
    let follows = || Follow::new(leader).with_offset(-5.0 * Vec3::Y);
    let lifted = bench.spawn((Transform::default(), Spring::new(9.0, 0.1), follows(), lift));
    let thrown = |of: Entity| {
        let throw = (Velocity::new(4.0 * Vec3::X), Friction::new(2.0), Fling::new(Vec3::X));
        (Transform::default(), throw, Follow::new(of))
    };
    let still = bench.spawn(Transform::default());
    let flung = [bench.spawn(thrown(still)), bench.spawn(thrown(leader))];
    for tick in 0..120_u8 {
        bench.edit::<Limits>(lifted, |limits| limits.lower[1] = Some(-1.0 + 0.05 * f32::from(tick)));
        bench.tick(TICK);
        let floor = bench.get::<Limits>(lifted).lower[1].expect("it should have a floor");
        assert!(bench.y(lifted) >= floor, "{} below {floor} in tick {tick}", bench.y(lifted));
        assert_eq!(bench.get::<Transform>(flung[0]), bench.get::<Transform>(flung[1]), "tick {tick}");
    }
    assert!(bench.contacts().iter().filter(|reached| reached.entity == leader).count() > 20);
    let landed = &bench.app.world().resource::<Landed>().0;
    assert!(landed.len() == 2 && flung.iter().all(|flung| landed.contains(flung)), "{landed:?}");
}

/// A landing between two ticks is reported, whatever user code does with the `Fling` before the next tick.
#[test]
fn an_entity_that_lands_between_ticks_and_is_thrown_again_reports_both_landings() {
    for again in [Some(3.0), Some(1.0), None] {
        let mut bench = Bench::new(Duration::from_millis(100));
        bench.app.init_resource::<Landed>();
        bench.app.add_observer(|finished: On<Finished>, mut landed: ResMut<Landed>| landed.0.push(finished.entity));
        let body = bench.spawn((
            Transform::default(),
            Velocity::new(4.0 * Vec3::X),
            (Friction::new(2.0), Fling::new(Vec3::X)),
        ));
        while bench.x(body) < 1.0 {
            bench.frame(Duration::from_millis(2));
        }
        // The drawn value is already rounded to the end. In the next frame, the entity has landed.
        bench.frame(Duration::from_millis(2));
        assert!(bench.app.world().resource::<Landed>().0.is_empty());
        let mut entity = bench.app.world_mut().entity_mut(body);
        match again {
            Some(end) => entity.insert((Velocity::new(8.0 * Vec3::X), Fling::new(end * Vec3::X))),
            None => entity.remove::<Fling>(),
        };
        for _ in 0..200 {
            bench.frame(Duration::from_millis(20));
        }
        assert_eq!(bench.x(body), again.unwrap_or(1.0));
        // A throw cannot end where it starts. A spring takes the entity there, and its arrival is not reported.
        let landed = if again == Some(3.0) { 2 } else { 1 };
        assert_eq!(bench.app.world().resource::<Landed>().0.len(), landed, "{again:?}");
    }
}

/// A `Fling` that is removed before it is adopted has no effect.
#[test]
fn an_entity_whose_fling_is_removed_in_the_same_frame_comes_to_rest() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Spring::critical(16.0), Target::new(Vec3::ZERO)));
    ticks(&mut bench, 3);
    bench.app.world_mut().entity_mut(body).insert(Fling::new(Vec3::X)).remove::<Fling>();
    ticks(&mut bench, 3);
    bench.edit::<Target>(body, |target| target.value = Vec3::X);
    ticks(&mut bench, 200);
    assert_eq!((bench.x(body), bench.rests(body)), (1.0, true));
}

/// The velocity of all lower bounds along y, in units/s.
#[derive(Resource)]
struct Lift(f32);

/// A frame is drawn between two long ticks. Then, ticks become so short that several of them end before the drawn instant. The bounds are
/// sampled in these ticks, too.
#[test]
fn moving_bounds_keep_their_velocity_when_ticks_become_shorter() {
    let tick = Duration::from_millis(100);
    let mut bench = Bench::new(tick);
    listen(&mut bench);
    let lift = |time: Res<Time>, lift: Res<Lift>, mut limits: Query<&mut Limits>| {
        for mut limits in &mut limits {
            limits.lower[1] = limits.lower[1].map(|lower| lower + lift.0 * time.delta_secs());
        }
    };
    bench.app.insert_resource(Lift(1.0)).add_systems(FixedUpdate, lift);
    let lifted = (Transform::default(), Gravity::new(-10.0 * Vec3::Y), Limits::floor(0.0).tracked());
    let body = bench.spawn(lifted);
    let check = |bench: &Bench, when: &str| {
        let (velocity, floor) = (bench.get::<Velocity>(body).0.y, bench.get::<Limits>(body).lower[1]);
        let above = floor.map(|floor| bench.y(body) - floor);
        // Between two ticks, a moving bound is extrapolated from its last samples, which are rounded.
        let is_there = above.is_some_and(|above| above.abs() < 1e-5);
        assert!((velocity - 1.0).abs() < 1e-3 && is_there, "{when}: {velocity}, {above:?} above the floor");
    };
    for _ in 0..10 {
        bench.frame(tick);
    }
    check(&bench, "before");
    bench.frame(tick.mul_f64(0.8));
    bench.app.world_mut().entity_mut(body).insert(Friction::new(0.1));
    bench.frame(Duration::ZERO);
    let short = Duration::from_millis(10);
    bench.app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(short);
    for frame in 0..30 {
        bench.frame(if frame < 2 { Duration::ZERO } else { short });
        check(&bench, &format!("frame {frame} of short ticks"));
    }
}

/// The displacement by which the origin is shifted in every tick.
#[derive(Resource)]
struct Shifts(Vec3);

/// The origin is shifted after a tick has been stepped, or between two ticks. A contact from before the shift is reported after it.
#[test]
fn a_contact_reported_after_an_origin_shift_has_the_shifted_value() {
    for in_tick in [true, false] {
        let mut bench = bench();
        let shift = |shifts: Res<Shifts>, mut commands: Commands| commands.trigger(OriginShift::new(shifts.0));
        let by = Vec3::new(64.0, 8.0, 0.0);
        if in_tick {
            bench.app.insert_resource(Shifts(by)).add_systems(FixedUpdate, shift);
        }
        let falls = (Transform::from_xyz(0.0, 1.0, 0.0), Gravity::new(-10.0 * Vec3::Y), Limits::floor(0.0));
        let body = bench.spawn(falls);
        bench.frame(TICK.mul_f64(0.4));
        while bench.contacts().is_empty() {
            if !in_tick {
                // The plugin adopts the write at the time of the frame, and finds the contacts up to that time.
                bench.edit::<Velocity>(body, |velocity| velocity.0.z += 1.0);
                bench.frame(Duration::ZERO);
                bench.app.world_mut().trigger(OriginShift::new(by));
            }
            bench.frame(TICK.mul_f64(0.4));
        }
        let reached = bench.contacts()[0];
        let floor = bench.get::<Limits>(body).lower[1];
        let place = bench.get::<Transform>(body).translation;
        assert_eq!((Some(reached.value.y), reached.value.x), (floor, place.x), "in a tick: {in_tick}");
    }
}

/// The steps of the entity are skipped, because its velocity would exceed f32. The bounds still move.
#[test]
fn an_entity_whose_steps_are_skipped_is_still_pushed_by_bounds() {
    for (restitution, normal) in [(0.0, None), (1.0, None), (0.5, Some(Vec3::X))] {
        let mut bench = bench();
        let lower = |x| [Some(x), None, None, None];
        let limits = Limits { lower: lower(0.0), normal, restitution, ..Limits::default() }.tracked();
        let falls = Gravity::new(f32::MAX * Vec3::Y);
        let body = bench.spawn((Transform::default(), falls, limits));
        for tick in 0..200_u8 {
            let floor = 0.05 * f32::from(tick);
            bench.edit::<Limits>(body, |limits| limits.lower = lower(floor));
            bench.frame(TICK);
            assert!(bench.x(body) >= floor, "tick {tick}: {} behind {floor}, {restitution} {normal:?}", bench.x(body));
        }
        let velocity = bench.get::<Velocity>(body).0;
        assert!(velocity.y > 1e38 && velocity.is_finite(), "{velocity}");
    }
}

/// User code inserts `Resting` although the entity moves. The next tick starts at the entity's current position.
#[test]
fn an_entity_marked_as_resting_at_a_contact_still_moves_with_its_bounds() {
    let between = |x: f32| Limits { tracked: true, ..Limits::of(Vec3::new(x, -1.0, -1.0), Vec3::new(x, 1.0, 1.0)) };
    let mut bench = Bench::new(TICK);
    bench.app.add_observer(|reached: On<LimitReached>, mut commands: Commands| {
        commands.entity(reached.entity).remove::<Resting>().insert(Resting::<Translation>::default());
    });
    let body = bench.spawn((Transform::default(), Velocity::default(), between(0.0)));
    ticks(&mut bench, 2);
    for x in [0.05, 0.1, 0.12, 0.12, 0.2] {
        bench.edit::<Limits>(body, |limits| *limits = between(x));
        bench.frame(TICK);
        assert_eq!(bench.x(body), x);
    }
}

/// While the new `Fling` is invalid, the last valid law applies, in which the throw has ended.
#[test]
fn an_invalid_fling_does_not_throw_a_landed_entity_again() {
    for rate in [None, Some(1.0)] {
        let mut bench = bench();
        let body = bench.spawn((Transform::default(), Velocity::new(4.0 * Vec3::X), Fling::new(Vec3::X)));
        if let Some(rate) = rate {
            bench.app.world_mut().entity_mut(body).insert(Friction::<Translation>::new(rate));
        }
        ticks(&mut bench, 200);
        assert_eq!((bench.x(body), bench.app.world().get::<Fling>(body)), (1.0, None));
        let invalid = Fling::<Translation> { angular_frequency: 0.0, ..Fling::new(Vec3::ZERO) };
        bench.app.world_mut().entity_mut(body).insert(invalid);
        ticks(&mut bench, 3);
        bench.edit::<Transform>(body, |transform| transform.translation.x = 1.5);
        ticks(&mut bench, 100);
        assert_eq!((bench.x(body), bench.rests(body)), (1.5, true), "{rate:?}");
        assert!(bench.app.world().get::<Fling>(body).is_some(), "an invalid throw should not be removed");
        // When the throw becomes valid, it takes the entity to its end.
        bench.edit::<Fling>(body, |fling| fling.angular_frequency = 12.0);
        ticks(&mut bench, 300);
        assert_eq!((bench.x(body), bench.rests(body), bench.app.world().get::<Fling>(body)), (0.0, true, None));
    }
}

/// The write ends the throw, although the `Fling` that replaces the throw is invalid. The entity stays at the written position.
#[test]
fn a_write_ends_a_throw_in_flight_even_if_its_replacement_is_invalid() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Velocity::new(4.0 * Vec3::X), Fling::new(Vec3::X)));
    ticks(&mut bench, 5);
    assert!(bench.x(body) > 0.1 && bench.x(body) < 0.9);
    let invalid = Fling::<Translation> { angular_frequency: 0.0, ..Fling::new(Vec3::ZERO) };
    bench.app.world_mut().entity_mut(body).insert(invalid);
    bench.edit::<Transform>(body, |transform| transform.translation.x = 0.5);
    bench.edit::<Velocity>(body, |velocity| velocity.0 = Vec3::ZERO);
    ticks(&mut bench, 100);
    assert_eq!((bench.x(body), bench.rests(body)), (0.5, true));
}

#[test]
fn despawning_in_an_observer_of_a_removed_fling_does_not_panic() {
    for min_speed in [0.0, f32::MAX] {
        let mut bench = bench();
        bench.app.add_observer(|removed: On<Remove, Fling>, mut commands: Commands| {
            commands.entity(removed.entity).try_despawn();
        });
        let fling = Fling::<Translation> { min_speed, ..Fling::new(Vec3::X) };
        let body = bench.spawn((Transform::default(), Velocity::new(4.0 * Vec3::X), fling));
        ticks(&mut bench, 300);
        assert!(bench.app.world().get_entity(body).is_err(), "{min_speed}");
    }
}

/// Tracked limits are ignored while they are invalid, both when they are adopted and when the motion is restored.
#[test]
fn a_motion_restored_on_an_entity_with_invalid_limits_still_rests() {
    let mut bench = bench();
    let invalid = Limits::<Translation> { normal: Some(Vec3::ZERO), lower: [Some(0.0), None, None, None], ..default() };
    let body = bench.spawn((Transform::default(), Velocity::<Translation>::default(), invalid.tracked()));
    ticks(&mut bench, 5);
    bench.edit::<Limits>(body, |limits| limits.tracked = false);
    ticks(&mut bench, 20);
    assert!(bench.rests(body));
    let motion = bench.get::<Motion>(body).clone();
    bench.app.world_mut().entity_mut(body).insert(motion);
    bench.frame(TICK);
    assert!(bench.rests(body), "it was restored at rest");
}

/// The entity comes from so far away that the rounding of one step exceeds its final distance to the bound.
#[test]
fn an_entity_that_returns_from_far_away_in_one_tick_is_within_its_bounds() {
    let lower = [Some(-1000.0), None, None, None];
    let soft = SoftBounds { lower, ..SoftBounds::default() };
    let limits = Limits::<Translation> { lower, soft: Some(soft), restitution: 0.5, ..default() };
    let mut bench = bench();
    let start = (Transform::default(), Velocity::<Translation>::new(f32::MIN * Vec3::X));
    let body = bench.spawn((start, Spring::<Translation>::new(5.0, 1.347_880_8), limits));
    for seconds in [1.0, 0.001_108_321_2, 289.950_84] {
        bench.tick(Duration::from_secs_f64(seconds));
        assert!(bench.x(body) >= -1000.0, "{} after {seconds} s", bench.x(body));
    }
}

/// The angle was written too far out to count its turns, and its bounds change while it is there.
#[test]
fn an_angle_too_far_out_to_count_its_turns_meets_its_bounds() {
    for normal in [None, Some(1.0)] {
        let between = |lower: f32, upper: f32| Limits::<Turn> {
            lower: [Some(lower), None, None, None],
            upper: [Some(upper), None, None, None],
            normal,
            ..Limits::<Turn>::default()
        };
        for far in [f32::MAX, -3e20, 2e9] {
            let mut bench = bench();
            let angle = bench.spawn((
                Dial(far),
                Spring::critical(1.0).on::<Turn>(),
                Target::<Turn>::of(Angle(1.0)),
                between(far, far),
            ));
            ticks(&mut bench, 3);
            bench.edit::<Limits<Turn>>(angle, |limits| *limits = between(0.0, 0.25));
            ticks(&mut bench, 1);
            bench.edit::<Limits<Turn>>(angle, |limits| limits.tracked = true);
            for tick in 0..200 {
                bench.frame(TICK);
                let shown = f64::from(bench.get::<Dial>(angle).0);
                let within = shown - TAU * ((shown - 0.125) / TAU).round();
                assert!((-1e-6..=0.25 + 1e-6).contains(&within), "from {far}, {normal:?}, tick {tick}: {shown}");
            }
        }
    }
}

/// The upper bound pushes the entity to the lower one. Where both meet, rounding may put the entity beyond the lower bound.
#[test]
fn an_entity_between_bounds_that_meet_is_not_outside() {
    let tick = Duration::from_millis(100);
    let along_x = |x: f32| [Some(x), None, None, None];
    for index in 0..200_u16 {
        let first = 0.4 + 0.001 * f32::from(index);
        let limits = |upper: f32, soft: f32| Limits {
            lower: along_x(0.0),
            upper: along_x(upper),
            soft: Some(SoftBounds { upper: along_x(soft), angular_frequency: 20.0, ..SoftBounds::default() }),
            allows_outside: true,
            tracked: true,
            ..Limits::default()
        };
        let mut bench = Bench::new(tick);
        let spring = (Spring::critical(4.5), Target::new(first * Vec3::X).tracked());
        let body = bench.spawn((Transform::from_xyz(first, 0.0, 0.0), spring, limits(first + 0.1, first)));
        for (number, share) in [1.0, 0.8, 0.5, 0.0, 0.0, 0.0].into_iter().enumerate() {
            let upper = share * first;
            bench.edit::<Limits>(body, |known| *known = limits(upper + 0.1 * share, upper));
            bench.edit::<Target>(body, |target| target.value.x = upper);
            for _ in 0..4 {
                bench.frame(tick / 4);
                // A write that changes nothing visible.
                bench.edit::<Limits>(body, |known| {
                    known.restitution = if known.restitution == 0.0 { 1e-9 } else { 0.0 }
                });
                assert!(bench.x(body) > -1e-6, "{index}, tick {number}: {}", bench.x(body));
            }
        }
    }
}
