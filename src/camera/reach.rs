//! Walls as targets and limits of a boom's length.

#[cfg(feature = "serialize")]
use bevy::{
    ecs::reflect::ReflectComponent,
    reflect::{ReflectDeserialize, ReflectSerialize},
};
use bevy::{
    ecs::{
        change_detection::DetectChangesMut,
        component::Component,
        entity::Entity,
        lifecycle::Remove,
        observer::On,
        query::With,
        system::{Query, Res},
        world::DeferredWorld,
    },
    math::{Dir3, Ray3d, Vec3},
    reflect::Reflect,
};

use super::{
    Composed, FreeLength, Obstruction, OnJump, OrbitInput, OrbitLength, OrbitRange,
    ends::{ends, within, zoomed},
    frame::{Frame, Frames},
    orbit::Moving,
};
use crate::{
    follow::Target,
    law::{Limits, Spring},
    math::{
        camera::{Plane, Polar},
        rotation::Vector3,
    },
    motion::{Motion, clock::Clock},
    space::{Space, quat},
};

/// A wall that is met at less than this slope, tangent of its angle to the ray's normal, does not jump.
const STEEPEST: f64 = 4.0;

/// What the plugin remembers of a boom with an [`Obstruction`]: the length that the input asks for, and the walls found last.
///
/// The plugin inserts it with [`Obstruction`]. Its fields are private, as those of [`Motion`](crate::Motion): for a rollback, keep a clone
/// and put it back with everything else. With the feature `serialize` it is saved in scenes; if it is not saved, the length asked for is
/// that of the target that is loaded.
#[derive(Component, Clone, Debug, Default, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(opaque)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(remote = "Self"),
    reflect(Component, Serialize, Deserialize)
)]
pub struct Reach {
    /// The length that hands want. Unit: m. None before it is known.
    pub(crate) wanted: Option<f32>,
    /// That jumped since the last tick.
    pub(crate) wanted_jumped: bool,
    /// The wall that the boom meets, if its normal is known.
    plane: Option<Plane>,
    /// The boom keeps to that wall between ticks, too.
    keeps: bool,
    /// The free length found last. Unit: m.
    found: Option<f64>,
    /// How long the boom may be as it was last let, a margin before the wall. Unit: m.
    allowed: Option<f64>,
    /// For how long (s) the wall has been elsewhere than that, and whether further out.
    waiting: Option<(f64, bool)>,
    /// What is to be written after the tick, because it jumps.
    #[cfg_attr(feature = "serialize", serde(skip))]
    jump: Option<(Target<OrbitLength>, Limits<OrbitLength>)>,
    /// The boom's own spring, and what was written in its place.
    spring: Option<(Spring<OrbitLength>, Spring<OrbitLength>)>,
    /// A wall was the last to change the length that is wanted, and not hands.
    by_wall: bool,
}

#[cfg(feature = "serialize")]
crate::saved::validated!(Reach);

/// A boom's end, in the world.
struct Boom {
    pivot: Vector3,
    velocity: Vector3,
    direction: Vector3,
    turning: Vector3,
}

impl Boom {
    fn of(frame: &Frame, boom: &Polar, rate: &Polar) -> Self {
        let placement = &frame.placement;
        let direction = placement.orientation.rotate(boom.direction());
        let turning = placement.orientation.rotate(boom.direction_rate(rate));
        Self {
            pivot: placement.position,
            velocity: placement.velocity,
            direction,
            turning: turning + placement.angular_velocity.cross(direction),
        }
    }

    /// How much the free length may change in `h` seconds without a jump (m).
    fn most_change(&self, length: f64, margin: f64, h: f64) -> f64 {
        margin + STEEPEST * h * (self.velocity.length() + length * self.turning.length())
    }
}

/// Writes the rays that are to be cast.
pub(crate) fn write_rays(mut booms: Query<(Entity, Moving, &mut Obstruction, &Reach), With<Composed>>, frames: Frames) {
    for (entity, (orbit, yaw, pitch, length), mut obstruction, reach) in &mut booms {
        let boom = Polar { yaw: orbit.yaw.into(), pitch: orbit.pitch.into(), length: orbit.length.into() };
        let rate = Polar { yaw: yaw.0.into(), pitch: pitch.0.into(), length: length.0.into() };
        let frame = frames.parent(entity);
        if !frame.has_room() {
            continue;
        }
        let Boom { pivot, direction, .. } = Boom::of(&frame, &boom, &rate);
        let narrow = |vector| quat::vector_from_math(vector).as_vec3();
        let Ok(direction) = Dir3::new(narrow(direction)) else { continue };
        let ray = Ray3d { origin: narrow(pivot), direction };
        let furthest = reach.wanted.unwrap_or(orbit.length) + obstruction.margin.max(0.0);
        if obstruction.ray != ray || obstruction.reach != furthest {
            (obstruction.ray, obstruction.reach) = (ray, furthest);
        }
    }
}

