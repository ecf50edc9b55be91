//! A photo that grows when it is clicked, and shrinks when it is clicked again, even in flight.

use bevy::asset::RenderAssetUsages;
use bevy::math::ops;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_exact_motion::{prelude::*, property::NodeScale};

use super::heads::PASS_THROUGH;
use super::lab::Lab;
use harness::layout::MiddleColumn;
use harness::style::KeepUncovered;

pub(crate) const NAME: &str = "photo";
/// The scales of the photo, small and large.
const SIZES: (Vec2, Vec2) = (Vec2::splat(0.62), Vec2::ONE);
/// The width and the height of the photo's image. Unit: pixels.
const RESOLUTION: u16 = 256;

#[derive(Component)]
pub(crate) struct Photo;

pub(crate) fn spawn(
    lab: Res<Lab>,
    column: Single<Entity, With<MiddleColumn>>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    let node =
        Node { aspect_ratio: Some(1.0), border: px(8).all(), border_radius: BorderRadius::all(px(18)), ..default() };
    commands
        .spawn((
            ChildOf(*column),
            (
                Name::new(NAME),
                Photo,
                KeepUncovered,
                node,
                UiTransform::from_scale(SIZES.0),
                BorderColor::all(Color::WHITE),
            ),
            (ImageNode::new(images.add(evening())), PASS_THROUGH),
            (Spring::<NodeScale>::from(lab.0), Target::<NodeScale>::of(SIZES.0)),
        ))
        .observe(|click: On<Pointer<Click>>, mut targets: Query<&mut Target<NodeScale>>| {
            if let Ok(mut target) = targets.get_mut(click.entity) {
                target.value = if target.value == SIZES.0 { SIZES.1 } else { SIZES.0 };
            }
        });
}

/// Computes an image of an evening in the mountains: sky, sun, three ridges, and a lake in front of them.
fn evening() -> Image {
    let side = f32::from(RESOLUTION);
    let data = (0..RESOLUTION)
        .flat_map(|row| (0..RESOLUTION).map(move |column| Vec2::new(f32::from(column), f32::from(row)) / side))
        .flat_map(|place| {
            let color = color_at(place).to_srgba().to_u8_array();
            [color[0], color[1], color[2], 255]
        })
        .collect();
    let size = Extent3d { width: RESOLUTION.into(), height: RESOLUTION.into(), depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    Image::new(size, TextureDimension::D2, data, format, RenderAssetUsages::RENDER_WORLD)
}

/// Returns the colour at a point of the image, from `(0, 0)` at the top left to `(1, 1)` at the bottom right.
fn color_at(place: Vec2) -> Color {
    const SHORE: f32 = 0.74;
    let (zenith, horizon) = (Color::srgb(0.22, 0.28, 0.55), Color::srgb(1.0, 0.70, 0.46));
    let (sun, ridges, lake) =
        (Color::srgb(1.0, 0.93, 0.72), Color::srgb(0.24, 0.20, 0.34), Color::srgb(0.12, 0.16, 0.30));
    // The lake mirrors the part of the image above the shore, darker and with ripples.
    let in_lake = place.y > SHORE;
    let ripple = 0.012 * ops::sin(110.0 * place.y) * f32::from(u8::from(in_lake));
    let seen = if in_lake { Vec2::new(place.x + ripple, 2.0 * SHORE - place.y) } else { place };
    let mut color = zenith.mix(&horizon, ops::powf((seen.y / SHORE).clamp(0.0, 1.0), 1.6));
    let from_sun = seen.distance(Vec2::new(0.64, 0.40));
    color = color.mix(&sun, (1.0 - (from_sun - 0.075) / 0.01).clamp(0.0, 1.0).max(0.5 * ops::exp(-7.0 * from_sun)));
    for (number, base) in [0.56, 0.64, 0.71].into_iter().enumerate() {
        let number = f32::from(u8::try_from(number).unwrap_or_default());
        let height = 0.06 * ops::sin(9.0 * seen.x + 2.3 * number)
            + 0.03 * ops::sin(23.0 * seen.x + 5.0 * number)
            + 0.012 * ops::sin(61.0 * seen.x + number);
        if seen.y > base + height - 0.03 * number {
            color = horizon.mix(&ridges, 0.45 + 0.26 * number);
        }
    }
    if in_lake { color.mix(&lake, 0.45) } else { color }
}
