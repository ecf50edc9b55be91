//! Promise 5: several properties of one entity move at once, each as if it were alone.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*, reflect::TypePath};
use bevy_exact_motion::{
    Motion,
    math::{
        Law, Propagator,
        rotation::{Quaternion, Spin, Vector3},
    },
    prelude::*,
    property::{Property, Rotation2d, TranslationX, TranslationY},
};

use crate::{
    app::{Bench, Dial, Random, Turn},
    spaces::assert_rounded,
};

/// Creates an app with five more registered properties than the plugin registers by itself.
fn bench() -> Bench {
    let mut bench = Bench::at_rate(64.0);
    bench
        .app
        .register_motion::<TranslationX>()
        .register_motion::<TranslationY>()
        .register_motion::<Rotation2d>()
        .register_motion::<Aim>()
        .register_motion::<Pixels>();
    bench
}

/// A user's component with an orientation as a field. The property [`Aim`] moves this field.
#[derive(Component, Default)]
struct Turret {
    aim: Quat,
}

#[derive(TypePath)]
enum Aim {}

impl Property for Aim {
    type Component = Turret;
    type Value = Quat;
    fn get(turret: &Turret) -> Quat {
        turret.aim
    }
    fn set(turret: &mut Turret, aim: Quat) {
        turret.aim = aim;
    }
}

/// A component that rounds what is written to it. The property [`Pixels`] moves it.
#[derive(Component, Default)]
struct Whole(i32);

#[derive(TypePath)]
enum Pixels {}

impl Property for Pixels {
    type Component = Whole;
    type Value = f32;
    fn get(whole: &Whole) -> f32 {
        whole.0 as f32
    }
    fn set(whole: &mut Whole, pixels: f32) {
        whole.0 = pixels.round() as i32;
    }
}

fn law(omega: f64, zeta: f64) -> Law {
    Law { k: omega * omega, c: 2.0 * zeta * omega, g: 0.0, a: 0.0 }
}

fn wide(q: Quat) -> Quaternion {
    let [x, y, z, w] = q.to_array().map(f64::from);
    Quaternion { vector: Vector3::new(x, y, z), scalar: w }.normalized()
}

/// Runs ticks of random length until the time `until`, and calls `each` with the time after each tick.
fn random_ticks(bench: &mut Bench, until: f64, mut each: impl FnMut(&mut Bench, f64)) {
    let mut random = Random(3);
    while bench.elapsed() < until {
        bench.tick(Duration::from_secs_f64(random.between(1e-4, 0.05)));
        let t = bench.elapsed();
        each(bench, t);
    }
}

