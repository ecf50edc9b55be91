//! The trail of a square: a ribbon along its recent path that gets thinner and fades.

use std::collections::VecDeque;

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// How long a position stays in the trail. Unit: s.
const SECONDS: f64 = 1.3;
/// Half the ribbon's width at the square. Unit: world units.
const THICK: f32 = 9.0;
/// Half the ribbon's width at its end. Unit: world units.
const THIN: f32 = 1.5;
/// The number of corners of the disc at each position. The discs make the ribbon's corners round.
const CORNERS: u8 = 16;

/// The trail of a square.
#[derive(Component)]
#[require(NoFrustumCulling)]
pub(crate) struct Trail {
    square: Entity,
    color: LinearRgba,
    background: LinearRgba,
    /// The time of each frame and the square's position in it, oldest first.
    places: VecDeque<(f64, Vec2)>,
}

impl Trail {
    pub(crate) fn of(square: Entity, color: Color, background: Color) -> Self {
        Self { square, color: color.into(), background: background.into(), places: VecDeque::new() }
    }
}

/// Creates an empty mesh.
pub(crate) fn mesh() -> Mesh {
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
}

pub(crate) fn record(time: Res<Time>, squares: Query<&Transform>, mut trails: Query<&mut Trail>) {
    let now = time.elapsed_secs_f64();
    for mut trail in &mut trails {
        let Ok(square) = squares.get(trail.square) else { continue };
        // Time does not advance in frames that are drawn for screenshots.
        if trail.places.back().is_none_or(|(last, _)| *last < now) {
            trail.places.push_back((now, square.translation.xy()));
        }
        while trail.places.front().is_some_and(|(time, _)| *time < now - SECONDS) {
            trail.places.pop_front();
        }
    }
}

pub(crate) fn draw(trails: Query<(&Trail, &Mesh2d)>, mut meshes: ResMut<Assets<Mesh>>) {
    for (trail, handle) in &trails {
        if let Some(mut mesh) = meshes.get_mut(handle) {
            ribbon(trail, &mut mesh);
        }
    }
}

/// Writes the trail's mesh: a disc at each position, and a strip from each position to the next. Newer parts are drawn over older ones.
/// The colours are opaque, so that overlaps are invisible.
fn ribbon(trail: &Trail, mesh: &mut Mesh) {
    let (mut positions, mut colors, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    let now = trail.places.back().map_or(0.0, |(now, _)| *now);
    let mut last: Option<(Vec2, f32, [f32; 4])> = None;
    for (time, place) in &trail.places {
        #[expect(clippy::cast_possible_truncation, reason = "f32 is precise enough for a colour")]
        let fresh = (1.0 - (now - time) / SECONDS) as f32;
        let radius = THIN.lerp(THICK, fresh);
        let color = trail.background.mix(&trail.color, fresh.powf(1.6)).to_f32_array();
        let mut corner = |at: Vec2, color: [f32; 4]| {
            positions.push(at.extend(0.0));
            colors.push(color);
            u32::try_from(positions.len() - 1).unwrap_or(u32::MAX)
        };
        if let Some((from, thin, faint)) = last
            && let Some(along) = (place - from).try_normalize()
        {
            let aside = along.perp();
            let [a, b] = [from - thin * aside, from + thin * aside].map(|at| corner(at, faint));
            let [c, d] = [place - radius * aside, place + radius * aside].map(|at| corner(at, color));
            indices.extend([a, c, d, a, d, b]);
        }
        let rim: Vec<_> = (0..CORNERS)
            .map(|number| {
                let angle = core::f32::consts::TAU * f32::from(number) / f32::from(CORNERS);
                corner(place + radius * Vec2::from_angle(angle), color)
            })
            .collect();
        indices.extend(rim.windows(2).skip(1).flat_map(|edge| [rim[0], edge[0], edge[1]]));
        last = Some((*place, radius, color));
    }
    mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, positions);
    mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors);
    mesh.insert_indices(Indices::U32(indices));
}
