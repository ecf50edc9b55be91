//! The fast path of the correction, which iterates over Bevy's tables. It corrects simple followers, whose leader or own `Target` is
//! sampled: it adds to each state the difference between the true and the guessed step.

use alloc::vec::Vec;

use bevy::ecs::{change_detection::Tick, entity::Entity};

use super::sample_interval::SampleInterval;
use crate::{
    follow::follower::Sampled,
    motion::{fault::Fault, guessed_step::GuessedStep, step_correction::missing_increment, target},
    path::target::Sample,
    property::Property,
    space::Space,
    tick::columns::{BLOCK, Columns, Moving, Row, RowSet, for_each_chunk},
};

/// The results for a chunk.
#[derive(Default)]
pub(super) struct Outbox {
    /// Entities that are slow enough to be at rest.
    pub(super) slow: Vec<Entity>,
    /// Followers that have to be corrected one by one.
    pub(super) others: Vec<(Entity, Sampled)>,
}

/// Samples every tracked target at the end of a tick of length `h`, and corrects its entity. Also corrects the followers of foreign
/// leaders. `values` are these leaders' values, `None` if invalid.
pub(super) fn correct_in_tables<P: Property>(
    moving: Moving<P>,
    now: Tick,
    values: &[Option<P::Value>],
    h: f64,
) -> Vec<Outbox> {
    for_each_chunk(moving, now, |columns, outbox| correct_chunk(columns, values, h, outbox))
}

fn correct_chunk<P: Property>(columns: Columns<P>, values: &[Option<P::Value>], h: f64, outbox: &mut Outbox) {
    for mut block in columns.blocks(BLOCK) {
        let (entities, tolerance) = (block.entities, block.tolerance());
        let (Some(followers), targets) = (block.followers, block.targets) else { return };
        let mut others = RowSet::default();
        for (index, (mut row, follower)) in block.rows().zip(followers).enumerate() {
            let Some(sampled) = follower.sampled else { continue };
            let place = match sampled {
                Sampled::Leader(place) => {
                    let value = values.get(place as usize).copied().flatten();
                    value.and_then(|value| Some(P::Value::offset(value.widen(), target::aim(row.body)?.offset)))
                }
                Sampled::Target => {
                    let target = targets.and_then(|targets| targets.get(index)).filter(|target| target.is_tracked());
                    target.map(|target| target.value).filter(|value| value.is_finite()).map(Space::widen)
                }
            };
            if place.and_then(|place| correct_one(&mut row, place, h)).is_none() {
                others.insert(index);
            } else if row.body.may_rest(tolerance(index)) {
                outbox.slow.push(row.entity);
            }
        }
        outbox.others.extend(others.filter_map(|index| Some((entities[index], followers[index].sampled?))));
    }
}

/// Corrects one follower, whose target is now at `place`. Returns `None`, as a no-op, if the follower needs the slow path.
#[inline(always)]
fn correct_one<P: Property>(row: &mut Row<P>, place: <P::Value as Space>::Wide, h: f64) -> Option<()> {
    if !row.is_as_written() || Fault::Target.is_noted(row.body.faults) {
        return None;
    }
    let now = row.body.state;
    let rare = row.body.rare().filter(|rare| rare.is_led() && rare.axes.is_none() && rare.history.is_none())?;
    let target_path = rare.target_path.as_deref()?;
    let before = target_path.sample.filter(|sample| sample.at == 0.0 && !target_path.lost && h > 0.0)?;
    let GuessedStep::Led(start) = target_path.guessed_step else { return None };
    let velocity = target_path.leader_velocity;
    let interval = SampleInterval::between(&before, place, h, velocity, target_path.aim.look_ahead);
    let state = if interval.past == start.slope {
        now
    } else {
        let is_alike = start.target == before.aimed;
        now.plus(is_alike.then(|| missing_increment(row.body, &start, &interval.past, h, row.response)).flatten()?)
    };
    row.body.moved |= state != now;
    row.body.state = state;
    if let Some(target_path) = row.body.target_path_mut() {
        target_path.sample = Some(Sample { place, aimed: interval.aimed, velocity, at: 0.0 });
        target_path.guessed_step = GuessedStep::None;
        target_path.slope = interval.next;
    }
    row.body.set_target(interval.aimed);
    row.write(&state, 0.0);
    Some(())
}
