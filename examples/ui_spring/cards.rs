//! Cards to drag and throw. The slot that a card is heading for catches it, and the card that was there changes places with
//! it.

use bevy::prelude::*;
use bevy_exact_motion::{
    prelude::*,
    property::{NodeTranslation, Property},
};

use super::panel::Throwing;
use super::readout::Record;
use super::table::{CAPTION, COLUMNS, Table};
use super::throw;
use super::tween::Tween;
use harness::layout::Screen;
use harness::style::{BODY, FAINT, Seen, TEXT_SIZE, remark};

const FACES: [(&str, Color); COLUMNS as usize] = [
    ("sun", Color::srgb(0.98, 0.66, 0.28)),
    ("rose", Color::srgb(0.93, 0.36, 0.48)),
    ("sea", Color::srgb(0.25, 0.60, 0.90)),
    ("leaf", Color::srgb(0.36, 0.72, 0.50)),
];
/// The script's names for the cards of the second row.
const TWEENED: [&str; FACES.len()] = ["grey sun", "grey rose", "grey sea", "grey leaf"];

/// Marks the card that is traced.
#[derive(Component)]
pub(crate) struct Top;

/// The slot that a card belongs to.
#[derive(Component, Clone, Copy, PartialEq)]
pub(crate) struct Seat {
    pub(crate) row: usize,
    pub(crate) column: usize,
}

/// The text over a row.
#[derive(Component, Clone, Copy)]
pub(crate) struct Caption(usize);

/// The outline of a slot.
#[derive(Component)]
pub(crate) struct Slot(Seat);

pub(crate) fn spawn(throwing: Res<Throwing>, screen: Res<Screen>, mut commands: Commands) {
    let table = Table::on(&screen);
    let captions = ["on springs", "on tweens of 0.4 s"];
    for (row, caption) in captions.into_iter().enumerate() {
        for column in 0..FACES.len() {
            let seat = Seat { row, column };
            let node = Node {
                position_type: PositionType::Absolute,
                border: px(2).all(),
                border_radius: BorderRadius::all(px(16)),
                ..default()
            };
            commands.spawn((Slot(seat), node, BorderColor::all(FAINT.with_alpha(0.25)), Pickable::IGNORE));
        }
        let node = Node { position_type: PositionType::Absolute, ..default() };
        commands.spawn((Caption(row), remark(caption, BODY), node, Pickable::IGNORE));
    }
    for (column, (name, color)) in FACES.into_iter().enumerate() {
        let seat = Seat { row: 0, column };
        let mut card = commands.spawn((card(name, name, color, table.slot(seat)), seat));
        card.insert((throwing.0, Target::<NodeTranslation>::of(table.slot(seat))))
            .observe(throw::grab)
            .observe(throw::drag)
            .observe(lift)
            .observe(let_go);
        if column == 0 {
            card.insert(Top);
        }
        let (seat, grey) = (Seat { row: 1, column }, color.mix(&Color::srgb(0.45, 0.47, 0.50), 0.75));
        commands
            .spawn((self::card(TWEENED[column], name, grey, table.slot(seat)), seat, Tween::at(table.slot(seat))))
            .observe(throw::drag)
            .observe(lift)
            .observe(let_go_of_tween);
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
        (Name::new(name), Seen),
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

/// Fits slots and cards to the screen, and sends the cards to their slots.
pub(crate) fn lay_out(
    screen: Res<Screen>,
    mut slots: Query<(&Slot, &mut Node), Without<Seat>>,
    mut captions: Query<(&Caption, &mut Node), (Without<Seat>, Without<Slot>)>,
    mut cards: Query<(&Seat, &mut Node, &UiTransform, Option<&mut Target<NodeTranslation>>, Option<&mut Tween>)>,
) {
    let table = Table::on(&screen);
    let size_to = |node: &mut Node| (node.width, node.height) = (px(table.card.x), px(table.card.y));
    for (Slot(seat), mut node) in &mut slots {
        let place = table.slot(*seat);
        (node.left, node.top) = (px(place.x), px(place.y));
        size_to(&mut node);
    }
    for (Caption(row), mut node) in &mut captions {
        let corner = table.slot(Seat { row: *row, column: 0 });
        (node.left, node.top) = (px(corner.x), px(corner.y - CAPTION));
    }
    for (seat, mut node, transform, target, tween) in &mut cards {
        size_to(&mut node);
        if let Some(mut target) = target {
            target.set_if_neq(Target::of(table.slot(*seat)));
        }
        if let Some(mut tween) = tween {
            *tween = Tween::to(NodeTranslation::get(transform), table.slot(*seat));
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

/// Throws the card: it keeps the pointer's velocity, and the slot that it is heading for catches it.
fn let_go(
    end: On<Pointer<DragEnd>>,
    throwing: Res<Throwing>,
    screen: Res<Screen>,
    mut seats: Query<(Entity, &mut Seat)>,
    mut cards: Query<(&UiTransform, &Velocity<NodeTranslation>, &mut Target<NodeTranslation>, &mut ZIndex)>,
    mut record: ResMut<Record>,
    mut commands: Commands,
) {
    commands.entity(end.entity).remove::<Grabbed<NodeTranslation>>();
    let Ok((transform, velocity, _, mut depth)) = cards.get_mut(end.entity) else { return };
    *depth = ZIndex(1);
    record.fastest_throw = record.fastest_throw.max(velocity.0.length());
    record.throws += 1;
    let heading = throw::heading(transform, velocity, &throwing);
    let table = Table::on(&screen);
    for (card, seat) in sit_down(end.entity, heading, &table, &mut seats) {
        if let Ok((_, _, mut target, _)) = cards.get_mut(card) {
            target.value = table.slot(seat);
        }
    }
}

/// The same with tweens: each card that moves starts a new tween, with no initial velocity.
fn let_go_of_tween(
    end: On<Pointer<DragEnd>>,
    screen: Res<Screen>,
    mut seats: Query<(Entity, &mut Seat)>,
    mut cards: Query<(&UiTransform, &mut Tween, &mut ZIndex)>,
) {
    let Ok((transform, _, mut depth)) = cards.get_mut(end.entity) else { return };
    *depth = ZIndex(1);
    let place = NodeTranslation::get(transform);
    let table = Table::on(&screen);
    for (card, seat) in sit_down(end.entity, place, &table, &mut seats) {
        if let Ok((transform, mut tween, _)) = cards.get_mut(card) {
            *tween = Tween::to(NodeTranslation::get(transform), table.slot(seat));
        }
    }
}

/// Gives the card the slot nearest to `place`, and gives the card that was there this card's slot. Returns the cards that
/// move, and their slots.
fn sit_down(card: Entity, place: Vec2, table: &Table, seats: &mut Query<(Entity, &mut Seat)>) -> Vec<(Entity, Seat)> {
    let Ok((_, before)) = seats.get(card) else { return Vec::new() };
    let before = *before;
    let row: [Vec2; FACES.len()] = core::array::from_fn(|column| table.slot(Seat { column, ..before }));
    let after = Seat { column: throw::nearest(&row, place).0, ..before };
    let mut moved = Vec::new();
    for (entity, mut seat) in seats {
        if entity == card {
            *seat = after;
        } else if *seat == after {
            *seat = before;
        } else {
            continue;
        }
        moved.push((entity, *seat));
    }
    moved
}
