//! Invariants of a world with cameras, checked after each frame.

use std::collections::BTreeMap;

use bevy::{
    ecs::{entity_disabling::Disabled, system::SystemParam},
    math::{DQuat, DVec3},
    prelude::*,
};
use bevy_exact_motion::{
    camera::{AimPitch, AimYaw, GroupWeight, OrbitDistance, OrbitPitch, OrbitYaw, Pose, ShakeOffset, ShakeTurn},
    events::InvalidMotion,
    prelude::*,
    property::Property,
};

use super::{
    operation::{Kind, Operation, Part},
    script::{Script, Step, WorldKind},
    stage::{Cast, SLOTS, Walker, Walls},
};
use crate::{
    stage::Slot,
    watch::{Hash, Violation},
};

/// The number of steps, and of frames, within which a declared jump is adopted and drawn.
const JUMP: u32 = 3;

/// The number of steps, and of frames, within which an operation may cause warnings.
const QUIET: u32 = 4;

/// Returns the relative error that is allowed for a displacement that is predicted from recorded velocities. Between two records, which
/// are at most `passed` (s) apart, springs of this angular frequency (rad/s) can change a velocity and change it back.
fn share(angular_frequency: f64, passed: f64) -> f64 {
    let phase = angular_frequency * passed;
    0.05 + 0.12 * phase * phase * phase
}

/// Returns the total variation of a series of velocities, and the largest speed.
///
/// Each velocity of the series differs from the midpoint between the first and the last one by at most half of the total variation, and so
/// does the mean of the series.
fn variation(velocities: impl IntoIterator<Item = DVec3>) -> (f64, f64) {
    let (mut length, mut most, mut last) = (0.0, 0.0f64, None);
    for velocity in velocities {
        length += last.replace(velocity).map_or(0.0, |last: DVec3| last.distance(velocity));
        most = most.max(velocity.length());
    }
    (length, most)
}

/// The error that is always allowed. It covers rounding and snapping: an entity within its rest tolerance snaps to its rest point,
/// together with the entities that it carries. Unit: m or rad.
const ALWAYS_ALLOWED: f64 = 2e-3;

/// An entity as it was drawn in a frame.
#[derive(Clone, Copy, Debug)]
struct Seen {
    position: DVec3,
    rotation: DQuat,
    velocity: DVec3,
    turning: DVec3,
}

/// The state of one slot.
#[derive(Clone, Debug, Default)]
struct State {
    /// The entity's components in the last frame, from [`parts`].
    parts: String,
    /// The frame and the step in which the entity's last jump was declared. Only frames and steps in which time passed are counted.
    jumped: Option<(u32, u32)>,
    /// Whether user code wrote an invalid `Transform`.
    has_invalid_transform: bool,
    seen: Option<Seen>,
    /// The slots of its [`Carriers`] in the last frame and in the one before.
    last_carriers: [Vec<u8>; 2],
    /// The number of further frames in which the entity is not checked, because an entity that carried it is foreign (see
    /// [`Carriers::is_foreign`]). Several frames are needed, because followers react one frame after a write.
    foreign: u8,
    /// Whether its `LookAt` has seen a target.
    has_looked: bool,
    /// Its velocity and angular velocity after each step since the last frame.
    between: Vec<[DVec3; 2]>,
    /// Its velocity and angular velocity after each step and each frame within about the last two steps, with the time (s).
    recent: Vec<(f64, [DVec3; 2])>,
    /// The free length that the last cast found (m).
    free: Option<f32>,
    /// The value of `free` at the last step of cameras (m).
    stepped_free: Option<f32>,
}

