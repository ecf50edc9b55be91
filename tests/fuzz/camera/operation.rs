//! What can be done to a world with cameras.

use std::{fmt, time::Duration};

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::prelude::*;

use super::{
    stage::{Agenda, Cast, Walker, Walls},
    watch::Watch,
};
use crate::stage::Slot;

/// What an entity may carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Part {
    /// A spring to a place.
    Body,
    /// A velocity and friction.
    Coast,
    /// A spring behind another entity.
    Chase,
    /// A spring on the orientation.
    Turn,
    Orbit,
    Input,
    Range,
    Obstruction,
    LookAt,
    InGroup,
    Weight,
    Frame,
    Shows,
    Attach,
    Start,
    Lens,
    Pace,
    Shake,
    Held,
}

impl Part {
    pub(crate) const ALL: &[Self] = &[
        Self::Body,
        Self::Coast,
        Self::Chase,
        Self::Turn,
        Self::Orbit,
        Self::Input,
        Self::Range,
        Self::Obstruction,
        Self::LookAt,
        Self::InGroup,
        Self::Weight,
        Self::Frame,
        Self::Shows,
        Self::Attach,
        Self::Start,
        Self::Lens,
        Self::Pace,
        Self::Shake,
        Self::Held,
    ];
}

/// What is done.
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
    /// Puts it elsewhere by its `Transform`, and says so.
    Place,
    /// The same, without saying so.
    Shove,
    TurnTo,
    Scale,
    /// Another system moves it from now on, or no longer.
    Walk,
    Cut,
    Snap,
    Kick,
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

/// Where an operation is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    Between,
    /// In the tick of this number in its frame, before casts.
    Tick(u16),
    Update,
    PostUpdate,
    /// In the next observer of this kind of event that runs.
    Observer(Event),
}

/// What is observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Event {
    Settled,
    LimitReached,
    Resting,
    Pose,
    OrbitRemoved,
    ShowsRemoved,
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
        Self::ShowsRemoved,
        Self::LookInserted,
        Self::Cut,
        Self::Teleported,
        Self::Kicked,
    ];
}

/// The entity that the observed event is about.
pub(crate) const OBSERVED: u8 = u8::MAX;

