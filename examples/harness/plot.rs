//! A graph in a UI node: lines and dots over two axes.
//!
//! Lines and dots are gizmos. A separate camera draws them over the UI.

use bevy::camera::visibility::RenderLayers;
use bevy::gizmos::config::{GizmoLineConfig, GizmoLineJoint};
use bevy::prelude::*;
use bevy::ui::{ComputedUiRenderTargetInfo, UiGlobalTransform, UiSystems};

use crate::style::{FAINT, SMALL_TEXT_SIZE, WELL};

/// The graph that a node shows.
#[derive(Component, Clone, Debug, Default)]
pub struct Plot {
    /// The axis along the lower edge.
    pub x: Axis,
    /// The axis along the left edge.
    pub y: Axis,
    /// The lines, drawn in this order.
    pub lines: Vec<Line>,
    /// The position and the colour of each dot. Dots are drawn over the lines.
    pub dots: Vec<(Vec2, Color)>,
    /// Whether to draw only lines and dots, without a grid and axes.
    pub is_drawing: bool,
}

/// The axis along an edge of a plot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Axis {
    /// The value at the left or lower edge.
    pub start: f32,
    /// The value at the right or upper edge.
    pub end: f32,
    /// The unit of the numbers at the edges. If it is empty, no numbers are shown.
    pub unit: &'static str,
}

/// A polyline, clipped at the plot's edges.
#[derive(Clone, Debug)]
pub struct Line {
    /// The colour of the whole line.
    pub color: Color,
    /// The points, in the units of the axes.
    pub points: Vec<Vec2>,
}

/// Unit: pixels at the design size.
const LINE_WIDTH: f32 = 2.0;
/// Unit: pixels at the design size.
const DOT_RADIUS: f32 = 5.0;
const GRID: Color = Color::srgba(1.0, 1.0, 1.0, 0.025);
/// The colour of the lines x = 0 and y = 0.
const ZERO: Color = Color::srgba(1.0, 1.0, 1.0, 0.16);
/// A render layer that no scene uses.
const LAYER: usize = 31;
/// The order of the plots' camera: after the scene's camera, which draws the UI.
const ORDER: isize = 1;

/// The gizmo group of plots.
#[derive(Default, Reflect, GizmoConfigGroup)]
struct PlotGizmos;

/// Marks a text that shows the value at one end of an axis.
#[derive(Component, Clone, Copy)]
enum AxisLabel {
    Top,
    Bottom,
    Right,
}

impl Plot {
    /// Creates an empty plot whose name is its title. `node` sets its size.
    pub fn titled(title: &'static str, node: Node) -> impl Bundle {
        Self::named(title, title, node)
    }

    /// Creates an empty plot whose title differs from its name, or is empty. `node` sets its size.
    pub fn named(name: &'static str, title: &'static str, node: Node) -> impl Bundle {
        let text = |node: Node| {
            let node = Node { position_type: PositionType::Absolute, ..node };
            (node, TextFont::from_font_size(SMALL_TEXT_SIZE), TextColor(FAINT), Pickable::IGNORE)
        };
        let (edge, side) = (px(2), px(5));
        (
            Name::new(name),
            Self::default(),
            Node { border_radius: BorderRadius::all(px(4)), ..node },
            BackgroundColor(WELL),
            children![
                (Text::new(title), text(Node { top: edge, right: side, ..default() })),
                (AxisLabel::Top, Text::default(), text(Node { top: edge, left: side, ..default() })),
                (AxisLabel::Bottom, Text::default(), text(Node { bottom: edge, left: side, ..default() })),
                (AxisLabel::Right, Text::default(), text(Node { bottom: edge, right: side, ..default() })),
            ],
        )
    }

    /// Converts a point of the node to coordinates on both axes. `(0, 0)` is the node's upper left corner, `(1, 1)` its lower right corner.
    pub fn point_at(&self, share: Vec2) -> Vec2 {
        Vec2::new(self.x.at(share.x), self.y.at(1.0 - share.y))
    }

    /// Converts coordinates to a point of the node. The inverse of [`Self::point_at`].
    fn share_of(&self, point: Vec2) -> Vec2 {
        Vec2::new(self.x.share_of(point.x), 1.0 - self.y.share_of(point.y))
    }
}

impl Axis {
    fn at(self, share: f32) -> f32 {
        self.start + share * (self.end - self.start)
    }

    fn share_of(self, value: f32) -> f32 {
        (value - self.start) / (self.end - self.start)
    }
}

/// Samples a function at evenly spaced points of the axis `x`, including both ends.
pub fn sampled(x: Axis, mut value: impl FnMut(f64) -> f64) -> Vec<Vec2> {
    const SAMPLES: u16 = 160;
    (0..=SAMPLES)
        .map(|number| {
            let x = x.at(f32::from(number) / f32::from(SAMPLES));
            Vec2::new(x, narrow(value(x.into())))
        })
        .collect()
}

/// Converts an f64 to f32, which is precise enough for drawing.
#[expect(clippy::cast_possible_truncation, reason = "f32 is precise enough for drawing")]
pub fn narrow(wide: f64) -> f32 {
    wide as f32
}

pub(super) fn add(app: &mut App) {
    app.init_gizmo_group::<PlotGizmos>()
        // Scenes without plots do not need the plots' camera.
        .add_systems(PostStartup, spawn_camera.run_if(any_with_component::<Plot>))
        .add_systems(
            PostUpdate,
            (label_axes.before(UiSystems::Prepare), (fit_lines, draw).chain().after(UiSystems::PostLayout)),
        );
}

