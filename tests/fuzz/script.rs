//! The script of a seed: the properties and how they are stepped, the lengths of the frames, and all operations.

use std::{fmt, ops::Range};

use bevy_exact_motion::Presentation;

use crate::{
    limits,
    operation::{AFTER_OBSERVED, Event, Kind, OBSERVED, Operation, Part, Place},
    play::{Outcome, play},
    property::Which,
    random::Random,
    shrink::Scenario,
    stage::{CONTROLS, SLOTS, Threads},
};

/// How a property is stepped and drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Fixed(Presentation),
    Frame,
    FrameReal,
    /// In a schedule of user code, in every fixed tick.
    OwnInTick,
    /// In a schedule of user code, in every frame.
    OwnInUpdate,
}

/// Which numbers a run uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// Numbers that are usual in games. No law accelerates an entity indefinitely, so all entities must stay near the origin.
    Tame,
    /// Numbers of all magnitudes.
    Wild,
    /// Numbers of all magnitudes, and those in [`HOSTILE`]: NaN, infinities, subnormals and others.
    Hostile,
}

/// An entity that no operation touches and that must complete a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Control {
    pub(crate) slot: u8,
    pub(crate) frame: u16,
    pub(crate) task: Task,
    pub(crate) property: Which,
    pub(crate) numbers: [f32; 12],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Task {
    /// A spring takes the entity to its target.
    Arrive,
    /// An exponential rate takes the entity to the end of its displacement.
    Finish,
    /// Friction stops the entity.
    Stop,
    /// A throw lands on its end, at its computed instant.
    Land,
    /// A spring takes the entity to its target, and a follower of the entity must arrive at the same place.
    Chain,
}

/// Everything that a seed determines about a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Script {
    pub(crate) seed: u64,
    pub(crate) numbers: Numbers,
    pub(crate) properties: Vec<(Which, Step)>,
    pub(crate) reads_wind: bool,
    /// Whether some operations write quaternions that are not normalized.
    pub(crate) raw: bool,
    /// The length of each frame. Unit: ticks.
    pub(crate) frames: Vec<f32>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) controls: Vec<Control>,
    /// Whether all entities are rolled back once, after the last operation, and must take the same path again.
    pub(crate) rewinds: bool,
    /// Whether the world also has a crowd: so many entities that a tick is spread over threads.
    pub(crate) is_crowded: bool,
}

/// The maximum length of a frame in a crowded run. Unit: ticks.
const CROWDED_FRAME: f32 = 2.0;

/// The number of frames of a crowded run.
const CROWDED_FRAMES: usize = 16;

pub(crate) const HOSTILE: &[f32] = &[
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    1e-40,
    -1e-40,
    0.0,
    -0.0,
    -1.0,
    1e30,
    -1e30,
    1e-30,
    1e19,
    3e38,
];

const MAGNITUDES: &[f64] = &[1e-6, 1e-3, 0.1, 1.0, 1.0, 1.0, 10.0, 100.0, 1e4, 1e6];

struct Writer {
    random: Random,
    numbers: Numbers,
    active: Vec<Which>,
    kinds: Vec<Kind>,
    slots: u8,
    /// The probability that a number is hostile.
    hostility: f64,
}

impl Writer {
    fn number(&mut self) -> f32 {
        let small = self.random.between(-10.0, 10.0) as f32;
        match self.numbers {
            Numbers::Tame => small,
            Numbers::Hostile if self.random.chance(self.hostility) => self.random.pick(HOSTILE),
            _ => match self.random.below(6) {
                0 => self.random.pick(&[0.0, 1.0, -1.0, 2.0, 0.5]),
                1 => (self.random.between(-1.0, 1.0) * self.random.pick(MAGNITUDES)) as f32,
                _ => small,
            },
        }
    }

    /// Returns a number from `low` to `high`. In wild and hostile runs it is sometimes outside that range.
    fn within(&mut self, low: f64, high: f64) -> f32 {
        let usual = self.random.between(low, high) as f32;
        match self.numbers {
            Numbers::Tame => usual,
            Numbers::Hostile if self.random.chance(self.hostility) => self.random.pick(HOSTILE),
            _ => match self.random.below(8) {
                0 => 0.0,
                1 => (self.random.between(0.0, 1.0) * self.random.pick(MAGNITUDES)) as f32,
                _ => usual,
            },
        }
    }

