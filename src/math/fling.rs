//! A throw that starts with a given velocity and lands on a chosen place: viscous and dry friction together, both ends met.

use super::crossing::Motion;
use super::fling_error::{finite, judged};
use super::nearest::nearest_working;
use super::special::{phi_ratio_inverse, phi1, phi1_inverse_1p};
use super::{FlingError, Law, Propagator};

/// How often the range of a friction is halved: as many bits as it has.
const HALVINGS: u32 = 53;

/// A motion from a start with a velocity to an end, at rest there at a finite time.
///
/// ```text
/// x″ = −c x′ − d sign(x′)          x(T) = end,  x′(T) = 0
/// φ₁(cT) = 1/(1 − p),   p = c · displacement/velocity,   d = |v|/(T φ₁(cT))
/// ```
///
/// The friction `c` is the caller's, the deceleration `d` and the duration `T` are solved. Without friction this is the parabola
/// `d = v²/(2 |displacement|)`; what approaches its end without dry friction is [`Friction::from_stopping_distance`].
///
/// [`Friction::from_stopping_distance`]: super::Friction::from_stopping_distance
///
/// # Examples
///
/// A list let go at 1000 px/s that is to stop 400 px on:
///
/// ```
/// use bevy_exact_motion::math::Fling;
///
/// # fn main() -> Result<(), bevy_exact_motion::math::FlingError> {
/// let fling = Fling::between(0.0, 400.0, 1000.0, 2.0)?;
/// assert!((fling.duration() - 1.3301995292318425).abs() < 1e-15);
/// assert!((fling.value(0.5) - 302.2322997357759).abs() < 1e-12);
/// assert_eq!((fling.value(fling.duration()), fling.rate(fling.duration())), (400.0, 0.0));
/// # Ok(())
/// # }
/// ```
///
/// # Special cases
///
/// From its end on the motion rests there. Before 0 the law goes on backward; at `t = −∞` value and rate are its limits. NaN in gives NaN
/// out.
///
/// # Accuracy
///
/// For `p` up to 0.95, value 4.5 ε of the displacement and rate 4 ε of the velocity; duration 3 ε and deceleration 4.3 ε, both over `1 − p`,
/// which is what rounding `p` alone costs.
///
/// # Reference
///
/// Ours: eliminate `d` from both end conditions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct Fling {
    start: f64,
    end: f64,
    velocity: f64,
    friction: f64,
    dry: f64,
    duration: f64,
}

impl Fling {
    /// The largest share `p` of the way to a natural stop that [`Self::with_friction_at_most`] leaves to viscous friction.
    ///
    /// The larger, the less is the stop felt, and the later it comes: 0.8, 0.9, 0.95, 0.99 take 3.3, 4.0, 4.8, 6.5 times
    /// displacement/velocity.
    pub const VISCOUS_SHARE: f64 = 0.95;

    /// The throw from `start` to `end` (length) with the velocity `velocity` (length/s) under viscous friction of exactly the rate
    /// `friction` (1/s, ≥ 0).
    ///
    /// If there is neither distance nor velocity, it is over at once.
    ///
    /// # Errors
    ///
    /// [`FlingError`], in this order: input not finite; negative friction; a velocity without a distance; a distance without a velocity; a
    /// velocity against the displacement; `friction ≥ velocity/displacement`.
    pub fn between(start: f64, end: f64, velocity: f64, friction: f64) -> Result<Self, FlingError> {
        let displacement = judged(start, end, velocity, friction)?;
        if displacement == 0.0 {
            return Ok(Self { start, end, velocity, friction, dry: 0.0, duration: 0.0 });
        }
        let share = |friction: f64| friction * displacement / velocity;
        let p = share(friction);
        if p >= 1.0 || p.is_nan() {
            let nearest = nearest_working(velocity / displacement, |friction| friction >= 0.0 && share(friction) < 1.0);
            return Err(FlingError::StopsShort { friction, nearest: nearest.unwrap_or(0.0) });
        }
        // ρ − 1 = p/(1 − p), with one rounding less in the difference.
        let lost = friction * displacement;
        let exponent = phi1_inverse_1p(lost / (velocity - lost));
        let scaled = if p < f64::MIN_POSITIVE { 2.0 } else { exponent / p };
        Self { start, end, velocity, friction, dry: 0.0, duration: displacement / velocity * scaled }.stopping(exponent)
    }

