//! Systems for booms in front of walls: they write the rays to cast along, and turn casts into targets and limits of the length.

use bevy::{ecs::world::DeferredWorld, prelude::*};

use super::{
    cast::{Boom, Ray},
    reach::{BoundRates, Reach, ViewPhase, clamp_length, is_same_spring, margin_of},
};
use crate::{
    camera::{
        Composed, Obstruction, Orbit, OrbitDistance, OrbitInput, OrbitPitch, OrbitRange, OrbitYaw, Sight,
        frames::Frames,
        orbit::{
            OrbitMotion,
            ends::{clamp_with_rate, distance_limits, zoomed},
        },
    },
    engine::Removed,
    follow::Target,
    law::{Limits, Spring},
    math::camera::Polar,
    motion::{
        Motion, Presentation, Resting,
        camera::{forget_samples, set_bound_rates},
        clock::Clock,
    },
    property::Velocity,
    space::{Space, quat},
};

/// The yaw, pitch and length of a boom, and their rates.
fn boom_and_rates((orbit, yaw, pitch, length): (&Orbit, f32, f32, f32)) -> (Polar, Polar) {
    (
        Polar { yaw: orbit.yaw.into(), pitch: orbit.pitch.into(), length: orbit.distance.into() },
        Polar { yaw: yaw.into(), pitch: pitch.into(), length: length.into() },
    )
}

/// The ray for user code to cast along. Returns `None` if it does not fit into f32.
fn ray_of(Ray { pivot, direction }: Ray) -> Option<Ray3d> {
    let narrow = |vector| quat::vector_from_math(vector).as_vec3();
    Some(Ray3d { origin: narrow(pivot), direction: Dir3::new(narrow(direction)).ok()? })
}

