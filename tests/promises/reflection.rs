//! Fields edited by name, as an inspector does.

use std::ops::RangeInclusive;

use bevy::{
    prelude::*,
    reflect::{GetPath, TypeInfo, attributes::CustomAttributes},
};
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, assert_ulps};

/// Sets a field, by the names of the component's type and of the field alone.
fn set(bench: &mut Bench, entity: Entity, component: &str, field: &str, value: f32) {
    let registry = bench.app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let registered = registry
        .iter()
        .find(|registered| registered.type_info().type_path_table().short_path() == component)
        .unwrap_or_else(|| panic!("{component} should be registered"));
    let reflect = registered.data::<ReflectComponent>().expect("it should be a component");
    let mut component =
        reflect.reflect_mut(bench.app.world_mut().entity_mut(entity)).expect("the entity should have it");
    *component.path_mut::<f32>(field).expect("it should have the field") = value;
}

#[test]
fn a_field_edited_by_its_name_changes_the_motion_from_then_on() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((
        Transform::from_xyz(1.0, 0.0, 0.0),
        Spring::new(3.0, 0.5),
        Friction::new(0.0),
        Gravity::new(Vec3::ZERO),
        Target::new(Vec3::ZERO),
    ));
    bench.run_to(0.2);
    let (x, v) = Law { k: 9.0, c: 3.0, g: 0.0, a: 0.0 }.step_held(1.0, 0.0, 0.0, 0.2);
    set(&mut bench, body, "Spring<Translation>", "angular_frequency", 8.0);
    set(&mut bench, body, "Spring<Translation>", "damping_ratio", 0.25);
    set(&mut bench, body, "Friction<Translation>", "rate", 1.5);
    set(&mut bench, body, "Gravity<Translation>", "acceleration.x", -4.0);
    set(&mut bench, body, "Target<Translation>", "value.x", 0.5);
    set(&mut bench, body, "Velocity<Translation>", "0.x", 2.0);
    bench.run_to(0.6);
    let (x, _) = Law { k: 64.0, c: 5.5, g: 0.0, a: -4.0 }.step_held(x, 2.0, 0.5, 0.4);
    assert!(v < -1.0, "the kick was one");
    assert_ulps(bench.x(body), x, 1.0, 1.0, "after the edits");
}

/// An inspector reads them there: `#[reflect(@0.0..=1.0)]`.
#[test]
fn every_number_that_has_a_range_has_it_in_its_reflection() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
    app.add_plugins(ExactCameraPlugin::default());
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let mut without = Vec::new();
    // A property's own values may be any number; those of translations are vectors.
    let is_ours = |path: &str| {
        path.starts_with(CRATE) && (!path.contains('<') || path.ends_with("<bevy_exact_motion::Translation>"))
    };
    for registered in registry.iter().filter(|registered| is_ours(registered.type_info().type_path())) {
        let name = registered.type_info().type_path_table().short_path();
        let mut look = |field: String, ty: &str, attributes: &CustomAttributes| {
            let range = attributes.get::<RangeInclusive<f32>>();
            if let Some(range) = range {
                assert!(range.start() < range.end(), "{name}.{field}");
            } else if ty == "f32" || ty == "core::option::Option<f32>" {
                without.push(format!("{name}.{field}"));
            }
        };
        match registered.type_info() {
            TypeInfo::Struct(info) => {
                info.iter().for_each(|field| look(field.name().into(), field.type_path(), field.custom_attributes()));
            }
            TypeInfo::TupleStruct(info) => {
                info.iter().for_each(|field| {
                    look(field.index().to_string(), field.type_path(), field.custom_attributes());
                });
            }
            _ => {}
        }
    }
    // Any finite number is as good as another: ways, times ahead, and what is told rather than set.
    let any = |field: &String| ANY_NUMBER.iter().any(|any| field.ends_with(any)) || field.contains("Velocity<");
    without.retain(|field| !any(field));
    without.sort_unstable();
    assert_eq!(without, [""; 0]);

    let spring = registry.get_type_info(core::any::TypeId::of::<Spring>()).expect("it is registered");
    let TypeInfo::Struct(spring) = spring else { panic!("a struct") };
    let range = spring.field("damping_ratio").and_then(|field| field.get_attribute::<RangeInclusive<f32>>());
    assert_eq!(range, Some(&(0.0..=f32::MAX)));
}

const ANY_NUMBER: [&str; 8] =
    [".look_ahead", "Orbit.yaw", "Aim.yaw", ".zoom", ".zoom_rate", "Obstruction.reach", "Angle.0", "Progress.0"];

#[test]
fn whoever_uses_only_translations_names_no_type() {
    let mut bench = Bench::at_rate(50.0);
    let body =
        bench.spawn((Transform::from_xyz(2.0, 0.0, 0.0), Spring::default(), Velocity::default(), Target::default()));
    bench.run_to(5.0);
    assert_eq!(bench.x(body), 0.0);
}

#[test]
fn type_paths_are_public_and_short_because_saves_keep_them() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
    app.add_plugins(ExactCameraPlugin::default());
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let mut ours: Vec<_> = registry
        .iter()
        .map(|registered| registered.type_info().type_path())
        .filter(|path| path.starts_with(CRATE))
        .collect();
    // Where a module is named, a small letter follows.
    let modules =
        |path: &str| path.match_indices(CRATE).any(|(at, _)| !path[at + CRATE.len()..].starts_with(char::is_uppercase));
    assert_eq!(ours.iter().filter(|path| modules(path)).count(), 0, "{ours:?}");
    ours.retain(|path| !path.contains('<') || path.ends_with("<bevy_exact_motion::Translation>"));
    ours.sort_unstable();
    let of_translation = [
        "AxisSprings",
        "DryFriction",
        "ExponentialRate",
        "Fling",
        "Follow",
        "Friction",
        "Gravity",
        "Held",
        "Limits",
        "Motion",
        "Pace",
        "PresentAs",
        "RestTolerance",
        "Resting",
        "SnapPoints",
        "Spring",
        "Target",
        "Velocity",
    ];
    let plain = ["Angle", "AtEnd", "AxisFrame", "OffsetFrame", "Presentation", "Progress"];
    let mut expected: Vec<_> = of_translation.map(|name| format!("{CRATE}{name}<{CRATE}Translation>")).into();
    expected.extend(plain.map(|name| format!("{CRATE}{name}")));
    let of_cameras = [
        "Aim",
        "Attach",
        "Blend",
        "BlendPath",
        "Blending",
        "Composed",
        "Frame",
        "FrameBy",
        "FreeLength",
        "GroupMiddle",
        "InGroup",
        "LookAt",
        "Obstruction",
        "OnJump",
        "Orbit",
        "OrbitInput",
        "OrbitRange",
        "Pose",
        "Reach",
        "Shake",
        "Shows",
        "Sides",
        "Sight",
        "StartOnTarget",
    ];
    expected.extend(of_cameras.map(|name| format!("{CRATE}{name}")));
    expected.extend([format!("{CRATE}Draggable<{CRATE}Translation>"), format!("{CRATE}DragSurface")]);
    expected.sort_unstable();
    assert_eq!(ours, expected);
}

const CRATE: &str = "bevy_exact_motion::";
