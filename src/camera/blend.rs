//! Cameras that show shots: what is shown is the live shot, plus what is left of the last change.

use alloc::vec::Vec;

use bevy::{
    camera::Projection,
    ecs::{
        change_detection::DetectChangesMut,
        component::Component,
        entity::Entity,
        entity_disabling::Disabled,
        hierarchy::ChildOf,
        lifecycle::Remove,
        name::NameOrEntity,
        observer::On,
        query::{Allow, Has, With},
        system::{Query, Res},
    },
    math::{Quat, Vec3},
    reflect::Reflect,
    transform::components::Transform,
};
#[cfg(feature = "serialize")]
use bevy::{
    ecs::reflect::ReflectComponent,
    reflect::{ReflectDeserialize, ReflectSerialize},
};
use log::warn;

use super::{
    Attach, Composed, Cut, LookAt, Orbit, OrbitYaw, Shows,
    frame::Frames,
    samples::Samples,
    transition::{Manner, Transition, View},
};
use crate::{
    events::{OriginShift, Teleported},
    math::{
        camera::{Lens, Placement},
        rotation::Vector3,
    },
    motion::clock::Clock,
    property::{Rotation, Translation, Velocity},
    space::{Tangent, quat},
};

/// For how long a change to a sampled shot waits for its velocity: what does not move in a tenth of a second stands. Unit: s.
const PATIENCE: f64 = 0.1;

/// What a camera that [`Shows`] a shot remembers: what it showed last, and the blend that is going on.
///
/// Comes with [`Shows`] and is opaque, as [`Motion`](crate::Motion) is: keep a clone and put it back with all else for a rollback. With the
/// feature `serialize` it is saved, and the blend goes on in the world where it is loaded; left out, the shot is shown at once.
#[derive(Component, Clone, Debug, Default, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(opaque)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Component, Serialize, Deserialize)
)]
pub struct Blending {
    /// Time of its own at the last tick. Unit: s.
    ticked: f64,
    /// The instant that was last looked at. Unit: s.
    at: f64,
    #[entities]
    shot: Option<Entity>,
    /// Where in the shot's frame it is.
    mount: Mount,
    /// What the shot was last seen to see.
    base: Option<View>,
    /// The shot is gone; its last pose stands.
    held: bool,
    /// What was last shown.
    shown: Option<View>,
    /// Since when, and how.
    transition: Option<(f64, Transition)>,
    samples: Samples,
    late: Option<Late>,
    /// Whatever is going on ends at once.
    cut: bool,
    #[entities]
    told: Option<Entity>,
}

/// Where in somebody's own frame something is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Mount {
    pub(crate) offset: Vec3,
    pub(crate) rotation: Quat,
}

/// What is to be shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) shot: Entity,
    pub(crate) mount: Mount,
    /// How it gets there: none where that has no meaning; a cut where there is no manner.
    pub(crate) manner: Option<Option<Manner>>,
}

/// A change to a shot whose velocity is not known yet.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
struct Late {
    instant: f64,
    shown: View,
    base: View,
    manner: Manner,
}

/// What a shot sees, and whether its velocity has to be found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) view: View,
    pub(crate) is_sampled: bool,
}

impl Blending {
    /// What is shown `after` the last tick (s), and `own` is what it showed by itself.
    pub(crate) fn step(
        &mut self,
        after: f64,
        wanted: &Wanted,
        own: Option<View>,
        look: impl Fn(Entity, &Mount) -> Option<Seen>,
    ) -> Option<View> {
        let now = self.ticked + after;
        let live = self.shot.filter(|_| !self.held).and_then(|shot| look(shot, &self.mount));
        let live = live.map(|sight| self.sampled(&sight, now).0);
        if live.is_none() && self.shot.is_some() && !self.held {
            self.hold(now, wanted.manner.flatten());
        }
        let mut base = live.or(self.base);
        if let Some(base) = &base {
            self.make_good(base, now);
        }
        if (!self.is_on(wanted) || self.held)
            && let Some(manner) = wanted.manner
            && let Some(sight) = look(wanted.shot, &wanted.mount)
        {
            let shown = match &base {
                Some(base) => Some(self.view(base, now)),
                None => own,
            };
            (self.samples, self.held) = (Samples::default(), false);
            (self.shot, self.mount) = (Some(wanted.shot), wanted.mount);
            let (view, is_known) = self.sampled(&sight, now);
            (self.transition, self.late) = (None, None);
            if let (Some(shown), Some(manner)) = (shown, manner) {
                self.transition = Some((now, Transition::between(&shown, &view, manner)));
                self.late = (!is_known).then_some(Late { instant: now, shown, base: view, manner });
            }
            base = Some(view);
        }
        if core::mem::take(&mut self.cut) {
            (self.transition, self.late) = (None, None);
        }
        let base = base?;
        let view = self.view(&base, now);
        (self.at, self.base, self.shown) = (now, Some(base), Some(view));
        Some(view)
    }

    /// Whom it shows.
    pub(crate) fn shot(&self) -> Option<Entity> {
        self.shot
    }

    /// Whether it shows that, or what is left of it.
    pub(crate) fn is_on(&self, wanted: &Wanted) -> bool {
        self.shot == Some(wanted.shot) && self.mount == wanted.mount
    }

