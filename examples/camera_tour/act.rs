//! The events of each station, at set times: input, changes of shot, kicks, teleports, handovers.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;
use bevy_exact_motion::{camera::GroupWeight, prelude::*};

use super::lantern::{Attached, hand_over};
use super::place::{Bearer, GATES, Guest, Runs, Traveller, WALLS};
use super::shots::{Ours, Shots};
use super::station::{Station, Tour};
use harness::boom::cast;

/// The times of a station's events within a period, and the period. The events repeat after each period. Unit: s.
type Beats = (&'static [f64], f64);
const TURNS: Beats = (&[0.5], 1.5);
const GUESTS: Beats = (&[1.5], 3.0);
const KICKS: Beats = (&[0.5], 1.5);
const SWITCHES: Beats = (&[1.5, 2.0, 2.4, 4.0], 5.5);
const TELEPORTS: Beats = (&[0.5], 2.0);
const HANDOVERS: Beats = (&[0.5, 2.5, 3.2], 5.5);
const ZOOMS: Beats = (&[1.5], 3.0);
const NONE: Beats = (&[], 1.0);
/// The turn rate of the boom that sweeps past the walls. Unit: rad/s.
const SWEEP: f32 = 0.8;
/// The turn rate of the crane, the shot from high above the runner. Unit: rad/s.
const CRANE: f32 = 0.5;
/// By how much the shot of the level zooms out and in. Unit: 1, as [`OrbitInput::zoom`].
const ZOOM: f32 = 0.37;
/// The peak of a kick, as a rotation vector: it turns the camera upwards (x) and around the line of sight (z). Unit: rad.
pub(crate) const KICK: Vec3 = Vec3::new(0.042, 0.0, 0.031);

/// Returns the number of events up to `time` (s).
fn beats_until(time: f64, (beats, period): Beats) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and small")]
    let rounds = (time / period).floor().max(0.0) as usize;
    let rest = time - period * (time / period).floor();
    rounds * beats.len() + beats.iter().filter(|beat| **beat <= rest).count()
}

/// Triggers the events that are due. Runs once a tick.
pub(crate) fn act(
    time: Res<Time>,
    shots: Res<Shots>,
    mut tour: ResMut<Tour>,
    mut inputs: Query<&mut OrbitInput>,
    mut guest: Single<&mut Target<GroupWeight>, With<Guest>>,
    mut ours: Single<(Entity, &mut ActiveShot), With<Ours>>,
    mut traveller: Single<(&mut Runs, &mut Transform), With<Traveller>>,
    mut lantern: Single<&mut Attach, With<Attached>>,
    bearers: Query<(Entity, &Bearer)>,
    mut commands: Commands,
) {
    let beats = match tour.station {
        Station::Orbit => TURNS,
        Station::Group => GUESTS,
        Station::Shake => KICKS,
        Station::Blend => SWITCHES,
        Station::Cut => TELEPORTS,
        Station::Attach => HANDOVERS,
        Station::Confiner => ZOOMS,
        Station::Walls | Station::LookAt | Station::Rail => NONE,
    };
    let mut turn = |shot: Entity, rate: f32| {
        if let Ok(mut input) = inputs.get_mut(shot) {
            input.turn_rate.x = rate;
        }
    };
    turn(shots.crane, CRANE);
    turn(shots.sweeper, if tour.station == Station::Walls { SWEEP } else { 0.0 });
    let past = beats_until(time.elapsed_secs_f64() - tour.began, beats);
    if past <= tour.beats {
        return;
    }
    tour.beats = past;
    match tour.station {
        Station::Orbit => {
            if let Ok(mut input) = inputs.get_mut(shots.follower) {
                input.turn.x += FRAC_PI_2;
            }
        }
        Station::Group => guest.value = 1.0 - guest.value,
        Station::Blend => {
            let shows = &mut ours.1;
            shows.shot = if shows.shot == shots.crane { shots.follower } else { shots.crane };
        }
        Station::Shake => commands.trigger(ShakeKick::new(ours.0, KICK)),
        Station::Cut => {
            let (runs, transform) = &mut *traveller;
            let way = if transform.translation.x < GATES[0].midpoint(GATES[1]).x { 1.0 } else { -1.0 };
            let way = way * (GATES[1] - GATES[0]);
            runs.shift(way);
            transform.translation += way;
            commands.trigger(Cut::new(shots.companion));
        }
        Station::Attach => hand_over(&mut lantern, &bearers),
        Station::Confiner => {
            if let Ok(mut input) = inputs.get_mut(shots.overseer) {
                input.zoom += if past % 2 == 1 { ZOOM } else { -ZOOM };
            }
        }
        Station::Walls | Station::LookAt | Station::Rail => {}
    }
}

/// The angle between neighbouring whiskers, the rays on both sides of the boom. Unit: rad.
const SPACING: f32 = 0.02;
/// The number of whiskers on each side of the boom.
const WHISKERS: i8 = 40;
/// The largest change of the boom's length per angle that it turns. Unit: m/rad.
const SLOPE: f32 = 7.0;

/// Finds the wall that the boom hits. Whiskers detect a column before the boom reaches it, so that the boom shortens gradually.
pub(crate) fn avoid_walls(mut boom: Single<&mut Obstruction>) {
    let casts = (-WHISKERS..=WHISKERS).map(|number| {
        let angle = SPACING * f32::from(number);
        let direction = Quat::from_rotation_y(angle) * boom.ray.direction;
        (angle, cast(Ray3d { direction, ..boom.ray }, boom.reach, WALLS))
    });
    let casts: Vec<_> = casts.collect();
    boom.hit = BoomHit::whiskers(&casts, SLOPE);
}
