//! The zones of a picture, made into limits of where a camera looks.

use core::f64::consts::FRAC_PI_2;

use super::viewers::Perspective;
use crate::{
    camera::{AimPitch, AimYaw, LookAt},
    law::Limits,
    math::camera::{Bearing, Edge, Lens, Polar},
    property::Property,
    space::Space,
};

/// A share of the picture that is as good as any beyond: a ten-thousandth of a degree from a quarter of a turn.
const FURTHEST: f64 = 1e6;
/// As far as a camera looks up or down. Unit: rad.
const STEEPEST: f64 = 1.55;

/// How near to the edges of its hard zone a camera begins at most.
const INSIDE: f64 = 0.999;

/// The edges of a zone, seen from a camera that looks along `aim`.
pub(crate) struct View<'a> {
    pub(crate) lens: Option<Lens>,
    pub(crate) aim: &'a Polar,
    pub(crate) seen: Bearing,
}

impl View<'_> {
    pub(crate) fn yaw(&self, share: f64) -> Edge {
        let Some(lens) = &self.lens else { return Edge { angle: self.seen.yaw, rate: self.seen.yaw_rate } };
        Edge::of_yaw(share, lens, self.aim, &Polar::default(), &self.seen).unwrap_or_else(|| Edge {
            angle: self.seen.yaw + if share == 0.0 { 0.0 } else { libm::copysign(FRAC_PI_2, share) },
            rate: self.seen.yaw_rate,
        })
    }

    pub(crate) fn pitch(&self, share: f64) -> Edge {
        let middle = Edge { angle: self.seen.pitch, rate: self.seen.pitch_rate };
        let edge = self.lens.and_then(|lens| Edge::of_pitch(share, &lens, self.aim, &Polar::default(), &self.seen));
        let edge = edge.unwrap_or(middle);
        let angle = edge.angle.clamp(-STEEPEST, STEEPEST);
        Edge { angle, rate: if angle == edge.angle { edge.rate } else { 0.0 } }
    }
}

/// A lens that sees so; none where shares have no meaning.
pub(crate) fn lens_of(perspective: Option<Perspective>) -> Option<Lens> {
    let Perspective { field_of_view, aspect } = perspective?;
    let lens = Lens { field_of_view: field_of_view.into(), aspect: aspect.into(), rate: 0.0 };
    let is_sound = lens.field_of_view > 0.0
        && lens.field_of_view < core::f64::consts::PI
        && lens.aspect > 0.0
        && lens.aspect.is_finite();
    is_sound.then_some(lens)
}

/// A share, no further than that is as good as any beyond.
pub(crate) fn share(share: f32) -> f64 {
    f64::from(share).clamp(-FURTHEST, FURTHEST)
}

/// The edges of a zone, and how fast they move.
#[derive(Clone, Debug)]
pub(crate) struct Zone<P: Property> {
    pub(crate) limits: Limits<P>,
    /// In the order of the limits' bounds. Unit: rad/s.
    pub(crate) rates: [f64; 4],
}

impl<P: Property> Zone<P> {
    /// The limits, with the edges of `now` if none differs by more than an angle's rounding: each edge depends on both angles, so rounding
    /// could move them back and forth for ever.
    pub(crate) fn settled(&self, now: &Limits<P>) -> Limits<P> {
        let edges = |limits: &Limits<P>| {
            [limits.lower, limits.soft_lower, limits.soft_upper, limits.upper].map(|[edge, ..]| edge)
        };
        let is_rounding = |(to, now): (Option<f32>, Option<f32>)| match (to, now) {
            (Some(to), Some(now)) => (to - now).abs() <= f32::EPSILON * to.abs().max(1.0),
            _ => to == now,
        };
        let Limits { lower, upper, soft_lower, soft_upper, .. } = *now;
        if edges(&self.limits).into_iter().zip(edges(now)).all(is_rounding) {
            Limits { lower, upper, soft_lower, soft_upper, ..self.limits }
        } else {
            self.limits
        }
    }
}

impl LookAt {
    /// Where a camera looks that is to begin with `aim`: inside its hard zone.
    pub(crate) fn kept(&self, view: &View, aim: Polar) -> Polar {
        let Self { at, hard, .. } = self;
        let edge = |at: f32, away: f32| share(at) + INSIDE * share(away);
        let yaw = aim.yaw.min(view.yaw(edge(at.x, hard.right)).angle).max(view.yaw(-edge(-at.x, hard.left)).angle);
        let pitch =
            aim.pitch.min(view.pitch(edge(at.y, hard.top)).angle).max(view.pitch(-edge(-at.y, hard.bottom)).angle);
        Polar { yaw, pitch, ..aim }
    }

    /// The zone of a camera that is to look as it does.
    pub(crate) fn held(&self, facing: &Polar) -> (Zone<AimYaw>, Zone<AimPitch>) {
        let still = |angle| [Edge { angle, rate: 0.0 }; 4];
        (self.zone(still(facing.yaw), true), self.zone(still(facing.pitch), true))
    }

    pub(crate) fn yaw_limits(&self, soft: &View, hard: &View) -> Zone<AimYaw> {
        let Self { at, dead, hard: outer, .. } = self;
        self.limits(at.x, [dead.left, dead.right], [outer.left, outer.right], soft, hard, |view, share| view.yaw(share))
    }

    pub(crate) fn pitch_limits(&self, soft: &View, hard: &View) -> Zone<AimPitch> {
        let Self { at, dead, hard: outer, .. } = self;
        self.limits(at.y, [dead.bottom, dead.top], [outer.bottom, outer.top], soft, hard, |view, share| {
            view.pitch(share)
        })
    }

    /// The zone around `at`, as far as `dead` and `outer` reach below and above.
    fn limits<P: Property>(
        &self,
        at: f32,
        dead: [f32; 2],
        outer: [f32; 2],
        soft: &View,
        hard: &View,
        edge: impl Fn(&View, f64) -> Edge,
    ) -> Zone<P> {
        let edge = |view: &View, away: f32, sign: f64| edge(view, share(at) + sign * share(away));
        let zone = [
            edge(hard, outer[0], -1.0),
            edge(soft, dead[0].min(outer[0]), -1.0),
            edge(soft, dead[1].min(outer[1]), 1.0),
            edge(hard, outer[1], 1.0),
        ];
        self.zone(zone, outer == [f32::INFINITY; 2])
    }

    fn zone<P: Property>(&self, edges: [Edge; 4], is_open: bool) -> Zone<P> {
        let [lower, soft_lower, soft_upper, upper] = edges.map(|edge| edge.angle);
        let bound = |edge: f64| [Some(f32::narrow(edge)), None, None, None];
        let open = [None; 4];
        let limits = Limits {
            lower: if is_open { open } else { bound(lower) },
            soft_lower: bound(soft_lower),
            soft_upper: bound(soft_upper.max(soft_lower)),
            upper: if is_open { open } else { bound(upper.max(lower)) },
            angular_frequency: self.angular_frequency,
            damping_ratio: self.damping_ratio,
            feed_forward: self.feed_forward,
            damped: true,
            returns: true,
            tracked: true,
            ..Default::default()
        };
        let rates = edges.map(|edge| if edge.rate.is_finite() { edge.rate } else { 0.0 });
        Zone { limits, rates }
    }
}
