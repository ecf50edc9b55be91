//! The mechanical model of the article on Rebound (see `main.rs`): a mass between a fixed board and a moving board. Also the article's two
//! events: update and final position.

use bevy::prelude::*;
use bevy_exact_motion::math::{Spring as Response, TwoBoards};
use bevy_exact_motion::prelude::*;

use super::lab::Lab;
use super::property::MassPosition;
use harness::layout::{LeftColumn, width};
use harness::pages::{Height, Page};
use harness::plot::{Axis, Line, Plot, narrow};
use harness::style::{BODY, FAINT, HEADING, panel, remark, text, wrapped_node};

pub(crate) const NAME: &str = "boards";
const HEIGHT: Height = Height { in_columns: 228.0, on_page: 150.0 };
/// The distance that the lower board is moved. Unit: m.
const TRAVEL: f64 = 1.0;
/// The moving board's share of the total stiffness, and of the total damping.
const SHARES: (f64, f64) = (0.6, 0.5);

/// The mass between the boards.
#[derive(Component, Default)]
pub(crate) struct Mass {
    /// The distance of the mass below the position where it rests while the moving board is up. Unit: m.
    pub(crate) position: f32,
}

/// The events since the board was last moved.
#[derive(Resource, Default)]
pub(crate) struct Events {
    /// The number of update events.
    pub(crate) updates: u32,
    /// The time from moving the board to the final-position event. Unit: s.
    pub(crate) final_position: Option<f64>,
    /// When the board was last moved. Unit: s.
    moved: f64,
}

/// Marks the drawing of the model.
#[derive(Component)]
pub(crate) struct Drawing;
/// Marks the text with the position of the mass and the events.
#[derive(Component)]
pub(crate) struct EventText;

/// Returns the model whose two springs and two dampers add up to the lab's spring.
fn model(spring: &Response) -> TwoBoards {
    TwoBoards {
        mass: 1.0,
        fixed_stiffness: (1.0 - SHARES.0) * spring.stiffness(),
        fixed_damping: (1.0 - SHARES.1) * spring.damping(),
        moving_stiffness: SHARES.0 * spring.stiffness(),
        moving_damping: SHARES.1 * spring.damping(),
        travel: TRAVEL,
    }
}

pub(crate) fn spawn(lab: Res<Lab>, column: Single<Entity, With<LeftColumn>>, mut commands: Commands) {
    commands.spawn((
        Name::new("mass"),
        Mass::default(),
        Spring::<MassPosition>::from(lab.0),
        Target::<MassPosition>::of(0.0),
    ));
    let page = Page { tab: "boards", order: 2 };
    commands.spawn((page, panel(width(26.0, 299.0)), ChildOf(*column))).with_children(|panel| {
        panel.spawn(text("Two boards", HEADING));
        let node = Node { width: percent(100), ..default() };
        panel.spawn((Drawing, HEIGHT, Plot::named(NAME, "", node))).observe(move_board);
        panel.spawn((EventText, remark("", FAINT), Node { min_height: px(50), ..wrapped_node() }));
    });
}

/// Moves the lower board down, or back up.
fn move_board(
    _: On<Pointer<Press>>,
    lab: Res<Lab>,
    time: Res<Time>,
    mut target: Single<&mut Target<MassPosition>>,
    mut events: ResMut<Events>,
) {
    let down = narrow(model(&lab.0).rest_point());
    target.value = if target.value == 0.0 { down } else { 0.0 };
    *events = Events { moved: time.elapsed_secs_f64(), ..default() };
}

/// Counts update events: `Changed` matches the mass in each frame in which it has moved.
pub(crate) fn count_updates(mass: Query<(), Changed<Mass>>, mut events: ResMut<Events>) {
    events.updates += u32::try_from(mass.iter().count()).unwrap_or_default();
}

/// Records the final-position event, which is triggered once, when the mass is at rest exactly at its final position.
pub(crate) fn final_position(settled: On<Settled<MassPosition>>, mut events: ResMut<Events>) {
    events.final_position = Some(settled.time.as_secs_f64() - events.moved);
}

