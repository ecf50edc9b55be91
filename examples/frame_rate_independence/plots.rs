//! One plot for each method, with a line for each row, and below it the current state of the rows.

use bevy::picking::pointer::Location;
use bevy::prelude::*;

use super::record::{METHODS, Record, SECONDS};
use super::rows::{Aim, RATES, Rows};
use harness::layout::{MiddleColumn, Screen};
use harness::plot::{Axis, Line, Plot, narrow};
use harness::style::{BODY, FAINT, HEADING, MARGIN, Seen, WARNING, remark};
use harness::surface::Surface;

/// A colour for each row.
pub(crate) const COLORS: [Color; RATES.len()] = [
    Color::srgb(1.0, 0.42, 0.38),
    Color::srgb(1.0, 0.70, 0.30),
    Color::srgb(0.93, 0.90, 0.40),
    Color::srgb(0.45, 0.85, 0.55),
    Color::srgb(0.42, 0.75, 1.0),
    Color::srgb(0.76, 0.58, 1.0),
];
/// Sizes. Unit: px.
const PLOT_HEIGHT: f32 = 206.0;
const LANES_HEIGHT: f32 = 88.0;
const LEAST_LANES_HEIGHT: f32 = 44.0;
/// The script's names for the plots.
const NAMES: [&str; METHODS.len()] = ["exact", "euler", "lerp", "smooth damp"];
/// The range of visible values.
const VALUES: (f32, f32) = (-0.35, 1.35);

/// Marks the plot of a method's history.
#[derive(Component, Clone, Copy)]
pub(crate) struct Past(usize);
/// Marks the plot of a method's current state, with one lane for each row.
#[derive(Component, Clone, Copy)]
pub(crate) struct Lanes(usize);
/// Marks the node that contains all plots.
#[derive(Component)]
pub(crate) struct Grid;
/// Marks a line of text above a plot.
#[derive(Component)]
pub(crate) struct Words;
/// A node's height in the layout with columns (px); on a small screen, its share of the height.
#[derive(Component)]
pub(crate) struct Tall(f32);
/// Marks the text that shows how far apart a method's rows are.
#[derive(Component, Clone, Copy)]
pub(crate) struct Apart(usize);

pub(crate) fn spawn(column: Single<Entity, With<MiddleColumn>>, mut commands: Commands) {
    commands.spawn((Grid, Node::default(), ChildOf(*column))).with_children(|grid| {
        for (method, name) in NAMES.into_iter().enumerate() {
            let cell = Node { flex_direction: FlexDirection::Column, row_gap: px(6), min_height: px(0), ..default() };
            grid.spawn(cell).with_children(|cell| {
                cell.spawn((Words, Node { justify_content: JustifyContent::SpaceBetween, ..default() })).with_children(
                    |row| {
                        row.spawn(remark(METHODS[method], if method == 0 { HEADING } else { BODY }));
                        row.spawn((Apart(method), remark("", if method == 0 { HEADING } else { WARNING })));
                    },
                );
                let wide = || Node { width: percent(100), min_height: px(0), ..default() };
                cell.spawn((Past(method), Tall(PLOT_HEIGHT), Seen, Plot::named(name, "", wide())))
                    .observe(|press: On<Pointer<Press>>, hand: Hand| {
                        set_target(press.entity, &press.pointer_location, hand);
                    })
                    .observe(|drag: On<Pointer<Drag>>, hand: Hand| {
                        set_target(drag.entity, &drag.pointer_location, hand);
                    });
                let lanes = Node { min_height: px(LEAST_LANES_HEIGHT), ..wide() };
                cell.spawn((Lanes(method), Tall(LANES_HEIGHT), Seen, Plot::named("lanes", "", lanes)));
            });
        }
    });
}

/// Runs when the screen changes. On a small screen the plots fill the area that pages leave free.
pub(crate) fn lay_out(
    screen: Res<Screen>,
    mut grid: Single<&mut Node, (With<Grid>, Without<Words>, Without<Tall>)>,
    mut words: Query<&mut Node, (With<Words>, Without<Tall>)>,
    mut plots: Query<(&Tall, &mut Node)>,
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
    for mut node in &mut words {
        node.flex_direction = if has_pages { FlexDirection::Column } else { FlexDirection::Row };
        node.column_gap = px(6);
    }
    for (Tall(height), mut node) in &mut plots {
        (node.height, node.flex_grow, node.flex_basis) =
            if has_pages { (auto(), *height, px(0)) } else { (px(*height), 0.0, auto()) };
    }
}

/// Parameters of the observers that set the target.
type Hand<'w, 's> = (Surface<'w, 's>, Query<'w, 's, &'static Plot>, ResMut<'w, Aim>);

fn set_target(plot: Entity, pointer: &Location, (surface, plots, mut aim): Hand) {
    if let Some(share) = surface.share_at(plot, pointer)
        && let Ok(plot) = plots.get(plot)
    {
        aim.by_hand = true;
        aim.target = plot.point_at(share).y.clamp(0.0, 1.0);
    }
}

/// A difference as text: "0" only if not one bit differs.
pub(crate) fn format_difference(difference: f32) -> String {
    if difference == 0.0 { "0".to_owned() } else { format!("{difference:.1e}") }
}

/// Runs once a frame, when all rows have ticked.
pub(crate) fn show(
    time: Res<Time>,
    aim: Res<Aim>,
    rows: Res<Rows>,
    record: Res<Record>,
    mut pasts: Query<(&Past, &mut Plot), Without<Lanes>>,
    mut lanes: Query<(&Lanes, &mut Plot), Without<Past>>,
    mut texts: Query<(&Apart, &mut Text)>,
) {
    let now = time.elapsed_secs_f64();
    let x = Axis { start: narrow(now - SECONDS), end: narrow(now), unit: "" };
    for (Past(method), mut plot) in &mut pasts {
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
    for (Apart(method), mut text) in &mut texts {
        text.set_if_neq(Text(format!("apart {}", format_difference(record.largest[*method]))));
    }
}
