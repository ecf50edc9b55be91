//! Tests, most of them with random input: an edge gives the share it was computed for, a base plus its offset gives the shown orientation,
//! and nothing panics.

extern crate std;

use proptest::prelude::*;

use crate::rotation::{Quaternion, Spin, Vector3};

use super::*;

/// Any number, including special values of `f64`.
fn any_number() -> impl Strategy<Value = f64> {
    let special = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 5e-324, 1e200, 1e-200];
    prop_oneof![proptest::sample::select(special.to_vec()), -1e3..1e3, -4.0..4.0]
}

fn any_vector() -> impl Strategy<Value = Vector3> {
    (any_number(), any_number(), any_number()).prop_map(|(x, y, z)| Vector3::new(x, y, z))
}

fn any_spin() -> impl Strategy<Value = Spin> {
    let vector = || (-3.0..3.0, -3.0..3.0, -3.0..3.0).prop_map(|(x, y, z)| Vector3::new(x, y, z));
    (vector(), vector())
        .prop_map(|(turn, angular_velocity)| Spin { orientation: Quaternion::exp(turn), angular_velocity })
}

fn apart(a: &Spin, b: &Spin) -> f64 {
    let turn = (a.orientation * b.orientation.conjugate()).vector.length();
    turn + (a.angular_velocity - b.angular_velocity).length()
}

proptest! {
    #[test]
    fn a_camera_turned_to_an_edge_shows_the_point_at_the_given_fraction_of_the_picture(
        share in -0.5..0.5f64, field_of_view in 0.2..1.6f64, aspect in 0.5..2.0f64, pitch in -1.05..1.05f64,
        yaw in -3.0..3.0f64, away in -0.3..0.3f64,
    ) {
        let lens = Lens { field_of_view, aspect, rate: 0.0 };
        let point = Polar { yaw, pitch: pitch + away, length: 5.0 }.place() * -1.0;
        let seen = Bearing::of(point, Vector3::default()).unwrap();
        let aim = Polar { yaw: yaw + away, pitch, length: 0.0 };
        let still = Polar::default();
        if let Some(edge) = Edge::of_yaw(share, &lens, &aim, &still, &seen)
            && let Some([right, _]) = lens.shares(&Polar { yaw: edge.angle, ..aim }, point)
        {
            // Near the steepest pitch that has an edge, only half of the yaw's digits are correct.
            prop_assert!((right - share).abs() < 2e-14, "{right}");
        }
        let edge = Edge::of_pitch(share, &lens, &aim, &still, &seen).unwrap();
        let [_, up] = lens.shares(&Polar { pitch: edge.angle, ..aim }, point).unwrap();
        prop_assert!((up - share).abs() < 4e-15, "{up}");
    }

    #[test]
    fn an_aim_shows_the_point_at_both_fractions_of_the_picture_and_is_at_both_edges(
        right in -0.5..0.5f64, up in -0.5..0.5f64, field_of_view in 0.2..1.6f64, aspect in 0.5..2.0f64, yaw in -3.0..3.0f64,
        pitch in -1.5..1.5f64,
    ) {
        let lens = Lens { field_of_view, aspect, rate: 0.0 };
        let point = Polar { yaw, pitch, length: 5.0 }.place() * -1.0;
        let seen = Bearing::of(point, Vector3::default()).unwrap();
        let aim = lens.aim([right, up], &seen);
        let (x, y) = (2.0 * right * lens.width(), 2.0 * up * lens.height());
        // The ratio of the point's height to the greatest height that can be shown there.
        let steepness = libm::sin(pitch).abs() * libm::sqrt((1.0 + x * x + y * y) / (1.0 + y * y));
        if steepness > 1.0 {
            prop_assert!(((aim.yaw - seen.yaw).abs() - core::f64::consts::FRAC_PI_2).abs() < 1e-15);
        } else if steepness < 0.999 {
            // Here an error of the bearing is multiplied by at most 1/√(1 − 0.999²) = 22 in the aim, and again in an edge.
            let shares = lens.shares(&aim, point).unwrap();
            prop_assert!((shares[0] - right).abs() < 2e-14 && (shares[1] - up).abs() < 2e-14, "{shares:?}");
            let still = Polar::default();
            let edge = Edge::of_pitch(up, &lens, &aim, &still, &seen).unwrap();
            prop_assert!((edge.angle - aim.pitch).abs() < 2e-13, "{edge:?}, {aim:?}");
            let edge = Edge::of_yaw(right, &lens, &aim, &still, &seen).unwrap();
            // Beyond a pole, where the camera is upside down, there may be a yaw nearer to the bearing's.
            prop_assert!(aim.pitch.abs() > 1.55 || (edge.angle - aim.yaw).abs() < 2e-13, "{edge:?}, {aim:?}");
        }
    }

    #[test]
    fn base_plus_offset_is_the_shown_orientation(shown in any_spin(), base in any_spin()) {
        let turn = TurnOffset::between(&shown, &base);
        // Near half a turn the axis of the rotation is ill-conditioned.
        if turn.offset.length() < 3.1 {
            prop_assert!(apart(&turn.on(&base), &shown) < 1e-13);
        }
        if let Some(level) = LevelOffset::between(&shown, &base) {
            prop_assert!(apart(&level.on(&base).unwrap(), &shown) < 1e-12);
        }
    }

    #[test]
    fn no_function_panics_for_any_input(
        a in any_vector(), b in any_vector(), c in any_vector(), x in any_number(), y in any_number(), z in any_number(),
    ) {
        let polar = Polar { yaw: x, pitch: y, length: z };
        let _ = (Polar::of_place(a), polar.acceleration(&polar, &polar), polar.angular_velocity(&polar));
        let lens = Lens { field_of_view: x, aspect: y, rate: z };
        if let Some(seen) = Bearing::next(a, b, None) {
            prop_assert!((seen.yaw + seen.pitch + seen.yaw_rate + seen.pitch_rate).is_finite());
            let _ = lens.aim([z, x], &seen);
            for edge in [Edge::of_yaw(z, &lens, &polar, &polar, &seen), Edge::of_pitch(z, &lens, &polar, &polar, &seen)] {
                prop_assert!(edge.is_none_or(|edge| (edge.angle + edge.rate).is_finite()));
            }
        }
        let plane = Plane { point: a, normal: b };
        prop_assert!(plane.free_length(c, a).is_none_or(|free| free >= 0.0 && free.is_finite()));
        let _ = (plane.free_length_rate(c, a, b, c), cast_radius(x, &lens), whiskers([(x, y), (y, z)], z));
        let sphere = Sphere { right: x, up: y, back: z, radius: x };
        prop_assert!(Sphere::fit_length([sphere], y, &lens).is_none_or(f64::is_finite));
        prop_assert!(Sphere::fit_lens([sphere], y, z, x).is_none_or(|height| height >= 0.0));
        let _ = middle([Member { position: a, velocity: b, weight: x, weight_rate: y }]);
        for kind in [DecayKind::Critical, DecayKind::Eased] {
            let decay = Decay { kind, angular_frequency: x, offset: y, rate: z };
            let _ = (decay.at(x), decay.duration(y, f64::abs), turned_near(x, y));
        }
    }
}

