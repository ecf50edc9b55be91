//! A hash of the f64 results of the mathematics. Components round these results to f32, which hides nearly all rounding differences of
//! libm.

use exact_motion::{
    ExponentialRate, Fling, Friction, Integrals, Propagator, Spring,
    rotation::{Quaternion, Vector3},
    settle::energy_distance,
};

/// The hash that every platform must give. If it changes, users' motion has changed, at least in its last bits, and the commit must say
/// why.
pub const COMMITTED: u64 = 0xf178_15fa_e9bc_35c0;

/// The FNV-1a hash (Fowler, Noll, Vo 1991), of words instead of bytes.
struct Hash(u64);

impl Hash {
    fn take(&mut self, numbers: impl IntoIterator<Item = f64>) {
        for number in numbers {
            assert!(number.is_finite(), "the bits of a NaN differ between platforms");
            self.0 = (self.0 ^ number.to_bits()).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// The generator `SplitMix64` (Steele, Lea, Flood 2014). It uses no transcendental functions, because platforms round them differently.
struct Random(u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        low + (high - low) * ((bits ^ (bits >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn vector(&mut self, size: f64) -> Vector3 {
        Vector3::new(self.between(-size, size), self.between(-size, size), self.between(-size, size))
    }
}

/// Returns the hash of the results of functions that call libm. It covers so many arguments that it also changes if another release of libm
/// rounds only one result in a thousand differently.
#[must_use]
pub fn hash() -> u64 {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    let mut random = Random(18);
    for _ in 0..20_000 {
        step(&mut hash, &mut random);
        turn(&mut hash, &mut random);
        glide(&mut hash, &mut random);
    }
    hash.0
}

fn step(hash: &mut Hash, random: &mut Random) {
    let (k, c, t) = (random.between(0.0, 900.0), random.between(0.0, 60.0), random.between(0.0, 0.5));
    let propagator = Propagator::new(k, c, t);
    let Propagator { pp, pv, vp, vv, h2, .. } = propagator;
    let Integrals { i2, i3, i4 } = Integrals::new(k, c, t, &propagator);
    hash.take([pp, pv, vp, vv, h2, i2, i3, i4]);

    let spring = Spring::from_overshoot(3.0, random.between(0.01, 0.99)).expect("the overshoot should be valid");
    hash.take([spring.damping_ratio, spring.value(t), spring.rate(t), spring.settling_time(0.01), spring.half_life()]);
    let (distance, velocity) = (random.between(-3.0, 3.0), random.between(-3.0, 3.0));
    hash.take([energy_distance(2.0, distance, velocity)]);
}

fn turn(hash: &mut Hash, random: &mut Random) {
    let orientation = Quaternion::exp(random.vector(1.8));
    let (back, turned) = (orientation.log(), orientation.rotate(random.vector(5.0)));
    hash.take([orientation.vector.x, orientation.scalar, back.x, turned.y]);
}

fn glide(hash: &mut Hash, random: &mut Random) {
    let mut positive = |high: f64| random.between(0.01, high);
    let rate = ExponentialRate::over(positive(9.0), positive(9.0), positive(3.0)).expect("the rate should be feasible");
    let (t, share) = (positive(0.5), positive(0.99));
    let reached = rate.time_at(share * rate.final_value()).expect("a share of the path should be reached");
    hash.take([rate.exponent(), rate.value(t), rate.rate(t), reached]);

    let friction = Friction::from_retention(positive(0.99)).expect("the retention should be valid").with_velocity(1.0);
    let reached =
        friction.time_at(0.9 * share * friction.final_value()).expect("a share of the path should be reached");
    hash.take([friction.coefficient, friction.value(t), reached]);

    let (velocity, duration) = (positive(9.0), positive(3.0));
    let fling = Fling::over_duration(0.0, 0.5 * share * velocity * duration, velocity, duration)
        .expect("the throw should arrive");
    hash.take([fling.value(t), fling.rate(t)]);
}

#[test]
fn the_hash_is_the_committed_one() {
    assert_eq!(hash(), COMMITTED, "{:#018x}", hash());
}
