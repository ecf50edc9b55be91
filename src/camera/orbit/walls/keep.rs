//! Booms before walls: the rays to cast along, and what casts find, written as targets and limits of the length.

use bevy::{ecs::world::DeferredWorld, prelude::*};

use super::{
    cast::{Boom, Ray},
    reach::{Coming, Reach, View, is_same, length_within, margin_of},
};
use crate::{
    camera::{
        Composed, Obstruction, Orbit, OrbitInput, OrbitLength, OrbitPitch, OrbitRange, OrbitYaw, Sight,
        frames::Frames,
        orbit::{
            Moving,
            ends::{lengths, within, zoomed},
        },
    },
    engine::Removed,
    follow::Target,
    law::{Limits, Spring},
    math::camera::Polar,
    motion::{
        Motion, PresentAs, Presentation, Resting,
        camera::{forget_samples, lead_bounds},
        clock::Clock,
    },
    property::Velocity,
    space::{Space, quat},
};

/// Yaw, pitch and length of a boom, and their rates.
fn polar((orbit, yaw, pitch, length): (&Orbit, f32, f32, f32)) -> (Polar, Polar) {
    (
        Polar { yaw: orbit.yaw.into(), pitch: orbit.pitch.into(), length: orbit.length.into() },
        Polar { yaw: yaw.into(), pitch: pitch.into(), length: length.into() },
    )
}

/// The ray that users cast along; `None` where no f32 holds it.
fn ray_of(Ray { pivot, direction }: Ray) -> Option<Ray3d> {
    let narrow = |vector| quat::vector_from_math(vector).as_vec3();
    Some(Ray3d { origin: narrow(pivot), direction: Dir3::new(narrow(direction)).ok()? })
}

