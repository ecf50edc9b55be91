//! Measures how an entity moves as it is drawn, and draws a line behind it.

use std::collections::VecDeque;

use bevy::prelude::*;

use crate::style::{FAINT, TEXT_SIZE};

/// How long a change counts, and how long a line is. Unit: s.
const SECONDS: [f64; 2] = [3.0, 1.2];
/// Unit: pixels at the design size.
const CAPTION_SIZE: f32 = 24.0;

/// The movement of an entity as it is drawn. Distances are in world units.
#[derive(Component, Default)]
pub struct Drawn {
    /// The entity's place in the last frame.
    pub place: Vec3,
    /// The entity's velocity in the last frame. Unit: world units/s.
    pub velocity: Vec3,
    /// The colour of the line behind the entity. `None`: there is no line.
    pub line: Option<Color>,
    /// The number of frames that were measured.
    frames: u32,
    /// The times of the last frames, the place in each, and the change of the velocity from the frame before.
    last: VecDeque<(f64, Vec3, f32)>,
}

impl Drawn {
    /// Draws a line of this colour behind the entity.
    pub fn with_line(color: Color) -> Self {
        Self { line: Some(color), ..default() }
    }

    /// The largest change of the velocity from one frame to the next in the last seconds. Unit: world units/s.
    pub fn largest_change(&self) -> f32 {
        self.last.iter().map(|(.., change)| *change).fold(0.0, f32::max)
    }
}

/// A text with the largest change of the velocity of all entities below this one. Unit: world units/s.
#[derive(Component, Clone, Copy)]
pub struct LargestChange(pub Entity);

/// Spawns the captions of a left and a right half of the screen, above the [`LargestChange`] below each of these entities.
pub fn spawn_captions(commands: &mut Commands, halves: [(Entity, &str, Color); 2]) {
    let row = Node { position_type: PositionType::Absolute, top: px(12), width: percent(100), ..default() };
    let half = Node {
        width: percent(50),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        ..default()
    };
    let text = |text: &str, size, color| (Text::new(text), TextFont::from_font_size(size), TextColor(color));
    commands.spawn((row, Pickable::IGNORE)).with_children(|row| {
        for (entity, caption, color) in halves {
            row.spawn((half.clone(), Pickable::IGNORE)).with_children(|half| {
                let centered = TextLayout::new(Justify::Center, LineBreak::WordBoundary);
                half.spawn((text(caption, CAPTION_SIZE, color), centered, Pickable::IGNORE));
                half.spawn((LargestChange(entity), text("", TEXT_SIZE, FAINT), centered, Pickable::IGNORE));
            });
        }
    });
}

pub(super) fn add(app: &mut App) {
    app.add_systems(Last, (measure, show).chain()).add_systems(Update, draw);
}

fn measure(time: Res<Time>, mut drawn: Query<(&GlobalTransform, &mut Drawn)>) {
    // Time does not advance in frames that are drawn for screenshots.
    if time.delta_secs() == 0.0 {
        return;
    }
    let now = time.elapsed_secs_f64();
    for (transform, mut drawn) in &mut drawn {
        let place = transform.translation();
        let velocity = (place - drawn.place) / time.delta_secs();
        // The first velocity needs two frames, and its first change a third.
        let change = if drawn.frames > 1 { velocity.distance(drawn.velocity) } else { 0.0 };
        (drawn.place, drawn.velocity, drawn.frames) = (place, velocity, drawn.frames.saturating_add(1));
        drawn.last.push_back((now, place, change));
        drawn.last.retain(|(time, ..)| *time > now - SECONDS[0]);
    }
}

fn show(mut texts: Query<(&LargestChange, &mut Text)>, drawn: Query<&Drawn>, children: Query<&Children>) {
    for (LargestChange(root), mut text) in &mut texts {
        let below = core::iter::once(*root).chain(children.iter_descendants(*root));
        let changes = below.filter_map(|entity| drawn.get(entity).ok()).map(Drawn::largest_change);
        let largest = changes.fold(0.0, f32::max);
        text.set_if_neq(Text(format!("velocity jumps by {largest:.1} m/s")));
    }
}

fn draw(drawn: Query<&Drawn>, mut gizmos: Gizmos) {
    for drawn in &drawn {
        let (Some(color), Some((now, ..))) = (drawn.line, drawn.last.back()) else { continue };
        gizmos.linestrip_gradient(drawn.last.iter().filter_map(|(time, place, _)| {
            #[expect(clippy::cast_possible_truncation, reason = "f32 is precise enough for a colour")]
            let age = ((now - time) / SECONDS[1]) as f32;
            (age < 1.0).then(|| (*place, color.with_alpha(1.0 - age)))
        }));
    }
}
