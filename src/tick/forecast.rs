//! [`Motion::of`]: the motion of an entity with its components as they are now, before they are adopted.

use alloc::{borrow::Cow, string::String};

use bevy::prelude::*;

use super::{adopt::Input, worklist::Worklist};
use crate::{
    law::invalid::Invalid,
    motion::{Motion, Resting, clock::Clock, fault::Fault, target},
    path::response_cache::ResponseCache,
    property::Property,
};

/// Why a motion cannot be forecast: the error of [`Motion::of`], which has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ForecastError {
    /// The property is not registered, so nothing moves it.
    #[error("{property} is not registered: add `app.register_motion::<{property}>()`")]
    NotRegistered {
        /// Which property.
        property: &'static str,
    },
    /// The entity lacks the property's component or a velocity, or has been despawned.
    #[error("{entity} has no motion of {property}: it needs that property's component and a `Velocity`")]
    NoMotion {
        /// The entity.
        entity: Entity,
        /// Which property.
        property: &'static str,
    },
    /// A field is invalid, so the last valid motion will continue.
    #[error("{field} is {value}, expected {expected}")]
    Invalid {
        /// Which field, as `Component::field`.
        field: &'static str,
        /// The field's value.
        value: String,
        /// Which values would be valid.
        expected: Cow<'static, str>,
    },
    /// The entity follows a leader that has not been looked up yet. That happens in the next
    /// [`Adopt`](crate::MotionSystems::Adopt).
    #[error("{entity} follows a leader that has not been looked up yet; it can be forecast after the next `Adopt`")]
    NotSeen {
        /// The entity.
        entity: Entity,
    },
}

impl<P: Property> Motion<P> {
    /// The motion of `entity`, including everything that was written to it and is not adopted yet. Use it to forecast an entity that you
    /// have just spawned, released or kicked. An entity that is still [`Grabbed`](crate::Grabbed) is forecast as if you released it now.
    ///
    /// The call changes nothing. It does not see commands that are still queued, so make it from a command or an exclusive system.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// let mut app = App::new();
    /// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
    /// let stone = (Transform::default(), Velocity::new(4.0 * Vec3::X), DryFriction::new(2.0));
    /// let stone = app.world_mut().spawn(stone).id();
    /// let motion = Motion::<Translation>::of(app.world(), stone).expect("it is valid");
    /// let (seconds, value) = motion.will_rest(1e-3, 60.0).expect("it stops");
    /// assert!((seconds - 2.0).abs() < 1e-9 && value == 4.0 * Vec3::X);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`ForecastError`] if the property is not registered, if the entity has no motion, if a field is invalid, or if the leader
    /// has not been looked up yet.
    pub fn of(world: &World, entity: Entity) -> Result<Self, ForecastError> {
        let property = P::short_type_path();
        let not_registered = ForecastError::NotRegistered { property };
        let clock = world.get_resource::<Clock<P>>().ok_or_else(|| not_registered.clone())?;
        let adopted_at = world.get_resource::<Worklist<P>>().ok_or(not_registered)?.adopted_at;
        let none = ForecastError::NoMotion { entity, property };
        let found = world.get_entity(entity).map_err(|_| none.clone())?;
        let motion = found.get_ref::<Self>().ok_or_else(|| none.clone())?;
        let input = found.get_components::<Input<P>>().map_err(|_| none)?;
        let restored = motion.last_changed().is_newer_than(adopted_at, world.read_change_tick());
        let mut motion = Self::clone(&motion);
        let body = &mut motion.0;
        Fault::forget_reported(&mut body.faults);
        let adoption = input.prepare(body, clock, restored, found.contains::<Resting<P>>());
        let mut fault = None;
        let mut note = |invalid: Invalid| _ = fault.get_or_insert(invalid);
        input.adopt_writes(body, adoption, true, &mut ResponseCache::default(), &mut note);
        if let Some(Invalid { field, value, expected, .. }) = fault {
            return Err(ForecastError::Invalid { field, value, expected });
        }
        if input.follows() && !target::has_begun(body) {
            return Err(ForecastError::NotSeen { entity });
        }
        Ok(motion)
    }
}
