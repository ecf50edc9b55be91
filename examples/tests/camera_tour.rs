//! Each station shows what its explanation says: this crate's camera keeps its promise, and the usual code does not.

use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use harness::{
    Harness,
    cli::Options,
    layout::UPRIGHT_DESIGN_SIZE,
    script::{Script, click, tap},
};

use crate::scenes::camera_tour as scene;
use scene::{
    act::KICK,
    gauge::{Gauge, Gauges},
    lantern::{Attached, Reparented, WAY},
    place::WALLS,
    shots::{HARD, Ours, Shots},
    station::Station,
    usual::Usual,
};

/// Runs twelve seconds at 64 frames per second, at the station that is entered with this key.
fn visit(station: Station, key: KeyCode, more: impl FnOnce(&mut App)) -> App {
    let script = Script::new(tap(key, 0.25));
    let options = Options { seconds: Some(12.0), tick_rate: 64.0, frame_rate: Some(64.0), ..Options::default() };
    let harness =
        Harness::in_process("camera_tour", options, script).with_interface().designed_for(UPRIGHT_DESIGN_SIZE);
    let mut app = scene::build(&harness);
    more(&mut app);
    harness.simulate(&mut app);
    assert_eq!(app.world().resource::<scene::station::Tour>().station, station);
    app
}

#[test]
fn each_button_enters_its_station() {
    for station in Station::ALL {
        let script = Script::new(click(station.name(), Vec2::splat(0.5), 1.0));
        let options = Options { seconds: Some(2.0), ..Options::default() };
        let harness =
            Harness::in_process("camera_tour", options, script).with_interface().designed_for(UPRIGHT_DESIGN_SIZE);
        let mut app = scene::build(&harness);
        harness.simulate(&mut app);
        assert_eq!(app.world().resource::<scene::station::Tour>().station, station);
    }
}

fn gauges(app: &App) -> (Gauge, Gauge) {
    let gauges = app.world().resource::<Gauges>();
    (gauges.ours, gauges.usual)
}

#[test]
fn quarter_turns_keep_the_distance_and_a_lerp_cuts_the_corner() {
    let (ours, usual) = gauges(&visit(Station::Orbit, KeyCode::Digit1, |_| {}));
    // The distance is from the runner's head. The pivot lags by 2/ω times the runner's speed, which is at most 11 m/s.
    let [ours, usual] = [ours, usual].map(|gauge| gauge.nearest.expect("the runner was seen"));
    assert!(ours > 8.0 - 2.75, "{ours} m");
    assert!(usual < ours - 0.5, "{usual} m");
}

#[derive(Resource, Default)]
struct Deepest {
    /// The largest depth of this crate's camera below the surface of a wall. Unit: m.
    ours: f32,
}

fn watch_walls(ours: Single<&Transform, With<Ours>>, mut deepest: ResMut<Deepest>) {
    for (middle, half) in WALLS {
        let outside = (ours.translation - middle).abs() - half;
        deepest.ours = deepest.ours.max(-outside.max_element());
    }
}

#[test]
fn the_camera_never_enters_a_wall_and_does_not_pop() {
    let app = visit(Station::Walls, KeyCode::Digit2, |app| {
        app.init_resource::<Deepest>().add_systems(Last, watch_walls);
    });
    assert_eq!(app.world().resource::<Deepest>().ours, 0.0, "m in a wall");
    let (ours, usual) = gauges(&app);
    assert!(
        usual.velocity_change > 2.0 * ours.velocity_change,
        "{} and {} m/s",
        ours.velocity_change,
        usual.velocity_change
    );
}

#[test]
fn the_runner_stays_in_the_hard_zone_and_leaves_the_usual_picture() {
    let (ours, usual) = gauges(&visit(Station::LookAt, KeyCode::Digit3, |_| {}));
    // Bearings are linear over a tick. Their error is h²/8 times their second derivative, here the runner's (16 m/s² at 8 m).
    assert!(ours.furthest <= HARD.left + 1e-3, "{}", ours.furthest);
    assert!(usual.furthest > 0.5, "{}", usual.furthest);
}

#[test]
fn joining_and_leaving_a_group_jolts_only_the_usual_camera() {
    let (ours, usual) = gauges(&visit(Station::Group, KeyCode::Digit4, |_| {}));
    assert!(
        usual.velocity_change > 4.0 * ours.velocity_change,
        "{} and {} m/s",
        ours.velocity_change,
        usual.velocity_change
    );
}

