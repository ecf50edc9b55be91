//! The panel that sets its own spring and the spring of the cards in the first row. It can be dragged, and thrown to an edge of the screen.

use bevy::prelude::*;
use bevy::ui_widgets::{SliderValue, ValueChange};
use bevy_exact_motion::math;
use bevy_exact_motion::{prelude::*, property::NodeTranslation};

use super::table::{SIDE, Table};
use super::throw;
use harness::dial::Dial;
use harness::layout::Screen;
use harness::pages::InColumnsOnly;
use harness::plot::{Axis, Line, Plot, sampled};
use harness::style::{BODY, HEADING, PANEL, panel, text};

/// The name of the panel, for scripts.
pub(crate) const NAME: &str = "spring";
/// The height of the plot. Unit: px.
const PLOT_HEIGHT: f32 = 92.0;
/// The duration of the response that is drawn. Unit: s.
const SECONDS: f32 = 1.0;

/// The spring of the panel and of the cards in the first row.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct ThrowSpring(pub(crate) Spring<NodeTranslation>);

impl Default for ThrowSpring {
    fn default() -> Self {
        Self(Spring::new(13.0, 0.55).on())
    }
}

#[derive(Component)]
pub(crate) struct SpringPanel;

/// The spring parameter that a dial sets.
#[derive(Component, Clone, Copy)]
pub(crate) enum SpringDial {
    Frequency,
    Damping,
}

pub(crate) fn spawn(throw_spring: Res<ThrowSpring>, screen: Res<Screen>, mut commands: Commands) {
    let node = Node { position_type: PositionType::Absolute, left: px(0), top: px(0), width: px(SIDE), ..default() };
    let dock = Table::on(&screen).docks[0];
    let spring = throw_spring.0;
    commands
        .spawn((
            (Name::new(NAME), SpringPanel, panel(node), ZIndex(4)),
            (UiTransform::from_translation(Val2::px(dock.x, dock.y)), spring, Target::<NodeTranslation>::of(dock)),
        ))
        .insert(BackgroundColor(PANEL.with_alpha(0.92)))
        .with_children(|panel| {
            panel.spawn((text("The spring (drag me)", HEADING), Pickable::IGNORE));
            let omega = Dial { label: "omega", unit: "rad/s", decimals: 1, range: (2.0, 40.0) };
            let zeta = Dial { label: "zeta", unit: "", decimals: 2, range: (0.0, 1.5) };
            panel.spawn((SpringDial::Frequency, omega.at(spring.angular_frequency))).observe(set_parameter);
            panel.spawn((SpringDial::Damping, zeta.at(spring.damping_ratio))).observe(set_parameter);
            let node = Node { width: percent(100), height: px(PLOT_HEIGHT), ..default() };
            panel.spawn((InColumnsOnly, Plot::titled("response", node), Pickable::IGNORE));
        })
        .observe(throw::grab)
        .observe(throw::drag)
        .observe(release);
}

fn set_parameter(change: On<ValueChange<f32>>, dials: Query<&SpringDial>, mut throw_spring: ResMut<ThrowSpring>) {
    match dials.get(change.source) {
        Ok(SpringDial::Frequency) => throw_spring.0.angular_frequency = change.value,
        Ok(SpringDial::Damping) => throw_spring.0.damping_ratio = change.value,
        Err(_) => {}
    }
}

/// Throws the panel when it is released. Its target becomes the dock nearest to its predicted stop.
fn release(
    end: On<Pointer<DragEnd>>,
    throw_spring: Res<ThrowSpring>,
    screen: Res<Screen>,
    mut panel: Single<(&UiTransform, &Velocity<NodeTranslation>, &mut Target<NodeTranslation>), With<SpringPanel>>,
    mut commands: Commands,
) {
    commands.entity(end.entity).remove::<Grabbed<NodeTranslation>>();
    let (transform, velocity, target) = &mut *panel;
    target.value =
        throw::nearest(&Table::on(&screen).docks, throw::predicted_stop(transform, velocity, &throw_spring)).1;
}

/// Moves the panel to the nearest dock. Runs when the screen changes.
pub(crate) fn lay_out(screen: Res<Screen>, mut target: Single<&mut Target<NodeTranslation>, With<SpringPanel>>) {
    let (_, dock) = throw::nearest(&Table::on(&screen).docks, target.value);
    target.set_if_neq(Target::of(dock));
}

/// Applies the dials to the cards' and the panel's springs, even in flight, and redraws the plot. Neither position nor velocity jumps.
pub(crate) fn apply(
    throw_spring: Res<ThrowSpring>,
    mut springs: Query<&mut Spring<NodeTranslation>>,
    dials: Query<(Entity, &SpringDial, &SliderValue)>,
    mut plot: Single<&mut Plot>,
    mut commands: Commands,
) {
    if !throw_spring.is_changed() {
        return;
    }
    for mut spring in &mut springs {
        *spring = throw_spring.0;
    }
    for (dial, dial_kind, shown) in &dials {
        let value = match dial_kind {
            SpringDial::Frequency => throw_spring.0.angular_frequency,
            SpringDial::Damping => throw_spring.0.damping_ratio,
        };
        if shown.0 != value {
            commands.entity(dial).insert(SliderValue(value));
        }
    }
    let x = Axis { start: 0.0, end: SECONDS, unit: "s" };
    let y = Axis { start: -0.1, end: 1.9, unit: "" };
    let mut lines = vec![Line { color: BODY.with_alpha(0.2), points: vec![Vec2::Y, Vec2::new(SECONDS, 1.0)] }];
    let (omega, zeta) = (throw_spring.0.angular_frequency.into(), throw_spring.0.damping_ratio.into());
    if let Ok(spring) = math::Spring::new(omega, zeta) {
        lines.push(Line { color: HEADING, points: sampled(x, |time| spring.value(time)) });
    }
    **plot = Plot { x, y, lines, ..default() };
}
