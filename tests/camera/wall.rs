//! Camera booms in front of walls.

use std::{f64::consts::E, time::Duration};

use bevy::prelude::*;
use bevy_exact_motion::{
    camera::{OrbitDistance, OrbitYaw},
    events::OriginShift,
    prelude::*,
};

use crate::{
    app::ulp,
    stage::{Stage, cameras_with},
};

/// The cast along a boom's ray, for the system `sense`.
#[derive(Resource)]
struct Sense(Box<dyn Fn(Ray3d) -> Option<BoomHit> + Send + Sync>);

fn sense(sense: Res<Sense>, mut booms: Query<&mut Obstruction>) {
    for mut boom in &mut booms {
        boom.hit = sense.0(boom.ray);
    }
}

fn stage(hz: f64, pivot: impl Bundle, camera: impl Bundle) -> Stage {
    let mut stage = Stage::new(hz, (pivot, Visibility::default()), camera);
    stage.bench.app.insert_resource(Sense(Box::new(|_| None))).add_systems(FixedUpdate, sense);
    stage
}

fn set_cast(stage: &mut Stage, found: impl Fn(Ray3d) -> Option<BoomHit> + Send + Sync + 'static) {
    stage.bench.app.insert_resource(Sense(Box::new(found)));
}

/// The z beyond which a wall fills the space. Unit: m.
const WALL: f64 = 4.0;

/// The distance of a hit, or infinity without a hit. Unit: m.
fn distance(hit: Option<BoomHit>) -> f64 {
    hit.map_or(f64::INFINITY, |hit| hit.distance.into())
}

fn wall(ray: Ray3d, known: bool) -> Option<BoomHit> {
    let ahead = f64::from(ray.direction.z);
    if ahead <= 1e-6 {
        return None;
    }
    let length = (WALL - f64::from(ray.origin.z)) / ahead;
    Some(BoomHit::new(length as f32, known.then_some(Vec3::NEG_Z)))
}

fn boom_length(stage: &Stage) -> f32 {
    stage.bench.get::<Orbit>(stage.camera).distance
}

#[test]
fn no_frame_is_drawn_from_behind_a_flat_wall_that_the_boom_sweeps_along() {
    for moves in [false, true] {
        for known in [true, false] {
            for hz in [30.0, 64.0] {
                for fps in [37.0, 60.0, 144.0, 1000.0] {
                    let velocity = if moves { Vec3::new(1.0, 0.0, 0.5) } else { Vec3::ZERO };
                    let pivot = (Transform::default(), Velocity::new(velocity));
                    let mut stage = stage(hz, pivot, (Orbit::new(-1.4, 0.2, 8.0), Obstruction::default()));
                    let camera = stage.camera;
                    set_cast(&mut stage, move |ray| wall(ray, known));
                    stage.bench.edit::<OrbitInput>(camera, |input| input.turn_rate.x = 2.0);
                    let (mut worst, mut nearest) = (f64::NEG_INFINITY, f64::INFINITY);
                    while stage.drawn() < 1.6 {
                        stage.bench.frame(Duration::from_secs_f64(1.0 / fps));
                        let pose = stage.pose();
                        let orbit = stage.bench.get::<Orbit>(camera);
                        let ahead = f64::from(orbit.yaw).cos() * f64::from(orbit.pitch).cos();
                        // Without a normal, the camera may be behind the wall by the change of the free length in a tick.
                        let rate = 2.0 * (WALL / (ahead * ahead)) + 1.0 / ahead.abs();
                        let beyond = f64::from(pose.position.z) - WALL;
                        worst = worst.max(if known { beyond / 1e-5 } else { beyond / (rate / hz) });
                        nearest = nearest.min(-beyond);
                        let drawn = stage.bench.get::<Transform>(camera).translation
                            + stage.bench.get::<Transform>(stage.pivot).translation;
                        assert!(drawn.distance(pose.position) < 1e-5);
                    }
                    let name = format!("moves {moves}, known {known}, {hz} Hz, {fps} fps: {worst}, {nearest}");
                    assert!(worst <= 1.0, "{name}");
                    assert!(nearest < 0.3, "the boom should have come to the wall: {name}");
                }
            }
        }
    }
}

