//! `GroupFraming` together with `Obstruction`: walls do not change when the target of the boom's length steps and when it is tracked.

use std::time::Duration;

use bevy::{camera::Projection, prelude::*};
use bevy_exact_motion::{camera::OrbitDistance, prelude::*, property::FieldOfView};

use crate::{look::lens, reference::Axis, stage::Stage};

const FIELD_OF_VIEW: f32 = 0.8;
/// The angular frequency of the spring on an orbit's length. Unit: rad/s.
const BOOM: f64 = 12.0;
/// The angular frequency of the spring on the lens of a camera that frames a group. Unit: rad/s.
const LENS: f64 = 8.0;
/// The rest tolerance of the boom's spring, by which a length may be off at the start and at the end of its motion. Unit: m.
const BOOM_TOLERANCE: f64 = 2e-5;
/// The rest tolerance of the lens's spring. Unit: rad.
const LENS_TOLERANCE: f64 = 2e-3;

/// A camera that frames a group, on a boom at the world's origin.
struct Framing {
    stage: Stage,
    group: Entity,
}

impl Framing {
    /// The boom is at most `longest` (m). With `walls`, the camera has an `Obstruction`.
    fn new(hz: f64, by: FramingMode, longest: f32, walls: bool) -> Self {
        let range = OrbitRange { distance: [1.0, longest], ..default() };
        let camera = (Orbit::new(0.0, 0.0, 12.0), range, lens(FIELD_OF_VIEW, 1.0));
        let mut stage = Stage::new(hz, (Transform::default(), Visibility::default()), camera);
        let group = stage.bench.spawn(Transform::default());
        let mut camera = stage.bench.app.world_mut().entity_mut(stage.camera);
        camera.insert(GroupFraming::new(group, by));
        if walls {
            camera.insert(Obstruction::default());
        }
        Self { stage, group }
    }

    fn join(&mut self, place: f32, velocity: f32) -> Entity {
        self.stage.bench.spawn(member(self.group, place, velocity))
    }

    /// The length and the field of view, each with its rate.
    fn found(&self) -> [(f64, f64); 2] {
        let (bench, camera) = (&self.stage.bench, self.stage.camera);
        let rate = bench.get::<Velocity<OrbitDistance>>(camera).0;
        let Projection::Perspective(lens) = bench.get::<Projection>(camera) else { unreachable!() };
        let lens_rate = bench.app.world().get::<Velocity<FieldOfView>>(camera).map_or(0.0, |velocity| velocity.0);
        [(bench.get::<Orbit>(camera).distance.into(), rate.into()), (lens.fov.into(), lens_rate.into())]
    }

    /// The targets of the length and of the field of view.
    fn wanted(&self) -> [f64; 2] {
        let (bench, camera) = (&self.stage.bench, self.stage.camera);
        let lens = bench.app.world().get::<Target<FieldOfView>>(camera).map_or(FIELD_OF_VIEW, |target| target.value);
        [bench.get::<Target<OrbitDistance>>(camera).value.into(), lens.into()]
    }

    /// Asserts that the length and the field of view move like springs whose targets step at the end of the next tick.
    #[track_caller]
    fn assert_steps(&mut self, what: &str) {
        let before = self.found();
        let start =
            self.stage.elapsed() + self.stage.bench.app.world().resource::<Time<Fixed>>().timestep().as_secs_f64();
        // The plugin finds the change at the end of the tick.
        self.stage.bench.run_to(start);
        let wanted = self.wanted();
        assert!(
            before.iter().zip(wanted).any(|(before, wanted)| (before.0 - wanted).abs() > 0.5),
            "{what}: {wanted:?}"
        );
        let springs = [(BOOM, BOOM_TOLERANCE), (LENS, LENS_TOLERANCE)];
        while self.stage.drawn() < start + 1.0 {
            let t = self.stage.drawn();
            for (((omega, rests), (place, rate)), (before, wanted)) in
                springs.into_iter().zip(self.found()).zip(before.into_iter().zip(wanted))
            {
                let axis = Axis { start, target: wanted, ..Axis::at_rest(omega, before.0) };
                let (expected, expected_rate) = axis.at(t);
                let what = format!("{what}, {omega} rad/s, {:.4} s after", t - start);
                assert!((place - expected).abs() <= rests, "{what}: {place} should be {expected}");
                assert!((rate - expected_rate).abs() <= omega * rests, "{what}: {rate} should be {expected_rate}");
            }
            self.stage.bench.frame(Duration::from_millis(9));
        }
        self.stage.bench.run_to(self.stage.elapsed() + 4.0);
    }
}

