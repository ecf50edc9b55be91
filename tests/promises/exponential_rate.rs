//! Promise 2: an exponential rate ends exactly at the value and the instant for which it was solved.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    Displacement,
    math::{self, Law, Slope},
    prelude::*,
    property::Property,
};

use crate::app::{Bench, Dial, Random, assert_ulps};

/// A plain scalar property.
#[derive(bevy::reflect::TypePath)]
pub(crate) enum Radius {}

impl Property for Radius {
    type Component = Dial;
    type Value = f32;
    fn get(dial: &Dial) -> f32 {
        dial.0
    }
    fn set(dial: &mut Dial, radius: f32) {
        dial.0 = radius;
    }
}

#[derive(Resource, Default)]
struct FinishedCount(usize);

pub(crate) fn bench(hz: f64) -> Bench {
    let mut bench = Bench::at_rate(hz);
    bench
        .app
        .register_motion::<Radius>()
        .init_resource::<FinishedCount>()
        .add_observer(|_: On<Finished<Radius>>, mut count: ResMut<FinishedCount>| count.0 += 1)
        .add_observer(|_: On<Finished>, mut count: ResMut<FinishedCount>| count.0 += 1);
    bench
}

pub(crate) fn finished(bench: &Bench) -> usize {
    bench.app.world().resource::<FinishedCount>().0
}

fn rate(displacement: f32, end_rate: f32, duration: f32) -> ExponentialRate<Radius> {
    ExponentialRate::of(displacement, end_rate, duration).expect("it should be feasible")
}

#[test]
fn an_exponential_rate_alone_is_exact_in_every_frame_and_ends_bit_for_bit_inside_a_tick() {
    for hz in [7.0, 60.0, 64.0, 1000.0] {
        let mut bench = bench(hz);
        let ring = bench.spawn((Dial(0.7), rate(5.3, 0.1, 1.1)));
        let path =
            math::ExponentialRate::over(5.3f32.into(), 0.1f32.into(), 1.1f32.into()).expect("it should be feasible");
        let mut now = Duration::ZERO;
        while now.as_secs_f64() < 1.5 {
            let t = now.as_secs_f64();
            let found = bench.get::<Dial>(ring).0;
            if t < f64::from(1.1f32) {
                assert_ulps(found, f64::from(0.7f32) + path.value(t), 1.0, 6.0, &format!("at {t}, {hz} Hz"));
                if t > 0.0 {
                    let velocity = bench.get::<Velocity<Radius>>(ring).0;
                    assert_ulps(velocity, path.rate(t), 1.0, path.rate(t), &format!("rate at {t}"));
                }
            } else {
                assert_eq!(found.to_bits(), (0.7f32 + 5.3f32).to_bits(), "at its end at {t}, {hz} Hz");
                assert_eq!(bench.get::<Velocity<Radius>>(ring).0, 0.0);
            }
            now += Duration::from_millis(13);
            bench.frame(Duration::from_millis(13));
        }
        assert_eq!(finished(&bench), 1, "one event at {hz} Hz");
        assert!(bench.app.world().get::<ExponentialRate<Radius>>(ring).is_none(), "removed at its end");
        assert!(bench.app.world().get::<Resting<Radius>>(ring).is_some(), "at rest");
    }
}

#[test]
fn two_exponential_rates_with_the_same_end_meet_exactly() {
    let mut bench = bench(64.0);
    let outer = bench.spawn((Dial(1.1), rate(8.0 - 1.1, 0.1, 0.9)));
    let inner = bench.spawn((Dial(0.3), rate(8.0 - 0.3, 0.4, 0.9)));
    for frame in 0..200 {
        let [o, i] = [outer, inner].map(|radius| bench.get::<Dial>(radius).0);
        assert!(i < o || frame >= 180, "the radii do not cross: {i} {o} in frame {frame}");
        bench.frame(Duration::from_millis(5));
    }
    let [o, i] = [outer, inner].map(|radius| bench.get::<Dial>(radius).0.to_bits());
    assert_eq!(o, i);
    assert_eq!(finished(&bench), 2);
}

#[test]
fn then_coast_keeps_the_end_rate_as_the_velocity() {
    let mut bench = bench(50.0);
    let ring = bench.spawn((Dial(0.0), rate(2.0, 0.5, 0.333).then_coast()));
    bench.run_to(1.0);
    let expected = 2.0 + 0.5 * (1.0 - f64::from(0.333f32));
    assert_ulps(bench.get::<Dial>(ring).0, expected, 1.0, 2.0, "coasting");
    assert_eq!(finished(&bench), 1);
}

