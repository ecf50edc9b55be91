//! Promise 3: an entity that is drawn one tick late moves smoothly behind any leader.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{RestTolerance, math::Law, prelude::*, property::TranslationX};

use crate::app::{Bench, Random, assert_ulps};

const LAW: Law = Law { k: 64.0, c: 9.6, g: 0.0, a: 0.0 };
const H: f64 = 1.0 / 64.0;

fn spring() -> Spring {
    Spring::new(8.0, 0.6)
}

#[test]
fn a_delayed_entity_is_drawn_where_it_was_one_tick_ago() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), spring(), Target::new(Vec3::X), Presentation::Delayed));
    let mut random = Random(3);
    let mut now = Duration::ZERO;
    while !bench.rests(body) {
        let frame = Duration::from_secs_f64(random.between(0.0, 0.02));
        bench.frame(frame);
        now += frame;
        // Once the path is within the rest tolerance of the target, the entity may already rest there.
        let t = (now.as_secs_f64() - H).max(0.0);
        let (x, _) = LAW.step_held(0.0, 0.0, 1.0, t);
        if (x - 1.0).abs() > 4e-3 {
            assert_ulps(bench.x(body), x, 1.0, 2.0, &format!("drawn at {now:?}"));
        }
    }
    assert!(now.as_secs_f64() > 1.0);
    assert_eq!(bench.x(body), 1.0);
}

#[test]
fn a_delayed_follower_of_a_sampled_leader_is_drawn_on_its_exact_path() {
    // The leader changes its velocity every seven ticks. During a tick, the follower's target moves along a straight line.
    let mut bench = Bench::at_rate(64.0);
    let leader = bench.spawn(Transform::default());
    let follower = bench.spawn((Transform::default(), spring(), Follow::new(leader), Presentation::Delayed));
    let positions: Vec<f32> = {
        let mut random = Random(21);
        let (mut x, mut v) = (0.0, 0.0);
        (0..256)
            .map(|n| {
                if n % 7 == 0 {
                    v = random.between(-10.0, 10.0);
                }
                x += v * H;
                x as f32
            })
            .collect()
    };
    let at_tick = positions.clone();
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        let tick = (time.elapsed_secs_f64() / H).round() as usize;
        transforms.get_mut(leader).expect("the leader should exist").translation.x = at_tick[tick];
    });
    // The expected states of the follower at the ticks. The leader's first sample is its start position.
    let mut states = vec![(0.0, 0.0)];
    for n in 1..256 {
        let from = if n == 1 { 0.0 } else { f64::from(positions[n - 1]) };
        let u = (f64::from(positions[n]) - from) / H;
        let (x, v) = states[n - 1];
        states.push(LAW.step_line(x, v, from, u, H));
    }
    let mut random = Random(8);
    let mut now = Duration::ZERO;
    while now.as_secs_f64() < 3.9 {
        let frame = Duration::from_secs_f64(random.between(0.0, 0.01));
        bench.frame(frame);
        now += frame;
        let t = now.as_secs_f64() - H;
        if t < H {
            continue;
        }
        let n = (t / H) as usize;
        let (x, v) = states[n];
        let from = f64::from(positions[n]);
        let u = (f64::from(positions[n + 1]) - from) / H;
        let (expected, _) = LAW.step_line(x, v, from, u, t - n as f64 * H);
        assert_ulps(bench.x(follower), expected, 8.0, 4.0, &format!("drawn at {now:?}"));
    }
}

#[test]
fn a_teleport_is_drawn_immediately_and_a_kick_one_tick_late() {
    let mut bench = Bench::new(Duration::from_millis(100));
    let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X), Presentation::Delayed));
    for _ in 0..25 {
        bench.frame(Duration::from_millis(10));
    }
    // The time is 0.25 s; the drawn state is that of 0.15 s.
    assert_ulps(bench.x(body), 0.15, 1.0, 0.2, "drawn one tick late");
    bench.edit::<Velocity>(body, |velocity| velocity.0.x += 2.0);
    for n in 1..=10 {
        bench.frame(Duration::from_millis(10));
        assert_ulps(bench.x(body), 0.15 + 0.01 * f64::from(n), 2.0, 0.3, "still the path before the kick");
    }
    for n in 1..=10 {
        bench.frame(Duration::from_millis(10));
        assert_ulps(bench.x(body), 0.25 + 0.03 * f64::from(n), 2.0, 0.5, "the path after the kick");
    }
    bench.edit::<Transform>(body, |transform| transform.translation.x = 10.0);
    bench.frame(Duration::from_millis(10));
    assert!(bench.x(body) >= 10.0, "a teleport is drawn immediately: {}", bench.x(body));
    for _ in 0..30 {
        bench.frame(Duration::from_millis(10));
    }
    assert_ulps(bench.x(body), 10.0 + 3.0 * 0.21, 4.0, 10.0, "after a tick, it is drawn late again");
}

#[test]
fn a_kick_of_a_delayed_entity_adds_to_its_current_velocity() {
    // The spring changes the velocity between the drawn instant and now, so the current velocity differs from the drawn one.
    let law = Law { k: 36.0, c: 0.0, ..Law::default() };
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((
        Transform::from_xyz(1.0, 0.0, 0.0),
        (Spring::new(6.0, 0.0), Target::new(Vec3::ZERO)),
        Presentation::Delayed,
    ));
    for _ in 0..41 {
        bench.frame(Duration::from_millis(5));
    }
    bench.edit::<Velocity>(body, |velocity| velocity.0.x += 2.0);
    for _ in 0..60 {
        bench.frame(Duration::from_millis(5));
    }
    let (x, v) = law.step_held(1.0, 0.0, 0.0, 0.205);
    let (x, v) = law.step_held(x, v + 2.0, 0.0, 0.505 - 0.02 - 0.205);
    assert_ulps(bench.x(body), x, 1.0, 2.0, "drawn one tick late");
    assert_ulps(bench.v(body), v, 6.0, 2.0, "its velocity");
}

