//! Cameras that show shots. A camera shows the view of its current shot plus an offset that decays. The offset starts as the difference
//! between the previous view and the shot's.

use alloc::vec::Vec;

use bevy::{
    ecs::{component::ComponentIdFor, entity::EntityHashSet, world::DeferredWorld},
    prelude::*,
};

use super::{
    blending::{Blending, Mount, ShotView, Wanted},
    samples::Instant,
    transition::{Subject, View},
};
use crate::{
    camera::{
        ActiveShot, Attach, Composed, LookAt, Obstruction, Orbit, OrbitYaw, Pose, Reach, Sight, frames::Frames,
        order::Order, own_view::OwnView,
    },
    engine::Removed,
    events::{Cut, OriginShift, Teleported},
    math::camera::{Lens, Placement},
    motion::{Presentation, clock::Clock},
    property::{Translation, disabling::WithDisabled},
    space::{Tangent, quat},
    warning::Warnings,
};

/// Run condition: the shot of any camera was changed. Always false if drawing is one tick late, because a change then waits for the next
/// drawn instant.
pub(crate) fn is_shot_changed(clock: Res<Clock<OrbitYaw>>, cameras: Query<(&ActiveShot, &Blending)>) -> bool {
    clock.presentation != Presentation::Delayed
        && cameras.iter().any(|(shows, blending)| blending.shot != Some(shows.shot))
}

/// System: advances the time of all blends by a tick.
pub(crate) fn advance_blends(clock: Res<Clock<OrbitYaw>>, mut cameras: Query<&mut Blending>) {
    for mut blending in &mut cameras {
        blending.pass(clock.h);
    }
}

/// The components of a shot.
pub(crate) type ShotData = (
    Option<&'static Composed>,
    Option<&'static Projection>,
    (Has<Orbit>, Option<(&'static LookAt, &'static Sight)>),
    Option<&'static Transform>,
);

pub(crate) type ShowingCameras<'w, 's> = Query<'w, 's, (NameOrEntity, &'static ActiveShot, &'static mut Blending)>;

pub(crate) type CameraOutput = (&'static mut Composed, Option<&'static mut Projection>);

/// The view that a camera shows, and its own position and rotation without a shot.
pub(crate) struct ShownView {
    camera: Entity,
    view: View,
    own_place: Option<(Vec3, Quat)>,
}

/// Computes the views that the cameras in one level of the `order` show.
pub(crate) fn find_views(
    level: &[Entity],
    order: &Order,
    instant: &Instant,
    cameras: &mut ShowingCameras,
    shots: &Query<ShotData>,
    frames: &Frames,
    due: &EntityHashSet,
    warnings: &Warnings,
) -> Vec<ShownView> {
    let mut shown = Vec::new();
    for &camera in level {
        let Ok((name, shows, mut blending)) = cameras.get_mut(camera) else { continue };
        let settings = shows.blend.settings();
        let wanted = Wanted { shot: shows.shot, mount: Mount::default(), settings: settings.ok() };
        let own_place = shots.get(camera).ok().and_then(|(composed, .., found)| Some(composed?.own_place(found?)));
        // If the shot or one of its ancestors is about to be started on its target, a change to that shot waits until then.
        let is_awaited = blending.shot != Some(shows.shot)
            && core::iter::once(shows.shot).chain(frames.above(shows.shot)).any(|entity| due.contains(&entity));
        let (is_ring, is_swapped) = (order.ring.contains(&camera), order.swapped.contains(&camera));
        let look = |entity: Entity, _: &Mount| {
            let is_unknown = entity != camera && (is_ring || (is_swapped && entity != shows.shot));
            if is_unknown || (is_awaited && entity == shows.shot) {
                return None;
            }
            let mut seen = shot_view(entity, entity == camera, instant, shots, frames)?;
            // For a shot without a lens, the camera keeps its own.
            seen.view.lens = seen.view.lens.or_else(|| lens(camera, true, shots));
            Some(seen)
        };
        // A camera that has never been drawn has no view of its own to blend from.
        let own = shots.get(camera).ok().and_then(|shot| shot.0?.written);
        let own = own.and_then(|_| look(camera, &wanted.mount)).map(|seen| seen.view);
        if let Some(view) = blending.step(instant, &wanted, own, look) {
            shown.push(ShownView { camera, view, own_place });
        }
        if !is_awaited && !instant.is_ahead && blending.should_warn(&wanted) {
            match settings {
                Err(frequency) => warnings.warn(name.entity, ("ActiveShot::blend", ""), format_args!(
                    "{name}: ActiveShot::blend has an angular frequency of {frequency}, it must be > 0 and finite; the shot does not change"
                )),
                Ok(_) if is_ring && shows.shot != camera => warnings.warn(name.entity, ("ActiveShot::shot", "itself"), format_args!(
                    "{name}: it shows {}, whose place depends on this camera's own; its last pose is kept: show a shot that \
                     does not depend on it",
                    shows.shot
                )),
                Ok(_) => warnings.warn(name.entity, ("ActiveShot::shot", ""), format_args!(
                    "{name}: it shows {}, which has no finite Transform, or is mirrored or has a scale of 0; its last pose is kept",
                    shows.shot
                )),
            }
        }
    }
    shown
}

