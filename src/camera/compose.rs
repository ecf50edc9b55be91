//! Orbits and aims made into poses.

use bevy::{ecs::query::QueryData, prelude::*};

use super::{
    Aim, AimPitch, AimYaw, Attach, Composed, LookAt, Orbit, OrbitLength, OrbitPitch, OrbitYaw, Shows,
    frame::{Frame, is_finite},
    frames::{Frames, Paced, own_pace},
    orbit::{Moving, walls::reach::Reach},
};
use crate::{
    math::camera::{Placement, Polar},
    property::Velocity,
};

/// What a camera stands on.
#[derive(QueryData)]
pub(crate) struct Stand {
    orbit: Option<Moving>,
    paces: (Paced<OrbitYaw>, Paced<OrbitPitch>, Paced<OrbitLength>),
    reach: Option<&'static Reach>,
    shows: Has<Shows>,
}

impl StandItem<'_, '_> {
    /// The frame that a camera is in, and its own place in the world. Returns `None` if its parents leave it no room.
    pub(crate) fn eye(&self, entity: Entity, composed: &Composed, frames: &Frames) -> Option<(Frame, Placement)> {
        let frame = frames.parent(entity);
        if !frame.has_room() {
            return None;
        }
        let Some((orbit, yaw, pitch, length)) = self.orbit else {
            // The picture of a shot stands in its `Transform`.
            let own = self.shows.then(|| frames.own_place(entity, composed)).flatten();
            return Some((frame, own.unwrap_or_else(|| frames.unposed(entity)).placement));
        };
        let mut boom = Polar { yaw: orbit.yaw.into(), pitch: orbit.pitch.into(), length: orbit.length.into() };
        let (yaw_pace, pitch_pace, length_pace) = self.paces;
        let mut rate = Polar {
            yaw: f64::from(yaw.0) * own_pace(yaw_pace),
            pitch: f64::from(pitch.0) * own_pace(pitch_pace),
            length: f64::from(length.0) * own_pace(length_pace),
        };
        // Between ticks the limit is a chord; the wall itself is known better.
        if let Some((free, growth)) = self.reach.and_then(|reach| reach.room(&frame, &boom, &rate))
            && boom.length > free
        {
            (boom.length, rate.length) = (free, growth);
        }
        boom.length = boom.length.max(0.0);
        let placed = Placement {
            position: boom.place(),
            velocity: boom.velocity(&rate),
            orientation: boom.orientation(),
            angular_velocity: boom.angular_velocity(&rate),
        };
        Some((frame, frame.placement.carry(&placed)))
    }
}

/// Where a camera looks, and how fast that changes.
#[derive(QueryData)]
pub(crate) struct Aimed {
    aim: &'static Aim,
    yaw: &'static Velocity<AimYaw>,
    pitch: &'static Velocity<AimPitch>,
    paces: (Paced<AimYaw>, Paced<AimPitch>),
}

pub(crate) type Composing = (Entity, Stand, Has<LookAt>, Has<Shows>, Option<Aimed>, &'static mut Composed);

/// The cameras that compose a view of their own.
pub(crate) type Views = Or<(With<Orbit>, With<LookAt>)>;

/// Places every orbit and every camera that looks at something in the world.
pub(crate) fn compose(
    mut cameras: Query<Composing, Views>,
    mut others: Query<
        (&mut Composed, Has<Shows>),
        (Without<Orbit>, Without<LookAt>, Or<(Without<Attach>, With<Shows>)>),
    >,
    frames: Frames,
) {
    for (entity, stand, looks, shows, aimed, mut composed) in &mut cameras {
        let composed = composed.bypass_change_detection();
        composed.is_placed = shows || stand.orbit.is_some();
        compose_own_view(entity, &stand, aimed.filter(|_| looks), composed, &frames);
        composed.placement = composed.own_view;
    }
    // Nothing composes these, unless they show a shot.
    for (mut composed, shows) in &mut others {
        let composed = composed.bypass_change_detection();
        (composed.placement, composed.own_view, composed.is_placed) = (None, None, true);
        if !shows {
            // Another system may move it from now on.
            composed.written = None;
        }
    }
}

/// Finds what a camera's own `Orbit` or `LookAt` sees.
pub(super) fn compose_own_view(
    entity: Entity,
    stand: &StandItem,
    aimed: Option<AimedItem>,
    composed: &mut Composed,
    frames: &Frames,
) {
    let Some((frame, mut placement)) = stand.eye(entity, composed, frames) else { return };
    if let Some(AimedItem { aim, yaw, pitch, paces: (yaw_pace, pitch_pace) }) = aimed {
        let aim = Polar { yaw: aim.yaw.into(), pitch: aim.pitch.into(), length: 0.0 };
        let rate = Polar {
            yaw: f64::from(yaw.0) * own_pace(yaw_pace),
            pitch: f64::from(pitch.0) * own_pace(pitch_pace),
            length: 0.0,
        };
        let turned = Placement {
            orientation: aim.orientation(),
            angular_velocity: aim.angular_velocity(&rate),
            ..Placement::REST
        };
        let turned = frame.placement.carry(&turned);
        (placement.orientation, placement.angular_velocity) = (turned.orientation, turned.angular_velocity);
    }
    // The last view is kept where this one is not finite; the first one is rejected with a warning.
    if is_finite(&placement) || composed.own_view.is_none() {
        composed.own_view = Some(placement);
    }
}
