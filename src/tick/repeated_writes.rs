//! Warns when user code writes a value or a target in every frame or in every tick, which is usually a mistake.
//!
//! Only writes that Adopt finds anyway are counted. Counting stops once the mistake has been reported for enough entities.

use alloc::{format, string::String};

use bevy::ecs::{
    entity::{Entity, EntityHashMap},
    world::World,
};

use crate::{
    follow::{Follow, Target},
    motion::{Motion, Stepping, clock::Clock},
    property::{
        Property,
        on_insert::{describe, frame_registration},
    },
    warning::{MAX_REPORTED, warn_in},
};

/// How many consecutive writes cause a warning: one in each frame of half a second at 60 Hz. A scripted jump, a key that is held down and a
/// correction after loading write fewer times, or not in every frame.
const IN_A_ROW: u8 = 30;

/// How many entities are watched at a time, for each kind of write.
const MAX_WATCHED: usize = 256;

/// The frame and the tick of a write. A streak continues if the next write is at most one frame or one tick later.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) frame: u32,
    pub(crate) tick: u32,
}

impl Moment {
    /// Whether this is in the same frame or the same tick as `before`, or in the next one.
    fn follows(self, before: Self) -> bool {
        self.frame.wrapping_sub(before.frame) <= 1 || self.tick.wrapping_sub(before.tick) <= 1
    }
}

/// Consecutive writes to one entity.
#[derive(Clone, Copy)]
struct Streak {
    count: u8,
    last: Moment,
}

/// The streaks of one kind of write.
#[derive(Default)]
struct Streaks {
    by_entity: EntityHashMap<Streak>,
    /// The number of entities that have been reported.
    reported: usize,
}

impl Streaks {
    /// Counts a write. Returns true if the streak has just become long enough for a warning.
    fn count(&mut self, entity: Entity, now: Moment) -> bool {
        if self.reported >= MAX_REPORTED {
            return false;
        }
        if self.by_entity.len() >= MAX_WATCHED && !self.by_entity.contains_key(&entity) {
            self.by_entity.retain(|_, streak| now.follows(streak.last));
            if self.by_entity.len() >= MAX_WATCHED {
                return false;
            }
        }
        let streak = self.by_entity.entry(entity).or_insert(Streak { count: 0, last: now });
        if streak.count == 0 || !now.follows(streak.last) {
            *streak = Streak { count: 1, last: now };
        } else if streak.last != now && streak.count < IN_A_ROW {
            *streak = Streak { count: streak.count + 1, last: now };
            if streak.count == IN_A_ROW {
                self.reported += 1;
                return true;
            }
        } else {
            streak.last = now;
        }
        false
    }
}

/// Repeated writes of user code to the entities of a property.
#[derive(Default)]
pub(crate) struct RepeatedWrites {
    values: Streaks,
    targets: Streaks,
}

impl RepeatedWrites {
    /// Counts a write to a value that a spring moves. Returns whether to warn.
    pub(crate) fn count_overwrite(&mut self, entity: Entity, now: Moment) -> bool {
        self.values.count(entity, now)
    }

    /// Counts a write that makes a target jump. Returns whether to warn.
    pub(crate) fn count_retarget(&mut self, entity: Entity, now: Moment) -> bool {
        self.targets.count(entity, now)
    }
}

/// Warns that a spring and another system move the same value.
pub(crate) fn warn_of_overwriting<P: Property>(world: &mut World, entity: Entity) {
    let Ok(found) = world.get_entity(entity) else { return };
    let (subject, property) = (describe(found), P::short_type_path());
    let has_target = found.contains::<Target<P>>() || found.contains::<Follow<P>>();
    let message = if has_target {
        format!(
            "{subject}: another system writes its {property} over and over, so its motion restarts from each written value, and may stick: \
             write its `Target`, or insert `Grabbed` while that system moves it; to round what is drawn, round a child of it; for bounds, \
             insert `Limits`"
        )
    } else {
        format!(
            "{subject}: another system writes its {property} over and over, and its spring pulls it back to where it was when the spring was \
             added: remove the spring, insert `Grabbed` while that system moves it, or give the spring a `Target`"
        )
    };
    warn_in(world, entity, ("overwritten", P::short_type_path()), format_args!("{message}"));
}

/// Warns that a target jumps again and again instead of moving.
pub(crate) fn warn_of_retargeting<P: Property>(world: &mut World, entity: Entity) {
    let Ok(found) = world.get_entity(entity) else { return };
    if !found.contains::<Motion<P>>() {
        return;
    }
    let is_ticked =
        world.get_resource::<Clock<P>>().is_some_and(|clock| matches!(clock.options.stepping, Stepping::Fixed));
    let (subject, property) = (describe(found), P::short_type_path());
    let place = if is_ticked {
        format!(", and write it in `FixedUpdate`, or step {property} in frames: `{}`", frame_registration::<P>())
    } else {
        String::new()
    };
    let message = format!(
        "{subject}: its `Target<{property}>` is written over and over, and each write is a jump, so it lags further behind the lower the rate is: \
         make the target `tracked()`{place}"
    );
    warn_in(world, entity, ("retargeted", P::short_type_path()), format_args!("{message}"));
}