#[derive(Resource)]
pub(crate) struct Watch {
    pub(crate) violation: Option<Violation>,
    pub(crate) hash: Hash,
    pub(crate) operations: BTreeMap<Kind, u64>,
    pub(crate) no_ops: u64,
    pub(crate) entity_ticks: u64,
    pub(crate) events: u64,
    /// The number of events that observers received.
    pub(crate) observed: u64,
    /// The number of messages that were read.
    pub(crate) read: u64,
    ignored: Vec<String>,
    world_kind: WorldKind,
    step: Step,
    /// Whether bodies are stepped differently from cameras.
    is_mixed: bool,
    /// Whether all frames have the same length.
    is_even: bool,
    frame: u32,
    tick: u32,
    /// The number of frames in which time passed.
    passed_frames: u32,
    /// The time that has passed. Unit: s.
    now: f64,
    /// The frame and the step of the last operation.
    last_operation: (u32, u32),
    /// The length of the previous frame. Unit: s.
    last_passed: f64,
    /// The slots of each entity's [`Carriers`], as of the last operation.
    all_carriers: Vec<(u8, Vec<u8>)>,
    states: [State; SLOTS as usize],
}

impl Watch {
    pub(crate) fn new(script: &Script) -> Self {
        Self {
            violation: None,
            hash: Hash(0xcbf2_9ce4_8422_2325),
            operations: BTreeMap::new(),
            no_ops: 0,
            entity_ticks: 0,
            events: 0,
            observed: 0,
            read: 0,
            ignored: crate::words("FUZZ_IGNORE").unwrap_or_default(),
            world_kind: script.world_kind,
            step: script.cameras,
            is_mixed: script.motion != script.cameras,
            is_even: script.frames.iter().all(|&length| length == 1.0),
            frame: 0,
            tick: 0,
            passed_frames: 0,
            now: 0.0,
            last_operation: (0, 0),
            last_passed: 0.0,
            all_carriers: Vec::new(),
            states: std::array::from_fn(|_| State::default()),
        }
    }

    pub(crate) fn violate(&mut self, class: impl Into<String>, detail: impl FnOnce() -> String) {
        let class = class.into();
        if self.violation.is_none() && !self.ignored.iter().any(|ignored| class.starts_with(ignored)) {
            let detail = format!("in frame {}: {}", self.frame, detail());
            self.violation = Some(Violation { class, detail });
        }
    }

    pub(crate) fn note_operation(&mut self, kind: Kind, done: bool) {
        if !done {
            self.no_ops += 1;
            return;
        }
        *self.operations.entry(kind).or_default() += 1;
        self.last_operation = (self.frame, self.tick);
    }

    pub(crate) fn is_quiet(&self) -> bool {
        let (frame, tick) = self.last_operation;
        self.frame > frame + QUIET && self.tick > tick + QUIET
    }

    /// Records the velocities after a step of cameras.
    pub(crate) fn end_tick(world: &mut World) {
        world.resource_scope(|world, mut watch: Mut<Self>| {
            let passed = match watch.step {
                Step::FrameReal => world.resource::<Time<Real>>().delta(),
                Step::Frame | Step::OwnInUpdate => world.resource::<Time<Virtual>>().delta(),
                Step::Fixed(_) | Step::OwnInTick => world.resource::<Time<Fixed>>().timestep(),
            };
            watch.tick += u32::from(!passed.is_zero());
            let now = watch.now;
            for (slot, entity) in world.resource::<Cast>().all() {
                if let Some(pose) = world.get::<Pose>(entity) {
                    let velocities = [pose.velocity.as_dvec3(), pose.angular_velocity.as_dvec3()];
                    let state = &mut watch.states[usize::from(slot)];
                    state.between.push(velocities);
                    state.recent.push((now, velocities));
                    state.stepped_free = state.free;
                }
            }
        });
    }

    fn jump(&mut self, slot: u8) {
        let carried =
            self.all_carriers.iter().filter(|(_, carriers)| carriers.contains(&slot)).map(|&(carried, _)| carried);
        for slot in carried.chain([slot]) {
            if let Some(state) = self.states.get_mut(usize::from(slot)) {
                state.jumped = Some((self.passed_frames, self.tick));
            }
        }
    }

    fn jump_all(&mut self) {
        for slot in 0..SLOTS {
            self.jump(slot);
        }
    }

