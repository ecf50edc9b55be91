//! Orbits made into poses.

use bevy::ecs::{entity::Entity, system::Query};

use super::{Composed, Orbit, OrbitLength, OrbitPitch, OrbitYaw, frame::Frames};
use crate::{
    math::camera::{Placement, Polar},
    property::Velocity,
};

/// An orbit in motion.
pub(crate) type Moving =
    (&'static Orbit, &'static Velocity<OrbitYaw>, &'static Velocity<OrbitPitch>, &'static Velocity<OrbitLength>);

/// Places every orbit in the world.
pub(crate) fn compose(mut orbits: Query<(Entity, Moving, &mut Composed)>, frames: Frames) {
    for (entity, (orbit, yaw, pitch, length), mut composed) in &mut orbits {
        let boom = Polar { yaw: orbit.yaw.into(), pitch: orbit.pitch.into(), length: orbit.length.into() };
        let rate = Polar { yaw: yaw.0.into(), pitch: pitch.0.into(), length: length.0.into() };
        let frame = frames.parent(entity);
        if frame.has_room() {
            composed.placement = Some(frame.placement.carry(&placed(&boom, &rate)));
        }
    }
}

/// Where the end of a boom is, from its pivot.
pub(crate) fn placed(boom: &Polar, rate: &Polar) -> Placement {
    Placement {
        position: boom.place(),
        velocity: boom.velocity(rate),
        orientation: boom.orientation(),
        angular_velocity: boom.angular_velocity(rate),
    }
}
