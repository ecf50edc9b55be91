//! Evaluates the state between two changes.

use super::{Contacts, axis::Axis, coordinate::Regime, flight::Flight, line::Slide};
use crate::{
    law::Bound,
    math::crossing::{Level, Tracking},
    path::{response_cache::ResponseCache, segment::Segment},
    space::{Law, Space, State, WideTangent, zero},
};

impl<V: Space> Segment<'_, V> {
    /// The state after `t` seconds of the entity's own time, if nothing changes until then.
    pub(crate) fn eval_with(&self, contacts: &Contacts<V>, t: f64, cache: &mut ResponseCache) -> State<V> {
        let slide = self.slide(contacts);
        let dry = match slide {
            Slide::Along(direction) => direction * -contacts.barriers.dry,
            Slide::None | Slide::Turns | Slide::Stuck => zero(),
        };
        let mut state = match slide {
            Slide::Stuck => State { velocity: zero(), ..self.state },
            Slide::Along(_) => {
                Segment { law: Law { a: self.law.a + dry, ..self.law }, ..self.clone() }.eval_free(t, cache)
            }
            Slide::None | Slide::Turns => self.eval_free(t, cache),
        };
        let is_stuck = matches!(slide, Slide::Stuck);
        // A step whose result an f32 cannot hold is skipped, so a moving entity with an unchanged state has skipped its step.
        let is_stopped = t > 0.0 && state == self.state && state.velocity != zero();
        for coordinate in &contacts.coordinates {
            let own_motion = if let Some((bound, _)) = coordinate.kept {
                let Some(level) = self.level(contacts, coordinate, bound) else { continue };
                (level.position + level.slope.offset(t), level.slope.rate(t))
            } else if let (Some(Flight::Throw { fling, elapsed }), Regime::Within) =
                (&coordinate.flight, coordinate.regime)
            {
                (fling.value(elapsed + t), fling.rate(elapsed + t))
            } else if !coordinate.has_own_motion() || is_stuck {
                continue;
            } else {
                let Tracking { position, velocity, .. } =
                    self.tracking(contacts, coordinate, coordinate.regime, dry).after(t);
                (position, velocity)
            };
            state = with_motion(state, Axis::of(&contacts.barriers, coordinate.index), own_motion);
        }
        let (is_moved, next) = (V::is_presentable(&state) && !is_stopped, state.presentable_or(self.state));
        let within = self.hard_bounds(contacts, t).fold(next, |state, (axis, inward, level)| {
            let is_beyond = inward * (axis.position(state.position) - level.position) < 0.0;
            if !is_beyond {
                return state;
            }
            let (rate, carried) = (axis.part(state.velocity), level.slope.e1);
            // The rounding of a long step may exceed the remaining distance to the bound. The coordinate is then moved to the bound and
            // keeps its velocity. If the step was skipped, a bound that moves past the entity pushes it.
            let is_pushed = !is_moved && inward * (rate - carried) < 0.0;
            with_motion(state, axis, (level.position, if is_pushed { carried } else { rate }))
        });
        within.presentable_or(next)
    }

    /// The hard bounds after `t` seconds of the entity's own time, each with its axis and the sign of the direction inwards. A bound that
    /// the coordinate is known to be beyond is left out.
    fn hard_bounds<'a>(
        &'a self,
        contacts: &'a Contacts<V>,
        t: f64,
    ) -> impl Iterator<Item = (Axis<V>, f64, Level)> + use<'a, V> {
        let both = |coordinate| [(coordinate, Bound::Lower, 1.0), (coordinate, Bound::Upper, -1.0)];
        contacts.coordinates.iter().flat_map(both).filter_map(move |(coordinate, bound, inward)| {
            let level = self.level(contacts, coordinate, bound).filter(|_| coordinate.outside != Some(bound))?;
            Some((Axis::of(&contacts.barriers, coordinate.index), inward, level.after(t)))
        })
    }

    /// The acceleration in `state`, which the entity has `t` seconds of its own time after the segment's start. `free` is the acceleration
    /// by the law alone.
    pub(crate) fn acceleration_with(
        &self,
        contacts: &Contacts<V>,
        t: f64,
        state: &State<V>,
        free: WideTangent<V>,
    ) -> WideTangent<V> {
        let (dry, mut acceleration) = match self.slide(contacts) {
            Slide::Stuck => (zero(), zero()),
            Slide::Along(direction) => {
                let dry: WideTangent<V> = direction * -contacts.barriers.dry;
                (dry, free + dry)
            }
            Slide::None | Slide::Turns => (zero(), free),
        };
        for coordinate in contacts.coordinates.iter().filter(|coordinate| coordinate.has_own_motion()) {
            let axis = Axis::of(&contacts.barriers, coordinate.index);
            let own_acceleration = match coordinate.kept {
                Some((bound, _)) => {
                    let level = self.level(contacts, coordinate, bound);
                    level.map_or(0.0, |level| 2.0 * level.slope.e2 + 6.0 * level.slope.e3 * t)
                }
                None => {
                    let Tracking { law, target, target_slope, .. } =
                        self.tracking(contacts, coordinate, coordinate.regime, dry);
                    let (position, velocity) = (axis.position(state.position), axis.part(state.velocity));
                    let led = law.g * target_slope.rate(t);
                    law.a + led - law.c * velocity - law.k * (position - target - target_slope.offset(t))
                }
            };
            acceleration = axis.with_part(acceleration, own_acceleration);
        }
        acceleration
    }
}

/// The state with another position and velocity along an axis.
fn with_motion<V: Space>(state: State<V>, axis: Axis<V>, (position, velocity): (f64, f64)) -> State<V> {
    State { position: axis.with_position(state.position, position), velocity: axis.with_part(state.velocity, velocity) }
}
