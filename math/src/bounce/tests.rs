use super::*;

const BALL: Bounce = Bounce { acceleration: -8.0, friction: 0.0, floor: 1.0, restitution: 0.5 };

#[test]
fn a_ceiling_mirrors_a_floor() {
    for friction in [0.0, 0.7] {
        let ball = Bounce { friction, ..BALL };
        let mirrored = Bounce { acceleration: 8.0, floor: -1.0, ..ball };
        let (down, up) = (ball.next_contact(5.0, 2.0).unwrap(), mirrored.next_contact(-5.0, -2.0).unwrap());
        assert_eq!((down.time, down.velocity), (up.time, -up.velocity));
        assert_eq!(ball.rests(0.1, 1e-2), mirrored.rests(-0.1, 1e-2));
    }
}

#[test]
fn a_ball_that_rests_on_the_floor_or_is_beyond_it_has_no_contact() {
    assert_eq!(BALL.next_contact(1.0, -2.0), Some(Crossing { time: 0.0, velocity: -2.0 }));
    assert_eq!(BALL.next_contact(1.0, 2.0), Some(Crossing { time: 0.5, velocity: -2.0 }));
    let soon = BALL.next_contact(1.0 + 1.0 / 1024.0, -1e6).unwrap();
    assert!((soon.time * 1e6 * 1024.0 - 1.0).abs() < 1e-13);
    assert_eq!(BALL.next_contact(1.0, 0.0), None);
    assert_eq!(BALL.next_contact(0.9, -1.0), None);
    assert_eq!(Bounce { acceleration: 0.0, ..BALL }.next_contact(2.0, -1.0), None);
}

#[test]
fn the_forecast_of_rest_matches_contacts_followed_one_by_one() {
    for (friction, restitution) in [(0.3, 0.3), (5.0, 0.9), (0.01, 0.98), (40.0, 0.0)] {
        let ball = Bounce { friction, restitution, ..BALL };
        let (mut time, mut x, mut v) = (0.0, 4.0, 1.0);
        for _ in 0..3000 {
            let Some(contact) = ball.next_contact(x, v) else { break };
            time += contact.time;
            (x, v) = (ball.floor, ball.velocity_after(contact.velocity));
        }
        let Rest::Stops { time: forecast, position } = ball.rest(4.0, 1.0) else { panic!("it rests") };
        assert!((forecast / time - 1.0).abs() < 1e-14, "{friction} {restitution}: {forecast} {time}");
        assert_eq!(position, 1.0);
    }
}

#[test]
fn the_forecast_of_rest_is_right_to_1e_7_if_more_than_4096_contacts_matter() {
    let ball = Bounce { friction: 2.0, restitution: 0.9995, ..BALL };
    let (mut time, mut x, mut v) = (0.0, 4.0, 1.0);
    for _ in 0..40_000 {
        let contact = ball.next_contact(x, v).unwrap();
        time += contact.time;
        (x, v) = (ball.floor, ball.velocity_after(contact.velocity));
    }
    let Rest::Stops { time: forecast, .. } = ball.rest(4.0, 1.0) else { panic!("it rests") };
    assert!((forecast / time - 1.0).abs() < 1e-7, "{forecast} {time}");
}

#[test]
fn elastic_and_invalid_balls_never_rest() {
    for friction in [0.0, 0.1] {
        let elastic = Bounce { restitution: 1.0, friction, ..BALL };
        assert!(matches!(elastic.rest(4.0, 0.0), Rest::Never { .. }));
    }
    for bad in [BALL.rest(f64::NAN, 1.0), BALL.rest(2.0, f64::NAN), BALL.rest(0.0, 0.0)] {
        assert!(matches!(bad, Rest::Never { .. }));
    }
    assert_eq!(BALL.rest(1.0, 0.0), Rest::Stops { time: 0.0, position: 1.0 });
    assert!(!BALL.rests(f64::NAN, 1.0) && !BALL.rests(1.0, f64::NAN));
    assert!(!Bounce { acceleration: 0.0, ..BALL }.rests(0.0, 1.0));
}