    /// Whether it is to be told that it does not show what is wanted: once.
    pub(crate) fn is_refused_anew(&mut self, wanted: &Wanted) -> bool {
        if self.is_on(wanted) && !self.held {
            self.told = None;
            return false;
        }
        self.told.replace(wanted.shot) != Some(wanted.shot)
    }

    /// It comes from here, where it was `after` the last tick (s).
    pub(crate) fn come_from(&mut self, view: View, after: f64) {
        (self.at, self.shown) = (self.ticked + after, Some(view));
    }

    /// Where it would be `after` the last tick (s) if it went on as it was last shown.
    pub(crate) fn carried(&self, after: f64) -> Option<View> {
        self.shown.map(|shown| shown.carried(self.ticked + after - self.at))
    }

    /// The shot is gone: what it saw last stands, and what was shown goes on from its velocity.
    fn hold(&mut self, now: f64, manner: Option<Manner>) {
        let (Some(shown), Some(base)) = (self.shown, self.base) else { return };
        let base = base.held();
        (self.held, self.base, self.late) = (true, Some(base), None);
        self.transition = manner.map(|manner| (now, Transition::between(&shown.carried(now - self.at), &base, manner)));
    }

    /// Nobody has looked at the shot for a while; what was shown last is that of the instant `after` the last tick (s).
    fn switch_on(&mut self, after: f64) {
        self.ticked = self.at - after;
        (self.shot, self.base, self.held) = (None, self.shown, false);
        (self.transition, self.late, self.samples) = (None, None, Samples::default());
    }

    /// What a shot sees, with its velocities; and whether these are known.
    fn sampled(&mut self, sight: &Seen, now: f64) -> (View, bool) {
        let mut view = sight.view;
        if !sight.is_sampled {
            return (view, true);
        }
        // What is found now was written since the instant that was last looked at.
        self.samples.take(if self.base.is_some() { self.at } else { now }, &view.placement);
        let Some((velocity, turning)) = self.samples.velocities(now) else { return (view, false) };
        (view.placement.velocity, view.placement.angular_velocity) = (velocity, turning);
        (view, true)
    }

    /// Once the velocity is known of the shot of the last change, that change is taken again.
    fn make_good(&mut self, base: &View, now: f64) {
        let Some(Late { instant, shown, base: mut then, manner }) = self.late else { return };
        if now - instant > PATIENCE {
            self.late = None;
        } else if let Some((velocity, turning)) = self.samples.velocities(now)
            && base.placement != then.placement
        {
            (then.placement.velocity, then.placement.angular_velocity) = (velocity, turning);
            self.late = None;
            self.transition = Some((instant, Transition::between(&shown, &then, manner)));
        }
    }

    fn view(&mut self, base: &View, now: f64) -> View {
        let Some((began, transition)) = self.transition else { return *base };
        if transition.is_over(now - began) {
            self.transition = None;
            return *base;
        }
        if let Some(view) = transition.on(base, now - began) {
            return view;
        }
        // On from what was shown, where angles have no meaning any more.
        let shown = self.shown.map_or(*base, |shown| shown.carried(now - self.at));
        let manner = Manner { around: false, ..transition.manner() };
        self.transition = Some((now, Transition::between(&shown, base, manner)));
        shown
    }

    fn shift(&mut self, by: Vector3) {
        for view in [&mut self.base, &mut self.shown].into_iter().flatten() {
            view.shift(by);
        }
        if let Some(late) = &mut self.late {
            late.shown.shift(by);
            late.base.shift(by);
        }
        self.samples.shift(by);
    }
}

/// Whether a camera is to show another shot than it does.
pub(crate) fn is_shot_changed(cameras: Query<(&Shows, &Blending)>) -> bool {
    cameras.iter().any(|(shows, blending)| blending.shot != Some(shows.shot))
}

/// A tick of `Clock::h` has passed.
pub(crate) fn pass(clock: Res<Clock<OrbitYaw>>, mut cameras: Query<&mut Blending>) {
    for mut blending in &mut cameras {
        blending.ticked += clock.h;
    }
}

/// What a shot may have.
type Shot = (
    Option<&'static Composed>,
    Option<&'static Projection>,
    (Has<Orbit>, Option<&'static LookAt>),
    Has<Velocity>,
    Has<Velocity<Rotation>>,
    Has<Transform>,
);

/// Finds what every camera shows.
pub(crate) fn blend(
    clock: Res<Clock<OrbitYaw>>,
    mut world: bevy::ecs::system::ParamSet<(
        (Query<(NameOrEntity, &Shows, &mut Blending)>, Query<Shot>, Frames),
        Query<(&mut Composed, Option<&mut Projection>)>,
    )>,
) {
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
        if let Some(view) = blending.step(after, &wanted, own, look) {
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
    let (composed, projection, (is_orbit, look), moves, turns, is_placed) = shots.get(entity).ok()?;
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
    let is_sampled = composed.is_none() && !moves && !turns;
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
        blending.cut = true;
    }
}

/// Observer: a shot that is put elsewhere, or whose parent is, has not gone there at some speed.
pub(crate) fn teleported(
    teleported: On<Teleported<Translation>>,
    parents: Query<&ChildOf>,
    mut cameras: Query<&mut Blending, Allow<Disabled>>,
) {
    for mut blending in &mut cameras {
        let Some(shot) = blending.shot else { continue };
        if shot == teleported.entity || parents.iter_ancestors(shot).any(|parent| parent == teleported.entity) {
            blending.samples = Samples::default();
        }
    }
}
