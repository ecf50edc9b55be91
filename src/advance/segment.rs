//! The segment: position, velocity and target from one instant on.

use bevy::ecs::{change_detection::Mut, component::Component};

use super::follow::motion_changed;
use crate::{
    components::Velocity,
    math::{Integrals, Propagator, Slope},
    property::{Point, Property, TangentOf, WideTangent},
    space::{Space, Tangent},
};

/// Position and velocity at an instant, in f64.
///
/// f64, because an f32 position stops moving once a tick's increment is below its spacing, and because rounding each
/// tick would make the path depend on how many ticks there are.
pub(crate) struct State<P: Property> {
    pub(crate) position: Point<P>,
    pub(crate) velocity: WideTangent<P>,
}

impl<P: Property> Clone for State<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Property> Copy for State<P> {}

impl<P: Property> PartialEq for State<P> {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position && self.velocity == other.velocity
    }
}

impl<P: Property> State<P> {
    #[inline]
    pub(crate) fn value(&self) -> P::Value {
        P::Value::narrow(self.position)
    }

    #[inline]
    pub(crate) fn tangent(&self) -> TangentOf<P> {
        TangentOf::<P>::narrow(self.velocity)
    }

    /// Whether an f32 can hold it.
    fn is_presentable(&self) -> bool {
        self.value().is_finite() && self.tangent().is_finite()
    }
}

/// `k`, `c`, `g` and `a` of `x'' = a − c x' − k (x − e) + g e'`.
pub(crate) struct Law<P: Property> {
    pub(crate) k: f64,
    pub(crate) c: f64,
    pub(crate) g: f64,
    pub(crate) a: WideTangent<P>,
}

impl<P: Property> Clone for Law<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Property> Copy for Law<P> {}

/// A law's answer over a time: what an evaluation needs besides state and target.
#[derive(Clone, Copy)]
pub(crate) struct Response {
    pub(crate) propagator: Propagator,
    /// Needed by moving targets only.
    pub(crate) integrals: Integrals,
}

/// The last response, kept because neighbours often share law and time.
pub(crate) struct Memo {
    key: [u64; 3],
    moving: bool,
    response: Response,
}

impl Default for Memo {
    fn default() -> Self {
        Self {
            key: [0; 3],
            moving: true,
            response: Response { propagator: Propagator::IDENTITY, integrals: Integrals::default() },
        }
    }
}

impl Memo {
    /// The response of `law` over `t`; with the integrals if the target moves.
    pub(crate) fn response<P: Property>(&mut self, law: &Law<P>, t: f64, moving: bool) -> &Response {
        let key = [law.k.to_bits(), law.c.to_bits(), t.to_bits()];
        if key != self.key {
            self.key = key;
            self.moving = false;
            self.response.propagator = Propagator::new(law.k, law.c, t);
        }
        if moving && !self.moving {
            self.moving = true;
            self.response.integrals = Integrals::new(law.k, law.c, t, &self.response.propagator);
        }
        &self.response
    }
}

/// A value and velocity as they stand in the components.
pub(crate) struct Written<P: Property> {
    pub(crate) value: P::Value,
    pub(crate) velocity: TangentOf<P>,
}

/// One entity's motion of one property, from [`start`](Self::start) on.
#[derive(Component)]
#[component(on_add = motion_changed::<P>, on_remove = motion_changed::<P>)]
pub(crate) struct Segment<P: Property> {
    /// When it starts. Unit: s after the last tick.
    pub(crate) start: f64,
    /// The state at its start.
    pub(crate) state: State<P>,
    /// The target at its start; it moves on if the entity has a [`Course`](super::Course).
    pub(crate) target: Point<P>,
    /// What was last written to the world. Anything else found there is somebody's write.
    pub(crate) written: Written<P>,
    /// Counts beginnings, so that followers notice them.
    pub(crate) revision: u32,
    /// Faults already reported, of [`Fault`].
    pub(crate) faults: u8,
    /// Whether the world's values have been taken in at all.
    pub(crate) adopted: bool,
    /// Whether it has moved since it was last at rest.
    pub(crate) moved: bool,
}

impl<P: Property> Default for Segment<P> {
    fn default() -> Self {
        let nowhere = P::Value::default();
        Self {
            start: 0.0,
            state: State { position: nowhere.widen(), velocity: crate::space::zero() },
            target: nowhere.widen(),
            written: Written { value: nowhere, velocity: TangentOf::<P>::default() },
            revision: 0,
            faults: 0,
            adopted: false,
            moved: false,
        }
    }
}

/// The state that `response` leads to, with the target at `target` and on `slope` from there, or held.
///
/// What an f32 cannot hold cannot be shown: the state stands still instead.
#[inline]
pub(crate) fn evolve<P: Property>(
    state: State<P>,
    target: Point<P>,
    slope: Option<&Slope<WideTangent<P>>>,
    law: &Law<P>,
    response: &Response,
) -> State<P> {
    let State { position, velocity } = state;
    let displacement = P::Value::difference(position, target);
    let Response { propagator, integrals } = response;
    let step = match slope {
        None => propagator.held(displacement, velocity, law.a),
        Some(slope) => propagator.cubic(integrals, law.k, law.g, displacement, velocity, law.a, slope),
    };
    let next = State { position: P::Value::offset(position, step.position), velocity: velocity + step.velocity };
    if next.is_presentable() { next } else { state }
}

impl<P: Property> Segment<P> {
    /// The state at `instant` (s after the last tick); that of the start before it.
    pub(crate) fn at(
        &self,
        instant: f64,
        law: &Law<P>,
        slope: Option<&Slope<WideTangent<P>>>,
        memo: &mut Memo,
    ) -> State<P> {
        let t = instant - self.start;
        if t <= 0.0 {
            return self.state;
        }
        evolve(self.state, self.target, slope, law, memo.response(law, t, slope.is_some()))
    }

    /// Begins anew at `instant`, on the same path. `slope` is the target's, if it moves.
    pub(crate) fn restart(
        &mut self,
        instant: f64,
        law: &Law<P>,
        slope: Option<&mut Slope<WideTangent<P>>>,
        memo: &mut Memo,
    ) {
        self.revision = self.revision.wrapping_add(1);
        let t = instant - self.start;
        if t <= 0.0 {
            return;
        }
        self.state = self.at(instant, law, slope.as_deref(), memo);
        if let Some(slope) = slope {
            self.target = P::Value::offset(self.target, slope.offset(t));
            *slope = slope.shifted(t);
        }
        self.start = instant;
    }

    /// Writes `state` to the world where it differs from what stands there.
    pub(crate) fn write(
        &mut self,
        state: &State<P>,
        component: &mut Mut<P::Component>,
        velocity: &mut Mut<Velocity<P>>,
    ) {
        let value = state.value();
        if P::get(component) != value {
            P::set(component, value);
        }
        let tangent = state.tangent();
        if velocity.0 != tangent {
            velocity.0 = tangent;
        }
        // Read back, because a property may store less than it is given, a Node's whole pixels for instance.
        self.written = Written { value: P::get(component), velocity: tangent };
    }
}

/// What can be invalid on an entity: bits of [`Segment::faults`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Value = 1,
    Velocity = 2,
    Target = 4,
    Offset = 8,
    Law = 16,
}

impl Fault {
    /// Notes whether it is there; true when it turns so.
    pub(crate) const fn turns(self, faults: &mut u8, invalid: bool) -> bool {
        let before = *faults & self as u8 != 0;
        if invalid {
            *faults |= self as u8;
        } else {
            *faults &= !(self as u8);
        }
        invalid && !before
    }
}
