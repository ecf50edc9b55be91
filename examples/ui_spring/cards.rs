//! Cards to drag and throw. A thrown card goes to the slot nearest to where friction would stop it, and swaps places with the card there.

use bevy::prelude::*;
use bevy_exact_motion::{
    prelude::*,
    property::{NodeTranslation, Property},
};

use super::panel::ThrowSpring;
use super::readout::Record;
use super::table::{CAPTION, COLUMNS, Table};
use super::throw;
use super::tween::Tween;
use harness::layout::Screen;
use harness::style::{BODY, FAINT, KeepUncovered, TEXT_SIZE, remark};

const FACES: [(&str, Color); COLUMNS as usize] = [
    ("sun", Color::srgb(0.98, 0.66, 0.28)),
    ("rose", Color::srgb(0.93, 0.36, 0.48)),
    ("sea", Color::srgb(0.25, 0.60, 0.90)),
    ("leaf", Color::srgb(0.36, 0.72, 0.50)),
];
/// The names of the cards in the second row, for scripts.
const TWEENED: [&str; FACES.len()] = ["grey sun", "grey rose", "grey sea", "grey leaf"];

/// Marks the card that is traced.
#[derive(Component)]
pub(crate) struct Top;

/// The row and the column of a slot. As a component of a card, the slot that the card belongs to.
#[derive(Component, Clone, Copy, PartialEq)]
pub(crate) struct SlotId {
    pub(crate) row: usize,
    pub(crate) column: usize,
}

/// The caption of the row with this index.
#[derive(Component, Clone, Copy)]
pub(crate) struct Caption(usize);

/// The outline of a slot.
#[derive(Component)]
pub(crate) struct Slot(SlotId);

pub(crate) fn spawn(throw_spring: Res<ThrowSpring>, screen: Res<Screen>, mut commands: Commands) {
    let table = Table::on(&screen);
    let captions = ["on springs", "on tweens of 0.4 s"];
    for (row, caption) in captions.into_iter().enumerate() {
        for column in 0..FACES.len() {
            let slot_id = SlotId { row, column };
            let node = Node {
                position_type: PositionType::Absolute,
                border: px(2).all(),
                border_radius: BorderRadius::all(px(16)),
                ..default()
            };
            commands.spawn((Slot(slot_id), node, BorderColor::all(FAINT.with_alpha(0.25)), Pickable::IGNORE));
        }
        let node = Node { position_type: PositionType::Absolute, ..default() };
        commands.spawn((Caption(row), remark(caption, BODY), node, Pickable::IGNORE));
    }
    for (column, (name, color)) in FACES.into_iter().enumerate() {
        let slot_id = SlotId { row: 0, column };
        let mut card = commands.spawn((card(name, name, color, table.slot(slot_id)), slot_id));
        card.insert((throw_spring.0, Target::<NodeTranslation>::of(table.slot(slot_id))))
            .observe(throw::grab)
            .observe(throw::drag)
            .observe(lift)
            .observe(release);
        if column == 0 {
            card.insert(Top);
        }
        let (slot_id, grey) = (SlotId { row: 1, column }, color.mix(&Color::srgb(0.45, 0.47, 0.50), 0.75));
        commands
            .spawn((
                self::card(TWEENED[column], name, grey, table.slot(slot_id)),
                slot_id,
                Tween::at(table.slot(slot_id)),
            ))
            .observe(throw::drag)
            .observe(lift)
            .observe(release_tweened);
    }
}

fn card(name: &'static str, face: &'static str, color: Color, place: Vec2) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        border: px(4).all(),
        border_radius: BorderRadius::all(px(16)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    (
        (Name::new(name), KeepUncovered),
        node,
        UiTransform::from_translation(Val2::px(place.x, place.y)),
        (BackgroundColor(color), BorderColor::all(Color::WHITE), ZIndex(1)),
        children![(
            Text::new(face),
            TextFont::from_font_size(1.4 * TEXT_SIZE),
            TextColor(Color::WHITE),
            Pickable::IGNORE,
        )],
    )
}

