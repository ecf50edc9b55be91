//! Cameras that show shots: what is shown is the live shot, plus what is left of the last change.

use alloc::vec::Vec;

use bevy::{
    camera::Projection,
    ecs::{
        change_detection::DetectChangesMut,
        entity::Entity,
        entity_disabling::Disabled,
        hierarchy::ChildOf,
        lifecycle::Remove,
        name::NameOrEntity,
        observer::On,
        query::{Allow, Has, With},
        schedule::{IntoScheduleConfigs, ScheduleConfigs},
        system::{ParamSet, Query, Res, ScheduleSystem},
    },
    transform::components::Transform,
};
use log::warn;

use super::{
    Attach, Composed, Cut, LookAt, Orbit, OrbitYaw, Shows,
    blending::{Blending, Mount, Seen, Wanted},
    frame::Frames,
    samples::Look,
    transition::View,
};
use crate::{
    events::{OriginShift, Teleported},
    math::camera::{Lens, Placement},
    motion::clock::Clock,
    property::Translation,
    space::{Tangent, quat},
};

/// Whether a camera is to show another shot than it does.
pub(crate) fn is_shot_changed(cameras: Query<(&Shows, &Blending)>) -> bool {
    cameras.iter().any(|(shows, blending)| blending.shot() != Some(shows.shot))
}

/// A tick of `Clock::h` has passed.
pub(crate) fn pass(clock: Res<Clock<OrbitYaw>>, mut cameras: Query<&mut Blending>) {
    for mut blending in &mut cameras {
        blending.pass(clock.h);
    }
}

