//! The readouts. They show the largest change of velocity from one frame to the next, of both cameras or of both lanterns, and further
//! measurements at some stations.

use bevy::prelude::*;
use bevy_exact_motion::camera::Pose;

use super::field::LEVEL;
use super::lantern::{Attached, Reparented};
use super::place::{HEAD, Runner, Traveller};
use super::screen::Numbers;
use super::shots::{Ours, Shots};
use super::station::{Station, Tour};
use super::usual::Usual;
use harness::Summary;

/// The time after entering a station in which nothing is measured, because the camera is still blending to the station's shot. Unit: s.
const ARRIVAL: f64 = 2.0;

/// The measurements of one picture.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gauge {
    /// The transform, the velocity and the angular velocity of the camera or lantern in the last frame.
    last: Option<(Transform, Vec3, Vec3)>,
    /// The largest change of velocity from one frame to the next. In smooth motion it is small: the acceleration times the length of a
    /// frame. Unit: m/s.
    pub(crate) velocity_change: f32,
    /// The largest change of angular velocity from one frame to the next. Unit: rad/s.
    pub(crate) turning_change: f32,
    /// The smallest distance from the camera to the runner's head. Unit: m.
    pub(crate) nearest: Option<f32>,
    /// The largest distance from the middle of the picture to the runner's head, as a fraction of the picture's width or height. 0.5 is the
    /// edge.
    pub(crate) furthest: f32,
    /// The largest distance from the camera to the traveller's head. Unit: m.
    pub(crate) away: f32,
    /// The largest angle by which a shake turned the camera. Unit: rad.
    pub(crate) most_shaken: f32,
    /// How far the picture showed the lawn beyond the edges of the level, at most. Unit: m.
    pub(crate) beyond: f32,
}

/// The measurements of both pictures since the station was entered.
#[derive(Resource, Default)]
pub(crate) struct Gauges {
    pub(crate) ours: Gauge,
    pub(crate) usual: Gauge,
}

impl Gauge {
    /// Records a frame. `drawn` is the transform of the camera or the lantern. The frame counts for the maxima only if `counts` is true.
    fn take(&mut self, drawn: Transform, seconds: f32, counts: bool) {
        let Some((before, velocity, turning)) = self.last else {
            self.last = Some((drawn, Vec3::ZERO, Vec3::ZERO));
            return;
        };
        let now = (drawn.translation - before.translation) / seconds;
        // Two quaternions describe this rotation. Take the one with the smaller angle.
        let turn = drawn.rotation * before.rotation.inverse();
        let turned = if turn.w < 0.0 { -turn } else { turn }.to_scaled_axis() / seconds;
        self.last = Some((drawn, now, turned));
        if counts {
            self.velocity_change = self.velocity_change.max(now.distance(velocity));
            self.turning_change = self.turning_change.max(turned.distance(turning));
        }
    }

    /// Returns a point's position in the picture, relative to the middle, y up, as fractions of the picture's width and height. Returns
    /// `None` if the point is behind the camera.
    fn share(drawn: &Transform, lens: &Projection, point: Vec3) -> Option<Vec2> {
        let Projection::Perspective(lens) = lens else { return None };
        let seen = drawn.rotation.inverse() * (point - drawn.translation);
        let half = bevy::math::ops::tan(0.5 * lens.fov);
        (seen.z < 0.0).then(|| Vec2::new(seen.x / lens.aspect_ratio, seen.y) / (-2.0 * seen.z * half))
    }

