//! Entities with moving bounds or moving targets that are paused, disabled, written to, or moved at another time scale.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{events::InvalidMotion, prelude::*};

use crate::{
    app::{Bench, ulp},
    record::listen,
};

/// Adds a lift: a system that raises the lower bound along y of every entity in each tick, at `speed` (units/s). Returns limits with this
/// bound.
fn lift(bench: &mut Bench, speed: f64) -> Limits {
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut limits: Query<&mut Limits>| {
        for mut limits in &mut limits {
            limits.lower[1] = Some((speed * time.elapsed_secs_f64()) as f32);
        }
    });
    Limits { lower: [None, Some(0.0), None, None], tracked: true, ..Limits::default() }
}

/// The drawn instant, in seconds.
fn drawn_at(bench: &Bench) -> f64 {
    let time = bench.app.world().resource::<Time<Fixed>>();
    (time.elapsed() + time.overstep()).as_secs_f64()
}

fn falls() -> Gravity {
    Gravity::new(-10.0 * Vec3::Y)
}

/// One entity stands on the lift, the other one floats until the lift arrives. At 60 Hz, the positions of the lift are rounded.
#[test]
fn a_paused_entity_stays_in_place_while_a_lift_passes_by() {
    for rate in [60.0, 64.0] {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        let limits = lift(&mut bench, 3.0);
        let rides = bench.spawn((Transform::default(), falls(), limits));
        let floats = bench.spawn((Transform::from_xyz(5.0, 2.0, 0.0), Velocity::<Translation>::default(), limits));
        bench.run_to(0.5);
        let (before, count) = ([rides, floats].map(|body| bench.y(body)), bench.contacts().len());
        for body in [rides, floats] {
            bench.app.world_mut().entity_mut(body).insert(TimeScale::PAUSED);
        }
        for frame in 0..60 {
            bench.frame(Duration::from_millis(9));
            assert_eq!([rides, floats].map(|body| bench.y(body)), before, "{rate} Hz, frame {frame}");
        }
        assert_eq!(bench.contacts().len(), count, "{rate} Hz: {:?}", &bench.contacts()[count..]);
        for body in [rides, floats] {
            bench.app.world_mut().entity_mut(body).remove::<TimeScale>();
        }
        bench.run_to(1.5);
        let floor = 3.0 * drawn_at(&bench);
        // No force presses the floating entity onto the lift. It keeps the lift's velocity, which has an error because positions are
        // rounded.
        for (body, most) in [(rides, ulp(floor)), (floats, ulp(floor) * (1.0 + rate))] {
            let y = bench.y(body);
            assert!((f64::from(y) - floor).abs() <= most, "{rate} Hz: at {y}, the lift at {floor}");
            let contacts = bench.contacts()[count..].iter().filter(|contact| contact.entity == body).count();
            assert_eq!(contacts, 1, "{rate} Hz: {:?}", &bench.contacts()[count..]);
        }
    }
}

/// In a paused entity's own time, the target does not move, so the dry friction is valid.
#[test]
fn dry_friction_of_a_paused_entity_behind_a_moving_target_is_valid() {
    #[derive(Resource, Default)]
    struct Invalid(Vec<&'static str>);

    for velocity in [0.0, 2.0] {
        let mut bench = Bench::at_rate(64.0);
        bench.app.init_resource::<Invalid>();
        bench.app.add_observer(|report: On<InvalidMotion>, mut invalid: ResMut<Invalid>| invalid.0.push(report.field));
        let leader = bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X)));
        let law = (Spring::critical(5.0), DryFriction::new(2.0), Velocity::new(velocity * Vec3::X));
        let body = bench.spawn((Transform::default(), law, Follow::new(leader)));
        for _ in 0..3 {
            bench.run_to(bench.elapsed() + 0.3);
            bench.app.world_mut().entity_mut(body).insert(TimeScale::PAUSED);
            bench.run_to(bench.elapsed() + 0.3);
            bench.app.world_mut().entity_mut(body).remove::<TimeScale>();
        }
        let invalid = &bench.app.world().resource::<Invalid>().0;
        assert!(invalid.is_empty(), "{invalid:?}");
    }
}

