//! Nodes that glide to where the layout moves them.

#![allow(clippy::disallowed_types, reason = "the layout is Bevy's, in f32")]

use alloc::vec::Vec;

use bevy::{
    math::Affine2,
    prelude::*,
    text::TextLayout,
    ui::{ComputedNode, ComputedUiRenderTargetInfo, UiGlobalTransform, UiSystems, ui_surface::UiSurface},
};

use crate::{
    follow::Target,
    hierarchy::{above, with_descendants},
    law::Spring,
    property::Property,
};

/// Lets a node glide when the layout moves or resizes it: a list that is reordered, a card that opens, text that wraps. It begins where it
/// is drawn, with the velocity that it has, however often the layout changes meanwhile.
///
/// The component inserts [`Spring::snappy`] for its property [`NodeGlide`]; insert another spring to change how the node glides. Register
/// the property once.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{prelude::*, interface::NodeGlide};
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn(Node { flex_direction: FlexDirection::Column, ..default() }).with_children(|list| {
///         for _ in 0..8 {
///             list.spawn((Node { height: px(40), ..default() }, LayoutGlide::default()));
///         }
///     });
/// }
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()))
///     .register_motion_with::<NodeGlide>(MotionOptions::frame_real());
/// ```
///
/// # Special cases
///
/// - The node glides relative to its parent. With another parent it begins where it was drawn in the window.
/// - Only the drawn position and size glide: the layout itself, and with it the places of other nodes, changes at once. Children of a
///   resized node are drawn in their new places at once, unless they glide themselves. Text is laid out at once.
/// - A node that appears, is shown again after `Display::None`, or whose window is resized, does not glide. Scrolling does not count as a
///   change of the layout.
#[doc(alias = "FLIP")]
#[doc(alias = "reorder")]
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[require(Target<NodeGlide>, Spring<NodeGlide> = Spring::snappy().on(), LastLayout)]
pub struct LayoutGlide {
    /// The offset of the drawn top left corner from that in the layout, along the axes of the parent. Unit: logical px. Range: finite.
    /// Default: 0.
    pub offset: Vec2,
    /// How much larger the node is drawn than the layout made it. Unit: logical px. Range: finite. Default: 0.
    pub growth: Vec2,
}

/// [`LayoutGlide`]: x and y of its offset, and x and y of its growth. Not registered by default; the best options are
/// [`MotionOptions::frame_real`](crate::MotionOptions::frame_real). Unit: logical px.
#[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_exact_motion"]
pub enum NodeGlide {}

impl Property for NodeGlide {
    type Component = LayoutGlide;
    type Value = Vec4;
    const STORES_EXACTLY: bool = true;

    fn get(glide: &LayoutGlide) -> Vec4 {
        let LayoutGlide { offset, growth } = glide;
        Vec4::new(offset.x, offset.y, growth.x, growth.y)
    }

    fn set(glide: &mut LayoutGlide, value: Vec4) {
        (glide.offset, glide.growth) = (value.xy(), value.zw());
    }

    fn prepare(app: &mut App) {
        app.register_type::<LayoutGlide>().add_systems(
            PostUpdate,
            glide.after_ignore_deferred(UiSystems::Layout).before_ignore_deferred(UiSystems::PostLayout),
        );
    }
}

/// A node's place in the last layout. Everything is in physical px.
#[derive(Component, Clone, Copy, Default)]
pub(crate) struct LastLayout(Option<Place>);

#[derive(Clone, Copy, PartialEq)]
struct Place {
    parent: Option<Entity>,
    /// The top left corner, from that of the parent.
    corner: Vec2,
    size: Vec2,
    /// The size and the scale factor of what the node is drawn on.
    target: (UVec2, f32),
    /// The top left corner as it was drawn, in the window.
    drawn: Vec2,
}

type Gliding = (
    Entity,
    &'static mut LayoutGlide,
    &'static mut LastLayout,
    &'static ComputedUiRenderTargetInfo,
    Option<&'static ChildOf>,
    Has<TextLayout>,
);

