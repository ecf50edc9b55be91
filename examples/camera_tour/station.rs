//! The stations of the tour.

use bevy::prelude::*;
use bevy_exact_motion::{camera::Confiner, prelude::*};

use super::field::confiner;
use super::gauge::Gauges;
use super::shots::{Ours, Shots};
use super::usual::Usual;

/// A station of the tour, which shows one camera feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Station {
    #[default]
    Orbit,
    Walls,
    LookAt,
    Group,
    Blend,
    Shake,
    Cut,
    Attach,
    Rail,
    Confiner,
}

impl Station {
    pub(crate) const ALL: [Self; 10] = [
        Self::Orbit,
        Self::Walls,
        Self::LookAt,
        Self::Group,
        Self::Blend,
        Self::Shake,
        Self::Cut,
        Self::Attach,
        Self::Rail,
        Self::Confiner,
    ];

    /// Returns the text on the station's button.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Orbit => "1 orbit",
            Self::Walls => "2 walls",
            Self::LookAt => "3 look at",
            Self::Group => "4 group",
            Self::Blend => "5 blend",
            Self::Shake => "6 shake",
            Self::Cut => "7 cut",
            Self::Attach => "8 attach",
            Self::Rail => "9 rail",
            Self::Confiner => "0 confine",
        }
    }

    /// Returns the on-screen explanation of the station.
    pub(crate) const fn remark(self) -> &'static str {
        match self {
            Self::Orbit => {
                "Quarter turns around a runner. Springs on angles keep the distance; a lerp of the position cuts the corner."
            }
            Self::Walls => {
                "A boom sweeps past walls and columns. Whiskers and a spring shorten it in time; the usual boom jumps."
            }
            Self::LookAt => {
                "A camera turns on a tripod. It keeps the runner within the outer frame; a slerp loses sight of the runner."
            }
            Self::Group => {
                "One of three joins or leaves every 3 seconds. Weights on springs move smoothly; a bounding box jolts."
            }
            Self::Blend => {
                "From shot to shot, and back before arriving. The velocity does not jump; a snapshot blend starts at rest."
            }
            Self::Shake => {
                "A kick of 3 degrees every 1.5 seconds. Its peak is exact; the usual noise depends on the frame rate."
            }
            Self::Cut => {
                "A runner is teleported every 2 seconds. A cut shows it in the same frame, at its steady lag; a lerp flies there."
            }
            Self::Attach => {
                "A lantern changes hands, and goes back before arriving. Its velocity does not jump; an eased child stops dead."
            }
            Self::Rail => {
                "A dolly accompanies the runner. It stays on its side of the hairpin; the nearest of all points jumps across."
            }
            Self::Confiner => {
                "The picture stays between the red edges at every zoom. A clamped position shows what is beyond them."
            }
        }
    }

    /// Returns the name of the usual code for the station's task.
    pub(crate) const fn usual_name(self) -> &'static str {
        match self {
            Self::Orbit | Self::Cut => "position lerp",
            Self::Walls => "snap to the hit",
            Self::LookAt => "rotation slerp",
            Self::Group => "box and lerp",
            Self::Blend => "snapshot and ease",
            Self::Shake => "noise per frame",
            Self::Attach => "reparent and ease",
            Self::Rail => "nearest and lerp",
            Self::Confiner => "clamp the position",
        }
    }

    const fn key(self) -> KeyCode {
        match self {
            Self::Orbit => KeyCode::Digit1,
            Self::Walls => KeyCode::Digit2,
            Self::LookAt => KeyCode::Digit3,
            Self::Group => KeyCode::Digit4,
            Self::Blend => KeyCode::Digit5,
            Self::Shake => KeyCode::Digit6,
            Self::Cut => KeyCode::Digit7,
            Self::Attach => KeyCode::Digit8,
            Self::Rail => KeyCode::Digit9,
            Self::Confiner => KeyCode::Digit0,
        }
    }

    fn neighbour(self, step: usize) -> Self {
        let index = Self::ALL.iter().position(|station| *station == self).unwrap_or_default();
        Self::ALL[(index + step) % Self::ALL.len()]
    }
}

/// The state of the tour.
#[derive(Resource, Default)]
pub(crate) struct Tour {
    /// The current station.
    pub(crate) station: Station,
    /// The station to enter in the next frame, if one was requested.
    pub(crate) next: Option<Station>,
    /// When the station was entered. Unit: s.
    pub(crate) began: f64,
    /// The number of this station's events so far.
    pub(crate) beats: usize,
}

/// Reads input. Runs in [`PreUpdate`], after Bevy's input systems.
pub(crate) fn listen(
    keys: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
    mut tour: ResMut<Tour>,
    mut usual: Single<&mut Usual>,
) {
    let any = |button| gamepads.iter().any(|gamepad| gamepad.just_pressed(button));
    if let Some(&station) = Station::ALL.iter().find(|station| keys.just_pressed(station.key())) {
        tour.next = Some(station);
    } else if keys.just_pressed(KeyCode::ArrowRight) || any(GamepadButton::RightTrigger) {
        tour.next = Some(tour.station.neighbour(1));
    } else if keys.just_pressed(KeyCode::ArrowLeft) || any(GamepadButton::LeftTrigger) {
        tour.next = Some(tour.station.neighbour(Station::ALL.len() - 1));
    }
    if keys.just_pressed(KeyCode::Period) {
        usual.faster();
    } else if keys.just_pressed(KeyCode::Comma) {
        usual.slower();
    }
}

/// Enters the requested station. A confined picture is cut to and from, because the camera would blend by views without edges: of the horizon.
pub(crate) fn enter(
    time: Res<Time>,
    shots: Res<Shots>,
    mut tour: ResMut<Tour>,
    mut ours: Single<(Entity, &mut ActiveShot, Has<Confiner>), With<Ours>>,
    mut inputs: Query<&mut OrbitInput>,
    mut gauges: ResMut<Gauges>,
    mut commands: Commands,
) {
    let Some(station) = tour.next.take() else { return };
    *tour = Tour { station, began: time.elapsed_secs_f64(), ..default() };
    let (camera, shows, was_confined) = &mut *ours;
    shows.shot = shots.of(station);
    let is_confined = station == Station::Confiner;
    if is_confined {
        commands.entity(*camera).insert(confiner());
    } else {
        commands.entity(*camera).remove::<Confiner>();
    }
    if is_confined || *was_confined {
        commands.trigger(Cut::new(*camera));
    }
    for mut input in &mut inputs {
        input.turn_rate = Vec2::ZERO;
    }
    *gauges = Gauges::default();
}
