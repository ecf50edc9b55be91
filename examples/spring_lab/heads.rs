//! Chat heads: the first head follows the pointer, and every other head follows the one before it.

use bevy::picking::pointer::Location;
use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::NodeTranslation};

use super::bench;
use super::lab::Lab;
use harness::layout::Screen;
use harness::style::TEXT_SIZE;
use harness::surface::Surface;

/// The name of the stage, for scripts.
pub(crate) const STAGE: &str = "stage";
/// The diameter of a head. Unit: px.
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

/// Makes a node in front of the stage react to pointers without hiding them from the stage.
pub(crate) const PASS_THROUGH: Pickable = Pickable { should_block_lower: false, is_hoverable: true };

/// Marks the stage, the area in which the heads follow the pointer. It covers the screen.
#[derive(Component)]
pub(crate) struct Stage;

/// Marks the head that follows the pointer.
#[derive(Component)]
pub(crate) struct First;

/// Marks the last head of the chain.
#[derive(Component)]
pub(crate) struct Last;

/// Returns the size of the bounding box of all heads at rest. Unit: px.
pub(crate) fn size() -> Vec2 {
    let followers = f32::from(u8::try_from(FACES.len() - 1).unwrap_or_default());
    followers * OFFSET.abs() + DIAMETER
}

/// Returns the top-left corner of the bounding box of all heads at rest, relative to the first head's top-left corner. Unit: px.
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
        .observe(|moved: On<Pointer<Move>>, params: PointerParams| {
            set_target(moved.entity, &moved.pointer_location, params);
        })
        .observe(|press: On<Pointer<Press>>, params: PointerParams| {
            set_target(press.entity, &press.pointer_location, params);
        })
        .observe(|drag: On<Pointer<Drag>>, params: PointerParams| {
            set_target(drag.entity, &drag.pointer_location, params);
        });

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
        // Heads are not pickable, so that nodes below them receive the pointer.
        Pickable::IGNORE,
        children![(
            Text::new(letter),
            TextFont::from_font_size(1.4 * TEXT_SIZE),
            TextColor(Color::WHITE),
            Pickable::IGNORE,
        )],
    )
}

/// System parameters of the observers that move the first head's target.
type PointerParams<'w, 's> = (Surface<'w, 's>, Single<'w, 's, &'static mut Target<NodeTranslation>, With<First>>);

fn set_target(stage: Entity, pointer: &Location, (surface, mut target): PointerParams) {
    if let Some(place) = surface.place_at(stage, pointer) {
        target.set_if_neq(Target::of(place - 0.5 * DIAMETER));
    }
}