/// What a shot may have.
type Shot =
    (Option<&'static Composed>, Option<&'static Projection>, (Has<Orbit>, Option<&'static LookAt>), Has<Transform>);

/// A system that finds what every camera shows.
pub(crate) fn blend(when: Look) -> ScheduleConfigs<ScheduleSystem> {
    let system = move |clock: Res<Clock<OrbitYaw>>, world: ParamSet<(Showing, Query<Shown>)>| show(when, &clock, world);
    system.into_configs()
}

type Showing<'w, 's> =
    (Query<'w, 's, (NameOrEntity, &'static Shows, &'static mut Blending)>, Query<'w, 's, Shot>, Frames<'w, 's>);

type Shown = (&'static mut Composed, Option<&'static mut Projection>);

fn show(when: Look, clock: &Clock<OrbitYaw>, mut world: ParamSet<(Showing, Query<Shown>)>) {
    let after = clock.acts_at(None);
    let (mut cameras, shots, frames) = world.p0();
    let mut shown = Vec::new();
    for (name, shows, mut blending) in &mut cameras {
        let manner = shows.blend.manner();
        let wanted = Wanted { shot: shows.shot, mount: Mount::default(), manner: manner.ok() };
        let look = |entity: Entity, _: &Mount| sight(entity, &shots, &frames);
        // Not where it has never been drawn.
        let own = shots.get(name.entity).ok().and_then(|shot| shot.0?.written);
        let own = own.and_then(|_| look(name.entity, &wanted.mount)).map(|sight| sight.view);
        if let Some(view) = blending.step(when, after, &wanted, own, look) {
            shown.push((name.entity, view));
        }
        if blending.is_refused_anew(&wanted) {
            match manner {
                Err(frequency) => warn!(
                    "{name}: Shows::blend has an angular frequency of {frequency}, it must be > 0 and finite; the shot stays"
                ),
                Ok(_) => warn!(
                    "{name}: it shows {}, which has no Transform that is finite; the last pose stands",
                    shows.shot
                ),
            }
        }
    }
    let mut cameras = world.p1();
    for (entity, view) in shown {
        let Ok((mut composed, projection)) = cameras.get_mut(entity) else { continue };
        composed.placement = Some(view.placement);
        composed.is_placed = true;
        if let (Some(mut projection), Some((lens, _))) = (projection, view.lens)
            && let Projection::Perspective(perspective) = &*projection
        {
            let field_of_view = <f32 as Tangent>::narrow(Lens::of_height(libm::exp(lens), 1.0).field_of_view);
            if field_of_view != perspective.fov
                && field_of_view > 0.0
                && let Projection::Perspective(perspective) = &mut *projection
            {
                perspective.fov = field_of_view;
            }
        }
    }
}

/// What an entity sees; none where it has no place.
fn sight(entity: Entity, shots: &Query<Shot>, frames: &Frames) -> Option<Seen> {
    let (composed, projection, (is_orbit, look), is_placed) = shots.get(entity).ok()?;
    let composed = composed.and_then(|composed| composed.placement);
    let placement = match composed {
        Some(placement) => placement,
        None if is_placed => {
            let frame = frames.own(entity);
            frame.has_room().then_some(frame.placement)?
        }
        None => return None,
    };
    let subject = match look {
        Some(look) if shots.contains(look.target) => {
            let point = Placement { position: quat::vector_to_math(look.offset.as_dvec3()), ..Placement::REST };
            Some(frames.own(look.target).placement.carry(&point))
        }
        _ => is_orbit.then(|| frames.parent(entity).placement),
    };
    let subject = subject.map(|subject| (subject.position, subject.velocity));
    let lens = match projection {
        Some(Projection::Perspective(perspective)) => {
            let lens = Lens { field_of_view: perspective.fov.into(), aspect: 1.0, rate: 0.0 };
            Some((libm::log(lens.height()), 0.0)).filter(|(lens, _)| lens.is_finite())
        }
        _ => None,
    };
    let is_sampled = composed.is_none() && !frames.tells_velocity(entity);
    Some(Seen { view: View { placement, subject, lens }, is_sampled })
}

/// What cameras remember of the world.
type Remembering = (
    Option<&'static mut Blending>,
    Option<&'static mut super::Sight>,
    Option<&'static mut super::Reach>,
    &'static mut Composed,
);

/// Observer: what cameras remember of the world is put elsewhere with it.
pub(crate) fn shift(shift: On<OriginShift<Translation>>, mut cameras: Query<Remembering, Allow<Disabled>>) {
    if !shift.by.is_finite() {
        return;
    }
    let by = quat::vector_to_math(shift.by.widen());
    for (blending, sight, reach, mut composed) in &mut cameras {
        if let Some(mut blending) = blending {
            blending.shift(by);
        }
        if let Some(mut sight) = sight {
            sight.bypass_change_detection().shift(by);
        }
        if let Some(mut reach) = reach {
            reach.bypass_change_detection().shift(by);
        }
        composed.bypass_change_detection().is_shifted = true;
    }
}

/// Observer: a camera is enabled again. It goes on from what it showed, for which no time has passed, to its shot.
pub(crate) fn switched_on(
    removed: On<Remove, Disabled>,
    clock: Res<Clock<OrbitYaw>>,
    mut cameras: Query<(Option<&mut Blending>, Option<&mut super::Sight>), (With<Composed>, Allow<Disabled>)>,
) {
    let Ok((blending, sight)) = cameras.get_mut(removed.entity) else { return };
    if let Some(mut blending) = blending {
        blending.switch_on(clock.acts_at(None));
    }
    if let Some(mut sight) = sight {
        sight.bypass_change_detection().forget();
    }
}

/// Observer: what shows nothing any more, or is attached to nobody, is its own again, or whoever's it was.
pub(crate) fn taken_off(
    removed: On<Remove, (Shows, Attach)>,
    mut cameras: Query<(&mut Composed, &mut Blending, Has<Shows>, Has<Attach>), Allow<Disabled>>,
) {
    if let Ok((mut composed, mut blending, shows, hangs)) = cameras.get_mut(removed.entity)
        && !(shows && hangs)
    {
        (composed.placement, composed.written, composed.is_placed) = (None, None, false);
        *blending = Blending::default();
    }
}

/// Observer: the camera is where it belongs at once.
pub(crate) fn cut_blend(cut: On<Cut>, mut cameras: Query<&mut Blending, Allow<Disabled>>) {
    if let Ok(mut blending) = cameras.get_mut(cut.entity) {
        blending.cut();
    }
}

/// Observer: a shot that is put elsewhere, or whose parent is, has not gone there at some speed.
pub(crate) fn teleported(
    teleported: On<Teleported<Translation>>,
    parents: Query<&ChildOf>,
    mut cameras: Query<&mut Blending, Allow<Disabled>>,
) {
    for mut blending in &mut cameras {
        let Some(shot) = blending.shot() else { continue };
        if shot == teleported.entity || parents.iter_ancestors(shot).any(|parent| parent == teleported.entity) {
            blending.forget_samples();
        }
    }
}