    /// As [`Self::between`], with the friction `min(friction, 0.95 velocity/displacement)`: every end ahead is feasible.
    ///
    /// # Errors
    ///
    /// As [`Self::between`], but for the last.
    pub fn with_friction_at_most(start: f64, end: f64, velocity: f64, friction: f64) -> Result<Self, FlingError> {
        let displacement = judged(start, end, velocity, friction)?;
        let most = if displacement == 0.0 { friction } else { Self::VISCOUS_SHARE * (velocity / displacement) };
        Self::between(start, end, velocity, friction.min(most))
    }

    /// As [`Self::with_friction_at_most`], with a deceleration of at least `dry` (length/s², ≥ 0): with less friction, down to none,
    /// where that needs it.
    ///
    /// # Errors
    ///
    /// As [`Self::with_friction_at_most`]; for a `dry` that is negative or not finite, and for one that alone stops it short of its end:
    /// above `velocity²/(2 displacement)`.
    pub fn with_dry_at_least(start: f64, end: f64, velocity: f64, friction: f64, dry: f64) -> Result<Self, FlingError> {
        finite("least deceleration", dry)?;
        if dry < 0.0 {
            return Err(FlingError::Dry { dry });
        }
        let most = Self::with_friction_at_most(start, end, velocity, friction)?;
        if most.dry >= dry || start == end {
            return Ok(most);
        }
        let mut found = Self::between(start, end, velocity, 0.0)?;
        if found.dry < dry {
            return Err(FlingError::DryStopsShort { dry, nearest: found.dry });
        }
        // The deceleration falls as the friction rises: halved down to the last bit but one.
        let (mut less, mut more) = (0.0, most.friction);
        for _ in 0..HALVINGS {
            let middle = less + (more - less) / 2.0;
            let fling = Self::between(start, end, velocity, middle)?;
            if fling.dry >= dry {
                (less, found) = (middle, fling);
            } else {
                more = middle;
            }
        }
        Ok(found)
    }

    /// The throw from `start` to `end` (length) with the velocity `velocity` (length/s) that takes `duration` (s); friction and deceleration
    /// are solved, `φ₁(cT)/φ₂(cT) = velocity · duration/displacement`. In a duration of 0 it is at its end at once.
    ///
    /// # Errors
    ///
    /// [`FlingError`], as [`Self::between`]; and for a duration below `2 displacement/velocity`.
    pub fn over_duration(start: f64, end: f64, velocity: f64, duration: f64) -> Result<Self, FlingError> {
        finite("duration", duration)?;
        if duration == 0.0 {
            for (name, value) in [("start", start), ("end", end), ("velocity", velocity)] {
                finite(name, value)?;
            }
            return Ok(Self { start, end, velocity, friction: 0.0, dry: 0.0, duration: 0.0 });
        }
        let displacement = judged(start, end, velocity, 0.0)?;
        if displacement == 0.0 {
            let nearest = 0.0;
            return Err(FlingError::TooShort { duration, nearest });
        }
        let excess = |duration: f64| (velocity * duration - 2.0 * displacement) / displacement;
        let found = excess(duration);
        if found < 0.0 || found.is_nan() {
            let edge = 2.0 * (displacement / velocity);
            let nearest = nearest_working(edge, |duration| excess(duration) >= 0.0).unwrap_or(edge);
            return Err(FlingError::TooShort { duration, nearest });
        }
        let exponent = phi_ratio_inverse(found);
        let friction = exponent / duration;
        Self { start, end, velocity, friction, dry: 0.0, duration }.stopping(exponent)
    }

    /// The same throw with the deceleration that stops it at its end.
    fn stopping(self, exponent: f64) -> Result<Self, FlingError> {
        let dry = self.velocity.abs() / self.duration / phi1(exponent);
        if !(self.duration.is_finite() && dry.is_finite() && self.friction.is_finite()) {
            return Err(FlingError::NotFinite { name: "velocity", value: self.velocity });
        }
        Ok(Self { dry, ..self })
    }

    /// The same throw to another end (length); its start moves along.
    #[must_use]
    pub const fn with_end(self, end: f64) -> Self {
        Self { start: self.start + (end - self.end), end, ..self }
    }

