//! Rails and numbers that make no sense.

use bevy::prelude::*;
use bevy_exact_motion::{
    prelude::*,
    rail::{OnRail, Rail, RailDistance},
};

use crate::stage::{Stage, line, ring};

fn curve(points: [Vec3; 4]) -> CubicCurve<Vec3> {
    CubicBezier::new([points]).to_curve().expect("a Bézier curve has four points")
}

#[test]
fn rails_without_a_length_hold_what_is_on_them() {
    for point in [Vec3::ZERO, Vec3::NAN, Vec3::INFINITY, Vec3::splat(f32::MAX)] {
        for rail in [Rail::new(&curve([point; 4])), Rail::closed(&curve([Vec3::ZERO, point, Vec3::X, Vec3::Y]))] {
            let mut stage = Stage::new(60.0);
            let player = stage.spawn(Transform::from_xyz(1.0, 2.0, 3.0));
            let motion = (Spring::critical(6.0).on::<RailDistance>(), OnRail::nearest(player));
            let dolly = stage.dolly(rail, motion);
            for _ in 0..10 {
                stage.frame();
                assert!(stage.get::<Transform>(dolly).is_finite(), "{point}");
            }
        }
    }
}

#[test]
fn hostile_distances_move_nothing_to_nowhere() {
    for distance in [f32::NAN, f32::INFINITY, f32::MAX, -1e30, 1e30] {
        for rail in [line(), ring(3.0)] {
            let mut stage = Stage::new(60.0);
            let dolly = stage.dolly(rail, OnRail::new(distance));
            for _ in 0..3 {
                stage.frame();
                assert!(stage.get::<Transform>(dolly).is_finite(), "{distance}");
            }
        }
    }
}

#[test]
fn a_rail_may_be_replaced_removed_and_despawned() {
    let mut stage = Stage::new(60.0);
    let rail = stage.spawn(line());
    let motion = (Spring::critical(6.0).on::<RailDistance>(), Target::<RailDistance>::of(5.0));
    let dolly = stage.spawn((Attach::new(rail), OnRail::default(), motion));
    for frame in 0..120 {
        match frame {
            30 => _ = stage.app.world_mut().entity_mut(rail).insert(ring(2.0)),
            60 => _ = stage.app.world_mut().entity_mut(rail).remove::<Rail>(),
            90 => stage.app.world_mut().entity_mut(rail).despawn(),
            _ => {}
        }
        stage.frame();
        assert!(stage.get::<Transform>(dolly).is_finite(), "in frame {frame}");
    }
}
