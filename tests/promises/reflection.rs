//! Fields edited by name, as an inspector does.

use bevy::{prelude::*, reflect::GetPath};
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
    #[cfg(feature = "camera")]
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
    if cfg!(feature = "camera") {
        let of_cameras = [
            "Aim",
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
    }
    if cfg!(feature = "picking") {
        expected.extend([format!("{CRATE}Draggable<{CRATE}Translation>"), format!("{CRATE}DragSurface")]);
    }
    expected.sort_unstable();
    assert_eq!(ours, expected);
}

const CRATE: &str = "bevy_exact_motion::";
