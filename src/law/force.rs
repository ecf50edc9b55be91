//! What a component adds to the law, and the list of all such components.

use alloc::{borrow::Cow, boxed::Box};

use bevy::{
    ecs::{
        change_detection::MaybeLocation,
        component::{Component, Mutable},
    },
    reflect::GetTypeRegistration,
};

use super::{axes::Axes, barriers::Barriers, invalid::Invalid, rate::Rate};
use crate::{
    property::Property,
    space::{Law, Space, zero},
};

/// Calls the macro `$then` with the list of all forces: for each force, the name of its field in a query, and its type. Arguments in
/// brackets are passed to `$then` before the list.
///
/// To add a force, write a file with the component and its [`Force`], re-export the component from `law`, and add a line here. The list is
/// used to detect changes, to compile the law, to register types and observers, and to warn about an entity that lacks a component. Forces
/// are added to the law in the order of the list, and only the first invalid field is reported.
macro_rules! forces {
    ($then:ident $(($($given:tt)*))?) => {
        $then! {
            $($($given)*;)?
            spring: Spring,
            friction: Friction,
            gravity: Gravity,
            axis_springs: AxisSprings,
            time_scale: TimeScale,
            exponential_rate: ExponentialRate,
            dry_friction: DryFriction,
            limits: Limits,
            fling: Fling,
            snap_points: SnapPoints,
        }
    };
}
pub(crate) use forces;

/// A component that contributes to an entity's law.
pub(crate) trait Force<P: Property>: Component<Mutability = Mutable> + GetTypeRegistration {
    /// Whether the component moves the entity. `false` if it only changes how other components move it.
    const MOVES: bool = true;

    /// Adds this force to `draft`, which already has the forces that precede this one in the list. Returns the first invalid field as an
    /// error.
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid>;
}

/// The law compiled from all components of an entity.
pub(crate) struct Compiled<V: Space> {
    /// The law without the exponential rate.
    pub(crate) law: Law<V>,
    /// The springs by axis. Boxed, because few motions have them, and every adoption moves this struct.
    pub(crate) axes: Option<Box<Axes>>,
    pub(crate) time_scale: f64,
    /// Limits, dry friction and throws.
    pub(crate) barriers: Option<Box<Barriers<V>>>,
    pub(crate) rate: Option<Rate<V>>,
}

/// A law under construction, to which the forces are added one by one.
pub(crate) struct Draft<'a, P: Property> {
    pub(super) compiled: Compiled<P::Value>,
    /// The component that holds the moved value.
    pub(super) component: &'a P::Component,
    /// Returns a fraction: springs damp the difference between the entity's velocity and this fraction of the target's velocity. Unit: 1.
    /// Range: 0 to 1.
    pub(super) feed_forward: &'a dyn Fn() -> Result<f64, Invalid>,
    /// [`AxisSprings::own_axes`](crate::AxisSprings::own_axes), if the entity has springs by axis.
    pub(super) own_axes: Option<bool>,
    /// The rate of the viscous friction. Unit: 1/s.
    pub(super) friction: f64,
    /// A coordinate that would bounce off a bound by less than this stays on the bound. Unit: property units.
    pub(super) tolerance: f64,
    /// The line of code that wrote the force that is being added, if Bevy tracks it.
    pub(super) by: MaybeLocation,
}

impl<P: Property> Draft<'_, P> {
    /// Describes an invalid field of the force that is being added.
    pub(super) fn invalid(
        &self,
        field: &'static str,
        value: impl core::fmt::Debug,
        expected: impl Into<Cow<'static, str>>,
    ) -> Invalid {
        Invalid::new(field, value, expected, self.by)
    }

    pub(super) fn at_least_zero(&self, field: &'static str, value: f32) -> Result<f64, Invalid> {
        if value.is_finite() && value >= 0.0 {
            Ok(value.into())
        } else {
            Err(self.invalid(field, value, "finite and at least 0"))
        }
    }

    /// The barriers, created on the first call.
    pub(super) fn barriers(&mut self) -> &mut Barriers<P::Value> {
        let tolerance = self.tolerance;
        self.compiled.barriers.get_or_insert_with(|| Box::new(Barriers { tolerance, ..Barriers::default() }))
    }

    /// Checks that no other force on the entity makes a throw miss its end. Otherwise returns an error that says which forces are not
    /// allowed.
    pub(super) fn check_other_forces(&self) -> Result<(), &'static str> {
        let Compiled { law, axes, barriers, rate, .. } = &self.compiled;
        if law.k != 0.0 || law.a != zero() || axes.is_some() || rate.is_some() {
            Err("no spring, gravity or exponential rate on the same entity, because then its end is not exact")
        } else if barriers.as_ref().is_some_and(|barriers| barriers.normal.is_some()) {
            Err("no bounds along a normal on the same entity")
        } else {
            Ok(())
        }
    }
}

/// Replaces an infinite angular frequency: stiff enough that an f32 shows no lag, and finite, so that its products with 0 are 0.
/// Unit: rad/s.
const RIGID: f64 = (1_u64 << 40) as f64;

/// Returns the stiffness (1/s²) and damping (1/s) of a spring. With an infinite frequency, the spring is critical at any damping ratio.
pub(super) fn stiffness_and_damping(angular_frequency: f64, damping_ratio: f64) -> (f64, f64) {
    let (omega, zeta) =
        if angular_frequency == f64::INFINITY { (RIGID, 1.0) } else { (angular_frequency, damping_ratio) };
    (omega * omega, 2.0 * zeta * omega)
}
