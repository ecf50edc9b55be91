//! Finds the entities that user code may have written to, by their components' change ticks alone.

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
    law::force::forces,
    motion::{Grabbed, Motion, Presentation, RestTolerance, Resting, clock::Clock, target},
    property::{Property, Velocity},
};

/// How many rows are checked together. Their change ticks fit into the processor's L1 cache.
const BLOCK: usize = 512;

macro_rules! writable {
    ($($field:ident: $force:ident,)+) => {
        /// A moving entity's components that other systems may write.
        type Writable<P> = (
            Entity,
            Has<Resting<P>>,
            Ref<'static, <P as Property>::Component>,
            Ref<'static, Velocity<P>>,
            Ref<'static, Motion<P>>,
            Option<Ref<'static, Target<P>>>,
            (
                $(Option<Ref<'static, crate::law::$force<P>>>,)+
                Option<Ref<'static, Follow<P>>>,
                Option<Ref<'static, Presentation>>,
                Option<Ref<'static, RestTolerance<P>>>,
            ),
        );
    };
}
forces!(writable);

/// Applies `$ticks_of` to each component that this crate only reads.
macro_rules! inputs {
    ($inputs:ident, $ticks_of:ident; $($field:ident: $force:ident,)+) => {{
        let ($($field,)+ follow, presentation, tolerance) = $inputs;
        [$($ticks_of($field),)+ $ticks_of(follow), $ticks_of(presentation), $ticks_of(tolerance)]
    }};
}

/// The change ticks of some entities' components.
struct ChangeTicks<'a, const N: usize> {
    entities: &'a [Entity],
    resting: bool,
    /// The change ticks of the property's component and of the velocity, which this crate writes as well.
    outputs: [&'a [Tick]; 2],
    /// The change ticks of the motions. This crate's systems bypass change detection when they write motions, so a change means that a
    /// motion was inserted or replaced.
    motions: &'a [Tick],
    targets: Option<&'a [Tick]>,
    /// The change ticks of the components that this crate only reads.
    inputs: [Option<&'a [Tick]>; N],
}

/// Finds the entities that other systems may have written to.
///
/// This crate's own writes set change ticks as well. Each of its systems that writes to all moving entities sets the same tick on all of
/// them, and writes with that tick are excluded here. Adopt recognizes this crate's other writes by their value.
pub(crate) fn detect_writes<P: Property>(
    clock: Res<Clock<P>>,
    mut worklist: ResMut<Worklist<P>>,
    entities: Query<Writable<P>, Without<Grabbed<P>>>,
    ticks: SystemChangeTick,
) {
    let Worklist { written, touched, .. } = &mut *worklist;
    written.clear();
    written.append(touched);
    let last_run =
        LastRun { now: ticks.this_run(), age: age(ticks.last_run(), ticks.this_run()), own_writes: clock.write_ticks };
    if let Ok(tables) = entities.contiguous_iter() {
        for (entities, resting, component, velocity, motions, targets, inputs) in tables {
            let changed = ChangeTicks {
                entities,
                resting,
                outputs: [component.changed_ticks_slice(), velocity.changed_ticks_slice()],
                motions: motions.changed_ticks_slice(),
                targets: targets.as_ref().map(|targets| targets.changed_ticks_slice()),
                inputs: forces!(inputs(inputs, changed_ticks)),
            };
            last_run.find(&changed, written, |row| {
                is_sampled(targets.as_ref().map(|targets| &targets[row]), &motions[row])
            });
        }
        return;
    }
    // Some of the components are not stored in tables, so each entity is checked by itself.
    for (entity, resting, component, velocity, motion, target, inputs) in &entities {
        let outputs = [component.last_changed(), velocity.last_changed()];
        let (motion_changed, target_changed) =
            (motion.last_changed(), target.as_ref().map(|target| target.last_changed()));
        let inputs = forces!(inputs(inputs, last_changed));
        let changed = ChangeTicks {
            entities: from_ref(&entity),
            resting,
            outputs: outputs.each_ref().map(from_ref),
            motions: from_ref(&motion_changed),
            targets: target_changed.as_ref().map(from_ref),
            inputs: inputs.each_ref().map(|tick| tick.as_ref().map(from_ref)),
        };
        last_run.find(&changed, written, |_| is_sampled(target.as_deref(), &motion));
    }
}

/// Whether the correction samples this target in each tick anyway, so that a write to it need not be adopted.
fn is_sampled<P: Property>(target: Option<&Target<P>>, motion: &Motion<P>) -> bool {
    let is_tracked = target.is_some_and(|target| target.is_tracked() && target.is_finite());
    is_tracked && target::is_tracked(&motion.0) && target::has_sample(&motion.0)
}

fn changed_ticks<'a, C: Component>(column: Option<ContiguousRef<'a, C>>) -> Option<&'a [Tick]> {
    column.map(|column| column.changed_ticks_slice())
}

