//! What a property's registration adds to an app: types, resources, observers, and systems in their order.

use alloc::vec::Vec;
use core::any::TypeId;

use bevy::{
    app::AnimationSystems,
    ecs::{
        archetype::{ArchetypeId, Archetypes},
        component::ComponentId,
        schedule::{InternedScheduleLabel, InternedSystemSet, ScheduleConfigs, ScheduleLabel},
        system::ScheduleSystem,
    },
    prelude::*,
};
use log::warn;

use super::MotionSystems::{self, Adopt, Advance, Present, Refresh};
use crate::{
    diagnosis::Diagnosis,
    engine::{AddEvent, InsertEvent, RemoveEvent},
    events::{Finished, InvalidMotion, LimitReached, Settled},
    follow::{
        Follow, Target,
        follower::Follower,
        order::{FollowOrder, order},
        predict::predict,
        restart::{leader_teleported, restart_followers, snap},
    },
    law::{
        AxisSprings, DryFriction, ExponentialRate, Fling, Friction, Gravity, Limits, Pace, SnapPoints, Spring,
        force::forces,
    },
    motion::{
        FrameClock, Held, Motion, MotionOptions, PresentAs, Presentation, ReducedMotion, RestTolerance, Resting,
        Stepping, clock::Clock,
    },
    property::{Property, Velocity},
    tick::{
        adopt::adopt,
        advance::advance,
        arrive::arrive,
        complete::{complete, stop},
        correct::correct,
        disabled::{disabled, enabled},
        find_writes::find_writes,
        hold::hold,
        lifecycle::{
            fling_inserted, grabbed, leader_changed, let_go, limits_inserted, motion_changed, motion_removed,
            parameter_removed, rate_inserted, tolerance_inserted, velocity_added, velocity_removed,
        },
        measure::{Measured, MissingClock},
        observe::{observe, observe_disabled, observe_enabled},
        present::present,
        refresh::refresh,
        rest::rest,
        shift::shift_origin,
        tell_contacts::tell_contacts,
        turn_axes::turn_axes,
        watch_leaders::{Rhythms, watch_in_frames, watch_in_ticks},
        worklist::Worklist,
    },
    warning::Warnings,
};

/// Registers `P`. If it is registered already, returns the options that it was registered with.
pub(super) fn register<P: Property>(app: &mut App, options: MotionOptions) -> Option<MotionOptions> {
    register_behind::<P>(app, options, MotionSystems::Correct)
}

/// [`register`], with the correction of followers in the set `correct`.
pub(super) fn register_behind<P: Property>(
    app: &mut App,
    options: MotionOptions,
    correct: impl SystemSet + Copy,
) -> Option<MotionOptions> {
    if let Some(clock) = app.world().get_resource::<Clock<P>>() {
        return Some(clock.options);
    }
    set_up(app);
    app.world_mut().resource_mut::<Diagnosis>().register::<P>();
    register_types::<P>(app);
    P::prepare(app);
    // Inserted, which costs a user's build much less than to be initialized.
    app.insert_resource(FollowOrder::<P>::default())
        .insert_resource(Worklist::<P>::default())
        .add_message::<Settled<P>>()
        .add_message::<Finished<P>>()
        .add_message::<InvalidMotion<P>>()
        .add_message::<LimitReached<P>>()
        .add_observer(leader_teleported::<P>)
        .add_observer(snap::<P>)
        .add_observer(complete::<P>)
        .add_observer(stop::<P>)
        .add_observer(shift_origin::<P>);
    observe_lifecycle::<P>(app.world_mut());
    bring_motion::<P>(app);
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
            add_advance::<P>(app, FixedFirst.intern(), Measured::Tick);
            add_correct::<P>(app, FixedLast.intern(), correct);
            let used = is_used(app.world_mut().register_component::<Motion<P>>());
            // These only read what is the game's.
            app.insert_resource(Rhythms::<P>::default())
                .add_systems(
                    FixedLast,
                    watch_in_ticks::<P>.run_if(used).before_ignore_deferred(correct).ambiguous_with_all(),
                )
                .add_systems(
                    PostUpdate,
                    watch_in_frames::<P>.run_if(used).after(TransformSystems::Propagate).ambiguous_with_all(),
                );
            add_adopt::<P>(app, RunFixedMainLoop.intern(), Measured::NextTick);
            app.add_systems(RunFixedMainLoop, among((predict::<P>.run_if(used), present::<P>).chain(), Present));
        }
        Stepping::Frame(clock) => {
            let measured = match clock {
                FrameClock::Virtual => Measured::Tick,
                FrameClock::Real => Measured::RealFrame,
            };
            add_advance::<P>(app, PreUpdate.intern(), measured);
            add_correct::<P>(app, PostUpdate.intern(), correct);
        }
        Stepping::Schedule(schedule) => {
            use MotionSystems::{Correct, Rest};
            app.configure_sets(schedule, (Adopt, Refresh, Advance, Correct, Rest).chain());
            add_advance::<P>(app, schedule, Measured::Tick);
            add_correct::<P>(app, schedule, correct);
        }
    }
    None
}

