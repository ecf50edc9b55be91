//! The edges of a list that scrolls. `docs/gestures.md` describes the cases.

use bevy::prelude::*;
use bevy_exact_motion::{
    SoftBounds,
    events::InvalidMotion,
    math::{self, Law},
    prelude::*,
};

use crate::{
    app::{Bench, assert_ulps},
    pacing::{self, Paced},
    record::listen,
};

const RATES: [f64; 3] = [30.0, 64.0, 1000.0];

/// The directions of mirrored throws. The values of the two throws differ only in the sign bit.
const SIGNS: [f32; 2] = [1.0, -1.0];

/// The instant (s) at which the list reaches its edge, and its velocity (units/s) there.
const REACHED: (f64, f64) = (0.458_145_365_937_077_53, 400.0);

/// Spawns a list with a velocity of 1000 units/s and a friction of 2/s.
fn list(bench: &mut Bench, limits: Limits, sign: f32) -> Entity {
    bench.spawn((Transform::default(), Velocity::new(sign * 1000.0 * Vec3::X), Friction::new(2.0), limits))
}

/// Limits with a soft edge at 300 or −300. Beyond the edge, the friction of the list and the damping of the edge together are critical.
fn edge(angular_frequency: f32, sign: f32) -> Limits {
    let bounds = [Some(sign * 300.0), None, None, None];
    let damping = 2.0 * angular_frequency;
    let soft = SoftBounds { angular_frequency, damping_ratio: (damping - 2.0) / damping, ..SoftBounds::default() };
    let soft = if sign > 0.0 { SoftBounds { upper: bounds, ..soft } } else { SoftBounds { lower: bounds, ..soft } };
    Limits { soft: Some(soft), ..Limits::default() }
}

/// The law beyond the edge, from the component's f32 values.
fn edge_law(limits: &Limits) -> Law {
    let soft = limits.soft.expect("the edge should be soft");
    let omega = f64::from(soft.angular_frequency);
    Law { k: omega * omega, c: 2.0 * f64::from(soft.damping_ratio) * omega + 2.0, ..Law::default() }
}

#[test]
fn a_list_flung_over_its_edge_takes_the_same_path_at_any_rate() {
    let glide = math::Friction::new(2.0).expect("it should be valid").with_velocity(1000.0);
    let fling = math::Fling::between(0.0, 400.0, 1000.0, 2.0).expect("it should land");
    let flung_at = fling.time_at(300.0).expect("it should pass the edge");
    // The list glides under friction alone, or it is thrown to an end beyond the edge.
    for (thrown, (reached, speed)) in [(false, REACHED), (true, (flung_at, fling.rate(flung_at)))] {
        for pacing in pacing::ALL {
            let mut paced = Paced::new(pacing);
            let law = edge_law(&edge(18.0, 1.0));
            let bodies = SIGNS.map(|sign| {
                let body = list(&mut paced.bench, edge(18.0, sign), sign);
                if thrown {
                    paced.bench.app.world_mut().entity_mut(body).insert(Fling::new(sign * 400.0 * Vec3::X));
                }
                body
            });
            let [plus, minus] = bodies;
            while paced.now() < 2.5 {
                paced.frame();
                let (bench, t) = (&paced.bench, paced.now());
                let what = format!("{pacing:?}, thrown {thrown}, at {t}");
                assert_eq!((bench.x(plus), bench.v(plus)), (-bench.x(minus), -bench.v(minus)), "{what}");
                if bench.rests(plus) {
                    continue;
                }
                let (x, v) = if t >= reached {
                    law.step_held(300.0, speed, 300.0, t - reached)
                } else if thrown {
                    (fling.value(t), fling.rate(t))
                } else {
                    (glide.value(t), glide.rate(t))
                };
                // The instants of frames are rounded to nanoseconds, which is 1e-6 units at 1000 units/s.
                assert_ulps(bench.x(plus), x, 4.0, 308.0, &what);
                assert_ulps(bench.v(plus), v, 4.0, 1000.0, &what);
            }
            let bench = &paced.bench;
            for (body, sign) in bodies.into_iter().zip(SIGNS) {
                assert!(bench.rests(body) && bench.x(body) == sign * 300.0, "{pacing:?}: {}", bench.x(body));
                let contacts: Vec<_> = bench.contacts().iter().filter(|contact| contact.entity == body).collect();
                assert_eq!(contacts.len(), 1, "{pacing:?}, thrown {thrown}");
                assert_ulps(contacts[0].time as f32, reached, 4.0, 0.5, &format!("{pacing:?}"));
                assert_ulps(contacts[0].velocity_before.x * sign, speed, 4.0, 400.0, &format!("{pacing:?}"));
                assert_eq!(contacts[0].velocity_after, contacts[0].velocity_before, "{pacing:?}");
                assert_eq!(bench.rested().iter().filter(|rested| rested.0 == body).count(), 1, "{pacing:?}");
            }
        }
    }
}