#[test]
fn a_turning_pivot_sweeps_the_boom_along_a_wall_like_the_booms_own_yaw() {
    for known in [true, false] {
        for hz in [30.0, 64.0] {
            let run = |by_pivot: bool| {
                let spin = if by_pivot { 2.0 * Vec3::Y } else { Vec3::ZERO };
                let pivot = (Transform::default(), Velocity::<Rotation>::of(spin));
                let mut stage = stage(hz, pivot, (Orbit::new(-1.4, 0.2, 8.0), Obstruction::default()));
                let camera = stage.camera;
                set_cast(&mut stage, move |ray| wall(ray, known));
                // The yaw turns freely.
                stage.bench.app.world_mut().entity_mut(camera).remove::<(Spring<OrbitYaw>, Target<OrbitYaw>)>();
                let yaw_rate = if by_pivot { 0.0 } else { 2.0 };
                stage.bench.app.world_mut().entity_mut(camera).insert(Velocity::<OrbitYaw>::of(yaw_rate));
                (0..320)
                    .map(|_| {
                        stage.bench.frame(Duration::from_millis(5));
                        let length = stage.bench.get::<Velocity<OrbitDistance>>(camera).0;
                        (boom_length(&stage), length, stage.pose())
                    })
                    .collect::<Vec<_>>()
            };
            let mut shortest = f32::INFINITY;
            for (frame, (yaw, pivot)) in run(false).into_iter().zip(run(true)).enumerate() {
                let what = format!("known {known}, {hz} Hz, frame {frame}: {yaw:?} and {pivot:?}");
                assert!((yaw.0 - pivot.0).abs() < 1e-4 && (yaw.1 - pivot.1).abs() < 5e-3, "{what}");
                assert!(yaw.2.position.distance(pivot.2.position) < 1e-4, "{what}");
                assert!(yaw.2.velocity.distance(pivot.2.velocity) < 5e-3, "{what}");
                shortest = shortest.min(yaw.0);
            }
            assert!(shortest < 4.2, "it should have come to the wall: {shortest}");
        }
    }
}

/// The distance to a wall that fills all yaws above 0. Its edge, at yaw 0, is the corner. Unit: m.
const CORNER: f64 = 3.0;
/// The slope of the whiskers. Unit: m/rad.
const SLOPE: f64 = 6.0;
/// The largest angle between the boom and a whisker. Unit: rad.
const ASIDE: f64 = 1.0;
/// The rate at which the boom's yaw sweeps, on a spring with the angular frequency `YAW`. Unit: rad/s.
const SWEEP: f64 = 2.0;
/// The angular frequency of the yaw's spring. Unit: rad/s.
const YAW: f64 = 12.0;
/// The margin of the boom in front of the corner. Unit: m.
const MARGIN: f64 = 0.147;

/// The hit that infinitely many whiskers would report.
fn corner(ray: Ray3d) -> Option<BoomHit> {
    let yaw = f64::from(ray.direction.x).atan2(f64::from(ray.direction.z));
    if yaw < -ASIDE {
        return None;
    }
    Some(BoomHit::new((CORNER + SLOPE * (-yaw).max(0.0)) as f32, None))
}

#[test]
fn whiskers_find_a_corner_before_the_boom_does() {
    let spacing = 0.005;
    for yaw in (-150..150i16).map(|i| 0.01 * f32::from(i) + 0.0013) {
        let found = |angle: f32| (yaw + angle > 0.0).then(|| BoomHit::new(3.0, None));
        let angles = (-200..=200i16).map(|i| spacing * f32::from(i));
        let casts: Vec<_> = angles.map(|angle| (angle, found(angle))).collect();
        let (few, direction) = (BoomHit::whiskers(&casts, SLOPE as f32), Vec3::new(yaw.sin(), 0.0, yaw.cos()));
        let all = corner(Ray3d { origin: Vec3::ZERO, direction: Dir3::new(direction).unwrap() });
        // The first whisker that hits the wall is at most one spacing past the wall's edge. Lengths of 3 to 9 m are rounded to f32.
        let late = distance(few) - distance(all);
        let furthest = SLOPE * f64::from(spacing) + 2.0 * ulp(9.0);
        assert!(few == all || (-2.0 * ulp(9.0)..=furthest).contains(&late), "{yaw}: {few:?} should be {all:?}");
    }
}