    fn operation(&mut self, frame: u16, place: Place, kind: Kind) -> Operation {
        let property = self.random.pick(&self.active.clone());
        let in_observer = matches!(place, Place::Observer(_));
        let slot = |random: &mut Random, observed: f64| {
            if in_observer && random.chance(observed) { OBSERVED } else { random.below(self.slots.into()) as u8 }
        };
        let subject = match slot(&mut self.random, 0.5) {
            OBSERVED if self.random.chance(0.4) => AFTER_OBSERVED,
            other => other,
        };
        let other = slot(&mut self.random, 0.1);
        let mut numbers = [0; 8].map(|_: i32| self.number());
        let tame = self.numbers == Numbers::Tame;
        let damping = if tame { 1.0 } else { 0.0 };
        match kind {
            Kind::Insert(part) | Kind::Write(part) | Kind::Reinsert(part) => match part {
                Part::Spring => {
                    numbers[0] = self.within(1.0, 30.0);
                    numbers[1] = self.within(damping, 2.0);
                }
                Part::AxisSprings => {
                    for number in &mut numbers[..4] {
                        *number = self.within(1.0, 30.0);
                    }
                    for number in &mut numbers[4..] {
                        *number = self.within(damping, 2.0);
                    }
                }
                Part::Friction => numbers[0] = self.within(0.1, 5.0),
                Part::ExponentialRate => {
                    // An end rate of the order of the mean rate is feasible in most cases.
                    let duration = self.within(0.05, 3.0);
                    let distance = (numbers[..4].iter().map(|n| f64::from(*n) * f64::from(*n)).sum::<f64>()).sqrt();
                    let usual = (distance / f64::from(duration) * self.random.between(0.05, 3.0)) as f32;
                    numbers[6] = if self.random.chance(0.8) { usual } else { self.within(0.0, 5.0) };
                    numbers[7] = duration;
                }
                Part::Follow => {
                    if tame {
                        numbers = [0.0; 8];
                    }
                    numbers[6] = if tame || self.random.chance(0.7) { 0.0 } else { self.within(-0.5, 0.5) };
                    numbers[7] = if self.random.chance(0.4) { 0.0 } else { self.within(0.0, 1.0).min(1.0) };
                    if !tame && self.random.chance(0.03) {
                        numbers[7] = self.number();
                    }
                }
                Part::TimeScale => {
                    numbers[0] =
                        if self.random.chance(0.1) { 0.0 } else { self.within(0.1, if tame { 1.0 } else { 3.0 }) }
                }
                Part::RestTolerance => numbers[0] = self.within(0.0, 0.1),
                Part::DryFriction => {
                    numbers[0] = self.within(0.1, 10.0);
                    // Friction is sometimes weak, because strong friction may hold its entity forever.
                    if self.random.chance(0.2) {
                        numbers[0] *= 0.01;
                    }
                }
                Part::Fling => {
                    numbers[4] = if self.random.chance(0.7) { 0.0 } else { self.within(0.0, 1.0) };
                    numbers[5] = if self.random.chance(0.2) { f32::INFINITY } else { self.within(0.1, 5.0) };
                    numbers[6] = self.within(3.0, 30.0);
                    numbers[7] = self.within(0.05, 2.0);
                }
                Part::Sequence => {
                    for number in &mut numbers[..2] {
                        *number = if self.random.chance(0.2) { 0.0 } else { self.within(0.001, 1.0) };
                    }
                    numbers[2] = self.within(0.1, 5.0);
                    numbers[3] = self.within(0.0, 1.0);
                }
                Part::SnapPoints => {
                    for number in &mut numbers[..4] {
                        *number = self.within(0.0, 20.0);
                    }
                }
                Part::Limits => {
                    numbers[4] = self.within(3.0, 30.0);
                    numbers[5] = self.within(if tame { 0.3 } else { 0.0 }, 2.0);
                    numbers[6] = self.within(0.0, 1.0);
                    numbers[7] = self.within(0.0, 1.0);
                    if !tame && self.random.chance(0.05) {
                        numbers[6] = self.random.pick(&[-1.0, 2.0, 1.0 + f32::EPSILON, -f32::MIN_POSITIVE]);
                    }
                }
                _ => {}
            },
            Kind::Timestep => {
                numbers[0] = if tame {
                    self.random.between(0.001, 0.25) as f32
                } else {
                    self.random.pick(&[1e-9, 1e-6, 1e-3, 0.01, 0.016, 0.016, 0.03, 0.1, 0.25, 1.0, 10.0, 3600.0])
                };
            }
            Kind::TimeScale => numbers[0] = self.random.pick(&[0.0, 0.001, 0.5, 1.0, 1.0, 2.0, 10.0, 100.0]),
            _ => {}
        }
        let mut choice = self.random.next() as u32;
        if self.numbers != Numbers::Hostile || self.random.chance(0.5) {
            // The operation writes normalized quaternions.
            choice &= !0xf00;
        }
        if tame {
            // Tame runs have no loops of parents and no invalid bounds.
            choice &= !(0x10 | limits::INVALID);
        }
        Operation { frame, place, kind, property, slot: subject, other, numbers, choice }
    }

