//! Lengths of UI nodes. A length keeps the unit of its field. From `auto`, a motion starts at the length that the layout found.

use std::time::Duration;

use bevy::{
    app::{HierarchyPropagatePlugin, PropagateSet},
    camera::{ComputedCameraValues, RenderTargetInfo, Viewport},
    ecs::world::EntityWorldMut,
    prelude::*,
    time::TimeUpdateStrategy,
    ui::{
        BoxSizing, ComputedNode, ComputedUiRenderTargetInfo, ComputedUiTargetCamera, UiGlobalTransform, UiScale,
        UiSystems, ui_layout_system, ui_surface::UiSurface, update::propagate_ui_target_cameras,
    },
};
use bevy_exact_motion::{
    prelude::*,
    property::{NodeBottom, NodeHeight, NodeLeft, NodeScale, NodeWidth},
};

use crate::warnings::{assert_warned, capture_warnings, warnings_about};

/// Physical pixels per logical pixel.
const SCALE: f32 = 2.0;

/// An app without a layout.
fn bare() -> App {
    capture_warnings();
    let mut app = App::new();
    let options = MotionOptions::frame_real();
    app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
        .register_motion_with::<NodeLeft>(options)
        .register_motion_with::<NodeBottom>(options)
        .register_motion_with::<NodeWidth>(options)
        .register_motion::<NodeHeight>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / 60));
    app.update();
    app
}

/// An app with Bevy's layout, without a window.
fn laid_out() -> App {
    let mut app = bare();
    app.add_plugins((
        HierarchyPropagatePlugin::<ComputedUiTargetCamera>::new(PostUpdate),
        HierarchyPropagatePlugin::<ComputedUiRenderTargetInfo>::new(PostUpdate),
    ))
    .init_resource::<UiScale>()
    .init_resource::<UiSurface>()
    .init_resource::<bevy::text::FontCx>()
    .add_systems(PostUpdate, (propagate_ui_target_cameras, ui_layout_system.in_set(UiSystems::Layout)).chain())
    .configure_sets(
        PostUpdate,
        (PropagateSet::<ComputedUiTargetCamera>::default(), PropagateSet::<ComputedUiRenderTargetInfo>::default())
            .after(propagate_ui_target_cameras)
            .before(ui_layout_system),
    );
    #[cfg(bevy_0_20)]
    app.init_resource::<bevy::text::RemSize>();
    app
}

/// Spawns a camera that shows 1000 × 500 logical pixels.
fn show(app: &mut App) {
    let physical_size = UVec2::new(2000, 1000);
    let computed = ComputedCameraValues {
        target_info: Some(RenderTargetInfo { physical_size, scale_factor: SCALE }),
        ..default()
    };
    let viewport = Some(Viewport { physical_size, ..default() });
    app.world_mut().spawn((Camera2d, Camera { computed, viewport, ..default() }));
}

/// An app with Bevy's layout and a camera.
fn shown() -> App {
    let mut app = laid_out();
    show(&mut app);
    app.update();
    app
}

