//! Bounds of every kind, made of the numbers of one operation; and what of them has to hold.

use bevy::prelude::*;
use bevy_exact_motion::{AxisSprings, Bound, Bounds, Pace, Space, Way, prelude::*};

use crate::property::{Fuzzed, Parts, Which};

/// Bits of a choice that make bounds such as have no meaning: beyond the value's numbers, and with their ends exchanged.
pub(crate) const SPOILT: u32 = SURPLUS | EXCHANGED;
const SURPLUS: u32 = 1 << 28;
const EXCHANGED: u32 = 1 << 29;

/// Limits about a value of these parts. Where the bounds are, of which sort, and all else is the choice's.
pub(crate) fn around<P: Fuzzed>(value: [f32; 4], numbers: [f32; 8], choice: u32) -> Limits<P> {
    let bits = |from: u32, count: u32| (choice >> from) & ((1 << count) - 1);
    let [a, b, c, d, angular_frequency, damping_ratio, restitution, feed_forward] = numbers;
    let along = bits(20, 2) == 3;
    let is_surplus = bits(26, 3) == 7;
    // The rotation of an object has no numbers: its limits are refused, whatever they say.
    let usable = if along { 1 } else { P::Value::NUMBERS.max(1) };
    let count = if is_surplus { 4 } else { usable };
    let is_exchanged = bits(28, 2) == 3;
    let pairs: [(f32, f32); 4] = std::array::from_fn(|index| {
        let (number, offset) = (value[index], [a, b, c, d][index]);
        let size = offset.abs();
        match bits(12, 3) {
            // Tight around it, about as far as it goes, and farther than it comes.
            0 => (number - 0.01 * size, number + 0.02 * size),
            1 | 2 => (number - 0.3 * size, number + 0.2 * size),
            3 => (number - 1e3 * (1.0 + size), number + 1e3 * (1.0 + size)),
            // One at the value itself, both there, and both somewhere else, perhaps beyond it.
            4 => (number, number + size),
            5 => (number, number),
            6 => (offset, offset),
            _ => (offset.min(d), offset.max(d)),
        }
    });
    let pairs = pairs.map(|(lower, upper)| {
        // An angle has not more than a turn.
        let upper = if P::Value::GOES_ROUND { upper.min(lower + 6.25) } else { upper };
        if is_exchanged { (upper, lower) } else { (lower, upper) }
    });
    let both = P::Value::GOES_ROUND;
    let ends = if both { 0 } else { bits(16, 2) };
    let bounds = |take: &dyn Fn((f32, f32)) -> f32, there: bool| -> Bounds {
        std::array::from_fn(|index| (there && index < count).then(|| take(pairs[index])))
    };
    let (has_lower, has_upper) = (ends != 2, ends != 1);
    let (lower, upper) = (bounds(&|pair| pair.0, has_lower), bounds(&|pair| pair.1, has_upper));
    let wider = |bounds: Bounds, by: f32| bounds.map(|bound| bound.map(|bound| bound + by));
    let mut limits = Limits::<P> { angular_frequency, damping_ratio, feed_forward, ..Limits::<P>::default() };
    match bits(18, 2) {
        0 => (limits.soft_lower, limits.soft_upper) = (lower, upper),
        1 => {
            (limits.soft_lower, limits.soft_upper) = (lower, upper);
            let by = if both { 0.0 } else { 0.1 * a.abs() };
            (limits.lower, limits.upper) = (wider(lower, -by), wider(upper, by));
        }
        _ => (limits.lower, limits.upper) = (lower, upper),
    }
    limits.at_target = bits(22, 3) == 7;
    limits.restitution = [0.0, 1.0, restitution, restitution][bits(24, 2) as usize];
    limits.returns = bits(26, 2) == 3 && !is_surplus;
    limits.tracked = bits(30, 2) == 3;
    limits.normal = along.then(|| Parts::from_parts([d, c, b, a], true));
    limits
}

/// Changes one field, or a few that belong together, to what another one has.
pub(crate) fn change<P: Fuzzed>(stands: &mut Limits<P>, other: Limits<P>, choice: u32) {
    match choice % 9 {
        0 => (stands.lower, stands.upper) = (other.lower, other.upper),
        1 => stands.lower = other.lower,
        2 => stands.upper = other.upper,
        3 => (stands.soft_lower, stands.soft_upper) = (other.soft_lower, other.soft_upper),
        4 => stands.restitution = other.restitution,
        5 => {
            stands.angular_frequency = other.angular_frequency;
            stands.damping_ratio = other.damping_ratio;
        }
        6 => stands.at_target = !stands.at_target,
        7 => stands.tracked = !stands.tracked,
        // Mostly rewritten as they were.
        _ => stands.returns = stands.returns || choice & 0x8000_0000 != 0,
    }
}

