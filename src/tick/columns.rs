//! All entities that move, column by column: slices of what the engine stores in tables, cut into chunks for threads.

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
        Held, Motion, PresentAs, RestTolerance, Resting,
        answer::Answer,
        body::Body,
        step::Step,
        written::{Changes, is_same},
    },
    path::response_cache::ResponseCache,
    property::{Property, Velocity},
    space::{Space, State},
};

/// Fewer entities are not spread over threads: what two threads save is less than the tenth of a millisecond that it takes to
/// wake one. Where the space is not linear a step takes ten times as long.
const fn worth_a_thread<V: Space>() -> usize {
    if V::LINEAR { 16_384 } else { 4096 }
}

/// All that a tick or a frame touches of the entities that move.
pub(crate) type Moving<'w, 's, P> = Query<
    'w,
    's,
    (
        Entity,
        &'static mut <P as Property>::Component,
        &'static mut Velocity<P>,
        &'static mut Motion<P>,
        &'static Answer<P>,
        Option<&'static PresentAs<P>>,
        Option<&'static RestTolerance<P>>,
        Option<&'static Follower<P>>,
        Option<&'static Target<P>>,
    ),
    (Without<Resting<P>>, Without<Held<P>>),
>;

/// Some of these entities, in columns.
pub(crate) struct Columns<'a, P: Property> {
    pub(crate) entities: &'a [Entity],
    pub(crate) motions: &'a mut [Motion<P>],
    pub(crate) answers: &'a [Answer<P>],
    pub(crate) presentations: Option<&'a [PresentAs<P>]>,
    tolerances: Option<&'a [RestTolerance<P>]>,
    /// What is known of these entities as followers, if they are followers.
    pub(crate) followers: Option<&'a [Follower<P>]>,
    pub(crate) targets: Option<&'a [Target<P>]>,
    components: Column<'a, P::Component>,
    velocities: Column<'a, Velocity<P>>,
    now: Tick,
}

/// Components, and when each was last changed.
struct Column<'a, T> {
    values: &'a mut [T],
    changed: &'a mut [Tick],
}

impl<'a, T> Column<'a, T> {
    fn get_mut(&mut self, index: usize) -> Option<(&mut T, &mut Tick)> {
        Some((self.values.get_mut(index)?, self.changed.get_mut(index)?))
    }

    fn take_first(&mut self, length: usize) -> Option<Self> {
        let values = self.values.split_off_mut(..length)?;
        Some(Self { values, changed: self.changed.split_off_mut(..length)? })
    }
}

