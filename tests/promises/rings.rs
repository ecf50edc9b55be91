//! Promise 1 for rings: followers that follow each other are solved together, so their paths are the same at any rate. They move apart only
//! if the exact solution does. The expected paths come from `math::ring`, which `ring_table` compares with reference values.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{
    math::{
        Increment, Law,
        ring::{RingFollower, RingLaw, RingScratch, evolve},
    },
    prelude::*,
};

use crate::app::{Bench, Random, assert_ulps, ulp};

/// A distance so large that entities do not come to rest before the test ends.
const FAR: f32 = 1000.0;

/// A follower in a ring, which moves along x.
#[derive(Clone, Copy)]
struct Part {
    x: f32,
    spring: Spring,
    feed_forward: f32,
    look_ahead: f32,
    offset: f32,
    pace: f32,
}

impl Part {
    fn new(x: f32, spring: Spring) -> Self {
        Self { x, spring, feed_forward: 0.0, look_ahead: 0.0, offset: 0.0, pace: 1.0 }
    }

    fn law(&self) -> RingLaw {
        let (omega, zeta) = (f64::from(self.spring.angular_frequency), f64::from(self.spring.damping_ratio));
        let pace = f64::from(self.pace);
        let c = 2.0 * zeta * omega * pace;
        let k = omega * omega * pace * pace;
        RingLaw { k, c, g: f64::from(self.feed_forward) * c, look_ahead: self.look_ahead.into() }
    }
}

/// Spawns a ring in which each entity follows the next, and the last follows the first.
fn spawn(bench: &mut Bench, parts: &[Part]) -> Vec<Entity> {
    let ring: Vec<_> = parts.iter().map(|part| bench.spawn(Transform::from_xyz(part.x, 0.0, 0.0))).collect();
    for (index, part) in parts.iter().enumerate() {
        let follow = Follow::new(ring[(index + 1) % ring.len()])
            .with_feed_forward(part.feed_forward)
            .with_look_ahead(part.look_ahead)
            .with_offset(part.offset * Vec3::X);
        bench.app.world_mut().entity_mut(ring[index]).insert((part.spring, follow, TimeScale::new(part.pace)));
    }
    ring
}

/// Returns the exact positions and velocities, in world time, `t` seconds after `states`.
fn solve(parts: &[Part], states: &[(f64, f64)], t: f64) -> Vec<(f64, f64)> {
    let n = parts.len();
    let follower = |index: usize| RingFollower {
        law: parts[index].law(),
        displacement: states[index].0 - states[(index + 1) % n].0 - f64::from(parts[index].offset),
        velocity: states[index].1,
        acceleration: 0.0,
    };
    let followers: Vec<_> = (0..n).map(follower).collect();
    let mut changes = vec![Increment::default(); n];
    evolve(&followers, t, &mut changes, &mut vec![RingScratch::default(); 4 * n]);
    states.iter().zip(changes).map(|(state, change)| (state.0 + change.position, state.1 + change.velocity)).collect()
}

fn initial(parts: &[Part]) -> Vec<(f64, f64)> {
    parts.iter().map(|part| (part.x.into(), 0.0)).collect()
}

fn pair(spring: Spring, feed_forward: f32) -> [Part; 2] {
    [0.0, FAR].map(|x| Part { feed_forward, ..Part::new(x, spring) })
}

/// A ring of three with different laws, look-aheads, offsets and time scales.
fn mixed() -> [Part; 3] {
    [
        Part { feed_forward: 0.5, offset: 3.0, ..Part::new(0.0, Spring::new(9.0, 0.8)) },
        Part { look_ahead: 0.05, offset: -3.0, ..Part::new(FAR, Spring::critical(14.0)) },
        Part { feed_forward: 1.0, look_ahead: 0.01, pace: 0.75, ..Part::new(-0.3 * FAR, Spring::new(5.0, 1.5)) },
    ]
}

