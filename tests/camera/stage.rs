//! A pivot with a camera, and a script of actions on them at given instants.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{camera::Pose, prelude::*};

use crate::{
    app::{Bench, in_one_thread, ulp},
    reference::{Rig, V3, dot, length, sum, times},
};

/// An app with the camera plugin, and ticks of this length.
pub(crate) fn cameras(tick: Duration) -> Bench {
    Bench::with(tick, ExactCameraPlugin::default())
}

pub(crate) fn cameras_at_rate(hz: f64) -> Bench {
    cameras(Duration::from_secs_f64(1.0 / hz))
}

/// An app with ticks of this length, and with these options for motion and for cameras.
pub(crate) fn cameras_with(tick: Duration, motion: MotionOptions, camera: MotionOptions) -> Bench {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        ExactMotionPlugin { options: motion },
        ExactCameraPlugin { options: Some(camera) },
    ));
    app.insert_resource(Time::<Fixed>::from_duration(tick));
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
    app.finish();
    in_one_thread(&mut app);
    let mut bench = Bench { app };
    bench.frame(Duration::ZERO);
    bench
}

type Act = Box<dyn Fn(&mut World) + Send + Sync>;

/// Actions with their instants (s): each runs in the tick that ends at its instant, or in the first one after it.
#[derive(Resource, Default)]
struct Script(Vec<(f64, Act)>);

pub(crate) struct Stage {
    pub(crate) bench: Bench,
    pub(crate) pivot: Entity,
    pub(crate) camera: Entity,
}

impl Stage {
    /// Spawns the pivot and the camera as its child, in an app with `hz` ticks a second.
    pub(crate) fn new(hz: f64, pivot: impl Bundle, camera: impl Bundle) -> Self {
        let mut bench = cameras_at_rate(hz);
        bench.app.init_resource::<Script>().add_systems(FixedUpdate, play);
        let pivot = bench.spawn(pivot);
        let camera = bench.spawn((camera, ChildOf(pivot)));
        bench.frame(Duration::ZERO);
        Self { bench, pivot, camera }
    }

    /// Schedules an action in `FixedUpdate` at an instant (s). Call it in the order of the instants.
    pub(crate) fn at(&mut self, instant: f64, act: impl Fn(&mut World) + Send + Sync + 'static) {
        self.bench.app.world_mut().resource_mut::<Script>().0.push((instant, Box::new(act)));
    }

    /// Runs `count` frames of one tick each. The last one ends at `end` (s), to the nanosecond.
    pub(crate) fn ticks_to(&mut self, count: u32, end: f64) {
        let start = self.bench.app.world().resource::<Time<Fixed>>().elapsed();
        let duration = Duration::from_secs_f64(end) - start;
        for i in 0..count {
            let instant = start + duration * (i + 1) / count;
            let now = self.bench.app.world().resource::<Time<Fixed>>().elapsed();
            self.bench.tick(instant - now);
        }
    }

    pub(crate) fn pose(&self) -> Pose {
        *self.bench.get::<Pose>(self.camera)
    }

    pub(crate) fn elapsed(&self) -> f64 {
        self.bench.elapsed()
    }

    /// The instant that is drawn. Unit: s.
    pub(crate) fn drawn(&self) -> f64 {
        let fixed = self.bench.app.world().resource::<Time<Fixed>>();
        (fixed.elapsed() + fixed.overstep()).as_secs_f64()
    }

    /// Asserts that the camera's pose, its velocities and what is drawn agree with the reference.
    #[track_caller]
    pub(crate) fn assert_on(&self, rig: &Rig, t: f64, ulps: f64, what: &str) {
        let pose = self.pose();
        let place = rig.position(t);
        // Rounded values: the pivot, the boom's length, and its angles, which act at the boom's end.
        let size = rig.pivot.iter().map(|axis| axis.at(t).0.abs()).fold(0.0, f64::max)
            + rig.length.at(t).0.abs() * (1.0 + rig.yaw.at(t).0.abs().max(1.0));
        let error = length(sum(to_f64(pose.position), times(place, -1.0))) / ulp(size);
        assert!(error <= ulps, "{what} at {t}: {} should be {place:?}, is {error:.2} ulp off", pose.position);
        for (axis, expected) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().zip(rig.axes(t)) {
            let found = to_f64(pose.rotation * axis);
            let error = length(sum(found, times(expected, -1.0)));
            assert!(error <= 1e-6, "{what} at {t}: {found:?} should be {expected:?}, is {error:.1e} rad off");
        }
        let (velocity, spin) = (rig.velocity(t), rig.angular_velocity(t));
        let error = length(sum(to_f64(pose.velocity), times(velocity, -1.0)));
        let tolerance = 1e-4 * (1.0 + length(velocity));
        assert!(
            error <= tolerance,
            "{what} at {t}: velocity {} should be {velocity:?}, {error:.1e} off",
            pose.velocity
        );
        let error = length(sum(to_f64(pose.angular_velocity), times(spin, -1.0)));
        let tolerance = 1e-4 * (1.0 + length(spin));
        assert!(
            error <= tolerance,
            "{what} at {t}: spin {} should be {spin:?}, {error:.1e} off",
            pose.angular_velocity
        );
        // The drawn transform is the pose.
        let global =
            GlobalTransform::from(*self.bench.get::<Transform>(self.pivot)) * *self.bench.get::<Transform>(self.camera);
        let error = length(sum(to_f64(global.translation()), times(to_f64(pose.position), -1.0))) / ulp(size);
        assert!(error <= 4.0, "{what} at {t}: {} is drawn at {}", pose.position, global.translation());
        assert!(dot(to_f64(global.back().as_vec3()), to_f64(pose.rotation * Vec3::Z)) > 1.0 - 1e-6);
    }
}

fn play(world: &mut World) {
    let now = world.resource::<Time>().elapsed_secs_f64();
    loop {
        let due = world.resource::<Script>().0.first().is_some_and(|(instant, _)| *instant <= now + 1e-9);
        if !due {
            return;
        }
        let (_, act) = world.resource_mut::<Script>().0.remove(0);
        act(world);
    }
}

pub(crate) fn to_f64(v: Vec3) -> V3 {
    v.as_dvec3().to_array()
}
