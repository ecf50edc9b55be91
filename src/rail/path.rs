//! A curve as a table of short spans, which are resolved by quadrature.

use alloc::vec::Vec;

use crate::math::{
    rail::{Cubic, Point, nearest},
    rotation::Vector3,
};

/// The largest relative error of the length of a span.
const TOLERANCE: f64 = 1e-12;
/// The largest angle by which a span turns. Unit: rad. A frame that is carried along a span then twists by less than 1e-5 rad.
const MAX_TURN: f64 = 0.1;
/// How often a piece is halved at most. Only the surroundings of a cusp need many.
const MAX_DEPTH: u32 = 24;
/// How many spans a curve has at most. The last ones are then longer.
const MAX_SPANS: usize = 1 << 16;

/// A curve by its length.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    pieces: Vec<Cubic>,
    spans: Vec<Span>,
    /// Unit: units of length.
    pub(super) length: f64,
    pub(super) is_closed: bool,
    /// How far the frame at the end of a closed curve is turned from the one at its start. Unit: rad.
    twist: f64,
}

/// A part of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    piece: usize,
    from: f64,
    to: f64,
    /// The length of the curve before this span. Unit: units of length.
    start: f64,
    /// The upper side of the frame at the start, at right angles to the tangent.
    up: Vector3,
}

/// A point on a curve, and its frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) point: Point,
    /// The upper side, at right angles to the tangent.
    pub(super) up: Vector3,
    /// How fast the frame turns with the length. Unit: rad/unit of length.
    pub(super) turning: Vector3,
}

impl Path {
    /// The path of these pieces. The first frame's upper side is as near as possible to `up`.
    pub(super) fn new(pieces: Vec<Cubic>, is_closed: bool, up: Vector3) -> Self {
        let mut path = Self { pieces, spans: Vec::new(), length: 0.0, is_closed, twist: 0.0 };
        for piece in 0..path.pieces.len() {
            path.add(piece, 0.0, 1.0, MAX_DEPTH);
        }
        if !path.length.is_finite() {
            (path.spans, path.length) = (Vec::new(), 0.0);
        }
        path.set_up(up);
        path
    }

    /// Adds the spans of a part of a piece.
    fn add(&mut self, piece: usize, from: f64, to: f64, depth: u32) {
        let cubic = &self.pieces[piece];
        let middle = 0.5 * (from + to);
        let length = cubic.length(from, to);
        let halves = cubic.length(from, middle) + cubic.length(middle, to);
        let [first, last] = [from, to].map(|t| cubic.point(t).tangent);
        let is_straight = first.dot(last) > libm::cos(MAX_TURN);
        let is_resolved = (length - halves).abs() <= TOLERANCE * halves && is_straight;
        // Written so that what is not finite is not halved.
        let may_halve = depth > 0 && self.spans.len() < MAX_SPANS && halves > 0.0 && halves.is_finite();
        if may_halve && !is_resolved {
            self.add(piece, from, middle, depth - 1);
            self.add(piece, middle, to, depth - 1);
        } else {
            self.spans.push(Span { piece, from, to, start: self.length, up: Vector3::default() });
            self.length += length;
        }
    }
}

impl Path {
    /// Carries the first frame along the curve.
    fn set_up(&mut self, up: Vector3) {
        let Some(&first) = self.spans.first() else { return };
        let begin = self.pieces[first.piece].point(first.from);
        let mut last = (begin, across(up, begin.tangent));
        for span in &mut self.spans {
            let cubic = &self.pieces[span.piece];
            let start = cubic.point(span.from);
            span.up = last.0.carried(last.1, &start);
            let end = cubic.point(span.to);
            last = (end, start.carried(span.up, &end));
        }
        if self.is_closed && self.length > 0.0 {
            let (from, to) = (last.0.carried(last.1, &begin), across(up, begin.tangent));
            self.twist = libm::atan2(from.cross(to).dot(begin.tangent), from.dot(to));
        }
    }

