//! Writes of other systems that come in every frame or in every tick, because such writes hint at a mistake.
//!
//! Only what is adopted anyway is counted. Nothing is counted any more once the mistake has been reported often enough.

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
        newcomer::{registering_in_frames, who},
    },
    warning::{MOST, warn_in},
};

/// So many writes in a row are a habit: half a second at 60 Hz. A scripted jump, a key that is held down and a value that is put right after a
/// load do not last that long without a frame in between.
const IN_A_ROW: u8 = 30;

/// How many entities are watched at a time.
const WATCHED: usize = 256;

/// A frame and a tick: a row continues in the next of either.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) frame: u32,
    pub(crate) tick: u32,
}

impl Moment {
    /// Whether this is the frame or the tick of `before`, or the one after it.
    fn follows(self, before: Self) -> bool {
        self.frame.wrapping_sub(before.frame) <= 1 || self.tick.wrapping_sub(before.tick) <= 1
    }
}

/// Writes in a row.
#[derive(Clone, Copy)]
struct Row {
    count: u8,
    last: Moment,
}

/// Rows of one kind of write.
#[derive(Default)]
struct Rows {
    of: EntityHashMap<Row>,
    reported: usize,
}

impl Rows {
    /// Counts a write. True where the row has become a habit.
    fn count(&mut self, entity: Entity, now: Moment) -> bool {
        if self.reported >= MOST {
            return false;
        }
        if self.of.len() >= WATCHED && !self.of.contains_key(&entity) {
            self.of.retain(|_, row| now.follows(row.last));
            if self.of.len() >= WATCHED {
                return false;
            }
        }
        let row = self.of.entry(entity).or_insert(Row { count: 0, last: now });
        if row.count == 0 || !now.follows(row.last) {
            *row = Row { count: 1, last: now };
        } else if row.last != now && row.count < IN_A_ROW {
            *row = Row { count: row.count + 1, last: now };
            if row.count == IN_A_ROW {
                self.reported += 1;
                return true;
            }
        } else {
            row.last = now;
        }
        false
    }
}

/// What other systems do to the entities of a property.
#[derive(Default)]
pub(crate) struct Habits {
    values: Rows,
    targets: Rows,
}

impl Habits {
    /// Counts a write of a value that a spring moves.
    pub(crate) fn overwrites(&mut self, entity: Entity, now: Moment) -> bool {
        self.values.count(entity, now)
    }

    /// Counts a write of a target that jumps.
    pub(crate) fn retargets(&mut self, entity: Entity, now: Moment) -> bool {
        self.targets.count(entity, now)
    }
}

/// Reports that a spring and another system move the same value.
pub(crate) fn warn_of_overwriting<P: Property>(world: &mut World, entity: Entity) {
    let Ok(found) = world.get_entity(entity) else { return };
    let (who, property) = (who(found), P::short_type_path());
    let has_target = found.contains::<Target<P>>() || found.contains::<Follow<P>>();
    let message = if has_target {
        format!(
            "{who}: another system writes its {property} over and over, so its motion starts anew from each written value, and may stick: \
             write its `Target`, or insert `Held` while that system moves it; to round what is drawn, round a child of it; for bounds, \
             insert `Limits`"
        )
    } else {
        format!(
            "{who}: another system writes its {property} over and over, and its spring pulls it back to where it was when the spring was \
             added: take the spring off, insert `Held` while that system moves it, or give the spring a `Target`"
        )
    };
    warn_in(world, entity, ("overwritten", P::short_type_path()), format_args!("{message}"));
}

/// Reports that a target jumps again and again instead of moving.
pub(crate) fn warn_of_retargeting<P: Property>(world: &mut World, entity: Entity) {
    let Ok(found) = world.get_entity(entity) else { return };
    if !found.contains::<Motion<P>>() {
        return;
    }
    let is_ticked =
        world.get_resource::<Clock<P>>().is_some_and(|clock| matches!(clock.options.stepping, Stepping::Fixed));
    let (who, property) = (who(found), P::short_type_path());
    let place = if is_ticked {
        format!(", and write it in `FixedUpdate`, or step {property} in frames: `{}`", registering_in_frames::<P>())
    } else {
        String::new()
    };
    let message = format!(
        "{who}: its `Target<{property}>` is written over and over, and each write is a jump, so it lags further behind the lower the rate is: \
         make the target `tracked()`{place}"
    );
    warn_in(world, entity, ("retargeted", P::short_type_path()), format_args!("{message}"));
}