#[test]
fn an_interrupted_blend_keeps_its_velocity_and_a_snapshot_blend_does_not() {
    let (ours, usual) = gauges(&visit(Station::Blend, KeyCode::Digit5, |_| {}));
    assert!(
        usual.velocity_change > 4.0 * ours.velocity_change,
        "{} and {} m/s",
        ours.velocity_change,
        usual.velocity_change
    );
}

#[test]
fn a_kick_peaks_at_the_requested_angle() {
    let (ours, _) = gauges(&visit(Station::Shake, KeyCode::Digit6, |_| {}));
    // A kick changes the angular velocity by 1.7 rad/s; a turn measured by the larger angle would be 2π in a frame.
    assert!(ours.turning_change < 10.0, "{} rad/s", ours.turning_change);
    // The nearest frame may be half a frame away from the peak of a spring of 25 rad/s: (ω/128)²/2 of the peak is missing.
    let (asked, seen) = (KICK.length(), ours.most_shaken);
    assert!(seen <= asked + 1e-4 && seen > 0.98 * asked, "{seen} of {asked} rad");
}

#[test]
fn a_cut_arrives_in_the_same_frame_and_a_lerp_does_not() {
    let (ours, usual) = gauges(&visit(Station::Cut, KeyCode::Digit7, |_| {}));
    // The pivot lags by 2/ω times the traveller's speed, which is at most 2.6 m/s.
    assert!(ours.away > 7.0 && ours.away < 8.0 + 0.65, "{} m", ours.away);
    // The gates are 14.6 m apart, across the view.
    assert!(usual.away > 14.0, "{} m", usual.away);
}

/// Sets the usual code to 144 frames per second, more than are drawn, so that its frame rate has no effect on the measurement.
fn hurry(mut usual: Single<&mut Usual>) {
    usual.faster();
    usual.faster();
}

#[test]
fn an_attached_lantern_keeps_its_velocity_and_an_eased_child_does_not() {
    let app = visit(Station::Attach, KeyCode::Digit8, |app| {
        app.add_systems(PostStartup, hurry);
    });
    let (ours, usual) = gauges(&app);
    // The hands are at most 5.6 m apart, have a relative velocity of up to 3.6 m/s, and accelerate by up to 3.5 m/s².
    // The blend's remaining offset, from a distance D and a velocity U, decays with ω = 10.05 / WAY: with a velocity of up to 0.224 ωD and
    // an acceleration of up to 0.131 ω²D + 2ωU.
    let omega = 10.05 / WAY;
    let (apart, velocity) = (5.6, 3.6 + 0.224 * omega * 5.6);
    let bound = (3.5 + 0.131 * omega * omega * apart + 2.0 * omega * velocity) / 64.0;
    assert!(ours.velocity_change < bound, "{} of {bound} m/s", ours.velocity_change);
    assert!(
        usual.velocity_change > 4.0 * ours.velocity_change,
        "{} and {} m/s",
        ours.velocity_change,
        usual.velocity_change
    );
}

#[test]
fn each_picture_shows_one_lantern() {
    let mut app = visit(Station::Attach, KeyCode::Digit8, |_| {});
    let world = app.world_mut();
    let mut layers = |is: &dyn Fn(EntityRef) -> bool| {
        let mut all = world.query::<EntityRef>();
        let entity = all.iter(world).find(|entity| is(*entity)).expect("spawned");
        entity.get::<RenderLayers>().cloned().unwrap_or_default()
    };
    let (ours, usual) = (layers(&|entity| entity.contains::<Ours>()), layers(&|entity| entity.contains::<Usual>()));
    let attached = layers(&|entity| entity.contains::<Attached>());
    let reparented = layers(&|entity| entity.contains::<Reparented>());
    assert!(ours.intersects(&attached) && !ours.intersects(&reparented), "{ours:?}");
    assert!(usual.intersects(&reparented) && !usual.intersects(&attached), "{usual:?}");
}

#[test]
fn each_camera_covers_half_of_the_screen() {
    let mut app = visit(Station::Orbit, KeyCode::Digit1, |_| {});
    let world = app.world_mut();
    let mut usual = world.query_filtered::<&Camera, With<Usual>>();
    let mut ours = world.query_filtered::<&Camera, With<Ours>>();
    let of =
        |camera: &Camera| camera.viewport.clone().map(|viewport| (viewport.physical_position, viewport.physical_size));
    let left = of(ours.single(world).expect("one camera")).expect("a half");
    let right = of(usual.single(world).expect("one camera")).expect("a half");
    assert_eq!(left.1.y, right.1.y);
    assert!(left.0.x + left.1.x < right.0.x && left.1.x.abs_diff(right.1.x) <= 1, "{left:?} {right:?}");
    assert!(world.contains_resource::<Shots>());
}
