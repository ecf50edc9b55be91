//! Promise 2: values of every space obey the same law, component by component.

use std::time::Duration;

use bevy::{ecs::component::Mutable, prelude::*, reflect::TypePath};
use bevy_exact_motion::{
    math::{Integrals, Law, Propagator},
    prelude::*,
    property::Property,
    space::{self, Response, Space, State, Tangent},
};

use crate::app::{Bench, Random, ulp, value_components};

// Only three spaces are tested in an app, because each property takes seconds to compile. The other spaces are stepped without an app.
value_components! {
    Tint: Oklaba;
    Heading: Rot2;
    Lens: Zoom;
}

const OMEGA: f32 = 9.0;
const ZETA: f32 = 0.35;

fn law() -> Law {
    let omega = f64::from(OMEGA);
    Law { k: omega * omega, c: 2.0 * f64::from(ZETA) * omega, g: 0.0, a: 0.0 }
}

/// Time, value and velocity after a tick.
type Seen<V> = (f64, V, <V as Space>::Tangent);

fn random_tick(random: &mut Random) -> Duration {
    Duration::from_secs_f64(random.between(1e-4, 0.05))
}

/// Moves an entity on a spring from `start` to `to`, in an app with ticks of random length. Returns its states in the first 0.7 s. Asserts
/// that it comes to rest exactly on the target.
fn spring<P>(start: P, velocity: <P::Value as Space>::Tangent, to: P::Value) -> Vec<Seen<P::Value>>
where
    P: Component<Mutability = Mutable> + Property<Component = P>,
{
    let mut bench = Bench::at_rate(64.0);
    bench.app.register_motion::<P>();
    let spring = Spring::new(OMEGA, ZETA).on::<P>();
    let body = bench.spawn((start, Velocity::<P>::of(velocity), spring, Target::<P>::of(to)));
    let mut random = Random(7);
    let mut seen = Vec::new();
    while bench.elapsed() < 0.7 {
        bench.tick(random_tick(&mut random));
        seen.push((bench.elapsed(), P::get(bench.get::<P>(body)), bench.get::<Velocity<P>>(body).0));
    }
    while bench.elapsed() < 12.0 {
        bench.tick(Duration::from_millis(20));
    }
    assert_eq!(P::get(bench.get::<P>(body)), to, "{}: at rest", P::short_type_path());
    assert!(bench.app.world().get::<Resting<P>>(body).is_some());
    seen
}

/// Steps the same motion as [`spring`] without an app.
fn steps<V: Space>(start: V, velocity: V::Tangent, to: V) -> Vec<Seen<V>> {
    let (k, c) = (law().k, law().c);
    let law = space::Law { k, c, ..space::Law::default() };
    let mut state = State::<V> { position: start.widen(), velocity: velocity.widen() };
    let mut random = Random(7);
    let mut elapsed = 0.0;
    let mut seen = Vec::new();
    while elapsed < 0.7 {
        let t = random_tick(&mut random).as_secs_f64();
        let propagator = Propagator::new(k, c, t);
        let response = Response { t, propagator, integrals: Integrals::new(k, c, t, &propagator) };
        state = V::evolve(state, to.widen(), None, &law, &response);
        elapsed += t;
        seen.push((elapsed, V::narrow(state.position), V::Tangent::narrow(state.velocity)));
    }
    assert_eq!(V::narrow(V::offset(to.widen(), Default::default())), to, "the rest point has the target's bits");
    seen
}

/// Asserts that `found` is `exact` rounded to f32. The tolerance of 1e-13 allows for the f64 error of a hundred ticks.
#[track_caller]
pub(crate) fn assert_rounded(found: f32, exact: f64, what: &str) {
    let error = (f64::from(found) - exact).abs();
    assert!(error <= 0.5 * ulp(exact) + 1e-13, "{what}: {found} should be {exact}, is {error:e} off");
}

