//! Each station shows what its explanation says about this crate's camera and about the usual code.

use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy_exact_motion::camera::Pose;
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
    lantern::{Attached, HANDOVER, Reparented},
    place::WALLS,
    shots::{HARD, Ours, Shots},
    station::Station,
    usual::Usual,
};

/// Enters a station with its key, and runs the scene for twelve seconds at 64 frames per second.
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
fn quarter_turns_keep_the_distance_to_the_runner_and_a_lerp_cuts_the_corner() {
    let (ours, usual) = gauges(&visit(Station::Orbit, KeyCode::Digit1, |_| {}));
    // The camera is 8 m from the pivot. The pivot lags behind the runner's head by 2/ω times the runner's speed, which is at most 11 m/s.
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
fn the_camera_never_enters_a_wall_and_the_boom_does_not_jump() {
    let app = visit(Station::Walls, KeyCode::Digit2, |app| {
        app.init_resource::<Deepest>().add_systems(Last, watch_walls);
    });
    assert_eq!(app.world().resource::<Deepest>().ours, 0.0, "depth of the camera in a wall (m)");
    let (ours, usual) = gauges(&app);
    assert!(
        usual.velocity_change > 2.0 * ours.velocity_change,
        "{} and {} m/s",
        ours.velocity_change,
        usual.velocity_change
    );
}

#[test]
fn the_runner_stays_in_the_hard_zone_but_leaves_the_picture_of_the_usual_camera() {
    let (ours, usual) = gauges(&visit(Station::LookAt, KeyCode::Digit3, |_| {}));
    // The tolerance is for the direction to the runner, which the camera approximates as linear within a tick. Its error is h²/8 times the
    // second derivative of the true direction (16 m/s² at 8 m).
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
    // A kick changes the angular velocity by 1.7 rad/s. If the gauge measured a rotation by the larger of its two angles, it would find a
    // turn of 2π in one frame.
    assert!(ours.turning_change < 10.0, "{} rad/s", ours.turning_change);
    // The frame nearest to the peak may be half a frame away from it, where a spring with ω = 25 rad/s is below its peak by (ω/128)²/2 of
    // the peak.
    let (asked, seen) = (KICK.length(), ours.most_shaken);
    assert!(seen <= asked + 1e-4 && seen > 0.98 * asked, "{seen} of {asked} rad");
}

#[test]
fn a_cut_arrives_in_the_same_frame_and_a_lerp_does_not() {
    let (ours, usual) = gauges(&visit(Station::Cut, KeyCode::Digit7, |_| {}));
    // The pivot lags by 2/ω times the traveller's speed, which is at most 2.6 m/s.
    assert!(ours.away > 7.0 && ours.away < 8.0 + 0.65, "{} m", ours.away);
    // The gates are 14.6 m apart, at right angles to the view.
    assert!(usual.away > 14.0, "{} m", usual.away);
}

/// Sets the usual code to 144 frames per second. The usual code then runs before every drawn frame, so its frame rate does not affect the
/// measurement.
fn set_highest_frame_rate(mut usual: Single<&mut Usual>) {
    usual.faster();
    usual.faster();
}

#[test]
fn an_attached_lantern_keeps_its_velocity_at_a_handover_and_an_eased_child_does_not() {
    let app = visit(Station::Attach, KeyCode::Digit8, |app| {
        app.add_systems(PostStartup, set_highest_frame_rate);
    });
    let (ours, usual) = gauges(&app);
    // The bearers' hands are at most 5.6 m apart, have a relative velocity of up to 3.6 m/s, and accelerate by up to 3.5 m/s².
    // The blend's offset starts at a distance D with a velocity U, and decays with ω = 10.05 / HANDOVER. Its velocity is at most 0.224 ωD,
    // its acceleration at most 0.131 ω²D + 2ωU.
    let omega = 10.05 / HANDOVER;
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
fn a_dolly_stays_on_its_side_of_a_hairpin_and_the_nearest_of_all_points_does_not() {
    let (ours, usual) = gauges(&visit(Station::Rail, KeyCode::Digit9, |_| {}));
    // The runner accelerates along the rail by at most 9 m · (0.9 rad/s)² = 7.3 m/s². The spring follows its position, so it does not exceed
    // that.
    assert!(ours.velocity_change < 7.3 / 64.0, "{} m/s", ours.velocity_change);
    assert!(usual.velocity_change > 10.0, "{} m/s", usual.velocity_change);
}

#[test]
fn a_confined_picture_stays_within_the_edges_while_it_zooms_and_a_clamped_position_does_not() {
    let (ours, usual) = gauges(&visit(Station::Confiner, KeyCode::Digit0, |_| {}));
    // The rounding of a rotation in f32, at 15 m.
    assert!(ours.beyond < 1e-5, "{} m", ours.beyond);
    assert!(usual.beyond > 0.5, "{} m", usual.beyond);
}

#[test]
fn after_the_confined_picture_the_camera_is_where_the_next_shot_is() {
    let script = Script::new([tap(KeyCode::Digit0, 0.25), tap(KeyCode::Digit1, 3.0)].concat());
    let options = Options { seconds: Some(3.5), tick_rate: 64.0, frame_rate: Some(64.0), ..Options::default() };
    let harness =
        Harness::in_process("camera_tour", options, script).with_interface().designed_for(UPRIGHT_DESIGN_SIZE);
    let mut app = scene::build(&harness);
    harness.simulate(&mut app);
    let shot = app.world().resource::<Shots>().follower;
    let pose = *app.world().get::<Pose>(shot).expect("a shot");
    let world = app.world_mut();
    let drawn = world.query_filtered::<&GlobalTransform, With<Ours>>().single(world).expect("one camera");
    assert!(drawn.translation().distance(pose.position) < 1e-4, "{drawn:?}, {pose:?}");
}

#[test]
fn each_picture_shows_only_its_own_lantern() {
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