    /// The place at a length from the start. A closed curve goes round; an open one goes straight on beyond its ends.
    pub(super) fn at(&self, s: f64) -> Place {
        let on = self.wrapped(s);
        let index = self.spans.partition_point(|span| span.start <= on).saturating_sub(1);
        let Some(span) = self.spans.get(index) else { return Place::NOWHERE };
        let cubic = &self.pieces[span.piece];
        let mut point = cubic.point(cubic.parameter(span.from, span.to, on - span.start));
        let up = cubic.point(span.from).carried(span.up, &point);
        let beyond = if self.is_closed { 0.0 } else { s - on };
        if beyond != 0.0 {
            point = Point { position: point.position + point.tangent * beyond, curvature: Vector3::default(), ..point };
        }
        let rate = if self.twist == 0.0 { 0.0 } else { self.twist / self.length };
        let (sine, cosine) = (libm::sin(rate * on), libm::cos(rate * on));
        Place {
            point,
            up: up * cosine + point.tangent.cross(up) * sine,
            turning: point.tangent.cross(point.curvature) + point.tangent * rate,
        }
    }

    /// The length on the curve at which `s` is: clamped to an open one, without whole rounds of a closed one.
    fn wrapped(&self, s: f64) -> f64 {
        if !self.is_closed || self.length == 0.0 {
            return s.clamp(0.0, self.length.max(0.0));
        }
        let rest = s % self.length;
        if rest < 0.0 { rest + self.length } else { rest }
    }

    /// The length at which the curve is nearest to a point.
    pub(super) fn nearest(&self, target: Vector3) -> f64 {
        /// Between two of so many places in a span there is one valley at most, unless the curve is about as near everywhere.
        const PLACES: u32 = 4;
        let ends = self.spans.iter().skip(1).map(|span| span.start).chain([self.length]);
        let places = self.spans.iter().zip(ends).flat_map(|(span, end)| {
            (0..PLACES).map(move |place| span.start + (end - span.start) * f64::from(place) / f64::from(PLACES))
        });
        let distance = |s: f64| (self.at(s).point.position - target).length();
        let first = places
            .chain([self.length])
            .map(|s| (s, distance(s)))
            .fold((0.0, f64::INFINITY), |least, place| if place.1 < least.1 { place } else { least });
        self.nearest_from(first.0, target)
    }

    /// The length at which the curve is nearest to a point, found downhill from the length `from`. On a closed curve, in the same round.
    pub(super) fn nearest_from(&self, from: f64, target: Vector3) -> f64 {
        /// The share of the curve that one step may pass, so that it does not step over a hill.
        const STEP: f64 = 1.0 / 128.0;
        let range = if self.is_closed { [f64::NEG_INFINITY, f64::INFINITY] } else { [0.0, self.length] };
        nearest(|s| self.at(s).point, from, target, range, STEP * self.length)
    }
}

impl Place {
    const NOWHERE: Self = Self {
        point: Point {
            position: Vector3::new(0.0, 0.0, 0.0),
            tangent: Vector3::new(0.0, 0.0, 0.0),
            curvature: Vector3::new(0.0, 0.0, 0.0),
        },
        up: Vector3::new(0.0, 0.0, 0.0),
        turning: Vector3::new(0.0, 0.0, 0.0),
    };
}

/// The direction at right angles to `tangent` that is nearest to `up`; any one, if `up` is parallel to it.
fn across(up: Vector3, tangent: Vector3) -> Vector3 {
    let axes = [up, Vector3::new(0.0, 0.0, 1.0), Vector3::new(1.0, 0.0, 0.0)];
    let across = axes.map(|axis| axis - tangent * axis.dot(tangent));
    let Some(found) = across.into_iter().find(|found| found.length() > MIN_ACROSS) else { return axes[2] };
    found * found.length().recip()
}

/// The least part of a direction at right angles to the tangent that gives an upper side. No choice of an upper side is continuous for all
/// tangents; this puts the jump where a rail is within a thousandth of the vertical, instead of letting rounding decide. Unit: 1.
const MIN_ACROSS: f64 = 1e-3;
