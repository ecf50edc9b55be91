//! The plots: for each method a plot with a line for each row, and below it the current positions of the rows.

use bevy::picking::pointer::Location;
use bevy::prelude::*;

use super::record::{METHODS, Record, SECONDS};
use super::rows::{Aim, RATES, Rows};
use harness::layout::{MiddleColumn, Screen};
use harness::plot::{Axis, Line, Plot, narrow};
use harness::style::{BODY, FAINT, HEADING, KeepUncovered, MARGIN, WARNING, remark};
use harness::surface::Surface;

/// The colour of each row.
pub(crate) const COLORS: [Color; RATES.len()] = [
    Color::srgb(1.0, 0.42, 0.38),
    Color::srgb(1.0, 0.70, 0.30),
    Color::srgb(0.93, 0.90, 0.40),
    Color::srgb(0.45, 0.85, 0.55),
    Color::srgb(0.42, 0.75, 1.0),
    Color::srgb(0.76, 0.58, 1.0),
];
/// The height of a method's history plot. Unit: px.
const PLOT_HEIGHT: f32 = 206.0;
/// The height of a method's lanes. Unit: px.
const LANES_HEIGHT: f32 = 88.0;
/// The smallest height of a method's lanes. Unit: px.
const LEAST_LANES_HEIGHT: f32 = 44.0;
/// The names of the history plots, for scripts.
const NAMES: [&str; METHODS.len()] = ["exact", "euler", "lerp", "smooth damp"];
/// The range of visible values.
const VALUES: (f32, f32) = (-0.35, 1.35);

/// The plot of the history of the method with this index.
#[derive(Component, Clone, Copy)]
pub(crate) struct HistoryPlot(usize);
/// The plot of the current positions of the method with this index, with one lane for each row.
#[derive(Component, Clone, Copy)]
pub(crate) struct Lanes(usize);
/// Marks the node that contains all plots.
#[derive(Component)]
pub(crate) struct Grid;
/// Marks the node with the texts above a plot.
#[derive(Component)]
pub(crate) struct Caption;
/// A plot's height in pixels if panels are in columns. If panels are pages, plots divide the available height in proportion to this number.
#[derive(Component)]
pub(crate) struct PlotHeight(f32);
/// The text with the largest difference between the rows of the method with this index.
#[derive(Component, Clone, Copy)]
pub(crate) struct DifferenceText(usize);

pub(crate) fn spawn(column: Single<Entity, With<MiddleColumn>>, mut commands: Commands) {
    commands.spawn((Grid, Node::default(), ChildOf(*column))).with_children(|grid| {
        for (method, name) in NAMES.into_iter().enumerate() {
            let cell = Node { flex_direction: FlexDirection::Column, row_gap: px(6), min_height: px(0), ..default() };
            grid.spawn(cell).with_children(|cell| {
                cell.spawn((Caption, Node { justify_content: JustifyContent::SpaceBetween, ..default() }))
                    .with_children(|row| {
                        row.spawn(remark(METHODS[method], if method == 0 { HEADING } else { BODY }));
                        row.spawn((DifferenceText(method), remark("", if method == 0 { HEADING } else { WARNING })));
                    });
                let wide = || Node { width: percent(100), min_height: px(0), ..default() };
                cell.spawn((
                    HistoryPlot(method),
                    PlotHeight(PLOT_HEIGHT),
                    KeepUncovered,
                    Plot::named(name, "", wide()),
                ))
                .observe(|press: On<Pointer<Press>>, params: PointerParams| {
                    set_target(press.entity, &press.pointer_location, params);
                })
                .observe(|drag: On<Pointer<Drag>>, params: PointerParams| {
                    set_target(drag.entity, &drag.pointer_location, params);
                });
                let lanes = Node { min_height: px(LEAST_LANES_HEIGHT), ..wide() };
                cell.spawn((Lanes(method), PlotHeight(LANES_HEIGHT), KeepUncovered, Plot::named("lanes", "", lanes)));
            });
        }
    });
}

