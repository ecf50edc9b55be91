//! The plugin, its system sets, and the registration of a property. All ordering is here and nowhere else.

use bevy::{
    app::{App, FixedFirst, FixedLast, Plugin, RunFixedMainLoop, RunFixedMainLoopSystems},
    ecs::schedule::{IntoScheduleConfigs, SystemSet},
};

use crate::{
    advance::{
        Clock, Followers, adopt, advance, correct, expect_tick, measure_tick, order, plan, present, refresh, rest,
        restart_followers,
    },
    components::{ExponentialRate, Follow, Friction, Gravity, Pace, PresentAs, Resting, Spring, Target, Velocity},
    events::{Finished, InvalidMotion, Settled},
    property::{Property, Translation},
};

/// Adds motion in closed form for [`Translation`]; other properties by
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
/// What you read in `FixedUpdate` is the state at `Time::elapsed()`; what you write acts from that instant on. What is
/// drawn is the state at the frame's own instant; what you write in `Update` acts from the drawn instant on.
/// [`MotionSystems`] names the places.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactMotionPlugin {
    _private: (),
}

impl Plugin for ExactMotionPlugin {
    fn build(&self, app: &mut App) {
        app.configure_sets(FixedFirst, (MotionSystems::Adopt, MotionSystems::Refresh, MotionSystems::Advance).chain())
            .configure_sets(FixedLast, (MotionSystems::Correct, MotionSystems::Rest).chain())
            .configure_sets(
                RunFixedMainLoop,
                (MotionSystems::Adopt, MotionSystems::Refresh, MotionSystems::Present)
                    .chain()
                    .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            )
            .register_motion::<Translation>();
    }
}

/// The places at which motion happens, to order other systems against.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotionSystems {
    /// Takes in what others wrote. Runs in [`FixedFirst`], and in [`RunFixedMainLoop`] before [`Self::Present`].
    Adopt,
    /// Judges changed parameters and computes coefficients. Runs after [`Self::Adopt`], in both its schedules.
    Refresh,
    /// Evaluates every motion at the tick's end. Runs in [`FixedFirst`], after [`Self::Refresh`].
    Advance,
    /// Samples leaders that something else moves, and puts their followers right. Runs in [`FixedLast`].
    Correct,
    /// Puts what has come to rest exactly there, and tells. Runs in [`FixedLast`], after [`Self::Correct`].
    Rest,
    /// Writes the state at the frame's instant. Runs in [`RunFixedMainLoop`], in
    /// [`AfterFixedMainLoop`](RunFixedMainLoopSystems::AfterFixedMainLoop).
    Present,
}

/// Registers properties on an [`App`].
pub trait RegisterMotion {
    /// Lets this crate move property `P`. Once for each property, after [`ExactMotionPlugin`] was added.
    fn register_motion<P: Property>(&mut self) -> &mut Self;
}

impl RegisterMotion for App {
    fn register_motion<P: Property>(&mut self) -> &mut Self {
        self.init_resource::<Clock<P>>()
            .init_resource::<Followers<P>>()
            .add_message::<Settled<P>>()
            .add_message::<Finished<P>>()
            .add_message::<InvalidMotion<P>>()
            .register_type::<Spring<P>>()
            .register_type::<Friction<P>>()
            .register_type::<Gravity<P>>()
            .register_type::<ExponentialRate<P>>()
            .register_type::<Velocity<P>>()
            .register_type::<Target<P>>()
            .register_type::<Follow<P>>()
            .register_type::<Resting<P>>()
            .register_type::<Pace<P>>()
            .register_type::<PresentAs<P>>()
            .add_systems(
                FixedFirst,
                (
                    (adopt::<P>, order::<P>, restart_followers::<P>).chain().in_set(MotionSystems::Adopt),
                    (measure_tick::<P>, refresh::<P>).chain().in_set(MotionSystems::Refresh),
                    (plan::<P>, advance::<P>).chain().in_set(MotionSystems::Advance),
                ),
            )
            .add_systems(
                FixedLast,
                (correct::<P>.in_set(MotionSystems::Correct), rest::<P>.in_set(MotionSystems::Rest)),
            )
            .add_systems(
                RunFixedMainLoop,
                (
                    (adopt::<P>, order::<P>, restart_followers::<P>).chain().in_set(MotionSystems::Adopt),
                    (expect_tick::<P>, refresh::<P>).chain().in_set(MotionSystems::Refresh),
                    (plan::<P>, present::<P>).chain().in_set(MotionSystems::Present),
                ),
            )
    }
}