    /// Returns operations that move bounds in consecutive frames, beginning with `first`, in one direction or back and forth. In most
    /// cases, they move the bounds of an entity to which one of the `known` operations gives `Limits`.
    fn bound_moves(&mut self, first: Operation, known: &[Operation], frames: u16) -> Vec<Operation> {
        let bounded: Vec<Operation> =
            known.iter().copied().filter(|known| known.kind == Kind::Insert(Part::Limits)).collect();
        let mut first = first;
        if !bounded.is_empty() && self.random.chance(0.8) {
            let Operation { slot, property, .. } = self.random.pick(&bounded);
            first = Operation { slot, property, ..first };
        }
        let turns = self.random.chance(0.5);
        let count = 1 + self.random.below(25) as u16;
        (0..count.min(frames - first.frame))
            .map(|index| {
                let sign = if turns && (index / 4) % 2 == 1 { -1.0 } else { 1.0 };
                let numbers = first.numbers.map(|number| sign * number);
                Operation { frame: first.frame + index, numbers, ..first }
            })
            .collect()
    }

    fn place(&mut self) -> Place {
        match self.random.below(20) {
            0..4 => Place::Between,
            4..10 => Place::Tick(self.random.below(4) as u16),
            10..13 => Place::Update,
            13..15 => Place::PostUpdate,
            _ => Place::Observer(self.random.pick(Event::ALL)),
        }
    }

    /// Returns the operations of the first frame, which spawn all entities and make most of them move.
    fn arrange(&mut self) -> Vec<Operation> {
        let mut operations = Vec::new();
        let tame = self.numbers == Numbers::Tame;
        let mut before = 0..0;
        for slot in 0..self.slots {
            if self.random.chance(0.3) {
                // A twin gets the same operations as the entity before it, at the same instants.
                let twin: Vec<Operation> = operations[before.clone()].to_vec();
                operations.extend(twin.into_iter().map(|operation| Operation { slot, ..operation }));
                continue;
            }
            before = operations.len()..operations.len();
            operations.push(Operation { slot, ..self.operation(0, Place::Between, Kind::Spawn) });
            before.end = operations.len();
            if self.random.chance(0.15) {
                // Only user code moves this entity. Other entities may follow it.
                continue;
            }
            for _ in 0..1 + self.random.below(2) {
                let property = self.random.pick(&self.active.clone());
                let pull = if self.random.chance(0.5) { Part::Target } else { Part::Follow };
                let parts: &[Part] = match self.random.below(10) {
                    0 => &[Part::Velocity],
                    1 if !tame => &[Part::ExponentialRate],
                    2 if !tame => &[Part::Gravity],
                    3 => &[Part::Velocity, Part::Friction],
                    4 => &[Part::Velocity, Part::Fling],
                    5 => &[Part::Velocity, Part::Friction, Part::Fling],
                    6 => &[Part::Velocity, Part::Friction, Part::SnapPoints, Part::Grabbed],
                    _ => &[Part::Spring, pull],
                };
                let stopped: &[Part] = match self.random.below(6) {
                    0 | 1 => &[Part::Limits],
                    2 => &[Part::DryFriction],
                    3 if self.random.chance(0.3) => &[Part::Limits, Part::DryFriction],
                    _ => &[],
                };
                for &part in [Part::Value].iter().chain(parts).chain(stopped) {
                    let operation = self.operation(0, Place::Between, Kind::Insert(part));
                    operations.push(Operation { slot, property, ..operation });
                }
            }
            before.end = operations.len();
        }
        operations
    }

