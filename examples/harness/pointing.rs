//! The scripted pointer: sends the same input to Bevy's picking as a mouse over the UI would.

use bevy::camera::NormalizedRenderTarget;
use bevy::picking::pointer::{Location, PointerAction, PointerButton, PointerId, PointerInput};
use bevy::prelude::*;
use bevy::ui::UiGlobalTransform;
use bevy::window::{PrimaryWindow, WindowRef};

use crate::script::{Gesture, HiddenPointer, ScriptSystems};
use crate::windowless::Canvas;

/// The diameter of the drawn cursor. Unit: pixels at the design size.
const CURSOR_SIZE: f32 = 18.0;
const UP: Color = Color::srgba(1.0, 1.0, 1.0, 0.25);
const DOWN: Color = Color::srgba(1.0, 0.83, 0.45, 0.75);

/// Marks the circle that shows the scripted pointer. Its colour shows whether the button is pressed.
#[derive(Component)]
struct Cursor;

pub(super) fn add(app: &mut App) {
    app.add_systems(Startup, spawn_cursor).add_systems(First, point.after(ScriptSystems));
}

fn spawn_cursor(mut commands: Commands) {
    let node = Node {
        position_type: PositionType::Absolute,
        width: px(CURSOR_SIZE),
        height: px(CURSOR_SIZE),
        border: px(2).all(),
        border_radius: BorderRadius::MAX,
        ..default()
    };
    commands.spawn((
        Cursor,
        node,
        BorderColor::all(Color::WHITE),
        BackgroundColor(UP),
        GlobalZIndex(i32::MAX),
        Visibility::Hidden,
        Pickable::IGNORE,
    ));
}

/// Converts the script's gestures to pointer input on the image or window, and moves the cursor.
fn point(
    mut gestures: MessageReader<Gesture>,
    mut place: Local<Vec2>,
    nodes: Query<(&Name, &ComputedNode, &UiGlobalTransform)>,
    canvas: Option<Res<Canvas>>,
    window: Query<(Entity, &Window), With<PrimaryWindow>>,
    scale: Res<UiScale>,
    hidden: Option<Res<HiddenPointer>>,
    cursor: Single<(&mut Node, &mut BackgroundColor, &mut Visibility), With<Cursor>>,
    mut inputs: MessageWriter<PointerInput>,
) {
    // Pointer positions are in physical pixels on an image, in logical pixels on a window.
    let (target, pixels) = match (canvas, window.single()) {
        (Some(canvas), _) => (NormalizedRenderTarget::Image(canvas.image.clone().into()), 1.0),
        (None, Ok((entity, window))) => {
            let Some(window_ref) = WindowRef::Primary.normalize(Some(entity)) else { return };
            (NormalizedRenderTarget::Window(window_ref), window.scale_factor())
        }
        (None, Err(_)) => return,
    };
    let (mut cursor, mut color, mut visibility) = cursor.into_inner();
    for gesture in gestures.read() {
        let action = match *gesture {
            Gesture::Point(wanted, share) => {
                let Some((_, node, transform)) = nodes.iter().find(|(name, ..)| name.as_str() == wanted) else {
                    warn!("the script points at a node named {wanted}, which does not exist");
                    continue;
                };
                let there = transform.transform_point2((share - 0.5) * node.size()) / pixels;
                let delta = there - core::mem::replace(&mut *place, there);
                PointerAction::Move { delta }
            }
            Gesture::Press => PointerAction::Press(PointerButton::Primary),
            Gesture::Release => PointerAction::Release(PointerButton::Primary),
        };
        match *gesture {
            Gesture::Point(..) => {
                *visibility = if hidden.is_some() { Visibility::Hidden } else { Visibility::Inherited };
                let corner = *place / scale.0 - 0.5 * CURSOR_SIZE;
                (cursor.left, cursor.top) = (px(corner.x), px(corner.y));
            }
            Gesture::Press => color.0 = DOWN,
            Gesture::Release => color.0 = UP,
        }
        let location = Location { target: target.clone(), position: *place };
        inputs.write(PointerInput::new(PointerId::Mouse, location, action));
    }
}
