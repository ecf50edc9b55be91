//! Cameras that show shots: what is shown is the live shot, plus what is left of the last change.

use alloc::vec::Vec;

use bevy::{
    ecs::{component::ComponentIdFor, entity::EntityHashSet, world::DeferredWorld},
    prelude::*,
};

use super::{
    blending::{Blending, Mount, Seen, Wanted},
    samples::Instant,
    transition::{Subject, View},
};
use crate::{
    camera::{
        Attach, Composed, Cut, LookAt, Obstruction, Orbit, OrbitYaw, Pose, Reach, Shows, Sight, frames::Frames,
        order::Order, own::Own,
    },
    engine::Removed,
    events::{OriginShift, Teleported},
    math::camera::{Lens, Placement},
    motion::{Presentation, clock::Clock},
    property::{Translation, disabling::WithDisabled},
    space::{Tangent, quat},
    warning::Warnings,
};

/// Whether a camera is to show another shot than it does. Drawn late, that waits for the next drawn instant.
pub(crate) fn is_shot_changed(clock: Res<Clock<OrbitYaw>>, cameras: Query<(&Shows, &Blending)>) -> bool {
    clock.presentation != Presentation::Delayed
        && cameras.iter().any(|(shows, blending)| blending.shot != Some(shows.shot))
}

/// A tick of `Clock::h` has passed.
pub(crate) fn pass(clock: Res<Clock<OrbitYaw>>, mut cameras: Query<&mut Blending>) {
    for mut blending in &mut cameras {
        blending.pass(clock.h);
    }
}

/// What a shot may have.
pub(crate) type Shot = (
    Option<&'static Composed>,
    Option<&'static Projection>,
    (Has<Orbit>, Option<(&'static LookAt, &'static Sight)>),
    Option<&'static Transform>,
);

pub(crate) type Showing<'w, 's> = Query<'w, 's, (NameOrEntity, &'static Shows, &'static mut Blending)>;

pub(crate) type Shown = (&'static mut Composed, Option<&'static mut Projection>);

/// What a camera shows, and where it would be by itself.
pub(crate) struct Showed {
    camera: Entity,
    view: View,
    own_place: Option<(Vec3, Quat)>,
}

/// Finds what these cameras show.
pub(crate) fn show(
    level: &[Entity],
    order: &Order,
    instant: &Instant,
    cameras: &mut Showing,
    shots: &Query<Shot>,
    frames: &Frames,
    due: &EntityHashSet,
    warnings: &Warnings,
) -> Vec<Showed> {
    let mut shown = Vec::new();
    for &camera in level {
        let Ok((name, shows, mut blending)) = cameras.get_mut(camera) else { continue };
        let manner = shows.blend.manner();
        let wanted = Wanted { shot: shows.shot, mount: Mount::default(), manner: manner.ok() };
        let own_place = shots.get(camera).ok().and_then(|(composed, .., found)| Some(composed?.own_place(found?)));
        // An entity that is about to be put on its target is not there yet.
        let is_awaited = blending.shot != Some(shows.shot)
            && core::iter::once(shows.shot).chain(frames.above(shows.shot)).any(|entity| due.contains(&entity));
        let (is_ring, is_swapped) = (order.ring.contains(&camera), order.swapped.contains(&camera));
        let look = |entity: Entity, _: &Mount| {
            let is_unknown = entity != camera && (is_ring || (is_swapped && entity != shows.shot));
            if is_unknown || (is_awaited && entity == shows.shot) {
                return None;
            }
            let mut seen = sight(entity, entity == camera, instant, shots, frames)?;
            // A shot without a lens leaves the camera its own.
            seen.view.lens = seen.view.lens.or_else(|| lens(camera, true, shots));
            Some(seen)
        };
        // Not from where it has never been drawn.
        let own = shots.get(camera).ok().and_then(|shot| shot.0?.written);
        let own = own.and_then(|_| look(camera, &wanted.mount)).map(|sight| sight.view);
        if let Some(view) = blending.step(instant, &wanted, own, look) {
            shown.push(Showed { camera, view, own_place });
        }
        if !is_awaited && !instant.is_ahead && blending.is_refused_anew(&wanted) {
            match manner {
                Err(frequency) => warnings.warn(name.entity, ("Shows::blend", ""), format_args!(
                    "{name}: Shows::blend has an angular frequency of {frequency}, it must be > 0 and finite; the shot stays"
                )),
                Ok(_) if is_ring && shows.shot != camera => warnings.warn(name.entity, ("Shows::shot", "itself"), format_args!(
                    "{name}: it shows {}, whose place depends on this camera's own; its last pose is kept: show a shot that \
                     does not depend on it",
                    shows.shot
                )),
                Ok(_) => warnings.warn(name.entity, ("Shows::shot", ""), format_args!(
                    "{name}: it shows {}, which has no finite Transform, or whose axes are flat or mirrored; the last pose stands",
                    shows.shot
                )),
            }
        }
    }
    shown
}

