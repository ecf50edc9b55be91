//! What is drawn: the solved path at the frame's own instant, or one tick earlier.

use bevy::{
    ecs::system::{If, Res, ResMut, SystemChangeTick},
    time::{Fixed, Time},
};

use super::columns::{Columns, Moving, Row, for_each_chunk};
use crate::{
    math::Propagator,
    motion::{Motion, PresentAs, Presentation, clock::Clock, plain::PlainLaw, response_cache::ResponseCache},
    property::Property,
};

/// The instants of a frame. Unit: s after the last tick.
#[derive(Clone, Copy)]
struct Frame {
    live: f64,
    delayed: f64,
}

/// Writes the state at the frame's instant, along the path that the next tick will take; or of one tick before, along
/// the path that the last one took.
pub(crate) fn present<P: Property>(
    mut clock: ResMut<Clock<P>>,
    If(time): If<Res<Time<Fixed>>>,
    moving: Moving<P, PresentAs<P>>,
    ticks: SystemChangeTick,
) {
    let live = time.overstep().as_secs_f64();
    let frame = Frame { live, delayed: live - time.delta_secs_f64() };
    clock.written_at = live;
    clock.written_by[1] = ticks.this_run();
    let clock = &*clock;
    for_each_chunk(moving, ticks.this_run(), |columns, (): &mut ()| present_chunk(columns, frame, clock));
}

/// How many are looked at together.
const BLOCK: usize = 64;

fn present_chunk<P: Property>(columns: Columns<P, PresentAs<P>>, frame: Frame, clock: &Clock<P>) {
    let mut cache = ResponseCache::default();
    let mut answers = [Propagator::IDENTITY; BLOCK];
    for block in columns.blocks(BLOCK) {
        let own = block.extra;
        let presentation = |row: usize| clock.presentation_of(own.map(|own| &own[row]));
        if own.is_some() || clock.presentation == Presentation::Live {
            // Four laws at a time, all first: what was just stored is then at hand when it is loaded.
            answer(block.motions, frame.live, &mut answers);
        }
        for (index, (mut row, answer)) in block.rows().zip(&answers).enumerate() {
            let presentation = presentation(index);
            if !row.body.adopted {
                continue;
            }
            if row.body.is_plain() && presentation == Presentation::Live {
                let state = row.body.answered(frame.live, *answer);
                row.write_presentable(&state, frame.live);
            } else {
                present_one(&mut row, presentation, frame, &mut cache);
            }
        }
    }
}

/// The laws' answers over `t`; neighbours often share a law.
fn answer<P: Property>(motions: &[Motion<P>], t: f64, answers: &mut [Propagator; BLOCK]) {
    let mut last = None;
    let mut propagators = [Propagator::IDENTITY; 4];
    for (motions, answers) in motions.chunks(4).zip(answers.chunks_mut(4)) {
        let law = |lane: usize| motions.get(lane).map_or(PlainLaw::NONE, |motion| motion.0.plain_law());
        let laws = [law(0), law(1), law(2), law(3)];
        if last != Some(laws) {
            last = Some(laws);
            let (k, c, is_pulled) = (laws.map(|law| law.k), laws.map(|law| law.c), laws.map(|law| law.is_pulled));
            propagators = Propagator::four_within_tick(k, c, is_pulled, t);
        }
        answers.copy_from_slice(&propagators);
    }
}

/// Draws one beside whose motion something goes on, or who is not drawn at the frame's instant.
#[inline(never)]
fn present_one<P: Property>(row: &mut Row<P>, presentation: Presentation, frame: Frame, cache: &mut ResponseCache) {
    match presentation {
        Presentation::Ticked => {}
        Presentation::Live => {
            let state = row.body.segment().eval(frame.live, cache);
            row.write(&state, frame.live);
        }
        Presentation::Delayed => {
            let late = row.body.history().and_then(|history| history.at(frame.delayed, cache));
            let state = late.unwrap_or(row.body.state);
            row.write(&state, frame.live);
            row.body.make_cold().written.late = late.is_some();
        }
    }
    row.body.drop_idle();
}
