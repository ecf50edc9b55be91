//! Motion along a curve, by its length: rails for cameras, trains, lifts.

pub(crate) mod follow;
mod path;

use alloc::sync::Arc;

use bevy::{
    math::{DMat3, DQuat, DVec3},
    prelude::*,
};

use crate::{
    camera::frame::Rates,
    law::Limits,
    math::{rail::Cubic, rotation::Vector3},
    property::field::own_property,
    space::quat::{vector_from_math, vector_to_math},
};
use path::Path;

/// A curve that entities move along, by its length. Entities that are [attached](crate::camera::Attach) to it, and have an [`OnRail`], are
/// at a distance from its start.
///
/// The curve is in the coordinates of the rail's own entity: if that moves or turns, so does everything on it.
///
/// # Examples
///
/// A dolly on a rail that a spring moves by 12 units:
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{prelude::*, rail::{OnRail, Rail, RailDistance}};
///
/// fn spawn(mut commands: Commands) {
///     let points = [Vec3::ZERO, Vec3::new(10.0, 2.0, 0.0), Vec3::new(20.0, 0.0, 5.0)];
///     if let Ok(curve) = CubicCardinalSpline::new_catmull_rom(points).to_curve() {
///         let rail = Rail::new(&curve);
///         let limits = rail.limits();
///         let rail = commands.spawn((Transform::default(), rail)).id();
///         commands.spawn((
///             Attach::new(rail),
///             OnRail::default(),
///             limits,
///             Spring::critical(4.0).on::<RailDistance>(),
///             Target::<RailDistance>::of(12.0),
///         ));
///     }
/// }
/// ```
///
/// # Accuracy
///
/// Lengths are those of the curve's cubics, whose coefficients are `f32`, to 1e-12 of a span. The frame turns about the curve by less than
/// 1e-5 rad for each radian by which the curve turns. A distance is an `f32`.
///
/// # Special cases
///
/// - Where a curve has a corner, so has the path; at a cusp the frame turns around at once.
/// - A curve with points that are not finite has no length, and what is on it is at the rail's origin.
/// - There is no default: in `bsn!`, write `template(move |_| Ok(rail.clone()))`.
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(opaque)]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "Saved", into = "Saved"),
    reflect(Serialize, Deserialize)
)]
#[require(Transform)]
#[doc(alias = "path")]
#[doc(alias = "track")]
#[doc(alias = "dolly")]
#[doc(alias = "spline")]
pub struct Rail {
    curve: CubicCurve<Vec3>,
    path: Arc<Path>,
}

/// What a [`Rail`] is made of.
#[cfg(feature = "serialize")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Saved {
    curve: CubicCurve<Vec3>,
    is_closed: bool,
}

#[cfg(feature = "serialize")]
impl From<Saved> for Rail {
    fn from(Saved { curve, is_closed }: Saved) -> Self {
        Self::of(curve, is_closed)
    }
}

#[cfg(feature = "serialize")]
impl From<Rail> for Saved {
    fn from(Rail { curve, path }: Rail) -> Self {
        Self { curve, is_closed: path.is_closed }
    }
}

impl Rail {
    /// A rail with two ends. Beyond them it goes straight on; with [`limits`](Self::limits) nothing gets there.
    pub fn new(curve: &CubicCurve<Vec3>) -> Self {
        Self::of(curve.clone(), false)
    }

    /// A rail that goes round. The curve should end where it starts, as that of
    /// [`to_curve_cyclic`](bevy::math::cubic_splines::CyclicCubicGenerator::to_curve_cyclic) does. Distances beyond its length are further
    /// rounds.
    pub fn closed(curve: &CubicCurve<Vec3>) -> Self {
        Self::of(curve.clone(), true)
    }

    fn of(curve: CubicCurve<Vec3>, is_closed: bool) -> Self {
        let vector = |v: Vec3| vector_to_math(v.as_dvec3());
        let pieces = curve.segments().iter().map(|segment| Cubic { coefficients: segment.coeff.map(vector) });
        let path = Path::new(pieces.collect(), is_closed, Vector3::new(0.0, 1.0, 0.0));
        Self { curve, path: Arc::new(path) }
    }

    /// The length of the rail. Unit: units.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "distances are f32")]
    pub fn length(&self) -> f32 {
        self.path.length as f32
    }