/// Lets `P` arrive at once while motion is reduced. A system of its own, so that no other property's build has it.
pub(super) fn reduce_motion<P: Property>(app: &mut App) {
    let Some(clock) = app.world().get_resource::<Clock<P>>() else {
        warn!("{} is not registered yet: its motion is not reduced", P::short_type_path());
        return;
    };
    let schedule = match clock.options.stepping {
        Stepping::Fixed => FixedFirst.intern(),
        Stepping::Frame(_) => PreUpdate.intern(),
        Stepping::Schedule(schedule) => schedule,
    };
    app.init_resource::<ReducedMotion>()
        .register_type::<ReducedMotion>()
        .add_systems(schedule, arrive::<P>.in_set(MotionSystems::Advance).before(predict::<P>));
}

/// Observes what no change mark tells later.
fn observe_lifecycle<P: Property>(world: &mut World) {
    let component = world.register_component::<P::Component>();
    let motion = world.register_component::<Motion<P>>();
    let velocity = world.register_component::<Velocity<P>>();
    let axes = world.register_component::<AxisSprings<P>>();
    let rate = world.register_component::<ExponentialRate<P>>();
    let tolerance = world.register_component::<RestTolerance<P>>();
    let limits = world.register_component::<Limits<P>>();
    let dry_friction = world.register_component::<DryFriction<P>>();
    let fling = world.register_component::<Fling<P>>();
    let follow = world.register_component::<Follow<P>>();
    let follower = world.register_component::<Follower<P>>();
    let held = world.register_component::<Held<P>>();
    // Registered, so that everything that is adopted can be queried in a world in which no system has run yet.
    world.register_component::<PresentAs<P>>();
    macro_rules! parameters {
        ($($field:ident: $force:ident,)+) => {
            [
                $(world.register_component::<$force<P>>(),)+
                world.register_component::<Target<P>>(),
                follow,
                tolerance,
            ]
        };
    }
    // The components of the law and of the target, and the rest tolerance.
    let parameters = forces!(parameters);
    observe::<AddEvent>(world, &[component, motion, axes, limits, dry_friction, fling], motion_changed::<P>);
    observe::<AddEvent>(world, &[held], grabbed::<P>);
    observe_disabled(world, disabled::<P>);
    observe_enabled(world, enabled::<P>);
    observe::<InsertEvent>(world, &[follow, follower], leader_changed::<P>);
    observe::<InsertEvent>(world, &[rate], rate_inserted::<P>);
    observe::<InsertEvent>(world, &[fling], fling_inserted::<P>);
    observe::<InsertEvent>(world, &[limits], limits_inserted::<P>);
    observe::<InsertEvent>(world, &[tolerance], tolerance_inserted::<P>);
    observe::<RemoveEvent>(world, &[component], motion_changed::<P>);
    observe::<RemoveEvent>(world, &parameters, parameter_removed::<P>);
    observe::<RemoveEvent>(world, &[motion], motion_removed::<P>);
    observe::<RemoveEvent>(world, &[velocity], velocity_removed::<P>);
    observe::<RemoveEvent>(world, &[follower], leader_changed::<P>);
    observe::<RemoveEvent>(world, &[held], let_go::<P>);
    if P::IN_PARENT {
        let parent = world.register_component::<ChildOf>();
        observe::<InsertEvent>(world, &[parent], motion_changed::<P>);
        observe::<RemoveEvent>(world, &[parent], motion_changed::<P>);
    }
}

/// Gives every entity with a velocity motion.
fn bring_motion<P: Property>(app: &mut App) {
    if app.try_register_required_components::<Velocity<P>, Motion<P>>().is_ok() {
        return;
    }
    // An entity was spawned before the property was registered; the engine adds no requirement to existing entities.
    let world = app.world_mut();
    let (velocity, motion) = (world.register_component::<Velocity<P>>(), world.register_component::<Motion<P>>());
    for entity in with_and_without(world, velocity, motion) {
        world.entity_mut(entity).insert(Motion::<P>::default());
    }
    observe::<AddEvent>(world, &[velocity], velocity_added::<P>);
}

