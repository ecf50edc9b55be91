//! The script of a seed: how cameras are stepped and drawn, the walls, the lengths of the frames, and all operations.

use std::{fmt, ops::Range};

use bevy::prelude::*;
use bevy_exact_motion::Presentation;

use super::{
    operation::{Event, Kind, OBSERVED, Operation, Part, Place},
    play::play,
    stage::{SLOTS, Walls},
};
pub(crate) use crate::script::Step;
use crate::{
    play::Outcome,
    random::Random,
    script::{HOSTILE, print_some},
    shrink::Scenario,
    stage::Threads,
};

/// The kind of a world: what it may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorldKind {
    /// Setups that are usual in games, with ordinary numbers and without loops.
    Smooth,
    /// Any component on any entity, with numbers of all magnitudes.
    Wild,
    /// Like `Wild`, and with the numbers in [`HOSTILE`]: NaN, infinities, subnormals and others.
    Hostile,
}

/// Everything that a seed determines about a run.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) seed: u64,
    pub(crate) world_kind: WorldKind,
    /// How bodies are stepped and drawn.
    pub(crate) motion: Step,
    /// How cameras are stepped and drawn.
    pub(crate) cameras: Step,
    /// The length of a tick. Unit: s.
    pub(crate) tick: f32,
    /// The usual length of a frame. Unit: s.
    pub(crate) frame: f32,
    pub(crate) walls: Walls,
    /// Whether the rays of booms are also cast in `Update`.
    pub(crate) casts_in_update: bool,
    /// The length of each frame, as a multiple of `frame`.
    pub(crate) frames: Vec<f32>,
    pub(crate) operations: Vec<Operation>,
}

impl PartialEq for Script {
    fn eq(&self, other: &Self) -> bool {
        // Shrinking does not change the other fields.
        self.frames == other.frames
            && self.operations == other.operations
            && (self.motion, self.cameras) == (other.motion, other.cameras)
    }
}

/// The first slot of each kind of entity in a smooth world. Bodies have the slots from 0.
const GROUP: u8 = 4;
const PIVOTS: u8 = 5;
const CAMERAS: u8 = 7;
const SHOT_CAMERAS: u8 = 12;
const ATTACHED: u8 = 14;
const OTHERS: u8 = 19;

struct Writer {
    random: Random,
    world_kind: WorldKind,
    hostility: f64,
}

impl Writer {
    fn number(&mut self, low: f64, high: f64) -> f32 {
        let usual = self.random.between(low, high) as f32;
        match self.world_kind {
            WorldKind::Smooth => usual,
            WorldKind::Hostile if self.random.chance(self.hostility) => self.random.pick(HOSTILE),
            _ => match self.random.below(12) {
                0 => self.random.pick(&[0.0, 1.0, -1.0]),
                1 => (self.random.between(-1.0, 1.0) * self.random.pick(&[1e-6, 1e-3, 1.0, 100.0, 1e4, 1e6])) as f32,
                _ => usual,
            },
        }
    }

    fn any(&mut self, low: u8, high: u8) -> u8 {
        low + self.random.below(usize::from(high - low)) as u8
    }

