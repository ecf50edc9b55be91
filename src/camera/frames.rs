//! The frames of reference of entities, with their known motion.

use alloc::vec::Vec;

use bevy::{
    ecs::{archetype::Archetype, system::SystemParam},
    math::DVec3,
    prelude::*,
};

use super::{
    ActiveShot, Attach, Composed, LookAt, Orbit, OrbitYaw, Pose,
    frame::{Rates, Unreported, WorldFrame},
};
use crate::{
    hierarchy::Parents,
    law::TimeScale,
    math::camera::Placement,
    motion::{Grabbed, Motion, Stepping, clock::Clock},
    property::{
        Property, Rotation, Scale, Translation, Velocity,
        disabling::{Disabling, WithDisabled},
    },
    rail::{AtSpeed, Rail},
    space::quat::{from_math, vector_from_math, vector_to_math},
};

/// Query data for the time scale of a property: the component, the last valid scale in its motion, and whether the property is grabbed.
pub(crate) type TimeScaled<P> = (Option<&'static TimeScale<P>>, Option<&'static Motion<P>>, Has<Grabbed<P>>);

/// The factor that converts the velocity of a property to world time: its time scale, or 1 if it is grabbed.
pub(crate) fn own_time_scale<P: Property>(
    (scale, motion, is_grabbed): (Option<&TimeScale<P>>, Option<&Motion<P>>, bool),
) -> f64 {
    Motion::time_scale(motion, scale.filter(|_| !is_grabbed))
}

/// On whose clock velocities are measured.
#[derive(Clone, Copy)]
enum Observer {
    Camera,
    Game,
}

/// The clocks of cameras and of the entities that they look at.
#[derive(SystemParam)]
struct Clocks<'w> {
    cameras: Option<Res<'w, Clock<OrbitYaw>>>,
    place: Option<Res<'w, Clock<Translation>>>,
    turn: Option<Res<'w, Clock<Rotation>>>,
    size: Option<Res<'w, Clock<Scale>>>,
    game: Option<Res<'w, Time<Virtual>>>,
    /// The time of the running schedule: that of the tick, or that of the frame.
    now: Option<Res<'w, Time>>,
}

impl Clocks<'_> {
    /// The speeds of the clocks of translations, rotations and scales, relative to the cameras' clock, or to the game's. Cameras on the real
    /// clock move while the game is paused, and bodies do not.
    fn speeds(&self, observer: Observer) -> [f64; 3] {
        fn speed<P: Property>(clock: Option<&Clock<P>>, game: f64) -> f64 {
            let is_real = clock.is_some_and(|clock| clock.options.stepping == Stepping::FrameReal);
            if is_real { 1.0 } else { game }
        }
        let game = self.game.as_ref().map_or(1.0, |game| game.effective_speed_f64());
        let Self { cameras, place, turn, size, .. } = self;
        let own = match observer {
            Observer::Camera => speed(cameras.as_deref(), game),
            Observer::Game => game,
        };
        let ratio = |speed: f64| if speed == own || own == 0.0 { 1.0 } else { speed / own };
        [speed(place.as_deref(), game), speed(turn.as_deref(), game), speed(size.as_deref(), game)].map(ratio)
    }
}

/// Queries for transforms, parents and velocities. Disabled entities are included, because they still carry their children.
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
            (TimeScaled<Translation>, TimeScaled<Rotation>, TimeScaled<Scale>),
            (Option<&'static Pose>, Has<Attach>),
            &'static Archetype,
            (Has<Orbit>, Has<LookAt>, Has<ActiveShot>),
        ),
    >,
    disabling: Disabling<'w>,
    clocks: Clocks<'w>,
    rails: WithDisabled<'w, 's, &'static Rail>,
}

impl Frames<'_, '_> {
    /// The speed of the clock of translations, relative to the cameras' clock.
    pub(crate) fn translation_clock_speed(&self) -> f64 {
        self.clocks.speeds(Observer::Camera)[0]
    }

    /// The parent frame of an entity: the one that its `Transform` is relative to.
    pub(crate) fn parent(&self, entity: Entity) -> WorldFrame {
        self.parent_seen(entity, Observer::Camera, |_, _| Rates::default())
    }

