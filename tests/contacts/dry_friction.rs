//! Dry friction: it stops exactly, and holds while it can.

use bevy::prelude::*;
use bevy_exact_motion::{
    math::{DryFriction as Reference, Law, Rest, crossing::Motion as Smooth},
    prelude::*,
};

use crate::{
    app::assert_ulps,
    pacing::{self, Paced},
};

#[test]
fn a_curling_stone_on_a_spring_stops_where_and_when_it_does_at_any_rate() {
    for pacing in pacing::ALL {
        for (omega, zeta, deceleration, start, velocity) in
            [(6.0_f32, 0.1_f32, 3.0_f32, 1.0_f32, 0.0_f32), (2.0, 0.0, 0.5, -3.0, 7.0), (9.0, 1.5, 4.0, 0.0, 12.0)]
        {
            let what = format!("{pacing:?}, ω {omega}, ζ {zeta}, d {deceleration}");
            let (wide, damping) = (f64::from(omega), 2.0 * f64::from(zeta) * f64::from(omega));
            let law = Law { k: wide * wide, c: damping, ..Law::default() };
            let motion = Smooth { law, target: 0.5, start: start.into(), velocity: velocity.into() };
            let stone = Reference { motion, dry: deceleration.into() };
            let Rest::Stops { time, position } = stone.rest() else { panic!("it stops") };
            let mut paced = Paced::new(pacing);
            let body = paced.bench.spawn((
                Transform::from_xyz(start, 0.0, 0.0),
                Velocity::new(velocity * Vec3::X),
                Spring::new(omega, zeta),
                Target::new(0.5 * Vec3::X),
                DryFriction::new(deceleration),
            ));
            while paced.bench.elapsed() < time + 0.2 {
                paced.go_on();
                let (bench, t) = (&paced.bench, paced.now());
                let (x, v) = stone.state(t);
                assert_ulps(bench.x(body), x, 4.0, 4.0, &format!("{what}, at {t}"));
                assert_ulps(bench.v(body), v, 4.0, f64::from(omega) * 4.0, &format!("{what}, velocity at {t}"));
                // The tick that finds it at rest puts it to rest.
                assert_eq!(bench.rests(body), bench.elapsed() >= time, "{what}, at {t}");
            }
            let bench = &paced.bench;
            assert_ulps(bench.x(body), position, 4.0, 4.0, &what);
            assert_eq!(bench.rested().len(), 1, "{what}");
        }
    }
}
