//! Cards that are dragged, thrown, and caught by the slot that they are heading for.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::harness::style::{BODY, FAINT, TEXT_SIZE, remark};
use super::property::Place;
use super::readout::Record;
use super::tween::Tween;

/// Sizes. Unit: px.
const CARD: Vec2 = Vec2::new(150.0, 196.0);
const SLOTS_LEFT: f32 = 360.0;
const SLOTS_APART: f32 = 214.0;
/// Of the row of springs, and of the row of tweens below it.
const ROWS: [f32; 2] = [92.0, 420.0];
const SPRING: Spring = Spring::new(13.0, 0.55);
const FACES: [(&str, Color); 4] = [
    ("sun", Color::srgb(0.98, 0.66, 0.28)),
    ("rose", Color::srgb(0.93, 0.36, 0.48)),
    ("sea", Color::srgb(0.25, 0.60, 0.90)),
    ("leaf", Color::srgb(0.36, 0.72, 0.50)),
];
/// What the script calls the cards of the second row.
const TWEENED: [&str; FACES.len()] = ["grey sun", "grey rose", "grey sea", "grey leaf"];

/// The card that is traced.
#[derive(Component)]
pub(crate) struct Top;

/// Which row a card belongs to.
#[derive(Component)]
struct Row(usize);

fn slot(row: usize, column: usize) -> Vec2 {
    let column = f32::from(u8::try_from(column).unwrap_or_default());
    Vec2::new(SLOTS_LEFT + SLOTS_APART * column, ROWS[row])
}

pub(crate) fn spawn(mut commands: Commands) {
    let captions = ["on springs", "on tweens of 0.4 s"];
    for (row, caption) in captions.into_iter().enumerate() {
        for column in 0..FACES.len() {
            let place = slot(row, column);
            let node = Node {
                position_type: PositionType::Absolute,
                left: px(place.x),
                top: px(place.y),
                width: px(CARD.x),
                height: px(CARD.y),
                border: px(2).all(),
                border_radius: BorderRadius::all(px(16)),
                ..default()
            };
            commands.spawn((node, BorderColor::all(FAINT.with_alpha(0.25)), Pickable::IGNORE));
        }
        let node = Node {
            position_type: PositionType::Absolute,
            left: px(SLOTS_LEFT),
            top: px(ROWS[row] - 28.0),
            ..default()
        };
        commands.spawn((remark(caption, BODY), node, Pickable::IGNORE));
    }
    for (column, (name, color)) in FACES.into_iter().enumerate() {
        let place = slot(0, column);
        let mut card = commands.spawn((card(name, name, color, place), Row(0)));
        card.insert((SPRING.on::<Place>(), Target::<Place>::at(place))).observe(grab).observe(drag).observe(let_go);
        if column == 0 {
            card.insert(Top);
        }
        let (place, grey) = (slot(1, column), color.mix(&Color::srgb(0.45, 0.47, 0.50), 0.75));
        commands
            .spawn((self::card(TWEENED[column], name, grey, place), Row(1), Tween::at(place)))
            .observe(drag)
            .observe(let_go_of_tween);
    }
}

fn card(name: &'static str, face: &'static str, color: Color, place: Vec2) -> impl Bundle {
    let node = Node {
        position_type: PositionType::Absolute,
        width: px(CARD.x),
        height: px(CARD.y),
        border: px(4).all(),
        border_radius: BorderRadius::all(px(16)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..default()
    };
    (
        Name::new(name),
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

/// In the hand it does not move by itself, at whatever point of its way it is grabbed.
fn grab(start: On<Pointer<DragStart>>, mut commands: Commands) {
    commands.entity(start.entity).insert(Held::<Place>::default());
}

fn drag(
    drag: On<Pointer<Drag>>,
    scale: Res<UiScale>,
    mut cards: Query<(&mut UiTransform, &mut ZIndex, Option<&mut Tween>)>,
) {
    let Ok((mut transform, mut depth, tween)) = cards.get_mut(drag.entity) else { return };
    let place = Place::get(&transform) + drag.delta / scale.0;
    Place::set(&mut transform, place);
    depth.set_if_neq(ZIndex(2));
    if let Some(mut tween) = tween {
        *tween = Tween::at(place);
    }
}

/// Throws it: it keeps the hand's velocity, and the slot that is nearest to where friction like the spring's own would
/// take it catches it.
fn let_go(
    end: On<Pointer<DragEnd>>,
    mut cards: Query<(&UiTransform, &Velocity<Place>, &Row, &mut Target<Place>, &mut ZIndex)>,
    mut record: ResMut<Record>,
    mut commands: Commands,
) {
    commands.entity(end.entity).remove::<Held<Place>>();
    let Ok((transform, velocity, row, mut target, mut depth)) = cards.get_mut(end.entity) else { return };
    let heading = Place::get(transform) + velocity.0 / SPRING.angular_frequency;
    target.value = nearest_slot(row.0, heading);
    *depth = ZIndex(1);
    record.fastest_throw = record.fastest_throw.max(velocity.0.length());
    record.throws += 1;
}

fn let_go_of_tween(end: On<Pointer<DragEnd>>, mut cards: Query<(&UiTransform, &Row, &mut Tween, &mut ZIndex)>) {
    let Ok((transform, row, mut tween, mut depth)) = cards.get_mut(end.entity) else { return };
    let place = Place::get(transform);
    *tween = Tween::to(place, nearest_slot(row.0, place));
    *depth = ZIndex(1);
}

fn nearest_slot(row: usize, place: Vec2) -> Vec2 {
    (0..FACES.len())
        .map(|column| slot(row, column))
        .min_by(|left, right| left.distance(place).total_cmp(&right.distance(place)))
        .unwrap_or(place)
}
