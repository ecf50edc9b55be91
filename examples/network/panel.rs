//! The dials of the network.

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use super::channel::Channel;
use harness::dial::Dial;

const DELAY: Dial = Dial { label: "delay", unit: "ms", decimals: 0, range: (0.0, 400.0) };
const LOSS: Dial = Dial { label: "lost", unit: "%", decimals: 0, range: (0.0, 50.0) };

pub(crate) fn spawn(channel: Res<Channel>, mut commands: Commands) {
    let row = Node {
        position_type: PositionType::Absolute,
        bottom: px(14),
        width: percent(100),
        justify_content: JustifyContent::Center,
        column_gap: px(28),
        ..default()
    };
    let wide = Node { width: px(150), ..default() };
    commands.spawn((row, Pickable::IGNORE)).with_children(|row| {
        row.spawn((wide.clone(), Pickable::IGNORE)).with_children(|dial| {
            dial.spawn(DELAY.at(1000.0 * channel.delay)).observe(
                |change: On<ValueChange<f32>>, mut channel: ResMut<Channel>| channel.delay = 0.001 * change.value,
            );
        });
        row.spawn((wide, Pickable::IGNORE)).with_children(|dial| {
            dial.spawn(LOSS.at(100.0 * channel.loss)).observe(
                |change: On<ValueChange<f32>>, mut channel: ResMut<Channel>| channel.loss = 0.01 * change.value,
            );
        });
    });
}
