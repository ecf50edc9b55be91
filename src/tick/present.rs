//! What is drawn: the solved path at the frame's own instant, or one tick earlier.

use bevy::{ecs::system::SystemChangeTick, prelude::*};

use super::columns::{BLOCK, Columns, Marked, Moving, Row, for_each_chunk};
use crate::{
    follow::{leader_path::LeaderPaths, order::FollowOrder},
    math::Answers,
    motion::{
        Motion, Presentation,
        body::Body,
        clock::Clock,
        plain::{DrawnLaw, answer_together},
        step::Step,
    },
    path::response_cache::ResponseCache,
    property::Property,
    space::Response,
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
    let mut answers = Answers::NONE;
    let mut together = Vec::new();
    for mut block in columns.blocks(BLOCK) {
        let own = block.presentations;
        let presentation = |index: usize| clock.presentation_of(own.map(|own| &own[index]));
        // All paths first, so that no path waits for the step before it.
        block.lead(paths, clock.h, &mut cache);
        if own.is_some() || clock.presentation == Presentation::Live {
            // Four laws at a time, and all before any is used: what was just stored is then at hand when it is loaded.
            answer(block.motions, frame.live, &mut answers);
            let propagator = |index: usize, body: &Body<P::Value>| answers.propagator(index, body.k, body.c);
            answer_together(block.motions, frame.live, propagator, &mut together);
        }
        let mut others = Marked::default();
        block.rows().enumerate().for_each(|(index, mut row)| {
            let body = &mut *row.body;
            if !body.is_calm() || presentation(index) != Presentation::Live {
                others.mark(index);
            } else if body.adopted {
                let propagator = answers.propagator(index, body.k, body.c);
                let state = together.get(index).copied().unwrap_or_else(|| body.answered(frame.live, propagator));
                let state = state.presentable_or(body.state);
                row.write_plain(&state, frame.live);
            }
        });
        // Apart, so that the loop above calls no function.
        for index in others {
            if let Some(row) = block.row(index).filter(|row| row.body.adopted) {
                present_one(row, presentation(index), frame, (&answers, index), &mut cache);
            }
        }
    }
}

/// The responses over `t` of motions that are drawn by one. Neighbours often share a law.
fn answer<P: Property>(motions: &[Motion<P>], t: f64, answers: &mut Answers<BLOCK>) {
    let mut last = None;
    let mut four = Answers::NONE;
    for (index, motions) in motions.chunks(4).enumerate() {
        let law = |lane: usize| motions.get(lane).map_or(DrawnLaw::NONE, |motion| motion.0.drawn_law());
        let laws = [law(0), law(1), law(2), law(3)];
        if last != Some(laws) {
            last = Some(laws);
            four = Answers::of(laws.map(|law| law.k), laws.map(|law| law.c), t, laws.map(|law| law.is_led));
        }
        answers.put(4 * index, &four);
    }
}

/// Slow path: draws one entity that is not calm, or is not drawn at the frame's instant. `place` is its index in `answers`.
#[inline(never)]
fn present_one<P: Property>(
    mut row: Row<P>,
    presentation: Presentation,
    frame: Frame,
    (answers, place): (&Answers<BLOCK>, usize),
    cache: &mut ResponseCache,
) {
    match presentation {
        Presentation::Ticked => {}
        Presentation::Live => {
            let step = row.body.step_over(frame.live);
            let propagator = answers.propagator(place, row.body.k, row.body.c);
            let integrals = answers.integrals(place);
            let response = Response { t: frame.live, propagator, integrals };
            let state = row.body.at(step, &response, cache);
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
