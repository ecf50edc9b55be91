//! The world of one run: an app with the properties, steppings and presentations that its seed chose.

use std::{collections::VecDeque, time::Duration};

use bevy::{
    ecs::{
        entity::EntityHashMap,
        schedule::{MultiThreadedExecutor, ScheduleLabel, Schedules, SingleThreadedExecutor},
    },
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{Motion, MotionSystems, events::Jumped, prelude::*};

use crate::{
    captured, hooks,
    keep::Keeps,
    operation::{Event, Kind, Operation, Place, set_timestep},
    property::{Fuzzed, Parts, Which, with_property},
    script::{Script, Step},
    system_order::shuffle,
    watch::{self, Watch},
};

/// The maximum number of entities in the cast of a run.
pub(crate) const SLOTS: u8 = 48;

/// The first slot of the controls: only operations on the whole world affect them.
pub(crate) const CONTROLS: u8 = 24;

/// The index of an entity in the cast.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot(pub(crate) u8);

impl Slot {
    pub(crate) fn is_control(self) -> bool {
        self.0 >= CONTROLS
    }
}

/// The velocity that user code reports for a leader that it moves.
#[derive(Component, Clone, Copy)]
pub(crate) struct Wind(pub(crate) Vec3);

/// The entities of a run, by slot, and the properties of the run.
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

/// The operations that are still to be done.
#[derive(Resource, Default)]
pub(crate) struct Agenda {
    operations: VecDeque<Operation>,
    pub(crate) tick: u16,
    /// Whether an entity is being loaded. Bevy does not support despawning it meanwhile, so observers do no operations.
    pub(crate) is_loading: bool,
    /// Whether an entity is being cloned. If an observer gave the copy another parent meanwhile, Bevy would also keep the copy among the
    /// children of the first parent, so observers do not reparent.
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

    /// Takes the operations that are due in an observer of this event.
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

/// The schedule of user code.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Own;

fn run_own(world: &mut World) {
    world.run_schedule(Own);
}

/// The threads that schedules run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// Only the calling thread.
    One,
    /// The threads of the process's task pool.
    Pool,
}

/// Builds the app of a script, and plays a frame of length 0.
pub(crate) fn build(script: &Script, threads: Threads) -> App {
    let mut app = App::new();
    app.set_error_handler(captured::note_error).init_schedule(Own);
    for &(property, step) in &script.properties {
        with_property!(property, P => register::<P>(&mut app, step));
        if script.plays_sequences() {
            with_property!(property, P => play_sequences::<P>(&mut app));
        }
        if script.smooths_jumps() {
            with_property!(property, P => smooth_jumps::<P>(&mut app));
        }
        if script.has_states() {
            with_property!(property, P => app.add_systems(PreUpdate, note_states::<P>.before(MotionSystems::Adopt)));
        }
    }
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
        .insert_resource(Watch::new(script))
        .insert_resource(Cast {
            entities: vec![None; usize::from(SLOTS)],
            properties: script.properties.iter().map(|&(property, _)| property).collect(),
        })
        .init_resource::<Agenda>()
        .init_resource::<Keeps>()
        .add_systems(First, perform_between.after(MotionSystems::Inertialize))
        .add_systems(Update, perform_in_update)
        .add_systems(PreUpdate, note_leaving.before(MotionSystems::Adopt))
        // This order is explicit, so that runs on several threads are deterministic.
        .add_systems(
            PostUpdate,
            perform_in_post_update.before(MotionSystems::Correct).before(TransformSystems::Propagate),
        );
    if script.reads_wind {
        app.register_leader_velocity::<Translation, Wind>(|wind| wind.0);
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
            // `check_drawn` checks the values that a frame draws between two steps.
            app.add_systems(Last, (watch::count::<P>, watch::check_drawn::<P>));
            match step {
                Step::Fixed(_) => app.add_systems(FixedLast, (watch::check::<P>, watch::check_bounds::<P>).chain().after(MotionSystems::Rest)),
                Step::OwnInTick | Step::OwnInUpdate => {
                    app.add_systems(Own, (watch::check::<P>, watch::check_bounds::<P>).chain().after(MotionSystems::Rest))
                }
                Step::Frame | Step::FrameReal => {
                    let checks = (watch::check::<P>, watch::check_bounds::<P>).chain();
                    app.add_systems(PostUpdate, checks.after(MotionSystems::Rest).before(MotionSystems::Inertialize))
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

/// Marks the entities of the crowd, which are not in the cast.
#[derive(Component)]
pub(crate) struct InCrowd;

/// The size of the crowd: more entities than a step handles on one thread.
const CROWD: u16 = 17_000;

/// Spawns entities that springs move for about a second, over different distances.
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
        Step::Fixed(presentation) => MotionOptions::fixed().with_presentation(presentation),
        Step::Frame => MotionOptions::frame(),
        Step::FrameReal => MotionOptions::frame_real(),
        Step::OwnInTick | Step::OwnInUpdate => MotionOptions::in_schedule(Own),
    });
}

fn smooth_jumps<P: Fuzzed>(app: &mut App) {
    app.register_inertialization::<P>()
        .add_systems(
            PostUpdate,
            watch::note_written::<P>
                .after(perform_in_post_update)
                .after(MotionSystems::Rest)
                .before(MotionSystems::Inertialize),
        )
        .add_systems(Update, jump_controls)
        .add_systems(Last, watch::check_shown::<P>)
        .add_systems(First, watch::check_put_back::<P>.after(MotionSystems::Inertialize).before(perform_between));
}

/// Declares a jump of all controls in every eighth frame. They must complete their tasks nevertheless.
fn jump_controls(controls: Query<(Entity, &Slot)>, mut frame: Local<u32>, mut commands: Commands) {
    *frame += 1;
    if frame.is_multiple_of(8) {
        for (entity, _) in controls.iter().filter(|(_, slot)| slot.is_control()) {
            commands.trigger(Jumped { entity });
        }
    }
}

/// Does what is to be done between two frames, when what was shown has been put back.
fn perform_between(world: &mut World) {
    if world.resource::<Watch>().smooths_jumps {
        perform(world, |place| place == Place::Between);
    }
}

fn play_sequences<P: Fuzzed>(app: &mut App) {
    app.register_sequences::<P>();
    // The steps of a sequence are writes like those of user code.
    for schedule in [FixedFirst.intern(), Update.intern()] {
        app.add_systems(schedule, note_sequences::<P>.before(perform_in_update).before(MotionSystems::Adopt));
    }
}

/// Records the writes of all entities with a sequence.
fn note_sequences<P: Fuzzed>(world: &mut World) {
    let with_sequence: Vec<Entity> = world.query_filtered::<Entity, With<Sequence<P>>>().iter(world).collect();
    for entity in with_sequence {
        world.resource_scope(|world, mut watch: Mut<Watch>| watch.note_sequence(world, P::WHICH, entity));
    }
}

/// Records what the states of widgets may write.
fn note_states<P: Fuzzed>(world: &mut World) {
    let widgets: Vec<Entity> = world.query_filtered::<Entity, With<StateTargets<P>>>().iter(world).collect();
    for widget in widgets {
        world.resource_scope(|world, mut watch: Mut<Watch>| watch.note_states(world, widget));
    }
}

/// The number of frames within which a widget that leaves, and whose states move nothing, is despawned.
const FRAMES_TO_LEAVE: u32 = 3;

/// Counts the frames for which an entity leaves although its states move nothing.
fn note_leaving(world: &mut World, mut frames: Local<EntityHashMap<u32>>) {
    let leaving: Vec<Entity> = world.query_filtered::<Entity, With<Leaving>>().iter(world).collect();
    frames.retain(|entity, _| leaving.contains(entity));
    if !leaving.is_empty() {
        world.resource_mut::<Watch>().note_outside();
    }
    let properties = world.resource::<Cast>().properties.clone();
    for entity in leaving {
        let moves = properties
            .iter()
            .any(|&property| with_property!(property, P => world.get::<StateTargets<P>>(entity).is_some()));
        let frames = frames.entry(entity).or_default();
        *frames = if moves { 0 } else { *frames + 1 };
        if *frames > FRAMES_TO_LEAVE {
            world.resource_mut::<Watch>().violate("leaves, but stays", || format!("{entity}"));
        }
    }
}

/// Whether any entity lacks a component that its other components require. A rollback cannot restore such an entity: inserting the other
/// components also inserts the required one.
pub(crate) fn lacks_required(world: &World) -> bool {
    let cast = world.resource::<Cast>();
    cast.all().filter_map(|(_, entity)| world.get_entity(entity).ok()).any(|entity| {
        cast.properties.iter().any(|&property| {
            with_property!(property, P => {
                let requires = entity.contains::<Spring<P>>()
                    || entity.contains::<AxisSprings<P>>()
                    || entity.contains::<Friction<P>>()
                    || entity.contains::<Gravity<P>>()
                    || entity.contains::<ExponentialRate<P>>()
                    || entity.contains::<Limits<P>>()
                    || entity.contains::<DryFriction<P>>()
                    || entity.contains::<Fling<P>>()
                    || entity.contains::<SnapPoints<P>>()
                    || entity.contains::<Grabbed<P>>()
                    || entity.contains::<StateTargets<P>>()
                    || entity.contains::<Velocity<P>>()
                    || entity.contains::<Motion<P>>();
                requires && !(entity.contains::<Velocity<P>>() && entity.contains::<Motion<P>>())
            })
        })
    })
}

/// Plays one frame of this length, in ticks. Returns whether it was quiet: no operation was done in it or shortly before it.
pub(crate) fn frame(app: &mut App, ticks: f32) -> bool {
    let world = app.world_mut();
    world.resource_mut::<Agenda>().tick = 0;
    if !world.resource::<Watch>().smooths_jumps {
        perform(world, |place| place == Place::Between);
    }
    let timestep = world.resource::<Time<Fixed>>().timestep();
    let speed = world.resource::<Time<Virtual>>().relative_speed_f64();
    // If ticks are longer than 1 s, a frame has at most 30, because an entity that bounces between two walls may have a thousand contacts
    // in each of them.
    let ticks = if timestep > Duration::from_secs(1) { ticks.min(30.0) } else { ticks };
    // At a relative speed of 0, a frame is as long as at normal speed.
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
