//! What is moved: one value inside one component.

#[cfg(feature = "bevy_audio")]
mod audio;
#[cfg(feature = "bevy_camera")]
mod camera;
#[cfg(any(feature = "bevy_sprite", feature = "bevy_text", feature = "bevy_ui"))]
mod color;
pub(crate) mod command;
pub(crate) mod component;
pub(crate) mod field;
mod frame;
#[cfg(feature = "bevy_light")]
mod light;
pub(crate) mod newcomer;
pub(crate) mod overlap;
mod progress;
mod transform;
mod transform_parts;
#[cfg(feature = "bevy_ui")]
mod ui;
mod velocity;

use bevy::{
    app::App,
    ecs::component::{Component, Mutable},
    math::Quat,
    reflect::TypePath,
};

#[cfg(feature = "bevy_audio")]
pub use audio::{SinkVolume, SpatialSinkVolume};
#[cfg(feature = "bevy_camera")]
pub use camera::{FieldOfView, OrthographicScale};
#[cfg(feature = "bevy_sprite")]
pub use color::SpriteColor;
pub use field::{Field, property_macro};
pub use frame::{Frames, OffsetFrame};
#[cfg(feature = "bevy_light")]
pub use light::{DirectionalLightIlluminance, PointLightIntensity, SpotLightIntensity};
pub use progress::Progress;
pub use transform::{Rotation, Scale, Translation};
pub use transform_parts::{Rotation2d, TranslationX, TranslationY, TranslationZ};
#[cfg(feature = "bevy_ui")]
pub use ui::{
    NodeBottom, NodeHeight, NodeLeft, NodeRight, NodeRotation, NodeScale, NodeTop, NodeTranslation, NodeWidth,
};
pub use velocity::Velocity;

use crate::space::{Space, Tangent};

/// One animated value: which component holds it, and how it is read and written.
///
/// A marker type implements it: [`property!`](crate::property) writes it in one line, `property!(pub Yaw: Orbit.yaw as Angle)`, and these
/// are the lines by hand. Register it once with [`register_motion`](crate::RegisterMotion::register_motion); from then on every
/// component of this crate works on it.
///
/// # Examples
///
/// ```
/// use bevy::{prelude::*, reflect::TypePath};
/// use bevy_exact_motion::prelude::*;
///
/// #[derive(Component)]
/// struct Orbit { yaw: f32 }
///
/// #[derive(TypePath)]
/// enum Yaw {}
///
/// impl Property for Yaw {
///     type Component = Orbit;
///     type Value = Angle;
///     fn get(orbit: &Orbit) -> Angle { Angle(orbit.yaw) }
///     fn set(orbit: &mut Orbit, yaw: Angle) { orbit.yaw = yaw.0 }
/// }
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default())).register_motion::<Yaw>();
/// app.world_mut().spawn((Orbit { yaw: 0.0 }, Spring::critical(9.0).on::<Yaw>(), Target::<Yaw>::of(Angle(1.5))));
/// ```
///
/// Those of Bevy's own components come with features of the same names as Bevy's: `bevy_ui`, `bevy_sprite`, `bevy_text`,
/// `bevy_camera`, `bevy_light`, `bevy_audio`.
///
/// # Special cases
///
/// - `set` may store less than it is given, whole pixels for instance: the motion goes on from what it gave.
/// - Properties that write the same field, [`Translation`] and [`TranslationX`] for instance, cannot both move one entity:
///   the one that writes a part [gives way](crate::RegisterMotion::give_way).
/// - Something else that moves the field as well sends the motion there each time it writes, with its velocity kept.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a property",
    label = "not a `Property`",
    note = "a property is a marker type that names one field of a component, for instance `Translation` or one of yours: \
            not the component, and not the value; `property!(Name: Component.field as f32)` makes one"
)]
pub trait Property: TypePath + Send + Sync + 'static {
    /// The component that holds the value.
    type Component: Component<Mutability = Mutable>;
    /// The value's space: where differences, velocities and distances live.
    type Value: Space;

    /// Reads the value. Must give the same for the same component.
    fn get(component: &Self::Component) -> Self::Value;

    /// Writes the value.
    fn set(component: &mut Self::Component, value: Self::Value);

    /// Code that registers this property, for the warning to those who forgot it: of a plugin, where that does it.
    /// Default: none, which stands for `app.register_motion::<Self>()`.
    const REGISTERED_BY: Option<&'static str> = None;

    /// Whether the component holds every value exactly as it is given, so that what was stored need not be looked at.
    #[doc(hidden)]
    const STORES_EXACTLY: bool = false;

    /// Adds what this property needs beside its systems; called once, where it is registered.
    fn prepare(app: &mut App) {
        let _ = app;
    }

    /// How the entity's own axes lie in the frame that the value is measured in, for
    /// [`AxisFrame::Own`](crate::AxisFrame::Own).
    #[must_use]
    fn own_axes(component: &Self::Component) -> Quat {
        let _ = component;
        Quat::IDENTITY
    }

    /// Whether the value is in the frame of the entity's parent: a leader with another parent than its follower's is
    /// then [`seen`](Self::seen) through both.
    const IN_PARENT: bool = false;

    /// Where a leader's value, with an offset, is in the frame of its follower's parent. Asked only if
    /// [`IN_PARENT`](Self::IN_PARENT).
    #[must_use]
    fn seen(
        value: Self::Value,
        offset: <Self::Value as Space>::Tangent,
        frame: OffsetFrame,
        frames: &Frames,
    ) -> Self::Value {
        let _ = (frame, frames);
        Self::Value::narrow(Self::Value::offset(value.widen(), offset.widen()))
    }
}

/// The wide (f64) form of a property's value.
pub(crate) type Point<P> = <<P as Property>::Value as Space>::Wide;

/// A property's velocity as users write it.
pub(crate) type TangentOf<P> = <<P as Property>::Value as Space>::Tangent;
