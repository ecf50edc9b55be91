//! Tests of what the inspector paints for this crate's components, without a window.

use std::any::TypeId;

use beside::inspector::{ExactInspectorPlugin, show_motion};
use bevy::{
    mesh::MeshPlugin,
    prelude::*,
    reflect::{TypeInfo, TypeRegistration},
};
use bevy_exact_motion::{BoneCollider, camera::Confiner, prelude::*, property, rail::Rail};
use bevy_inspector_egui::{
    DefaultInspectorConfigPlugin,
    bevy_inspector::ui_for_entity,
    egui::{Context, RawInput, Rect, Shape, pos2, vec2},
};

const CRATE: &str = "bevy_exact_motion::";

fn app() -> App {
    let mut app = App::new();
    let ours = (ExactMotionPlugin::default(), ExactCameraPlugin::default(), ExactDebugPlugin);
    // The inspector's default configuration refers to types of these plugins.
    let bevys = (MinimalPlugins, TransformPlugin, AssetPlugin::default(), ImagePlugin::default(), MeshPlugin);
    app.add_plugins((bevys, ours, DefaultInspectorConfigPlugin, ExactInspectorPlugin));
    app.register_motion::<GaugeNumber>();
    app.finish();
    app.cleanup();
    app
}

/// Returns the text that the inspector paints for an entity, with everything unfolded.
fn painted(app: &mut App, entity: Entity) -> String {
    let context = Context::default();
    context.memory_mut(|memory| memory.set_everything_is_visible(true));
    let mut text = String::new();
    // A widget is painted only after it has been laid out once.
    for _ in 0..3 {
        let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(1e4, 1e6));
        let input = RawInput { screen_rect: Some(screen), ..default() };
        let output = context.run_ui(input, |ui| ui_for_entity(app.world_mut(), entity, ui));
        text.clear();
        output.shapes.iter().for_each(|clipped| read(&clipped.shape, &mut text));
    }
    text
}

fn read(shape: &Shape, text: &mut String) {
    match shape {
        Shape::Text(shape) => {
            text.push_str(shape.galley.text());
            text.push('\n');
        }
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| read(shape, text)),
        _ => {}
    }
}

/// Whether a type is a component of this crate; of generic components, only those for `Translation`.
fn is_ours(registered: &TypeRegistration) -> bool {
    let path = registered.type_info().type_path();
    let is_component = registered.contains::<ReflectComponent>() || is_internal_state(registered);
    is_component
        && path.starts_with(CRATE)
        && (!path.contains('<') || path.ends_with("<bevy_exact_motion::property::Translation>"))
}

fn is_internal_state(registered: &TypeRegistration) -> bool {
    matches!(registered.type_info(), TypeInfo::Opaque(_))
}

/// The components that have no default, and refer to no entity.
fn without_default() -> impl Bundle {
    let curve = CubicBezier::new([[Vec3::ZERO, Vec3::X, 2.0 * Vec3::X, 3.0 * Vec3::X]]).to_curve();
    let rail = Rail::new(&curve.expect("it has four points"));
    let region = bevy::math::Rect::new(-1.0, -1.0, 1.0, 1.0);
    (rail, Confiner::new(region), BoneCollider::Sphere(Sphere::new(0.1)))
}

/// Spawns a group, and an entity with all other components.
fn spawn_everything(app: &mut App) -> [Entity; 2] {
    let group = app.world_mut().spawn(Transform::default()).id();
    app.world_mut().spawn((Transform::default(), InGroup(group)));
    app.update();
    let all = (Follow::new(group), Attach::new(group), InGroup(group), LookAt::new(group), ActiveShot::new(group));
    let all = (all, without_default());
    // Grabbing an entity removes its throw, and the registry has no order, so the grab is inserted first.
    let all = app.world_mut().spawn((all, GroupFraming::new(group, FramingMode::Length), <Grabbed>::new())).id();
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    for registered in registry.iter().filter(|registered| is_ours(registered)) {
        let (component, default) = (registered.data::<ReflectComponent>(), registered.data::<ReflectDefault>());
        if let (Some(component), Some(default)) = (component, default)
            && !component.contains(app.world().entity(all))
        {
            let value = default.default();
            component.insert(&mut app.world_mut().entity_mut(all), value.as_partial_reflect(), &registry);
        }
    }
    // Insertions wake the entity, so this mark is inserted last.
    app.world_mut().entity_mut(all).insert(Resting::<Translation>::default());
    [group, all]
}

