//! Operations on a world with cameras.

use std::{fmt, time::Duration};

use bevy::math::bounding::Aabb3d;
use bevy::{
    ecs::entity_disabling::Disabled,
    input::{
        ButtonState,
        gestures::PinchGesture,
        mouse::{MouseButtonInput, MouseMotion, MouseScrollUnit, MouseWheel},
        touch::{TouchInput, TouchPhase},
    },
    prelude::*,
};
use bevy_exact_motion::{
    BoneCollider, SpringBones,
    camera::{AimPitch, AimYaw, Confiner, GroupWeight, OrbitControls, OrbitDistance, OrbitYaw, ZoneExtents},
    events::OriginShift,
    prelude::*,
    property::TranslationX,
    rail::{OnRail, Rail, RailDistance},
};

use super::{
    stage::{Agenda, Cast, Walker, Walls},
    watch::Watch,
};
use crate::stage::Slot;

/// A group of components that an entity may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Part {
    /// A spring and its target.
    Body,
    /// A velocity and friction.
    Coast,
    /// A spring that follows another entity.
    Chase,
    /// A spring on the orientation.
    Turn,
    Orbit,
    Input,
    Controls,
    Range,
    Obstruction,
    LookAt,
    InGroup,
    Weight,
    Frame,
    ActiveShot,
    Attach,
    Start,
    Lens,
    TimeScale,
    Shake,
    Grabbed,
    Bones,
    Collider,
    Rail,
    OnRail,
    Confiner,
}

impl Part {
    pub(crate) const ALL: &[Self] = &[
        Self::Body,
        Self::Coast,
        Self::Chase,
        Self::Turn,
        Self::Orbit,
        Self::Input,
        Self::Controls,
        Self::Range,
        Self::Obstruction,
        Self::LookAt,
        Self::InGroup,
        Self::Weight,
        Self::Frame,
        Self::ActiveShot,
        Self::Attach,
        Self::Start,
        Self::Lens,
        Self::TimeScale,
        Self::Shake,
        Self::Grabbed,
        Self::Bones,
        Self::Collider,
        Self::Rail,
        Self::OnRail,
        Self::Confiner,
    ];
}

/// A kind of operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    Spawn,
    Despawn,
    Disable,
    Enable,
    Clone,
    Reparent,
    Orphan,
    Insert(Part),
    Remove(Part),
    Write(Part),
    /// Moves the entity by writing its `Transform`, and triggers `Teleported`.
    Place,
    /// Moves the entity by writing its `Transform`, without triggering `Teleported`.
    Shove,
    TurnTo,
    Scale,
    /// Inserts or removes [`Walker`], with which a system of user code moves the entity.
    Walk,
    Cut,
    Kick,
    /// Lets an input device do something.
    Device,
    OriginShift,
    Walls,
    Timestep,
    TimeScale,
    Pause,
    Unpause,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = format!("{self:?}").replace(['(', ')'], "");
        for (i, letter) in name.chars().enumerate() {
            if letter.is_uppercase() && i > 0 {
                f.write_str("_")?;
            }
            write!(f, "{}", letter.to_lowercase())?;
        }
        Ok(())
    }
}

/// The point of a frame at which an operation is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    Between,
    /// In this tick of the frame, counted from 0, before the rays of booms are cast.
    Tick(u16),
    Update,
    PostUpdate,
    /// In the next observer of this kind of event that runs.
    Observer(Event),
}

/// A kind of event whose observers do operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Event {
    Settled,
    LimitReached,
    Resting,
    Pose,
    OrbitRemoved,
    ShotRemoved,
    LookInserted,
    Cut,
    Teleported,
    Kicked,
}

impl Event {
    pub(crate) const ALL: &[Self] = &[
        Self::Settled,
        Self::LimitReached,
        Self::Resting,
        Self::Pose,
        Self::OrbitRemoved,
        Self::ShotRemoved,
        Self::LookInserted,
        Self::Cut,
        Self::Teleported,
        Self::Kicked,
    ];
}

/// Used as a slot: stands for the entity of the observed event.
pub(crate) const OBSERVED: u8 = u8::MAX;

