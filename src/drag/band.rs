//! Values dragged past bounds: from where the pointer would have them to where they are shown, and back.

use crate::{
    law::{AxisSprings, Limits, barriers::Barriers},
    math::RubberBand,
    property::Property,
    space::Space,
};

/// A value's numbers; 0 beyond its last.
pub(super) type Numbers = [f64; 4];

/// The bounds of a value, as its `Limits` say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Edges {
    numbers: [Edge; 4],
    /// The direction that the first bounds are along, of length 1.
    normal: Option<Numbers>,
}

/// The bounds of one number.
#[derive(Clone, Copy, Debug, Default)]
struct Edge {
    lower: Option<f64>,
    soft_lower: Option<f64>,
    soft_upper: Option<f64>,
    upper: Option<f64>,
}

impl Edges {
    /// No bounds where they are invalid, alone or beside these springs: such limits keep nothing from moving, either.
    pub(super) fn of<P: Property>(limits: Option<&Limits<P>>, by_axis: Option<&AxisSprings<P>>, at: Numbers) -> Self {
        let Some(limits) = limits else { return Self::default() };
        let mut barriers = Barriers::<P::Value>::default();
        if limits.bar(&mut barriers).and_then(|()| limits.judge_beside(by_axis.map(|springs| springs.frame))).is_err() {
            return Self::default();
        }
        let mut numbers = [Edge::default(); 4];
        for range in &barriers.ranges {
            let [lower, soft_lower, soft_upper, upper] = range.bounds();
            let turns = |middle| if P::Value::GOES_ROUND { P::Value::turns(middle, at[range.index]) } else { 0.0 };
            numbers[range.index] = Edge { lower, soft_lower, soft_upper, upper }.turned(turns);
        }
        let normal = barriers.normal.map(|normal| {
            [0, 1, 2, 3].map(|index| if index < P::Value::NUMBERS { P::Value::part(normal, index) } else { 0.0 })
        });
        Self { numbers, normal }
    }

    /// Where the pointer would have a value that is shown so, and the bands that lead there.
    pub(super) fn grab(&self, band: RubberBand, shown: Numbers) -> (Numbers, [RubberBand; 4]) {
        let mut bands = [band; 4];
        let raw = self.each(shown, |index, edge, number| {
            let Some((edge, past)) = edge.past(number) else { return number };
            let grabbed = band.grabbed_at(past);
            // A band that does not give way cannot show this value: from here it follows evenly.
            bands[index] = if grabbed.factor > 0.0 { grabbed } else { RubberBand { factor: 1.0, size: f64::INFINITY } };
            edge + bands[index].past(past)
        });
        (raw, bands)
    }

    /// The value shown where the pointer would have `raw`.
    pub(super) fn shown(&self, bands: &[RubberBand; 4], raw: Numbers) -> Numbers {
        self.each(raw, |index, edge, number| {
            let soft = edge.past(number).map_or(number, |(edge, past)| edge + bands[index].shown(past));
            soft.max(edge.lower.unwrap_or(f64::NEG_INFINITY)).min(edge.upper.unwrap_or(f64::INFINITY))
        })
    }

    /// How fast the value shown moves where the pointer moves so fast.
    pub(super) fn velocity(&self, bands: &[RubberBand; 4], raw: Numbers, velocity: Numbers) -> Numbers {
        let slope = |index: usize, edge: &Edge, number: f64| {
            let (shown, slope) = edge.past(number).map_or((number, 1.0), |(edge, past)| {
                let shown = bands[index].shown(past);
                (edge + shown, bands[index].slope(shown))
            });
            let is_kept =
                edge.lower.is_some_and(|lower| shown < lower) || edge.upper.is_some_and(|upper| shown > upper);
            if is_kept { 0.0 } else { slope }
        };
        match self.normal {
            None => [0, 1, 2, 3].map(|index| slope(index, &self.numbers[index], raw[index]) * velocity[index]),
            Some(normal) => {
                let less = (slope(0, &self.numbers[0], dot(normal, raw)) - 1.0) * dot(normal, velocity);
                [0, 1, 2, 3].map(|index| velocity[index] + less * normal[index])
            }
        }
    }

    /// Changes each number that has bounds, or the way along the normal.
    fn each(&self, numbers: Numbers, mut change: impl FnMut(usize, &Edge, f64) -> f64) -> Numbers {
        match self.normal {
            None => [0, 1, 2, 3].map(|index| change(index, &self.numbers[index], numbers[index])),
            Some(normal) => {
                let along = dot(normal, numbers);
                let by = change(0, &self.numbers[0], along) - along;
                [0, 1, 2, 3].map(|index| numbers[index] + by * normal[index])
            }
        }
    }
}

fn dot(one: Numbers, other: Numbers) -> f64 {
    one.into_iter().zip(other).map(|(one, other)| one * other).sum()
}

impl Edge {
    /// The soft bound that a number is past, and how far.
    fn past(&self, number: f64) -> Option<(f64, f64)> {
        let below = self.soft_lower.filter(|edge| number < *edge);
        below.or(self.soft_upper.filter(|edge| number > *edge)).map(|edge| (edge, number - edge))
    }

    /// The bounds in the turn that a number is in.
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