#[test]
fn the_inspector_shows_every_component_as_readable_text() {
    let mut app = app();
    let entities = spawn_everything(&mut app);
    let has = |app: &App, ty: TypeId| {
        let id = app.world().components().get_id(ty);
        id.is_some_and(|id| entities.iter().any(|entity| app.world().entity(*entity).contains_id(id)))
    };
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    for registered in registry.read().iter().filter(|registered| is_ours(registered)) {
        assert!(has(&app, registered.type_id()), "{}", registered.type_info().type_path());
    }
    let text = entities.map(|entity| painted(&mut app, entity)).concat();
    assert!(!text.contains("InspectorEguiImpl"), "{text}");
    assert!(text.contains("damping_ratio"), "{text}");
    assert!(text.contains("Body {"), "the inspector should show the motion:\n{text}");
    assert!(!text.contains("internal state of the plugin"), "{text}");
}

#[derive(Component)]
struct Gauge(f32);
property!(GaugeNumber: Gauge.0 as f32);

#[test]
fn show_motion_shows_the_motion_of_a_custom_property() {
    let mut app = app();
    let gauge = app.world_mut().spawn((Gauge(0.0), Velocity::<GaugeNumber>::default())).id();
    let text = painted(&mut app, gauge);
    assert!(text.contains("internal state of the plugin") && !text.contains("InspectorEguiImpl"), "{text}");
    show_motion::<GaugeNumber>(&mut app.world().resource::<AppTypeRegistry>().write());
    let text = painted(&mut app, gauge);
    assert!(text.contains("Body {"), "{text}");
}

/// The inspector clamps a number to its range as soon as it shows the number.
#[test]
fn shown_numbers_are_clamped_to_their_ranges() {
    let mut app = app();
    let shot = app.world_mut().spawn(Transform::default()).id();
    let wide = FramingMode::LengthThenLens { field_of_view: 4.0 };
    let entity = app.world_mut().spawn((
        (Spring::new(-1.0, -1.0), TimeScale::new(-1.0), Fling::new(Vec3::ZERO).with_duration(-1.0)),
        AxisSprings::new(Vec3::new(-1.0, 2.0, -3.0), Vec3::ONE),
        OrbitRange { pitch: [-9.0, 9.0], ..default() },
        GroupFraming { fov_range: [-1.0, 9.0], ..GroupFraming::new(shot, wide) },
        ActiveShot::new(shot).with_blend(Blend::Eased { angular_frequency: -1.0, around: false }),
    ));
    let entity = entity.id();
    painted(&mut app, entity);
    let shown = app.world().entity(entity);
    assert_eq!(shown.get(), Some(&Spring::new(0.0, 0.0)));
    assert_eq!(shown.get(), Some(&TimeScale::new(0.0)));
    assert_eq!(shown.get::<Fling>().unwrap().duration, Some(0.0));
    assert_eq!(shown.get(), Some(&AxisSprings::new(Vec3::new(0.0, 2.0, 0.0), Vec3::ONE)));
    assert_eq!(shown.get::<OrbitRange>().unwrap().pitch, [-1.55, 1.55]);
    let widest = std::f32::consts::PI.next_down();
    let frame = shown.get::<GroupFraming>().unwrap();
    assert_eq!(frame.fov_range, [f32::MIN_POSITIVE, widest]);
    assert_eq!(frame.mode, FramingMode::LengthThenLens { field_of_view: widest });
    let slow = Blend::Eased { angular_frequency: f32::MIN_POSITIVE, around: false };
    assert_eq!(shown.get::<ActiveShot>().unwrap().blend, slow);
}