    fn control(&mut self, slot: u8, frame: u16) -> Control {
        let mut numbers = [0; 12].map(|_: i32| self.random.between(-2.0, 2.0) as f32);
        numbers[8] = self.random.between(3.0, 30.0) as f32;
        numbers[9] = self.random.between(0.3, 2.0) as f32;
        numbers[10] = self.random.between(0.1, 2.5) as f32;
        numbers[11] = self.random.between(0.5, 2.0) as f32;
        let tasks = &[Task::Arrive, Task::Arrive, Task::Finish, Task::Stop, Task::Chain, Task::Land, Task::Land];
        let (task, property) = (self.random.pick(tasks), self.random.pick(&self.active.clone()));
        // A `Rotation` has no axes along which a throw could land.
        let task = if property == Which::Rotation && task == Task::Land { Task::Stop } else { task };
        Control { slot, frame, task, property, numbers }
    }
}

/// Returns the kinds of operations, each with its relative frequency.
fn kinds(numbers: Numbers) -> Vec<(Kind, usize)> {
    let tame = numbers == Numbers::Tame;
    let mut all = vec![
        (Kind::Spawn, 6),
        (Kind::Despawn, 6),
        (Kind::Disable, 4),
        (Kind::Enable, 5),
        (Kind::Clone, 5),
        (Kind::CloneOnto, 2),
        (Kind::Reload, 3),
        (Kind::Drift, 12),
        (Kind::MoveBounds, 12),
        (Kind::Wind, 3),
        (Kind::Teleported, 4),
        (Kind::Cut, 4),
        (Kind::Jumped, 4),
        (Kind::State, 6),
        (Kind::Timestep, 3),
        (Kind::TimeScale, 2),
        (Kind::Pause, 2),
        (Kind::Unpause, 3),
        (Kind::Keep, 5),
        (Kind::PutBack, 5),
    ];
    if !tame {
        all.extend([(Kind::Reparent, 5), (Kind::Orphan, 4), (Kind::OriginShift, 5)]);
    }
    for &part in Part::ALL {
        if tame && matches!(part, Part::Gravity | Part::ExponentialRate) {
            continue;
        }
        let often = match part {
            Part::Value
            | Part::Velocity
            | Part::Target
            | Part::Follow
            | Part::ExponentialRate
            | Part::Grabbed
            | Part::Fling
            | Part::SnapPoints
            | Part::Sequence => 4,
            Part::Limits => 6,
            Part::Motion | Part::Resting => 1,
            _ => 2,
        };
        all.extend([
            (Kind::Insert(part), often),
            (Kind::Remove(part), 1 + often / 4),
            (Kind::Reinsert(part), 1 + often / 4),
            (Kind::Write(part), often),
        ]);
    }
    all
}

