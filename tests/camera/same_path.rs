//! Rigs take the same path at every tick rate.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{
    RestTolerance,
    camera::{OrbitDistance, OrbitYaw},
    prelude::*,
};

use crate::{
    reference::{Axis, Rig},
    stage::Stage,
};

/// A rig and its reference. Both get the same input and kicks, one every 0.25 s.
struct Comparison {
    stage: Stage,
    rig: Rig,
}

const PIVOT: Vec3 = Vec3::new(3.0, 2.0, -5.0);

impl Comparison {
    fn new(hz: f64) -> Self {
        // The rest tolerance is small, because a value that comes to rest jumps to its target by up to the tolerance.
        let pivot = (
            Transform::from_translation(PIVOT),
            Visibility::default(),
            Spring::critical(8.0),
            RestTolerance::new(1e-7),
        );
        let stage = Stage::new(hz, (pivot, Target::new(PIVOT)), Orbit::new(0.5, 0.25, 8.0));
        let rig = Rig {
            pivot: PIVOT.as_dvec3().to_array().map(|place| Axis::at_rest(8.0, place)),
            yaw: Axis::at_rest(12.0, 0.5),
            pitch: Axis::at_rest(12.0, 0.25),
            length: Axis::at_rest(12.0, 8.0),
        };
        Self { stage, rig }
    }

    /// Applies a step at the instant `t`: to the rig in `FixedUpdate`, and to the reference.
    fn act(&mut self, step: usize, t: f64) {
        let (pivot, camera) = (self.stage.pivot, self.stage.camera);
        let rig = &mut self.rig;
        match step {
            0 => {
                rig.yaw.kick(t, 2.5);
                rig.length.kick(t, -6.0);
                self.stage.at(t, move |world| {
                    world.get_mut::<Velocity<OrbitYaw>>(camera).expect("the entity should have the component").0 += 2.5;
                    world
                        .get_mut::<Velocity<OrbitDistance>>(camera)
                        .expect("the entity should have the component")
                        .0 -= 6.0;
                });
            }
            1 => {
                rig.pivot[0].aim(t, 7.0, 0.0);
                rig.yaw.aim(t, 0.5 + 0.75, 0.0);
                rig.pitch.aim(t, 0.25 + 0.5, 0.0);
                self.stage.at(t, move |world| {
                    world.get_mut::<Target>(pivot).expect("the entity should have the component").value.x = 7.0;
                    world.get_mut::<OrbitInput>(camera).expect("the entity should have the component").turn +=
                        Vec2::new(0.75, 0.5);
                });
            }
            2 => {
                let yaw = rig.yaw.target_at(t);
                rig.yaw.aim(t, yaw, -1.25);
                rig.pitch.aim(t, 0.75, 0.25);
                self.stage.at(t, move |world| {
                    world.get_mut::<OrbitInput>(camera).expect("the entity should have the component").turn_rate =
                        Vec2::new(-1.25, 0.25);
                });
            }
            3 => {
                let (yaw, pitch) = (rig.yaw.target_at(t), rig.pitch.target_at(t));
                rig.yaw.aim(t, yaw + 0.125, -1.25);
                rig.pitch.aim(t, pitch, 0.0);
                rig.length.aim(t, 8.0 * f64::from(0.25f32).exp(), 0.0);
                self.stage.at(t, move |world| {
                    let mut input = world.get_mut::<OrbitInput>(camera).expect("the entity should have the component");
                    (input.turn.x, input.turn_rate.y, input.zoom) = (0.125, 0.0, 0.25);
                });
            }
            _ => {
                let yaw = rig.yaw.target_at(t);
                rig.yaw.aim(t, yaw, 0.0);
                self.stage.at(t, move |world| {
                    world.get_mut::<OrbitInput>(camera).expect("the entity should have the component").turn_rate =
                        Vec2::ZERO;
                });
            }
        }
    }
}

fn run(name: &str, mut ticks_in_a_quarter: impl FnMut(&mut Stage, f64)) {
    let mut comparison = Comparison::new(64.0);
    for step in 0..8usize {
        let t = 0.25 * (step + 1) as f64;
        comparison.act(step, t);
        ticks_in_a_quarter(&mut comparison.stage, t);
        comparison.stage.assert_on(&comparison.rig, t, 4.0, name);
    }
}

#[test]
fn with_kicks_retargets_and_stick_input_a_rig_takes_the_same_path_at_every_rate() {
    // A quarter of a second must have a whole number of ticks, so 30 Hz becomes 32 Hz.
    for hz in [30u32, 60, 64, 144, 1000] {
        run(&format!("{hz} Hz"), |stage, end| stage.ticks_to(hz.div_ceil(4), end));
    }
}

#[test]
fn with_irregular_ticks_a_rig_takes_the_same_path() {
    let mut length = 0.003;
    run("irregular", |stage, end| {
        while stage.elapsed() + 0.06 < end {
            length = 0.003 + (length * 7.3) % 0.05;
            stage.bench.tick(Duration::from_secs_f64(length));
        }
        stage.ticks_to(1, end);
    });
}

#[test]
fn a_held_zoom_multiplies_the_length_by_the_same_factor_at_every_rate() {
    for hz in [30.0, 60.0, 1000.0] {
        for walls in [false, true] {
            let mut stage = Stage::new(hz, (Transform::default(), Visibility::default()), Orbit::new(0.5, 0.25, 8.0));
            let camera = stage.camera;
            if walls {
                stage.bench.app.world_mut().entity_mut(camera).insert(Obstruction::default());
            }
            stage.bench.run_to(0.1);
            let start = stage.elapsed();
            stage.bench.edit::<OrbitInput>(camera, |input| input.zoom_rate = 0.6);
            stage.bench.run_to(0.9);
            stage.bench.edit::<OrbitInput>(camera, |input| input.zoom_rate = 0.0);
            let expected = 8.0 * (0.6 * (stage.elapsed() - start)).exp();
            stage.bench.run_to(2.9);
            let found = f64::from(stage.bench.get::<Orbit>(camera).distance);
            // The target is rounded to f32 in every tick.
            assert!((found / expected - 1.0).abs() < 1e-5, "{hz} Hz, walls {walls}: {found} should be {expected}");
        }
    }
}
