//! The plugin, and the registration of properties. All ordering of systems is in this folder and nowhere else.

#[cfg(feature = "camera")]
mod camera;
#[cfg(feature = "debug")]
mod debug;
#[cfg(feature = "picking")]
mod drag;
mod register;
mod sets;
#[cfg(feature = "camera")]
mod shots;

use bevy::prelude::*;
use log::warn;

#[cfg(feature = "camera")]
pub use camera::ExactCameraPlugin;
#[cfg(feature = "debug")]
pub use debug::ExactDebugPlugin;
#[cfg(feature = "camera")]
pub use sets::CameraSystems;
pub use sets::MotionSystems;

use crate::{
    follow::{
        leader_velocity::{Along, Reads, read_leader_velocity},
        order::FollowOrder,
    },
    motion::{MotionOptions, clock::Clock},
    property::{Progress, Property, Rotation, Scale, Translation, overlap},
    space::Space,
    tick::correct::correct,
};
use register::register;

/// Moves [`Translation`], [`Rotation`], [`Scale`] and [`Progress`] in closed form. Register other properties by
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
///     app.update(); // the first one takes no time
/// }
/// // 1 − (1 + ω t) e^(−ω t) after one second
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
    /// How [`Translation`], [`Rotation`], [`Scale`] and [`Progress`] are stepped and drawn. This has no effect on those that were
    /// registered before. Default: in the fixed timestep, `Live`.
    pub options: MotionOptions,
}

impl Plugin for ExactMotionPlugin {
    fn build(&self, app: &mut App) {
        register::<Translation>(app, self.options);
        register::<Rotation>(app, self.options);
        register::<Scale>(app, self.options);
        register::<Progress>(app, self.options);
        app.register_type::<Progress>();
        #[cfg(feature = "picking")]
        app.register_draggable::<Translation>();
    }
}

/// Registers properties on an [`App`]. [`Property`] has an example.
pub trait RegisterMotion {
    /// Lets this crate move property `P`, in the fixed timestep. Call it once for each property.
    fn register_motion<P: Property>(&mut self) -> &mut Self {
        self.register_motion_with::<P>(MotionOptions::default())
    }

    /// Lets this crate move property `P`, stepped and drawn by these options. The first registration counts: a later one with other
    /// options only gives a warning. So call it before you add [`ExactMotionPlugin`], if that plugin registers `P`.
    fn register_motion_with<P: Property>(&mut self, options: MotionOptions) -> &mut Self;

    /// Reads the velocity of leaders that this crate does not move from their component `C`, for instance a physics crate's.
    /// Followers then take a leader's path over a tick as a cubic instead of a line, and predict that it goes on at that velocity.
    ///
    /// Call it after `P` is registered; otherwise it only gives a warning.
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
    ///     .read_leader_velocity::<Translation, LinearVelocity>(|velocity| velocity.0);
    /// ```
    fn read_leader_velocity<P: Property, C: Component>(
        &mut self,
        read: fn(&C) -> <P::Value as Space>::Tangent,
    ) -> &mut Self;

    /// Lets pointers drag property `P` of entities with a [`Draggable`](crate::Draggable), whose documentation has an example.
    /// [`ExactMotionPlugin`] does this for [`Translation`].
    #[cfg(feature = "picking")]
    fn register_draggable<P: Property>(&mut self) -> &mut Self;

    /// Chooses property `P` for [`ReducedMotion`](crate::ReducedMotion): while that is true, `P` arrives at once.
    ///
    /// Call it after `P` is registered; otherwise it only gives a warning.
    fn reduce_motion<P: Property>(&mut self) -> &mut Self;

    /// Lets `P` give way to `Q`, where both write the same field. If an entity has motion on both, `Q` alone moves it, and one
    /// warning says so, until you insert motion on `P` again.
    ///
    /// This crate does it for the single axes and [`Translation`], and for [`Rotation2d`](crate::Rotation2d) and [`Rotation`].
    /// For a property of your own, call it in [`Property::prepare`].
    fn give_way<P: Property, Q: Property>(&mut self) -> &mut Self;
}

impl RegisterMotion for App {
    fn register_motion_with<P: Property>(&mut self, options: MotionOptions) -> &mut Self {
        if let Some(known) = register::<P>(self, options)
            && known != options
        {
            let property = P::short_type_path();
            warn!(
                "{property} is registered already, with {known:?}; {options:?} comes too late. The first one counts: put \
                 app.register_motion_with::<{property}>(..) before what registers it, as ExactMotionPlugin does for \
                 Translation, Rotation, Scale and Progress"
            );
        }
        self
    }

    fn read_leader_velocity<P: Property, C: Component>(
        &mut self,
        read: fn(&C) -> <P::Value as Space>::Tangent,
    ) -> &mut Self {
        read_velocity::<P, C>(self, read, Along::Own);
        self
    }

    #[cfg(feature = "picking")]
    fn register_draggable<P: Property>(&mut self) -> &mut Self {
        drag::register::<P>(self);
        self
    }

    fn reduce_motion<P: Property>(&mut self) -> &mut Self {
        register::reduce_motion::<P>(self);
        self
    }

    fn give_way<P: Property, Q: Property>(&mut self) -> &mut Self {
        overlap::give_way::<P, Q>(self);
        self
    }
}

/// Reads the velocity of `P`'s sampled leaders, which `C` tells along these axes.
fn read_velocity<P: Property, C: Component>(app: &mut App, read: fn(&C) -> <P::Value as Space>::Tangent, along: Along) {
    let (Some(schedule), Some(mut followers)) = (
        app.world().get_resource::<Clock<P>>().map(|clock| clock.corrects_in),
        app.world_mut().get_resource_mut::<FollowOrder<P>>(),
    ) else {
        warn!("{} is not registered yet: its leaders' velocities are not read", P::short_type_path());
        return;
    };
    let reads = if core::mem::replace(&mut followers.reads_velocity, true) { Reads::Others } else { Reads::First };
    let system = read_leader_velocity::<P, C>(read, along, reads)
        .in_set(MotionSystems::Correct)
        .in_set(reads)
        .ambiguous_with(Reads::Others)
        .before(correct::<P>);
    app.configure_sets(schedule, Reads::First.before(Reads::Others)).add_systems(schedule, system);
}
