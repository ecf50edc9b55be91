//! What the plugin tells: an entity came to rest, or its input turned invalid.

use core::marker::PhantomData;

use bevy::ecs::{entity::Entity, event::EntityEvent};

use crate::property::{Property, Translation};

/// An entity came to rest: its value is the rest point bit for bit, its velocity zero.
///
/// Triggered once per coming to rest, in `FixedLast`.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
/// app.add_observer(|settled: On<Settled>, mut commands: Commands| commands.entity(settled.entity).despawn());
/// ```
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct Settled<P: Property = Translation> {
    /// Who came to rest.
    pub entity: Entity,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Settled<P> {
    pub(crate) const fn new(entity: Entity) -> Self {
        Self { entity, property: PhantomData }
    }
}

/// An entity's parameters, velocity, target or value turned invalid. It goes on with its last valid motion; what was
/// written has no effect. Triggered once as it turns invalid; a warning in the log says what, where and by whom.
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct InvalidMotion<P: Property = Translation> {
    /// Whose input is invalid.
    pub entity: Entity,
    /// What is invalid, as `Component::field`.
    pub field: &'static str,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> InvalidMotion<P> {
    pub(crate) const fn new(entity: Entity, field: &'static str) -> Self {
        Self { entity, field, property: PhantomData }
    }
}
