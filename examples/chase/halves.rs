//! The two halves of the screen: side by side, or one above the other in portrait. Positions in a half are relative to its middle.

use bevy::camera::ScalingMode;
use bevy::picking::pointer::PointerButton;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::tween::Tween;
use harness::layout::Screen;
use harness::surface::Surface;

/// The name of the first half, for scripts.
pub(crate) const NAME: &str = "first half";
/// The smallest part of the world that a half shows. Unit: world units.
const LEAST: Vec2 = Vec2::new(800.0, 600.0);
/// Unit: pixels at the design size.
const CAPTION_SIZE: f32 = 26.0;
/// The scale of a cross right after a click.
const CLICKED: f32 = 2.4;
const DIVIDER: Color = Color::srgb(0.17, 0.19, 0.26);
const CROSS: Color = Color::srgb(0.95, 0.97, 0.98);

/// The parent of all entities in a half.
#[derive(Component, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    First,
    Second,
}

/// Marks a square that chases clicks.
#[derive(Component)]
pub(crate) struct Square;

/// Marks the cross at a half's target. A click enlarges it for a moment.
#[derive(Component)]
pub(crate) struct Cross;

/// Marks the node over a half. It shows the caption and receives clicks.
#[derive(Component)]
pub(crate) struct Pane;

/// Marks the node that contains both panes.
#[derive(Component)]
pub(crate) struct Panes;

/// The caption of a half: its text and colour.
pub(crate) struct Caption(pub(crate) &'static str, pub(crate) Color);

pub(crate) fn cross() -> impl Bundle {
    let bar = |size| Sprite::from_color(CROSS, size);
    let bars = children![bar(Vec2::new(28.0, 4.0)), bar(Vec2::new(4.0, 28.0))];
    let shrinks = (Spring::critical(14.0).on::<Scale>(), Target::<Scale>::of(Vec3::ONE));
    (Cross, Transform::from_xyz(0.0, 0.0, 1.0), Visibility::default(), shrinks, bars)
}

pub(crate) fn spawn_panes(commands: &mut Commands, captions: [Caption; 2]) {
    let whole = Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() };
    let pane = Node { flex_grow: 1.0, flex_basis: px(0), padding: px(14).all(), ..default() };
    commands.spawn((Panes, whole, GlobalZIndex(-1), Pickable::IGNORE)).with_children(|panes| {
        for (name, Caption(text, color)) in [NAME, "second half"].into_iter().zip(captions) {
            let text = (Text::new(text), TextFont::from_font_size(CAPTION_SIZE), TextColor(color), Pickable::IGNORE);
            panes.spawn((Pane, Name::new(name), pane.clone(), BorderColor::all(DIVIDER))).with_child(text).observe(aim);
        }
    });
}

/// Returns the size of the part of the world that a half shows on this screen. Unit: world units.
fn size(screen: &Screen) -> Vec2 {
    let pixels = screen.size / if is_upright(screen) { Vec2::new(1.0, 2.0) } else { Vec2::new(2.0, 1.0) };
    pixels * (LEAST / pixels).max_element()
}

fn is_upright(screen: &Screen) -> bool {
    screen.size.x < screen.size.y
}

/// Arranges the halves. Runs when the screen has changed.
pub(crate) fn lay_out(
    screen: Res<Screen>,
    mut camera: Single<&mut Projection, With<IsDefaultUiCamera>>,
    mut halves: Query<(&Half, &mut Transform)>,
    mut panes: Single<&mut Node, With<Panes>>,
    mut sides: Query<&mut Node, (With<Pane>, Without<Panes>)>,
) {
    let size = size(&screen);
    let upright = is_upright(&screen);
    let (direction, aside, viewport_height) = if upright {
        (FlexDirection::Column, 0.5 * size.y * Vec2::Y, 2.0 * size.y)
    } else {
        (FlexDirection::Row, -0.5 * size.x * Vec2::X, size.y)
    };
    if let Projection::Orthographic(lens) = &mut **camera {
        lens.scaling_mode = ScalingMode::FixedVertical { viewport_height };
    }
    for (half, mut transform) in &mut halves {
        transform.translation = if *half == Half::First { aside } else { -aside }.extend(0.0);
    }
    panes.flex_direction = direction;
    // The divider between the halves is the first pane's border.
    if let Some(mut first) = sides.iter_mut().next() {
        first.border = if upright { px(1).bottom() } else { px(1).right() };
    }
}

/// Handles a click: sets the target in both halves.
fn aim(
    press: On<Pointer<Press>>,
    surface: Surface,
    screen: Res<Screen>,
    mut target: Single<&mut Target>,
    mut tween: Single<(&mut Tween, &Transform)>,
    mut crosses: Query<&mut Transform, (With<Cross>, Without<Tween>)>,
) {
    if press.button != PointerButton::Primary {
        return;
    }
    let Some(share) = surface.share_at(press.entity, &press.pointer_location) else { return };
    let place = (share - 0.5) * Vec2::new(1.0, -1.0) * size(&screen);
    for mut cross in &mut crosses {
        cross.translation = place.extend(cross.translation.z);
        cross.scale = Vec3::splat(CLICKED);
    }
    target.value = place.extend(target.value.z);
    let (tween, transform) = &mut *tween;
    **tween = Tween::new(transform.translation, place.extend(transform.translation.z));
}
