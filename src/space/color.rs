//! Colour spaces in which linear interpolation makes sense.

use bevy::{
    color::{ColorToComponents, Laba, LinearRgba, Oklaba, Xyza},
    math::{DVec4, Vec4},
};

use super::linear::linear_space;

linear_space! {
    /// A colour by its linear channels: light adds up. Its velocity is a [`Vec4`], in channels (red, green, blue, alpha)
    /// per second.
    ///
    /// # Special cases
    ///
    /// A spring that overshoots leaves the range from 0 to 1. A [`Color`](bevy::color::Color) that [holds](crate::Field) it then has the
    /// nearest channels in that range; for a field of another type, clamp in [`Property::set`](crate::Property::set). The default is
    /// white.
    LinearRgba, Vec4, DVec4: Self::to_vec4, Self::from_vec4, |w: DVec4| w.abs().max_element();
    /// A colour by the lightness, the two opponent axes and the alpha of Oklab: equal steps look equal. Its velocity is a
    /// [`Vec4`], in these four per second.
    ///
    /// # Special cases
    ///
    /// As for [`LinearRgba`].
    Oklaba, Vec4, DVec4: Self::to_vec4, Self::from_vec4, |w: DVec4| w.abs().max_element();
    /// As [`Oklaba`], in the older CIE Lab.
    Laba, Vec4, DVec4: Self::to_vec4, Self::from_vec4, |w: DVec4| w.abs().max_element();
    /// A colour by the tristimulus values of CIE XYZ and alpha: linear, as [`LinearRgba`].
    Xyza, Vec4, DVec4: Self::to_vec4, Self::from_vec4, |w: DVec4| w.abs().max_element();
}