    /// Returns the slot of an operation. In a smooth world, the operation makes sense for the entity in that slot.
    fn subject(&mut self, kind: Kind) -> u8 {
        if self.world_kind != WorldKind::Smooth {
            return self.any(0, SLOTS);
        }
        match kind {
            Kind::Insert(part) | Kind::Remove(part) | Kind::Write(part) => match part {
                Part::Body | Part::Coast | Part::Grabbed => self.any(0, GROUP),
                // Excludes the first body, which has no earlier one to follow, and the group, whose members determine its position.
                Part::Chase if self.random.chance(0.6) => self.any(1, GROUP),
                Part::Chase => self.any(PIVOTS, CAMERAS),
                Part::Turn | Part::Start => self.any(0, CAMERAS),
                Part::Orbit
                | Part::Input
                | Part::Controls
                | Part::Range
                | Part::Obstruction
                | Part::LookAt
                | Part::Frame
                | Part::Lens => self.any(CAMERAS, SHOT_CAMERAS),
                Part::InGroup | Part::Weight => self.any(0, GROUP),
                Part::ActiveShot => self.any(SHOT_CAMERAS, ATTACHED),
                Part::Attach => self.any(ATTACHED, OTHERS),
                Part::TimeScale => self.any(0, SHOT_CAMERAS),
                Part::Shake => self.any(CAMERAS, ATTACHED),
                Part::Bones | Part::Collider | Part::Rail | Part::OnRail | Part::Confiner => self.any(OTHERS, SLOTS),
            },
            Kind::Place | Kind::Shove | Kind::TurnTo | Kind::Walk => {
                if self.random.chance(0.8) {
                    self.any(0, GROUP)
                } else {
                    self.any(OTHERS, SLOTS)
                }
            }
            Kind::Cut => self.any(0, ATTACHED),
            Kind::Kick => self.any(CAMERAS, ATTACHED),
            Kind::Reparent | Kind::Orphan => self.any(OTHERS, SLOTS),
            _ => self.any(0, SLOTS),
        }
    }

    /// Returns the slot of an operation's other entity. In a smooth world, it is chosen so that there are no loops: in most cases, it is
    /// before `subject`.
    fn other(&mut self, kind: Kind, subject: u8) -> u8 {
        if self.world_kind != WorldKind::Smooth {
            return self.any(0, SLOTS);
        }
        match kind {
            Kind::Insert(part) | Kind::Write(part) => match part {
                Part::InGroup | Part::Frame => GROUP,
                Part::LookAt => {
                    if self.random.chance(0.8) {
                        self.any(0, GROUP + 1)
                    } else {
                        self.any(PIVOTS, CAMERAS)
                    }
                }
                Part::ActiveShot => self.any(CAMERAS, subject.max(CAMERAS + 1)),
                _ => self.any(0, subject.max(1)),
            },
            Kind::Clone => self.any(OTHERS, SLOTS),
            _ => self.any(0, subject.max(1)),
        }
    }

    fn operation(&mut self, frame: u16, place: Place, kind: Kind) -> Operation {
        let subject = self.subject(kind);
        self.operation_of(frame, place, kind, subject)
    }

