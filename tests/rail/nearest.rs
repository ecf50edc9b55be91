//! Things that stay nearest to another one.

use bevy::prelude::*;
use bevy_exact_motion::{
    prelude::*,
    rail::{OnRail, RailDistance},
};

use crate::stage::{Stage, hairpin, line};

#[test]
fn a_dolly_accompanies_a_player() {
    let mut stage = Stage::new(60.0);
    let place = Vec3::new(1.0, 0.0, 4.0);
    let player = stage.spawn((Transform::from_translation(place), Spring::critical(8.0), Target::new(place)));
    let spring = Spring::critical(6.0).on::<RailDistance>();
    let dolly = stage.dolly(line(), (spring, OnRail::nearest(player)));
    for _ in 0..240 {
        stage.frame();
    }
    assert!((stage.place(dolly).x - 1.0).abs() < 1e-5, "{}", stage.place(dolly));
    stage.app.world_mut().entity_mut(player).insert(Target::new(Vec3::new(8.0, 0.0, 4.0)));
    for _ in 0..240 {
        stage.frame();
    }
    assert!((stage.place(dolly).x - 8.0).abs() < 1e-5, "{}", stage.place(dolly));
    assert!(stage.app.world().get::<Resting<RailDistance>>(dolly).is_some());
}

/// The player crosses the middle between both arms. The nearest point of the whole rail would jump to the other arm.
#[test]
fn in_a_hairpin_the_dolly_stays_on_its_arm() {
    let mut stage = Stage::new(60.0);
    let rail = hairpin();
    assert!((rail.at(rail.nearest(Vec3::new(2.0, 0.0, 0.9))).translation.z - 0.0).abs() < 0.5);
    assert!((rail.at(rail.nearest(Vec3::new(2.0, 0.0, 1.1))).translation.z - 2.0).abs() < 0.5);
    let player = stage.spawn((Transform::from_xyz(2.0, 0.0, 0.0), Velocity::new(0.5 * Vec3::Z)));
    let spring = Spring::critical(20.0).on::<RailDistance>();
    let dolly = stage.dolly(rail, (spring, OnRail { distance: 2.0, ..OnRail::nearest(player) }));
    for _ in 0..240 {
        stage.frame();
        let distance = stage.get::<OnRail>(dolly).distance;
        assert!(distance < 3.0, "{distance}");
    }
    assert!(stage.place(player).z > 1.9);
}
