//! The buttons that choose the camera, and what to try with it.

use bevy::camera::ClearColorConfig;
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::choice::Chosen;
use harness::button::{CHOSEN, UP, button, buttons};
use harness::style::{FAINT, MARGIN, panel, remark, wrapped_node};

/// A button that chooses a camera.
#[derive(Component, Clone, Copy)]
pub(crate) struct Chooses(Chosen);

/// Darker than other panels, because it covers bright pictures.
const BACKING: Color = Color::srgba(0.04, 0.06, 0.10, 0.92);

/// Marks the text that says what to try.
#[derive(Component)]
pub(crate) struct Explanation;

pub(crate) fn spawn(mut commands: Commands) {
    // A separate camera draws the interface, because the others come and go.
    let over = Camera { order: 2, clear_color: ClearColorConfig::None, ..default() };
    commands.spawn((Camera2d, over, IsDefaultUiCamera, RenderLayers::none()));
    let head = Node {
        position_type: PositionType::Absolute,
        top: px(0.5 * MARGIN),
        width: percent(100),
        padding: px(0.25 * MARGIN).horizontal(),
        justify_content: JustifyContent::Center,
        ..default()
    };
    commands.spawn((head, Pickable::IGNORE)).with_children(|head| {
        let node = panel(Node { max_width: px(800), ..default() });
        head.spawn(node).insert(BackgroundColor(BACKING)).with_children(|panel| {
            panel.spawn((Explanation, remark("", FAINT), wrapped_node()));
            panel.spawn(buttons()).with_children(|row| {
                for camera in Chosen::ALL {
                    row.spawn((Chooses(camera), button(camera.name(), camera.name()))).observe(
                        move |_: On<Activate>, mut chosen: ResMut<Chosen>| {
                            chosen.set_if_neq(camera);
                        },
                    );
                }
            });
        });
    });
}

/// Shows which camera is chosen.
pub(crate) fn show(
    chosen: Res<Chosen>,
    mut buttons: Query<(&Chooses, &mut BackgroundColor)>,
    mut explanation: Single<&mut Text, With<Explanation>>,
) {
    for (chooses, mut color) in &mut buttons {
        color.set_if_neq(BackgroundColor(if chooses.0 == *chosen { CHOSEN } else { UP }));
    }
    chosen.remark().clone_into(&mut explanation.0);
}
