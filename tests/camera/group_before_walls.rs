//! Groups framed by a boom that walls may shorten: what is wanted of it steps or is tracked, as without walls.

use std::time::Duration;

use bevy::{camera::Projection, prelude::*};
use bevy_exact_motion::{FieldOfView, prelude::*};

use crate::{look::lens, reference::Axis, stage::Stage};

const FIELD_OF_VIEW: f32 = 0.8;
/// The springs of an orbit's length and of a frame's lens. Unit: rad/s.
const BOOM: f64 = 12.0;
const LENS: f64 = 8.0;
/// What is off where a spring comes to rest, and where it begins: the rest tolerance of each. Unit: m, rad.
const BOOM_RESTS: f64 = 2e-5;
const LENS_RESTS: f64 = 2e-3;

/// A camera at the world's origin that frames a group by a boom of at most `longest` (m), before walls or not.
struct Framing {
    stage: Stage,
    group: Entity,
}

impl Framing {
    fn new(hz: f64, by: FrameBy, longest: f32, walls: bool) -> Self {
        let range = OrbitRange { length: [1.0, longest], ..default() };
        let camera = (Orbit::new(0.0, 0.0, 12.0), range, lens(FIELD_OF_VIEW, 1.0));
        let mut stage = Stage::new(hz, (Transform::default(), Visibility::default()), camera);
        let group = stage.bench.spawn(Transform::default());
        let mut camera = stage.bench.app.world_mut().entity_mut(stage.camera);
        camera.insert(Frame::new(group, by));
        if walls {
            camera.insert(Obstruction::default());
        }
        Self { stage, group }
    }

    fn joins(&mut self, place: f32, velocity: f32) -> Entity {
        self.stage.bench.spawn(member(self.group, place, velocity))
    }

    /// The length and the field of view, and how fast they change.
    fn found(&self) -> [(f64, f64); 2] {
        let (bench, camera) = (&self.stage.bench, self.stage.camera);
        let rate = bench.get::<Velocity<OrbitLength>>(camera).0;
        let Projection::Perspective(lens) = bench.get::<Projection>(camera) else { unreachable!() };
        let lens_rate = bench.app.world().get::<Velocity<FieldOfView>>(camera).map_or(0.0, |velocity| velocity.0);
        [(bench.get::<Orbit>(camera).length.into(), rate.into()), (lens.fov.into(), lens_rate.into())]
    }

    /// What both go to.
    fn wanted(&self) -> [f64; 2] {
        let (bench, camera) = (&self.stage.bench, self.stage.camera);
        let lens = bench.app.world().get::<Target<FieldOfView>>(camera).map_or(FIELD_OF_VIEW, |target| target.value);
        [bench.get::<Target<OrbitLength>>(camera).value.into(), lens.into()]
    }

    /// Asserts that from here on both go as springs do whose targets have stepped at this instant.
    #[track_caller]
    fn assert_steps(&mut self, what: &str) {
        let before = self.found();
        let start =
            self.stage.elapsed() + self.stage.bench.app.world().resource::<Time<Fixed>>().timestep().as_secs_f64();
        // What is changed is found where the tick ends.
        self.stage.bench.run_to(start);
        let wanted = self.wanted();
        assert!(
            before.iter().zip(wanted).any(|(before, wanted)| (before.0 - wanted).abs() > 0.5),
            "{what}: {wanted:?}"
        );
        let springs = [(BOOM, BOOM_RESTS), (LENS, LENS_RESTS)];
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
    (Transform::from_xyz(place, 0.0, 0.0), Velocity::new(velocity * Vec3::X), InGroup::new(group))
}

#[test]
#[ignore = "slow: .ci/long runs it"]
fn before_walls_too_who_joins_or_leaves_makes_the_target_step() {
    let both = FrameBy::LengthThenLens { field_of_view: FIELD_OF_VIEW };
    for hz in [30.0, 64.0] {
        for (by, longest) in [(FrameBy::Length, 100.0), (both, 100.0), (both, 15.0), (FrameBy::Lens, 100.0)] {
            for walls in [false, true] {
                let mut framing = Framing::new(hz, by, longest, walls);
                framing.joins(-3.0, 0.0);
                framing.stage.bench.run_to(6.0);
                let what = format!("{hz} Hz, {by:?} up to {longest} m, walls {walls}");
                let far = framing.joins(9.0, 0.0);
                framing.assert_steps(&format!("{what}: joins"));
                framing.stage.bench.app.world_mut().despawn(far);
                framing.assert_steps(&format!("{what}: leaves"));
            }
        }
    }
}

#[test]
#[ignore = "slow: .ci/long runs it"]
fn among_members_that_move_a_join_makes_no_tick() {
    let run = |hz: f64, by: FrameBy, walls: bool| {
        let mut framing = Framing::new(hz, by, 100.0, walls);
        framing.joins(2.0, 1.5);
        let group = framing.group;
        framing.stage.at(2.0, move |world| _ = world.spawn(member(group, -8.0, -1.0)));
        [2.125, 2.25, 2.5, 3.0].map(|instant| {
            framing.stage.bench.run_to(instant);
            framing.found()
        })
    };
    for by in [FrameBy::Length, FrameBy::Lens] {
        for walls in [false, true] {
            let fine = run(1000.0, by, walls);
            for hz in [32.0, 64.0] {
                for (coarse, fine) in run(hz, by, walls).into_iter().zip(fine) {
                    let what = format!("{by:?}, walls {walls}, {hz} Hz: {coarse:?} and {fine:?}");
                    // The length that fits is a line. The field of view that fits is not, but for h²/8 of 1 rad/s².
                    assert!((coarse[0].0 - fine[0].0).abs() <= BOOM_RESTS, "{what}");
                    assert!((coarse[1].0 - fine[1].0).abs() <= 0.125 / (hz * hz) + 1e-5, "{what}");
                }
            }
        }
    }
}

#[test]
fn before_walls_a_range_that_is_narrowed_makes_the_target_step() {
    for hz in [30.0, 64.0] {
        for framed in [false, true] {
            let mut framing = Framing::new(hz, FrameBy::Length, 100.0, true);
            let camera = framing.stage.camera;
            framing.joins(9.0, 0.0);
            if !framed {
                framing.stage.bench.app.world_mut().entity_mut(camera).remove::<Frame>();
            }
            framing.stage.bench.run_to(4.0);
            framing.stage.bench.edit::<OrbitRange>(camera, |range| range.length[1] = 6.0);
            framing.assert_steps(&format!("{hz} Hz, framed {framed}"));
        }
    }
}
