//! What is shown at jumps of the translation.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{events::Jumped, prelude::*};

use crate::{
    app::Bench,
    written::{along, bench, decayed, spawn},
};

const W: f64 = 12.0;

/// Lengths of frames (s) that an f32 holds exactly, so that the velocities of lines are exact, too.
const FRAMES: [f64; 5] = [1.0 / 8.0, 1.0 / 32.0, 1.0 / 64.0, 1.0 / 128.0, 1.0 / 512.0];

/// Twice the spacing of f32 at the largest value of these paths.
const TOLERANCE: f64 = 2e-6;

fn now(bench: &Bench) -> f64 {
    bench.app.world().resource::<Time>().elapsed_secs_f64()
}

#[test]
fn the_offset_is_the_closed_form_at_every_frame_rate() {
    for frame in FRAMES {
        let mut bench = bench();
        let path = |t: f64| if t < 1.0 { 3.0 * t } else { 8.0 - (t - 1.0) };
        let entity = spawn(&mut bench, W as f32, along(path), &[1.0]);
        let mut compared = 0;
        while now(&bench) < 2.5 {
            bench.frame(Duration::from_secs_f64(frame));
            let t = now(&bench);
            let offset = if t < 1.0 { 0.0 } else { decayed(3.0 - 8.0, 3.0 + 1.0, W, t - 1.0).0 };
            let shown = f64::from(bench.x(entity));
            assert!((shown - path(t) - offset).abs() < TOLERANCE, "{frame} s, at {t}: {shown}, {offset}");
            compared += usize::from(t > 1.0);
        }
        assert!(compared > 10);
    }
}

#[test]
fn irregular_frames_show_the_same_path() {
    let mut bench = bench();
    let path = |t: f64| if t < 1.0 { 2.0 * t } else { -4.0 + 0.5 * t };
    let entity = spawn(&mut bench, W as f32, along(path), &[1.0]);
    // In 1/512 s. The jump is at the end of a frame.
    for frames in [128, 64, 128, 192, 1, 5, 40, 2, 200, 8, 100, 3, 153].iter().cycle().take(26) {
        bench.frame(Duration::from_secs_f64(f64::from(*frames) / 512.0));
        let t = now(&bench);
        let offset = if t < 1.0 { 0.0 } else { decayed(2.0 + 3.5, 1.5, W, t - 1.0).0 };
        let shown = f64::from(bench.x(entity));
        assert!((shown - path(t) - offset).abs() < TOLERANCE, "at {t}: {shown}, {offset}");
    }
}

#[test]
fn an_offset_without_velocity_is_below_a_twentieth_after_the_stated_time() {
    let mut bench = bench();
    let entity = spawn(&mut bench, W as f32, along(|t| if t < 0.5 { 0.0 } else { 1.0 }), &[0.5]);
    let frame = 1.0 / 512.0;
    while now(&bench) < 0.5 + 4.74 / W {
        bench.frame(Duration::from_secs_f64(frame));
    }
    assert!(1.0 - bench.x(entity) < 0.05, "{}", bench.x(entity));
    assert!(1.0 - bench.x(entity) > 0.048, "the stated time should be the first: {}", bench.x(entity));
}

#[test]
fn a_jump_of_the_velocity_moves_the_picture_by_at_most_its_stated_part() {
    let mut bench = bench();
    let path = |t: f64| if t < 0.5 { 0.0 } else { 6.0 * (t - 0.5) };
    let entity = spawn(&mut bench, W as f32, along(path), &[0.5]);
    let mut greatest: f64 = 0.0;
    while now(&bench) < 2.0 {
        bench.frame(Duration::from_secs_f64(1.0 / 512.0));
        greatest = greatest.max((f64::from(bench.x(entity)) - path(now(&bench))).abs());
    }
    let stated = 0.37 * 6.0 / W;
    assert!(greatest < stated && greatest > 0.98 * stated, "{greatest}, {stated}");
}

#[test]
fn position_and_velocity_stay_continuous_through_any_number_of_jumps() {
    // Some jumps come in the next frame, and some in the same instant as the end of another offset.
    let jumps: Vec<f64> = [64, 65, 66, 80, 100, 101, 140, 300].iter().map(|frame| f64::from(*frame) / 128.0).collect();
    let starts = jumps.clone();
    let path = move |t: f64| {
        let count = starts.iter().filter(|start| **start <= t).count() as f64;
        (7.0 * count) % 5.0 + if count % 2.0 == 0.0 { 2.0 } else { -3.0 } * t
    };
    let mut bench = bench();
    let entity = spawn(&mut bench, W as f32, along(path.clone()), &jumps);
    let frame = 1.0 / 128.0;
    let (mut shown, mut fastest_change) = (Vec::new(), 0.0f64);
    while now(&bench) < 4.0 {
        bench.frame(Duration::from_secs_f64(frame));
        shown.push(f64::from(bench.x(entity)));
    }
    for three in shown.windows(3).skip(8) {
        let change = ((three[2] - three[1]) - (three[1] - three[0])) / frame;
        fastest_change = fastest_change.max(change.abs());
    }
    // The offset's acceleration is at most ω² |o| + 2 ω |o′|, here with 5 units and 20 units/s.
    let bound = (W * W * 5.0 + 2.0 * W * 20.0) * frame;
    assert!(fastest_change < bound, "{fastest_change} units/s in a frame, {bound}");
    // Without smoothing, the velocity changes by more than a hundred times as much.
    assert!((path)(65.0 / 128.0) - (path)(64.0 / 128.0) > 1.0);
    assert_eq!(*shown.last().unwrap() as f32, path(now(&bench)) as f32);
}

