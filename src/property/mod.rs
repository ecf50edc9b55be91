//! Properties. A property is a value, held by a component, that this crate can move.

#[cfg(feature = "bevy_audio")]
mod audio;
#[cfg(feature = "bevy_ui")]
mod auto_length;
#[cfg(feature = "bevy_camera")]
mod camera;
#[cfg(any(feature = "bevy_sprite", feature = "bevy_text", feature = "bevy_ui"))]
mod color;
pub(crate) mod command;
pub(crate) mod component;
pub(crate) mod disabling;
pub(crate) mod field;
pub(crate) mod frame;
#[cfg(feature = "bevy_light")]
mod light;
pub(crate) mod on_insert;
pub(crate) mod overlap;
mod progress;
mod transform;
mod transform_parts;
#[cfg(feature = "bevy_ui")]
mod ui;
pub(crate) mod velocity;

use bevy::{ecs::component::Mutable, prelude::*};

#[cfg(feature = "bevy_audio")]
pub use audio::SinkVolume;
#[cfg(feature = "bevy_camera")]
pub use camera::{FieldOfView, OrthographicScale};
#[cfg(feature = "bevy_sprite")]
pub use color::SpriteColor;
#[doc(hidden)]
pub use field::{Field, property_macro};
#[doc(hidden)]
pub use frame::{Frames, ParentFrame};
#[cfg(feature = "bevy_light")]
pub use light::LightIntensity;
pub use progress::Progress;
pub use transform::{Rotation, Scale, Translation};
pub use transform_parts::{Rotation2d, Translation2d, TranslationX, TranslationY, TranslationZ};
#[cfg(feature = "bevy_ui")]
pub use ui::{
    NodeBottom, NodeHeight, NodeLeft, NodeRight, NodeRotation, NodeScale, NodeTop, NodeTranslation, NodeWidth,
};
pub(crate) use velocity::Velocity;

use crate::space::{Space, Tangent};

/// One animated value: which component holds it, and how it is read and written.
///
/// A marker type implements this trait. [`property!`](macro@crate::property) defines such a type in one line:
/// `property!(pub Yaw: Orbit.yaw as Angle)`. The example does the same by hand. Register the property once with
/// [`register_motion`](crate::RegisterMotion::register_motion); then `Spring`, `Friction` and the other components of the law work on it.
///
/// # Examples
///
/// ```
/// use bevy::{prelude::*, reflect::TypePath};
/// use bevy_exact_motion::{prelude::*, property::Property};
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
/// The properties of Bevy's own components are enabled by features that are named like Bevy's: `bevy_ui`, `bevy_sprite`, `bevy_text`,
/// `bevy_camera`, `bevy_light`, `bevy_audio`.
///
/// # Special cases
///
/// - `set` may round, for instance to whole pixels. The motion continues from the exact value, and the rounded value is not mistaken for a
///   write by your code.
/// - Two properties that write the same field, for instance [`Translation`] and [`TranslationX`], cannot both move one entity:
///   the one that writes only a part [gives way](crate::RegisterMotion::register_yielding).
/// - If your code writes the field as well, the motion continues from the written value each time, and keeps its velocity. After 30 frames
///   or ticks in a row in which your code writes a value that a spring moves, the plugin warns once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a property",
    label = "not a `Property`",
    note = "a property is a marker type that names one field of a component, for instance `Translation` or one of yours: \
            not the component, and not the value; `property!(Name: Component.field as f32)` makes one"
)]
pub trait Property: TypePath + Send + Sync + 'static {
    /// The component that holds the value.
    type Component: Component<Mutability = Mutable>;
    /// The value's type, which defines differences, velocities and distances.
    type Value: Space;

    /// Reads the value. Must return the same value for the same component.
    fn get(component: &Self::Component) -> Self::Value;

    /// Writes the value.
    fn set(component: &mut Self::Component, value: Self::Value);

    /// The line of code that adds the plugin that registers this property. A warning shows this line if the property is not registered.
    /// Default: `None`, for a property that no plugin registers; the warning then shows `app.register_motion::<Self>()`.
    const REGISTERED_BY: Option<&'static str> = None;

    /// Whether the component stores every value without rounding, so that the plugin need not read it back. Default: false.
    #[doc(hidden)]
    const STORES_EXACTLY: bool = false;

    /// Whether this crate computes the property's targets, from components that are written every frame. Default: false.
    #[doc(hidden)]
    const TARGET_IS_COMPUTED: bool = false;

    /// For a component that Bevy inserts later: the advice in a warning about the missing component, and a function that returns whether
    /// Bevy will still insert it into an entity. Default: `None`; user code inserts the component.
    #[doc(hidden)]
    const INSERTED_BY: Option<(&'static str, fn(EntityRef) -> bool)> = None;

    /// Returns `Some` if the component has no value yet, but will get one without user code, as an `auto` length does from the layout. A
    /// motion that has not begun then waits for the value without a warning. For a motion that has begun, a warning shows the returned text
    /// as the expected value. Default: `None`, the component has a value.
    #[doc(hidden)]
    fn awaits(component: &Self::Component) -> Option<&'static str> {
        let _ = component;
        None
    }

    /// Writes the current value of a motion that goes to `target`, clamped to what can be shown. Default: [`set`](Self::set).
    #[doc(hidden)]
    #[inline]
    fn show(component: &mut Self::Component, value: Self::Value, target: Self::Value) {
        let _ = target;
        Self::set(component, value);
    }

    /// Prepares the app for this property, for instance by [`register_yielding`](crate::RegisterMotion::register_yielding). Called once,
    /// when the property is registered. Default: does nothing.
    fn prepare(app: &mut App) {
        let _ = app;
    }

    /// The orientation of the entity's own axes in the frame in which the value is measured, for
    /// [`AxisSprings::own_axes`](crate::AxisSprings::own_axes). Default: not rotated.
    #[must_use]
    fn own_axes(component: &Self::Component) -> Quat {
        let _ = component;
        Quat::IDENTITY
    }

    /// Whether the value is measured in the frame of the entity's parent. If so, [`seen`](Self::seen) converts the value of a leader whose
    /// parent is not the follower's parent. Default: false.
    #[doc(hidden)]
    const IN_PARENT: bool = false;

    /// Converts a leader's value, plus an offset, to the frame of its follower's parent. If `leader_axes` is true, the offset is along the
    /// leader's own axes, otherwise along the world's. Called only if [`IN_PARENT`](Self::IN_PARENT) is true. Default: the value plus the
    /// offset.
    #[doc(hidden)]
    #[must_use]
    fn seen(
        value: Self::Value,
        offset: <Self::Value as Space>::Tangent,
        leader_axes: bool,
        frames: &Frames,
    ) -> Self::Value {
        let _ = (leader_axes, frames);
        Self::Value::narrow(Self::Value::offset(value.widen(), offset.widen()))
    }
}

/// The wide (f64) form of a property's value.
pub(crate) type Point<P> = <<P as Property>::Value as Space>::Wide;

/// A property's velocity, as components store it.
pub(crate) type TangentOf<P> = <<P as Property>::Value as Space>::Tangent;

/// [`Property::REGISTERED_BY`] of the properties that [`ExactMotionPlugin`](crate::ExactMotionPlugin) registers.
const REGISTERED_BY_MOTION_PLUGIN: Option<&'static str> = Some("app.add_plugins(ExactMotionPlugin::default())");