#[test]
fn two_followers_of_each_other_meet_at_every_rate() {
    for (spring, feed_forward) in [(Spring::critical(10.0), 1.0), (Spring::critical(20.0), 0.0)] {
        let parts = pair(spring, feed_forward);
        let exact = solve(&parts, &initial(&parts), 0.5);
        for rate in [2.0, 10.0, 30.0, 60.0, 1000.0] {
            let mut bench = Bench::at_rate(rate);
            let ring = spawn(&mut bench, &parts);
            bench.run_to(0.5);
            for (&member, (x, _)) in ring.iter().zip(&exact) {
                assert_ulps(
                    bench.x(member),
                    *x,
                    1.0,
                    FAR.into(),
                    &format!("{spring:?} after half a second at {rate} Hz"),
                );
            }
            bench.run_to(10.0);
            for &member in &ring {
                let x = bench.x(member);
                assert!((x - 0.5 * FAR).abs() < 1e-3, "{spring:?} at {rate} Hz: {x} after 10 s, not in the middle");
            }
        }
    }
}

#[test]
fn a_ring_is_on_its_exact_path_at_every_rate_and_between_ticks() {
    let parts = mixed();
    let irregular = |bench: &mut Bench, end: Duration, now: Duration, random: &mut Random| {
        let longest = (end - now).as_nanos() as f64;
        let tick = Duration::from_nanos(random.between(1e5, 1.2e8).min(longest) as u64);
        bench.tick(if end.saturating_sub(now + tick) < Duration::from_micros(50) { end - now } else { tick });
    };
    for rate in [10, 30, 64, 144, 1000, 0] {
        let mut bench = Bench::at_rate(64.0);
        let ring = spawn(&mut bench, &parts);
        let mut random = Random(3);
        let mut states = initial(&parts);
        for tenth in 1..=20_u64 {
            let end = Duration::from_millis(100 * tenth);
            let mut n = 0;
            loop {
                let now = bench.app.world().resource::<Time<Fixed>>().elapsed();
                if now == end {
                    break;
                }
                // A rate of 0 means irregular ticks.
                let Some(tick) = 1_000_000_000_u64.checked_div(rate) else {
                    irregular(&mut bench, end, now, &mut random);
                    continue;
                };
                n += 1;
                let begin = 100_000_000 * (tenth - 1);
                let to = Duration::from_nanos((begin + n * tick).min(100_000_000 * tenth));
                let to = if end.saturating_sub(to) < Duration::from_nanos(100) { end } else { to };
                bench.tick(to - now);
            }
            states = solve(&parts, &states, 0.1);
            for (index, (&member, (x, _))) in ring.iter().zip(&states).enumerate() {
                let what = format!("follower {index} at {rate} Hz after {tenth} tenths of a second");
                assert_ulps(bench.x(member), *x, 1.0, FAR.into(), &what);
            }
            if tenth == 7 {
                // A kick to one follower affects the whole ring from the instant of the kick on.
                bench.edit::<Velocity>(ring[1], |velocity| velocity.0.x += 2000.0);
                states[1].1 = f64::from(bench.v(ring[1]));
            }
        }
    }
}

#[test]
fn every_drawn_value_of_a_ring_lies_on_its_path() {
    let parts = mixed();
    let mut bench = Bench::at_rate(10.0);
    let ring = spawn(&mut bench, &parts);
    let delayed = ring[2];
    bench.app.world_mut().entity_mut(delayed).insert(Presentation::Delayed);
    let states = initial(&parts);
    for frame in 1..=400_u32 {
        bench.frame(Duration::from_millis(7));
        let now = 0.007 * f64::from(frame);
        let exact = solve(&parts, &states, now);
        for &index in &[0, 1] {
            assert_ulps(bench.x(ring[index]), exact[index].0, 1.0, FAR.into(), &format!("drawn at {now} s"));
        }
        if now > 0.2 {
            let late = solve(&parts, &states, now - 0.1);
            assert_ulps(bench.x(delayed), late[2].0, 1.0, FAR.into(), &format!("drawn delayed at {now} s"));
        }
    }
}

