//! What a property's registration adds to an app: types, resources, observers, and systems in their order.

use alloc::vec::Vec;

use bevy::{
    app::{
        AnimationSystems, App, FixedFirst, FixedLast, PostUpdate, PreUpdate, RunFixedMainLoop, RunFixedMainLoopSystems,
    },
    ecs::{
        entity::Entity,
        entity_disabling::Disabled,
        lifecycle::Add,
        observer::On,
        query::{Allow, With, Without},
        schedule::{IntoScheduleConfigs, ScheduleLabel},
        system::Commands,
    },
    transform::TransformSystems,
};

use super::MotionSystems;
use crate::{
    diagnosis::Diagnosis,
    events::{Finished, InvalidMotion, Settled},
    follow::{
        Follow, Target,
        order::{FollowOrder, component_added, component_removed, order, parent_inserted, parent_removed},
        predict::predict,
        restart::{leader_teleported, restart_followers, snap},
    },
    law::{AxisSprings, ExponentialRate, Friction, Gravity, Pace, Spring},
    motion::{
        FrameClock, Held, Motion, MotionOptions, PresentAs, Presentation, RestTolerance, Resting, Stepping,
        clock::Clock,
    },
    property::{Property, Velocity},
    tick::{
        adopt::adopt,
        advance::advance,
        correct::correct,
        disabled::{disabled, enabled},
        find_writes::find_writes,
        hold::hold,
        lifecycle::{
            follower_inserted, follower_removed, grabbed, let_go, motion_added, motion_removed, parameter_removed,
            rate_inserted, tolerance_inserted, velocity_removed,
        },
        measure::{MissingClock, expect_tick, measure_real, measure_tick},
        present::present,
        refresh::refresh,
        rest::rest,
        shift::shift_origin,
        turn_axes::turn_axes,
        worklist::Worklist,
    },
};

/// Registers `P` unless it is already; the options that it was registered with.
pub(super) fn register<P: Property>(app: &mut App, options: MotionOptions) -> Option<MotionOptions> {
    if let Some(clock) = app.world().get_resource::<Clock<P>>() {
        return Some(clock.options);
    }
    set_up(app);
    app.world_mut().resource_mut::<Diagnosis>().register::<P>();
    register_types::<P>(app);
    P::prepare(app);
    app.init_resource::<FollowOrder<P>>()
        .init_resource::<Worklist<P>>()
        .add_message::<Settled<P>>()
        .add_message::<Finished<P>>()
        .add_message::<InvalidMotion<P>>()
        .add_observer(leader_teleported::<P>)
        .add_observer(snap::<P>)
        .add_observer(shift_origin::<P>)
        .add_observer(disabled::<P>)
        .add_observer(enabled::<P>)
        .add_observer(parameter_removed::<P>)
        .add_observer(tolerance_inserted::<P>)
        .add_observer(rate_inserted::<P>)
        .add_observer(grabbed::<P>)
        .add_observer(let_go::<P>)
        .add_observer(motion_added::<P>)
        .add_observer(motion_removed::<P>)
        .add_observer(velocity_removed::<P>)
        .add_observer(follower_inserted::<P>)
        .add_observer(follower_removed::<P>)
        .add_observer(component_added::<P>)
        .add_observer(component_removed::<P>);
    bring_motion::<P>(app);
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
                    (predict::<P>, present::<P>).chain().in_set(MotionSystems::Present),
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

/// Whoever has a velocity has motion.
fn bring_motion<P: Property>(app: &mut App) {
    if app.try_register_required_components::<Velocity<P>, Motion<P>>().is_ok() {
        return;
    }
    // Somebody was spawned before the property was registered; the engine adds no requirement to what exists.
    let world = app.world_mut();
    let mut still = world.query_filtered::<Entity, (With<Velocity<P>>, Without<Motion<P>>, Allow<Disabled>)>();
    for entity in still.iter(world).collect::<Vec<_>>() {
        world.entity_mut(entity).insert(Motion::<P>::default());
    }
    app.add_observer(|added: On<Add, Velocity<P>>, mut commands: Commands| {
        commands.entity(added.entity).try_insert_if_new(Motion::<P>::default());
    });
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
            (predict::<P>, advance::<P>).chain().in_set(MotionSystems::Advance),
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
