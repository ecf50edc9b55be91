use super::*;

const POINTS: [f64; 4] = [0.0, 100.0, 180.0, 400.0];

#[test]
fn the_point_or_limit_nearest_to_the_rest_position_is_chosen() {
    let at = |rest: f64| Landing::new(50.0, 0.0, rest).with_limits(-30.0, 420.0);
    for (rest, place) in [(10.0, 0.0), (-20.0, -30.0), (60.0, 100.0), (139.0, 100.0), (409.0, 400.0), (411.0, 420.0)] {
        assert_eq!(at(rest).among(POINTS), Ok(place), "{rest}");
    }
    // A point beyond a limit is ignored, even if there is no other point.
    assert_eq!(at(415.0).with_limits(-30.0, 390.0).among(POINTS), Ok(390.0));
    assert_eq!(at(350.0).with_limits(-30.0, 390.0).among([400.0]), Ok(390.0));
}

#[test]
fn a_motion_that_would_stop_beyond_a_limit_lands_at_that_limit() {
    for velocity in [0.0, 700.0, -700.0] {
        let landing = Landing::new(50.0, velocity, 500.0).with_limits(0.0, 300.0);
        assert_eq!(landing.among([300.0, 299.0, 100.0]), Ok(300.0));
        assert_eq!(landing.on_steps(160.0, 0.0), Ok(300.0));
        assert_eq!(Landing { rest: f64::NEG_INFINITY, ..landing }.on_steps(160.0, 0.0), Ok(0.0));
    }
}

#[test]
fn of_two_equally_near_places_the_one_ahead_is_chosen_and_without_velocity_the_first_one() {
    for (velocity, point, step) in [(0.0, 180.0, 2.0), (1.0, 180.0, 3.0), (-1.0, 100.0, 2.0)] {
        let landing = Landing::new(140.0, velocity, 140.0).with_min_speed(2.0);
        assert_eq!(landing.among([180.0, 100.0]), Ok(point));
        let landing = Landing::new(2.5, velocity, 2.5).with_min_speed(2.0);
        assert_eq!(landing.on_steps(1.0, 0.0), Ok(step));
    }
    let landing = Landing::new(5.0, 0.0, 5.0).with_limits(0.0, 10.0);
    assert_eq!(landing.on_steps(100.0, 0.0), Ok(0.0));
    assert_eq!(landing.with_limits(-10.0, 10.0).among([0.0]), Ok(0.0));
}

#[test]
fn a_throw_does_not_come_back_if_a_place_is_ahead() {
    let slow = Landing::new(110.0, 50.0, 120.0).with_min_speed(60.0);
    let fast = Landing { velocity: 60.0, ..slow };
    assert_eq!((slow.among(POINTS), fast.among(POINTS)), (Ok(100.0), Ok(180.0)));
    assert_eq!((slow.on_steps(100.0, 0.0), fast.on_steps(100.0, 0.0)), (Ok(100.0), Ok(200.0)));
    // A throw lands ahead even if it would stop behind its release.
    assert_eq!(Landing { rest: -500.0, ..fast }.on_steps(100.0, 0.0), Ok(200.0));
    // A throw that is released on a point does not stay there.
    assert_eq!(Landing { position: 100.0, ..fast }.on_steps(100.0, 0.0), Ok(200.0));
    // A limit ahead counts as a place. Without a place ahead, the throw comes back.
    assert_eq!(fast.with_limits(0.0, 150.0).on_steps(100.0, 0.0), Ok(150.0));
    assert_eq!(fast.among([0.0, 100.0]), Ok(100.0));
    assert_eq!(Landing { position: 150.0, ..fast }.with_limits(0.0, 150.0).on_steps(100.0, 0.0), Ok(100.0));
}

