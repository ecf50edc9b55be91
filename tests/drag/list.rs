//! A dragged list: its rubber band, bounds, pages and snap points.

use bevy::prelude::*;
use bevy_exact_motion::{SnapTo, prelude::*};

use crate::{
    app::assert_ulps,
    stage::{Offset, Stage, list},
};

#[test]
fn a_list_dragged_past_its_edge_follows_the_rubber_band_in_position_and_velocity() {
    let mut stage = Stage::new();
    let list = stage.spawn(list(300.0));
    stage.press(Vec2::new(50.0, 100.0));
    for frame in 1..=25 {
        stage.move_to(Vec2::new(50.0, 100.0 + 8.0 * frame as f32));
        stage.frame(10);
    }
    assert_ulps(stage.scroll(list), 300.0 + 92.957_746_478_873_24, 0.5, 392.0, "position");
    stage.release();
    assert_eq!(stage.record().scroll_velocities.len(), 1);
    assert_ulps(
        stage.record().scroll_velocities[0],
        314.223_368_379_289_8,
        4.0,
        314.0,
        "velocity after 800/s of the pointer",
    );
    assert!(!stage.has::<Grabbed<Offset>>(list));
    stage.run(4.0);
    assert_eq!(stage.scroll(list), 300.0, "the edge's spring should pull it back");
}

#[test]
fn a_list_grabbed_while_it_bounces_keeps_its_exact_position_and_returns_to_it_within_one_ulp() {
    for frames in [3, 5, 9, 20, 41] {
        let mut stage = Stage::new();
        let list = stage.spawn((list(290.0), Velocity::<Offset>(4000.0)));
        for _ in 0..frames {
            stage.frame(7);
        }
        let grabbed = stage.scroll(list);
        assert!(grabbed > 300.0, "it should be past the edge: {grabbed}");
        stage.press(Vec2::new(50.0, 100.0));
        for _ in 0..20 {
            stage.frame(7);
            assert_eq!(stage.scroll(list).to_bits(), grabbed.to_bits());
        }
        stage.move_to(Vec2::new(50.0, -80.0));
        stage.frame(7);
        assert!(stage.scroll(list) < grabbed);
        stage.move_to(Vec2::new(50.0, 100.0));
        stage.frame(7);
        let back = stage.scroll(list);
        assert!(back.to_bits().abs_diff(grabbed.to_bits()) <= 1, "{back} should be {grabbed}");
    }
}

/// Flutter adds up increments: depending on the number of events it gets 147.25 to 208 instead of the band's 146.893.
#[test]
fn the_number_of_events_does_not_change_any_bit_of_the_position() {
    let mut places = Vec::new();
    for events in [1_u16, 4, 10, 100] {
        let mut stage = Stage::new();
        let limits = Limits::<Offset>::of(0.0, 0.0).softened(18.0);
        let band = Draggable::on_screen([Vec2::Y]).with_view(500.0).with_band(0.52).on::<Offset>();
        let list = stage.spawn((Offset(0.0), band, limits));
        stage.press(Vec2::new(50.0, 100.0));
        for event in 1..=events {
            stage.move_to(Vec2::new(50.0, 100.0 + 400.0 * f32::from(event) / f32::from(events)));
            stage.frame(8);
        }
        places.push(stage.scroll(list));
    }
    assert!((places[0] - 146.893).abs() < 1e-3);
    assert!(places.iter().all(|place| *place == places[0]), "{places:?}");
}

#[test]
fn a_thrown_list_lands_on_a_multiple_of_160() {
    let mut stage = Stage::new();
    let snap = SnapPoints::<Offset>::of(SnapTo::Steps { step: 160.0, origin: 0.0 });
    let drag = Draggable::on_screen([Vec2::Y]).on::<Offset>();
    let list = stage.spawn((Offset(-250.0), drag, snap, Friction::new(2.0).on::<Offset>()));
    stage.press(Vec2::ZERO);
    for frame in 1..=25 {
        stage.move_to(Vec2::new(0.0, 10.0 * frame as f32));
        stage.frame(10);
    }
    assert_eq!(stage.scroll(list), 0.0);
    stage.release();
    assert_ulps(stage.record().scroll_velocities[0], 1000.0, 4.0, 1000.0, "the pointer's velocity");
    assert_eq!(stage.get::<Fling<Offset>>(list).end, 480.0);
    stage.run(3.0);
    assert_eq!((stage.scroll(list), stage.has::<Resting<Offset>>(list)), (480.0, true));
}

/// A list that is dragged by half a page, and then flicked, advances by one page.
#[test]
fn pages_are_counted_from_where_the_list_was_grabbed() {
    let mut stage = Stage::new();
    let pages = SnapPoints::<Offset>::of(SnapTo::Pages { size: 100.0, origin: 0.0, max_pages: 1 });
    let drag = Draggable::on_screen([Vec2::Y]).on::<Offset>();
    let list = stage.spawn((Offset(0.0), drag, pages, Friction::new(2.0).on::<Offset>()));
    stage.press(Vec2::ZERO);
    let mut at = 0.0;
    for frame in 0..60 {
        at += if frame < 50 { 1.0 } else { 4.0 };
        stage.move_to(Vec2::new(0.0, at));
        stage.frame(10);
    }
    stage.release();
    stage.run(3.0);
    assert_eq!(stage.scroll(list), 100.0);
}

