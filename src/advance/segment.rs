//! The segment: position, velocity and target from one instant on.

use alloc::boxed::Box;

use bevy::ecs::{change_detection::Mut, component::Component};

use super::{Coefficients, Trail, follow::motion_changed, run::Run, stretch::Stretch};
use crate::{
    components::Velocity,
    math::{Integrals, Propagator, Slope},
    property::{Point, Property, TangentOf},
    space::{Law, Response, Space, State, WideTangent},
};

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
            response: Response { t: 0.0, propagator: Propagator::IDENTITY, integrals: Integrals::default() },
        }
    }
}

impl Memo {
    /// The response of `law` over `t`; with the integrals if the target moves.
    pub(crate) fn response<V: Space>(&mut self, law: &Law<V>, t: f64, moving: bool) -> &Response {
        let key = [law.k.to_bits(), law.c.to_bits(), t.to_bits()];
        if key != self.key {
            self.key = key;
            self.moving = false;
            self.response.t = t;
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
    /// They are those of an earlier instant: drawn one tick late.
    pub(crate) late: bool,
}

/// One entity's motion of one property, from [`start`](Self::start) on.
#[derive(Component)]
#[component(on_add = motion_changed::<P>, on_remove = motion_changed::<P>)]
pub(crate) struct Segment<P: Property> {
    /// When it starts. Unit: s after the last tick.
    pub(crate) start: f64,
    /// The state at its start.
    pub(crate) state: State<P::Value>,
    /// The target at its start; it moves on if the entity has a [`Course`](super::Course).
    pub(crate) target: Point<P>,
    /// What was last written to the world. Anything else found there is somebody's write.
    pub(crate) written: Written<P>,
    /// Counts beginnings, so that followers notice them.
    pub(crate) revision: u32,
    /// Faults already reported, of [`Fault`].
    pub(crate) faults: u8,
    /// An exponential rate that acts.
    pub(crate) run: Option<Box<Run<P::Value>>>,
    /// An exponential rate was inserted and has not begun yet.
    pub(crate) begins: bool,
    /// An exponential rate is over and that has not been told yet.
    pub(crate) finished: bool,
    /// It was grabbed or let go: it begins anew where it is.
    pub(crate) released: bool,
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
            state: State { position: nowhere.widen(), ..State::default() },
            target: nowhere.widen(),
            written: Written { value: nowhere, velocity: TangentOf::<P>::default(), late: false },
            revision: 0,
            faults: 0,
            run: None,
            begins: false,
            finished: false,
            released: false,
            adopted: false,
            moved: false,
        }
    }
}

/// The state after a step; what an f32 cannot hold cannot be shown, so it stands still there.
#[inline]
pub(crate) fn evolve<V: Space>(
    state: State<V>,
    target: V::Wide,
    slope: Option<&Slope<WideTangent<V>>>,
    law: &Law<V>,
    response: &Response,
) -> State<V> {
    let next = V::evolve(state, target, slope, law, response);
    if next.is_presentable() { next } else { state }
}

impl<P: Property> Segment<P> {
    /// The motion from its start on. `slope` is the target's, if it moves.
    pub(crate) fn stretch<'a>(
        &'a self,
        coefficients: &'a Coefficients<P>,
        slope: Option<&'a Slope<WideTangent<P::Value>>>,
    ) -> Stretch<'a, P::Value> {
        Stretch {
            start: self.start,
            state: self.state,
            target: self.target,
            slope,
            law: &coefficients.law,
            run: self.run.as_deref(),
            pace: coefficients.pace,
        }
    }

    /// Ends the exponential rate if it is over after `t` (s of the entity's own time).
    pub(crate) fn pass_run(&mut self, t: f64, coefficients: &mut Coefficients<P>) {
        if let Some(run) = self.run.take_if(|run| t >= run.left) {
            coefficients.replace(run.after);
            self.finished = true;
        } else if let Some(run) = &mut self.run {
            run.shift(t);
        }
    }

    /// Begins anew at `instant`, on the same path. `slope` is the target's, if it moves.
    pub(crate) fn restart(
        &mut self,
        instant: f64,
        coefficients: &mut Coefficients<P>,
        slope: Option<&mut Slope<WideTangent<P::Value>>>,
        mut trail: Option<&mut Trail<P>>,
        memo: &mut Memo,
    ) {
        self.revision = self.revision.wrapping_add(1);
        if let Some(trail) = &mut trail {
            trail.arrived = false;
        }
        let t = instant - self.start;
        if t <= 0.0 {
            return;
        }
        let stretch = self.stretch(coefficients, slope.as_deref());
        let state = stretch.at(instant, memo);
        if let Some(trail) = trail {
            trail.push(stretch);
        }
        self.state = state;
        self.pass_run(t * coefficients.pace, coefficients);
        if let Some(slope) = slope {
            self.target = P::Value::offset(self.target, slope.offset(t));
            *slope = slope.shifted(t);
        }
        self.start = instant;
    }

    /// Writes `state` to the world where it differs from what stands there.
    pub(crate) fn write(
        &mut self,
        state: &State<P::Value>,
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
        self.written = Written { value: P::get(component), velocity: tangent, late: false };
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
