//! The scalar motions of single coordinates, and the line along which dry friction acts.

use super::{
    Contacts,
    axis::{Axis, along},
    coordinate::{Coordinate, Regime},
};
use crate::{
    law::Bound,
    math::{
        Law, Slope,
        crossing::{Level, Tracking},
    },
    path::segment::Segment,
    space::{Space, State, WideTangent, length, zero},
};

/// The effect of dry friction from a segment's start on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slide<V: Space> {
    /// There is no dry friction.
    None,
    /// The direction of dry friction would turn. This cannot be solved, so dry friction has no effect.
    Turns,
    /// Dry friction holds the entity where it is.
    Stuck,
    /// Dry friction acts against this direction, of length 1.
    Along(WideTangent<V>),
}

/// A vector counts as lying on a line if its part across the line is at most this fraction of its length: four units of f32 rounding,
/// because written values are f32. Unit: 1.
const LINE_TOLERANCE: f64 = 4.0 * f32::EPSILON as f64;

impl<V: Space> Segment<'_, V> {
    /// The part of the law's damping that an exponential rate adds. Unit: 1/s.
    fn rate_damping(&self) -> f64 {
        self.running_rate.as_ref().map_or(0.0, |running_rate| running_rate.lambda)
    }

    /// A bound's path in the entity's own time, from the segment's start on.
    pub(crate) fn level(&self, contacts: &Contacts<V>, coordinate: &Coordinate, bound: Bound) -> Option<Level> {
        if bound == Bound::Target {
            let tracking = self.tracking(contacts, coordinate, Regime::Within, zero());
            return (tracking.law.k > 0.0).then_some(Level { position: tracking.target, slope: tracking.target_slope });
        }
        let level = coordinate.bound(bound)?;
        Some(Level { slope: self.in_own_time(level.slope), ..level })
    }

    fn in_own_time(&self, slope: Slope<f64>) -> Slope<f64> {
        if self.time_scale == 1.0 || slope == Slope::default() {
            return slope;
        }
        if self.time_scale == 0.0 {
            return Slope::default();
        }
        let slower = 1.0 / self.time_scale;
        let Slope { e1, e2, e3 } = slope;
        Slope { e1: e1 * slower, e2: e2 * (slower * slower), e3: e3 * (slower * slower * slower) }
    }

    /// The scalar motion of a coordinate in `regime`, slowed by `dry` (an acceleration), in the entity's own time.
    pub(super) fn tracking(
        &self,
        contacts: &Contacts<V>,
        coordinate: &Coordinate,
        regime: Regime,
        dry: WideTangent<V>,
    ) -> Tracking {
        let barriers = &*contacts.barriers;
        let axis = Axis::of(barriers, coordinate.index);
        let State { position, velocity } = self.state;
        let (axis_position, rate) = (axis.position(position), axis.part(velocity));
        let a = axis.part(self.law.a + dry);
        let edge = match regime {
            Regime::Within => None,
            Regime::Below => self.level(contacts, coordinate, Bound::SoftLower),
            Regime::Above => self.level(contacts, coordinate, Bound::SoftUpper),
        };
        if let Some(edge) = edge {
            let soft = barriers.soft;
            let c = barriers.friction + self.rate_damping() + soft.c;
            let law = Law { k: soft.k, c, g: soft.g, a };
            return Tracking {
                law,
                target: edge.position,
                target_slope: edge.slope,
                position: axis_position,
                velocity: rate,
            };
        }
        if let Some(flight) = coordinate.flight.as_ref().and_then(|flight| flight.tracking(axis_position, rate)) {
            return flight;
        }
        let mut law = Law { k: self.law.k, c: self.law.c, g: self.law.g, a };
        if let (Some(axes), Axis::Index(index)) = (&self.axes, axis)
            && index < 3
        {
            law = Law { k: law.k + axes.k[index], c: law.c + axes.c[index], g: law.g + axes.g[index], a };
        }
        let target = axis_position - axis.part(V::difference(position, self.target));
        let target_slope = self.own_slope().map_or_else(Slope::default, |slope| Slope {
            e1: axis.part(slope.e1),
            e2: axis.part(slope.e2),
            e3: axis.part(slope.e3),
        });
        Tracking { law, target, target_slope, position: axis_position, velocity: rate }
    }

    /// The scalar motion of a coordinate in `regime` while it moves with a bound: dry friction acts against the bound's velocity.
    pub(super) fn carried(
        &self,
        contacts: &Contacts<V>,
        coordinate: &Coordinate,
        regime: Regime,
        level: &Level,
    ) -> Tracking {
        let (dry, rate) = (contacts.barriers.dry, level.slope.e1);
        let against = if dry > 0.0 && rate != 0.0 { -dry * rate.signum() } else { 0.0 };
        let axis = Axis::of(&contacts.barriers, coordinate.index);
        self.tracking(contacts, coordinate, regime, axis.with_part(zero(), against))
    }

    /// A tangent vector without its parts along coordinates that are kept on a bound.
    fn without_kept(&self, contacts: &Contacts<V>, tangent: WideTangent<V>) -> WideTangent<V> {
        contacts
            .coordinates
            .iter()
            .filter(|coordinate| coordinate.kept.is_some())
            .fold(tangent, |tangent, coordinate| Axis::of(&contacts.barriers, coordinate.index).with_part(tangent, 0.0))
    }

    /// The acceleration that the entity would have at rest and without dry friction. It is 0 along coordinates that are kept on a bound.
    fn pull(&self, contacts: &Contacts<V>) -> WideTangent<V> {
        let Self { law, state, target, .. } = self;
        let mut pull = law.a;
        if law.k > 0.0 {
            let led = self.own_slope().map_or_else(zero, |slope| slope.e1 * law.g);
            pull = pull + led - V::difference(state.position, *target) * law.k;
        }
        let beyond = contacts.coordinates.iter().filter(|coordinate| coordinate.regime != Regime::Within);
        let pull = beyond.fold(pull, |pull, coordinate| {
            let tracking = self.tracking(contacts, coordinate, coordinate.regime, zero());
            let part = tracking.law.a + tracking.law.g * tracking.target_slope.e1
                - tracking.law.k * (tracking.position - tracking.target);
            Axis::of(&contacts.barriers, coordinate.index).with_part(pull, part)
        });
        self.without_kept(contacts, pull)
    }

    /// The effect of dry friction from the segment's start on.
    pub(crate) fn slide(&self, contacts: &Contacts<V>) -> Slide<V> {
        let dry = contacts.barriers.dry;
        // The law of a throw already contains dry friction.
        if dry == 0.0 || !contacts.may_follow_more() || contacts.is_thrown() {
            return Slide::None;
        }
        let velocity = self.without_kept(contacts, self.state.velocity);
        let pull = self.pull(contacts);
        let speed = length(velocity);
        let direction = if speed > 0.0 {
            // Division, because multiplying by the inverse would not give exactly 1 along an axis.
            velocity / speed
        } else {
            let strength = length(pull);
            if strength == 0.0 || (!contacts.is_freed && strength <= dry + self.pull_rounding(contacts)) {
                // Behind a moving target, the entity is held until the pull is too strong. This is solved only if the target's path lies
                // along the pull.
                if self.moving_target(contacts).is_none_or(|slope| self.is_straight(slope, pull)) {
                    return Slide::Stuck;
                }
                return Slide::Turns;
            }
            pull / strength
        };
        let direction = self.along_pull(contacts, velocity, pull, direction);
        let on_line = |tangent| is_on_line::<V>(tangent, direction, 0.0);
        let target_on_line = self.moving_target(contacts).is_none_or(|Slope { e1, e2, e3 }| {
            [e1, e2, e3].map(|e| self.without_kept(contacts, e)).into_iter().all(on_line)
        });
        let alike =
            contacts.coordinates.iter().filter(|coordinate| coordinate.regime != Regime::Within).all(|beyond| {
                let axis = Axis::of(&contacts.barriers, beyond.index);
                // Beyond a soft bound, the law differs along that axis alone, so the direction must be across the axis or along it.
                axis.part(direction).abs() <= LINE_TOLERANCE || length(axis.with_part(direction, 0.0)) <= LINE_TOLERANCE
            });
        // Near equilibrium, the pull is much smaller than its terms, so its direction is no better than their rounding.
        let pull_on_line = is_on_line::<V>(pull, direction, self.pull_scale(contacts));
        if pull_on_line && target_on_line && alike { Slide::Along(direction) } else { Slide::Turns }
    }

    /// The direction of dry friction: `direction`, or that of the pull if rounding makes the velocity's direction unreliable. That is the
    /// case if the velocity is nearly 0, or if dry friction would take away more than the whole velocity in a step. A deviation from the
    /// line of the pull would then grow in each step, because the direction is constant over a step.
    fn along_pull(
        &self,
        contacts: &Contacts<V>,
        velocity: WideTangent<V>,
        pull: WideTangent<V>,
        direction: WideTangent<V>,
    ) -> WideTangent<V> {
        let (scale, strength, stiffness) = (self.pull_scale(contacts), length(pull), self.law.k + contacts.stiffness());
        if strength == 0.0 {
            return direction;
        }
        let by_pull = pull / strength * along::<V>(direction, pull).signum();
        // Only for a strong pull: with a weaker one, the entity stops within a step or two anyway.
        if strength >= 0.5 * contacts.barriers.dry && is_on_line::<V>(velocity, by_pull, 0.0) {
            return by_pull;
        }
        if stiffness == 0.0 || is_on_line::<V>(pull, direction, scale) {
            return direction;
        }
        // The speed that a pull of the size `scale` produces within an oscillation.
        let speed = scale / libm::sqrt(stiffness);
        if is_on_line::<V>(velocity, by_pull, speed) { by_pull } else { direction }
    }

    /// The target's path, if it moves and affects the motion.
    fn moving_target(&self, contacts: &Contacts<V>) -> Option<Slope<WideTangent<V>>> {
        let matters = self.law.k > 0.0;
        self.own_slope().filter(|slope| matters && *slope != Slope::default() && contacts.barriers.dry > 0.0)
    }

    fn is_straight(&self, slope: Slope<WideTangent<V>>, pull: WideTangent<V>) -> bool {
        let strength = length(slope.e1).max(length(pull));
        if V::COORDINATES == 1 || strength == 0.0 {
            return true;
        }
        let along = if length(pull) > 0.0 { pull } else { slope.e1 };
        let direction = along * (1.0 / length(along));
        [slope.e1, slope.e2, slope.e3].into_iter().all(|e| is_on_line::<V>(e, direction, 0.0))
    }

    /// The direction in which the entity is pulled, or will first be pulled, while dry friction holds it. `None` if nothing ever pulls.
    pub(super) fn line_of_pull(&self, contacts: &Contacts<V>) -> Option<WideTangent<V>> {
        if V::COORDINATES == 1 {
            return Some(V::with_part(zero(), 0, 1.0));
        }
        let pull = self.pull(contacts);
        let target = self.moving_target(contacts).unwrap_or_default();
        let along = [pull, target.e1, target.e2, target.e3].into_iter().find(|&along| along != zero())?;
        Some(along / length(along))
    }

    /// How far a pull may exceed dry friction by rounding alone. Up to that, dry friction still holds the entity. Unit: property units/s².
    fn pull_rounding(&self, contacts: &Contacts<V>) -> f64 {
        8.0 * f64::EPSILON * self.pull_scale(contacts)
    }

    /// The sum of the magnitudes of all terms of a pull. Unit: property units/s².
    fn pull_scale(&self, contacts: &Contacts<V>) -> f64 {
        let Self { law, state, target, .. } = self;
        let pulls = law.k * (V::magnitude(state.position) + V::magnitude(*target));
        let soft = contacts.coordinates.iter().filter(|coordinate| coordinate.regime != Regime::Within);
        let soft = soft.count() as f64 * contacts.barriers.soft.k * V::magnitude(state.position) * 2.0;
        length(law.a) + pulls + soft
    }

    /// The scalar motion along a line of this direction, starting at 0.
    pub(super) fn tracking_along(&self, contacts: &Contacts<V>, direction: WideTangent<V>, dry: f64) -> Tracking {
        let beyond = contacts.coordinates.iter().find(|coordinate| {
            let part = Axis::of(&contacts.barriers, coordinate.index).part(direction);
            coordinate.regime != Regime::Within && part.abs() > LINE_TOLERANCE
        });
        if let Some(coordinate) = beyond {
            let tracking = self.tracking(contacts, coordinate, coordinate.regime, direction * -dry);
            let part = Axis::of(&contacts.barriers, coordinate.index).part(direction);
            return mirrored(tracking, part.signum());
        }
        let Self { law, state, target, .. } = self;
        let part = |tangent| along::<V>(tangent, direction);
        let slope = self.own_slope().unwrap_or_default();
        Tracking {
            law: Law { k: law.k, c: law.c, g: law.g, a: part(self.without_kept(contacts, law.a)) - dry },
            target: -part(self.without_kept(contacts, V::difference(state.position, *target))),
            target_slope: Slope { e1: part(slope.e1), e2: part(slope.e2), e3: part(slope.e3) },
            position: 0.0,
            velocity: part(self.without_kept(contacts, state.velocity)),
        }
    }
}

/// The same motion with all its signs multiplied by `sign`, ±1.
fn mirrored(tracking: Tracking, sign: f64) -> Tracking {
    let Slope { e1, e2, e3 } = tracking.target_slope;
    Tracking {
        law: Law { a: tracking.law.a * sign, ..tracking.law },
        target: tracking.target * sign,
        target_slope: Slope { e1: e1 * sign, e2: e2 * sign, e3: e3 * sign },
        position: tracking.position * sign,
        velocity: tracking.velocity * sign,
    }
}

/// Whether a vector lies on the line of a direction of length 1. The vector is a sum whose terms may be as large as `scale`.
fn is_on_line<V: Space>(tangent: WideTangent<V>, direction: WideTangent<V>, scale: f64) -> bool {
    let away = tangent - direction * along::<V>(tangent, direction);
    length(away) <= LINE_TOLERANCE * length(tangent).max(scale)
}
