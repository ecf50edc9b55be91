//! Selects and inspects bodies. This file has all the code that a game needs to inspect its own entities.

use bevy::gizmos::config::{GizmoConfigStore, GizmoLineJoint};
use bevy::prelude::*;
use bevy_exact_motion::dev_tools::MotionGizmos;
use bevy_exact_motion::prelude::*;
use harness::layout::Screen;
use harness::style::{BODY, SMALL_TEXT_SIZE};

use super::bodies::Puck;
use super::view::Eye;

/// The width and the height of a label, which selects its body when it is clicked. Unit: px.
const TOUCH: f32 = 64.0;
/// Unit: px.
const LINE_WIDTH: f32 = 2.5;

/// A label over this body. Clicking the label selects the body.
#[derive(Component)]
pub(crate) struct Label(Entity);

/// Spawns the panel, and a label for every body that has a name. The puck is inspected first.
pub(crate) fn spawn(
    bodies: Query<(Entity, &Name), With<Velocity>>,
    puck: Single<Entity, With<Puck>>,
    screen: Res<Screen>,
    mut commands: Commands,
) {
    // In portrait, the panel is folded, which hides its table and leaves more room for the bodies.
    commands.spawn(SpringPanel { is_folded: screen.size.x < screen.size.y, ..default() });
    commands.entity(*puck).insert(Inspected);
    for (body, name) in &bodies {
        let node = Node {
            position_type: PositionType::Absolute,
            width: px(TOUCH),
            height: px(TOUCH),
            align_items: AlignItems::End,
            justify_content: JustifyContent::Center,
            ..default()
        };
        let font = TextFont::from_font_size(SMALL_TEXT_SIZE);
        let text = (Text::new(name.as_str()), font, TextColor(BODY), Pickable::IGNORE);
        // The label is drawn behind the panel. Scripts find it by the body's name.
        commands.spawn((Label(body), name.clone(), node, GlobalZIndex(-1), children![text]));
    }
}

/// Folds the panel when the screen is turned to portrait, and unfolds it when the screen is turned back.
pub(crate) fn fold(screen: Res<Screen>, mut was_upright: Local<Option<bool>>, mut panel: Single<&mut SpringPanel>) {
    let is_upright = screen.size.x < screen.size.y;
    if was_upright.replace(is_upright).is_some_and(|before| before != is_upright) {
        panel.is_folded = is_upright;
    }
}

/// Inspects the body whose label was clicked.
pub(crate) fn select(
    click: On<Pointer<Click>>,
    labels: Query<&Label>,
    before: Query<Entity, With<Inspected>>,
    mut commands: Commands,
) {
    let Ok(label) = labels.get(click.entity) else { return };
    for entity in &before {
        commands.entity(entity).remove::<Inspected>();
    }
    commands.entity(label.0).insert(Inspected);
}

/// Places every label over its body. Bodies have no parents, so their `Transform` is their position in the world.
pub(crate) fn place_labels(
    eye: Single<(&Camera, &Transform), With<Eye>>,
    bodies: Query<&Transform, Without<Eye>>,
    scale: Res<UiScale>,
    mut labels: Query<(&Label, &mut Node)>,
) {
    let (camera, transform) = *eye;
    for (label, mut node) in &mut labels {
        let Ok(body) = bodies.get(label.0) else { continue };
        let seen = camera.world_to_viewport(&GlobalTransform::from(*transform), body.translation);
        let Ok(place) = seen else { continue };
        let corner = place / scale.0 - 0.5 * TOUCH;
        (node.left, node.top) = (px(corner.x), px(corner.y));
    }
}

/// Toggles the lines when F3 is pressed.
pub(crate) fn listen(keys: Res<ButtonInput<KeyCode>>, mut store: ResMut<GizmoConfigStore>) {
    if keys.just_pressed(KeyCode::F3) {
        let lines = store.config_mut::<MotionGizmos>().0;
        lines.enabled = !lines.enabled;
    }
}

/// Scales the lines' width with the UI, so that they look the same in windows of any size.
pub(crate) fn fit_lines(scale: Res<UiScale>, mut store: ResMut<GizmoConfigStore>) {
    if scale.is_changed() {
        let lines = &mut store.config_mut::<MotionGizmos>().0.line;
        (lines.width, lines.joints) = (LINE_WIDTH * scale.0, GizmoLineJoint::Round(4));
    }
}
