//! A list to drag and fling. It lands on a row, and springs back if it is past an end.

use bevy::prelude::*;
use bevy_exact_motion::{Draggable, SnapPoints, SnapTo};
use bevy_exact_motion::{SoftBounds, prelude::*};
use bevy_exact_motion::{math::Landing, property::Property};

use super::property::Scroll;
use super::readout::Record;
use super::room::Room;
use super::usual::Usual;
use harness::layout::Screen;
use harness::style::{BODY, FAINT, WELL, remark, text};

/// The name of the list's view, for scripts.
pub(crate) const VIEW: &str = "list";
/// The number of rows.
const ROWS: u8 = 40;
/// The height of a row. Unit: px.
pub(crate) const ROW: f32 = 44.0;
/// The friction rate of a list that is not dragged. Unit: 1/s.
pub(crate) const FRICTION: f32 = 2.0;
/// The angular frequency of the critically damped spring past an end. Unit: rad/s.
pub(crate) const EDGE: f32 = 18.0;
/// The speed of a flick by a key, a button or a gamepad. Unit: px/s.
pub(crate) const FLICK: f32 = 1900.0;

/// Marks the node with the rows that this crate moves.
#[derive(Component)]
pub(crate) struct Rows;
/// The view of a list. 0 is this crate's list, 1 the usual list.
#[derive(Component)]
pub(crate) struct View(pub(crate) usize);
/// The caption of a list. 0 is this crate's list, 1 the usual list.
#[derive(Component)]
pub(crate) struct Caption(usize);

/// Returns the [`Scroll`] at which the last row is at the lower edge of the list's view. `view` is the height of the view. Unit: px.
pub(crate) fn lowest(view: f32) -> f32 {
    -(ROW * f32::from(ROWS) - view).max(0.0)
}

/// Returns the row at the view's upper edge, counted from 1.
pub(crate) fn row_at(scroll: f32) -> f32 {
    (1.0 - scroll / ROW).round()
}

pub(crate) fn spawn(screen: Res<Screen>, scale: Res<UiScale>, mut commands: Commands) {
    let room = Room::on(&screen);
    for (number, caption) in ["this crate", "usual, a tick late"].into_iter().enumerate() {
        let node = Node { position_type: PositionType::Absolute, ..default() };
        commands.spawn((Caption(number), node.clone(), remark(caption, BODY), Pickable::IGNORE));
        let clipped = Node { overflow: Overflow::clip(), border_radius: BorderRadius::all(px(10)), ..node.clone() };
        let view = commands
            .spawn((Name::new(if number == 0 { VIEW } else { "usual" }), View(number), clipped, BackgroundColor(WELL)))
            .id();
        let transform = UiTransform::default();
        // The node extends beyond the first and the last row by the view's height, so that the list can be grabbed anywhere in the view,
        // even while it is pulled past an end.
        let above = room.lists[number].height();
        let rows = Node {
            width: percent(100),
            flex_direction: FlexDirection::Column,
            padding: px(above).vertical(),
            top: px(-above),
            ..node
        };
        let mut rows = commands.spawn((rows, transform, ChildOf(view)));
        rows.with_children(|rows| {
            for row in 1..=ROWS {
                rows.spawn(self::row(row, number == 1));
            }
        });
        if number == 0 {
            rows.insert((Rows, law(&room), draggable(&room, &scale))).observe(record_overshoot);
        } else {
            rows.insert((Usual::default(), Pickable::IGNORE));
        }
    }
}

/// The components that move the list: friction, soft limits at its ends, and a snap point at each row. A fast list passes an end, and
/// springs back.
fn law(room: &Room) -> impl Bundle {
    (
        Friction::new(FRICTION).on::<Scroll>(),
        limits(room),
        SnapPoints::<Scroll>::of(SnapTo::Steps { step: ROW, origin: 0.0 }).passing_limits(),
    )
}

fn limits(room: &Room) -> Limits<Scroll> {
    Limits::of(lowest(room.lists[0].height()), 0.0).softened(EDGE)
}

/// Returns the scroll offsets of the list's ends.
fn ends(limits: &Limits<Scroll>) -> [f32; 2] {
    let SoftBounds { lower, upper, .. } = limits.soft.unwrap_or_default();
    [lower, upper].map(|bounds| bounds[0].unwrap_or_default())
}

