//! How far the tails swing in the same gesture at 60, 30 and 15 frames a second, as the captions say.

use bevy::prelude::*;
use harness::{Harness, cli::Options};

use crate::scenes::tail as scene;
use scene::{
    creature::Fox,
    readout::Swing,
    script::{self, PERIOD},
};

/// The angle (°) by which each tail has swung, at the end of each gesture.
#[derive(Resource, Default)]
struct Seen([Vec<f32>; 2]);

fn look(captions: Query<&Swing>, time: Res<Time<Real>>, mut seen: ResMut<Seen>) {
    /// How long before the next gesture. Unit: s.
    const BEFORE: f64 = 0.1;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a few gestures")]
    let gestures = ((time.elapsed_secs_f64() + BEFORE) / PERIOD) as usize;
    for swing in &captions {
        let seen = &mut seen.0[usize::from(swing.fox == Fox::Verlet)];
        if seen.len() < gestures {
            seen.push(swing.range().to_degrees());
        }
    }
}

#[test]
fn only_the_tail_of_spring_bones_swings_alike_at_every_frame_rate() {
    let options = Options { seconds: Some(3.0 * PERIOD), tick_rate: 64.0, ..Options::default() };
    let harness = Harness::in_process("tail", options, script::play()).with_interface().designed_for(scene::SMALLEST);
    let mut app = scene::build(&harness);
    app.init_resource::<Seen>().add_systems(Last, look);
    harness.simulate(&mut app);
    let Seen([bones, verlet]) = app.world().resource::<Seen>();
    println!("at 60, 30 and 15 frames a second: {bones:.1?}, {verlet:.1?} by the Verlet step");
    let spread = |swings: &[f32]| {
        let (least, most) =
            swings.iter().fold((f32::INFINITY, 0.0_f32), |(least, most), &angle| (least.min(angle), most.max(angle)));
        most / least
    };
    assert!(bones.len() >= 3 && verlet.len() >= 3, "{bones:?}, {verlet:?}");
    // Fewer frames show the largest angles less exactly.
    assert!(spread(bones) < 1.05 && spread(verlet) > 1.1, "{bones:?}, {verlet:?}");
}