/// The entities that have the one component and not the other, disabled or not.
fn with_and_without(world: &World, with: ComponentId, without: ComponentId) -> Vec<Entity> {
    let found = world.archetypes().iter().filter(|archetype| archetype.contains(with) && !archetype.contains(without));
    found.flat_map(|archetype| archetype.entities()).map(|entity| entity.id()).collect()
}

/// What all properties share, once: a property may be registered before the plugin is added, or without it.
fn set_up(app: &mut App) {
    use MotionSystems::{Correct, Rest};
    if app.world().contains_resource::<Diagnosis>() {
        return;
    }
    Diagnosis::set_up(app);
    app.init_resource::<Warnings>().init_resource::<MissingClock>().init_resource::<Corrected>();
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

/// Whether any entity has this motion, disabled or not. If none has, systems that only visit such entities are skipped: an app registers many
/// properties and uses few. Systems that keep the time always run. Not generic over the property, so that the condition is compiled once.
fn is_used(motion: ComponentId) -> impl Fn(&Archetypes) -> bool + Copy {
    move |archetypes| {
        let with = archetypes.component_index().get(&motion);
        let is_there = |&id: &ArchetypeId| archetypes.get(id).is_some_and(|archetype| !archetype.is_empty());
        with.is_some_and(|with| with.keys().any(is_there))
    }
}

fn add_adopt<P: Property>(app: &mut App, schedule: InternedScheduleLabel, measured: Measured) {
    let all = (hold::<P>, find_writes::<P>, adopt::<P>, order::<P>, restart_followers::<P>).chain();
    let used = is_used(app.world_mut().register_component::<Motion<P>>());
    app.add_systems(schedule, (among(all.run_if(used), Adopt), among(refresh::<P>(measured), Refresh)));
}

fn add_advance<P: Property>(app: &mut App, schedule: InternedScheduleLabel, measured: Measured) {
    add_adopt::<P>(app, schedule, measured);
    let used = is_used(app.world_mut().register_component::<Motion<P>>());
    app.add_systems(schedule, among((predict::<P>.run_if(used), advance::<P>).chain(), Advance));
}

fn add_correct<P: Property>(app: &mut App, schedule: InternedScheduleLabel, set: impl SystemSet + Copy) {
    let next = app.world_mut().resource_mut::<Corrected>().push::<P>(schedule);
    let mut first = correct::<P>.into_configs();
    if let Some(next) = next {
        first = first.before_ignore_deferred(next);
    }
    let all = (first, turn_axes::<P>, tell_contacts::<P>).chain();
    let used = is_used(app.world_mut().register_component::<Motion<P>>());
    app.add_systems(schedule, (among(all.run_if(used), set), among(rest::<P>.run_if(used), MotionSystems::Rest)));
}

/// Systems of one property in `set`. Their order among those of other properties does not matter: each writes its own fields, and only
/// corrections read another's.
fn among<M>(
    systems: impl IntoScheduleConfigs<ScheduleSystem, M>,
    set: impl SystemSet + Copy,
) -> ScheduleConfigs<ScheduleSystem> {
    systems.in_set(set).ambiguous_with(set)
}

/// Whose followers are corrected one after the other, because they read other fields of the same component: a leader seen in its own
/// frame is where its rotation was corrected to. Who was registered last comes first, so the plugin's `Translation` comes after its
/// `Rotation` and `Scale`.
#[derive(Resource, Default)]
struct Corrected(Vec<(InternedScheduleLabel, TypeId, InternedSystemSet)>);

impl Corrected {
    /// Puts `P`'s correction before the one that is returned.
    fn push<P: Property>(&mut self, schedule: InternedScheduleLabel) -> Option<InternedSystemSet> {
        let (component, own) = (TypeId::of::<P::Component>(), correct::<P>.into_system_set().intern());
        let known = self.0.iter_mut().find(|(known, of, _)| *known == schedule && *of == component);
        match known {
            Some((.., last)) => Some(core::mem::replace(last, own)),
            None => {
                self.0.push((schedule, component, own));
                None
            }
        }
    }
}

/// Generic types are not found by Bevy's automatic registration.
fn register_types<P: Property>(app: &mut App) {
    let registry = app.world_mut().get_resource_or_init::<AppTypeRegistry>().clone();
    let mut registry = registry.write();
    macro_rules! register {
        ($($field:ident: $force:ident,)+) => { $(registry.register::<$force<P>>();)+ };
    }
    forces!(register);
    registry.register::<Motion<P>>();
    registry.register::<Velocity<P>>();
    registry.register::<Target<P>>();
    registry.register::<Follow<P>>();
    registry.register::<Resting<P>>();
    registry.register::<PresentAs<P>>();
    registry.register::<RestTolerance<P>>();
    registry.register::<Held<P>>();
}
