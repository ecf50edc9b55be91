//! Reflection: fields that are edited by name, as in an inspector, the ranges of fields, and type paths.

use std::ops::RangeInclusive;

use bevy::{
    prelude::*,
    reflect::{GetPath, NamedField, TypeInfo, UnnamedField, attributes::CustomAttributes, enums::VariantInfo},
};
use bevy_exact_motion::{dev_tools::MotionGizmos, math::Law, prelude::*};

use crate::app::{Bench, assert_ulps};

/// Sets a field through reflection. `component` and `field` are names.
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
fn a_field_edited_through_reflection_changes_the_motion() {
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
    assert!(v < -1.0, "the entity should move before the edits");
    assert_ulps(bench.x(body), x, 1.0, 1.0, "after the edits");
}

/// Inspectors read ranges from attributes such as `#[reflect(@0.0..=1.0)]`. The range of an array or a vector applies to each element.
#[test]
fn the_reflection_of_every_bounded_number_has_its_range() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default(), ExactCameraPlugin::default(), ExactDebugPlugin));
    app.register_type::<MotionGizmos>();
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let mut without = Vec::new();
    for registered in registry.iter().filter(|registered| is_of_translation(registered.type_info().type_path())) {
        let name = registered.type_info().type_path_table().short_path();
        for (field, ty, attributes) in fields(registered.type_info()) {
            if let Some(range) = attributes.get::<RangeInclusive<f32>>() {
                assert!(range.start() < range.end(), "{name}.{field}");
            } else if is_number(ty) {
                without.push(format!("{name}.{field}"));
            }
        }
    }
    without.retain(|field| !ANY_NUMBER.iter().any(|any| field.contains(any)));
    without.sort_unstable();
    assert_eq!(without, [""; 0]);

    let spring = registry.get_type_info(core::any::TypeId::of::<Spring>()).expect("it should be registered");
    let TypeInfo::Struct(spring) = spring else { panic!("a struct") };
    let range = spring.field("damping_ratio").and_then(|field| field.get_attribute::<RangeInclusive<f32>>());
    assert_eq!(range, Some(&(0.0..=f32::MAX)));
}

/// Returns whether a type belongs to this crate, and is either not generic or has the type parameter `Translation` or `Vec3`.
fn is_of_translation(path: &str) -> bool {
    let of = |of: &str| path.ends_with(&format!("<{of}>"));
    path.starts_with(CRATE) && (!path.contains('<') || of("bevy_exact_motion::Translation") || of("glam::Vec3"))
}

/// Returns whether a type is an `f32`, or a vector, array or `Option` of such numbers.
fn is_number(ty: &str) -> bool {
    let one = ty.strip_prefix("core::option::Option<").and_then(|ty| ty.strip_suffix('>')).unwrap_or(ty);
    let one = one.strip_prefix('[').and_then(|array| array.split(';').next()).unwrap_or(one);
    one == "f32" || one.starts_with("glam::Vec")
}

type Field<'a> = (String, &'a str, &'a CustomAttributes);

/// Returns the fields of a struct, or of all variants of an enum.
fn fields(info: &TypeInfo) -> Vec<Field<'_>> {
    match info {
        TypeInfo::Struct(info) => info.iter().map(named).collect(),
        TypeInfo::TupleStruct(info) => info.iter().map(unnamed).collect(),
        TypeInfo::Enum(info) => info.iter().flat_map(of_variant).collect(),
        _ => Vec::new(),
    }
}

fn of_variant(variant: &VariantInfo) -> Vec<Field<'_>> {
    let fields: Vec<_> = match variant {
        VariantInfo::Struct(info) => info.iter().map(named).collect(),
        VariantInfo::Tuple(info) => info.iter().map(unnamed).collect(),
        VariantInfo::Unit(_) => Vec::new(),
    };
    fields.into_iter().map(|(field, ty, range)| (format!("{}.{field}", variant.name()), ty, range)).collect()
}

fn named(field: &NamedField) -> Field<'_> {
    (field.name().into(), field.type_path(), field.custom_attributes())
}

fn unnamed(field: &UnnamedField) -> Field<'_> {
    (field.index().to_string(), field.type_path(), field.custom_attributes())
}

