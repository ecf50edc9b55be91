//! The panel that sets the spring of everything that can be thrown. The panel itself can be dragged and thrown, and an edge
//! catches it.

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

/// The script's name for the panel.
pub(crate) const NAME: &str = "spring";
/// Unit: px.
const PLOT_HEIGHT: f32 = 92.0;
/// The length of the response that is drawn. Unit: s.
const SECONDS: f32 = 1.0;

/// The spring of everything that can be thrown.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Throwing(pub(crate) Spring<NodeTranslation>);

impl Default for Throwing {
    fn default() -> Self {
        Self(Spring::new(13.0, 0.55).on())
    }
}

#[derive(Component)]
pub(crate) struct SpringPanel;

/// The parameter that a dial sets.
#[derive(Component, Clone, Copy)]
pub(crate) enum Turns {
    Frequency,
    Damping,
}

pub(crate) fn spawn(throwing: Res<Throwing>, screen: Res<Screen>, mut commands: Commands) {
    let node = Node { position_type: PositionType::Absolute, left: px(0), top: px(0), width: px(SIDE), ..default() };
    let dock = Table::on(&screen).docks[0];
    let spring = throwing.0;
    commands
        .spawn((
            (Name::new(NAME), SpringPanel, panel(node), ZIndex(4)),
            (UiTransform::from_translation(Val2::px(dock.x, dock.y)), spring, Target::<NodeTranslation>::of(dock)),
        ))
        .insert(BackgroundColor(PANEL.with_alpha(0.92)))
        .with_children(|panel| {
            panel.spawn((text("Its spring (drag me)", HEADING), Pickable::IGNORE));
            let omega = Dial { label: "omega", unit: "rad/s", decimals: 1, range: (2.0, 40.0) };
            let zeta = Dial { label: "zeta", unit: "", decimals: 2, range: (0.0, 1.5) };
            panel.spawn((Turns::Frequency, omega.at(spring.angular_frequency))).observe(turned);
            panel.spawn((Turns::Damping, zeta.at(spring.damping_ratio))).observe(turned);
            let node = Node { width: percent(100), height: px(PLOT_HEIGHT), ..default() };
            panel.spawn((InColumnsOnly, Plot::titled("response", node), Pickable::IGNORE));
        })
        .observe(throw::grab)
        .observe(throw::drag)
        .observe(let_go);
}

fn turned(change: On<ValueChange<f32>>, dials: Query<&Turns>, mut throwing: ResMut<Throwing>) {
    match dials.get(change.source) {
        Ok(Turns::Frequency) => throwing.0.angular_frequency = change.value,
        Ok(Turns::Damping) => throwing.0.damping_ratio = change.value,
        Err(_) => {}
    }
}

/// Throws the panel: the edge that it is heading for catches it.
fn let_go(
    end: On<Pointer<DragEnd>>,
    throwing: Res<Throwing>,
    screen: Res<Screen>,
    mut panel: Single<(&UiTransform, &Velocity<NodeTranslation>, &mut Target<NodeTranslation>), With<SpringPanel>>,
    mut commands: Commands,
) {
    commands.entity(end.entity).remove::<Grabbed<NodeTranslation>>();
    let (transform, velocity, target) = &mut *panel;
    target.value = throw::nearest(&Table::on(&screen).docks, throw::heading(transform, velocity, &throwing)).1;
}

/// When the screen changes, sends the panel to the edge that is nearest now.
pub(crate) fn lay_out(screen: Res<Screen>, mut target: Single<&mut Target<NodeTranslation>, With<SpringPanel>>) {
    let (_, dock) = throw::nearest(&Table::on(&screen).docks, target.value);
    target.set_if_neq(Target::of(dock));
}

/// Applies the dials to every spring here, even in flight: neither place nor velocity jumps.
pub(crate) fn apply(
    throwing: Res<Throwing>,
    mut springs: Query<&mut Spring<NodeTranslation>>,
    dials: Query<(Entity, &Turns, &SliderValue)>,
    mut plot: Single<&mut Plot>,
    mut commands: Commands,
) {
    if !throwing.is_changed() {
        return;
    }
    for mut spring in &mut springs {
        *spring = throwing.0;
    }
    for (dial, turns, shown) in &dials {
        let value = match turns {
            Turns::Frequency => throwing.0.angular_frequency,
            Turns::Damping => throwing.0.damping_ratio,
        };
        if shown.0 != value {
            commands.entity(dial).insert(SliderValue(value));
        }
    }
    let x = Axis { start: 0.0, end: SECONDS, unit: "s" };
    let y = Axis { start: -0.1, end: 1.9, unit: "" };
    let mut lines = vec![Line { color: BODY.with_alpha(0.2), points: vec![Vec2::Y, Vec2::new(SECONDS, 1.0)] }];
    let (omega, zeta) = (throwing.0.angular_frequency.into(), throwing.0.damping_ratio.into());
    if let Ok(spring) = math::Spring::new(omega, zeta) {
        lines.push(Line { color: HEADING, points: sampled(x, |time| spring.value(time)) });
    }
    **plot = Plot { x, y, lines, ..default() };
}