/// Whether every component that the law is made of has a meaning: else the engine goes on with what it took in last.
pub(crate) fn is_law_taken_in<P: Fuzzed>(entity: EntityRef, refused: bool) -> bool {
    let bounds = entity.get::<Limits<P>>().is_none_or(have_meaning);
    let is_length = |number: f32| number.is_finite() && number >= 0.0;
    // An infinite frequency is a spring that is on its target at once.
    let spring = entity.get::<Spring<P>>().is_none_or(|s| s.angular_frequency >= 0.0 && is_length(s.damping_ratio));
    let friction = entity.get::<Friction<P>>().is_none_or(|friction| is_length(friction.rate));
    let gravity = entity
        .get::<Gravity<P>>()
        .is_none_or(|gravity| gravity.acceleration.parts().iter().all(|part| part.is_finite()));
    let pace = entity.get::<Pace<P>>().is_none_or(|pace| is_length(pace.0));
    let rate = entity.get::<ExponentialRate<P>>().is_none_or(|rate| {
        // Whether one goes to an end is seen where it begins.
        matches!(rate.way, Way::Over(_)) && rate.solve_from(P::Value::default()).is_ok() && !refused
    });
    let share = entity.get::<Follow<P>>().is_none_or(|follow| (0.0..=1.0).contains(&follow.feed_forward));
    // Springs by axis are refused together with much of this: they are not judged here.
    let axes = !entity.contains::<AxisSprings<P>>();
    let dry = entity.get::<DryFriction<P>>().is_none_or(|dry| is_length(dry.deceleration) && P::Value::NUMBERS > 0);
    let thrown = entity.get::<Fling<P>>().is_none_or(|fling| may_fly(entity, fling));
    spring && friction && gravity && pace && rate && share && axes && dry && thrown && bounds
}

/// Whether a throw is such as is taken in, in this company.
pub(crate) fn may_fly<P: Fuzzed>(entity: EntityRef, fling: &Fling<P>) -> bool {
    let Fling { end, least_speed, longest, duration, angular_frequency, thrown } = *fling;
    let alone = entity.get::<Spring<P>>().is_none_or(|spring| spring.angular_frequency == 0.0)
        && entity.get::<Gravity<P>>().is_none_or(|gravity| gravity.acceleration == Default::default())
        && entity.get::<Limits<P>>().is_none_or(|limits| limits.normal.is_none())
        && !entity.contains::<AxisSprings<P>>()
        && !entity.contains::<ExponentialRate<P>>();
    let has_meaning = end.parts().iter().all(|part| part.is_finite())
        && least_speed.is_finite()
        && least_speed >= 0.0
        && longest >= 0.0
        && angular_frequency.is_finite()
        && angular_frequency > 0.0
        && duration.is_none_or(|duration| duration >= 0.0 && duration.is_finite())
        && thrown.iter().take(P::Value::NUMBERS).any(|&thrown| thrown);
    P::Value::NUMBERS > 0 && alone && has_meaning
}

/// Whether limits are such as are taken in.
pub(crate) fn have_meaning<P: Fuzzed>(limits: &Limits<P>) -> bool {
    let Limits { lower, upper, soft_lower, soft_upper, at_target, normal, restitution, .. } = *limits;
    let is_length = |number: f32| number.is_finite() && number >= 0.0;
    let normal_fits = normal.is_none_or(|normal| {
        let parts = normal.parts().map(f64::from);
        let squares: f64 = parts.iter().map(|part| part * part).sum();
        squares > 0.0 && squares.is_finite()
    });
    let usable = if normal.is_some() { P::Value::NUMBERS.min(1) } else { P::Value::NUMBERS };
    let fits = |index: usize| {
        let all = [lower[index], upper[index], soft_lower[index], soft_upper[index]];
        let in_order = |lower: Option<f32>, upper: Option<f32>| {
            let has_both = lower.is_some() == upper.is_some() || !P::Value::GOES_ROUND;
            let is_turn = |(lower, upper): (f32, f32)| {
                lower <= upper
                    && (!P::Value::GOES_ROUND || f64::from(upper) - f64::from(lower) <= std::f64::consts::TAU)
            };
            has_both && lower.zip(upper).is_none_or(is_turn)
        };
        all.iter().flatten().all(|bound| bound.is_finite())
            && (index < usable || all.iter().all(Option::is_none))
            && in_order(lower[index], upper[index])
            && in_order(soft_lower[index], soft_upper[index])
    };
    (0..4).all(fits)
        && normal_fits
        && (usable > 0 || !at_target)
        && (0.0..=1.0).contains(&restitution)
        && is_length(limits.angular_frequency)
        && is_length(limits.damping_ratio)
        && (0.0..=1.0).contains(&limits.feed_forward)
}

