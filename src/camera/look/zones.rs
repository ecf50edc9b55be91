//! Turns the zones of a picture into limits of the aim.

use core::f64::consts::FRAC_PI_2;

use super::viewers::Perspective;
use crate::{
    camera::{AimPitch, AimYaw, LookAt},
    law::{Limits, SoftBounds},
    math::camera::{Bearing, Edge, Lens, Polar},
    property::Property,
    space::Space,
};

/// The largest share of the picture; larger shares are clamped to it. At this share, an edge is within a ten-thousandth of a degree of a
/// quarter turn from the target, so larger shares would make no difference.
const MAX_SHARE: f64 = 1e6;
/// The largest pitch of a camera, up or down. Unit: rad.
const MAX_PITCH: f64 = 1.55;

/// How far a point is to the side of a camera at most, if it is so steeply above or below that no yaw shows it where it is wanted. Less than
/// a quarter turn by more than the rounding of an aim of a thousand turns: otherwise, rounding would decide whether the point is in front of
/// the camera. Nothing is compared with it, so it is no tolerance. Unit: rad.
const MAX_ASIDE: f64 = FRAC_PI_2 - 1e-3;

/// When a camera starts, its target is within this fraction of the hard zone's extents.
const START_INSIDE: f64 = 0.999;

/// The view of a camera that looks along `aim`, from which the edges of zones are computed.
pub(crate) struct View<'a> {
    pub(crate) lens: Option<Lens>,
    pub(crate) aim: &'a Polar,
    pub(crate) bearing: Bearing,
}

impl View<'_> {
    pub(crate) fn yaw(&self, share: f64) -> Edge {
        let Some(lens) = &self.lens else { return Edge { angle: self.bearing.yaw, rate: self.bearing.yaw_rate } };
        Edge::of_yaw(share, lens, self.aim, &Polar::default(), &self.bearing).unwrap_or_else(|| Edge {
            angle: self.bearing.yaw + if share == 0.0 { 0.0 } else { libm::copysign(MAX_ASIDE, share) },
            rate: self.bearing.yaw_rate,
        })
    }

    pub(crate) fn pitch(&self, share: f64) -> Edge {
        let edge = self.lens.and_then(|lens| Edge::of_pitch(share, &lens, self.aim, &Polar::default(), &self.bearing));
        let edge = edge.unwrap_or_else(|| {
            // A point behind the camera has the edges that it will have in front of it.
            let away = self.lens.map_or(0.0, |lens| libm::atan(2.0 * share * lens.height()));
            Edge { angle: self.bearing.pitch + away, rate: self.bearing.pitch_rate }
        });
        let angle = edge.angle.clamp(-MAX_PITCH, MAX_PITCH);
        Edge { angle, rate: if angle == edge.angle { edge.rate } else { 0.0 } }
    }
}

/// The angle between two edges that is nearest to `angle`, and the share of the edge there, if that is not `angle` itself. Each edge is
/// given by its share and its angle.
fn nearest(angle: f64, [(lower_share, lower), (upper_share, upper)]: [(f64, f64); 2]) -> (f64, Option<f64>) {
    if angle < lower {
        (lower, Some(lower_share))
    } else if angle > upper {
        (upper, Some(upper_share))
    } else {
        (angle, None)
    }
}

/// The lens of a perspective. Returns `None` without a perspective, or if its values are invalid, because shares then have no meaning.
pub(crate) fn lens_of(perspective: Option<Perspective>) -> Option<Lens> {
    let Perspective { field_of_view, aspect } = perspective?;
    let lens = Lens { field_of_view: field_of_view.into(), aspect: aspect.into(), rate: 0.0 };
    let is_valid = lens.field_of_view > 0.0
        && lens.field_of_view < core::f64::consts::PI
        && lens.aspect > 0.0
        && lens.aspect.is_finite();
    is_valid.then_some(lens)
}

/// A share in f64, clamped to ±[`MAX_SHARE`].
pub(crate) fn clamp_share(share: f32) -> f64 {
    f64::from(share).clamp(-MAX_SHARE, MAX_SHARE)
}

/// The edges of a zone as limits of an angle, and the rates at which they move.
#[derive(Clone, Debug)]
pub(crate) struct Zone<P: Property> {
    pub(crate) limits: Limits<P>,
    /// The rates of the edges, in the order of the limits' bounds. Unit: rad/s.
    pub(crate) rates: [f64; 4],
}

impl<P: Property> Zone<P> {
    /// The limits, but with the edges of `now` if none of them differs by more than the rounding of an angle. Each edge depends on both
    /// angles, so rounding could otherwise move the edges back and forth forever.
    pub(crate) fn without_rounding(&self, now: &Limits<P>) -> Limits<P> {
        let edges = |limits: &Limits<P>| limits.bounds().map(|[edge, ..]| edge);
        let is_rounding = |(to, now): (Option<f32>, Option<f32>)| match (to, now) {
            (Some(to), Some(now)) => (to - now).abs() <= f32::EPSILON * to.abs().max(1.0),
            _ => to == now,
        };
        if edges(&self.limits).into_iter().zip(edges(now)).all(is_rounding) {
            let [lower, soft_lower, soft_upper, upper] = now.bounds();
            let soft = |soft| SoftBounds { lower: soft_lower, upper: soft_upper, ..soft };
            Limits { lower, upper, soft: self.limits.soft.map(soft), ..self.limits }
        } else {
            self.limits
        }
    }
}

