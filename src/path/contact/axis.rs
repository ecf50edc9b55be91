//! Reads one coordinate of a value, and replaces it.

use crate::{
    law::barriers::Barriers,
    space::{Space, WideTangent, length},
};

/// The axis of a coordinate: one of the value's own axes, or a direction.
#[derive(Clone, Copy)]
pub(crate) enum Axis<V: Space> {
    Index(usize),
    Along(WideTangent<V>),
}

impl<V: Space> Axis<V> {
    pub(crate) fn of(barriers: &Barriers<V>, index: usize) -> Self {
        barriers.normal.map_or(Self::Index(index), Self::Along)
    }

    pub(crate) fn position(self, place: V::Wide) -> f64 {
        match self {
            Self::Index(index) => V::coordinate(place, index),
            Self::Along(normal) => sum::<V>(|index| V::coordinate(place, index) * V::part(normal, index)),
        }
    }

    /// The rounding error of the coordinate if `place` is rounded as components store it.
    pub(crate) fn spacing(self, place: V::Wide) -> f64 {
        let size = match self {
            Self::Index(_) => self.position(place).abs(),
            Self::Along(_) => V::magnitude(place),
        };
        size * V::SPACING
    }

    pub(crate) fn part(self, tangent: WideTangent<V>) -> f64 {
        match self {
            Self::Index(index) => V::part(tangent, index),
            Self::Along(normal) => along::<V>(tangent, normal),
        }
    }

    /// The rounding error of a velocity's [`part`](Self::part) if the velocity is rounded as components store it.
    pub(crate) fn part_spacing(self, tangent: WideTangent<V>) -> f64 {
        let size = match self {
            Self::Index(_) => self.part(tangent).abs(),
            Self::Along(_) => length(tangent),
        };
        size * V::SPACING
    }

    pub(crate) fn with_position(self, place: V::Wide, position: f64) -> V::Wide {
        match self {
            Self::Index(index) => V::with_coordinate(place, index, position),
            Self::Along(normal) => {
                // Two displacements, because a long first one may leave a visible rounding error.
                let near = V::offset(place, normal * (position - self.position(place)));
                V::offset(near, normal * (position - self.position(near)))
            }
        }
    }

    pub(crate) fn with_part(self, tangent: WideTangent<V>, part: f64) -> WideTangent<V> {
        match self {
            Self::Index(index) => V::with_part(tangent, index, part),
            Self::Along(normal) => tangent + normal * (part - self.part(tangent)),
        }
    }
}

/// The part of a vector along a direction of length 1.
pub(super) fn along<V: Space>(tangent: WideTangent<V>, direction: WideTangent<V>) -> f64 {
    sum::<V>(|index| V::part(tangent, index) * V::part(direction, index))
}

fn sum<V: Space>(term: impl Fn(usize) -> f64) -> f64 {
    (0..V::COORDINATES).map(term).sum()
}