#[test]
fn each_property_of_an_entity_matches_its_own_closed_form() {
    let mut bench = bench();
    let (q0, goal) = (Quat::from_rotation_x(0.5), Quat::from_rotation_y(1.5));
    let w0 = Vec3::new(1.0, -2.0, 3.0);
    let body = bench.spawn((
        Transform::from_xyz(1.0, 0.0, 0.0).with_rotation(q0),
        (Velocity::new(4.0 * Vec3::X), Spring::new(6.0, 0.25), Target::new(-Vec3::X)),
        (Velocity::<Rotation>::of(w0), Spring::new(7.0, 0.5).on::<Rotation>(), Target::<Rotation>::of(goal)),
        (Spring::new(18.0, 0.125).on::<Scale>(), Target::<Scale>::of(Vec3::new(2.0, 1.0, 0.5))),
        (Dial(0.0), Velocity::<Turn>::of(3.0), Friction::new(2.0).on::<Turn>()),
        (Turret::default(), Spring::new(5.0, 2.0).on::<Aim>(), Target::<Aim>::of(q0)),
    ));
    random_ticks(&mut bench, 0.7, |bench, t| {
        let transform = bench.get::<Transform>(body);
        let (x, v) = law(6.0, 0.25).step_held(1.0, 4.0, -1.0, t);
        assert_rounded(transform.translation.x, x, &format!("translation at {t}"));
        assert_rounded(bench.v(body), v, &format!("velocity at {t}"));
        assert_eq!((transform.translation.y, transform.translation.z), (0.0, 0.0));

        let spin = Spin { orientation: wide(q0), angular_velocity: Vector3::new(1.0, -2.0, 3.0) };
        let turned = spin.step_held(&Propagator::new(49.0, 7.0, t), wide(goal), Vector3::default());
        let error = (wide(transform.rotation) * turned.orientation.conjugate()).log().length();
        assert!(error < 1.2e-7, "rotation at {t}: {error:e} rad off");

        for (found, target) in transform.scale.to_array().into_iter().zip([2.0, 1.0, 0.5]) {
            let (x, _) = law(18.0, 0.125).step_held(1.0, 0.0, target, t);
            assert_rounded(found, x, &format!("scale at {t}"));
        }

        let (angle, _) = Law { c: 2.0, ..Law::default() }.step_held(0.0, 3.0, 0.0, t);
        assert_rounded(bench.get::<Dial>(body).0, angle, &format!("the user's angle at {t}"));

        let rest = Spin { orientation: Quaternion::IDENTITY, angular_velocity: Vector3::default() };
        let aimed = rest.step_held(&Propagator::new(25.0, 20.0, t), wide(q0), Vector3::default());
        let error = (wide(bench.get::<Turret>(body).aim) * aimed.orientation.conjugate()).log().length();
        assert!(error < 1.2e-7, "the user's orientation at {t}: {error:e} rad off");
    });
}

#[test]
fn a_property_of_a_part_yields_to_the_property_of_the_whole_field() {
    let mut bench = bench();
    let whole = || (Transform::default(), Spring::new(6.0, 0.25), Target::new(Vec3::X));
    let part = || (Spring::critical(20.0).on::<TranslationX>(), Target::<TranslationX>::of(-5.0));
    let turning = || (Spring::new(6.0, 0.25).on::<Rotation>(), Target::<Rotation>::of(Quat::from_rotation_z(1.0)));
    let turned = || (Spring::critical(20.0).on::<Rotation2d>(), Target::<Rotation2d>::of(Angle(-2.0)));
    // The part and the whole are inserted together, or the part last, or the part first.
    let at_once = bench.spawn((whole(), part(), turning(), turned()));
    let [part_last, part_first] = [(); 2].map(|()| bench.spawn(Transform::default()));
    bench.app.world_mut().entity_mut(part_last).insert((whole(), turning())).insert((part(), turned()));
    bench.app.world_mut().entity_mut(part_first).insert((part(), turned())).insert((whole(), turning()));
    random_ticks(&mut bench, 0.7, |bench, t| {
        let (x, _) = law(6.0, 0.25).step_held(0.0, 0.0, 1.0, t);
        for body in [at_once, part_last, part_first] {
            let transform = bench.get::<Transform>(body);
            assert_rounded(transform.translation.x, x, &format!("translation at {t}"));
            // The angle obeys the same law. The tolerance is for the rounding of the orientation's components.
            let angle = f64::from(Rotation2d::get(transform).0);
            assert!((angle - x).abs() < 4e-7, "rotation at {t}: {angle}, should be {x}");
        }
    });
    // When the components of the whole are removed, inserting the part's `Velocity` again makes the part move the entity.
    bench
        .app
        .world_mut()
        .entity_mut(at_once)
        .remove::<(Velocity, Spring)>()
        .insert(Velocity::<TranslationX>::default());
    bench.run_to(3.0);
    assert_eq!(bench.x(at_once), -5.0);
}

