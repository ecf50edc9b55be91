//! The properties that this crate ships for Bevy's own components.

use bevy::{camera::ScalingMode, prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{
    events::InvalidMotion,
    prelude::*,
    property::{
        FieldOfView, LightIntensity, NodeBottom, NodeHeight, NodeLeft, NodeRight, NodeTop, NodeWidth,
        OrthographicScale, Property, SpriteColor,
    },
};

#[derive(Resource, Default)]
struct Invalid(Vec<&'static str>);

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()))
        .insert_resource(Time::<Fixed>::from_hz(64.0))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .init_resource::<Invalid>();
    app.update();
    app
}

/// Moves the property on a spring from the component's value to `goal`. Returns the value after 8 ticks and the value at rest.
fn play<P: Property>(component: P::Component, goal: P::Value) -> [P::Value; 2] {
    let mut app = app();
    app.register_motion::<P>();
    let entity = app.world_mut().spawn((component, Spring::critical(12.0).on::<P>(), Target::<P>::of(goal))).id();
    let value = |app: &App| P::get(app.world().get::<P::Component>(entity).expect("spawned with it"));
    for _ in 0..8 {
        app.update();
    }
    let half_way = value(&app);
    for _ in 0..400 {
        app.update();
    }
    assert!(app.world().entity(entity).contains::<Resting<P>>());
    [half_way, value(&app)]
}

/// Checks that a spring moves the property from `start` to `goal` in closed form.
fn assert_spring_moves<P: Property<Value = f32>>(component: P::Component, start: f32, goal: f32) {
    assert_eq!(P::get(&component), start, "{}", P::short_type_path());
    let [half_way, end] = play::<P>(component, goal);
    let share = (half_way - start) / (goal - start);
    // 1 − (1 + ω t) e^(−ω t) at ω t = 12 · 8/64.
    assert!((share - 0.442_17).abs() < 1e-3, "{}: {share}", P::short_type_path());
    assert_eq!(end, goal, "{}", P::short_type_path());
}

#[test]
fn a_spring_moves_the_brightness_of_every_light() {
    assert_spring_moves::<LightIntensity<PointLight>>(PointLight { intensity: 1000.0, ..default() }, 1000.0, 2e6);
    assert_spring_moves::<LightIntensity<SpotLight>>(SpotLight { intensity: 1000.0, ..default() }, 1000.0, 0.0);
    assert_spring_moves::<LightIntensity<RectLight>>(RectLight { intensity: 1000.0, ..default() }, 1000.0, 300.0);
    let sun = DirectionalLight { illuminance: 10_000.0, ..default() };
    assert_spring_moves::<LightIntensity<DirectionalLight>>(sun, 10_000.0, 500.0);
}

#[test]
fn a_spring_moves_the_field_of_view_and_the_orthographic_scale() {
    let perspective = Projection::Perspective(PerspectiveProjection { fov: 0.8, ..default() });
    assert_spring_moves::<FieldOfView>(perspective, 0.8, 0.3);
    let scaling_mode = ScalingMode::WindowSize;
    let orthographic = OrthographicProjection { scale: 1.0, scaling_mode, ..OrthographicProjection::default_2d() };
    assert_spring_moves::<OrthographicScale>(Projection::Orthographic(orthographic), 1.0, 4.0);
}

#[test]
fn a_spring_moves_the_edges_and_sizes_of_nodes() {
    let node =
        Node { left: px(-320), right: px(1), top: px(2), bottom: px(3), width: px(4), height: px(5), ..default() };
    assert_spring_moves::<NodeLeft>(node.clone(), -320.0, 0.0);
    assert_spring_moves::<NodeRight>(node.clone(), 1.0, 100.0);
    assert_spring_moves::<NodeTop>(node.clone(), 2.0, 100.0);
    assert_spring_moves::<NodeBottom>(node.clone(), 3.0, 100.0);
    assert_spring_moves::<NodeWidth>(node.clone(), 4.0, 100.0);
    assert_spring_moves::<NodeHeight>(node, 5.0, 100.0);
    // `auto` counts as 0.
    assert_spring_moves::<NodeLeft>(Node::default(), 0.0, 40.0);
}

#[test]
fn a_spring_moves_the_colours_of_sprites_and_texts() {
    let (from, to) = (Color::srgb(0.1, 0.2, 0.9), Oklaba::from(Color::srgba(0.9, 0.2, 0.1, 0.5)));
    let between = |[half_way, end]: [Oklaba; 2]| {
        let share = (half_way.alpha - 1.0) / (to.alpha - 1.0);
        assert!((share - 0.442_17).abs() < 1e-3, "{share}");
        assert_eq!(end, to);
    };
    between(play::<SpriteColor>(Sprite::from_color(from, Vec2::ONE), to));
    between(play::<TextColor>(TextColor(from), to));
    between(play::<BackgroundColor>(BackgroundColor(from), to));
}

/// An orthographic projection is not changed by `FieldOfView`. A length in percent stays in percent. Without a layout, `auto` counts as
/// 0 px.
#[test]
fn a_field_of_view_on_an_orthographic_projection_is_reported_and_lengths_keep_their_unit() {
    let mut app = app();
    app.register_motion::<NodeLeft>().register_motion::<NodeWidth>().register_motion::<FieldOfView>();
    app.add_observer(|invalid: On<InvalidMotion<NodeLeft>>, mut all: ResMut<Invalid>| all.0.push(invalid.field))
        .add_observer(|invalid: On<InvalidMotion<NodeWidth>>, mut all: ResMut<Invalid>| all.0.push(invalid.field))
        .add_observer(|invalid: On<InvalidMotion<FieldOfView>>, mut all: ResMut<Invalid>| all.0.push(invalid.field));
    let (left, width) = (Spring::critical(12.0).on::<NodeLeft>(), Spring::critical(12.0).on::<NodeWidth>());
    let node = Node { left: percent(50), ..default() };
    let node =
        app.world_mut().spawn((node, left, width, Target::<NodeLeft>::of(80.0), Target::<NodeWidth>::of(80.0))).id();
    let lens = Projection::Orthographic(OrthographicProjection::default_2d());
    let zoom = (Spring::critical(12.0).on::<FieldOfView>(), Target::<FieldOfView>::of(0.4));
    let camera = app.world_mut().spawn((lens, zoom)).id();
    for _ in 0..400 {
        app.update();
    }
    assert_eq!(app.world().resource::<Invalid>().0, ["value"], "only the projection should be reported, once");
    let node = app.world().get::<Node>(node).expect("spawned with it");
    assert_eq!(
        (node.left, node.width),
        (percent(80), px(80)),
        "`left` should keep percent, `width` should start at 0 px"
    );
    let projection = app.world().get::<Projection>(camera).expect("spawned with it");
    assert!(matches!(projection, Projection::Orthographic(lens) if lens.scale == 1.0));
}
