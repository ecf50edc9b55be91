//! The usual list: it is stepped by Euler's method once a tick, so it notices a tick late that it is beyond its end.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::list::{EDGE, FRICTION, ROW, Rows, View, lowest};
use super::property::Scroll;

/// A list that is slower than this goes to the nearest row. Unit: px/s.
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
    /// The same kick as for this crate's list.
    pub(crate) fn flick(&mut self, velocity: f32) {
        *self = Self { velocity, ..default() };
    }
}

/// Runs once a tick. In a hand, the usual list is where this crate's list is; both are let go with the same place and
/// velocity.
pub(crate) fn step(
    time: Res<Time>,
    ours: Single<(&UiTransform, &Velocity<Scroll>, Has<Held<Scroll>>), With<Rows>>,
    views: Query<(&View, &ComputedNode)>,
    usual: Single<(&mut Usual, &mut UiTransform), Without<Rows>>,
) {
    let (ours, velocity, is_held) = *ours;
    let (mut list, mut transform) = usual.into_inner();
    if is_held || list.was_held {
        // This crate's list was let go before this tick: both go on from here.
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
