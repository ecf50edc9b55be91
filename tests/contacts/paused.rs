//! On lifts, in their way, and behind targets that move: paused, switched off, written, at another pace.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::prelude::*;

use crate::{
    app::{Bench, ulp},
    told::listen,
};

/// Moves the lower bound of everybody's height at each tick: a lift.
fn lift(bench: &mut Bench, speed: f64) -> Limits {
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut limits: Query<&mut Limits>| {
        for mut limits in &mut limits {
            limits.lower[1] = Some((speed * time.elapsed_secs_f64()) as f32);
        }
    });
    Limits { lower: [None, Some(0.0), None, None], tracked: true, ..Limits::default() }
}

/// The instant that is drawn. Unit: s.
fn drawn_at(bench: &Bench) -> f64 {
    let time = bench.app.world().resource::<Time<Fixed>>();
    (time.elapsed() + time.overstep()).as_secs_f64()
}

fn falls() -> Gravity {
    Gravity::new(-10.0 * Vec3::Y)
}

/// On the lift, and in the air until the lift comes by. At 60 Hz the lift's places are rounded.
#[test]
fn paused_an_entity_stands_while_a_lift_passes_by() {
    for rate in [60.0, 64.0] {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        let limits = lift(&mut bench, 3.0);
        let rides = bench.spawn((Transform::default(), falls(), limits));
        let floats = bench.spawn((Transform::from_xyz(5.0, 2.0, 0.0), Velocity::<Translation>::default(), limits));
        bench.run_to(0.5);
        let (before, count) = ([rides, floats].map(|body| bench.y(body)), bench.told().len());
        for body in [rides, floats] {
            bench.app.world_mut().entity_mut(body).insert(Pace::PAUSED);
        }
        for frame in 0..60 {
            bench.frame(Duration::from_millis(9));
            assert_eq!([rides, floats].map(|body| bench.y(body)), before, "{rate} Hz, frame {frame}");
        }
        assert_eq!(bench.told().len(), count, "{rate} Hz: {:?}", &bench.told()[count..]);
        for body in [rides, floats] {
            bench.app.world_mut().entity_mut(body).remove::<Pace>();
        }
        bench.run_to(1.5);
        let floor = 3.0 * drawn_at(&bench);
        // Nothing presses who floats onto the lift, whose places are rounded: between two of them that is a velocity.
        for (body, most) in [(rides, ulp(floor)), (floats, ulp(floor) * (1.0 + rate))] {
            let y = bench.y(body);
            assert!((f64::from(y) - floor).abs() <= most, "{rate} Hz: at {y}, the lift at {floor}");
            let contacts = bench.told()[count..].iter().filter(|told| told.entity == body).count();
            assert_eq!(contacts, 1, "{rate} Hz: {:?}", &bench.told()[count..]);
        }
    }
}

/// Its own time stands, so its target does, too: nothing about it is invalid.
#[test]
fn paused_behind_a_target_that_moves_dry_friction_can_still_be_solved() {
    #[derive(Resource, Default)]
    struct Refused(Vec<&'static str>);

    for velocity in [0.0, 2.0] {
        let mut bench = Bench::at_rate(64.0);
        bench.app.init_resource::<Refused>();
        bench.app.add_observer(|it: On<InvalidMotion>, mut refused: ResMut<Refused>| refused.0.push(it.field));
        let leader = bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X)));
        let law = (Spring::critical(5.0), DryFriction::new(2.0), Velocity::new(velocity * Vec3::X));
        let body = bench.spawn((Transform::default(), law, Follow::new(leader)));
        for _ in 0..3 {
            bench.run_to(bench.elapsed() + 0.3);
            bench.app.world_mut().entity_mut(body).insert(Pace::PAUSED);
            bench.run_to(bench.elapsed() + 0.3);
            bench.app.world_mut().entity_mut(body).remove::<Pace>();
        }
        let refused = &bench.app.world().resource::<Refused>().0;
        assert!(refused.is_empty(), "{refused:?}");
    }
}

/// The way that its bounds went while it was switched off is no way of theirs since: it is put onto them, and not swept along.
#[test]
fn switched_on_again_it_meets_bounds_where_they_are() {
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
    assert_eq!((bench.y(body), bench.get::<Velocity>(body).0, bench.told().len()), (30.0, Vec3::ZERO, 1));
}

/// What is written is rounded to f32, and an entity that lies on a bound has no contact with it.
#[test]
fn on_a_lift_an_entity_that_is_written_lies_still() {
    for rate in [60.0, 64.0] {
        for pace in [1.0, 0.3] {
            let mut bench = Bench::at_rate(rate);
            listen(&mut bench);
            let limits = lift(&mut bench, 3.3);
            let body = bench.spawn((Transform::default(), falls(), limits, Pace::new(pace)));
            bench.run_to(0.5);
            let count = bench.told().len();
            for frame in 0..200 {
                bench.edit::<Transform>(body, |transform| transform.translation.x += 0.01);
                bench.edit::<Velocity>(body, |velocity| velocity.0.x = 0.5);
                if frame % 7 == 0 {
                    bench.app.world_mut().entity_mut(body).insert(Friction::new(0.01 * frame as f32));
                }
                bench.frame(Duration::from_millis(9));
            }
            assert_eq!(bench.told().len(), count, "{rate} Hz, pace {pace}: {:?}", &bench.told()[count..]);
            bench.run_to(3.0);
            let floor = 3.3 * drawn_at(&bench);
            assert!((f64::from(bench.y(body)) - floor).abs() <= ulp(floor), "{rate} Hz: {}", bench.y(body));
        }
    }
}

/// Its velocity is measured in its own time, which goes at another pace now.
#[test]
fn on_a_lift_another_pace_is_no_contact() {
    for rate in [60.0, 64.0] {
        let mut bench = Bench::at_rate(rate);
        listen(&mut bench);
        let limits = lift(&mut bench, 1.0);
        let body = bench.spawn((Transform::default(), falls(), limits, Pace::new(1.0)));
        bench.run_to(0.5);
        let count = bench.told().len();
        for pace in [0.5, 2.0, 0.25, 1.0] {
            bench.edit::<Pace>(body, |own| own.0 = pace);
            for _ in 0..20 {
                bench.frame(Duration::from_millis(9));
                let (y, floor) = (bench.y(body), drawn_at(&bench));
                // A place of the lift and that of the body are rounded by a half each; between two places that is a velocity, for up to a tick.
                assert!((f64::from(y) - floor).abs() <= 2.0 * ulp(floor), "{rate} Hz, pace {pace}: {y}, lift {floor}");
            }
        }
        assert_eq!(bench.told().len(), count, "{rate} Hz: {:?}", &bench.told()[count..]);
    }
}

/// Put onto the lift with a velocity of its own that leads away, it leaves it with that.
#[test]
fn a_kick_off_a_lift_is_not_held() {
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
