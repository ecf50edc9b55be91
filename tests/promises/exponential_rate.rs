//! Promise 2: an exponential rate ends where and when it was solved to end.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    math::{self, Law, Slope},
    prelude::*,
};

use crate::app::{Bench, Dial, Random, assert_ulps};

/// A scalar with no other meaning.
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
struct Told(usize);

pub(crate) fn bench(hz: f64) -> Bench {
    let mut bench = Bench::at_rate(hz);
    bench
        .app
        .register_motion::<Radius>()
        .init_resource::<Told>()
        .add_observer(|_: On<Finished<Radius>>, mut told: ResMut<Told>| told.0 += 1)
        .add_observer(|_: On<Finished>, mut told: ResMut<Told>| told.0 += 1);
    bench
}

pub(crate) fn told(bench: &Bench) -> usize {
    bench.app.world().resource::<Told>().0
}

fn rate(displacement: f32, end_rate: f32, duration: f32) -> ExponentialRate<Radius> {
    ExponentialRate::of(displacement, end_rate, duration).expect("feasible")
}

#[test]
fn alone_it_is_on_its_path_in_every_frame_and_ends_bit_for_bit_inside_a_tick() {
    for hz in [7.0, 60.0, 64.0, 1000.0] {
        let mut bench = bench(hz);
        let ring = bench.spawn((Dial(0.7), rate(5.3, 0.1, 1.1)));
        let path = math::ExponentialRate::over(5.3f32.into(), 0.1f32.into(), 1.1f32.into()).expect("feasible");
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
                assert_eq!(found.to_bits(), (0.7f32 + 5.3f32).to_bits(), "held at its end at {t}, {hz} Hz");
                assert_eq!(bench.get::<Velocity<Radius>>(ring).0, 0.0);
            }
            now += Duration::from_millis(13);
            bench.frame(Duration::from_millis(13));
        }
        assert_eq!(told(&bench), 1, "told once at {hz} Hz");
        assert!(bench.app.world().get::<ExponentialRate<Radius>>(ring).is_none(), "taken off when it is over");
        assert!(bench.app.world().get::<Resting<Radius>>(ring).is_some(), "at rest");
    }
}

#[test]
fn two_radii_meet_exactly() {
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
    assert_eq!(told(&bench), 2);
}

#[test]
fn it_hands_its_rate_on_if_its_user_chose_so() {
    let mut bench = bench(50.0);
    let ring = bench.spawn((Dial(0.0), rate(2.0, 0.5, 0.333).then_coast()));
    bench.run_to(1.0);
    let expected = 2.0 + 0.5 * (1.0 - f64::from(0.333f32));
    assert_ulps(bench.get::<Dial>(ring).0, expected, 1.0, 2.0, "coasting");
    assert_eq!(told(&bench), 1);
}

#[test]
fn in_company_its_term_ends_inside_a_tick_and_the_motion_goes_on() {
    for hz in [9.0, 64.0, 1000.0] {
        let mut bench = bench(hz);
        let ring = bench.spawn((
            Dial(1.0),
            rate(3.0, 0.2, 0.777),
            Spring::new(4.0, 0.5).on::<Radius>(),
            Target::<Radius>::of(2.0),
            Gravity::<Radius>::of(-1.0),
        ));
        let path = math::ExponentialRate::over(3.0, 0.2f32.into(), 0.777f32.into()).expect("feasible");
        let base = Law { k: 16.0, c: 4.0, g: 0.0, a: -1.0 };
        let with = Law { c: 4.0 + path.lambda(), ..base };
        let end = f64::from(0.777f32);
        bench.run_to(1.4);
        let (x, v) = with.step_held(1.0, path.start_rate(), 2.0, end);
        let (x, v) = base.step_held(x, v, 2.0, bench.elapsed() - end);
        assert_ulps(bench.get::<Dial>(ring).0, x, 2.0, 2.0, &format!("value at {hz} Hz"));
        assert_ulps(bench.get::<Velocity<Radius>>(ring).0, v, 4.0, 2.0, &format!("rate at {hz} Hz"));
        assert_eq!(told(&bench), 1);
    }
}

