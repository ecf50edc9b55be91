//! Records the events [`LimitReached`] and [`Settled`].

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::app::Bench;

/// All contacts of the translation, in the order of their events.
#[derive(Resource, Default)]
pub(crate) struct Contacts(pub(crate) Vec<LimitReached>);

/// Each entity that came to rest, and the time at which it did, in seconds.
#[derive(Resource, Default)]
pub(crate) struct Rested(pub(crate) Vec<(Entity, f64)>);

/// Starts to record both events.
pub(crate) fn listen(bench: &mut Bench) {
    bench.app.init_resource::<Contacts>().init_resource::<Rested>();
    bench.app.add_observer(|reached: On<LimitReached>, mut contacts: ResMut<Contacts>| contacts.0.push(*reached));
    bench.app.add_observer(|settled: On<Settled>, mut rested: ResMut<Rested>| {
        rested.0.push((settled.entity, settled.time.as_secs_f64()));
    });
}

impl Bench {
    pub(crate) fn contacts(&self) -> &[LimitReached] {
        &self.app.world().resource::<Contacts>().0
    }

    pub(crate) fn rested(&self) -> &[(Entity, f64)] {
        &self.app.world().resource::<Rested>().0
    }

    pub(crate) fn y(&self, entity: Entity) -> f32 {
        self.get::<Transform>(entity).translation.y
    }
}
