//! The component `Draggable`.

use bevy::math::{Vec2, Vec3};

use crate::{
    math::RubberBand,
    property::{
        Property, Velocity,
        component::{component, default_on_translation},
    },
    space::{Space, Tangent},
};

/// The surface on which a pointer's movement is measured. The constructors of [`Draggable`] set it.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// assert_eq!(<Draggable>::default().surface, DragSurface::FacingCamera);
/// assert_eq!(Draggable::on_plane(Vec3::Y).surface, DragSurface::Plane(Vec3::Y));
/// assert_eq!(Draggable::on_screen([Vec2::X]).surface, DragSurface::Screen);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[non_exhaustive]
pub enum DragSurface {
    /// The plane that faces the camera and contains the grabbed point. The movement is measured in the frame of the entity's parent, in
    /// that frame's units.
    #[default]
    FacingCamera,
    /// The plane with this normal (a direction in the world, of any non-zero length) that contains the grabbed point. The movement is
    /// measured as for [`FacingCamera`](Self::FacingCamera).
    Plane(Vec3),
    /// The screen: x to the right, y down. The movement is measured in logical pixels.
    Screen,
}

component! {
    /// Lets a pointer (the mouse or a finger) drag a value. From the press on the entity to the pointer's release, the entity is
    /// [`Grabbed`](crate::Grabbed) and its value follows the pointer. On release the value continues with the pointer's velocity.
    ///
    /// A translation needs nothing else, in 2D and 3D. For user interfaces, and for your own properties, [`on_screen`](Self::on_screen)
    /// sets the direction in which each coordinate grows.
    ///
    /// - Past a soft bound of the entity's [`Limits`](crate::Limits) the value follows less and less, as on a rubber band. It never passes
    ///   a hard bound.
    /// - After the release the entity obeys its [`Friction`](crate::Friction) and the springs of its limits, or lands on one of its
    ///   [`SnapPoints`](crate::SnapPoints).
    /// - The velocity at release is the mean over the last tenth of a second of real time, or 0 if the pointer has been still. On the
    ///   screen the value continues at the pointer's velocity, whatever its time scale.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::{prelude::*, reflect::TypePath};
    /// use bevy_exact_motion::{prelude::*, property::Property};
    ///
    /// #[derive(Component)]
    /// struct Scroll(f32);
    ///
    /// #[derive(TypePath)]
    /// enum Offset {}
    ///
    /// impl Property for Offset {
    ///     type Component = Scroll;
    ///     type Value = f32;
    ///     fn get(scroll: &Scroll) -> f32 { scroll.0 }
    ///     fn set(scroll: &mut Scroll, offset: f32) { scroll.0 = offset }
    /// }
    ///
    /// fn spawn(mut commands: Commands) {
    ///     // A card that is thrown over a table; the table lies in the plane of x and z.
    ///     commands.spawn((Transform::default(), Draggable::on_plane(Vec3::Y), Friction::new(3.0)));
    ///     // A list's offset, which grows as the finger goes up, in a view 600 px high. Beyond its ends a spring pulls it back.
    ///     commands.spawn((
    ///         Scroll(0.0),
    ///         Draggable::on_screen([-Vec2::Y]).with_view(600.0).on::<Offset>(),
    ///         Friction::new(2.0).on::<Offset>(),
    ///         Limits::<Offset>::of(0.0, 4000.0).softened(18.0),
    ///     ));
    /// }
    ///
    /// let mut app = App::new();
    /// app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default()))
    ///     .register_motion::<Offset>();
    /// ```
    ///
    /// # Special cases
    ///
    /// - The pointer that pressed the entity drags it until its release; other pointers have no effect. A cancelled touch releases the
    ///   entity at rest.
    /// - A press on a child also drags the entity, unless the child or an entity between them is draggable: the innermost draggable entity
    ///   takes the pointer for the whole drag. Movement that does not move the inner entity is not passed on to the outer one.
    /// - While the pointer is pressed but does not move, the entity stays where it is, bit for bit, even in the middle of a bounce.
    /// - If your code has inserted [`Grabbed`](crate::Grabbed), a pointer does not grab the entity. If your code removes `Grabbed` or this
    ///   component during a drag, the drag ends, and the entity continues with the velocity measured so far.
    /// - The entity is released at rest if it is disabled, the pointer is removed or the window is closed. It is also at rest if the
    ///   pointer releases it while the game is paused, or while its [`TimeScale`](crate::TimeScale) is 0.
    /// - Coordinates whose direction is 0 are not dragged.
    /// - While no point of the surface is under the pointer, for instance above the horizon, the entity stays where it is.
    /// - Fields outside their ranges are invalid input: a press then only triggers [`InvalidMotion`](crate::events::InvalidMotion).
    #[doc(alias = "drag")]
    #[doc(alias = "pan")]
    #[doc(alias = "swipe")]
    #[doc(alias = "mouse")]
    #[doc(alias = "touch")]
    #[require(Velocity<P>)]
    pub struct Draggable of numbers {
        /// The surface on which the pointer's movement is measured. Default: the plane that faces the camera.
        pub surface: DragSurface = DragSurface::FacingCamera,
        /// For each coordinate of the value, the direction of the pointer's movement that makes it grow. The direction's length is the
        /// growth per unit of the movement. Unit: property units per unit of the movement. Range: finite. Default: x, y, z.
        pub directions: [Vec3; 4] = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ZERO],
        /// The fraction of the pointer's movement that the value follows just past a soft bound.
        /// Unit: 1. Range: ≥ 0; with 0 the value stays on the bound. Default: 0.55, as on iOS.
        #[reflect(@0.0..=f32::MAX)]
        pub band_factor: f32 = <f32 as Tangent>::narrow(RubberBand::IOS),
        /// The size of the view. The value is never dragged further than this past a soft bound.
        /// Unit: property units. Range: > 0; ∞: a linear band. Default: ∞.
        #[reflect(@f32::MIN_POSITIVE..=f32::INFINITY)]
        pub view: f32 = f32::INFINITY,
        /// The distance that the pointer has to move before it drags. The value does not jump to make up for that distance.
        /// Unit: logical pixels. Range: ≥ 0. Default: 0.
        #[reflect(@0.0..=f32::MAX)]
        pub threshold: f32 = 0.0,
    }
}

