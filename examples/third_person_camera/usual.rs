//! The usual method, for comparison: a camera that covers a fraction of the remaining distance in each of its frames, `lerp(a, b, k·dt)`.
//!
//! `k` is chosen so that at high frame rates the lag is the same as the spring's. At low frame rates the lag differs, and the camera
//! stutters.

use bevy::camera::Viewport;
use bevy::pbr::DistanceFog;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::player::Player;
use super::readout::Tuning;
use super::rig::{FOLLOWER_FOV, HEAD, View, boom_end_at};
use harness::layout::Screen;
use harness::style::{self, MARGIN};

/// The selectable frame rates of the `lerp` camera. Unit: frames per second.
const RATES: [f32; 5] = [10.0, 20.0, 30.0, 60.0, 144.0];
/// The width and the height of the inset, as a fraction of the screen's width and height.
const SHARE: f32 = 0.34;
/// The width of the inset's border. Unit: px.
const FRAME: f32 = 2.0;

/// The state of the `lerp` camera. It is updated even while the camera is hidden.
#[derive(Resource)]
pub(crate) struct Usual {
    /// The point that the camera looks at. Unit: m.
    pivot: Vec3,
    /// The index of the camera's frame rate in [`RATES`].
    rate: usize,
    /// The time of the camera's next frame. Unit: s.
    due: f64,
}

impl Default for Usual {
    fn default() -> Self {
        Self { pivot: Vec3::NAN, rate: 1, due: 0.0 }
    }
}

impl Usual {
    /// Returns the camera's frame rate. Unit: frames per second.
    fn rate(&self) -> f32 {
        RATES[self.rate]
    }

    /// Returns the distance from the pivot to its target, just above the player's head. Unit: m.
    fn lag(&self, player: &Transform) -> f32 {
        self.pivot.distance(player.translation + HEAD)
    }
}

/// Marks the camera that draws the inset, and the node with the inset's border.
#[derive(Component)]
pub(crate) struct Inset;

/// Marks the text below the inset.
#[derive(Component)]
pub(crate) struct Caption;

/// Shows or hides the inset when L is pressed, and changes the camera's frame rate when `,` or `.` is pressed.
pub(crate) fn listen(
    keys: Res<ButtonInput<KeyCode>>,
    shown: Query<Entity, With<Inset>>,
    main: Single<(&Projection, &DistanceFog), With<View>>,
    mut usual: ResMut<Usual>,
    mut commands: Commands,
) {
    if keys.just_pressed(KeyCode::Period) {
        usual.rate = (usual.rate + 1).min(RATES.len() - 1);
    }
    if keys.just_pressed(KeyCode::Comma) {
        usual.rate = usual.rate.saturating_sub(1);
    }
    if !keys.just_pressed(KeyCode::KeyL) {
        return;
    }
    if shown.is_empty() {
        let (projection, fog) = *main;
        let mut projection = projection.clone();
        if let Projection::Perspective(lens) = &mut projection {
            lens.fov = FOLLOWER_FOV;
        }
        commands.spawn((
            Inset,
            (Camera3d::default(), Camera { order: 1, ..default() }),
            (projection, fog.clone(), Transform::default()),
        ));
        let edge = px(MARGIN - FRAME);
        let frame = Node {
            position_type: PositionType::Absolute,
            box_sizing: BoxSizing::ContentBox,
            right: edge,
            top: edge,
            width: percent(100.0 * SHARE),
            height: percent(100.0 * SHARE),
            border: px(FRAME).all(),
            ..default()
        };
        let below = Node {
            position_type: PositionType::Absolute,
            top: percent(100),
            right: px(0),
            margin: px(0.5 * MARGIN).top(),
            ..default()
        };
        commands
            .spawn((Inset, frame, BorderColor::all(style::WARNING)))
            .with_child((style::panel(below), children![(Caption, style::Shrinks, style::text("", style::WARNING))]));
    } else {
        for entity in &shown {
            commands.entity(entity).despawn();
        }
    }
}

/// Moves the camera at its own frame rate, even while it is hidden.
pub(crate) fn step(
    time: Res<Time>,
    tuning: Res<Tuning>,
    player: Single<&Transform, With<Player>>,
    mut usual: ResMut<Usual>,
) {
    let head = player.translation + HEAD;
    if !usual.pivot.is_finite() {
        usual.pivot = head;
    }
    let k = tuning.angular_frequency / (2.0 * tuning.damping_ratio);
    while usual.due <= time.elapsed_secs_f64() {
        usual.due += f64::from(1.0 / usual.rate());
        // Without `min`, the camera would overshoot if the factor were more than 1, and diverge if the factor were more than 2.
        usual.pivot = usual.pivot.lerp(head, (k / usual.rate()).min(1.0));
    }
}

/// Places the `lerp` camera on the same boom as this crate's camera but on its own pivot, and the inset in the upper right corner.
pub(crate) fn show(
    usual: Res<Usual>,
    scale: Res<UiScale>,
    screen: Res<Screen>,
    player: Single<&Transform, (With<Player>, Without<Inset>)>,
    orbit: Single<&Orbit>,
    inset: Single<(&mut Camera, &mut Transform), With<Inset>>,
    mut caption: Single<&mut Text, With<Caption>>,
) {
    let (mut camera, mut transform) = inset.into_inner();
    *transform = Transform::from_translation(boom_end_at(usual.pivot, &orbit)).looking_at(usual.pivot, Vec3::Y);
    if let Some(whole) = camera.physical_target_size() {
        let whole = whole.as_vec2();
        let size = SHARE * whole;
        let margin = MARGIN * scale.0 * camera.target_scaling_factor().unwrap_or(1.0);
        let corner = Vec2::new(whole.x - size.x - margin, margin);
        camera.viewport =
            Some(Viewport { physical_position: corner.as_uvec2(), physical_size: size.as_uvec2(), ..default() });
    }
    // On a small screen the caption has two lines.
    let space = if screen.has_pages() { "\n" } else { " " };
    caption.0 = format!("lerp(a, b, k dt) at {:.0} frames/s:{space}lag {:.2} m", usual.rate(), usual.lag(&player));
}
