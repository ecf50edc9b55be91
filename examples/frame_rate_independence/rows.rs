//! The rows: six simulations of the same task, each with its own schedule and clock.

use std::time::Duration;

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_exact_motion::math::Law;
use bevy_exact_motion::{MotionSystems, prelude::*, property::Property};

use super::record::{METHODS, Record};
use super::usual::{self, State};
use harness::plot::narrow;

/// The tick rate (1/s) and the name of each row. `None` is a row with irregular ticks.
pub(crate) const RATES: [(Option<f64>, &str); 6] = [
    (Some(10.0), "10 Hz"),
    (Some(30.0), "30 Hz"),
    (Some(60.0), "60 Hz"),
    (Some(144.0), "144 Hz"),
    (Some(1000.0), "1000 Hz"),
    (None, "irregular"),
];
/// The time between two common instants, at which every row has a tick.
pub(crate) const COMMON: Duration = Duration::from_millis(500);
/// The range of the lengths of irregular ticks. Unit: ms.
const IRREGULAR: std::ops::Range<u64> = 2..45;

/// The target and the spring of all rows. The rows apply changes at the next common instant.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Aim {
    pub(crate) target: f32,
    pub(crate) spring: Spring,
    /// Whether the user has set the target. Until then it moves by itself.
    pub(crate) by_user: bool,
}

impl Default for Aim {
    fn default() -> Self {
        Self { target: 0.85, spring: Spring::new(6.0, 0.3), by_user: false }
    }
}

/// The position that this crate moves. Each row has one entity with this component.
#[derive(Component)]
pub(crate) struct Runner {
    across: f32,
}

/// The field [`Runner::across`], as a separate property for each row, because a property can be registered with only one schedule.
#[derive(TypePath)]
pub(crate) enum Across<const ROW: usize> {}
impl<const ROW: usize> Property for Across<ROW> {
    type Component = Runner;
    type Value = f32;
    fn get(runner: &Runner) -> f32 {
        runner.across
    }
    fn set(runner: &mut Runner, across: f32) {
        runner.across = across;
    }
}

/// The schedule of a row.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Tick(usize);

/// A row: its clock, and the state of each method.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    rate: Option<f64>,
    clock: Time,
    ticks: u32,
    seed: u64,
    /// The state of each method, in the order of [`METHODS`].
    states: [State; METHODS.len()],
    /// The target and the spring that the row currently uses.
    aim: Aim,
}

/// All rows.
#[derive(Resource, Deref, DerefMut)]
pub(crate) struct Rows([Row; RATES.len()]);

impl Default for Rows {
    fn default() -> Self {
        Self(RATES.map(|(rate, name)| Row {
            name,
            rate,
            clock: Time::default(),
            ticks: 0,
            seed: 1,
            states: [State::default(); METHODS.len()],
            aim: Aim { target: 0.0, ..default() },
        }))
    }
}

impl Row {
    /// Returns a method's position at the last tick.
    pub(crate) fn now(&self, method: usize) -> f32 {
        self.states.get(method).map_or(0.0, |state| state.position)
    }

    /// Returns a method's position in a frame at `now` (s). This crate's motion is evaluated at that time; the other methods keep the
    /// position of their last tick.
    pub(crate) fn drawn(&self, method: usize, now: f64) -> f32 {
        let Some(state) = self.states.get(method).filter(|_| method == 0) else { return self.now(method) };
        let Spring { angular_frequency, damping_ratio, .. } = self.aim.spring;
        let (omega, zeta) = (f64::from(angular_frequency), f64::from(damping_ratio));
        let law = Law { k: omega * omega, c: 2.0 * zeta * omega, ..Law::default() };
        let since_tick = now - self.clock.elapsed_secs_f64();
        narrow(law.step_held(state.position.into(), state.velocity.into(), self.aim.target.into(), since_tick).0)
    }

    /// Returns the instant of the next tick.
    fn next(&self) -> Duration {
        match self.rate {
            Some(rate) => Duration::from_secs_f64(f64::from(self.ticks + 1) / rate),
            None => {
                let now = self.clock.elapsed();
                let length = IRREGULAR.start + (self.seed >> 33) % (IRREGULAR.end - IRREGULAR.start);
                // The tick ends at the next common instant at the latest.
                let periods = u32::try_from(now.as_nanos() / COMMON.as_nanos()).unwrap_or(u32::MAX - 1);
                (now + Duration::from_millis(length)).min(COMMON * (periods + 1))
            }
        }
    }

    fn begin_tick(&mut self) {
        self.clock.advance_to(self.next());
        self.ticks += 1;
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    }
}

/// Adds a row: its runner, and the schedule that steps it.
pub(crate) fn add_row<const ROW: usize>(app: &mut App) {
    app.init_schedule(Tick(ROW))
        .register_motion_with::<Across<ROW>>(MotionOptions::in_schedule(Tick(ROW)))
        .add_systems(Startup, spawn::<ROW>)
        // Systems between these sets read the state at the end of the tick, and their writes take effect at the end of the tick.
        .add_systems(Tick(ROW), tick::<ROW>.after(MotionSystems::Advance).before(MotionSystems::Correct));
}

fn spawn<const ROW: usize>(aim: Res<Aim>, mut commands: Commands) {
    commands.spawn((Runner { across: 0.0 }, aim.spring.on::<Across<ROW>>(), Target::<Across<ROW>>::of(0.0)));
}

/// Runs all ticks that are due. During a tick, [`Time`] is the row's clock.
pub(crate) fn run(world: &mut World) {
    let now = world.resource::<Time<Virtual>>().elapsed();
    let frame = *world.resource::<Time>();
    for number in 0..RATES.len() {
        while world.resource::<Rows>()[number].next() <= now {
            let row = &mut world.resource_mut::<Rows>()[number];
            row.begin_tick();
            let clock = row.clock;
            *world.resource_mut::<Time>() = clock;
            world.run_schedule(Tick(number));
        }
    }
    *world.resource_mut::<Time>() = frame;
}

/// Steps the other methods, and records the row. At common instants, applies the new target and spring.
fn tick<const ROW: usize>(
    time: Res<Time>,
    aim: Res<Aim>,
    runner: Single<(&Runner, &Velocity<Across<ROW>>, &mut Spring<Across<ROW>>, &mut Target<Across<ROW>>)>,
    mut rows: ResMut<Rows>,
    mut record: ResMut<Record>,
) {
    let (runner, velocity, mut spring, mut target) = runner.into_inner();
    let row = &mut rows[ROW];
    let [exact, euler, lerp, smooth_damp] = &mut row.states;
    *exact = State { position: runner.across, velocity: velocity.0 };
    usual::euler(euler, &row.aim, time.delta_secs());
    usual::lerp(lerp, &row.aim, time.delta_secs());
    usual::smooth_damp(smooth_damp, &row.aim, time.delta_secs());
    let is_common = time.elapsed().as_nanos().is_multiple_of(COMMON.as_nanos());
    record.take(ROW, time.elapsed_secs_f64(), row.states.map(|state| state.position), is_common);
    if is_common {
        row.aim = *aim;
        spring.set_if_neq(aim.spring.on());
        target.set_if_neq(Target::of(aim.target));
    }
}
