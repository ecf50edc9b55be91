//! The camera, which fits both fountains next to the readout or below it, and the scene's sprites: the ground, discs and rings.

use bevy::asset::RenderAssetUsages;
use bevy::camera::ScalingMode;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite::Anchor;

use super::drops::NOZZLE;
use harness::layout::Screen;
use harness::style::{BODY, MARGIN, TEXT_SIZE};

pub(crate) const NIGHT: Color = Color::srgb(0.05, 0.07, 0.11);
pub(crate) const WATER: Color = Color::srgb(0.36, 0.74, 1.0);
pub(crate) const EULER: Color = Color::srgb(1.0, 0.45, 0.33);
pub(crate) const FOAM: Color = Color::srgb(0.80, 0.93, 1.0);
pub(crate) const MARKED: Color = Color::srgb(0.72, 1.0, 0.90);
pub(crate) const MARKED_EULER: Color = Color::srgb(1.0, 0.78, 0.40);
pub(crate) const FAINT_LINE: Color = Color::srgb(0.55, 0.60, 0.68);
const GROUND: Color = Color::srgb(0.17, 0.19, 0.24);
const EDGE: Color = Color::srgb(0.62, 0.68, 0.76);
const METAL: Color = Color::srgb(0.36, 0.40, 0.48);

/// The size of the area above the floor that is always visible. Unit: m.
const VIEW: Vec2 = Vec2::new(4.4, 3.1);
/// The height of the space below the floor if panels are in columns. It shows sinking drops, the fountains' names, and the panel with the
/// buttons. Unit: px.
const BELOW: f32 = 196.0;
/// The height of the space below the floor if panels are pages. It shows sinking drops and the fountains' names. Unit: px.
const NAMES: f32 = 56.0;
/// The size of the readout. Unit: px.
const READOUT: Vec2 = Vec2::new(440.0, 238.0);
/// The distance from the floor down to the upper edge of a fountain's name. Unit: px.
const NAME_TOP: f32 = 27.0;
/// The width of a fountain's name. Unit: px.
const NAME_WIDTH: f32 = 220.0;

/// The mapping of the world to the screen.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Window {
    /// The number of pixels per metre.
    scale: f32,
    /// The point of the screen that shows the world's origin, relative to the screen's top-left corner. Unit: px.
    origin: Vec2,
}

impl Window {
    /// Returns the mapping for a screen. If panels are in columns, the world is to the right of the readout or below it, whichever gives
    /// the larger scale. If panels are pages, the world is in the area that the pages do not cover.
    fn on(screen: &Screen) -> Self {
        if screen.has_pages() {
            let room = screen.free.size() - Vec2::new(0.0, NAMES);
            let origin = Vec2::new(screen.free.center().x, screen.free.max.y - NAMES);
            return Self { scale: (room / VIEW).min_element(), origin };
        }
        let screen = screen.size;
        let height = screen.y - BELOW - MARGIN;
        let beside = Vec2::new(screen.x - READOUT.x - MARGIN, height);
        let below = Vec2::new(screen.x - MARGIN, height - READOUT.y);
        let scale = |room: Vec2| (room / VIEW).min_element();
        let (room, left) = if scale(beside) > scale(below) { (beside, READOUT.x) } else { (below, 0.5 * MARGIN) };
        Self { scale: scale(room), origin: Vec2::new(left + 0.5 * room.x, screen.y - BELOW) }
    }

    /// Converts a point of the screen (px, relative to the top-left corner) to a position in the world (m).
    pub(crate) fn place_at(&self, point: Vec2) -> Vec2 {
        let from_origin = (point - self.origin) / self.scale;
        Vec2::new(from_origin.x, -from_origin.y)
    }
}

/// The white images of a disc and of a ring. All discs share one image, and all rings share the other, so that thousands of tinted sprites
/// are drawn in one batch.
#[derive(Resource)]
pub(crate) struct Discs {
    disc: Handle<Image>,
    ring: Handle<Image>,
}

impl FromWorld for Discs {
    fn from_world(world: &mut World) -> Self {
        let mut images = world.resource_mut::<Assets<Image>>();
        let disc = images.add(picture(32, |radius, pixel| (1.0 - radius) / pixel));
        let ring = images.add(picture(128, |radius, pixel| (0.10 - (radius - 0.88).abs()) / pixel));
        Self { disc, ring }
    }
}

impl Discs {
    /// Returns a disc with this radius (m).
    pub(crate) fn sprite(&self, radius: f32, color: Color) -> Sprite {
        Sprite { custom_size: Some(Vec2::splat(2.0 * radius)), color, ..Sprite::from_image(self.disc.clone()) }
    }