type RayQuery = (Entity, OrbitMotion, &'static mut Obstruction, &'static mut Reach, &'static Composed);

/// System: writes the rays to cast along. Casts along the previous rays are read first.
pub(crate) fn write_rays(mut booms: Query<RayQuery>, frames: Frames) {
    for (entity, (orbit, yaw, pitch, length), mut obstruction, mut reach, composed) in &mut booms {
        let frame = frames.parent(entity);
        if !frame.is_valid() {
            continue;
        }
        let (boom, rate) = boom_and_rates((orbit, yaw.0, pitch.0, length.0));
        let Boom { ray, .. } = Boom::of(&frame, &boom, &rate);
        let Some(shown) = ray_of(ray) else { continue };
        let reach = reach.bypass_change_detection();
        reach.needs_redraw = false;
        if reach.view == ViewPhase::New {
            reach.view = if composed.written.is_some() { ViewPhase::Cast } else { ViewPhase::Begun };
        }
        reach.cast_ray.get_or_insert(ray);
        reach.read_cast(&obstruction, obstruction.last_changed(), false);
        reach.cast_ray = Some(ray);
        if reach.view == ViewPhase::Expected {
            // Casts that were made up to now belong to the previous view.
            (reach.view, reach.is_pending) = (ViewPhase::Begun, false);
        }
        // The plugin does not set the change tick of this component, so a new change tick means that user code has written the result of a
        // cast.
        let obstruction = obstruction.bypass_change_detection();
        obstruction.ray = shown;
        // While the boom is being shortened, the cast has to reach the present end of the boom.
        obstruction.reach = reach.wanted.unwrap_or(0.0).max(orbit.distance) + obstruction.margin.max(0.0);
    }
}

/// System: writes the first rays after `Startup`, for casts in `PostStartup`.
pub(crate) fn write_first_rays(mut booms: Query<RayQuery>, frames: Frames) {
    for (entity, (orbit, ..), mut obstruction, mut reach, _) in &mut booms {
        let frame = frames.parent(entity);
        let (boom, rate) = boom_and_rates((orbit, 0.0, 0.0, 0.0));
        let Boom { ray, .. } = Boom::of(&frame, &boom, &rate);
        let Some(shown) = ray_of(ray).filter(|_| frame.is_valid()) else { continue };
        let obstruction = obstruction.bypass_change_detection();
        obstruction.ray = shown;
        obstruction.reach = orbit.distance + obstruction.margin.max(0.0);
        // A hit that was spawned with the boom belongs to the first ray that `write_rays` writes, so no ray is stored for it here.
        if obstruction.hit.is_none() {
            reach.bypass_change_detection().cast_ray = Some(ray);
        }
    }
}

type WallQuery = (
    (Entity, Option<&'static Presentation>),
    OrbitMotion,
    (Ref<'static, Obstruction>, &'static mut Reach),
    (Option<&'static OrbitInput>, Option<&'static OrbitRange>),
    (&'static mut Target<OrbitDistance>, &'static mut Limits<OrbitDistance>, &'static mut Motion<OrbitDistance>),
    &'static mut Spring<OrbitDistance>,
);

/// System: turns casts into targets and limits of the length. These are then sampled in this tick, unless they jump.
pub(crate) fn apply_walls(clock: Res<Clock<OrbitDistance>>, mut booms: Query<WallQuery>, frames: Frames) {
    let h = clock.h;
    for (
        (entity, presented),
        moving,
        (obstruction, mut reach),
        (input, range),
        (mut target, mut limits, motion),
        mut spring,
    ) in &mut booms
    {
        let (orbit, yaw, pitch, length) = moving;
        let (input, range) = (input.copied().unwrap_or_default(), range.copied().unwrap_or(OrbitRange::OPEN));
        let frame = frames.parent(entity);
        if !frame.is_valid() {
            continue;
        }
        let (boom, rate) = boom_and_rates((orbit, yaw.0, pitch.0, length.0));
        let boom = Boom::of(&frame, &boom, &rate);
        let reach = reach.bypass_change_detection();
        let known = reach.wanted_or_target(&target, orbit);
        let before = clamp_with_rate(known, 0.0, range.distance).0;
        // If the range was changed, the wanted length jumps into it.
        reach.set_wanted(before, before != known);
        let wanted = zoomed(before, f64::from(input.zoom_rate) * h, range.distance);
        reach.wanted = Some(wanted);
        reach.read_cast(&obstruction, obstruction.last_changed(), true);
        let is_first = reach.begin_view();
        let input_jumped = core::mem::take(&mut reach.wanted_jumped);
        let last = reach.free_length;
        let jumps = reach.apply_cast(&obstruction, &boom, orbit.distance.into(), is_first, h) || input_jumped;
        let allowed = reach.allowed.unwrap_or(f64::INFINITY);
        reach.limited_by_wall = allowed < wanted.into() || (reach.limited_by_wall && !input_jumped && wanted == before);
        let chosen = reach.choose_spring(*spring, &obstruction);
        if !is_same_spring(&spring, &chosen) {
            *spring = chosen;
        }
        let margin = margin_of(&obstruction);
        // A wall that the boom cannot reach in a tick sets no limit: if the wall is far away, or met at a grazing angle, its distance along
        // the boom does not change linearly.
        let nearby = f64::from(wanted).max(f64::from(orbit.distance) + f64::from(length.0).max(0.0) * h) + margin;
        let end = clamp_length(wanted, allowed);
        let ahead = reach.forecast_free_length(&boom, last.filter(|_| !jumps), h);
        let closer = (reach.free_length.unwrap_or(f64::INFINITY) - ahead).max(0.0);
        let (to, bounds) = (Target::of(end).tracked(), reach.limits(&obstruction, nearby, closer));
        let wanted_then = zoomed(wanted, f64::from(input.zoom_rate) * h, range.distance);
        reach.next_rates = reach.bound_rates((ahead, nearby, margin), (end, wanted_then), h);
        let upper = |limits: &Limits<OrbitDistance>| {
            let [.., soft, hard] = limits.bounds().map(|[bound, ..]| bound.is_some());
            [soft, hard]
        };
        let has_same_bounds = upper(&limits) == upper(&bounds) && limits.tracked && target.is_tracked();
        if jumps || is_first || !has_same_bounds {
            // Until the jump is adopted, the drawn boom is held in front of the wall.
            reach.is_unapplied = jumps || is_first;
            reach.start_length = is_first.then_some(end);
            teleport(to, bounds, (target, limits, motion));
        } else {
            target.set_if_neq(to);
            limits.set_if_neq(bounds);
            let outwards = f64::from(obstruction.release_angular_frequency)
                * (f64::from(end) - f64::from(orbit.distance)).max(0.0)
                * h;
            // If drawing is one tick late, the corrected length is drawn, and needs no limit.
            let is_live = clock.presentation_of(presented) == Presentation::Live;
            let is_stopped = is_live && allowed < wanted.into() && outwards.is_finite();
            reach.max_length = is_stopped.then(|| Space::narrow(f64::from(orbit.distance) + outwards + INVISIBLE_STEP));
        }
    }
}

/// The largest change of the length that is not visible. Unit: m.
const INVISIBLE_STEP: f64 = 1e-3;

/// Writes the target and the limits, and marks the change as a jump, so that it is not mistaken for motion.
fn teleport(
    to: Target<OrbitDistance>,
    bounds: Limits<OrbitDistance>,
    (mut target, mut limits, mut motion): (
        Mut<Target<OrbitDistance>>,
        Mut<Limits<OrbitDistance>>,
        Mut<Motion<OrbitDistance>>,
    ),
) {
    (*target, *limits) = (to, bounds);
    forget_samples(&mut motion.bypass_change_detection().0);
}

/// The length of a boom, its rate, and the state of a `LookAt`.
type LengthQuery = (&'static mut Orbit, &'static mut Velocity<OrbitDistance>, Option<&'static mut Sight>);

/// Sets the length (m) of a boom, which is then at rest. A `LookAt` on the camera restarts on its target.
fn place_boom(
    length: f32,
    (mut orbit, mut velocity, sight): (Mut<Orbit>, Mut<Velocity<OrbitDistance>>, Option<Mut<Sight>>),
) {
    (orbit.distance, velocity.0) = (length, 0.0);
    if let Some(mut sight) = sight {
        sight.bypass_change_detection().starts_on_target = true;
    }
}

/// System: sets the lengths of booms after the tick is corrected. At the start of a view, a boom gets the length that the first cast
/// allows. Otherwise, if a wall turned out to be farther away than the tick had assumed, the boom keeps the length that was drawn, and its
/// spring lengthens it from there.
pub(crate) fn place_booms(mut booms: Query<(&mut Reach, LengthQuery)>) {
    for (mut reach, mut length) in &mut booms {
        let reach = reach.bypass_change_detection();
        let max_length = reach.max_length.take();
        if let Some(to) = reach.start_length.take() {
            place_boom(to, length);
        } else if let Some(max_length) = max_length
            && length.0.distance > max_length
        {
            length.0.distance = max_length;
        }
    }
}

/// System: sets the rates of the bounds and of the target over the next tick to the forecast rates.
pub(crate) fn set_forecast_rates(
    mut booms: Query<(&mut Reach, &mut Motion<OrbitDistance>, Has<Resting<OrbitDistance>>)>,
) {
    for (mut reach, mut motion, resting) in &mut booms {
        let Some(BoundRates { soft, hard, target }) = reach.bypass_change_detection().next_rates.take() else {
            continue;
        };
        if !resting {
            set_bound_rates(&mut motion.bypass_change_detection().0, [soft, hard], target);
        }
    }
}

type CastQuery = (
    Entity,
    (Ref<'static, Obstruction>, &'static mut Reach, Option<&'static OrbitRange>),
    (&'static Velocity<OrbitYaw>, &'static Velocity<OrbitPitch>),
    LengthQuery,
    (&'static mut Target<OrbitDistance>, &'static mut Limits<OrbitDistance>, &'static mut Motion<OrbitDistance>),
);

/// System: reads the casts that were made between ticks. The first cast of a view sets the boom to the length that it allows.
pub(crate) fn apply_casts(mut booms: Query<CastQuery>, frames: Frames) {
    for (entity, (obstruction, mut reach, range), (yaw, pitch), length, wanted_of) in &mut booms {
        let (reach, range) = (reach.bypass_change_detection(), range.copied().unwrap_or(OrbitRange::OPEN));
        reach.read_cast(&obstruction, obstruction.last_changed(), false);
        if !reach.is_pending {
            continue;
        }
        reach.needs_redraw = true;
        let frame = frames.parent(entity);
        if !(frame.is_valid() && reach.begin_view()) {
            continue;
        }
        let (boom, rate) = boom_and_rates((&*length.0, yaw.0, pitch.0, 0.0));
        let boom = Boom::of(&frame, &boom, &rate);
        let known = reach.wanted_or_target(&wanted_of.0, &length.0);
        let wanted = clamp_with_rate(known, 0.0, range.distance).0;
        reach.wanted = Some(wanted);
        reach.apply_cast(&obstruction, &boom, length.0.distance.into(), true, 0.0);
        let allowed = reach.allowed.unwrap_or(f64::INFINITY);
        reach.limited_by_wall = allowed < wanted.into();
        let end = clamp_length(wanted, allowed);
        let limits = reach.limits(&obstruction, f64::from(wanted) + margin_of(&obstruction), 0.0);
        teleport(Target::of(end).tracked(), limits, wanted_of);
        place_boom(end, length);
    }
}

/// Run condition: a cast was read after cameras were placed, so that they have to be placed again.
pub(crate) fn needs_redraw(booms: Query<&Reach>) -> bool {
    booms.iter().any(|reach| reach.needs_redraw)
}

/// Observer: when the obstruction is removed, restores the target, spring and limits that the length has without walls.
pub(crate) fn obstruction_removed(removed: Removed<Obstruction>, mut world: DeferredWorld) {
    let entity = removed.entity;
    let Some(mut reach) = world.get_mut::<Reach>(entity) else { return };
    let Reach { wanted, springs, .. } = core::mem::take(&mut *reach);
    let range = world.get::<OrbitRange>(entity).copied().unwrap_or(OrbitRange::OPEN);
    if let (Some(wanted), Some(mut target)) = (wanted, world.get_mut::<Target<OrbitDistance>>(entity)) {
        *target = Target::of(wanted);
    }
    if let (Some((own, _)), Some(mut spring)) = (springs, world.get_mut::<Spring<OrbitDistance>>(entity)) {
        *spring = own;
    }
    if let Some(mut limits) = world.get_mut::<Limits<OrbitDistance>>(entity) {
        *limits = distance_limits(&range);
    }
    world.commands().entity(entity).try_remove::<Reach>();
}
