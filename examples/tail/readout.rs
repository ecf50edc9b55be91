//! The captions: how far each tail swings.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::creature::{Fox, GRAY, Tip, WARM};
use super::halves::Captions;
use harness::style::{FAINT, TEXT_SIZE};

/// How long a swing counts. Unit: s.
const SECONDS: f64 = 2.5;
/// Unit: pixels at the design size.
const CAPTION_SIZE: f32 = 24.0;

/// The text with the largest swing of a fox's tail.
#[derive(Component)]
pub(crate) struct Swing {
    pub(crate) fox: Fox,
    /// The times of the last frames, and the tail's angle in each (rad).
    angles: VecDeque<(f64, f32)>,
}

impl Swing {
    /// How far the tail has swung in the last seconds. Unit: rad.
    pub(crate) fn range(&self) -> f32 {
        let angles = self.angles.iter().map(|(_, angle)| *angle);
        let (least, most) = (angles.clone().fold(f32::INFINITY, f32::min), angles.fold(f32::NEG_INFINITY, f32::max));
        (most - least).max(0.0)
    }
}

pub(crate) fn spawn(mut commands: Commands) {
    let whole = Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() };
    let half = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        padding: px(12).top(),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        ..default()
    };
    let text = |text: &str, size, color| (Text::new(text), TextFont::from_font_size(size), TextColor(color));
    commands.spawn((Captions, whole, Pickable::IGNORE)).with_children(|whole| {
        for (fox, caption, color) in [(Fox::Bones, "SpringBones", WARM), (Fox::Verlet, "Verlet step", GRAY)] {
            whole.spawn((half.clone(), Pickable::IGNORE)).with_children(|half| {
                half.spawn((text(caption, CAPTION_SIZE, color), Pickable::IGNORE));
                let swing = Swing { fox, angles: VecDeque::new() };
                half.spawn((swing, text("", TEXT_SIZE, FAINT), Pickable::IGNORE));
            });
        }
    });
}

pub(crate) fn show(
    mut swings: Query<(&mut Swing, &mut Text)>,
    tips: Query<(&Tip, &GlobalTransform)>,
    foxes: Query<(&Fox, &GlobalTransform)>,
    time: Res<Time>,
) {
    if time.delta_secs() == 0.0 {
        return;
    }
    let now = time.elapsed_secs_f64();
    for (mut swing, mut text) in &mut swings {
        let tip = tips.iter().find(|(tip, _)| tip.0 == swing.fox);
        let fox = foxes.iter().find(|(fox, _)| **fox == swing.fox);
        if let (Some((_, tip)), Some((_, fox))) = (tip, fox) {
            let angle = (tip.translation() - fox.translation()).xy().to_angle();
            swing.angles.push_back((now, angle));
        }
        swing.angles.retain(|(time, _)| *time > now - SECONDS);
        text.set_if_neq(Text(format!("swings by {:.0} degrees", swing.range().to_degrees())));
    }
}
