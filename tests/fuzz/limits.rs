//! Makes limits of every kind from the numbers of an operation, and checks values against limits.

use bevy::prelude::*;
use bevy_exact_motion::{AxisSprings, Bound, Displacement, SoftBounds, TimeScale, prelude::*, space::Space};

use crate::property::{Fuzzed, Parts, Which};

/// Bits of an operation's `choice` that must be cleared if bounds are to be valid: they allow bounds on axes that the value lacks, and
/// lower bounds above the upper ones.
pub(crate) const INVALID: u32 = SURPLUS | EXCHANGED;
const SURPLUS: u32 = 1 << 28;
const EXCHANGED: u32 = 1 << 29;

/// Makes limits around a value. The bits of `choice` decide which kind of bounds they have, and where.
pub(crate) fn around<P: Fuzzed>(value: [f32; 4], numbers: [f32; 8], choice: u32) -> Limits<P> {
    let bits = |from: u32, count: u32| (choice >> from) & ((1 << count) - 1);
    let [a, b, c, d, angular_frequency, damping_ratio, restitution, feed_forward] = numbers;
    let along = bits(20, 2) == 3;
    let is_surplus = bits(26, 3) == 7;
    // A `Rotation` has no axes that could be bounded: all its limits are rejected.
    let usable = if along { 1 } else { P::Value::COORDINATES.max(1) };
    let count = if is_surplus { 4 } else { usable };
    let is_exchanged = bits(28, 2) == 3;
    let pairs: [(f32, f32); 4] = std::array::from_fn(|index| {
        let (number, offset) = (value[index], [a, b, c, d][index]);
        let size = offset.abs();
        match bits(12, 3) {
            // The bounds are around the value: close, about as far away as it moves, or out of its reach.
            0 => (number - 0.01 * size, number + 0.02 * size),
            1 | 2 => (number - 0.3 * size, number + 0.2 * size),
            3 => (number - 1e3 * (1.0 + size), number + 1e3 * (1.0 + size)),
            // One or both bounds are at the value, or both are at unrelated positions, perhaps with the value outside.
            4 => (number, number + size),
            5 => (number, number),
            6 => (offset, offset),
            _ => (offset.min(d), offset.max(d)),
        }
    });
    let pairs = pairs.map(|(lower, upper)| {
        // The bounds of an angle span at most one turn.
        let upper = if P::Value::WRAPS { upper.min(lower + 6.25) } else { upper };
        if is_exchanged { (upper, lower) } else { (lower, upper) }
    });
    let both = P::Value::WRAPS;
    let ends = if both { 0 } else { bits(16, 2) };
    let bounds = |take: &dyn Fn((f32, f32)) -> f32, there: bool| -> [Option<f32>; 4] {
        std::array::from_fn(|index| (there && index < count).then(|| take(pairs[index])))
    };
    let (has_lower, has_upper) = (ends != 2, ends != 1);
    let (lower, upper) = (bounds(&|pair| pair.0, has_lower), bounds(&|pair| pair.1, has_upper));
    let wider = |bounds: [Option<f32>; 4], by: f32| bounds.map(|bound| bound.map(|bound| bound + by));
    let soft = SoftBounds { lower, upper, angular_frequency, damping_ratio, feed_forward, damps_inside: false };
    let mut limits = Limits::<P>::default();
    match bits(18, 2) {
        0 => limits.soft = Some(soft),
        1 => {
            limits.soft = Some(soft);
            let by = if both { 0.0 } else { 0.1 * a.abs() };
            (limits.lower, limits.upper) = (wider(lower, -by), wider(upper, by));
        }
        _ => (limits.lower, limits.upper) = (lower, upper),
    }
    limits.stops_at_target = bits(22, 3) == 7;
    limits.restitution = [0.0, 1.0, restitution, restitution][bits(24, 2) as usize];
    limits.allows_outside = bits(26, 2) == 3 && !is_surplus;
    limits.tracked = bits(30, 2) == 3;
    limits.normal = along.then(|| Parts::from_parts([d, c, b, a], true));
    limits
}

/// Changes one field, or a few that belong together: copies them from `other`, or toggles a flag.
pub(crate) fn change<P: Fuzzed>(limits: &mut Limits<P>, other: Limits<P>, choice: u32) {
    match choice % 9 {
        0 => (limits.lower, limits.upper) = (other.lower, other.upper),
        1 => limits.lower = other.lower,
        2 => limits.upper = other.upper,
        3 => {
            limits.soft = match (limits.soft, other.soft) {
                (Some(soft), Some(SoftBounds { lower, upper, .. })) => Some(SoftBounds { lower, upper, ..soft }),
                (_, soft) => soft,
            }
        }
        4 => limits.restitution = other.restitution,
        5 => {
            if let (Some(soft), Some(other)) = (&mut limits.soft, other.soft) {
                soft.angular_frequency = other.angular_frequency;
                soft.damping_ratio = other.damping_ratio;
            }
        }
        6 => limits.stops_at_target = !limits.stops_at_target,
        7 => limits.tracked = !limits.tracked,
        // In most cases this writes the same value again.
        _ => limits.allows_outside = limits.allows_outside || choice & 0x8000_0000 != 0,
    }
}