/// Fits slots and cards to the screen, and moves the cards to their slots. Runs when the screen changes.
pub(crate) fn lay_out(
    screen: Res<Screen>,
    mut slots: Query<(&Slot, &mut Node), Without<SlotId>>,
    mut captions: Query<(&Caption, &mut Node), (Without<SlotId>, Without<Slot>)>,
    mut cards: Query<(&SlotId, &mut Node, &UiTransform, Option<&mut Target<NodeTranslation>>, Option<&mut Tween>)>,
) {
    let table = Table::on(&screen);
    let size_to = |node: &mut Node| (node.width, node.height) = (px(table.card.x), px(table.card.y));
    for (Slot(slot_id), mut node) in &mut slots {
        let place = table.slot(*slot_id);
        (node.left, node.top) = (px(place.x), px(place.y));
        size_to(&mut node);
    }
    for (Caption(row), mut node) in &mut captions {
        let corner = table.slot(SlotId { row: *row, column: 0 });
        (node.left, node.top) = (px(corner.x), px(corner.y - CAPTION));
    }
    for (slot_id, mut node, transform, target, tween) in &mut cards {
        size_to(&mut node);
        if let Some(mut target) = target {
            target.set_if_neq(Target::of(table.slot(*slot_id)));
        }
        if let Some(mut tween) = tween {
            *tween = Tween::to(NodeTranslation::get(transform), table.slot(*slot_id));
        }
    }
}

/// Puts a dragged card above the others, and ends its tween.
fn lift(start: On<Pointer<DragStart>>, mut cards: Query<(&UiTransform, &mut ZIndex, Option<&mut Tween>)>) {
    let Ok((transform, mut depth, tween)) = cards.get_mut(start.entity) else { return };
    *depth = ZIndex(2);
    if let Some(mut tween) = tween {
        *tween = Tween::at(NodeTranslation::get(transform));
    }
}

/// Throws a released card. It keeps the pointer's velocity, and its target becomes the slot nearest to its predicted stop.
fn release(
    end: On<Pointer<DragEnd>>,
    throw_spring: Res<ThrowSpring>,
    screen: Res<Screen>,
    mut slot_ids: Query<(Entity, &mut SlotId)>,
    mut cards: Query<(&UiTransform, &Velocity<NodeTranslation>, &mut Target<NodeTranslation>, &mut ZIndex)>,
    mut record: ResMut<Record>,
    mut commands: Commands,
) {
    commands.entity(end.entity).remove::<Grabbed<NodeTranslation>>();
    let Ok((transform, velocity, _, mut depth)) = cards.get_mut(end.entity) else { return };
    *depth = ZIndex(1);
    record.fastest_throw = record.fastest_throw.max(velocity.0.length());
    record.throws += 1;
    let predicted_stop = throw::predicted_stop(transform, velocity, &throw_spring);
    let table = Table::on(&screen);
    for (card, slot_id) in assign_slot(end.entity, predicted_stop, &table, &mut slot_ids) {
        if let Ok((_, _, mut target, _)) = cards.get_mut(card) {
            target.value = table.slot(slot_id);
        }
    }
}

/// Throws a released card of the second row. Each card that moves starts a new tween, at rest.
fn release_tweened(
    end: On<Pointer<DragEnd>>,
    screen: Res<Screen>,
    mut slot_ids: Query<(Entity, &mut SlotId)>,
    mut cards: Query<(&UiTransform, &mut Tween, &mut ZIndex)>,
) {
    let Ok((transform, _, mut depth)) = cards.get_mut(end.entity) else { return };
    *depth = ZIndex(1);
    let place = NodeTranslation::get(transform);
    let table = Table::on(&screen);
    for (card, slot_id) in assign_slot(end.entity, place, &table, &mut slot_ids) {
        if let Ok((transform, mut tween, _)) = cards.get_mut(card) {
            *tween = Tween::to(NodeTranslation::get(transform), table.slot(slot_id));
        }
    }
}

/// Assigns `card` to the slot of its row that is nearest to `place`, and the card that was in that slot to the previous slot of `card`.
/// Returns the cards that move, and their slots.
fn assign_slot(
    card: Entity,
    place: Vec2,
    table: &Table,
    slot_ids: &mut Query<(Entity, &mut SlotId)>,
) -> Vec<(Entity, SlotId)> {
    let Ok((_, before)) = slot_ids.get(card) else { return Vec::new() };
    let before = *before;
    let row: [Vec2; FACES.len()] = core::array::from_fn(|column| table.slot(SlotId { column, ..before }));
    let after = SlotId { column: throw::nearest(&row, place).0, ..before };
    let mut moved = Vec::new();
    for (entity, mut slot_id) in slot_ids {
        if entity == card {
            *slot_id = after;
        } else if *slot_id == after {
            *slot_id = before;
        } else {
            continue;
        }
        moved.push((entity, *slot_id));
    }
    moved
}
