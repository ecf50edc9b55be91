//! The drops: a fixed number, thrown again and again. Each drop has a twin that Euler's method moves.

use bevy::ecs::system::SystemParam;
use bevy::math::ops;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::euler::Stepped;
use super::law::{self, Restitution, narrow};
use super::look::{Discs, EULER, WATER};

/// The number of drops of each kind.
pub(crate) const COUNT: u32 = 2400;
/// Unit: 1/s.
const RATE: f64 = 420.0;
/// Unit: m.
pub(crate) const RADIUS: f32 = 0.022;
/// A nozzle's place: its distance from the middle, to the right or to the left, and its height. Unit: m.
pub(crate) const NOZZLE: Vec2 = Vec2::new(1.28, 0.09);
/// The range of upward speeds, and the largest sideways speed. Unit: m/s.
const SPEEDS: (f32, f32) = (7.3, 8.5);
const ASIDE: f32 = 0.70;
/// How much slower a drop at the side of the jet is, as a share of its speed.
const DOME: f32 = 0.16;
/// How long a drop fades before it is thrown again. Unit: s.
const FADING: f64 = 0.5;
/// The drops' z, in front of the ground. Unit: m.
pub(crate) const DEPTH: f32 = 2.0;
/// The rate of poured drops, and their spread around the pointer. Unit: 1/s, m.
const POURED: f64 = 260.0;
const SPREAD: f32 = 0.12;
/// How long a contact lights a drop up. Unit: s.
const LIT: f64 = 0.10;

/// A drop that this crate moves.
#[derive(Component)]
pub(crate) struct Drop;

/// The visible part of a drop, this crate's or Euler's.
#[derive(Component)]
pub(crate) struct Body {
    /// Unit: m.
    pub(crate) radius: f32,
    color: Color,
    /// The drop's index in its list in [`Pool`]; `None` for marked drops.
    slot: Option<u32>,
    /// The time of the drop's last contact. Unit: s.
    pub(crate) contact: f64,
}

impl Body {
    pub(crate) fn new(radius: f32, color: Color, slot: Option<u32>) -> Self {
        Self { radius, color, slot, contact: f64::NEG_INFINITY }
    }
}

/// All drops, by slot, and the number of throws.
#[derive(Resource, Default)]
pub(crate) struct Pool {
    ours: Vec<Entity>,
    twins: Vec<Entity>,
    /// The number of throws in total, and by the nozzles.
    pub(crate) thrown: u32,
    from_nozzles: u32,
}

impl Pool {
    /// The number of throws before this slot is thrown again.
    fn throws_until(&self, slot: u32) -> u32 {
        (slot + COUNT - self.thrown % COUNT) % COUNT
    }
}

/// Spawns all drops, hidden until they are thrown for the first time. No drop is spawned later.
pub(crate) fn spawn(discs: Res<Discs>, restitution: Res<Restitution>, mut pool: ResMut<Pool>, mut commands: Commands) {
    let hidden = (Transform::from_xyz(0.0, RADIUS, DEPTH), Visibility::Hidden);
    for slot in 0..COUNT {
        let body = |color| (discs.sprite(RADIUS, color), Body::new(RADIUS, color, Some(slot)));
        let law = law::components(RADIUS, *restitution);
        pool.ours.push(commands.spawn((Drop, body(WATER), hidden, law)).id());
        pool.twins.push(commands.spawn((Stepped::lying(), body(EULER), hidden)).id());
    }
}

/// The components that a throw writes.
#[derive(SystemParam)]
pub(crate) struct Throwing<'w, 's> {
    pool: ResMut<'w, Pool>,
    ours: Query<'w, 's, (&'static mut Transform, &'static mut Visibility, &'static mut Velocity), With<Drop>>,
    twins: Query<'w, 's, (&'static mut Transform, &'static mut Visibility, &'static mut Stepped), Without<Drop>>,
}

impl Throwing<'_, '_> {
    /// Throws the next pair, from a place on the left with a velocity; the twin's are mirrored. This crate's drop is put
    /// where it would be `age` seconds after it was due, so that its path does not depend on when frames begin.
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

/// The vector mirrored from left to right.
pub(crate) fn mirrored(vector: Vec2) -> Vec2 {
    Vec2::new(-vector.x, vector.y)
}

/// Runs once a frame: throws every pair that has become due, at the rate of the nozzles.
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

/// The drops that are being poured.
#[derive(Resource, Default)]
pub(crate) struct Poured {
    /// Where drops are poured; `None` if nothing is poured. Unit: m.
    pub(crate) from: Option<Vec2>,
    /// The fraction of the next drop that is already due.
    share: f64,
}

/// Runs once a frame.
pub(crate) fn pour(time: Res<Time>, mut poured: ResMut<Poured>, mut throwing: Throwing) {
    let Some(hand) = poured.from else { return };
    poured.share += POURED * time.delta_secs_f64();
    while poured.share >= 1.0 {
        poured.share -= 1.0;
        let [aside, up] = dice(!throwing.pool.thrown).map(|share| 2.0 * share - 1.0);
        let place = Vec2::new(-hand.x.abs(), hand.y.max(RADIUS + SPREAD)) + SPREAD * Vec2::new(aside, up);
        throwing.throw(place, Vec2::new(0.6 * aside, 0.6 * up), 0.0);
    }
}

/// Two pseudorandom numbers from 0 to 1, which depend only on `number`.
fn dice(number: u32) -> [f32; 2] {
    // splitmix64
    let mixed = (u64::from(number) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    let mixed = mixed ^ (mixed >> 31);
    [mixed >> 48, mixed >> 32]
        .map(|half| f32::from(u16::try_from(half & 0xFFFF).unwrap_or_default()) / f32::from(u16::MAX))
}

/// Colours the drops: white for a moment after a contact, and fading before they are thrown again.
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
