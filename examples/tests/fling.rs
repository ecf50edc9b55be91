//! Cards come to rest at the forecast position and time. The list lands exactly on a row, overshoots its end by the closed-form distance at
//! every tick rate, and stretches like a rubber band while it is dragged past its end.

use bevy::prelude::*;
use bevy_exact_motion::math::RubberBand;
use bevy_exact_motion::property::{NodeTranslation, Property as _};
use harness::{
    Harness,
    cli::Options,
    layout::{Screen, UPRIGHT_DESIGN_SIZE},
    script::{Script, drag, tap},
    trace::Row,
};

use crate::scenes::fling as scene;
use scene::{
    cards::{COUNT, Card},
    list::{ROW, VIEW},
    readout::Record,
    room::Room,
    script,
};

const MIDDLE: f32 = 0.5;

fn run(seconds: f64, tick_rate: f64, script: Script) -> (App, Vec<Row>) {
    let options = Options { seconds: Some(seconds), tick_rate, frame_rate: Some(60.0), ..Options::default() };
    let harness = Harness::in_process("fling", options, script).with_interface().designed_for(UPRIGHT_DESIGN_SIZE);
    let mut app = scene::build(&harness);
    let rows = harness.simulate(&mut app);
    (app, rows)
}

/// Returns the list's position in each tick.
fn of_list(rows: &[Row]) -> Vec<f32> {
    rows.iter().filter(|row| row.sample.name == "list").map(|row| row.sample.position.y).collect()
}

fn room(app: &App) -> Room {
    Room::on(app.world().resource::<Screen>())
}

#[test]
fn cards_come_to_rest_at_the_forecast_position_and_time() {
    for tick_rate in [30.0, 64.0] {
        let (mut app, _) = run(8.0, tick_rate, script::play());
        let record = app.world().resource::<Record>().clone();
        assert!(record.landed >= 6, "{} of {} throws have come to rest", record.landed, record.throws);
        assert_eq!(record.off, 0.0, "px off at {tick_rate} Hz");
        // Rest is reported in the first tick after the forecast instant.
        let late = -1e-6..=1.0 / tick_rate + 1e-6;
        assert!(late.contains(&record.late), "reported {} s late at {tick_rate} Hz", record.late);
        let room = room(&app);
        let world = app.world_mut();
        let mut cards = world.query::<(&Card, &UiTransform)>();
        for (card, transform) in cards.iter(world) {
            assert_eq!(
                NodeTranslation::get(transform),
                room.home(card.0, COUNT),
                "card {} should be dealt again",
                card.0
            );
        }
    }
}

#[test]
fn the_list_lands_exactly_on_a_row() {
    let flung = || drag(VIEW, Vec2::new(MIDDLE, 0.8), Vec2::new(MIDDLE, 0.3), 0.25, 0.45);
    let by_key = || tap(KeyCode::KeyS, 0.25).to_vec();
    let runs = [(flung(), 30.0), (flung(), 64.0), (flung(), 144.0), (by_key(), 64.0)];
    for (events, tick_rate) in runs {
        let (_, rows) = run(5.0, tick_rate, Script::new(events));
        let places = of_list(&rows);
        let end = places[places.len() - 1];
        assert!(end < -3.0 * ROW, "the list should move further than to {end} px, at {tick_rate} Hz");
        assert_eq!(end % ROW, 0.0, "the list should be on a row, not at {end} px, at {tick_rate} Hz");
        assert!(places.is_sorted_by(|before, after| before >= after), "the list turns back, at {tick_rate} Hz");
    }
}

#[test]
fn the_list_overshoots_its_end_by_the_same_distance_at_every_tick_rate_unlike_the_usual_list() {
    let script = || [tap(KeyCode::KeyS, 0.25), tap(KeyCode::KeyW, 1.0), tap(KeyCode::KeyW, 1.6)].concat();
    let over = [30.0, 64.0, 144.0].map(|tick_rate| {
        let (app, rows) = run(4.0, tick_rate, Script::new(script()));
        let record = app.world().resource::<Record>().clone();
        let solved = record.solved.expect("the list should overshoot its upper end");
        assert!(solved > 10.0, "{solved} px, at {tick_rate} Hz");
        // The nearest frame may be half a frame (1/120 s) away from the peak. The list moves by less than 0.5 px in that time.
        assert!((0.0..0.5).contains(&(solved - record.ours)), "{} of {solved} px, at {tick_rate} Hz", record.ours);
        let places = of_list(&rows);
        assert_eq!(places[places.len() - 1], 0.0, "the list should return to its end, at {tick_rate} Hz");
        (solved, record.usual)
    });
    for (solved, _) in over {
        assert!((solved - over[0].0).abs() < 1e-3, "{over:?}");
    }
    let apart = over.map(|(solved, usual)| (solved - usual).abs()).into_iter().fold(0.0, f32::max);
    assert!(apart > 2.0, "{over:?}");
}

#[test]
fn a_list_that_is_dragged_past_its_end_stretches_like_a_rubber_band() {
    let (from, to) = (0.2, 0.8);
    let events = drag(VIEW, Vec2::new(MIDDLE, from), Vec2::new(MIDDLE, to), 0.25, 1.0);
    // Leave out the last event, the release, so that the list is still dragged at the end.
    let held = events.len() - 1;
    let (app, rows) = run(2.0, 64.0, Script::new(events.into_iter().take(held)));
    let view = room(&app).lists[0].height();
    let band = RubberBand::new(RubberBand::IOS, view.into()).expect("a valid rubber band");
    let shown = band.shown(f64::from((to - from) * view));
    let places = of_list(&rows);
    let place = f64::from(places[places.len() - 1]);
    // The tolerance is for converting the pointer's position from the screen's pixels to those of the scaled UI.
    assert!((place - shown).abs() < 0.05, "{place} px, not {shown}");
}
