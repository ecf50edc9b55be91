//! Records the plugin's events, with their instants and values.

use bevy::prelude::*;
use bevy_exact_motion::events::{Finished, InvalidMotion, LimitReached, Settled};

use crate::{
    cast::Slot,
    property::{Numbers, Watched},
    record::{Record, bits, kind, wide_bits},
};

/// Records every event of one property.
pub(crate) fn observe<P: Watched>(app: &mut App) {
    app.add_observer(settled::<P>)
        .add_observer(finished::<P>)
        .add_observer(limit_reached::<P>)
        .add_observer(invalid_motion::<P>);
}

fn note<P: Watched>(record: &mut Record, slots: &Query<&Slot>, entity: Entity, kind: usize, words: Vec<u64>) {
    // An entity that the script has despawned in the same tick has no slot: its event is not recorded.
    if let Ok(&slot) = slots.get(entity) {
        record.take(P::STEPPED, slot, kind::EVENTS[kind], P::NUMBER, words);
        record.events[kind] += 1;
    }
}

fn settled<P: Watched>(settled: On<Settled<P>>, slots: Query<&Slot>, mut record: ResMut<Record>) {
    let Settled { entity, value, target, time, .. } = *settled.event();
    let numbers = bits(value.numbers().into_iter().chain(target.numbers()));
    let time = [time.as_secs(), time.subsec_nanos().into()];
    note::<P>(&mut record, &slots, entity, 0, numbers.chain(time).collect());
}

fn finished<P: Watched>(finished: On<Finished<P>>, slots: Query<&Slot>, mut record: ResMut<Record>) {
    note::<P>(&mut record, &slots, finished.entity, 1, Vec::new());
}

fn limit_reached<P: Watched>(reached: On<LimitReached<P>>, slots: Query<&Slot>, mut record: ResMut<Record>) {
    let &LimitReached { entity, bound, coordinate, time, value, velocity_before, velocity_after, .. } = reached.event();
    let numbers = [value.numbers(), velocity_before.numbers(), velocity_after.numbers()];
    let words = [bound as u64, coordinate as u64].into_iter().chain(wide_bits([time]));
    note::<P>(&mut record, &slots, entity, 2, words.chain(bits(numbers.into_iter().flatten())).collect());
}

fn invalid_motion<P: Watched>(invalid: On<InvalidMotion<P>>, slots: Query<&Slot>, mut record: ResMut<Record>) {
    let field = invalid.field.bytes().map(u64::from).collect();
    note::<P>(&mut record, &slots, invalid.entity, 3, field);
}
