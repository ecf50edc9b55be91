//! The next change: a bound is reached or left, or dry friction stops the motion or lets it go.

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

/// A change, and when it comes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coming {
    /// Unit: s of the entity's own time after the segment's start.
    pub(crate) own: f64,
    pub(crate) kind: Kind,
}

impl Coming {
    /// The earlier of two changes; of two at once the first.
    fn earlier(first: Option<Self>, second: Option<Self>) -> Option<Self> {
        match (first, second) {
            (Some(first), Some(second)) => Some(if second.own < first.own { second } else { first }),
            (first, second) => first.or(second),
        }
    }
}

/// Share of the magnitudes by which rounding may put a motion beyond a bound.
const ROUNDINGS: f64 = 16.0 * f64::EPSILON;

impl<V: Space> Segment<'_, V> {
    /// The first change within `until` (s of the entity's own time).
    pub(crate) fn next_change(&self, contacts: &Contacts<V>, until: f64) -> Option<Coming> {
        let slide = self.slide(contacts);
        let dry = match slide {
            Slide::Along(direction) => direction * -contacts.barriers.dry,
            Slide::None | Slide::Turns | Slide::Stuck => zero(),
        };
        let mut first = self.next_of_dry_friction(contacts, &slide, until);
        let is_stuck = matches!(slide, Slide::Stuck);
        for (place, coordinate) in contacts.coordinates.iter().enumerate() {
            let tracking = self.tracking(contacts, coordinate, coordinate.regime, dry);
            let coming = match coordinate.kept {
                Some((bound, inside)) => Coming::earlier(
                    self.leaves(contacts, place, bound, inside, until),
                    self.is_carried_to(contacts, place, coordinate, bound, until),
                ),
                None if !is_stuck => self.reaches(contacts, place, coordinate, &tracking, until),
                // The number stands where it is; a bound may come to it.
                None if coordinate.has_moving_bounds() => {
                    self.reaches(contacts, place, coordinate, &still(tracking), until)
                }
                None => None,
            };
            first = Coming::earlier(first, coming);
        }
        first
    }

    /// Whether no bound that moves comes to a number at rest, or carries it, within `until` (s of the entity's own time).
    pub(crate) fn is_left_alone(&self, contacts: &Contacts<V>, until: f64) -> bool {
        self.pace == 0.0
            || contacts.coordinates.iter().enumerate().all(|(place, coordinate)| {
                let tracking = || still(self.tracking(contacts, coordinate, coordinate.regime, zero()));
                let is_free = !coordinate.is_its_own() && coordinate.rode.is_none();
                !coordinate.has_moving_bounds()
                    || is_free && self.reaches(contacts, place, coordinate, &tracking(), until).is_none()
            })
    }

    /// Whether bounds that move reach what stands between them, within `until` (s of the entity's own time).
    pub(crate) fn is_reached(&self, contacts: &Contacts<V>, until: f64) -> bool {
        self.pace > 0.0
            && contacts.coordinates.iter().enumerate().any(|(place, coordinate)| {
                let tracking = || still(self.tracking(contacts, coordinate, coordinate.regime, zero()));
                let is_free = !coordinate.is_its_own() && coordinate.rode.is_none();
                coordinate.has_moving_bounds()
                    && is_free
                    && self.reaches(contacts, place, coordinate, &tracking(), until).is_some()
            })
    }

    /// When the velocity of one number is 0 next, within `until` (s of the entity's own time), if nothing changes before.
    pub(crate) fn turn_of(&self, contacts: &Contacts<V>, number: usize, until: f64) -> Option<f64> {
        let dry = match self.slide(contacts) {
            Slide::Along(direction) => direction * -contacts.barriers.dry,
            Slide::None | Slide::Turns => zero(),
            Slide::Stuck => return None,
        };
        let known = contacts.coordinates.iter().find(|coordinate| coordinate.index == number);
        let free;
        let coordinate = match known {
            Some(coordinate) if coordinate.kept.is_some() => return None,
            Some(coordinate) if contacts.barriers.normal.is_none() => coordinate,
            _ => {
                free = Coordinate::free(number);
                &free
            }
        };
        self.tracking(contacts, coordinate, coordinate.regime, dry).first_turn(until)
    }

    fn next_of_dry_friction(&self, contacts: &Contacts<V>, slide: &Slide<V>, until: f64) -> Option<Coming> {
        let dry = contacts.barriers.dry;
        match *slide {
            Slide::None | Slide::Turns => None,
            Slide::Along(direction) => {
                let own = self.tracking_along(contacts, direction, dry).first_turn(until)?;
                Some(Coming { own, kind: Kind::Stops })
            }
            Slide::Stuck => {
                let direction = self.line_of_pull(contacts)?;
                let own = self.tracking_along(contacts, direction, 0.0).breaks_free(dry, until)?.0;
                Some(Coming { own, kind: Kind::BreaksFree })
            }
        }
    }

    fn leaves(&self, contacts: &Contacts<V>, place: usize, bound: Bound, inside: Side, until: f64) -> Option<Coming> {
        let coordinate = contacts.coordinates.get(place)?;
        let level = self.level(contacts, coordinate, bound)?;
        let earliest = contacts.follows_none_for() * self.pace;
        let leaves = |side, regime| {
            let lift_off = self.carried(contacts, coordinate, regime, &level).lift_off(&level, side, until)?;
            let own = lift_off.max(earliest);
            (own <= until).then_some(Coming { own, kind: Kind::Leaves { place, bound, regime } })
        };
        let inward = leaves(inside, coordinate.regime);
        let outward = Regime::beyond(bound).and_then(|(beyond, outside)| leaves(outside, beyond));
        Coming::earlier(inward, outward)
    }

    /// The first bound to which the bound that a number is kept on takes it: a target or a soft bound takes it onto a hard one, and a hard
    /// one past a soft one.
    fn is_carried_to(
        &self,
        contacts: &Contacts<V>,
        place: usize,
        coordinate: &Coordinate,
        kept: Bound,
        until: f64,
    ) -> Option<Coming> {
        use Bound::{Lower, SoftLower, SoftUpper, Target, Upper};
        use Side::{Above, Below};
        let carrier = self.level(contacts, coordinate, kept)?;
        // As the carrier sees it, the number stands and the bound comes to it.
        let position = carrier.position;
        let standing =
            Tracking { law: Law::default(), target: position, target_slope: Slope::default(), position, velocity: 0.0 };
        let bounds: &[(Bound, Side)] = match coordinate.regime {
            _ if kept == Target || kept.is_soft() => &[(Lower, Above), (Upper, Below)],
            Regime::Within => &[(SoftLower, Above), (SoftUpper, Below)],
            Regime::Below => &[(SoftLower, Below)],
            Regime::Above => &[(SoftUpper, Above)],
        };
        // Soft bounds are crossed only so often in a tick.
        let bounds = bounds.iter().filter(|(bound, _)| !bound.is_soft() || contacts.follows_more());
        bounds.fold(None, |first: Option<Coming>, &(bound, inside)| {
            let coming = || {
                let level = self.level(contacts, coordinate, bound)?;
                let Slope { e1, e2, e3 } = carrier.slope;
                let slope = Slope { e1: level.slope.e1 - e1, e2: level.slope.e2 - e2, e3: level.slope.e3 - e3 };
                let coming = Level { slope, ..level };
                let gap = match inside {
                    Above => position - level.position,
                    Below => level.position - position,
                };
                let is_on = gap <= 0.0;
                let is_beyond = is_on && standing.heading(&coming).is_some_and(|side| side != inside)
                    || bound.is_soft() && is_deep(-gap, position, &level) && self.is_after_start(-gap / slope.e1.abs());
                let start = if is_on { Start::On } else { Start::Free };
                let found = || standing.first_contact(&coming, start, until).filter(|contact| contact.from == inside);
                let own = if is_beyond { 0.0 } else { found()?.time };
                if bound.is_soft() {
                    return Some(Coming { own, kind: Kind::Crosses { place, bound } });
                }
                let velocity = carrier.slope.rate(own);
                let relative_velocity = velocity - level.slope.rate(own);
                let contact = Contact { time: own, velocity, relative_velocity, from: inside };
                Some(Coming { own, kind: Kind::Reaches { place, bound, inside, contact } })
            };
            Coming::earlier(first, coming())
        })
    }

    /// Whether an instant `own` seconds (of the entity's own time) after the segment's start differs from it when rounded.
    fn is_after_start(&self, own: f64) -> bool {
        self.start + own / self.pace > self.start
    }

    /// The first bound that a coordinate reaches, if it is not kept on one.
    fn reaches(
        &self,
        contacts: &Contacts<V>,
        place: usize,
        coordinate: &Coordinate,
        tracking: &Tracking,
        until: f64,
    ) -> Option<Coming> {
        use Bound::{Lower, SoftLower, SoftUpper, Target, Upper};
        let (above, below) = (Side::Above, Side::Below);
        // Whether the soft bound that the number is beyond comes before the hard one of the other side.
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
        let lands =
            landing.filter(|&(_, own)| own <= until).map(|(_, own)| Coming { own, kind: Kind::Lands { place } });
        let aims = contacts.barriers.at_target && coordinate.regime == Regime::Within;
        let target = aims.then(|| self.side_of_target(contacts, coordinate, tracking)).flatten();
        bounds.iter().copied().chain(target.map(|side| (Target, side))).fold(lands, |first, (bound, inside)| {
            let until = first.map_or(until, |first: Coming| first.own);
            // The throw ends on the bound by itself.
            let ends_there = landing.is_some_and(|(end, _)| {
                self.level(contacts, coordinate, bound).is_some_and(|level| level == Level::at_rest(end))
            });
            let coming = (!ends_there)
                .then(|| self.reaches_bound(contacts, place, coordinate, tracking, (bound, inside), until))
                .flatten();
            Coming::earlier(first, coming)
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
    ) -> Option<Coming> {
        let level = self.level(contacts, coordinate, bound)?;
        let gap = match inside {
            Side::Above => tracking.position - level.position,
            Side::Below => level.position - tracking.position,
        };
        if coordinate.outside == Some(bound) {
            let own = tracking.first_contact(&level, Start::Free, until)?.time;
            return Some(Coming { own, kind: Kind::Passes { place, bound } });
        }
        let is_left = coordinate.left == Some(bound);
        // A number with no gap left is beyond the bound by rounding alone: one that was put there has been taken back, or is
        // known to be outside.
        let is_on = is_left || gap <= 0.0;
        if is_on && !is_left {
            let is_beyond = match tracking.heading(&level) {
                Some(side) => side != inside,
                // Where the bound moved faster than an f32 can say, the number was left behind.
                None => !bound.is_soft() && is_deep(-gap, tracking.position, &level),
            };
            if is_beyond {
                return Some(Coming { own: 0.0, kind: reached_now(place, bound, inside, tracking, &level) });
            }
        }
        let start = if is_on { Start::On } else { Start::Free };
        let contact = tracking.first_contact(&level, start, until);
        if is_left && !bound.is_soft() && contact.is_none_or(|contact| contact.from != inside) {
            // A number that leaves the bound by no more than rounding may turn and go beyond.
            let t = contact.map_or(until, |contact| 0.5 * contact.time);
            let (there, level_there) = (tracking.after(t).position, level.after(t));
            let away = there - level_there.position;
            if is_deep(if inside == Side::Above { -away } else { away }, there, &level_there) {
                return Some(Coming { own: 0.0, kind: reached_now(place, bound, inside, tracking, &level) });
            }
        }
        // From the side that is no obstacle a number passes as often as it likes, which is not followed for ever.
        let contact = contact.filter(|contact| contact.from == inside || contacts.follows_more())?;
        let kind = if contact.from == inside {
            Kind::Reaches { place, bound, inside, contact }
        } else {
            Kind::Passes { place, bound }
        };
        Some(Coming { own: contact.time, kind })
    }

    /// The side of its target that a number is on; on the target, the side that it goes to.
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

/// Whether a motion is so far beyond a bound that it cannot be by rounding.
fn is_deep(depth: f64, position: f64, level: &Level) -> bool {
    depth > ROUNDINGS * (position.abs() + level.position.abs())
}

/// A motion that stays where it is.
fn still(tracking: Tracking) -> Tracking {
    Tracking { law: Law::default(), velocity: 0.0, ..tracking }
}

fn reached_now(place: usize, bound: Bound, inside: Side, tracking: &Tracking, level: &Level) -> Kind {
    let velocity = tracking.velocity;
    let contact = Contact { time: 0.0, velocity, relative_velocity: velocity - level.slope.e1, from: inside };
    Kind::Reaches { place, bound, inside, contact }
}