fn spawn_camera(mut configuration: ResMut<GizmoConfigStore>, mut commands: Commands) {
    configuration.config_mut::<PlotGizmos>().0.render_layers = RenderLayers::layer(LAYER);
    let camera = Camera { order: ORDER, clear_color: ClearColorConfig::None, ..default() };
    commands.spawn((Camera2d, camera, RenderLayers::layer(LAYER)));
}

fn label_axes(plots: Query<(&Plot, &Children), Changed<Plot>>, mut texts: Query<(&AxisLabel, &mut Text)>) {
    for (Plot { x, y, .. }, children) in &plots {
        for child in children {
            let Ok((label, mut text)) = texts.get_mut(*child) else { continue };
            let (value, unit) = match label {
                AxisLabel::Top => (y.end, y.unit),
                AxisLabel::Bottom => (y.start, y.unit),
                AxisLabel::Right => (x.end, x.unit),
            };
            let decimals = if value.abs() < 10.0 && value != 0.0 { 1 } else { 0 };
            let shown = if unit.is_empty() { String::new() } else { format!("{value:.decimals$} {unit}") };
            text.set_if_neq(Text(shown));
        }
    }
}

/// Scales the line width with the UI.
fn fit_lines(scale: Res<UiScale>, mut configuration: ResMut<GizmoConfigStore>) {
    if scale.is_changed() {
        configuration.config_mut::<PlotGizmos>().0.line =
            GizmoLineConfig { width: LINE_WIDTH * scale.0, joints: GizmoLineJoint::Round(4), ..default() };
    }
}

/// Draws all plots. Runs once a frame, after the layout.
fn draw(
    plots: Query<(&Plot, &ComputedNode, &UiGlobalTransform, &ComputedUiRenderTargetInfo, &InheritedVisibility)>,
    scale: Res<UiScale>,
    mut gizmos: Gizmos<PlotGizmos>,
) {
    for (plot, node, transform, target, visibility) in &plots {
        // A node that is not displayed has size zero.
        if !visibility.get() || node.is_empty() {
            continue;
        }
        // Node positions are in physical pixels, relative to the screen's upper left corner, y down. The plots' camera uses logical
        // pixels, relative to the middle of the screen, y up.
        let per_pixel = scale.0 / target.scale_factor();
        let middle = 0.5 * target.physical_size().as_vec2();
        let on_screen = |share: Vec2| {
            let physical = transform.transform_point2((share - 0.5) * node.size()) - middle;
            Vec2::new(physical.x, -physical.y) * per_pixel
        };
        for number in (1..4u8).filter(|_| !plot.is_drawing) {
            let share = 0.25 * f32::from(number);
            gizmos.line_2d(on_screen(Vec2::new(share, 0.0)), on_screen(Vec2::new(share, 1.0)), GRID);
            gizmos.line_2d(on_screen(Vec2::new(0.0, share)), on_screen(Vec2::new(1.0, share)), GRID);
        }
        let zero = plot.share_of(Vec2::ZERO);
        if (0.0..=1.0).contains(&zero.y) && !plot.is_drawing {
            gizmos.line_2d(on_screen(Vec2::new(0.0, zero.y)), on_screen(Vec2::new(1.0, zero.y)), ZERO);
        }
        if (0.0..=1.0).contains(&zero.x) && !plot.is_drawing {
            gizmos.line_2d(on_screen(Vec2::new(zero.x, 0.0)), on_screen(Vec2::new(zero.x, 1.0)), ZERO);
        }
        for line in &plot.lines {
            for run in inside(line.points.iter().map(|point| plot.share_of(*point))) {
                gizmos.linestrip_2d(run.into_iter().map(on_screen), line.color);
            }
        }
        for (point, color) in &plot.dots {
            let share = plot.share_of(*point);
            if is_inside(share) {
                let middle = on_screen(share);
                for radius in [0.15, 0.45, 0.8, 1.0] {
                    gizmos.circle_2d(middle, radius * DOT_RADIUS * scale.0, *color).resolution(24);
                }
            }
        }
    }
}

fn is_inside(share: Vec2) -> bool {
    Rect::new(0.0, 0.0, 1.0, 1.0).contains(share)
}

/// Clips a polyline to the unit square. Returns the parts inside it.
fn inside(points: impl Iterator<Item = Vec2>) -> Vec<Vec<Vec2>> {
    let mut runs: Vec<Vec<Vec2>> = Vec::new();
    let mut before: Option<Vec2> = None;
    for point in points.map(|point| if point.is_finite() { point } else { Vec2::splat(1e9) }) {
        if let Some((from, to)) = before.and_then(|before| cut(before, point)) {
            match runs.last_mut() {
                Some(run) if run.last() == Some(&from) => run.push(to),
                _ => runs.push(vec![from, to]),
            }
        }
        before = Some(point);
    }
    runs
}

/// Clips a line segment to the unit square (Liang and Barsky, 1984). Returns `None` if no part is inside.
fn cut(from: Vec2, to: Vec2) -> Option<(Vec2, Vec2)> {
    let way = to - from;
    let (mut enters, mut leaves) = (0.0f32, 1.0f32);
    for (step, left) in [(-way.x, from.x), (way.x, 1.0 - from.x), (-way.y, from.y), (way.y, 1.0 - from.y)] {
        if step == 0.0 {
            if left < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            enters = enters.max(left / step);
        } else {
            leaves = leaves.min(left / step);
        }
    }
    // An end that is not clipped is returned unchanged, so that `inside` can join segments whose ends are equal.
    let at = |share: f32, whole: Vec2| if share == 0.0 || share == 1.0 { whole } else { from + way * share };
    (enters < leaves).then(|| (at(enters, from), at(leaves, to)))
}