#[test]
fn kicked_it_decays_on_from_there_until_its_time_is_over() {
    let mut bench = bench(64.0);
    let ring = bench.spawn((Dial(0.0), rate(3.0, 0.2, 1.0).then_coast()));
    bench.run_to(0.5);
    bench.edit::<Velocity<Radius>>(ring, |velocity| velocity.0 = 4.0);
    let kicked_at = bench.get::<Dial>(ring).0;
    bench.run_to(1.5);
    let lambda = math::ExponentialRate::over(3.0, 0.2f32.into(), 1.0).expect("feasible").lambda();
    let (x, v) = Law { c: lambda, ..Law::default() }.step_held(kicked_at.into(), 4.0, 0.0, 0.5);
    assert_ulps(bench.get::<Dial>(ring).0, x + 0.5 * v, 2.0, 4.0, "after its time");
    assert_eq!(told(&bench), 1);
}

#[test]
fn inserted_again_it_plays_again() {
    let mut bench = bench(64.0);
    let ring = bench.spawn((Dial(0.0), rate(1.0, 0.2, 0.25)));
    for play in 1..=3 {
        bench.run_to(0.5 * f64::from(play));
        assert_eq!(bench.get::<Dial>(ring).0, play as f32);
        assert_eq!(told(&bench), play as usize);
        bench.app.world_mut().entity_mut(ring).insert(rate(1.0, 0.2, 0.25));
    }
    bench.run_to(1.6);
    bench.app.world_mut().entity_mut(ring).insert(rate(1.0, 0.2, 0.25));
    let from = bench.get::<Dial>(ring).0;
    bench.run_to(2.5);
    assert_ulps(bench.get::<Dial>(ring).0, f64::from(from) + 1.0, 1.0, 4.0, "interrupted, it begins where it is");
    assert_eq!(told(&bench), 4, "an interrupted one is not told of");
}

#[test]
fn a_vector_goes_straight() {
    let mut bench = bench(64.0);
    let way = Vec3::new(3.0, -4.0, 12.0);
    let spark = bench.spawn((Transform::default(), ExponentialRate::new(way, 1.0, 0.8).expect("feasible")));
    bench.run_to(0.4);
    let at = bench.get::<Transform>(spark).translation;
    let path = math::ExponentialRate::over(13.0, 1.0, 0.8f32.into()).expect("feasible");
    let share = path.value(bench.elapsed()) / 13.0;
    for (found, whole) in at.to_array().into_iter().zip(way.to_array()) {
        assert_ulps(found, share * f64::from(whole), 1.0, 8.0, "half way");
    }
    bench.run_to(1.0);
    assert_eq!(bench.get::<Transform>(spark).translation, way);
}

#[test]
fn an_infeasible_one_is_refused_with_its_reason_and_the_entity_stays() {
    assert!(ExponentialRate::<Radius>::of(1.0, 0.0, 1.0).is_err());
    assert!(ExponentialRate::<Radius>::of(1.0, -1.0, 1.0).is_err());
    assert!(ExponentialRate::<Radius>::of(1.0, 1.0, f32::NAN).is_err());
    let mut bench = bench(64.0);
    let mut invalid = rate(1.0, 1.0, 1.0);
    invalid.end_rate = 0.0;
    let ring = bench.spawn((Dial(0.5), invalid));
    bench.run_to(0.5);
    assert_eq!(bench.get::<Dial>(ring).0, 0.5);
    assert_eq!(told(&bench), 0);
}

#[test]
fn it_ends_on_the_nearest_f32_also_where_two_are_as_near() {
    // Start and displacement add up to the middle between two f32, of which the even one is the end.
    let spacing = f32::EPSILON;
    let mut random = Random(12);
    for (start, way) in [(1.0, 1.0 + spacing), (1.0, 1.0 + 3.0 * spacing), (-1.0, -1.0 - 3.0 * spacing)] {
        for _ in 0..20 {
            let mut bench = bench(64.0);
            let ring = bench.spawn((Dial(start), rate(way, 0.25, 0.3)));
            while bench.elapsed() < 0.5 {
                bench.tick(Duration::from_secs_f64(random.between(1e-3, 0.03)));
            }
            let end = start + way;
            assert_eq!(bench.get::<Dial>(ring).0.to_bits(), end.to_bits(), "{start} + {way} is {end}");
        }
    }
}

