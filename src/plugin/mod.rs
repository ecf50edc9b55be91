//! The plugin, and the registration of properties. Nearly all system ordering is in this folder.

#[cfg(feature = "camera")]
mod bones;
#[cfg(feature = "camera")]
mod camera;
#[cfg(feature = "dev_tools")]
mod debug;
#[cfg(feature = "bevy_picking")]
mod drag;
mod inertialization;
#[cfg(all(feature = "bevy_picking", feature = "bevy_ui"))]
mod interface;
mod register;
mod sequence;
mod sets;
#[cfg(feature = "camera")]
mod shots;

use bevy::prelude::*;
use log::warn;

#[cfg(feature = "camera")]
pub use camera::ExactCameraPlugin;
#[cfg(feature = "dev_tools")]
pub use debug::ExactDebugPlugin;
pub use sets::MotionSystems;

use crate::{
    follow::{
        leader_velocity::{ReadOrder, VelocityAxes, leader_velocity_reader},
        order::FollowOrder,
    },
    motion::{MotionOptions, clock::Clock},
    property::{Progress, Property, Rotation, Scale, Translation, overlap},
    space::Space,
    tick::correct::correct,
};
use register::register;

/// Moves [`Translation`], [`Rotation`], [`Scale`] and [`Progress`] in closed form. Register other properties with
/// [`register_motion`](RegisterMotion::register_motion).
///
/// # Usage
///
/// ```
/// use bevy::{prelude::*, time::TimeUpdateStrategy};
/// use bevy_exact_motion::prelude::*;
/// use core::time::Duration;
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
///     .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(250)));
/// let door = app.world_mut().spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::Y))).id();
/// for _ in 0..5 {
///     app.update(); // the first update has a delta of 0
/// }
/// // After one second, the door has covered 1 − (1 + ω t) e^(−ω t) of the distance.
/// let height = app.world().get::<Transform>(door).unwrap().translation.y;
/// assert_eq!(height, 1.0 - 9.0 * (-8.0f64).exp() as f32);
/// ```
///
/// # When it runs
///
/// In `FixedUpdate` you read the state at `Time::elapsed()`, and your writes act from that instant on. A frame draws the state at its own
/// instant, and your writes in `Update` act from that instant on. [`MotionSystems`] names the sets of systems.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactMotionPlugin {
    /// How [`Translation`], [`Rotation`], [`Scale`] and [`Progress`] are stepped and drawn. Cameras use these options as well, unless their
    /// plugin has options of its own. A property that was registered before keeps its options. Default: in the fixed timestep, `Live`.
    pub options: MotionOptions,
}

impl Plugin for ExactMotionPlugin {
    fn build(&self, app: &mut App) {
        register::<Translation>(app, self.options);
        register::<Rotation>(app, self.options);
        register::<Scale>(app, self.options);
        register::<Progress>(app, self.options);
        app.register_type::<Progress>();
        register_with_pointers::<Translation>(app);
        register_with_pointers::<Rotation>(app);
        register_with_pointers::<Scale>(app);
        register_with_pointers::<Progress>(app);
        #[cfg(feature = "camera")]
        camera::register_cameras(app, self.options);
        #[cfg(feature = "camera")]
        bones::register(app);
        #[cfg(feature = "bevy_animation")]
        inertialization::register_clips(app);
    }
}

/// Registers properties on an [`App`]. [`Property`] has an example.
pub trait RegisterMotion: sealed::Sealed {
    /// Lets this crate move property `P`, in the fixed timestep. Call it once for each property.
    fn register_motion<P: Property>(&mut self) -> &mut Self {
        self.register_motion_with::<P>(MotionOptions::default())
    }

    /// Lets this crate move property `P`, stepped and drawn with these options. The first registration counts: a later one with other
    /// options has no effect, and logs a warning. If [`ExactMotionPlugin`] registers `P`, call this before you add that plugin.
    fn register_motion_with<P: Property>(&mut self, options: MotionOptions) -> &mut Self;

    /// For leaders that this crate does not move: reads the velocity of their property `P` from their component `C`, for instance a physics
    /// crate's. Followers then approximate a leader's path over a tick by a cubic instead of a line, and predict that the leader continues
    /// at that velocity.
    ///
    /// Call it after `P` is registered. Otherwise it has no effect, and logs a warning.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// #[derive(Component)]
    /// struct LinearVelocity(Vec3);
    ///
    /// let mut app = App::new();
    /// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()))
    ///     .register_leader_velocity::<Translation, LinearVelocity>(|velocity| velocity.0);
    /// ```
    fn register_leader_velocity<P: Property, C: Component>(
        &mut self,
        read: fn(&C) -> <P::Value as Space>::Tangent,
    ) -> &mut Self;