/// One edit of the world.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Operation {
    pub(crate) frame: u16,
    pub(crate) place: Place,
    pub(crate) kind: Kind,
    pub(crate) slot: u8,
    pub(crate) other: u8,
    pub(crate) numbers: [f32; 8],
    pub(crate) choice: u32,
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { frame, place, kind, slot, other, numbers, choice } = self;
        write!(f, "frame {frame} {place:?}: {kind} of ")?;
        match *slot {
            OBSERVED => f.write_str("the observed")?,
            slot => write!(f, "{slot}")?,
        }
        write!(f, ", other {other}, {numbers:?}, choice {choice:#x}")
    }
}

impl Operation {
    fn flag(&self, bit: u32) -> bool {
        self.choice & (1 << bit) != 0
    }

    fn vector(&self, from: usize) -> Vec3 {
        Vec3::new(self.numbers[from], self.numbers[from + 1], self.numbers[from + 2])
    }

    fn rotation(&self, from: usize) -> Quat {
        let [x, y, z] = self.vector(from).to_array();
        // In hostile worlds, quaternions may have any length.
        if self.choice & 0xf00 == 0xf00 {
            return Quat::from_xyzw(x, y, z, self.numbers[from + 3]);
        }
        Quat::from_euler(EulerRot::YXZ, x, y, z)
    }

    fn blend(&self) -> Blend {
        let angular_frequency = self.numbers[7];
        let around = self.flag(14);
        match self.choice >> 12 & 3 {
            0 => Blend::Spring { angular_frequency, around },
            1 if self.flag(15) => Blend::Cut,
            _ => Blend::Eased { angular_frequency, around },
        }
    }

    /// Does the operation. In an observer, `observed` is the entity of the event.
    pub(crate) fn apply(&self, observed: Option<Entity>, world: &mut World) {
        let cast = world.resource::<Cast>();
        let find = |slot: u8| if slot == OBSERVED { observed } else { cast.get(slot) };
        let alive = |entity: Option<Entity>| entity.filter(|&entity| world.get_entity(entity).is_ok());
        let (subject, other) = (alive(find(self.slot)), alive(find(self.other)));
        // An operation on the whole world may have a slot without an entity.
        let slot = |world: &World| alive_slot(world, subject).unwrap_or(self.slot);
        // Jumps are declared both before and after the operation: if it removes something, the entities that depended on that also jump.
        Watch::declare(world, self, slot(world));
        let done = self.perform(subject, other, world);
        world.flush();
        Watch::declare(world, self, slot(world));
        let mut watch = world.resource_mut::<Watch>();
        watch.note_operation(self.kind, done);
    }

    fn perform(&self, subject: Option<Entity>, other: Option<Entity>, world: &mut World) -> bool {
        match self.kind {
            Kind::Spawn => {
                if self.slot == OBSERVED || subject.is_some() {
                    return false;
                }
                let transform = Transform::from_translation(self.vector(0)).with_rotation(self.rotation(3));
                let entity = world.spawn((Slot(self.slot), transform, Visibility::default())).id();
                world.resource_mut::<Cast>().set(self.slot, entity);
                Watch::look_at(world, entity);
                Watch::declare(world, self, self.slot);
            }
            Kind::Timestep => world
                .resource_mut::<Time<Fixed>>()
                .set_timestep(Duration::from_secs_f32(self.numbers[0].clamp(1e-3, 1.0))),
            Kind::TimeScale => world.resource_mut::<Time<Virtual>>().set_relative_speed(self.numbers[0].abs()),
            Kind::Device => self.use_device(world),
            Kind::Pause => world.resource_mut::<Time<Virtual>>().pause(),
            Kind::Unpause => world.resource_mut::<Time<Virtual>>().unpause(),
            Kind::Walls => {
                let by = self.vector(0);
                world.resource_mut::<Walls>().shift(by);
            }
            Kind::OriginShift => {
                let by = self.vector(0);
                // User code shifts the root entities that the plugin does not move.
                let mut roots = world.query_filtered::<&mut Transform, (
                    With<Slot>,
                    Without<ChildOf>,
                    Without<Velocity>,
                    Without<Velocity<TranslationX>>,
                    Without<Orbit>,
                    Without<Attach>,
                )>();
                for mut transform in roots.iter_mut(world) {
                    transform.translation += by;
                }
                let all: Vec<Entity> = world.resource::<Cast>().all().map(|(_, entity)| entity).collect();
                for entity in all {
                    Watch::look_at(world, entity);
                }
                world.resource_mut::<Walls>().shift(by);
                world.trigger(OriginShift::new(by));
            }
            _ => {
                let Some(subject) = subject else { return false };
                return self.perform_on(subject, other, world);
            }
        }
        true
    }