#[test]
fn an_offset_has_decayed_to_1_percent_after_the_given_duration() {
    for kind in [DecayKind::Critical, DecayKind::Eased] {
        let decay = Decay { kind, angular_frequency: kind.angular_frequency(0.7), offset: 3.0, rate: 0.0 };
        assert!((decay.at(0.7).0 - 0.03).abs() < 1e-15);
        assert_eq!(decay.at(0.0), (3.0, 0.0));
        assert_eq!(decay.at(f64::INFINITY), (0.0, 0.0));
        assert!(decay.at(decay.duration(1e-7, f64::abs)).0.abs() < 1e-7);
    }
}

#[test]
fn between_level_views_the_shortest_arc_rolls_but_level_offsets_do_not() {
    let degrees = core::f64::consts::PI / 180.0;
    for (yaw, low, high, rolls) in [(120.0, 6.0, 52.0, 15.5), (150.0, 11.0, 57.0, 21.75)] {
        let view = |yaw: f64, pitch: f64| Spin {
            orientation: Polar { yaw: yaw * degrees, pitch: pitch * degrees, length: 0.0 }.orientation(),
            angular_velocity: Vector3::default(),
        };
        let (shown, base) = (view(yaw, low), view(0.0, high));
        let roll = |spin: &Spin| LevelOffset::of(spin).unwrap().angles.z.abs() / degrees;
        let (level, arc) = (LevelOffset::between(&shown, &base).unwrap(), TurnOffset::between(&shown, &base));
        let mut most = 0.0_f64;
        for share in (0..=100).map(|i| f64::from(i) / 100.0) {
            let level = LevelOffset { angles: level.angles * share, ..level };
            assert!(roll(&level.on(&base).unwrap()) < 1e-13);
            most = most.max(roll(&TurnOffset { offset: arc.offset * share, ..arc }.on(&base)));
        }
        assert!((most - rolls).abs() < 0.02, "the shortest arc rolls by {most}°");
    }
}

#[test]
fn undefined_angles_of_a_bearing_keep_their_last_values_with_rates_of_0() {
    let last = Bearing { yaw: 0.3, pitch: 0.1, yaw_rate: 2.0, pitch_rate: 1.0 };
    let fixed = Some(Bearing { yaw_rate: 0.0, pitch_rate: 0.0, ..last });
    let still = Vector3::default();
    for offset in [still, Vector3::new(0.0, 0.0, 9e-5), Vector3::new(f64::NAN, 1.0, 0.0)] {
        assert_eq!(Bearing::next(offset, still, Some(last)), fixed);
        assert_eq!(Bearing::next(offset, still, None), None);
    }
    // Within 1° of straight up, the yaw is kept, but the pitch is not.
    let seen = Bearing::next(Vector3::new(0.0, 5.0, -0.05), Vector3::new(1.0, 0.0, 1.0), Some(last)).unwrap();
    assert_eq!((seen.yaw, seen.yaw_rate), (0.3, 0.0));
    assert!(seen.pitch < -1.55 && seen.pitch_rate != 0.0);
}

#[test]
fn carry_adds_the_velocity_of_the_turning_frame_and_local_subtracts_it() {
    let deck = Placement {
        angular_velocity: Vector3::new(0.2, 0.5, -0.1),
        velocity: Vector3::new(1.0, 0.0, 2.0),
        ..Placement::REST
    };
    let local = Placement { position: Vector3::new(1.0, 2.0, 3.0), ..Placement::REST };
    let world = deck.carry(&local);
    let swept = deck.angular_velocity.cross(local.position);
    assert!((world.velocity - deck.velocity - swept).length() < 1e-15);
    assert!(deck.local(&world).velocity.length() < 1e-15);
}
