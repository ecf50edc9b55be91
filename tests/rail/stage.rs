//! A headless app with a rail.

use std::time::Duration;

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{ExactCameraPlugin, camera::Pose, prelude::*, rail::Rail};

pub(crate) struct Stage {
    pub(crate) app: App,
}

impl Stage {
    /// A stage whose ticks and frames have this rate (1/s).
    pub(crate) fn new(hz: f64) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default(), ExactCameraPlugin::default()));
        app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
        app.insert_resource(Time::<Fixed>::from_seconds(1.0 / hz))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / hz)));
        app.finish();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
        app.update();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(app.world().resource::<Time<Fixed>>().timestep()));
        Self { app }
    }

    pub(crate) fn frame(&mut self) {
        self.app.update();
    }

    pub(crate) fn spawn(&mut self, bundle: impl Bundle) -> Entity {
        self.app.world_mut().spawn(bundle).id()
    }

    /// Spawns a rail, and an entity that is attached to it.
    pub(crate) fn dolly(&mut self, rail: Rail, bundle: impl Bundle) -> Entity {
        let rail = self.spawn(rail);
        self.spawn((Attach::new(rail), bundle))
    }

    pub(crate) fn get<C: Component>(&self, entity: Entity) -> &C {
        self.app.world().get(entity).expect("the entity should have this component")
    }

    pub(crate) fn place(&self, entity: Entity) -> Vec3 {
        self.get::<GlobalTransform>(entity).translation()
    }

    pub(crate) fn pose(&self, entity: Entity) -> Pose {
        *self.get::<Pose>(entity)
    }
}

/// A straight rail along x, 10 units long, whose parameter is not proportional to its length.
pub(crate) fn line() -> Rail {
    let points = [Vec3::ZERO, Vec3::new(1.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 0.0), Vec3::new(10.0, 0.0, 0.0)];
    Rail::new(&CubicBezier::new([points]).to_curve().expect("a Bézier curve has four points"))
}

/// A closed rail near a circle with this radius (units) about the origin in the plane of x and z.
pub(crate) fn ring(radius: f32) -> Rail {
    /// A quarter of a circle by a cubic is off by 2.7e-4 of the radius at most.
    const HANDLE: f32 = 0.552_284_8;
    let quarter = |turn: f32| {
        let at = |x: f32, z: f32| Quat::from_rotation_y(turn) * (radius * Vec3::new(x, 0.0, z));
        [at(1.0, 0.0), at(1.0, -HANDLE), at(HANDLE, -1.0), at(0.0, -1.0)]
    };
    let quarters = [0.0, 1.0, 2.0, 3.0].map(|turn| quarter(turn * core::f32::consts::FRAC_PI_2));
    Rail::closed(&CubicBezier::new(quarters).to_curve().expect("a Bézier curve has four points"))
}

/// A hairpin: out along x, and back 2 units beside.
pub(crate) fn hairpin() -> Rail {
    let points = [Vec3::ZERO, Vec3::new(14.0, 0.0, 0.0), Vec3::new(14.0, 0.0, 2.0), Vec3::new(0.0, 0.0, 2.0)];
    Rail::new(&CubicBezier::new([points]).to_curve().expect("a Bézier curve has four points"))
}
