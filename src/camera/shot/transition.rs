//! An offset that decays between what was shown and the shot that is shown now.

use bevy::{
    ecs::entity::{Entity, MapEntities},
    math::Vec3,
};

use crate::math::{
    camera::{Bearing, Decay, DecayKind, LevelOffset, Placement, Polar, TurnOffset, turned_near},
    rotation::{Spin, Vector3},
};

/// An offset below it is nothing: less than an f32 shows near the origin. Unit: m, rad, 1.
const NEGLIGIBLE: f64 = 1e-7;

/// A view at an instant: what a shot shows, or what a camera shows of it.
#[derive(Clone, Copy, Debug, PartialEq, MapEntities)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct View {
    pub(crate) placement: Placement,
    /// What it is about.
    #[entities]
    pub(crate) subject: Option<Subject>,
    /// `ln T` of its lens, and its rate (1/s).
    pub(crate) lens: Option<(f64, f64)>,
}

/// The point that a view is about.
#[derive(Clone, Copy, Debug, PartialEq, MapEntities)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Subject {
    /// Whose point it is; the world's where it is nobody's.
    #[entities]
    pub(crate) entity: Option<Entity>,
    /// Where in their own frame. Unit: m.
    pub(crate) offset: Vec3,
    /// Unit: m.
    pub(crate) place: Vector3,
    /// Unit: m/s.
    pub(crate) velocity: Vector3,
}

impl Subject {
    /// Whether these are the same point, wherever it is by now.
    fn is(&self, other: &Self) -> bool {
        self.entity == other.entity && self.offset == other.offset
    }
}

impl View {
    /// Where it is after `t` (s) if nothing changes its velocities.
    pub(crate) fn carried(&self, t: f64) -> Self {
        let Placement { position, velocity, orientation, angular_velocity } = self.placement;
        let turned = crate::math::rotation::Quaternion::exp(angular_velocity * t) * orientation;
        Self {
            placement: Placement {
                position: position + velocity * t,
                orientation: turned.normalized(),
                ..self.placement
            },
            subject: self.subject.map(|subject| Subject { place: subject.place + subject.velocity * t, ..subject }),
            lens: self.lens.map(|(lens, rate)| (lens + rate * t, rate)),
        }
    }

    /// The same, at rest.
    pub(crate) fn held(&self) -> Self {
        let still = Vector3::default();
        Self {
            placement: Placement { velocity: still, angular_velocity: still, ..self.placement },
            subject: self.subject.map(|subject| Subject { velocity: still, ..subject }),
            lens: self.lens.map(|(lens, _)| (lens, 0.0)),
        }
    }

    /// Puts it elsewhere, with the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        self.placement.position = self.placement.position + by;
        self.subject = self.subject.map(|subject| Subject { place: subject.place + by, ..subject });
    }

    /// Whether this view is about the same as another one.
    pub(crate) fn is_about_that_of(&self, other: &Self) -> bool {
        match (&self.subject, &other.subject) {
            (Some(subject), Some(other)) => subject.is(other),
            (subject, other) => subject.is_none() && other.is_none(),
        }
    }

    fn spin(&self) -> Spin {
        let Placement { orientation, angular_velocity, .. } = self.placement;
        Spin { orientation, angular_velocity }
    }
}

/// How an offset decays.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Manner {
    pub(crate) kind: DecayKind,
    /// Unit: rad/s. Range: > 0, finite.
    pub(crate) angular_frequency: f64,
    /// Whether it goes around the subject.
    pub(crate) around: bool,
    /// Whether between level views the horizon stays level.
    pub(crate) level: bool,
}

impl Manner {
    fn decay<V>(&self, offset: V, rate: V) -> Decay<V> {
        Decay { kind: self.kind, angular_frequency: self.angular_frequency, offset, rate }
    }
}

/// Where the offset of the place lives.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
enum Place {
    Straight(Decay<Vector3>),
    /// The subject's, and yaw, pitch and ln length about it.
    Around {
        subject: Decay<Vector3>,
        polar: Decay<Vector3>,
    },
}

/// Where the offset of the orientation lives.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
enum Turn {
    /// Yaw, pitch and roll.
    Level(Decay<Vector3>),
    /// The shortest arc.
    Arc(Decay<Vector3>),
}

/// The offset of a view from a base, from the instant at which the base was replaced.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Transition {
    pub(crate) manner: Manner,
    place: Place,
    turn: Turn,
    lens: Option<Decay<f64>>,
    /// From when on nothing is left. Unit: s.
    duration: f64,
}