#[test]
fn pages_are_counted_from_the_position_of_the_grab() {
    // A slow drag over 0.6 pages, then a flick that would stop after another 1.5 pages.
    let flick = Landing::new(0.6, 9.0, 2.1);
    assert_eq!((flick.on_pages(1.0, 0.0, 0.0, 1), flick.on_steps(1.0, 0.0)), (Ok(1.0), Ok(2.0)));
    assert_eq!(flick.on_pages(1.0, 0.0, 0.0, 3), Ok(2.0));
    let back = Landing::new(-0.6, -9.0, -7.0);
    assert_eq!((back.on_pages(1.0, 0.0, 0.2, 1), back.on_pages(1.0, 0.0, 0.2, 2)), (Ok(-1.0), Ok(-2.0)));
    // A motion that is released beyond the last page in reach comes back to that page.
    assert_eq!(Landing::new(1.7, 9.0, 3.0).on_pages(1.0, 0.0, 0.0, 1), Ok(1.0));
    assert_eq!(Landing::new(0.3, 9.0, 3.0).on_pages(1.0, 0.0, 0.0, 0), Ok(0.0));
    // The upper limit is between two pages.
    let last = Landing::new(2.1, 9.0, 2.4).with_limits(0.0, 2.4);
    assert_eq!((last.on_pages(1.0, 0.0, 2.0, 1), last.on_pages(1.0, 0.0, 1.0, 1)), (Ok(2.4), Ok(2.0)));
    assert_eq!(last.on_pages(1.0, 0.0, 7.0, 0), Ok(2.0));
    assert_eq!(last.with_limits(0.0, 2.6).on_pages(1.0, 0.0, 7.0, 0), Ok(2.6));
    for (velocity, place) in [(0.0, 1.0), (1.0, 2.0), (-1.0, 1.0)] {
        assert_eq!(Landing::new(0.5, velocity, 9.0).on_pages(1.0, 0.0, 0.5, 1), Ok(place));
    }
}

#[test]
fn invalid_input_is_an_error() {
    use LandingError as Error;
    let landing = Landing::new(0.0, 1.0, 2.0);
    assert_eq!(landing.with_limits(0.0, 1.0).among([]), Err(Error::NoPoints));
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(landing.on_steps(bad, 0.0), Err(Error::Step { .. })));
        assert!(matches!(landing.on_pages(bad, 0.0, 0.0, 1), Err(Error::Step { .. })));
    }
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(matches!(landing.among([0.0, bad]), Err(Error::NotFinite { name: "point", .. })));
        assert!(matches!(landing.on_steps(1.0, bad), Err(Error::NotFinite { name: "origin", .. })));
        assert!(matches!(landing.on_pages(1.0, 0.0, bad, 1), Err(Error::NotFinite { name: "grabbed", .. })));
        for bad in [
            Landing { position: bad, ..landing },
            Landing { velocity: bad, ..landing },
            Landing { rest: bad, ..landing },
        ] {
            assert!(matches!(bad.among([0.0]), Err(Error::NotFinite { .. })), "{bad:?}");
            assert!(matches!(bad.on_steps(1.0, 0.0), Err(Error::NotFinite { .. })), "{bad:?}");
        }
    }
    let (nan, infinity) = (f64::NAN, f64::INFINITY);
    assert!(matches!(landing.with_min_speed(nan).among([0.0]), Err(Error::NotFinite { .. })));
    assert!(landing.with_min_speed(infinity).among([0.0]).is_ok());
    for (lower, upper) in [(1.0, 0.0), (nan, 1.0), (0.0, nan), (infinity, infinity), (-infinity, -infinity)] {
        assert!(matches!(landing.with_limits(lower, upper).among([0.0]), Err(Error::Limits { .. })));
        assert!(matches!(landing.with_limits(lower, upper).on_pages(1.0, 0.0, 0.0, 1), Err(Error::Limits { .. })));
    }
}

#[test]
fn extreme_input_gives_a_finite_place_or_an_error() {
    let sizes = [0.0, 5e-324, 1e-300, 1.0, 1e16, 1e300, f64::MAX];
    for (rest, step) in sizes.into_iter().flat_map(|rest| sizes.map(|step| (rest, step))) {
        for (origin, velocity) in sizes.into_iter().flat_map(|origin| [(origin, 1.0), (-origin, 0.0)]) {
            let landing = Landing::new(1.0, velocity, rest);
            assert!(landing.on_steps(step, origin).map_or(true, f64::is_finite), "{rest} {step} {origin}");
            let place = landing.with_limits(-2.0, 3.0).on_pages(step, origin, rest, u32::MAX);
            assert!(place.map_or(step == 0.0, |place| (-2.0..=3.0).contains(&place)), "{rest} {step} {origin}");
        }
    }
}
