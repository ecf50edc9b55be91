//! f64 and its vectors as values, of components of the user's.

use bevy::{
    math::{DVec2, DVec3, DVec4},
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{Space, math, prelude::*, property};

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

/// An astronomical unit away, where f32 are 16 km apart, the path is that of the closed form to a few spacings of f64.
#[test]
fn the_path_is_not_rounded_to_f32() {
    const FAR: f64 = 149_597_870_700.0;
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
        // A rounding to the spacing of f64 there, 3.1e-5, in each tick.
        assert!((place - expected).abs().max_element() <= 1.6e-5 * f64::from(tick), "tick {tick}: {place} {expected}");
        assert!((place.z - expected.z).abs() <= 1e-14, "near 0 no such rounding: {} {}", place.z, expected.z);
        let expected = FAR + 20.0 * t - 0.5 * 9.80665 * t * t;
        assert!((height - expected).abs() <= 1.6e-5 * f64::from(tick), "tick {tick}: {height} {expected}");
        let velocity = app.world().get::<Velocity<Height>>(body).unwrap().0;
        assert!((velocity - (20.0 - 9.80665 * t)).abs() < 1e-12, "{velocity}");
    }
}

/// Rest is exact, and told once, in each space; the tolerance is that of the value, not of f32 so far out.
#[test]
fn rest_is_exact_far_out() {
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
    // Half a second: in f32 all of them would have been at rest from the start.
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

/// Where the spacing of f64 itself is as large as the tolerance, a slow spring in short ticks comes to rest too.
#[test]
fn it_rests_where_f64_ends() {
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

/// Hostile numbers: what no f64 holds is refused, and what f64 holds beyond f32 is not.
#[test]
fn only_what_no_f64_holds_is_refused() {
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
fn wide_values_are_their_own_wide_form() {
    let third = 1.0 / 3.0;
    assert_eq!(f64::narrow(third.widen()), third);
    assert_eq!(DVec3::narrow(DVec3::splat(third).widen()), DVec3::splat(third));
    assert!(f64::SPACING < f64::from(f32::EPSILON) && f32::SPACING == f64::from(f32::EPSILON));
    assert_eq!((DVec2::SPACING, DVec4::SPACING), (f64::SPACING, f64::SPACING));
    assert_eq!((Vec3::SPACING, Angle::SPACING), (f32::SPACING, f32::SPACING));
}
