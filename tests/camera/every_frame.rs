//! Every drawn frame is on the closed form, whatever the frame rate and the phase between frames and ticks.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{OrbitDistance, OrbitPitch, OrbitYaw},
    prelude::*,
};

use crate::{
    reference::{Axis, Rig},
    stage::Stage,
};

#[test]
fn every_drawn_frame_is_on_the_closed_form() {
    for fps in [37.0, 60.0, 144.0, 1000.0] {
        for phase in [0.0, 0.004, 0.0113] {
            let pivot = (Transform::from_xyz(1.0, 2.0, 3.0), Visibility::default(), Spring::critical(8.0));
            let mut stage =
                Stage::new(64.0, (pivot, Target::new(Vec3::new(1.0, 4.0, -3.0))), Orbit::new(-1.0, 0.25, 8.0));
            let (camera, on) = (stage.camera, 0.25);
            stage.bench.edit::<Velocity<OrbitYaw>>(camera, |velocity| velocity.0 = 6.0);
            stage.bench.edit::<Velocity<OrbitPitch>>(camera, |velocity| velocity.0 = -2.0);
            stage.bench.edit::<Target<OrbitDistance>>(camera, |target| target.value = 5.0);
            stage.at(on, move |world| {
                world.get_mut::<OrbitInput>(camera).expect("the camera should have an input").turn_rate =
                    Vec2::new(1.5, -0.0625);
            });
            let mut rig = Rig {
                pivot: [1.0, 2.0, 3.0].map(|place| Axis::at_rest(8.0, place)),
                yaw: Axis { rate: 6.0, ..Axis::at_rest(12.0, -1.0) },
                pitch: Axis { rate: -2.0, ..Axis::at_rest(12.0, 0.25) },
                length: Axis { target: 5.0, ..Axis::at_rest(12.0, 8.0) },
            };
            (rig.pivot[1].target, rig.pivot[2].target) = (4.0, -3.0);
            let name = format!("{fps} fps from {phase}");
            let mut pushed = false;
            stage.bench.frame(Duration::from_secs_f64(phase));
            while stage.drawn() < 0.75 {
                if !pushed && stage.elapsed() >= on {
                    pushed = true;
                    rig.yaw.aim(on, -1.0, 1.5);
                    rig.pitch.aim(on, 0.25, -0.0625);
                }
                stage.assert_on(&rig, stage.drawn(), 4.0, &name);
                stage.bench.frame(Duration::from_secs_f64(1.0 / fps));
            }
            assert!(pushed);
        }
    }
}
