//! Invalid and extreme numbers in every field of every component of a rig: everything that is drawn stays finite, and the rig recovers
//! afterwards.

use bevy::{
    ecs::reflect::ReflectComponent,
    prelude::*,
    reflect::{PartialReflect, ReflectMut, TypeRegistry},
};
use bevy_exact_motion::{
    camera::{OrbitDistance, OrbitPitch, OrbitYaw, Pose},
    prelude::*,
};

use crate::{
    rig::{Rig, assert_finite},
    stage::cameras_at_rate,
};

const BAD_NUMBERS: [f32; 8] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -1.0, f32::MAX, f32::MIN, 1e-45];

/// Calls `with` on each `f32` in a value, however deep it is nested.
fn each_number(whole: &mut dyn PartialReflect, with: &mut dyn FnMut(&mut f32)) {
    if let Some(number) = whole.try_downcast_mut::<f32>() {
        with(number);
        return;
    }
    macro_rules! each {
        ($parts:ident, $count:ident, $part:ident) => {
            for index in 0..$parts.$count() {
                if let Some(part) = $parts.$part(index) {
                    each_number(part, with);
                }
            }
        };
    }
    match whole.reflect_mut() {
        ReflectMut::Struct(parts) => each!(parts, field_len, field_at_mut),
        ReflectMut::TupleStruct(parts) => each!(parts, field_len, field_mut),
        ReflectMut::Tuple(parts) => each!(parts, field_len, field_mut),
        ReflectMut::Array(parts) => each!(parts, len, get_mut),
        ReflectMut::Enum(parts) => each!(parts, field_len, field_at_mut),
        _ => {}
    }
}

/// Writes a number to the `f32` with this index. Returns `false` if the component has no such `f32`.
fn write(world: &mut World, component: &ReflectComponent, entity: Entity, index: usize, number: f32) -> bool {
    let mut at = 0;
    let mut found = false;
    let mut component = component.reflect_mut(world.entity_mut(entity)).expect("the entity should have the component");
    each_number(component.as_partial_reflect_mut(), &mut |field| {
        if at == index {
            *field = number;
            found = true;
        }
        at += 1;
    });
    found
}

fn reflect(registry: &TypeRegistry, path: &str) -> ReflectComponent {
    let registration = registry.get_with_type_path(path).unwrap_or_else(|| panic!("{path} should be registered"));
    registration.data::<ReflectComponent>().unwrap_or_else(|| panic!("{path} should be a component")).clone()
}

fn paths(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("bevy_exact_motion::{name}")).collect()
}

/// Writes each of [`BAD_NUMBERS`] to each number of these components of an entity, one at a time, for two frames each. If `names` is empty,
/// it writes to the entity's `Transform`.
fn attack(choose: impl Fn(&Rig) -> Entity, names: &[&str]) {
    let mut rig = Rig::in_flight();
    rig.bench.app.register_type::<Transform>().register_type::<Projection>();
    let entity = choose(&rig);
    let mut all = paths(names);
    if names.is_empty() {
        all = vec!["bevy_transform::components::transform::Transform".to_string()];
    }
    for path in all {
        let component = reflect(&rig.bench.app.world().resource::<AppTypeRegistry>().clone().read(), &path);
        let kept = {
            let world = rig.bench.app.world();
            let kept = component.reflect(world.entity(entity)).unwrap_or_else(|| panic!("{path}"));
            kept.reflect_clone().unwrap_or_else(|error| panic!("{path}: {error}"))
        };
        for number in BAD_NUMBERS {
            let mut index = 0;
            while write(rig.bench.app.world_mut(), &component, entity, index, number) {
                // The entity whose `Transform` is written may be drawn as it is written, so it is not checked.
                let mut shown = vec![rig.boom, rig.wide, rig.shown, rig.attached];
                if names.is_empty() {
                    shown.retain(|&camera| camera != entity);
                }
                for _ in 0..2 {
                    rig.bench.frame(crate::rig::TICK);
                    assert_finite(rig.bench.app.world(), &shown, &format!("{path}, number {index} = {number}"));
                }
                component.apply(rig.bench.app.world_mut().entity_mut(entity), kept.as_partial_reflect());
                rig.bench.frame(crate::rig::TICK);
                index += 1;
            }
            assert!(index > 0, "{path} should have numbers");
        }
    }
    assert_recovers(&mut rig);
}

