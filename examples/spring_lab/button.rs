//! A button that shrinks while it is pressed, as Rebound's does.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::curves::Pressed;
use super::heads::SEEN_THROUGH;
use super::lab::Lab;
use harness::layout::MiddleColumn;
use harness::style::{BODY, Seen, text};

pub(crate) const NAME: &str = "button";
/// The size of the fully pressed button, as a share of its full size.
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
            (Name::new(NAME), Button, Seen, node, UiTransform::default(), BackgroundColor(UP)),
            SEEN_THROUGH,
            (Progress::default(), Spring::<Progress>::from(lab.0), Target::<Progress>::of(0.0)),
        ))
        .with_child((text("press and hold", BODY), Pickable::IGNORE))
        .observe(|_: On<Pointer<Press>>, button: Aimed| aim(button, 1.0))
        .observe(|_: On<Pointer<Release>>, button: Aimed| aim(button, 0.0))
        .observe(|_: On<Pointer<Out>>, button: Aimed| aim(button, 0.0));
}

/// What a press or a release changes.
type Aimed<'w, 's> = (Single<'w, 's, &'static mut Target<Progress>, With<Button>>, ResMut<'w, Pressed>);

/// Sends the button to an end, from wherever it is and at any speed.
fn aim((mut target, mut pressed): Aimed, end: f32) {
    if target.set_if_neq(Target::of(end)) {
        *pressed = Pressed { age: 0.0, towards: end };
    }
}

/// Rebound's update event: the button's look is updated whenever its progress has changed.
pub(crate) fn show(
    mut buttons: Query<(&Progress, &mut UiTransform, &mut BackgroundColor), (With<Button>, Changed<Progress>)>,
) {
    for (progress, mut transform, mut color) in &mut buttons {
        transform.scale = Vec2::splat(1.0 + (PRESSED_SIZE - 1.0) * progress.0);
        color.0 = UP.mix(&DOWN, progress.0.clamp(0.0, 1.0));
    }
}