/// Puts cameras where they show what they show, and gives them the lens of that.
pub(crate) fn draw(shown: Vec<Showed>, cameras: &mut Query<Shown>) {
    for Showed { camera, view, own_place } in shown {
        let Ok((mut composed, projection)) = cameras.get_mut(camera) else { continue };
        composed.placement = Some(view.placement);
        composed.is_placed = true;
        if let Some(own_place) = own_place {
            composed.own.place = Some(own_place);
        }
        if let (Some(projection), Some((lens, _))) = (projection, view.lens) {
            draw_through(projection, lens, &mut composed.own);
        }
    }
}

/// Gives a camera a lens of this `ln T`.
fn draw_through(mut projection: Mut<Projection>, lens: f64, own: &mut Own) {
    let field_of_view = <f32 as Tangent>::narrow(Lens::of_height(libm::exp(lens), 1.0).field_of_view);
    let Projection::Perspective(perspective) = projection.bypass_change_detection() else { return };
    if field_of_view.is_nan() || field_of_view <= 0.0 {
        return;
    }
    let found = core::mem::replace(&mut perspective.fov, field_of_view);
    // A lens that is drawn as before was only uncovered for its spring.
    if own.cover_lens(found, field_of_view) && field_of_view != found {
        projection.set_changed();
    }
}

/// What an entity sees. Returns `None` if it has no place. A camera that shows itself is in its own place.
fn sight(entity: Entity, shows_itself: bool, instant: &Instant, shots: &Query<Shot>, frames: &Frames) -> Option<Seen> {
    let (known, _, (is_orbit, look), transform) = shots.get(entity).ok()?;
    let is_view = is_orbit || look.is_some();
    let composed = known.and_then(|known| if is_view { known.own_view } else { known.placement });
    let placement = composed.or_else(|| {
        let own = known.filter(|_| shows_itself).and_then(|known| frames.own_place(entity, known));
        let frame = own.or_else(|| transform.map(|_| frames.own(entity)))?;
        frame.has_room().then_some(frame.placement)
    })?;
    let subject = match look {
        Some((look, sight)) if frames.contains(look.target) => {
            let offset = Placement { position: quat::vector_to_math(look.offset.as_dvec3()), ..Placement::REST };
            let mut point = frames.own(look.target).placement.carry(&offset);
            if let Some((place, velocity)) = sight.found(look) {
                // What moves in ticks stands between them, and is taken to go on.
                point.position = place + velocity * (instant.after + instant.coming);
                point.velocity = velocity;
            }
            Some((Some(look.target), look.offset, point))
        }
        _ => is_orbit.then(|| (frames.above(entity).next(), Vec3::ZERO, frames.parent(entity).placement)),
    };
    let subject = subject.map(|(entity, offset, point)| Subject {
        entity,
        offset,
        place: point.position,
        velocity: point.velocity,
    });
    let lens = lens(entity, is_view || shows_itself, shots);
    Some(Seen { view: View { placement, subject, lens }, untold: frames.untold(entity) })
}

/// `ln T` of an entity's lens, and its rate (1/s): of its own lens, or of what is drawn of what it shows; none without a perspective.
fn lens(entity: Entity, own: bool, shots: &Query<Shot>) -> Option<(f64, f64)> {
    let (composed, projection, ..) = shots.get(entity).ok()?;
    let Projection::Perspective(perspective) = projection? else { return None };
    let field_of_view = match composed {
        Some(composed) if own => composed.own.lens(perspective.fov),
        Some(composed) => composed.own.drawn_lens(perspective.fov),
        None => perspective.fov,
    };
    let lens = Lens { field_of_view: field_of_view.into(), aspect: 1.0, rate: 0.0 };
    Some((libm::log(lens.height()), 0.0)).filter(|(lens, _)| lens.is_finite())
}