#[test]
fn writes_to_a_ring_between_ticks_give_the_same_path_at_every_rate() {
    let parts = mixed();
    let play = |rate: u64| {
        let mut bench = Bench::new(Duration::from_nanos(1_000_000_000 / rate));
        let ring = spawn(&mut bench, &parts);
        let mut seen = Vec::new();
        for frame in 0..300 {
            bench.frame(Duration::from_millis(8));
            match frame {
                40 => bench.edit::<Velocity>(ring[0], |velocity| velocity.0.x -= 3000.0),
                90 => bench.edit::<Transform>(ring[1], |transform| transform.translation.x += 700.0),
                130 => bench.edit::<Spring>(ring[2], |spring| spring.angular_frequency = 12.0),
                170 => bench.edit::<Follow>(ring[0], |follow| follow.offset.x = 40.0),
                200 => bench.edit::<TimeScale>(ring[1], |pace| pace.0 = 0.0),
                230 => bench.edit::<TimeScale>(ring[1], |pace| pace.0 = 2.0),
                250 => bench.app.world_mut().trigger(Cut::new(ring[2])),
                _ => {}
            }
            seen.push([0, 1, 2].map(|index| bench.x(ring[index])));
        }
        seen
    };
    let exact = play(1000);
    for rate in [10, 30, 64, 250] {
        for (frame, (seen, exact)) in play(rate).iter().zip(&exact).enumerate() {
            for index in 0..3 {
                let what = format!("follower {index} in frame {frame} at {rate} Hz");
                // Three ulp instead of one, because values that are read and written back are rounded twice.
                assert_ulps(seen[index], exact[index].into(), 3.0, f64::from(2.0 * FAR), &what);
            }
        }
    }
}

#[test]
fn a_ring_moves_apart_only_if_its_exact_solution_grows() {
    // The followers in a ring of three move apart if ζ < cos(π/3)/√2 ≈ 0.35.
    let parts = [0.0, 10.0, 25.0].map(|x| Part::new(x, Spring::new(8.0, 0.3)));
    let exact = solve(&parts, &initial(&parts), 20.0);
    let largest = exact.iter().map(|state| state.0.abs()).fold(0.0, f64::max);
    assert!(largest > 100.0, "the motion should have grown: {largest}");
    for rate in [10.0, 64.0] {
        let mut bench = Bench::at_rate(rate);
        let ring = spawn(&mut bench, &parts);
        bench.run_to(20.0);
        for (&member, (x, _)) in ring.iter().zip(&exact) {
            assert_ulps(bench.x(member), *x, 1.0, largest, &format!("grown at {rate} Hz"));
        }
        for _ in 0..1000 {
            bench.tick(Duration::from_secs(1));
        }
        for &member in &ring {
            assert!(bench.x(member).is_finite() && bench.v(member).is_finite(), "it stays finite");
        }
    }
}

#[test]
fn a_follower_of_itself_is_pushed_by_its_own_offset() {
    let spring = Spring::critical(3.0);
    let mut bench = Bench::at_rate(20.0);
    let parts = [Part { offset: 2.0, ..Part::new(5.0, spring) }];
    let lone = spawn(&mut bench, &parts)[0];
    let still = spawn(&mut bench, &[Part::new(7.0, spring)])[0];
    bench.run_to(4.0);
    let (x, v) = Law { k: 0.0, c: 6.0, g: 0.0, a: 9.0 * 2.0 }.step_held(5.0, 0.0, 0.0, 4.0);
    assert_ulps(bench.x(lone), x, 1.0, x, "with an offset");
    assert_ulps(bench.v(lone), v, 1.0, v, "its velocity");
    assert_eq!(bench.x(still), 7.0);
    assert!(bench.rests(still) && !bench.rests(lone));
}

#[test]
fn the_members_of_a_ring_settle_once_and_wake_together() {
    #[derive(Resource, Default)]
    struct Settlings(Vec<Entity>);

    let mut bench = Bench::at_rate(30.0);
    bench.app.init_resource::<Settlings>();
    bench.app.add_observer(|settled: On<Settled>, mut settlings: ResMut<Settlings>| settlings.0.push(settled.entity));
    let parts = [0.0, 4.0, -2.0, 7.0].map(|x| Part::new(x, Spring::critical(6.0)));
    let ring = spawn(&mut bench, &parts);
    bench.run_to(20.0);
    assert!(ring.iter().all(|&member| bench.rests(member)), "all should be at rest");
    let end = solve(&parts, &initial(&parts), 100.0);
    for (&member, (x, _)) in ring.iter().zip(&end) {
        assert!((f64::from(bench.x(member)) - x).abs() <= 1e-3, "{} should be {x}", bench.x(member));
    }
    let settled = core::mem::take(&mut bench.app.world_mut().resource_mut::<Settlings>().0);
    assert_eq!(settled.len(), ring.len(), "each is reported once");
    let before = ring.iter().map(|&member| bench.x(member)).collect::<Vec<_>>();
    bench.run_to(21.0);
    assert_eq!(ring.iter().map(|&member| bench.x(member)).collect::<Vec<_>>(), before);

    bench.edit::<Velocity>(ring[2], |velocity| velocity.0.x = 10.0);
    bench.run_to(21.2);
    assert!(ring.iter().all(|&member| !bench.rests(member)), "all should be awake");
    let kicked: Vec<_> =
        ring.iter().zip(before).map(|(&member, x)| (x.into(), if member == ring[2] { 10.0 } else { 0.0 })).collect();
    let exact = solve(&parts, &kicked, bench.elapsed() - 21.0);
    for (&member, (x, _)) in ring.iter().zip(&exact) {
        assert_ulps(bench.x(member), *x, 4.0, 8.0, "on the path from rest");
    }
    bench.run_to(40.0);
    assert!(ring.iter().all(|&member| bench.rests(member)), "all should be at rest again");
}

