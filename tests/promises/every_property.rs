//! Promise 5: any subset of components, on any property, several properties of one entity at once.
//!
//! Every property moves along a line through its space, so that a single number says where it is.

use std::time::Duration;

use bevy::{ecs::world::EntityWorldMut, prelude::*, reflect::TypePath};
use bevy_exact_motion::{
    Space,
    math::{self, Law},
    prelude::*,
};

use crate::app::{Bench, Dial, Random, Turn, itself, ulp};

itself! {
    Level: f32;
    Tint: Oklaba;
}

/// A property whose value is seen as a place on a line: 0 is in the middle.
trait Line: Property {
    /// The length of the tangent vector of 1.
    const LENGTH: f64;

    fn tangent(amount: f32) -> <Self::Value as Space>::Tangent;

    /// The value there.
    fn value(place: f32) -> Self::Value;

    /// The component there.
    fn component(place: f32) -> Self::Component;

    /// The largest error of a part, in units of what it may be, if it should be at `place`.
    fn error(component: &Self::Component, place: f64) -> f64;

    /// The error of a velocity, in the same units.
    fn velocity_error(velocity: <Self::Value as Space>::Tangent, rate: f64) -> f64;
}

/// What is shown is the exact value rounded to f32; 1e-12 for the f64 states of a thousand ticks.
fn rounded(found: f32, exact: f64) -> f64 {
    (f64::from(found) - exact).abs() / (0.5 * ulp(exact) + 1e-12)
}

/// Powers of two by component: exact in f32.
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

/// Sine and cosine of half an angle, rounded.
fn turned_in_the_plane(angle: f32) -> Transform {
    let (sine, cosine) = (0.5 * f64::from(angle)).sin_cos();
    Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, sine as f32, cosine as f32))
}

/// How far an orientation is from a turn by `angle` about the axis along which it has the part `along`.
fn turn_error(rotation: Quat, along: f32, angle: f64) -> f64 {
    let found = 2.0 * f64::from(along).atan2(rotation.w.into());
    let error = (found - angle).rem_euclid(core::f64::consts::TAU);
    let error = error.min(core::f64::consts::TAU - error);
    // Both parts of the quaternion are rounded as at 1, and so is where it began; an angle in the plane is an f32 itself.
    error / (4.0 * ulp(0.999) + ulp(angle))
}

/// Where it began and its target are rounded to f32 parts, and a spring makes an angular velocity of that.
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
const RUBBING: f32 = 1.7;
const PULL: f32 = -3.0;
const START: f32 = 0.4;
const KICK: f32 = 1.25;
const TARGET: f32 = -0.3;
const WAY: f32 = 0.75;
const END_RATE: f32 = 0.5;
const DURATION: f32 = 0.45;

/// Which of spring, friction, gravity and exponential rate a property has.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Subset(usize);

impl Subset {
    fn all() -> impl Iterator<Item = Self> {
        (0..16).map(Self)
    }

    /// Another one: each property of an entity has its own, and every property has each.
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
            P::set(&mut entity.get_mut::<P::Component>().expect("it has it"), P::value(START));
        }
        entity.insert(Velocity::<P>::of(P::tangent(KICK)));
        if self.has(0) {
            entity.insert((Spring::new(OMEGA, ZETA).on::<P>(), Target::<P>::of(P::value(TARGET))));
        }
        if self.has(1) {
            entity.insert(Friction::new(RUBBING).on::<P>());
        }
        if self.has(2) {
            entity.insert(Gravity::<P>::of(P::tangent(PULL)));
        }
        if self.has(3) {
            let rate = ExponentialRate::<P>::of(P::tangent(WAY), END_RATE, DURATION).expect("it is feasible");
            entity.insert(rate);
        }
    }

    /// Place and rate after `t`, on a line whose unit has this length.
    fn expected(self, t: f64, length: f64) -> (f64, f64) {
        let mut law = Law::default();
        if self.has(0) {
            law.k = f64::from(OMEGA) * f64::from(OMEGA);
            law.c = 2.0 * f64::from(ZETA) * f64::from(OMEGA);
        }
        if self.has(1) {
            law.c += f64::from(RUBBING);
        }
        if self.has(2) {
            law.a = PULL.into();
        }
        let (start, target) = (START.into(), TARGET.into());
        if !self.has(3) {
            return law.step_held(start, KICK.into(), target, t);
        }
        let end = f64::from(DURATION);
        let way = math::ExponentialRate::over(f64::from(WAY) * length, END_RATE.into(), end).expect("it is feasible");
        if law == Law::default() {
            // Alone it ends on its end and holds.
            return if t < end {
                (start + way.value(t) / length, way.rate(t) / length)
            } else {
                ((START + WAY).into(), 0.0)
            };
        }
        let with = Law { c: law.c + way.lambda(), ..law };
        let (x, v) = with.step_held(start, way.start_rate() / length, target, t.min(end));
        if t < end { (x, v) } else { law.step_held(x, v, target, t - end) }
    }

    fn judge<P: Line>(self, bench: &Bench, entity: Entity, t: f64) {
        let (x, v) = self.expected(t, P::LENGTH);
        let what = format!("{} with {self:?} at {t}", P::short_type_path());
        let error = P::error(bench.get::<P::Component>(entity), x);
        assert!(error <= 1.0, "{what}: should be at {x}, {error:.3} bars off");
        let error = P::velocity_error(bench.get::<Velocity<P>>(entity).0, v);
        assert!(error <= 1.0, "{what}: its rate should be {v}, {error:.3} bars off");
    }
}

#[test]
fn any_subset_of_components_on_any_property_is_on_its_closed_form() {
    assert!((of_length(3) - Translation::LENGTH).abs() < 1e-12 && (of_length(4) - Tint::LENGTH).abs() < 1e-12);
    for hz in [Some(30.0), Some(60.0), Some(64.0), Some(144.0), Some(1000.0), None] {
        let mut bench = Bench::at_rate(64.0);
        bench
            .app
            .register_motion::<Level>()
            .register_motion::<Tint>()
            .register_motion::<TranslationX>()
            .register_motion::<Rotation2d>();
        // All of an entity's properties at once; single axes and the angle in the plane are fields of the same component.
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
        let mut judged = 0;
        while bench.elapsed() < 0.8 {
            bench.tick(Duration::from_secs_f64(hz.map_or_else(|| random.between(1e-4, 0.05), |hz| 1.0 / hz)));
            let t = bench.elapsed();
            for &(subset, body, flat) in &bodies {
                subset.judge::<Translation>(&bench, body, t);
                subset.turned(1).judge::<Rotation>(&bench, body, t);
                subset.turned(2).judge::<Scale>(&bench, body, t);
                subset.turned(3).judge::<Progress>(&bench, body, t);
                subset.turned(4).judge::<Level>(&bench, body, t);
                subset.turned(5).judge::<Turn>(&bench, body, t);
                subset.turned(6).judge::<Tint>(&bench, body, t);
                subset.judge::<TranslationX>(&bench, flat, t);
                subset.turned(7).judge::<Rotation2d>(&bench, flat, t);
                judged += 9;
            }
        }
        assert!(judged >= 9 * 16 * 16, "{judged} judged at {hz:?} Hz");
    }
}
