//! A headless app with bones.

use std::time::Duration;

use bevy::{prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{ExactCameraPlugin, SpringBones, prelude::*};

pub(crate) struct Stage {
    pub(crate) app: App,
}

impl Stage {
    pub(crate) fn new() -> Self {
        Self::with(MotionOptions::default())
    }

    /// A stage on which cameras would move with these options.
    pub(crate) fn with(cameras: MotionOptions) -> Self {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            TransformPlugin,
            ExactMotionPlugin::default(),
            ExactCameraPlugin { options: Some(cameras) },
        ));
        app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
        app.finish();
        let mut stage = Self { app };
        stage.frame(0.0);
        stage
    }

    /// Plays a frame of this length (s).
    pub(crate) fn frame(&mut self, length: f64) {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(length)));
        self.app.update();
    }

    /// Spawns a chain of bones of this length (units), which hangs down from `root`. Returns the bones, and the end of the last one.
    pub(crate) fn chain(&mut self, root: Entity, bones: usize, length: f32, settings: SpringBones) -> Vec<Entity> {
        let world = self.app.world_mut();
        let mut chain = vec![world.spawn((Transform::default(), settings, ChildOf(root))).id()];
        for _ in 0..bones {
            let end = Transform::from_xyz(0.0, -length, 0.0);
            let above = *chain.last().expect("it should have a first bone");
            chain.push(world.spawn((end, ChildOf(above))).id());
        }
        chain
    }

    /// Gives an entity another target.
    pub(crate) fn aim(&mut self, entity: Entity, target: Vec3) {
        self.app.world_mut().entity_mut(entity).insert(Target::new(target));
    }

    /// Where a bone begins, as it is drawn.
    pub(crate) fn place(&self, bone: Entity) -> Vec3 {
        self.app.world().get::<GlobalTransform>(bone).expect("it should be drawn").translation()
    }

    /// The angle (rad) of a bone from down, towards x, as it is drawn.
    pub(crate) fn angle(&self, bone: Entity) -> f64 {
        let drawn = self.app.world().get::<GlobalTransform>(bone).expect("it should be drawn");
        let down = (drawn.rotation() * -Vec3::Y).as_dvec3();
        libm::atan2(down.x, -down.y)
    }
}
