//! A decaying offset from the current shot. It starts as the difference between what was shown before and the shot.

use bevy::{
    ecs::entity::{Entity, MapEntities},
    math::Vec3,
};

use crate::math::{
    camera::{Bearing, Decay, DecayKind, LevelOffset, Placement, Polar, TurnOffset, turned_near},
    rotation::{Spin, Vector3},
};

/// Offsets below this are ignored, because f32 positions cannot show them even 1 m from the origin. Unit: m, rad, 1.
const NEGLIGIBLE: f64 = 1e-7;

/// A view at an instant: what a shot shows, or what a camera shows of it.
#[derive(Clone, Copy, Debug, PartialEq, MapEntities)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct View {
    pub(crate) placement: Placement,
    /// The point that the view looks at.
    #[entities]
    pub(crate) subject: Option<Subject>,
    /// `ln T` of its lens, and its rate (1/s), where `T = tan(φ/2)` with the vertical field of view `φ`.
    pub(crate) lens: Option<(f64, f64)>,
}

/// The point that a view looks at: the target of a `LookAt`, or the pivot of an `Orbit`.
#[derive(Clone, Copy, Debug, PartialEq, MapEntities)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Subject {
    /// The entity in whose frame the point is fixed. `None` if it is fixed in the world.
    #[entities]
    pub(crate) entity: Option<Entity>,
    /// The position of the point in that frame. Unit: m.
    pub(crate) offset: Vec3,
    /// The position in the world. Unit: m.
    pub(crate) place: Vector3,
    /// The velocity in the world. Unit: m/s.
    pub(crate) velocity: Vector3,
}

impl Subject {
    /// Whether both are the same point, even if it has moved.
    fn is_same_as(&self, other: &Self) -> bool {
        self.entity == other.entity && self.offset == other.offset
    }
}

impl View {
    /// The view extrapolated by `t` (s) at constant velocities.
    pub(crate) fn extrapolated(&self, t: f64) -> Self {
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

    /// The same view, at rest.
    pub(crate) fn at_rest(&self) -> Self {
        let still = Vector3::default();
        Self {
            placement: Placement { velocity: still, angular_velocity: still, ..self.placement },
            subject: self.subject.map(|subject| Subject { velocity: still, ..subject }),
            lens: self.lens.map(|(lens, _)| (lens, 0.0)),
        }
    }

    /// Shifts the view with the origin of the world.
    pub(crate) fn shift(&mut self, by: Vector3) {
        self.placement.position = self.placement.position + by;
        self.subject = self.subject.map(|subject| Subject { place: subject.place + by, ..subject });
    }

    /// Whether both views have the same subject, or both have none.
    pub(crate) fn has_same_subject(&self, other: &Self) -> bool {
        match (&self.subject, &other.subject) {
            (Some(subject), Some(other)) => subject.is_same_as(other),
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
pub(crate) struct BlendSettings {
    pub(crate) kind: DecayKind,
    /// Unit: rad/s. Range: > 0 and finite.
    pub(crate) angular_frequency: f64,
    /// Whether the path goes around the subject.
    pub(crate) around: bool,
    /// Whether the horizon stays level between level views.
    pub(crate) level: bool,
}

impl BlendSettings {
    fn decay<V>(&self, offset: V, rate: V) -> Decay<V> {
        Decay { kind: self.kind, angular_frequency: self.angular_frequency, offset, rate }
    }
}

/// The offset of the position, in the coordinates in which it decays.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
enum Place {
    Straight(Decay<Vector3>),
    /// The offset of the subject, and the offsets of the yaw, pitch and ln length of the line from the camera to the subject.
    Around {
        subject: Decay<Vector3>,
        polar: Decay<Vector3>,
    },
}

/// The offset of the orientation, in the coordinates in which it decays.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
enum Turn {
    /// Yaw, pitch and roll.
    Level(Decay<Vector3>),
    /// The rotation vector of the shortest arc.
    Arc(Decay<Vector3>),
}

/// The decaying offset between what is shown and the current shot (the base). It begins at the instant at which the base was replaced.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Transition {
    pub(crate) settings: BlendSettings,
    place: Place,
    turn: Turn,
    lens: Option<Decay<f64>>,
    /// When the offset becomes negligible. Unit: s after the start.
    duration: f64,
}

/// Yaw, pitch and ln length of the line from a view to a point, and their rates. Returns `None` if they are not finite.
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
    /// The transition from what was `shown` to the `base`, both at the instant of the change.
    pub(crate) fn between(shown: &View, base: &View, settings: BlendSettings) -> Self {
        let around = settings.around.then(|| Self::around(shown, base, settings)).flatten();
        let place = around.unwrap_or_else(|| {
            let (from, to) = (&shown.placement, &base.placement);
            Place::Straight(settings.decay(from.position - to.position, from.velocity - to.velocity))
        });
        let level = settings.level.then(|| LevelOffset::between(&shown.spin(), &base.spin())).flatten();
        let turn = match level {
            Some(mut level) => {
                if let Place::Around { polar, .. } = place {
                    // Turn in the direction in which the camera moves around the subject, so that the subject stays in view.
                    level.angles.x = turned_near(level.angles.x, polar.offset.x);
                }
                Turn::Level(settings.decay(level.angles, level.rates))
            }
            None => {
                let arc = TurnOffset::between(&shown.spin(), &base.spin());
                Turn::Arc(settings.decay(arc.offset, arc.rate))
            }
        };
        let lens = shown.lens.zip(base.lens).map(|(from, to)| settings.decay(from.0 - to.0, from.1 - to.1));
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
        Self { settings, place, turn, lens, duration }
    }

    fn around(shown: &View, base: &View, settings: BlendSettings) -> Option<Place> {
        let to = base.subject?;
        let from = shown.subject.unwrap_or(to);
        let ((angles, rates), (base_angles, base_rates)) = (polar(shown, &from)?, polar(base, &to)?);
        let mut away = angles - base_angles;
        away.x = turned_near(away.x, 0.0);
        Some(Place::Around {
            subject: settings.decay(from.place - to.place, from.velocity - to.velocity),
            polar: settings.decay(away, rates - base_rates),
        })
    }

    /// Whether the offset of the position goes around a subject.
    pub(crate) const fn is_around(&self) -> bool {
        matches!(self.place, Place::Around { .. })
    }

    /// Whether the offset is negligible `t` (s) after the change.
    pub(crate) fn is_over(&self, t: f64) -> bool {
        t >= self.duration
    }

    /// What is shown `t` (s) after the change, given the current `base`. Returns `None` if the offset is undefined: the base looks straight
    /// up or down, it is at the position of its subject, or the path goes around a subject and the base has none.
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
