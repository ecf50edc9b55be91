//! Finds the next change: a bound is reached or left, or dry friction stops or releases the motion.

use super::{
    Contacts,
    coordinate::{Coordinate, Regime},
    line::Slide,
};
use crate::{
    law::Bound,
    math::{
        Law, Slope,
        crossing::{Contact, Level, Side, Start, Tracking},
    },
    path::{event::Kind, segment::Segment},
    space::{Space, zero},
};

/// A future change, and its instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextChange {
    /// Unit: s of the entity's own time after the segment's start.
    pub(crate) own_time: f64,
    pub(crate) kind: Kind,
}

impl NextChange {
    /// The earlier of two changes; `first` if they are simultaneous.
    fn earlier(first: Option<Self>, second: Option<Self>) -> Option<Self> {
        match (first, second) {
            (Some(first), Some(second)) => Some(if second.own_time < first.own_time { second } else { first }),
            (first, second) => first.or(second),
        }
    }
}

/// How far rounding may put a motion beyond a bound, as a fraction of the magnitudes. Unit: 1.
const ROUNDINGS: f64 = 16.0 * f64::EPSILON;

impl<V: Space> Segment<'_, V> {
    /// The first change within `until` (s of the entity's own time).
    pub(crate) fn next_change(&self, contacts: &Contacts<V>, until: f64) -> Option<NextChange> {
        let slide = self.slide(contacts);
        let dry = match slide {
            Slide::Along(direction) => direction * -contacts.barriers.dry,
            Slide::None | Slide::Turns | Slide::Stuck => zero(),
        };
        let mut first = self.next_of_dry_friction(contacts, &slide, until);
        let is_stuck = matches!(slide, Slide::Stuck);
        for (place, coordinate) in contacts.coordinates.iter().enumerate() {
            let tracking = self.tracking(contacts, coordinate, coordinate.regime, dry);
            let next = match coordinate.kept {
                Some((bound, inside)) => NextChange::earlier(
                    self.leaves(contacts, place, bound, inside, until),
                    self.carried_to(contacts, place, coordinate, bound, until),
                ),
                None if !is_stuck => self.reaches(contacts, place, coordinate, &tracking, until),
                // Dry friction holds the coordinate, but a moving bound may reach it.
                None if coordinate.has_moving_bounds() => {
                    self.reaches(contacts, place, coordinate, &still(tracking), until)
                }
                None => None,
            };
            first = NextChange::earlier(first, next);
        }
        first
    }

    /// Whether no moving bound reaches or carries a resting coordinate within `until` (s of the entity's own time).
    pub(crate) fn is_undisturbed(&self, contacts: &Contacts<V>, until: f64) -> bool {
        self.time_scale == 0.0
            || contacts.coordinates.iter().enumerate().all(|(place, coordinate)| {
                let tracking = || still(self.tracking(contacts, coordinate, coordinate.regime, zero()));
                let is_free = !coordinate.has_own_motion() && coordinate.was_kept_on.is_none();
                !coordinate.has_moving_bounds()
                    || is_free && self.reaches(contacts, place, coordinate, &tracking(), until).is_none()
            })
    }

    /// Whether a moving bound reaches a coordinate that rests between the bounds, within `until` (s of the entity's own time).
    pub(crate) fn is_reached(&self, contacts: &Contacts<V>, until: f64) -> bool {
        self.time_scale > 0.0
            && contacts.coordinates.iter().enumerate().any(|(place, coordinate)| {
                let tracking = || still(self.tracking(contacts, coordinate, coordinate.regime, zero()));
                let is_free = !coordinate.has_own_motion() && coordinate.was_kept_on.is_none();
                coordinate.has_moving_bounds()
                    && is_free
                    && self.reaches(contacts, place, coordinate, &tracking(), until).is_some()
            })
    }

    /// When the velocity of a coordinate is next 0, within `until` (s of the entity's own time), if nothing changes before that.
    pub(crate) fn turn_of(&self, contacts: &Contacts<V>, index: usize, until: f64) -> Option<f64> {
        let dry = match self.slide(contacts) {
            Slide::Along(direction) => direction * -contacts.barriers.dry,
            Slide::None | Slide::Turns => zero(),
            Slide::Stuck => return None,
        };
        let known = contacts.coordinates.iter().find(|coordinate| coordinate.index == index);
        let free;
        let coordinate = match known {
            Some(coordinate) if coordinate.kept.is_some() => return None,
            Some(coordinate) if contacts.barriers.normal.is_none() => coordinate,
            _ => {
                free = Coordinate::free(index);
                &free
            }
        };
        self.tracking(contacts, coordinate, coordinate.regime, dry).first_turn(until)
    }

    fn next_of_dry_friction(&self, contacts: &Contacts<V>, slide: &Slide<V>, until: f64) -> Option<NextChange> {
        let dry = contacts.barriers.dry;
        match *slide {
            Slide::None | Slide::Turns => None,
            Slide::Along(direction) => {
                let own_time = self.tracking_along(contacts, direction, dry).first_turn(until)?;
                Some(NextChange { own_time, kind: Kind::Stops })
            }
            Slide::Stuck => {
                let direction = self.line_of_pull(contacts)?;
                let own_time = self.tracking_along(contacts, direction, 0.0).breaks_free(dry, until)?.0;
                Some(NextChange { own_time, kind: Kind::BreaksFree })
            }
        }
    }

    fn leaves(
        &self,
        contacts: &Contacts<V>,
        place: usize,
        bound: Bound,
        inside: Side,
        until: f64,
    ) -> Option<NextChange> {
        let coordinate = contacts.coordinates.get(place)?;
        let level = self.level(contacts, coordinate, bound)?;
        let earliest = contacts.follow_delay() * self.time_scale;
        let leaves = |side, regime| {
            let lift_off = self.carried(contacts, coordinate, regime, &level).lift_off(&level, side, until)?;
            let own_time = lift_off.max(earliest);
            (own_time <= until).then_some(NextChange { own_time, kind: Kind::Leaves { place, bound, regime } })
        };
        let inward = leaves(inside, coordinate.regime);
        let outward = Regime::beyond(bound).and_then(|(beyond, outside)| leaves(outside, beyond));
        NextChange::earlier(inward, outward)
    }

    /// The first bound to which a coordinate is carried by the bound that it is kept on: a target or a soft bound carries it onto a hard
    /// bound, and a hard bound carries it past a soft one.
    fn carried_to(
        &self,
        contacts: &Contacts<V>,
        place: usize,
        coordinate: &Coordinate,
        kept: Bound,
        until: f64,
    ) -> Option<NextChange> {
        use Bound::{Lower, SoftLower, SoftUpper, Target, Upper};
        use Side::{Above, Below};
        let carrier = self.level(contacts, coordinate, kept)?;
        // Relative to the carrier, the coordinate is fixed and the bound approaches it.
        let position = carrier.position;
        let fixed =
            Tracking { law: Law::default(), target: position, target_slope: Slope::default(), position, velocity: 0.0 };
        let bounds: &[(Bound, Side)] = match coordinate.regime {
            _ if kept == Target || kept.is_soft() => &[(Lower, Above), (Upper, Below)],
            Regime::Within => &[(SoftLower, Above), (SoftUpper, Below)],
            Regime::Below => &[(SoftLower, Below)],
            Regime::Above => &[(SoftUpper, Above)],
        };
        // The number of crossings of soft bounds that are followed is limited.
        let bounds = bounds.iter().filter(|(bound, _)| !bound.is_soft() || contacts.may_follow_more());
        bounds.fold(None, |first: Option<NextChange>, &(bound, inside)| {
            let next = || {
                let level = self.level(contacts, coordinate, bound)?;
                let Slope { e1, e2, e3 } = carrier.slope;
                let slope = Slope { e1: level.slope.e1 - e1, e2: level.slope.e2 - e2, e3: level.slope.e3 - e3 };
                let relative = Level { slope, ..level };
                let gap = match inside {
                    Above => position - level.position,
                    Below => level.position - position,
                };
                let is_on = gap <= 0.0;
                let is_beyond = is_on && fixed.heading(&relative).is_some_and(|side| side != inside)
                    || bound.is_soft()
                        && exceeds_rounding(-gap, position, &level)
                        && self.is_after_start(-gap / slope.e1.abs());
                let start = if is_on { Start::On } else { Start::Free };
                let found = || fixed.first_contact(&relative, start, until).filter(|contact| contact.from == inside);
                let own_time = if is_beyond { 0.0 } else { found()?.time };
                if bound.is_soft() {
                    return Some(NextChange { own_time, kind: Kind::Crosses { place, bound } });
                }
                let velocity = carrier.slope.rate(own_time);
                let relative_velocity = velocity - level.slope.rate(own_time);
                let contact = Contact { time: own_time, velocity, relative_velocity, from: inside };
                Some(NextChange { own_time, kind: Kind::Reaches { place, bound, inside, contact } })
            };
            NextChange::earlier(first, next())
        })
    }

    /// Whether the instant `own_time` (s of the entity's own time) after the segment's start is later than the start even when it is
    /// rounded.
    fn is_after_start(&self, own_time: f64) -> bool {
        self.start + own_time / self.time_scale > self.start
    }

    /// The first bound that a coordinate reaches, or the landing of its throw. The coordinate must not be kept on a bound.
    fn reaches(
        &self,
        contacts: &Contacts<V>,
        place: usize,
        coordinate: &Coordinate,
        tracking: &Tracking,
        until: f64,
    ) -> Option<NextChange> {
        use Bound::{Lower, SoftLower, SoftUpper, Target, Upper};
        let (above, below) = (Side::Above, Side::Below);
        // Whether the soft bound that the coordinate is beyond is always reached before the hard bound on the other side.
        let stops = |soft, hard, outward: f64| {
            let levels = coordinate.bound(soft).zip(coordinate.bound(hard));
            levels
                .is_none_or(|(soft, hard)| soft.slope == hard.slope && outward * (hard.position - soft.position) >= 0.0)
        };
        let bounds: &[(Bound, Side)] = match coordinate.regime {
            Regime::Within => &[(Lower, above), (Upper, below), (SoftLower, above), (SoftUpper, below)],
            Regime::Below if stops(SoftLower, Upper, 1.0) => &[(Lower, above), (SoftLower, below)],
            Regime::Below => &[(Lower, above), (SoftLower, below), (Upper, below)],
            Regime::Above if stops(SoftUpper, Lower, -1.0) => &[(Upper, below), (SoftUpper, above)],
            Regime::Above => &[(Upper, below), (SoftUpper, above), (Lower, above)],
        };
        let landing =
            coordinate.flight.filter(|_| coordinate.regime == Regime::Within).and_then(|flight| flight.landing());
        let lands = landing
            .filter(|&(_, own_time)| own_time <= until)
            .map(|(_, own_time)| NextChange { own_time, kind: Kind::Lands { place } });
        let aims = contacts.barriers.stops_at_target && coordinate.regime == Regime::Within;
        let target = aims.then(|| self.side_of_target(contacts, coordinate, tracking)).flatten();
        bounds.iter().copied().chain(target.map(|side| (Target, side))).fold(lands, |first, (bound, inside)| {
            let until = first.map_or(until, |first: NextChange| first.own_time);
            // A throw that ends exactly on the bound makes no contact.
            let ends_there = landing.is_some_and(|(end, _)| {
                self.level(contacts, coordinate, bound).is_some_and(|level| level == Level::at_rest(end))
            });
            let next = (!ends_there)
                .then(|| self.reaches_bound(contacts, place, coordinate, tracking, (bound, inside), until))
                .flatten();
            NextChange::earlier(first, next)
        })
    }

    fn reaches_bound(
        &self,
        contacts: &Contacts<V>,
        place: usize,
        coordinate: &Coordinate,
        tracking: &Tracking,
        (bound, inside): (Bound, Side),
        until: f64,
    ) -> Option<NextChange> {
        let level = self.level(contacts, coordinate, bound)?;
        let gap = match inside {
            Side::Above => tracking.position - level.position,
            Side::Below => level.position - tracking.position,
        };
        if coordinate.outside == Some(bound) {
            let own_time = tracking.first_contact(&level, Start::Free, until)?.time;
            return Some(NextChange { own_time, kind: Kind::Passes { place, bound } });
        }
        let is_leaving = coordinate.leaving == Some(bound);
        // If the gap is negative here, that is due to rounding alone: a coordinate that was written beyond the bound has been moved to it,
        // or is known to be `outside`.
        let is_on = is_leaving || gap <= 0.0;
        if is_on && !is_leaving {
            let is_beyond = match tracking.heading(&level) {
                Some(side) => side != inside,
                // The bound moved faster than an f32 can express, and the coordinate was left behind.
                None => !bound.is_soft() && exceeds_rounding(-gap, tracking.position, &level),
            };
            if is_beyond {
                return Some(NextChange { own_time: 0.0, kind: reached_now(place, bound, inside, tracking, &level) });
            }
        }
        let start = if is_on { Start::On } else { Start::Free };
        let contact = tracking.first_contact(&level, start, until);
        if is_leaving && !bound.is_soft() && contact.is_none_or(|contact| contact.from != inside) {
            // A coordinate that leaves the bound by no more than rounding may turn and move beyond it.
            let t = contact.map_or(until, |contact| 0.5 * contact.time);
            let (there, level_there) = (tracking.after(t).position, level.after(t));
            let away = there - level_there.position;
            if exceeds_rounding(if inside == Side::Above { -away } else { away }, there, &level_there) {
                return Some(NextChange { own_time: 0.0, kind: reached_now(place, bound, inside, tracking, &level) });
            }
        }
        // A contact from the other side does not stop the coordinate. It is followed only while further changes may be followed.
        let contact = contact.filter(|contact| contact.from == inside || contacts.may_follow_more())?;
        let kind = if contact.from == inside {
            Kind::Reaches { place, bound, inside, contact }
        } else {
            Kind::Passes { place, bound }
        };
        Some(NextChange { own_time: contact.time, kind })
    }

    /// The side of its target that a coordinate is on. If it is on the target, the side to which it moves.
    fn side_of_target(&self, contacts: &Contacts<V>, coordinate: &Coordinate, tracking: &Tracking) -> Option<Side> {
        let target = self.level(contacts, coordinate, Bound::Target)?;
        if tracking.position > target.position {
            Some(Side::Above)
        } else if tracking.position < target.position {
            Some(Side::Below)
        } else {
            tracking.heading(&target)
        }
    }
}

/// Whether a motion is further beyond a bound than rounding can put it.
fn exceeds_rounding(depth: f64, position: f64, level: &Level) -> bool {
    depth > ROUNDINGS * (position.abs() + level.position.abs())
}

/// The motion of a coordinate that rests at its position.
fn still(tracking: Tracking) -> Tracking {
    Tracking { law: Law::default(), velocity: 0.0, ..tracking }
}

fn reached_now(place: usize, bound: Bound, inside: Side, tracking: &Tracking, level: &Level) -> Kind {
    let velocity = tracking.velocity;
    let contact = Contact { time: 0.0, velocity, relative_velocity: velocity - level.slope.e1, from: inside };
    Kind::Reaches { place, bound, inside, contact }
}