    fn use_device(&self, world: &mut World) {
        let window = Entity::PLACEHOLDER;
        let [x, y, _] = self.vector(0).to_array();
        match self.choice % 5 {
            0 => {
                let button = if self.flag(4) { MouseButton::Left } else { MouseButton::Right };
                let state = if self.flag(5) { ButtonState::Pressed } else { ButtonState::Released };
                world.write_message(MouseButtonInput { button, state, window });
            }
            1 => _ = world.write_message(MouseMotion { delta: Vec2::new(x, y) }),
            2 => {
                let unit = if self.flag(4) { MouseScrollUnit::Line } else { MouseScrollUnit::Pixel };
                world.write_message(MouseWheel { unit, x, y, window, phase: TouchPhase::Moved });
            }
            3 => _ = world.write_message(PinchGesture(0.1 * x)),
            _ => {
                let id = u64::from(self.flag(4));
                let phase =
                    [TouchPhase::Started, TouchPhase::Moved, TouchPhase::Ended][(self.choice >> 5) as usize % 3];
                world.write_message(TouchInput { phase, position: Vec2::new(x, y), window, force: None, id });
            }
        }
    }

    fn perform_on(&self, subject: Entity, other: Option<Entity>, world: &mut World) -> bool {
        let mut entity = world.entity_mut(subject);
        match self.kind {
            Kind::Despawn => entity.despawn(),
            Kind::Disable => _ = entity.insert(Disabled),
            Kind::Enable => _ = entity.remove::<Disabled>(),
            Kind::Clone => {
                let taken = world.resource::<Cast>().get(self.other);
                if self.other == OBSERVED || taken.is_some_and(|taken| world.get_entity(taken).is_ok()) {
                    return false;
                }
                let copy = world.entity_mut(subject).clone_and_spawn_with_opt_out(|builder| _ = builder.deny::<Slot>());
                let Ok(mut copied) = world.get_entity_mut(copy) else { return false };
                copied.insert(Slot(self.other));
                world.resource_mut::<Cast>().set(self.other, copy);
                Watch::look_at(world, copy);
                Watch::declare(world, self, self.other);
            }
            Kind::Reparent => {
                let Some(parent) = other.filter(|&parent| parent != subject) else { return false };
                if is_below(world, parent, subject) {
                    return false;
                }
                world.entity_mut(subject).insert(ChildOf(parent));
            }
            Kind::Orphan => _ = entity.remove::<ChildOf>(),
            Kind::Place | Kind::Shove => {
                let Some(mut transform) = entity.get_mut::<Transform>() else { return false };
                transform.translation = self.vector(0);
                Watch::look_at(world, subject);
                if self.kind == Kind::Place {
                    world.trigger(Teleported::new(subject));
                }
            }
            Kind::TurnTo => {
                let rotation = self.rotation(0);
                let Some(mut transform) = entity.get_mut::<Transform>() else { return false };
                transform.rotation = rotation;
                Watch::look_at(world, subject);
            }
            Kind::Scale => {
                let scale = self.vector(0);
                let Some(mut transform) = entity.get_mut::<Transform>() else { return false };
                transform.scale = scale;
                Watch::look_at(world, subject);
            }
            Kind::Walk => {
                if self.flag(0) {
                    entity.insert(Walker { velocity: self.vector(0), spin: self.vector(3) });
                } else {
                    entity.remove::<Walker>();
                }
            }
            Kind::Cut => world.trigger(Cut::new(subject)),
            Kind::Kick => world.trigger(ShakeKick::new(subject, self.vector(0)).with_offset(self.vector(3))),
            Kind::Insert(part) => return self.insert(part, subject, other, world),
            Kind::Remove(part) => remove(part, subject, world),
            Kind::Write(part) => return self.write(part, subject, other, world),
            Kind::Spawn
            | Kind::Timestep
            | Kind::TimeScale
            | Kind::Pause
            | Kind::Unpause
            | Kind::OriginShift
            | Kind::Walls
            | Kind::Device => {}
        }
        true
    }