/// Asserts that the rig recovers: after a while, the boom has its length again and sees the prey, the camera shows its shot, the attached
/// entity is on its leader, and the group is in the middle of its members.
#[track_caller]
fn assert_recovers(rig: &mut Rig) {
    let (boom, shown, wide, prey, player) = (rig.boom, rig.shown, rig.wide, rig.prey, rig.player);
    // Bring back the player and the prey, which may be far away.
    for (entity, place) in [(player, Vec3::new(1.0, 0.0, -2.0)), (prey, Vec3::new(4.0, 0.5, -7.0))] {
        rig.bench.edit::<Transform>(entity, |transform| *transform = Transform::from_translation(place));
        rig.bench.edit::<Velocity>(entity, |velocity| velocity.0 = Vec3::ZERO);
        rig.bench.app.world_mut().trigger(Teleported::new(entity));
    }
    rig.bench.edit::<OrbitInput>(boom, |input| *input = OrbitInput::default());
    for camera in [boom, wide] {
        rig.bench.app.world_mut().trigger(Cut::new(camera));
    }
    rig.bench.app.world_mut().trigger(Cut::new(shown));
    rig.frames(600);
    let all = rig.all();
    assert_finite(rig.bench.app.world(), &all, "afterwards");
    let at = |entity: Entity| rig.bench.get::<Transform>(entity).translation;
    let (pose, pivot) = (*rig.bench.get::<Pose>(boom), at(rig.pivot));
    let length = rig.bench.get::<Orbit>(boom).distance;
    assert!(
        (pose.position.distance(pivot) - length).abs() < 1e-4 && length > 0.9 && length < 20.01,
        "{pose:?} {length}"
    );
    let sight = pose.rotation.inverse() * (at(prey) - pose.position);
    assert!(sight.z < 0.0 && sight.x.abs() < -sight.z && sight.y.abs() < -sight.z, "it should see the prey: {sight}");
    assert_eq!(*rig.bench.get::<Pose>(shown), *rig.bench.get::<Pose>(wide), "the camera should show its shot");
    let held = *rig.bench.get::<Attach>(rig.attached);
    let leader = *rig.bench.get::<Transform>(held.leader);
    let place = leader.transform_point(held.offset);
    assert!(at(rig.attached).distance(place) < 1e-5, "it should be on its leader at {place}: {}", at(rig.attached));
    let middle = (at(player) + 2.0 * at(prey)) / 3.0;
    assert!(at(rig.group).distance(middle) < 1e-3, "{} {middle}", at(rig.group));
}

#[test]
fn a_rig_recovers_from_invalid_numbers_in_an_orbit() {
    attack(|rig| rig.boom, &["Orbit", "OrbitInput", "OrbitRange"]);
}

#[test]
fn a_rig_recovers_from_invalid_numbers_in_an_orbits_motion() {
    let names = ["OrbitYaw", "OrbitPitch", "OrbitDistance"];
    let of = |what: &str| names.map(|name| format!("{what}<bevy_exact_motion::{name}>"));
    for what in ["Spring", "Target", "Velocity", "Limits", "RestTolerance"] {
        let names = of(what);
        let names: Vec<_> =
            names.iter().map(String::as_str).filter(|name| *name != "Limits<bevy_exact_motion::OrbitYaw>").collect();
        attack(|rig| rig.boom, &names);
    }
}

#[test]
fn a_rig_recovers_from_invalid_numbers_in_look_at() {
    attack(|rig| rig.boom, &["LookAt", "Aim"]);
    let names = ["Velocity", "Limits", "RestTolerance"];
    for what in names {
        let names = ["AimYaw", "AimPitch"].map(|name| format!("{what}<bevy_exact_motion::{name}>"));
        attack(|rig| rig.boom, &names.each_ref().map(String::as_str));
    }
}

