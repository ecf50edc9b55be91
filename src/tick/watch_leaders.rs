//! Warns about leaders that user code moves once a frame while their followers are stepped once a tick, and about leaders that are drawn
//! where the last tick left them while their followers are drawn between ticks. Such a leader or its follower jitters in the picture.
//!
//! Only sampled leaders are watched, once a tick and once a frame.

use alloc::{format, string::String};

use bevy::{
    ecs::{entity::EntityHashMap, system::SystemChangeTick},
    prelude::*,
};

use super::worklist::Worklist;
use crate::{
    follow::order::FollowOrder,
    motion::{Motion, Presentation, clock::Clock, written::is_same},
    property::{
        Property,
        on_insert::{describe, frame_registration},
    },
    warning::warn_in,
};

/// How many consecutive observations trigger a warning: those of half a second at 60 Hz, which is longer than a respawn or a push in a
/// cutscene takes.
const IN_A_ROW: u8 = 30;

/// If a leader does not move for longer than this, its observations are counted from 0 again. Unit: s. Longer than a frame at 5 Hz.
const PAUSE: f64 = 0.25;

/// How many leaders are watched. A game usually moves all of its leaders in the same way.
const MAX_WATCHED: usize = 64;

/// The least difference between two instants that counts as uneven, as a fraction of a tick. Below it, movement once a frame looks like
/// movement once a tick. Unit: 1.
const UNEVEN: f64 = 0.01;

/// How a leader has moved lately.
#[derive(Default)]
struct LeaderRecord<V> {
    /// The leader's value at the end of the last tick.
    value: V,
    /// How long the leader has been still. Unit: s.
    still_for: f64,
    /// The age of the value that the last tick sampled, if the leader moves in frames. Unit: s.
    age: f64,
    /// How many times in a row the leader moved in frames only, at uneven instants.
    in_frames: u8,
    /// Whether the leader's last movement was made in a tick.
    in_ticks: bool,
    /// When the leader was last drawn. Unit: s after the last tick.
    drawn_at: f64,
    /// How many times in a row the leader was drawn where the last tick left it, at uneven instants.
    drawn_as_ticked: u8,
    /// The tick in which the leader was last observed.
    observed_in: u32,
}

/// The records of all watched leaders.
#[derive(Resource)]
pub(crate) struct LeaderRecords<P: Property> {
    by_leader: EntityHashMap<LeaderRecord<P::Value>>,
    tick: u32,
}

impl<P: Property> Default for LeaderRecords<P> {
    fn default() -> Self {
        Self { by_leader: EntityHashMap::default(), tick: 0 }
    }
}

/// Counts one more observation. Returns true if there are now just enough for a warning.
fn count_observation(observations: &mut u8) -> bool {
    if *observations < IN_A_ROW {
        *observations += 1;
        return *observations == IN_A_ROW;
    }
    false
}

/// Observes leaders at the end of a tick.
pub(crate) fn watch_in_ticks<P: Property>(
    clock: Res<Clock<P>>,
    worklist: Res<Worklist<P>>,
    followers: Res<FollowOrder<P>>,
    mut records: ResMut<LeaderRecords<P>>,
    ticked: Option<Res<Time<Fixed>>>,
    time: Option<Res<Time<Virtual>>>,
    leaders: Query<Ref<P::Component>, Without<Motion<P>>>,
    ticks: SystemChangeTick,
    mut commands: Commands,
) {
    if followers.foreign_leaders.is_empty() && followers.guessed.is_empty() {
        records.by_leader.clear();
        return;
    }
    let LeaderRecords { by_leader: records, tick } = &mut *records;
    *tick = tick.wrapping_add(1);
    let observed_in = *tick;
    let (Some(ticked), Some(time)) = (ticked, time) else { return };
    // The age of a value that was written in the last frame, after its ticks.
    let age = ticked.elapsed_secs_f64() - (time.elapsed_secs_f64() - time.delta_secs_f64());
    let mut count_of_leaders = 0;
    for leader in followers.sampled_leaders().take(MAX_WATCHED) {
        let Ok(component) = leaders.get(leader) else { continue };
        let value = P::get(&component);
        let Some(record) = records.get_mut(&leader) else {
            records.insert(leader, LeaderRecord { value, age, observed_in, ..LeaderRecord::default() });
            continue;
        };
        if record.observed_in == observed_in {
            continue;
        }
        record.observed_in = observed_in;
        count_of_leaders += 1;
        // A NaN, which differs from itself, has not moved.
        if is_same(value, record.value) {
            record.still_for += clock.h;
            if record.still_for > PAUSE {
                (record.in_frames, record.drawn_as_ticked) = (0, 0);
            }
            continue;
        }
        (record.value, record.still_for) = (value, 0.0);
        // A change since the last Adopt was made in this tick. This crate itself may have made the change before it advanced this property,
        // for instance by a property that moves only the value's x.
        record.in_ticks = component.last_changed().is_newer_than(worklist.adopted_at, ticks.this_run());
        if record.in_ticks {
            record.in_frames = 0;
            continue;
        }
        record.drawn_as_ticked = 0;
        let is_uneven = (age - record.age).abs() > UNEVEN * clock.h;
        record.age = age;
        if is_uneven && count_observation(&mut record.in_frames) {
            commands.queue(move |world: &mut World| warn_of_frames::<P>(world, leader));
        }
    }
    if records.len() > 2 * count_of_leaders + 16 {
        records.retain(|_, record| record.observed_in == observed_in);
    }
}

