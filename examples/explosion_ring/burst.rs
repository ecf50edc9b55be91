//! The particles of an explosion: embers with exponential rates, like the ring's, and sparks with friction and gravity.

use bevy::math::ops;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::design::Solved;
use harness::plot::narrow;

/// The number of embers of an explosion.
const EMBERS: u32 = 44;
/// The number of sparks of an explosion.
const SPARKS: u32 = 26;
/// The smallest distance that an ember flies, as a multiple of the ring's reach.
const NEAREST: f32 = 0.25;
/// The largest distance that an ember flies, as a multiple of the ring's reach.
const FARTHEST: f32 = 0.95;
/// An ember's end rate, as a multiple of its mean rate.
const END_RATE: f32 = 0.06;
/// The friction rate of sparks. Unit: 1/s.
const SPARK_FRICTION: f32 = 1.8;
/// The gravity of sparks. Unit: px/s².
const GRAVITY: Vec3 = Vec3::new(0.0, -520.0, 0.0);
/// The range of the sparks' start speeds. In addition, every spark gets the smallest of these speeds upwards. Unit: px/s.
const SPARK_SPEEDS: (f32, f32) = (180.0, 620.0);
/// The longest life of a spark. Unit: s.
const SPARK_LIFE: f32 = 1.6;

/// A particle of an explosion.
#[derive(Component)]
pub(crate) struct Particle {
    /// Selects one of the ring's two colours: even numbers select the first, odd numbers the second.
    pub(crate) color: usize,
}

/// A pseudorandom number generator with a fixed seed: explosions differ within a run, but every run has the same explosions.
#[derive(Resource, Default)]
pub(crate) struct Dice(u64);

impl Dice {
    /// Returns the next random number, from 0 to 1.
    fn roll(&mut self) -> f32 {
        // The generator splitmix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        f32::from(u16::try_from((mixed ^ (mixed >> 31)) >> 48).unwrap_or_default()) / f32::from(u16::MAX)
    }

    fn between(&mut self, (low, high): (f32, f32)) -> f32 {
        low + (high - low) * self.roll()
    }
}

/// Spawns all particles of an explosion at `place`.
pub(crate) fn spawn(commands: &mut Commands, solved: &Solved, place: Vec3, dice: &mut Dice) {
    let (reach, duration) = (narrow(solved.reach), narrow(solved.duration));
    for number in 0..EMBERS {
        let direction = direction(number, EMBERS, dice);
        let way = direction * reach * dice.between((NEAREST, FARTHEST));
        let life = duration * dice.between((0.7, 1.1));
        let Ok(flight) = ExponentialRate::new(way, END_RATE * way.length() / life, life) else {
            continue;
        };
        let size = dice.between((2.0, 5.5));
        commands.spawn((particle(place, size, number), flight, shrinking(size, life)));
    }
    for number in 0..SPARKS {
        let velocity = direction(number, SPARKS, dice) * dice.between(SPARK_SPEEDS) + Vec3::Y * SPARK_SPEEDS.0;
        let (size, life) = (dice.between((1.2, 3.2)), SPARK_LIFE * dice.between((0.6, 1.0)));
        let fall = (Velocity::new(velocity), Friction::new(SPARK_FRICTION), Gravity::new(GRAVITY));
        commands.spawn((particle(place, size, number + 1), fall, shrinking(size, life)));
    }
}

/// Returns one of `of` directions that are evenly spread in the plane, with some jitter. `number` counts them from 0.
fn direction(number: u32, of: u32, dice: &mut Dice) -> Vec3 {
    let turns = (f64::from(number) + f64::from(dice.roll())) / f64::from(of);
    let (sin, cos) = ops::sin_cos(narrow(core::f64::consts::TAU * turns));
    Vec3::new(cos, sin, 0.0)
}

fn particle(place: Vec3, size: f32, number: u32) -> impl Bundle {
    let color = usize::try_from(number).unwrap_or_default();
    (Particle { color }, Transform::from_translation(place).with_scale(Vec3::splat(size)), Visibility::default())
}

/// Shrinks a particle to zero size over its life (s), slowly at first and fast at the end.
fn shrinking(size: f32, life: f32) -> ExponentialRate<Scale> {
    ExponentialRate::of_end(Vec3::ZERO, 3.0 * Vec3::splat(size).length() / life, life)
}

/// Despawns particles that have shrunk to zero size.
pub(crate) fn vanished(finished: On<Finished<Scale>>, mut commands: Commands) {
    commands.entity(finished.entity).despawn();
}
