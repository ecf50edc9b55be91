//! What other code sees, and what it may do.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{
    Inertialization,
    events::{InvalidMotion, Jumped, OriginShift},
    prelude::*,
};

use crate::{
    app::Bench,
    warnings,
    written::{ReadBefore, along, bench, spawn},
};

const FRAME: Duration = Duration::from_micros(15_625);

fn run_to(bench: &mut Bench, seconds: f64) {
    while bench.app.world().resource::<Time>().elapsed_secs_f64() < seconds {
        bench.frame(FRAME);
    }
}

/// A bench with an entity that is shown on the way from 0 to 4.
fn on_the_way() -> (Bench, Entity) {
    let mut bench = bench();
    let entity = spawn(&mut bench, 12.0, along(|t| if t < 0.5 { 0.0 } else { 4.0 }), &[0.5]);
    run_to(&mut bench, 0.625);
    let x = bench.x(entity);
    assert!(x > 0.1 && x < 3.9, "{x}");
    (bench, entity)
}

#[test]
fn other_code_reads_what_it_wrote_bit_for_bit() {
    let (mut bench, entity) = on_the_way();
    for _ in 0..10 {
        bench.frame(FRAME);
        assert_eq!(bench.get::<ReadBefore>(entity).0, Vec3::new(4.0, 1.0, -2.0));
        assert_ne!(bench.x(entity), 4.0);
    }
}

#[test]
fn a_value_that_is_written_only_once_is_approached_and_kept() {
    let mut bench = bench();
    let entity = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Inertialization::new(12.0)));
    run_to(&mut bench, 0.25);
    bench.edit(entity, |transform: &mut Transform| transform.translation.x = 3.0);
    bench.app.world_mut().trigger(Jumped { entity });
    bench.frame(FRAME);
    assert_eq!(bench.x(entity), 1.0);
    run_to(&mut bench, 0.4);
    assert!(bench.x(entity) > 1.1 && bench.x(entity) < 2.9);
    run_to(&mut bench, 4.0);
    assert_eq!(bench.x(entity), 3.0);
}

#[test]
fn a_spring_of_this_crate_does_not_notice_the_offset() {
    let run = |smooth: bool| {
        let mut bench = bench();
        let motion = (Transform::default(), Spring::critical(5.0), Target::new(4.0 * Vec3::X));
        let entity = bench.spawn(motion);
        if smooth {
            bench.app.world_mut().entity_mut(entity).insert(Inertialization::new(12.0));
        }
        run_to(&mut bench, 0.5);
        bench.edit(entity, |transform: &mut Transform| transform.translation.x = -3.0);
        bench.app.world_mut().trigger(Jumped { entity });
        bench.frame(FRAME);
        let at_the_jump = bench.x(entity);
        run_to(&mut bench, 6.0);
        (at_the_jump, bench.get::<Velocity>(entity).0, bench.x(entity))
    };
    let (plain, smooth) = (run(false), run(true));
    assert!(plain.0 < -2.0 && smooth.0 > 2.0, "{plain:?} {smooth:?}");
    assert_eq!((plain.1, plain.2), (smooth.1, smooth.2));
}

#[test]
fn without_the_component_the_written_value_is_shown() {
    let (mut bench, entity) = on_the_way();
    bench.app.world_mut().entity_mut(entity).remove::<Inertialization>();
    assert_eq!(bench.x(entity), 4.0);
    bench.frame(FRAME);
    assert_eq!(bench.x(entity), 4.0);
    bench.app.world_mut().entity_mut(entity).insert(Inertialization::new(12.0));
    bench.app.world_mut().trigger(Jumped { entity });
    bench.frame(FRAME);
    assert_eq!(bench.x(entity), 4.0);
}

#[test]
fn a_disabled_entity_begins_anew_without_an_offset() {
    let (mut bench, entity) = on_the_way();
    bench.app.world_mut().entity_mut(entity).insert(Disabled);
    bench.frame(FRAME);
    assert_eq!(bench.x(entity), 4.0, "it holds what other code wrote");
    bench.app.world_mut().entity_mut(entity).remove::<Disabled>();
    bench.frame(FRAME);
    assert_eq!(bench.x(entity), 4.0);
}