/// Observes leaders as they are drawn.
pub(crate) fn watch_in_frames<P: Property>(
    mut records: ResMut<LeaderRecords<P>>,
    ticked: Option<Res<Time<Fixed>>>,
    leaders: Query<Ref<P::Component>, Without<Motion<P>>>,
    mut commands: Commands,
) {
    let Some(ticked) = ticked.filter(|_| !records.by_leader.is_empty()) else { return };
    let instant = ticked.overstep().as_secs_f64();
    let uneven = UNEVEN * ticked.timestep().as_secs_f64();
    for (&leader, record) in records.by_leader.iter_mut().filter(|(_, record)| record.in_ticks) {
        let Ok(component) = leaders.get(leader) else { continue };
        if !is_same(P::get(&component), record.value) {
            // The leader is interpolated, or moves in frames as well.
            record.drawn_as_ticked = 0;
            continue;
        }
        let is_uneven = (instant - record.drawn_at).abs() > uneven;
        record.drawn_at = instant;
        if is_uneven && record.still_for == 0.0 && count_observation(&mut record.drawn_as_ticked) {
            commands.queue(move |world: &mut World| warn_of_ticks::<P>(world, leader));
        }
    }
}

/// The names of a leader and of one of its followers that is drawn between ticks. Returns `None` if it has no such follower.
fn names<P: Property>(world: &World, leader: Entity) -> Option<(String, String)> {
    let order = &world.get_resource::<FollowOrder<P>>()?.order;
    let clock = world.get_resource::<Clock<P>>()?;
    let is_drawn = |follower: &Entity| {
        let own = world.get_entity(*follower).ok().and_then(|follower| follower.get::<Presentation>());
        clock.presentation_of(own) != Presentation::Ticked
    };
    let followers = order.iter().filter(|(_, source)| source.leader() == Some(leader)).map(|&(follower, _)| follower);
    let follower = followers.into_iter().find(is_drawn)?;
    Some((describe(world.get_entity(leader).ok()?), describe(world.get_entity(follower).ok()?)))
}

fn warn_of_frames<P: Property>(world: &mut World, leader: Entity) {
    let Some((leader_name, follower)) = names::<P>(world, leader) else { return };
    let property = P::short_type_path();
    let message = format!(
        "{leader_name} moves in frames, but {follower}, which follows its {property}, is stepped in ticks and shakes at uneven frames: {}",
        frame_registration::<P>()
    );
    warn_in(world, leader, ("leader moves in frames", P::short_type_path()), format_args!("{message}"));
}

fn warn_of_ticks<P: Property>(world: &mut World, leader: Entity) {
    if !is_visible(world, leader) {
        return;
    }
    let Some((leader_name, follower)) = names::<P>(world, leader) else { return };
    let message = format!(
        "{leader_name} is drawn where the last tick left it, but {follower}, which follows it, is drawn between ticks, so {leader_name} jitters \
         in the picture: move it by a `Velocity`; or interpolate it and draw its followers `Delayed`; or move it in `Update` and its \
         followers in frames: {}",
        frame_registration::<P>()
    );
    warn_in(world, leader, ("leader is drawn in ticks", P::short_type_path()), format_args!("{message}"));
}

#[cfg(feature = "bevy_camera")]
fn is_visible(world: &World, entity: Entity) -> bool {
    world.get::<bevy::camera::visibility::InheritedVisibility>(entity).is_some()
}

/// Without Bevy's cameras, nothing is drawn.
#[cfg(not(feature = "bevy_camera"))]
const fn is_visible(_: &World, _: Entity) -> bool {
    false
}
