//! Changes of the clip: the joints whose offset decays, and those that are cross-faded. Velocities are measured from the drawn places.

use bevy::prelude::*;
use harness::{Harness, cli::Options, drawn::Drawn};

use crate::scenes::stride as scene;
use scene::{
    puppet::Puppet,
    script::{self, PERIOD},
};

/// The largest change of a joint's velocity in a frame, of each puppet. Unit: m/s.
#[derive(Resource, Default, Debug)]
struct Largest {
    inertialized: f32,
    faded: f32,
}

fn look(
    drawn: Query<(Entity, &Drawn)>,
    parents: Query<&ChildOf>,
    puppets: Query<&Puppet>,
    mut largest: ResMut<Largest>,
) {
    for (joint, drawn) in &drawn {
        let Ok(puppet) = puppets.get(parents.root_ancestor(joint)) else { continue };
        let largest = match puppet {
            Puppet::Inertialized => &mut largest.inertialized,
            Puppet::Faded => &mut largest.faded,
        };
        *largest = largest.max(drawn.largest_change());
    }
}

#[test]
fn interrupted_changes_of_the_clip_have_no_kinks_where_cross_fades_have() {
    let options = Options { seconds: Some(PERIOD), tick_rate: 64.0, ..Options::default() };
    let harness = Harness::in_process("stride", options, script::play()).with_interface().designed_for(scene::SMALLEST);
    let mut app = scene::build(&harness);
    app.init_resource::<Largest>().add_systems(Last, look);
    harness.simulate(&mut app);
    let Largest { inertialized, faded } = *app.world().resource::<Largest>();
    println!(
        "largest change of a joint's velocity in a frame of 1/64 s: {inertialized:.1} m/s, {faded:.1} m/s by cross-fades"
    );
    assert!(inertialized > 0.0 && 3.0 * inertialized < faded, "{inertialized}, {faded}");
}