/// What cameras remember of the world.
type Remembering = (
    Option<&'static mut Blending>,
    Option<&'static mut Sight>,
    (Option<&'static mut Reach>, Option<&'static mut Obstruction>, Option<&'static mut Pose>),
    &'static mut Composed,
    Has<ChildOf>,
);

/// Observer: what cameras remember of the world is put elsewhere with it.
pub(crate) fn shift(shift: On<OriginShift<Translation>>, mut cameras: WithDisabled<Remembering>) {
    if !shift.by.is_finite() {
        return;
    }
    let by = quat::vector_to_math(shift.by.widen());
    for (blending, sight, (reach, mut obstruction, mut pose), mut composed, has_parent) in &mut *cameras {
        if let Some(mut blending) = blending {
            blending.shift(by);
        }
        if let Some(mut sight) = sight {
            sight.bypass_change_detection().shift(by);
        }
        if let Some(mut reach) = reach {
            reach.bypass_change_detection().shift(by);
        }
        // What is read of them before they are written again is shifted, too.
        let shown = [
            obstruction.as_mut().map(|obstruction| &mut obstruction.bypass_change_detection().ray.origin),
            pose.as_mut().map(|pose| &mut pose.bypass_change_detection().position),
        ];
        for position in shown.into_iter().flatten() {
            let shifted = *position + shift.by;
            if shifted.is_finite() {
                *position = shifted;
            }
        }
        let composed = composed.bypass_change_detection();
        composed.is_shifted = true;
        for placement in [&mut composed.placement, &mut composed.own_view].into_iter().flatten() {
            placement.position = placement.position + by;
        }
        if !has_parent {
            composed.own.shift(by);
        }
    }
}

/// Reaction: a camera is enabled again. It continues from what it showed, for which no time has passed, to its shot.
pub(crate) fn enabled(mut world: DeferredWorld, camera: Entity) {
    let Some(instant) = world.get_resource::<Clock<OrbitYaw>>().map(|clock| clock.acts_at(None)) else { return };
    if world.get::<Composed>(camera).is_none() {
        return;
    }
    if let Some(mut blending) = world.get_mut::<Blending>(camera) {
        blending.switch_on(instant);
    }
    if let Some(mut sight) = world.get_mut::<Sight>(camera) {
        sight.bypass_change_detection().forget();
    }
}

/// Observer: a camera that neither shows anything nor is attached to anything any more is moved by its own components, or by other systems.
pub(crate) fn taken_off(
    removed: Removed<(Shows, Attach)>,
    (shows, attach): (ComponentIdFor<Shows>, ComponentIdFor<Attach>),
    mut cameras: WithDisabled<(&'static mut Composed, &'static mut Blending)>,
) {
    let Ok((mut composed, mut blending)) = cameras.get_mut(removed.entity) else { return };
    // The removed components are still there.
    let keeps = |component| removed.trigger().new_archetype.is_some_and(|left| left.contains(component));
    if !keeps(shows.get()) && !keeps(attach.get()) {
        (composed.placement, composed.written, composed.is_placed) = (None, None, false);
        *blending = Blending::default();
    }
}

/// What shows something, or is attached to something.
type Blended = Or<(With<Shows>, With<Attach>)>;

/// Observer: the camera is where it belongs at once.
pub(crate) fn cut_blend(cut: On<Cut>, mut cameras: WithDisabled<&mut Blending, Blended>) {
    if let Ok(mut blending) = cameras.get_mut(cut.entity) {
        blending.cut = true;
    }
}

/// Observer: a shot that is put elsewhere, or whose parent is, has not gone there at some speed; nor has what it is about.
pub(crate) fn teleported(
    teleported: On<Teleported<Translation>>,
    frames: Frames,
    mut cameras: WithDisabled<&mut Blending>,
) {
    let goes =
        |entity: Entity| core::iter::once(entity).chain(frames.above(entity)).any(|entity| entity == teleported.entity);
    for mut blending in &mut *cameras {
        if blending.shot.is_some_and(goes) {
            blending.forget_samples();
        }
        if blending.subject().is_some_and(goes) {
            blending.subject_jumps = true;
        }
    }
}
