//! The plugin, its system sets, and the registration of a property. All ordering is here and nowhere else.

use bevy::{
    app::{
        AnimationSystems, App, FixedFirst, FixedLast, Plugin, PostUpdate, PreUpdate, RunFixedMainLoop,
        RunFixedMainLoopSystems,
    },
    ecs::{
        component::Component,
        schedule::{IntoScheduleConfigs, ScheduleLabel, SystemSet},
    },
    transform::TransformSystems,
};
use log::warn;

use crate::{
    diagnosis::Diagnosis,
    events::{Finished, InvalidMotion, Settled},
    follow::{
        Follow, Target,
        leader_velocity::read_leader_velocity,
        order::{Followers, order, parent_inserted, parent_removed},
        plan::plan,
        restart::{leader_teleported, restart_followers, snap},
    },
    law::{AxisSprings, ExponentialRate, Friction, Gravity, Pace, Spring, axes::turn_axes},
    motion::{
        FrameClock, Held, Motion, MotionOptions, PresentAs, Presentation, RestTolerance, Resting, Stepping,
        clock::Clock,
    },
    property::{Progress, Property, Rotation, Scale, Translation, Velocity},
    space::Space,
    tick::{
        adopt::{adopt, find_writes},
        advance::advance,
        correct::correct,
        disabled::{disabled, enabled},
        give_way::give_way,
        hold::hold,
        measure::{MissingClock, expect_tick, measure_real, measure_tick},
        present::present,
        refresh::refresh,
        rest::rest,
        shift::shift_origin,
        worklist::Worklist,
    },
};

/// Adds motion in closed form for [`Translation`], [`Rotation`], [`Scale`] and [`Progress`]; other properties by
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
    /// How [`Translation`], [`Rotation`], [`Scale`] and [`Progress`] are stepped and drawn. One that was registered before stays as it is.
    pub options: MotionOptions,
}

impl Plugin for ExactMotionPlugin {
    fn build(&self, app: &mut App) {
        register::<Translation>(app, self.options);
        register::<Rotation>(app, self.options);
        register::<Scale>(app, self.options);
        register::<Progress>(app, self.options);
        app.register_type::<Progress>();
    }
}

/// The places at which motion happens, to order other systems against.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotionSystems {
    /// Takes in what others wrote. Runs in [`FixedFirst`], and in [`RunFixedMainLoop`] before [`Self::Present`]; in
    /// [`PreUpdate`] for what is stepped once a frame.
    Adopt,
    /// Judges changed parameters and computes coefficients. Runs after [`Self::Adopt`], in both its schedules.
    Refresh,
    /// Evaluates every motion at the tick's end. Runs in [`FixedFirst`] ([`PreUpdate`] once a frame), after
    /// [`Self::Refresh`].
    Advance,
    /// Samples leaders that something else moves, and puts their followers right. Runs in [`FixedLast`]
    /// ([`PostUpdate`] once a frame).
    Correct,
    /// Puts what has come to rest exactly there, and tells. Runs after [`Self::Correct`], in the same schedule.
    Rest,
    /// Writes the state at the frame's instant. Runs in [`RunFixedMainLoop`], in
    /// [`AfterFixedMainLoop`](RunFixedMainLoopSystems::AfterFixedMainLoop).
    Present,
}

/// Registers properties on an [`App`].
pub trait RegisterMotion {
    /// Lets this crate move property `P`, in the fixed timestep. Once for each property.
    fn register_motion<P: Property>(&mut self) -> &mut Self {
        self.register_motion_with::<P>(MotionOptions::default())
    }

    /// Lets this crate move property `P`, stepped and drawn by these options. The first time counts: later, with other
    /// options, it has no effect but a warning. So do it before [`ExactMotionPlugin`] is added for the properties that
    /// this registers.
    fn register_motion_with<P: Property>(&mut self, options: MotionOptions) -> &mut Self;

    /// Reads the velocity of leaders that something else moves from their component `C`, a physics crate's for instance:
    /// their path over a tick is then a cubic instead of a line, and they are taken to go on at that velocity.
    ///
    /// After `P` is registered; otherwise it has no effect but a warning.
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

    /// Lets `P` give way to `Q`, of whose field it writes a part: an entity that has motion on both is moved by `Q` alone,
    /// with one warning, until it is given motion on `P` anew.
    ///
    /// Done already for the single axes and [`Translation`], and for [`Rotation2d`](crate::Rotation2d) and [`Rotation`].
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
        let Some(clock) = self.world().get_resource::<Clock<P>>() else {
            warn!("{} is not registered yet: its leaders' velocities are not read", P::short_type_path());
            return self;
        };
        let schedule = clock.corrects_in;
        let systems = read_leader_velocity::<P, C>(read).in_set(MotionSystems::Correct).before(correct::<P>);
        self.add_systems(schedule, systems)
    }

    fn give_way<P: Property, Q: Property>(&mut self) -> &mut Self {
        self.add_observer(give_way::<P, Q>)
    }
}

