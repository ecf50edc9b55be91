//! The frames of entities, and what tells how they move.

use alloc::vec::Vec;

use bevy::{
    ecs::{archetype::Archetype, system::SystemParam},
    math::DVec3,
    prelude::*,
};

use super::{
    Attach, Composed, LookAt, Orbit, OrbitYaw, Pose, Shows,
    frame::{Frame, Rates, Untold},
};
use crate::{
    follow::parents::Parents,
    law::Pace,
    math::camera::Placement,
    motion::{FrameClock, Held, Motion, Stepping, clock::Clock},
    property::{
        Property, Rotation, Scale, Translation, Velocity,
        disabling::{Disabling, WithDisabled},
    },
    space::quat::{from_math, vector_from_math, vector_to_math},
};

/// How fast a property's own time goes: by its pace, or, if that is invalid, by its motion; unless it is held.
pub(crate) type Paced<P> = (Option<&'static Pace<P>>, Option<&'static Motion<P>>, Has<Held<P>>);

/// How fast it goes: velocities are in the entity's own time, unless hands write them.
pub(crate) fn own_pace<P: Property>((pace, motion, is_held): (Option<&Pace<P>>, Option<&Motion<P>>, bool)) -> f64 {
    Motion::pace(motion, pace.filter(|_| !is_held))
}

/// The clocks of cameras and of what they look at.
#[derive(SystemParam)]
struct Clocks<'w> {
    cameras: Option<Res<'w, Clock<OrbitYaw>>>,
    place: Option<Res<'w, Clock<Translation>>>,
    turn: Option<Res<'w, Clock<Rotation>>>,
    size: Option<Res<'w, Clock<Scale>>>,
    game: Option<Res<'w, Time<Virtual>>>,
}

impl Clocks<'_> {
    /// How many seconds of the clocks of places, of rotations and of scales pass in a second of the cameras' clock. Cameras on the real clock
    /// move while the game is paused, and bodies do not.
    fn speeds(&self) -> [f64; 3] {
        fn speed<P: Property>(clock: Option<&Clock<P>>, game: f64) -> f64 {
            let is_real = clock.is_some_and(|clock| clock.options.stepping == Stepping::Frame(FrameClock::Real));
            if is_real { 1.0 } else { game }
        }
        let game = self.game.as_ref().map_or(1.0, |game| game.effective_speed_f64());
        let Self { cameras, place, turn, size, .. } = self;
        let cameras = speed(cameras.as_deref(), game);
        let ratio = |speed: f64| if speed == cameras || cameras == 0.0 { 1.0 } else { speed / cameras };
        [speed(place.as_deref(), game), speed(turn.as_deref(), game), speed(size.as_deref(), game)].map(ratio)
    }
}

/// Transforms, parents and velocities. A disabled entity still carries its children.
#[derive(SystemParam)]
pub(crate) struct Frames<'w, 's> {
    entities: WithDisabled<
        'w,
        's,
        (
            Option<&'static Transform>,
            Option<&'static ChildOf>,
            Option<&'static Velocity>,
            Option<&'static Velocity<Rotation>>,
            Option<&'static Velocity<Scale>>,
            (Paced<Translation>, Paced<Rotation>, Paced<Scale>),
            (Option<&'static Pose>, Has<Attach>),
            &'static Archetype,
            (Has<Orbit>, Has<LookAt>, Has<Shows>),
        ),
    >,
    disabling: Disabling<'w>,
    clocks: Clocks<'w>,
}

impl Frames<'_, '_> {
    /// How many seconds of the clock of places pass in a second of the cameras' clock.
    pub(crate) fn speed_of_places(&self) -> f64 {
        self.clocks.speeds()[0]
    }

    /// The frame that an entity's own `Transform` is in.
    pub(crate) fn parent(&self, entity: Entity) -> Frame {
        let parents: Vec<Entity> = self.above(entity).collect();
        parents.iter().rev().fold(Frame::WORLD, |frame, &parent| self.own_in(&frame, parent))
    }

    /// Its parents, from the next one on.
    pub(crate) fn above(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        Parents::above(entity, |entity| self.entities.get(entity).ok()?.1.map(ChildOf::parent))
    }

    /// What neither its own velocities nor those of a parent tell of its motion.
    pub(crate) fn untold(&self, entity: Entity) -> Untold {
        if self.above(entity).any(|parent| self.tells_place(parent) || self.looks(parent)) || self.tells_place(entity) {
            return Untold::Nothing;
        }
        if self.looks(entity) { Untold::Place(self.own(entity).placement.position) } else { Untold::All }
    }

    fn tells_place(&self, entity: Entity) -> bool {
        let found = self.entities.get(entity);
        found.is_ok_and(|(_, _, moves, turns, _, _, (_, hangs), _, (orbits, _, shows))| {
            moves.is_some() || turns.is_some() || hangs || orbits || shows
        })
    }