#[test]
fn an_exponential_rate_among_other_forces_ends_inside_a_tick_and_the_motion_continues() {
    for hz in [9.0, 64.0, 1000.0] {
        let mut bench = bench(hz);
        let ring = bench.spawn((
            Dial(1.0),
            rate(3.0, 0.2, 0.777),
            Spring::new(4.0, 0.5).on::<Radius>(),
            Target::<Radius>::of(2.0),
            Gravity::<Radius>::of(-1.0),
        ));
        let path = math::ExponentialRate::over(3.0, 0.2f32.into(), 0.777f32.into()).expect("it should be feasible");
        let base = Law { k: 16.0, c: 4.0, g: 0.0, a: -1.0 };
        let with = Law { c: 4.0 + path.lambda(), ..base };
        let end = f64::from(0.777f32);
        bench.run_to(1.4);
        let (x, v) = with.step_held(1.0, path.start_rate(), 2.0, end);
        let (x, v) = base.step_held(x, v, 2.0, bench.elapsed() - end);
        assert_ulps(bench.get::<Dial>(ring).0, x, 2.0, 2.0, &format!("value at {hz} Hz"));
        assert_ulps(bench.get::<Velocity<Radius>>(ring).0, v, 4.0, 2.0, &format!("rate at {hz} Hz"));
        assert_eq!(finished(&bench), 1);
    }
}

#[test]
fn a_kick_changes_neither_the_decay_nor_the_duration_of_an_exponential_rate() {
    let mut bench = bench(64.0);
    let ring = bench.spawn((Dial(0.0), rate(3.0, 0.2, 1.0).then_coast()));
    bench.run_to(0.5);
    bench.edit::<Velocity<Radius>>(ring, |velocity| velocity.0 = 4.0);
    let kicked_at = bench.get::<Dial>(ring).0;
    bench.run_to(1.5);
    let lambda = math::ExponentialRate::over(3.0, 0.2f32.into(), 1.0).expect("it should be feasible").lambda();
    let (x, v) = Law { c: lambda, ..Law::default() }.step_held(kicked_at.into(), 4.0, 0.0, 0.5);
    assert_ulps(bench.get::<Dial>(ring).0, x + 0.5 * v, 2.0, 4.0, "after its end");
    assert_eq!(finished(&bench), 1);
}

#[test]
fn inserting_an_exponential_rate_again_restarts_it() {
    let mut bench = bench(64.0);
    let ring = bench.spawn((Dial(0.0), rate(1.0, 0.2, 0.25)));
    for play in 1..=3 {
        bench.run_to(0.5 * f64::from(play));
        assert_eq!(bench.get::<Dial>(ring).0, play as f32);
        assert_eq!(finished(&bench), play as usize);
        bench.app.world_mut().entity_mut(ring).insert(rate(1.0, 0.2, 0.25));
    }
    bench.run_to(1.6);
    bench.app.world_mut().entity_mut(ring).insert(rate(1.0, 0.2, 0.25));
    let from = bench.get::<Dial>(ring).0;
    bench.run_to(2.5);
    assert_ulps(bench.get::<Dial>(ring).0, f64::from(from) + 1.0, 1.0, 4.0, "it starts where it was interrupted");
    assert_eq!(finished(&bench), 4, "an interrupted rate is not reported");
}

#[test]
fn a_vector_moves_along_a_straight_line() {
    let mut bench = bench(64.0);
    let displacement = Vec3::new(3.0, -4.0, 12.0);
    let spark = bench
        .spawn((Transform::default(), ExponentialRate::new(displacement, 1.0, 0.8).expect("it should be feasible")));
    bench.run_to(0.4);
    let at = bench.get::<Transform>(spark).translation;
    let path = math::ExponentialRate::over(13.0, 1.0, 0.8f32.into()).expect("it should be feasible");
    let share = path.value(bench.elapsed()) / 13.0;
    for (found, whole) in at.to_array().into_iter().zip(displacement.to_array()) {
        assert_ulps(found, share * f64::from(whole), 1.0, 8.0, "halfway");
    }
    bench.run_to(1.0);
    assert_eq!(bench.get::<Transform>(spark).translation, displacement);
}

