//! Chooses the snap point on which a released entity lands. This happens when the release is adopted, and again if the snap points change
//! during the flight.

use alloc::boxed::Box;

use bevy::prelude::*;

use crate::{
    law::{Fling, compile::ParametersItem, force::Compiled, invalid::Invalid, throw::Throw},
    motion::{Grabbed, Motion, body::Body, bounds::take_ended_throw, fault::Fault, grab_track::GrabTrack},
    path::contact::{Chosen, Release, SnapChoice, SnapError},
    property::{Point, Property, command::BoxedCommand},
};

/// If a landing position has to be chosen now, returns the position at which the entity was grabbed. It has to be chosen if the entity was
/// released, or if the snap points have changed and no longer allow the chosen end.
pub(super) fn needs_landing<P: Property>(
    parameters: &ParametersItem<P>,
    grab_track: Option<&GrabTrack<P::Value>>,
    body: &mut Body<P::Value>,
    compiled: &Result<Compiled<P::Value>, Invalid>,
) -> Option<Point<P>> {
    let snap_points = parameters.snap_points.as_deref();
    if snap_points.is_none() {
        Fault::SnapPoints.set(&mut body.faults, false);
    }
    if let Some(grab_track) = grab_track {
        if let Some(rare) = body.rare_mut() {
            rare.snap_choice = None;
        }
        // A `Fling` that user code has inserted takes precedence.
        let is_free = snap_points.is_some() && parameters.fling.is_none();
        return grab_track.grabbed.filter(|_| is_free);
    }
    let flies = body.contacts().is_some_and(|contacts| contacts.has_flights());
    let thrown = body.contacts().and_then(|contacts| contacts.thrown);
    let snap_choice = body.rare_mut()?.snap_choice.as_mut()?;
    let fling = parameters.fling.as_deref().filter(|fling| flies && fling.end == snap_choice.end);
    let (Some(snap_points), Some(thrown), Some(_)) = (snap_points, thrown, fling) else {
        body.rare_mut()?.snap_choice = None;
        return None;
    };
    let barriers = compiled.as_ref().ok()?.barriers.as_deref();
    if snap_choice.to.is_none() || snap_choice.to.as_ref() == Some(&snap_points.to) {
        return None;
    }
    if snap_choice.is_offered(&snap_points.to, thrown.thrown, barriers) {
        snap_choice.to = snap_points.to.to_store();
        return None;
    }
    Some(snap_choice.grabbed)
}

/// Chooses the landing position of a motion that is released at the segment's start, and adds the throw to `compiled`. Returns whether a
/// position was chosen.
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
        min_speed: snap_points.min_speed.into(),
        passes_limits: snap_points.passes_limits,
    };
    let chosen = release.choose(&snap_points.to);
    let by = snap_points.changed_by();
    let invalid = match chosen {
        Ok(_) => None,
        Err(SnapError::NotFinite(found)) => {
            Some(Invalid::new("SnapPoints::to", found, "a function that is finite", by))
        }
        Err(SnapError::NeverStops) => {
            let expected = "friction, dry friction, or limits, so that it stops anywhere";
            Some(Invalid::new("SnapPoints", &**snap_points, expected, by))
        }
    };
    let turned = Fault::SnapPoints.set(&mut body.faults, invalid.is_some());
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
    barriers.add_missing_ranges();
    let rare = body.make_rare();
    rare.throw_pending = true;
    rare.snap_choice = Some(Box::new(SnapChoice { grabbed, end, passing, to: snap_points.to.to_store() }));
    true
}

/// Queues the insertion of the `Fling` for the throw that has begun. If no throw has begun, clears the choice.
pub(super) fn insert_fling<P: Property>(
    parameters: &ParametersItem<P>,
    entity: Entity,
    body: &mut Body<P::Value>,
    commands: &mut Commands,
) {
    let flies = body.contacts().is_some_and(|contacts| contacts.has_flights());
    let thrown = body.contacts().and_then(|contacts| contacts.thrown).filter(|_| flies);
    let Some(thrown) = thrown else {
        if let Some(rare) = body.rare_mut() {
            rare.snap_choice = None;
        }
        if parameters.fling.is_none() {
            // The entity is already at the chosen end. It was not thrown, so no end of a throw is reported.
            take_ended_throw(body);
        }
        return;
    };
    let later: BoxedCommand = Box::new(move |world: &mut World| {
        let Ok(mut found) = world.get_entity_mut(entity) else { return };
        if found.contains::<Grabbed<P>>() || !found.contains::<Motion<P>>() {
            return;
        }
        let Throw { end, min_speed, max_duration, duration, angular_frequency, thrown } = thrown;
        found.insert(Fling::<P> { end, min_speed, max_duration, duration, angular_frequency, thrown });
        // The throw has begun already, so the inserted `Fling` must not start it again. Observers may have despawned the entity.
        if let Some(mut motion) = world.get_mut::<Motion<P>>(entity)
            && let Some(rare) = motion.bypass_change_detection().0.rare_mut()
        {
            rare.throw_pending = false;
        }
    });
    commands.queue(later);
}
