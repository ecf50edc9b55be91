//! A dial: Bevy's slider widget with its name and value above it.

use bevy::prelude::*;
use bevy::ui_widgets::{
    Slider, SliderOrientation, SliderPrecision, SliderRange, SliderStep, SliderThumb, SliderValue, TrackClick, observe,
    slider_self_update,
};

use crate::style::{BODY, FAINT, GROOVE, HEADING, SMALL_TEXT_SIZE, TOUCH, touch_area};

/// The label, the range and the number format of a dial. [`SliderValue`] holds its value. Moving the slider triggers
/// [`ValueChange<f32>`](bevy::ui_widgets::ValueChange).
#[derive(Component, Clone, Copy, Debug)]
pub struct Dial {
    /// The text above the slider. Scripts point at the slider by this name.
    pub label: &'static str,
    /// The unit, shown after the number. It may be empty.
    pub unit: &'static str,
    /// The number of decimals.
    pub decimals: u8,
    /// The values at the left and at the right end.
    pub range: (f32, f32),
}

/// The height of a dial with its texts. Unit: pixels at the design size.
const HEIGHT: f32 = 34.0;
/// The height of the slider's track. Unit: pixels at the design size.
const TRACK: f32 = 5.0;
/// The diameter of the slider's thumb. Unit: pixels at the design size.
const THUMB: f32 = 16.0;

/// Marks the text that shows a dial's value.
#[derive(Component)]
struct Shown;

impl Dial {
    /// Creates a dial with this value, as wide as its parent.
    pub fn at(self, value: f32) -> impl Bundle {
        let (start, end) = self.range;
        let caption = |left: Val, right: Val, color: Color| {
            let node = Node { position_type: PositionType::Absolute, top: px(0), left, right, ..default() };
            (node, TextFont::from_font_size(SMALL_TEXT_SIZE), TextColor(color))
        };
        let track = Node {
            position_type: PositionType::Absolute,
            bottom: px(0.5 * (THUMB - TRACK)),
            width: percent(100),
            height: px(TRACK),
            border_radius: BorderRadius::MAX,
            ..default()
        };
        let thumb = Node {
            position_type: PositionType::Absolute,
            bottom: px(0),
            width: px(THUMB),
            height: px(THUMB),
            border_radius: BorderRadius::MAX,
            ..default()
        };
        (
            Name::new(self.label),
            self,
            Node { width: percent(100), height: px(HEIGHT), ..default() },
            Slider { track_click: TrackClick::Snap, orientation: SliderOrientation::Horizontal },
            (SliderValue(value), SliderRange::new(start, end), SliderStep((end - start) / 50.0)),
            SliderPrecision(self.decimals.into()),
            observe(slider_self_update),
            children![
                touch_area(Vec2::new(TOUCH, HEIGHT)),
                (Text::new(self.label), caption(px(0), auto(), FAINT)),
                (Shown, Text::default(), caption(auto(), px(0), BODY)),
                (track, BackgroundColor(GROOVE)),
                (SliderThumb, thumb, BackgroundColor(HEADING)),
            ],
        )
    }
}

pub(super) fn add(app: &mut App) {
    app.add_systems(Update, show);
}

/// Moves the thumb and updates the number when the value has changed.
fn show(
    dials: Query<(&Dial, &SliderValue, &SliderRange, &Children), Changed<SliderValue>>,
    mut numbers: Query<&mut Text, With<Shown>>,
    mut thumbs: Query<&mut Node, With<SliderThumb>>,
) {
    for (dial, value, range, children) in &dials {
        let share = range.thumb_position(value.0).clamp(0.0, 1.0);
        for child in children {
            if let Ok(mut text) = numbers.get_mut(*child) {
                let number = format!("{:.*} {}", usize::from(dial.decimals), value.0, dial.unit);
                text.0 = number.trim_end().to_owned();
            }
            if let Ok(mut thumb) = thumbs.get_mut(*child) {
                thumb.left = percent(100.0 * share);
                thumb.margin.left = px(-share * THUMB);
            }
        }
    }
}