#[test]
fn an_infeasible_exponential_rate_is_an_error_or_does_not_move_the_entity() {
    assert!(ExponentialRate::<Radius>::of(1.0, 0.0, 1.0).is_err());
    assert!(ExponentialRate::<Radius>::of(1.0, -1.0, 1.0).is_err());
    assert!(ExponentialRate::<Radius>::of(1.0, 1.0, f32::NAN).is_err());
    let mut bench = bench(64.0);
    let mut invalid = rate(1.0, 1.0, 1.0);
    invalid.end_rate = 0.0;
    let ring = bench.spawn((Dial(0.5), invalid));
    bench.run_to(0.5);
    assert_eq!(bench.get::<Dial>(ring).0, 0.5);
    assert_eq!(finished(&bench), 0);
}

#[test]
fn an_exponential_rate_ends_on_the_nearest_f32_even_at_a_tie() {
    // The sum of start and displacement is halfway between two f32, and the end is the even one.
    let spacing = f32::EPSILON;
    let mut random = Random(12);
    for (start, distance) in [(1.0, 1.0 + spacing), (1.0, 1.0 + 3.0 * spacing), (-1.0, -1.0 - 3.0 * spacing)] {
        for _ in 0..20 {
            let mut bench = bench(64.0);
            let ring = bench.spawn((Dial(start), rate(distance, 0.25, 0.3)));
            while bench.elapsed() < 0.5 {
                bench.tick(Duration::from_secs_f64(random.between(1e-3, 0.03)));
            }
            let end = start + distance;
            assert_eq!(bench.get::<Dial>(ring).0.to_bits(), end.to_bits(), "{start} + {distance} is {end}");
        }
    }
}

#[test]
fn an_exponential_rate_behind_a_moving_leader_ends_inside_a_tick_and_the_motion_continues() {
    for hz in [5.0, 9.0, 64.0] {
        let mut bench = bench(hz);
        // The leader's path is a parabola, which the cubic through two of its states matches exactly.
        let leader = bench.spawn((Dial(2.0), Velocity::<Radius>::of(1.5), Gravity::<Radius>::of(-4.0)));
        let ring = bench.spawn((
            Dial(1.0),
            rate(3.0, 0.2, 0.777),
            Spring::new(4.0, 0.5).on::<Radius>(),
            Follow::<Radius>::of(leader).with_feed_forward(0.5),
        ));
        let path = math::ExponentialRate::over(3.0, 0.2f32.into(), 0.777f32.into()).expect("it should be feasible");
        let base = Law { k: 16.0, c: 4.0, g: 2.0, a: 0.0 };
        let with = Law { c: 4.0 + path.lambda(), ..base };
        let target = Slope { e1: 1.5, e2: -2.0, e3: 0.0 };
        let end = f64::from(0.777f32);
        bench.run_to(1.4);
        let (x, v) = with.step_cubic(1.0, path.start_rate(), 2.0, &target, end);
        let rest = bench.elapsed() - end;
        let (x, v) = base.step_cubic(x, v, 2.0 + target.offset(end), &target.after(end), rest);
        assert_ulps(bench.get::<Dial>(ring).0, x, 2.0, 2.0, &format!("value at {hz} Hz"));
        assert_ulps(bench.get::<Velocity<Radius>>(ring).0, v, 2.0, 2.0, &format!("rate at {hz} Hz"));
    }
}

#[test]
fn a_time_scale_divides_the_duration_of_an_exponential_rate() {
    for pace in [0.5f32, 4.0] {
        let mut bench = bench(50.0);
        let ring = bench.spawn((Dial(0.0), rate(2.0, 0.5, 0.4).then_coast(), TimeScale::<Radius>::of(pace)));
        let path = math::ExponentialRate::over(2.0, 0.5, 0.4f32.into()).expect("it should be feasible");
        let end = f64::from(0.4f32) / f64::from(pace);
        while bench.elapsed() < 1.2 {
            bench.frame(Duration::from_millis(20));
            let own = bench.elapsed() * f64::from(pace);
            let expected = if bench.elapsed() < end { path.value(own) } else { 2.0 + 0.5 * (own - f64::from(0.4f32)) };
            assert_ulps(bench.get::<Dial>(ring).0, expected, 1.0, 2.0, &format!("at {own} s of its own time"));
        }
        assert_eq!(finished(&bench), 1);
    }
}

