//! Rubber bands: conversions between a raw value, which ignores bounds, and the shown value.

use crate::{
    law::{AxisSprings, Limits, barriers::Barriers},
    math::RubberBand,
    property::Property,
    space::Space,
};

/// A value's coordinates; 0 for those that it does not have.
pub(super) type Coordinates = [f64; 4];

/// The bounds of a dragged value, from its `Limits`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Edges {
    edges: [Edge; 4],
    /// The unit vector along which the first bounds are measured, if not along x.
    normal: Option<Coordinates>,
}

/// The bounds of one coordinate.
#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    lower: Option<f64>,
    soft_lower: Option<f64>,
    soft_upper: Option<f64>,
    upper: Option<f64>,
}

impl Edges {
    /// The bounds. If the value wraps around, they are moved by whole turns, as near as possible to the coordinates `at`. Invalid `Limits`
    /// are ignored, as they are by motions.
    pub(super) fn of<P: Property>(
        limits: Option<&Limits<P>>,
        by_axis: Option<&AxisSprings<P>>,
        at: Coordinates,
    ) -> Self {
        let Some(limits) = limits else { return Self::default() };
        let mut barriers = Barriers::<P::Value>::default();
        if limits
            .add_to_barriers(&mut barriers)
            .and_then(|()| limits.check_axes(by_axis.map(|springs| springs.own_axes)))
            .is_err()
        {
            return Self::default();
        }
        let mut edges = [Edge::default(); 4];
        for range in &barriers.ranges {
            let [lower, soft_lower, soft_upper, upper] = range.bounds();
            let turns = |middle| if P::Value::WRAPS { P::Value::turns(middle, at[range.index]) } else { 0.0 };
            edges[range.index] = Edge { lower, soft_lower, soft_upper, upper }.turned(turns);
        }
        let normal = barriers.normal.map(|normal| {
            [0, 1, 2, 3].map(|index| if index < P::Value::COORDINATES { P::Value::part(normal, index) } else { 0.0 })
        });
        Self { edges, normal }
    }

    /// Starts a drag at the shown value `shown`: returns the raw value, and the rubber bands for the drag.
    pub(super) fn grab(&self, band: RubberBand, shown: Coordinates) -> (Coordinates, [RubberBand; 4]) {
        let mut bands = [band; 4];
        let raw = self.change_each(shown, |index, edge, coordinate| {
            let Some((edge, past)) = edge.past(coordinate) else { return coordinate };
            let grabbed = band.grabbed_at(past);
            // A band of factor 0 cannot show this value, so beyond the bound the value follows the pointer one to one.
            bands[index] = if grabbed.factor > 0.0 { grabbed } else { RubberBand { factor: 1.0, size: f64::INFINITY } };
            edge + bands[index].past(past)
        });
        (raw, bands)
    }

    /// The shown value for the raw value `raw`.
    pub(super) fn shown(&self, bands: &[RubberBand; 4], raw: Coordinates) -> Coordinates {
        self.change_each(raw, |index, edge, coordinate| {
            let soft = edge.past(coordinate).map_or(coordinate, |(edge, past)| edge + bands[index].shown(past));
            soft.max(edge.lower.unwrap_or(f64::NEG_INFINITY)).min(edge.upper.unwrap_or(f64::INFINITY))
        })
    }

    /// The shown value's velocity, given the raw value and its velocity.
    pub(super) fn velocity(&self, bands: &[RubberBand; 4], raw: Coordinates, velocity: Coordinates) -> Coordinates {
        let slope = |index: usize, edge: &Edge, coordinate: f64| {
            let (shown, slope) = edge.past(coordinate).map_or((coordinate, 1.0), |(edge, past)| {
                let shown = bands[index].shown(past);
                (edge + shown, bands[index].slope(shown))
            });
            let is_kept =
                edge.lower.is_some_and(|lower| shown < lower) || edge.upper.is_some_and(|upper| shown > upper);
            if is_kept { 0.0 } else { slope }
        };
        match self.normal {
            None => [0, 1, 2, 3].map(|index| slope(index, &self.edges[index], raw[index]) * velocity[index]),
            Some(normal) => {
                let less = (slope(0, &self.edges[0], dot(normal, raw)) - 1.0) * dot(normal, velocity);
                [0, 1, 2, 3].map(|index| velocity[index] + less * normal[index])
            }
        }
    }

    /// Replaces each coordinate, or the distance along the normal, with the result of `change`.
    fn change_each(&self, coordinates: Coordinates, mut change: impl FnMut(usize, &Edge, f64) -> f64) -> Coordinates {
        match self.normal {
            None => [0, 1, 2, 3].map(|index| change(index, &self.edges[index], coordinates[index])),
            Some(normal) => {
                let along = dot(normal, coordinates);
                let by = change(0, &self.edges[0], along) - along;
                [0, 1, 2, 3].map(|index| coordinates[index] + by * normal[index])
            }
        }
    }
}

fn dot(one: Coordinates, other: Coordinates) -> f64 {
    one.into_iter().zip(other).map(|(one, other)| one * other).sum()
}

impl Edge {
    /// The soft bound that a coordinate is past, and the signed distance from that bound.
    fn past(&self, coordinate: f64) -> Option<(f64, f64)> {
        let below = self.soft_lower.filter(|edge| coordinate < *edge);
        below.or(self.soft_upper.filter(|edge| coordinate > *edge)).map(|edge| (edge, coordinate - edge))
    }

    /// The bounds, moved by the whole turns that `turns` returns for the middle between the bounds.
    fn turned(self, turns: impl Fn(f64) -> f64) -> Self {
        let Some((lower, upper)) = self.soft_lower.zip(self.soft_upper).or(self.lower.zip(self.upper)) else {
            return self;
        };
        let turns = turns(lower + (upper - lower) / 2.0);
        let Self { lower, soft_lower, soft_upper, upper } = self;
        let [lower, soft_lower, soft_upper, upper] =
            [lower, soft_lower, soft_upper, upper].map(|bound| bound.map(|bound| bound + turns));
        Self { lower, soft_lower, soft_upper, upper }
    }
}