    /// Declares the jumps that an operation causes.
    pub(crate) fn declare(world: &mut World, operation: &Operation, slot: u8) {
        let related = |world: &World| {
            let cast = world.resource::<Cast>();
            let Some(entity) = cast.get(slot).and_then(|entity| world.get_entity(entity).ok()) else {
                return (Vec::new(), Vec::new());
            };
            let slot_of = |entity: Entity| world.get::<Slot>(entity).map(|slot| slot.0);
            let group = entity.get::<InGroup>().and_then(|member| slot_of(member.0));
            let shot = entity.get::<ActiveShot>().map(|shows| shows.shot);
            let mut cut = Vec::new();
            for start in [Some(entity.id()), shot].into_iter().flatten() {
                let mut current = Some(start);
                for _ in 0..SLOTS {
                    let Some(entity) = current else { break };
                    cut.extend(slot_of(entity));
                    current = world.get::<ChildOf>(entity).map(ChildOf::parent);
                }
            }
            (group.into_iter().collect::<Vec<_>>(), cut)
        };
        let (group, cut) = related(world);
        // An entity jumps with the entities that carry it, even if others carry it by the next check.
        let all_carriers: Vec<(u8, Vec<u8>)> =
            world.resource::<Cast>().all().map(|(slot, entity)| (slot, carriers(world, entity).slots)).collect();
        let mut watch = world.resource_mut::<Self>();
        // Followers react one frame after a write, so the entities that carried an entity in the last two frames count, too.
        let last_carriers = watch.states.iter().zip(0..).map(|(state, slot)| (slot, state.last_carriers.concat()));
        watch.all_carriers = last_carriers.chain(all_carriers).collect();
        let is_cut = matches!(operation.choice >> 12 & 0xb, 0b1001);
        match operation.kind {
            Kind::Spawn
            | Kind::Despawn
            | Kind::Disable
            | Kind::Enable
            | Kind::Clone
            | Kind::Reparent
            | Kind::Orphan
            | Kind::Place
            | Kind::Scale
            | Kind::Walk => watch.jump(slot),
            Kind::Shove | Kind::TurnTo | Kind::OriginShift | Kind::Timestep | Kind::Walls => watch.jump_all(),
            Kind::Cut => cut.into_iter().for_each(|slot| watch.jump(slot)),
            Kind::Kick | Kind::Device | Kind::TimeScale | Kind::Pause | Kind::Unpause => {}
            Kind::Insert(part) | Kind::Remove(part) | Kind::Write(part) => {
                let is_write = matches!(operation.kind, Kind::Write(_));
                match part {
                    Part::Orbit
                    | Part::Obstruction
                    | Part::Start
                    | Part::Shake
                    | Part::Grabbed
                    | Part::Bones
                    | Part::Collider
                    | Part::Rail
                    | Part::OnRail
                    | Part::Confiner => watch.jump(slot),
                    Part::LookAt | Part::Frame => {
                        if !is_write {
                            watch.jump(slot);
                        }
                    }
                    Part::ActiveShot | Part::Attach => {
                        if !is_write || is_cut {
                            watch.jump(slot);
                        }
                    }
                    Part::Range => {
                        if operation.choice & 1 != 0 {
                            watch.jump(slot);
                        }
                    }
                    // Inserting a member moves the group's middle in one step. Its followers mistake this for motion.
                    Part::InGroup if operation.kind != Kind::Remove(part) => watch.jump_all(),
                    Part::InGroup => {
                        group.into_iter().for_each(|group| watch.jump(group));
                    }
                    // The velocity changes in one step.
                    Part::Coast | Part::TimeScale => watch.jump(slot),
                    Part::Body if operation.kind == Kind::Remove(part) => watch.jump(slot),
                    Part::Body
                    | Part::Chase
                    | Part::Turn
                    | Part::Input
                    | Part::Controls
                    | Part::Weight
                    | Part::Lens => {}
                }
            }
        }
    }

    /// Records the end of all input. It counts as an operation and as a jump of all entities.
    pub(crate) fn calm(world: &mut World) {
        let mut watch = world.resource_mut::<Self>();
        watch.last_operation = (watch.frame, watch.tick);
        watch.jump_all();
    }

    /// Records whether user code wrote a valid `Transform`.
    pub(crate) fn look_at(world: &mut World, entity: Entity) {
        let (Some(&Slot(slot)), Some(transform)) = (world.get::<Slot>(entity), world.get::<Transform>(entity)) else {
            return;
        };
        let has_invalid_transform = !is_sound(transform);
        world.resource_mut::<Self>().states[usize::from(slot)].has_invalid_transform = has_invalid_transform;
    }