    fn operation_of(&mut self, frame: u16, place: Place, kind: Kind, subject: u8) -> Operation {
        let subject =
            if matches!(place, Place::Observer(_)) && self.world_kind != WorldKind::Smooth && self.random.chance(0.5) {
                OBSERVED
            } else {
                subject
            };
        let other = self.other(kind, if subject == OBSERVED { 0 } else { subject });
        let mut numbers = [0; 8].map(|_: i32| self.number(-4.0, 4.0));
        let mut set = |writer: &mut Self, index: usize, low: f64, high: f64| numbers[index] = writer.number(low, high);
        match kind {
            Kind::Insert(part) | Kind::Write(part) => match part {
                Part::Body | Part::Turn => {
                    set(self, 6, 3.0, 20.0);
                    set(self, 7, 0.5, 1.5);
                }
                Part::Coast => set(self, 6, 1.0, 5.0),
                Part::Chase => {
                    set(self, 3, 0.0, 0.2);
                    set(self, 4, 0.0, 1.0);
                    set(self, 6, 3.0, 20.0);
                    set(self, 7, 0.5, 1.5);
                    if self.random.chance(0.7) {
                        (numbers[3], numbers[4]) = (0.0, 0.0);
                    }
                }
                Part::Orbit => {
                    set(self, 0, -3.1, 3.1);
                    set(self, 1, -0.1, 1.2);
                    set(self, 2, 2.0, 12.0);
                }
                Part::Input => {
                    set(self, 0, -1.0, 1.0);
                    set(self, 1, -0.5, 0.5);
                    set(self, 2, -0.5, 0.5);
                    set(self, 3, -2.0, 2.0);
                    set(self, 4, -0.5, 0.5);
                    set(self, 5, -0.5, 0.5);
                }
                Part::Range => {
                    set(self, 0, -0.3, 0.0);
                    set(self, 1, 0.5, 1.3);
                    set(self, 2, 0.5, 3.0);
                    set(self, 3, 6.0, 20.0);
                    set(self, 6, 5.0, 25.0);
                }
                Part::Obstruction => {
                    set(self, 0, 0.05, 0.3);
                    set(self, 3, 0.0, 0.5);
                    set(self, 4, 0.0, 0.2);
                    set(self, 5, 2.0, 8.0);
                    set(self, 6, 10.0, 40.0);
                }
                Part::LookAt => {
                    set(self, 6, 3.0, 15.0);
                    set(self, 7, 0.7, 1.5);
                }
                Part::InGroup => {
                    set(self, 0, 0.1, 1.5);
                    set(self, 1, 0.1, 2.0);
                }
                Part::Weight => {
                    set(self, 1, 0.0, 2.0);
                    set(self, 6, 2.0, 8.0);
                    set(self, 7, 1.0, 1.5);
                }
                Part::Frame => {
                    set(self, 0, 0.4, 1.2);
                    set(self, 1, 0.4, 1.0);
                }
                Part::ActiveShot | Part::Attach => {
                    set(self, 7, 3.0, 15.0);
                    if part == Part::Attach {
                        for index in 0..3 {
                            set(self, index, -1.0, 1.0);
                        }
                    }
                }
                Part::Lens => {
                    set(self, 0, 0.4, 1.2);
                    set(self, 1, 0.6, 2.0);
                }
                Part::TimeScale => {
                    set(self, 0, 0.3, 1.5);
                    if self.random.chance(0.25) {
                        numbers[0] = 0.0;
                    }
                }
                Part::Shake => {
                    set(self, 0, 0.02, 0.2);
                    set(self, 7, 0.1, 3.0);
                }
                Part::Controls => {
                    set(self, 0, -1.0, 1.0);
                    set(self, 1, -0.5, 0.5);
                    set(self, 6, 2.0, 20.0);
                    set(self, 7, 0.1, 2.0);
                }
                Part::Bones => {
                    for index in 3..6 {
                        set(self, index, 0.0, 1.0);
                    }
                    set(self, 6, 3.0, 20.0);
                    set(self, 7, 0.2, 1.5);
                }
                Part::Collider => {
                    set(self, 0, 0.1, 1.0);
                    set(self, 1, 0.1, 1.0);
                }
                Part::Confiner => {
                    set(self, 2, 5.0, 20.0);
                    set(self, 3, 5.0, 20.0);
                    set(self, 5, 0.0, 2.0);
                }
                Part::OnRail => {
                    set(self, 6, 3.0, 20.0);
                    set(self, 7, 0.5, 1.5);
                }
                Part::Start | Part::Grabbed | Part::Rail => {}
            },
            Kind::Walk => {
                for index in 3..6 {
                    set(self, index, -1.0, 1.0);
                }
            }
            Kind::Kick => {
                for index in 0..6 {
                    set(self, index, -0.05, 0.05);
                }
            }
            Kind::Scale => {
                for index in 0..3 {
                    set(self, index, 0.3, 2.0);
                }
                if self.random.chance(0.5) {
                    (numbers[1], numbers[2]) = (numbers[0], numbers[0]);
                }
            }
            Kind::OriginShift => {
                let far = self.random.pick(&[1.0, 10.0, 1000.0]);
                for index in 0..3 {
                    set(self, index, -far, far);
                }
            }
            Kind::Walls => {
                for index in 0..3 {
                    set(self, index, -1.0, 1.0);
                }
            }
            Kind::Timestep => numbers[0] = self.random.pick(&[0.002, 0.01, 1.0 / 60.0, 1.0 / 30.0, 0.1]),
            Kind::TimeScale => numbers[0] = self.random.pick(&[0.0, 0.1, 0.5, 1.0, 1.0, 2.0]),
            _ => {}
        }
        let mut choice = self.random.next() as u32;
        if self.world_kind != WorldKind::Hostile {
            choice &= !0xf00;
        }
        if self.world_kind == WorldKind::Smooth {
            // Without bit 30, an entity does not become its own leader or target if the other entity is gone.
            choice &= !(1 << 30);
        }
        Operation { frame, place, kind, slot: subject, other, numbers, choice }
    }

