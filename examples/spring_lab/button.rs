//! A button that shrinks while it is pressed, like the button of Rebound.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::curves::Pressed;
use super::heads::PASS_THROUGH;
use super::lab::Lab;
use harness::layout::MiddleColumn;
use harness::style::{BODY, KeepUncovered, text};

pub(crate) const NAME: &str = "button";
/// The scale of the button when it is fully pressed.
const PRESSED_SIZE: f32 = 0.55;
const UP: Color = Color::srgb(0.20, 0.48, 0.92);
const DOWN: Color = Color::srgb(0.96, 0.50, 0.34);

#[derive(Component)]
pub(crate) struct Button;

pub(crate) fn spawn(lab: Res<Lab>, column: Single<Entity, With<MiddleColumn>>, mut commands: Commands) {
    let node = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        border_radius: BorderRadius::all(px(22)),
        ..default()
    };
    commands
        .spawn((
            ChildOf(*column),
            (Name::new(NAME), Button, KeepUncovered, node, UiTransform::default(), BackgroundColor(UP)),
            PASS_THROUGH,
            (Progress::default(), Spring::<Progress>::from(lab.0), Target::<Progress>::of(0.0)),
        ))
        .with_child((text("press and hold", BODY), Pickable::IGNORE))
        .observe(|_: On<Pointer<Press>>, button: PointerParams| aim(button, 1.0))
        .observe(|_: On<Pointer<Release>>, button: PointerParams| aim(button, 0.0))
        .observe(|_: On<Pointer<Out>>, button: PointerParams| aim(button, 0.0));
}

/// System parameters of the observers of presses and releases.
type PointerParams<'w, 's> = (Single<'w, 's, &'static mut Target<Progress>, With<Button>>, ResMut<'w, Pressed>);

/// Sets the button's target progress, even while the button moves.
fn aim((mut target, mut pressed): PointerParams, end: f32) {
    if target.set_if_neq(Target::of(end)) {
        *pressed = Pressed { age: 0.0, towards: end };
    }
}

/// Updates the button's look when its progress has changed. This is Rebound's update event.
pub(crate) fn show(
    mut buttons: Query<(&Progress, &mut UiTransform, &mut BackgroundColor), (With<Button>, Changed<Progress>)>,
) {
    for (progress, mut transform, mut color) in &mut buttons {
        transform.scale = Vec2::splat(1.0 + (PRESSED_SIZE - 1.0) * progress.0);
        color.0 = UP.mix(&DOWN, progress.0.clamp(0.0, 1.0));
    }
}