    /// Records the free length and the normal that a cast has found. If the length has changed by more than half of the margin, a jump is
    /// declared, but only if there are balls, if the pivot is or was in a wall, or if the boom meets the wall at less than 14° and casts
    /// report no normals: then the distance jumps, as the documentation of `Obstruction` states.
    pub(crate) fn note_cast(&mut self, slot: u8, boom: &Obstruction, hit: Option<(f32, Vec3)>, walls: &Walls) {
        let free = hit.map_or(f32::INFINITY, |(length, _)| length);
        let is_grazing = |(_, normal): (f32, Vec3)| normal.dot(*boom.ray.direction).abs() < 14.0_f32.to_radians().sin();
        let before = self.states[usize::from(slot)].free.replace(free);
        let reach = boom.reach;
        let change = before.map_or(f32::INFINITY, |before| (before.min(reach) - free.min(reach)).abs());
        // A free length of 0 means that the pivot is in a wall.
        let is_within = free == 0.0 || before == Some(0.0);
        let may_jump = !walls.balls.is_empty() || !walls.has_normals && hit.is_some_and(is_grazing);
        if (may_jump || is_within) && change > 0.5 * boom.margin {
            self.jump(slot);
        }
    }

    /// Returns the length (s) of the longer one of the last two steps of cameras, or a greater length.
    fn step_length(&self, world: &World, passed: f64) -> f64 {
        match self.step {
            Step::Frame | Step::FrameReal | Step::OwnInUpdate => passed.max(self.last_passed),
            Step::Fixed(_) | Step::OwnInTick => world.resource::<Time<Fixed>>().timestep().as_secs_f64().max(passed),
        }
    }

    fn may_have_jumped(&self, slot: u8) -> bool {
        self.states[usize::from(slot)]
            .jumped
            .is_some_and(|(frame, tick)| self.passed_frames <= frame + JUMP || self.tick <= tick + JUMP)
    }
}

fn is_sound(transform: &Transform) -> bool {
    transform.is_finite() && (transform.rotation.length() - 1.0).abs() < 1e-3
}

/// The entities that rigidly carry an entity, itself included: if one of them jumps, so does the entity.
struct Carriers {
    slots: Vec<u8>,
    /// Whether the velocities of poses do not include the motion of one of them, for instance because user code moves it.
    is_foreign: bool,
    /// How many of them may be drawn a frame late.
    late: usize,
    has_walls: bool,
    /// The sum of the distances from each of them to the next. Unit: m.
    arm: f64,
    /// Whether one of them depends on a motion that is sampled once a step and is assumed to continue at its last rate until the next
    /// sample.
    is_sampled: bool,
}

fn carriers(world: &World, entity: Entity) -> Carriers {
    let mut carriers =
        Carriers { slots: Vec::new(), is_foreign: false, late: 0, has_walls: false, arm: 0.0, is_sampled: false };
    let (mut open, mut known) = (vec![entity], Vec::new());
    let members: Vec<(Entity, Entity)> = world
        .resource::<Cast>()
        .all()
        .filter_map(|(_, member)| Some((member, world.get_entity(member).ok()?.get::<InGroup>()?.0)))
        .collect();
    while let Some(entity) = open.pop() {
        if known.contains(&entity) {
            continue;
        }
        known.push(entity);
        let Ok(entity) = world.get_entity(entity) else {
            carriers.is_foreign = true;
            continue;
        };
        carriers.slots.extend(entity.get::<Slot>().map(|slot| slot.0));
        let is_group = members.iter().any(|&(_, group)| group == entity.id());
        carriers.is_foreign |= entity.contains::<Walker>()
            || entity.contains::<StartOnTarget>()
            || known.len() > 1 && entity.get::<Shake>().is_some_and(|shake| shake.turn != Vec3::ZERO || sways(shake))
            // The boom becomes shorter in one step once a wall has been in its way for `min_occlusion_time`.
            || entity.get::<Obstruction>().is_some_and(|boom| boom.min_occlusion_time > 0.0)
            || entity.contains::<Disabled>()
            || is_group && !entity.contains::<Pose>();
        let carried = entity.get::<Transform>().filter(|_| entity.contains::<ChildOf>() || entity.contains::<Orbit>());
        carriers.arm += carried.map_or(0.0, |transform| f64::from(transform.translation.length()));
        carriers.arm += entity.get::<Attach>().map_or(0.0, |attach| f64::from(attach.offset.length()));
        open.extend(entity.get::<ChildOf>().map(ChildOf::parent));
        open.extend(entity.get::<Attach>().map(|attach| attach.leader));
        open.extend(entity.get::<ActiveShot>().map(|shows| shows.shot));
        open.extend(members.iter().filter(|(_, group)| *group == entity.id()).map(|(member, _)| *member));
        carriers.has_walls |= entity.contains::<Obstruction>();
        carriers.is_sampled |= is_group
            || entity.contains::<LookAt>()
            || entity.contains::<GroupFraming>()
            || entity.contains::<Follow>() && entity.contains::<ChildOf>()
            || entity.get::<Follow>().is_some_and(|follow| {
                let is_moved = world.get::<Velocity>(follow.leader).is_some();
                follow.leader_axes || !is_moved || world.get::<ChildOf>(follow.leader).is_some()
            })
            || entity.contains::<Follow<Rotation>>();
        if entity.contains::<ActiveShot>() || entity.contains::<Orbit>() || entity.contains::<LookAt>() {
            carriers.late += 1;
        }
    }
    carriers
}