#[test]
fn the_offset_ends_and_then_the_written_value_is_shown_bit_for_bit() {
    let mut bench = bench();
    let entity = spawn(&mut bench, W as f32, along(|t| if t < 0.5 { 0.3 } else { 7.7 }), &[0.5]);
    let mut changed_at = Vec::new();
    for _ in 0..400 {
        bench.frame(Duration::from_secs_f64(1.0 / 64.0));
        if bench.x(entity) != 7.7 && now(&bench) > 0.5 {
            changed_at.push(now(&bench));
        }
    }
    assert!(changed_at.len() > 20);
    // 5 units fall below the spacing of f32 after about 21/ω.
    assert!(*changed_at.last().unwrap() < 0.5 + 22.0 / W, "{:?}", changed_at.last());
}

#[test]
fn a_value_that_is_wrong_in_one_frame_gives_no_velocity() {
    let shown_after = |wrong: f64| {
        let frame = 1.0 / 64.0;
        let path = move |t: f64| match t {
            t if t == 1.0 - 2.0 * frame => 2.0 * t + wrong,
            t if t < 1.0 => 2.0 * t,
            t => 9.0 + 2.0 * t,
        };
        let mut bench = bench();
        let entity = spawn(&mut bench, W as f32, along(path), &[1.0]);
        while now(&bench) < 1.25 {
            bench.frame(Duration::from_secs_f64(frame));
        }
        bench.x(entity)
    };
    assert_eq!(shown_after(0.5), shown_after(0.0));
}

#[test]
fn jumps_beyond_a_distance_are_found_and_those_beyond_another_are_shown_at_once() {
    let shown = |by: f64, settings: Inertialization| {
        let mut bench = bench();
        let path = move |t: f64| 20.0 * t + if t < 1.0 { 0.0 } else { by };
        let entity = spawn(&mut bench, W as f32, along(path), &[]);
        bench.edit(entity, |found: &mut Inertialization| *found = settings);
        while now(&bench) < 1.0 {
            bench.frame(Duration::from_secs_f64(1.0 / 64.0));
        }
        f64::from(bench.x(entity)) - 20.0
    };
    let settings = Inertialization::new(W as f32).with_jump_distance(1.0).with_cut_distance(10.0);
    assert!((shown(0.9, settings) - 0.9).abs() < TOLERANCE, "below the distance, a change is movement");
    assert!(shown(1.1, settings).abs() < TOLERANCE, "beyond it, it is a jump");
    assert!(shown(-9.9, settings).abs() < TOLERANCE);
    assert!((shown(10.1, settings) - 10.1).abs() < 2.0 * TOLERANCE, "farther, it is a cut");
    assert!((shown(5.0, Inertialization::new(W as f32)) - 5.0).abs() < TOLERANCE, "by default, only events are jumps");
}

#[test]
fn an_event_for_the_root_reaches_all_descendants() {
    let mut bench = bench();
    let root = bench.spawn(Transform::default());
    let middle = bench.spawn((Transform::default(), ChildOf(root)));
    let path = along(|t| if t < 0.5 { 0.0 } else { 4.0 });
    let bone = spawn(&mut bench, W as f32, path.clone(), &[]);
    let other = spawn(&mut bench, W as f32, path, &[]);
    bench.app.world_mut().entity_mut(bone).insert(ChildOf(middle));
    while now(&bench) < 0.5 - 1.0 / 64.0 {
        bench.frame(Duration::from_secs_f64(1.0 / 64.0));
    }
    bench.app.world_mut().trigger(Jumped { entity: root });
    bench.frame(Duration::from_secs_f64(1.0 / 64.0));
    assert_eq!((bench.x(bone), bench.x(other)), (0.0, 4.0));
}

#[test]
fn a_teleport_is_shown_at_once_even_if_it_is_announced_as_a_jump() {
    let mut bench = bench();
    let entity = spawn(&mut bench, W as f32, along(|t| if t < 0.5 { 0.0 } else { 4.0 }), &[0.5]);
    while now(&bench) < 0.5 - 1.0 / 64.0 {
        bench.frame(Duration::from_secs_f64(1.0 / 64.0));
    }
    bench.app.world_mut().trigger(Teleported::new(entity));
    bench.frame(Duration::from_secs_f64(1.0 / 64.0));
    assert_eq!(bench.x(entity), 4.0);
    bench.frame(Duration::from_secs_f64(1.0 / 64.0));
    assert_eq!(bench.x(entity), 4.0);
}

#[test]
fn a_jump_while_the_clock_is_paused_continues_from_what_is_shown() {
    let mut bench = bench();
    let path = |t: f64| if t < 1.0 { 2.0 * t } else { 9.0 };
    let entity = spawn(&mut bench, W as f32, along(path), &[1.0]);
    while now(&bench) < 1.0 - 1.0 / 64.0 {
        bench.frame(Duration::from_secs_f64(1.0 / 64.0));
    }
    bench.app.world_mut().resource_mut::<Time<Virtual>>().pause();
    let shown = bench.x(entity);
    for _ in 0..3 {
        bench.app.world_mut().trigger(Jumped { entity });
        bench.frame(Duration::from_secs_f64(1.0 / 64.0));
        assert_eq!(bench.x(entity), shown);
    }
    bench.app.world_mut().resource_mut::<Time<Virtual>>().unpause();
    bench.frame(Duration::from_secs_f64(1.0 / 64.0));
    assert!((bench.x(entity) - 2.0).abs() < 2e-6, "should continue at its velocity: {}", bench.x(entity));
}
