//! The properties that this crate ships for Bevy's own components.

use bevy::{camera::ScalingMode, prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{
    events::InvalidMotion,
    prelude::*,
    property::{
        DirectionalLightIlluminance, FieldOfView, NodeBottom, NodeHeight, NodeLeft, NodeRight, NodeTop, NodeWidth,
        OrthographicScale, PointLightIntensity, Property, RectLightIntensity, SpotLightIntensity, SpriteColor,
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

/// Moves the property on a spring from the component's value to `goal`. Returns the value after 8 ticks, and the value at rest.
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
fn springs_there<P: Property<Value = f32>>(component: P::Component, start: f32, goal: f32) {
    assert_eq!(P::get(&component), start, "{}", P::short_type_path());
    let [half_way, end] = play::<P>(component, goal);
    let share = (half_way - start) / (goal - start);
    // 1 − (1 + ω t) e^(−ω t) at ω t = 12 · 8/64.
    assert!((share - 0.442_17).abs() < 1e-3, "{}: {share}", P::short_type_path());
    assert_eq!(end, goal, "{}", P::short_type_path());
}

#[test]
fn lights() {
    springs_there::<PointLightIntensity>(PointLight { intensity: 1000.0, ..default() }, 1000.0, 2e6);
    springs_there::<SpotLightIntensity>(SpotLight { intensity: 1000.0, ..default() }, 1000.0, 0.0);
    springs_there::<RectLightIntensity>(RectLight { intensity: 1000.0, ..default() }, 1000.0, 300.0);
    let sun = DirectionalLight { illuminance: 10_000.0, ..default() };
    springs_there::<DirectionalLightIlluminance>(sun, 10_000.0, 500.0);
}

#[test]
fn lenses() {
    let perspective = Projection::Perspective(PerspectiveProjection { fov: 0.8, ..default() });
    springs_there::<FieldOfView>(perspective, 0.8, 0.3);
    let scaling_mode = ScalingMode::WindowSize;
    let orthographic = OrthographicProjection { scale: 1.0, scaling_mode, ..OrthographicProjection::default_2d() };
    springs_there::<OrthographicScale>(Projection::Orthographic(orthographic), 1.0, 4.0);
}

#[test]
fn edges_and_sizes_of_nodes() {
    let node =
        Node { left: px(-320), right: px(1), top: px(2), bottom: px(3), width: px(4), height: px(5), ..default() };
    springs_there::<NodeLeft>(node.clone(), -320.0, 0.0);
    springs_there::<NodeRight>(node.clone(), 1.0, 100.0);
    springs_there::<NodeTop>(node.clone(), 2.0, 100.0);
    springs_there::<NodeBottom>(node.clone(), 3.0, 100.0);
    springs_there::<NodeWidth>(node.clone(), 4.0, 100.0);
    springs_there::<NodeHeight>(node, 5.0, 100.0);
    // `auto` counts as 0.
    springs_there::<NodeLeft>(Node::default(), 0.0, 40.0);
}

#[test]
fn colours() {
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

/// `FieldOfView` of an orthographic projection is reported and not written. A length in percent stays in percent. `auto` counts as 0 px
/// without a layout.
#[test]
fn the_wrong_kind_of_projection_is_reported_and_lengths_keep_their_unit() {
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
    assert_eq!(app.world().resource::<Invalid>().0, ["value"], "only the projection is reported, once");
    let node = app.world().get::<Node>(node).expect("spawned with it");
    assert_eq!((node.left, node.width), (percent(80), px(80)), "`left` keeps percent, `width` starts at 0 px");
    let projection = app.world().get::<Projection>(camera).expect("spawned with it");
    assert!(matches!(projection, Projection::Orthographic(lens) if lens.scale == 1.0));
}
