//! Plots of radii and rates over time, the dial that scrubs time, and the tangent that sets the initial rate.

use bevy::picking::pointer::Location;
use bevy::prelude::*;
use bevy::ui_widgets::SliderValue;

use super::design::{Design, INNER_START, OUTER_START, Path, SolveResult, Solved};
use super::look::{EXACT, NAIVE};
use super::naive::Steps;
use super::ring::{Newest, Ring};
use super::stage;
use harness::layout::Screen;
use harness::plot::{Axis, Line, Plot, narrow, sampled};
use harness::style::{BODY, HEADING};
use harness::surface::Surface;

/// The time range of the plots and of the dial that scrubs time. Unit: the duration of the motion.
pub(crate) const TIMES: (f32, f32) = (-0.2, 1.2);
const OUTER: Color = HEADING;
const INNER: Color = Color::srgb(1.0, 0.52, 0.32);
/// The time coordinate of the handle on the tangent. Unit: the duration of the motion.
const HANDLE: f64 = 0.16;
/// The range of end rates that the tangent can set. It is bounded, because a start at rest would need an infinite end rate. Unit: px/s.
const END_RATES: (f64, f64) = (0.5, 2000.0);

/// Marks the plot of the radii.
#[derive(Component)]
pub(crate) struct OfRadii;
/// Marks the plot of the rates.
#[derive(Component)]
pub(crate) struct OfRates;
/// Marks the dial that scrubs time.
#[derive(Component)]
pub(crate) struct ScrubDial;
/// Marks the ring that is shown while the user scrubs time.
#[derive(Component)]
pub(crate) struct ScrubbedRing;

/// The instant that the plots mark.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Scrub {
    /// The time since the explosion. Unit: the duration of the motion.
    pub(crate) share: f32,
    /// Whether the user has set the instant. Otherwise it is the newest ring's age.
    pub(crate) by_user: bool,
}

/// Updates the marked instant to the newest ring's age. If the user scrubs time, shows a ring at the chosen instant instead.
pub(crate) fn follow(
    time: Res<Time>,
    result: Res<SolveResult>,
    new: Query<(), Added<Newest>>,
    dial: Single<(Entity, &SliderValue), With<ScrubDial>>,
    mut scrubbed_rings: Query<(Entity, &mut Ring), With<ScrubbedRing>>,
    screen: Res<Screen>,
    mut age: Local<f64>,
    mut scrub: ResMut<Scrub>,
    mut commands: Commands,
) {
    let Some(solved) = result.solved else { return };
    *age = if new.is_empty() { *age + time.delta_secs_f64() } else { 0.0 };
    if !scrub.by_user {
        let share = narrow(*age / solved.duration).min(TIMES.1);
        scrub.set_if_neq(Scrub { share, by_user: false });
    }
    let (dial, shown) = *dial;
    if shown.0 != scrub.share {
        commands.entity(dial).insert(SliderValue(scrub.share));
    }
    let instant = f64::from(scrub.share) * solved.duration;
    let wanted = Ring { outer: narrow(solved.outer.value(instant)), inner: narrow(solved.inner.value(instant)) };
    match (scrub.by_user, scrubbed_rings.single_mut()) {
        (true, Ok((_, mut ring))) => {
            ring.set_if_neq(wanted);
        }
        (true, Err(_)) => {
            commands.spawn((
                Name::new("scrubbed"),
                ScrubbedRing,
                wanted,
                Transform::from_translation(stage::first(&screen).extend(1.0)),
            ));
        }
        (false, Ok((scrubbed, _))) => commands.entity(scrubbed).despawn(),
        (false, Err(_)) => {}
    }
}

/// Plots the last feasible solution. Runs once a frame, and redraws only if the solution or the instant has changed.
pub(crate) fn show(
    result: Res<SolveResult>,
    scrub: Res<Scrub>,
    mut radii: Single<&mut Plot, (With<OfRadii>, Without<OfRates>)>,
    mut rates: Single<&mut Plot, (With<OfRates>, Without<OfRadii>)>,
) {
    let Some(solved) = result.solved.filter(|_| result.is_changed() || scrub.is_changed()) else { return };
    let duration = narrow(solved.duration);
    let x = Axis { start: TIMES.0 * duration, end: TIMES.1 * duration, unit: "s" };
    let instant = f64::from(scrub.share) * solved.duration;
    **radii = plot_of_radii(&solved, x, instant);
    **rates = plot_of_rates(&solved, x, instant);
}