#[test]
fn the_end_of_an_exponential_rate_does_not_stop_an_entity_with_another_force() {
    // Without other forces, the entity would stop at the end. With another force, only the exponential rate ends.
    for force in 0..3 {
        let mut bench = bench(64.0);
        let ring = bench.spawn((Dial(0.0), rate(2.0, 0.5, 0.4)));
        let mut entity = bench.app.world_mut().entity_mut(ring);
        let base = match force {
            0 => {
                entity.insert((Spring::new(0.5, 0.0).on::<Radius>(), Target::<Radius>::of(0.0)));
                Law { k: 0.25, ..Law::default() }
            }
            1 => {
                entity.insert(Friction::new(0.25).on::<Radius>());
                Law { c: 0.25, ..Law::default() }
            }
            _ => {
                entity.insert(Gravity::<Radius>::of(0.5));
                Law { a: 0.5, ..Law::default() }
            }
        };
        bench.run_to(1.0);
        let end = f64::from(0.4f32);
        let path = math::ExponentialRate::over(2.0, 0.5, end).expect("it should be feasible");
        let with = Law { c: base.c + path.lambda(), ..base };
        let (x, v) = with.step_held(0.0, path.start_rate(), 0.0, end);
        let (x, v) = base.step_held(x, v, 0.0, 1.0 - end);
        assert_ulps(bench.get::<Dial>(ring).0, x, 1.0, 2.0, &format!("value with force {force}"));
        assert_ulps(bench.get::<Velocity<Radius>>(ring).0, v, 1.0, 1.0, &format!("rate with force {force}"));
    }
}

#[test]
fn writing_an_exponential_rate_between_its_end_and_the_next_tick_starts_it_again() {
    // Ticks of 0.1 s, frames of 0.03 s: the rate ends at 0.25 s, is drawn at its end at 0.27 s, and is reported by the tick at 0.3 s.
    for (edited, again_after) in [(false, 0.25f32), (true, 0.5), (false, 0.02)] {
        let mut bench = bench(10.0);
        let ring = bench.spawn((Dial(0.0), rate(1.0, 0.2, 0.25)));
        for _ in 0..9 {
            bench.frame(Duration::from_millis(30));
        }
        assert_eq!((bench.get::<Dial>(ring).0, finished(&bench)), (1.0, 0), "at its end, and not reported yet");
        let again = rate(1.0, 0.2, again_after);
        if edited {
            bench.edit::<ExponentialRate<Radius>>(ring, |rate| *rate = again);
        } else {
            bench.app.world_mut().entity_mut(ring).insert(again);
        }
        for _ in 0..4 {
            bench.frame(Duration::from_millis(10));
        }
        let path = math::ExponentialRate::over(1.0, 0.2f32.into(), again_after.into()).expect("it should be feasible");
        let expected = if again_after < 0.04 { 2.0 } else { 1.0 + path.value(0.04) };
        assert_ulps(bench.get::<Dial>(ring).0, expected, 1.0, 2.0, &format!("{again_after} s: it starts again"));
        bench.run_to(1.5);
        assert_eq!(bench.get::<Dial>(ring).0, 2.0, "{again_after} s");
        assert_eq!(finished(&bench), 2, "each is reported once");
        assert!(bench.app.world().get::<ExponentialRate<Radius>>(ring).is_none());
        assert!(bench.app.world().get::<Resting<Radius>>(ring).is_some());
    }
}

#[test]
fn an_observer_of_finished_may_restart_another_rate_that_ends_in_the_same_tick() {
    // Both rates end in the same tick. When the end of the first is reported, the observer writes to the second, whose end is not reported
    // yet.
    let mut bench = bench(64.0);
    let [first, second] = [0.0, 1.0].map(|at| bench.spawn((Dial(at), rate(1.0, 0.2, 0.25))));
    bench.app.add_observer(move |finished: On<Finished<Radius>>, mut rates: Query<&mut ExponentialRate<Radius>>| {
        if finished.entity == first {
            let mut rate = rates.get_mut(second).expect("it should not be removed yet");
            (rate.displacement, rate.duration) = (Displacement::Over(3.0), 0.5);
        }
    });
    bench.run_to(0.5);
    assert!(bench.app.world().get::<ExponentialRate<Radius>>(first).is_none());
    assert!(bench.app.world().get::<ExponentialRate<Radius>>(second).is_some(), "it has started again");
    bench.run_to(1.0);
    assert_eq!((bench.get::<Dial>(first).0, bench.get::<Dial>(second).0), (1.0, 5.0));
    assert_eq!(finished(&bench), 3, "each is reported once");
    assert!(bench.app.world().get::<ExponentialRate<Radius>>(second).is_none());
}

