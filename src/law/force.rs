//! What a component adds to the law, and the one list of these components.

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

/// Hands the list of all forces to a macro, after what it is given in brackets: each one's name in a query, and its type.
///
/// A new force is a file with its component and its [`Force`], and a line here. The list is used to detect changes, to compile the law, to
/// register types and observers, and to warn about an entity that lacks a component. Forces are added in this order, and the first invalid
/// one is reported.
macro_rules! forces {
    ($then:ident $(($($given:tt)*))?) => {
        $then! {
            $($($given)*;)?
            spring: Spring,
            friction: Friction,
            gravity: Gravity,
            axis_springs: AxisSprings,
            pace: Pace,
            exponential_rate: ExponentialRate,
            dry_friction: DryFriction,
            limits: Limits,
            fling: Fling,
            snap_points: SnapPoints,
        }
    };
}
pub(crate) use forces;

/// A component of the law.
pub(crate) trait Force<P: Property>: Component<Mutability = Mutable> + GetTypeRegistration {
    /// Whether it is there to move entities, and not to change how others do.
    const MOVES: bool = true;

    /// Adds to the law of the forces before it. Error: the field that is invalid.
    fn add_to(&self, draft: &mut Draft<P>) -> Result<(), Invalid>;
}

/// The law that all components together make.
pub(crate) struct Compiled<V: Space> {
    /// The law without the exponential rate.
    pub(crate) law: Law<V>,
    /// Boxed, because few motions have them and every adoption passes this on.
    pub(crate) axes: Option<Box<Axes>>,
    pub(crate) pace: f64,
    /// Limits and dry friction.
    pub(crate) barriers: Option<Box<Barriers<V>>>,
    pub(crate) rate: Option<Rate<V>>,
}

/// A law to which one force after the other is added.
pub(crate) struct Draft<'a, P: Property> {
    pub(super) compiled: Compiled<P::Value>,
    /// The component that is moved.
    pub(super) component: &'a P::Component,
    /// The share of the target's velocity that dampers move with, to be asked for by dampers alone.
    pub(super) share: &'a dyn Fn() -> Result<f64, Invalid>,
    /// Whose axes the springs by axis are along, if there are any.
    pub(super) axis_frame: Option<AxisFrame>,
    /// The rate of the viscous friction. Unit: 1/s.
    pub(super) friction: f64,
    /// A number that would rise by less stays on a bound. Unit: property units.
    pub(super) tolerance: f64,
    /// The line of code that wrote the force that is being added, where Bevy tracks that.
    pub(super) by: MaybeLocation,
}

impl<P: Property> Draft<'_, P> {
    /// A field of the force that is being added, which is invalid.
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

    /// What stops the motion.
    pub(super) fn barriers(&mut self) -> &mut Barriers<P::Value> {
        let tolerance = self.tolerance;
        self.compiled.barriers.get_or_insert_with(|| Box::new(Barriers { tolerance, ..Barriers::default() }))
    }

    /// Whether the end of a throw can be promised, with all that acts beside it.
    pub(super) fn judge_company(&self) -> Result<(), &'static str> {
        let Compiled { law, axes, barriers, rate, .. } = &self.compiled;
        if law.k != 0.0 || law.a != zero() || axes.is_some() || rate.is_some() {
            Err("no spring, gravity or exponential rate beside it: no end can be promised")
        } else if barriers.as_ref().is_some_and(|barriers| barriers.normal.is_some()) {
            Err("no bounds along a normal beside it")
        } else {
            Ok(())
        }
    }
}

/// Stands for an infinite angular frequency: so stiff that an f32 shows no lag, and finite, so that its products with 0 are 0. Unit: rad/s.
const RIGID: f64 = (1_u64 << 40) as f64;

/// Stiffness (1/s²) and damping (1/s) of a spring. A spring of infinite frequency does not swing, whatever its damping ratio.
pub(super) fn stiffness_and_damping(angular_frequency: f64, damping_ratio: f64) -> (f64, f64) {
    let (omega, zeta) =
        if angular_frequency == f64::INFINITY { (RIGID, 1.0) } else { (angular_frequency, damping_ratio) };
    (omega * omega, 2.0 * zeta * omega)
}
