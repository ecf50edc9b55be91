//! Promise 5: any subset of forces acts on any property, and on several properties of one entity at once.
//!
//! Every property moves along a line through its space, so that a single number describes its value.

use std::time::Duration;

use bevy::{ecs::world::EntityWorldMut, prelude::*, reflect::TypePath};
use bevy_exact_motion::{
    math::{self, Law},
    prelude::*,
    property::{Property, Rotation2d, TranslationX},
    space::Space,
};

use crate::app::{Bench, Dial, Random, Turn, ulp, value_components};

value_components! {
    Level: f32;
    Tint: Oklaba;
}

/// A property that the test moves along a line through the origin of its space. A single number, the place, gives the position along the
/// line; it is 0 at the origin.
trait Line: Property {
    /// The length of `tangent(1.0)`.
    const LENGTH: f64;

    fn tangent(amount: f32) -> <Self::Value as Space>::Tangent;

    /// The property's value at a place.
    fn value(place: f32) -> Self::Value;

    /// A component with the value at a place.
    fn component(place: f32) -> Self::Component;

    /// The largest error among the value's components, as a multiple of the tolerance. `place` is the exact position along the line.
    fn error(component: &Self::Component, place: f64) -> f64;

    /// The error of a velocity, as a multiple of the tolerance. `rate` is the exact rate of change of the place.
    fn velocity_error(velocity: <Self::Value as Space>::Tangent, rate: f64) -> f64;
}

/// The error of an f32 as a multiple of its tolerance: half an ulp for the rounding, and 1e-12 for a thousand ticks in f64.
fn rounded(found: f32, exact: f64) -> f64 {
    (f64::from(found) - exact).abs() / (0.5 * ulp(exact) + 1e-12)
}

/// The line's direction: powers of two, so that products are exact in f32.
const WEIGHTS: [f32; 4] = [1.0, -2.0, 0.5, 0.25];

fn weighted(parts: &[f32], number: f64) -> f64 {
    parts.iter().zip(WEIGHTS).map(|(&part, weight)| rounded(part, f64::from(weight) * number)).fold(0.0, f64::max)
}

fn of_length(parts: usize) -> f64 {
    WEIGHTS[..parts].iter().map(|&weight| f64::from(weight * weight)).sum::<f64>().sqrt()
}

fn vector(amount: f32) -> Vec3 {
    let [x, y, z, _] = WEIGHTS;
    amount * Vec3::new(x, y, z)
}

macro_rules! vectors {
    ($($property:ident: $field:ident;)*) => { $(
        impl Line for $property {
            const LENGTH: f64 = 2.291_287_847_477_92;
            fn tangent(amount: f32) -> Vec3 {
                vector(amount)
            }
            fn value(place: f32) -> Vec3 {
                vector(place)
            }
            fn component(place: f32) -> Transform {
                Transform { $field: vector(place), ..Transform::default() }
            }
            fn error(transform: &Transform, place: f64) -> f64 {
                weighted(&transform.$field.to_array(), place)
            }
            fn velocity_error(velocity: Vec3, rate: f64) -> f64 {
                weighted(&velocity.to_array(), rate)
            }
        }
    )* };
}

vectors! {
    Translation: translation;
    Scale: scale;
}

macro_rules! numbers {
    ($($property:ty: $value:expr, $component:expr, $error:expr;)*) => { $(
        impl Line for $property {
            const LENGTH: f64 = 1.0;
            fn tangent(amount: f32) -> f32 {
                amount
            }
            fn value(place: f32) -> Self::Value {
                $value(place)
            }
            fn component(place: f32) -> Self::Component {
                $component(place)
            }
            fn error(component: &Self::Component, place: f64) -> f64 {
                $error(component, place)
            }
            fn velocity_error(velocity: f32, rate: f64) -> f64 {
                rounded(velocity, rate)
            }
        }
    )* };
}

numbers! {
    TranslationX: |x| x, |x| Transform::from_xyz(x, 0.0, 0.0), |t: &Transform, x| rounded(t.translation.x, x);
    Level: |x| x, Level, |level: &Level, x| rounded(level.0, x);
    Progress: |x| x, Progress, |progress: &Progress, x| rounded(progress.0, x);
    Turn: Angle, Dial, |dial: &Dial, x| rounded(dial.0, x);
}

/// A rotation about z, whose quaternion is rounded to f32.
fn turned_in_the_plane(angle: f32) -> Transform {
    let (sine, cosine) = (0.5 * f64::from(angle)).sin_cos();
    Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, sine as f32, cosine as f32))
}