/// Adds what the layout has moved a node by to its offset, and draws each gliding node, with its children, at its offset.
pub(crate) fn glide(
    surface: Option<ResMut<UiSurface>>,
    mut gliding: Query<Gliding>,
    mut drawn: Drawn,
    children: Query<&Children>,
    parents: Query<&ChildOf>,
) {
    let Some(mut surface) = surface else { return };
    let mut reparented = Vec::new();
    for (entity, mut glide, mut last, target, parent, is_text) in &mut gliding {
        let place = place(entity, parent.map(ChildOf::parent), target, &mut surface);
        let before = core::mem::replace(&mut last.0, place);
        let (Some(place), Some(before)) = (place, before) else { continue };
        if before.target != place.target {
            continue;
        }
        let grown = if is_text { Vec2::ZERO } else { before.size - place.size };
        if before.parent != place.parent {
            glide.offset = Vec2::ZERO;
            reparented.push((above(entity, &parents).count(), entity, before.drawn));
        }
        let by = if before.parent == place.parent { before.corner - place.corner } else { Vec2::ZERO };
        if by != Vec2::ZERO || grown != Vec2::ZERO {
            glide.offset += by / place.target.1;
            glide.growth += grown / place.target.1;
        }
    }
    for (entity, glide, last, ..) in &gliding {
        if let Some(Place { target: (_, scale), parent, .. }) = last.0
            && (glide.offset != Vec2::ZERO || glide.growth != Vec2::ZERO)
        {
            draw(entity, parent, [glide.offset * scale, glide.growth * scale], &mut drawn, &children);
        }
    }
    // A node with another parent begins where it was drawn. How far it is from there depends on the offsets of the nodes above it.
    reparented.sort_unstable_by_key(|&(depth, entity, _)| (depth, entity));
    for (_, entity, before) in reparented {
        let Ok((_, mut glide, _, target, parent, _)) = gliding.get_mut(entity) else { continue };
        let parent = parent.map(ChildOf::parent);
        let offset = parent_axes(parent, &drawn).inverse().transform_vector2(before - corner(entity, &drawn));
        glide.offset = offset / target.scale_factor();
        draw(entity, parent, [offset, Vec2::ZERO], &mut drawn, &children);
    }
    for (entity, _, mut last, ..) in &mut gliding {
        if let Some(place) = &mut last.0 {
            place.drawn = corner(entity, &drawn);
        }
    }
}

type Drawn<'w, 's> = Query<'w, 's, (&'static mut UiGlobalTransform, &'static mut ComputedNode)>;

/// A node's place in the layout, not yet drawn. Returns `None` if it was not laid out or has no size.
fn place(
    entity: Entity,
    parent: Option<Entity>,
    target: &ComputedUiRenderTargetInfo,
    surface: &mut UiSurface,
) -> Option<Place> {
    let (layout, _) = surface.get_layout(entity, true).ok()?;
    let size = Vec2::new(layout.size.width, layout.size.height);
    let corner = Vec2::new(layout.location.x, layout.location.y);
    let target = (target.physical_size(), target.scale_factor());
    (size != Vec2::ZERO && target.1 > 0.0).then_some(Place { parent, corner, size, target, drawn: Vec2::ZERO })
}

/// The top left corner of a node as it is drawn, in the window.
fn corner(entity: Entity, drawn: &Drawn) -> Vec2 {
    drawn.get(entity).map_or(Vec2::ZERO, |(transform, node)| transform.transform_point2(-0.5 * node.size()))
}

/// The axes of a parent's coordinates in the window.
fn parent_axes(parent: Option<Entity>, drawn: &Drawn) -> Affine2 {
    let transform = parent.and_then(|parent| drawn.get(parent).ok()).map(|(transform, _)| transform.affine());
    transform.filter(|transform| transform.matrix2.determinant() != 0.0).unwrap_or(Affine2::IDENTITY)
}

/// Draws a node at an offset and grown by this size (physical px along the axes of its parent), and its children with it. Only translations
/// and sizes change, so the axes of no node depend on the order of nodes.
fn draw(
    entity: Entity,
    parent: Option<Entity>,
    [offset, growth]: [Vec2; 2],
    drawn: &mut Drawn,
    children: &Query<&Children>,
) {
    let axes = parent_axes(parent, drawn);
    let Ok((mut transform, mut node)) = drawn.get_mut(entity) else { return };
    let own = transform.affine();
    // The corner moves by the offset, and the middle by half of what the node has grown, too.
    let by = axes.transform_vector2(offset + 0.5 * growth);
    *transform = Affine2 { translation: own.translation + by, ..own }.into();
    node.size = (node.size + growth).max(Vec2::ZERO);
    let by = by - own.transform_vector2(0.5 * growth);
    for child in with_descendants(entity, children).into_iter().skip(1) {
        if let Ok((mut transform, _)) = drawn.get_mut(child) {
            let child = transform.affine();
            *transform = Affine2 { translation: child.translation + by, ..child }.into();
        }
    }
}
