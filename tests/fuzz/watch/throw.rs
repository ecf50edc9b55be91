//! Throws: that they land where they end, at rest, at their instant.

use std::time::Duration;

use bevy_exact_motion::{Space, Tangent};

use super::{Watch, bits};
use crate::{
    property::{Fuzzed, Parts, Which},
    script::Step,
};

impl Watch {
    /// A throw was written.
    pub(crate) fn begin_throw(&mut self, property: Which, slot: u8) {
        if let Some(state) = self.state(property, slot) {
            state.begun += 1;
        }
    }

    /// A throw of this duration (s) begins, by the clock of each kind of stepping at this time.
    pub(crate) fn note_throw(&mut self, property: Which, slot: u8, duration: f64, now: impl Fn(Step) -> Duration) {
        let Some(steps) = self.steps(property) else { return };
        let begun = now(steps.step).as_secs_f64();
        steps.states[usize::from(slot)].throw = Some((begun, duration));
    }

    /// Something is over: if that is a throw, it has landed.
    pub(crate) fn landed<P: Fuzzed>(
        &mut self,
        slot: u8,
        stands: Option<(P::Value, <P::Value as Space>::Tangent)>,
        [clock, real]: [(f64, f64); 2],
    ) {
        let frame = self.frame;
        let Some(steps) = self.steps(P::WHICH) else { return };
        let (elapsed, delta) = if steps.step == Step::FrameReal { real } else { clock };
        let state = &mut steps.states[usize::from(slot)];
        let (end, throw) = (state.flies_to.take().filter(|_| state.has_adopted(frame)), state.throw.take());
        let name = P::WHICH;
        if let Some((begun, duration)) = throw {
            let instant = begun + duration;
            // Clocks count nanoseconds, at each of its pauses and changes of speed.
            let rounding = 1e-7 + 1e-12 * elapsed;
            if !(instant > elapsed - delta - rounding && instant <= elapsed + rounding) {
                self.violate("a throw lands at another time", || {
                    format!("{name:?} of entity {slot}: at {instant} s, in the {delta} s until {elapsed}")
                });
            }
        }
        let Some((end, (value, velocity))) = end.zip(stands) else { return };
        let end_value = P::Value::from_parts(end, false);
        let off = <P::Value as Space>::Tangent::narrow(P::Value::difference(value.widen(), end_value.widen()));
        // A whole number of turns may lie between.
        let near = 1e-6 * (1.0 + f32::max(value.parts()[0].abs(), end[0].abs()));
        let is_there =
            bits(value) == bits(end_value) || P::Value::GOES_ROUND && off.parts().iter().all(|part| part.abs() <= near);
        if !is_there || velocity != Default::default() {
            self.violate("a throw lands elsewhere", || {
                format!("{name:?} of entity {slot}: on {value:?} with {velocity:?}, not on {end_value:?}")
            });
        }
    }
}
