//! Springs that differ by axis.

use alloc::boxed::Box;

use bevy::math::{DVec3, Vec3};

use super::{
    axes::{Axes, axes_rotation, parts},
    force::{Draft, Force, stiffness_and_damping},
    invalid::Invalid,
};
use crate::{
    property::{
        Property, TangentOf, Velocity,
        component::{component, default_on_translation},
    },
    space::{Space, Tangent},
};

component! {
    /// A spring for each axis, for instance for a camera that is soft vertically and stiff sideways.
    ///
    /// It works on properties whose value is a `Vec2`, `Vec3`, `DVec2` or `DVec3`. If the entity also has a [`Spring`](crate::Spring), both
    /// act; usually you insert only one of them. The axes are those of the entity's parent, or the entity's own. The entity's own axes are
    /// read at the end of a tick and used for the whole next tick.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// fn spawn(player: Entity, mut commands: Commands) {
    ///     commands.spawn((
    ///         Camera3d::default(),
    ///         AxisSprings::new(Vec3::new(12.0, 3.0, 12.0), Vec3::ONE).in_own_frame(),
    ///         Follow::new(player).with_offset(Vec3::new(0.0, 4.0, 9.0)),
    ///     ));
    /// }
    /// # #[derive(Component, Default)]
    /// # #[require(Transform)]
    /// # struct Camera3d;
    /// ```
    #[require(Velocity<P>)]
    pub struct AxisSprings of tangents {
        /// ω along each axis. Unit: rad/s. Range: ≥ 0; 0: no spring along that axis. Default: 0.
        #[reflect(@0.0..=f32::MAX)]
        pub angular_frequency: TangentOf<P> = TangentOf::<P>::default(),
        /// ζ along each axis. Unit: 1. Range: ≥ 0. Default: 0.
        #[reflect(@0.0..=f32::MAX)]
        pub damping_ratio: TangentOf<P> = TangentOf::<P>::default(),
        /// Whether the springs are along the entity's own axes, which turn with it, instead of its parent's. Of this crate's vector
        /// properties only [`Translation`](crate::property::Translation) has own axes; for the others this field makes no difference.
        /// Default: false.
        pub own_axes: bool = false,
    }
}

default_on_translation!(AxisSprings);

impl<P: Property> Force<P> for AxisSprings<P> {
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid> {
        let parts = |field, tangent: TangentOf<P>| {
            let parts = parts::<P::Value>(tangent.widen());
            let is_valid = parts.cmpge(DVec3::ZERO).all();
            match P::Value::AXES {
                0 => Err(draft.invalid(field, tangent, "no springs by axis, because the value has no axes")),
                _ if is_valid => Ok(parts),
                _ => Err(draft.invalid(field, tangent, "at least 0")),
            }
        };
        let omega = parts("AxisSprings::angular_frequency", self.angular_frequency)?;
        let zeta = parts("AxisSprings::damping_ratio", self.damping_ratio)?;
        if !self.damping_ratio.is_finite() {
            let expected = "finite and at least 0";
            return Err(draft.invalid("AxisSprings::damping_ratio", self.damping_ratio, expected));
        }
        let feed_forward = (draft.feed_forward)()?;
        let springs = [0, 1, 2].map(|axis| stiffness_and_damping(omega[axis], zeta[axis]));
        draft.own_axes = Some(self.own_axes);
        let (k, c, g) = (springs.map(|(k, _)| k), springs.map(|(_, c)| c), springs.map(|(_, c)| feed_forward * c));
        draft.compiled.axes = Some(Box::new(Axes::new(k, c, g, axes_rotation::<P>(self.own_axes, draft.component))));
        Ok(())
    }
}

impl<P: Property> AxisSprings<P> {
    /// Springs of these angular frequencies (rad/s) and damping ratios along the parent's axes.
    pub const fn of(angular_frequency: TangentOf<P>, damping_ratio: TangentOf<P>) -> Self {
        Self { angular_frequency, damping_ratio, own_axes: false }
    }

    /// The same springs along the entity's own axes.
    pub const fn in_own_frame(mut self) -> Self {
        self.own_axes = true;
        self
    }
}

impl AxisSprings {
    /// Springs of these angular frequencies (rad/s) and damping ratios along the parent's axes.
    pub const fn new(angular_frequency: Vec3, damping_ratio: Vec3) -> Self {
        Self::of(angular_frequency, damping_ratio)
    }
}
