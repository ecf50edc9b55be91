//! A law that differs by axis: solved axis by axis, in the frame of the axes.

use bevy::{
    math::{DQuat, DVec3},
    prelude::*,
};

use crate::{
    math::{Answers, Increment, Integrals, Propagator, Slope},
    property::Property,
    space::{Law, Space, State, WideTangent, length, zero},
};

/// The axes of [`AxisSprings`](crate::AxisSprings), whose example uses [`Own`](Self::Own).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub enum AxisFrame {
    /// The axes in which the value is measured.
    #[default]
    Parent,
    /// The entity's own axes, which turn with it. Of this crate's vectors only [`Translation`](crate::Translation) has such axes; for others
    /// this is the same as [`Parent`](Self::Parent).
    Own,
}

/// What [`AxisSprings`](crate::AxisSprings) add to the law, by axis.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Axes {
    pub(crate) k: [f64; 3],
    pub(crate) c: [f64; 3],
    pub(crate) g: [f64; 3],
    /// How the axes lie in the frame of the value.
    pub(crate) frame: DQuat,
    #[cfg_attr(feature = "serialize", serde(skip))]
    tick: Option<Tick>,
}

impl Axes {
    pub(crate) const fn new(k: [f64; 3], c: [f64; 3], g: [f64; 3], frame: DQuat) -> Self {
        Self { k, c, g, frame, tick: None }
    }

    /// Computes beforehand what a tick of length `h` needs.
    pub(crate) fn refresh<V: Space>(&mut self, law: &Law<V>, h: f64, is_led: bool) {
        self.tick = Some(Tick { h, of: [law.k, law.c, law.g], is_led, axes: self.answers(law, h, is_led) });
    }

    /// The answer along each axis after `t` (s).
    #[inline]
    fn answers<V: Space>(&self, law: &Law<V>, t: f64, is_led: bool) -> [Axis; 3] {
        let (k, c) = (|axis: usize| law.k + self.k[axis], |axis: usize| law.c + self.c[axis]);
        // The last one twice, because answers come four at a time.
        let four = Answers::of([k(0), k(1), k(2), k(2)], [c(0), c(1), c(2), c(2)], t, [is_led; 4]);
        let answer = |axis: usize| {
            let (p, i) = (four.propagator(axis, k(axis), c(axis)), four.integrals(axis));
            Axis { k: k(axis), c: c(axis), g: law.g + self.g[axis], p, i }
        };
        [answer(0), answer(1), answer(2)]
    }

    pub(crate) fn stiffest(&self) -> f64 {
        self.k.into_iter().fold(0.0, f64::max)
    }

    /// The parts of a tangent vector along these axes.
    #[inline]
    fn along<V: Space>(&self, tangent: WideTangent<V>) -> DVec3 {
        let parts = parts::<V>(tangent);
        if self.frame == DQuat::IDENTITY { parts } else { self.frame.inverse() * parts }
    }

    /// The tangent vector with these parts along these axes.
    #[inline]
    fn tangent<V: Space>(&self, parts: DVec3) -> WideTangent<V> {
        let parts = if self.frame == DQuat::IDENTITY { parts } else { self.frame * parts };
        let with = |tangent, axis, part| if axis < V::AXES { V::with_part(tangent, axis, part) } else { tangent };
        with(with(with(zero(), 0, parts.x), 1, parts.y), 2, parts.z)
    }

    fn times<V: Space>(&self, factors: [f64; 3], tangent: WideTangent<V>) -> WideTangent<V> {
        self.tangent::<V>(DVec3::from_array(factors) * self.along::<V>(tangent))
    }

    /// The part of a tangent vector along axes that have a spring, by `law` or by these axes.
    pub(crate) fn pulled<V: Space>(&self, law: &Law<V>, tangent: WideTangent<V>) -> WideTangent<V> {
        self.times::<V>(self.k.map(|k| if law.k + k > 0.0 { 1.0 } else { 0.0 }), tangent)
    }

    /// Where a motion ends up, from a target that moves as fast as the motion: where nothing accelerates it. 0 along an axis without a spring.
    pub(crate) fn steady_lag<V: Space>(&self, law: &Law<V>, velocity: WideTangent<V>) -> WideTangent<V> {
        let own = [0, 1, 2].map(|axis| (law.k + self.k[axis], law.c + self.c[axis] - law.g - self.g[axis]));
        let per_stiffness = |k: f64, factor: f64| if k > 0.0 { factor / k } else { 0.0 };
        let sag = self.times::<V>(own.map(|(k, _)| per_stiffness(k, 1.0)), law.a);
        sag - self.times::<V>(own.map(|(k, damping)| per_stiffness(k, damping)), velocity)
    }

    /// The state after `t` (s) of `law` and what the axes add to it.
    pub(crate) fn evolve<V: Space>(
        &self,
        state: State<V>,
        target: V::Wide,
        slope: Option<&Slope<WideTangent<V>>>,
        law: &Law<V>,
        t: f64,
    ) -> State<V> {
        let known = self.tick.as_ref().filter(|tick| (tick.h, tick.of) == (t, [law.k, law.c, law.g]));
        let known = known.filter(|tick| tick.is_led || slope.is_none()).map(|tick| tick.axes);
        self.answered(state, target, slope, law, &known.unwrap_or_else(|| self.answers(law, t, slope.is_some())))
    }