#[test]
fn each_property_rests_and_is_reported_separately() {
    #[derive(Resource, Default)]
    struct Reported(Vec<&'static str>);

    let mut bench = bench();
    bench
        .app
        .init_resource::<Reported>()
        .add_observer(|_: On<Settled>, mut reported: ResMut<Reported>| reported.0.push("translation"))
        .add_observer(|_: On<Settled<Rotation>>, mut reported: ResMut<Reported>| reported.0.push("rotation"))
        .add_observer(|_: On<Settled<Scale>>, mut reported: ResMut<Reported>| reported.0.push("scale"));
    let body = bench.spawn((
        Transform::default(),
        (Spring::critical(10.0), Target::new(Vec3::X)),
        (Spring::critical(20.0).on::<Rotation>(), Target::<Rotation>::of(Quat::from_rotation_z(1.0))),
        (Spring::critical(5.0).on::<Scale>(), Target::<Scale>::of(Vec3::splat(2.0))),
    ));
    bench.run_to(10.0);
    assert_eq!(bench.app.world().resource::<Reported>().0, ["rotation", "translation", "scale"]);
    // A kick to one property leaves the others at rest.
    bench.edit::<Velocity<Rotation>>(body, |velocity| velocity.0.x = 3.0);
    bench.run_to(10.1);
    let world = bench.app.world();
    assert!(world.get::<Resting<Rotation>>(body).is_none());
    assert!(world.get::<Resting>(body).is_some() && world.get::<Resting<Scale>>(body).is_some());
    bench.run_to(20.0);
    assert_eq!(bench.app.world().resource::<Reported>().0, ["rotation", "translation", "scale", "rotation"]);
    let expected = Transform { translation: Vec3::X, rotation: Quat::from_rotation_z(1.0), scale: Vec3::splat(2.0) };
    assert_eq!(*bench.get::<Transform>(body), expected);
}

#[test]
fn a_single_axis_moves_while_user_code_writes_the_other_fields() {
    let mut bench = bench();
    // User code writes z in every tick; x and y have a spring each.
    bench.app.add_systems(FixedUpdate, |time: Res<Time>, mut bodies: Query<&mut Transform>| {
        for mut transform in &mut bodies {
            transform.translation.z = time.elapsed_secs();
            transform.scale.x = 1.0 + time.elapsed_secs();
        }
    });
    let turned = Quat::from_rotation_x(0.3);
    let body = bench.spawn((
        Transform::from_xyz(0.0, 1.0, 0.0).with_rotation(turned),
        (Spring::new(8.0, 0.5).on::<TranslationX>(), Target::<TranslationX>::of(3.0)),
        (Spring::new(4.0, 0.25).on::<TranslationY>(), Target::<TranslationY>::of(-2.0)),
    ));
    random_ticks(&mut bench, 0.8, |bench, t| {
        let translation = bench.get::<Transform>(body).translation;
        let (x, _) = law(8.0, 0.5).step_held(0.0, 0.0, 3.0, t);
        let (y, _) = law(4.0, 0.25).step_held(1.0, 0.0, -2.0, t);
        assert_rounded(translation.x, x, &format!("x at {t}"));
        assert_rounded(translation.y, y, &format!("y at {t}"));
        assert_eq!(translation.z, bench.app.world().resource::<Time<Fixed>>().elapsed_secs(), "z at {t}");
    });
    assert_eq!(bench.get::<Transform>(body).rotation, turned);
}

#[test]
fn a_rotation_in_the_plane_takes_the_shorter_arc_and_stays_in_the_plane() {
    let mut bench = bench();
    let needle = bench.spawn((
        Transform::from_rotation(Quat::from_rotation_z(3.0)),
        Spring::new(8.0, 0.25).on::<Rotation2d>(),
        Target::<Rotation2d>::of(Angle(-3.0)),
    ));
    let begin = f64::from(Rotation2d::get(bench.get::<Transform>(needle)).0);
    random_ticks(&mut bench, 0.7, |bench, t| {
        let distance = core::f64::consts::TAU - 3.0 - begin;
        let (angle, rate) = law(8.0, 0.25).step_held(0.0, 0.0, distance, t);
        let rotation = bench.get::<Transform>(needle).rotation;
        let expected = Quaternion::exp(Vector3::new(0.0, 0.0, begin + angle));
        let error = (wide(rotation) * expected.conjugate()).log().length();
        // The tolerance is for rounding: the angle is an f32 near 3, and the quaternion's components are f32 near 1.
        assert!(error < 2.4e-7, "at {t}: {error:e} rad off");
        assert_eq!((rotation.x, rotation.y), (0.0, 0.0));
        assert_rounded(bench.get::<Velocity<Rotation2d>>(needle).0, rate, &format!("rate at {t}"));
    });
    let spinner =
        bench.spawn((Transform::default(), Velocity::<Rotation2d>::of(20.0), Friction::new(0.5).on::<Rotation2d>()));
    bench.run_to(60.0);
    // The spinner turns by 20 / 0.5 = 40 rad, which is more than six turns.
    let expected = Quaternion::exp(Vector3::new(0.0, 0.0, 40.0));
    let error = (wide(bench.get::<Transform>(spinner).rotation) * expected.conjugate()).log().length();
    assert!(error < 4e-6, "{error:e} rad from where it should rest");
    assert!(bench.app.world().get::<Resting<Rotation2d>>(spinner).is_some());
    assert!(bench.app.world().get::<Resting<Rotation2d>>(needle).is_some());
}

#[test]
fn a_component_that_rounds_its_value_does_not_disturb_the_motion() {
    let mut bench = bench();
    let body = bench.spawn((
        Whole(0),
        Velocity::<Pixels>::of(100.0),
        Spring::new(3.0, 0.2).on::<Pixels>(),
        Target::<Pixels>::of(40.0),
    ));
    random_ticks(&mut bench, 2.0, |bench, t| {
        let (x, v) = law(3.0, f64::from(0.2f32)).step_held(0.0, 100.0, 40.0, t);
        assert_eq!(f64::from(bench.get::<Whole>(body).0), x.round(), "at {t}");
        assert_rounded(bench.get::<Velocity<Pixels>>(body).0, v, &format!("velocity at {t}"));
    });
    bench.run_to(30.0);
    assert_eq!(bench.get::<Whole>(body).0, 40);
    assert!(bench.app.world().get::<Resting<Pixels>>(body).is_some());
}

#[test]
fn a_write_to_one_field_does_not_affect_the_other_fields() {
    let mut bench = bench();
    let body = bench.spawn((
        Transform::default(),
        (Spring::new(6.0, 0.5), Target::new(Vec3::X)),
        (Spring::new(6.0, 0.5).on::<Scale>(), Target::<Scale>::of(Vec3::splat(3.0))),
    ));
    random_ticks(&mut bench, 0.5, |bench, t| {
        let (x, _) = law(6.0, 0.5).step_held(0.0, 0.0, 1.0, t);
        assert_rounded(bench.x(body), x, &format!("translation at {t}"));
        bench.edit::<Transform>(body, |transform| {
            transform.scale = Vec3::splat(7.0);
            transform.rotation = Quat::from_rotation_y(t as f32);
        });
    });
}

#[test]
fn a_property_that_yields_has_no_resting_component() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Spring::critical(9.0).on::<TranslationX>()));
    bench.run_to(1.0);
    assert!(bench.app.world().get::<Resting<TranslationX>>(body).is_some());
    bench.app.world_mut().entity_mut(body).insert((Spring::critical(9.0), Target::new(Vec3::X)));
    bench.app.update();
    assert!(bench.app.world().get::<Resting<TranslationX>>(body).is_none(), "the whole moves it");
}

#[test]
fn a_property_of_a_part_yields_even_on_a_disabled_entity() {
    let mut bench = bench();
    let body = bench.spawn((Transform::default(), Disabled, Spring::critical(9.0), Target::new(Vec3::X)));
    bench
        .app
        .world_mut()
        .entity_mut(body)
        .insert((Spring::critical(9.0).on::<TranslationX>(), Resting::<TranslationX>::default()));
    bench.run_to(0.1);
    bench.app.world_mut().entity_mut(body).remove::<Disabled>();
    bench.run_to(5.0);
    assert!(bench.app.world().get::<Velocity>(body).is_some() && bench.x(body) == 1.0, "the whole moves it");
    assert!(bench.app.world().get::<Motion<TranslationX>>(body).is_none(), "the part does not");
}
