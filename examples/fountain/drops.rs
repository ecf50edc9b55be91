//! The drops: a fixed number, thrown repeatedly. Each drop has a twin, which is mirrored and moved by Euler's method.

use bevy::ecs::system::SystemParam;
use bevy::math::ops;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::euler::Stepped;
use super::law::{self, Restitution, narrow};
use super::look::{Discs, EULER, WATER};

/// The number of this crate's drops, and of their twins.
pub(crate) const COUNT: u32 = 2400;
/// The number of pairs that the nozzles throw per second. Unit: 1/s.
const RATE: f64 = 420.0;
/// The radius of a drop. Unit: m.
pub(crate) const RADIUS: f32 = 0.022;
/// The position of the nozzle on the right. The nozzle on the left is mirrored. Unit: m.
pub(crate) const NOZZLE: Vec2 = Vec2::new(1.28, 0.09);
/// The range of upward speeds at the nozzle. Unit: m/s.
const SPEEDS: (f32, f32) = (7.3, 8.5);
/// The largest sideways speed at the nozzle. Unit: m/s.
const ASIDE: f32 = 0.70;
/// The fraction by which the upward speed is lower at the side of the jet than in the middle.
const DOME: f32 = 0.16;
/// The time over which a drop fades out before it is thrown again. Unit: s.
const FADING: f64 = 0.5;
/// The drops' z, in front of the ground. Unit: m.
pub(crate) const DEPTH: f32 = 2.0;
/// The number of pairs that are poured per second. Unit: 1/s.
const POURED: f64 = 260.0;
/// The spread of poured drops around the pointer. Unit: m.
const SPREAD: f32 = 0.12;
/// The time constant with which a drop's highlight fades after a contact. Unit: s.
const LIT: f64 = 0.10;

/// Marks a drop that this crate moves.
#[derive(Component)]
pub(crate) struct Drop;

/// The appearance of a drop, this crate's or Euler's.
#[derive(Component)]
pub(crate) struct Body {
    /// Unit: m.
    pub(crate) radius: f32,
    color: Color,
    /// The drop's index in its list in [`Pool`]. `None` for marked drops.
    slot: Option<u32>,
    /// The time of the drop's last contact. Unit: s.
    pub(crate) contact: f64,
}

impl Body {
    pub(crate) fn new(radius: f32, color: Color, slot: Option<u32>) -> Self {
        Self { radius, color, slot, contact: f64::NEG_INFINITY }
    }
}

/// All drops except the marked ones. The drops at the same index (slot) of both lists are a pair.
#[derive(Resource, Default)]
pub(crate) struct Pool {
    ours: Vec<Entity>,
    twins: Vec<Entity>,
    /// The number of pairs that were thrown or poured.
    pub(crate) thrown: u32,
    /// The number of pairs that the nozzles threw.
    from_nozzles: u32,
}

impl Pool {
    /// Returns the number of throws before the drops of this slot are thrown again.
    fn throws_until(&self, slot: u32) -> u32 {
        (slot + COUNT - self.thrown % COUNT) % COUNT
    }
}

/// Spawns all drops. They are hidden until they are thrown for the first time.
pub(crate) fn spawn(discs: Res<Discs>, restitution: Res<Restitution>, mut pool: ResMut<Pool>, mut commands: Commands) {
    let hidden = (Transform::from_xyz(0.0, RADIUS, DEPTH), Visibility::Hidden);
    for slot in 0..COUNT {
        let body = |color| (discs.sprite(RADIUS, color), Body::new(RADIUS, color, Some(slot)));
        let law = law::components(RADIUS, *restitution);
        pool.ours.push(commands.spawn((Drop, body(WATER), hidden, law)).id());
        pool.twins.push(commands.spawn((Stepped::lying(), body(EULER), hidden)).id());
    }
}