    fn answered<V: Space>(
        &self,
        state: State<V>,
        target: V::Wide,
        slope: Option<&Slope<WideTangent<V>>>,
        law: &Law<V>,
        own: &[Axis; 3],
    ) -> State<V> {
        // Spelled out: the compiler makes calls of loops over three numbers.
        let [x, y, z] = own;
        let by = |factor: fn(&Axis) -> f64| DVec3::new(factor(x), factor(y), factor(z));
        let along = |tangent| self.along::<V>(tangent);
        let (y, v, a) = (along(V::difference(state.position, target)), along(state.velocity), along(law.a));
        let mut position = by(|axis| axis.p.pp_minus_1) * y + by(|axis| axis.p.pv) * v + by(|axis| axis.p.h2) * a;
        let mut velocity = by(|axis| axis.p.vp) * y + by(|axis| axis.p.vv_minus_1) * v + by(|axis| axis.p.pv) * a;
        if let Some(&Slope { e1, e2, e3 }) = slope {
            // As `Propagator::cubic`, by powers of the target's path.
            let (e1, e2, e3) = (along(e1), along(e2), along(e3));
            position += by(|axis| axis.g * axis.p.h2 + axis.k * axis.i.i2) * e1
                + by(|axis| 2.0 * (axis.g * axis.i.i2 + axis.k * axis.i.i3)) * e2
                + by(|axis| 6.0 * (axis.g * axis.i.i3 + axis.k * axis.i.i4)) * e3;
            velocity += by(|axis| axis.g * axis.p.pv + axis.k * axis.p.h2) * e1
                + by(|axis| 2.0 * (axis.g * axis.p.h2 + axis.k * axis.i.i2)) * e2
                + by(|axis| 6.0 * (axis.g * axis.i.i2 + axis.k * axis.i.i3)) * e3;
        }
        state.plus(Increment { position: self.tangent::<V>(position), velocity: self.tangent::<V>(velocity) })
    }

    /// The acceleration that the axes add.
    pub(crate) fn acceleration<V: Space>(
        &self,
        displacement: WideTangent<V>,
        velocity: WideTangent<V>,
        target_rate: WideTangent<V>,
    ) -> WideTangent<V> {
        self.times::<V>(self.g, target_rate) - self.times::<V>(self.k, displacement) - self.times::<V>(self.c, velocity)
    }

    /// Where `law` and what the axes add to it end, and the distance in energy from there. None if they never do.
    pub(crate) fn rest_point<V: Space>(
        &self,
        state: &State<V>,
        target: V::Wide,
        law: &Law<V>,
    ) -> Option<(V::Wide, f64)> {
        let own = [0, 1, 2].map(|axis| (law.k + self.k[axis], law.c + self.c[axis]));
        let times = |factor: fn(f64, f64) -> f64, tangent| self.times::<V>(own.map(|(k, c)| factor(k, c)), tangent);
        let swings_for_ever = |k: f64, c: f64| f64::from(u8::from(k > 0.0 && c <= 0.0));
        let coasts = |k: f64, c: f64| f64::from(u8::from(k == 0.0 && c <= 0.0));
        let is_free = |k: f64, _: f64| f64::from(u8::from(k == 0.0));
        let never = own.iter().take(V::AXES).any(|&(k, c)| swings_for_ever(k, c) != 0.0)
            || times(is_free, law.a) != zero()
            || times(coasts, state.velocity) != zero();
        if never {
            return None;
        }
        let inverse_stiffness = |k: f64, _: f64| if k > 0.0 { 1.0 / k } else { 0.0 };
        let spring_point = V::offset(target, times(inverse_stiffness, law.a));
        let way_left = times(|k, c| if k == 0.0 && c > 0.0 { 1.0 / c } else { 0.0 }, state.velocity);
        let free_point = V::offset(state.position, way_left);
        // Along springs exactly their rest point, along free axes where friction ends the motion.
        let point = V::offset(spring_point, times(is_free, V::difference(free_point, spring_point)));
        let displacement = length(V::difference(state.position, point));
        let swing = length(times(|k, _| if k > 0.0 { libm::sqrt(1.0 / k) } else { 0.0 }, state.velocity));
        Some((point, libm::sqrt(displacement * displacement + swing * swing)))
    }
}

/// The parts of a tangent vector along the axes of its space, 0 beyond the last.
#[inline]
pub(super) fn parts<V: Space>(tangent: WideTangent<V>) -> DVec3 {
    let part = |axis| if axis < V::AXES { V::part(tangent, axis) } else { 0.0 };
    DVec3::new(part(0), part(1), part(2))
}

/// The law of one axis, and its answer over a step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    k: f64,
    c: f64,
    g: f64,
    p: Propagator,
    i: Integrals,
}

/// The axes' answers over a tick of length `h`, with the law of these `k`, `c` and `g`.
#[derive(Clone, Debug, PartialEq)]
struct Tick {
    h: f64,
    of: [f64; 3],
    /// Whether the answers to a moving target are known, too.
    is_led: bool,
    axes: [Axis; 3],
}

/// How the axes of an entity lie.
pub(crate) fn frame<P: Property>(of: AxisFrame, component: &P::Component) -> DQuat {
    match of {
        AxisFrame::Parent => DQuat::IDENTITY,
        AxisFrame::Own => P::own_axes(component).as_dquat().normalize(),
    }
}
