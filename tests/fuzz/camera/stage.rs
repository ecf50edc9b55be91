//! The world of one run: an app with cameras, walls, and entities that systems of user code move.

use std::{collections::VecDeque, time::Duration};

use bevy::{
    ecs::schedule::{MultiThreadedExecutor, ScheduleLabel, Schedules, SingleThreadedExecutor},
    input::InputPlugin,
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{
    MotionSystems,
    camera::{AimYaw, OrbitDistance, OrbitYaw, Pose},
    prelude::*,
};

use super::{
    operation::{Event, Operation, Place, perform_observed},
    script::{Script, Step},
    watch::{self, Watch},
};
use crate::{
    captured,
    stage::{Slot, Threads},
    system_order::shuffle,
};

/// The maximum number of entities in a run.
pub(crate) const SLOTS: u8 = 24;

/// The entities of a run, by slot.
#[derive(Resource)]
pub(crate) struct Cast([Option<Entity>; SLOTS as usize]);

impl Cast {
    pub(crate) fn get(&self, slot: u8) -> Option<Entity> {
        self.0.get(usize::from(slot)).copied().flatten()
    }

    pub(crate) fn set(&mut self, slot: u8, entity: Entity) {
        self.0[usize::from(slot)] = Some(entity);
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (u8, Entity)> {
        (0..).zip(&self.0).filter_map(|(slot, entity)| Some((slot, (*entity)?)))
    }
}

/// The operations that are still to be done.
#[derive(Resource, Default)]
pub(crate) struct Agenda {
    operations: VecDeque<Operation>,
    pub(crate) tick: u16,
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

    pub(crate) fn take_observed(&mut self, event: Event) -> Vec<Operation> {
        if self.operations.is_empty() { Vec::new() } else { self.take(|place| place == Place::Observer(event)) }
    }
}

/// Marks entities that a system of user code moves in every step.
#[derive(Component, Clone, Copy)]
pub(crate) struct Walker {
    pub(crate) velocity: Vec3,
    pub(crate) spin: Vec3,
}

/// The obstacles that booms may hit.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Walls {
    /// Half-spaces: a point on the surface, and the outward normal.
    pub(crate) planes: Vec<(Vec3, Vec3)>,
    pub(crate) balls: Vec<(Vec3, f32)>,
    /// Whether casts report the normal of the wall.
    pub(crate) has_normals: bool,
    /// Whether casts ignore walls beyond `Obstruction::reach`.
    pub(crate) is_limited_to_reach: bool,
}

impl Walls {
    pub(crate) fn shift(&mut self, by: Vec3) {
        if by.is_finite() {
            let places = self.planes.iter_mut().map(|(point, _)| point);
            for place in places.chain(self.balls.iter_mut().map(|(center, _)| center)) {
                *place += by;
            }
        }
    }

    /// Returns the free length of a ray, and the normal of the wall that it hits. Returns `None` if it hits no wall.
    pub(crate) fn cast(&self, ray: Ray3d) -> Option<(f32, Vec3)> {
        let planes = self.planes.iter().filter_map(|&(point, normal)| {
            let (slope, depth) = (normal.dot(*ray.direction), normal.dot(ray.origin - point));
            // A ray that begins behind the plane has a free length of 0.
            (depth <= 0.0).then_some((0.0, normal)).or_else(|| (slope < 0.0).then(|| (-depth / slope, normal)))
        });
        let balls = self.balls.iter().filter_map(|&(center, radius)| {
            let to = center - ray.origin;
            let along = to.dot(*ray.direction);
            let aside = to.length_squared() - along * along;
            let half = (radius * radius - aside).max(0.0).sqrt();
            let length = along - half;
            let meets = aside < radius * radius && along > 0.0 && to.length() > radius;
            meets.then(|| (length, (ray.origin + length * *ray.direction - center) / radius))
        });
        planes.chain(balls).min_by(|one, other| one.0.total_cmp(&other.0))
    }
}

fn cast_rays(walls: Res<Walls>, mut booms: Query<(&Slot, &mut Obstruction)>, mut watch: ResMut<Watch>) {
    for (&Slot(slot), mut boom) in &mut booms {
        let hit = walls.cast(boom.ray).filter(|&(length, _)| !walls.is_limited_to_reach || length <= boom.reach);
        watch.note_cast(slot, &boom, hit, &walls);
        boom.hit = hit.map(|(length, normal)| BoomHit::new(length, walls.has_normals.then_some(normal)));
    }
}

fn walk(time: Res<Time>, mut walkers: Query<(&Walker, &mut Transform)>) {
    for (walker, mut transform) in &mut walkers {
        let place = transform.translation + time.delta_secs() * walker.velocity;
        let turned = Quat::from_scaled_axis(time.delta_secs() * walker.spin) * transform.rotation;
        if place.is_finite() && turned.is_finite() {
            (transform.translation, transform.rotation) = (place, turned.normalize());
        }
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

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Own;

fn run_own(world: &mut World) {
    world.run_schedule(Own);
    Watch::end_tick(world);
}

fn options(step: Step) -> MotionOptions {
    match step {
        Step::Fixed(presentation) => MotionOptions::fixed().with_presentation(presentation),
        Step::Frame => MotionOptions::frame(),
        Step::FrameReal => MotionOptions::frame_real(),
        Step::OwnInTick | Step::OwnInUpdate => MotionOptions::in_schedule(Own),
    }
}

/// Builds the app of a script, and plays a frame of length 0.
pub(crate) fn build(script: &Script, threads: Threads) -> App {
    let mut app = App::new();
    app.set_error_handler(captured::note_error).init_schedule(Own);
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        InputPlugin,
        ExactMotionPlugin { options: options(script.motion) },
        ExactCameraPlugin { options: Some(options(script.cameras)) },
    ))
    .insert_resource(Watch::new(script))
    .insert_resource(Cast([None; SLOTS as usize]))
    .insert_resource(script.walls.clone())
    .init_resource::<Agenda>()
    .add_systems(Update, perform_in_update)
    .add_systems(PostUpdate, perform_in_post_update.before(MotionSystems::Correct).before(TransformSystems::Propagate));
    match script.cameras {
        Step::Fixed(_) => {
            app.add_systems(FixedUpdate, (perform_in_tick, walk, cast_rays).chain())
                .add_systems(FixedLast, Watch::end_tick);
        }
        Step::Frame | Step::FrameReal => {
            app.add_systems(FixedUpdate, perform_in_tick)
                .add_systems(Update, (walk, cast_rays, Watch::end_tick).chain().after(perform_in_update));
        }
        Step::OwnInTick => _ = app.add_systems(FixedUpdate, (perform_in_tick, walk, cast_rays, run_own).chain()),
        Step::OwnInUpdate => {
            app.add_systems(FixedUpdate, perform_in_tick)
                .add_systems(Update, (walk, cast_rays, run_own).chain().after(perform_in_update));
        }
    }
    if script.motion != script.cameras && matches!(script.motion, Step::OwnInTick | Step::OwnInUpdate) {
        app.add_systems(FixedUpdate, run_own.after(perform_in_tick));
    }
    if script.casts_in_update {
        app.add_systems(Update, cast_rays.after(perform_in_update));
    }
    observe(&mut app);
    watch::count_events(&mut app);
    app.finish();
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        match threads {
            Threads::One => schedule.set_executor(SingleThreadedExecutor::new()),
            Threads::Pool => schedule.set_executor(MultiThreadedExecutor::new()),
        };
        shuffle(schedule, script.seed);
    }
    let world = app.world_mut();
    world.resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
    world.resource_mut::<Time<Fixed>>().set_timestep(Duration::from_secs_f32(script.tick));
    frame(&mut app, 0.0);
    app
}

