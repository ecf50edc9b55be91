//! Forecasts at the start of a throw: the card's path, and the position and the instant at which it comes to rest.

use bevy::prelude::*;
use bevy_exact_motion::property::Property;
use bevy_exact_motion::{RestTolerance, prelude::*, property::NodeTranslation};

use super::cards::{COUNT, Card, FACES, Table};
use super::readout::Record;
use super::room::CARD;
use harness::style::SMALL_TEXT_SIZE;

/// The number of dots along each card's path, at equal time steps.
const DOTS: u8 = 18;
/// The diameter of a dot. Unit: px.
const DOT: f32 = 5.0;
/// An upper bound of a throw's duration. Unit: s.
const LONGEST: f64 = 30.0;

/// Marks a card that was thrown since the last frame and has no forecast yet.
#[derive(Component)]
pub(crate) struct Thrown;

/// The forecast that was made when the card was thrown.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Forecast {
    /// The position at rest. Unit: px.
    pub(crate) place: Vec2,
    /// The instant of rest, on the clock `Time<Fixed>`. Unit: s.
    pub(crate) instant: f64,
}

/// The outline at the position where the card with this number will come to rest.
#[derive(Component)]
pub(crate) struct Outline(u8);
/// The text in the outline of the card with this number. It shows the duration of the throw.
#[derive(Component)]
pub(crate) struct Duration(u8);
/// A dot on the path of a card.
#[derive(Component)]
pub(crate) struct Dot {
    /// The number of the card.
    card: u8,
    /// The number of the dot, counted from the start of the path.
    number: u8,
}

pub(crate) fn spawn(table: Single<Entity, With<Table>>, mut commands: Commands) {
    let node =
        |size: Vec2| Node { position_type: PositionType::Absolute, width: px(size.x), height: px(size.y), ..default() };
    let unseen = (Visibility::Hidden, Pickable::IGNORE, ChildOf(*table));
    for (card, (_, color)) in (0..COUNT).zip(FACES) {
        let color = color.mix(&Color::WHITE, 0.35);
        let outline = Node {
            border: px(2).all(),
            border_radius: BorderRadius::all(px(12)),
            justify_content: JustifyContent::Center,
            padding: px(4).top(),
            ..node(CARD)
        };
        let duration = (Text::default(), TextFont::from_font_size(SMALL_TEXT_SIZE), TextColor(color));
        commands
            .spawn((Outline(card), outline, BorderColor::all(color), UiTransform::default(), unseen.clone()))
            .with_child((Duration(card), duration, Pickable::IGNORE));
        for number in 0..DOTS {
            let dot = Node { border_radius: BorderRadius::MAX, ..node(Vec2::splat(DOT)) };
            let color = BackgroundColor(color.with_alpha(0.8));
            commands.spawn((Dot { card, number }, dot, color, UiTransform::default(), unseen.clone()));
        }
    }
}

/// Forecasts the motion of the cards that were thrown since the last frame. The plugin has already processed these throws.
pub(crate) fn forecast(
    ticks: Res<Time<Fixed>>,
    thrown: Query<(Entity, &Card, &Motion<NodeTranslation>), With<Thrown>>,
    mut outlines: Query<(&Outline, &mut UiTransform, &mut Visibility), Without<Dot>>,
    mut durations: Query<(&Duration, &mut Text)>,
    mut dots: Query<(&Dot, &mut UiTransform, &mut Visibility), Without<Outline>>,
    mut record: ResMut<Record>,
    mut commands: Commands,
) {
    for (entity, card, motion) in &thrown {
        let mut thrown = commands.entity(entity);
        thrown.remove::<Thrown>();
        let Some((seconds, value)) =
            motion.will_rest(f64::from(RestTolerance::<NodeTranslation>::default().0), LONGEST)
        else {
            thrown.remove::<Forecast>();
            continue;
        };
        if seconds == 0.0 {
            continue;
        }
        thrown.insert(Forecast { place: value, instant: ticks.elapsed_secs_f64() + seconds });
        record.throws += 1;
        record.duration = seconds;
        for (_, mut transform, mut visibility) in outlines.iter_mut().filter(|(outline, ..)| outline.0 == card.0) {
            NodeTranslation::set(&mut transform, value);
            *visibility = Visibility::Inherited;
        }
        for (_, mut text) in durations.iter_mut().filter(|(duration, _)| duration.0 == card.0) {
            text.0 = format!("{seconds:.2} s");
        }
        for (dot, mut transform, mut visibility) in dots.iter_mut().filter(|(dot, ..)| dot.card == card.0) {
            let time = seconds * f64::from(dot.number) / f64::from(DOTS);
            NodeTranslation::set(&mut transform, motion.after(time).0 + 0.5 * (CARD - DOT));
            *visibility = Visibility::Inherited;
        }
    }
}

/// Compares a card that has come to rest with its forecast.
pub(crate) fn compare(
    settled: On<Settled<NodeTranslation>>,
    forecasts: Query<&Forecast>,
    mut record: ResMut<Record>,
    mut commands: Commands,
) {
    let Ok(forecast) = forecasts.get(settled.entity) else { return };
    record.land(settled.value.distance(forecast.place), settled.time.as_secs_f64() - forecast.instant);
    commands.entity(settled.entity).remove::<Forecast>();
}

/// Hides the outlines and dots of cards without a forecast, which are dragged or at rest.
pub(crate) fn hide(
    forecasts: Query<&Card, With<Forecast>>,
    mut shown: Query<(AnyOf<(&Outline, &Dot)>, &mut Visibility)>,
) {
    for ((outline, dot), mut visibility) in &mut shown {
        let card = outline.map(|outline| outline.0).or(dot.map(|dot| dot.card));
        if *visibility != Visibility::Hidden && !forecasts.iter().any(|known| Some(known.0) == card) {
            *visibility = Visibility::Hidden;
        }
    }
}

/// Removes the forecast of a grabbed card, because the card now follows the pointer.
pub(crate) fn forget(grabbed: On<Add, Grabbed<NodeTranslation>>, mut commands: Commands) {
    commands.entity(grabbed.entity).try_remove::<(Forecast, Thrown)>();
}

/// Marks a card as thrown when it is released.
pub(crate) fn release(released: On<Remove, Grabbed<NodeTranslation>>, mut commands: Commands) {
    commands.entity(released.entity).try_insert(Thrown);
}