#[test]
fn values_that_are_not_finite_are_shown_as_they_are_and_forgotten() {
    let (mut bench, entity) = on_the_way();
    for wrong in [f32::NAN, f32::INFINITY] {
        let path = along(move |_| wrong.into());
        let before = bench.app.world_mut().entity_mut(entity).take::<crate::written::Path>().unwrap();
        bench.app.world_mut().entity_mut(entity).insert(path);
        bench.frame(FRAME);
        assert!(!bench.x(entity).is_finite());
        bench.app.world_mut().entity_mut(entity).insert(before);
        bench.app.world_mut().trigger(Jumped { entity });
        bench.frame(FRAME);
        assert_eq!(bench.x(entity), 4.0);
    }
}

#[test]
fn huge_values_and_frequencies_never_show_a_value_that_is_not_finite() {
    for (from, to) in [(f32::MAX, f32::MIN), (1e38, -3e38), (0.0, f32::MAX), (1e-45, -1e-45)] {
        for frequency in [1e-30, 1e-3, 1e6, f32::MAX, f32::MIN_POSITIVE] {
            let mut bench = bench();
            let path = along(move |t| f64::from(if t < 0.5 { from } else { to }));
            let entity = spawn(&mut bench, frequency, path, &[0.25, 0.5, 0.75]);
            while bench.app.world().resource::<Time>().elapsed_secs_f64() < 1.5 {
                bench.frame(FRAME);
                assert!(bench.x(entity).is_finite(), "{from} to {to}, {frequency}");
            }
        }
    }
}