fn row(number: u8, is_usual: bool) -> impl Bundle {
    let node = Node {
        height: px(ROW),
        flex_shrink: 0.0,
        align_items: AlignItems::Center,
        padding: px(12).horizontal(),
        column_gap: px(10),
        border: px(1).bottom(),
        ..default()
    };
    let color = Color::oklch(0.72, 0.11, 9.0 * f32::from(number));
    let color = if is_usual { color.mix(&Color::srgb(0.5, 0.52, 0.55), 0.8) } else { color };
    let dot = Node { width: px(18), height: px(18), border_radius: BorderRadius::MAX, ..default() };
    (
        node,
        BorderColor::all(FAINT.with_alpha(0.15)),
        Pickable::IGNORE,
        children![
            (dot, BackgroundColor(color), Pickable::IGNORE),
            (text(format!("row {number}"), if is_usual { FAINT } else { BODY }), Pickable::IGNORE),
        ],
    )
}

/// Makes the list draggable. It moves by the same distance as the pointer, but less past its ends, like a rubber band. The band's length
/// scale is the view's height.
fn draggable(room: &Room, scale: &UiScale) -> Draggable<Scroll> {
    Draggable::on_screen([Vec2::Y / scale.0]).with_view(room.lists[0].height()).on()
}

/// Arranges both lists. Runs when the screen or the UI scale changes.
pub(crate) fn lay_out(
    screen: Res<Screen>,
    scale: Res<UiScale>,
    mut captions: Query<(&Caption, &mut Node)>,
    mut views: Query<(&View, &mut Node, &Children), Without<Caption>>,
    mut rows: Query<&mut Node, (Without<Caption>, Without<View>)>,
    mut ours: Single<(&mut Limits<Scroll>, &mut Draggable<Scroll>)>,
) {
    let room = Room::on(&screen);
    for (Caption(number), mut node) in &mut captions {
        (node.left, node.top) = (px(room.lists[*number].min.x), px(room.lists[*number].min.y - 20.0));
    }
    for (View(number), mut node, children) in &mut views {
        let Rect { min, .. } = room.lists[*number];
        let size = room.lists[*number].size();
        (node.left, node.top, node.width, node.height) = (px(min.x), px(min.y), px(size.x), px(size.y));
        for child in children {
            if let Ok(mut node) = rows.get_mut(*child) {
                (node.padding, node.top) = (px(size.y).vertical(), px(-size.y));
            }
        }
    }
    ours.0.set_if_neq(limits(&room));
    ours.1.set_if_neq(draggable(&room, &scale));
}

/// Flicks the list: sets its velocity, and flings it to the row where it would land.
pub(crate) fn flick(
    direction: f32,
    list: (Entity, &UiTransform, Mut<Velocity<Scroll>>, &Limits<Scroll>),
    commands: &mut Commands,
) {
    let (entity, transform, mut velocity, limits) = list;
    velocity.0 = FLICK * direction;
    let (here, speed) = (f64::from(Scroll::get(transform)), f64::from(velocity.0));
    let [lower, upper] = ends(limits).map(f64::from);
    let rest = here + speed / f64::from(FRICTION);
    let landing = Landing::new(here, speed, rest).with_limits(lower, upper);
    let mut list = commands.entity(entity);
    match landing.on_steps(ROW.into(), 0.0) {
        // A list that would pass an end is not flung: it springs back.
        Ok(end) if (lower..=upper).contains(&rest) => list.insert(Fling::<Scroll>::of(harness::plot::narrow(end))),
        _ => list.remove::<Fling<Scroll>>(),
    };
}

/// When the list reaches an end, records the forecast overshoot.
fn record_overshoot(
    reached: On<LimitReached<Scroll>>,
    list: Single<&Motion<Scroll>, With<Rows>>,
    mut record: ResMut<Record>,
) {
    let edge = reached.value;
    let solved = list.will_turn(0, 5.0).map(|(_, place)| (place - edge).abs());
    record.start_overshoot(solved.unwrap_or_default());
}

/// When the list is released past an end, records the forecast overshoot, or the current one if it is larger.
pub(crate) fn record_release(
    mut released: RemovedComponents<Grabbed<Scroll>>,
    list: Single<(&Motion<Scroll>, &UiTransform, &Limits<Scroll>), With<Rows>>,
    mut record: ResMut<Record>,
) {
    if released.read().count() == 0 {
        return;
    }
    let (motion, transform, limits) = *list;
    let over = |place: f32| {
        let [lower, upper] = ends(limits);
        (place - place.clamp(lower, upper)).abs()
    };
    let here = over(Scroll::get(transform));
    record.solved = None;
    if here > 0.0 {
        let turn = motion.will_turn(0, 5.0).map_or(0.0, |(_, place)| over(place));
        record.start_overshoot(here.max(turn));
    }
}
