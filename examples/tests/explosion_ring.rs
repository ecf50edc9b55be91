//! The scene's ring moves as solved: it starts at the solved rates, follows the solved path, and its radii are equal at the end. The
//! script operates the stage, the dials and the plot through Bevy's picking.
#![expect(clippy::cast_possible_truncation, reason = "a component holds f32")]

use bevy::prelude::*;
use harness::{
    Harness,
    cli::Options,
    script::Script,
    trace::{Row, Sample},
};

use crate::scenes::explosion_ring as scene;
use scene::{
    design::{Design, SolveResult, Solved},
    naive::Naive,
    plots::Scrub,
    ring::Ring,
    script,
};

/// One unit in the last place of an f32 of this magnitude.
fn ulp(magnitude: f64) -> f64 {
    magnitude * f64::from(f32::EPSILON)
}

fn harness(seconds: f64, tick_rate: f64, script: Script) -> Harness {
    let options = Options { seconds: Some(seconds), tick_rate, ..Options::default() };
    Harness::in_process("explosion_ring", options, script).with_interface()
}

/// Returns, for each tick, its time and the samples of the outer and the inner radius.
fn rings(rows: &[Row]) -> Vec<(f64, Sample, Sample)> {
    let of = |name| rows.iter().filter(move |row| row.sample.name == name);
    of("outer").zip(of("inner")).map(|(outer, inner)| (outer.time, outer.sample, inner.sample)).collect()
}

/// Runs the scene without a script, and returns the samples of its first ring.
fn first_ring(seconds: f64, tick_rate: f64) -> Vec<(f64, Sample, Sample)> {
    let harness = harness(seconds, tick_rate, Script::default());
    rings(&harness.simulate(&mut scene::build(&harness)))
}

fn solved(design: Design) -> Solved {
    design.solve().expect("this design is feasible")
}

#[test]
fn the_ring_starts_at_the_solved_rates_and_its_radii_are_bit_for_bit_equal_at_the_end() {
    let solved = solved(Design::default());
    for tick_rate in [30.0, 64.0, 144.0] {
        let rows = first_ring(2.0, tick_rate);
        let (start, outer, inner) = rows[0];
        assert_eq!(start, 0.0);
        assert_eq!(outer.velocity.x, solved.outer.rate(0.0) as f32, "{tick_rate} Hz");
        assert_eq!(inner.velocity.x, solved.inner.rate(0.0) as f32, "{tick_rate} Hz");
        let (_, outer, inner) = rows[rows.len() - 1];
        assert_eq!(outer.position.x.to_bits(), inner.position.x.to_bits(), "{tick_rate} Hz");
        assert_eq!(f64::from(outer.position.x), solved.reach, "{tick_rate} Hz");
        let closed = rows.iter().position(|(_, outer, inner)| outer.position == inner.position);
        let (time, ..) = rows[closed.expect("the ring closes")];
        // The ring counts as closed as soon as both radii round to their end value. At the end rate, this is less than a microsecond early.
        let late = time - solved.duration;
        assert!((-1e-6..=1.0 / tick_rate).contains(&late), "{tick_rate} Hz: the ring closes {late} s after its end");
    }
}

#[test]
fn the_ring_follows_the_solved_path_at_every_tick() {
    let solved = solved(Design::default());
    let rows = first_ring(solved.duration, 64.0);
    for (time, outer, inner) in rows.into_iter().filter(|(time, ..)| *time <= solved.duration) {
        for (path, sample) in [(&solved.outer, outer), (&solved.inner, inner)] {
            let (radius, rate) = (f64::from(sample.position.x), f64::from(sample.velocity.x));
            let (radius_bound, rate_bound) = (ulp(solved.reach), ulp(path.rate(0.0)));
            assert!((radius - path.value(time)).abs() <= radius_bound, "{} at {time} s: {radius}", sample.name);
            assert!((rate - path.rate(time)).abs() <= rate_bound, "{} at {time} s: {rate} px/s", sample.name);
        }
    }
}

#[test]
fn the_radii_do_not_cross_before_the_end() {
    for may_contract in [false, true] {
        for end_rate in [-120.0, -40.0, 0.0, 1.0, 12.0, 100.0, 240.0] {
            let design = Design { end_rate, may_contract, ..Design::default() };
            let Ok(solved) = design.solve() else { continue };
            for step in 0..1000 {
                let time = solved.duration * f64::from(step) / 1000.0;
                let apart = solved.outer.value(time) - solved.inner.value(time);
                assert!(apart >= 0.0, "{design:?} at {time} s: {apart} px");
            }
        }
    }
}

#[test]
fn the_tangent_sets_the_initial_rate() {
    let design = Design::default();
    for start_rate in [40.0, 160.0, 300.0, 1200.0] {
        let end_rate = design.end_rate_from(start_rate).expect("feasible") as f32;
        let found = solved(Design { end_rate, ..design }).outer.rate(0.0);
        // The tolerance is for rounding the end rate to f32. The initial rate depends only weakly on the end rate: on its logarithm, if the
        // end rate is small.
        assert!((found / start_rate - 1.0).abs() < 1e-5, "asked for {start_rate} px/s, found {found}");
    }
}

#[test]
fn the_script_makes_rings_sets_an_infeasible_end_rate_scrubs_time_and_drags_the_tangent() {
    let harness = harness(8.0, 64.0, script::play());
    let mut app = scene::build(&harness);
    app.add_systems(Last, record);
    app.init_resource::<Seen>();
    harness.simulate(&mut app);
    let world = app.world_mut();
    let seen = world.remove_resource::<Seen>().expect("recorded");
    assert!(seen.most_rings >= 5, "a swipe should make several rings: {}", seen.most_rings);
    assert!(seen.errors.iter().any(|error| error.contains("points against")), "{:?}", seen.errors);
    assert!(seen.lowest_share < 0.0, "time should be scrubbed to before the start: {}", seen.lowest_share);
    let design = *world.resource::<Design>();
    assert!(design.may_contract, "the switch should be on");
    assert!(design.end_rate > 0.0, "the tangent should have set the end rate: {}", design.end_rate);
}

/// The observed effects of the script.
#[derive(Resource, Default)]
struct Seen {
    most_rings: usize,
    errors: Vec<String>,
    lowest_share: f32,
}

fn record(rings: Query<&Ring, Without<Naive>>, result: Res<SolveResult>, scrub: Res<Scrub>, mut seen: ResMut<Seen>) {
    seen.most_rings = seen.most_rings.max(rings.iter().len());
    if let Some(error) = &result.error
        && seen.errors.last() != Some(error)
    {
        seen.errors.push(error.clone());
    }
    seen.lowest_share = seen.lowest_share.min(scrub.share);
}