/// Returns an entity's drawn position and rotation in the world. Returns `None` if a parent is scaled, or if the entity or a parent has no
/// `Transform`.
fn drawn(world: &World, entity: Entity) -> Option<(DVec3, DQuat)> {
    let transform = world.get::<Transform>(entity)?;
    let mut position = transform.translation.as_dvec3();
    let mut rotation = transform.rotation.as_dquat().normalize();
    let mut current = world.get::<ChildOf>(entity).map(ChildOf::parent);
    while let Some(parent) = current {
        let transform = world.get::<Transform>(parent)?;
        if transform.scale != Vec3::ONE {
            return None;
        }
        let turn = transform.rotation.as_dquat().normalize();
        (position, rotation) = (transform.translation.as_dvec3() + turn * position, turn * rotation);
        current = world.get::<ChildOf>(parent).map(ChildOf::parent);
    }
    Some((position, rotation))
}

/// Returns a camera or an attached entity as it is drawn, with the velocities of its pose, or `None` for other entities.
fn seen(world: &World, entity: Entity) -> Option<Seen> {
    let (position, rotation) = drawn(world, entity)?;
    let entity = world.entity(entity);
    let pose = entity.get::<Pose>()?;
    if !(entity.contains::<Orbit>()
        || entity.contains::<LookAt>()
        || entity.contains::<ActiveShot>()
        || entity.contains::<Attach>())
    {
        return None;
    }
    let (velocity, turning) = (pose.velocity.as_dvec3(), pose.angular_velocity.as_dvec3());
    // A pose does not contain the shake, so a shaken camera is checked by its pose instead of its transform.
    let shakes = entity
        .get::<Shake>()
        .is_some_and(|shake| shake.turn != Vec3::ZERO || shake.offset != Vec3::ZERO || sways(shake));
    let (position, rotation) =
        if shakes { (pose.position.as_dvec3(), pose.rotation.as_dquat().normalize()) } else { (position, rotation) };
    Some(Seen { position, rotation, velocity, turning })
}

fn sways(shake: &Shake) -> bool {
    shake.sway != Vec3::ZERO || shake.sway_offset != Vec3::ZERO
}