#[test]
fn a_rig_recovers_from_invalid_numbers_in_an_obstruction() {
    attack(|rig| rig.boom, &["Obstruction"]);
}

#[test]
fn a_rig_recovers_from_invalid_numbers_in_a_shake() {
    attack(|rig| rig.shown, &["Shake"]);
    for what in ["Spring", "Target", "Velocity", "RestTolerance"] {
        let names = ["ShakeTurn", "ShakeOffset"].map(|name| format!("{what}<bevy_exact_motion::{name}>"));
        attack(|rig| rig.shown, &names.each_ref().map(String::as_str));
    }
}

#[test]
fn a_rig_recovers_from_invalid_numbers_in_shots_framings_and_groups() {
    attack(|rig| rig.shown, &["ActiveShot", "Pose"]);
    attack(|rig| rig.wide, &["GroupFraming", "Pose"]);
    attack(|rig| rig.prey, &["GroupMember"]);
}

#[test]
fn a_rig_recovers_from_invalid_numbers_in_attach() {
    attack(|rig| rig.attached, &["Attach", "Pose"]);
}

#[test]
#[ignore = "slow: .ci/long runs it"]
fn a_rig_recovers_from_invalid_numbers_in_a_transform() {
    attack(|rig| rig.attached, &[]);
    attack(|rig| rig.player, &[]);
    attack(|rig| rig.pivot, &[]);
    attack(|rig| rig.boom, &[]);
    attack(|rig| rig.prey, &[]);
    attack(|rig| rig.group, &[]);
    attack(|rig| rig.shown, &[]);
    attack(|rig| rig.foreign, &[]);
}

#[test]
fn very_large_input_leaves_the_targets_finite() {
    let mut bench = cameras_at_rate(64.0);
    for has_walls in [false, true] {
        let range = OrbitRange { distance: [0.0, 20.0], ..default() };
        let camera = bench.spawn((Orbit::new(0.0, 0.0, 0.0), range));
        if has_walls {
            bench.app.world_mut().entity_mut(camera).insert(Obstruction::default());
        }
        let until = bench.elapsed() + 0.1;
        bench.run_to(until);
        for _ in 0..3 {
            bench.edit::<OrbitInput>(camera, |input| {
                (input.turn, input.zoom) = (Vec2::splat(f32::MAX), 800.0);
                (input.turn_rate, input.zoom_rate) = (Vec2::splat(f32::MAX), f32::MAX);
            });
            bench.frame(crate::rig::TICK);
        }
        bench.edit::<OrbitInput>(camera, |input| *input = OrbitInput::default());
        let until = bench.elapsed() + 0.1;
        bench.run_to(until);
        let yaw = bench.get::<Target<OrbitYaw>>(camera).value.0;
        let (pitch, length) =
            (bench.get::<Target<OrbitPitch>>(camera).value, bench.get::<Target<OrbitDistance>>(camera).value);
        assert!(yaw.is_finite() && pitch.is_finite() && length.is_finite(), "{yaw} {pitch} {length}");
        // The input still acts.
        bench.edit::<Orbit>(camera, |orbit| *orbit = Orbit::new(0.0, 0.0, 4.0));
        bench.edit::<OrbitInput>(camera, |input| input.turn = Vec2::new(0.5, -0.5));
        let until = bench.elapsed() + 4.0;
        bench.run_to(until);
        let orbit = *bench.get::<Orbit>(camera);
        assert!(orbit.yaw.is_finite() && orbit.pitch.is_finite() && orbit.distance.is_finite(), "{orbit:?}");
        assert!(!bench.get::<Velocity<OrbitYaw>>(camera).0.is_nan());
        if has_walls {
            assert!(bench.get::<Obstruction>(camera).reach.is_finite());
        }
    }
}