fn assert_by_component<V: ByComponent<N>, const N: usize>(seen: &[Seen<V>], [from, velocity, to]: [[f32; N]; 3])
where
    V::Tangent: ByComponent<N>,
{
    assert!(seen.len() > 10);
    for &(t, value, rate) in seen {
        let (value, rate) = (value.components(), rate.components());
        for i in 0..N {
            let (x, v) = law().step_held(from[i].into(), velocity[i].into(), to[i].into(), t);
            let what = format!("{}, component {i} at {t}", V::short_type_path());
            assert_rounded(value[i], x, &what);
            assert_rounded(rate[i], v, &format!("velocity of {what}"));
        }
    }
}

fn assert_steps<V: ByComponent<N>, const N: usize>(from: [f32; N], velocity: [f32; N], to: [f32; N])
where
    V::Tangent: ByComponent<N>,
{
    let seen = steps(V::make(from), V::Tangent::make(velocity), V::make(to));
    assert_by_component(&seen, [from, velocity, to]);
}

trait ByComponent<const N: usize>: Space {
    fn make(components: [f32; N]) -> Self;
    fn components(self) -> [f32; N];
}

macro_rules! by_component {
    ($($value:ty, $n:literal: $make:expr, $components:expr;)*) => { $(
        impl ByComponent<$n> for $value {
            fn make(components: [f32; $n]) -> Self {
                $make(components)
            }
            fn components(self) -> [f32; $n] {
                $components(self)
            }
        }
    )* };
}

by_component! {
    f32, 1: |[x]: [f32; 1]| x, |x: f32| [x];
    Vec2, 2: Vec2::from_array, |v: Vec2| v.to_array();
    Vec3, 3: Vec3::from_array, |v: Vec3| v.to_array();
    Vec4, 4: Vec4::from_array, |v: Vec4| v.to_array();
    LinearRgba, 4: |[r, g, b, a]: [f32; 4]| LinearRgba::new(r, g, b, a), |c: LinearRgba| [c.red, c.green, c.blue, c.alpha];
    Oklaba, 4: |[l, a, b, alpha]: [f32; 4]| Oklaba::new(l, a, b, alpha), |c: Oklaba| [c.lightness, c.a, c.b, c.alpha];
    Laba, 4: |[l, a, b, alpha]: [f32; 4]| Laba::new(l, a, b, alpha), |c: Laba| [c.lightness, c.a, c.b, c.alpha];
    Xyza, 4: |[x, y, z, a]: [f32; 4]| Xyza::new(x, y, z, a), |c: Xyza| [c.x, c.y, c.z, c.alpha];
}

const FROM: [f32; 4] = [0.1, 0.9, 0.4, 1.0];
const KICK: [f32; 4] = [3.0, -2.0, 0.0, 0.5];
const TO: [f32; 4] = [0.7, 0.2, 0.45, 0.05];

#[test]
fn numbers_and_vectors_obey_the_law_component_by_component() {
    assert_steps::<f32, 1>([-100.0], [20.0], [1000.1]);
    assert_steps::<Vec2, 2>([1.0, -2.0], [0.0, 5.0], [0.3, 7.0]);
    assert_steps::<Vec3, 3>([1.0, -2.0, 0.0], [0.0, 5.0, -1.0], [0.3, 7.0, 0.0]);
    assert_steps::<Vec4, 4>(FROM, KICK, TO);
}

#[test]
fn colours_obey_the_law_component_by_component() {
    assert_steps::<LinearRgba, 4>(FROM, KICK, TO);
    assert_steps::<Laba, 4>(FROM, KICK, TO);
    assert_steps::<Xyza, 4>(FROM, KICK, TO);
    assert_steps::<Oklaba, 4>(FROM, KICK, TO);
    let seen = spring(Tint(ByComponent::make(FROM)), ByComponent::make(KICK), ByComponent::make(TO));
    assert_by_component(&seen, [FROM, KICK, TO]);
}