/// Writes the views that cameras show: their placements and fields of view.
pub(crate) fn write_views(shown: Vec<ShownView>, cameras: &mut Query<CameraOutput>) {
    for ShownView { camera, view, own_place } in shown {
        let Ok((mut composed, projection)) = cameras.get_mut(camera) else { continue };
        composed.placement = Some(view.placement);
        composed.is_placed = true;
        if let Some(own_place) = own_place {
            composed.own_view.place = Some(own_place);
        }
        if let (Some(projection), Some((lens, _))) = (projection, view.lens) {
            write_lens(projection, lens, &mut composed.own_view);
        }
    }
}

/// Writes the field of view of a lens, given as `ln T` (see [`View::lens`]).
fn write_lens(mut projection: Mut<Projection>, lens: f64, own_view: &mut OwnView) {
    let field_of_view = <f32 as Tangent>::narrow(Lens::of_height(libm::exp(lens), 1.0).field_of_view);
    let Projection::Perspective(perspective) = projection.bypass_change_detection() else { return };
    if field_of_view.is_nan() || field_of_view <= 0.0 {
        return;
    }
    let found = core::mem::replace(&mut perspective.fov, field_of_view);
    // If the same value was written last time, the picture has not changed: `found` can then differ because `restore_own_lenses` has
    // restored the camera's own field of view.
    if own_view.overwrite_lens(found, field_of_view) && field_of_view != found {
        projection.set_changed();
    }
}