#[test]
fn an_invalid_field_is_reported_once_and_the_last_valid_one_counts() {
    #[derive(Resource, Default)]
    struct Reported(Vec<&'static str>);
    let mut bench = bench();
    bench.app.init_resource::<Reported>();
    bench.app.add_observer(|it: On<InvalidMotion>, mut reported: ResMut<Reported>| reported.0.push(it.field));
    let entity = spawn(&mut bench, 12.0, along(|t| if t < 0.5 { 0.0 } else { 4.0 }), &[0.5]);
    run_to(&mut bench, 0.25);
    bench.edit(entity, |settings: &mut Inertialization| settings.angular_frequency = -1.0);
    run_to(&mut bench, 0.625);
    let shown = bench.x(entity);
    let offset = crate::written::decayed(-4.0, 0.0, 12.0, 0.125).0;
    assert!((f64::from(shown) - 4.0 - offset).abs() < 2e-6, "{shown}");
    assert_eq!(bench.app.world().resource::<Reported>().0, ["Inertialization::angular_frequency"]);
    bench.edit(entity, |settings: &mut Inertialization| {
        *settings = Inertialization::new(8.0).with_jump_distance(f32::NAN);
    });
    run_to(&mut bench, 0.75);
    assert_eq!(bench.app.world().resource::<Reported>().0.len(), 1, "it is still invalid");
}

#[test]
fn a_shift_of_the_origin_leaves_the_offset_as_it_is() {
    let run = |shifts: bool, at: f64| {
        let by = if shifts { 1024.0 } else { 0.0 };
        let mut bench = bench();
        let path = move |t: f64| 2.0 * t + if t < 0.5 { 0.0 } else { 4.0 } + if t > at { by } else { 0.0 };
        let entity = spawn(&mut bench, 12.0, along(path), &[0.5]);
        run_to(&mut bench, at);
        if shifts {
            bench.app.world_mut().trigger(OriginShift::new(Vec3::new(1024.0, 0.0, 0.0)));
        }
        run_to(&mut bench, 0.75);
        f64::from(bench.x(entity)) - by
    };
    for at in [0.25, 0.484_375, 0.5, 0.625] {
        assert!((run(true, at) - run(false, at)).abs() < 2e-4, "{at}");
    }
}

#[test]
fn a_clone_shows_the_same_and_goes_its_way() {
    let (mut bench, entity) = on_the_way();
    let clone = bench.app.world_mut().entity_mut(entity).clone_and_spawn();
    bench.frame(FRAME);
    assert_eq!(bench.x(clone), bench.x(entity));
    assert_ne!(bench.x(clone), 4.0);
}

#[test]
fn entities_may_be_despawned_in_the_observer_of_a_jump() {
    let (mut bench, entity) = on_the_way();
    bench.app.add_observer(|jump: On<Jumped>, mut commands: Commands| commands.entity(jump.entity).despawn());
    bench.app.world_mut().trigger(Jumped { entity });
    bench.frame(FRAME);
    assert!(bench.app.world().get_entity(entity).is_err());
}

/// Bevy lets two entities be each other's parents.
#[test]
fn a_jump_in_a_loop_of_parents_reaches_each_of_them() {
    let mut bench = bench();
    let path = || along(|t| if t < 0.25 { 0.0 } else { 4.0 });
    let (one, other) = (spawn(&mut bench, 12.0, path(), &[0.25]), spawn(&mut bench, 12.0, path(), &[]));
    bench.app.world_mut().entity_mut(one).insert(ChildOf(other));
    bench.app.world_mut().entity_mut(other).insert(ChildOf(one));
    run_to(&mut bench, 0.3);
    for entity in [one, other] {
        assert!(bench.x(entity) > 0.1 && bench.x(entity) < 3.9, "{}", bench.x(entity));
    }
}

#[test]
fn a_property_that_is_not_registered_is_reported() {
    warnings::capture_warnings();
    let mut app = App::new();
    app.add_plugins(MinimalPlugins).register_inertialization::<Translation>();
    warnings::assert_warned("Translation", "is not registered yet: its jumps are shown", 1);
}

#[test]
fn an_inertialization_that_is_not_registered_is_reported() {
    warnings::capture_warnings();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
    let name = "unsmoothed progress";
    app.world_mut().spawn((Progress::default(), Name::new(name), Inertialization::<Progress>::of(9.0)));
    app.update();
    app.update();
    warnings::assert_warned(name, "app.register_inertialization::<Progress>()", 1);
}

#[test]
fn a_jump_after_a_value_that_was_not_finite_does_not_disturb_later_ones() {
    let mut bench = bench();
    let path = |t: f64| {
        if t < 0.25 {
            0.0
        } else if t < 0.265 {
            f64::NAN
        } else if t < 0.5 {
            4.0
        } else {
            0.0
        }
    };
    let entity = spawn(&mut bench, 12.0, along(path), &[0.265, 0.5]);
    run_to(&mut bench, 0.5);
    assert_eq!(bench.x(entity), 4.0, "it has jumped, and is shown where it was");
    run_to(&mut bench, 0.6);
    assert!(bench.x(entity) > 0.1 && bench.x(entity) < 3.9, "{}", bench.x(entity));
}

#[test]
fn a_frame_that_takes_no_time_does_not_disturb_a_later_jump() {
    let mut bench = bench();
    let entity = spawn(&mut bench, 12.0, along(|t| if t < 0.5 { 0.0 } else { 4.0 }), &[0.5]);
    run_to(&mut bench, 0.484_375);
    for _ in 0..5 {
        bench.frame(Duration::ZERO);
    }
    run_to(&mut bench, 0.625);
    let offset = crate::written::decayed(-4.0, 0.0, 12.0, 0.125).0;
    assert!((f64::from(bench.x(entity)) - 4.0 - offset).abs() < 2e-6, "{}", bench.x(entity));
}

/// A floating origin is shifted at the end of a frame: what is put back is shifted, too.
#[test]
fn an_origin_that_is_shifted_while_the_offset_is_shown_shifts_what_is_put_back() {
    let by = 1024.0 * Vec3::X;
    let mut bench = bench();
    let entity = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Inertialization::new(12.0)));
    run_to(&mut bench, 0.25);
    bench.edit(entity, |transform: &mut Transform| transform.translation.x = 3.0);
    bench.app.world_mut().trigger(Jumped { entity });
    run_to(&mut bench, 0.3);
    let shown = bench.x(entity);
    assert!(shown > 1.0 && shown < 3.0);
    bench.edit(entity, |transform: &mut Transform| transform.translation += by);
    bench.app.world_mut().trigger(OriginShift::<Translation>::new(by));
    run_to(&mut bench, 4.0);
    assert_eq!(bench.x(entity), 1027.0);
}