/// Updates the drawing and the text. Runs once a frame.
pub(crate) fn show(
    mass: Single<(&Mass, &Target<MassPosition>)>,
    lab: Res<Lab>,
    events: Res<Events>,
    mut drawing: Single<&mut Plot, With<Drawing>>,
    mut event_text: Single<&mut Text, With<EventText>>,
) {
    let (mass, target) = *mass;
    let model = model(&lab.0);
    let is_down = target.value != 0.0;
    **drawing = draw(mass.position, if is_down { narrow(TRAVEL) } else { 0.0 });
    let share = model.normalized(mass.position.into());
    let last = match events.final_position {
        Some(after) => format!("final position after {after:.2} s"),
        None => "final position: not yet".to_owned(),
    };
    event_text.set_if_neq(Text(format!(
        "x = {:.3} m, {share:.3} of the way\nupdates: {}\n{last}",
        mass.position, events.updates
    )));
}

/// Returns the drawing of the model, from top to bottom: fixed board, spring and damper, mass, spring and damper, moving board.
fn draw(mass: f32, board: f32) -> Plot {
    const TOP: f32 = 2.95;
    const HANGS: f32 = 1.75;
    const BELOW: f32 = 0.55;
    const MASS: Vec2 = Vec2::new(0.55, 0.24);
    let mass_height = HANGS - 0.5 * mass;
    let board_height = BELOW - 0.5 * board;
    let line = |color: Color, points: Vec<Vec2>| Line { color, points };
    let bar = |height: f32, color| line(color, vec![Vec2::new(-1.0, height), Vec2::new(1.0, height)]);
    let (upper, lower) = (mass_height + MASS.y, mass_height - MASS.y);
    let corners = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)];
    let mut lines = vec![
        bar(TOP, BODY),
        bar(board_height, HEADING),
        line(HEADING, corners.map(|(x, y)| Vec2::new(0.0, mass_height) + Vec2::new(x, y) * MASS).to_vec()),
        line(FAINT, zigzag(-0.35, upper, TOP)),
        line(FAINT, zigzag(-0.35, board_height, lower)),
    ];
    lines.extend(damper(0.35, upper, TOP).into_iter().chain(damper(0.35, board_height, lower)).map(|p| line(FAINT, p)));
    let axis = |start, end| Axis { start, end, unit: "" };
    Plot { x: axis(-1.2, 1.2), y: axis(-0.1, 3.05), lines, is_drawing: true, ..default() }
}

/// Returns the outline of a coil spring from one height to another.
fn zigzag(x: f32, from: f32, to: f32) -> Vec<Vec2> {
    const TURNS: u8 = 12;
    (0..=TURNS)
        .map(|turn| {
            let side = match turn {
                0 | TURNS => 0.0,
                turn if turn % 2 == 0 => 0.13,
                _ => -0.13,
            };
            Vec2::new(x + side, from + (to - from) * f32::from(turn) / f32::from(TURNS))
        })
        .collect()
}

/// Returns the outlines of a damper, a piston in a cylinder, from one height to another.
fn damper(x: f32, from: f32, to: f32) -> [Vec<Vec2>; 3] {
    const RADIUS: f32 = 0.12;
    let rim = from + 0.55 * (to - from).min(0.9);
    let bottom = from + 0.12;
    let piston = 0.5 * (bottom + rim);
    [
        vec![Vec2::new(x, from), Vec2::new(x, bottom)],
        [(-1.0, rim), (-1.0, bottom), (1.0, bottom), (1.0, rim)]
            .map(|(side, y)| Vec2::new(x + side * RADIUS, y))
            .to_vec(),
        [(-0.8, piston), (0.8, piston), (0.0, piston), (0.0, to)]
            .map(|(side, y)| Vec2::new(x + side * RADIUS, y))
            .to_vec(),
    ]
}
