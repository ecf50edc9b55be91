//! Bones that swing about the pose that other code writes.
//!
//! ```text
//! animation writes poses → swing (root first: each bone hangs on its parent as that is shown) → transforms are propagated
//! next frame, First: put_back
//! ```

mod bone;
mod cone;
mod spring_bones;
pub(crate) mod systems;

pub use spring_bones::SpringBones;