    fn looks(&self, entity: Entity) -> bool {
        self.entities.get(entity).is_ok_and(|(.., (_, looks, _))| looks)
    }

    /// An entity's own frame.
    pub(crate) fn own(&self, entity: Entity) -> Frame {
        self.own_in(&self.parent(entity), entity)
    }

    /// An entity's own frame as it would be without a motion of its own.
    pub(crate) fn standing(&self, entity: Entity) -> Frame {
        let transform = self.entities.get(entity).ok().and_then(|found| found.0.copied()).unwrap_or_default();
        self.parent(entity).carry(&transform, &Rates::default())
    }

    /// What this crate does not move of an entity's parents; none where a parent hangs on another entity.
    pub(crate) fn moved_by_others(&self, entity: Entity) -> Option<(Vec3, Quat, Vec3)> {
        let mut whole = Transform::IDENTITY;
        for parent in self.above(entity) {
            let Ok((transform, _, moves, turns, grows, _, (_, hangs), ..)) = self.entities.get(parent) else {
                continue;
            };
            if hangs {
                return None;
            }
            let mut part = transform.copied().unwrap_or_default();
            part.translation = if moves.is_some() { Vec3::ZERO } else { part.translation };
            part.rotation = if turns.is_some() { Quat::IDENTITY } else { part.rotation };
            part.scale = if grows.is_some() { Vec3::ONE } else { part.scale };
            whole = part * whole;
        }
        Some((whole.translation, whole.rotation, whole.scale))
    }

    /// Whether an entity is anywhere, and not switched off.
    pub(crate) fn contains(&self, entity: Entity) -> bool {
        self.entities
            .get(entity)
            .is_ok_and(|(transform, .., archetype, _)| transform.is_some() && !self.disabling.disables(archetype))
    }

    /// An entity's own frame, with the motion that its velocities tell and no pose.
    pub(crate) fn unposed(&self, entity: Entity) -> Frame {
        self.unposed_in(&self.parent(entity), entity).0
    }

    /// A camera's own frame where the picture of a shot stands in its `Transform`: it stands where others put it. None elsewhere.
    pub(crate) fn own_place(&self, entity: Entity, composed: &Composed) -> Option<Frame> {
        let found = self.entities.get(entity).ok()?.0?;
        let (translation, rotation) = composed.own_place(found);
        let own = Transform { translation, rotation, ..Transform::IDENTITY };
        let is_elsewhere = (translation, rotation) != (found.translation, found.rotation);
        is_elsewhere.then(|| self.parent(entity).carry(&own, &Rates::default()))
    }

    fn unposed_in(&self, frame: &Frame, entity: Entity) -> (Frame, Rates, Transform) {
        let Ok((transform, _, velocity, angular_velocity, growth, paces, _, archetype, _)) = self.entities.get(entity)
        else {
            return (*frame, Rates::default(), Transform::IDENTITY);
        };
        let is_off = self.disabling.disables(archetype);
        let [of_place, of_turn, of_size] = self.clocks.speeds();
        let moving =
            |rate: Option<Vec3>, pace: f64| rate.filter(|_| !is_off).map_or(DVec3::ZERO, |rate| rate.as_dvec3() * pace);
        let rates = Rates {
            velocity: moving(velocity.map(|velocity| velocity.0), of_place * own_pace(paces.0)),
            turning: moving(angular_velocity.map(|velocity| velocity.0), of_turn * own_pace(paces.1)),
            growth: moving(growth.map(|growth| growth.0), of_size * own_pace(paces.2)),
        };
        let transform = transform.copied().unwrap_or_default();
        (frame.carry(&transform, &rates), rates, transform)
    }

    fn own_in(&self, frame: &Frame, entity: Entity) -> Frame {
        let (unposed, mut rates, transform) = self.unposed_in(frame, entity);
        let Some(pose) = self.pose(entity) else { return unposed };
        let Placement { orientation, angular_velocity, .. } = frame.placement;
        let turning = pose.angular_velocity.as_dvec3() - vector_from_math(angular_velocity);
        rates.turning = from_math(orientation).inverse() * turning;
        let mut own = frame.carry(&transform, &rates);
        own.placement.velocity = vector_to_math(pose.velocity.as_dvec3());
        own.placement.angular_velocity = vector_to_math(pose.angular_velocity.as_dvec3());
        own
    }

    /// The pose that tells how an entity moves: of what is attached, and of cameras.
    fn pose(&self, entity: Entity) -> Option<&Pose> {
        let (_, _, moves, turns, _, _, (pose, hangs), archetype, is_camera) = self.entities.get(entity).ok()?;
        // What is still moved otherwise was attached just now.
        let is_told = is_any(is_camera) || (hangs && moves.is_none() && turns.is_none());
        pose.filter(|_| is_told && !self.disabling.disables(archetype))
    }
}

const fn is_any((orbits, looks, shows): (bool, bool, bool)) -> bool {
    orbits || looks || shows
}
