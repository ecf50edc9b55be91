//! Entities that may have been written to, found by change marks alone.

use alloc::vec::Vec;
use core::slice::from_ref;

use bevy::{
    ecs::{
        change_detection::{MAX_CHANGE_AGE, Tick},
        system::SystemChangeTick,
    },
    prelude::*,
};

use super::worklist::Worklist;
use crate::{
    follow::{Follow, Target},
    law::{
        AxisSprings, DryFriction, ExponentialRate, Fling, Friction, Gravity, Limits, Pace, SnapPoints, Spring,
        force::forces,
    },
    motion::{Held, Motion, PresentAs, RestTolerance, Resting, clock::Clock, led},
    property::{Property, Velocity},
};

/// Rows looked at together: their marks stay in the processor's nearest cache.
const BLOCK: usize = 512;

macro_rules! writable {
    ($($field:ident: $force:ident,)+) => {
        /// Every entity that is not held, with all components that other systems may write.
        type Writable<P> = (
            Entity,
            Has<Resting<P>>,
            Ref<'static, <P as Property>::Component>,
            Ref<'static, Velocity<P>>,
            Ref<'static, Motion<P>>,
            Option<Ref<'static, Target<P>>>,
            (
                $(Option<Ref<'static, $force<P>>>,)+
                Option<Ref<'static, Follow<P>>>,
                Option<Ref<'static, PresentAs<P>>>,
                Option<Ref<'static, RestTolerance<P>>>,
            ),
        );
    };
}
forces!(writable);

/// Of components that only other systems write, what `mark` makes of each.
macro_rules! given {
    ($given:ident, $mark:ident; $($field:ident: $force:ident,)+) => {{
        let ($($field,)+ follow, present_as, tolerance) = $given;
        [$($mark($field),)+ $mark(follow), $mark(present_as), $mark(tolerance)]
    }};
}

/// When the components of some entities were last changed.
struct Marks<'a, const N: usize> {
    entities: &'a [Entity],
    resting: bool,
    /// Components that we write, too.
    moved: [&'a [Tick]; 2],
    /// Motions, which other systems replace.
    motions: &'a [Tick],
    targets: Option<&'a [Tick]>,
    /// Components that only other systems write.
    given: [Option<&'a [Tick]>; N],
}

/// Finds the entities that other systems may have written to. Our own writes are marked too: those of the systems that write to
/// all moving entities are told apart here, by their tick, the others by value.
pub(crate) fn find_writes<P: Property>(
    clock: Res<Clock<P>>,
    mut worklist: ResMut<Worklist<P>>,
    entities: Query<Writable<P>, Without<Held<P>>>,
    ticks: SystemChangeTick,
) {
    let Worklist { written, touched, .. } = &mut *worklist;
    written.clear();
    written.append(touched);
    let seen = Seen { now: ticks.this_run(), age: age(ticks.last_run(), ticks.this_run()), ours: clock.written_by };
    if let Ok(tables) = entities.contiguous_iter() {
        for (entities, resting, component, velocity, motions, targets, given) in tables {
            let marks = Marks {
                entities,
                resting,
                moved: [component.changed_ticks_slice(), velocity.changed_ticks_slice()],
                motions: motions.changed_ticks_slice(),
                targets: targets.as_ref().map(|targets| targets.changed_ticks_slice()),
                given: forces!(given(given, column)),
            };
            seen.find(&marks, written, |row| is_sampled(targets.as_ref().map(|targets| &targets[row]), &motions[row]));
        }
        return;
    }
    // Some of the components are stored apart from the tables.
    for (entity, resting, component, velocity, motion, target, given) in &entities {
        let moved = [component.last_changed(), velocity.last_changed()];
        let (moves_at, aims_at) = (motion.last_changed(), target.as_ref().map(|target| target.last_changed()));
        let given = forces!(given(given, mark));
        let marks = Marks {
            entities: from_ref(&entity),
            resting,
            moved: moved.each_ref().map(from_ref),
            motions: from_ref(&moves_at),
            targets: aims_at.as_ref().map(from_ref),
            given: given.each_ref().map(|mark| mark.as_ref().map(from_ref)),
        };
        seen.find(&marks, written, |_| is_sampled(target.as_deref(), &motion));
    }
}

/// Whether a write to its target is no news: the motion's correction samples the target in each tick, written or not.
fn is_sampled<P: Property>(target: Option<&Target<P>>, motion: &Motion<P>) -> bool {
    let is_tracked = target.is_some_and(|target| target.tracked && target.is_finite());
    is_tracked && led::is_tracked(&motion.0) && led::has_sample(&motion.0)
}

fn column<'a, C: Component>(column: Option<ContiguousRef<'a, C>>) -> Option<&'a [Tick]> {
    column.map(|column| column.changed_ticks_slice())
}

