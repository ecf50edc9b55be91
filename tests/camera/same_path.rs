//! The same path at every tick rate.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::{
    reference::{Axis, Rig},
    stage::Stage,
};

/// What happens, to the rig and to its reference, at quarter seconds.
struct Story {
    stage: Stage,
    rig: Rig,
}

const PIVOT: Vec3 = Vec3::new(3.0, 2.0, -5.0);

impl Story {
    fn new(hz: f64) -> Self {
        // Until rest: what comes to rest jumps by less than it tolerates.
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

    /// In `FixedUpdate` at `t`, once for the rig and once for the reference.
    fn act(&mut self, step: usize, t: f64) {
        let (pivot, camera) = (self.stage.pivot, self.stage.camera);
        let rig = &mut self.rig;
        match step {
            0 => {
                rig.yaw.kick(t, 2.5);
                rig.length.kick(t, -6.0);
                self.stage.at(t, move |world| {
                    world.get_mut::<Velocity<OrbitYaw>>(camera).expect("it has one").0 += 2.5;
                    world.get_mut::<Velocity<OrbitLength>>(camera).expect("it has one").0 -= 6.0;
                });
            }
            1 => {
                rig.pivot[0].aim(t, 7.0, 0.0);
                rig.yaw.aim(t, 0.5 + 0.75, 0.0);
                rig.pitch.aim(t, 0.25 + 0.5, 0.0);
                self.stage.at(t, move |world| {
                    world.get_mut::<Target>(pivot).expect("it has one").value.x = 7.0;
                    world.get_mut::<OrbitInput>(camera).expect("it has one").turn += Vec2::new(0.75, 0.5);
                });
            }
            2 => {
                let yaw = rig.yaw.target_at(t);
                rig.yaw.aim(t, yaw, -1.25);
                rig.pitch.aim(t, 0.75, 0.25);
                self.stage.at(t, move |world| {
                    world.get_mut::<OrbitInput>(camera).expect("it has one").turn_rate = Vec2::new(-1.25, 0.25);
                });
            }
            3 => {
                let (yaw, pitch) = (rig.yaw.target_at(t), rig.pitch.target_at(t));
                rig.yaw.aim(t, yaw + 0.125, -1.25);
                rig.pitch.aim(t, pitch, 0.0);
                rig.length.aim(t, 8.0 * f64::from(0.25f32).exp(), 0.0);
                self.stage.at(t, move |world| {
                    let mut hands = world.get_mut::<OrbitInput>(camera).expect("it has one");
                    (hands.turn.x, hands.turn_rate.y, hands.zoom) = (0.125, 0.0, 0.25);
                });
            }
            _ => {
                let yaw = rig.yaw.target_at(t);
                rig.yaw.aim(t, yaw, 0.0);
                self.stage.at(t, move |world| {
                    world.get_mut::<OrbitInput>(camera).expect("it has one").turn_rate = Vec2::ZERO;
                });
            }
        }
    }
}

fn run(name: &str, mut ticks_in_a_quarter: impl FnMut(&mut Stage, f64)) {
    let mut story = Story::new(64.0);
    for step in 0..8usize {
        let t = 0.25 * (step + 1) as f64;
        story.act(step, t);
        ticks_in_a_quarter(&mut story.stage, t);
        story.stage.assert_on(&story.rig, t, 4.0, name);
    }
}

#[test]
fn kicks_retargets_and_a_stick_lead_along_one_path_at_every_rate() {
    // Whole ticks: 32 Hz for 30.
    for hz in [30u32, 60, 64, 144, 1000] {
        run(&format!("{hz} Hz"), |stage, end| stage.ticks_to(hz.div_ceil(4), end));
    }
}

#[test]
fn irregular_ticks_lead_along_the_same_path() {
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
fn a_zoom_that_is_held_multiplies_by_the_same_at_every_rate() {
    for hz in [30.0, 60.0, 1000.0] {
        for walls in [false, true] {
            let mut stage = Stage::new(hz, (Transform::default(), Visibility::default()), Orbit::new(0.5, 0.25, 8.0));
            let camera = stage.camera;
            if walls {
                stage.bench.app.world_mut().entity_mut(camera).insert(Obstruction::default());
            }
            stage.bench.run_to(0.1);
            let start = stage.elapsed();
            stage.bench.edit::<OrbitInput>(camera, |hands| hands.zoom_rate = 0.6);
            stage.bench.run_to(0.9);
            stage.bench.edit::<OrbitInput>(camera, |hands| hands.zoom_rate = 0.0);
            let expected = 8.0 * (0.6 * (stage.elapsed() - start)).exp();
            stage.bench.run_to(2.9);
            let found = f64::from(stage.bench.get::<Orbit>(camera).length);
            // The target is rounded to an f32 once a tick.
            assert!((found / expected - 1.0).abs() < 1e-5, "{hz} Hz, walls {walls}: {found} should be {expected}");
        }
    }
}