    /// Position (length) at the time `t` (s); from the end on exactly [`Self::final_value`].
    #[must_use]
    pub fn value(&self, t: f64) -> f64 {
        if t >= self.duration {
            return self.end;
        }
        if t == f64::NEG_INFINITY {
            return t * self.velocity;
        }
        let Law { c, a, .. } = self.law();
        let p = Propagator::new(0.0, c, t);
        self.start + (p.pv * self.velocity + p.h2 * a)
    }

    /// Velocity (length/s) at the time `t` (s); from the end on exactly 0.
    #[must_use]
    pub fn rate(&self, t: f64) -> f64 {
        if t >= self.duration {
            return 0.0;
        }
        if t == f64::NEG_INFINITY {
            return -t * self.velocity;
        }
        let Law { c, a, .. } = self.law();
        let p = Propagator::new(0.0, c, t);
        p.vv * self.velocity + p.pv * a
    }

    /// Where it lands. Unit: length.
    #[must_use]
    pub const fn final_value(&self) -> f64 {
        self.end
    }

    /// When it lands. Unit: s.
    #[must_use]
    pub const fn duration(&self) -> f64 {
        self.duration
    }

    /// `c`. Unit: 1/s.
    #[must_use]
    pub const fn friction(&self) -> f64 {
        self.friction
    }

    /// `d`. Unit: length/s². Range: ≥ 0.
    #[must_use]
    pub const fn dry(&self) -> f64 {
        self.dry
    }

    /// The law until it lands: friction, and the deceleration with its sign.
    #[must_use]
    pub fn law(&self) -> Law {
        let a = if self.dry == 0.0 { 0.0 } else { -self.velocity.signum() * self.dry };
        Law { c: self.friction, a, ..Law::default() }
    }