#[test]
fn a_ticked_entity_is_drawn_at_the_last_tick_and_writes_act_from_that_tick() {
    let mut bench = Bench::new(Duration::from_millis(100));
    let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X), Presentation::Ticked));
    for _ in 0..14 {
        bench.frame(Duration::from_millis(10));
    }
    assert_ulps(bench.x(body), 0.1, 1.0, 0.1, "the tick's value");
    bench.edit::<Velocity>(body, |velocity| velocity.0.x = 3.0);
    for _ in 0..10 {
        bench.frame(Duration::from_millis(10));
    }
    assert_ulps(bench.x(body), 0.4, 1.0, 0.4, "kicked from the last tick on");
}

#[test]
fn the_presentation_may_change_in_flight() {
    let mut bench = Bench::new(Duration::from_millis(100));
    let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    let frames = |bench: &mut Bench, n: usize| {
        for _ in 0..n {
            bench.frame(Duration::from_millis(10));
        }
    };
    frames(&mut bench, 25);
    assert_ulps(bench.x(body), 0.25, 1.0, 0.25, "live");
    bench.app.world_mut().entity_mut(body).insert(Presentation::Delayed);
    frames(&mut bench, 30);
    assert_ulps(bench.x(body), 0.45, 1.0, 0.45, "one tick late");
    bench.edit::<Presentation>(body, |drawn| *drawn = Presentation::Ticked);
    frames(&mut bench, 13);
    assert_ulps(bench.x(body), 0.6, 1.0, 0.6, "at the tick");
    bench.app.world_mut().entity_mut(body).remove::<Presentation>();
    frames(&mut bench, 7);
    assert_ulps(bench.x(body), 0.75, 1.0, 0.75, "live again");
}

#[test]
fn an_entity_may_override_the_presentation_of_its_property() {
    let mut bench = Bench::new(Duration::from_millis(100));
    bench.app.register_motion_with::<TranslationX>(MotionOptions::fixed().with_presentation(Presentation::Delayed));
    let late = bench.spawn((Transform::default(), Velocity::<TranslationX>::of(1.0)));
    let live = Presentation::Live;
    let live = bench.spawn((Transform::default(), Velocity::<TranslationX>::of(1.0), live));
    for _ in 0..37 {
        bench.frame(Duration::from_millis(10));
    }
    assert_ulps(bench.x(late), 0.27, 1.0, 0.27, "one tick late");
    assert_ulps(bench.x(live), 0.37, 1.0, 0.37, "live");
}

#[test]
fn settled_is_emitted_when_the_rest_point_is_drawn() {
    #[derive(Resource, Default)]
    struct Drawn(Vec<f32>);

    let mut bench = Bench::at_rate(64.0);
    bench.app.init_resource::<Drawn>().add_observer(
        |settled: On<Settled>, transforms: Query<&Transform>, mut drawn: ResMut<Drawn>| {
            drawn.0.push(transforms.get(settled.entity).expect("it should have one").translation.x);
        },
    );
    // The tolerance is so coarse that a jump onto the rest point would be noticed.
    let body = bench.spawn((
        (Transform::default(), spring(), Target::new(Vec3::X)),
        (Presentation::Delayed, RestTolerance::new(0.05)),
    ));
    let c = 2.0 * f64::from(0.6f32) * 8.0;
    let energy = |t: f64| {
        let (x, v) = Law { c, ..LAW }.step_held(0.0, 0.0, 1.0, t);
        ((x - 1.0).powi(2) + v * v / LAW.k).sqrt()
    };
    let arrival = (1..).map(|tick| f64::from(tick) * H).find(|t| energy(*t) <= 0.05).expect("it should arrive");
    // The entity comes to rest at a tick. The next frames still draw its path during the tick before, and then the rest point.
    let (mut now, mut before, mut arrived) = (Duration::ZERO, 0.0, 0);
    while !bench.rests(body) {
        let frame = Duration::from_millis(4);
        bench.frame(frame);
        now += frame;
        let t = now.as_secs_f64() - H;
        let x = f64::from(bench.x(body));
        if bench.x(body) == 1.0 && t > 0.2 {
            arrived += 1;
            assert!(t > arrival - 1e-6, "drawn at {t}, before it arrives at {arrival}");
        } else if t > 0.0 {
            let (expected, _) = Law { c, ..LAW }.step_held(0.0, 0.0, 1.0, t);
            assert_ulps(bench.x(body), expected, 1.0, 2.0, &format!("in flight at {now:?}"));
        }
        assert!((x - before).abs() < 0.06, "it should not jump: {before}, then {x}");
        before = x;
    }
    assert!(arrived > 0, "it should be drawn on the rest point");
    assert_eq!(bench.app.world().resource::<Drawn>().0, [1.0], "reported once, when drawn there");
    // When the entity wakes and comes to rest again, a second event is emitted.
    bench.edit::<Target>(body, |target| target.value.x = 3.0);
    bench.run_to(10.0);
    assert_eq!(bench.app.world().resource::<Drawn>().0, [1.0, 3.0]);
}