/// Whether every component of the entity's law is valid. If not, the plugin keeps the last valid law. `rate_rejected` says whether the
/// entity's exponential rate was rejected.
pub(crate) fn is_law_valid<P: Fuzzed>(entity: EntityRef, rate_rejected: bool) -> bool {
    let bounds = entity.get::<Limits<P>>().is_none_or(are_valid);
    let is_length = |number: f32| number.is_finite() && number >= 0.0;
    // An infinite frequency is valid: the spring reaches its target instantly.
    let spring = entity.get::<Spring<P>>().is_none_or(|s| s.angular_frequency >= 0.0 && is_length(s.damping_ratio));
    let friction = entity.get::<Friction<P>>().is_none_or(|friction| is_length(friction.rate));
    let gravity = entity
        .get::<Gravity<P>>()
        .is_none_or(|gravity| gravity.acceleration.parts().iter().all(|part| part.is_finite()));
    let pace = entity.get::<TimeScale<P>>().is_none_or(|pace| is_length(pace.0));
    let rate = entity.get::<ExponentialRate<P>>().is_none_or(|rate| {
        // A rate to an end counts as invalid here: whether it is feasible depends on where it begins.
        matches!(rate.displacement, Displacement::Over(_))
            && rate.solve_from(P::Value::default()).is_ok()
            && !rate_rejected
    });
    let share = entity.get::<Follow<P>>().is_none_or(|follow| (0.0..=1.0).contains(&follow.feed_forward));
    // `AxisSprings` and `SnapPoints` are rejected together with many of these components, so laws with them count as invalid here.
    let axes = !entity.contains::<AxisSprings<P>>() && !entity.contains::<SnapPoints<P>>();
    let dry = entity.get::<DryFriction<P>>().is_none_or(|dry| is_length(dry.deceleration) && P::Value::COORDINATES > 0);
    let thrown = entity.get::<Fling<P>>().is_none_or(|fling| is_throw_valid(entity, fling));
    spring && friction && gravity && pace && rate && share && axes && dry && thrown && bounds
}

/// Whether a throw is valid together with the other components of the entity.
pub(crate) fn is_throw_valid<P: Fuzzed>(entity: EntityRef, fling: &Fling<P>) -> bool {
    let Fling { end, min_speed, max_duration, duration, angular_frequency, thrown } = *fling;
    let alone = entity.get::<Spring<P>>().is_none_or(|spring| spring.angular_frequency == 0.0)
        && entity.get::<Gravity<P>>().is_none_or(|gravity| gravity.acceleration == Default::default())
        && entity.get::<Limits<P>>().is_none_or(|limits| limits.normal.is_none())
        && !entity.contains::<AxisSprings<P>>()
        && !entity.contains::<ExponentialRate<P>>();
    let is_valid = end.parts().iter().all(|part| part.is_finite())
        && min_speed.is_finite()
        && min_speed >= 0.0
        && max_duration >= 0.0
        && angular_frequency.is_finite()
        && angular_frequency > 0.0
        && duration.is_none_or(|duration| duration >= 0.0 && duration.is_finite())
        && thrown.iter().take(P::Value::COORDINATES).any(|&thrown| thrown);
    P::Value::COORDINATES > 0 && alone && is_valid
}

pub(crate) fn are_valid<P: Fuzzed>(limits: &Limits<P>) -> bool {
    let Limits { lower, upper, soft, stops_at_target, normal, restitution, .. } = *limits;
    let soft = soft.unwrap_or_default();
    let is_length = |number: f32| number.is_finite() && number >= 0.0;
    let normal_fits = normal.is_none_or(|normal| {
        let parts = normal.parts().map(f64::from);
        let squares: f64 = parts.iter().map(|part| part * part).sum();
        squares > 0.0 && squares.is_finite()
    });
    let usable = if normal.is_some() { P::Value::COORDINATES.min(1) } else { P::Value::COORDINATES };
    let fits = |index: usize| {
        let all = [lower[index], upper[index], soft.lower[index], soft.upper[index]];
        let in_order = |lower: Option<f32>, upper: Option<f32>| {
            let has_both = lower.is_some() == upper.is_some() || !P::Value::WRAPS;
            let is_turn = |(lower, upper): (f32, f32)| {
                lower <= upper && (!P::Value::WRAPS || f64::from(upper) - f64::from(lower) <= std::f64::consts::TAU)
            };
            has_both && lower.zip(upper).is_none_or(is_turn)
        };
        all.iter().flatten().all(|bound| bound.is_finite())
            && (index < usable || all.iter().all(Option::is_none))
            && in_order(lower[index], upper[index])
            && in_order(soft.lower[index], soft.upper[index])
    };
    (0..4).all(fits)
        && normal_fits
        && (usable > 0 || !stops_at_target)
        && (0.0..=1.0).contains(&restitution)
        && is_length(soft.angular_frequency)
        && is_length(soft.damping_ratio)
        && (0.0..=1.0).contains(&soft.feed_forward)
}