fn member(group: Entity, place: f32, velocity: f32) -> impl Bundle {
    (Transform::from_xyz(place, 0.0, 0.0), Velocity::new(velocity * Vec3::X), InGroup(group))
}

#[test]
#[ignore = "slow: .ci/long runs it"]
fn with_or_without_walls_a_joining_or_leaving_member_changes_the_targets_in_one_step() {
    let both = FramingMode::LengthThenLens { field_of_view: FIELD_OF_VIEW };
    for hz in [30.0, 64.0] {
        for (by, longest) in [(FramingMode::Length, 100.0), (both, 100.0), (both, 15.0), (FramingMode::Lens, 100.0)] {
            for walls in [false, true] {
                let mut framing = Framing::new(hz, by, longest, walls);
                framing.join(-3.0, 0.0);
                framing.stage.bench.run_to(6.0);
                let what = format!("{hz} Hz, {by:?} up to {longest} m, walls {walls}");
                let far = framing.join(9.0, 0.0);
                framing.assert_steps(&format!("{what}: joins"));
                framing.stage.bench.app.world_mut().despawn(far);
                framing.assert_steps(&format!("{what}: leaves"));
            }
        }
    }
}

#[test]
#[ignore = "slow: .ci/long runs it"]
fn a_member_that_joins_moving_members_acts_the_same_at_every_tick_rate() {
    let run = |hz: f64, by: FramingMode, walls: bool| {
        let mut framing = Framing::new(hz, by, 100.0, walls);
        framing.join(2.0, 1.5);
        let group = framing.group;
        framing.stage.at(2.0, move |world| _ = world.spawn(member(group, -8.0, -1.0)));
        [2.125, 2.25, 2.5, 3.0].map(|instant| {
            framing.stage.bench.run_to(instant);
            framing.found()
        })
    };
    for by in [FramingMode::Length, FramingMode::Lens] {
        for walls in [false, true] {
            let fine = run(1000.0, by, walls);
            for hz in [32.0, 64.0] {
                for (coarse, fine) in run(hz, by, walls).into_iter().zip(fine) {
                    let what = format!("{by:?}, walls {walls}, {hz} Hz: {coarse:?} and {fine:?}");
                    // The length that fits the group changes linearly. The field of view that fits it does not, so a line is off by h²/8
                    // times 1 rad/s².
                    assert!((coarse[0].0 - fine[0].0).abs() <= BOOM_TOLERANCE, "{what}");
                    assert!((coarse[1].0 - fine[1].0).abs() <= 0.125 / (hz * hz) + 1e-5, "{what}");
                }
            }
        }
    }
}

#[test]
fn with_walls_a_narrower_range_changes_the_target_of_the_length_in_one_step() {
    for hz in [30.0, 64.0] {
        for framed in [false, true] {
            let mut framing = Framing::new(hz, FramingMode::Length, 100.0, true);
            let camera = framing.stage.camera;
            framing.join(9.0, 0.0);
            if !framed {
                framing.stage.bench.app.world_mut().entity_mut(camera).remove::<GroupFraming>();
            }
            framing.stage.bench.run_to(4.0);
            framing.stage.bench.edit::<OrbitRange>(camera, |range| range.distance[1] = 6.0);
            framing.assert_steps(&format!("{hz} Hz, framed {framed}"));
        }
    }
}