/// One edit of the world.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Operation {
    pub(crate) frame: u16,
    pub(crate) place: Place,
    pub(crate) kind: Kind,
    pub(crate) who: u8,
    pub(crate) other: u8,
    pub(crate) numbers: [f32; 8],
    pub(crate) choice: u32,
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { frame, place, kind, who, other, numbers, choice } = self;
        write!(f, "frame {frame} {place:?}: {kind} of ")?;
        match *who {
            OBSERVED => f.write_str("the observed")?,
            who => write!(f, "{who}")?,
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
        // As hostile worlds have them, of any length.
        if self.choice & 0xf00 == 0xf00 {
            return Quat::from_xyzw(x, y, z, self.numbers[from + 3]);
        }
        Quat::from_euler(EulerRot::YXZ, x, y, z)
    }

    fn blend(&self) -> Blend {
        let angular_frequency = self.numbers[7];
        let path = if self.flag(14) { BlendPath::Around } else { BlendPath::Straight };
        match self.choice >> 12 & 3 {
            0 => Blend::Spring { angular_frequency, path },
            1 if self.flag(15) => Blend::Cut,
            _ => Blend::Eased { angular_frequency, path },
        }
    }

    /// Does it; `observed` is the entity of the event in whose observer it is done.
    pub(crate) fn apply(&self, observed: Option<Entity>, world: &mut World) {
        let cast = world.resource::<Cast>();
        let find = |slot: u8| if slot == OBSERVED { observed } else { cast.get(slot) };
        let alive = |entity: Option<Entity>| entity.filter(|&entity| world.get_entity(entity).is_ok());
        let (who, other) = (alive(find(self.who)), alive(find(self.other)));
        // What is done to the whole world is done where nobody is, too.
        let slot = |world: &World| alive_slot(world, who).unwrap_or(self.who);
        // Before it is done, too: what is removed takes what depended on it along.
        Watch::declare(world, self, slot(world));
        let done = self.perform(who, other, world);
        world.flush();
        Watch::declare(world, self, slot(world));
        let mut watch = world.resource_mut::<Watch>();
        watch.note_operation(self.kind, done);
    }

    fn perform(&self, who: Option<Entity>, other: Option<Entity>, world: &mut World) -> bool {
        match self.kind {
            Kind::Spawn => {
                if self.who == OBSERVED || who.is_some() {
                    return false;
                }
                let transform = Transform::from_translation(self.vector(0)).with_rotation(self.rotation(3));
                let entity = world.spawn((Slot(self.who), transform, Visibility::default())).id();
                world.resource_mut::<Cast>().set(self.who, entity);
                Watch::look_at(world, entity);
                Watch::declare(world, self, self.who);
            }
            Kind::Timestep => world
                .resource_mut::<Time<Fixed>>()
                .set_timestep(Duration::from_secs_f32(self.numbers[0].clamp(1e-3, 1.0))),
            Kind::TimeScale => world.resource_mut::<Time<Virtual>>().set_relative_speed(self.numbers[0].abs()),
            Kind::Pause => world.resource_mut::<Time<Virtual>>().pause(),
            Kind::Unpause => world.resource_mut::<Time<Virtual>>().unpause(),
            Kind::Walls => {
                let by = self.vector(0);
                world.resource_mut::<Walls>().shift(by);
            }
            Kind::OriginShift => {
                let by = self.vector(0);
                // What the plugin does not move, the app does.
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
                let Some(who) = who else { return false };
                return self.perform_on(who, other, world);
            }
        }
        true
    }

    fn perform_on(&self, who: Entity, other: Option<Entity>, world: &mut World) -> bool {
        let mut entity = world.entity_mut(who);
        match self.kind {
            Kind::Despawn => entity.despawn(),
            Kind::Disable => _ = entity.insert(Disabled),
            Kind::Enable => _ = entity.remove::<Disabled>(),
            Kind::Clone => {
                let taken = world.resource::<Cast>().get(self.other);
                if self.other == OBSERVED || taken.is_some_and(|taken| world.get_entity(taken).is_ok()) {
                    return false;
                }
                let copy = world.entity_mut(who).clone_and_spawn_with_opt_out(|builder| _ = builder.deny::<Slot>());
                let Ok(mut copied) = world.get_entity_mut(copy) else { return false };
                copied.insert(Slot(self.other));
                world.resource_mut::<Cast>().set(self.other, copy);
                Watch::look_at(world, copy);
                Watch::declare(world, self, self.other);
            }
            Kind::Reparent => {
                let Some(parent) = other.filter(|&parent| parent != who) else { return false };
                if is_below(world, parent, who) {
                    return false;
                }
                world.entity_mut(who).insert(ChildOf(parent));
            }
            Kind::Orphan => _ = entity.remove::<ChildOf>(),
            Kind::Place | Kind::Shove => {
                let Some(mut transform) = entity.get_mut::<Transform>() else { return false };
                transform.translation = self.vector(0);
                Watch::look_at(world, who);
                if self.kind == Kind::Place {
                    world.trigger(Teleported::new(who));
                }
            }
            Kind::TurnTo => {
                let rotation = self.rotation(0);
                let Some(mut transform) = entity.get_mut::<Transform>() else { return false };
                transform.rotation = rotation;
                Watch::look_at(world, who);
            }
            Kind::Scale => {
                let scale = self.vector(0);
                let Some(mut transform) = entity.get_mut::<Transform>() else { return false };
                transform.scale = scale;
                Watch::look_at(world, who);
            }
            Kind::Walk => {
                if self.flag(0) {
                    entity.insert(Walker { velocity: self.vector(0), spin: self.vector(3) });
                } else {
                    entity.remove::<Walker>();
                }
            }
            Kind::Cut => world.trigger(Cut::new(who)),
            Kind::Snap => {
                let snap = Snap::new(who);
                world.trigger(if self.flag(0) { snap.steady() } else { snap });
            }
            Kind::Kick => world.trigger(ShakeKick::new(who, self.vector(0)).with_offset(self.vector(3))),
            Kind::Insert(part) => return self.insert(part, who, other, world),
            Kind::Remove(part) => remove(part, who, world),
            Kind::Write(part) => return self.write(part, who, other, world),
            Kind::Spawn
            | Kind::Timestep
            | Kind::TimeScale
            | Kind::Pause
            | Kind::Unpause
            | Kind::OriginShift
            | Kind::Walls => {}
        }
        true
    }

    fn insert(&self, part: Part, who: Entity, other: Option<Entity>, world: &mut World) -> bool {
        let n = self.numbers;
        let mut entity = world.entity_mut(who);
        let needed = other.or(Some(who).filter(|_| self.flag(30)));
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
            Part::Range => {
                let end = if self.flag(0) { f32::INFINITY } else { n[6] };
                entity.insert(OrbitRange { pitch: [n[0], n[1]], length: [n[2], n[3]], end });
            }
            Part::Obstruction => {
                entity.insert(Obstruction {
                    margin: n[0],
                    inwards: n[6],
                    outwards: n[5],
                    hold: if self.flag(1) { n[3] } else { 0.0 },
                    patience: if self.flag(2) { n[4] } else { 0.0 },
                    on_jump: if self.flag(3) { OnJump::Spring } else { OnJump::Cut },
                    ..default()
                });
            }
            Part::LookAt => {
                let Some(target) = needed else { return false };
                let zones = self.flag(0);
                entity.insert(LookAt {
                    offset: self.vector(0) * 0.2,
                    at: 0.02 * Vec2::new(n[3], n[4]),
                    dead: if zones { Sides::both(0.02 * n[5].abs(), 0.01 * n[4].abs()) } else { Sides::default() },
                    hard: if self.flag(1) { Sides::all(0.45) } else { Sides::all(f32::INFINITY) },
                    look_ahead: if self.flag(2) { 0.05 * n[3] } else { 0.0 },
                    feed_forward: if self.flag(3) { 1.0 } else { 0.0 },
                    angular_frequency: n[6],
                    damping_ratio: n[7],
                    ..LookAt::new(target)
                });
            }
            Part::InGroup => {
                let Some(group) = needed else { return false };
                entity.insert(InGroup::new(group).with_radius(n[0]).with_weight(n[1]));
            }
            Part::Weight => {
                if !entity.contains::<InGroup>() {
                    return false;
                }
                let spring = Spring::new(n[6], n[7]).on::<GroupWeight>();
                entity.insert((spring, Target::<GroupWeight>::of(n[1])));
            }
            Part::Frame => {
                let Some(group) = needed else { return false };
                let by = match self.choice % 3 {
                    0 => FrameBy::Length,
                    1 => FrameBy::Lens,
                    _ => FrameBy::LengthThenLens { field_of_view: n[0] },
                };
                entity.insert(Frame::new(group, by).with_share(n[1]));
            }
            Part::Shows => {
                let Some(shot) = needed else { return false };
                entity.insert(Shows::new(shot).by(self.blend()));
            }
            Part::Attach => {
                let Some(leader) = needed else { return false };
                let attach = Attach::new(leader).with_offset(self.vector(0)).by(self.blend());
                entity.insert(attach.with_rotation(self.rotation(3)));
            }
            Part::Start => _ = entity.insert(StartOnTarget),
            Part::Lens => {
                let lens = PerspectiveProjection { fov: n[0], aspect_ratio: n[1], ..default() };
                entity.insert(Projection::Perspective(lens));
            }
            Part::Pace => match self.choice % 4 {
                0 | 1 => _ = entity.insert(Pace::<Translation>::of(n[0])),
                2 => _ = entity.insert((Pace::<OrbitYaw>::of(n[0]), Pace::<OrbitLength>::of(n[0]))),
                _ => _ = entity.insert((Pace::<AimYaw>::of(n[0]), Pace::<AimPitch>::of(n[0]))),
            },
            Part::Shake => _ = entity.insert(Shake { cap: n[0], ..default() }),
            Part::Held => _ = entity.insert(Held::<Translation>::default()),
        }
        true
    }

    fn write(&self, part: Part, who: Entity, other: Option<Entity>, world: &mut World) -> bool {
        let n = self.numbers;
        let mut entity = world.entity_mut(who);
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
            Part::Shows => {
                let Some(shot) = other else { return false };
                edit!(Shows, |shows| *shows = Shows::new(shot).by(self.blend()));
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
            // These are written as a whole.
            Part::Range
            | Part::Obstruction
            | Part::InGroup
            | Part::Frame
            | Part::Pace
            | Part::Shake
            | Part::Start
            | Part::Held => {
                return self.insert(part, who, other, world);
            }
        }
        true
    }
}

