//! The edge of a list: figures of GESTURES §11.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{
    app::{Bench, assert_ulps},
    told::listen,
};

const RATES: [f64; 3] = [30.0, 64.0, 1000.0];

/// A list flung at 1000 units/s under friction 2, with an edge at 300.
fn list(bench: &mut Bench, limits: Limits, sign: f32) -> Entity {
    bench.spawn((Transform::default(), Velocity::new(sign * 1000.0 * Vec3::X), Friction::new(2.0), limits))
}

#[test]
fn a_list_flung_over_its_edge_springs_back_from_the_true_instant() {
    for rate in RATES {
        for sign in [1.0_f32, -1.0] {
            let mut bench = Bench::at_rate(rate);
            listen(&mut bench);
            let edge = |bound| [Some(bound), None, None, None];
            let limits = if sign > 0.0 {
                Limits { soft_upper: edge(300.0), ..Limits::default() }
            } else {
                Limits { soft_lower: edge(-300.0), ..Limits::default() }
            };
            let limits = Limits { angular_frequency: 18.0, ..limits };
            // The edge's own damping is critical without the list's friction, which goes on.
            let limits = Limits { damping_ratio: (36.0 - 2.0) / 36.0, ..limits };
            let body = list(&mut bench, limits, sign);
            bench.run_to(0.5);
            assert_ulps(bench.x(body) * sign, 307.881_579_879_493_6, 4.0, 308.0, &format!("{rate} Hz"));
            bench.run_to(0.75);
            let t = bench.elapsed();
            if (t - 0.75).abs() < 1e-9 {
                assert_ulps(bench.x(body) * sign, 300.610_535_831_408_49, 4.0, 308.0, &format!("{rate} Hz"));
            }
            assert_eq!(bench.told().len(), 1, "{rate} Hz");
            let told = bench.told()[0];
            assert_ulps(told.time as f32, 0.458_145_365_937_077_53, 4.0, 0.5, &format!("{rate} Hz"));
            assert_ulps(told.velocity_before.x * sign, 400.0, 4.0, 400.0, &format!("{rate} Hz"));
            assert_eq!(told.velocity_after, told.velocity_before, "{rate} Hz");
            bench.run_to(3.0);
            assert!(bench.rests(body) && bench.x(body) == sign * 300.0, "{rate} Hz: {}", bench.x(body));
            assert_eq!((bench.told().len(), bench.rested().len()), (1, 1), "{rate} Hz");
        }
    }
}

#[test]
fn let_go_past_its_edge_it_comes_back_through_it_and_glides_on() {
    for rate in RATES {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        let body = bench.spawn((
            Transform::from_xyz(350.0, 0.0, 0.0),
            Velocity::new(-1000.0 * Vec3::X),
            Friction::new(2.0),
            Limits {
                soft_upper: [Some(300.0), None, None, None],
                damping_ratio: (24.0 - 2.0) / 24.0,
                ..Limits::default()
            },
        ));
        bench.run_to(6.0);
        assert!(bench.rests(body), "{rate} Hz");
        // It rests within the tolerance of where friction would take it.
        assert!((bench.x(body) - 255.373_97).abs() < 1e-3, "{rate} Hz: {}", bench.x(body));
        assert_eq!(bench.told().len(), 0, "{rate} Hz: it was never passed outward");
    }
}

#[test]
fn dry_friction_alone_reaches_an_edge_and_stops_without_one() {
    for rate in RATES {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        let stone = |limits| (Transform::default(), Velocity::new(1000.0 * Vec3::X), DryFriction::new(1250.0), limits);
        let stopped = bench.spawn(stone(Limits::at_most(Vec3::splat(300.0))));
        let free = bench.spawn(stone(Limits::default()));
        bench.run_to(1.0);
        let told = bench.told().to_vec();
        assert_eq!(told.len(), 1, "{rate} Hz");
        assert_ulps(told[0].time as f32, 0.4, 4.0, 0.5, &format!("{rate} Hz"));
        assert_ulps(told[0].velocity_before.x, 500.0, 4.0, 500.0, &format!("{rate} Hz"));
        assert_eq!((bench.x(stopped), bench.v(stopped)), (300.0, 0.0), "{rate} Hz");
        assert_eq!((bench.x(free), bench.v(free)), (400.0, 0.0), "{rate} Hz");
        assert!(bench.rests(stopped) && bench.rests(free), "{rate} Hz");
    }
}
