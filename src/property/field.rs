//! The trait [`Field`], for component fields that hold values, and the macro [`property!`](macro@crate::property) for such fields.

use bevy::{
    color::{Color, ColorToComponents, Laba, LinearRgba, Oklaba, Xyza},
    math::Vec4,
};

use crate::space::{Angle, Space};

/// A component's field that can hold a value of the type `V`.
///
/// A field of the value's own type can hold it. An `f32` can also hold an [`Angle`]. A [`Color`] can hold [`LinearRgba`], [`Oklaba`],
/// [`Laba`] and [`Xyza`], the colour spaces in which linear interpolation makes sense. With the feature `bevy_ui`, a `Val` can hold an
/// `f32`, the length's number; a write keeps the unit. Implement this trait for your own field type to use such fields in
/// [`property!`](macro@crate::property), which has examples.
#[diagnostic::on_unimplemented(
    message = "a field of the type `{Self}` does not hold `{V}`",
    label = "not a `Field<{V}>`",
    note = "write the field's own type after `as` if it is a number, vector, orientation or colour; \
            an `f32` also holds `Angle`, and a `Color` holds `Oklaba`, `Laba`, `LinearRgba` and `Xyza`"
)]
pub trait Field<V> {
    /// Whether the field stores every value without rounding. Default: false.
    const IS_EXACT: bool = false;

    /// Reads the value.
    fn read(&self) -> V;

    /// Writes the value.
    fn write(&mut self, value: V);

    /// Writes the current value of a motion that goes to `target`, clamped to what can be shown. Default: [`write`](Self::write).
    #[doc(hidden)]
    #[inline]
    fn show(&mut self, value: V, target: V) {
        let _ = target;
        self.write(value);
    }
}

impl<V: Space> Field<V> for V {
    const IS_EXACT: bool = true;

    #[inline]
    fn read(&self) -> V {
        *self
    }

    #[inline]
    fn write(&mut self, value: V) {
        *self = value;
    }
}

impl Field<Angle> for f32 {
    const IS_EXACT: bool = true;

    #[inline]
    fn read(&self) -> Angle {
        Angle(*self)
    }

    #[inline]
    fn write(&mut self, value: Angle) {
        *self = value.0;
    }
}

macro_rules! colors {
    ($($color:ident),*) => { $(
        /// An overshoot is clamped to what a screen can show: channels and alpha from 0 to 1. A channel outside that range is kept if the
        /// motion starts or ends there.
        impl Field<$color> for Color {
            fn read(&self) -> $color {
                (*self).into()
            }

            fn write(&mut self, value: $color) {
                *self = Self::$color(value);
            }

            fn show(&mut self, value: $color, target: $color) {
                let shown = LinearRgba::from(value);
                *self = if is_in_range(shown) {
                    Self::$color(value)
                } else {
                    let shown = clamped(shown, (*self).into(), target.into());
                    shown.map_or(Self::$color(value), Self::LinearRgba)
                };
            }
        }
    )* };
}

/// Whether a colour's channels and its alpha are from 0 to 1.
fn is_in_range(color: LinearRgba) -> bool {
    color.to_f32_array().iter().all(|channel| (0.0..=1.0).contains(channel))
}

/// Clamps channels and alpha to the range from 0 to 1, extended to include the target and the colour before the write. Returns `None` if
/// the colour is already in that range.
fn clamped(value: LinearRgba, before: LinearRgba, target: LinearRgba) -> Option<LinearRgba> {
    let [value, before, target] = [value, before, target].map(|color| color.to_vec4());
    // A colour that is not finite does not extend the range.
    let [before, target] = [before, target].map(|color| if color.is_finite() { color } else { Vec4::ZERO });
    let shown = value.max(before.min(target).min(Vec4::ZERO)).min(before.max(target).max(Vec4::ONE));
    (shown != value).then(|| LinearRgba::from_vec4(shown))
}

colors!(LinearRgba, Oklaba, Laba, Xyza);