    fn insert(&self, part: Part, subject: Entity, other: Option<Entity>, world: &mut World) -> bool {
        let n = self.numbers;
        let mut entity = world.entity_mut(subject);
        let needed = other.or(Some(subject).filter(|_| self.flag(30)));
        match part {
            Part::Body => _ = entity.insert((Spring::new(n[6], n[7]), Target::new(self.vector(0)))),
            Part::Coast => _ = entity.insert((Velocity::new(self.vector(0)), Friction::new(n[6]))),
            Part::Chase => {
                let Some(leader) = needed else { return false };
                let follow = Follow::new(leader).with_feed_forward(n[4]).with_look_ahead(n[3]);
                let follow = if self.flag(0) {
                    follow.with_own_offset(self.vector(0))
                } else {
                    follow.with_offset(self.vector(0))
                };
                entity.insert((Spring::new(n[6], n[7]), follow));
            }
            Part::Turn => {
                entity.insert(Spring::new(n[6], n[7]).on::<Rotation>());
                match other.filter(|_| self.flag(0)) {
                    Some(leader) => _ = entity.insert(Follow::<Rotation>::of(leader)),
                    None => _ = entity.insert(Target::<Rotation>::of(self.rotation(0))),
                }
            }
            Part::Orbit => _ = entity.insert(Orbit::new(n[0], n[1], n[2])),
            Part::Input => {
                entity.insert(OrbitInput {
                    turn: Vec2::new(n[0], n[1]),
                    zoom: n[2],
                    turn_rate: Vec2::new(n[3], n[4]),
                    zoom_rate: n[5],
                });
            }
            Part::Controls => {
                entity.insert(OrbitControls {
                    turn_button: self.flag(0).then_some(MouseButton::Left),
                    sensitivity: 0.01 * Vec2::new(n[0], n[1]),
                    zoom_sensitivity: 0.05 * n[2],
                    stick_speed: Vec2::new(n[3], n[4]),
                    momentum_friction: n[6],
                    momentum_dry_friction: n[7],
                    ..default()
                });
            }
            Part::Range => {
                let limit_angular_frequency = if self.flag(0) { f32::INFINITY } else { n[6] };
                entity.insert(OrbitRange { pitch: [n[0], n[1]], distance: [n[2], n[3]], limit_angular_frequency });
            }
            Part::Obstruction => {
                entity.insert(Obstruction {
                    margin: n[0],
                    pull_in_angular_frequency: n[6],
                    release_angular_frequency: n[5],
                    release_delay: if self.flag(1) { n[3] } else { 0.0 },
                    min_occlusion_time: if self.flag(2) { n[4] } else { 0.0 },
                    springs_from_behind_walls: self.flag(3),
                    ..default()
                });
            }
            Part::LookAt => {
                let Some(target) = needed else { return false };
                let zones = self.flag(0);
                entity.insert(LookAt {
                    offset: self.vector(0) * 0.2,
                    screen_position: 0.02 * Vec2::new(n[3], n[4]),
                    dead_zone: if zones {
                        ZoneExtents::both(0.02 * n[5].abs(), 0.01 * n[4].abs())
                    } else {
                        ZoneExtents::default()
                    },
                    hard_zone: if self.flag(1) { ZoneExtents::all(0.45) } else { ZoneExtents::all(f32::INFINITY) },
                    look_ahead: if self.flag(2) { 0.05 * n[3] } else { 0.0 },
                    feed_forward: if self.flag(3) { 1.0 } else { 0.0 },
                    angular_frequency: n[6],
                    damping_ratio: n[7],
                    ..LookAt::new(target)
                });
            }
            Part::InGroup => {
                let Some(group) = needed else { return false };
                entity.insert((InGroup(group), GroupMember { radius: n[0], weight: n[1] }));
            }
            Part::Weight => {
                if !entity.contains::<GroupMember>() {
                    return false;
                }
                let spring = Spring::new(n[6], n[7]).on::<GroupWeight>();
                entity.insert((spring, Target::<GroupWeight>::of(n[1])));
            }
            Part::Frame => {
                let Some(group) = needed else { return false };
                let by = match self.choice % 3 {
                    0 => FramingMode::Length,
                    1 => FramingMode::Lens,
                    _ => FramingMode::LengthThenLens { field_of_view: n[0] },
                };
                entity.insert(GroupFraming::new(group, by).with_share(n[1]));
            }
            Part::ActiveShot => {
                let Some(shot) = needed else { return false };
                entity.insert(ActiveShot::new(shot).with_blend(self.blend()));
            }
            Part::Attach => {
                let Some(leader) = needed else { return false };
                let attach = Attach::new(leader).with_offset(self.vector(0)).with_blend(self.blend());
                entity.insert(attach.with_rotation(self.rotation(3)));
            }
            Part::Start => _ = entity.insert(StartOnTarget),
            Part::Lens => {
                let lens = PerspectiveProjection { fov: n[0], aspect_ratio: n[1], ..default() };
                entity.insert(Projection::Perspective(lens));
            }
            Part::TimeScale => match self.choice % 4 {
                0 | 1 => _ = entity.insert(TimeScale::<Translation>::of(n[0])),
                2 => _ = entity.insert((TimeScale::<OrbitYaw>::of(n[0]), TimeScale::<OrbitDistance>::of(n[0]))),
                _ => _ = entity.insert((TimeScale::<AimYaw>::of(n[0]), TimeScale::<AimPitch>::of(n[0]))),
            },
            Part::Shake => {
                let sway = if self.flag(0) { 0.01 * self.vector(1) } else { Vec3::ZERO };
                let sway_offset = if self.flag(1) { 0.01 * self.vector(4) } else { Vec3::ZERO };
                entity.insert(Shake { cap: n[0], sway, sway_offset, sway_frequency: n[7], ..default() });
            }
            Part::Grabbed => _ = entity.insert(Grabbed::<Translation>::default()),
            Part::Bones => {
                entity.insert(SpringBones {
                    gravity: self.vector(0),
                    feed_forward: n[3],
                    influence: n[4],
                    max_angle: n[5],
                    end: if self.flag(0) { self.vector(0) } else { Vec3::ZERO },
                    ..SpringBones::new(n[6], n[7])
                });
            }
            Part::Collider => {
                let collider = match self.choice % 3 {
                    0 => BoneCollider::Sphere(Sphere { radius: n[0] }),
                    1 => BoneCollider::Capsule(Capsule3d { radius: n[0], half_length: n[1] }),
                    _ => BoneCollider::Plane(InfinitePlane3d { normal: Dir3::new(self.vector(2)).unwrap_or(Dir3::Y) }),
                };
                entity.insert(collider);
            }
            Part::Rail => {
                let points = [self.vector(0), self.vector(3), self.vector(5), self.vector(1)];
                let curve = CubicBezier::new([points]).to_curve().expect("a Bézier curve has four points");
                entity.insert(if self.flag(0) { Rail::closed(&curve) } else { Rail::new(&curve) });
            }
            Part::OnRail => {
                let spring = Spring::new(n[6], n[7]).on::<RailDistance>();
                let on = OnRail { distance: n[0], turns: self.flag(0), nearest_to: needed.filter(|_| self.flag(1)) };
                entity.insert((on, spring, Target::<RailDistance>::of(n[1])));
            }
            Part::Confiner => {
                let (min, max) = (Vec2::new(n[0], n[1]), Vec2::new(n[2], n[3]));
                let confiner = match self.choice % 3 {
                    0 => Confiner::new(Rect { min, max }),
                    1 => Confiner::polygon(ConvexPolygon::new_unchecked([min, Vec2::new(n[2], n[1]), max])),
                    _ => Confiner::room(Aabb3d { min: min.extend(n[4]).into(), max: max.extend(n[6]).into() }),
                };
                entity.insert(Confiner { on_ground: self.flag(0), plane: n[4], softness: n[5], ..confiner });
            }
        }
        true
    }