/// The view of an entity as a shot. Returns `None` if it has no valid frame. A camera that shows itself has its own pose, not that of a
/// shot.
fn shot_view(
    entity: Entity,
    shows_itself: bool,
    instant: &Instant,
    shots: &Query<ShotData>,
    frames: &Frames,
) -> Option<ShotView> {
    let (known, _, (is_orbit, look), transform) = shots.get(entity).ok()?;
    let is_view = is_orbit || look.is_some();
    let composed = known.and_then(|known| if is_view { known.own_placement } else { known.placement });
    let placement = composed.or_else(|| {
        let own = known.filter(|_| shows_itself).and_then(|known| frames.own_place(entity, known));
        let frame = own.or_else(|| transform.map(|_| frames.world_frame(entity)))?;
        frame.is_valid().then_some(frame.placement)
    })?;
    let subject = match look {
        Some((look, sight)) if frames.contains(look.target) => {
            let offset = Placement { position: quat::vector_to_math(look.offset.as_dvec3()), ..Placement::REST };
            let mut point = frames.world_frame(look.target).placement.carry(&offset);
            if let Some((place, velocity)) = sight.sampled_point(look) {
                // A target that moves in ticks is extrapolated between them.
                point.position = place + velocity * (instant.after + instant.extrapolation);
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
    Some(ShotView { view: View { placement, subject, lens }, unreported: frames.unreported(entity) })
}

/// `ln T` of an entity's lens and its rate, as in [`View::lens`]. The rate is always 0. If `own`, this is the entity's own lens, otherwise
/// the one written for the shot that it shows. Returns `None` if the entity has no perspective projection.
fn lens(entity: Entity, own: bool, shots: &Query<ShotData>) -> Option<(f64, f64)> {
    let (composed, projection, ..) = shots.get(entity).ok()?;
    let Projection::Perspective(perspective) = projection? else { return None };
    let field_of_view = match composed {
        Some(composed) if own => composed.own_view.lens(perspective.fov),
        Some(composed) => composed.own_view.shown_lens(perspective.fov),
        None => perspective.fov,
    };
    let lens = Lens { field_of_view: field_of_view.into(), aspect: 1.0, rate: 0.0 };
    Some((libm::log(lens.height()), 0.0)).filter(|(lens, _)| lens.is_finite())
}

/// The components of cameras that store positions in the world.
type StoredPositions = (
    Option<&'static mut Blending>,
    Option<&'static mut Sight>,
    (Option<&'static mut Reach>, Option<&'static mut Obstruction>, Option<&'static mut Pose>),
    &'static mut Composed,
    Has<ChildOf>,
);

/// Observer: the origin of the world is shifted. Shifts all positions that cameras store.
pub(crate) fn shift(shift: On<OriginShift<Translation>>, mut cameras: WithDisabled<StoredPositions>) {
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
        // The ray and the pose are shifted as well, because user code may read them before they are written again.
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
        for placement in [&mut composed.placement, &mut composed.own_placement].into_iter().flatten() {
            placement.position = placement.position + by;
        }
        if !has_parent {
            composed.own_view.shift(by);
        }
    }
}

/// Reaction: a camera is enabled again. It blends from the view that it showed last to its shot, as if no time had passed.
pub(crate) fn enabled(mut world: DeferredWorld, camera: Entity) {
    let Some(instant) = world.get_resource::<Clock<OrbitYaw>>().map(|clock| clock.acts_at(None)) else { return };
    if world.get::<Composed>(camera).is_none() {
        return;
    }
    if let Some(mut blending) = world.get_mut::<Blending>(camera) {
        blending.resume(instant);
    }
    if let Some(mut sight) = world.get_mut::<Sight>(camera) {
        sight.bypass_change_detection().forget();
    }
}

/// Observer: an `ActiveShot` or an `Attach` is removed. If the entity then has neither, resets its blend state, because its own components
/// or other systems place it from now on.
pub(crate) fn shot_or_attach_removed(
    removed: Removed<(ActiveShot, Attach)>,
    (shows, attach): (ComponentIdFor<ActiveShot>, ComponentIdFor<Attach>),
    mut cameras: WithDisabled<(&'static mut Composed, &'static mut Blending)>,
) {
    let Ok((mut composed, mut blending)) = cameras.get_mut(removed.entity) else { return };
    // The observer runs before the components are removed, so it looks at the components that remain.
    let keeps = |component| removed.trigger().new_archetype.is_some_and(|remaining| remaining.contains(component));
    if !keeps(shows.get()) && !keeps(attach.get()) {
        (composed.placement, composed.written, composed.is_placed) = (None, None, false);
        *blending = Blending::default();
    }
}

/// Filter: entities that show a shot or are attached to a leader.
type Blended = Or<(With<ActiveShot>, With<Attach>)>;

/// Observer: a camera or an attached entity is cut. Ends its blend.
pub(crate) fn cut_blend(cut: On<Cut>, mut cameras: WithDisabled<&mut Blending, Blended>) {
    if let Ok(mut blending) = cameras.get_mut(cut.entity) {
        blending.cut = true;
    }
}

/// Observer: an entity was teleported. If a shot or its subject is that entity or a descendant of it, the jump is not mistaken for motion.
pub(crate) fn teleported(
    teleported: On<Teleported<Translation>>,
    frames: Frames,
    mut cameras: WithDisabled<&mut Blending>,
) {
    let is_teleported =
        |entity: Entity| core::iter::once(entity).chain(frames.above(entity)).any(|entity| entity == teleported.entity);
    for mut blending in &mut *cameras {
        if blending.shot.is_some_and(is_teleported) {
            blending.forget_samples();
        }
        if blending.subject().is_some_and(is_teleported) {
            blending.subject_teleported = true;
        }
    }
}
