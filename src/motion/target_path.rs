//! The path of a moving target.

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

/// The path of an entity's moving target. The fields that every step needs come first, together.
#[derive(Clone, Debug, Default)]
#[repr(C)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct TargetPath<V: Space> {
    /// The path from the segment's start on, relative to the segment's target.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::slope"))]
    pub(crate) slope: Slope<WideTangent<V>>,
    /// Cache of the law's response to a moving target over a tick.
    #[cfg_attr(feature = "serialize", serde(skip))]
    integrals: Integrals,
    /// The key of the cache: stiffness, damping and tick length, as bits.
    #[cfg_attr(feature = "serialize", serde(skip))]
    integrals_of: [u64; 3],
    /// The tick length for which [`slope`](Self::slope) was predicted; `None` without an up-to-date prediction. Unit: s.
    pub(crate) predicted_for: Option<f64>,
    /// What moves the target.
    pub(crate) source: Source,
    /// Whether a leader further up the chain of leaders is sampled.
    pub(crate) leader_is_guessed: bool,
    /// The changes of the path within the tick, after the segment's start.
    pub(crate) turns: Vec<Turn<V>>,
    /// The entity's place in the predicted path of its ring; `None` without a prediction.
    pub(crate) ring_place: Option<RingPlace<V>>,
    /// The last adopted aim whose fields were valid.
    pub(crate) aim: Aim<V>,
    /// The last step, if the path was guessed. The correction uses it.
    pub(crate) guessed_step: GuessedStep<V>,
    /// The last sample of a sampled target.
    pub(crate) sample: Option<Sample<V>>,
    /// The sampled leader's velocity, if it is known. Unit: property units/s.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::optional"))]
    pub(crate) leader_velocity: Option<WideTangent<V>>,
    /// Which leader to follow, and how, as last adopted. The fields may be invalid.
    pub(crate) follow_fields: Option<FollowFields<V>>,
    /// The leader's [`Body::revision`](super::body::Body::revision) at the last restart of this follower.
    pub(crate) leader_revision: Option<u16>,
    /// The fields of a `Target` with a velocity, as last adopted.
    pub(crate) steady: Option<Steady<V>>,
    /// Whether the source had no value when it was last sampled, so that the loss is reported only once.
    pub(crate) lost: bool,
    /// Where to snap the entity when followers are next restarted.
    pub(crate) pending_snap: Option<Onto>,
}

impl<V: Space> TargetPath<V> {
    /// Discards the path, the prediction and the sample: the target is fixed until it is predicted or sampled again.
    pub(crate) fn forget(&mut self) {
        self.slope = Slope::default();
        self.leader_revision = None;
        self.forget_prediction();
        self.sample = None;
        self.steady = None;
        self.lost = false;
    }

    /// Discards the last sample, because the sampled value was teleported. Until the next sample, the target continues at the last velocity
    /// of that value.
    pub(crate) fn discard_sample(&mut self) {
        let Some(sample) = self.sample.take() else { return };
        if self.aim.look_ahead != 0.0 {
            // The aimed path is ahead of the leader, so its velocity also contains the leader's acceleration. Use the leader's own
            // velocity.
            let velocity = V::difference(sample.aimed, sample.place) * (1.0 / self.aim.look_ahead);
            self.slope =
                if V::Tangent::narrow(velocity).is_finite() { Slope::line(velocity) } else { Slope::default() };
        }
    }

    /// Makes the target move with the velocity of `steady` from here on.
    pub(crate) fn set_steady(&mut self, steady: Steady<V>) {
        self.forget();
        self.slope = Slope::line(steady.velocity.widen());
        self.steady = Some(steady);
    }

    /// Discards the prediction, because the segment was restarted or the tick is over.
    #[inline]
    pub(crate) fn forget_prediction(&mut self) {
        self.predicted_for = None;
        self.turns.clear();
        self.ring_place = None;
    }

    /// Whether the path has begun with this source and, for a predicted leader, with this revision of the leader.
    pub(crate) fn has_begun_with(&self, source: Source, leader_revision: Option<u16>) -> bool {
        let known = match source {
            Source::Predicted(_) => leader_revision.is_none() || self.leader_revision == leader_revision,
            Source::Fixed => false,
            Source::Bounded | Source::Steady => true,
            _ => self.sample.is_some(),
        };
        known && self.source == source && self.pending_snap.is_none()
    }