type Obstructed = (
    Entity,
    Moving,
    (&'static Obstruction, &'static mut Reach),
    (&'static OrbitInput, &'static OrbitRange),
    (&'static mut Target<OrbitLength>, &'static mut Limits<OrbitLength>, &'static mut Spring<OrbitLength>),
);

/// Makes targets and limits of what was found. What moves is written now, to be sampled in this tick; what jumps, after it.
pub(crate) fn reach(clock: Res<Clock<OrbitLength>>, mut booms: Query<Obstructed>, frames: Frames) {
    let h = clock.h;
    for (entity, (orbit, yaw, pitch, length), (obstruction, mut reach), (hands, range), components) in &mut booms {
        let (mut target, mut limits, mut spring) = components;
        let boom = Polar { yaw: orbit.yaw.into(), pitch: orbit.pitch.into(), length: orbit.length.into() };
        let rate = Polar { yaw: yaw.0.into(), pitch: pitch.0.into(), length: length.0.into() };
        let frame = frames.parent(entity);
        if !frame.has_room() {
            continue;
        }
        let reach = reach.bypass_change_detection();
        let known = *reach.wanted.get_or_insert(if target.value.is_finite() { target.value } else { orbit.length });
        let before = within(known, 0.0, range.length).0;
        // Out of a range that was changed it is put at once.
        reach.want(before, before != known);
        let wanted = zoomed(before, hands.zoom_rate, h, range.length);
        reach.wanted = Some(wanted);
        let boom = Boom::of(&frame, &boom, &rate);
        let hands_jumped = core::mem::take(&mut reach.wanted_jumped);
        let jumps = reach.look(obstruction, &boom, orbit.length.into(), h) || hands_jumped;
        let allowed = reach.allowed.unwrap_or(f64::INFINITY);
        reach.by_wall = allowed < wanted.into() || (reach.by_wall && !hands_jumped && wanted == before);
        let taken = reach.take_spring(*spring, obstruction);
        if !is_same(&spring, &taken) {
            *spring = taken;
        }
        let end = Space::narrow(f64::from(wanted).min(allowed).max(0.0));
        let to = (Target::of(end).tracked(), reach.limits(obstruction, allowed));
        let is_alike = limits.upper[0].is_some() == to.1.upper[0].is_some()
            && limits.soft_upper[0].is_some() == to.1.soft_upper[0].is_some()
            && limits.tracked
            && target.tracked;
        if jumps || !is_alike {
            reach.jump = Some(to);
            // Until it jumps it goes on as was assumed of it, and is not sampled.
            target.tracked = false;
        } else {
            target.set_if_neq(to.0);
            limits.set_if_neq(to.1);
        }
    }
}

impl Reach {
    /// Another length (m) is wanted; whether it is there all at once.
    pub(super) fn want(&mut self, length: f32, jumps: bool) {
        self.wanted_jumped |= jumps && self.wanted != Some(length);
        self.wanted = Some(length);
    }

    /// Puts what is remembered elsewhere, with the world.
    pub(super) fn shift(&mut self, by: Vector3) {
        if let Some(plane) = &mut self.plane {
            plane.point = plane.point + by;
        }
    }

    /// The boom is another one: hands want what that has, and nothing is known to be in its way.
    pub(super) fn forget(&mut self) {
        *self = Self { spring: self.spring, ..Self::default() };
    }

    /// Takes in what the cast has found for a boom of this length (m), after a tick of `h` seconds; whether it jumps.
    fn look(&mut self, obstruction: &Obstruction, boom: &Boom, long: f64, h: f64) -> bool {
        let FreeLength { length, normal } = obstruction.free;
        let margin = f64::from(obstruction.margin).max(0.0);
        let found = if length.is_nan() { self.found.unwrap_or(f64::INFINITY) } else { f64::from(length).max(0.0) };
        let before = self.found.replace(found);
        let is_known = self.plane.take().and_then(|plane| plane.free_length(boom.pivot, boom.direction));
        let is_wall = normal.is_finite() && normal != Vec3::ZERO && found.is_finite();
        let n = normal.as_dvec3();
        self.plane =
            is_wall.then(|| Plane { point: boom.pivot + boom.direction * found, normal: Vector3::new(n.x, n.y, n.z) });
        let stays = |known: f64| (found - known).abs() <= boom.most_change(found.min(known), margin, h);
        let jumps = match before {
            _ if is_known.is_some_and(|known| (found - known).abs() <= margin) => false,
            Some(before) if found.is_finite() && before.is_finite() => !stays(before),
            // Seen for the first time, or lost: a jump only where it matters.
            _ => true,
        };
        let (allowed, waited) = self.wait(found - margin, obstruction, h);
        let moved = self.allowed.replace(allowed).is_none_or(|last| last != allowed);
        let jumps = moved && (jumps || waited);
        // A spring that brings it back from behind the wall is left alone until it is in front of it.
        let is_brought_back = obstruction.on_jump == OnJump::Spring && long > found && (jumps || !self.keeps);
        self.keeps = self.is_believed(margin) && !is_brought_back;
        jumps
    }

    /// Whether the wall found last counts, before which the boom is to end at a margin (m).
    fn is_believed(&self, margin: f64) -> bool {
        self.found
            .is_some_and(|found| found.is_finite() && self.allowed.is_none_or(|allowed| allowed <= found - margin))
    }

    /// How long the boom may be (m) where a wall allows `free`, with patience; whether that was waited for.
    fn wait(&mut self, free: f64, obstruction: &Obstruction, h: f64) -> (f64, bool) {
        let Some(allowed) = self.allowed.filter(|&allowed| allowed != free) else {
            self.waiting = None;
            return (free, false);
        };
        let outwards = free > allowed;
        let long = f64::from(if outwards { obstruction.hold } else { obstruction.patience }).max(0.0);
        // The tick in which it is first seen begins the wait.
        let waited = self.waiting.filter(|&(_, out)| out == outwards).map_or(0.0, |(waited, _)| waited + h);
        let was_over = self.waiting.is_some_and(|(before, out)| out == outwards && before >= long);
        self.waiting = Some((waited, outwards));
        if waited >= long { (free, long > 0.0 && !was_over) } else { (allowed, false) }
    }

    /// The spring to be on: the boom's own one where hands have the length, unless somebody wrote another one.
    fn take_spring(&mut self, found: Spring<OrbitLength>, obstruction: &Obstruction) -> Spring<OrbitLength> {
        let own = self.spring.filter(|(_, written)| is_same(written, &found)).map_or(found, |(own, _)| own);
        let taken = if self.by_wall { Spring::critical(obstruction.outwards).on() } else { own };
        self.spring = Some((own, taken));
        taken
    }

    /// What stops the boom, which a wall allows to be so long (m).
    fn limits(&self, obstruction: &Obstruction, allowed: f64) -> Limits<OrbitLength> {
        // A wall that is not believed yet does not stop it.
        let is_believed = self.is_believed(f64::from(obstruction.margin).max(0.0));
        let upper = self.found.filter(|_| is_believed).map(Space::narrow);
        Limits {
            lower: [Some(0.0), None, None, None],
            soft_upper: [allowed.is_finite().then(|| Space::narrow(allowed.max(0.0))), None, None, None],
            upper: [upper, None, None, None],
            angular_frequency: obstruction.inwards,
            damping_ratio: 1.0,
            feed_forward: 1.0,
            returns: obstruction.on_jump == OnJump::Spring,
            tracked: true,
            ..Default::default()
        }
    }

    /// How far (m), and how fast (m/s) further, a boom may reach before the wall that it keeps to.
    pub(crate) fn room(&self, frame: &Frame, boom: &Polar, rate: &Polar) -> Option<(f64, f64)> {
        let plane = self.plane.as_ref().filter(|_| self.keeps)?;
        let Boom { pivot, velocity, direction, turning } = Boom::of(frame, boom, rate);
        let length = plane.free_length(pivot, direction)?;
        Some((length, plane.free_length_rate(pivot, direction, velocity, turning)?))
    }
}

/// By bits: what is not a number is the same, too, or it would be taken for another spring than the one that was written.
fn is_same(one: &Spring<OrbitLength>, other: &Spring<OrbitLength>) -> bool {
    let bits = |spring: &Spring<OrbitLength>| [spring.angular_frequency, spring.damping_ratio].map(f32::to_bits);
    bits(one) == bits(other)
}

type Jumping = (
    &'static mut Reach,
    &'static mut Target<OrbitLength>,
    &'static mut Limits<OrbitLength>,
    &'static mut Motion<OrbitLength>,
);

/// Writes what jumps, from this tick on.
pub(crate) fn jump(mut booms: Query<Jumping>) {
    for (mut reach, mut target, mut limits, mut motion) in &mut booms {
        let Some((goal, bounds)) = reach.bypass_change_detection().jump.take() else { continue };
        (*target, *limits) = (goal, bounds);
        motion.bypass_change_detection().0.forget_samples();
    }
}

/// Observer: no walls any more. Hands have the length again.
pub(crate) fn forget_walls(removed: On<Remove, Obstruction>, mut world: DeferredWorld) {
    let entity = removed.entity;
    let Some(mut reach) = world.get_mut::<Reach>(entity) else { return };
    let Reach { wanted, spring, .. } = core::mem::take(&mut *reach);
    let range = world.get::<OrbitRange>(entity).copied();
    if let (Some(wanted), Some(mut target)) = (wanted, world.get_mut::<Target<OrbitLength>>(entity)) {
        *target = Target::of(wanted);
    }
    if let (Some((known, _)), Some(mut spring)) = (spring, world.get_mut::<Spring<OrbitLength>>(entity)) {
        *spring = known;
    }
    if let (Some(range), Some(mut limits)) = (range, world.get_mut::<Limits<OrbitLength>>(entity)) {
        *limits = ends(range.length, range.end);
    }
    world.commands().entity(entity).try_remove::<Reach>();
}
