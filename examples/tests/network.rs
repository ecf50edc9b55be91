//! The ship that a client extrapolates from late snapshots: with an offset that decays, and as it arrives. Velocities are measured from the
//! drawn places.

use bevy::prelude::*;
use bevy_exact_motion::Inertialization;
use harness::{Harness, cli::Options, drawn::Drawn, script::Script};

use crate::scenes::network as scene;
use scene::client::Avatar;

/// The largest change of each ship's velocity in a frame (m/s): with an offset, and without.
#[derive(Resource, Default, Debug)]
struct Largest([f32; 2]);

fn look(avatars: Query<(&Drawn, Has<Inertialization>), With<Avatar>>, mut largest: ResMut<Largest>) {
    for (drawn, is_smooth) in &avatars {
        let largest = &mut largest.0[usize::from(!is_smooth)];
        *largest = largest.max(drawn.largest_change());
    }
}

#[test]
fn the_path_of_the_smoothed_ship_has_no_kinks_where_the_other_one_jumps() {
    let options = Options { seconds: Some(12.0), tick_rate: 64.0, ..Options::default() };
    let harness =
        Harness::in_process("network", options, Script::default()).with_interface().designed_for(scene::SMALLEST);
    let mut app = scene::build(&harness);
    app.init_resource::<Largest>().add_systems(Last, look);
    harness.simulate(&mut app);
    let [smooth, raw] = app.world().resource::<Largest>().0;
    println!("largest change of the ship's velocity in a frame of 1/64 s: {smooth:.1} m/s, {raw:.0} m/s as it arrives");
    // A turn that is noticed 0.3 s late is a jump of up to 2.7 m and of 9 m/s.
    let bound = (144.0 * 2.7 + 24.0 * 9.0) / 64.0;
    assert!(smooth > 0.0 && smooth < bound && raw > 5.0 * bound, "{smooth}, {raw}, {bound}");
}
