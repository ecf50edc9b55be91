//! Fields of user interfaces' nodes.

use bevy::{
    math::{Rot2, Vec2},
    reflect::TypePath,
    ui::{Node, UiTransform, Val, Val2},
};

use super::{Field, Property};

/// Logical pixels, as far as they are known without a layout: 0 in any unit is 0, and `auto` what this says.
fn pixels(length: Val, auto: f32) -> f32 {
    match length {
        Val::Px(pixels) => pixels,
        Val::Auto => auto,
        Val::Percent(share) | Val::Vw(share) | Val::Vh(share) | Val::VMin(share) | Val::VMax(share) => {
            if share == 0.0 {
                0.0
            } else {
                f32::NAN
            }
        }
    }
}

/// In logical pixels: [`Val::Auto`] and 0 in any unit are 0, and what cannot be known without a layout counts as NaN.
impl Field<f32> for Val {
    const IS_EXACT: bool = true;

    fn read(&self) -> f32 {
        pixels(*self, 0.0)
    }

    fn write(&mut self, value: f32) {
        *self = Self::Px(value);
    }
}

macro_rules! length {
    ($($(#[$doc:meta])* $name:ident: $field:ident, auto: $auto:expr;)*) => { $(
        $(#[$doc])*
        #[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
        #[type_path = "bevy_exact_motion"]
        pub enum $name {}

        impl Property for $name {
            type Component = Node;
            type Value = f32;

            fn get(node: &Node) -> f32 {
                pixels(node.$field, $auto)
            }

            fn set(node: &mut Node, value: f32) {
                node.$field = Val::Px(value);
            }
        }
    )* };
}

length! {
    /// [`Node::left`]. Unit: logical px. You register it, best with [`MotionOptions::frame_real`](crate::MotionOptions::frame_real).
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::prelude::*;
    ///
    /// let mut app = App::new();
    /// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()))
    ///     .register_motion_with::<NodeLeft>(MotionOptions::frame_real());
    /// // A menu that slides in.
    /// app.world_mut().spawn((
    ///     Node { left: px(-320), ..default() },
    ///     Spring::snappy().on::<NodeLeft>(),
    ///     Target::<NodeLeft>::of(0.0),
    /// ));
    /// ```
    ///
    /// # Special cases
    ///
    /// Without a layout only px are known; [`Val::Auto`] and 0 in any unit are 0 px. A length in another unit counts as NaN:
    /// [`InvalidMotion`](crate::InvalidMotion) is triggered, and the last valid motion continues, from 0 px if there was none.
    NodeLeft: left, auto: 0.0;
    /// [`Node::right`], as [`NodeLeft`].
    NodeRight: right, auto: 0.0;
    /// [`Node::top`], as [`NodeLeft`].
    NodeTop: top, auto: 0.0;
    /// [`Node::bottom`], as [`NodeLeft`].
    NodeBottom: bottom, auto: 0.0;
    /// [`Node::width`], as [`NodeLeft`]; but [`Val::Auto`] counts as NaN, because it has no width in px without a layout.
    NodeWidth: width, auto: f32::NAN;
    /// [`Node::height`], as [`NodeWidth`]. [`NodeLeft`] has an example.
    NodeHeight: height, auto: f32::NAN;
}

/// [`UiTransform::translation`]. Unit: logical px, y down. You register it.
///
/// It moves only what is drawn, so Bevy computes no layout for it. Other units count as with [`NodeLeft`], which has an example.
#[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_exact_motion"]
pub enum NodeTranslation {}

impl Property for NodeTranslation {
    type Component = UiTransform;
    type Value = Vec2;

    fn get(transform: &UiTransform) -> Vec2 {
        let Val2 { x, y } = transform.translation;
        Vec2::new(pixels(x, 0.0), pixels(y, 0.0))
    }

    fn set(transform: &mut UiTransform, value: Vec2) {
        transform.translation = Val2::px(value.x, value.y);
    }
}

crate::property! {
    /// [`UiTransform::scale`]. Unit: 1. You register it. The guide has an [example](crate::guide::interfaces).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[type_path = "bevy_exact_motion"]
    pub NodeScale: UiTransform.scale as Vec2;
    /// [`UiTransform::rotation`], clockwise, the short way round. You register it, as [`NodeScale`]. The guide has an
    /// [example](crate::guide::interfaces) of that.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[type_path = "bevy_exact_motion"]
    pub NodeRotation: UiTransform.rotation as Rot2;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_in_pixels_or_none_at_all() {
        assert_eq!(pixels(Val::Px(-3.5), 0.0), -3.5);
        for zero in [Val::Percent(0.0), Val::Vw(0.0), Val::Vh(-0.0), Val::VMin(0.0), Val::VMax(0.0)] {
            assert_eq!(pixels(zero, f32::NAN), 0.0, "{zero:?}");
        }
        for unknown in [Val::Percent(50.0), Val::Vw(1.0), Val::Vh(1.0), Val::VMin(1.0), Val::VMax(1.0)] {
            assert!(pixels(unknown, 0.0).is_nan(), "{unknown:?}");
        }
        assert_eq!(NodeLeft::get(&Node::default()), 0.0);
        assert!(NodeWidth::get(&Node::default()).is_nan());
    }
}