/// Defines properties. Each is a marker type that names a field of a component.
///
/// `property!(pub Yaw: Orbit.yaw as Angle)` defines the marker `Yaw`, which moves the field `yaw` of the component `Orbit`. Write
/// attributes, documentation and the visibility before the name. The field may be a path of fields (`.body.angle`, `.0`). Write the type of
/// the moved value after `as`; the field has to be able to [hold](Field) it. Separate several properties by semicolons, and
/// [register](crate::RegisterMotion::register_motion) each of them. Other items of [`Property`](crate::property::Property), such as
/// `prepare`, may follow the type in braces.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// #[derive(Component)]
/// pub struct Orbit { yaw: f32, boom: Boom }
///
/// struct Boom { length: f32 }
///
/// #[derive(Component)]
/// struct Tint(Color);
///
/// property! {
///     /// Where the camera looks. Unit: rad.
///     pub Yaw: Orbit.yaw as Angle;
///     Length: Orbit.boom.length as f32;
///     Shade: Tint.0 as Oklaba;
/// }
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default())).register_motion::<Yaw>();
/// let orbit = Orbit { yaw: 0.0, boom: Boom { length: 8.0 } };
/// app.world_mut().spawn((orbit, Spring::critical(9.0).on::<Yaw>(), Target::<Yaw>::of(Angle(1.5))));
/// ```
///
/// # Special cases
///
/// - A marker cannot be more visible than its component: a `pub` marker of a private component is an error (E0446).
/// - For fields of enums, generic components, values made of several fields and computed values, implement
///   [`Property`](crate::property::Property) by hand.
/// - If the field cannot hold the type after `as`, the code does not compile:
///
/// ```compile_fail,E0277
/// # use bevy::prelude::*;
/// # use bevy_exact_motion::prelude::*;
/// #[derive(Component)]
/// struct Orbit { turns: u32 }
///
/// property!(Turns: Orbit.turns as Angle);
/// ```
#[macro_export]
macro_rules! property {
    ($(
        $(#[$attribute:meta])* $visibility:vis $name:ident: $($component:ident)::+ $(.$field:tt)+ as $value:ty $({ $($more:tt)* })?
    );+ $(;)?) => { $(
        #[derive($crate::property::property_macro::TypePath)]
        $(#[$attribute])*
        #[doc = ""]
        #[doc = concat!("Moves `", stringify!($($component)::+), $(".", stringify!($field),)+ "` as `", stringify!($value), "`.")]
        $visibility enum $name {}

        impl $crate::property::Property for $name {
            type Component = $($component)::+;
            type Value = $value;
            const STORES_EXACTLY: bool =
                $crate::property::property_macro::is_exact::<_, _, $value>(|component: &$($component)::+| &component$(.$field)+);

            #[inline]
            fn get(component: &Self::Component) -> Self::Value {
                $crate::property::Field::<$value>::read(&component$(.$field)+)
            }

            #[inline]
            fn set(component: &mut Self::Component, value: Self::Value) {
                $crate::property::Field::<$value>::write(&mut component$(.$field)+, value);
            }

            #[inline]
            fn show(component: &mut Self::Component, value: Self::Value, target: Self::Value) {
                $crate::property::Field::<$value>::show(&mut component$(.$field)+, value, target);
            }

            $($($more)*)?
        }
    )+ };
}

/// [`property!`](macro@crate::property) for the markers of this crate, with common derives and the crate's type path. Other items of the
/// property may follow its type in braces.
macro_rules! own_property {
    ($($(#[$attribute:meta])* $name:ident: $component:ident $(.$field:ident)+ as $value:ty $({ $($more:tt)* })?);+ $(;)?) => {
        $crate::property! { $(
            $(#[$attribute])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            #[type_path = "bevy_exact_motion"]
            pub $name: $component $(.$field)+ as $value $({ $($more)* })?
        );+ }
    };
}
pub(crate) use own_property;

/// The items that the expansion of [`property!`](macro@crate::property) uses, in this crate and in others.
#[doc(hidden)]
pub mod property_macro {
    pub use bevy::reflect::TypePath;

    /// The [`IS_EXACT`](super::Field::IS_EXACT) of the field that this accessor returns.
    #[must_use]
    pub const fn is_exact<C, F: super::Field<V>, V>(_: fn(&C) -> &F) -> bool {
        F::IS_EXACT
    }
}