impl LookAt {
    /// Clamps the aim with which a camera starts, so that the target is inside the hard zone.
    pub(crate) fn clamp_to_hard_zone(&self, view: &View, aim: Polar) -> Polar {
        let Self { screen_position: at, hard_zone: hard, .. } = self;
        let edge = |at: f32, away: f32| clamp_share(at) + START_INSIDE * clamp_share(away);
        let yaw = aim.yaw.min(view.yaw(edge(at.x, hard.right)).angle).max(view.yaw(-edge(-at.x, hard.left)).angle);
        let pitch =
            aim.pitch.min(view.pitch(edge(at.y, hard.top)).angle).max(view.pitch(-edge(-at.y, hard.bottom)).angle);
        Polar { yaw, pitch, ..aim }
    }

    /// The aim at which the spring brings the camera to rest: the nearest one at which the point is in the dead zone.
    ///
    /// The edges of the dead zone are computed from it, because each depends on both angles. Computed from the present aim, the edge of one
    /// angle would move while the other angle turns. Near straight up and down, the two angles would then drive each other forever.
    pub(crate) fn settled(&self, view: &View) -> Polar {
        let (View { lens: Some(lens), .. }, now) = (view, *view.aim) else { return *view.aim };
        let from = |aim| View { aim, ..*view };
        let [across, upright] = self.edges().map(|[_, lower, upper, _]| [lower, upper]);
        let yaw_for = |aim| nearest(now.yaw, across.map(|share| (share, from(aim).yaw(share).angle)));
        let pitch_for = |aim| nearest(now.pitch, upright.map(|share| (share, from(aim).pitch(share).angle)));
        let (yaw, right) = yaw_for(&now);
        let turned = Polar { yaw, ..now };
        let (_, Some(up)) = pitch_for(&turned) else { return turned };
        let pitched = Polar { pitch: pitch_for(&now).0, ..now };
        let (_, Some(beside)) = yaw_for(&pitched) else { return pitched };
        // The point comes to a corner of the zone.
        let right = right.unwrap_or(beside);
        let corner = lens.aim([right, up], &view.bearing);
        let corner = Polar { pitch: corner.pitch.clamp(-MAX_PITCH, MAX_PITCH), ..corner };
        Polar { yaw: from(&corner).yaw(right).angle, ..corner }
    }

    /// The edges of both zones as shares, from left to right and from the bottom to the top.
    fn edges(&self) -> [[f64; 4]; 2] {
        let Self { screen_position: at, dead_zone: dead, hard_zone: hard, .. } = self;
        let edges = |at, dead: [f32; 2], hard: [f32; 2]| {
            let away = [
                -clamp_share(hard[0]),
                -clamp_share(dead[0].min(hard[0])),
                clamp_share(dead[1].min(hard[1])),
                clamp_share(hard[1]),
            ];
            away.map(|away| clamp_share(at) + away)
        };
        [
            edges(at.x, [dead.left, dead.right], [hard.left, hard.right]),
            edges(at.y, [dead.bottom, dead.top], [hard.bottom, hard.top]),
        ]
    }

    /// The zones that hold the aim at `facing`.
    pub(crate) fn fixed_zones(&self, facing: &Polar) -> (Zone<AimYaw>, Zone<AimPitch>) {
        let still = |angle| [Edge { angle, rate: 0.0 }; 4];
        (self.zone(still(facing.yaw), true), self.zone(still(facing.pitch), true))
    }

    pub(crate) fn yaw_limits(&self, soft: &View, hard: &View) -> Zone<AimYaw> {
        let [[left, dead_left, dead_right, right], _] = self.edges();
        let edges = [hard.yaw(left), soft.yaw(dead_left), soft.yaw(dead_right), hard.yaw(right)];
        self.zone(edges, [self.hard_zone.left, self.hard_zone.right] == [f32::INFINITY; 2])
    }

    pub(crate) fn pitch_limits(&self, soft: &View, hard: &View) -> Zone<AimPitch> {
        let [_, [bottom, dead_bottom, dead_top, top]] = self.edges();
        let edges = [hard.pitch(bottom), soft.pitch(dead_bottom), soft.pitch(dead_top), hard.pitch(top)];
        self.zone(edges, [self.hard_zone.bottom, self.hard_zone.top] == [f32::INFINITY; 2])
    }

    fn zone<P: Property>(&self, edges: [Edge; 4], is_open: bool) -> Zone<P> {
        let [lower, soft_lower, soft_upper, upper] = edges.map(|edge| edge.angle);
        let bound = |edge: f64| [Some(f32::narrow(edge)), None, None, None];
        let open = [None; 4];
        let soft = SoftBounds {
            lower: bound(soft_lower),
            upper: bound(soft_upper.max(soft_lower)),
            angular_frequency: self.angular_frequency,
            damping_ratio: self.damping_ratio,
            feed_forward: self.feed_forward,
            damps_inside: true,
        };
        let limits = Limits {
            lower: if is_open { open } else { bound(lower) },
            upper: if is_open { open } else { bound(upper.max(lower)) },
            soft: Some(soft),
            allows_outside: true,
            tracked: true,
            ..Default::default()
        };
        let rates = edges.map(|edge| if edge.rate.is_finite() { edge.rate } else { 0.0 });
        Zone { limits, rates }
    }
}
