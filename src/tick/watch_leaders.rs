//! How foreign leaders move, in frames or in ticks, because a leader that moves otherwise than its follower is drawn shakes in the picture.
//!
//! Only leaders that are sampled are looked at, once a tick and once a frame.

use alloc::{format, string::String};

use bevy::{
    ecs::{entity::EntityHashMap, system::SystemChangeTick},
    prelude::*,
};

use super::worklist::Worklist;
use crate::{
    follow::order::FollowOrder,
    motion::{Motion, PresentAs, Presentation, clock::Clock},
    property::{
        Property,
        newcomer::{registering_in_frames, who},
    },
    space::Space,
    warning::warn_in,
};

/// So many sights in a row say how a leader moves: half a second at 60 Hz. A cut scene's push or a respawn is shorter.
const IN_A_ROW: u8 = 30;

/// A leader that has not moved for so long begins anew. Unit: s. Longer than a frame at 5 Hz.
const PAUSE: f64 = 0.25;

/// How many leaders are watched. A game that moves one of them so moves the others so.
const WATCHED: usize = 64;

/// By how much of a tick the instants have to differ, or a movement in frames is as good as one in ticks. Unit: 1.
const UNEVEN: f64 = 0.01;

/// How a leader was seen to move.
#[derive(Default)]
struct Rhythm<V> {
    /// Its value at the end of the last tick.
    value: V,
    /// For how long it has not moved. Unit: s.
    still: f64,
    /// How old the value was that the last tick saw, if the leader moved in a frame. Unit: s.
    age: f64,
    /// How often in a row it moved in frames only.
    in_frames: u8,
    /// Whether it moved in the last tick in which it moved at all.
    in_ticks: bool,
    /// When it was last drawn. Unit: s after the last tick.
    drawn_at: f64,
    /// How often in a row it was drawn where the last tick left it.
    drawn_as_ticked: u8,
    /// The tick in which it was last looked at.
    looked_at: u32,
}

/// What is known of the leaders that are sampled.
#[derive(Resource)]
pub(crate) struct Rhythms<P: Property> {
    of: EntityHashMap<Rhythm<P::Value>>,
    tick: u32,
}

impl<P: Property> Default for Rhythms<P> {
    fn default() -> Self {
        Self { of: EntityHashMap::default(), tick: 0 }
    }
}

/// Counts one more sight; true where there are enough.
fn count(sights: &mut u8) -> bool {
    if *sights < IN_A_ROW {
        *sights += 1;
        return *sights == IN_A_ROW;
    }
    false
}

/// Looks at leaders at the end of a tick.
pub(crate) fn watch_in_ticks<P: Property>(
    clock: Res<Clock<P>>,
    worklist: Res<Worklist<P>>,
    followers: Res<FollowOrder<P>>,
    mut rhythms: ResMut<Rhythms<P>>,
    ticked: Option<Res<Time<Fixed>>>,
    time: Option<Res<Time<Virtual>>>,
    leaders: Query<Ref<P::Component>, Without<Motion<P>>>,
    ticks: SystemChangeTick,
    mut commands: Commands,
) {
    if followers.foreign_leaders.is_empty() && followers.guessed.is_empty() {
        rhythms.of.clear();
        return;
    }
    let Rhythms { of: rhythms, tick } = &mut *rhythms;
    *tick = tick.wrapping_add(1);
    let looked_at = *tick;
    let (Some(ticked), Some(time)) = (ticked, time) else { return };
    // What was written in the last frame, after its ticks, is so old.
    let age = ticked.elapsed_secs_f64() - (time.elapsed_secs_f64() - time.delta_secs_f64());
    let mut count_of_leaders = 0;
    for leader in followers.sampled_leaders().take(WATCHED) {
        let Ok(component) = leaders.get(leader) else { continue };
        let value = P::get(&component);
        let Some(rhythm) = rhythms.get_mut(&leader) else {
            rhythms.insert(leader, Rhythm { value, age, looked_at, ..Rhythm::default() });
            continue;
        };
        if rhythm.looked_at == looked_at {
            continue;
        }
        rhythm.looked_at = looked_at;
        count_of_leaders += 1;
        if value.same(rhythm.value) {
            rhythm.still += clock.h;
            if rhythm.still > PAUSE {
                (rhythm.in_frames, rhythm.drawn_as_ticked) = (0, 0);
            }
            continue;
        }
        (rhythm.value, rhythm.still) = (value, 0.0);
        // Compared with the adoption, because a part of the value that this crate moves, its x for instance, may be stepped before the whole.
        rhythm.in_ticks = component.last_changed().is_newer_than(worklist.adopted_at, ticks.this_run());
        if rhythm.in_ticks {
            rhythm.in_frames = 0;
            continue;
        }
        rhythm.drawn_as_ticked = 0;
        let is_uneven = (age - rhythm.age).abs() > UNEVEN * clock.h;
        rhythm.age = age;
        if is_uneven && count(&mut rhythm.in_frames) {
            commands.queue(move |world: &mut World| warn_of_frames::<P>(world, leader));
        }
    }
    if rhythms.len() > 2 * count_of_leaders + 16 {
        rhythms.retain(|_, rhythm| rhythm.looked_at == looked_at);
    }
}

