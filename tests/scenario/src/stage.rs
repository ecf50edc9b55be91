//! Builds the app: registers the properties, and the systems that record them.

use std::time::Duration;

use bevy::{
    ecs::schedule::{MultiThreadedExecutor, Schedules, SingleThreadedExecutor},
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{
    ExactCameraPlugin, ExactMotionPlugin, MotionOptions, MotionSystems, Presentation, RegisterMotion,
    camera::{AimPitch, AimYaw, OrbitDistance, OrbitPitch, OrbitYaw, ShakeOffset, ShakeTurn},
    property::{
        FieldOfView, Progress, Rotation, Rotation2d, Scale, Translation, TranslationX, TranslationY, TranslationZ,
    },
};

use crate::{
    Options, SpawnOrder, Threads,
    cast::Slot,
    events::observe,
    forecast::record_forecasts,
    property::{
        Bearing, Clockwork, Gauge, Glow, Heading, Late, Lift, Menu, Place, Stepped, Tint, Watched, Weights, Wheel,
        with_every_property,
    },
    record::{Record, close_frame, close_tick, record_places, record_states},
    roles::{SavedGames, Simulate, Wind, act, simulate},
    system_order::shuffle,
};

/// The lengths of a tick, one after the other for 500 ticks each. Unit: ns.
const TICKS: [u64; 4] = [15_625_000, 10_000_000, 16_666_667, 25_000_000];

/// The systems that record states, before the records of a tick or frame are closed.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
struct Recorded;

pub(crate) fn build(options: Options) -> App {
    let mut app = App::new();
    app.init_schedule(Simulate).add_plugins((
        MinimalPlugins,
        TransformPlugin,
        ExactMotionPlugin::default(),
        ExactCameraPlugin::default(),
    ));
    register(&mut app);
    app.insert_resource(Record::new(options.ticks, options.listed))
        .init_resource::<SavedGames>()
        .insert_resource(Time::<Fixed>::from_duration(Duration::from_nanos(TICKS[0])))
        .add_systems(FixedUpdate, (set_timestep, act, simulate).chain())
        .configure_sets(FixedLast, Recorded.after(MotionSystems::Rest).after(MotionSystems::BlendCameras))
        .add_systems(FixedLast, (record_places(Stepped::InTicks), record_forecasts).chain().in_set(Recorded))
        .add_systems(FixedLast, close_tick.after(Recorded))
        .add_systems(Last, record_places(Stepped::InFrames).in_set(Recorded))
        .add_systems(Last, close_frame.after(Recorded));
    macro_rules! watch_all {
        ($($property:ty),*) => { $(watch::<$property>(&mut app);)* };
    }
    with_every_property!(watch_all);
    app.finish();
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        match options.threads {
            Threads::One => schedule.set_executor(SingleThreadedExecutor::new()),
            Threads::Pool => schedule.set_executor(MultiThreadedExecutor::new()),
        };
        if let SpawnOrder::Shuffled(seed) = options.spawn_order {
            shuffle(schedule, seed);
        }
    }
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
    // No time passes in the first frame.
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    app.update();
    app
}

fn register(app: &mut App) {
    let delayed = MotionOptions::fixed().with_presentation(Presentation::Delayed);
    app.register_motion::<TranslationX>()
        .register_motion::<TranslationY>()
        .register_motion::<TranslationZ>()
        .register_motion::<Rotation2d>()
        .register_motion::<Bearing>()
        .register_motion::<Place>()
        .register_motion::<Weights>()
        .register_motion::<Tint>()
        .register_motion::<Glow>()
        .register_motion::<Wheel>()
        .register_motion::<Gauge>()
        .register_motion_with::<Late>(delayed)
        .register_motion_with::<Lift>(MotionOptions::in_schedule(Simulate))
        .register_motion_with::<Heading>(MotionOptions::in_schedule(Simulate))
        .register_motion_with::<Menu>(MotionOptions::frame())
        .register_motion_with::<Clockwork>(MotionOptions::frame_real())
        .register_reduced_motion::<Gauge>()
        .register_leader_velocity::<Translation, Wind>(|wind| wind.0);
    app.register_type::<Slot>()
        .register_type::<Wind>()
        .register_type::<Transform>()
        .register_type::<(Bearing, Place, Weights, Tint, Glow, Wheel)>()
        .register_type::<(Gauge, Lift, Heading, Late, Menu, Clockwork)>();
}

fn watch<P: Watched>(app: &mut App) {
    observe::<P>(app);
    if P::STEPPED == Stepped::InTicks {
        app.add_systems(FixedLast, record_states::<P>(Stepped::InTicks).in_set(Recorded));
    }
    app.add_systems(Last, record_states::<P>(Stepped::InFrames).in_set(Recorded));
}

/// Changes the length of a tick every 500 ticks.
fn set_timestep(record: Res<Record>, mut time: ResMut<Time<Fixed>>) {
    if record.ticks % 500 == 499 {
        let next = TICKS[(record.ticks / 500 + 1) as usize % TICKS.len()];
        time.set_timestep(Duration::from_nanos(next));
    }
}
