//! A figure that is kept in a convex polygon, with or without a kink.

type Point = [f64; 2];

/// The share by which the largest margin that fits is reduced. Without it, a single place would be left for the figure; in a corridor whose
/// sides are parallel except for rounding, that place would be at one of the ends. Unit: 1.
const ROOM: f64 = 0.1;
/// Halves an interval to the last bits of its ends.
const HALVINGS: usize = 64;

/// Where to put a point, so that the figure around it is in a convex polygon.
///
/// Where the figure is inside, at least `margin` away from all sides, the result is `point`. From there on it is slowed down, by the parabola
/// of [`soft_clamp`](super::soft_clamp::soft_clamp) along the line to the nearest such place, and comes to a stop where the figure reaches
/// the sides. A margin of 0 stops it at once. A margin of more than 0.9 times the largest one that fits counts as that.
///
/// A figure that does not fit is put where it is beyond the sides by at most 1.1 times the smallest distance possible.
///
/// `figure` has the corners of the figure, relative to the point, and `polygon` those of the polygon, in either direction. A polygon without
/// an area has no meaning here. NaN in gives NaN out.
#[must_use]
pub fn keep_in_polygon(point: Point, figure: &[Point], polygon: &[Point], margin: f64) -> Point {
    let region = Region { figure, polygon, orientation: area(polygon).signum() };
    let within = |margin| nearest(region.sides(margin), point);
    // The figure's middle in the middle of the polygon.
    let [middle, of_figure] = [mean(polygon), mean(figure)];
    let middle = [middle[0] - of_figure[0], middle[1] - of_figure[1]];
    let outside = region.sides(0.0).fold(0.0, |most: f64, (normal, distance)| most.max(dot(normal, middle) - distance));

    let largest = margin / (1.0 - ROOM);
    let margin = if within(largest).is_some() {
        margin
    } else {
        let [mut fits, mut fails] = [-outside, largest];
        for _ in 0..HALVINGS {
            let between = 0.5 * (fits + fails);
            if within(between).is_some() { fits = between } else { fails = between }
        }
        margin.min(fits - ROOM * fits.abs())
    };
    let kept = within(margin).unwrap_or(middle);
    let beyond = [point[0] - kept[0], point[1] - kept[1]];
    let distance = libm::hypot(beyond[0], beyond[1]);
    let part = if margin > 0.0 && distance < 2.0 * margin {
        1.0 - distance / (4.0 * margin)
    } else if margin > 0.0 {
        margin / distance
    } else {
        0.0
    };
    [kept[0] + part * beyond[0], kept[1] + part * beyond[1]]
}

struct Region<'a> {
    figure: &'a [Point],
    polygon: &'a [Point],
    /// 1 if the polygon's corners are counterclockwise, −1 if they are clockwise.
    orientation: f64,
}

impl Region<'_> {
    /// The sides that keep the point: unit normals that lead outwards, and the largest products with them.
    fn sides(&self, margin: f64) -> impl Iterator<Item = (Point, f64)> + Clone {
        edges(self.polygon).filter_map(move |[a, b]| {
            let [x, y] = [b[0] - a[0], b[1] - a[1]];
            let length = self.orientation * libm::hypot(x, y);
            let normal = [y / length, -x / length];
            let reach = self.figure.iter().map(|&corner| dot(normal, corner)).fold(f64::NEG_INFINITY, f64::max);
            (length != 0.0).then_some((normal, dot(normal, a) - reach - margin))
        })
    }
}

/// The point inside of all sides that is nearest to another one, if any is inside: side by side, because the nearest point is on the line of
/// a side that the nearest point so far is outside of.
fn nearest(sides: impl Iterator<Item = (Point, f64)> + Clone, point: Point) -> Option<Point> {
    let mut found = point;
    for (index, (normal, distance)) in sides.clone().enumerate() {
        if dot(normal, found) <= distance {
            continue;
        }
        let outside = dot(normal, point) - distance;
        let foot = [point[0] - outside * normal[0], point[1] - outside * normal[1]];
        let along = [-normal[1], normal[0]];
        let [mut least, mut most] = [f64::NEG_INFINITY, f64::INFINITY];
        for (other, distance) in sides.clone().take(index) {
            let slope = dot(other, along);
            let room = distance - dot(other, foot);
            if slope > 0.0 {
                most = most.min(room / slope);
            } else if slope < 0.0 {
                least = least.max(room / slope);
            } else if room < 0.0 {
                return None;
            }
        }
        if least > most {
            return None;
        }
        let shift = least.max(0.0).min(most);
        found = [foot[0] + shift * along[0], foot[1] + shift * along[1]];
    }
    Some(found)
}

fn edges(polygon: &[Point]) -> impl Iterator<Item = [Point; 2]> + Clone {
    polygon.iter().zip(polygon.iter().cycle().skip(1)).map(|(&a, &b)| [a, b])
}

/// Twice the area, positive if the corners are counterclockwise. NaN in gives NaN out.
#[must_use]
pub fn area(polygon: &[Point]) -> f64 {
    let Some(&first) = polygon.first() else { return 0.0 };
    edges(polygon).map(|[a, b]| cross(first, a, b)).sum()
}

fn mean(points: &[Point]) -> Point {
    let part = 1.0 / points.len() as f64;
    points.iter().fold([0.0; 2], |[x, y], point| [x + part * point[0], y + part * point[1]])
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Twice the area of a triangle, positive if its corners are counterclockwise.
fn cross(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