fn observe(app: &mut App) {
    macro_rules! observe {
        ($($on:ty => $event:ident;)*) => { $(
            app.add_observer(|on: On<$on>, mut agenda: ResMut<Agenda>, mut commands: Commands| {
                perform_observed(&mut agenda, Event::$event, on.event_target(), &mut commands);
            });
        )* };
    }
    observe! {
        Settled => Settled;
        Settled<OrbitYaw> => Settled;
        LimitReached<OrbitDistance> => LimitReached;
        LimitReached<AimYaw> => LimitReached;
        Cut => Cut;
        Teleported => Teleported;
        ShakeKick => Kicked;
    }
    macro_rules! observe_lifecycle {
        ($($on:ident, $component:ty => $event:ident;)*) => { $(
            app.add_observer(|on: On<$on, $component>, mut agenda: ResMut<Agenda>, mut commands: Commands| {
                perform_observed(&mut agenda, Event::$event, on.event_target(), &mut commands);
            });
        )* };
    }
    observe_lifecycle! {
        Add, Resting => Resting;
        Add, Pose => Pose;
        Remove, Orbit => OrbitRemoved;
        Remove, ActiveShot => ShotRemoved;
        Insert, LookAt => LookInserted;
    }
}

/// Plays one frame of this length (s).
pub(crate) fn frame(app: &mut App, length: f64) {
    let world = app.world_mut();
    world.resource_mut::<Agenda>().tick = 0;
    perform(world, |place| place == Place::Between);
    world.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(length.clamp(0.0, 100.0))));
    app.update();
}