fn alive_slot(world: &World, who: Option<Entity>) -> Option<u8> {
    world.get::<Slot>(who?).map(|slot| slot.0)
}

fn remove(part: Part, who: Entity, world: &mut World) {
    let mut entity = world.entity_mut(who);
    match part {
        Part::Body => _ = entity.remove::<(Spring, Target, Velocity)>(),
        Part::Coast => _ = entity.remove::<(Velocity, Friction)>(),
        Part::Chase => _ = entity.remove::<Follow>(),
        Part::Turn => {
            entity.remove::<(Spring<Rotation>, Target<Rotation>, Follow<Rotation>, Velocity<Rotation>)>();
        }
        Part::Orbit => _ = entity.remove::<Orbit>(),
        Part::Input => _ = entity.remove::<OrbitInput>(),
        Part::Range => _ = entity.remove::<OrbitRange>(),
        Part::Obstruction => _ = entity.remove::<Obstruction>(),
        Part::LookAt => _ = entity.remove::<LookAt>(),
        Part::InGroup => _ = entity.remove::<InGroup>(),
        Part::Weight => _ = entity.remove::<(Spring<GroupWeight>, Target<GroupWeight>, Velocity<GroupWeight>)>(),
        Part::Frame => _ = entity.remove::<Frame>(),
        Part::Shows => _ = entity.remove::<Shows>(),
        Part::Attach => _ = entity.remove::<Attach>(),
        Part::Start => _ = entity.remove::<StartOnTarget>(),
        Part::Lens => _ = entity.remove::<Projection>(),
        Part::Pace => _ = entity.remove::<(Pace, Pace<OrbitYaw>, Pace<OrbitLength>, Pace<AimYaw>, Pace<AimPitch>)>(),
        Part::Shake => _ = entity.remove::<Shake>(),
        Part::Held => _ = entity.remove::<Held<Translation>>(),
    }
}

/// Whether `entity` has `above` among its parents.
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

/// What is still to be done in observers.
pub(crate) fn perform_observed(agenda: &mut Agenda, event: Event, entity: Entity, commands: &mut Commands) {
    for operation in agenda.take_observed(event) {
        commands.queue(move |world: &mut World| operation.apply(Some(entity), world));
    }
}
