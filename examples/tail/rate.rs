//! The dial that sets how many frames a second are shown.

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use harness::dial::Dial;

/// The label of the dial.
pub(crate) const DIAL: &str = "frames a second";
const FRAMES: Dial = Dial { label: DIAL, unit: "", decimals: 0, range: (5.0, 60.0) };

/// How often the game passes time.
#[derive(Resource)]
pub(crate) struct Picture {
    /// Unit: 1/s.
    pub(crate) rate: f64,
    /// The time that the game has yet to pass. Unit: s.
    owed: f64,
}

impl Default for Picture {
    fn default() -> Self {
        Self { rate: 60.0, owed: 0.0 }
    }
}

pub(crate) fn spawn(picture: Res<Picture>, mut commands: Commands) {
    let row = Node {
        position_type: PositionType::Absolute,
        bottom: px(14),
        width: percent(100),
        justify_content: JustifyContent::Center,
        ..default()
    };
    let wide = Node { width: px(230), ..default() };
    commands.spawn((row, Pickable::IGNORE)).with_children(|row| {
        row.spawn((wide, Pickable::IGNORE)).with_children(|dial| {
            #[expect(clippy::cast_possible_truncation, reason = "the rate is small")]
            dial.spawn(FRAMES.at(picture.rate as f32)).observe(
                |change: On<ValueChange<f32>>, mut picture: ResMut<Picture>| picture.rate = change.value.into(),
            );
        });
    });
}

/// Stops the game's time in frames that are not to be shown, and lets it catch up in the next one. The next frame is taken to be as long as
/// this one.
pub(crate) fn hold(mut picture: ResMut<Picture>, mut game: ResMut<Time<Virtual>>, real: Res<Time<Real>>) {
    /// The share of a period after which a frame is shown, because the screen's frames are not multiples of it.
    const ENOUGH: f64 = 0.9;
    let next = real.delta_secs_f64();
    if next == 0.0 {
        return;
    }
    picture.owed += next;
    let is_shown = picture.owed * picture.rate >= ENOUGH;
    game.set_relative_speed_f64(if is_shown { picture.owed / next } else { 0.0 });
    if is_shown {
        picture.owed = 0.0;
    }
}
