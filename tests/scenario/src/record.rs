//! The hash of all states and events, bit by bit.
//!
//! A record identifies its entity by slot, not by id. Each record is hashed on its own, and the hashes of one tick are added. The result
//! therefore depends on every bit of every record, but not on the order of systems and entities.

use bevy::prelude::*;
use bevy_exact_motion::{Grabbed, Resting, Velocity, camera::Pose};

use crate::{
    cast::Slot,
    property::{Numbers, Stepped, Watched},
    random::mix,
};

/// The hash of the records of all ticks, or of all frames, in chronological order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stream {
    pub(crate) hash: u64,
    /// The sum of the hashes of the current tick's or frame's records.
    sum: u64,
}

/// The FNV-1a hash (Fowler, Noll, Vo 1991) of words instead of bytes, mixed after each word.
fn hash(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| mix((hash ^ word).wrapping_mul(0x0000_0100_0000_01b3)))
}

impl Stream {
    fn add(&mut self, record: u64) {
        self.sum = self.sum.wrapping_add(record);
    }

    fn close(&mut self) {
        self.hash = mix(self.hash.rotate_left(1) ^ self.sum);
        self.sum = 0;
    }
}

/// What has been recorded so far.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Record {
    /// States, events and forecasts at ticks.
    pub(crate) at_ticks: Stream,
    /// Same as `at_ticks`, without the roles that depend on when frames are drawn.
    pub(crate) of_any_frames: Stream,
    /// Drawn states, and properties that are stepped once a frame.
    pub(crate) drawn: Stream,
    /// The number of recorded ticks.
    pub(crate) ticks: u64,
    /// The number of ticks after which nothing is recorded.
    pub(crate) last: u64,
    /// The number of recorded states.
    pub(crate) states: u64,
    /// The numbers of recorded events, by kind.
    pub(crate) events: [u64; 4],
    /// Whether a prediction is running. It will be rolled back, so it is not recorded.
    pub(crate) is_prediction: bool,
    /// The tick whose records are also listed as text.
    pub(crate) listed: Option<u64>,
    /// The records of the tick `listed`, as text.
    pub(crate) list: Vec<String>,
}

/// The kinds of records.
pub(crate) mod kind {
    pub(crate) const STATE: u64 = 0;
    pub(crate) const EVENTS: [u64; 4] = [1, 2, 3, 4];
    pub(crate) const TRANSFORM: u64 = 5;
    pub(crate) const POSE: u64 = 6;
    pub(crate) const FORECAST: u64 = 7;
    pub(crate) const NAMES: [&str; 8] =
        ["state", "settled", "finished", "limit", "invalid", "transform", "pose", "forecast"];
}

impl Record {
    pub(crate) fn new(last: u64, listed: Option<u64>) -> Self {
        Self {
            at_ticks: Stream::default(),
            of_any_frames: Stream::default(),
            drawn: Stream::default(),
            ticks: 0,
            last,
            states: 0,
            events: [0; 4],
            is_prediction: false,
            listed,
            list: Vec::new(),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.ticks >= self.last
    }

    /// Adds a record of the entity in `slot`: the kind of the record, the number of the property, and the content.
    pub(crate) fn take(
        &mut self,
        stepped: Stepped,
        slot: Slot,
        kind: u64,
        property: u64,
        words: impl IntoIterator<Item = u64>,
    ) {
        if self.is_over() || self.is_prediction {
            return;
        }
        let head = [u64::from(slot.0), kind, property].into_iter();
        let record = if self.listed == Some(self.ticks) {
            let words: Vec<u64> = words.into_iter().collect();
            self.list.push(format!("{stepped:?} {slot} {} {property}: {words:x?}", kind::NAMES[kind as usize]));
            hash(head.chain(words))
        } else {
            hash(head.chain(words))
        };
        match stepped {
            Stepped::InFrames => self.drawn.add(record),
            Stepped::InTicks => {
                self.at_ticks.add(record);
                if !slot.role().depends_on_frames() {
                    self.of_any_frames.add(record);
                }
            }
        }
    }
}

/// Returns the bits of numbers. Panics if one is infinite or NaN: the bits of NaN differ between platforms.
pub(crate) fn bits(numbers: impl IntoIterator<Item = f32>) -> impl Iterator<Item = u64> {
    numbers.into_iter().map(|number| {
        assert!(number.is_finite(), "{number} should be finite");
        u64::from(number.to_bits())
    })
}

/// Same as [`bits`], for f64.
pub(crate) fn wide_bits(numbers: impl IntoIterator<Item = f64>) -> impl Iterator<Item = u64> {
    numbers.into_iter().map(|number| {
        assert!(number.is_finite(), "{number} should be finite");
        number.to_bits()
    })
}

type State<'a, P> = (
    &'a Slot,
    &'a <P as bevy_exact_motion::property::Property>::Component,
    &'a Velocity<P>,
    Has<Resting<P>>,
    Has<Grabbed<P>>,
);

/// Records the value and the velocity of every entity that has the property.
pub(crate) fn record_states<P: Watched>(stepped: Stepped) -> impl Fn(Query<State<P>>, ResMut<Record>) {
    move |bodies, mut record| {
        for (&slot, component, velocity, rests, held) in &bodies {
            let numbers = P::get(component).numbers().into_iter().chain(velocity.0.numbers());
            let marks = u64::from(rests) << 1 | u64::from(held);
            record.take(stepped, slot, kind::STATE, P::NUMBER, bits(numbers).chain([marks]));
            record.states += 1;
        }
    }
}

/// Records the transform of every entity, and the `Pose` of every camera.
pub(crate) fn record_places(stepped: Stepped) -> impl Fn(Query<(&Slot, &Transform, Option<&Pose>)>, ResMut<Record>) {
    move |bodies, mut record| {
        for (&slot, transform, pose) in &bodies {
            let Transform { translation, rotation, scale } = transform;
            let numbers = [translation.numbers(), rotation.numbers(), scale.numbers()].into_iter().flatten();
            record.take(stepped, slot, kind::TRANSFORM, 0, bits(numbers));
            let Some(Pose { position, rotation, velocity, angular_velocity }) = pose else { continue };
            let moving = [position.numbers(), velocity.numbers(), angular_velocity.numbers(), rotation.numbers()];
            record.take(stepped, slot, kind::POSE, 0, bits(moving.into_iter().flatten()));
        }
    }
}

/// Ends the records of a tick.
pub(crate) fn close_tick(mut record: ResMut<Record>) {
    if !record.is_over() {
        record.at_ticks.close();
        record.of_any_frames.close();
        record.ticks += 1;
    }
}

/// Ends the records of a frame.
pub(crate) fn close_frame(mut record: ResMut<Record>) {
    if !record.is_over() {
        record.drawn.close();
    }
}