/// Returns the coordinate that the bounds at `index` limit, and the largest rounding error of that coordinate. `unwrapped` is the value
/// including the whole turns that its component does not store.
///
/// Along an axis, the error is 0 unless the value is an angle, because rounding is monotonic and the bound is an f32. Along a normal, each
/// component of the value is rounded to f32.
fn coordinate<P: Fuzzed>(limits: &Limits<P>, value: P::Value, unwrapped: P::Value, index: usize) -> (f64, f64) {
    let parts = value.parts().map(f64::from);
    // `Rotation2d` is stored as a quaternion, which is computed from the f32 angle with all its turns. Any other angle may have gained
    // whole turns, which are rounded in f64.
    let of_turns = 0.5 * f64::from(f32::EPSILON) * f64::from(unwrapped.parts()[index].abs());
    let rounded = if P::WHICH == Which::Rotation2d { 1e-6 + of_turns } else { 0.0 };
    let wound = if P::Value::WRAPS { 1e-6 * (1.0 + parts[index].abs()) } else { 0.0 };
    let of_angles = f64::max(rounded, wound);
    let Some(normal) = limits.normal else { return (parts[index], of_angles) };
    let normal = normal.parts().map(f64::from);
    let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
    let along = (0..4).map(|i| parts[i] * normal[i]).sum::<f64>() / length;
    let spread = (0..4).map(|i| (parts[i] * normal[i]).abs()).sum::<f64>() / length;
    (along, of_angles + 4.0 * f64::from(f32::EPSILON) * spread + 4.0 * f64::from(f32::MIN_POSITIVE))
}

/// If a value is beyond a hard bound, returns the index of the coordinate that is beyond it, the coordinate, and the bound. `unwrapped` is
/// the value including the whole turns that its component does not store.
pub(crate) fn beyond<P: Fuzzed>(limits: &Limits<P>, value: P::Value, unwrapped: P::Value) -> Option<(usize, f64, f32)> {
    let usable = if limits.normal.is_some() { 1 } else { P::Value::COORDINATES };
    (0..usable).find_map(|index| {
        let (mut found, mut rounding) = coordinate(limits, value, unwrapped, index);
        let (lower, upper) = (limits.lower[index], limits.upper[index]);
        if let (true, Some(lower), Some(upper)) = (P::Value::WRAPS, lower, upper) {
            let middle = f64::midpoint(lower.into(), upper.into());
            let turn = std::f64::consts::TAU;
            found -= turn * ((found - middle) / turn).round();
            // Far from 0, an f64 does not resolve the angle within its turn.
            rounding += f64::EPSILON * middle.abs();
        }
        let below = lower.filter(|&lower| found < f64::from(lower) - rounding);
        let above = upper.filter(|&upper| found > f64::from(upper) + rounding);
        let bound = below.or(above)?;
        fits_in_f32(limits, value, f64::from(bound) - found).then_some((index, found, bound))
    })
}

/// Whether a value still fits in f32 after a move by the distance `further` along the normal. Always `true` without a normal.
fn fits_in_f32<P: Fuzzed>(limits: &Limits<P>, value: P::Value, further: f64) -> bool {
    let Some(normal) = limits.normal else { return true };
    let (place, normal) = (value.parts().map(f64::from), normal.parts().map(f64::from));
    let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
    (0..4).all(|i| (place[i] + further * normal[i] / length).abs() <= f64::from(f32::MAX))
}

/// Returns the distance between the value and the bound of a reported contact. Returns `None` if the distance is within rounding or the
/// bound is the target, and infinity if the limits have no such bound.
pub(crate) fn distance_from_bound<P: Fuzzed>(limits: &Limits<P>, reached: &LimitReached<P>) -> Option<f64> {
    let bounds = match reached.bound {
        Bound::Lower => limits.lower,
        Bound::SoftLower => limits.soft.unwrap_or_default().lower,
        Bound::SoftUpper => limits.soft.unwrap_or_default().upper,
        Bound::Upper => limits.upper,
        Bound::Target => return None,
    };
    let bound = bounds.get(reached.coordinate).copied().flatten();
    let Some(bound) = bound.map(f64::from) else { return Some(f64::INFINITY) };
    let (found, rounding) = coordinate(limits, reached.value, reached.value, reached.coordinate);
    let mut away = found - bound;
    if P::Value::WRAPS {
        let turn = std::f64::consts::TAU;
        away -= turn * (away / turn).round();
    }
    (away.abs() > rounding).then_some(away)
}