    /// Returns how far a picture shows the lawn beyond the edges of the level. Unit: m. Range: ≥ 0. Infinite for a picture of the horizon.
    fn beyond(drawn: &Transform, lens: &Projection) -> f32 {
        let Projection::Perspective(lens) = lens else { return 0.0 };
        let half = bevy::math::ops::tan(0.5 * lens.fov);
        let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)];
        let beyond = corners.map(|(x, y)| {
            let ray = drawn.rotation * Vec3::new(x * half * lens.aspect_ratio, y * half, -1.0);
            if ray.y >= 0.0 {
                return f32::INFINITY;
            }
            let seen = drawn.translation - ray * (drawn.translation.y / ray.y);
            let off = (seen.xz() - LEVEL.center()).abs() - LEVEL.half_size();
            off.max_element()
        });
        beyond.into_iter().fold(0.0, f32::max)
    }

    /// Returns the text of the readout at a station. A dash means that the value is not measured yet.
    fn lines(&self, station: Station) -> String {
        let measured = self.nearest.is_some();
        let number = |value: f32| if measured { format!("{value:6.2}") } else { format!("{:>6}", "-") };
        let change = match station {
            // A cut is meant to jump, so its change of velocity is not shown.
            Station::Cut => return format!("furthest away  {} m", number(self.away)),
            Station::LookAt | Station::Shake => format!("{} rad/s a frame", number(self.turning_change)),
            _ => format!("{} m/s a frame", number(self.velocity_change)),
        };
        let more = match station {
            Station::Orbit => format!("\nnearest        {} m", number(self.nearest.unwrap_or_default())),
            Station::LookAt => format!("\noff the middle {} (edge: 0.5)", number(self.furthest)),
            Station::Shake => format!("\npeak           {} deg", number(self.most_shaken.to_degrees())),
            Station::Confiner => format!("\nbeyond an edge {} m", number(self.beyond)),
            _ => String::new(),
        };
        format!("largest change {change}{more}")
    }
}

/// Measures both pictures. Runs at the end of each frame, after transforms are propagated.
pub(crate) fn measure(
    time: Res<Time<Virtual>>,
    tour: Res<Tour>,
    shots: Res<Shots>,
    poses: Query<&Pose>,
    runner: Single<&Transform, With<Runner>>,
    traveller: Single<&Transform, With<Traveller>>,
    ours: Single<(&GlobalTransform, &Projection), With<Ours>>,
    usual: Single<(&GlobalTransform, &Projection), With<Usual>>,
    attached: Single<&GlobalTransform, With<Attached>>,
    reparented: Single<&GlobalTransform, With<Reparented>>,
    mut gauges: ResMut<Gauges>,
) {
    let seconds = time.delta_secs();
    if seconds <= 0.0 {
        return;
    }
    let counts = time.elapsed_secs_f64() - tour.began > ARRIVAL;
    let head = runner.translation + HEAD;
    let calm = poses.get(shots.follower).map(|pose| pose.rotation);
    let gauges = &mut *gauges;
    for (gauge, (drawn, lens), lantern) in
        [(&mut gauges.ours, *ours, *attached), (&mut gauges.usual, *usual, *reparented)]
    {
        let drawn = &drawn.compute_transform();
        let moves = if tour.station == Station::Attach { lantern.compute_transform() } else { *drawn };
        gauge.take(moves, seconds, counts);
        if !counts {
            continue;
        }
        let distance = drawn.translation.distance(head);
        gauge.nearest = Some(gauge.nearest.map_or(distance, |nearest| nearest.min(distance)));
        gauge.away = gauge.away.max(drawn.translation.distance(traveller.translation + HEAD));
        // A point behind the camera counts as outside the picture.
        let share = Gauge::share(drawn, lens, head).map_or(1.0, |share| share.abs().max_element());
        gauge.furthest = gauge.furthest.max(share.min(1.0));
        gauge.beyond = gauge.beyond.max(Gauge::beyond(drawn, lens));
        if let Ok(calm) = calm {
            gauge.most_shaken = gauge.most_shaken.max(drawn.rotation.angle_between(calm));
        }
    }
}

/// Updates the readouts. Runs once a frame.
pub(crate) fn show(
    tour: Res<Tour>,
    gauges: Res<Gauges>,
    usual: Single<&Usual>,
    mut numbers: Query<(&Numbers, &mut Text)>,
) {
    for (numbers, mut text) in &mut numbers {
        let wanted = match numbers {
            Numbers::Ours => format!("this crate\n{}", gauges.ours.lines(tour.station)),
            Numbers::Usual => {
                let name = tour.station.usual_name();
                format!("{name}, {:.0} fps\n{}", usual.rate(), gauges.usual.lines(tour.station))
            }
        };
        if text.0 != wanted {
            text.0 = wanted;
        }
    }
}

/// Adds the scene's lines to the summary, at the end of a windowless run.
pub(crate) fn summarize(tour: Res<Tour>, gauges: Res<Gauges>, mut summary: ResMut<Summary>) {
    let line = |gauge: &Gauge| gauge.lines(tour.station).replace('\n', ", ");
    summary.0.extend([
        format!("at station {}", tour.station.name()),
        format!("this crate: {}", line(&gauges.ours)),
        format!("{}: {}", tour.station.usual_name(), line(&gauges.usual)),
    ]);
}
