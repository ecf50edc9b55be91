//! Springs by axis: their terms of the law, and the solution of the law along each axis separately.

use bevy::math::{DQuat, DVec3};

use crate::{
    math::{Increment, Integrals, Propagator, Responses, Slope},
    property::Property,
    space::{Law, Space, State, WideTangent, length, zero},
};

/// The stiffness, damping and feed-forward that [`AxisSprings`](crate::AxisSprings) add to the law along each axis.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Axes {
    pub(crate) k: [f64; 3],
    pub(crate) c: [f64; 3],
    pub(crate) g: [f64; 3],
    /// The rotation of the axes relative to those along which the value is measured.
    pub(crate) frame: DQuat,
    /// Cache of the responses over a tick.
    #[cfg_attr(feature = "serialize", serde(skip))]
    tick: Option<TickResponses>,
}

impl Axes {
    pub(crate) const fn new(k: [f64; 3], c: [f64; 3], g: [f64; 3], frame: DQuat) -> Self {
        Self { k, c, g, frame, tick: None }
    }

    /// Caches the responses over a tick of length `h` (s). If `is_led`, the responses to a moving target are included.
    pub(crate) fn refresh<V: Space>(&mut self, law: &Law<V>, h: f64, is_led: bool) {
        self.tick = Some(TickResponses { h, law: [law.k, law.c, law.g], is_led, axes: self.responses(law, h, is_led) });
    }

    /// The response along each axis over a step of `t` (s).
    #[inline]
    fn responses<V: Space>(&self, law: &Law<V>, t: f64, is_led: bool) -> [Axis; 3] {
        let (k, c) = (|axis: usize| law.k + self.k[axis], |axis: usize| law.c + self.c[axis]);
        // The last axis is computed twice, because responses are computed four at a time.
        let four = Responses::of([k(0), k(1), k(2), k(2)], [c(0), c(1), c(2), c(2)], t, [is_led; 4]);
        let response = |axis: usize| {
            let (p, i) = (four.propagator(axis, k(axis), c(axis)), four.integrals(axis));
            Axis { k: k(axis), c: c(axis), g: law.g + self.g[axis], p, i }
        };
        [response(0), response(1), response(2)]
    }

    pub(crate) fn stiffest(&self) -> f64 {
        self.k.into_iter().fold(0.0, f64::max)
    }

    /// The coordinates of a tangent vector along the axes of `self`.
    #[inline]
    fn along<V: Space>(&self, tangent: WideTangent<V>) -> DVec3 {
        let parts = parts::<V>(tangent);
        if self.frame == DQuat::IDENTITY { parts } else { self.frame.inverse() * parts }
    }

    /// The tangent vector with the coordinates `parts` along the axes of `self`.
    #[inline]
    fn tangent<V: Space>(&self, parts: DVec3) -> WideTangent<V> {
        let parts = if self.frame == DQuat::IDENTITY { parts } else { self.frame * parts };
        let with = |tangent, axis, part| if axis < V::AXES { V::with_part(tangent, axis, part) } else { tangent };
        with(with(with(zero(), 0, parts.x), 1, parts.y), 2, parts.z)
    }

    /// Scales a tangent vector along each axis of `self` by that axis's factor.
    fn scale<V: Space>(&self, factors: [f64; 3], tangent: WideTangent<V>) -> WideTangent<V> {
        self.tangent::<V>(DVec3::from_array(factors) * self.along::<V>(tangent))
    }

    /// The part of a tangent vector along the axes that have a spring, from `law` or from `self`.
    pub(crate) fn spring_part<V: Space>(&self, law: &Law<V>, tangent: WideTangent<V>) -> WideTangent<V> {
        self.scale::<V>(self.k.map(|k| if law.k + k > 0.0 { 1.0 } else { 0.0 }), tangent)
    }

    /// The steady displacement from a target that moves at `velocity`: the displacement at which a motion with the same velocity is not
    /// accelerated. 0 along an axis without a spring.
    pub(crate) fn steady_lag<V: Space>(&self, law: &Law<V>, velocity: WideTangent<V>) -> WideTangent<V> {
        let axes = [0, 1, 2].map(|axis| (law.k + self.k[axis], law.c + self.c[axis] - law.g - self.g[axis]));
        let per_stiffness = |k: f64, factor: f64| if k > 0.0 { factor / k } else { 0.0 };
        let sag = self.scale::<V>(axes.map(|(k, _)| per_stiffness(k, 1.0)), law.a);
        sag - self.scale::<V>(axes.map(|(k, damping)| per_stiffness(k, damping)), velocity)
    }

    /// The state after a step of `t` (s) under `law` and these springs by axis.
    pub(crate) fn evolve<V: Space>(
        &self,
        state: State<V>,
        target: V::Wide,
        slope: Option<&Slope<WideTangent<V>>>,
        law: &Law<V>,
        t: f64,
    ) -> State<V> {
        let cached = self.tick.as_ref().filter(|tick| (tick.h, tick.law) == (t, [law.k, law.c, law.g]));
        let cached = cached.filter(|tick| tick.is_led || slope.is_none()).map(|tick| tick.axes);
        self.evolve_with(state, target, slope, law, &cached.unwrap_or_else(|| self.responses(law, t, slope.is_some())))
    }

