//! Fields of components, and how they hold values: what [`property!`](crate::property) writes.

use bevy::{
    color::{Color, ColorToComponents, Laba, LinearRgba, Oklaba, Xyza},
    math::Vec4,
};

use crate::space::{Angle, Space};

/// A field of a component that can hold a value of the type `V`.
///
/// A field of the value's own type can hold it. Also, an `f32` can hold an [`Angle`], and a [`Color`] can hold the colours of spaces in
/// which linear interpolation makes sense: [`LinearRgba`], [`Oklaba`], [`Laba`], [`Xyza`]; with the feature `bevy_ui` a `Val` can hold its
/// number as an `f32`, and keeps its unit. If you implement this for a field type of yours, [`property!`](crate::property) accepts such fields; that macro has
/// examples.
#[diagnostic::on_unimplemented(
    message = "a field of the type `{Self}` does not hold `{V}`",
    label = "not a `Field<{V}>`",
    note = "after `as` stands the field's own type, where that is a number, vector, orientation or colour; \
            an `f32` holds `Angle`, too, and a `Color` holds `Oklaba`, `Laba`, `LinearRgba` and `Xyza`"
)]
pub trait Field<V> {
    /// Whether the field holds every value exactly as it is written.
    const IS_EXACT: bool = false;

    /// Reads the value.
    fn read(&self) -> V;

    /// Writes the value.
    fn write(&mut self, value: V);

    /// Writes the value of a motion towards `target`, as far as it can be shown. Default: [`write`](Self::write).
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
        /// A motion's overshoot is cut off where no screen can show it: below 0, and above 1 unless the motion comes from or goes to a
        /// colour that is brighter.
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
                    let shown = in_range(shown, (*self).into(), target.into());
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

/// A colour with its channels and its alpha from 0 to 1, or to where the colour before or the target is beyond that. Returns `None` if it is in
/// that range already.
fn in_range(value: LinearRgba, before: LinearRgba, target: LinearRgba) -> Option<LinearRgba> {
    let [value, before, target] = [value, before, target].map(|color| color.to_vec4());
    // A colour that is not finite widens nothing.
    let [before, target] = [before, target].map(|color| if color.is_finite() { color } else { Vec4::ZERO });
    let shown = value.max(before.min(target).min(Vec4::ZERO)).min(before.max(target).max(Vec4::ONE));
    (shown != value).then(|| LinearRgba::from_vec4(shown))
}

colors!(LinearRgba, Oklaba, Laba, Xyza);

/// Defines properties: for each, a marker type that names a field of a component.
///
/// `property!(pub Yaw: Orbit.yaw as Angle)` defines the marker `Yaw`, which moves the field `yaw` of the component `Orbit`. Write attributes,
/// documentation and the visibility before the name. The field may be a path of fields (`.body.angle`, `.0`). Write the type of the moved
/// value after `as`; the field has to be able to [hold](Field) it. Separate several properties by semicolons, and
/// [register](crate::RegisterMotion::register_motion) each of them. Other items of [`Property`](crate::Property), such as `prepare`, may follow
/// the type in braces.
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
///   [`Property`](crate::Property) by hand.
/// - If the field cannot hold such values, the compiler refuses it:
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
        #[derive($crate::property_macro::TypePath)]
        $(#[$attribute])*
        #[doc = ""]
        #[doc = concat!("Moves `", stringify!($($component)::+), $(".", stringify!($field),)+ "` as `", stringify!($value), "`.")]
        $visibility enum $name {}

        impl $crate::Property for $name {
            type Component = $($component)::+;
            type Value = $value;
            const STORES_EXACTLY: bool =
                $crate::property_macro::is_exact::<_, _, $value>(|component: &$($component)::+| &component$(.$field)+);

            #[inline]
            fn get(component: &Self::Component) -> Self::Value {
                $crate::Field::<$value>::read(&component$(.$field)+)
            }

            #[inline]
            fn set(component: &mut Self::Component, value: Self::Value) {
                $crate::Field::<$value>::write(&mut component$(.$field)+, value);
            }

            #[inline]
            fn show(component: &mut Self::Component, value: Self::Value, target: Self::Value) {
                $crate::Field::<$value>::show(&mut component$(.$field)+, value, target);
            }

            $($($more)*)?
        }
    )+ };
}

/// [`property!`](crate::property) for the markers of this crate. What else a property says stands in braces behind its type.
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

/// What the macro writes, wherever it is called.
#[doc(hidden)]
pub mod property_macro {
    pub use bevy::reflect::TypePath;

    /// Whether the field that this finds holds every value exactly.
    #[must_use]
    pub const fn is_exact<C, F: super::Field<V>, V>(_: fn(&C) -> &F) -> bool {
        F::IS_EXACT
    }
}