fn plot_of_radii(solved: &Solved, x: Axis, instant: f64) -> Plot {
    let reach = narrow(solved.reach);
    let y = Axis { start: -0.18 * reach, end: 1.25 * reach, unit: "px" };
    let euler = |start, path: &Path| {
        let mut steps = Steps::begin(start, path);
        let mut points = vec![steps.point()];
        for number in 1..=32u8 {
            steps.step_to(solved.duration * f64::from(number) / 32.0, path);
            points.push(steps.point());
        }
        Line { color: NAIVE, points }
    };
    let handle = handle(solved);
    let exact = |path: &Path, color| Line { color, points: sampled(x, |time| path.value(time)) };
    let dot = |path: &Path, color| (Vec2::new(narrow(instant), narrow(path.value(instant))), color);
    Plot {
        x,
        y,
        lines: vec![
            euler(OUTER_START, &solved.outer),
            euler(INNER_START, &solved.inner),
            exact(&solved.outer, OUTER),
            exact(&solved.inner, INNER),
            Line { color: EXACT, points: vec![Vec2::new(0.0, OUTER_START), handle] },
            vertical_line(narrow(instant), y),
        ],
        dots: vec![dot(&solved.outer, OUTER), dot(&solved.inner, INNER), (handle, EXACT)],
        ..default()
    }
}

fn plot_of_rates(solved: &Solved, x: Axis, instant: f64) -> Plot {
    let ends = [solved.outer, solved.inner].map(|path| (path.rate(0.0), path.rate(solved.duration)));
    let highest = ends.iter().flat_map(|ends| [ends.0, ends.1]).fold(0.0, f64::max);
    let lowest = ends.iter().flat_map(|ends| [ends.0, ends.1]).fold(-0.2 * highest, f64::min);
    let y = Axis { start: 1.2 * narrow(lowest), end: 1.1 * narrow(highest), unit: "px/s" };
    let exact = |path: &Path, color| Line { color, points: sampled(x, |time| path.rate(time)) };
    let dot = |path: &Path, color| (Vec2::new(narrow(instant), narrow(path.rate(instant))), color);
    Plot {
        x,
        y,
        lines: vec![exact(&solved.outer, OUTER), exact(&solved.inner, INNER), vertical_line(narrow(instant), y)],
        dots: vec![dot(&solved.outer, OUTER), dot(&solved.inner, INNER)],
        ..default()
    }
}

/// Returns a vertical line at the marked instant.
fn vertical_line(instant: f32, y: Axis) -> Line {
    Line { color: BODY.with_alpha(0.5), points: vec![Vec2::new(instant, y.start), Vec2::new(instant, y.end)] }
}

/// Returns the position of the handle on the tangent to the outer radius's curve at t = 0. On a steep tangent, the handle is closer to the
/// start, so that it stays in the plot.
fn handle(solved: &Solved) -> Vec2 {
    let rate = solved.outer.rate(0.0);
    let rise = (rate * HANDLE * solved.duration).clamp(-0.08 * solved.reach, 1.1 * solved.reach);
    let time = if rate == 0.0 { HANDLE * solved.duration } else { rise / rate };
    Vec2::new(narrow(time), OUTER_START + narrow(rise))
}

pub(crate) fn grab_tangent(press: On<Pointer<Press>>, plots: Query<&Plot>, surface: Surface, design: ResMut<Design>) {
    set_tangent(press.entity, &press.pointer_location, &plots, &surface, design);
}

pub(crate) fn drag_tangent(drag: On<Pointer<Drag>>, plots: Query<&Plot>, surface: Surface, design: ResMut<Design>) {
    set_tangent(drag.entity, &drag.pointer_location, &plots, &surface, design);
}

/// Rotates the tangent at t = 0 so that it passes through the pointer. Its slope is the initial rate of the outer radius.
fn set_tangent(plot: Entity, pointer: &Location, plots: &Query<&Plot>, surface: &Surface, mut design: ResMut<Design>) {
    let Some(share) = surface.share_at(plot, pointer) else { return };
    let Ok(point) = plots.get(plot).map(|plot| plot.point_at(share)) else { return };
    let rate = f64::from(point.y - OUTER_START) / f64::from(point.x.max(0.005 * design.duration));
    if let Some(end_rate) = design.end_rate_from(rate) {
        design.end_rate = narrow(end_rate.clamp(END_RATES.0, END_RATES.1));
    }
}
