//! This crate's drops are never drawn below the floor, at any frame rate and in slow motion; Euler's drops are. The marked drop moves in
//! closed form. Drops are reused, so the number of entities does not grow.

use bevy::prelude::*;
use bevy_exact_motion::math;
use harness::{
    Harness,
    cli::Options,
    layout::UPRIGHT_DESIGN_SIZE,
    script::{Script, hold, tap},
    trace::Row,
};

use crate::scenes::fountain as scene;
use scene::{
    drops::{self, Body, Drop, Pool},
    euler::Stepped,
    law::{FRICTION, GRAVITY, Restitution},
    marked::{self, Marked, Tops},
    readout::Record,
    script,
};

fn harness(seconds: f64, frame_rate: f64, script: Script) -> Harness {
    let options = Options { seconds: Some(seconds), frame_rate: Some(frame_rate), ..Options::default() };
    Harness::in_process("fountain", options, script).with_interface().designed_for(UPRIGHT_DESIGN_SIZE)
}

/// Measurements of the drawn frames, computed from transforms instead of the scene's own counters.
#[derive(Resource, Default)]
struct Drawn {
    frames: u32,
    ours_below: usize,
    frames_with_twins_below: u32,
    deepest_twin: f32,
    /// The time (s) and the height (m) of the marked drop in each frame.
    marked: Vec<(f64, f32)>,
}

fn look(
    ours: Query<(&GlobalTransform, &Body), With<Drop>>,
    twins: Query<(&GlobalTransform, &Body), With<Stepped>>,
    marked: Single<&GlobalTransform, With<Marked>>,
    time: Res<Time<Virtual>>,
    mut drawn: ResMut<Drawn>,
) {
    let depth = |(transform, body): (&GlobalTransform, &Body)| body.radius - transform.translation().y;
    drawn.frames += 1;
    drawn.ours_below += ours.iter().map(depth).filter(|depth| *depth > 0.0 || depth.is_nan()).count();
    let deepest = twins.iter().map(depth).fold(f32::MIN, f32::max);
    drawn.frames_with_twins_below += u32::from(deepest > 0.0);
    drawn.deepest_twin = drawn.deepest_twin.max(deepest);
    drawn.marked.push((time.elapsed_secs_f64(), marked.translation().y));
}

/// Runs the scene. Returns its app, the measurements, and the trace.
fn run(harness: &Harness) -> (App, Drawn, Vec<Row>) {
    let mut app = scene::build(harness);
    app.init_resource::<Drawn>().add_systems(Last, look);
    let rows = harness.simulate(&mut app);
    let drawn = app.world_mut().remove_resource::<Drawn>().expect("recorded");
    (app, drawn, rows)
}

#[test]
fn no_drop_of_this_crate_is_drawn_below_the_floor_but_drops_of_eulers_method_are() {
    for frame_rate in [37.0, 60.0, 144.0] {
        let (app, drawn, _) = run(&harness(5.0, frame_rate, Script::default()));
        assert!(f64::from(drawn.frames) >= 5.0 * frame_rate, "{} frames at {frame_rate}/s", drawn.frames);
        assert_eq!(drawn.ours_below, 0, "at {frame_rate} frames/s");
        let most = drawn.frames_with_twins_below * 10 > drawn.frames * 6;
        assert!(most, "Euler's in {} of {} frames at {frame_rate}/s", drawn.frames_with_twins_below, drawn.frames);
        assert!(drawn.deepest_twin > 0.08, "Euler's deepest is {} m at {frame_rate}/s", drawn.deepest_twin);
        let record = app.world().resource::<Record>();
        assert_eq!(record.ours_below, 0, "the readout should count the same");
        assert!(record.contacts > 2000, "{} contacts reported", record.contacts);
        assert!(record.deepest_twin == drawn.deepest_twin, "{} and {} m", record.deepest_twin, drawn.deepest_twin);
    }
}

#[test]
fn no_drop_of_this_crate_is_below_the_floor_in_slow_motion_or_while_pouring_or_after_the_restitution_changes() {
    let slow = Script::new([tap(KeyCode::Digit3, 2.0), hold(KeyCode::Space, 3.0, 5.0)].concat());
    for script in [script::play(), slow] {
        let (_, drawn, _) = run(&harness(8.0, 60.0, script));
        assert_eq!(drawn.ours_below, 0);
        assert!(drawn.frames_with_twins_below > 0);
    }
}