    /// The parent frame of an entity on the game's clock, with the rates of what no velocity component reports.
    pub(crate) fn parent_with(
        &self,
        entity: Entity,
        unreported: impl FnMut(Entity, &Transform) -> Rates,
    ) -> WorldFrame {
        self.parent_seen(entity, Observer::Game, unreported)
    }

    fn parent_seen(
        &self,
        entity: Entity,
        observer: Observer,
        mut unreported: impl FnMut(Entity, &Transform) -> Rates,
    ) -> WorldFrame {
        let parents: Vec<Entity> = self.above(entity).collect();
        let carried = |frame: WorldFrame, &parent: &Entity| {
            let transform = self.entities.get(parent).ok().and_then(|found| found.0.copied()).unwrap_or_default();
            self.world_frame_in(&frame, parent, observer, &unreported(parent, &transform))
        };
        parents.iter().rev().fold(WorldFrame::WORLD, carried)
    }

    /// The ancestors of an entity, nearest first.
    pub(crate) fn above(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        Parents::above(entity, |entity| self.entities.get(entity).ok()?.1.map(ChildOf::parent))
    }

    /// The part of an entity's motion that is reported neither by its own components nor by those of its ancestors.
    pub(crate) fn unreported(&self, entity: Entity) -> Unreported {
        if self.above(entity).any(|parent| self.has_known_velocity(parent) || self.looks(parent))
            || self.has_known_velocity(entity)
        {
            return Unreported::Nothing;
        }
        if self.looks(entity) {
            Unreported::Place(self.world_frame(entity).placement.position)
        } else {
            Unreported::All
        }
    }

    fn has_known_velocity(&self, entity: Entity) -> bool {
        let found = self.entities.get(entity);
        found.is_ok_and(|(_, _, moves, turns, _, _, (_, is_attached), _, (orbits, _, shows))| {
            moves.is_some() || turns.is_some() || is_attached || orbits || shows
        })
    }

    fn looks(&self, entity: Entity) -> bool {
        self.entities.get(entity).is_ok_and(|(.., (_, looks, _))| looks)
    }

    /// The frame of an entity in the world, with its motion.
    pub(crate) fn world_frame(&self, entity: Entity) -> WorldFrame {
        self.world_frame_in(&self.parent(entity), entity, Observer::Camera, &Rates::default())
    }

    /// The game's time: that of the tick in a tick, otherwise that of the frame. Unit: s.
    pub(crate) fn now(&self) -> f64 {
        self.clocks.now.as_ref().map_or(0.0, |now| now.elapsed_secs_f64())
    }

    /// The frame of what an entity is attached to: that of the leader, or, if the leader is a rail, of a place on it. With the part of its
    /// motion that is not reported: how an entity moves along a rail is known.
    pub(crate) fn mount(&self, leader: Entity, on_rail: Option<&AtSpeed>) -> (WorldFrame, Unreported) {
        let (frame, unreported) = (self.world_frame(leader), self.unreported(leader));
        let Some((AtSpeed { on, speed }, rail)) = on_rail.zip(self.rails.get(leader).ok()) else {
            return (frame, unreported);
        };
        let unreported = match unreported {
            Unreported::All => Unreported::Place(frame.placement.position),
            reported => reported,
        };
        let (place, rates) = rail.frame(f64::from(on.distance), *speed, on.turns);
        (frame.carry(&place, &rates), unreported)
    }

    /// The frame of an entity in the world, as if the entity were at rest in its parent frame.
    pub(crate) fn at_rest(&self, entity: Entity) -> WorldFrame {
        let transform = self.entities.get(entity).ok().and_then(|found| found.0.copied()).unwrap_or_default();
        self.parent(entity).carry(&transform, &Rates::default())
    }