fn last_changed<C: Component>(component: Option<Ref<C>>) -> Option<Tick> {
    component.map(|component| component.last_changed())
}

/// The age of `tick` at `now`, in change ticks. At most [`MAX_CHANGE_AGE`].
fn age(tick: Tick, now: Tick) -> u32 {
    now.get().wrapping_sub(tick.get()).min(MAX_CHANGE_AGE)
}

/// When the system last ran, and when this crate last wrote to all moving entities.
struct LastRun {
    now: Tick,
    /// How many change ticks ago the system last ran.
    age: u32,
    /// When this crate last wrote to all moving entities.
    own_writes: [Tick; 3],
}

impl LastRun {
    /// Adds the entities with a component that was changed since the last run, other than by this crate's writes to all moving entities. A
    /// moving entity is also left out if only its target was changed and the target `is_sampled`.
    fn find<const N: usize>(
        &self,
        changed: &ChangeTicks<N>,
        found: &mut Vec<Entity>,
        is_sampled: impl Fn(usize) -> bool,
    ) {
        for start in (0..changed.entities.len()).step_by(BLOCK) {
            let rows = start..changed.entities.len().min(start + BLOCK);
            let outputs = changed.outputs.map(|ticks| &ticks[rows.clone()]);
            let inputs = changed.inputs.map(|ticks| ticks.map(|ticks| &ticks[rows.clone()]));
            let (motions, targets) =
                (&changed.motions[rows.clone()], changed.targets.map(|ticks| &ticks[rows.clone()]));
            let is_own_write = |tick: &Tick| !changed.resting && self.is_own_write(*tick);
            // Usually nothing in the block was changed, and checking that is quicker than looking for the entities.
            let is_any = |ticks: &[Tick]| self.is_any_new(ticks, |_| false);
            let is_input = inputs.into_iter().flatten().any(is_any);
            let is_motion = is_any(motions);
            let is_target = targets.is_some_and(is_any);
            let is_output = if changed.resting {
                outputs.into_iter().any(is_any)
            } else {
                outputs.into_iter().any(|ticks| self.is_any_new(ticks, |tick| self.is_own_write(tick)))
            };
            if !(is_input || is_motion || is_target || is_output) {
                continue;
            }
            let is_new = |row: &usize| {
                is_output && outputs.iter().any(|ticks| self.is_new(ticks[*row]) && !is_own_write(&ticks[*row]))
                    || is_motion && self.is_new(motions[*row])
                    || targets
                        .filter(|ticks| is_target && self.is_new(ticks[*row]))
                        .is_some_and(|_| changed.resting || !is_sampled(start + *row))
                    || is_input && inputs.iter().flatten().any(|ticks| self.is_new(ticks[*row]))
            };
            let entities = &changed.entities[rows.clone()];
            found.extend((0..entities.len()).filter(is_new).map(|row| entities[row]));
        }
    }

    /// Whether any of the ticks is new and not excluded by `except`. Has no branch, so that it is vectorized.
    #[inline(always)]
    fn is_any_new(&self, ticks: &[Tick], except: impl Fn(Tick) -> bool) -> bool {
        ticks.iter().fold(false, |any, &tick| any | (self.is_new(tick) & !except(tick)))
    }

    #[inline(always)]
    fn is_new(&self, tick: Tick) -> bool {
        self.now.get().wrapping_sub(tick.get()) < self.age
    }

    #[inline(always)]
    fn is_own_write(&self, tick: Tick) -> bool {
        let [ticked, drawn, corrected] = self.own_writes;
        (tick == ticked) | (tick == drawn) | (tick == corrected)
    }
}