#[test]
fn the_error_of_a_chain_behind_a_ring_is_of_fourth_order() {
    let play = |per_second: u32| {
        let mut bench = Bench::at_rate(64.0);
        let ring = spawn(&mut bench, &pair(Spring::new(8.0, 0.5), 0.0));
        let behind =
            bench.spawn((Transform::default(), Spring::critical(10.0), Follow::new(ring[1]).with_look_ahead(0.1)));
        let last =
            bench.spawn((Transform::default(), Spring::critical(10.0), Follow::new(behind).with_feed_forward(1.0)));
        let mut seen = Vec::new();
        for n in 1..=2 * per_second {
            let at = |n: u32| 1_000_000_000 * u64::from(n) / u64::from(per_second);
            bench.tick(Duration::from_nanos(at(n) - at(n - 1)));
            if n.is_multiple_of(per_second / 15) {
                seen.push([behind, last].map(|entity| f64::from(bench.x(entity))));
            }
        }
        seen
    };
    let exact = play(960);
    let apart = |seen: &[[f64; 2]], link: usize| {
        seen.iter().zip(&exact).map(|(a, b)| (a[link] - b[link]).abs()).fold(0.0, f64::max)
    };
    let [coarse, halved] = [15, 30].map(play);
    for link in [0, 1] {
        let (before, after) = (apart(&coarse, link), apart(&halved, link));
        println!("link {link}: {before:.2e} at 15, {after:.2e} at 30 ticks/s");
        assert!(after <= before / 12.0 + ulp(f64::from(FAR)), "link {link}: {before:e}, then {after:e}");
    }
}

#[test]
fn an_exponential_rate_on_a_ring_member_ends_inside_a_tick() {
    let play = |rate: f64, with_spring: bool| {
        let mut bench = Bench::at_rate(rate);
        let ring = spawn(&mut bench, &pair(Spring::critical(3.0), 0.0));
        let burst = ExponentialRate::new(500.0 * Vec3::X, 40.0, 0.77).expect("it should be feasible");
        bench.app.world_mut().entity_mut(ring[0]).insert(burst);
        if !with_spring {
            bench.app.world_mut().entity_mut(ring[0]).remove::<Spring>();
        }
        bench.run_to(2.0);
        [0, 1].map(|index| bench.x(ring[index]))
    };
    for with_spring in [true, false] {
        let exact = play(1000.0, with_spring);
        for rate in [2.0, 10.0, 64.0] {
            for (found, exact) in play(rate, with_spring).into_iter().zip(exact) {
                assert_ulps(found, exact.into(), 2.0, FAR.into(), &format!("{with_spring} at {rate} Hz"));
            }
        }
    }
}

#[test]
fn a_ring_has_the_same_bits_in_any_spawn_order() {
    let parts = mixed();
    let play = |first: usize| {
        let mut bench = Bench::at_rate(30.0);
        let mut turned = parts;
        turned.rotate_left(first);
        let mut ring = spawn(&mut bench, &turned);
        ring.rotate_right(first);
        let mut bits = Vec::new();
        for _ in 0..300 {
            bench.frame(Duration::from_millis(17));
            bits.extend(ring.iter().map(|&member| [bench.x(member), bench.v(member)].map(f32::to_bits)));
        }
        bits
    };
    let first = play(0);
    assert_eq!(play(1), first);
    assert_eq!(play(2), first);
}