#[test]
fn whiskers_make_the_boom_shorten_continuously_before_a_corner() {
    let Obstruction { pull_in_angular_frequency: inwards, release_angular_frequency: outwards, .. } =
        Obstruction::default();
    let (inwards, outwards) = (f64::from(inwards), f64::from(outwards));
    for (hz, fps) in [(64.0, 144.0), (64.0, 1000.0), (30.0, 144.0), (30.0, 1000.0)] {
        let boom = Obstruction { margin: MARGIN as f32, ..default() };
        let mut stage = stage(hz, Transform::default(), (Orbit::new(-1.5, 0.0, 8.0), boom));
        let camera = stage.camera;
        set_cast(&mut stage, corner);
        stage.bench.edit::<OrbitInput>(camera, |input| input.turn_rate.x = SWEEP as f32);
        let (mut before, mut length, mut fastest) = (0.0, boom_length(&stage), 0.0f64);
        // The edge (the distance to the wall) at the last tick, and its rate over the last two.
        let (mut edge, mut edge_rate) = (None, None);
        while stage.drawn() < 1.5 {
            let tick = stage.elapsed();
            stage.bench.frame(Duration::from_secs_f64(1.0 / fps));
            let what = format!("{hz} Hz, {fps} fps, {}", stage.drawn());
            // The greatest acceleration by the law: the spring within its margin, the damper on the whole rate of an edge that begins to
            // act, and the edge's curvature. The curvature comes from the yaw, u ω²t e^(−ωt).
            let law = inwards * inwards * MARGIN + 2.0 * inwards * SLOPE * SWEEP + SLOPE * SWEEP * YAW / E;
            let mut most = law / fps;
            // The cast at the end of a tick changes the motion from the tick's start on. If the edge approaches faster by Δu, the boom's
            // velocity changes by at most (1 + e⁻²) Δu. If the edge is slower by Δu, the boom leaves it at Δu or at the velocity that the
            // slow spring removes in a tick, whichever is less.
            let mut correction = 0.0;
            if stage.elapsed() > tick {
                let found = distance(stage.bench.get::<Obstruction>(camera).hit);
                let rate = edge.map(|edge: f64| (found - edge) * hz).filter(|rate| rate.is_finite());
                if let (Some(rate), Some(last)) = (rate, edge_rate) {
                    let faster: f64 = last - rate;
                    correction =
                        if faster > 0.0 { 1.136 * faster } else { f64::min(-faster, 2.0 * outwards * fastest / hz) };
                }
                // Between ticks the edge is extrapolated as that of a flat wall along which the boom sweeps. After a change by Δ, 1/(2/f −
                // 1/(f + Δ)) is 2 Δ²/(f + 2 Δ) longer than a linear extrapolation, so the edge also approaches faster by this amount.
                let change = rate.map_or(0.0, |rate| (rate / hz).abs());
                correction += 1.136 * 2.0 * change * change / (found + 2.0 * change) * hz;
                (edge, edge_rate) = (Some(found), rate);
            }
            most += correction;
            // Inwards, the boom moves at no more than (1 + e⁻²) times the edge's rate, `SLOPE * SWEEP`.
            let step = f64::from(length - boom_length(&stage));
            let furthest = 1.136 * SLOPE * SWEEP / fps + correction / hz;
            length = boom_length(&stage);
            let rate = f64::from(stage.bench.get::<Velocity<OrbitDistance>>(camera).0);
            assert!(step <= furthest, "{what}: {step} m, at most {furthest}");
            assert!((rate - before).abs() <= most, "{what}: {before} became {rate}, at most by {most}");
            (before, fastest) = (rate, fastest.max(-rate));
            let orbit = stage.bench.get::<Orbit>(camera);
            assert!(orbit.yaw <= 0.0 || orbit.distance < 3.0, "{what}: {orbit:?}");
        }
        assert!(fastest > SLOPE * SWEEP, "it should have come in before the corner: {fastest}");
        stage.bench.edit::<OrbitInput>(camera, |input| input.turn_rate.x = 0.0);
        // When the sweep stops, the edge stops abruptly: the boom keeps moving inwards in front of the wall, and returns slowly.
        stage.bench.run_to(5.0);
        assert!((boom_length(&stage) - 2.853).abs() < 1e-4, "{}", boom_length(&stage));
    }
}