    /// Returns a ring with a radius of 1 m.
    pub(crate) fn ring(&self, color: Color) -> Sprite {
        Sprite { custom_size: Some(Vec2::splat(2.0)), color, ..Sprite::from_image(self.ring.clone()) }
    }
}

/// Returns a white image. `opacity` is a function of the distance from the middle (1 at the edges) and of a pixel's size.
fn picture(side: u16, opacity: impl Fn(f32, f32) -> f32) -> Image {
    let middle = 0.5 * f32::from(side);
    let mut pixels = Vec::new();
    for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
        let from_middle = Vec2::new(f32::from(column) + 0.5 - middle, f32::from(row) + 0.5 - middle);
        let opacity = opacity(from_middle.length() / middle, 1.0 / middle).clamp(0.0, 1.0);
        pixels.extend([u8::MAX, u8::MAX, u8::MAX, byte(opacity)]);
    }
    let size = Extent3d { width: side.into(), height: side.into(), depth_or_array_layers: 1 };
    Image::new(size, TextureDimension::D2, pixels, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::default())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 255")]
fn byte(share: f32) -> u8 {
    (255.0 * share).round() as u8
}

/// A text in the world with the font size of the UI.
#[derive(Component)]
pub(crate) struct WorldText {
    /// The offset of the text from its entity's position, right and up. Unit: px.
    pub(crate) offset: Vec2,
}

/// The name below a fountain.
#[derive(Component)]
pub(crate) struct Title {
    /// The side of the screen that the fountain is on: −1 is left, 1 is right.
    side: f32,
}

pub(crate) fn spawn(mut commands: Commands) {
    commands.spawn((Camera2d, IsDefaultUiCamera));
    let rectangle = |color, size: Vec2, place: Vec3, anchor| {
        (Sprite::from_color(color, size), Transform::from_translation(place), anchor)
    };
    let wide = 1000.0;
    commands.spawn(rectangle(GROUND, Vec2::new(wide, 100.0), Vec3::Z, Anchor::TOP_CENTER));
    commands.spawn(rectangle(EDGE, Vec2::new(wide, 0.014), 1.1 * Vec3::Z, Anchor::TOP_CENTER));
    commands.spawn(rectangle(GROUND.with_alpha(0.8), Vec2::new(0.01, 100.0), 0.1 * Vec3::Z, Anchor::BOTTOM_CENTER));
    for (side, name, color) in [(-1.0, "this crate", WATER), (1.0, "Euler's method", EULER)] {
        let place = Vec3::new(side * NOZZLE.x, 0.0, 1.2);
        commands.spawn(rectangle(METAL, Vec2::new(0.09, NOZZLE.y), place, Anchor::BOTTOM_CENTER));
        let node = Node {
            position_type: PositionType::Absolute,
            width: px(NAME_WIDTH),
            justify_content: JustifyContent::Center,
            ..default()
        };
        let text = (Text::new(name), TextFont::from_font_size(TEXT_SIZE), TextColor(color.mix(&BODY, 0.35)));
        commands.spawn((Title { side }, node, Pickable::IGNORE)).with_child((text, Pickable::IGNORE));
    }
}

/// Fits the world to the screen. Runs when the screen changes.
pub(crate) fn fit(
    screen: Res<Screen>,
    mut window: ResMut<Window>,
    camera: Single<(&mut Projection, &mut Transform), (With<Camera2d>, With<IsDefaultUiCamera>)>,
    mut texts: Query<(&WorldText, &mut Transform, &mut Anchor), Without<Camera2d>>,
    mut titles: Query<(&Title, &mut Node)>,
) {
    *window = Window::on(&screen);
    let (mut projection, mut transform) = camera.into_inner();
    let viewport_height = screen.size.y / window.scale;
    *projection = Projection::Orthographic(OrthographicProjection {
        scaling_mode: ScalingMode::FixedVertical { viewport_height },
        ..OrthographicProjection::default_2d()
    });
    transform.translation = window.place_at(0.5 * screen.size).extend(transform.translation.z);
    for (shown, mut transform, mut anchor) in &mut texts {
        transform.scale = Vec3::new(1.0, 1.0, window.scale) / window.scale;
        // An anchor is in multiples of the text's size, which is about `TEXT_SIZE` here.
        anchor.set_if_neq(Anchor(-shown.offset / TEXT_SIZE));
    }
    for (title, mut node) in &mut titles {
        let middle = window.origin.x + title.side * NOZZLE.x * window.scale;
        (node.left, node.top) = (px(middle - 0.5 * NAME_WIDTH), px(window.origin.y + NAME_TOP));
    }
}
