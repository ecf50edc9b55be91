//! Nodes that glide to where the layout moves them.

use std::time::Duration;

use bevy::{
    camera::{RenderTargetInfo, Viewport},
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{events::Settled, interface::NodeGlide, prelude::*};

use crate::laid_out::{SCALE, drawn, lay_out};

#[derive(Resource, Default)]
struct Ends(u32);

pub(crate) fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
        .register_motion_with::<NodeGlide>(MotionOptions::frame_real())
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)))
        .init_resource::<Ends>()
        .add_observer(|_: On<Settled<NodeGlide>>, mut ends: ResMut<Ends>| ends.0 += 1);
    lay_out(&mut app);
    app.update();
    app
}

/// Spawns a column of nodes of 100 × 40 px that glide.
fn column(app: &mut App, count: usize) -> (Entity, Vec<Entity>) {
    let column = Node { flex_direction: FlexDirection::Column, align_items: AlignItems::Start, ..default() };
    let column = app.world_mut().spawn(column).id();
    let row = || (Node { width: px(100), height: px(40), ..default() }, LayoutGlide::default(), ChildOf(column));
    let rows = (0..count).map(|_| app.world_mut().spawn(row()).id()).collect();
    app.update();
    (column, rows)
}

pub(crate) fn frames(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

#[test]
fn rows_that_are_reordered_begin_where_they_were_drawn_and_end_where_the_layout_has_them() {
    let mut app = app();
    let (column, rows) = column(&mut app, 4);
    frames(&mut app, 3);
    for (index, row) in rows.iter().enumerate() {
        assert_eq!(drawn(&app, *row), [Vec2::new(0.0, 40.0 * index as f32), Vec2::new(100.0, 40.0)]);
    }
    let reversed: Vec<Entity> = rows.iter().rev().copied().collect();
    app.world_mut().entity_mut(column).replace_children(&reversed);
    app.update();
    // The picture in which the layout has changed is the old one.
    for (index, row) in rows.iter().enumerate() {
        let corner = drawn(&app, *row)[0];
        assert!(corner.distance(Vec2::new(0.0, 40.0 * index as f32)) < 1e-3, "row {index} is at {corner}");
    }
    // Each frame moves them by less than their distance.
    let mut before = drawn(&app, rows[0])[0].y;
    for _ in 0..200 {
        app.update();
        let now = drawn(&app, rows[0])[0].y;
        assert!((now - before).abs() < 20.0, "from {before} to {now}");
        before = now;
    }
    for (index, row) in reversed.iter().enumerate() {
        assert_eq!(drawn(&app, *row)[0], Vec2::new(0.0, 40.0 * index as f32));
    }
    assert_eq!(app.world().resource::<Ends>().0, 4, "each row settles once");
}

#[test]
fn a_layout_that_changes_again_in_mid_flight_keeps_the_velocity() {
    let mut app = app();
    let (column, rows) = column(&mut app, 4);
    frames(&mut app, 3);
    let mut order = rows.clone();
    let mut speeds = Vec::new();
    let mut last = (drawn(&app, rows[0])[0].y, 0.0);
    for frame in 0..120 {
        if frame % 9 == 0 {
            order.rotate_left(1);
            app.world_mut().entity_mut(column).replace_children(&order);
        }
        app.update();
        let y = drawn(&app, rows[0])[0].y;
        let speed = (y - last.0) / 0.016;
        speeds.push((speed - last.1).abs());
        last = (y, speed);
    }
    // The largest change of velocity in a frame is what the spring can do: ω² times the distance times the frame.
    let spring = *app.world().get::<Spring<NodeGlide>>(rows[0]).expect("it should have a spring");
    let bound = spring.angular_frequency * spring.angular_frequency * 160.0 * 0.016 * 1.5;
    let largest = speeds.iter().copied().fold(0.0, f32::max);
    assert!(largest < bound, "{largest} px/s in a frame, the bound is {bound}");
}

#[test]
fn a_node_comes_to_its_place_with_a_spring_that_is_inserted_in_mid_flight() {
    let mut app = app();
    let (column, rows) = column(&mut app, 2);
    frames(&mut app, 3);
    app.world_mut().entity_mut(column).replace_children(&[rows[1], rows[0]]);
    frames(&mut app, 5);
    app.world_mut().entity_mut(rows[0]).remove::<Spring<NodeGlide>>();
    frames(&mut app, 2);
    app.world_mut().entity_mut(rows[0]).insert(Spring::new(20.0, 1.0).on::<NodeGlide>());
    frames(&mut app, 200);
    assert_eq!(drawn(&app, rows[0])[0], Vec2::new(0.0, 40.0));
}

#[test]
fn a_resized_node_grows_from_its_old_size_and_its_children_stay_in_its_corner() {
    let mut app = app();
    let (_, rows) = column(&mut app, 2);
    let child = Node { width: px(10), height: px(10), ..default() };
    let child = app.world_mut().spawn((child, ChildOf(rows[0]))).id();
    frames(&mut app, 3);
    app.world_mut().get_mut::<Node>(rows[0]).expect("it should be a node").height = px(120);
    app.update();
    let [corner, size] = drawn(&app, rows[0]);
    assert!(corner.length() < 1e-3 && size.distance(Vec2::new(100.0, 40.0)) < 1e-3, "{corner}, {size}");
    assert!(drawn(&app, rows[1])[0].distance(Vec2::new(0.0, 40.0)) < 1e-3);
    for _ in 0..100 {
        app.update();
        let [corner, size] = drawn(&app, rows[0]);
        assert!(corner.length() < 1e-3, "its corner stays, is at {corner}");
        assert!((40.0 - 1e-3..140.0).contains(&size.y));
        assert!(
            drawn(&app, child)[0].length() < 1e-3,
            "its child stays in its corner, is at {}",
            drawn(&app, child)[0]
        );
    }
    frames(&mut app, 100);
    assert_eq!(drawn(&app, rows[0]), [Vec2::ZERO, Vec2::new(100.0, 120.0)]);
    assert_eq!(drawn(&app, rows[1])[0], Vec2::new(0.0, 120.0));
}

#[test]
fn children_move_with_a_gliding_parent_and_do_not_glide_twice() {
    let mut app = app();
    let (column, rows) = column(&mut app, 2);
    let child = (Node { width: px(10), height: px(10), ..default() }, LayoutGlide::default(), ChildOf(rows[0]));
    let child = app.world_mut().spawn(child).id();
    frames(&mut app, 3);
    app.world_mut().entity_mut(column).replace_children(&[rows[1], rows[0]]);
    for _ in 0..60 {
        app.update();
        let apart = drawn(&app, child)[0].distance(drawn(&app, rows[0])[0]);
        assert!(apart < 1e-3, "it stays in its parent's corner, {apart} px apart");
    }
}

#[test]
fn a_node_with_another_parent_begins_where_it_was_drawn() {
    let mut app = app();
    let (_, rows) = column(&mut app, 3);
    let other = Node { position_type: PositionType::Absolute, left: px(500), top: px(100), ..default() };
    let other = app.world_mut().spawn(other).id();
    frames(&mut app, 3);
    let before = drawn(&app, rows[2])[0];
    app.world_mut().entity_mut(rows[2]).insert(ChildOf(other));
    app.update();
    let after = drawn(&app, rows[2])[0];
    assert!(after.distance(before) < 1e-3, "from {before} to {after}");
    frames(&mut app, 200);
    assert_eq!(drawn(&app, rows[2])[0], Vec2::new(500.0, 100.0));
}

#[test]
fn a_node_with_another_parent_that_glides_itself_begins_where_it_was_drawn() {
    let mut app = app();
    let (column, rows) = column(&mut app, 3);
    let card = (Node { width: px(10), height: px(10), ..default() }, LayoutGlide::default(), ChildOf(rows[0]));
    let card = app.world_mut().spawn(card).id();
    frames(&mut app, 3);
    app.world_mut().entity_mut(column).replace_children(&[rows[2], rows[1], rows[0]]);
    frames(&mut app, 5);
    for row in [rows[2], rows[0], rows[1]] {
        let before = drawn(&app, card)[0];
        app.world_mut().entity_mut(card).insert(ChildOf(row));
        app.update();
        let after = drawn(&app, card)[0];
        assert!(after.distance(before) < 1e-3, "from {before} to {after} below {row}");
    }
    frames(&mut app, 200);
    assert_eq!(drawn(&app, card)[0], drawn(&app, rows[1])[0]);
}

#[test]
fn nothing_glides_when_it_appears_when_the_window_is_resized_or_when_the_content_is_scrolled() {
    let mut app = app();
    let (column, rows) = column(&mut app, 4);
    let is_still = |app: &App, what: &str| {
        for row in &rows {
            assert_eq!(app.world().get::<LayoutGlide>(*row), Some(&LayoutGlide::default()), "{what}");
        }
    };
    frames(&mut app, 3);
    is_still(&app, "it appears");
    app.world_mut().get_mut::<Node>(column).expect("it should be a node").display = Display::None;
    frames(&mut app, 3);
    app.world_mut().get_mut::<Node>(column).expect("it should be a node").display = Display::Flex;
    frames(&mut app, 3);
    is_still(&app, "it is shown again");
    let mut list = app.world_mut().get_mut::<Node>(column).expect("it should be a node");
    (list.overflow, list.height) = (Overflow::scroll_y(), px(160));
    frames(&mut app, 3);
    app.world_mut().entity_mut(column).insert(ScrollPosition(Vec2::new(0.0, 30.0)));
    frames(&mut app, 3);
    is_still(&app, "it is scrolled");
    app.world_mut().get_mut::<Node>(column).expect("it should be a node").padding = UiRect::top(vh(10));
    frames(&mut app, 300);
    is_still(&app, "it has settled");
    let before = drawn(&app, rows[0])[0];
    let mut cameras = app.world_mut().query::<&mut Camera>();
    let mut camera = cameras.single_mut(app.world_mut()).expect("there should be a camera");
    let physical_size = UVec2::new(1000, 800);
    camera.computed.target_info = Some(RenderTargetInfo { physical_size, scale_factor: SCALE });
    camera.viewport = Some(Viewport { physical_size, ..default() });
    frames(&mut app, 3);
    assert_ne!(drawn(&app, rows[0])[0], before);
    is_still(&app, "the window is resized");
}

#[test]
fn a_text_that_is_laid_out_anew_glides_without_being_stretched() {
    let mut app = app();
    let text = (Node { width: px(100), height: px(40), ..default() }, LayoutGlide::default(), TextLayout::default());
    let text = app.world_mut().spawn(text).id();
    frames(&mut app, 3);
    app.world_mut().get_mut::<Node>(text).expect("it is a node").width = px(300);
    frames(&mut app, 1);
    assert_eq!(drawn(&app, text)[1], Vec2::new(300.0, 40.0));
}

#[test]
fn a_node_that_overshoots_is_never_drawn_smaller_than_nothing() {
    let mut app = app();
    let node = Node { width: px(400), height: px(400), ..default() };
    let node = app.world_mut().spawn((node, LayoutGlide::default(), Spring::new(20.0, 0.1).on::<NodeGlide>())).id();
    frames(&mut app, 3);
    app.world_mut().get_mut::<Node>(node).expect("it is a node").width = px(10);
    let mut least = f32::INFINITY;
    for _ in 0..60 {
        frames(&mut app, 1);
        least = least.min(drawn(&app, node)[1].x);
    }
    assert_eq!(least, 0.0);
}

/// Bevy lets two entities be each other's parents. It does not lay them out, but it keeps their last layout.
#[test]
fn nodes_that_become_a_loop_of_parents_in_the_midst_of_a_glide_do_no_harm() {
    let mut app = app();
    let (column, rows) = column(&mut app, 3);
    frames(&mut app, 3);
    let reversed: Vec<Entity> = rows.iter().rev().copied().collect();
    app.world_mut().entity_mut(column).replace_children(&reversed);
    frames(&mut app, 2);
    app.world_mut().entity_mut(rows[0]).insert(ChildOf(rows[1]));
    app.world_mut().entity_mut(rows[1]).insert(ChildOf(rows[0]));
    frames(&mut app, 5);
    assert_eq!(drawn(&app, rows[2])[1], Vec2::new(100.0, 40.0));
}
