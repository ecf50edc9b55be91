//! The headless app that the tests run, and comparisons with a tolerance in ulp.

use std::time::Duration;

use bevy::{
    ecs::{
        component::Mutable,
        schedule::{Schedules, SingleThreadedExecutor},
    },
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{prelude::*, property::Property};
use system_order::shuffle;

#[path = "../common/system_order.rs"]
mod system_order;

/// The component that [`Turn`] moves: an angle in radians.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Dial(pub(crate) f32);

/// A property that only the tests have: the angle of a [`Dial`].
#[derive(bevy::reflect::TypePath)]
pub(crate) enum Turn {}

impl Property for Turn {
    type Component = Dial;
    type Value = Angle;
    fn get(dial: &Dial) -> Angle {
        Angle(dial.0)
    }
    fn set(dial: &mut Dial, angle: Angle) {
        dial.0 = angle.0;
    }
}

/// Defines components that hold a single value. Each component is also the property that moves this value.
#[allow(unused_macros, reason = "the binaries that share this file do not all use it")]
macro_rules! value_components {
    ($($component:ident: $value:ty;)*) => { $(
        #[derive(Component, TypePath, Clone, Copy)]
        struct $component($value);

        impl bevy_exact_motion::property::Property for $component {
            type Component = Self;
            type Value = $value;
            fn get(component: &Self) -> $value {
                component.0
            }
            fn set(component: &mut Self, value: $value) {
                component.0 = value;
            }
        }
    )* };
}

#[allow(unused_imports, reason = "the binaries that share this file do not all use it")]
pub(crate) use value_components;

/// Runs every schedule on a single thread: the worlds of tests are so small that handing a system to another thread takes longer than
/// running it. Systems without a declared order are shuffled; the environment variable `SYSTEM_ORDER` sets the seed.
pub(crate) fn in_one_thread(app: &mut App) {
    let seed = std::env::var("SYSTEM_ORDER").map_or(1, |seed| seed.parse().expect("SYSTEM_ORDER should be a number"));
    for (_, schedule) in app.world_mut().resource_mut::<Schedules>().iter_mut() {
        schedule.set_executor(SingleThreadedExecutor::new());
        shuffle(schedule, seed);
    }
}

/// An app without a window or a real clock: the test sets the length of each frame and each tick.
pub(crate) struct Bench {
    pub(crate) app: App,
}

impl Bench {
    /// An app with ticks of this length.
    pub(crate) fn new(tick: Duration) -> Self {
        Self::with(tick, |_: &mut App| {})
    }

    /// An app with ticks of this length, and with one more plugin.
    pub(crate) fn with(tick: Duration, plugin: impl Plugin) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
            .add_plugins(plugin)
            .register_motion::<Turn>()
            .insert_resource(Time::<Fixed>::from_duration(tick));
        app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
        app.finish();
        in_one_thread(&mut app);
        let mut bench = Self { app };
        bench.frame(Duration::ZERO);
        bench
    }

    pub(crate) fn at_rate(hz: f64) -> Self {
        Self::new(Duration::from_secs_f64(1.0 / hz))
    }

    /// Runs one frame of this length.
    pub(crate) fn frame(&mut self, length: Duration) {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        self.app.update();
    }

    /// Sets the length of ticks, and runs one frame of the same length.
    pub(crate) fn tick(&mut self, length: Duration) {
        self.app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(length);
        self.frame(length);
    }

    /// Runs frames of one tick each until the fixed clock reaches `seconds`.
    pub(crate) fn run_to(&mut self, seconds: f64) {
        let tick = self.app.world().resource::<Time<Fixed>>().timestep();
        while self.elapsed() + 0.5 * tick.as_secs_f64() < seconds {
            self.frame(tick);
        }
    }

    /// The instant of the last tick, in seconds.
    pub(crate) fn elapsed(&self) -> f64 {
        self.app.world().resource::<Time<Fixed>>().elapsed_secs_f64()
    }

    pub(crate) fn spawn(&mut self, bundle: impl Bundle) -> Entity {
        self.app.world_mut().spawn(bundle).id()
    }

    pub(crate) fn get<C: Component>(&self, entity: Entity) -> &C {
        self.app.world().get::<C>(entity).expect("the entity should have the component")
    }

    pub(crate) fn edit<C: Component<Mutability = Mutable>>(&mut self, entity: Entity, change: impl FnOnce(&mut C)) {
        change(&mut self.app.world_mut().get_mut::<C>(entity).expect("the entity should have the component"));
    }

    pub(crate) fn x(&self, entity: Entity) -> f32 {
        self.get::<Transform>(entity).translation.x
    }

    pub(crate) fn v(&self, entity: Entity) -> f32 {
        self.get::<Velocity>(entity).0.x
    }

    pub(crate) fn rests(&self, entity: Entity) -> bool {
        self.app.world().get::<Resting>(entity).is_some()
    }
}

/// The distance from a magnitude to the next larger f32.
pub(crate) fn ulp(magnitude: f64) -> f64 {
    let next = f32::from_bits((magnitude.abs() as f32).to_bits() + 1);
    f64::from(next) - f64::from(magnitude.abs() as f32)
}

/// Asserts that `found` differs from `expected` by at most `ulps` ulp of an f32 at `magnitude`.
#[track_caller]
pub(crate) fn assert_ulps(found: f32, expected: f64, ulps: f64, magnitude: f64, what: &str) {
    let error = (f64::from(found) - expected).abs() / ulp(magnitude);
    assert!(error <= ulps, "{what}: {found} should be {expected}, is {error:.1} ulp off (at most {ulps})");
}

/// A small generator of test inputs, the same in every run: `SplitMix64` (Steele, Lea, Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number drawn uniformly between `low` and `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