impl Script {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let numbers = random.pick(&[Numbers::Tame, Numbers::Wild, Numbers::Wild, Numbers::Hostile, Numbers::Hostile]);
        let mut properties = properties(&mut random);
        // Uses a generator of its own, so that choosing `Loose` does not change the rest of the script.
        if Random::new(seed ^ 0x5ba5_e5e7).chance(0.15)
            && let Some((last, _)) = properties.last_mut()
        {
            *last = Which::Loose;
        }
        // Each run has only some kinds of operations, so that the same kinds interact more often.
        let share = random.pick(&[0.15, 0.4, 0.7, 1.0]);
        let mut chosen = Vec::new();
        for (kind, often) in kinds(numbers) {
            if random.chance(share) {
                chosen.extend(std::iter::repeat_n(kind, often));
            }
        }
        let slots = 3 + random.below(usize::from(CONTROLS) - 3) as u8;
        let hostility = random.pick(&[0.02, 0.1, 0.3]);
        let active = properties.iter().map(|&(property, _)| property).collect();
        let mut writer = Writer { random, numbers, active, kinds: chosen, slots, hostility };
        let mut operations = writer.arrange();
        let by_frame = properties.iter().any(|(_, step)| !matches!(step, Step::Fixed(_) | Step::OwnInTick));
        let frames = (if by_frame { 120 } else { 60 }) + writer.random.below(60);
        let lengths = (0..frames).map(|_| length(&mut writer.random)).collect();
        let busy = writer.random.pick(&[0.1, 0.3, 0.6]);
        for frame in 1..frames as u16 {
            if writer.kinds.is_empty() || !writer.random.chance(busy) {
                continue;
            }
            for _ in 0..1 + writer.random.below(4) {
                let place = writer.place();
                let kind = writer.random.pick(&writer.kinds.clone());
                let operation = writer.operation(frame, place, kind);
                if kind == Kind::MoveBounds {
                    let moved = writer.bound_moves(operation, &operations, frames as u16);
                    operations.extend(moved);
                } else {
                    operations.push(operation);
                }
            }
        }
        operations.sort_by_key(|operation| operation.frame);
        let controls = (CONTROLS..SLOTS).step_by(2).take(1 + writer.random.below(6));
        let controls = controls
            .map(|slot| {
                let late = writer.random.chance(0.3);
                let frame = if late { writer.random.below(frames) as u16 } else { 0 };
                writer.control(slot, frame)
            })
            .collect();
        let raw = operations.iter().any(|operation| operation.choice & 0xf00 == 0xf00);
        let reads_wind = writer.random.chance(0.3);
        // Between frames, worlds whose jumps are smoothed hold what is shown.
        let rewinds = writer.random.chance(0.4) && !smooths_jumps(seed);
        let script = Self {
            seed,
            numbers,
            properties,
            reads_wind,
            raw,
            frames: lengths,
            operations,
            controls,
            rewinds,
            is_crowded: false,
        };
        if Random::new(seed ^ 0xc405d).chance(0.01) { script.crowded() } else { script }
    }

    /// Adds a crowd, and keeps only the first frames, with at most [`CROWDED_FRAME`] ticks each.
    pub(crate) fn crowded(mut self) -> Self {
        self.frames.truncate(CROWDED_FRAMES);
        for length in &mut self.frames {
            *length = length.min(CROWDED_FRAME);
        }
        self.operations.retain(|operation| usize::from(operation.frame) < CROWDED_FRAMES);
        self.controls.retain(|control| usize::from(control.frame) < CROWDED_FRAMES);
        Self { is_crowded: true, rewinds: false, ..self }
    }

    /// Keeps only spawns, and operations whose name `keep` accepts.
    pub(crate) fn filtered(mut self, keep: impl Fn(&str) -> bool) -> Self {
        self.operations.retain(|operation| operation.kind == Kind::Spawn || keep(&operation.kind.to_string()));
        self
    }
}

fn length(random: &mut Random) -> f32 {
    match random.below(100) {
        0..10 => 0.0,
        10..30 => random.between(0.0, 1.0) as f32,
        30..60 => 1.0,
        60..72 => random.between(1.0, 2.0) as f32,
        72..88 => random.between(2.0, 5.0) as f32,
        88..98 => random.between(5.0, 40.0) as f32,
        98 => random.between(100.0, 300.0) as f32,
        _ => random.between(300.0, 1000.0) as f32,
    }
}

/// Picks one to three properties. In most runs all of them are stepped and drawn alike.
fn properties(random: &mut Random) -> Vec<(Which, Step)> {
    let step = |random: &mut Random| match random.below(20) {
        0..6 => Step::Fixed(Presentation::Live),
        6..9 => Step::Fixed(Presentation::Delayed),
        9..11 => Step::Fixed(Presentation::Ticked),
        11..14 => Step::Frame,
        14..16 => Step::FrameReal,
        16..18 => Step::OwnInTick,
        _ => Step::OwnInUpdate,
    };
    let mut all = Which::ALL.to_vec();
    all.retain(|&property| property != Which::Loose);
    random.shuffle(&mut all);
    let most_used = [Which::Translation, Which::Translation, Which::Rotation];
    let first = random.pick(&most_used);
    all.retain(|&property| property != first);
    all.insert(0, first);
    all.truncate(1 + random.below(3));
    let common = step(random);
    let mixed = random.chance(0.15);
    let mut properties: Vec<(Which, Step)> =
        all.into_iter().map(|property| (property, if mixed { step(random) } else { common })).collect();
    // A run calls the schedule of user code either in ticks or in `Update`, not in both.
    if properties.iter().any(|&(_, step)| step == Step::OwnInTick) {
        for (_, step) in &mut properties {
            if *step == Step::OwnInUpdate {
                *step = Step::OwnInTick;
            }
        }
    }
    properties
}

