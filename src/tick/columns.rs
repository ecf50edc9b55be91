//! Access to all moving entities as columns: slices of Bevy's tables, cut into chunks for threads.

use alloc::{boxed::Box, vec::Vec};
use core::slice::{from_mut, from_ref};

use bevy::{
    ecs::change_detection::{MaybeLocation, Tick},
    prelude::*,
    tasks::{ComputeTaskPool, TaskPool},
};

use crate::{
    follow::{Target, follower::Follower, leader_path::LeaderPaths},
    motion::{
        Grabbed, Motion, Presentation, RestTolerance, Resting,
        body::Body,
        step::Step,
        tick_response::TickResponse,
        written::{Changes, is_same},
    },
    path::response_cache::ResponseCache,
    property::{Property, Velocity},
    space::{Space, State},
};

/// How many entities a table must have to be processed on several threads. With fewer, two threads save less than the 0.1 ms that it takes
/// to wake one. In a space that is not linear, a step takes ten times as long.
const fn parallel_threshold<V: Space>() -> usize {
    if V::LINEAR { 16_384 } else { 4096 }
}

/// The components of a moving entity that a tick or a frame reads or writes.
pub(crate) type Moving<'w, 's, P> = Query<
    'w,
    's,
    (
        Entity,
        &'static mut <P as Property>::Component,
        &'static mut Velocity<P>,
        &'static mut Motion<P>,
        &'static TickResponse<P>,
        Option<&'static Presentation>,
        Option<&'static RestTolerance<P>>,
        Option<&'static Follower<P>>,
        Option<&'static Target<P>>,
    ),
    (Without<Resting<P>>, Without<Grabbed<P>>),
>;

/// Some moving entities, in columns.
pub(crate) struct Columns<'a, P: Property> {
    pub(crate) entities: &'a [Entity],
    pub(crate) motions: &'a mut [Motion<P>],
    pub(crate) responses: &'a [TickResponse<P>],
    pub(crate) presentations: Option<&'a [Presentation]>,
    tolerances: Option<&'a [RestTolerance<P>]>,
    /// `None` if these entities are not followers.
    pub(crate) followers: Option<&'a [Follower<P>]>,
    pub(crate) targets: Option<&'a [Target<P>]>,
    components: Column<'a, P::Component>,
    velocities: Column<'a, Velocity<P>>,
    now: Tick,
}

/// Components with their change ticks.
struct Column<'a, T> {
    values: &'a mut [T],
    changed: &'a mut [Tick],
}

impl<'a, T> Column<'a, T> {
    fn get_mut(&mut self, index: usize) -> Option<(&mut T, &mut Tick)> {
        Some((self.values.get_mut(index)?, self.changed.get_mut(index)?))
    }

    fn split_first(&mut self, length: usize) -> Option<Self> {
        let values = self.values.split_off_mut(..length)?;
        Some(Self { values, changed: self.changed.split_off_mut(..length)? })
    }
}

