//! Chat heads: the first one follows the pointer, and each other one follows the one before it.

use bevy::picking::pointer::Location;
use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::NodeTranslation};

use super::bench;
use super::lab::Lab;
use harness::layout::Screen;
use harness::style::TEXT_SIZE;
use harness::surface::Surface;

/// The script's name for the area in which the heads follow the pointer.
pub(crate) const STAGE: &str = "stage";
/// Unit: px.
const DIAMETER: f32 = 56.0;
/// The offset from each head to the one that follows it. Unit: px.
const OFFSET: Vec2 = Vec2::new(-14.0, 12.0);
const FACES: [(&str, Color); 5] = [
    ("A", Color::srgb(0.98, 0.42, 0.36)),
    ("B", Color::srgb(0.99, 0.72, 0.30)),
    ("C", Color::srgb(0.40, 0.78, 0.54)),
    ("D", Color::srgb(0.32, 0.66, 0.95)),
    ("E", Color::srgb(0.66, 0.48, 0.95)),
];

/// For nodes in front of the stage: a node handles pointers, and the stage still receives them.
pub(crate) const SEEN_THROUGH: Pickable = Pickable { should_block_lower: false, is_hoverable: true };

/// Marks the area in which the heads follow the pointer, also over the nodes in front of it.
#[derive(Component)]
pub(crate) struct Stage;

/// Marks the head that follows the pointer.
#[derive(Component)]
pub(crate) struct First;

/// Marks the last head of the chain.
#[derive(Component)]
pub(crate) struct Last;

/// The size of all heads together, at rest. Unit: px.
pub(crate) fn size() -> Vec2 {
    let followers = f32::from(u8::try_from(FACES.len() - 1).unwrap_or_default());
    followers * OFFSET.abs() + DIAMETER
}

/// The top-left corner of all heads together, relative to that of the first one. Unit: px.
pub(crate) fn corner() -> Vec2 {
    (DIAMETER - size()) * Vec2::X
}

pub(crate) fn spawn(lab: Res<Lab>, screen: Res<Screen>, mut commands: Commands) {
    commands
        .spawn((
            Name::new(STAGE),
            Stage,
            Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() },
            GlobalZIndex(-1),
        ))
        .observe(|moved: On<Pointer<Move>>, reach: Reach| draw_on(moved.entity, &moved.pointer_location, reach))
        .observe(|press: On<Pointer<Press>>, reach: Reach| draw_on(press.entity, &press.pointer_location, reach))
        .observe(|drag: On<Pointer<Drag>>, reach: Reach| draw_on(drag.entity, &drag.pointer_location, reach));

    let start = bench::head(&screen);
    let spring = Spring::<NodeTranslation>::from(lab.0);
    let mut leader: Option<Entity> = None;
    for (number, (letter, color)) in FACES.into_iter().enumerate() {
        let depth = i32::try_from(FACES.len() - number).unwrap_or_default();
        let mut head =
            commands.spawn((head(letter, color, leader.map_or(start, |_| start + OFFSET)), spring, ZIndex(depth)));
        match leader {
            None => head.insert((First, Target::<NodeTranslation>::of(start))),
            Some(leader) => head.insert(Follow::<NodeTranslation>::of(leader).with_offset(OFFSET)),
        };
        leader = Some(head.id());
    }
    if let Some(last) = leader {
        commands.entity(last).insert(Last);
    }
}

fn head(letter: &str, color: Color, place: Vec2) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        width: px(DIAMETER),
        height: px(DIAMETER),
        border: px(3).all(),
        border_radius: BorderRadius::MAX,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    (
        node,
        UiTransform::from_translation(Val2::px(place.x, place.y)),
        (BackgroundColor(color), BorderColor::all(Color::WHITE)),
        // Nodes below the heads still receive the pointer.
        Pickable::IGNORE,
        children![(
            Text::new(letter),
            TextFont::from_font_size(1.4 * TEXT_SIZE),
            TextColor(Color::WHITE),
            Pickable::IGNORE,
        )],
    )
}

/// Parameters of the observers that move the first head's target.
type Reach<'w, 's> = (Surface<'w, 's>, Single<'w, 's, &'static mut Target<NodeTranslation>, With<First>>);

fn draw_on(stage: Entity, pointer: &Location, (surface, mut target): Reach) {
    if let Some(place) = surface.place_at(stage, pointer) {
        target.set_if_neq(Target::of(place - 0.5 * DIAMETER));
    }
}