/// Takes a follower out of its ring, or puts it back.
type Loss = fn(&mut Bench, Entity);

#[test]
fn a_ring_that_loses_a_member_forms_again_when_the_member_returns() {
    let losses: [(&str, Loss, Loss); 5] = [
        (
            "held",
            |b, e| _ = b.app.world_mut().entity_mut(e).insert(Grabbed::new()),
            |b, e| _ = b.app.world_mut().entity_mut(e).remove::<Grabbed>(),
        ),
        (
            "a child",
            |b, e| {
                let parent = b.spawn(Transform::from_xyz(1.0, 0.0, 0.0));
                b.app.world_mut().entity_mut(e).insert(ChildOf(parent));
            },
            |b, e| _ = b.app.world_mut().entity_mut(e).remove::<ChildOf>(),
        ),
        (
            "with axis springs",
            |b, e| _ = b.app.world_mut().entity_mut(e).insert(AxisSprings::new(Vec3::ONE, Vec3::ONE)),
            |b, e| _ = b.app.world_mut().entity_mut(e).remove::<AxisSprings>(),
        ),
        (
            "disabled",
            |b, e| _ = b.app.world_mut().entity_mut(e).insert(Disabled),
            |b, e| _ = b.app.world_mut().entity_mut(e).remove::<Disabled>(),
        ),
        (
            "without a velocity",
            |b, e| _ = b.app.world_mut().entity_mut(e).remove::<Velocity>(),
            |b, e| _ = b.app.world_mut().entity_mut(e).insert(Velocity::<Translation>::default()),
        ),
    ];
    for (what, lose, give_back) in losses {
        let mut bench = Bench::at_rate(30.0);
        let parts = [0.0, 40.0, 70.0].map(|x| Part::new(x, Spring::critical(6.0)));
        let ring = spawn(&mut bench, &parts);
        bench.run_to(0.3);
        lose(&mut bench, ring[1]);
        for frame in 0..30 {
            bench.frame(Duration::from_millis(25));
            for &member in &ring {
                let x = bench.x(member);
                assert!((-1.0..=71.0).contains(&x), "{what}, frame {frame}: {x} should be between the three");
            }
        }
        give_back(&mut bench, ring[1]);
        bench.frame(Duration::from_millis(40));
        let states: Vec<_> =
            ring.iter().map(|&member| (f64::from(bench.x(member)), f64::from(bench.v(member)))).collect();
        bench.frame(Duration::from_millis(500));
        for (&member, (x, _)) in ring.iter().zip(solve(&parts, &states, 0.5)) {
            assert_ulps(bench.x(member), x, 30.0, 70.0, &format!("{what}, solved together again"));
        }
        bench.app.world_mut().entity_mut(ring[2]).despawn();
        bench.run_to(10.0);
        assert!((bench.x(ring[0]) - bench.x(ring[1])).abs() < 1e-2, "{what}: the first follows the second");
    }
}

#[test]
fn orientations_that_follow_each_other_meet_if_their_springs_are_below_the_documented_limits() {
    // Orientations that follow each other are sampled. The documentation of `Follow` states the limits of ω h: 1.6, 0.6 and 0.2.
    for (feed_forward, limit) in [(0.0, 1.6), (0.5, 0.6), (1.0, 0.2)] {
        let mut bench = Bench::at_rate(30.0);
        let omega = 0.95 * limit * 30.0;
        let turned = |angle: f32| Transform::from_rotation(Quat::from_rotation_z(angle));
        let [a, b] = [0.0, 1.0].map(|angle| bench.spawn((turned(angle), Spring::critical(omega).on::<Rotation>())));
        for (follower, leader) in [(a, b), (b, a)] {
            let follow = Follow::<Rotation>::of(leader).with_feed_forward(feed_forward);
            bench.app.world_mut().entity_mut(follower).insert(follow);
        }
        bench.run_to(20.0);
        let [x, y] = [a, b].map(|entity| bench.get::<Transform>(entity).rotation);
        let apart = x.angle_between(y);
        assert!(apart < 1e-2, "feed-forward {feed_forward}, ω {omega}: they should meet, and are {apart} apart");
    }
}