/// A bound that moved while its entity was disabled counts as having no velocity: the entity is moved onto the bound, but not pushed.
#[test]
fn bounds_act_on_an_entity_that_is_enabled_again_at_their_current_positions() {
    let mut bench = Bench::at_rate(64.0);
    listen(&mut bench);
    let limits = Limits { lower: [None, Some(0.0), None, None], tracked: true, ..Limits::default() };
    let body = bench.spawn((Transform::from_xyz(0.0, 5.0, 0.0), Velocity::<Translation>::default(), limits));
    bench.run_to(0.5);
    bench.app.world_mut().entity_mut(body).insert(Disabled);
    bench.run_to(0.75);
    bench.edit::<Limits>(body, |limits| limits.lower[1] = Some(30.0));
    bench.app.world_mut().entity_mut(body).remove::<Disabled>();
    bench.run_to(2.0);
    assert_eq!((bench.y(body), bench.get::<Velocity>(body).0, bench.contacts().len()), (30.0, Vec3::ZERO, 1));
}

/// Written values are rounded to f32. The entity still lies on its bound, and has no new contact with it.
#[test]
fn an_entity_on_a_lift_stays_on_it_while_it_is_written_to() {
    for rate in [60.0, 64.0] {
        for pace in [1.0, 0.3] {
            let mut bench = Bench::at_rate(rate);
            listen(&mut bench);
            let limits = lift(&mut bench, 3.3);
            let body = bench.spawn((Transform::default(), falls(), limits, TimeScale::new(pace)));
            bench.run_to(0.5);
            let count = bench.contacts().len();
            for frame in 0..200 {
                bench.edit::<Transform>(body, |transform| transform.translation.x += 0.01);
                bench.edit::<Velocity>(body, |velocity| velocity.0.x = 0.5);
                if frame % 7 == 0 {
                    bench.app.world_mut().entity_mut(body).insert(Friction::new(0.01 * frame as f32));
                }
                bench.frame(Duration::from_millis(9));
            }
            assert_eq!(bench.contacts().len(), count, "{rate} Hz, pace {pace}: {:?}", &bench.contacts()[count..]);
            bench.run_to(3.0);
            let floor = 3.3 * drawn_at(&bench);
            assert!((f64::from(bench.y(body)) - floor).abs() <= ulp(floor), "{rate} Hz: {}", bench.y(body));
        }
    }
}

/// The entity's velocity is measured in its own time, whose scale changes.
#[test]
fn changing_the_time_scale_of_an_entity_on_a_lift_causes_no_contact() {
    for rate in [60.0, 64.0] {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        let limits = lift(&mut bench, 1.0);
        let body = bench.spawn((Transform::default(), falls(), limits, TimeScale::new(1.0)));
        bench.run_to(0.5);
        let count = bench.contacts().len();
        for pace in [0.5, 2.0, 0.25, 1.0] {
            bench.edit::<TimeScale>(body, |own| own.0 = pace);
            for _ in 0..20 {
                bench.frame(Duration::from_millis(9));
                let (y, floor) = (bench.y(body), drawn_at(&bench));
                // The positions of lift and body are rounded, so the velocity of the lift has an error, which acts for up to a tick.
                assert!((f64::from(y) - floor).abs() <= 2.0 * ulp(floor), "{rate} Hz, pace {pace}: {y}, lift {floor}");
            }
        }
        assert_eq!(bench.contacts().len(), count, "{rate} Hz: {:?}", &bench.contacts()[count..]);
    }
}

/// User code moves the entity below the lift and gives it a velocity away from the lift.
#[test]
fn an_entity_kicked_off_a_lift_leaves_it_with_the_written_velocity() {
    for rate in [60.0, 64.0] {
        let mut bench = Bench::at_rate(rate);
        let limits = lift(&mut bench, 3.0);
        let body = bench.spawn((Transform::default(), falls(), limits));
        bench.run_to(0.5);
        bench.edit::<Transform>(body, |transform| transform.translation.y -= 0.01);
        bench.edit::<Velocity>(body, |velocity| velocity.0.y = 3.1);
        let before = drawn_at(&bench);
        bench.run_to(0.5 + 1.0 / rate);
        let t = drawn_at(&bench) - before;
        let (height, floor) = (0.1 * t - 5.0 * t * t, 3.0 * drawn_at(&bench));
        let found = f64::from(bench.y(body)) - floor;
        assert!(height > 1e-4 && (found - height).abs() <= 2.0 * ulp(floor), "{rate} Hz: {found} after {t} s");
    }
}