    fn place(&mut self) -> Place {
        match self.random.below(20) {
            0..4 => Place::Between,
            4..10 => Place::Tick(self.random.below(3) as u16),
            10..15 => Place::Update,
            15 => Place::PostUpdate,
            _ => Place::Observer(self.random.pick(Event::ALL)),
        }
    }

    /// Returns the operations of the first frame, which set up a world like that of a typical game.
    fn arrange(&mut self) -> Vec<Operation> {
        let mut operations = Vec::new();
        let mut add = |writer: &mut Self, kind: Kind, slot: u8| {
            let operation = writer.operation_of(0, Place::Between, kind, slot);
            operations.push(operation);
        };
        let mut under: Vec<(u8, u8)> = Vec::new();
        for slot in 0..GROUP {
            add(self, Kind::Spawn, slot);
            match self.random.below(8) {
                0..4 => add(self, Kind::Insert(Part::Body), slot),
                4 => add(self, Kind::Insert(Part::Coast), slot),
                5 if slot > 0 => add(self, Kind::Insert(Part::Chase), slot),
                6 => add(self, Kind::Walk, slot),
                _ => {}
            }
            if self.random.chance(0.4) {
                add(self, Kind::Insert(Part::Turn), slot);
            }
        }
        add(self, Kind::Spawn, GROUP);
        for slot in 0..GROUP {
            if self.random.chance(0.6) {
                add(self, Kind::Insert(Part::InGroup), slot);
                if self.random.chance(0.4) {
                    add(self, Kind::Insert(Part::Weight), slot);
                }
            }
        }
        for slot in PIVOTS..CAMERAS {
            add(self, Kind::Spawn, slot);
            add(self, Kind::Insert(Part::Chase), slot);
            if self.random.chance(0.7) {
                add(self, Kind::Insert(Part::Start), slot);
            }
            if self.random.chance(0.3) {
                add(self, Kind::Insert(Part::Turn), slot);
            }
        }
        for slot in CAMERAS..SHOT_CAMERAS {
            if self.random.chance(0.2) {
                continue;
            }
            add(self, Kind::Spawn, slot);
            if self.random.chance(0.7) {
                add(self, Kind::Insert(Part::Lens), slot);
            }
            if self.random.chance(0.7) {
                if self.random.chance(0.85) {
                    under.push((slot, self.any(PIVOTS, CAMERAS)));
                }
                add(self, Kind::Insert(Part::Orbit), slot);
                for (part, chance) in [(Part::Range, 0.4), (Part::Obstruction, 0.4), (Part::Frame, 0.2)] {
                    if self.random.chance(chance) {
                        add(self, Kind::Insert(part), slot);
                    }
                }
            }
            if self.random.chance(0.5) {
                add(self, Kind::Insert(Part::LookAt), slot);
            }
        }
        for slot in SHOT_CAMERAS..ATTACHED {
            if self.random.chance(0.7) {
                add(self, Kind::Spawn, slot);
                add(self, Kind::Insert(Part::Lens), slot);
                add(self, Kind::Insert(Part::ActiveShot), slot);
            }
        }
        for slot in ATTACHED..OTHERS {
            if self.random.chance(0.6) {
                add(self, Kind::Spawn, slot);
                add(self, Kind::Insert(Part::Attach), slot);
            }
        }
        for slot in OTHERS..SLOTS {
            if self.random.chance(0.4) {
                add(self, Kind::Spawn, slot);
                if self.random.chance(0.5) {
                    add(self, Kind::Reparent, slot);
                }
            }
        }
        for (slot, pivot) in under {
            let below = self.operation_of(0, Place::Between, Kind::Reparent, slot);
            operations.push(Operation { other: pivot, ..below });
        }
        operations
    }
}