    fn evolve_with<V: Space>(
        &self,
        state: State<V>,
        target: V::Wide,
        slope: Option<&Slope<WideTangent<V>>>,
        law: &Law<V>,
        axes: &[Axis; 3],
    ) -> State<V> {
        // Not a loop over the axes: the compiler would emit function calls for it.
        let [x, y, z] = axes;
        let by = |factor: fn(&Axis) -> f64| DVec3::new(factor(x), factor(y), factor(z));
        let along = |tangent| self.along::<V>(tangent);
        let (y, v, a) = (along(V::difference(state.position, target)), along(state.velocity), along(law.a));
        let mut position = by(|axis| axis.p.pp_minus_1) * y + by(|axis| axis.p.pv) * v + by(|axis| axis.p.h2) * a;
        let mut velocity = by(|axis| axis.p.vp) * y + by(|axis| axis.p.vv_minus_1) * v + by(|axis| axis.p.pv) * a;
        if let Some(&Slope { e1, e2, e3 }) = slope {
            // The same as `Propagator::cubic`: one term for each power of the target's path.
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

    /// The acceleration that these springs by axis add.
    pub(crate) fn acceleration<V: Space>(
        &self,
        displacement: WideTangent<V>,
        velocity: WideTangent<V>,
        target_rate: WideTangent<V>,
    ) -> WideTangent<V> {
        self.scale::<V>(self.g, target_rate) - self.scale::<V>(self.k, displacement) - self.scale::<V>(self.c, velocity)
    }

    /// Returns the point where the motion comes to rest under `law` and these springs by axis, and the state's distance from that point.
    /// The distance includes the amplitude that the velocity would cause. Returns `None` if the motion never comes to rest.
    pub(crate) fn rest_point<V: Space>(
        &self,
        state: &State<V>,
        target: V::Wide,
        law: &Law<V>,
    ) -> Option<(V::Wide, f64)> {
        let axes = [0, 1, 2].map(|axis| (law.k + self.k[axis], law.c + self.c[axis]));
        let scale = |factor: fn(f64, f64) -> f64, tangent| self.scale::<V>(axes.map(|(k, c)| factor(k, c)), tangent);
        let swings_forever = |k: f64, c: f64| f64::from(u8::from(k > 0.0 && c <= 0.0));
        let coasts = |k: f64, c: f64| f64::from(u8::from(k == 0.0 && c <= 0.0));
        let is_free = |k: f64, _: f64| f64::from(u8::from(k == 0.0));
        let never = axes.iter().take(V::AXES).any(|&(k, c)| swings_forever(k, c) != 0.0)
            || scale(is_free, law.a) != zero()
            || scale(coasts, state.velocity) != zero();
        if never {
            return None;
        }
        let inverse_stiffness = |k: f64, _: f64| if k > 0.0 { 1.0 / k } else { 0.0 };
        let spring_point = V::offset(target, scale(inverse_stiffness, law.a));
        let coast = scale(|k, c| if k == 0.0 && c > 0.0 { 1.0 / c } else { 0.0 }, state.velocity);
        let free_point = V::offset(state.position, coast);
        // Along axes with a spring: exactly the spring's rest point. Along the others: the point where friction ends the motion.
        let point = V::offset(spring_point, scale(is_free, V::difference(free_point, spring_point)));
        let displacement = length(V::difference(state.position, point));
        let swing = length(scale(|k, _| if k > 0.0 { libm::sqrt(1.0 / k) } else { 0.0 }, state.velocity));
        Some((point, libm::sqrt(displacement * displacement + swing * swing)))
    }
}

/// The coordinates of a tangent vector along the axes of its space; 0 for axes that the space does not have.
#[inline]
pub(super) fn parts<V: Space>(tangent: WideTangent<V>) -> DVec3 {
    let part = |axis| if axis < V::AXES { V::part(tangent, axis) } else { 0.0 };
    DVec3::new(part(0), part(1), part(2))
}

/// The law of one axis, and its response over a step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Axis {
    k: f64,
    c: f64,
    g: f64,
    p: Propagator,
    i: Integrals,
}

/// The responses of all axes over a tick of length `h`, cached for one law.
#[derive(Clone, Debug, PartialEq)]
struct TickResponses {
    h: f64,
    /// The `k`, `c` and `g` of the law.
    law: [f64; 3],
    /// Whether the responses to a moving target are cached, too.
    is_led: bool,
    axes: [Axis; 3],
}

/// The rotation of an entity's spring axes relative to those along which the value is measured.
pub(crate) fn axes_rotation<P: Property>(own_axes: bool, component: &P::Component) -> DQuat {
    if own_axes { P::own_axes(component).as_dquat().normalize() } else { DQuat::IDENTITY }
}