/// Returns the marked drop's height and velocity in closed form, `time` seconds after it was thrown.
fn solved(time: f64) -> (f64, f64) {
    let (a, c) = (f64::from(GRAVITY), f64::from(FRICTION));
    let restitution = f64::from(Restitution::default().0);
    let bounce = math::Bounce { acceleration: a, friction: c, floor: marked::RADIUS.into(), restitution };
    let (mut left, mut height, mut velocity) = (time, f64::from(marked::START.y), f64::from(marked::VELOCITY.y));
    while let Some(contact) = bounce.next_contact(height, velocity).filter(|contact| contact.time < left) {
        (left, height, velocity) = (left - contact.time, bounce.floor, bounce.velocity_after(contact.velocity));
        if bounce.rests(velocity, f64::from(1e-3_f32)) {
            return (bounce.floor, 0.0);
        }
    }
    math::Law { c, a, ..math::Law::default() }.step_held(height, velocity, 0.0, left)
}

#[test]
fn the_marked_drop_follows_the_closed_form_in_every_tick_and_every_frame() {
    for frame_rate in [37.0, 60.0, 144.0] {
        let (app, drawn, rows) = run(&harness(4.0, frame_rate, Script::default()));
        let rows: Vec<_> = rows.iter().filter(|row| row.sample.name == "drop").collect();
        assert!(rows.len() > 200, "{} rows", rows.len());
        for row in rows {
            let (height, velocity) = solved(row.time);
            let (found, rate) = (f64::from(row.sample.position.y), f64::from(row.sample.velocity.y));
            // A few ulp of f32 at 2 m and 7 m/s.
            assert!((found - height).abs() < 1e-6, "{found} m, not {height}, after {} s", row.time);
            assert!((rate - velocity).abs() < 4e-6, "{rate} m/s, not {velocity}, after {} s", row.time);
        }
        assert_drawn_as_solved(&drawn, &format!("at {frame_rate} frames/s"));
        let tops = app.world().resource::<Tops>();
        for (number, (solved, ours)) in tops.closed_form.iter().zip(tops.ours).enumerate() {
            let ours = f64::from(ours.expect("three contacts in 4 s"));
            assert!((ours - solved).abs() < 1e-6, "{ours} m, not {solved}, after contact {number}");
            let euler = f64::from(tops.euler[number].expect("three contacts in 4 s"));
            assert!((euler - solved).abs() > 5e-3, "Euler's {euler} m is as exact as {solved}, after contact {number}");
        }
        assert_eq!(drawn.ours_below, 0);
    }
}

fn assert_drawn_as_solved(drawn: &Drawn, what: &str) {
    for &(time, height) in &drawn.marked {
        let (solved, _) = solved(time);
        // A few ulp of f32 at 2 m.
        assert!((f64::from(height) - solved).abs() < 1e-6, "{height} m, not {solved}, after {time} s, {what}");
    }
}

#[test]
fn in_slow_motion_each_frame_shows_the_drop_at_the_time_of_the_frame() {
    // The slow motion begins at 1.3 s, before the first contact.
    let slow = Script::new(tap(KeyCode::Digit3, 1.3));
    let (_, drawn, _) = run(&harness(6.0, 60.0, slow));
    assert_drawn_as_solved(&drawn, "in slow motion");
    let slow: Vec<_> = drawn.marked.iter().filter(|(time, _)| *time > 1.31).collect();
    assert!(slow.len() > 200, "{} frames", slow.len());
    let moved = slow.windows(2).filter(|two| two[0].1 != two[1].1).count();
    assert!(moved + 1 == slow.len(), "the drop should move in each frame, not in {moved} of {}", slow.len());
}

#[test]
fn drops_are_reused_and_the_number_of_entities_does_not_grow() {
    let harness = harness(16.0, 30.0, Script::default());
    let mut app = scene::build(&harness);
    app.init_resource::<Counts>().add_systems(Last, count);
    harness.simulate(&mut app);
    let counts = app.world_mut().remove_resource::<Counts>().expect("counted");
    let pool = app.world().resource::<Pool>();
    assert!(pool.thrown > 2 * drops::COUNT, "{} throws of {} drops", pool.thrown, drops::COUNT);
    let (second, last) = (counts.0[1], counts.0[counts.0.len() - 1]);
    assert!(counts.0.iter().skip(1).all(|count| *count == second), "{second} entities became {last}");
}

/// The number of entities in each frame.
#[derive(Resource, Default)]
struct Counts(Vec<usize>);

fn count(all: Query<()>, mut counts: ResMut<Counts>) {
    counts.0.push(all.iter().len());
}