/// The error of a rotation by `angle` about an axis, as a multiple of its tolerance. `along` is the quaternion's component along the axis.
fn turn_error(rotation: Quat, along: f32, angle: f64) -> f64 {
    let found = 2.0 * f64::from(along).atan2(rotation.w.into());
    let error = (found - angle).rem_euclid(core::f64::consts::TAU);
    let error = error.min(core::f64::consts::TAU - error);
    // Both components of the quaternion are rounded like numbers near 1, at the start and now. An angle in the plane is rounded once more.
    error / (4.0 * ulp(0.999) + ulp(angle))
}

/// The error of an angular velocity, as a multiple of its tolerance. The tolerance includes the error from rounding start and target, which
/// the spring multiplies by its angular frequency.
fn turning_error(found: f32, rate: f64) -> f64 {
    (f64::from(found) - rate).abs() / (0.5 * ulp(rate) + 8.0 * f64::from(OMEGA) * ulp(0.999))
}

impl Line for Rotation2d {
    const LENGTH: f64 = 1.0;
    fn tangent(amount: f32) -> f32 {
        amount
    }
    fn value(place: f32) -> Angle {
        Angle(place)
    }
    fn component(place: f32) -> Transform {
        turned_in_the_plane(place)
    }
    fn error(transform: &Transform, place: f64) -> f64 {
        turn_error(transform.rotation, transform.rotation.z, place)
    }
    fn velocity_error(velocity: f32, rate: f64) -> f64 {
        turning_error(velocity, rate)
    }
}

impl Line for Rotation {
    const LENGTH: f64 = 1.0;
    fn tangent(amount: f32) -> Vec3 {
        amount * Vec3::Z
    }
    fn value(place: f32) -> Quat {
        turned_in_the_plane(place).rotation
    }
    fn component(place: f32) -> Transform {
        turned_in_the_plane(place)
    }
    fn error(transform: &Transform, place: f64) -> f64 {
        turn_error(transform.rotation, transform.rotation.z, place)
    }
    fn velocity_error(velocity: Vec3, rate: f64) -> f64 {
        turning_error(velocity.z, rate) + f64::from(velocity.x.abs() + velocity.y.abs())
    }
}

impl Line for Tint {
    const LENGTH: f64 = 2.304_886_114_323_222;
    fn tangent(amount: f32) -> Vec4 {
        amount * Vec4::from_array(WEIGHTS)
    }
    fn value(place: f32) -> Oklaba {
        let [l, a, b, alpha] = WEIGHTS.map(|weight| place * weight);
        Oklaba::new(l, a, b, alpha)
    }
    fn component(place: f32) -> Self {
        Self(Self::value(place))
    }
    fn error(tint: &Self, place: f64) -> f64 {
        let Oklaba { lightness, a, b, alpha } = tint.0;
        weighted(&[lightness, a, b, alpha], place)
    }
    fn velocity_error(velocity: Vec4, rate: f64) -> f64 {
        weighted(&velocity.to_array(), rate)
    }
}

const OMEGA: f32 = 7.0;
const ZETA: f32 = 0.25;
const FRICTION: f32 = 1.7;
const GRAVITY: f32 = -3.0;
const START: f32 = 0.4;
const KICK: f32 = 1.25;
const TARGET: f32 = -0.3;
const DISTANCE: f32 = 0.75;
const END_RATE: f32 = 0.5;
const DURATION: f32 = 0.45;

/// The forces of a property, one bit each: spring, friction, gravity, exponential rate.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Subset(usize);

impl Subset {
    fn all() -> impl Iterator<Item = Self> {
        (0..16).map(Self)
    }

    /// Another subset for each `by`, so that the properties of one entity have different forces.
    fn turned(self, by: usize) -> Self {
        Self((self.0 + 5 * by) % 16)
    }

    fn has(self, component: usize) -> bool {
        self.0 & (1 << component) != 0
    }

    fn dress<P: Line>(self, entity: &mut EntityWorldMut) {
        if !entity.contains::<P::Component>() {
            entity.insert(P::component(START));
        } else {
            P::set(&mut entity.get_mut::<P::Component>().expect("it should have the component"), P::value(START));
        }
        entity.insert(Velocity::<P>::of(P::tangent(KICK)));
        if self.has(0) {
            entity.insert((Spring::new(OMEGA, ZETA).on::<P>(), Target::<P>::of(P::value(TARGET))));
        }
        if self.has(1) {
            entity.insert(Friction::new(FRICTION).on::<P>());
        }
        if self.has(2) {
            entity.insert(Gravity::<P>::of(P::tangent(GRAVITY)));
        }
        if self.has(3) {
            let rate =
                ExponentialRate::<P>::of(P::tangent(DISTANCE), END_RATE, DURATION).expect("it should be feasible");
            entity.insert(rate);
        }
    }

