//! Colour spaces in which linear interpolation makes sense.

use bevy::{
    color::{ColorToComponents, Laba, LinearRgba, Oklaba, Xyza},
    math::{DVec4, Vec4},
};

use super::linear::linear_space;

linear_space! {
    /// A colour in linear channels, which mix like light. Its velocity is a [`Vec4`]: the change of red, green, blue and alpha per second.
    ///
    /// # Special cases
    ///
    /// A spring that overshoots leaves the range from 0 to 1. A [`Color`](bevy::color::Color) that [holds](crate::property::Field) the
    /// value is clamped to that range; for a field of another type, clamp in [`Property::set`](crate::property::Property::set). The default
    /// is white.
    LinearRgba, Vec4, DVec4: Self::to_vec4, Self::from_vec4, |w: DVec4| w.abs().max_element();
    /// A colour in Oklab (lightness, two opponent axes, alpha), in which equal steps look equal. Its velocity is a [`Vec4`]: the change of
    /// these four numbers per second.
    ///
    /// # Special cases
    ///
    /// The same as for [`LinearRgba`].
    Oklaba, Vec4, DVec4: Self::to_vec4, Self::from_vec4, |w: DVec4| w.abs().max_element();
    /// A colour in CIE Lab, which is older than [`Oklaba`] and used in the same way.
    Laba, Vec4, DVec4: Self::to_vec4, Self::from_vec4, |w: DVec4| w.abs().max_element();
    /// A colour in CIE XYZ (tristimulus values, alpha): linear, like [`LinearRgba`].
    Xyza, Vec4, DVec4: Self::to_vec4, Self::from_vec4, |w: DVec4| w.abs().max_element();
}