/// A value's number that a bound of this index is for, and how far rounding may have put it: nothing along an axis, because
/// to round is monotonic and a bound is an f32 itself; along a normal as many roundings to f32 as it has parts. `wound` is the
/// value with the whole turns that its component does not hold.
fn number<P: Fuzzed>(limits: &Limits<P>, value: P::Value, wound: P::Value, index: usize) -> (f64, f64) {
    let parts = value.parts().map(f64::from);
    // A plane's angle is stored as a quaternion, made of an f32 with all its turns; any other may have been wound by whole turns,
    // which f64 rounds.
    let of_turns = 0.5 * f64::from(f32::EPSILON) * f64::from(wound.parts()[index].abs());
    let rounded = if P::WHICH == Which::Rotation2d { 1e-6 + of_turns } else { 0.0 };
    let wound = if P::Value::GOES_ROUND { 1e-6 * (1.0 + parts[index].abs()) } else { 0.0 };
    let of_angles = f64::max(rounded, wound);
    let Some(normal) = limits.normal else { return (parts[index], of_angles) };
    let normal = normal.parts().map(f64::from);
    let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
    let along = (0..4).map(|i| parts[i] * normal[i]).sum::<f64>() / length;
    let spread = (0..4).map(|i| (parts[i] * normal[i]).abs()).sum::<f64>() / length;
    (along, of_angles + 4.0 * f64::from(f32::EPSILON) * spread + 4.0 * f64::from(f32::MIN_POSITIVE))
}

/// The hard bound that a value is beyond, with its number, if it is beyond one; `wound` with all its turns.
pub(crate) fn beyond<P: Fuzzed>(limits: &Limits<P>, value: P::Value, wound: P::Value) -> Option<(usize, f64, f32)> {
    let usable = if limits.normal.is_some() { 1 } else { P::Value::NUMBERS };
    (0..usable).find_map(|index| {
        let (mut found, mut rounding) = number(limits, value, wound, index);
        let (lower, upper) = (limits.lower[index], limits.upper[index]);
        if let (true, Some(lower), Some(upper)) = (P::Value::GOES_ROUND, lower, upper) {
            let middle = f64::midpoint(lower.into(), upper.into());
            let turn = std::f64::consts::TAU;
            found -= turn * ((found - middle) / turn).round();
            // Far away, an f64 of that does not say where in the turn it is.
            rounding += f64::EPSILON * middle.abs();
        }
        let below = lower.filter(|&lower| found < f64::from(lower) - rounding);
        let above = upper.filter(|&upper| found > f64::from(upper) + rounding);
        let bound = below.or(above)?;
        can_show(limits, value, f64::from(bound) - found).then_some((index, found, bound))
    })
}

/// Whether the place is one of f32 that is so much further along the normal.
fn can_show<P: Fuzzed>(limits: &Limits<P>, value: P::Value, further: f64) -> bool {
    let Some(normal) = limits.normal else { return true };
    let (place, normal) = (value.parts().map(f64::from), normal.parts().map(f64::from));
    let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
    (0..4).all(|i| (place[i] + further * normal[i] / length).abs() <= f64::from(f32::MAX))
}

/// How far the value of a contact is from the bound that it is said to have reached, where that is more than rounding.
pub(crate) fn beside<P: Fuzzed>(limits: &Limits<P>, reached: &LimitReached<P>) -> Option<f64> {
    let bounds = match reached.bound {
        Bound::Lower => limits.lower,
        Bound::SoftLower => limits.soft_lower,
        Bound::SoftUpper => limits.soft_upper,
        Bound::Upper => limits.upper,
        Bound::Target => return None,
    };
    let bound = bounds.get(reached.number).copied().flatten();
    let Some(bound) = bound.map(f64::from) else { return Some(f64::INFINITY) };
    let (found, rounding) = number(limits, reached.value, reached.value, reached.number);
    let mut away = found - bound;
    if P::Value::GOES_ROUND {
        let turn = std::f64::consts::TAU;
        away -= turn * (away / turn).round();
    }
    (away.abs() > rounding).then_some(away)
}
