//! The registration of a property: its types, resources, observers, and ordered systems.

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

use super::{
    MotionSystems::{self, Adopt, Advance, Present, Refresh},
    sets::StartFollowers,
};
use crate::{
    diagnosis::Diagnosis,
    engine::{AddEvent, InsertEvent, RemoveEvent},
    events::{Finished, InvalidMotion, LimitReached, Settled},
    follow::{
        Follow, StartOnTarget, Target,
        follower::Follower,
        order::{FollowOrder, order},
        predict::predict,
        restart::{leader_teleported, restart_followers},
        start::{PropertyStarts, cut, start_on_target},
    },
    law::{AxisSprings, DryFriction, ExponentialRate, Fling, Limits, force::forces},
    motion::{
        Grabbed, Motion, MotionOptions, Presentation, ReducedMotion, RestTolerance, Resting, Stepping, clock::Clock,
    },
    property::{Property, Velocity},
    tick::{
        adopt::adopt,
        advance::advance,
        complete::{complete, stop},
        correct::correct,
        detect_writes::detect_writes,
        disabled::{disabled, enabled},
        emit_contacts::emit_contacts,
        hold::hold,
        jump_to_end::jump_to_end,
        lifecycle::{
            fling_inserted, grabbed, leader_changed, limits_inserted, motion_changed, motion_removed,
            parameter_removed, rate_inserted, released, tolerance_inserted, velocity_added, velocity_removed,
        },
        measure::{Measured, MissingClock},
        observe::{observe, observe_disabled, observe_enabled},
        present::present,
        refresh::refresh,
        rest::rest,
        shift::shift_origin,
        turn_axes::turn_axes,
        watch_leaders::{LeaderRecords, watch_in_frames, watch_in_ticks},
        worklist::Worklist,
    },
    warning::Warnings,
};

/// Registers `P`. If it is already registered, returns the options of the first registration.
pub(super) fn register<P: Property>(app: &mut App, options: MotionOptions) -> Option<MotionOptions> {
    register_behind::<P>(app, options, MotionSystems::Correct)
}

/// Like [`register`], with the correction of followers in the set `correct`.
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
    // `insert_resource` costs a user's build much less compile time than `init_resource`.
    app.insert_resource(FollowOrder::<P>::default())
        .insert_resource(Worklist::<P>::default())
        .add_message::<Settled<P>>()
        .add_message::<Finished<P>>()
        .add_message::<InvalidMotion<P>>()
        .add_message::<LimitReached<P>>()
        .add_observer(leader_teleported::<P>)
        .add_observer(complete::<P>)
        .add_observer(stop::<P>)
        .add_observer(shift_origin::<P>);
    if app.world_mut().resource_mut::<PropertyStarts>().register::<P>(options.stepping) {
        add_follower_starts(app, options.stepping);
    }
    observe_lifecycle::<P>(app.world_mut());
    require_motion::<P>(app);
    let presentation = match options.stepping {
        Stepping::Fixed => options.presentation,
        // A frame draws the state at the last step.
        Stepping::Frame | Stepping::FrameReal | Stepping::Schedule(_) => Presentation::Ticked,
    };
    let corrects_in = match options.stepping {
        Stepping::Fixed => FixedLast.intern(),
        Stepping::Frame | Stepping::FrameReal => PostUpdate.intern(),
        Stepping::Schedule(schedule) => schedule,
    };
    app.insert_resource(Clock::<P>::new(options, presentation, corrects_in));
    match options.stepping {
        Stepping::Fixed => {
            add_advance::<P>(app, FixedFirst.intern(), Measured::Tick);
            add_correct::<P>(app, FixedLast.intern(), correct);
            let used = is_used(app.world_mut().register_component::<Motion<P>>());
            let watch = watch_in_ticks::<P>.run_if(used).before_ignore_deferred(correct).ambiguous_with_all();
            // A group that cameras frame is a leader that this crate moves at the end of a tick.
            #[cfg(feature = "camera")]
            let watch = watch.after_ignore_deferred(MotionSystems::FrameGroups);
            // Apart from that, these systems only read values that user code writes, so their order relative to other systems does not matter.
            app.insert_resource(LeaderRecords::<P>::default()).add_systems(FixedLast, watch).add_systems(
                PostUpdate,
                watch_in_frames::<P>.run_if(used).after(TransformSystems::Propagate).ambiguous_with_all(),
            );
            add_adopt::<P>(app, RunFixedMainLoop.intern(), Measured::NextTick);
            app.add_systems(RunFixedMainLoop, unordered((predict::<P>.run_if(used), present::<P>).chain(), Present));
        }
        stepping @ (Stepping::Frame | Stepping::FrameReal) => {
            let is_real = stepping == Stepping::FrameReal;
            let measured = if is_real { Measured::RealFrame } else { Measured::Tick };
            add_advance::<P>(app, PreUpdate.intern(), measured);
            add_correct::<P>(app, PostUpdate.intern(), correct);
        }
        Stepping::Schedule(schedule) => {
            use MotionSystems::{Correct, Rest};
            app.configure_sets(schedule, (StartFollowers, Adopt, Refresh, Advance, Correct, Rest).chain());
            add_advance::<P>(app, schedule, Measured::Tick);
            add_correct::<P>(app, schedule, correct);
        }
    }
    None
}

