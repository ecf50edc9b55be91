//! The property that this scene declares. All other properties in the scene are `bevy_exact_motion`'s own.

use super::boards::Mass;

bevy_exact_motion::property! {
    /// The position of the mass between the boards. Unit: m.
    pub(crate) MassPosition: Mass.position as f32;
}