/// Checks the invariants after a frame with this number of ticks.
pub(crate) fn check(world: &mut World, ticks: u32) {
    world.resource_scope(|world, mut watch: Mut<Watch>| {
        let watch = &mut *watch;
        let passed = match watch.step {
            Step::Fixed(bevy_exact_motion::Presentation::Ticked) | Step::OwnInTick => {
                world.resource::<Time<Fixed>>().timestep().as_secs_f64() * f64::from(ticks)
            }
            Step::FrameReal => world.resource::<Time<Real>>().delta_secs_f64(),
            _ => world.resource::<Time<Virtual>>().delta_secs_f64(),
        };
        watch.now += passed;
        let cast: Vec<(u8, Entity)> = world.resource::<Cast>().all().collect();
        let mut alive = 0;
        for (slot, entity) in cast {
            if world.get_entity(entity).is_err() {
                watch.states[usize::from(slot)].seen = None;
                continue;
            }
            alive += 1;
            check_sound(world, watch, slot, entity);
            if watch.world_kind == WorldKind::Smooth && !watch.is_mixed {
                check_smooth(world, watch, slot, entity, passed);
            }
        }
        let steps = match watch.step {
            Step::Frame | Step::FrameReal | Step::OwnInUpdate => 1,
            _ => ticks,
        };
        watch.entity_ticks += u64::from(alive * steps);
        watch.last_passed = passed;
        watch.frame += 1;
        watch.passed_frames += u32::from(passed > 0.0);
    });
}

/// Checks that the plugin writes only finite values and normalized rotations, and in a smooth world no negative lengths of booms.
fn check_sound(world: &World, watch: &mut Watch, slot: u8, entity: Entity) {
    let entity = world.entity(entity);
    let Some(transform) = entity.get::<Transform>() else { return };
    let transform = *transform;
    let numbers = transform.translation.to_array().into_iter().chain(transform.rotation.to_array());
    watch.hash.take(numbers.map(f32::to_bits));
    let sound = is_sound(&transform);
    let has_invalid_transform = &mut watch.states[usize::from(slot)].has_invalid_transform;
    *has_invalid_transform &= !sound;
    if !sound && !*has_invalid_transform {
        let class = if transform.is_finite() { "a rotation is not normalized" } else { "a transform is not finite" };
        watch.violate(class, || format!("entity {slot}: {transform:?}"));
    }
    if let Some(pose) = entity.get::<Pose>() {
        let Pose { position, rotation, velocity, angular_velocity } = *pose;
        if !(position.is_finite() && rotation.is_finite() && velocity.is_finite() && angular_velocity.is_finite()) {
            watch.violate("a pose is not finite", || format!("entity {slot}: {pose:?}"));
        }
    }
    if watch.world_kind == WorldKind::Smooth
        && let Some(orbit) = entity.get::<Orbit>()
        && orbit.distance < -1e-4
    {
        watch.violate("a boom has a negative length", || format!("entity {slot}: {orbit:?}"));
    }
}