/// Makes `P` jump straight to the end of its motion while motion is reduced. This is a separate system, so that apps without it do not
/// compile it for every property.
pub(super) fn register_reduced_motion<P: Property>(app: &mut App) {
    let Some(clock) = app.world().get_resource::<Clock<P>>() else {
        warn!("{} is not registered yet: its motion is not reduced", P::short_type_path());
        return;
    };
    let schedule = match clock.options.stepping {
        Stepping::Fixed => FixedFirst.intern(),
        Stepping::Frame | Stepping::FrameReal => PreUpdate.intern(),
        Stepping::Schedule(schedule) => schedule,
    };
    app.init_resource::<ReducedMotion>()
        .register_type::<ReducedMotion>()
        .add_systems(schedule, jump_to_end::<P>.in_set(MotionSystems::Advance).before(predict::<P>));
}

/// Adds observers for what Bevy's change detection does not show, such as removals.
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
    let grab = world.register_component::<Grabbed<P>>();
    // Registered so that all adopted components can be queried in a world in which no system has run yet.
    world.register_component::<Presentation>();
    macro_rules! parameters {
        ($($field:ident: $force:ident,)+) => {
            [
                $(world.register_component::<crate::law::$force<P>>(),)+
                world.register_component::<Target<P>>(),
                follow,
                tolerance,
            ]
        };
    }
    // The components of the law and of the target, and the rest tolerance.
    let parameters = forces!(parameters);
    observe::<AddEvent>(world, &[component, motion, axes, limits, dry_friction, fling], motion_changed::<P>);
    observe::<AddEvent>(world, &[grab], grabbed::<P>);
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
    observe::<RemoveEvent>(world, &[grab], released::<P>);
    if P::IN_PARENT {
        let parent = world.register_component::<ChildOf>();
        observe::<InsertEvent>(world, &[parent], motion_changed::<P>);
        observe::<RemoveEvent>(world, &[parent], motion_changed::<P>);
    }
}

/// Makes `Velocity<P>` require `Motion<P>`.
fn require_motion<P: Property>(app: &mut App) {
    if app.try_register_required_components::<Velocity<P>, Motion<P>>().is_ok() {
        return;
    }
    // An entity was spawned with this velocity before the property was registered. Bevy then rejects the requirement, so existing entities
    // get their motion here, and later ones from an observer.
    let world = app.world_mut();
    let (velocity, motion) = (world.register_component::<Velocity<P>>(), world.register_component::<Motion<P>>());
    for entity in with_and_without(world, velocity, motion) {
        world.entity_mut(entity).insert(Motion::<P>::default());
    }
    observe::<AddEvent>(world, &[velocity], velocity_added::<P>);
}

/// Returns the entities that have the component `with` but not `without`, including disabled entities.
fn with_and_without(world: &World, with: ComponentId, without: ComponentId) -> Vec<Entity> {
    let found = world.archetypes().iter().filter(|archetype| archetype.contains(with) && !archetype.contains(without));
    found.flat_map(|archetype| archetype.entities()).map(|entity| entity.id()).collect()
}

/// Adds the resources, sets and systems that all properties share, once: a property may be registered before the plugin, or without it.
fn set_up(app: &mut App) {
    use MotionSystems::{Correct, Rest};
    if app.world().contains_resource::<Diagnosis>() {
        return;
    }
    Diagnosis::set_up(app);
    app.init_resource::<Warnings>()
        .init_resource::<MissingClock>()
        .init_resource::<CorrectionOrder>()
        .init_resource::<PropertyStarts>()
        .add_observer(cut);
    app.world_mut().get_resource_or_init::<AppTypeRegistry>().write().register::<StartOnTarget>();
    app.configure_sets(FixedFirst, (StartFollowers, Adopt, Refresh, Advance).chain())
        .configure_sets(FixedLast, (Correct, Rest).chain())
        .configure_sets(
            RunFixedMainLoop,
            (StartFollowers, Adopt, Refresh, Present).chain().in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
        )
        .configure_sets(PreUpdate, (StartFollowers, Adopt, Refresh, Advance).chain())
        .configure_sets(
            PostUpdate,
            (Correct, Rest).chain().in_set(AnimationSystems).before(TransformSystems::Propagate),
        );
}

