//! The usual list, stepped by Euler's method once a tick: it detects a tick late that it is beyond its end.

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::Property};

use super::list::{EDGE, FRICTION, ROW, Rows, View, lowest};
use super::property::Scroll;

/// Below this speed the list snaps to the nearest row. Unit: px/s.
const SLOW: f32 = 90.0;
/// The angular frequency of the spring to a row. Unit: rad/s.
const TO_ROW: f32 = 12.0;

/// The speed of the list, and the row that it has chosen.
#[derive(Component, Default)]
pub(crate) struct Usual {
    velocity: f32,
    row: Option<f32>,
    was_held: bool,
}

impl Usual {
    /// Starts a flick with the same velocity as this crate's list.
    pub(crate) fn flick(&mut self, velocity: f32) {
        *self = Self { velocity, ..default() };
    }
}

/// Runs once a tick. During a drag the usual list copies this crate's list, so both are released at the same place with the
/// same velocity.
pub(crate) fn step(
    time: Res<Time>,
    ours: Single<(&UiTransform, &Velocity<Scroll>, Has<Grabbed<Scroll>>), With<Rows>>,
    views: Query<(&View, &ComputedNode)>,
    usual: Single<(&mut Usual, &mut UiTransform), Without<Rows>>,
) {
    let (ours, velocity, is_held) = *ours;
    let (mut list, mut transform) = usual.into_inner();
    if is_held || list.was_held {
        // If this crate's list was released before this tick, both continue from here.
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