#[test]
fn a_list_beyond_its_edge_matches_reference_values() {
    for rate in [64.0, 1000.0] {
        let mut bench = Bench::at_rate(rate);
        let bodies = SIGNS.map(|sign| (list(&mut bench, edge(18.0, sign), sign), sign));
        for (body, sign) in bodies {
            let motion = Motion::<Translation>::of(bench.app.world(), body).expect("it should be valid");
            let (at, peak) = motion.will_turn(0, 1.0).expect("it should turn");
            assert_ulps(at as f32, 0.513_700_921_492_633_1, 1.0, 0.5, "when it turns");
            assert_ulps(sign * peak.x, 308.175_098_692_698_7, 1.0, 308.0, "where it turns");
        }
        for (t, x, v) in [
            (0.5, 307.881_579_879_493_6, 46.439_979_049_424_56),
            (0.75, 300.610_535_831_408_49, -8.897_727_414_107_504),
        ] {
            bench.run_to(t);
            for (body, sign) in bodies {
                assert_ulps(sign * bench.x(body), x, 4.0, 308.0, &format!("{rate} Hz, at {t}"));
                assert_ulps(sign * bench.v(body), v, 4.0, 46.0, &format!("{rate} Hz, velocity at {t}"));
            }
        }
    }
}

#[test]
fn a_list_released_past_its_edge_comes_back_through_it_and_glides_on() {
    for rate in RATES {
        for sign in SIGNS {
            let mut bench = Bench::at_rate(rate);
            listen(&mut bench);
            let body = bench.spawn((
                Transform::from_xyz(sign * 350.0, 0.0, 0.0),
                Velocity::new(-sign * 1000.0 * Vec3::X),
                Friction::new(2.0),
                edge(12.0, sign),
            ));
            if rate != 30.0 {
                // At 30 Hz, no tick ends at this instant.
                bench.run_to(0.125);
                assert_ulps(sign * bench.x(body), 300.0, 4.0, 300.0, &format!("{rate} Hz"));
                assert_ulps(sign * bench.v(body), -89.252_064_059_371_93, 4.0, 1000.0, &format!("{rate} Hz"));
            }
            bench.run_to(6.0);
            assert!(bench.rests(body), "{rate} Hz");
            // The list rests within the rest tolerance of the position at which friction would stop it.
            assert!((sign * bench.x(body) - 255.373_97).abs() < 1e-3, "{rate} Hz: {}", bench.x(body));
            assert_eq!(bench.contacts().len(), 0, "{rate} Hz: the edge was never passed outward");
        }
    }
}

#[test]
fn a_stone_under_dry_friction_alone_stops_at_its_edge_or_where_friction_stops_it() {
    for rate in RATES {
        for sign in SIGNS {
            let mut bench = Bench::at_rate(rate);
            listen(&mut bench);
            let mut stone = |limits: Limits| {
                let thrown = (Transform::default(), Velocity::new(sign * 1000.0 * Vec3::X));
                bench.spawn((thrown, DryFriction::new(1250.0), limits))
            };
            let bound = [Some(sign * 300.0), None, None, None];
            let stopped = stone(if sign > 0.0 {
                Limits { upper: bound, ..Limits::default() }
            } else {
                Limits { lower: bound, ..Limits::default() }
            });
            let free = stone(Limits::default());
            bench.run_to(1.0);
            let contacts = bench.contacts().to_vec();
            assert_eq!(contacts.len(), 1, "{rate} Hz");
            assert_ulps(contacts[0].time as f32, 0.4, 4.0, 0.5, &format!("{rate} Hz"));
            assert_ulps(sign * contacts[0].velocity_before.x, 500.0, 4.0, 500.0, &format!("{rate} Hz"));
            assert_eq!((sign * bench.x(stopped), bench.v(stopped)), (300.0, 0.0), "{rate} Hz");
            assert_eq!((sign * bench.x(free), bench.v(free)), (400.0, 0.0), "{rate} Hz");
            assert!(bench.rests(stopped) && bench.rests(free), "{rate} Hz");
            let rested = bench.rested().iter().find(|rested| rested.0 == free).expect("it should stop").1;
            // The free stone stops at 0.8 s, which is reported in the first tick from then on. The instants of ticks are rounded to
            // nanoseconds.
            assert!(rested >= 0.8 - 1e-7 && rested < 0.8 + 1.0 / rate + 1e-7, "{rate} Hz: {rested}");
        }
    }
}

