//! The scene's own property; the other properties are fields of a node's transform.

use super::boards::Mass;

bevy_exact_motion::property! {
    /// The position of the mass between the boards. Unit: m.
    pub(crate) MassPosition: Mass.position as f32;
}
