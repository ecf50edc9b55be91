//! Values of type f64, `DVec2`, `DVec3` and `DVec4` in user-defined components.

use bevy::{
    math::{DVec2, DVec3, DVec4},
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{events::InvalidMotion, math, prelude::*, property, space::Space};

#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
struct Orbiter {
    height: f64,
    plane: DVec2,
    place: DVec3,
    four: DVec4,
}

property! {
    Height: Orbiter.height as f64;
    Plane: Orbiter.plane as DVec2;
    Place: Orbiter.place as DVec3;
    Four: Orbiter.four as DVec4;
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
        .register_motion::<Height>()
        .register_motion::<Plane>()
        .register_motion::<Place>()
        .register_motion::<Four>()
        .insert_resource(Time::<Fixed>::from_hz(64.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.update();
    app
}

/// An astronomical unit, in m. At this distance, the spacing of f32 is 16 km, and that of f64 is 3.1e-5 m.
const FAR: f64 = 149_597_870_700.0;

/// The largest error of one rounding to f64 at the distance [`FAR`], in m. Each tick rounds once.
const ROUNDING: f64 = 1.6e-5;

/// The events of the property [`Height`].
#[derive(Resource, Default, Debug, PartialEq)]
struct Events {
    finished: usize,
    reached: Vec<f64>,
    invalid: Vec<&'static str>,
}

/// An app that records [`Events`].
fn listening() -> App {
    let mut app = app();
    app.init_resource::<Events>()
        .add_observer(|_: On<Finished<Height>>, mut all: ResMut<Events>| all.finished += 1)
        .add_observer(|reached: On<LimitReached<Height>>, mut all: ResMut<Events>| all.reached.push(reached.value))
        .add_observer(|invalid: On<InvalidMotion<Height>>, mut all: ResMut<Events>| all.invalid.push(invalid.field));
    app
}

fn events(app: &App) -> &Events {
    app.world().resource()
}

fn orbiter(app: &App, entity: Entity) -> Orbiter {
    *app.world().get(entity).unwrap()
}

fn height(app: &App, entity: Entity) -> f64 {
    orbiter(app, entity).height
}

/// At an astronomical unit from the origin, the path matches the closed form within one rounding of f64 per tick.
#[test]
fn the_path_of_an_f64_is_not_rounded_to_f32() {
    let mut app = app();
    let start = DVec3::new(FAR, -FAR, 0.5);
    let goal = start + DVec3::new(10.0, -3.0, 0.25);
    let body = Orbiter { place: start, height: FAR, ..default() };
    let body = app
        .world_mut()
        .spawn((
            (body, Spring::new(3.0, 0.4).on::<Place>(), Target::<Place>::of(goal)),
            (Gravity::<Height>::of(-9.80665), Velocity::<Height>::of(20.0)),
        ))
        .id();
    let spring = math::Spring::new(3.0_f32.into(), 0.4_f32.into()).unwrap();
    for tick in 1..=64 {
        app.update();
        let t = f64::from(tick) / 64.0;
        let Orbiter { place, height, .. } = *app.world().get::<Orbiter>(body).unwrap();
        let expected = start + (goal - start) * spring.value(t);
        let roundings = ROUNDING * f64::from(tick);
        assert!((place - expected).abs().max_element() <= roundings, "tick {tick}: {place} {expected}");
        assert!((place.z - expected.z).abs() <= 1e-14, "near 0 the rounding is smaller: {} {}", place.z, expected.z);
        let expected = FAR + 20.0 * t - 0.5 * 9.80665 * t * t;
        assert!((height - expected).abs() <= roundings, "tick {tick}: {height} {expected}");
        let velocity = app.world().get::<Velocity<Height>>(body).unwrap().0;
        assert!((velocity - (20.0 - 9.80665 * t)).abs() < 1e-12, "{velocity}");
    }
}

/// The values of each type rest exactly on their targets. The rest tolerance does not grow with the spacing of f32.
#[test]
fn far_from_the_origin_f64_values_rest_exactly_on_their_targets() {
    let mut app = app();
    let far = Orbiter { height: 1e8, plane: DVec2::splat(-1e8), place: DVec3::splat(1e9), four: DVec4::splat(1e7) };
    let goal = Orbiter {
        height: 1e8 + 0.123,
        plane: far.plane + DVec2::new(0.5, 0.25),
        place: far.place + DVec3::splat(1.0 / 3.0),
        four: far.four + DVec4::splat(0.7),
    };
    let spring = Spring::critical(12.0);
    let body = app
        .world_mut()
        .spawn((
            far,
            (spring.on::<Height>(), Target::<Height>::of(goal.height)),
            (spring.on::<Plane>(), Target::<Plane>::of(goal.plane)),
            (spring.on::<Place>(), Target::<Place>::of(goal.place)),
            (spring.on::<Four>(), Target::<Four>::of(goal.four)),
        ))
        .id();
    // After half a second, the values still move. In f32, all of them would rest from the start.
    for _ in 0..32 {
        app.update();
    }
    assert!(!app.world().entity(body).contains::<Resting<Place>>());
    for _ in 0..200 {
        app.update();
    }
    assert_eq!(app.world().get::<Orbiter>(body), Some(&goal));
    let body = app.world().entity(body);
    assert!(body.contains::<Resting<Height>>() && body.contains::<Resting<Plane>>());
    assert!(body.contains::<Resting<Place>>() && body.contains::<Resting<Four>>());
}

/// A slow spring with short ticks comes to rest even where the spacing of f64 is as large as the rest tolerance.
#[test]
fn a_slow_spring_rests_at_the_limit_of_f64() {
    let mut app = app();
    app.insert_resource(Time::<Fixed>::from_hz(1000.0)).insert_resource(TimeUpdateStrategy::FixedTimesteps(200));
    let place = DVec3::new(1e15, 0.0, -1e15);
    let goal = place + DVec3::new(4000.0, 1.0, 0.0);
    let spring = (Spring::critical(1.0).on::<Place>(), Target::<Place>::of(goal));
    let body = app.world_mut().spawn((Orbiter { place, ..default() }, spring)).id();
    for _ in 0..75 {
        app.update();
    }
    assert_eq!(app.world().get::<Orbiter>(body).unwrap().place, goal);
    assert!(app.world().entity(body).contains::<Resting<Place>>());
}

/// The exponential rate ends inside a tick. Until then, it matches the closed form.
#[test]
fn an_exponential_rate_ends_exactly_on_an_end_that_no_f32_can_hold() {
    let mut app = listening();
    let start = Orbiter { height: FAR, place: DVec3::new(FAR, 0.0, -FAR), ..default() };
    let (top, goal) = (FAR + 10.123, start.place + DVec3::new(3.3, -4.4, 0.7));
    let rise = ExponentialRate::<Height>::of_end(top, 0.25, 0.6);
    let way = ExponentialRate::<Place>::of_end(goal, 0.25, 0.6);
    let profile = rise.solve_from(start.height).unwrap();
    let body = app.world_mut().spawn((start, rise, way)).id();
    for tick in 1..=38 {
        app.update();
        let expected = FAR + profile.value(f64::from(tick) / 64.0);
        let height = height(&app, body);
        assert!((height - expected).abs() <= ROUNDING * f64::from(tick), "tick {tick}: {height} {expected}");
    }
    assert_eq!(events(&app).finished, 0);
    app.update();
    let Orbiter { height, place, .. } = orbiter(&app, body);
    assert_eq!((height, place), (top, goal));
    assert_eq!(events(&app).finished, 1);
}

/// The throw starts at an astronomical unit from the origin. Until it lands, it matches the closed form.
#[test]
fn a_throw_lands_exactly_on_an_end_that_no_f32_can_hold() {
    let mut app = listening();
    let end = FAR + 400.0625;
    let throw = (Velocity::<Height>::of(1000.0), Fling::<Height>::of(end).with_duration(1.0));
    let body = app.world_mut().spawn((Orbiter { height: FAR, ..default() }, throw)).id();
    let expected = math::Fling::over_duration(0.0, end - FAR, 1000.0, 1.0).unwrap();
    for tick in 1..=63 {
        app.update();
        let (height, expected) = (height(&app, body), FAR + expected.value(f64::from(tick) / 64.0));
        assert!((height - expected).abs() <= ROUNDING * f64::from(tick), "tick {tick}: {height} {expected}");
    }
    assert_eq!(events(&app).finished, 0);
    app.update();
    app.update();
    assert_eq!((height(&app, body), events(&app).finished), (end, 1));
}

/// While the leader moves, the lag matches the closed form. When the leader stops, the follower rests exactly at the leader's value plus
/// the offset.
#[test]
fn a_follower_rests_exactly_at_the_f64_value_of_its_leader() {
    let mut app = app();
    let (place, speed, offset) = (DVec3::new(FAR, 0.0, 0.5), DVec3::new(20.0, 0.0, 0.75), DVec3::new(0.1, -0.3, 0.0));
    let leader = app.world_mut().spawn((Orbiter { place, ..default() }, Velocity::<Place>::of(speed))).id();
    let follow = Follow::<Place>::of(leader).with_offset(offset).with_feed_forward(1.0);
    let start = Orbiter { place: place + offset, ..default() };
    let body = app.world_mut().spawn((start, Spring::critical(4.0).on::<Place>(), follow)).id();
    for tick in 1..=64 {
        app.update();
        let t = f64::from(tick) / 64.0;
        let lag = speed * (t * libm::exp(-4.0 * t));
        let (place, expected) = (orbiter(&app, body).place, start.place + speed * t - lag);
        let off = (place - expected).abs();
        assert!(off.max_element() <= 2.0 * ROUNDING * f64::from(tick), "tick {tick}: {place} {expected}");
        assert!(off.y.max(off.z) <= 1e-13, "near 0 the rounding is smaller: {place} {expected}");
    }
    app.world_mut().get_mut::<Velocity<Place>>(leader).unwrap().0 = DVec3::ZERO;
    for _ in 0..600 {
        app.update();
    }
    assert_eq!(orbiter(&app, body).place, orbiter(&app, leader).place + offset);
    assert!(app.world().entity(body).contains::<Resting<Place>>());
}

/// The entity is dragged in steps that an f32 cannot resolve at this height.
#[test]
fn a_released_f64_value_keeps_its_measured_velocity() {
    const HEIGHT: f64 = 1e8;
    let mut app = app();
    let body = app.world_mut().spawn((Orbiter { height: HEIGHT, ..default() }, Grabbed::<Height>::of())).id();
    for tick in 1..=20 {
        app.update();
        app.world_mut().get_mut::<Orbiter>(body).unwrap().height = HEIGHT + 3.0 * f64::from(tick) / 64.0;
    }
    app.update();
    let velocity = app.world().get::<Velocity<Height>>(body).unwrap().0;
    // The tolerance is two roundings of 7.5e-9 in a tenth of a second.
    assert!((velocity - 3.0).abs() <= 1.5e-7, "measured {velocity}");
    app.world_mut().entity_mut(body).remove::<Grabbed<Height>>();
    let start = height(&app, body);
    for tick in 1..=64 {
        app.update();
        let (height, expected) = (height(&app, body), start + velocity * f64::from(tick) / 64.0);
        assert!((height - expected).abs() <= 7.5e-9 * f64::from(tick), "tick {tick}: {height} {expected}");
    }
    assert_eq!(app.world().get::<Velocity<Height>>(body).unwrap().0, velocity);
}

/// Bounds are stored as f32.
#[test]
fn an_f64_value_stops_exactly_on_a_bound_that_an_f32_can_hold() {
    const FLOOR: f64 = 8_388_609.0;
    let mut app = listening();
    let start = FLOOR + 4.903_325;
    let fall = (Gravity::<Height>::of(-9.80665), Limits::<Height>::of(FLOOR, None));
    let body = app.world_mut().spawn((Orbiter { height: start, ..default() }, fall)).id();
    for tick in 1..64 {
        app.update();
        let t = f64::from(tick) / 64.0;
        let (height, expected) = (height(&app, body), start - 0.5 * 9.80665 * t * t);
        assert!((height - expected).abs() <= 1e-9 * f64::from(tick), "tick {tick}: {height} {expected}");
    }
    assert_eq!(events(&app).reached, []);
    for _ in 0..8 {
        app.update();
    }
    assert_eq!(height(&app, body), FLOOR);
    assert_eq!(events(&app).reached, [FLOOR]);
}

/// The documentation of `Limits` states this: a bound between two f32 is rounded to the nearest one, and a bound beyond all f32 is invalid.
#[test]
fn a_bound_that_no_f32_can_hold_is_rounded_or_invalid() {
    let mut app = listening();
    let between = f64::from(1 << 24) + 1.0;
    let falling = |height: f64, floor: f64| {
        (Orbiter { height, ..default() }, Velocity::<Height>::of(-64.0), Limits::<Height>::of(floor, None))
    };
    let rounded = app.world_mut().spawn(falling(between + 3.0, between)).id();
    let invalid = app.world_mut().spawn(falling(0.0, -1e39)).id();
    for _ in 0..64 {
        app.update();
    }
    assert_eq!((height(&app, rounded), events(&app).reached.as_slice()), (between - 1.0, &[between - 1.0][..]));
    assert_eq!((height(&app, invalid), events(&app).invalid.len()), (-64.0, 1));
}

/// Values beyond the range of f32 are valid.
#[test]
fn only_nan_and_infinity_are_invalid() {
    let mut app = app();
    let (huge, goal) = (1e200, -1e200);
    let spring = Spring::critical(8.0).on::<Height>();
    let body = app.world_mut().spawn((Orbiter { height: huge, ..default() }, spring, Target::<Height>::of(goal))).id();
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(|value| {
        app.world_mut().spawn((Orbiter { height: 1.0, ..default() }, spring, Target::<Height>::of(value))).id()
    });
    for _ in 0..64 {
        app.update();
    }
    let height = app.world().get::<Orbiter>(body).unwrap().height;
    let expected = huge + (goal - huge) * math::Spring::new(8.0, 1.0).unwrap().value(1.0);
    assert!((height - expected).abs() <= 1e-13 * huge, "{height} {expected}");
    for bad in bad {
        assert_eq!(app.world().get::<Orbiter>(bad).unwrap().height, 1.0);
    }
}

#[test]
fn the_wide_form_of_an_f64_space_is_the_value_itself() {
    let third = 1.0 / 3.0;
    assert_eq!(f64::narrow(third.widen()), third);
    assert_eq!(DVec3::narrow(DVec3::splat(third).widen()), DVec3::splat(third));
    assert!(f64::SPACING < f64::from(f32::EPSILON) && f32::SPACING == f64::from(f32::EPSILON));
    assert_eq!((DVec2::SPACING, DVec4::SPACING), (f64::SPACING, f64::SPACING));
    assert_eq!((Vec3::SPACING, Angle::SPACING), (f32::SPACING, f32::SPACING));
}
