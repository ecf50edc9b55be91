//! The world's origin moves, and nobody notices.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::app::{Bench, ulp};

fn spawn(bench: &mut Bench) -> [Entity; 8] {
    let at = |x: f32| Transform::from_xyz(x, 0.5, -2.0);
    let foreign = bench.spawn(at(3.0));
    let swinging = bench.spawn((at(1.0), Spring::new(9.0, 0.1), Target::new(Vec3::Y)));
    let rate = ExponentialRate::<Translation>::over(5.0 * Vec3::X, 0.1, 4.0).unwrap();
    [
        foreign,
        swinging,
        bench.spawn((at(0.0), Velocity::new(Vec3::ONE), Friction::new(0.7))),
        bench.spawn((at(2.0), rate)),
        bench.spawn((at(7.0), Spring::critical(8.0), Follow::new(swinging))),
        bench.spawn((at(-7.0), Spring::critical(8.0), Follow::new(foreign).with_look_ahead(0.1))),
        bench.spawn((at(1.0), Spring::critical(5.0), Target::new(Vec3::X), PresentAs::new(Presentation::Delayed))),
        bench.spawn((at(1.0), Spring::critical(50.0))),
    ]
}

/// Halves, so that positions shift without rounding.
const BY: Vec3 = Vec3::new(-64.0, 0.5, 16.0);

/// When the origin is shifted.
#[derive(Clone, Copy, Debug, PartialEq)]
enum When {
    /// Before the frame of this number.
    Frame(u32),
    /// In `FixedUpdate` of the tick that comes in the frame of this number.
    TickIn(u32),
}

#[derive(Resource)]
struct ShiftInTick(Entity);

/// Shifts whatever is told to be shifted in this tick.
fn shift(due: Option<Res<ShiftInTick>>, mut transforms: Query<&mut Transform>, mut commands: Commands) {
    let Some(due) = due else { return };
    transforms.get_mut(due.0).expect("it is there").translation += BY;
    commands.trigger(OriginShift::new(BY));
    commands.remove_resource::<ShiftInTick>();
}

#[test]
fn a_shift_of_the_origin_is_no_motion() {
    // Frames of 17 ms, ticks of 20: after frame 37 there is a tick, after frame 40 there is none.
    for when in [When::Frame(37), When::Frame(40), When::TickIn(37)] {
        check(when);
    }
}

fn check(when: When) {
    let (When::Frame(due) | When::TickIn(due)) = when;
    let mut benches = [Bench::at_rate(50.0), Bench::at_rate(50.0)];
    let [still, shifted] = benches.each_mut().map(|bench| {
        bench.app.add_systems(FixedUpdate, shift);
        spawn(bench)
    });
    for frame in 0..200 {
        let world = benches[1].app.world_mut();
        if when == When::Frame(frame) {
            let mut foreign = world.get_mut::<Transform>(shifted[0]).unwrap();
            foreign.translation += BY;
            world.trigger(OriginShift::new(BY));
        } else if when == When::TickIn(frame) {
            world.insert_resource(ShiftInTick(shifted[0]));
        }
        let is_shifted = frame > due || when == When::Frame(frame);
        let place = Vec3::new(3.0 + 0.02 * frame as f32, 0.5, -2.0);
        benches[0].edit::<Transform>(still[0], |transform| transform.translation = place);
        let shifted_place = if is_shifted { place + BY } else { place };
        benches[1].edit::<Transform>(shifted[0], |transform| transform.translation = shifted_place);
        let moved = if frame >= due { BY } else { Vec3::ZERO };
        for bench in &mut benches {
            bench.frame(Duration::from_millis(17));
        }
        for index in 1..still.len() {
            let [a, b] = [(0, still), (1, shifted)].map(|(bench, all)| *benches[bench].get::<Transform>(all[index]));
            let [u, v] = [(0, still), (1, shifted)].map(|(bench, all)| benches[bench].get::<Velocity>(all[index]).0);
            let error = f64::from((a.translation + moved - b.translation).abs().max_element());
            // The place is rounded where it is shown, before the shift and after it; the leader's before it is sampled.
            assert!(error <= 2.0 * ulp(80.0), "{when:?}, frame {frame}, body {index}: {error:e}");
            assert!(
                f64::from((u - v).abs().max_element()) <= 200.0 * ulp(80.0),
                "{when:?}, frame {frame}, body {index}: {u} {v}"
            );
        }
    }
    let rests = |bench: usize, all: [Entity; 8]| all.map(|entity| benches[bench].rests(entity));
    assert_eq!(rests(0, still), rests(1, shifted));
    assert!(rests(1, shifted)[7]);
    assert_eq!(*benches[1].get::<Target>(shifted[1]), Target::new(Vec3::Y + BY), "targets move with it");
}

#[test]
fn what_is_held_is_not_thrown_by_it() {
    let [still, shifted] = [false, true].map(|shifts| {
        let mut bench = Bench::at_rate(50.0);
        let body = bench.spawn((Transform::default(), Velocity::default(), Held::NEW));
        for frame in 0..20 {
            bench.edit::<Transform>(body, |transform| transform.translation.x += 0.125);
            bench.frame(Duration::from_millis(20));
            if shifts && frame == 17 {
                bench.app.world_mut().trigger(OriginShift::new(BY));
            }
        }
        bench.app.world_mut().entity_mut(body).remove::<Held>();
        bench.frame(Duration::from_millis(20));
        bench.v(body)
    });
    assert!((6.2..6.3).contains(&still), "{still}");
    assert_eq!(still, shifted);
}

#[test]
fn what_rests_rests_on() {
    #[derive(Resource, Default)]
    struct Told(u32);

    let mut bench = Bench::at_rate(50.0);
    bench.app.init_resource::<Told>().add_observer(|_: On<Settled>, mut told: ResMut<Told>| told.0 += 1);
    let body = bench.spawn((Transform::default(), Spring::critical(9.0), Target::new(0.1 * Vec3::ONE)));
    bench.run_to(3.0);
    assert!(bench.rests(body));
    // By what rounds the place.
    bench.app.world_mut().trigger(OriginShift::new(Vec3::splat(100_000.3)));
    for _ in 0..10 {
        bench.frame(Duration::from_millis(15));
        assert!(bench.rests(body));
    }
    assert_eq!(bench.app.world().resource::<Told>().0, 1);
}
