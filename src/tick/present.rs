//! What is drawn: the solved path at the frame's own instant, or one tick earlier.

use bevy::{ecs::system::SystemChangeTick, prelude::*};

use super::columns::{BLOCK, Columns, Marked, Moving, Row, for_each_chunk};
use crate::{
    follow::{leader_path::LeaderPaths, order::FollowOrder},
    math::{Propagator, Propagators},
    motion::{Motion, Presentation, clock::Clock, plain::PlainLaw, step::Step},
    path::{evolve::presentable, response_cache::ResponseCache},
    property::Property,
};

/// The instants of a frame. Unit: s after the last tick.
#[derive(Clone, Copy)]
struct Frame {
    live: f64,
    delayed: f64,
}

/// Writes each entity's state: at the frame's instant, along the path that the next tick will take, or one tick earlier, along
/// the path that the last tick took.
pub(crate) fn present<P: Property>(
    mut clock: ResMut<Clock<P>>,
    If(time): If<Res<Time<Fixed>>>,
    followers: Res<FollowOrder<P>>,
    moving: Moving<P>,
    ticks: SystemChangeTick,
) {
    let live = time.overstep().as_secs_f64();
    let frame = Frame { live, delayed: live - time.delta_secs_f64() };
    clock.written_at = live;
    clock.written_by[1] = ticks.this_run();
    let clock = &*clock;
    for_each_chunk(moving, ticks.this_run(), |columns, (): &mut ()| {
        present_chunk(columns, frame, clock, &followers.paths);
    });
}

fn present_chunk<P: Property>(columns: Columns<P>, frame: Frame, clock: &Clock<P>, paths: &LeaderPaths<P::Value>) {
    let mut cache = ResponseCache::default();
    let mut answers = Propagators::IDENTITY;
    for mut block in columns.blocks(BLOCK) {
        let own = block.presentations;
        let presentation = |index: usize| clock.presentation_of(own.map(|own| &own[index]));
        if own.is_some() || clock.presentation == Presentation::Live {
            // Four laws at a time, and all before any is used: what was just stored is then at hand when it is loaded.
            answer(block.motions, frame.live, &mut answers);
        }
        let mut others = Marked::default();
        block.rows().enumerate().for_each(|(index, mut row)| {
            let body = &mut *row.body;
            if !body.is_calm() || presentation(index) != Presentation::Live {
                others.mark(index);
            } else if body.adopted {
                let state = presentable(body.answered(frame.live, answers.get(index)), body.state);
                row.write_plain(&state, frame.live);
            }
        });
        // Apart, so that the loop above calls no function; all paths first, so that one need not wait for the step before it.
        for index in others {
            block.lead(index, paths, clock.h, &mut cache);
        }
        for index in others {
            if let Some(row) = block.row(index).filter(|row| row.body.adopted) {
                present_one(row, presentation(index), frame, &mut cache);
            }
        }
    }
}

/// The answers over `t` of the laws of calm motions; neighbours often share a law.
fn answer<P: Property>(motions: &[Motion<P>], t: f64, answers: &mut Propagators<BLOCK>) {
    let mut last = None;
    let mut four = Propagators::IDENTITY;
    for (index, motions) in motions.chunks(4).enumerate() {
        let calm = |lane: usize| motions.get(lane).filter(|motion| motion.0.is_calm());
        let law = |lane: usize| calm(lane).map_or(PlainLaw::NONE, |motion| motion.0.plain_law());
        let laws = [law(0), law(1), law(2), law(3)];
        if last != Some(laws) {
            last = Some(laws);
            let (k, c, is_pulled) = (laws.map(|law| law.k), laws.map(|law| law.c), laws.map(|law| law.is_pulled));
            four = Propagator::four_within_tick(k, c, is_pulled, t);
        }
        answers.put(4 * index, &four);
    }
}

/// Draws one entity that is not calm, or is not drawn at the frame's instant.
#[inline(never)]
fn present_one<P: Property>(mut row: Row<P>, presentation: Presentation, frame: Frame, cache: &mut ResponseCache) {
    match presentation {
        Presentation::Ticked => {}
        Presentation::Live => {
            let step = row.body.step_over(frame.live);
            let state = row.body.at(step, frame.live, cache);
            row.write_after(step, &state, frame.live);
            if step != Step::Path {
                return;
            }
        }
        Presentation::Delayed => {
            let late = row.body.history().and_then(|history| history.segment_at(frame.delayed));
            let late = late.map(|segment| segment.eval(frame.delayed, cache));
            let state = late.unwrap_or(row.body.state);
            row.write(&state, frame.live);
            row.body.make_cold().written.late = late.is_some();
        }
    }
    row.body.drop_idle();
}
