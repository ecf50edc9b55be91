//! Where a moving target goes.

use alloc::vec::Vec;

use bevy::ecs::entity::{Entity, MapEntities};

use super::guessed_step::GuessedStep;
use crate::{
    math::{Integrals, Slope},
    path::{
        response_cache::ResponseCache,
        ring_path::RingPlace,
        target::{Aim, FollowFields, Onto, Sample, Steady, Turn},
    },
    space::{Law, Space, Tangent, WideTangent, shifted},
};

/// The path of an entity's moving target. What every step needs comes first, together.
#[derive(Clone, Debug, Default)]
#[repr(C)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct TargetPath<V: Space> {
    /// The path from the segment's start on, relative to the segment's target.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::slope"))]
    pub(crate) slope: Slope<WideTangent<V>>,
    /// The law's answer to a moving target over a tick, and the law and tick for which it is the answer.
    #[cfg_attr(feature = "serialize", serde(skip))]
    integrals: Integrals,
    #[cfg_attr(feature = "serialize", serde(skip))]
    integrals_of: [u64; 3],
    /// The tick length that [`slope`](Self::slope) was predicted for; none if it is out of date.
    pub(crate) predicted_for: Option<f64>,
    /// Where the target comes from.
    pub(crate) source: Source,
    /// Whether a leader further up the chain is sampled.
    pub(crate) led_by_guess: bool,
    /// Where the path changes within the tick, after the segment's start.
    pub(crate) turns: Vec<Turn<V>>,
    /// Its place in its ring's path, while that is predicted.
    pub(crate) ring_place: Option<RingPlace<V>>,
    /// The last of `seen` that was valid.
    pub(crate) aim: Aim<V>,
    /// The last advance, if the path was guessed; taken by the correction.
    pub(crate) guessed_step: GuessedStep<V>,
    /// Where a sampled target was last.
    pub(crate) sample: Option<Sample<V>>,
    /// The sampled leader's velocity, where something tells it. Unit: property units/s.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional"))]
    pub(crate) leader_velocity: Option<WideTangent<V>>,
    /// Which leader to follow, and how, as last seen.
    pub(crate) seen: Option<FollowFields<V>>,
    /// The leader's [`Body::revision`](super::body::Body::revision) that this follower has begun anew for.
    pub(crate) leader_revision: Option<u16>,
    /// A target that moves by itself, as last seen.
    pub(crate) steady: Option<Steady<V>>,
    /// The leader's loss has been told.
    pub(crate) lost: bool,
    /// Where the entity is to be put at once.
    pub(crate) snaps: Option<Onto>,
}

impl<V: Space> TargetPath<V> {
    /// Forgets where the target came from: it stands where it is until it is predicted or sampled again.
    pub(crate) fn forget(&mut self) {
        self.slope = Slope::default();
        self.leader_revision = None;
        self.forget_prediction();
        self.sample = None;
        self.steady = None;
        self.lost = false;
    }

    /// Forgets the last sample, because the leader jumped. From the next one, the target continues at the leader's last velocity.
    pub(crate) fn lose_sample(&mut self) {
        let Some(sample) = self.sample.take() else { return };
        if self.aim.look_ahead != 0.0 {
            // The path leads ahead of the leader, and so is faster by what the leader accelerated.
            let velocity = V::difference(sample.aimed, sample.place) * (1.0 / self.aim.look_ahead);
            self.slope =
                if V::Tangent::narrow(velocity).is_finite() { Slope::line(velocity) } else { Slope::default() };
        }
    }

    /// From here on the target moves by itself, as `steady` says.
    pub(crate) fn go_steadily(&mut self, steady: Steady<V>) {
        self.forget();
        self.slope = Slope::line(steady.velocity.widen());
        self.steady = Some(steady);
    }

    /// The prediction no longer holds, because the segment began anew or its tick is over.
    #[inline]
    pub(crate) fn forget_prediction(&mut self) {
        self.predicted_for = None;
        self.turns.clear();
        self.ring_place = None;
    }

    /// Whether the path has begun with this source, and with this beginning of a leader of ours.
    pub(crate) fn is_known_to(&self, source: Source, leader_revision: Option<u16>) -> bool {
        let known = match source {
            Source::Ours(_) => leader_revision.is_none() || self.leader_revision == leader_revision,
            Source::Held => false,
            Source::Bounded | Source::Steady => true,
            _ => self.sample.is_some(),
        };
        known && self.source == source && self.snaps.is_none()
    }

