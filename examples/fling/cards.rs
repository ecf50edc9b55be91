//! Cards on a table. You drag, throw and deal them; dry friction brings them to rest.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_exact_motion::Draggable;
use bevy_exact_motion::{prelude::*, property::NodeTranslation};

use super::forecast::Thrown;
use super::room::{CARD, Room};
use harness::layout::Screen;
use harness::style::{BODY, FAINT, remark};

pub(crate) const FACES: [(&str, Color); 5] = [
    ("sun", Color::srgb(0.90, 0.56, 0.18)),
    ("rose", Color::srgb(0.86, 0.30, 0.42)),
    ("sea", Color::srgb(0.20, 0.53, 0.84)),
    ("leaf", Color::srgb(0.28, 0.62, 0.42)),
    ("night", Color::srgb(0.45, 0.38, 0.72)),
];
const FELT: Color = Color::srgb(0.09, 0.21, 0.19);
/// The rate of the air friction. Unit: 1/s.
const FRICTION: f32 = 0.8;
/// The deceleration by the table's dry friction. Unit: px/s².
const DRY_FRICTION: f32 = 800.0;
/// The fraction of its speed that a card keeps when it bounces off the table's edge. Unit: 1.
const RESTITUTION: f32 = 0.5;
/// The speed of a card thrown by a key, a button or a gamepad. Unit: px/s.
const SPEED: f32 = 1100.0;

/// A card and its number, counted from 0.
#[derive(Component, Clone, Copy)]
pub(crate) struct Card(pub(crate) u8);
/// Marks card 0, which is traced.
#[derive(Component)]
pub(crate) struct First;
#[derive(Component)]
pub(crate) struct Table;
#[derive(Component)]
pub(crate) struct TableCaption;

/// The next card to throw, and the z-index of the topmost card.
#[derive(Resource, Default)]
pub(crate) struct Next {
    /// The number of the card to throw next.
    card: u8,
    /// The largest z-index of any card so far.
    depth: i32,
}

/// The name of the table, for scripts.
pub(crate) const TABLE: &str = "table";
/// The number of cards.
pub(crate) const COUNT: u8 = 5;

pub(crate) fn spawn(screen: Res<Screen>, scale: Res<UiScale>, mut commands: Commands) {
    let room = Room::on(&screen);
    let node = Node { position_type: PositionType::Absolute, ..default() };
    commands.spawn((TableCaption, node.clone(), remark("a table with dry friction", BODY), Pickable::IGNORE));
    let felt = Node { border: px(2).all(), border_radius: BorderRadius::all(px(14)), ..node.clone() };
    let table = (Name::new(TABLE), Table, felt, BackgroundColor(FELT), BorderColor::all(FAINT.with_alpha(0.3)));
    commands.spawn(table).with_children(|table| {
        for (number, (name, color)) in (0..COUNT).zip(FACES) {
            let node = Node {
                width: px(CARD.x),
                height: px(CARD.y),
                border: px(3).all(),
                border_radius: BorderRadius::all(px(12)),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..node.clone()
            };
            let home = room.home(number, COUNT);
            let face = (Text::new(name), TextFont::from_font_size(17.0), TextColor(Color::WHITE), Pickable::IGNORE);
            let mut card = table.spawn((
                (
                    Name::new(name),
                    Card(number),
                    node,
                    BackgroundColor(color),
                    BorderColor::all(Color::WHITE),
                    ZIndex(1),
                ),
                UiTransform::from_translation(Val2::px(home.x, home.y)),
                (law(), limits(&room), draggable(&scale)),
                children![face],
            ));
            if number == 0 {
                card.insert(First);
            }
        }
    });
}

/// The components that slow a card down: the table's dry friction, and a little air friction.
fn law() -> impl Bundle {
    (Friction::new(FRICTION).on::<NodeTranslation>(), DryFriction::new(DRY_FRICTION).on::<NodeTranslation>())
}

fn limits(room: &Room) -> Limits<NodeTranslation> {
    Limits::of(Vec2::ZERO, room.corner_end()).with_restitution(RESTITUTION)
}

/// Makes a card draggable. A dragged card moves by the same distance as the pointer.
fn draggable(scale: &UiScale) -> Draggable<NodeTranslation> {
    Draggable::on_screen([Vec2::X, Vec2::Y].map(|direction| direction / scale.0)).on()
}

/// Arranges the table. Runs when the screen or the UI scale changes. If the table shrinks, its edges push the cards inwards.
pub(crate) fn lay_out(
    screen: Res<Screen>,
    scale: Res<UiScale>,
    table: Single<&mut Node, (With<Table>, Without<TableCaption>)>,
    caption: Single<&mut Node, With<TableCaption>>,
    mut cards: Query<(&mut Limits<NodeTranslation>, &mut Draggable<NodeTranslation>), With<Card>>,
) {
    let room = Room::on(&screen);
    let (mut table, mut caption) = (table.into_inner(), caption.into_inner());
    let (Rect { min, .. }, size) = (room.table, room.table.size());
    (table.left, table.top, table.width, table.height) = (px(min.x), px(min.y), px(size.x), px(size.y));
    (caption.left, caption.top) = (px(min.x), px(min.y - 20.0));
    for (mut limited, mut dragged) in &mut cards {
        limited.set_if_neq(limits(&room));
        dragged.set_if_neq(draggable(&scale));
    }
}

/// System parameter that throws and deals cards.
#[derive(SystemParam)]
pub(crate) struct Deck<'w, 's> {
    screen: Res<'w, Screen>,
    next: ResMut<'w, Next>,
    cards: Query<'w, 's, (Entity, &'static Card, &'static mut Velocity<NodeTranslation>, &'static mut ZIndex)>,
    commands: Commands<'w, 's>,
}

impl Deck<'_, '_> {
    /// Throws the next card in a direction, rotated by a small angle that differs from card to card.
    pub(crate) fn throw(&mut self, direction: Vec2) {
        let turn = self.next.card;
        self.next.card = (turn + 1) % COUNT;
        let aside = Vec2::from_angle(0.13 * (f32::from(turn) - 1.7));
        for (entity, _, mut velocity, mut depth) in self.cards.iter_mut().filter(|(_, card, ..)| card.0 == turn) {
            velocity.0 = SPEED * aside.rotate(direction);
            self.next.depth += 1;
            *depth = ZIndex(self.next.depth);
            self.commands.entity(entity).remove::<(Grabbed<NodeTranslation>, Fling<NodeTranslation>)>().insert(Thrown);
        }
    }

    /// Puts a card above the others.
    pub(crate) fn lift(&mut self, card: Entity) {
        if let Ok((.., mut depth)) = self.cards.get_mut(card) {
            self.next.depth += 1;
            *depth = ZIndex(self.next.depth);
        }
    }

    /// Flings all cards back to the positions where they were dealt. Each lands exactly there.
    pub(crate) fn deal(&mut self) {
        let room = Room::on(&self.screen);
        for (entity, card, ..) in &self.cards {
            let home = Fling::<NodeTranslation>::of(room.home(card.0, COUNT));
            self.commands.entity(entity).remove::<Grabbed<NodeTranslation>>().insert((home, Thrown));
        }
        self.next.card = 0;
    }
}

/// Puts a grabbed card above the others.
pub(crate) fn lift(grabbed: On<Add, Grabbed<NodeTranslation>>, mut deck: Deck) {
    deck.lift(grabbed.entity);
}
