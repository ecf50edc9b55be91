//! The path of a sampled target between two samples, and its extrapolation from the second sample on.

use crate::{
    math::Slope,
    path::target::Sample,
    space::{Space, State, WideTangent},
};

pub(super) struct SampleInterval<V: Space> {
    /// Where the follower aims now.
    pub(super) aimed: V::Wide,
    /// The path from the previous sample to the new one.
    pub(super) past: Slope<WideTangent<V>>,
    /// The path on which the target is assumed to continue.
    pub(super) next: Slope<WideTangent<V>>,
}

impl<V: Space> SampleInterval<V> {
    #[inline(always)]
    pub(super) fn between(
        before: &Sample<V>,
        place: V::Wide,
        elapsed: f64,
        velocity: Option<WideTangent<V>>,
        look_ahead: f64,
    ) -> Self {
        if velocity.is_some() || look_ahead != 0.0 {
            return Self::between_aims(before, place, elapsed, velocity, look_ahead);
        }
        let line = Slope::line(mean::<V>(before.place, place, elapsed));
        Self { aimed: place, past: line, next: line }
    }

    /// [`between`](Self::between), for a leader whose velocity is known, or a follower that aims ahead of its leader.
    #[inline(never)]
    fn between_aims(
        before: &Sample<V>,
        place: V::Wide,
        elapsed: f64,
        velocity: Option<WideTangent<V>>,
        look_ahead: f64,
    ) -> Self {
        let rate = velocity.unwrap_or_else(|| mean::<V>(before.place, place, elapsed));
        if look_ahead != 0.0 {
            let aimed = V::offset(place, rate * look_ahead);
            let line = Slope::line(mean::<V>(before.aimed, aimed, elapsed));
            return Self { aimed, past: line, next: line };
        }
        let past = match (before.velocity, velocity) {
            (Some(before_velocity), Some(velocity)) => {
                let from = State { position: before.place, velocity: before_velocity };
                V::path(&from, &State { position: place, velocity }, elapsed)
            }
            _ => Slope::line(mean::<V>(before.place, place, elapsed)),
        };
        Self { aimed: place, past, next: Slope::line(rate) }
    }

    /// The path to the new sample, from `passed` seconds after the previous sample on.
    pub(super) fn past_from(&self, passed: f64) -> Slope<WideTangent<V>> {
        if passed == 0.0 { self.past } else { self.past.after(passed) }
    }
}

/// The mean velocity of a movement that takes `elapsed` seconds.
#[inline(always)]
fn mean<V: Space>(from: V::Wide, to: V::Wide, elapsed: f64) -> WideTangent<V> {
    V::difference(to, from) * (1.0 / elapsed)
}