#[test]
fn after_the_wall_is_gone_the_slow_spring_lengthens_the_boom() {
    let mut stage = stage(64.0, Transform::default(), (Orbit::new(0.0, 0.0, 8.0), Obstruction::default()));
    let camera = stage.camera;
    set_cast(&mut stage, |_| Some(BoomHit::new(4.0, Vec3::NEG_Z)));
    stage.bench.run_to(1.5);
    assert!((boom_length(&stage) - 3.85).abs() < 1e-5);
    set_cast(&mut stage, |_| None);
    stage.bench.run_to(1.5 + 1.0 / 64.0);
    let start = stage.elapsed();
    let (mut before, mut last) = (0.0, 0.0f32);
    while stage.drawn() < start + 1.7 {
        stage.bench.frame(Duration::from_millis(5));
        let t = stage.drawn() - start;
        let rate = stage.bench.get::<Velocity<OrbitDistance>>(camera).0;
        assert!((rate - last).abs() < 16.0 * 4.15 * 0.006, "{t}: {last} {rate}");
        last = rate;
        // A critical spring of 4 rad/s, from the instant at which the cast found that the wall is gone.
        let expected = 8.0 - 4.15 * (1.0 + 4.0 * t) * (-4.0 * t).exp();
        assert!((f64::from(boom_length(&stage)) - expected).abs() < 1e-5, "{t}: {} {expected}", boom_length(&stage));
        before = t;
    }
    assert!(before > 1.66 && boom_length(&stage) > 8.0 - 0.0415);
}

#[test]
fn a_wall_that_appears_shortens_the_boom_in_one_step_or_by_a_spring() {
    for springs_from_behind_walls in [false, true] {
        let (boom, at_once) = (Obstruction { springs_from_behind_walls, ..default() }, !springs_from_behind_walls);
        let mut stage = stage(64.0, Transform::default(), (Orbit::new(0.0, 0.0, 8.0), boom));
        stage.bench.run_to(0.5);
        set_cast(&mut stage, |_| Some(BoomHit::new(3.0, None)));
        stage.bench.run_to(0.5 + 1.0 / 64.0);
        stage.bench.frame(Duration::from_millis(1));
        assert_eq!(boom_length(&stage) <= 3.0, at_once, "{}", boom_length(&stage));
        assert!(at_once || boom_length(&stage) > 7.9);
        stage.bench.run_to(0.5 + 1.0 / 64.0 + 0.19);
        assert!(boom_length(&stage) < 3.0 + 0.15, "{}", boom_length(&stage));
        stage.bench.run_to(2.0);
        assert!((boom_length(&stage) - 2.85).abs() < 1e-5);
    }
}

/// The fraction of a critical spring's initial offset that remains after `t` (s); `omega` is its angular frequency (rad/s).
fn share_left(omega: f64, t: f64) -> f64 {
    (1.0 + omega * t) * (-omega * t).exp()
}

#[test]
fn a_wall_that_jumps_does_not_push_the_boom() {
    for normal in [None, Some(Vec3::NEG_Z)] {
        let mut stage = stage(64.0, Transform::default(), (Orbit::new(0.0, 0.0, 8.0), Obstruction::default()));
        set_cast(&mut stage, move |_| Some(BoomHit::new(7.0, normal)));
        stage.bench.run_to(3.0);
        assert!((boom_length(&stage) - 6.85).abs() < 1e-5, "{}", boom_length(&stage));
        // A nearer wall: in the first frame after the tick, the boom is in front of it, at rest.
        set_cast(&mut stage, move |_| Some(BoomHit::new(3.0, normal)));
        stage.bench.run_to(3.0 + 1.0 / 64.0);
        for frame in 0..100 {
            stage.bench.frame(Duration::from_millis(4));
            let length = boom_length(&stage);
            assert!((2.8499..=3.0).contains(&length), "{normal:?}, frame {frame}: {length}");
        }
        // The nearer wall is gone: the boom lengthens from where it is, from rest.
        stage.bench.run_to(stage.elapsed() + 1.0);
        set_cast(&mut stage, move |_| Some(BoomHit::new(7.0, normal)));
        stage.bench.run_to(stage.elapsed() + 1.0 / 64.0);
        let start = stage.elapsed();
        for _ in 0..100 {
            stage.bench.frame(Duration::from_millis(9));
            let expected = 6.85 - 4.0 * share_left(4.0, stage.drawn() - start);
            let length = f64::from(boom_length(&stage));
            assert!((length - expected).abs() < 1e-4, "{normal:?}: {length} should be {expected}");
        }
    }
}

