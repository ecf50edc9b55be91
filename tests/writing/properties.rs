//! Properties that the macro `property!` declares.

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{math, prelude::*, property, property::Property};

mod inner {
    use super::*;

    #[derive(Component, Default)]
    pub(crate) struct Rig {
        pub(crate) yaw: f32,
        pub(crate) boom: Boom,
        pub(crate) lens: (f32, Vec3),
        pub(crate) tint: Color,
        pub(crate) way: (Vec2, [Rot2; 2]),
    }

    #[derive(Default)]
    pub(crate) struct Boom {
        pub(crate) length: f32,
        pub(crate) foot: Vec3,
    }
}

#[derive(Component, Default)]
struct Level(f32);

property! {
    /// A property with documentation and derives.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) Yaw: inner::Rig.yaw as Angle;
    Length: self::inner::Rig.boom.length as f32;
    pub(crate) FootY: inner::Rig.boom.foot.y as f32;
    Lens: inner::Rig.lens.1 as Vec3;
    LensX: inner::Rig.lens.1.x as f32;
    Tint: inner::Rig.tint as Oklaba;
    LinearTint: inner::Rig.tint as LinearRgba;
    RigPosition: inner::Rig.way.0 as Vec2;
}
property!(Volume: Level.0 as f32);

#[test]
fn every_kind_of_field_path_and_value_is_read_and_written() {
    let mut rig = inner::Rig::default();
    Yaw::set(&mut rig, Angle(7.0));
    Length::set(&mut rig, 2.0);
    FootY::set(&mut rig, 3.0);
    Lens::set(&mut rig, Vec3::new(4.0, 5.0, 6.0));
    LensX::set(&mut rig, 8.0);
    RigPosition::set(&mut rig, Vec2::new(9.0, 10.0));
    assert_eq!((rig.yaw, rig.boom.length, rig.boom.foot), (7.0, 2.0, Vec3::new(0.0, 3.0, 0.0)));
    assert_eq!((rig.lens.1, rig.way.0), (Vec3::new(8.0, 5.0, 6.0), Vec2::new(9.0, 10.0)));
    assert_eq!((Yaw::get(&rig), LensX::get(&rig), FootY::get(&rig)), (Angle(7.0), 8.0, 3.0));
    let tint = Oklaba::new(0.5, 0.1, -0.2, 0.25);
    Tint::set(&mut rig, tint);
    assert_eq!((rig.tint, Tint::get(&rig)), (Color::Oklaba(tint), tint));
    let tint = LinearRgba::new(1.5, -0.1, 0.0, 1.0);
    LinearTint::set(&mut rig, tint);
    assert_eq!((rig.tint, LinearTint::get(&rig)), (Color::LinearRgba(tint), tint));
    rig.tint = Color::srgb(0.2, 0.4, 0.6);
    assert_eq!(LinearTint::get(&rig), LinearRgba::from(rig.tint));
    let mut level = Level::default();
    Volume::set(&mut level, 0.5);
    assert_eq!((level.0, Volume::get(&level)), (0.5, 0.5));
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
        .register_motion::<Yaw>()
        .register_motion::<Tint>()
        .insert_resource(Time::<Fixed>::from_hz(64.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.update();
    app
}

/// Like a handwritten property, a declared one moves by the closed form, and an angle takes the shorter arc.
#[test]
fn a_declared_property_moves_by_the_closed_form() {
    let mut app = app();
    let rig = inner::Rig { yaw: 3.0, ..default() };
    let rig = app.world_mut().spawn((rig, Spring::new(9.0, 0.5).on::<Yaw>(), Target::<Yaw>::of(Angle(-3.0)))).id();
    let turn = core::f64::consts::TAU - 6.0;
    let spring = math::Spring::new(9.0, 0.5).unwrap();
    for tick in 1..64 {
        app.update();
        let yaw = f64::from(app.world().get::<inner::Rig>(rig).unwrap().yaw);
        let expected = 3.0 + turn * spring.value(f64::from(tick) / 64.0);
        // The tolerance is half the spacing of f32 below 4.
        assert!((yaw - expected).abs() <= 1.2e-7, "tick {tick}: {yaw}, {expected}");
    }
}

/// The colour ends bit for bit on its target, and `Settled` is emitted once.
#[test]
fn a_colour_comes_to_rest_exactly() {
    let mut app = app();
    let goal = Oklaba::from(Color::srgb(0.9, 0.2, 0.1));
    let rig = inner::Rig { tint: Color::srgb(0.1, 0.2, 0.9), ..default() };
    let rig = app.world_mut().spawn((rig, Spring::smooth().on::<Tint>(), Target::<Tint>::of(goal))).id();
    let settled = app.world_mut().resource_mut::<Messages<Settled<Tint>>>().get_cursor();
    let mut count = 0;
    let mut cursor = settled;
    for _ in 0..200 {
        app.update();
        count += cursor.read(app.world().resource::<Messages<Settled<Tint>>>()).count();
    }
    assert_eq!(app.world().get::<inner::Rig>(rig).unwrap().tint, Color::Oklaba(goal));
    assert_eq!(count, 1);
}
