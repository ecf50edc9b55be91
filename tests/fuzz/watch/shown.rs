//! Values that are shown at an offset must be valid, and must be put back before user code reads them again.

use bevy::prelude::*;
use bevy_exact_motion::Inertialization;

use super::{Watch, bits, is_stored_as, is_value};
use crate::{
    property::{Fuzzed, Parts},
    stage::Slot,
};

type Smoothed<P> = (&'static Slot, &'static <P as bevy_exact_motion::property::Property>::Component);

/// Records what user code has written, before it is shown at its offset.
pub(crate) fn note_written<P: Fuzzed>(
    entities: Query<Smoothed<P>, With<Inertialization<P>>>,
    mut watch: ResMut<Watch>,
) {
    if let Some(steps) = watch.steps(P::WHICH) {
        steps.states.iter_mut().for_each(|state| state.written = None);
    }
    for (slot, component) in &entities {
        if let Some(state) = watch.state(P::WHICH, slot.0) {
            state.written = Some(bits(P::get(component)));
        }
    }
}

/// Checks that a value is valid where it is shown, if user code wrote a valid one.
pub(crate) fn check_shown<P: Fuzzed>(entities: Query<Smoothed<P>, With<Inertialization<P>>>, mut watch: ResMut<Watch>) {
    for (slot, component) in &entities {
        let Some(written) = watch.state(P::WHICH, slot.0).and_then(|state| state.written) else { continue };
        let written = P::Value::from_parts(written.map(f32::from_bits), true);
        let shown = P::get(component);
        if is_value::<P>(written, 1e-3) && !is_value::<P>(shown, 1e-3) {
            watch.violate("shown at an invalid value", || {
                format!("{:?} of entity {}: {shown:?} for {written:?}", P::WHICH, slot.0)
            });
        }
    }
}

/// Checks that each value is again what user code wrote.
pub(crate) fn check_put_back<P: Fuzzed>(entities: Query<Smoothed<P>>, mut watch: ResMut<Watch>) {
    for (slot, component) in &entities {
        let Some(written) = watch.state(P::WHICH, slot.0).and_then(|state| state.written.take()) else { continue };
        let (value, written) = (P::get(component), P::Value::from_parts(written.map(f32::from_bits), true));
        if !is_stored_as::<P>(value, written) {
            watch.violate("not put back", || {
                format!("{:?} of entity {}: {value:?}, {written:?} was written", P::WHICH, slot.0)
            });
        }
    }
}