#[test]
fn an_origin_shift_shifts_the_wall_of_the_last_hit() {
    let mut stage = stage(64.0, Transform::default(), (Orbit::new(0.0, 0.0, 8.0), Obstruction::default()));
    let pivot = stage.pivot;
    set_cast(&mut stage, |_| Some(BoomHit::new(4.0, Vec3::NEG_Z)));
    stage.bench.run_to(2.0);
    // Until the next cast, the boom keeps its distance from the wall of the last hit.
    stage.bench.frame(Duration::from_millis(5));
    stage.bench.edit::<Transform>(pivot, |transform| transform.translation += Vec3::Z);
    stage.bench.app.world_mut().trigger(OriginShift::new(Vec3::Z));
    for _ in 0..40 {
        stage.bench.frame(Duration::from_millis(1));
        assert!((stage.pose().position.z - 4.85).abs() < 1e-4, "{:?}", stage.pose());
    }
}

#[test]
fn a_cut_puts_the_boom_at_a_wall_that_the_pivot_moves_away_from() {
    for presentation in [Presentation::Live, Presentation::Delayed] {
        let pivot = (Transform::from_xyz(0.0, 0.0, 1.0), Velocity::new(-5.0 * Vec3::Z));
        let mut stage = stage(64.0, pivot, (Orbit::new(0.0, 0.0, 8.0), Obstruction::default()));
        let camera = stage.camera;
        stage.bench.app.world_mut().entity_mut(camera).insert(presentation);
        set_cast(&mut stage, |ray| wall(ray, true));
        stage.bench.run_to(0.25);
        stage.bench.frame(Duration::from_millis(5));
        stage.bench.app.world_mut().trigger(Cut::new(camera));
        for _ in 0..10 {
            stage.bench.frame(Duration::from_millis(5));
            // The margin is 0.15 m. The boom may be a tick late, and drawn with a delay of another tick.
            let (short, least) = (boom_length(&stage), 3.0 + 0.25 * 5.0 - 0.15 - 2.0 * 5.0 / 64.0);
            assert!(short >= least, "{presentation:?}: {short} m, {least} expected");
        }
    }
}

#[test]
fn walls_limit_a_boom_without_a_range_or_input_after_a_zoom_has_ended() {
    let mut stage = stage(64.0, Transform::default(), Orbit::new(0.0, 0.0, 8.0));
    let camera = stage.camera;
    set_cast(&mut stage, |_| Some(BoomHit::new(4.0, Vec3::NEG_Z)));
    stage.bench.app.world_mut().entity_mut(camera).remove::<OrbitRange>();
    stage.bench.edit::<OrbitInput>(camera, |input| input.zoom_rate = -0.25);
    stage.bench.run_to(0.25);
    stage.bench.edit::<OrbitInput>(camera, |input| *input = OrbitInput::default());
    stage.bench.app.world_mut().entity_mut(camera).insert(Obstruction { margin: 0.25, ..default() });
    stage.bench.run_to(2.0);
    assert_eq!(boom_length(&stage), 3.75);
    stage.bench.app.world_mut().entity_mut(camera).remove::<OrbitInput>();
    set_cast(&mut stage, |_| Some(BoomHit::new(2.0, Vec3::NEG_Z)));
    stage.bench.run_to(2.5);
    assert_eq!(boom_length(&stage), 1.75);
}

#[test]
fn with_obstruction_a_zoom_changes_the_target_of_the_length_in_one_step() {
    for (hz, found) in [(30.0, None), (30.0, Some(BoomHit::new(15.0, Vec3::NEG_Z))), (144.0, None)] {
        let mut stage = stage(hz, Transform::default(), (Orbit::new(0.0, 0.0, 8.0), Obstruction::default()));
        let camera = stage.camera;
        set_cast(&mut stage, move |_| found);
        stage.bench.run_to(0.5);
        stage.bench.edit::<OrbitInput>(camera, |input| input.zoom = 0.5f32.ln());
        // The input is applied at the end of the tick.
        stage.bench.run_to(0.5 + 1.0 / hz);
        let start = stage.elapsed();
        for _ in 0..100 {
            stage.bench.frame(Duration::from_millis(9));
            let expected = 4.0 + 4.0 * share_left(12.0, stage.drawn() - start);
            let length = f64::from(boom_length(&stage));
            assert!((length - expected).abs() < 1e-4, "{hz} Hz, {found:?}: {length} should be {expected}");
        }
    }
}

