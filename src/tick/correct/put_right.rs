//! Followers of what something else moves, leaders and targets, put right where they are stored: what their step lacks is added to it.

use alloc::vec::Vec;

use bevy::ecs::{change_detection::Tick, entity::Entity};

use super::leg::Leg;
use crate::{
    follow::follower::Sampled,
    motion::{fault::Fault, guessed_step::GuessedStep, led, put_right::lacking},
    path::target::Sample,
    property::Property,
    space::Space,
    tick::columns::{BLOCK, Columns, Marked, Moving, Row, for_each_chunk},
};

/// What comes of a chunk.
#[derive(Default)]
pub(super) struct Outbox {
    /// Entities slow enough to be at rest.
    pub(super) slow: Vec<Entity>,
    /// Followers to which more happens than this sample.
    pub(super) others: Vec<(Entity, Sampled)>,
}

/// Takes the new sample of every leader (`values`, where there are valid ones) and of every tracked target at the end of a tick of length
/// `h`, and puts their followers right.
pub(super) fn put_right<P: Property>(moving: Moving<P>, now: Tick, values: &[Option<P::Value>], h: f64) -> Vec<Outbox> {
    for_each_chunk(moving, now, |columns, outbox| put_right_chunk(columns, values, h, outbox))
}

fn put_right_chunk<P: Property>(columns: Columns<P>, values: &[Option<P::Value>], h: f64, outbox: &mut Outbox) {
    for mut block in columns.blocks(BLOCK) {
        let (entities, tolerance) = (block.entities, block.tolerance());
        let (Some(followers), targets) = (block.followers, block.targets) else { return };
        let mut others = Marked::default();
        for (index, (mut row, follower)) in block.rows().zip(followers).enumerate() {
            let Some(sampled) = follower.sampled else { continue };
            let place = match sampled {
                Sampled::Leader(place) => {
                    let value = values.get(place as usize).copied().flatten();
                    value.and_then(|value| Some(P::Value::offset(value.widen(), led::aim(row.body)?.offset)))
                }
                Sampled::Target => {
                    let target = targets.and_then(|targets| targets.get(index)).filter(|target| target.tracked);
                    target.map(|target| target.value).filter(|value| value.is_finite()).map(Space::widen)
                }
            };
            if place.and_then(|place| put_one_right(&mut row, place, h)).is_none() {
                others.mark(index);
            } else if row.body.may_rest(tolerance(index)) {
                outbox.slow.push(row.entity);
            }
        }
        outbox.others.extend(others.filter_map(|index| Some((entities[index], followers[index].sampled?))));
    }
}

/// Puts one follower of what is sampled at this place right. None, with nothing done, where more happens to it than that.
#[inline(always)]
fn put_one_right<P: Property>(row: &mut Row<P>, place: <P::Value as Space>::Wide, h: f64) -> Option<()> {
    if !row.is_as_written() || Fault::Target.is_noted(row.body.faults) {
        return None;
    }
    let now = row.body.state;
    let cold = row.body.cold().filter(|cold| cold.is_led() && cold.axes.is_none() && cold.history.is_none())?;
    let target_path = cold.target_path.as_deref()?;
    let before = target_path.sample.filter(|sample| sample.at == 0.0 && !target_path.lost && h > 0.0)?;
    let GuessedStep::Led(start) = target_path.guessed_step else { return None };
    let velocity = target_path.leader_velocity;
    let leg = Leg::between(&before, place, h, velocity, target_path.aim.look_ahead);
    let state = if leg.past == start.slope {
        now
    } else {
        let is_alike = start.target == before.aimed;
        now.plus(is_alike.then(|| lacking(row.body, &start, &leg.past, h, row.answer)).flatten()?)
    };
    row.body.moved |= state != now;
    row.body.state = state;
    if let Some(target_path) = row.body.target_path_mut() {
        target_path.sample = Some(Sample { place, aimed: leg.aimed, velocity, at: 0.0 });
        target_path.guessed_step = GuessedStep::None;
        target_path.slope = leg.coming;
    }
    row.body.set_target(leg.aimed);
    row.write(&state, 0.0);
    Some(())
}
