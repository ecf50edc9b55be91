//! The usual list, stepped by Euler's method once a tick. It notices its end up to one tick too late.

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::Property};

use super::list::{EDGE, FRICTION, ROW, Rows, View, lowest};
use super::property::Scroll;

/// Below this speed the list snaps to the nearest row. Unit: px/s.
const SLOW: f32 = 90.0;
/// The angular frequency of the spring that pulls the list to a row. Unit: rad/s.
const TO_ROW: f32 = 12.0;

/// The state of the usual list.
#[derive(Component, Default)]
pub(crate) struct Usual {
    /// Unit: px/s.
    velocity: f32,
    /// The scroll offset of the row that the list snaps to. Unit: px.
    row: Option<f32>,
    /// Whether this crate's list was dragged in the previous tick.
    was_held: bool,
}

impl Usual {
    /// Starts a flick with the same velocity as this crate's list.
    pub(crate) fn flick(&mut self, velocity: f32) {
        *self = Self { velocity, ..default() };
    }
}

/// Steps the usual list. Runs once a tick. During a drag, the usual list copies this crate's list, so that both are released at the same
/// position with the same velocity.
pub(crate) fn step(
    time: Res<Time>,
    ours: Single<(&UiTransform, &Velocity<Scroll>, Has<Grabbed<Scroll>>), With<Rows>>,
    views: Query<(&View, &ComputedNode)>,
    usual: Single<(&mut Usual, &mut UiTransform), Without<Rows>>,
) {
    let (ours, velocity, is_held) = *ours;
    let (mut list, mut transform) = usual.into_inner();
    if is_held || list.was_held {
        // In the first tick after the release, the usual list copies this crate's list once more. Its own steps begin in the next tick.
        *list = Usual { velocity: velocity.0, row: None, was_held: is_held };
        Scroll::set(&mut transform, Scroll::get(ours));
        return;
    }
    let Some((_, view)) = views.iter().find(|(view, _)| view.0 == 1) else { return };
    let h = time.delta_secs();
    let mut place = Scroll::get(&transform);
    let nearest_inside = place.clamp(lowest(view.size().y * view.inverse_scale_factor()), 0.0);
    let pull = |omega: f32, to: f32, velocity: f32| omega * omega * (to - place) - 2.0 * omega * velocity;
    if place != nearest_inside {
        list.row = None;
        list.velocity += h * (pull(EDGE, nearest_inside, list.velocity) - FRICTION * list.velocity);
    } else if let Some(row) = list.row {
        list.velocity += h * pull(TO_ROW, row, list.velocity);
    } else {
        list.velocity -= h * FRICTION * list.velocity;
        list.row = (list.velocity.abs() < SLOW).then_some(ROW * (place / ROW).round());
    }
    place += h * list.velocity;
    if place != Scroll::get(&transform) {
        Scroll::set(&mut transform, place);
    }
}
