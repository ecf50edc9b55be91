//! Changes of the clip: the joints whose offset decays, and those that are cross-faded. Velocities are measured from the drawn places.

use bevy::prelude::*;
use harness::{
    Harness,
    cli::Options,
    drawn::Drawn,
    script::{Script, click},
};

use crate::scenes::stride as scene;
use scene::{
    puppet::Puppet,
    script::{self, PERIOD},
    skeleton::{BONES, FEET, SOLE},
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

/// How far the lower foot was from the ground, at most, of each puppet. Unit: m.
#[derive(Resource, Default, Debug)]
struct Farthest([f32; 2]);

/// Measures both ends of both feet: where a shin ends, and where its foot ends.
fn look_at_feet(
    bones: Query<(Entity, &Name, &GlobalTransform)>,
    parents: Query<&ChildOf>,
    puppets: Query<&Puppet>,
    time: Res<Time>,
    mut farthest: ResMut<Farthest>,
) {
    // The first pose is not animated yet.
    if time.elapsed_secs() < 0.5 {
        return;
    }
    let mut lowest = [f32::INFINITY; 2];
    for (bone, name, place) in &bones {
        let Some(foot) = FEET.into_iter().map(|foot| &BONES[foot]).find(|foot| foot.name == name.as_str()) else {
            continue;
        };
        let Ok(puppet) = puppets.get(parents.root_ancestor(bone)) else { continue };
        let ends = [Vec2::ZERO, foot.end].map(|end| place.transform_point(end.extend(0.0)).y - SOLE);
        let lowest = &mut lowest[usize::from(*puppet == Puppet::Faded)];
        *lowest = ends.into_iter().fold(*lowest, f32::min);
    }
    for (farthest, lowest) in farthest.0.iter_mut().zip(lowest) {
        *farthest = farthest.max(lowest.abs());
    }
}

#[test]
fn feet_stay_on_the_ground_while_clips_on_the_ground_change() {
    let clicks =
        [(0.8, "walk"), (1.7, "wave"), (2.4, "walk"), (3.0, "stand"), (3.1, "walk"), (3.9, "wave"), (4.05, "walk")];
    let clicks = clicks.into_iter().flat_map(|(time, name)| click(name, Vec2::new(0.5, 0.5), time));
    let options = Options { seconds: Some(5.5), tick_rate: 64.0, ..Options::default() };
    let harness =
        Harness::in_process("stride", options, Script::new(clicks)).with_interface().designed_for(scene::SMALLEST);
    let mut app = scene::build(&harness);
    app.init_resource::<Farthest>().add_systems(Last, look_at_feet);
    harness.simulate(&mut app);
    let [inertialized, faded] = app.world().resource::<Farthest>().0;
    println!("largest distance of the lower foot from the ground: {inertialized:.3} m, {faded:.3} m by cross-fades");
    // Beyond half of a sole, a foot would be seen to float or to sink.
    assert!(inertialized < 0.5 * SOLE, "{inertialized} m, {faded} m by cross-fades");
}