fn check_smooth(world: &World, watch: &mut Watch, slot: u8, entity: Entity, passed: f64) {
    let now = seen(world, entity);
    let parts = parts(world, entity);
    if watch.states[usize::from(slot)].parts != parts {
        // No operation declares a jump for components that are inserted because others require them.
        watch.jump(slot);
        watch.states[usize::from(slot)].parts.clone_from(&parts);
    }
    check_sight(world, watch, slot, entity);
    let state = &mut watch.states[usize::from(slot)];
    let (before, between) = (core::mem::replace(&mut state.seen, now), core::mem::take(&mut state.between));
    let (Some(now), Some(before)) = (now, before) else { return };
    state.recent.push((watch.now, [now.velocity, now.turning]));
    let carriers = carriers(world, entity);
    let last = core::mem::replace(&mut state.last_carriers[0], carriers.slots.clone());
    state.last_carriers[1] = last;
    state.foreign = if carriers.is_foreign { 3 } else { state.foreign.saturating_sub(1) };
    if state.foreign > 0 || carriers.slots.iter().any(|&slot| watch.may_have_jumped(slot)) {
        return;
    }
    check_walls(world, watch, slot, entity);
    // An entity that is drawn a frame late moves in this frame as it should have moved in the previous one.
    let late =
        if carriers.late > 1 { if watch.is_even { 0.1 * passed } else { passed.max(watch.last_passed) } } else { 0.0 };
    // Sampled motion continues at the mean rate of the step before the last sample, until the next sample corrects it.
    let step_length = watch.step_length(world, passed);
    let sampled = if carriers.is_sampled { step_length } else { 0.0 };
    let recent = &mut watch.states[usize::from(slot)].recent;
    recent.retain(|&(at, _)| at >= watch.now - 2.0 * step_length - passed);
    let since = |kind: usize| variation(recent.iter().map(|(_, seen)| seen[kind])).0;
    // A boom at a wall may change its velocity faster than springs do.
    let share = share(if carriers.has_walls { 40.0 } else { 20.0 }, passed);
    let (v0, v1) = (before.velocity, now.velocity);
    let through = |v0: DVec3, v1: DVec3, kind: usize| {
        variation([v0].into_iter().chain(between.iter().map(|seen| seen[kind])).chain([v1]))
    };
    // Between the recorded velocities, there may be as much variation again.
    let (change, most) = through(v0, v1, 0);
    let allowed = passed * (change + share * most)
        + late * (most + change)
        + sampled * since(0)
        + ALWAYS_ALLOWED * (1.0 + carriers.arm)
        + 4.0 * f64::from(f32::EPSILON) * now.position.length();
    let step = now.position - before.position;
    let off = (step - 0.5 * passed * (v0 + v1)).length();
    let describe = |off: f64, allowed: f64| {
        format!("entity {slot}: {off:.5} off, {allowed:.5} allowed in {passed} s: {before:?}, then {now:?}")
    };
    // The class of the violation names the entity's components, so that shrinking keeps them.
    if off > allowed {
        watch.violate(format!("a pose jumps: {parts}"), || describe(off, allowed));
        return;
    }
    let (w0, w1) = (before.turning, now.turning);
    let (change, most) = through(w0, w1, 1);
    let allowed = passed * (change + share * most)
        + (passed * most) * (passed * most)
        + late * (most + change)
        + sampled * since(1)
        + ALWAYS_ALLOWED;
    let turned = now.rotation * before.rotation.inverse();
    let expected = DQuat::from_scaled_axis(0.5 * passed * (w0 + w1));
    let off = (turned * expected.inverse()).normalize();
    let off = 2.0 * libm::atan2(off.xyz().length(), off.w.abs());
    if off > allowed {
        watch.violate(format!("an orientation jumps: {parts}"), || describe(off, allowed));
    }
}

/// Declares a jump in each frame until a `LookAt` has seen its first target: the camera turns to it in one step.
fn check_sight(world: &World, watch: &mut Watch, slot: u8, entity: Entity) {
    let look = world.get::<LookAt>(entity);
    let sees = look.is_some_and(|look| {
        world
            .get_entity(look.target)
            .is_ok_and(|target| target.contains::<Transform>() && !target.contains::<Disabled>())
    });
    let state = &mut watch.states[usize::from(slot)];
    let had_looked = state.has_looked;
    state.has_looked = look.is_some() && (had_looked || sees);
    if look.is_some() && !had_looked {
        watch.jump(slot);
    }
}

/// The components that determine an entity's position, as text.
fn parts(world: &World, entity: Entity) -> String {
    let entity = world.entity(entity);
    let parts = [
        (entity.contains::<Orbit>(), "orbit"),
        (entity.contains::<Obstruction>(), "walls"),
        (entity.contains::<LookAt>(), "look"),
        (entity.contains::<GroupFraming>(), "frame"),
        (entity.contains::<ActiveShot>(), "shot"),
        (entity.contains::<Attach>(), "attached"),
        (entity.contains::<Follow>(), "follower"),
    ];
    let names: Vec<&str> = parts.into_iter().filter_map(|(has, name)| has.then_some(name)).collect();
    names.join(", ")
}