/// In the first case, the content grows. In the second, it shrinks before the list reaches the new edge. In the third, it shrinks when the
/// list is already beyond the new edge.
#[test]
fn changing_the_content_in_flight_moves_the_contact_but_keeps_the_velocity() {
    let glide = math::Friction::new(2.0).expect("it should be valid").with_velocity(1000.0);
    for (changed_at, bound) in [(0.25, 350.0_f32), (0.25, 250.0), (0.406_25, 200.0)] {
        let mut bench = Bench::at_rate(64.0);
        listen(&mut bench);
        let body = list(&mut bench, edge(18.0, 1.0), 1.0);
        bench.run_to(changed_at);
        let before = (bench.x(body), bench.v(body));
        bench.edit::<Limits>(body, |limits| {
            limits.soft.as_mut().expect("the edge should be soft").upper[0] = Some(bound);
        });
        bench.frame(core::time::Duration::ZERO);
        assert_eq!((bench.x(body), bench.v(body)), before, "it should not jump");
        let reached = glide.time_at(bound.into()).expect("it should glide that far").max(changed_at);
        let law = edge_law(&edge(18.0, 1.0));
        while !bench.rests(body) && bench.elapsed() < 3.0 {
            bench.run_to(bench.elapsed() + 1.0 / 64.0);
            let t = bench.elapsed();
            let x = if t < reached {
                glide.value(t)
            } else {
                law.step_held(glide.value(reached), glide.rate(reached), bound.into(), t - reached).0
            };
            if !bench.rests(body) {
                assert_ulps(bench.x(body), x, 4.0, 400.0, &format!("{bound} from {changed_at} on, at {t}"));
            }
        }
        assert_eq!(bench.x(body), bound);
        // A list that is already beyond the new edge does not reach it, so it has no contact.
        let expected = usize::from(reached > changed_at);
        assert_eq!(bench.contacts().len(), expected, "{bound} from {changed_at} on");
        if let Some(contact) = bench.contacts().first() {
            assert_ulps(contact.time as f32, reached, 4.0, 1.0, &format!("{bound} from {changed_at} on"));
        }
    }
}

#[test]
fn two_soft_bounds_at_the_same_position_act_as_one_spring_and_are_reported_once() {
    let mut bench = Bench::at_rate(64.0);
    listen(&mut bench);
    let bound = [Some(100.0), None, None, None];
    let soft = SoftBounds { lower: bound, upper: bound, damping_ratio: 0.2, ..SoftBounds::default() };
    let limits = Limits { soft: Some(soft), ..Limits::default() };
    let body = bench.spawn((Transform::default(), Velocity::new(1000.0 * Vec3::X), limits));
    let from_there = bench.spawn((Transform::from_xyz(100.0, 0.0, 0.0), Velocity::new(1000.0 * Vec3::X), limits));
    let spring = math::Spring::new(12.0, f64::from(0.2_f32)).expect("it should be valid");
    let spring = spring.with_target(100.0).with_velocity(1000.0);
    while !bench.rests(body) && bench.elapsed() < 20.0 {
        bench.run_to(bench.elapsed() + 1.0 / 64.0);
        let t = bench.elapsed();
        if !bench.rests(body) {
            assert_ulps(bench.x(body), spring.value(t), 4.0, 200.0, &format!("at {t}"));
        }
    }
    bench.run_to(20.0);
    for (body, passes_out) in [(body, 0), (from_there, 1)] {
        assert_eq!((bench.x(body), bench.rests(body)), (100.0, true));
        // An entity that starts beyond the bounds has no contacts while it oscillates about them.
        assert_eq!(bench.contacts().iter().filter(|contact| contact.entity == body).count(), passes_out);
    }
}

#[test]
fn invalid_bounds_are_reported() {
    #[derive(Resource, Default)]
    struct Fields(Vec<&'static str>);
    let mut bench = Bench::at_rate(64.0);
    bench.app.init_resource::<Fields>();
    bench.app.add_observer(|invalid: On<InvalidMotion>, mut fields: ResMut<Fields>| fields.0.push(invalid.field));
    let with = |bound: f32| [Some(bound), None, None, None];
    // A list with a content of 100 in a view of 300 would scroll from −(100 − 300) to 0.
    let small = Limits { lower: with(200.0), upper: with(0.0), ..Limits::default() };
    let soft = |soft| Limits { soft: Some(soft), ..Limits::default() };
    let cases = [
        (small, "Limits::lower"),
        (small.softened(9.0), "Limits::soft.lower"),
        (soft(SoftBounds { upper: with(f32::NAN), ..SoftBounds::default() }), "Limits::soft.upper"),
        (soft(SoftBounds { angular_frequency: -1.0, ..SoftBounds::default() }), "Limits::soft.angular_frequency"),
        (soft(SoftBounds { damping_ratio: f32::NAN, ..SoftBounds::default() }), "Limits::soft.damping_ratio"),
        (soft(SoftBounds { feed_forward: 1.01, ..SoftBounds::default() }), "Limits::soft.feed_forward"),
        (Limits { upper: with(f32::NAN), ..Limits::default() }, "Limits::upper"),
        (Limits { lower: with(f32::NEG_INFINITY), ..Limits::default() }, "Limits::lower"),
        (Limits { restitution: 1.01, ..Limits::default() }, "Limits::restitution"),
        (Limits { restitution: -0.01, ..Limits::default() }, "Limits::restitution"),
        (Limits { restitution: f32::NAN, ..Limits::default() }, "Limits::restitution"),
        (Limits { normal: Some(Vec3::ZERO), ..Limits::default() }, "Limits::normal"),
    ];
    for (limits, expected) in cases {
        bench.app.world_mut().resource_mut::<Fields>().0.clear();
        let body = list(&mut bench, limits, 1.0);
        bench.run_to(bench.elapsed() + 0.25);
        assert_eq!(bench.app.world().resource::<Fields>().0, [expected]);
        assert!(bench.x(body).is_finite());
    }
}