    /// The exact place at `t` and its rate of change, for a property whose [`Line::LENGTH`] is `length`.
    fn expected(self, t: f64, length: f64) -> (f64, f64) {
        let mut law = Law::default();
        if self.has(0) {
            law.k = f64::from(OMEGA) * f64::from(OMEGA);
            law.c = 2.0 * f64::from(ZETA) * f64::from(OMEGA);
        }
        if self.has(1) {
            law.c += f64::from(FRICTION);
        }
        if self.has(2) {
            law.a = GRAVITY.into();
        }
        let (start, target) = (START.into(), TARGET.into());
        if !self.has(3) {
            return law.step_held(start, KICK.into(), target, t);
        }
        let end = f64::from(DURATION);
        let path = math::ExponentialRate::over(f64::from(DISTANCE) * length, END_RATE.into(), end)
            .expect("it should be feasible");
        if law == Law::default() {
            // Without other forces, the motion stops at the end.
            return if t < end {
                (start + path.value(t) / length, path.rate(t) / length)
            } else {
                ((START + DISTANCE).into(), 0.0)
            };
        }
        let with = Law { c: law.c + path.lambda(), ..law };
        let (x, v) = with.step_held(start, path.start_rate() / length, target, t.min(end));
        if t < end { (x, v) } else { law.step_held(x, v, target, t - end) }
    }

    fn check<P: Line>(self, bench: &Bench, entity: Entity, t: f64) {
        let (x, v) = self.expected(t, P::LENGTH);
        let what = format!("{} with {self:?} at {t}", P::short_type_path());
        let error = P::error(bench.get::<P::Component>(entity), x);
        assert!(error <= 1.0, "{what}: should be at {x}, is off by {error:.3} times the tolerance");
        let error = P::velocity_error(bench.get::<Velocity<P>>(entity).0, v);
        assert!(error <= 1.0, "{what}: its rate should be {v}, is off by {error:.3} times the tolerance");
    }
}

#[test]
fn any_subset_of_forces_on_any_property_matches_its_closed_form() {
    assert!((of_length(3) - Translation::LENGTH).abs() < 1e-12 && (of_length(4) - Tint::LENGTH).abs() < 1e-12);
    for hz in [Some(30.0), Some(60.0), Some(64.0), Some(144.0), Some(1000.0), None] {
        let mut bench = Bench::at_rate(64.0);
        bench
            .app
            .register_motion::<Level>()
            .register_motion::<Tint>()
            .register_motion::<TranslationX>()
            .register_motion::<Rotation2d>();
        // Seven properties of `body` move. Of `flat`, two parts of its `Transform` move: a single axis and the angle in the plane.
        let bodies: Vec<(Subset, Entity, Entity)> = Subset::all()
            .map(|subset| {
                let [body, flat] = [bench.spawn(()), bench.spawn(())];
                let mut entity = bench.app.world_mut().entity_mut(body);
                subset.dress::<Translation>(&mut entity);
                subset.turned(1).dress::<Rotation>(&mut entity);
                subset.turned(2).dress::<Scale>(&mut entity);
                subset.turned(3).dress::<Progress>(&mut entity);
                subset.turned(4).dress::<Level>(&mut entity);
                subset.turned(5).dress::<Turn>(&mut entity);
                subset.turned(6).dress::<Tint>(&mut entity);
                let mut entity = bench.app.world_mut().entity_mut(flat);
                subset.dress::<TranslationX>(&mut entity);
                subset.turned(7).dress::<Rotation2d>(&mut entity);
                (subset, body, flat)
            })
            .collect();
        let mut random = Random(31);
        let mut checked = 0;
        while bench.elapsed() < 0.8 {
            bench.tick(Duration::from_secs_f64(hz.map_or_else(|| random.between(1e-4, 0.05), |hz| 1.0 / hz)));
            let t = bench.elapsed();
            for &(subset, body, flat) in &bodies {
                subset.check::<Translation>(&bench, body, t);
                subset.turned(1).check::<Rotation>(&bench, body, t);
                subset.turned(2).check::<Scale>(&bench, body, t);
                subset.turned(3).check::<Progress>(&bench, body, t);
                subset.turned(4).check::<Level>(&bench, body, t);
                subset.turned(5).check::<Turn>(&bench, body, t);
                subset.turned(6).check::<Tint>(&bench, body, t);
                subset.check::<TranslationX>(&bench, flat, t);
                subset.turned(7).check::<Rotation2d>(&bench, flat, t);
                checked += 9;
            }
        }
        assert!(checked >= 9 * 16 * 16, "{checked} checks at {hz:?} Hz");
    }
}
