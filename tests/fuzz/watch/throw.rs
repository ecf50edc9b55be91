//! Checks that throws land on their end, at rest, at the computed instant.

use std::time::Duration;

use bevy_exact_motion::space::{Space, Tangent};

use super::{Watch, bits};
use crate::{
    property::{Fuzzed, Parts, Which},
    script::Step,
};

impl Watch {
    /// Records that a throw was written.
    pub(crate) fn begin_throw(&mut self, property: Which, slot: u8) {
        if let Some(state) = self.state(property, slot) {
            state.begun += 1;
        }
    }

    /// Records that a throw of this duration (s) begins. `now` returns the time of the clock by which a property is stepped.
    pub(crate) fn note_throw(&mut self, property: Which, slot: u8, duration: f64, now: impl Fn(Step) -> Duration) {
        let Some(steps) = self.steps(property) else { return };
        let begun = now(steps.step).as_secs_f64();
        steps.states[usize::from(slot)].throw = Some((begun, duration));
    }

    /// Checks a `Finished` event: if a throw was in flight, it must have landed on its end, at rest, at its computed instant.
    pub(crate) fn landed<P: Fuzzed>(
        &mut self,
        slot: u8,
        current: Option<(P::Value, <P::Value as Space>::Tangent)>,
        [clock, real]: [(f64, f64); 2],
    ) {
        let frame = self.frame;
        let Some(steps) = self.steps(P::WHICH) else { return };
        let (elapsed, delta) = if steps.step == Step::FrameReal { real } else { clock };
        let state = &mut steps.states[usize::from(slot)];
        let (end, throw) = (state.throw_end.take().filter(|_| state.has_adopted(frame)), state.throw.take());
        let name = P::WHICH;
        if let Some((begun, duration)) = throw {
            let instant = begun + duration;
            // Clocks round to nanoseconds at each pause and change of speed.
            let rounding = 1e-7 + 1e-12 * elapsed;
            if !(instant > elapsed - delta - rounding && instant <= elapsed + rounding) {
                self.violate("a throw lands at the wrong time", || {
                    format!("{name:?} of entity {slot}: at {instant} s, in the {delta} s until {elapsed}")
                });
            }
        }
        let Some((end, (value, velocity))) = end.zip(current) else { return };
        let end_value = P::Value::from_parts(end, false);
        let off = <P::Value as Space>::Tangent::narrow(P::Value::difference(value.widen(), end_value.widen()));
        // The value may differ from the end by whole turns.
        let near = 1e-6 * (1.0 + f32::max(value.parts()[0].abs(), end[0].abs()));
        let is_there =
            bits(value) == bits(end_value) || P::Value::WRAPS && off.parts().iter().all(|part| part.abs() <= near);
        if !is_there || velocity != Default::default() {
            self.violate("a throw lands off its end", || {
                format!("{name:?} of entity {slot}: on {value:?} with {velocity:?}, not on {end_value:?}")
            });
        }
    }
}