/// Fields for which any finite number is valid. A field is in the list if its name contains one of these texts.
const ANY_NUMBER: [&str; 31] = [
    // Positions, directions and displacements.
    "Aim.yaw",
    "Angle.0",
    "Confiner.plane",
    "Displacement<",
    "LookAt.screen_position",
    "OnRail.distance",
    "Orbit.yaw",
    "Pose.",
    "Progress.0",
    "Shake.sway",
    "Shake.turn",
    "SpringBones.end",
    ".directions",
    ".normal",
    ".offset",
    ".origin",
    ".Plane.0",
    ">.end",
    // Velocities, accelerations, and targets.
    "Gravity<",
    "SpringBones.gravity",
    "StateTargets<",
    // A negative sensitivity turns the other way round.
    "OrbitControls.sensitivity",
    "OrbitControls.stick_speed",
    "OrbitControls.zoom_sensitivity",
    "OrbitInput.",
    "Target<",
    "TargetMotion<",
    "Velocity<",
    // Times, results, and events.
    ".look_ahead",
    "Obstruction.reach",
    "ShakeKick",
];

#[test]
fn components_default_to_translation() {
    let mut bench = Bench::at_rate(50.0);
    let body =
        bench.spawn((Transform::from_xyz(2.0, 0.0, 0.0), Spring::default(), Velocity::default(), Target::default()));
    bench.run_to(5.0);
    assert_eq!(bench.x(body), 0.0);
}

/// Saved worlds contain type paths, so moving a type to another module must not change its path.
#[test]
fn type_paths_contain_no_private_module() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
    app.add_plugins(ExactCameraPlugin::default());
    let registry = app.world().resource::<AppTypeRegistry>().read();
    let mut registered: Vec<_> = registry
        .iter()
        .map(|registered| registered.type_info().type_path())
        .filter(|path| path.starts_with(CRATE))
        .collect();
    // If a path names a module, a lower-case letter follows the crate's name.
    let modules =
        |path: &str| path.match_indices(CRATE).any(|(at, _)| !path[at + CRATE.len()..].starts_with(char::is_uppercase));
    assert_eq!(registered.iter().filter(|path| modules(path)).count(), 0, "{registered:?}");
    registered.retain(|path| !path.contains('<') || path.ends_with("<bevy_exact_motion::Translation>"));
    registered.sort_unstable();
    let of_translation = [
        "AxisSprings",
        "DryFriction",
        "ExponentialRate",
        "Fling",
        "Follow",
        "Friction",
        "Gravity",
        "Grabbed",
        "Limits",
        "Motion",
        "TimeScale",
        "RestTolerance",
        "Resting",
        "SnapPoints",
        "Spring",
        "Target",
        "Velocity",
    ];
    let plain = ["Angle", "Presentation", "Progress", "SoftBounds", "StartOnTarget"];
    let mut expected: Vec<_> = of_translation.map(|name| format!("{CRATE}{name}<{CRATE}Translation>")).into();
    expected.extend(plain.map(|name| format!("{CRATE}{name}")));
    let of_cameras = [
        "Aim",
        "Attach",
        "Blend",
        "Blending",
        "BoneCollider",
        "BoomHit",
        "Composed",
        "Confiner",
        "ConfinerRegion",
        "Fitted",
        "GroupFraming",
        "FramingMode",
        "GroupMember",
        "GroupMembers",
        "GroupMiddle",
        "InGroup",
        "LookAt",
        "Obstruction",
        "OnRail",
        "Orbit",
        "OrbitControls",
        "OrbitInput",
        "OrbitRange",
        "Pose",
        "Rail",
        "Reach",
        "Shake",
        "SpringBones",
        "ActiveShot",
        "ZoneExtents",
        "Sight",
    ];
    expected.extend(of_cameras.map(|name| format!("{CRATE}{name}")));
    expected.extend(
        ["Draggable", "Inertialization", "StateTargets"].map(|name| format!("{CRATE}{name}<{CRATE}Translation>")),
    );
    expected.extend(["DragSurface", "InertializeClips", "Leaving"].map(|name| format!("{CRATE}{name}")));
    expected.sort_unstable();
    assert_eq!(registered, expected);
}

const CRATE: &str = "bevy_exact_motion::";