const fn smooths_jumps(seed: u64) -> bool {
    seed % 4 == 1
}

impl Script {
    /// Whether the properties play sequences, so that what happens in a tick is reported where it happens.
    pub(crate) fn plays_sequences(&self) -> bool {
        self.seed.is_multiple_of(2)
    }

    /// Whether entities have targets by their states as widgets.
    pub(crate) const fn has_states(&self) -> bool {
        self.seed % 4 == 3
    }

    /// Whether jumps of the properties are smoothed: what is shown at the end of a frame is not what code wrote.
    pub(crate) fn smooths_jumps(&self) -> bool {
        smooths_jumps(self.seed)
    }
}

impl Scenario for Script {
    const LISTS: usize = 2;

    fn seed(&self) -> u64 {
        self.seed
    }

    fn play(&self, threads: Threads) -> Outcome {
        play(self, threads)
    }

    fn steppings(&self) -> Vec<String> {
        let name = |&(_, step): &(Which, Step)| match step {
            Step::Fixed(presentation) => format!("Fixed {presentation:?}"),
            other => format!("{other:?}"),
        };
        self.properties.iter().map(name).collect()
    }

    fn list_len(&self, list: usize) -> usize {
        [self.operations.len(), self.controls.len()][list]
    }

    fn drain(&mut self, list: usize, range: Range<usize>) {
        match list {
            0 => _ = self.operations.drain(range),
            _ => _ = self.controls.drain(range),
        }
    }

    fn frames(&mut self) -> &mut Vec<f32> {
        &mut self.frames
    }

    fn move_frames(&mut self, moved: &dyn Fn(u16) -> u16) {
        for operation in &mut self.operations {
            operation.frame = moved(operation.frame);
        }
        for control in &mut self.controls {
            control.frame = moved(control.frame);
        }
    }

    fn simpler(&self) -> Vec<Self> {
        let without = |property: Which| {
            let mut script = self.clone();
            script.properties.retain(|&(other, _)| other != property);
            script.operations.retain(|operation| operation.property != property);
            script.controls.retain(|control| control.property != property);
            script
        };
        let more_than_one = self.properties.iter().filter(|_| self.properties.len() > 1);
        let mut all: Vec<Self> = more_than_one.map(|&(property, _)| without(property)).collect();
        if self.rewinds {
            all.push(Self { rewinds: false, ..self.clone() });
        }
        if self.is_crowded {
            all.push(Self { is_crowded: false, ..self.clone() });
        }
        all
    }

    fn choices(&mut self) -> Vec<&mut u32> {
        self.operations.iter_mut().map(|operation| &mut operation.choice).collect()
    }

    fn numbers(&mut self) -> Vec<&mut f32> {
        self.operations.iter_mut().flat_map(|operation| &mut operation.numbers).collect()
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { numbers, properties, frames, operations, controls, rewinds, is_crowded, .. } = self;
        writeln!(f, "  {numbers:?}, {properties:?}, rolled back: {rewinds}, crowd: {is_crowded}, frames {frames:?}")?;
        for control in controls {
            writeln!(f, "    {control:?}")?;
        }
        print_some(operations, f)
    }
}

/// Prints the first operations. If there are more, also prints the number of all operations.
pub(crate) fn print_some(operations: &[impl fmt::Debug], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const MOST: usize = 60;
    for operation in operations.iter().take(MOST) {
        writeln!(f, "    {operation:?}")?;
    }
    if operations.len() > MOST {
        writeln!(f, "    … {} operations", operations.len())?;
    }
    Ok(())
}