#[test]
fn min_occlusion_time_skips_thin_columns_and_release_delay_delays_the_return() {
    let boom = Obstruction { min_occlusion_time: 0.2, release_delay: 0.3, ..default() };
    let mut stage = stage(64.0, Transform::default(), (Orbit::new(0.0, 0.0, 8.0), boom));
    stage.bench.run_to(0.5);
    // A thin column is gone before `min_occlusion_time` has passed.
    set_cast(&mut stage, |_| Some(BoomHit::new(2.0, Vec3::NEG_Z)));
    stage.bench.run_to(0.65);
    assert_eq!((boom_length(&stage), stage.pose().position.z), (8.0, 8.0));
    set_cast(&mut stage, |_| None);
    stage.bench.run_to(1.5);
    assert_eq!(boom_length(&stage), 8.0);
    // A wall stays for longer than `min_occlusion_time`.
    set_cast(&mut stage, |_| Some(BoomHit::new(2.0, Vec3::NEG_Z)));
    stage.bench.run_to(1.65);
    assert_eq!((boom_length(&stage), stage.pose().position.z), (8.0, 8.0));
    stage.bench.run_to(1.75);
    assert!(boom_length(&stage) <= 2.0);
    assert!(stage.pose().position.z <= 2.0);
    stage.bench.run_to(2.5);
    set_cast(&mut stage, |_| None);
    stage.bench.run_to(2.75);
    assert!((boom_length(&stage) - 1.85).abs() < 1e-5);
    stage.bench.run_to(3.1);
    assert!(boom_length(&stage) > 2.0);
    stage.bench.run_to(9.0);
    assert_eq!(boom_length(&stage), 8.0);
}

#[test]
fn a_spring_also_brings_the_boom_back_from_behind_a_wall_with_a_known_normal() {
    let run = |normal: Option<Vec3>| {
        let boom = Obstruction { springs_from_behind_walls: true, ..default() };
        let mut stage = stage(64.0, Transform::default(), (Orbit::new(0.0, 0.0, 8.0), boom));
        stage.bench.run_to(0.5);
        set_cast(&mut stage, move |_| Some(BoomHit::new(3.0, normal)));
        (0..200)
            .map(|_| {
                stage.bench.frame(Duration::from_millis(5));
                stage.pose().position.z
            })
            .collect::<Vec<_>>()
    };
    let (known, unknown) = (run(Some(Vec3::NEG_Z)), run(None));
    assert_eq!(known, unknown);
    assert!(known.windows(2).all(|pair| pair[0] - pair[1] < 1.0), "{known:?}");
}

#[test]
fn input_zooms_with_obstruction_and_sets_the_length_alone_once_obstruction_is_removed() {
    let mut stage = stage(64.0, Transform::default(), (Orbit::new(0.0, 0.0, 8.0), Obstruction::default()));
    let camera = stage.camera;
    stage.bench.run_to(0.5);
    stage.bench.edit::<OrbitInput>(camera, |input| input.zoom = 0.5f32.ln());
    stage.bench.run_to(2.0);
    assert!((boom_length(&stage) - 4.0).abs() < 1e-5, "{}", boom_length(&stage));
    assert!((stage.bench.get::<Obstruction>(camera).reach - 4.15).abs() < 1e-5);
    set_cast(&mut stage, |_| Some(BoomHit::new(3.0, Vec3::NEG_Z)));
    stage.bench.edit::<OrbitInput>(camera, |input| input.zoom_rate = 1.0);
    stage.bench.run_to(2.5);
    stage.bench.edit::<OrbitInput>(camera, |input| input.zoom_rate = 0.0);
    stage.bench.run_to(4.0);
    assert!((boom_length(&stage) - 2.85).abs() < 1e-5, "{}", boom_length(&stage));
    stage.bench.app.world_mut().entity_mut(camera).remove::<Obstruction>();
    stage.bench.run_to(7.0);
    assert!((boom_length(&stage) - 4.0 * 0.5f32.exp()).abs() < 1e-4, "{}", boom_length(&stage));
    assert_eq!(stage.bench.get::<Spring<OrbitDistance>>(camera).angular_frequency, 12.0);
}