    /// Makes [`ReducedMotion`](crate::ReducedMotion) apply to property `P`: while that resource is true, `P` jumps straight to the end of
    /// its motion.
    ///
    /// Call it after `P` is registered. Otherwise it has no effect, and logs a warning.
    fn register_reduced_motion<P: Property>(&mut self) -> &mut Self;

    /// Makes [`Inertialization`](crate::Inertialization) act on property `P`: what other code writes to it is shown without its jumps. With
    /// the feature `bevy_animation`, [`ExactMotionPlugin`] does this for [`Translation`], [`Rotation`] and [`Scale`].
    ///
    /// Call it after `P` is registered. Otherwise it has no effect, and logs a warning.
    fn register_inertialization<P: Property>(&mut self) -> &mut Self;

    /// Makes [`Sequence`](crate::Sequence) act on property `P`.
    ///
    /// Call it after `P` is registered. Otherwise it has no effect, and logs a warning.
    fn register_sequences<P: Property>(&mut self) -> &mut Self;

    /// Makes `P` yield to `Q`, for two properties that write the same field. If an entity has motion on both, the motion on `P` is removed,
    /// with one warning, and `Q` alone moves the entity. The motion on `P` stays removed until you insert it again.
    ///
    /// In this crate, properties of a single axis yield to [`Translation`], and [`Rotation2d`](crate::property::Rotation2d) yields to
    /// [`Rotation`]. For a property of your own, call this method in [`Property::prepare`].
    fn register_yielding<P: Property, Q: Property>(&mut self) -> &mut Self;
}

/// Seals [`RegisterMotion`]: only `App` implements it, so methods can be added later.
mod sealed {
    /// Implemented by `App` only. [`Property`](crate::property::Property) has an example of what `App` can do with it.
    pub trait Sealed {}
    impl Sealed for bevy::app::App {}
}

impl RegisterMotion for App {
    fn register_motion_with<P: Property>(&mut self, options: MotionOptions) -> &mut Self {
        if let Some(known) = register::<P>(self, options)
            && known != options
        {
            let property = P::short_type_path();
            warn!(
                "{property} is registered already, with {known:?}; {options:?} has no effect, because the first registration counts. \
                 Call app.register_motion_with::<{property}>(..) before you add the plugin that registers it: \
                 ExactMotionPlugin registers Translation, Rotation, Scale and Progress"
            );
        }
        register_with_pointers::<P>(self);
        self
    }

    fn register_leader_velocity<P: Property, C: Component>(
        &mut self,
        read: fn(&C) -> <P::Value as Space>::Tangent,
    ) -> &mut Self {
        add_velocity_reader::<P, C>(self, read, VelocityAxes::Leader);
        self
    }

    fn register_reduced_motion<P: Property>(&mut self) -> &mut Self {
        register::register_reduced_motion::<P>(self);
        self
    }

    fn register_inertialization<P: Property>(&mut self) -> &mut Self {
        inertialization::register::<P>(self);
        self
    }

    fn register_sequences<P: Property>(&mut self) -> &mut Self {
        sequence::register::<P>(self);
        self
    }

    fn register_yielding<P: Property, Q: Property>(&mut self) -> &mut Self {
        overlap::register_yielding::<P, Q>(self);
        self
    }
}

/// Lets pointers move property `P`, by dragging and by the states of widgets, if the features for it are enabled.
#[cfg_attr(not(feature = "bevy_picking"), expect(unused_variables, reason = "pointers move nothing"))]
fn register_with_pointers<P: Property>(app: &mut App) {
    #[cfg(feature = "bevy_picking")]
    drag::register::<P>(app);
    #[cfg(all(feature = "bevy_picking", feature = "bevy_ui"))]
    interface::register::<P>(app);
}

/// Adds the system that reads the velocity of `P`'s sampled leaders from their component `C`, which holds it along these axes.
fn add_velocity_reader<P: Property, C: Component>(
    app: &mut App,
    read: fn(&C) -> <P::Value as Space>::Tangent,
    axes: VelocityAxes,
) {
    let (Some(schedule), Some(mut followers)) = (
        app.world().get_resource::<Clock<P>>().map(|clock| clock.corrects_in),
        app.world_mut().get_resource_mut::<FollowOrder<P>>(),
    ) else {
        warn!("{} is not registered yet: its leaders' velocities are not read", P::short_type_path());
        return;
    };
    let order =
        if core::mem::replace(&mut followers.reads_velocity, true) { ReadOrder::Later } else { ReadOrder::First };
    let system = leader_velocity_reader::<P, C>(read, axes, order)
        .in_set(MotionSystems::Correct)
        .in_set(order)
        .ambiguous_with(ReadOrder::Later)
        // With a sync point between them, the events of `P` would come before or after those of other properties, as the executor likes.
        .before_ignore_deferred(correct::<P>);
    app.configure_sets(schedule, ReadOrder::First.before(ReadOrder::Later)).add_systems(schedule, system);
}
