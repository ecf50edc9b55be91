//! Constructors of components: `new` and named constructors are for the translation, `of` is `new` for another property, and `on` converts
//! a component to another property.

use bevy::prelude::*;
use bevy_exact_motion::{Displacement, RestTolerance, SnapTo, SoftBounds, prelude::*, property::Property};

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

/// The compiler has to infer the property: nothing else in a bundle determines it.
#[test]
fn new_and_named_constructors_need_no_type_annotation() {
    let mut world = World::new();
    let leader = world.spawn_empty().id();
    let body = world
        .spawn((
            (Transform::default(), Spring::new(9.0, 0.5), Friction::new(1.0), DryFriction::new(1.0), Gravity::EARTH),
            (Velocity::new(Vec3::X), Target::new(Vec3::X), Follow::new(leader), TimeScale::new(0.5), Grabbed::new()),
            (AxisSprings::new(Vec3::X, Vec3::ONE), Limits::new(Vec3::ZERO, None), Fling::new(Vec3::Y)),
            (ExponentialRate::new(Vec3::X, 0.1, 1.0).expect("it should be feasible"), RestTolerance::new(0.1)),
            (SnapPoints::steps(Vec3::X), Presentation::Ticked),
        ))
        .id();
    let body = world.entity(body);
    assert_eq!(body.get::<Spring>().map(|spring| spring.angular_frequency), Some(9.0));
    macro_rules! has {
        ($($component:ty),*) => { $(assert!(body.contains::<$component>(), stringify!($component));)* };
    }
    has!(Friction, DryFriction, Gravity, Velocity, Target, Follow, TimeScale, Grabbed);
    has!(AxisSprings, Limits, Fling, ExponentialRate, RestTolerance, SnapPoints);
}

/// `of` has the same arguments as `new`, with the value type of the property.
#[test]
fn of_is_new_for_another_property() {
    let leader = Entity::from_raw_u32(7).expect("7 should be a valid index");
    assert_eq!(Spring::<Reading>::of(9.0, 0.5), Spring::new(9.0, 0.5).on());
    assert_eq!(Friction::<Reading>::of(2.0), Friction::new(2.0).on());
    assert_eq!(DryFriction::<Reading>::of(2.0), DryFriction::new(2.0).on());
    assert_eq!(TimeScale::<Reading>::of(2.0), TimeScale::new(2.0).on());
    assert_eq!(RestTolerance::<Reading>::of(2.0), RestTolerance::new(2.0).on());
    let _: (Grabbed<Reading>, Grabbed<Reading>) = (Grabbed::<Reading>::of(), Grabbed::new().on());

    assert_eq!(Gravity::<Reading>::of(2.0).acceleration, 2.0);
    assert_eq!(Velocity::<Reading>::of(2.0).0, 2.0);
    assert_eq!(Target::<Reading>::of(2.0).value, 2.0);
    assert_eq!(Follow::<Reading>::of(leader).leader, leader);
    assert_eq!(AxisSprings::<Reading>::of(3.0, 1.0).angular_frequency, 3.0);
    assert_eq!(Limits::<Reading>::of(-1.0, None).lower, [Some(-1.0), None, None, None]);
    assert_eq!(Fling::<Reading>::of(2.0).end, 2.0);
    assert_eq!(SnapPoints::<Reading>::of(SnapTo::Points(vec![2.0])).to, SnapTo::Points(vec![2.0]));
    assert_eq!(
        ExponentialRate::<Reading>::of(5.0, 0.1, 1.0).expect("it should be feasible").displacement,
        Displacement::Over(5.0)
    );
    assert_eq!(ExponentialRate::<Reading>::of_end(5.0, 0.1, 1.0).displacement, Displacement::To(5.0));
    assert!(ExponentialRate::<Reading>::of(5.0, -0.1, 1.0).is_err());
}