type Casting = (Entity, Moving, &'static mut Obstruction, &'static mut Reach, &'static Composed);

/// Writes the rays that are to be cast. What was cast along the last ones is taken in before.
pub(crate) fn write_rays(mut booms: Query<Casting>, frames: Frames) {
    for (entity, (orbit, yaw, pitch, length), mut obstruction, mut reach, composed) in &mut booms {
        let frame = frames.parent(entity);
        if !frame.has_room() {
            continue;
        }
        let (boom, rate) = polar((orbit, yaw.0, pitch.0, length.0));
        let Boom { ray, .. } = Boom::of(&frame, &boom, &rate);
        let Some(shown) = ray_of(ray) else { continue };
        let reach = reach.bypass_change_detection();
        reach.is_outdated = false;
        if reach.view == View::New {
            reach.view = if composed.written.is_some() { View::Cast } else { View::Begun };
        }
        reach.along.get_or_insert(ray);
        reach.take(&obstruction, obstruction.last_changed(), false);
        reach.along = Some(ray);
        if reach.view == View::Ahead {
            // What was cast until now is of the view before.
            (reach.view, reach.is_fresh) = (View::Begun, false);
        }
        // The change marks of this component are those of user code: they tell that something was cast.
        let obstruction = obstruction.bypass_change_detection();
        obstruction.ray = shown;
        // A boom that is shortening has to see walls up to its present length.
        obstruction.reach = reach.wanted.unwrap_or(0.0).max(orbit.length) + obstruction.margin.max(0.0);
    }
}

/// Writes the first rays, for what is cast before anything has moved.
pub(crate) fn write_first_rays(mut booms: Query<Casting>, frames: Frames) {
    for (entity, (orbit, ..), mut obstruction, mut reach, _) in &mut booms {
        let frame = frames.parent(entity);
        let (boom, rate) = polar((orbit, 0.0, 0.0, 0.0));
        let Boom { ray, .. } = Boom::of(&frame, &boom, &rate);
        let Some(shown) = ray_of(ray).filter(|_| frame.has_room()) else { continue };
        let obstruction = obstruction.bypass_change_detection();
        obstruction.ray = shown;
        obstruction.reach = orbit.length + obstruction.margin.max(0.0);
        // A free length that was spawned with the boom is that of the boom where it begins.
        if obstruction.free.length == f32::INFINITY {
            reach.bypass_change_detection().along = Some(ray);
        }
    }
}

type Obstructed = (
    (Entity, Option<&'static PresentAs<OrbitLength>>),
    Moving,
    (Ref<'static, Obstruction>, &'static mut Reach),
    (Option<&'static OrbitInput>, Option<&'static OrbitRange>),
    (&'static mut Target<OrbitLength>, &'static mut Limits<OrbitLength>, &'static mut Motion<OrbitLength>),
    &'static mut Spring<OrbitLength>,
);

/// Makes targets and limits of what was found, to be sampled in this tick unless they jump.
pub(crate) fn reach(clock: Res<Clock<OrbitLength>>, mut booms: Query<Obstructed>, frames: Frames) {
    let h = clock.h;
    for (
        (entity, presented),
        moving,
        (obstruction, mut reach),
        (hands, range),
        (mut target, mut limits, motion),
        mut spring,
    ) in &mut booms
    {
        let (orbit, yaw, pitch, length) = moving;
        let (hands, range) = (hands.copied().unwrap_or_default(), range.copied().unwrap_or(OrbitRange::OPEN));
        let frame = frames.parent(entity);
        if !frame.has_room() {
            continue;
        }
        let (boom, rate) = polar((orbit, yaw.0, pitch.0, length.0));
        let boom = Boom::of(&frame, &boom, &rate);
        let reach = reach.bypass_change_detection();
        let known = reach.wanted_or(&target, orbit);
        let before = within(known, 0.0, range.length).0;
        // Out of a range that was changed it is put at once.
        reach.want(before, before != known);
        let wanted = zoomed(before, f64::from(hands.zoom_rate) * h, range.length);
        reach.wanted = Some(wanted);
        reach.take(&obstruction, obstruction.last_changed(), true);
        let is_first = reach.begin_view();
        let hands_jumped = core::mem::take(&mut reach.wanted_jumped);
        let last = reach.found;
        let jumps = reach.look(&obstruction, &boom, orbit.length.into(), is_first, h) || hands_jumped;
        let allowed = reach.allowed.unwrap_or(f64::INFINITY);
        reach.by_wall = allowed < wanted.into() || (reach.by_wall && !hands_jumped && wanted == before);
        let taken = reach.take_spring(*spring, &obstruction);
        if !is_same(&spring, &taken) {
            *spring = taken;
        }
        let margin = margin_of(&obstruction);
        // What the boom cannot come to in a tick does not stop it: the path of a wall that is far away, or met at a grazing angle, is no line.
        let nearby = f64::from(wanted).max(f64::from(orbit.length) + f64::from(length.0).max(0.0) * h) + margin;
        let end = length_within(wanted, allowed);
        let ahead = reach.ahead(&boom, last.filter(|_| !jumps), h);
        let closer = (reach.found.unwrap_or(f64::INFINITY) - ahead).max(0.0);
        let (to, bounds) = (Target::of(end).tracked(), reach.limits(&obstruction, nearby, closer));
        let wanted_then = zoomed(wanted, f64::from(hands.zoom_rate) * h, range.length);
        reach.coming = reach.coming((ahead, nearby, margin), (end, wanted_then), h);
        let is_alike = limits.upper[0].is_some() == bounds.upper[0].is_some()
            && limits.soft_upper[0].is_some() == bounds.soft_upper[0].is_some()
            && limits.tracked
            && target.tracked;
        if jumps || is_first || !is_alike {
            // What is drawn keeps to a wall that jumps until that is adopted.
            reach.is_newer = jumps || is_first;
            reach.put = is_first.then_some(end);
            jump(to, bounds, (target, limits, motion));
        } else {
            target.set_if_neq(to);
            limits.set_if_neq(bounds);
            let outwards = f64::from(obstruction.outwards) * (f64::from(end) - f64::from(orbit.length)).max(0.0) * h;
            // What is drawn late is drawn as it was corrected.
            let is_live = clock.presentation_of(presented) == Presentation::Live;
            let is_stopped = is_live && allowed < wanted.into() && outwards.is_finite();
            reach.most = is_stopped.then(|| Space::narrow(f64::from(orbit.length) + outwards + LEAST_STEP));
        }
    }
}

/// A step that nobody sees. Unit: m.
const LEAST_STEP: f64 = 1e-3;

/// Teleports the target and the limits.
fn jump(
    to: Target<OrbitLength>,
    bounds: Limits<OrbitLength>,
    (mut target, mut limits, mut motion): (
        Mut<Target<OrbitLength>>,
        Mut<Limits<OrbitLength>>,
        Mut<Motion<OrbitLength>>,
    ),
) {
    (*target, *limits) = (to, bounds);
    forget_samples(&mut motion.bypass_change_detection().0);
}

/// The length of a boom, and where it looks.
type Length = (&'static mut Orbit, &'static mut Velocity<OrbitLength>, Option<&'static mut Sight>);

/// Puts a boom at this length (m), from where it looks anew.
fn put(length: f32, (mut orbit, mut velocity, sight): (Mut<Orbit>, Mut<Velocity<OrbitLength>>, Option<Mut<Sight>>)) {
    (orbit.length, velocity.0) = (length, 0.0);
    if let Some(mut sight) = sight {
        sight.bypass_change_detection().begins = true;
    }
}

/// Puts booms at their length after they are corrected. Where a wall turned out further away than was assumed over the tick, the boom stays
/// where it was drawn: springs lengthen it.
pub(crate) fn put_booms(mut booms: Query<(&mut Reach, Length)>) {
    for (mut reach, mut length) in &mut booms {
        let reach = reach.bypass_change_detection();
        let most = reach.most.take();
        if let Some(to) = reach.put.take() {
            put(to, length);
        } else if let Some(most) = most
            && length.0.length > most
        {
            length.0.length = most;
        }
    }
}

/// Lets the bounds and the target move over the coming tick as is known of them.
pub(crate) fn lead(mut booms: Query<(&mut Reach, &mut Motion<OrbitLength>, Has<Resting<OrbitLength>>)>) {
    for (mut reach, mut motion, resting) in &mut booms {
        let Some(Coming { soft, hard, target }) = reach.bypass_change_detection().coming.take() else { continue };
        if !resting {
            lead_bounds(&mut motion.bypass_change_detection().0, [soft, hard], target);
        }
    }
}

type Kept = (
    Entity,
    (Ref<'static, Obstruction>, &'static mut Reach, Option<&'static OrbitRange>),
    (&'static Velocity<OrbitYaw>, &'static Velocity<OrbitPitch>),
    Length,
    (&'static mut Target<OrbitLength>, &'static mut Limits<OrbitLength>, &'static mut Motion<OrbitLength>),
);

/// Takes in what was cast between ticks. The first cast of a view puts the boom at its length.
pub(crate) fn keep_to_casts(mut booms: Query<Kept>, frames: Frames) {
    for (entity, (obstruction, mut reach, range), (yaw, pitch), length, wanted_of) in &mut booms {
        let (reach, range) = (reach.bypass_change_detection(), range.copied().unwrap_or(OrbitRange::OPEN));
        reach.take(&obstruction, obstruction.last_changed(), false);
        if !reach.is_fresh {
            continue;
        }
        reach.is_outdated = true;
        let frame = frames.parent(entity);
        if !(frame.has_room() && reach.begin_view()) {
            continue;
        }
        let (boom, rate) = polar((&*length.0, yaw.0, pitch.0, 0.0));
        let boom = Boom::of(&frame, &boom, &rate);
        let known = reach.wanted_or(&wanted_of.0, &length.0);
        let wanted = within(known, 0.0, range.length).0;
        reach.wanted = Some(wanted);
        reach.look(&obstruction, &boom, length.0.length.into(), true, 0.0);
        let allowed = reach.allowed.unwrap_or(f64::INFINITY);
        reach.by_wall = allowed < wanted.into();
        let end = length_within(wanted, allowed);
        let limits = reach.limits(&obstruction, f64::from(wanted) + margin_of(&obstruction), 0.0);
        jump(Target::of(end).tracked(), limits, wanted_of);
        put(end, length);
    }
}

/// Whether what is drawn does not keep to what was cast since.
pub(crate) fn is_outdated(booms: Query<&Reach>) -> bool {
    booms.iter().any(|reach| reach.is_outdated)
}

/// Observer: no walls any more. Hands have the length again.
pub(crate) fn forget_walls(removed: Removed<Obstruction>, mut world: DeferredWorld) {
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
        *limits = lengths(&range);
    }
    world.commands().entity(entity).try_remove::<Reach>();
}
