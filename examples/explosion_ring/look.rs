//! Rendering: rings (drawn by `assets/shaders/ring.wgsl`), particles, and the camera.

use bevy::asset::{load_internal_asset, uuid_handle};
use bevy::prelude::*;
use bevy::render::render_resource::AsBindGroup;
use bevy::shader::ShaderRef;
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dPlugin};

use super::burst::Particle;
use super::naive::{Naive, ShowNaive};
use super::plots::ScrubbedRing;
use super::ring::Ring;
use harness::layout::{DESIGN_SIZE, Framed};

const NIGHT: Color = Color::srgb(0.055, 0.065, 0.105);
/// The inner and the outer colour of rings. Successive rings use successive pairs.
const PALETTES: [(Color, Color); 4] = [
    (Color::srgb(1.0, 0.42, 0.24), Color::srgb(1.0, 0.86, 0.45)),
    (Color::srgb(0.95, 0.28, 0.48), Color::srgb(1.0, 0.68, 0.55)),
    (Color::srgb(0.35, 0.45, 0.98), Color::srgb(0.60, 0.88, 1.0)),
    (Color::srgb(0.20, 0.72, 0.58), Color::srgb(0.82, 0.98, 0.62)),
];
pub(crate) const EXACT: Color = Color::srgb(0.55, 0.90, 1.0);
pub(crate) const NAIVE: Color = Color::srgba(1.0, 0.25, 0.25, 0.75);
/// The shader is embedded in the program, so it does not depend on an asset folder.
const RING_SHADER: Handle<Shader> = uuid_handle!("8f1d6f0e-5c1b-4a53-9d0c-2b7c4f5a6e11");
/// The area of the world that the camera shows. If panels are in columns, a unit of the world is a pixel of the UI.
pub(crate) const FRAMED: Framed = Framed(DESIGN_SIZE);
/// The margin between a ring and the edges of its square mesh, for the antialiased edge of the ring. Unit: px.
const MARGIN: f32 = 2.0;

/// The uniforms of the ring shader.
#[derive(Asset, AsBindGroup, TypePath, Clone)]
pub(crate) struct RingMaterial {
    #[uniform(0)]
    inner_color: LinearRgba,
    #[uniform(0)]
    outer_color: LinearRgba,
    #[uniform(0)]
    inner: f32,
    #[uniform(0)]
    outer: f32,
    #[uniform(0)]
    half_side: f32,
    #[uniform(0)]
    opacity: f32,
}

impl Material2d for RingMaterial {
    fn fragment_shader() -> ShaderRef {
        RING_SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

/// The assets that rings and particles share.
#[derive(Resource)]
struct SharedAssets {
    /// The mesh of a particle.
    disc: Handle<Mesh>,
    /// The mesh of a ring.
    square: Handle<Mesh>,
    /// The particles' materials, two for each pair of [`PALETTES`].
    colors: Vec<Handle<ColorMaterial>>,
    /// The number of rings so far. It chooses the next ring's colours.
    rings: usize,
}

impl FromWorld for SharedAssets {
    fn from_world(world: &mut World) -> Self {
        let mut meshes = world.resource_mut::<Assets<Mesh>>();
        let disc = meshes.add(Circle::new(1.0).mesh().resolution(16));
        let square = meshes.add(Rectangle::new(2.0, 2.0));
        let mut materials = world.resource_mut::<Assets<ColorMaterial>>();
        let colors =
            PALETTES.iter().flat_map(|(inner, outer)| [*inner, *outer]).map(|color| materials.add(color)).collect();
        Self { disc, square, colors, rings: 0 }
    }
}

pub(crate) fn plugin(app: &mut App) {
    load_internal_asset!(app, RING_SHADER, "../../assets/shaders/ring.wgsl", Shader::from_wgsl);
    app.add_plugins(Material2dPlugin::<RingMaterial>::default())
        .init_resource::<SharedAssets>()
        .insert_resource(ClearColor(NIGHT))
        .add_systems(PreStartup, spawn_camera)
        .add_systems(PostUpdate, (show_rings, show_naive).before(TransformSystems::Propagate))
        .add_observer(insert_ring_mesh)
        .add_observer(insert_particle_mesh);
}

fn spawn_camera(mut commands: Commands) {
    commands.spawn((Camera2d, FRAMED, IsDefaultUiCamera));
}

fn insert_ring_mesh(
    added: On<Add, Ring>,
    kinds: Query<(Has<Naive>, Has<ScrubbedRing>)>,
    mut assets: ResMut<SharedAssets>,
    mut materials: ResMut<Assets<RingMaterial>>,
    mut commands: Commands,
) {
    let Ok((is_naive, is_scrubbed)) = kinds.get(added.entity) else { return };
    let (inner, outer) = match (is_naive, is_scrubbed) {
        (true, _) => (NAIVE, NAIVE),
        (_, true) => (EXACT.with_alpha(0.35), EXACT),
        _ => {
            assets.rings += 1;
            PALETTES[(assets.rings - 1) % PALETTES.len()]
        }
    };
    let material = RingMaterial {
        inner_color: inner.into(),
        outer_color: outer.into(),
        inner: 0.0,
        outer: 0.0,
        half_side: 1.0,
        opacity: 1.0,
    };
    commands.entity(added.entity).insert((
        Mesh2d(assets.square.clone()),
        MeshMaterial2d(materials.add(material)),
        Visibility::default(),
    ));
}

fn insert_particle_mesh(
    added: On<Add, Particle>,
    particles: Query<&Particle>,
    assets: Res<SharedAssets>,
    mut commands: Commands,
) {
    let Ok(particle) = particles.get(added.entity) else { return };
    // Particles alternate between the two colours of their ring.
    let pair = assets.rings.saturating_sub(1) % PALETTES.len();
    let color = assets.colors[2 * pair + particle.color % 2].clone();
    commands.entity(added.entity).insert((Mesh2d(assets.disc.clone()), MeshMaterial2d(color)));
}

/// Passes the radii to the shader. Runs once a frame.
fn show_rings(
    mut rings: Query<(&Ring, &MeshMaterial2d<RingMaterial>, &mut Transform)>,
    mut materials: ResMut<Assets<RingMaterial>>,
) {
    for (ring, handle, mut transform) in &mut rings {
        let (inner, outer) = (ring.inner.max(0.0), ring.outer.max(0.0));
        let is_known = |shown: &RingMaterial| shown.inner == inner && shown.outer == outer;
        if materials.get(handle).is_some_and(is_known) {
            continue;
        }
        let Some(mut material) = materials.get_mut(handle) else { continue };
        let half_side = inner.max(outer) + MARGIN;
        (material.inner, material.outer, material.half_side) = (inner, outer, half_side);
        transform.scale = Vec3::new(half_side, half_side, 1.0);
    }
}

fn show_naive(shows: Res<ShowNaive>, mut rings: Query<&mut Visibility, With<Naive>>) {
    for mut visibility in &mut rings {
        visibility.set_if_neq(if shows.0 { Visibility::Inherited } else { Visibility::Hidden });
    }
}
