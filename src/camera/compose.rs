//! Composes poses from orbits and aims.

use bevy::{ecs::query::QueryData, prelude::*};

use super::{
    ActiveShot, Aim, AimPitch, AimYaw, Attach, Composed, LookAt, Orbit, OrbitDistance, OrbitPitch, OrbitYaw,
    frame::{WorldFrame, is_finite},
    frames::{Frames, TimeScaled, own_time_scale},
    orbit::{OrbitMotion, walls::reach::Reach},
};
use crate::{
    math::camera::{Placement, Polar},
    property::Velocity,
};

/// Query data: the components that place a camera that has an `Orbit`. Other cameras are placed by their `Transform`.
#[derive(QueryData)]
pub(crate) struct EyeQuery {
    orbit: Option<OrbitMotion>,
    time_scales: (TimeScaled<OrbitYaw>, TimeScaled<OrbitPitch>, TimeScaled<OrbitDistance>),
    reach: Option<&'static Reach>,
    shows: Has<ActiveShot>,
}

impl EyeQueryItem<'_, '_> {
    /// Returns the camera's parent frame, and its own placement in the world. Returns `None` if the parent frame is invalid.
    pub(crate) fn eye(&self, entity: Entity, composed: &Composed, frames: &Frames) -> Option<(WorldFrame, Placement)> {
        let frame = frames.parent(entity);
        if !frame.is_valid() {
            return None;
        }
        let Some((orbit, yaw, pitch, length)) = self.orbit else {
            // While a shot is shown, the `Transform` holds the pose of the shot, so the camera's own pose is taken from `Composed`.
            let own = self.shows.then(|| frames.own_place(entity, composed)).flatten();
            return Some((frame, own.unwrap_or_else(|| frames.unposed(entity)).placement));
        };
        let mut boom = Polar { yaw: orbit.yaw.into(), pitch: orbit.pitch.into(), length: orbit.distance.into() };
        let (yaw_time_scale, pitch_time_scale, length_time_scale) = self.time_scales;
        let mut rate = Polar {
            yaw: f64::from(yaw.0) * own_time_scale(yaw_time_scale),
            pitch: f64::from(pitch.0) * own_time_scale(pitch_time_scale),
            length: f64::from(length.0) * own_time_scale(length_time_scale),
        };
        // Between ticks the limit on the length is only interpolated, so the distance to the wall, which is more exact, is used instead.
        if let Some((free, growth)) = self.reach.and_then(|reach| reach.held_free_length(&frame, &boom, &rate))
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

/// Query data: the direction in which a camera looks, and its rates.
#[derive(QueryData)]
pub(crate) struct Aimed {
    aim: &'static Aim,
    yaw: &'static Velocity<AimYaw>,
    pitch: &'static Velocity<AimPitch>,
    time_scales: (TimeScaled<AimYaw>, TimeScaled<AimPitch>),
}

pub(crate) type Composing = (Entity, EyeQuery, Has<LookAt>, Has<ActiveShot>, Option<Aimed>, &'static mut Composed);

/// Filter: cameras that have a view of their own, from an `Orbit` or a `LookAt`.
pub(crate) type Views = Or<(With<Orbit>, With<LookAt>)>;

/// System: composes each camera's own view, from its `Orbit` or `LookAt`.
pub(crate) fn compose(
    mut cameras: Query<Composing, Views>,
    mut others: Query<
        (&mut Composed, Has<ActiveShot>),
        (Without<Orbit>, Without<LookAt>, Or<(Without<Attach>, With<ActiveShot>)>),
    >,
    frames: Frames,
) {
    for (entity, eye, looks, shows, aimed, mut composed) in &mut cameras {
        let composed = composed.bypass_change_detection();
        composed.is_placed = shows || eye.orbit.is_some();
        compose_own_view(entity, &eye, aimed.filter(|_| looks), composed, &frames);
        composed.placement = composed.own_placement;
    }
    // Entities without a view of their own are not composed here. Those with a shot are composed later.
    for (mut composed, shows) in &mut others {
        let composed = composed.bypass_change_detection();
        (composed.placement, composed.own_placement, composed.is_placed) = (None, None, true);
        if !shows {
            // Another system may move this entity from now on.
            composed.written = None;
        }
    }
}

/// Composes the view of a camera's own `Orbit` or `LookAt`.
pub(super) fn compose_own_view(
    entity: Entity,
    eye: &EyeQueryItem,
    aimed: Option<AimedItem>,
    composed: &mut Composed,
    frames: &Frames,
) {
    let Some((frame, mut placement)) = eye.eye(entity, composed, frames) else { return };
    if let Some(AimedItem { aim, yaw, pitch, time_scales: (yaw_time_scale, pitch_time_scale) }) = aimed {
        let aim = Polar { yaw: aim.yaw.into(), pitch: aim.pitch.into(), length: 0.0 };
        let rate = Polar {
            yaw: f64::from(yaw.0) * own_time_scale(yaw_time_scale),
            pitch: f64::from(pitch.0) * own_time_scale(pitch_time_scale),
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
    // If the new view is not finite, the last one is kept. A first view is always stored: if it is not finite, `place` rejects it with a
    // warning.
    if is_finite(&placement) || composed.own_placement.is_none() {
        composed.own_placement = Some(placement);
    }
}