    /// Whether the path is a guess until the end of the tick.
    pub(crate) const fn is_guessed(&self) -> bool {
        self.source.is_sampled() || self.leader_is_guessed
    }

    pub(crate) fn is_fixed(&self) -> bool {
        self.slope == Slope::default() && self.turns.is_empty()
    }

    /// Advances the path, which starts at `target`, by `t` seconds. Returns the target's new position.
    #[inline]
    pub(crate) fn pass(&mut self, target: V::Wide, t: f64) -> V::Wide {
        let moved = V::offset(target, self.slope.offset(t));
        self.slope = self.slope.after(t);
        moved
    }

    /// Shifts the path with the world's origin. Returns the last sample's aimed position before and after the shift, if there is a sample.
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
            // The value was read from a component, so it is shifted and rounded as the component stores it.
            Source::Tracked => shifted(V::narrow(place), by).widen(),
            Source::Foreign(_) | Source::Cyclic(_) => {
                let value = V::narrow(V::offset(place, self.aim.offset * -1.0));
                V::offset(shifted(value, by).widen(), self.aim.offset)
            }
            Source::Predicted(_)
            | Source::Ring(_)
            | Source::OtherFrame(_)
            | Source::Steady
            | Source::Bounded
            | Source::Fixed => V::offset(place, by),
        };
        sample.aimed = if aimed == place { sample.place } else { V::offset(aimed, by) };
        Some((aimed, sample.aimed))
    }

    /// Updates the cached response to a moving target over `t`.
    pub(crate) fn refresh(&mut self, law: &Law<V>, t: f64, cache: &mut ResponseCache) {
        let key = key(law, t);
        if self.integrals_of != key {
            self.integrals_of = key;
            self.integrals = cache.response(law.k, law.c, t, true).integrals;
        }
    }

    /// The cached response to a moving target over `t`, if it is up to date.
    #[inline]
    pub(crate) fn integrals(&self, law: &Law<V>, t: f64) -> Option<Integrals> {
        (self.integrals_of == key(law, t)).then_some(self.integrals)
    }
}

fn key<V: Space>(law: &Law<V>, t: f64) -> [u64; 3] {
    [law.k, law.c, t].map(f64::to_bits)
}

/// What moves a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, MapEntities)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Source {
    /// A leader that this plugin moves: its path is predicted.
    Predicted(#[entities] Entity),
    /// A leader that other code moves: sampled once a tick.
    Foreign(#[entities] Entity),
    /// A leader that has another parent than the follower, or along whose axes the offset is measured: it is sampled once a tick, in the
    /// frame of the follower's parent.
    OtherFrame(#[entities] Entity),
    /// A leader that this plugin moves and that itself follows the follower, directly or through other entities: the paths of the ring are
    /// solved together.
    Ring(#[entities] Entity),
    /// As [`Ring`](Self::Ring), but the ring cannot be solved: the leader is sampled once a tick, at its value before any correction.
    Cyclic(#[entities] Entity),
    /// The entity's own tracked `Target`: sampled once a tick.
    Tracked,
    /// The entity's own `Target`, which has a velocity.
    Steady,
    /// Nothing moves the target, but the entity's bounds move: they are sampled once a tick.
    Bounded,
    /// Nothing moves the target.
    #[default]
    Fixed,
}

impl Source {
    /// Whether the target or the bounds are sampled, so that their paths are guesses until the end of the tick.
    pub(crate) const fn is_sampled(self) -> bool {
        !matches!(self, Self::Predicted(_) | Self::Ring(_) | Self::Steady | Self::Fixed)
    }

    pub(crate) const fn leader(self) -> Option<Entity> {
        match self {
            Self::Predicted(leader)
            | Self::Foreign(leader)
            | Self::OtherFrame(leader)
            | Self::Ring(leader)
            | Self::Cyclic(leader) => Some(leader),
            Self::Tracked | Self::Steady | Self::Bounded | Self::Fixed => None,
        }
    }
}
