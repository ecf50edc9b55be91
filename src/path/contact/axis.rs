//! How one number is read from a value and put into it.

use crate::{
    law::barriers::Barriers,
    space::{Space, WideTangent, length},
};

/// How a number is read from values and put into them.
#[derive(Clone, Copy)]
pub(crate) enum Axis<V: Space> {
    Number(usize),
    Along(WideTangent<V>),
}

impl<V: Space> Axis<V> {
    pub(crate) fn of(barriers: &Barriers<V>, index: usize) -> Self {
        barriers.normal.map_or(Self::Number(index), Self::Along)
    }

    pub(crate) fn number(self, place: V::Wide) -> f64 {
        match self {
            Self::Number(index) => V::number(place, index),
            Self::Along(normal) => sum::<V>(|index| V::number(place, index) * V::part(normal, index)),
        }
    }

    /// By how much a number changes where its value is rounded to what users write.
    pub(crate) fn spacing(self, place: V::Wide) -> f64 {
        let size = match self {
            Self::Number(_) => self.number(place).abs(),
            Self::Along(_) => V::magnitude(place),
        };
        size * V::SPACING
    }

    pub(crate) fn part(self, tangent: WideTangent<V>) -> f64 {
        match self {
            Self::Number(index) => V::part(tangent, index),
            Self::Along(normal) => along::<V>(tangent, normal),
        }
    }

    /// [`spacing`](Self::spacing), of a part of a velocity.
    pub(crate) fn part_spacing(self, tangent: WideTangent<V>) -> f64 {
        let size = match self {
            Self::Number(_) => self.part(tangent).abs(),
            Self::Along(_) => length(tangent),
        };
        size * V::SPACING
    }

    pub(crate) fn put(self, place: V::Wide, number: f64) -> V::Wide {
        match self {
            Self::Number(index) => V::with_number(place, index, number),
            Self::Along(normal) => {
                // From far away the first way rounds by more than an f32 shows.
                let near = V::offset(place, normal * (number - self.number(place)));
                V::offset(near, normal * (number - self.number(near)))
            }
        }
    }

    pub(crate) fn put_part(self, tangent: WideTangent<V>, part: f64) -> WideTangent<V> {
        match self {
            Self::Number(index) => V::with_part(tangent, index, part),
            Self::Along(normal) => tangent + normal * (part - self.part(tangent)),
        }
    }
}

/// The part of a vector along a direction of length 1.
pub(super) fn along<V: Space>(tangent: WideTangent<V>, direction: WideTangent<V>) -> f64 {
    sum::<V>(|index| V::part(tangent, index) * V::part(direction, index))
}

fn sum<V: Space>(term: impl Fn(usize) -> f64) -> f64 {
    (0..V::NUMBERS).map(term).sum()
}