    fn write(&self, part: Part, subject: Entity, other: Option<Entity>, world: &mut World) -> bool {
        let n = self.numbers;
        let mut entity = world.entity_mut(subject);
        macro_rules! edit {
            ($component:ty, $edit:expr) => {{
                let Some(mut component) = entity.get_mut::<$component>() else { return false };
                let edit: &dyn Fn(&mut $component) = &$edit;
                edit(&mut component);
            }};
        }
        match part {
            Part::Body => edit!(Target, |target| target.value = self.vector(0)),
            Part::Coast => edit!(Velocity, |velocity| velocity.0 += self.vector(0)),
            Part::Turn => edit!(Target<Rotation>, |target| target.value = self.rotation(0)),
            Part::Orbit => edit!(Orbit, |orbit| *orbit = Orbit::new(n[0], n[1], n[2])),
            Part::Input => edit!(OrbitInput, |input| {
                input.turn += Vec2::new(n[0], n[1]);
                input.zoom += n[2];
                if self.flag(0) {
                    (input.turn_rate, input.zoom_rate) = (Vec2::new(n[3], n[4]), n[5]);
                }
            }),
            Part::Weight => edit!(Target<GroupWeight>, |target| target.value = n[1]),
            Part::Lens => edit!(Projection, |lens| {
                if let Projection::Perspective(lens) = lens {
                    lens.fov = n[0];
                }
            }),
            Part::Chase => {
                let Some(leader) = other else { return false };
                edit!(Follow, |follow| follow.leader = leader);
            }
            Part::LookAt => {
                let Some(target) = other else { return false };
                edit!(LookAt, |look| look.target = target);
            }
            Part::ActiveShot => {
                let Some(shot) = other else { return false };
                edit!(ActiveShot, |shows| *shows = ActiveShot::new(shot).with_blend(self.blend()));
            }
            Part::Attach => {
                let Some(leader) = other else { return false };
                edit!(Attach, |attach| {
                    (attach.leader, attach.blend) = (leader, self.blend());
                    if self.flag(0) {
                        attach.offset = self.vector(0);
                    }
                });
            }
            // These components are replaced as a whole.
            Part::Controls
            | Part::Range
            | Part::Obstruction
            | Part::InGroup
            | Part::Frame
            | Part::TimeScale
            | Part::Shake
            | Part::Start
            | Part::Grabbed
            | Part::Bones
            | Part::Collider
            | Part::Rail
            | Part::OnRail
            | Part::Confiner => {
                return self.insert(part, subject, other, world);
            }
        }
        true
    }
}

