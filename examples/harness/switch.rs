//! A switch: Bevy's checkbox widget with a label.

use bevy::prelude::*;
use bevy::ui::Checked;
use bevy::ui_widgets::{Checkbox, checkbox_self_update, observe};

use crate::style::{BODY, HEADING, SMALL_TEXT_SIZE, TOUCH, WELL, touch_area};

/// The width and height of the box. Unit: pixels at the design size.
const BOX: f32 = 18.0;
/// The width of the box's border. Unit: pixels at the design size.
const BORDER: f32 = 2.0;
/// The height of a switch, including the space above and below its box. Unit: pixels at the design size.
const HEIGHT: f32 = 30.0;

/// Marks the box of a switch. It is lit while the switch is on.
#[derive(Component)]
struct Lamp;

/// Creates a switch that is off. Toggling it triggers [`ValueChange<bool>`](bevy::ui_widgets::ValueChange).
pub fn switch(label: &'static str) -> impl Bundle {
    let row = Node { height: px(HEIGHT), column_gap: px(8), align_items: AlignItems::Center, ..default() };
    let lamp = Node {
        width: px(BOX),
        height: px(BOX),
        border: px(BORDER).all(),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    };
    (
        Name::new(label),
        row,
        Checkbox,
        observe(checkbox_self_update),
        children![
            touch_area(Vec2::new(TOUCH, HEIGHT)),
            (Lamp, lamp, BorderColor::all(HEADING), BackgroundColor(WELL)),
            (Text::new(label), TextFont::from_font_size(SMALL_TEXT_SIZE), TextColor(BODY)),
        ],
    )
}

pub(super) fn add(app: &mut App) {
    app.add_systems(Update, show);
}

fn show(
    switches: Query<(Has<Checked>, &Children), With<Checkbox>>,
    mut lamps: Query<&mut BackgroundColor, With<Lamp>>,
) {
    for (is_on, children) in &switches {
        for child in children {
            if let Ok(mut color) = lamps.get_mut(*child) {
                color.set_if_neq(BackgroundColor(if is_on { HEADING } else { WELL }));
            }
        }
    }
}