fn mark<C: Component>(component: Option<Ref<C>>) -> Option<Tick> {
    component.map(|component| component.last_changed())
}

/// How long before `now` a mark was made, as far as the engine tells.
fn age(mark: Tick, now: Tick) -> u32 {
    now.get().wrapping_sub(mark.get()).min(MAX_CHANGE_AGE)
}

/// What was seen before.
struct Seen {
    now: Tick,
    /// How long ago this system last ran.
    age: u32,
    /// When we last wrote to all moving entities.
    ours: [Tick; 3],
}

impl Seen {
    /// Adds the entities that have a mark since, except moving ones of which only the target has and in whose row that `is_sampled`.
    fn find<const N: usize>(&self, marks: &Marks<N>, found: &mut Vec<Entity>, is_sampled: impl Fn(usize) -> bool) {
        for start in (0..marks.entities.len()).step_by(BLOCK) {
            let rows = start..marks.entities.len().min(start + BLOCK);
            let moved = marks.moved.map(|ticks| &ticks[rows.clone()]);
            let given = marks.given.map(|ticks| ticks.map(|ticks| &ticks[rows.clone()]));
            let (motions, targets) = (&marks.motions[rows.clone()], marks.targets.map(|ticks| &ticks[rows.clone()]));
            let ours = |tick: &Tick| !marks.resting && self.is_ours(*tick);
            // Mostly no entity has one, and finding that out is quicker than finding which one does.
            let is_any = |ticks: &[Tick]| self.is_any_new(ticks, |_| false);
            let is_given = given.into_iter().flatten().any(is_any);
            let is_replaced = is_any(motions);
            let is_aimed = targets.is_some_and(is_any);
            let is_moved = if marks.resting {
                moved.into_iter().any(is_any)
            } else {
                moved.into_iter().any(|ticks| self.is_any_new(ticks, |tick| self.is_ours(tick)))
            };
            if !(is_given || is_replaced || is_aimed || is_moved) {
                continue;
            }
            let is_new = |row: &usize| {
                is_moved && moved.iter().any(|ticks| self.is_new(ticks[*row]) && !ours(&ticks[*row]))
                    || is_replaced && self.is_new(motions[*row])
                    || targets
                        .filter(|ticks| is_aimed && self.is_new(ticks[*row]))
                        .is_some_and(|_| marks.resting || !is_sampled(start + *row))
                    || is_given && given.iter().flatten().any(|ticks| self.is_new(ticks[*row]))
            };
            let entities = &marks.entities[rows.clone()];
            found.extend((0..entities.len()).filter(is_new).map(|row| entities[row]));
        }
    }

    /// Whether some entity was marked since, except by marks that `but_for` names. Looks at all, without a branch: several at a time.
    #[inline(always)]
    fn is_any_new(&self, ticks: &[Tick], but_for: impl Fn(Tick) -> bool) -> bool {
        ticks.iter().fold(false, |any, &tick| any | (self.is_new(tick) & !but_for(tick)))
    }

    #[inline(always)]
    fn is_new(&self, tick: Tick) -> bool {
        self.now.get().wrapping_sub(tick.get()) < self.age
    }

    #[inline(always)]
    fn is_ours(&self, tick: Tick) -> bool {
        let [ticked, drawn, corrected] = self.ours;
        (tick == ticked) | (tick == drawn) | (tick == corrected)
    }
}