fn alive_slot(world: &World, entity: Option<Entity>) -> Option<u8> {
    world.get::<Slot>(entity?).map(|slot| slot.0)
}

fn remove(part: Part, subject: Entity, world: &mut World) {
    let mut entity = world.entity_mut(subject);
    match part {
        Part::Body => _ = entity.remove::<(Spring, Target, Velocity)>(),
        Part::Coast => _ = entity.remove::<(Velocity, Friction)>(),
        Part::Chase => _ = entity.remove::<Follow>(),
        Part::Turn => {
            entity.remove::<(Spring<Rotation>, Target<Rotation>, Follow<Rotation>, Velocity<Rotation>)>();
        }
        Part::Orbit => _ = entity.remove::<Orbit>(),
        Part::Input => _ = entity.remove::<OrbitInput>(),
        Part::Controls => _ = entity.remove::<OrbitControls>(),
        Part::Range => _ = entity.remove::<OrbitRange>(),
        Part::Obstruction => _ = entity.remove::<Obstruction>(),
        Part::LookAt => _ = entity.remove::<LookAt>(),
        Part::InGroup => _ = entity.remove::<(InGroup, GroupMember)>(),
        Part::Weight => _ = entity.remove::<(Spring<GroupWeight>, Target<GroupWeight>, Velocity<GroupWeight>)>(),
        Part::Frame => _ = entity.remove::<GroupFraming>(),
        Part::ActiveShot => _ = entity.remove::<ActiveShot>(),
        Part::Attach => _ = entity.remove::<Attach>(),
        Part::Start => _ = entity.remove::<StartOnTarget>(),
        Part::Lens => _ = entity.remove::<Projection>(),
        Part::TimeScale => _ = entity.remove::<(
            TimeScale,
            TimeScale<OrbitYaw>,
            TimeScale<OrbitDistance>,
            TimeScale<AimYaw>,
            TimeScale<AimPitch>,
        )>(),
        Part::Shake => _ = entity.remove::<Shake>(),
        Part::Grabbed => _ = entity.remove::<Grabbed<Translation>>(),
        Part::Bones => _ = entity.remove::<SpringBones>(),
        Part::Collider => _ = entity.remove::<BoneCollider>(),
        Part::Rail => _ = entity.remove::<Rail>(),
        Part::OnRail => _ = entity.remove::<OnRail>(),
        Part::Confiner => _ = entity.remove::<Confiner>(),
    }
}

/// Whether `entity` is `above` or has it among its ancestors. Also `true` if the ancestors form a loop.
fn is_below(world: &World, mut entity: Entity, above: Entity) -> bool {
    for _ in 0..100 {
        if entity == above {
            return true;
        }
        let Some(child_of) = world.get::<ChildOf>(entity) else { return false };
        entity = child_of.parent();
    }
    true
}

/// Queues the operations that are due in an observer of this event.
pub(crate) fn perform_observed(agenda: &mut Agenda, event: Event, entity: Entity, commands: &mut Commands) {
    for operation in agenda.take_observed(event) {
        commands.queue(move |world: &mut World| operation.apply(Some(entity), world));
    }
}