    /// Whether the path may turn out to have been another one.
    pub(crate) const fn is_guessed(&self) -> bool {
        self.source.is_sampled() || self.led_by_guess
    }

    pub(crate) fn stands_still(&self) -> bool {
        self.slope == Slope::default() && self.turns.is_empty()
    }

    /// Moves the target on for `t` seconds. Returns where it is then.
    #[inline]
    pub(crate) fn pass(&mut self, target: V::Wide, t: f64) -> V::Wide {
        let moved = V::offset(target, self.slope.offset(t));
        self.slope = self.slope.after(t);
        moved
    }

    /// Shifts the path with the world. Returns where the last sample was aimed at, before and after.
    pub(crate) fn shift(&mut self, by: WideTangent<V>) -> Option<(V::Wide, V::Wide)> {
        self.guessed_step.shift(by);
        for turn in &mut self.turns {
            turn.target = V::offset(turn.target, by);
        }
        if let Some(steady) = &mut self.steady {
            steady.value = shifted(steady.value, by);
        }
        let sample = self.sample.as_mut()?;
        let Sample { place, aimed, .. } = *sample;
        sample.place = match self.source {
            // What is sampled is a component: it is shifted, and rounded, where it is stored.
            Source::Tracked => shifted(V::narrow(place), by).widen(),
            Source::Foreign(_) | Source::Cyclic(_) => {
                let value = V::narrow(V::offset(place, self.aim.offset * -1.0));
                V::offset(shifted(value, by).widen(), self.aim.offset)
            }
            Source::Ours(_) | Source::Ring(_) | Source::Seen(_) | Source::Steady | Source::Bounded | Source::Held => {
                V::offset(place, by)
            }
        };
        sample.aimed = if aimed == place { sample.place } else { V::offset(aimed, by) };
        Some((aimed, sample.aimed))
    }

    /// Computes the answer to a moving target over `t`, if it is not at hand.
    pub(crate) fn refresh(&mut self, law: &Law<V>, t: f64, cache: &mut ResponseCache) {
        let key = key(law, t);
        if self.integrals_of != key {
            self.integrals_of = key;
            self.integrals = cache.response(law.k, law.c, t, true).integrals;
        }
    }

    /// The answer to a moving target over `t`, if it is at hand.
    #[inline]
    pub(crate) fn integrals(&self, law: &Law<V>, t: f64) -> Option<Integrals> {
        (self.integrals_of == key(law, t)).then_some(self.integrals)
    }
}

fn key<V: Space>(law: &Law<V>, t: f64) -> [u64; 3] {
    [law.k, law.c, t].map(f64::to_bits)
}

/// Where a moving target comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, MapEntities)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Source {
    /// An entity that this plugin moves: its path is known.
    Ours(#[entities] Entity),
    /// Any other entity: sampled once a tick.
    Foreign(#[entities] Entity),
    /// An entity with another parent, or a leader along whose own axes the offset is: sampled once a tick.
    Seen(#[entities] Entity),
    /// An entity of ours that follows the follower, perhaps through others: their paths are found together.
    Ring(#[entities] Entity),
    /// As [`Ring`](Self::Ring), where that cannot be solved: sampled once a tick, as it was before any correction.
    Cyclic(#[entities] Entity),
    /// The entity's own tracked target: sampled once a tick.
    Tracked,
    /// The entity's own target, which moves by itself.
    Steady,
    /// Nothing moves the target, but the bounds that the entity meets move: they are sampled once a tick.
    Bounded,
    /// Nothing moves the target.
    #[default]
    Held,
}

impl Source {
    /// Whether what is assumed of it is found right or wrong only at the end of the tick.
    pub(crate) const fn is_sampled(self) -> bool {
        !matches!(self, Self::Ours(_) | Self::Ring(_) | Self::Steady | Self::Held)
    }

    pub(crate) const fn leader(self) -> Option<Entity> {
        match self {
            Self::Ours(leader)
            | Self::Foreign(leader)
            | Self::Seen(leader)
            | Self::Ring(leader)
            | Self::Cyclic(leader) => Some(leader),
            Self::Tracked | Self::Steady | Self::Bounded | Self::Held => None,
        }
    }
}
