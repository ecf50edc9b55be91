//! What a component adds to the law, and the list of all such components.

use alloc::{borrow::Cow, boxed::Box};

use bevy::{
    ecs::{
        change_detection::MaybeLocation,
        component::{Component, Mutable},
    },
    reflect::GetTypeRegistration,
};

use super::{AxisFrame, axes::Axes, barriers::Barriers, invalid::Invalid, rate::Rate};
use crate::{
    property::Property,
    space::{Law, Space, zero},
};

/// Passes the list of all forces to the macro `$then`: for each force, its name in a query and its type. Arguments in brackets are passed
/// first.
///
/// To add a force, write a file with the component and its [`Force`], and add a line here. The list is used to detect changes, to compile
/// the law, to register types and observers, and to warn about an entity that lacks a component. Forces are added to the law in this order,
/// and the first invalid field is reported.
macro_rules! forces {
    ($then:ident $(($($given:tt)*))?) => {
        $then! {
            $($($given)*;)?
            spring: Spring,
            friction: Friction,
            gravity: Gravity,
            axis_springs: AxisSprings,
            pace: TimeScale,
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

    /// Adds this force to the law of the forces before it. Error: the first invalid field.
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid>;
}

/// The law compiled from all components of an entity.
pub(crate) struct Compiled<V: Space> {
    /// The law without the exponential rate.
    pub(crate) law: Law<V>,
    /// Boxed, because few motions have springs by axis, and every adoption moves this struct.
    pub(crate) axes: Option<Box<Axes>>,
    pub(crate) pace: f64,
    /// Limits, dry friction and throws.
    pub(crate) barriers: Option<Box<Barriers<V>>>,
    pub(crate) rate: Option<Rate<V>>,
}

/// A law under construction, to which the forces are added one by one.
pub(crate) struct Draft<'a, P: Property> {
    pub(super) compiled: Compiled<P::Value>,
    /// The component that has the moved value.
    pub(super) component: &'a P::Component,
    /// Returns the share of the target's velocity that dampers move with. Only springs call it. Unit: 1. Range: 0 to 1.
    pub(super) feed_forward: &'a dyn Fn() -> Result<f64, Invalid>,
    /// The frame of the springs by axis, if there are any.
    pub(super) axis_frame: Option<AxisFrame>,
    /// The rate of the viscous friction. Unit: 1/s.
    pub(super) friction: f64,
    /// A coordinate stays on a bound if it would rise from it by less than this. Unit: property units.
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

    /// Checks that the entity's other forces leave the end of a throw exact. Error: which forces are not allowed.
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

/// Returns the stiffness (1/s²) and damping (1/s) of a spring. A spring of infinite frequency does not swing at any damping ratio.
pub(super) fn stiffness_and_damping(angular_frequency: f64, damping_ratio: f64) -> (f64, f64) {
    let (omega, zeta) =
        if angular_frequency == f64::INFINITY { (RIGID, 1.0) } else { (angular_frequency, damping_ratio) };
    (omega * omega, 2.0 * zeta * omega)
}