/// Returns the kinds of operations, each with its relative frequency.
fn kinds(world_kind: WorldKind) -> Vec<(Kind, usize)> {
    let smooth = world_kind == WorldKind::Smooth;
    let mut all = vec![
        (Kind::Spawn, 3),
        (Kind::Despawn, 2),
        (Kind::Disable, 2),
        (Kind::Enable, 4),
        (Kind::Place, 3),
        (Kind::Shove, 1),
        (Kind::TurnTo, 1),
        (Kind::Walk, 4),
        (Kind::Cut, 5),
        (Kind::Kick, 4),
        (Kind::Device, 8),
        (Kind::OriginShift, 2),
        (Kind::Walls, 2),
        (Kind::Timestep, 1),
        (Kind::TimeScale, 2),
        (Kind::Pause, 1),
        (Kind::Unpause, 3),
        (Kind::Reparent, 3),
        (Kind::Orphan, 2),
    ];
    if !smooth {
        all.extend([(Kind::Clone, 3), (Kind::Scale, 2)]);
    }
    for &part in Part::ALL {
        let often = match part {
            Part::Input | Part::ActiveShot | Part::Attach | Part::LookAt | Part::Body => 6,
            Part::Coast | Part::Chase | Part::Orbit | Part::Weight | Part::Turn => 4,
            _ => 2,
        };
        if smooth
            && matches!(part, Part::Grabbed | Part::Bones | Part::Collider | Part::Rail | Part::OnRail | Part::Confiner)
        {
            continue;
        }
        all.push((Kind::Write(part), often));
        if !smooth || !matches!(part, Part::Coast) {
            all.extend([(Kind::Insert(part), 1 + often / 3), (Kind::Remove(part), 1 + often / 4)]);
        }
    }
    all
}

impl Script {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed ^ 0x00ca_3e7a);
        let world_kind = random.pick(&[
            WorldKind::Smooth,
            WorldKind::Smooth,
            WorldKind::Smooth,
            WorldKind::Wild,
            WorldKind::Hostile,
        ]);
        let step = |random: &mut Random| match random.below(20) {
            0..8 => Step::Fixed(Presentation::Live),
            8..12 => Step::Fixed(Presentation::Delayed),
            12..14 => Step::Fixed(Presentation::Ticked),
            14..16 => Step::Frame,
            16 => Step::FrameReal,
            17..19 => Step::OwnInTick,
            _ => Step::OwnInUpdate,
        };
        let cameras = step(&mut random);
        let motion = if world_kind != WorldKind::Smooth && random.chance(0.15) { step(&mut random) } else { cameras };
        let hostility = random.pick(&[0.02, 0.1, 0.3]);
        let share = random.pick(&[0.2, 0.5, 1.0]);
        let mut chosen = Vec::new();
        for (kind, often) in kinds(world_kind) {
            if random.chance(share) {
                chosen.extend(std::iter::repeat_n(kind, often));
            }
        }
        let tick = 1.0 / random.pick(&[10.0, 30.0, 50.0, 60.0, 64.0, 64.0, 100.0, 144.0, 500.0f32]);
        let frame = 1.0 / random.pick(&[30.0, 37.0, 60.0, 60.0, 66.7, 144.0, 144.0, 240.0, 1000.0f32]);
        let walls = walls(&mut random);
        let casts_in_update = random.chance(0.2);
        let mut writer = Writer { random, world_kind, hostility };
        let mut operations = writer.arrange();
        let count = 80 + writer.random.below(160);
        let is_even = writer.random.chance(0.5);
        let frames = (0..count).map(|_| if is_even { 1.0 } else { length(&mut writer.random) }).collect();
        let busy = writer.random.pick(&[0.03, 0.1, 0.3]);
        for frame in 1..count as u16 {
            if chosen.is_empty() || !writer.random.chance(busy) {
                continue;
            }
            for _ in 0..1 + writer.random.below(3) {
                let place = writer.place();
                let kind = writer.random.pick(&chosen);
                operations.push(writer.operation(frame, place, kind));
            }
        }
        operations.sort_by_key(|operation| operation.frame);
        Self { seed, world_kind, motion, cameras, tick, frame, walls, casts_in_update, frames, operations }
    }

    /// Keeps all operations of the first frame, and later ones whose name `keep` accepts.
    pub(crate) fn filtered(mut self, keep: impl Fn(&str) -> bool) -> Self {
        self.operations.retain(|operation| operation.frame == 0 || keep(&operation.kind.to_string()));
        self
    }

    pub(crate) fn is_smooth(&self) -> bool {
        self.world_kind == WorldKind::Smooth
    }
}