#[test]
fn a_list_stays_on_a_hard_bound_until_the_pointer_comes_back() {
    let mut stage = Stage::new();
    let drag = Draggable::on_screen([Vec2::Y]).on::<Offset>();
    let list = stage.spawn((Offset(250.0), drag, Limits::<Offset>::of(0.0, 300.0)));
    stage.press(Vec2::ZERO);
    for (at, place) in [(30.0, 280.0), (60.0, 300.0), (200.0, 300.0), (90.0, 300.0), (40.0, 290.0), (80.0, 300.0)] {
        stage.move_to(Vec2::new(0.0, at));
        stage.frame(8);
        assert_eq!(stage.scroll(list), place, "{at}");
    }
    stage.release();
    assert_eq!(stage.record().scroll_velocities, [0.0]);
    stage.run(0.5);
    assert_eq!(stage.scroll(list), 300.0);
}

#[test]
fn setting_the_band_to_0_past_the_edge_does_not_make_the_list_jump() {
    let mut stage = Stage::new();
    let list = stage.spawn(list(300.0));
    stage.press(Vec2::ZERO);
    stage.move_to(Vec2::new(0.0, 200.0));
    stage.frame(8);
    let before = stage.scroll(list);
    stage.entity(list).get_mut::<Draggable<Offset>>().expect("the list should be draggable").band_factor = 0.0;
    stage.move_to(Vec2::new(0.0, 201.0));
    stage.frame(8);
    assert!((stage.scroll(list) - before).abs() < 1.0);
    stage.release();
    // Grab the list past the edge, with a band factor of 0.
    stage.entity(list).insert((Offset(350.0), Velocity::<Offset>(0.0)));
    stage.frame(0);
    stage.press(Vec2::ZERO);
    let grabbed = stage.scroll(list);
    stage.move_to(Vec2::new(0.0, 1.0));
    stage.frame(8);
    assert!((stage.scroll(list) - grabbed - 1.0).abs() < 1e-3, "{} from {grabbed}", stage.scroll(list));
    stage.move_to(Vec2::new(0.0, -100.0));
    stage.frame(8);
    stage.move_to(Vec2::new(0.0, 20.0));
    stage.frame(8);
    assert!(stage.scroll(list).is_finite());
}

/// Bounds are read in every frame, for instance those of a list that grows while it is dragged past its end.
#[test]
fn bounds_may_change_during_a_drag() {
    let mut stage = Stage::new();
    let list = stage.spawn(list(300.0));
    stage.press(Vec2::ZERO);
    stage.move_to(Vec2::new(0.0, 200.0));
    stage.frame(8);
    stage.entity(list).insert(Limits::<Offset>::of(0.0, 1000.0).softened(18.0));
    stage.frame(8);
    assert_eq!(stage.scroll(list), 500.0);
}

/// Drags ignore invalid limits, as motions do.
#[test]
fn invalid_limits_do_not_limit_a_drag() {
    let bounds = |lower, upper| Limits::<Offset>::of(lower, upper);
    let mut beyond = bounds(0.0, 300.0);
    beyond.upper[1] = Some(5.0);
    let invalid = [
        (bounds(300.0, 0.0), "Limits::lower"),
        (bounds(300.0, 0.0).softened(18.0), "Limits::soft.lower"),
        (bounds(f32::NAN, 300.0), "Limits::lower"),
        (bounds(0.0, 300.0).with_restitution(2.0), "Limits::restitution"),
        (Limits { normal: Some(0.0), ..bounds(0.0, 300.0) }, "Limits::normal"),
        (beyond, "Limits"),
    ];
    for (limits, field) in invalid {
        let mut stage = Stage::new();
        let drag = Draggable::on_screen([Vec2::Y]).with_view(600.0).on::<Offset>();
        let list = stage.spawn((Offset(100.0), drag, limits));
        stage.frame(16);
        stage.frame(16);
        assert_eq!(stage.record().invalid_fields, [field]);
        stage.press(Vec2::ZERO);
        for at in [40.0, 250.0, -150.0] {
            stage.move_to(Vec2::new(0.0, at));
            stage.frame(8);
            assert_eq!(stage.scroll(list), 100.0 + at, "{field}");
        }
    }
}

#[test]
fn limits_whose_normal_is_invalid_or_whose_axes_are_not_those_of_the_springs_do_not_limit_a_drag() {
    let bounds = Limits::between(Vec3::splat(-20.0), Vec3::splat(20.0));
    let springs = AxisSprings::new(Vec3::ONE, Vec3::ONE).in_own_frame();
    for (limits, springs) in [
        (Limits { normal: Some(Vec3::ZERO), ..bounds }, None),
        (Limits::plane(Vec3::NAN, 0.0), None),
        (bounds, Some(springs)),
    ] {
        let mut stage = Stage::new();
        let card = stage.spawn((Transform::default(), Draggable::new(), limits));
        if let Some(springs) = springs {
            stage.entity(card).insert(springs);
        }
        stage.frame(16);
        stage.press(Vec2::new(640.0, 360.0));
        stage.move_to(Vec2::new(740.0, 360.0));
        stage.frame(8);
        let place = stage.place(card);
        assert!(place.distance(100.0 * Vec3::X) < 1e-3, "{place} with {limits:?}");
    }
}
