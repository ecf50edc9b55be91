//! Property tests of the choice of a landing place and of the throw to it.

extern crate std;

use std::vec::Vec;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::{Approach, Fling, Landing, LandingError};

/// A random landing. All values are on a grid, so that ties occur.
fn landings() -> impl Strategy<Value = Landing> {
    let fine = -400_i32..400;
    let limit = prop_oneof![Just(f64::INFINITY), (0_i32..60).prop_map(f64::from)];
    let eighths = |n: i32| f64::from(n) / 8.0;
    (fine.clone(), fine.clone(), fine, 0_i32..40, limit.clone(), limit).prop_map(
        move |(position, velocity, rest, least, below, above)| {
            Landing::new(eighths(position), eighths(velocity), eighths(rest))
                .with_min_speed(f64::from(least))
                .with_limits(-below, above)
        },
    )
}

fn points() -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec((-200_i32..200).prop_map(|n| f64::from(n) / 4.0), 1..8)
}

/// A velocity or displacement of a throw, from pointer jitter to very large.
fn speeds() -> impl Strategy<Value = f64> {
    let sign = prop_oneof![Just(1.0), Just(-1.0)];
    (sign, -7.0_f64..7.0).prop_map(|(sign, exponent)| sign * libm::exp10(exponent))
}

fn frictions() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), (-6.0_f64..2.0).prop_map(libm::exp10)]
}

fn mirrored(landing: &Landing) -> Landing {
    let Landing { position, velocity, rest, lower, upper, .. } = *landing;
    Landing { position: -position, velocity: -velocity, rest: -rest, lower: -upper, upper: -lower, ..*landing }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn among_chooses_the_nearest_allowed_place(landing in landings(), points in points()) {
        let chosen = landing.among(points.iter().copied()).unwrap();
        let limits = [landing.lower, landing.upper];
        let within = |place: &f64| landing.lower <= *place && *place <= landing.upper && place.is_finite();
        let offered: Vec<f64> = points.iter().copied().chain(limits).filter(within).collect();
        prop_assert!(offered.contains(&chosen));
        let beyond = landing.rest < landing.lower || landing.rest > landing.upper;
        let is_ahead = |place: f64| (place - landing.position) * landing.velocity > 0.0;
        let must = !beyond && landing.velocity.abs() >= landing.min_speed && offered.iter().any(|p| is_ahead(*p));
        prop_assert!(!must || is_ahead(chosen));
        for place in offered {
            let (distance, chosen_distance) = ((place - landing.rest).abs(), (chosen - landing.rest).abs());
            let admitted = !must || is_ahead(place);
            prop_assert!(!admitted || chosen_distance <= distance, "{place}");
            let further = (place - chosen) * landing.velocity > 0.0;
            prop_assert!(!(admitted && chosen_distance == distance && further), "{place}");
        }
    }

    #[test]
    fn every_throw_lands_within_its_maximum_duration(
        velocity in speeds(), displacement in speeds(), friction in frictions(), dry in frictions(), max_duration in 0.05_f64..10.0,
    ) {
        let landing = Landing::new(0.0, velocity, 0.0).with_dry(dry);
        let Ok(Approach::Throw(fling)) = landing.approach(displacement, friction, max_duration) else {
            let is_ahead = velocity * displacement > 0.0;
            let in_time = is_ahead && 2.0 * displacement / velocity <= max_duration * (1.0 - 1e-12);
            let stops_short = velocity * velocity < 2.0 * dry * displacement.abs() * (1.0 + 1e-12);
            prop_assert!(!in_time || stops_short);
            return Ok(());
        };
        prop_assert!(fling.duration() <= max_duration);
        prop_assert_eq!((fling.value(fling.duration()), fling.rate(fling.duration())), (displacement, 0.0));
        prop_assert!(fling.friction() <= friction * (1.0 + 1e-9) && fling.dry() >= dry * (1.0 - 1e-9));
        let own = Fling::with_dry_at_least(0.0, displacement, velocity, friction, dry).unwrap();
        prop_assert!(own.duration() > max_duration || own == fling);
    }

    #[test]
    fn a_mirrored_throw_lands_on_the_mirrored_place(
        landing in landings(), points in points(), quarters in 1_i32..80, origin in -80_i32..80, most in 0_u32..4,
    ) {
        prop_assume!(landing.velocity != 0.0);
        let other = mirrored(&landing);
        let (step, origin) = (f64::from(quarters) / 4.0, f64::from(origin) / 4.0);
        let negated = |place: Result<f64, LandingError>| place.map(|place| -place);
        prop_assert_eq!(other.among(points.iter().map(|p| -p)), negated(landing.among(points)));
        prop_assert_eq!(other.on_steps(step, -origin), negated(landing.on_steps(step, origin)));
        let (pages, grabbed) = (landing.on_pages(step, origin, landing.position + 0.5, most), landing.position + 0.5);
        prop_assert_eq!(other.on_pages(step, -origin, -grabbed, most), negated(pages));
    }

    #[test]
    fn on_steps_equals_among_for_the_same_points(landing in landings(), step in 0.01..20.0_f64, origin in -20.0..20.0_f64) {
        // All points within the range of the random values, in ascending order.
        let last = libm::ceil(140.0 / step);
        let listed = core::iter::successors(Some(-last), |n| (*n < last).then_some(n + 1.0)).map(|n| origin + n * step);
        prop_assert_eq!(landing.on_steps(step, origin), landing.among(listed));
    }

    #[test]
    fn on_pages_chooses_a_page_or_a_limit_in_reach(
        landing in landings(), quarters in 4_i32..80, grabbed in -400_i32..400, most in 0_u32..4,
    ) {
        let page = f64::from(quarters) / 4.0;
        let grabbed = f64::from(grabbed) / 8.0;
        let place = landing.on_pages(page, 0.0, grabbed, most).unwrap();
        let held = grabbed.max(landing.lower).min(landing.upper);
        prop_assert!((place - held).abs() <= (f64::from(most) + 0.5) * page, "{place} {held}");
        let on_page = libm::fmod(place, page) == 0.0;
        prop_assert!(on_page || place == landing.lower || place == landing.upper, "{place}");
    }
}