/// Registers `P` unless it is already; the options that it was registered with.
fn register<P: Property>(app: &mut App, options: MotionOptions) -> Option<MotionOptions> {
    if let Some(clock) = app.world().get_resource::<Clock<P>>() {
        return Some(clock.options);
    }
    set_up(app);
    app.world_mut().resource_mut::<Diagnosis>().register::<P>();
    register_types::<P>(app);
    P::prepare(app);
    app.init_resource::<Followers<P>>()
        .init_resource::<Worklist<P>>()
        .add_message::<Settled<P>>()
        .add_message::<Finished<P>>()
        .add_message::<InvalidMotion<P>>()
        .add_observer(leader_teleported::<P>)
        .add_observer(snap::<P>)
        .add_observer(shift_origin::<P>)
        .add_observer(disabled::<P>)
        .add_observer(enabled::<P>);
    if P::IN_PARENT {
        app.add_observer(parent_inserted::<P>).add_observer(parent_removed::<P>);
    }
    let presentation = match options.stepping {
        Stepping::Fixed => options.presentation,
        // Nothing is drawn between steps: the step's own state is.
        Stepping::Frame(_) | Stepping::Schedule(_) => Presentation::Ticked,
    };
    let corrects_in = match options.stepping {
        Stepping::Fixed => FixedLast.intern(),
        Stepping::Frame(_) => PostUpdate.intern(),
        Stepping::Schedule(schedule) => schedule,
    };
    app.insert_resource(Clock::<P>::new(options, presentation, corrects_in));
    match options.stepping {
        Stepping::Fixed => {
            add_advance::<P>(app, FixedFirst);
            add_correct::<P>(app, FixedLast);
            app.add_systems(
                RunFixedMainLoop,
                (
                    (hold::<P>, find_writes::<P>, adopt::<P>, order::<P>, restart_followers::<P>)
                        .chain()
                        .in_set(MotionSystems::Adopt),
                    (expect_tick::<P>, refresh::<P>).chain().in_set(MotionSystems::Refresh),
                    (plan::<P>, present::<P>).chain().in_set(MotionSystems::Present),
                ),
            );
        }
        Stepping::Frame(clock) => {
            add_advance::<P>(app, PreUpdate);
            add_correct::<P>(app, PostUpdate);
            if clock == FrameClock::Real {
                app.add_systems(PreUpdate, measure_real::<P>.after(measure_tick::<P>).before(refresh::<P>));
            }
        }
        Stepping::Schedule(schedule) => {
            use MotionSystems::{Adopt, Advance, Correct, Refresh, Rest};
            app.configure_sets(schedule, (Adopt, Refresh, Advance, Correct, Rest).chain());
            add_advance::<P>(app, schedule);
            add_correct::<P>(app, schedule);
        }
    }
    None
}

/// What all properties share, once: a property may be registered before the plugin is added, or without it.
fn set_up(app: &mut App) {
    use MotionSystems::{Adopt, Advance, Correct, Present, Refresh, Rest};
    if app.world().contains_resource::<Diagnosis>() {
        return;
    }
    Diagnosis::set_up(app);
    app.init_resource::<MissingClock>();
    app.configure_sets(FixedFirst, (Adopt, Refresh, Advance).chain())
        .configure_sets(FixedLast, (Correct, Rest).chain())
        .configure_sets(
            RunFixedMainLoop,
            (Adopt, Refresh, Present).chain().in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
        )
        .configure_sets(PreUpdate, (Adopt, Refresh, Advance).chain())
        .configure_sets(
            PostUpdate,
            (Correct, Rest).chain().in_set(AnimationSystems).before(TransformSystems::Propagate),
        );
}

fn add_advance<P: Property>(app: &mut App, schedule: impl ScheduleLabel) {
    app.add_systems(
        schedule,
        (
            (hold::<P>, find_writes::<P>, adopt::<P>, order::<P>, restart_followers::<P>)
                .chain()
                .in_set(MotionSystems::Adopt),
            (measure_tick::<P>, refresh::<P>).chain().in_set(MotionSystems::Refresh),
            (plan::<P>, advance::<P>).chain().in_set(MotionSystems::Advance),
        ),
    );
}

fn add_correct<P: Property>(app: &mut App, schedule: impl ScheduleLabel) {
    app.add_systems(
        schedule,
        ((correct::<P>, turn_axes::<P>).chain().in_set(MotionSystems::Correct), rest::<P>.in_set(MotionSystems::Rest)),
    );
}

/// Generic types are not found by Bevy's automatic registration.
fn register_types<P: Property>(app: &mut App) {
    app.register_type::<Motion<P>>()
        .register_type::<Spring<P>>()
        .register_type::<AxisSprings<P>>()
        .register_type::<Friction<P>>()
        .register_type::<Gravity<P>>()
        .register_type::<ExponentialRate<P>>()
        .register_type::<Velocity<P>>()
        .register_type::<Target<P>>()
        .register_type::<Follow<P>>()
        .register_type::<Resting<P>>()
        .register_type::<Pace<P>>()
        .register_type::<PresentAs<P>>()
        .register_type::<RestTolerance<P>>()
        .register_type::<Held<P>>();
}