/// System parameter that throws drops.
#[derive(SystemParam)]
pub(crate) struct Throwing<'w, 's> {
    pool: ResMut<'w, Pool>,
    ours: Query<'w, 's, (&'static mut Transform, &'static mut Visibility, &'static mut Velocity), With<Drop>>,
    twins: Query<'w, 's, (&'static mut Transform, &'static mut Visibility, &'static mut Stepped), Without<Drop>>,
}

impl Throwing<'_, '_> {
    /// Throws the next pair, which was due `age` seconds ago. This crate's drop starts where it would be `age` seconds after a throw from
    /// `place` (on the left), so that its path does not depend on the times of frames. The twin starts at the mirrored `place`.
    fn throw(&mut self, place: Vec2, velocity: Vec2, age: f64) {
        let slot = usize::try_from(self.pool.thrown % COUNT).unwrap_or_default();
        let (Some(ours), Some(twin)) = (self.pool.ours.get(slot), self.pool.twins.get(slot)) else { return };
        if let Ok((mut transform, mut visibility, mut speed)) = self.ours.get_mut(*ours) {
            let (place, velocity) = law::after(place, velocity, age);
            transform.translation = place.extend(DEPTH);
            *visibility = Visibility::Inherited;
            speed.0 = velocity.extend(0.0);
        }
        if let Ok((mut transform, mut visibility, mut stepped)) = self.twins.get_mut(*twin) {
            transform.translation = mirrored(place).extend(DEPTH);
            *visibility = Visibility::Inherited;
            *stepped = Stepped::thrown(mirrored(velocity));
        }
        self.pool.thrown += 1;
    }
}

/// Returns the vector mirrored from left to right.
pub(crate) fn mirrored(vector: Vec2) -> Vec2 {
    Vec2::new(-vector.x, vector.y)
}

/// Throws every pair that is due at the nozzles. Runs once a frame.
pub(crate) fn play(time: Res<Time>, mut throwing: Throwing) {
    let now = time.elapsed_secs_f64();
    loop {
        let number = throwing.pool.from_nozzles;
        let age = now - f64::from(number) / RATE;
        if age < 0.0 {
            break;
        }
        throwing.pool.from_nozzles += 1;
        let [aside, share] = dice(number);
        let aside = 2.0 * aside - 1.0;
        // The jet is densest and highest in the middle.
        let aside = aside * aside.abs();
        let speed = (SPEEDS.0 + (SPEEDS.1 - SPEEDS.0) * share) * (1.0 - DOME * aside * aside);
        throwing.throw(mirrored(NOZZLE), Vec2::new(ASIDE * aside, speed), age);
    }
}

/// The state of pouring.
#[derive(Resource, Default)]
pub(crate) struct Poured {
    /// The point at which drops are poured. `None` if nothing is poured. Unit: m.
    pub(crate) from: Option<Vec2>,
    /// The fraction of the next pair that is due. When the fraction reaches 1, the pair is poured.
    share: f64,
}

/// Throws every pair that is due to be poured. Runs once a frame.
pub(crate) fn pour(time: Res<Time>, mut poured: ResMut<Poured>, mut throwing: Throwing) {
    let Some(source) = poured.from else { return };
    poured.share += POURED * time.delta_secs_f64();
    while poured.share >= 1.0 {
        poured.share -= 1.0;
        let [aside, up] = dice(!throwing.pool.thrown).map(|share| 2.0 * share - 1.0);
        let place = Vec2::new(-source.x.abs(), source.y.max(RADIUS + SPREAD)) + SPREAD * Vec2::new(aside, up);
        throwing.throw(place, Vec2::new(0.6 * aside, 0.6 * up), 0.0);
    }
}

/// Returns two pseudorandom numbers from 0 to 1 that depend only on `number`.
fn dice(number: u32) -> [f32; 2] {
    // The mixing function of splitmix64.
    let mixed = (u64::from(number) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    let mixed = mixed ^ (mixed >> 31);
    [mixed >> 48, mixed >> 32]
        .map(|half| f32::from(u16::try_from(half & 0xFFFF).unwrap_or_default()) / f32::from(u16::MAX))
}

/// Sets the drops' colours: white for a moment after a contact, and fading out before they are thrown again.
pub(crate) fn show(time: Res<Time>, pool: Res<Pool>, mut bodies: Query<(&Body, &mut Sprite)>) {
    let now = time.elapsed_secs_f64();
    for (body, mut sprite) in &mut bodies {
        let light = ops::exp(narrow(-(now - body.contact).max(0.0) / LIT));
        let left = body.slot.map_or(FADING, |slot| f64::from(pool.throws_until(slot)) / RATE);
        let color = body.color.mix(&Color::WHITE, light).with_alpha(narrow((left / FADING).min(1.0)));
        if sprite.color != color {
            sprite.color = color;
        }
    }
}
