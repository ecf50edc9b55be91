//! The world of one run: an app with the properties, steppings and presentations that its seed chose.

use std::{collections::VecDeque, time::Duration};

use bevy::{
    ecs::schedule::{MultiThreadedExecutor, ScheduleLabel, Schedules, SingleThreadedExecutor},
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{Motion, prelude::*};

use crate::{
    hooks,
    keep::Keeps,
    operation::{Event, Kind, Operation, Place, set_timestep},
    property::{Fuzzed, Parts, Which, with_property},
    said,
    script::{Script, Step},
    system_order::shuffle,
    watch::{self, Watch},
};

/// How many entities a run has, at most.
pub(crate) const SLOTS: u8 = 48;

/// From here on, places in the cast are those of controls: nothing but what touches everybody is done to them.
pub(crate) const CONTROLS: u8 = 24;

/// An entity's place in the cast.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(pub(crate) u8);

impl Slot {
    pub(crate) fn is_control(self) -> bool {
        self.0 >= CONTROLS
    }
}

/// A velocity that a leader of somebody else's tells.
#[derive(Component, Clone, Copy)]
pub(crate) struct Wind(pub(crate) Vec3);

/// Who plays.
#[derive(Resource)]
pub(crate) struct Cast {
    entities: Vec<Option<Entity>>,
    pub(crate) properties: Vec<Which>,
}

impl Cast {
    pub(crate) fn get(&self, slot: u8) -> Option<Entity> {
        self.entities.get(usize::from(slot)).copied().flatten()
    }

    pub(crate) fn set(&mut self, slot: u8, entity: Entity) {
        self.entities[usize::from(slot)] = Some(entity);
    }

    pub(crate) fn is_control(&self, slot: u8) -> bool {
        slot >= CONTROLS
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (u8, Entity)> {
        (0..).zip(&self.entities).filter_map(|(slot, entity)| Some((slot, (*entity)?)))
    }
}

/// What is still to be done, by place.
#[derive(Resource, Default)]
pub(crate) struct Agenda {
    operations: VecDeque<Operation>,
    pub(crate) tick: u16,
    /// Bevy cannot load an entity that is despawned while it is loaded: nothing is done in observers then.
    pub(crate) is_loading: bool,
    /// Where an observer takes a copy to another parent while it is cloned, Bevy leaves it among the children of the first, too:
    /// nothing is moved between parents then.
    pub(crate) is_cloning: bool,
}

impl Agenda {
    pub(crate) fn add(&mut self, operations: impl IntoIterator<Item = Operation>) {
        self.operations.extend(operations);
    }

    pub(crate) fn clear(&mut self) {
        self.operations.clear();
    }

    fn take(&mut self, due: impl Fn(Place) -> bool) -> Vec<Operation> {
        let (now, later) = self.operations.drain(..).partition(|operation| due(operation.place));
        self.operations = later;
        Vec::from_iter::<VecDeque<Operation>>(now)
    }

    /// What is to be done in the next observer of such an event.
    pub(crate) fn take_observed(&mut self, event: Event) -> Vec<Operation> {
        if self.is_loading || self.operations.is_empty() {
            return Vec::new();
        }
        let mut operations = self.take(|place| place == Place::Observer(event));
        operations.retain(|operation| !(self.is_cloning && matches!(operation.kind, Kind::Reparent | Kind::Orphan)));
        operations
    }
}

fn perform(world: &mut World, due: impl Fn(Place) -> bool) {
    if world.resource::<Agenda>().operations.is_empty() {
        return;
    }
    for operation in world.resource_mut::<Agenda>().take(due) {
        operation.apply(None, world);
    }
}

fn perform_in_update(world: &mut World) {
    perform(world, |place| place == Place::Update);
}

fn perform_in_post_update(world: &mut World) {
    perform(world, |place| place == Place::PostUpdate);
}

fn perform_in_tick(world: &mut World) {
    let tick = world.resource::<Agenda>().tick;
    perform(world, |place| matches!(place, Place::Tick(due) if due <= tick));
    world.resource_mut::<Agenda>().tick += 1;
}

/// A schedule of the user's.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Own;

fn run_own(world: &mut World) {
    world.run_schedule(Own);
}

/// How many threads schedules run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// All on the one that calls.
    One,
    /// Those of the process's pool.
    Pool,
}

/// The app of a script, before its first frame.
pub(crate) fn build(script: &Script, threads: Threads) -> App {
    let mut app = App::new();
    app.set_error_handler(said::note_error).init_schedule(Own);
    for &(property, step) in &script.properties {
        with_property!(property, P => register::<P>(&mut app, step));
    }
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
        .insert_resource(Watch::new(script))
        .insert_resource(Cast {
            entities: vec![None; usize::from(SLOTS)],
            properties: script.properties.iter().map(|&(property, _)| property).collect(),
        })
        .init_resource::<Agenda>()
        .init_resource::<Keeps>()
        .add_systems(Update, perform_in_update)
        // Nothing is left to chance where there are several threads.
        .add_systems(
            PostUpdate,
            perform_in_post_update.before(MotionSystems::Correct).before(TransformSystems::Propagate),
        );
    if script.reads_wind {
        app.read_leader_velocity::<Translation, Wind>(|wind| wind.0);
    }
    let steps = |step: Step| script.properties.iter().any(|&(_, other)| other == step);
    let ticks_own = steps(Step::OwnInTick);
    if ticks_own || steps(Step::OwnInUpdate) {
        app.add_systems(Own, perform_in_tick.after(MotionSystems::Advance).before(MotionSystems::Correct));
        if ticks_own {
            app.add_systems(FixedUpdate, run_own);
        } else {
            app.add_systems(Update, run_own.after(perform_in_update)).add_systems(FixedUpdate, perform_in_tick);
        }
    } else {
        app.add_systems(FixedUpdate, perform_in_tick);
    }
    for &(property, step) in &script.properties {
        with_property!(property, P => {
            hooks::observe::<P>(&mut app);
            // What is drawn between two steps, too.
            app.add_systems(Last, (watch::count::<P>, watch::check_drawn::<P>));
            match step {
                Step::Fixed(_) => app.add_systems(FixedLast, (watch::check::<P>, watch::check_bounds::<P>).chain().after(MotionSystems::Rest)),
                Step::OwnInTick | Step::OwnInUpdate => {
                    app.add_systems(Own, (watch::check::<P>, watch::check_bounds::<P>).chain().after(MotionSystems::Rest))
                }
                Step::Frame | Step::FrameReal => {
                    app.add_systems(PostUpdate, (watch::check::<P>, watch::check_bounds::<P>).chain().after(MotionSystems::Rest))
                }
            };
        });
    }
    app.finish();
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        match threads {
            Threads::One => schedule.set_executor(SingleThreadedExecutor::new()),
            Threads::Pool => schedule.set_executor(MultiThreadedExecutor::new()),
        };
        shuffle(schedule, script.seed);
    }
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
    set_timestep(app.world_mut(), 1.0 / 60.0);
    if script.is_crowded {
        with_property!(script.properties[0].0, P => spawn_crowd::<P>(app.world_mut()));
    }
    frame(&mut app, 0.0);
    app
}