    /// The time in 0 … T (s) at which the position is `level` (length).
    #[must_use]
    pub fn time_at(&self, level: f64) -> Option<f64> {
        if level == self.start {
            return Some(0.0);
        }
        if level == self.end {
            return Some(self.duration);
        }
        let motion = Motion { law: self.law(), target: 0.0, start: self.start, velocity: self.velocity };
        motion.first_crossing(level, self.duration).map(|crossing| crossing.time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::special::phi1_inverse;
    use crate::math::{DryFriction, ExponentialRate, Friction, Phase, Rest, Spring};

    fn close(found: f64, expected: f64) -> bool {
        (found / expected - 1.0).abs() < 2e-15
    }

    #[test]
    fn a_least_deceleration_takes_friction_away_and_leaves_the_end() {
        // Where the entity's own forces alone stop it, they are what is found.
        let Rest::Stops { position, .. } = moving(2.0, 300.0, 1000.0).rest() else { panic!("it stops") };
        let natural = Fling::with_dry_at_least(0.0, position, 1000.0, 2.0, 300.0).unwrap();
        assert!((natural.dry() / 300.0 - 1.0).abs() < 1e-12 && (natural.friction() / 2.0 - 1.0).abs() < 1e-12);
        for way in [10.0, 100.0, 300.0, 400.0, 600.0, 1000.0, 1666.0] {
            let fling = Fling::with_dry_at_least(0.0, way, 1000.0, 2.0, 300.0).unwrap();
            assert!(fling.dry() >= 300.0 && (0.0..=2.0).contains(&fling.friction()), "{way}: {fling:?}");
            assert_eq!((fling.value(fling.duration()), fling.rate(fling.duration())), (way, 0.0));
            let short = way < position;
            assert_eq!(short, (fling.friction() - 2.0).abs() < 1e-9, "{way}: {fling:?}");
            assert!(short || (fling.dry() / 300.0 - 1.0).abs() < 1e-9, "{way}: {fling:?}");
        }
        assert!(Fling::with_dry_at_least(0.0, 1667.0, 1000.0, 2.0, 300.0).is_err());
    }

    fn moving(c: f64, dry: f64, velocity: f64) -> DryFriction {
        let law = Law { c, ..Law::default() };
        DryFriction { motion: Motion { law, target: 0.0, start: 0.0, velocity }, dry }
    }

    #[test]
    fn a_throw_to_400_has_these_figures() {
        let fling = Fling::between(0.0, 400.0, 1000.0, 2.0).unwrap();
        assert!(close(fling.duration() * 2.0, 2.660_399_058_463_685));
        assert!(close(fling.duration(), 1.330_199_529_231_842_5));
        assert!(close(fling.dry(), 150.353_383_537_502_14));
        assert!(close(fling.value(0.5), 302.232_299_735_775_9));
        assert!((fling.value(1.0) - 389.656_983_060_660_4).abs() < 4.0 * f64::EPSILON * 1000.0);
        for t in [fling.duration(), 2.0, f64::INFINITY] {
            assert_eq!((fling.value(t), fling.rate(t)), (400.0, 0.0));
        }
        assert_eq!(fling, Fling::with_friction_at_most(0.0, 400.0, 1000.0, 2.0).unwrap());
    }

    #[test]
    fn a_throw_that_snaps_to_multiples_of_160_has_these_figures() {
        // The natural rest of viscous friction alone, rounded.
        let Rest::Never { limit } = moving(2.0, 0.0, 1000.0).rest() else { panic!("it is approached") };
        assert_eq!(limit, 500.0);
        let end = 160.0 * (limit / 160.0).round();
        let fling = Fling::with_friction_at_most(0.0, end, 1000.0, 2.0).unwrap();
        assert_eq!(fling.final_value(), 480.0);
        assert!(close(fling.friction(), 1.979_166_666_666_666_7));
        assert!((fling.duration() / 2.280_713_705_945_019_9 - 1.0).abs() < 1e-14);
        assert!((fling.dry() / 21.922_962_040_201_52 - 1.0).abs() < 1e-14);
    }

    #[test]
    fn a_throw_of_a_second_has_these_figures() {
        let fling = Fling::over_duration(0.0, 400.0, 1000.0, 1.0).unwrap();
        assert!(close(fling.friction(), 1.229_933_200_381_957_5));
        assert!(close(fling.dry(), 508.026_719_847_217));
        assert_eq!((fling.value(1.0), fling.rate(1.0)), (400.0, 0.0));
        // The same way in the same time, but still moving.
        let exponent = -phi1_inverse(400.0 / 1000.0);
        assert!(close(exponent, 2.231_611_884_023_023));
        let gliding = ExponentialRate::over(400.0, 1000.0 - exponent * 400.0, 1.0).unwrap();
        assert!(close(gliding.end_rate(), 107.355_246_390_790_88));
        assert!((gliding.start_rate() / 1000.0 - 1.0).abs() < 1e-14);
    }

    #[test]
    fn without_friction_a_throw_is_a_parabola() {
        let fling = Fling::between(1.0, -7.0, -4.0, 0.0).unwrap();
        assert_eq!((fling.duration(), fling.dry()), (4.0, 1.0));
        assert_eq!((fling.value(2.0), fling.rate(2.0)), (-5.0, -2.0));
        assert_eq!(Fling::over_duration(1.0, -7.0, -4.0, 4.0).unwrap(), fling);
        assert_eq!(fling.time_at(-5.0), Some(2.0));
        assert_eq!((fling.time_at(-7.0), fling.time_at(1.0), fling.time_at(-7.1)), (Some(4.0), Some(0.0), None));
    }

    #[test]
    fn the_law_of_a_throw_stops_it_there_and_then() {
        for (friction, velocity) in [(2.0, 1000.0), (0.1, -30.0), (1e-9, 3.0), (40.0, 1e5)] {
            let end = 0.8 * velocity / (friction + 1.0);
            let fling = Fling::with_friction_at_most(0.0, end, velocity, friction).unwrap();
            let Rest::Stops { time, position } = moving(fling.friction(), fling.dry(), velocity).rest() else {
                panic!("it stops")
            };
            assert!((time / fling.duration() - 1.0).abs() < 1e-14);
            assert!((position / end - 1.0).abs() < 1e-14);
            assert_eq!(fling.time_at(end), Some(fling.duration()));
        }
    }

    #[test]
    fn with_less_than_all_friction_every_end_ahead_is_reached_in_finite_time() {
        // Displacement/velocity is 1, so these are what the page of decisions says.
        for (friction, duration, dry) in
            [(0.8, 3.33, 0.060), (0.9, 4.02, 0.0249), (0.95, 4.75, 0.0105), (0.99, 6.54, 0.0015)]
        {
            let fling = Fling::between(0.0, 3.0, 3.0, friction).unwrap();
            assert!((fling.duration() - duration).abs() < 0.01 && (fling.dry() / 3.0 / dry - 1.0).abs() < 0.04);
        }
        let held = Fling::with_friction_at_most(0.0, 3.0, 3.0, 50.0).unwrap();
        assert_eq!(held.friction(), Fling::VISCOUS_SHARE);
    }

    #[test]
    fn an_aim_behind_is_the_springs() {
        assert!(matches!(Fling::between(0.0, 160.0, -300.0, 2.0), Err(FlingError::WrongDirection { .. })));
        let spring = Spring::critical(12.0).unwrap().with_target(160.0).with_velocity(-300.0);
        // v/(ω (v − ωD))
        let turn = -300.0 / (12.0 * (-300.0 - 12.0 * 160.0));
        assert!(close(turn, 0.011_261_261_261_261_26));
        let motion =
            Motion { law: Law { k: 144.0, c: 24.0, ..Law::default() }, target: 160.0, start: 0.0, velocity: -300.0 };
        assert!(close(motion.turning_times().0.unwrap(), turn));
        assert!(close(spring.value(turn), -1.615_602_240_299_163_4));
        assert_eq!(motion.first_crossing(160.0, f64::INFINITY), None);
    }

    #[test]
    fn an_edge_is_met_at_its_instant_and_its_spring_goes_on() {
        let glide = Friction::new(2.0).unwrap().with_velocity(1000.0);
        let at = glide.time_at(300.0).unwrap();
        assert!((at / 0.458_145_365_937_077_53 - 1.0).abs() <= 3.0 * f64::EPSILON);
        assert!(close(glide.rate(at), 400.0));
        let spring = Spring::critical(18.0).unwrap().with_start(300.0).with_target(300.0).with_velocity(400.0);
        for (t, x, v) in [
            (0.5, 307.881_579_879_493_6, 46.439_979_049_424_56),
            (0.75, 300.610_535_831_408_49, -8.897_727_414_107_504),
        ] {
            assert!((spring.value(t - at) - x).abs() < 1e-12 && (spring.rate(t - at) - v).abs() < 1e-12);
        }
        let peak = 0.513_700_921_492_633_1 - at;
        assert!((spring.value(peak) - 308.175_098_692_698_7).abs() < 1e-12 && spring.rate(peak).abs() < 1e-11);
        // Dry friction alone.
        let sliding = moving(0.0, 1250.0, 1000.0);
        let Rest::Stops { time, position } = sliding.rest() else { panic!("it stops") };
        assert!(time == 0.8 && close(position, 400.0));
        let Phase::Sliding(slide) = sliding.phase() else { panic!("it moves") };
        let crossing = slide.motion().first_crossing(300.0, 0.8).unwrap();
        assert!(close(crossing.time, 0.4) && close(crossing.velocity, 500.0));
    }

    #[test]
    fn let_go_past_an_edge_it_comes_back_through_it_and_glides_on() {
        let spring = Spring::critical(12.0).unwrap().with_start(350.0).with_target(300.0).with_velocity(-1000.0);
        let at = spring.time_at(300.0).unwrap();
        assert!(close(at, 0.125));
        assert!((spring.rate(at) / -89.252_064_059_371_93 - 1.0).abs() < 1e-14);
        let glide = Friction::new(2.0).unwrap().with_start(300.0).with_velocity(spring.rate(at));
        assert!(close(glide.final_value(), 255.373_967_970_314_03));
    }

    #[test]
    fn an_edge_that_moves_is_met_at_its_instant() {
        // Seen from the edge 300 + 50 t.
        let law = Law { c: 2.0, a: -2.0 * 50.0, ..Law::default() };
        let glide = Motion { law, target: 0.0, start: -300.0, velocity: 1000.0 - 50.0 };
        let crossing = glide.first_crossing(0.0, 10.0).unwrap();
        assert!(close(crossing.time, 0.529_083_157_029_486_7));
        assert!(close(crossing.velocity, 297.091_684_297_051_3));
    }

    #[test]
    fn limits() {
        let fling = Fling::between(0.0, 4.0, 10.0, 2.0).unwrap();
        assert_eq!((fling.value(f64::NEG_INFINITY), fling.rate(f64::NEG_INFINITY)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(fling.value(f64::NAN).is_nan() && fling.rate(f64::NAN).is_nan());
        assert_eq!((fling.value(0.0), fling.rate(0.0)), (0.0, 10.0));
    }
}