/// Arranges the plots. If panels are pages, the plots fill the area that the pages do not cover. Runs when the screen changes.
pub(crate) fn lay_out(
    screen: Res<Screen>,
    mut grid: Single<&mut Node, (With<Grid>, Without<Caption>, Without<PlotHeight>)>,
    mut captions: Query<&mut Node, (With<Caption>, Without<PlotHeight>)>,
    mut plots: Query<(&PlotHeight, &mut Node)>,
) {
    let has_pages = screen.has_pages();
    let gap = px(if has_pages { 0.5 * MARGIN } else { MARGIN });
    **grid = Node {
        display: Display::Grid,
        grid_template_columns: RepeatedGridTrack::minmax(
            2,
            MinTrackSizingFunction::Px(0.0),
            MaxTrackSizingFunction::Fraction(1.0),
        ),
        grid_template_rows: if has_pages {
            RepeatedGridTrack::minmax(2, MinTrackSizingFunction::Px(0.0), MaxTrackSizingFunction::Fraction(1.0))
        } else {
            Vec::new()
        },
        height: if has_pages { percent(100) } else { auto() },
        column_gap: gap,
        row_gap: gap,
        ..default()
    };
    for mut node in &mut captions {
        node.flex_direction = if has_pages { FlexDirection::Column } else { FlexDirection::Row };
        node.column_gap = px(6);
    }
    for (PlotHeight(height), mut node) in &mut plots {
        (node.height, node.flex_grow, node.flex_basis) =
            if has_pages { (auto(), *height, px(0)) } else { (px(*height), 0.0, auto()) };
    }
}

/// System parameters of the observers that set the target.
type PointerParams<'w, 's> = (Surface<'w, 's>, Query<'w, 's, &'static Plot>, ResMut<'w, Aim>);

fn set_target(plot: Entity, pointer: &Location, (surface, plots, mut aim): PointerParams) {
    if let Some(share) = surface.share_at(plot, pointer)
        && let Ok(plot) = plots.get(plot)
    {
        aim.by_user = true;
        aim.target = plot.point_at(share).y.clamp(0.0, 1.0);
    }
}

/// Formats a difference. Only an exact 0 is shown as "0".
pub(crate) fn format_difference(difference: f32) -> String {
    if difference == 0.0 { "0".to_owned() } else { format!("{difference:.1e}") }
}

/// Updates the plots and texts. Runs once a frame, after the ticks of all rows.
pub(crate) fn show(
    time: Res<Time>,
    aim: Res<Aim>,
    rows: Res<Rows>,
    record: Res<Record>,
    mut histories: Query<(&HistoryPlot, &mut Plot), Without<Lanes>>,
    mut lanes: Query<(&Lanes, &mut Plot), Without<HistoryPlot>>,
    mut texts: Query<(&DifferenceText, &mut Text)>,
) {
    let now = time.elapsed_secs_f64();
    let x = Axis { start: narrow(now - SECONDS), end: narrow(now), unit: "" };
    for (HistoryPlot(method), mut plot) in &mut histories {
        let aimed_at = vec![Vec2::new(x.start, aim.target), Vec2::new(x.end, aim.target)];
        let mut lines = vec![Line { color: BODY.with_alpha(0.15), points: aimed_at }];
        lines.extend(
            (0..RATES.len()).map(|row| Line { color: COLORS[row], points: record.line(*method, row).collect() }),
        );
        *plot = Plot { x, y: Axis { start: VALUES.0, end: VALUES.1, unit: "" }, lines, ..default() };
    }
    for (Lanes(method), mut plot) in &mut lanes {
        let across = Axis { start: VALUES.0, end: VALUES.1, unit: "" };
        let height = |row: u8| f32::from(row) + 0.5;
        let count = u8::try_from(RATES.len()).unwrap_or_default();
        let lane = |row| Line {
            color: FAINT.with_alpha(0.12),
            points: vec![Vec2::new(VALUES.0, height(row)), Vec2::new(VALUES.1, height(row))],
        };
        let bead = |row| {
            let number = usize::from(count - 1 - row);
            (Vec2::new(rows[number].drawn(*method, now), height(row)), COLORS[number])
        };
        let y = Axis { start: 0.0, end: count.into(), unit: "" };
        let (lines, dots) = ((0..count).map(lane).collect(), (0..count).map(bead).collect());
        *plot = Plot { x: across, y, lines, dots, is_drawing: true };
    }
    for (DifferenceText(method), mut text) in &mut texts {
        text.set_if_neq(Text(format!("apart {}", format_difference(record.largest[*method]))));
    }
}