impl<'a, P: Property> Columns<'a, P> {
    /// The rows, one after the other.
    #[inline]
    pub(crate) fn rows(&mut self) -> impl Iterator<Item = Row<'_, P>> {
        let now = self.now;
        let components = self.components.values.iter_mut().zip(&mut *self.components.changed);
        let velocities = self.velocities.values.iter_mut().zip(&mut *self.velocities.changed);
        let motions = self.motions.iter_mut().zip(self.answers);
        self.entities.iter().zip(motions).zip(components.zip(velocities)).map(
            move |((&entity, (motion, answer)), ((component, component_changed), (velocity, velocity_changed)))| Row {
                entity,
                body: &mut motion.0,
                answer,
                component,
                component_changed,
                velocity,
                velocity_changed,
                now,
            },
        )
    }

    /// How near to its rest point each entity is at rest. Unit: property units.
    #[inline(always)]
    pub(crate) fn tolerance(&self) -> impl Fn(usize) -> f64 + use<'a, P> {
        let own = self.tolerances;
        move |index| RestTolerance::distance(own.map(|own| &own[index]))
    }

    /// Sets the followers of leaders that this crate moves on their leaders' paths until the end of a tick of length `h`.
    #[inline]
    pub(crate) fn lead(&mut self, paths: &LeaderPaths<P::Value>, h: f64, cache: &mut ResponseCache) {
        for (motion, follower) in self.motions.iter_mut().zip(self.followers.into_iter().flatten()) {
            if follower.path.is_some() {
                paths.lead(follower.path, &mut motion.0, h, cache);
            }
        }
    }

    /// The row in this place.
    pub(crate) fn row(&mut self, index: usize) -> Option<Row<'_, P>> {
        let (component, component_changed) = self.components.get_mut(index)?;
        let (velocity, velocity_changed) = self.velocities.get_mut(index)?;
        Some(Row {
            entity: *self.entities.get(index)?,
            body: &mut self.motions.get_mut(index)?.0,
            answer: self.answers.get(index)?,
            component,
            component_changed,
            velocity,
            velocity_changed,
            now: self.now,
        })
    }

    /// All rows, at most `length` at a time.
    pub(crate) fn blocks(mut self, length: usize) -> impl Iterator<Item = Self> {
        core::iter::from_fn(move || self.take_first(length))
    }

    /// The first rows, at most `length`; none where none are left.
    fn take_first(&mut self, length: usize) -> Option<Self> {
        let length = length.min(self.entities.len());
        (length > 0).then_some(())?;
        Some(Self {
            entities: self.entities.split_off(..length)?,
            motions: self.motions.split_off_mut(..length)?,
            answers: self.answers.split_off(..length)?,
            presentations: take_first(&mut self.presentations, length),
            tolerances: take_first(&mut self.tolerances, length),
            followers: take_first(&mut self.followers, length),
            targets: take_first(&mut self.targets, length),
            components: self.components.take_first(length)?,
            velocities: self.velocities.take_first(length)?,
            now: self.now,
        })
    }
}

/// The first of a column's values, of a column that is there.
fn take_first<'a, T>(column: &mut Option<&'a [T]>, length: usize) -> Option<&'a [T]> {
    column.as_mut().and_then(|column| column.split_off(..length))
}

/// How many rows are looked at together.
pub(crate) const BLOCK: usize = 64;

/// Some rows of a block.
#[derive(Clone, Copy, Default)]
pub(crate) struct Marked(u64);

impl Marked {
    #[inline(always)]
    pub(crate) fn mark(&mut self, index: usize) {
        self.0 |= 1 << index;
    }
}

impl Iterator for Marked {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let index = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(index)
    }
}

/// One entity that moves.
pub(crate) struct Row<'a, P: Property> {
    pub(crate) entity: Entity,
    pub(crate) body: &'a mut Body<P::Value>,
    pub(crate) answer: &'a Answer<P>,
    component: &'a mut P::Component,
    component_changed: &'a mut Tick,
    velocity: &'a mut Velocity<P>,
    velocity_changed: &'a mut Tick,
    now: Tick,
}

impl<P: Property> Row<'_, P> {
    /// Writes the state that the motion has at `instant` to the world.
    pub(crate) fn write(&mut self, state: &State<P::Value>, instant: f64) {
        let changes = self.body.write::<P>(state, instant, self.component, self.velocity);
        self.mark(changes);
    }

    /// [`write`](Self::write), of a state that an f32 holds, for a calm body.
    #[inline(always)]
    pub(crate) fn write_plain(&mut self, state: &State<P::Value>, instant: f64) {
        let changes = self.body.write_plain::<P>(state, instant, self.component, self.velocity);
        self.mark(changes);
    }

    /// [`write`](Self::write), of a state to which the motion was stepped so, or evaluated.
    #[inline]
    pub(crate) fn write_after(&mut self, step: Step, state: &State<P::Value>, instant: f64) {
        if step == Step::Free && P::STORES_EXACTLY {
            self.write_plain(state, instant);
            self.body.note_state_shown();
        } else {
            self.write(state, instant);
        }
    }

    /// Whether the entity's components hold what was last written there.
    #[inline(always)]
    pub(crate) fn is_as_written(&self) -> bool {
        let written = self.body.written();
        is_same(P::get(self.component), written.value) && self.velocity.0 == written.velocity
    }

    #[inline(always)]
    fn mark(&mut self, changes: Changes) {
        if changes.value {
            *self.component_changed = self.now;
        }
        if changes.velocity {
            *self.velocity_changed = self.now;
        }
    }
}

