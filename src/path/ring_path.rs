//! The path of entities that follow each other in a ring, solved for all of them together.

use alloc::{sync::Arc, vec, vec::Vec};

use crate::{
    math::{
        Increment,
        ring::{RingFollower, RingScratch, accelerations, evolve},
    },
    space::{Space, WideTangent, zero},
};

/// The paths of all members of a ring over the rest of a tick, from their common start.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct RingPath<V: Space> {
    /// The pieces. A new piece begins wherever the exponential rate of a member ends.
    pub(crate) pieces: Vec<RingPiece<V>>,
    /// The predicted duration. Unit: s.
    pub(crate) length: f64,
    /// The changes of each member at the end of the predicted duration.
    pub(crate) end: Vec<RingChange<V>>,
}

/// A part of a ring's path in which no law changes.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct RingPiece<V: Space> {
    /// The instant at which the piece starts. Unit: s after the ring's start.
    pub(crate) start: f64,
    /// The changes of each member at the piece's start.
    pub(crate) before: Vec<RingChange<V>>,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts::ring_followers"))]
    pub(crate) followers: Vec<RingFollower<WideTangent<V>>>,
}

/// How one member's position and velocity have changed since the ring's start, in the world's time.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct RingChange<V: Space> {
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) position: WideTangent<V>,
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) velocity: WideTangent<V>,
    /// The acceleration after these changes.
    #[cfg_attr(feature = "serialize", serde(with = "crate::space::parts"))]
    pub(crate) acceleration: WideTangent<V>,
}

/// One member's place in its ring's path.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub(crate) struct RingPlace<V: Space> {
    #[cfg_attr(feature = "serialize", serde(with = "shared"))]
    pub(crate) path: Arc<RingPath<V>>,
    pub(crate) index: usize,
}

/// Serializes a path that is shared in memory: it is saved with each member that shares it.
#[cfg(feature = "serialize")]
mod shared {
    use alloc::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(shared: &Arc<T>, serializer: S) -> Result<S::Ok, S::Error> {
        T::serialize(shared, serializer)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Arc<T>, D::Error> {
        T::deserialize(deserializer).map(Arc::new)
    }
}

impl<V: Space> RingPath<V> {
    /// The changes of each member after `passed` (s).
    pub(crate) fn at(&self, passed: f64) -> Vec<RingChange<V>> {
        let Some(piece) = self.pieces.iter().rev().find(|piece| piece.start <= passed).or(self.pieces.first()) else {
            return Vec::new();
        };
        let n = piece.followers.len();
        let mut changes = vec![Increment::default(); n];
        let mut scratch = vec![RingScratch::default(); 4 * n];
        let mut rates = vec![zero(); n];
        evolve(&piece.followers, (passed - piece.start).max(0.0), &mut changes, &mut scratch);
        accelerations(&piece.followers, &changes, &mut rates, &mut scratch);
        piece
            .before
            .iter()
            .zip(changes.into_iter().zip(rates))
            .map(|(before, (change, acceleration))| RingChange {
                position: before.position + change.position,
                velocity: before.velocity + change.velocity,
                acceleration,
            })
            .collect()
    }
}

impl<V: Space> RingPlace<V> {
    /// The member's changes at the predicted end. Returns `None` if `passed` (s after the ring's start) is another instant.
    pub(crate) fn predicted(&self, passed: f64) -> Option<RingChange<V>> {
        if passed == self.path.length { self.path.end.get(self.index).copied() } else { None }
    }
}
