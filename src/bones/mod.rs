//! Bones that swing about the pose that other code writes.
//!
//! ```text
//! PostUpdate   animation writes poses → swing (root first: each bone hangs on its parent as that is shown) → transforms are propagated
//! First        put_back
//! ```
//!
//! What is remembered of a bone is in a resource, for as long as the bone swings in each frame: despawned, disabled and cloned entities
//! need no care, and saves hold only poses.

mod bone;
mod collider;
mod sample;
mod spring_bones;
pub(crate) mod systems;

pub use collider::BoneCollider;
pub use spring_bones::SpringBones;