#[test]
fn a_colour_with_only_a_spring_keeps_its_value() {
    // The default of `Oklaba` is not zero, but the default velocity is.
    let mut bench = Bench::at_rate(64.0);
    bench.app.register_motion::<Tint>();
    let color = Oklaba::new(0.2, 0.3, 0.4, 0.5);
    let body = bench.spawn((Tint(color), Spring::critical(9.0).on::<Tint>()));
    let free = bench.spawn((Tint(color), Velocity::<Tint>::default()));
    bench.run_to(1.0);
    assert_eq!((bench.get::<Tint>(body).0, bench.get::<Tint>(free).0), (color, color));
}

#[test]
fn a_plane_rotation_takes_the_shorter_arc() {
    for (from, to) in [(3.0f32, -3.0f32), (-3.0, 3.0), (2.0, 0.5), (0.0, 3.0), (1.0, -2.0)] {
        let (from, to) = (Rot2::radians(from), Rot2::radians(to));
        let angle = |turn: Rot2| f64::from(turn.sin).atan2(turn.cos.into());
        let arc = Rot2::difference(to.widen(), from.widen());
        assert!(arc.abs() < core::f64::consts::PI);
        for (t, turn, rate) in spring(Heading(from), 2.0, to) {
            let (x, v) = law().step_held(0.0, 2.0, arc, t);
            let error = (angle(turn) - angle(from) - x).rem_euclid(core::f64::consts::TAU);
            let error = error.min(core::f64::consts::TAU - error);
            // The tolerance is for the rounding of sine and cosine, half an ulp each.
            assert!(error <= ulp(0.999), "from {from:?} to {to:?} at {t}: {error:e} rad off");
            assert_rounded(rate, v, &format!("angular velocity from {from:?} to {to:?} at {t}"));
            assert!(turn.is_normalized());
        }
    }
}

#[test]
fn invalid_plane_rotations_are_rejected() {
    let mut bench = Bench::at_rate(64.0);
    bench.app.register_motion::<Heading>();
    let bodies = [(0.0, 0.0), (f32::NAN, 0.0), (1.0, f32::INFINITY)].map(|(cos, sin)| {
        let invalid = Rot2 { cos, sin };
        let spring = Spring::critical(5.0).on::<Heading>();
        let target = Target::<Heading>::of(invalid);
        [bench.spawn((Heading(invalid), spring)), bench.spawn((Heading(Rot2::FRAC_PI_2), spring, target))]
    });
    bench.run_to(0.5);
    for [spawned, targeted] in bodies {
        assert!(bench.get::<Heading>(spawned).0.is_normalized());
        assert_eq!(bench.get::<Heading>(targeted).0, Rot2::FRAC_PI_2);
    }
}

/// A user's own space: zoom factors. Doubling a factor and halving it are equal distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
struct Zoom(f32);

impl Space for Zoom {
    type Tangent = f32;
    type Wide = f64;
    const REST_TOLERANCE: f64 = 1e-3;
    fn widen(self) -> f64 {
        self.0.into()
    }
    fn narrow(wide: f64) -> Self {
        Self(wide as f32)
    }
    fn difference(to: f64, from: f64) -> f64 {
        (to / from).ln()
    }
    fn offset(from: f64, by: f64) -> f64 {
        if by == 0.0 { from } else { from * by.exp() }
    }
    fn is_finite(self) -> bool {
        self.0.is_finite() && self.0 > 0.0
    }
    fn magnitude(_: f64) -> f64 {
        1.0
    }
}

#[test]
fn a_users_own_space_obeys_the_law_in_its_own_metric() {
    for (t, zoom, rate) in spring(Lens(Zoom(0.25)), -1.0, Zoom(16.0)) {
        let (x, v) = law().step_held(0.25f64.ln(), -1.0, 16f64.ln(), t);
        assert_rounded(zoom.0, x.exp(), &format!("zoom at {t}"));
        assert_rounded(rate, v, &format!("its rate at {t}"));
    }
}