    /// The product of the transforms of an entity's ancestors, as translation, rotation and scale, without the parts that this crate moves.
    /// Returns `None` if an ancestor is attached to another entity.
    pub(crate) fn foreign_transform(&self, entity: Entity) -> Option<(Vec3, Quat, Vec3)> {
        let mut whole = Transform::IDENTITY;
        for parent in self.above(entity) {
            let Ok((transform, _, moves, turns, grows, _, (_, is_attached), ..)) = self.entities.get(parent) else {
                continue;
            };
            if is_attached {
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

    /// Whether an entity has a `Transform` and is enabled.
    pub(crate) fn contains(&self, entity: Entity) -> bool {
        self.entities
            .get(entity)
            .is_ok_and(|(transform, .., archetype, _)| transform.is_some() && !self.disabling.disables(archetype))
    }

    /// The frame of an entity in the world, with the motion that its velocity components report. Its [`Pose`] is ignored.
    pub(crate) fn unposed(&self, entity: Entity) -> WorldFrame {
        self.unposed_in(&self.parent(entity), entity, Observer::Camera, &Rates::default()).0
    }

    /// For a camera whose `Transform` holds the pose of its shot: the frame of the camera's own view, at rest where other code last put the
    /// camera. Returns `None` if the `Transform` holds the camera's own pose.
    pub(crate) fn own_place(&self, entity: Entity, composed: &Composed) -> Option<WorldFrame> {
        let found = self.entities.get(entity).ok()?.0?;
        let (translation, rotation) = composed.own_place(found);
        let own = Transform { translation, rotation, ..Transform::IDENTITY };
        let is_replaced = (translation, rotation) != (found.translation, found.rotation);
        is_replaced.then(|| self.parent(entity).carry(&own, &Rates::default()))
    }

    fn unposed_in(
        &self,
        frame: &WorldFrame,
        entity: Entity,
        observer: Observer,
        unreported: &Rates,
    ) -> (WorldFrame, Rates, Transform) {
        let Ok((transform, _, velocity, angular_velocity, growth, time_scales, _, archetype, _)) =
            self.entities.get(entity)
        else {
            return (*frame, Rates::default(), Transform::IDENTITY);
        };
        let is_disabled = self.disabling.disables(archetype);
        let [place_speed, turn_speed, size_speed] = self.clocks.speeds(observer);
        let moving = |rate: Option<Vec3>, speed: f64, unreported: DVec3| {
            rate.filter(|_| !is_disabled).map_or(unreported, |rate| rate.as_dvec3() * speed)
        };
        let [place_speed, turn_speed, size_speed] = [
            place_speed * own_time_scale(time_scales.0),
            turn_speed * own_time_scale(time_scales.1),
            size_speed * own_time_scale(time_scales.2),
        ];
        let rates = Rates {
            velocity: moving(velocity.map(|velocity| velocity.0), place_speed, unreported.velocity),
            turning: moving(angular_velocity.map(|velocity| velocity.0), turn_speed, unreported.turning),
            growth: moving(growth.map(|growth| growth.0), size_speed, unreported.growth),
        };
        let transform = transform.copied().unwrap_or_default();
        (frame.carry(&transform, &rates), rates, transform)
    }

    fn world_frame_in(&self, frame: &WorldFrame, entity: Entity, observer: Observer, unreported: &Rates) -> WorldFrame {
        let (unposed, mut rates, transform) = self.unposed_in(frame, entity, observer, unreported);
        let Some(pose) = self.pose(entity) else { return unposed };
        let Placement { orientation, angular_velocity, .. } = frame.placement;
        let turning = pose.angular_velocity.as_dvec3() - vector_from_math(angular_velocity);
        rates.turning = from_math(orientation).inverse() * turning;
        let mut own = frame.carry(&transform, &rates);
        own.placement.velocity = vector_to_math(pose.velocity.as_dvec3());
        own.placement.angular_velocity = vector_to_math(pose.angular_velocity.as_dvec3());
        own
    }

    /// The pose of a camera or an attached entity. Returns `None` for other entities, and if the pose is not up to date.
    fn pose(&self, entity: Entity) -> Option<&Pose> {
        let (_, _, moves, turns, _, _, (pose, is_attached), archetype, is_camera) = self.entities.get(entity).ok()?;
        // An attached entity that still has a velocity was attached just now, so its pose is not up to date.
        let is_current = is_any(is_camera) || (is_attached && moves.is_none() && turns.is_none());
        pose.filter(|_| is_current && !self.disabling.disables(archetype))
    }
}

const fn is_any((orbits, looks, shows): (bool, bool, bool)) -> bool {
    orbits || looks || shows
}