#[test]
fn without_a_range_too_a_removed_obstruction_leaves_no_limit_at_the_wall() {
    let mut stage = stage(64.0, Transform::default(), (Orbit::new(0.0, 0.0, 8.0), Obstruction::default()));
    let camera = stage.camera;
    stage.bench.app.world_mut().entity_mut(camera).remove::<OrbitRange>();
    set_cast(&mut stage, |_| Some(BoomHit::new(3.0, Vec3::NEG_Z)));
    stage.bench.run_to(1.0);
    assert!((boom_length(&stage) - 2.85).abs() < 1e-5, "{}", boom_length(&stage));
    stage.bench.app.world_mut().entity_mut(camera).remove::<Obstruction>();
    stage.bench.run_to(4.0);
    assert!((boom_length(&stage) - 8.0).abs() < 1e-4, "{}", boom_length(&stage));
}

#[test]
fn the_cast_of_a_boom_that_shortens_reaches_its_current_length() {
    let mut stage = stage(64.0, Transform::default(), (Orbit::new(0.0, 0.0, 9.0), Obstruction::default()));
    let camera = stage.camera;
    stage.bench.run_to(0.5);
    stage.bench.edit::<OrbitInput>(camera, |input| input.zoom = (1.0f32 / 3.0).ln());
    for _ in 0..200 {
        stage.bench.frame(Duration::from_millis(7));
        let (boom, margin) = (stage.bench.get::<Obstruction>(camera), Obstruction::default().margin);
        // `reach` was computed in the frame before, in which the boom was longer.
        assert!(boom.reach >= boom_length(&stage) + margin - 1e-5, "{boom:?}, {}", boom_length(&stage));
    }
    assert!((boom_length(&stage) - 3.0).abs() < 0.1, "{}", boom_length(&stage));
}

#[test]
fn the_boom_of_a_pivot_inside_a_wall_has_length_0_between_ticks_too() {
    let pivot = (Transform::from_xyz(0.0, 0.0, 2.0), Velocity::new(3.0 * Vec3::Z));
    let mut stage = stage(20.0, pivot, (Orbit::new(0.0, 0.1, 8.0), Obstruction::default()));
    set_cast(&mut stage, |ray| wall(ray, true).map(|hit| BoomHit { distance: hit.distance.max(0.0), ..hit }));
    while stage.drawn() < 2.0 {
        stage.bench.frame(Duration::from_millis(7));
        let (length, place) = (boom_length(&stage), stage.bench.get::<Transform>(stage.pivot).translation.z);
        // The pull-in spring has less than 1 mm to go when the pivot reaches the wall.
        assert!(place < WALL as f32 || length < 1e-3, "{length} at {place}");
    }
}

/// The schedule in which cameras are stepped, after the casts.
#[derive(bevy::ecs::schedule::ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Own;

/// The pivot keeps its coordinates when the origin shifts. Inside the wall, every cast has the same hit, at distance 0.
#[test]
fn inside_a_wall_a_boom_keeps_length_0_after_an_origin_shift() {
    let own = MotionOptions::in_schedule(Own);
    let mut bench = cameras_with(Duration::from_millis(10), own, own);
    bench.app.add_systems(FixedUpdate, (sense, |world: &mut World| world.run_schedule(Own)).chain());
    bench.app.insert_resource(Sense(Box::new(|ray| {
        let towards = ray.direction.z > 0.0;
        towards.then(|| BoomHit::new(0.0, Vec3::NEG_Z))
    })));
    let camera = bench.spawn((Orbit::new(0.2, 0.2, 6.0), Obstruction::default()));
    bench.run_to(0.5);
    assert_eq!(bench.get::<Orbit>(camera).distance, 0.0);
    bench.app.world_mut().trigger(OriginShift::new(Vec3::new(0.1, 0.2, -3.0)));
    while bench.elapsed() < 2.0 {
        bench.frame(Duration::from_millis(7));
        assert_eq!(bench.get::<Orbit>(camera).distance, 0.0, "at {}", bench.elapsed());
    }
}