#[test]
fn behind_a_moving_leader_its_term_ends_inside_a_tick_and_the_target_moves_on() {
    for hz in [5.0, 9.0, 64.0] {
        let mut bench = bench(hz);
        // A parabola, which the cubic between two of its states is.
        let leader = bench.spawn((Dial(2.0), Velocity::<Radius>::of(1.5), Gravity::<Radius>::of(-4.0)));
        let ring = bench.spawn((
            Dial(1.0),
            rate(3.0, 0.2, 0.777),
            Spring::new(4.0, 0.5).on::<Radius>(),
            Follow::<Radius>::of(leader).with_feed_forward(0.5),
        ));
        let path = math::ExponentialRate::over(3.0, 0.2f32.into(), 0.777f32.into()).expect("feasible");
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
fn at_another_pace_it_takes_so_many_times_as_long() {
    for pace in [0.5f32, 4.0] {
        let mut bench = bench(50.0);
        let ring = bench.spawn((Dial(0.0), rate(2.0, 0.5, 0.4).then_coast(), Pace::<Radius>::of(pace)));
        let path = math::ExponentialRate::over(2.0, 0.5, 0.4f32.into()).expect("feasible");
        let end = f64::from(0.4f32) / f64::from(pace);
        while bench.elapsed() < 1.2 {
            bench.frame(Duration::from_millis(20));
            let own = bench.elapsed() * f64::from(pace);
            let expected = if bench.elapsed() < end { path.value(own) } else { 2.0 + 0.5 * (own - f64::from(0.4f32)) };
            assert_ulps(bench.get::<Dial>(ring).0, expected, 1.0, 2.0, &format!("at {own} s of its own"));
        }
        assert_eq!(told(&bench), 1);
    }
}

#[test]
fn what_else_acts_is_company_whether_it_pulls_rubs_or_falls() {
    // Alone it would stand still at its end; in company its rate ends there, and the rest goes on.
    for company in 0..3 {
        let mut bench = bench(64.0);
        let ring = bench.spawn((Dial(0.0), rate(2.0, 0.5, 0.4)));
        let mut entity = bench.app.world_mut().entity_mut(ring);
        let base = match company {
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
        let path = math::ExponentialRate::over(2.0, 0.5, end).expect("feasible");
        let with = Law { c: base.c + path.lambda(), ..base };
        let (x, v) = with.step_held(0.0, path.start_rate(), 0.0, end);
        let (x, v) = base.step_held(x, v, 0.0, 1.0 - end);
        assert_ulps(bench.get::<Dial>(ring).0, x, 1.0, 2.0, &format!("value in company {company}"));
        assert_ulps(bench.get::<Velocity<Radius>>(ring).0, v, 1.0, 1.0, &format!("rate in company {company}"));
    }
}

#[test]
fn inserted_again_after_its_end_and_before_the_tick_that_tells_it_plays_again() {
    // Ticks of 0.1 s, frames of 0.03: it ends at 0.25, is drawn at 0.27, and the tick that tells comes at 0.3.
    for (edited, again_after) in [(false, 0.25f32), (true, 0.5), (false, 0.02)] {
        let mut bench = bench(10.0);
        let ring = bench.spawn((Dial(0.0), rate(1.0, 0.2, 0.25)));
        for _ in 0..9 {
            bench.frame(Duration::from_millis(30));
        }
        assert_eq!((bench.get::<Dial>(ring).0, told(&bench)), (1.0, 0), "over, and not told yet");
        let again = rate(1.0, 0.2, again_after);
        if edited {
            bench.edit::<ExponentialRate<Radius>>(ring, |rate| *rate = again);
        } else {
            bench.app.world_mut().entity_mut(ring).insert(again);
        }
        for _ in 0..4 {
            bench.frame(Duration::from_millis(10));
        }
        let path = math::ExponentialRate::over(1.0, 0.2f32.into(), again_after.into()).expect("feasible");
        let expected = if again_after < 0.04 { 2.0 } else { 1.0 + path.value(0.04) };
        assert_ulps(bench.get::<Dial>(ring).0, expected, 1.0, 2.0, &format!("{again_after} s: it plays again"));
        bench.run_to(1.5);
        assert_eq!(bench.get::<Dial>(ring).0, 2.0, "{again_after} s");
        assert_eq!(told(&bench), 2, "each is told of once");
        assert!(bench.app.world().get::<ExponentialRate<Radius>>(ring).is_none());
        assert!(bench.app.world().get::<Resting<Radius>>(ring).is_some());
    }
}

#[test]
fn changed_by_who_is_told_that_another_is_over_it_plays_again() {
    // Both are over in the same tick. The first is told of, and its observer writes to the second, which is not told of yet.
    let mut bench = bench(64.0);
    let [first, second] = [0.0, 1.0].map(|at| bench.spawn((Dial(at), rate(1.0, 0.2, 0.25))));
    bench.app.add_observer(move |finished: On<Finished<Radius>>, mut rates: Query<&mut ExponentialRate<Radius>>| {
        if finished.entity == first {
            let mut rate = rates.get_mut(second).expect("it is not told of yet");
            (rate.way, rate.duration) = (Way::Over(3.0), 0.5);
        }
    });
    bench.run_to(0.5);
    assert!(bench.app.world().get::<ExponentialRate<Radius>>(first).is_none());
    assert!(bench.app.world().get::<ExponentialRate<Radius>>(second).is_some(), "it is still to be played");
    bench.run_to(1.0);
    assert_eq!((bench.get::<Dial>(first).0, bench.get::<Dial>(second).0), (1.0, 5.0));
    assert_eq!(told(&bench), 3, "each is told of once");
    assert!(bench.app.world().get::<ExponentialRate<Radius>>(second).is_none());
}

#[test]
fn its_end_is_met_however_the_time_until_then_adds_up() {
    // 27 ticks of a tenth of a second and what is left of 2.706703 s add up to a little less than that.
    let mut bench = bench(10.0);
    let (start, way) = (0.757_434_5f32, 2.178_933f32);
    let ring = bench.spawn((Dial(start), rate(way, 1.076_570_3, 2.706_703)));
    bench.run_to(4.0);
    assert_eq!(bench.get::<Dial>(ring).0.to_bits(), (start + way).to_bits());
    let mut random = Random(9);
    for hz in [10.0, 30.0, 64.0, 7.3] {
        let mut bench = self::bench(hz);
        let cases: Vec<_> = (0..100)
            .map(|_| {
                let [start, way, speed, duration] = [(-3.0, 3.0), (0.5, 4.0), (0.05, 3.0), (0.2, 3.0)]
                    .map(|(low, high)| random.between(low, high) as f32);
                let rate = rate(way, speed, duration);
                let [still, coasting] = [rate, rate.then_coast()].map(|rate| bench.spawn((Dial(start), rate)));
                (start + way, speed, duration, still, coasting)
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
fn taken_off_at_once_it_leaves_nothing_behind() {
    // One that was inserted and taken off again before anybody looked: the entity comes to rest as ever.
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
        assert_eq!(told(&bench), 0);
    }
}

#[test]
fn beside_something_invalid_it_waits_and_begins_when_that_is_mended() {
    let mut bench = bench(64.0);
    let ring = bench.spawn((Dial(0.0), Friction::new(0.0).on::<Radius>()));
    bench.run_to(0.1);
    bench.edit::<Friction<Radius>>(ring, |friction| friction.rate = -1.0);
    bench.app.world_mut().entity_mut(ring).insert(rate(1.0, 0.2, 0.25));
    bench.run_to(0.5);
    assert_eq!((bench.get::<Dial>(ring).0, told(&bench)), (0.0, 0), "the last valid motion goes on");
    assert!(bench.app.world().get::<Resting<Radius>>(ring).is_some(), "what waits does not keep it from its rest");
    bench.edit::<Friction<Radius>>(ring, |friction| friction.rate = 0.0);
    bench.run_to(1.5);
    assert_eq!((bench.get::<Dial>(ring).0, told(&bench)), (1.0, 1));
}

#[test]
fn one_that_cannot_begin_leaves_the_last_valid_motion_whoever_looks_again() {
    let mut bench = bench(50.0);
    let start = f32::MAX;
    let body = bench.spawn((Dial(start), Gravity::<Radius>::of(-2.0)));
    bench.run_to(0.2);
    // It would end where an f32 cannot; so what is written with it does not count either.
    let beyond = rate(1e38, 1e38, 1.0);
    bench.app.world_mut().entity_mut(body).remove::<Gravity<Radius>>().insert(beyond);
    bench.run_to(0.4);
    // A write without any news.
    bench.app.world_mut().entity_mut(body).insert(Pace::<Radius>::of(1.0));
    bench.run_to(1.0);
    assert_eq!(bench.get::<Velocity<Radius>>(body).0, -2.0, "it falls on");
    assert_eq!(told(&bench), 0, "it never began");
    bench.app.world_mut().entity_mut(body).insert((Dial(0.0), beyond));
    bench.run_to(2.5);
    assert_eq!(bench.get::<Dial>(body).0, 1e38, "inserted again where it can begin, it does");
    assert_eq!(told(&bench), 1);
}