/// `on` works between properties whose values have the same type.
#[test]
fn on_keeps_every_field() {
    let leader = Entity::from_raw_u32(7).expect("7 should be a valid index");
    let (a, b) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0));
    assert_eq!(Target::new(a).tracked().on::<Scale>(), Target::<Scale>::of(a).tracked());
    assert_eq!(Target::new(a).with_velocity(b).on::<Scale>(), Target::<Scale>::of(a).with_velocity(b));
    assert_eq!(Gravity::EARTH.on::<Scale>(), Gravity::of(Gravity::EARTH.acceleration));
    assert_eq!(Velocity::new(a).on::<Rotation>(), Velocity::of(a));
    let follow = Follow::new(leader).with_own_offset(a).with_look_ahead(0.5).with_feed_forward(0.25);
    let same = Follow::<Scale>::of(leader).with_own_offset(a).with_look_ahead(0.5).with_feed_forward(0.25);
    assert_eq!(follow.on::<Scale>(), same);
    assert_eq!(AxisSprings::new(a, b).in_own_frame().on::<Scale>(), AxisSprings::of(a, b).in_own_frame());
    let fling =
        Fling { min_speed: 1.0, max_duration: 2.0, angular_frequency: 3.0, thrown: [false; 4], ..Fling::new(a) };
    let same = Fling { min_speed: 1.0, max_duration: 2.0, angular_frequency: 3.0, thrown: [false; 4], ..Fling::of(a) };
    assert_eq!(fling.with_duration(4.0).on::<Scale>(), same.with_duration(4.0));
    let rate = ExponentialRate::to(a, 0.5, 1.5).then_coast().on::<Scale>();
    assert_eq!((rate.displacement, rate.end_rate, rate.duration, rate.coasts), (Displacement::To(a), 0.5, 1.5, true));
    let snap = SnapPoints { max_duration: 9.0, angular_frequency: 8.0, ..SnapPoints::pages(a, 2) };
    let same = SnapTo::Pages { size: a, origin: Vec3::ZERO, max_pages: 2 };
    let same = SnapPoints { max_duration: 9.0, angular_frequency: 8.0, ..SnapPoints::<Scale>::of(same) };
    assert_eq!(snap.with_min_speed(5.0).passing_limits().on(), same.with_min_speed(5.0).passing_limits());
}

/// Every field has a different value, so that swapped fields are noticed.
#[test]
fn on_keeps_every_field_of_limits() {
    let bounds = |from: f32| [0.0, 1.0, 2.0, 3.0].map(|i| Some(from + i));
    macro_rules! all {
        () => {
            Limits {
                lower: bounds(10.0),
                upper: bounds(20.0),
                soft: Some(SoftBounds {
                    lower: bounds(30.0),
                    upper: bounds(40.0),
                    angular_frequency: 0.2,
                    damping_ratio: 0.3,
                    feed_forward: 0.4,
                    damps_inside: true,
                }),
                stops_at_target: true,
                normal: Some(Vec3::new(1.0, 2.0, 3.0)),
                restitution: 0.1,
                allows_outside: true,
                tracked: true,
            }
        };
    }
    let (one, other): (Limits, Limits<Scale>) = (all!(), all!());
    assert_eq!(one.on::<Scale>(), other);
    assert_eq!(Limits::default().on::<Scale>(), Limits::<Scale>::default());
    assert_eq!(Limits::floor(2.0).on::<Scale>().lower, [None, Some(2.0), None, None]);
}

#[test]
fn components_can_be_constants() {
    const SPRING: Spring<Reading> = Spring::critical(9.0).on();
    const TARGET: Target<Scale> = Target::new(Vec3::ONE).on();
    const LIMITS: Limits<Scale> = Limits::<Scale>::with_stop_at_target(LIMITED).on();
    const LIMITED: Limits<Scale> = Limits {
        lower: [None; 4],
        upper: [None; 4],
        soft: None,
        stops_at_target: false,
        normal: None,
        restitution: 0.0,
        allows_outside: false,
        tracked: false,
    };
    assert_eq!((SPRING.angular_frequency, TARGET.value, LIMITS.stops_at_target), (9.0, Vec3::ONE, true));
}
