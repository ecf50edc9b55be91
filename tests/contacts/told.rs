//! What was told.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::app::Bench;

/// Every contact of the translation, in the order in which it was told.
#[derive(Resource, Default)]
pub(crate) struct Told(pub(crate) Vec<LimitReached>);

/// Who came to rest, and when.
#[derive(Resource, Default)]
pub(crate) struct Rested(pub(crate) Vec<(Entity, f64)>);

pub(crate) fn listen(bench: &mut Bench) {
    bench.app.init_resource::<Told>().init_resource::<Rested>();
    bench.app.add_observer(|reached: On<LimitReached>, mut told: ResMut<Told>| told.0.push(*reached));
    bench.app.add_observer(|settled: On<Settled>, mut rested: ResMut<Rested>| {
        rested.0.push((settled.entity, settled.time.as_secs_f64()));
    });
}

impl Bench {
    pub(crate) fn told(&self) -> &[LimitReached] {
        &self.app.world().resource::<Told>().0
    }

    pub(crate) fn rested(&self) -> &[(Entity, f64)] {
        &self.app.world().resource::<Rested>().0
    }

    pub(crate) fn y(&self, entity: Entity) -> f32 {
        self.get::<Transform>(entity).translation.y
    }
}
