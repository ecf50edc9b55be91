//! Writes the values that are drawn: those of the solved path at the frame's instant, or one tick earlier.

use bevy::{ecs::system::SystemChangeTick, prelude::*};

use super::columns::{BLOCK, Columns, Moving, Row, RowSet, for_each_chunk};
use crate::{
    follow::{leader_path::LeaderPaths, order::FollowOrder},
    math::Responses,
    motion::{
        Motion, Presentation,
        body::Body,
        clock::Clock,
        plain::{DrawnLaw, evolve_together},
        step::Step,
    },
    path::response_cache::ResponseCache,
    property::Property,
    space::Response,
};

/// The instants of a rendered frame. Unit: s after the last tick.
#[derive(Clone, Copy)]
struct Instants {
    live: f64,
    delayed: f64,
}

/// Writes each entity's state. A `Live` entity is drawn at the frame's instant, on the path that the next tick takes. A `Delayed` entity is
/// drawn one tick earlier, on the path that the last tick took. A `Ticked` entity is not written here.
pub(crate) fn present<P: Property>(
    mut clock: ResMut<Clock<P>>,
    If(time): If<Res<Time<Fixed>>>,
    followers: Res<FollowOrder<P>>,
    moving: Moving<P>,
    ticks: SystemChangeTick,
) {
    let live = time.overstep().as_secs_f64();
    let frame = Instants { live, delayed: live - time.delta_secs_f64() };
    clock.written_at = live;
    clock.write_ticks[1] = ticks.this_run();
    let clock = &*clock;
    for_each_chunk(moving, ticks.this_run(), |columns, (): &mut ()| {
        present_chunk(columns, frame, clock, &followers.paths);
    });
}

fn present_chunk<P: Property>(columns: Columns<P>, frame: Instants, clock: &Clock<P>, paths: &LeaderPaths<P::Value>) {
    let mut cache = ResponseCache::default();
    let mut responses = Responses::ZERO;
    let mut together = Vec::new();
    for mut block in columns.blocks(BLOCK) {
        let own = block.presentations;
        let presentation = |index: usize| clock.presentation_of(own.map(|own| &own[index]));
        // All paths are set before any is evaluated, so that setting a path does not wait for another entity's evaluation.
        block.apply_leader_paths(paths, clock.h, &mut cache);
        if own.is_some() || clock.presentation == Presentation::Live {
            // Computed for four laws at a time, and for all rows before any response is used, so that no load waits for a store that has
            // just been made.
            compute_responses(block.motions, frame.live, &mut responses);
            let propagator = |index: usize, body: &Body<P::Value>| responses.propagator(index, body.k, body.c);
            evolve_together(block.motions, frame.live, propagator, &mut together);
        }
        let mut others = RowSet::default();
        block.rows().enumerate().for_each(|(index, mut row)| {
            let body = &mut *row.body;
            if !body.has_clear_tick() || presentation(index) != Presentation::Live {
                others.insert(index);
            } else if body.adopted {
                let propagator = responses.propagator(index, body.k, body.c);
                let state = together.get(index).copied().unwrap_or_else(|| body.evolved(frame.live, propagator));
                let state = state.presentable_or(body.state);
                row.write_plain(&state, frame.live);
            }
        });
        // In a separate loop, so that the loop above calls no function.
        for index in others {
            if let Some(row) = block.row(index).filter(|row| row.body.adopted) {
                present_one(row, presentation(index), frame, (&responses, index), &mut cache);
            }
        }
    }
}

/// Computes the responses of these motions' laws over `t`. Adjacent groups of four motions often have the same laws, so the last result is
/// reused.
fn compute_responses<P: Property>(motions: &[Motion<P>], t: f64, responses: &mut Responses<BLOCK>) {
    let mut last = None;
    let mut four = Responses::ZERO;
    for (index, motions) in motions.chunks(4).enumerate() {
        let law = |lane: usize| motions.get(lane).map_or(DrawnLaw::NONE, |motion| motion.0.drawn_law());
        let laws = [law(0), law(1), law(2), law(3)];
        if last != Some(laws) {
            last = Some(laws);
            four = Responses::of(laws.map(|law| law.k), laws.map(|law| law.c), t, laws.map(|law| law.is_led));
        }
        responses.set_lanes(4 * index, &four);
    }
}

/// Slow path: draws one entity that the fast loop cannot draw, because its target moves, it may meet a bound or another event before the
/// frame's instant, or it is not drawn at that instant. `index` is its index in `responses`.
#[inline(never)]
fn present_one<P: Property>(
    mut row: Row<P>,
    presentation: Presentation,
    frame: Instants,
    (responses, index): (&Responses<BLOCK>, usize),
    cache: &mut ResponseCache,
) {
    match presentation {
        Presentation::Ticked => {}
        Presentation::Live => {
            let step = row.body.step_over(frame.live);
            let propagator = responses.propagator(index, row.body.k, row.body.c);
            let integrals = responses.integrals(index);
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
            row.body.make_rare().written.late = late.is_some();
        }
    }
    row.body.drop_idle();
}
