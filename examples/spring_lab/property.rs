//! The property that is moved here beside the fields of a node's transform.

use super::boards::Mass;

bevy_exact_motion::property! {
    /// Where the mass between the boards is.
    pub(crate) MassPosition: Mass.position as f32;
}