/// Calls `step` for all entities, many at a time; each call has an outbox of its own, which are returned.
pub(crate) fn for_each_chunk<P: Property, O: Default + Send + 'static>(
    mut moving: Moving<P>,
    now: Tick,
    step: impl Fn(Columns<P>, &mut O) + Sync,
) -> Vec<O> {
    // An app that tracks where changes were made wants each change marked by itself.
    let is_tracked = MaybeLocation::caller().into_option().is_some();
    if !is_tracked && let Ok(tables) = moving.contiguous_iter_mut() {
        let mut outboxes = Vec::new();
        for (entities, components, velocities, motions, answers, presentations, tolerances, followers, targets) in
            tables
        {
            let (components, mut components_changed) = ContiguousMut::bypass_change_detection_split(components);
            let (velocities, mut velocities_changed) = ContiguousMut::bypass_change_detection_split(velocities);
            let (motions, _) = ContiguousMut::bypass_change_detection_split(motions);
            let columns = Columns {
                entities,
                motions,
                answers,
                presentations,
                tolerances,
                followers,
                targets,
                components: Column { values: components, changed: components_changed.changed_mut() },
                velocities: Column { values: velocities, changed: velocities_changed.changed_mut() },
                now,
            };
            spread(columns, &step, &mut outboxes);
        }
        return outboxes;
    }
    // Some of the components are stored apart from the tables: columns of one entity each.
    let mut outbox = O::default();
    for (entity, mut component, mut velocity, mut motion, answer, presentation, tolerance, follower, target) in
        &mut moving
    {
        let (mut component_changed, mut velocity_changed) = (component.last_changed(), velocity.last_changed());
        let columns = Columns {
            entities: &[entity],
            motions: from_mut(motion.bypass_change_detection()),
            answers: from_ref(answer),
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
        mark(&mut component, component_changed);
        mark(&mut velocity, velocity_changed);
    }
    alloc::vec![outbox]
}

/// Calls `step` for a table, on several threads where that is worth while.
fn spread<P: Property, O: Default + Send + 'static>(
    columns: Columns<P>,
    step: &(impl Fn(Columns<P>, &mut O) + Sync),
    outboxes: &mut Vec<O>,
) {
    let count = columns.entities.len();
    let pool = ComputeTaskPool::try_get().filter(|pool| pool.thread_num() > 1 && count >= worth_a_thread::<P::Value>());
    let Some(pool) = pool else {
        let mut outbox = O::default();
        step(columns, &mut outbox);
        outboxes.push(outbox);
        return;
    };
    // More chunks than threads, because some are slower; in the order of the table, whichever is done first.
    let chunk = count.div_ceil(4 * pool.thread_num());
    let job = |chunk| -> Job<O> {
        Box::new(move || {
            let mut outbox = O::default();
            step(chunk, &mut outbox);
            outbox
        })
    };
    outboxes.extend(in_threads(pool, columns.blocks(chunk).map(job).collect()));
}

/// What a thread does.
type Job<'a, O> = Box<dyn FnOnce() -> O + Send + 'a>;

/// What these jobs return, in their order. Not generic over the property: the tasks would be compiled anew for every user's property.
fn in_threads<O: Send + 'static>(pool: &TaskPool, jobs: Vec<Job<O>>) -> Vec<O> {
    pool.scope(|scope| {
        for job in jobs {
            scope.spawn(async move { job() });
        }
    })
}

fn mark<T: Component>(component: &mut Mut<T>, changed: Tick) {
    if component.last_changed() != changed {
        component.set_changed();
    }
}