/// Makes up to three planes, and in some runs balls.
fn walls(random: &mut Random) -> Walls {
    let mut walls = Walls { has_normals: random.chance(0.7), is_limited_to_reach: random.chance(0.5), ..default() };
    let sides = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z, Vec3::Y];
    for _ in 0..random.below(4) {
        let normal = random.pick(&sides) + random.between(-0.3, 0.3) as f32 * Vec3::X;
        let normal = normal.normalize();
        walls.planes.push((-normal * random.between(4.0, 9.0) as f32, normal));
    }
    if random.chance(0.3) {
        for _ in 0..1 + random.below(3) {
            let center = Vec3::new(1.0, 0.1, 1.0) * random.between(-7.0, 7.0) as f32;
            walls.balls.push((center, random.between(0.3, 2.0) as f32));
        }
    }
    walls
}

fn length(random: &mut Random) -> f32 {
    match random.below(100) {
        0..6 => 0.0,
        6..30 => random.between(0.05, 1.0) as f32,
        30..70 => 1.0,
        70..95 => random.between(1.0, 2.0) as f32,
        _ => random.between(2.0, 5.0) as f32,
    }
}

impl Scenario for Script {
    const LISTS: usize = 1;

    fn seed(&self) -> u64 {
        self.seed
    }

    fn play(&self, threads: Threads) -> Outcome {
        play(self, threads)
    }

    fn steppings(&self) -> Vec<String> {
        let step = match self.cameras {
            Step::Fixed(presentation) => format!("Fixed {presentation:?}"),
            other => format!("{other:?}"),
        };
        vec![step, format!("{:?}", self.world_kind)]
    }

    fn list_len(&self, _: usize) -> usize {
        self.operations.len()
    }

    fn drain(&mut self, _: usize, range: Range<usize>) {
        self.operations.drain(range);
    }

    fn frames(&mut self) -> &mut Vec<f32> {
        &mut self.frames
    }

    fn move_frames(&mut self, moved: &dyn Fn(u16) -> u16) {
        for operation in &mut self.operations {
            operation.frame = moved(operation.frame);
        }
    }

    fn simpler(&self) -> Vec<Self> {
        let live = Step::Fixed(Presentation::Live);
        if self.cameras == live && self.motion == live {
            return Vec::new();
        }
        vec![Self { motion: live, cameras: live, ..self.clone() }]
    }

    fn choices(&mut self) -> Vec<&mut u32> {
        self.operations.iter_mut().map(|operation| &mut operation.choice).collect()
    }

    fn numbers(&mut self) -> Vec<&mut f32> {
        // A smooth world keeps its numbers: with a damping ratio of 0, for instance, it would not come to rest.
        if self.world_kind == WorldKind::Smooth {
            return Vec::new();
        }
        self.operations.iter_mut().flat_map(|operation| &mut operation.numbers).collect()
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { world_kind, motion, cameras, tick, frame, walls, casts_in_update, frames, operations, .. } = self;
        writeln!(
            f,
            "  {world_kind:?}, motion {motion:?}, cameras {cameras:?}, ticks of {tick} s, frames of {frame} s"
        )?;
        let Walls { planes, balls, has_normals, is_limited_to_reach } = walls;
        writeln!(
            f,
            "  walls {planes:?}, balls {balls:?}, normals {has_normals}, limited to reach {is_limited_to_reach}"
        )?;
        writeln!(f, "  casts in Update, too: {casts_in_update}, frames {frames:?}")?;
        print_some(operations, f)
    }
}