#[test]
fn an_exponential_rate_ends_exactly_although_the_sum_of_ticks_is_rounded() {
    // 27 ticks of 0.1 s and the remainder add up to slightly less than 2.706703 s.
    let mut bench = bench(10.0);
    let (start, distance) = (0.757_434_5f32, 2.178_933f32);
    let ring = bench.spawn((Dial(start), rate(distance, 1.076_570_3, 2.706_703)));
    bench.run_to(4.0);
    assert_eq!(bench.get::<Dial>(ring).0.to_bits(), (start + distance).to_bits());
    let mut random = Random(9);
    for hz in [10.0, 30.0, 64.0, 7.3] {
        let mut bench = self::bench(hz);
        let cases: Vec<_> = (0..100)
            .map(|_| {
                let [start, distance, speed, duration] = [(-3.0, 3.0), (0.5, 4.0), (0.05, 3.0), (0.2, 3.0)]
                    .map(|(low, high)| random.between(low, high) as f32);
                let rate = rate(distance, speed, duration);
                let [still, coasting] = [rate, rate.then_coast()].map(|rate| bench.spawn((Dial(start), rate)));
                (start + distance, speed, duration, still, coasting)
            })
            .collect();
        bench.run_to(3.3);
        for (end, speed, duration, still, coasting) in cases {
            assert_eq!(bench.get::<Dial>(still).0.to_bits(), end.to_bits(), "{end} after {duration} s at {hz} Hz");
            let coasted = f64::from(end) + f64::from(speed) * (bench.elapsed() - f64::from(duration));
            assert_ulps(bench.get::<Dial>(coasting).0, coasted, 1.0, coasted, &format!("coasting at {hz} Hz"));
        }
    }
}

#[test]
fn inserting_and_removing_an_exponential_rate_in_one_frame_has_no_effect() {
    // The exponential rate is inserted and removed before the plugin runs. The entity comes to rest as usual.
    for other in [false, true] {
        let mut bench = bench(64.0);
        let ring = bench.spawn((Dial(0.0), Spring::critical(20.0).on::<Radius>(), Target::<Radius>::of(1.0)));
        bench.run_to(0.1);
        bench.app.world_mut().entity_mut(ring).insert(rate(1.0, 0.2, 0.25)).remove::<ExponentialRate<Radius>>();
        if other {
            bench.edit::<Target<Radius>>(ring, |target| target.value = 2.0);
        }
        bench.run_to(2.0);
        assert!(bench.app.world().get::<Resting<Radius>>(ring).is_some(), "at rest");
        assert_eq!(finished(&bench), 0);
    }
}

#[test]
fn an_exponential_rate_starts_when_an_invalid_component_of_its_entity_is_corrected() {
    let mut bench = bench(64.0);
    let ring = bench.spawn((Dial(0.0), Friction::new(0.0).on::<Radius>()));
    bench.run_to(0.1);
    bench.edit::<Friction<Radius>>(ring, |friction| friction.rate = -1.0);
    bench.app.world_mut().entity_mut(ring).insert(rate(1.0, 0.2, 0.25));
    bench.run_to(0.5);
    assert_eq!((bench.get::<Dial>(ring).0, finished(&bench)), (0.0, 0), "the exponential rate has not started");
    assert!(bench.app.world().get::<Resting<Radius>>(ring).is_some(), "a waiting rate does not keep the entity awake");
    bench.edit::<Friction<Radius>>(ring, |friction| friction.rate = 0.0);
    bench.run_to(1.5);
    assert_eq!((bench.get::<Dial>(ring).0, finished(&bench)), (1.0, 1));
}

#[test]
fn a_rejected_exponential_rate_keeps_the_last_valid_motion_also_after_unrelated_writes() {
    let mut bench = bench(50.0);
    let start = f32::MAX;
    let body = bench.spawn((Dial(start), Gravity::<Radius>::of(-2.0)));
    bench.run_to(0.2);
    // The end of this rate is beyond f32, so the rate is rejected. The removal of gravity in the same frame is not adopted either.
    let beyond = rate(1e38, 1e38, 1.0);
    bench.app.world_mut().entity_mut(body).remove::<Gravity<Radius>>().insert(beyond);
    bench.run_to(0.4);
    // A time scale of 1 has no effect.
    bench.app.world_mut().entity_mut(body).insert(TimeScale::<Radius>::of(1.0));
    bench.run_to(1.0);
    assert_eq!(bench.get::<Velocity<Radius>>(body).0, -2.0, "it keeps falling");
    assert_eq!(finished(&bench), 0, "it never started");
    bench.app.world_mut().entity_mut(body).insert((Dial(0.0), beyond));
    bench.run_to(2.5);
    assert_eq!(bench.get::<Dial>(body).0, 1e38, "it starts from a value with which its end is an f32");
    assert_eq!(finished(&bench), 1);
}