impl<'a, P: Property> Columns<'a, P> {
    /// All rows.
    #[inline]
    pub(crate) fn rows(&mut self) -> impl Iterator<Item = Row<'_, P>> {
        let now = self.now;
        let components = self.components.values.iter_mut().zip(&mut *self.components.changed);
        let velocities = self.velocities.values.iter_mut().zip(&mut *self.velocities.changed);
        let motions = self.motions.iter_mut().zip(self.responses);
        self.entities.iter().zip(motions).zip(components.zip(velocities)).map(
            move |((&entity, (motion, response)), ((component, component_changed), (velocity, velocity_changed)))| {
                Row {
                    entity,
                    body: &mut motion.0,
                    response,
                    component,
                    component_changed,
                    velocity,
                    velocity_changed,
                    now,
                }
            },
        )
    }

    /// Returns a function from an entity's index to its rest tolerance. Unit: property units.
    #[inline(always)]
    pub(crate) fn tolerance(&self) -> impl Fn(usize) -> f64 + use<'a, P> {
        let own = self.tolerances;
        move |index| RestTolerance::distance(own.map(|own| &own[index]))
    }

    /// Copies to followers the paths of their leaders over a tick of length `h`, for leaders that this crate moves.
    #[inline]
    pub(crate) fn apply_leader_paths(&mut self, paths: &LeaderPaths<P::Value>, h: f64, cache: &mut ResponseCache) {
        for (motion, follower) in self.motions.iter_mut().zip(self.followers.into_iter().flatten()) {
            if follower.path.is_some() {
                paths.lead(follower.path, &mut motion.0, h, cache);
            }
        }
    }

    /// The row at this index.
    pub(crate) fn row(&mut self, index: usize) -> Option<Row<'_, P>> {
        let (component, component_changed) = self.components.get_mut(index)?;
        let (velocity, velocity_changed) = self.velocities.get_mut(index)?;
        Some(Row {
            entity: *self.entities.get(index)?,
            body: &mut self.motions.get_mut(index)?.0,
            response: self.responses.get(index)?,
            component,
            component_changed,
            velocity,
            velocity_changed,
            now: self.now,
        })
    }

    /// The rows in blocks of `length`. The last block may be shorter.
    pub(crate) fn blocks(mut self, length: usize) -> impl Iterator<Item = Self> {
        core::iter::from_fn(move || self.split_first(length))
    }

    /// Splits off the first `length` rows, or fewer if fewer are left. Returns `None` if none are left.
    fn split_first(&mut self, length: usize) -> Option<Self> {
        let length = length.min(self.entities.len());
        (length > 0).then_some(())?;
        Some(Self {
            entities: self.entities.split_off(..length)?,
            motions: self.motions.split_off_mut(..length)?,
            responses: self.responses.split_off(..length)?,
            presentations: split_first(&mut self.presentations, length),
            tolerances: split_first(&mut self.tolerances, length),
            followers: split_first(&mut self.followers, length),
            targets: split_first(&mut self.targets, length),
            components: self.components.split_first(length)?,
            velocities: self.velocities.split_first(length)?,
            now: self.now,
        })
    }
}

/// Splits off the first values of an optional column.
fn split_first<'a, T>(column: &mut Option<&'a [T]>, length: usize) -> Option<&'a [T]> {
    column.as_mut().and_then(|column| column.split_off(..length))
}

/// How many rows are processed together.
pub(crate) const BLOCK: usize = 64;

/// A set of rows of a block, as a bit mask. Its iterator yields their indices.
#[derive(Clone, Copy, Default)]
pub(crate) struct RowSet(u64);

impl RowSet {
    #[inline(always)]
    pub(crate) fn insert(&mut self, index: usize) {
        self.0 |= 1 << index;
    }
}

impl Iterator for RowSet {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let index = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(index)
    }
}

/// One moving entity.
pub(crate) struct Row<'a, P: Property> {
    pub(crate) entity: Entity,
    pub(crate) body: &'a mut Body<P::Value>,
    pub(crate) response: &'a TickResponse<P>,
    component: &'a mut P::Component,
    component_changed: &'a mut Tick,
    velocity: &'a mut Velocity<P>,
    velocity_changed: &'a mut Tick,
    now: Tick,
}

impl<P: Property> Row<'_, P> {
    /// Writes `state`, the motion's state at `instant`, to the components.
    pub(crate) fn write(&mut self, state: &State<P::Value>, instant: f64) {
        let changes = self.body.write::<P>(state, instant, self.component, self.velocity);
        self.mark_changed(changes);
    }

    /// [`write`](Self::write), for a body with a clear tick and a state that an f32 can hold.
    #[inline(always)]
    pub(crate) fn write_plain(&mut self, state: &State<P::Value>, instant: f64) {
        let changes = self.body.write_plain::<P>(state, instant, self.component, self.velocity);
        self.mark_changed(changes);
    }

    /// [`write`](Self::write), for a state that was computed with `step`.
    #[inline]
    pub(crate) fn write_after(&mut self, step: Step, state: &State<P::Value>, instant: f64) {
        if step == Step::Free && P::STORES_EXACTLY {
            self.write_plain(state, instant);
            self.body.note_state_shown();
        } else {
            self.write(state, instant);
        }
    }

    /// Whether the entity's components are unchanged since the plugin last wrote them.
    #[inline(always)]
    pub(crate) fn is_as_written(&self) -> bool {
        let written = self.body.written();
        is_same(P::get(self.component), written.value) && self.velocity.0 == written.velocity
    }

    #[inline(always)]
    fn mark_changed(&mut self, changes: Changes) {
        if changes.value {
            *self.component_changed = self.now;
        }
        if changes.velocity {
            *self.velocity_changed = self.now;
        }
    }
}