/// Run condition: whether any entity, even a disabled one, has the component `motion`. Otherwise, systems that only visit such entities are
/// skipped, because an app registers many properties and uses few. Systems that advance the time always run. This is not generic over the
/// property, so it is compiled once.
fn is_used(motion: ComponentId) -> impl Fn(&Archetypes) -> bool + Copy {
    move |archetypes| {
        let with = archetypes.component_index().get(&motion);
        let is_there = |&id: &ArchetypeId| archetypes.get(id).is_some_and(|archetype| !archetype.is_empty());
        with.is_some_and(|with| with.keys().any(is_there))
    }
}

/// Adds the systems that start the followers of properties with this stepping.
fn add_follower_starts(app: &mut App, stepping: Stepping) {
    let mut add = |schedule| _ = app.add_systems(schedule, start_on_target(stepping).in_set(StartFollowers));
    match stepping {
        Stepping::Fixed => {
            add(FixedFirst.intern());
            add(RunFixedMainLoop.intern());
        }
        Stepping::Frame | Stepping::FrameReal => add(PreUpdate.intern()),
        Stepping::Schedule(schedule) => add(schedule),
    }
}

fn add_adopt<P: Property>(app: &mut App, schedule: InternedScheduleLabel, measured: Measured) {
    let all = (hold::<P>, detect_writes::<P>, adopt::<P>, order::<P>, restart_followers::<P>).chain();
    let used = is_used(app.world_mut().register_component::<Motion<P>>());
    app.add_systems(schedule, (unordered(all.run_if(used), Adopt), unordered(refresh::<P>(measured), Refresh)));
}

fn add_advance<P: Property>(app: &mut App, schedule: InternedScheduleLabel, measured: Measured) {
    add_adopt::<P>(app, schedule, measured);
    let used = is_used(app.world_mut().register_component::<Motion<P>>());
    app.add_systems(schedule, unordered((predict::<P>.run_if(used), advance::<P>).chain(), Advance));
}

fn add_correct<P: Property>(app: &mut App, schedule: InternedScheduleLabel, set: impl SystemSet + Copy) {
    let next = app.world_mut().resource_mut::<CorrectionOrder>().push::<P>(schedule);
    let mut first = correct::<P>.into_configs();
    if let Some(next) = next {
        first = first.before_ignore_deferred(next);
    }
    let all = (first, turn_axes::<P>, emit_contacts::<P>).chain();
    let used = is_used(app.world_mut().register_component::<Motion<P>>());
    app.add_systems(
        schedule,
        (unordered(all.run_if(used), set), unordered(rest::<P>.run_if(used), MotionSystems::Rest)),
    );
}

/// Adds systems of one property to `set`. Their order relative to the systems of other properties does not matter: each system writes the
/// fields of its own property, and only corrections read those of another property.
pub(super) fn unordered<M>(
    systems: impl IntoScheduleConfigs<ScheduleSystem, M>,
    set: impl SystemSet + Copy,
) -> ScheduleConfigs<ScheduleSystem> {
    systems.in_set(set).ambiguous_with(set)
}

/// The order in which properties of the same component are corrected. They are corrected one after the other because corrections read each
/// other's fields: the position of a follower in its leader's frame depends on the leader's corrected rotation. The property that was
/// registered last comes first, so the plugin's `Translation` comes after its `Rotation` and `Scale`.
#[derive(Resource, Default)]
struct CorrectionOrder(Vec<(InternedScheduleLabel, TypeId, InternedSystemSet)>);

impl CorrectionOrder {
    /// Adds `P`. Returns the set of the correction that has to run after that of `P`, if there is one.
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

/// Registers the types of `P` for reflection, because Bevy's automatic registration does not find generic types.
fn register_types<P: Property>(app: &mut App) {
    let registry = app.world_mut().get_resource_or_init::<AppTypeRegistry>().clone();
    let mut registry = registry.write();
    macro_rules! register {
        ($($field:ident: $force:ident,)+) => { $(registry.register::<crate::law::$force<P>>();)+ };
    }
    forces!(register);
    registry.register::<Motion<P>>();
    registry.register::<Velocity<P>>();
    registry.register::<Target<P>>();
    registry.register::<Follow<P>>();
    registry.register::<Resting<P>>();
    registry.register::<Presentation>();
    registry.register::<RestTolerance<P>>();
    registry.register::<Grabbed<P>>();
}