default_on_translation!(Draggable);

impl<P: Property> Draggable<P> {
    /// Drags property `P` on the plane that faces the camera.
    pub fn of() -> Self {
        <Self as Default>::default()
    }

    fn across(surface: DragSurface) -> Self {
        Self { surface, ..Self::of() }
    }

    /// The same, with these directions, one for each coordinate of the value (property units per unit of the movement). Missing ones are 0.
    pub fn with_directions(mut self, directions: impl IntoIterator<Item = Vec3>) -> Self {
        let mut given = directions.into_iter();
        self.directions = [(); 4].map(|()| given.next().unwrap_or(Vec3::ZERO));
        self
    }

    /// The same, in a view of this size (property units, > 0).
    pub const fn with_view(mut self, size: f32) -> Self {
        self.view = size;
        self
    }

    /// The same, with a rubber band of this factor (≥ 0).
    pub const fn with_band(mut self, factor: f32) -> Self {
        self.band_factor = factor;
        self
    }

    /// The same, with this distance (logical pixels, ≥ 0) that the pointer has to move before it drags.
    pub const fn with_threshold(mut self, threshold: f32) -> Self {
        self.threshold = threshold;
        self
    }

    /// Checks the fields. Returns the first invalid field and the valid values as an error.
    pub(super) fn validate(&self) -> Result<(), (&'static str, &'static str)> {
        let Self { surface, directions, band_factor, view, threshold, .. } = self;
        let is_normal = |normal: &Vec3| normal.is_finite() && *normal != Vec3::ZERO;
        if P::Value::COORDINATES == 0 {
            Err(("Draggable", "a value whose coordinates move independently"))
        } else if matches!(surface, DragSurface::Plane(normal) if !is_normal(normal)) {
            Err(("Draggable::surface", "a normal that is finite and not 0"))
        } else if !directions.iter().all(|direction| direction.is_finite()) {
            Err(("Draggable::directions", "finite"))
        } else if !(band_factor.is_finite() && *band_factor >= 0.0) {
            Err(("Draggable::band_factor", "finite and at least 0"))
        } else if view.is_nan() || *view <= 0.0 {
            Err(("Draggable::view", "above 0"))
        } else if !(threshold.is_finite() && *threshold >= 0.0) {
            Err(("Draggable::threshold", "finite and at least 0"))
        } else {
            Ok(())
        }
    }
}

impl Draggable {
    /// Drags the translation on the plane that faces the camera.
    pub fn new() -> Self {
        Self::of()
    }

    /// Drags on the screen. Each coordinate of the value has a direction (property units per logical pixel; x to the right, y down) and
    /// grows as the pointer moves that way.
    pub fn on_screen(directions: impl IntoIterator<Item = Vec2>) -> Self {
        Self::across(DragSurface::Screen).with_directions(directions.into_iter().map(|direction| direction.extend(0.0)))
    }

    /// Drags the translation on a plane with this normal, a direction in the world of any non-zero length.
    pub fn on_plane(normal: Vec3) -> Self {
        Self::across(DragSurface::Plane(normal))
    }
}