    /// Limits of [`RailDistance`] at both ends of the rail.
    pub fn limits(&self) -> Limits<RailDistance> {
        Limits::of(0.0, self.length())
    }

    /// Where something at this distance (units) is, in the rail's coordinates. Its forward direction is that of the rail, and its upper side
    /// turns about the rail as little as possible.
    #[must_use]
    pub fn at(&self, distance: f32) -> Transform {
        self.frame(f64::from(distance), 0.0, true).0
    }

    /// The distance (units) at which the rail is nearest to a point in the rail's coordinates.
    #[must_use]
    pub fn nearest(&self, point: Vec3) -> f32 {
        self.nearest_from(None, point.as_dvec3())
    }

    /// The distance at which the rail is nearest to a point, found downhill from the distance `last`; without it, on the whole rail.
    #[expect(clippy::cast_possible_truncation, reason = "distances are f32")]
    fn nearest_from(&self, last: Option<f32>, point: DVec3) -> f32 {
        let point = vector_to_math(point);
        let found = match last {
            Some(last) => self.path.nearest_from(f64::from(last), point),
            None => self.path.nearest(point),
        };
        found as f32
    }

    /// The place at a distance (units), and its rates if the distance changes at `speed` (units/s).
    pub(crate) fn frame(&self, distance: f64, speed: f64, turns: bool) -> (Transform, Rates) {
        let place = self.path.at(distance);
        let [position, forward, up, turning] =
            [place.point.position, place.point.tangent, place.up, place.turning].map(vector_from_math);
        let translation = position.as_vec3();
        let velocity = forward * speed;
        if !turns || forward.length_squared() == 0.0 {
            return (Transform::from_translation(translation), Rates { velocity, ..default() });
        }
        let axes = DMat3::from_cols(forward.cross(up), up, -forward);
        let rotation = DQuat::from_mat3(&axes).normalize().as_quat();
        let rates = Rates { velocity, turning: turning * speed, ..default() };
        (Transform { translation, rotation, ..default() }, rates)
    }
}

/// The distance of an entity along the [`Rail`] that it is [attached](crate::camera::Attach) to. [`RailDistance`] moves it, by all the
/// forces of this crate.
///
/// # Examples
///
/// A camera on a rail that accompanies a player, and looks at it:
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{prelude::*, rail::{OnRail, RailDistance}};
///
/// fn spawn(rail: Entity, player: Entity, commands: &mut Commands) {
///     let dolly = (Attach::new(rail), OnRail::nearest(player), Spring::critical(4.0).on::<RailDistance>());
///     commands.spawn((dolly, children![(Camera3d::default(), LookAt::new(player))]));
/// }
/// ```
///
/// # Accuracy
///
/// With [`nearest_to`](Self::nearest_to), the target moves along a line from each tick's nearest point to the next.
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct OnRail {
    /// From the start of the rail. Unit: units. Default: 0.
    pub distance: f32,
    /// Whether the entity turns with the rail. Default: `true`.
    pub turns: bool,
    /// Keeps the target of [`RailDistance`] at the point of the rail that is nearest to this entity. Default: `None`.
    ///
    /// The nearest point is followed along the rail: where another part of the rail becomes nearer, for instance in a hairpin, the target
    /// stays on its part, and moves along it until that has no nearest point any more.
    #[entities]
    pub nearest_to: Option<Entity>,
}

impl Default for OnRail {
    fn default() -> Self {
        Self::new(0.0)
    }
}

impl OnRail {
    /// At a distance (units) from the start of the rail.
    pub const fn new(distance: f32) -> Self {
        Self { distance, turns: true, nearest_to: None }
    }

    /// At the start of the rail, with the target where the rail is nearest to `entity`.
    pub const fn nearest(entity: Entity) -> Self {
        Self { nearest_to: Some(entity), ..Self::new(0.0) }
    }
}

own_property! {
    /// [`OnRail::distance`] as a property, which `ExactCameraPlugin` registers. [`Rail`] has an example.
    RailDistance: OnRail.distance as f32 {
        const REGISTERED_BY: Option<&'static str> = crate::camera::BY_CAMERAS;
    };
}

/// An entity on a rail, and its speed along it.
pub(crate) struct AtSpeed {
    pub(crate) on: OnRail,
    /// Unit: units/s.
    pub(crate) speed: f64,
}