/// One of many that are nobody's.
#[derive(Component)]
pub(crate) struct InCrowd;

/// More than a step does on one thread.
const CROWD: u16 = 17_000;

/// Springs that swing for a second, each another way.
fn spawn_crowd<P: Fuzzed>(world: &mut World) {
    let place = |part: u16, share: f32| {
        let parts = [1u8, 2, 3, 4].map(|times| share * (f32::from(part % 977) / 977.0 + f32::from(times)));
        P::Value::from_parts(parts, false)
    };
    world.spawn_batch((0..CROWD).map(move |one| {
        let spring = Spring::new(4.0 + f32::from(one % 13), 0.7).on::<P>();
        (InCrowd, P::component(place(one, 1.0)), spring, Target::<P>::of(place(one, -0.5)))
    }));
}

fn register<P: Fuzzed>(app: &mut App, step: Step) {
    app.register_type::<P::Component>();
    app.register_motion_with::<P>(match step {
        Step::Fixed(presentation) => MotionOptions::fixed().presented(presentation),
        Step::Frame => MotionOptions::frame(),
        Step::FrameReal => MotionOptions::frame_real(),
        Step::OwnInTick | Step::OwnInUpdate => MotionOptions::in_schedule(Own),
    });
}

/// Whether somebody has lost what other components of theirs bring: that cannot be put back, because they bring it again.
pub(crate) fn lacks_required(world: &World) -> bool {
    let cast = world.resource::<Cast>();
    cast.all().filter_map(|(_, entity)| world.get_entity(entity).ok()).any(|entity| {
        cast.properties.iter().any(|&property| {
            with_property!(property, P => {
                let brings = entity.contains::<Spring<P>>()
                    || entity.contains::<AxisSprings<P>>()
                    || entity.contains::<Friction<P>>()
                    || entity.contains::<Gravity<P>>()
                    || entity.contains::<ExponentialRate<P>>()
                    || entity.contains::<Limits<P>>()
                    || entity.contains::<DryFriction<P>>()
                    || entity.contains::<Fling<P>>()
                    || entity.contains::<Held<P>>()
                    || entity.contains::<Velocity<P>>()
                    || entity.contains::<Motion<P>>();
                brings && !(entity.contains::<Velocity<P>>() && entity.contains::<Motion<P>>())
            })
        })
    })
}

/// One frame that is as long as so many ticks now are. Whether nothing was done in it, nor shortly before.
pub(crate) fn frame(app: &mut App, ticks: f32) -> bool {
    let world = app.world_mut();
    world.resource_mut::<Agenda>().tick = 0;
    perform(world, |place| place == Place::Between);
    let timestep = world.resource::<Time<Fixed>>().timestep();
    let speed = world.resource::<Time<Virtual>>().relative_speed_f64();
    // Who bounces from wall to wall has a thousand contacts in each tick that is long.
    let ticks = if timestep > Duration::from_secs(1) { ticks.min(30.0) } else { ticks };
    // A frame in which time stands is as long as one in which it does not.
    let length = if ticks.fract() == 0.0 && speed == 1.0 {
        timestep * ticks as u32
    } else {
        let length = timestep.as_secs_f64() * f64::from(ticks) / if speed > 0.0 { speed } else { 1.0 };
        Duration::from_secs_f64(length.clamp(0.0, 1e9))
    };
    world.insert_resource(TimeUpdateStrategy::ManualDuration(length));
    let quiet = world.resource::<Watch>().is_quiet();
    app.update();
    quiet && app.world().resource::<Watch>().is_quiet()
}
