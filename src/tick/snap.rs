//! Where a release lands: chosen when the release is adopted, and again where the places change while the entity is on its way.

use alloc::boxed::Box;

use bevy::prelude::*;

use crate::{
    law::{Fling, compile::ParametersItem, force::Compiled, invalid::Invalid, throw::Throw},
    motion::{Held, Motion, body::Body, bounds::take_ended_throw, fault::Fault, hand::Hand},
    path::contact::{Chosen, Release, Snapped, Unchosen},
    property::{Point, Property, command::Later},
};

/// Where the entity was grabbed, if a place to land is to be chosen now: it was released, or the places have changed since
/// one was chosen, and that one is not among them any more.
pub(super) fn chooses_anew<P: Property>(
    parameters: &ParametersItem<P>,
    hand: Option<&Hand<P::Value>>,
    body: &mut Body<P::Value>,
    compiled: &Result<Compiled<P::Value>, Invalid>,
) -> Option<Point<P>> {
    let snap_points = parameters.snap_points.as_deref();
    if snap_points.is_none() {
        Fault::SnapPoints.turns(&mut body.faults, false);
    }
    if let Some(hand) = hand {
        if let Some(cold) = body.cold_mut() {
            cold.snapped = None;
        }
        // A user's own throw has precedence.
        let is_free = snap_points.is_some() && parameters.fling.is_none();
        return hand.grabbed.filter(|_| is_free);
    }
    let flies = body.contacts().is_some_and(|contacts| contacts.flies());
    let thrown = body.contacts().and_then(|contacts| contacts.thrown);
    let snapped = body.cold_mut()?.snapped.as_mut()?;
    let fling = parameters.fling.as_deref().filter(|fling| flies && fling.end == snapped.end);
    let (Some(snap_points), Some(thrown), Some(_)) = (snap_points, thrown, fling) else {
        body.cold_mut()?.snapped = None;
        return None;
    };
    let barriers = compiled.as_ref().ok()?.barriers.as_deref();
    if snapped.to.is_none() || snapped.to.as_ref() == Some(&snap_points.to) {
        return None;
    }
    if snapped.is_offered(&snap_points.to, thrown.thrown, barriers) {
        snapped.to = snap_points.to.kept();
        return None;
    }
    Some(snapped.grabbed)
}

/// Chooses where the motion lands, from its start on, and makes the law that takes it there. Returns whether there is such a place.
pub(super) fn choose_landing<P: Property>(
    parameters: &ParametersItem<P>,
    grabbed: Point<P>,
    body: &mut Body<P::Value>,
    compiled: &mut Compiled<P::Value>,
    report: &mut impl FnMut(Invalid),
) -> bool {
    let Some(snap_points) = &parameters.snap_points else { return false };
    let release = Release {
        state: body.state,
        grabbed,
        friction: compiled.law.c,
        barriers: compiled.barriers.as_deref(),
        least_speed: snap_points.least_speed.into(),
        passes_limits: snap_points.passes_limits,
    };
    let chosen = release.choose(&snap_points.to);
    let by = snap_points.changed_by();
    let invalid = match chosen {
        Ok(_) => None,
        Err(Unchosen::NotFinite(found)) => Some(Invalid::new("SnapPoints::to", found, "a function that is finite", by)),
        Err(Unchosen::NeverStops) => {
            let expected = "friction, dry friction, or limits, so that it stops anywhere";
            Some(Invalid::new("SnapPoints", &**snap_points, expected, by))
        }
    };
    let turned = Fault::SnapPoints.turns(&mut body.faults, invalid.is_some());
    if let Some(invalid) = invalid.filter(|_| turned) {
        report(invalid);
    }
    let Ok(Some(Chosen { end, thrown, passing })) = chosen else {
        body.end_throws(false);
        return false;
    };
    let barriers = compiled.barriers.get_or_insert_default();
    barriers.friction = compiled.law.c;
    barriers.throw = Some(Throw::of(&snap_points.fling(end, thrown)));
    barriers.fill();
    let cold = body.make_cold();
    cold.throws = true;
    cold.snapped = Some(Box::new(Snapped { grabbed, end, passing, to: snap_points.to.kept() }));
    true
}

/// Gives the entity the throw that has begun, or forgets the chosen place where none has.
pub(super) fn give_fling<P: Property>(
    parameters: &ParametersItem<P>,
    entity: Entity,
    body: &mut Body<P::Value>,
    commands: &mut Commands,
) {
    let flies = body.contacts().is_some_and(|contacts| contacts.flies());
    let thrown = body.contacts().and_then(|contacts| contacts.thrown).filter(|_| flies);
    let Some(thrown) = thrown else {
        if let Some(cold) = body.cold_mut() {
            cold.snapped = None;
        }
        if parameters.fling.is_none() {
            // The entity is there already: no throw has ended.
            take_ended_throw(body);
        }
        return;
    };
    let later: Later = Box::new(move |world: &mut World| {
        let Ok(mut thing) = world.get_entity_mut(entity) else { return };
        if thing.contains::<Held<P>>() || !thing.contains::<Motion<P>>() {
            return;
        }
        let Throw { end, least_speed, longest, duration, angular_frequency, thrown } = thrown;
        thing.insert(Fling::<P> { end, least_speed, longest, duration, angular_frequency, thrown });
        // The throw has begun already. Observers may have done anything with the entity.
        if let Some(mut motion) = world.get_mut::<Motion<P>>(entity)
            && let Some(cold) = motion.bypass_change_detection().0.cold_mut()
        {
            cold.throws = false;
        }
    });
    commands.queue(later);
}