/// Looks at leaders as they are drawn.
pub(crate) fn watch_in_frames<P: Property>(
    mut rhythms: ResMut<Rhythms<P>>,
    ticked: Option<Res<Time<Fixed>>>,
    leaders: Query<Ref<P::Component>, Without<Motion<P>>>,
    mut commands: Commands,
) {
    let Some(ticked) = ticked.filter(|_| !rhythms.of.is_empty()) else { return };
    let instant = ticked.overstep().as_secs_f64();
    let uneven = UNEVEN * ticked.timestep().as_secs_f64();
    for (&leader, rhythm) in rhythms.of.iter_mut().filter(|(_, rhythm)| rhythm.in_ticks) {
        let Ok(component) = leaders.get(leader) else { continue };
        if !P::get(&component).same(rhythm.value) {
            // It is interpolated, or moved in frames as well.
            rhythm.drawn_as_ticked = 0;
            continue;
        }
        let is_uneven = (instant - rhythm.drawn_at).abs() > uneven;
        rhythm.drawn_at = instant;
        if is_uneven && rhythm.still == 0.0 && count(&mut rhythm.drawn_as_ticked) {
            commands.queue(move |world: &mut World| warn_of_ticks::<P>(world, leader));
        }
    }
}

/// The names of a leader and of one of its followers that is drawn between ticks.
fn names<P: Property>(world: &World, leader: Entity) -> Option<(String, String)> {
    let order = &world.get_resource::<FollowOrder<P>>()?.order;
    let clock = world.get_resource::<Clock<P>>()?;
    let is_drawn = |follower: &Entity| {
        let own = world.get_entity(*follower).ok().and_then(|follower| follower.get::<PresentAs<P>>());
        clock.presentation_of(own) != Presentation::Ticked
    };
    let followers = order.iter().filter(|(_, source)| source.leader() == Some(leader)).map(|&(follower, _)| follower);
    let follower = followers.into_iter().find(is_drawn)?;
    Some((who(world.get_entity(leader).ok()?), who(world.get_entity(follower).ok()?)))
}

fn warn_of_frames<P: Property>(world: &mut World, leader: Entity) {
    let Some((leader_name, follower)) = names::<P>(world, leader) else { return };
    let property = P::short_type_path();
    let message = format!(
        "{leader_name} moves in frames, but {follower}, which follows its {property}, is stepped in ticks and shakes at uneven frames: {}",
        registering_in_frames::<P>()
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
        registering_in_frames::<P>()
    );
    warn_in(world, leader, ("leader is drawn in ticks", P::short_type_path()), format_args!("{message}"));
}

#[cfg(feature = "bevy_camera")]
fn is_visible(world: &World, entity: Entity) -> bool {
    world.get::<bevy::camera::visibility::InheritedVisibility>(entity).is_some()
}

/// Nothing is drawn that this build knows of.
#[cfg(not(feature = "bevy_camera"))]
const fn is_visible(_: &World, _: Entity) -> bool {
    false
}
