//! Springs and frictions of `math` convert to components without a type annotation, and springs convert to curves.

use bevy::prelude::*;
use bevy_exact_motion::{SpringCurve, math, prelude::*, property::Property};

#[derive(Component)]
struct Dial(f32);

#[derive(TypePath)]
enum Reading {}

impl Property for Reading {
    type Component = Dial;
    type Value = f32;

    fn get(dial: &Dial) -> f32 {
        dial.0
    }

    fn set(dial: &mut Dial, value: f32) {
        dial.0 = value;
    }
}

#[test]
fn from_converts_to_a_component_of_the_translation() {
    let mut world = World::new();
    let spring = math::Spring::from_half_life(0.1).unwrap().with_target(7.0);
    let friction = math::Friction::from_retention(0.2).unwrap();
    let body = world.spawn((Transform::default(), Spring::from(spring), Friction::from(friction))).id();
    assert_eq!(world.get::<Spring>(body), Some(&Spring::from_half_life(0.1)));
    assert_eq!(world.get::<Friction>(body), Some(&Friction::from_retention(0.2)));
}

#[test]
fn into_converts_to_a_component_of_another_property() {
    let mut world = World::new();
    let spring = math::Spring::new(3.0, 0.5).unwrap();
    let friction = math::Friction::new(2.0).unwrap();
    let into: (Spring<Reading>, Friction<Reading>) = (spring.into(), friction.into());
    let dial = world.spawn((Dial(0.0), Spring::from(spring).on::<Reading>(), Friction::from(friction).on::<Reading>()));
    assert_eq!(dial.get::<Spring<Reading>>(), Some(&into.0));
    assert_eq!(dial.get::<Friction<Reading>>(), Some(&into.1));
}

#[test]
fn a_spring_component_converts_to_a_curve() {
    let spring = Spring::wobbly();
    let wide = math::Spring::new(spring.angular_frequency.into(), spring.damping_ratio.into()).unwrap();
    assert_eq!(SpringCurve::from(spring), SpringCurve::new(wide, 1e-3));
    assert_eq!(SpringCurve::from(&spring.on::<Reading>()), SpringCurve::new(wide, 1e-3));
    let settled = wide.settling_time(1e-3);
    let curve = SpringCurve::from(&spring);
    assert!((f64::from(curve.domain().end()) - settled).abs() < 1e-6);
    for i in 0..100u8 {
        let t = curve.domain().end() * f32::from(i) / 100.0;
        assert_eq!(curve.sample(t), Some(wide.value(t.into()) as f32));
    }
}

#[test]
fn a_curve_of_an_invalid_spring_stays_at_0() {
    for (angular_frequency, damping_ratio) in
        [(f32::NAN, 1.0), (1.0, f32::NAN), (-1.0, 1.0), (1.0, -1.0), (1.0, f32::INFINITY)]
    {
        let curve = SpringCurve::from(Spring::new(angular_frequency, damping_ratio));
        assert_eq!(curve.domain(), Interval::UNIT);
        assert_eq!((curve.sample(0.0), curve.sample(1.0)), (Some(0.0), Some(0.0)));
    }
    // With an infinite frequency, the curve arrives instantly.
    let curve = SpringCurve::from(Spring::new(f32::INFINITY, 1.0));
    assert_eq!((curve.sample_unchecked(0.0), curve.sample_unchecked(1e-6)), (0.0, 1.0));
    // With a frequency of 0, the curve never arrives.
    let curve = SpringCurve::from(Spring::new(0.0, 1.0));
    assert_eq!(curve.sample(1.0), Some(0.0));
}