/// The greatest speed (m/s) of the boom's length in the second after this zoom.
fn fastest(stage: &mut Stage, zoom: f32) -> f32 {
    let camera = stage.camera;
    stage.bench.edit::<OrbitInput>(camera, |input| input.zoom = zoom);
    let mut fastest = 0.0f32;
    for _ in 0..256 {
        stage.bench.frame(Duration::from_millis(4));
        fastest = fastest.max(stage.bench.get::<Velocity<OrbitDistance>>(camera).0.abs());
    }
    fastest
}

#[test]
#[ignore = "slow: .ci/long runs it"]
fn walls_that_are_far_away_do_not_change_the_spring_of_a_zoom() {
    let far = |_: Ray3d| Some(BoomHit::new(15.0, Vec3::NEG_Z));
    for found in [|_| None, far as fn(Ray3d) -> Option<BoomHit>] {
        let mut stage = stage(250.0, Transform::default(), (Orbit::new(0.0, 0.0, 8.0), Obstruction::default()));
        let camera = stage.camera;
        set_cast(&mut stage, found);
        stage.bench.run_to(0.5);
        // The greatest speed of a critical spring is Δ ω/e. A tick before or after its peak, the speed is less by a fraction of (ω h)²/2.
        for (omega, zoom) in [(12.0, 0.5f32.ln()), (12.0, 2.0f32.ln()), (6.0, 0.5f32.ln()), (6.0, 2.0f32.ln())] {
            stage.bench.edit::<Spring<OrbitDistance>>(camera, |spring| *spring = Spring::critical(omega).on());
            let (found, expected) = (fastest(&mut stage, zoom), 4.0 * omega / std::f32::consts::E);
            assert!((found / expected - 1.0).abs() < 2e-3, "{omega} rad/s, {zoom}: {found} for {expected} m/s");
            stage.bench.run_to(stage.elapsed() + 3.0);
        }
        // After a wall has determined the length, the next zoom uses its own spring again.
        set_cast(&mut stage, |_| Some(BoomHit::new(3.0, Vec3::NEG_Z)));
        stage.bench.run_to(stage.elapsed() + 2.0);
        assert!((boom_length(&stage) - 2.85).abs() < 1e-4, "{}", boom_length(&stage));
        set_cast(&mut stage, found);
        let (outwards, expected) = (fastest(&mut stage, 0.0), (8.0 - 2.85) * 4.0 / std::f32::consts::E);
        assert!((outwards / expected - 1.0).abs() < 2e-3, "{outwards} for {expected} m/s");
        stage.bench.run_to(stage.elapsed() + 4.0);
        let (found, expected) = (fastest(&mut stage, 0.5f32.ln()), 4.0 * 6.0 / std::f32::consts::E);
        assert!((found / expected - 1.0).abs() < 2e-3, "{found} for {expected} m/s");
    }
}

#[test]
fn invalid_casts_and_fields_of_obstruction_keep_the_pose_finite() {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, 0.0, f32::MAX, f32::MIN_POSITIVE];
    let mut stage = stage(64.0, Transform::default(), (Orbit::new(0.0, 0.3, 8.0), Obstruction::default()));
    let camera = stage.camera;
    for a in bad {
        for b in bad {
            set_cast(&mut stage, move |_| Some(BoomHit::new(a, Vec3::splat(b))));
            for field in 0..6 {
                stage.bench.edit::<Obstruction>(camera, |boom| {
                    *boom = Obstruction { ray: boom.ray, ..default() };
                    *[
                        &mut boom.margin,
                        &mut boom.pull_in_angular_frequency,
                        &mut boom.release_angular_frequency,
                        &mut boom.release_delay,
                        &mut boom.min_occlusion_time,
                        &mut boom.reach,
                    ][field] = b;
                });
                stage.bench.frame(Duration::from_millis(17));
                let pose = stage.pose();
                assert!(pose.position.is_finite() && pose.rotation.is_finite() && pose.velocity.is_finite(), "{a} {b}");
            }
        }
    }
    set_cast(&mut stage, |_| None);
    stage.bench.edit::<Obstruction>(camera, |boom| *boom = Obstruction { ray: boom.ray, ..default() });
    stage.bench.run_to(stage.elapsed() + 4.0);
    assert!((boom_length(&stage) - 8.0).abs() < 1e-4, "{}", boom_length(&stage));
}