fn frames(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

fn node(app: &App, entity: Entity) -> &Node {
    app.world().get(entity).expect("it should be a node")
}

/// The top left corner and the size of a node, in logical pixels.
fn place(app: &App, entity: Entity) -> [Vec2; 2] {
    let size = app.world().get::<ComputedNode>(entity).expect("it should be a node").unrounded_size;
    let middle = app.world().get::<UiGlobalTransform>(entity).expect("it should be a node").translation;
    [(middle - 0.5 * size) / SCALE, size / SCALE]
}

#[test]
fn a_length_is_animated_in_its_own_unit() {
    let mut app = shown();
    let units: Vec<fn(f32) -> Val> = vec![
        Val::Px,
        Val::Percent,
        Val::Vw,
        Val::Vh,
        Val::VMin,
        Val::VMax,
        #[cfg(bevy_0_20)]
        Val::Em,
        #[cfg(bevy_0_20)]
        Val::Rem,
    ];
    let spawned = units.iter().map(|unit| {
        let drawer = Node { left: unit(-100.0), width: px(320), ..default() };
        let name = Name::new("drawer of some unit");
        app.world_mut().spawn((name, drawer, Spring::snappy().on::<NodeLeft>(), Target::<NodeLeft>::of(0.0))).id()
    });
    let drawers: Vec<Entity> = spawned.collect();
    for frame in 0..120 {
        app.update();
        let Val::Px(x) = node(&app, drawers[0]).left else { panic!("it should stay in px") };
        assert!(x > -100.0 && (frame > 3 || x < -30.0), "{x} in frame {frame}");
        for (unit, &drawer) in units.iter().zip(&drawers) {
            let left = node(&app, drawer).left;
            // The debug texts are compared, because lengths of 0 are equal in all units.
            assert_eq!(format!("{left:?}"), format!("{:?}", unit(x)), "frame {frame}");
        }
    }
    for drawer in drawers {
        assert_eq!(node(&app, drawer).left, Val::ZERO);
        assert!(app.world().get::<Resting<NodeLeft>>(drawer).is_some());
    }
    assert_eq!(warnings_about("drawer of some unit"), [""; 0]);
}

#[test]
fn a_length_in_percent_follows_a_parent_that_is_resized() {
    let mut app = shown();
    let parent = app.world_mut().spawn(Node { width: px(600), height: px(100), ..default() }).id();
    let drawer = Node { left: percent(-100), width: percent(50), height: px(10), ..default() };
    let spring = (Spring::snappy().on::<NodeLeft>(), Target::<NodeLeft>::of(50.0));
    let drawer = app.world_mut().spawn((drawer, spring, ChildOf(parent))).id();
    frames(&mut app, 120);
    assert_eq!(place(&app, drawer), [Vec2::new(300.0, 0.0), Vec2::new(300.0, 10.0)]);
    app.world_mut().get_mut::<Node>(parent).expect("it should be a node").width = px(400);
    frames(&mut app, 2);
    assert_eq!(place(&app, drawer), [Vec2::new(200.0, 0.0), Vec2::new(200.0, 10.0)]);
    assert!(app.world().get::<Resting<NodeLeft>>(drawer).is_some(), "nothing was written to it");
}

#[test]
fn a_panel_with_auto_size_starts_at_the_size_that_the_layout_found() {
    let mut app = shown();
    let column = Node { width: px(600), height: px(300), flex_direction: FlexDirection::Column, ..default() };
    let row = Node { flex_direction: FlexDirection::Row, ..column.clone() };
    let [column, row] = [column, row].map(|parent| app.world_mut().spawn(parent).id());
    let name = || Name::new("panel of auto size");
    let wide = (name(), Node::default(), Spring::snappy().on::<NodeWidth>(), Target::<NodeWidth>::of(240.0));
    let wide = app.world_mut().spawn((wide, ChildOf(column))).id();
    // The height is stepped in ticks, the width in frames.
    let content = Node { padding: UiRect::all(px(10)), box_sizing: BoxSizing::ContentBox, ..default() };
    let high = (name(), content, Spring::snappy().on::<NodeHeight>(), Target::<NodeHeight>::of(40.0));
    let high = app.world_mut().spawn((high, ChildOf(row))).id();
    assert_eq!((node(&app, wide).width, node(&app, high).height), (Val::Auto, Val::Auto));
    app.update();
    assert_eq!(place(&app, wide)[1].x, 600.0, "the first frame should show the size from the layout");
    let mut before = [600.0, 280.0];
    for frame in 0..6 {
        app.update();
        let (Val::Px(width), Val::Px(height)) = (node(&app, wide).width, node(&app, high).height) else {
            panic!("auto should have become px")
        };
        for (length, (before, end)) in [width, height].into_iter().zip(before.iter_mut().zip([240.0, 40.0])) {
            assert!(length <= *before && length > end && *before - length < 0.3 * (600.0 - 240.0), "frame {frame}");
            *before = length;
        }
    }
    frames(&mut app, 120);
    assert_eq!((node(&app, wide).width, node(&app, high).height), (px(240), px(40)));
    assert_eq!(place(&app, high)[1].y, 60.0);
    assert_eq!(warnings_about("panel of auto size"), [""; 0]);
}

/// The spring moves an edge whose field is `auto`. It starts at the position of the edge in the layout.
#[test]
fn an_absolute_node_starts_at_the_position_that_the_layout_found() {
    let bordered = Node {
        left: px(40),
        top: px(30),
        width: px(600),
        height: px(300),
        border: UiRect::all(px(10)),
        padding: UiRect::all(px(5)),
        ..default()
    };
    let size = Node {
        position_type: PositionType::Absolute,
        width: px(100),
        height: px(50),
        margin: UiRect::new(px(3), px(7), px(11), px(13)),
        ..default()
    };
    let cases: [(Node, fn(EntityWorldMut), fn(&mut Node)); 2] = [
        (
            Node { right: px(20), ..size.clone() },
            |mut node| _ = node.insert(Spring::snappy().on::<NodeLeft>()),
            |node| node.right = Val::Auto,
        ),
        (
            Node { top: px(20), ..size },
            |mut node| _ = node.insert(Spring::snappy().on::<NodeBottom>()),
            |node| node.top = Val::Auto,
        ),
    ];
    for (index, (child, spring, forget)) in cases.into_iter().enumerate() {
        for below in [true, false] {
            let mut app = shown();
            let parent = app.world_mut().spawn(bordered.clone()).id();
            let child = app.world_mut().spawn(child.clone()).id();
            if below {
                app.world_mut().entity_mut(parent).add_child(child);
            }
            frames(&mut app, 2);
            let before = place(&app, child);
            spring(app.world_mut().entity_mut(child));
            frames(&mut app, 3);
            assert_eq!(place(&app, child), before, "case {index}");
            // Now, only the edge that the spring moves is set.
            forget(&mut app.world_mut().get_mut::<Node>(child).expect("it should be a node"));
            frames(&mut app, 3);
            let after = place(&app, child);
            assert!((after[0] - before[0]).length() < 1e-3, "case {index}, below {below}: {after:?}, {before:?}");
        }
    }
}

#[test]
fn nothing_is_written_before_the_first_layout() {
    let mut app = shown();
    let column = Node { width: px(600), height: px(300), flex_direction: FlexDirection::Column, ..default() };
    let hidden = Node { display: Display::None, ..column };
    let parent = app.world_mut().spawn(hidden).id();
    let name = Name::new("panel in a hidden menu");
    let panel = (name, Node::default(), Spring::snappy().on::<NodeWidth>(), Target::<NodeWidth>::of(240.0));
    let panel = app.world_mut().spawn((panel, ChildOf(parent))).id();
    frames(&mut app, 300);
    assert_eq!(node(&app, panel).width, Val::Auto);
    app.world_mut().get_mut::<Node>(parent).expect("it should be a node").display = Display::Flex;
    frames(&mut app, 2);
    let Val::Px(width) = node(&app, panel).width else { panic!("it should have begun") };
    assert!(width > 500.0 && width <= 600.0, "{width}");
    // A panel that has a velocity before its first layout, grabbed or not.
    for held in [true, false] {
        let name = Name::new("early panel");
        let mut early =
            app.world_mut().spawn((name, Node::default(), Velocity::<NodeWidth>::of(60.0), ChildOf(parent)));
        if held {
            early.insert(Grabbed::<NodeWidth>::default());
        }
        let early = early.id();
        app.update();
        app.world_mut().entity_mut(early).remove::<Grabbed<NodeWidth>>();
        frames(&mut app, 10);
        let Val::Px(width) = node(&app, early).width else { panic!("it should have begun") };
        assert!((590.0..650.0).contains(&width), "{width}");
    }
    assert_eq!(warnings_about("panel in a hidden menu"), [""; 0]);
    assert_eq!(warnings_about("early panel"), [""; 0]);
}

#[test]
fn a_node_that_no_camera_shows_is_reported_once_and_starts_when_a_camera_shows_it() {
    let mut app = laid_out();
    let name = Name::new("panel without a camera");
    let column = Node { width: px(600), height: px(300), flex_direction: FlexDirection::Column, ..default() };
    let parent = app.world_mut().spawn(column).id();
    let panel = (name, Node::default(), Spring::snappy().on::<NodeWidth>(), Target::<NodeWidth>::of(240.0));
    let panel = app.world_mut().spawn((panel, ChildOf(parent))).id();
    frames(&mut app, 60);
    assert_eq!(warnings_about("panel without a camera"), [""; 0], "a camera may come later");
    frames(&mut app, 300);
    assert_warned("panel without a camera", "`Node::width` is `auto`", 1);
    assert_warned("panel without a camera", "", 1);
    assert_eq!(node(&app, panel).width, Val::Auto);
    show(&mut app);
    frames(&mut app, 3);
    let Val::Px(width) = node(&app, panel).width else { panic!("it should have begun") };
    assert!(width > 400.0, "{width}");
}

#[test]
fn a_motion_continues_from_the_layout_when_auto_is_written_in_flight() {
    let mut app = shown();
    let column = Node { width: px(600), height: px(300), flex_direction: FlexDirection::Column, ..default() };
    let parent = app.world_mut().spawn(column).id();
    let name = Name::new("panel reset to auto");
    let panel = (name, Node { width: px(0), ..default() }, Spring::critical(4.0).on::<NodeWidth>());
    let panel = app.world_mut().spawn((panel, Target::<NodeWidth>::of(240.0), ChildOf(parent))).id();
    frames(&mut app, 10);
    // After this write, there is no layout before the next step.
    app.world_mut().get_mut::<Node>(panel).expect("it should be a node").width = Val::Auto;
    app.update();
    assert_warned("panel reset to auto", "`auto` has none until the next layout, so write it in `Update`", 1);
    app.add_systems(Update, move |mut nodes: Query<&mut Node>, mut done: Local<bool>| {
        if !core::mem::replace(&mut *done, true) {
            nodes.get_mut(panel).expect("it should be a node").width = Val::Auto;
        }
    });
    frames(&mut app, 3);
    let Val::Px(width) = node(&app, panel).width else { panic!("it should continue in px") };
    assert!(width > 450.0, "{width}");
    frames(&mut app, 300);
    assert_eq!(node(&app, panel).width, px(240));
}

/// The guide uses this bound to keep a scale from going below 0.
#[test]
fn a_bound_at_0_keeps_an_overshooting_scale_from_mirroring() {
    let mut app = bare();
    app.register_motion_with::<NodeScale>(MotionOptions::frame_real());
    let pop = || (Node::default(), Spring::new(18.0, 0.35).on::<NodeScale>(), Target::<NodeScale>::of(Vec2::ZERO));
    let bare = app.world_mut().spawn(pop()).id();
    let bounded = app.world_mut().spawn((pop(), Limits::<NodeScale>::of(Vec2::ZERO, None))).id();
    let (mut least, mut least_bounded) = (1.0_f32, 1.0_f32);
    for _ in 0..200 {
        app.update();
        let scale = |entity| app.world().get::<UiTransform>(entity).expect("it should be a node").scale.x;
        (least, least_bounded) = (least.min(scale(bare)), least_bounded.min(scale(bounded)));
    }
    assert!(least < -0.1 && least_bounded >= 0.0, "{least}, {least_bounded}");
    assert_eq!(app.world().get::<UiTransform>(bounded).expect("it should be a node").scale, Vec2::ZERO);
}

#[test]
fn without_a_layout_auto_is_0_px() {
    let mut app = bare();
    let name = Name::new("panel without a layout");
    let panel = (name, Node::default(), Spring::snappy().on::<NodeWidth>(), Target::<NodeWidth>::of(240.0));
    let panel = app.world_mut().spawn(panel).id();
    frames(&mut app, 5);
    let Val::Px(width) = node(&app, panel).width else { panic!("it should move") };
    assert!(width > 0.0 && width < 240.0, "{width}");
    frames(&mut app, 120);
    assert_eq!(node(&app, panel).width, px(240));
    assert_eq!(warnings_about("panel without a layout"), [""; 0]);
}
