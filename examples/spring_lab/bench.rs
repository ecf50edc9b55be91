//! The layout of the button, the photo and the heads. If panels are in columns, the three are stacked in the middle column. If panels are
//! pages, the three share the area that the pages do not cover.

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::NodeTranslation};
use harness::layout::Screen;

use super::button::Button;
use super::heads::{self, First};
use super::photo::Photo;

/// The space between button, photo and heads. Unit: px.
const GAP: f32 = 12.0;
/// The largest size of the button. Unit: px.
const BUTTON: Vec2 = Vec2::new(300.0, 110.0);
/// The largest width and height of the photo. Unit: px.
const PHOTO: f32 = 330.0;
/// The start position of the first head if panels are in columns. Unit: px.
const HEAD_IN_COLUMNS: Vec2 = Vec2::new(340.0, 330.0);

/// The layout if panels are pages. Unit: px, relative to the top-left corner of the free area.
struct Bench {
    button: Rect,
    photo: Rect,
    /// The start position of the first head.
    head: Vec2,
}

impl Bench {
    /// Returns the layout for a free area of this size. In a tall area the photo is below the button, otherwise to its right. The heads are
    /// at the lower edge of the area, centred below the button.
    fn in_pages(free: Vec2) -> Self {
        let heads = heads::size();
        let is_high = free.y > 1.25 * free.x;
        let (button, photo) = if is_high {
            let button = Rect::from_corners(Vec2::ZERO, Vec2::new(free.x, BUTTON.y));
            let side = (free.y - BUTTON.y - heads.y - 2.0 * GAP).min(free.x).min(PHOTO);
            let corner = Vec2::new(0.5 * (free.x - side), BUTTON.y + GAP);
            (button, Rect::from_corners(corner, corner + side))
        } else {
            let side = (0.55 * free.x).min(free.y).min(PHOTO);
            let height = BUTTON.y.min(free.y - heads.y - GAP);
            let button = Rect::from_corners(Vec2::ZERO, Vec2::new(free.x - side - GAP, height));
            let corner = Vec2::new(free.x - side, 0.5 * (free.y - side));
            (button, Rect::from_corners(corner, corner + side))
        };
        let from_first = heads::corner();
        Self { button, photo, head: Vec2::new(button.center().x - 0.5 * heads.x, free.y - heads.y) - from_first }
    }
}

/// Returns the start position of the first head. Unit: px, relative to the top-left corner of the screen.
pub(crate) fn head(screen: &Screen) -> Vec2 {
    if screen.has_pages() { screen.free.min + Bench::in_pages(screen.free.size()).head } else { HEAD_IN_COLUMNS }
}

/// Arranges the button and the photo. Sends the heads back to their start if they are outside the free area. Runs when the screen changes.
pub(crate) fn lay_out(
    screen: Res<Screen>,
    mut button: Single<&mut Node, (With<Button>, Without<Photo>)>,
    mut photo: Single<&mut Node, With<Photo>>,
    mut first: Single<&mut Target<NodeTranslation>, With<First>>,
) {
    if screen.has_pages() {
        let bench = Bench::in_pages(screen.free.size());
        let at = |place: Rect, node: &Node| Node {
            position_type: PositionType::Absolute,
            left: px(place.min.x),
            top: px(place.min.y),
            width: px(place.width()),
            height: px(place.height()),
            max_width: auto(),
            margin: UiRect::ZERO,
            ..node.clone()
        };
        **button = at(bench.button, &button);
        **photo = at(bench.photo, &photo);
    } else {
        let in_column = |node: &Node| Node {
            position_type: PositionType::Relative,
            left: auto(),
            top: auto(),
            align_self: AlignSelf::Center,
            ..node.clone()
        };
        **button = Node {
            width: percent(90),
            max_width: px(BUTTON.x),
            height: px(BUTTON.y),
            margin: px(48).top(),
            ..in_column(&button)
        };
        **photo = Node {
            width: percent(96),
            max_width: px(PHOTO),
            height: auto(),
            margin: px(60).top(),
            ..in_column(&photo)
        };
    }
    let inside = Rect { max: screen.free.max - heads::size(), ..screen.free };
    if !inside.contains(first.value) {
        first.set_if_neq(Target::of(head(&screen)));
    }
}