/// Yaw, pitch and ln length of a view about a point, and their rates.
fn polar(view: &View, subject: &Subject) -> Option<(Vector3, Vector3)> {
    let sight = subject.place - view.placement.position;
    let rate = subject.velocity - view.placement.velocity;
    let seen = Bearing::of(sight, rate)?;
    let length = sight.length();
    let growth = sight.dot(rate) / (length * length);
    let found =
        (Vector3::new(seen.yaw, seen.pitch, libm::log(length)), Vector3::new(seen.yaw_rate, seen.pitch_rate, growth));
    (found.0.length() + found.1.length()).is_finite().then_some(found)
}

impl Transition {
    /// From what was `shown` to the `base`, both at the instant of the change.
    pub(crate) fn between(shown: &View, base: &View, manner: Manner) -> Self {
        let around = manner.around.then(|| Self::around(shown, base, manner)).flatten();
        let place = around.unwrap_or_else(|| {
            let (from, to) = (&shown.placement, &base.placement);
            Place::Straight(manner.decay(from.position - to.position, from.velocity - to.velocity))
        });
        let level = manner.level.then(|| LevelOffset::between(&shown.spin(), &base.spin())).flatten();
        let turn = match level {
            Some(mut level) => {
                if let Place::Around { polar, .. } = place {
                    // The same way round as the place, so that the subject stays in view.
                    level.angles.x = turned_near(level.angles.x, polar.offset.x);
                }
                Turn::Level(manner.decay(level.angles, level.rates))
            }
            None => {
                let arc = TurnOffset::between(&shown.spin(), &base.spin());
                Turn::Arc(manner.decay(arc.offset, arc.rate))
            }
        };
        let lens = shown.lens.zip(base.lens).map(|(from, to)| manner.decay(from.0 - to.0, from.1 - to.1));
        let vectors = match place {
            Place::Straight(decay) => [Some(decay), None],
            Place::Around { subject, polar } => [Some(subject), Some(polar)],
        };
        let (Turn::Level(turning) | Turn::Arc(turning)) = turn;
        let longest = vectors
            .iter()
            .flatten()
            .chain([&turning])
            .fold(0.0, |longest: f64, decay| longest.max(decay.duration(NEGLIGIBLE, Vector3::length)));
        let duration = lens.map_or(longest, |lens| longest.max(lens.duration(NEGLIGIBLE, f64::abs)));
        Self { manner, place, turn, lens, duration }
    }

    fn around(shown: &View, base: &View, manner: Manner) -> Option<Place> {
        let to = base.subject?;
        let from = shown.subject.unwrap_or(to);
        let ((angles, rates), (base_angles, base_rates)) = (polar(shown, &from)?, polar(base, &to)?);
        let mut away = angles - base_angles;
        away.x = turned_near(away.x, 0.0);
        Some(Place::Around {
            subject: manner.decay(from.place - to.place, from.velocity - to.velocity),
            polar: manner.decay(away, rates - base_rates),
        })
    }

    /// Whether the offset of the place is one about a subject.
    pub(crate) const fn is_around(&self) -> bool {
        matches!(self.place, Place::Around { .. })
    }

    /// Whether nothing is left of it after `t` (s).
    pub(crate) fn is_over(&self, t: f64) -> bool {
        t >= self.duration
    }

    /// What is shown `t` (s) after the change, where the base is now `base`; none where the offset has no meaning any more: the base
    /// looks straight up or down, or is where its subject is.
    pub(crate) fn on(&self, base: &View, t: f64) -> Option<View> {
        let (position, velocity, subject) = match &self.place {
            Place::Straight(decay) => {
                let (offset, rate) = decay.at(t);
                (base.placement.position + offset, base.placement.velocity + rate, base.subject)
            }
            Place::Around { subject, polar: about } => {
                let to = base.subject?;
                let (angles, rates) = polar(base, &to)?;
                let ((by, drift), (offset, rate)) = (subject.at(t), about.at(t));
                let (place, moving) = (to.place + by, to.velocity + drift);
                let (angles, rates) = (angles + offset, rates + rate);
                let length = libm::exp(angles.z);
                let boom = Polar { yaw: angles.x, pitch: angles.y, length };
                let going = Polar { yaw: rates.x, pitch: rates.y, length: length * rates.z };
                (place + boom.place(), moving + boom.velocity(&going), Some(Subject { place, velocity: moving, ..to }))
            }
        };
        let spin = match &self.turn {
            Turn::Level(decay) => {
                let (angles, rates) = decay.at(t);
                LevelOffset { angles, rates }.on(&base.spin())?
            }
            Turn::Arc(decay) => {
                let (offset, rate) = decay.at(t);
                TurnOffset { offset, rate }.on(&base.spin())
            }
        };
        let lens = match (&self.lens, base.lens) {
            (Some(decay), Some((lens, rate))) => {
                let (offset, drift) = decay.at(t);
                Some((lens + offset, rate + drift))
            }
            _ => base.lens,
        };
        let Spin { orientation, angular_velocity } = spin;
        Some(View { placement: Placement { position, velocity, orientation, angular_velocity }, subject, lens })
    }
}
