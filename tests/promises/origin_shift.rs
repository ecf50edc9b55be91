//! The world's origin moves, and nobody notices.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::app::{Bench, ulp};

fn spawn(bench: &mut Bench) -> [Entity; 8] {
    let at = |x: f32| Transform::from_xyz(x, 0.5, -2.0);
    let foreign = bench.spawn(at(3.0));
    let swinging = bench.spawn((at(1.0), Spring::new(9.0, 0.1), Target::new(Vec3::Y)));
    let rate = ExponentialRate::over(5.0 * Vec3::X, 0.1, 4.0).unwrap();
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

#[test]
fn a_shift_of_the_origin_is_no_motion() {
    // Halves, so that positions shift without rounding.
    let by = Vec3::new(-64.0, 0.5, 16.0);
    let mut benches = [Bench::at_rate(50.0), Bench::at_rate(50.0)];
    let mut told = Vec::new();
    let [still, shifted] = benches.each_mut().map(|bench| {
        bench.app.add_systems(Last, |mut settled: MessageReader<Settled>, mut count: Local<usize>| {
            *count += settled.read().count();
        });
        spawn(bench)
    });
    for frame in 0..200 {
        if frame == 37 {
            let world = benches[1].app.world_mut();
            let mut foreign = world.get_mut::<Transform>(shifted[0]).unwrap();
            foreign.translation += by;
            world.trigger(OriginShift::new(by));
        }
        let moved = if frame >= 37 { by } else { Vec3::ZERO };
        let place = Vec3::new(3.0 + 0.02 * frame as f32, 0.5, -2.0);
        benches[0].edit::<Transform>(still[0], |transform| transform.translation = place);
        benches[1].edit::<Transform>(shifted[0], |transform| transform.translation = place + moved);
        for bench in &mut benches {
            bench.frame(Duration::from_millis(17));
        }
        for index in 1..still.len() {
            let [a, b] = [(0, still), (1, shifted)].map(|(bench, all)| *benches[bench].get::<Transform>(all[index]));
            let [u, v] = [(0, still), (1, shifted)].map(|(bench, all)| benches[bench].get::<Velocity>(all[index]).0);
            let error = f64::from((a.translation + moved - b.translation).abs().max_element());
            // The place is rounded where it is shown, before the shift and after it; the leader's before it is sampled.
            assert!(error <= 2.0 * ulp(80.0), "frame {frame}, body {index}: {error:e}");
            assert!(
                f64::from((u - v).abs().max_element()) <= 200.0 * ulp(80.0),
                "frame {frame}, body {index}: {u} {v}"
            );
            told.push(b.translation);
        }
    }
    let rests = |bench: usize, all: [Entity; 8]| all.map(|entity| benches[bench].rests(entity));
    assert_eq!(rests(0, still), rests(1, shifted));
    assert!(rests(1, shifted)[7]);
    assert_eq!(*benches[1].get::<Target>(shifted[1]), Target::new(Vec3::Y + by), "targets move with it");
}
