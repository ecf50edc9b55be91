//! What happens at each station, at set times: input, changes of shot, kicks, teleports.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;
use bevy_exact_motion::{camera::GroupWeight, prelude::*};

use super::lantern::{Attached, hand_over};
use super::place::{Bearer, GATES, Guest, Runs, Traveller, WALLS};
use super::shots::{Ours, Shots};
use super::station::{Station, Tour};
use harness::boom::cast;

/// The times of a station's events, and the period after which they repeat. Unit: s.
type Beats = (&'static [f64], f64);
const TURNS: Beats = (&[0.5], 1.5);
const GUESTS: Beats = (&[1.5], 3.0);
const KICKS: Beats = (&[0.5], 1.5);
const SWITCHES: Beats = (&[1.5, 2.0, 2.4, 4.0], 5.5);
const TELEPORTS: Beats = (&[0.5], 2.0);
const HANDOVERS: Beats = (&[0.5, 2.5, 3.2], 5.5);
const NONE: Beats = (&[], 1.0);
/// The turn rates of two booms. Unit: rad/s.
const SWEEP: f32 = 0.8;
const CRANE: f32 = 0.5;
/// The angles by which a kick turns the camera: upwards, and around the line of sight. Unit: rad.
pub(crate) const KICK: Vec3 = Vec3::new(0.042, 0.0, 0.031);

/// The number of events until `time`. Unit: s.
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
    mut hands: Query<&mut OrbitInput>,
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
        Station::Walls | Station::LookAt => NONE,
    };
    let mut turn = |shot: Entity, rate: f32| {
        if let Ok(mut hands) = hands.get_mut(shot) {
            hands.turn_rate.x = rate;
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
            if let Ok(mut hands) = hands.get_mut(shots.follower) {
                hands.turn.x += FRAC_PI_2;
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
        Station::Walls | Station::LookAt => {}
    }
}

/// The whiskers: the angle between neighbours, the number on each side of the boom, and the most by which they shorten the boom per angle
/// that it turns. Unit: rad, 1, m/rad.
const SPACING: f32 = 0.02;
const FEELERS: i8 = 40;
const SLOPE: f32 = 7.0;

/// Writes the wall that the boom meets. Whiskers detect a column before the boom reaches it, so that the boom shortens gradually.
pub(crate) fn sense(mut boom: Single<&mut Obstruction>) {
    let casts = (-FEELERS..=FEELERS).map(|number| {
        let angle = SPACING * f32::from(number);
        let direction = Quat::from_rotation_y(angle) * boom.ray.direction;
        (angle, cast(Ray3d { direction, ..boom.ray }, boom.reach, WALLS))
    });
    let casts: Vec<_> = casts.collect();
    boom.hit = BoomHit::whiskers(&casts, SLOPE);
}