/// Checks that no boom passes through a wall.
fn check_walls(world: &World, watch: &mut Watch, slot: u8, entity: Entity) {
    let entity = world.entity(entity);
    let (Some(boom), Some(pose), true) = (
        entity.get::<Obstruction>(),
        entity.get::<Pose>(),
        entity.contains::<Orbit>() && !entity.contains::<ActiveShot>(),
    ) else {
        return;
    };
    let walls = world.resource::<Walls>();
    if boom.springs_from_behind_walls || boom.min_occlusion_time > 0.0 || !walls.balls.is_empty() {
        return;
    }
    let pivot = entity.get::<ChildOf>().and_then(|parent| drawn(world, parent.parent()));
    let pivot = if entity.contains::<ChildOf>() { pivot.map(|(pivot, _)| pivot) } else { Some(DVec3::ZERO) };
    let Some(pivot) = pivot else { return };
    let arm = pose.position.as_dvec3() - pivot;
    let Ok(direction) = Dir3::new(arm.as_vec3()) else { return };
    let ray = Ray3d { origin: pivot.as_vec3(), direction };
    let Some((free, _)) = walls.cast(ray) else { return };
    // The pivot has moved into a wall since the last cast. The next cast will report it.
    if free == 0.0 && watch.states[usize::from(slot)].free != Some(0.0) {
        return;
    }
    // Cameras in a schedule of user code adopt a cast in their next step.
    let is_own = matches!(watch.step, Step::OwnInTick | Step::OwnInUpdate);
    if is_own && watch.states[usize::from(slot)].stepped_free.is_none_or(|found| found > free + boom.margin) {
        return;
    }
    let beyond = arm.length() - f64::from(free);
    // Between ticks, the free length changes linearly.
    let tick = world.resource::<Time<Fixed>>().timestep().as_secs_f64().max(watch.last_passed);
    let speed = pose.velocity.as_dvec3().length();
    let allowed = 0.02 + 2.0 * tick * speed;
    if beyond > allowed {
        watch.violate("a boom passes through a wall", || {
            format!(
                "entity {slot}: {beyond:.4} m beyond {free}, {allowed:.4} allowed: {:?} {boom:?}",
                entity.get::<Orbit>()
            )
        });
    }
}

/// Returns the bits of the positions and rotations of all entities, with their slots.
pub(crate) fn bits(world: &World) -> Vec<(u8, [u32; 7])> {
    let cast = world.resource::<Cast>();
    let of = |(slot, entity): (u8, Entity)| {
        let transform = world.get::<Transform>(entity)?;
        let mut bits = [0; 7];
        let numbers = transform.translation.to_array().into_iter().chain(transform.rotation.to_array());
        for (bits, number) in bits.iter_mut().zip(numbers) {
            *bits = number.to_bits();
        }
        Some((slot, bits))
    };
    cast.all().filter_map(of).collect()
}

/// Describes the entities whose bits differ from those in `before`.
pub(crate) fn moving(world: &World, before: &[(u8, [u32; 7])]) -> String {
    let describe = |(slot, _): (u8, _)| {
        let entity = world.entity(world.resource::<Cast>().get(slot)?);
        let velocity = entity.get::<Velocity>().map(|velocity| velocity.0);
        let (transform, pose) = (entity.get::<Transform>()?, entity.get::<Pose>());
        Some(format!("{slot} ({}): velocity {velocity:?}, {transform:?}, {pose:?}", parts(world, entity.id())))
    };
    let moved = bits(world).into_iter().filter(|now| !before.contains(now));
    moved.filter_map(describe).collect::<Vec<_>>().join("; ")
}

/// The message readers of one property.
#[derive(SystemParam)]
struct Read<'w, 's, P: Property> {
    settled: MessageReader<'w, 's, Settled<P>>,
    reached: MessageReader<'w, 's, LimitReached<P>>,
    invalid: MessageReader<'w, 's, InvalidMotion<P>>,
}

fn read<P: Property>(mut read: Read<P>, mut watch: ResMut<Watch>) {
    watch.read += (read.settled.read().count() + read.reached.read().count() + read.invalid.read().count()) as u64;
}

/// For all properties, counts the events that observers receive and the messages that are read.
pub(crate) fn count_events(app: &mut App) {
    macro_rules! count {
        ($($property:ty),*) => { $(
            app.add_observer(|_: On<Settled<$property>>, mut watch: ResMut<Watch>| watch.observed += 1)
                .add_observer(|_: On<LimitReached<$property>>, mut watch: ResMut<Watch>| watch.observed += 1)
                .add_observer(|_: On<InvalidMotion<$property>>, mut watch: ResMut<Watch>| watch.observed += 1)
                .add_systems(Last, read::<$property>);
        )* };
    }
    count!(
        Translation,
        Rotation,
        OrbitYaw,
        OrbitPitch,
        OrbitDistance,
        AimYaw,
        AimPitch,
        GroupWeight,
        ShakeTurn,
        ShakeOffset
    );
}