/// Calls `step` for chunks of entities until all have been passed. Returns the outboxes that the calls have filled.
pub(crate) fn for_each_chunk<P: Property, O: Default + Send + 'static>(
    mut moving: Moving<P>,
    now: Tick,
    step: impl Fn(Columns<P>, &mut O) + Sync,
) -> Vec<O> {
    // With Bevy's feature `track_location`, each change has to be marked by itself, so that its location is recorded.
    let is_tracked = MaybeLocation::caller().into_option().is_some();
    if !is_tracked && let Ok(tables) = moving.contiguous_iter_mut() {
        let mut outboxes = Vec::new();
        for (entities, components, velocities, motions, responses, presentations, tolerances, followers, targets) in
            tables
        {
            let (components, mut components_changed) = ContiguousMut::bypass_change_detection_split(components);
            let (velocities, mut velocities_changed) = ContiguousMut::bypass_change_detection_split(velocities);
            let (motions, _) = ContiguousMut::bypass_change_detection_split(motions);
            let columns = Columns {
                entities,
                motions,
                responses,
                presentations,
                tolerances,
                followers,
                targets,
                components: Column { values: components, changed: components_changed.changed_mut() },
                velocities: Column { values: velocities, changed: velocities_changed.changed_mut() },
                now,
            };
            step_table(columns, &step, &mut outboxes);
        }
        return outboxes;
    }
    // Locations are recorded, or some of the components are not stored in tables. Each entity is passed by itself, in columns of length 1.
    let mut outbox = O::default();
    for (entity, mut component, mut velocity, mut motion, response, presentation, tolerance, follower, target) in
        &mut moving
    {
        let (mut component_changed, mut velocity_changed) = (component.last_changed(), velocity.last_changed());
        let columns = Columns {
            entities: &[entity],
            motions: from_mut(motion.bypass_change_detection()),
            responses: from_ref(response),
            presentations: presentation.map(from_ref),
            tolerances: tolerance.map(from_ref),
            followers: follower.map(from_ref),
            targets: target.map(from_ref),
            components: Column {
                values: from_mut(component.bypass_change_detection()),
                changed: from_mut(&mut component_changed),
            },
            velocities: Column {
                values: from_mut(velocity.bypass_change_detection()),
                changed: from_mut(&mut velocity_changed),
            },
            now,
        };
        step(columns, &mut outbox);
        mark_if_changed(&mut component, component_changed);
        mark_if_changed(&mut velocity, velocity_changed);
    }
    alloc::vec![outbox]
}

/// Calls `step` for a table, on several threads if the table is large enough.
fn step_table<P: Property, O: Default + Send + 'static>(
    columns: Columns<P>,
    step: &(impl Fn(Columns<P>, &mut O) + Sync),
    outboxes: &mut Vec<O>,
) {
    let count = columns.entities.len();
    let pool =
        ComputeTaskPool::try_get().filter(|pool| pool.thread_num() > 1 && count >= parallel_threshold::<P::Value>());
    let Some(pool) = pool else {
        let mut outbox = O::default();
        step(columns, &mut outbox);
        outboxes.push(outbox);
        return;
    };
    // More chunks than threads, because some chunks take longer. The outboxes are in the order of the table.
    let chunk = count.div_ceil(4 * pool.thread_num());
    let job = |chunk| -> Job<O> {
        Box::new(move || {
            let mut outbox = O::default();
            step(chunk, &mut outbox);
            outbox
        })
    };
    outboxes.extend(run_jobs(pool, columns.blocks(chunk).map(job).collect()));
}

/// A chunk's work.
type Job<'a, O> = Box<dyn FnOnce() -> O + Send + 'a>;

/// Runs the jobs on the pool's threads, and returns their results in the order of the jobs. Not generic over the property: otherwise the
/// tasks would be compiled again for every property of user code.
fn run_jobs<O: Send + 'static>(pool: &TaskPool, jobs: Vec<Job<O>>) -> Vec<O> {
    pool.scope(|scope| {
        for job in jobs {
            scope.spawn(async move { job() });
        }
    })
}

fn mark_if_changed<T: Component>(component: &mut Mut<T>, changed: Tick) {
    if component.last_changed() != changed {
        component.set_changed();
    }
}
