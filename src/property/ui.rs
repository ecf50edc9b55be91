//! Properties for the fields of UI nodes.

use bevy::{
    prelude::*,
    ui::{PositionType, UiTransform, Val2},
};

use super::{
    Field, Property,
    auto_length::{self, Axis, Length, Part},
    field::own_property,
};
use crate::engine::number_and_unit;

/// Returns the number of a length, in the length's own unit, or `auto` for [`Val::Auto`].
fn number(length: Val, auto: f32) -> f32 {
    number_and_unit(length).map_or(auto, |(number, _)| number)
}

/// Returns the length with this number in the unit of `unit`, or in logical pixels if `unit` is [`Val::Auto`].
fn in_unit_of(unit: Val, number: f32) -> Val {
    number_and_unit(unit).map_or(Val::Px(number), |(_, unit)| unit(number))
}

/// The value is the number of a length; a write keeps the unit. [`Val::Auto`] is read as 0, and a write turns it into px.
impl Field<f32> for Val {
    const IS_EXACT: bool = true;

    fn read(&self) -> f32 {
        number(*self, 0.0)
    }

    fn write(&mut self, value: f32) {
        *self = in_unit_of(*self, value);
    }
}

/// The effective length of an inset. In a node of relative position, [`Val::Auto`] is the negative of the inset on the other side, or 0 if
/// both are `auto`.
fn inset(own: Val, other: Val, position: PositionType) -> Val {
    match (own, position) {
        (Val::Auto, PositionType::Relative) if other == Val::Auto => Val::ZERO,
        (Val::Auto, PositionType::Relative) => other * -1.0,
        _ => own,
    }
}

macro_rules! length {
    ($($(#[$doc:meta])* $name:ident: $field:ident, $part:expr, $axis:ident, as $length:expr;)*) => { $(
        $(#[$doc])*
        #[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
        #[type_path = "bevy_exact_motion"]
        pub enum $name {}

        impl Property for $name {
            type Component = Node;
            type Value = f32;
            const STORES_EXACTLY: bool = true;

            fn get(node: &Node) -> f32 {
                number($length(node), f32::NAN)
            }

            fn set(node: &mut Node, value: f32) {
                node.$field = in_unit_of($length(node), value);
            }

            fn awaits(node: &Node) -> Option<&'static str> {
                let is_auto = $length(node) == Val::Auto;
                is_auto.then_some("a length: `auto` has none until the next layout, so write it in `Update`, or write px")
            }

            fn prepare(app: &mut App) {
                auto_length::prepare::<Self>(app);
            }
        }

        impl Length for $name {
            const FIELD: &'static str = concat!("Node::", stringify!($field));
            const PART: Part = $part;
            const AXIS: Axis = Axis::$axis;
        }
    )* };
}

length! {
    /// [`Node::left`]. Unit: that of the field. Not registered by default; the best options for user interfaces are
    /// [`MotionOptions::frame_real`](crate::MotionOptions::frame_real).
    ///
    /// Values, targets, bounds and velocities are numbers in the field's own unit. If the field is in percent, a target of 50 is 50 %, and
    /// the field stays in percent. To animate in px, write the field in px.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy::prelude::*;
    /// use bevy_exact_motion::{prelude::*, property::NodeLeft};
    ///
    /// let mut app = App::new();
    /// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()))
    ///     .register_motion_with::<NodeLeft>(MotionOptions::frame_real());
    /// // A menu that slides in, by its own width; and one that slides in by the width of its parent.
    /// let slide = (Spring::snappy().on::<NodeLeft>(), Target::<NodeLeft>::of(0.0));
    /// app.world_mut().spawn((Node { left: px(-320), width: px(320), ..default() }, slide));
    /// app.world_mut().spawn((Node { left: percent(-100), ..default() }, slide));
    /// ```
    ///
    /// # Special cases
    ///
    /// - [`Val::Auto`] becomes px: the motion starts where Bevy's layout has placed the node. Nothing is written before the node's first
    ///   layout, or while the node or one of its ancestors has `Display::None`. Without Bevy's layout, `auto` is 0 px.
    /// - In a node of relative position, `auto` needs no layout: it is 0 px, or the negative of the inset on the other side.
    /// - Your code may write the field in another unit: the motion continues from the written number, in that unit.
    NodeLeft: left, Part::Start, X, as |node: &Node| inset(node.left, node.right, node.position_type);
    /// [`Node::right`], like [`NodeLeft`].
    NodeRight: right, Part::End, X, as |node: &Node| inset(node.right, node.left, node.position_type);
    /// [`Node::top`], like [`NodeLeft`].
    NodeTop: top, Part::Start, Y, as |node: &Node| inset(node.top, node.bottom, node.position_type);
    /// [`Node::bottom`], like [`NodeLeft`].
    NodeBottom: bottom, Part::End, Y, as |node: &Node| inset(node.bottom, node.top, node.position_type);
    /// [`Node::width`], like [`NodeLeft`]. [`Val::Auto`] is the width in the last layout.
    NodeWidth: width, Part::Size, X, as |node: &Node| node.width;
    /// [`Node::height`], like [`NodeWidth`]. [`NodeLeft`] has an example.
    NodeHeight: height, Part::Size, Y, as |node: &Node| node.height;
}

/// [`UiTransform::translation`]. Unit: that of the field, for each axis. y points down. Not registered by default.
///
/// It moves only the drawn node, so Bevy computes no new layout. Both numbers are in the field's own units, as for [`NodeLeft`],
/// which has an example; [`Val::Auto`] is 0 px.
#[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
#[type_path = "bevy_exact_motion"]
pub enum NodeTranslation {}

impl Property for NodeTranslation {
    type Component = UiTransform;
    type Value = Vec2;
    const STORES_EXACTLY: bool = true;

    fn get(transform: &UiTransform) -> Vec2 {
        let Val2 { x, y } = transform.translation;
        Vec2::new(x.read(), y.read())
    }

    fn set(transform: &mut UiTransform, value: Vec2) {
        transform.translation.x.write(value.x);
        transform.translation.y.write(value.y);
    }
}

own_property! {
    /// [`UiTransform::scale`]. Unit: 1. Not registered by default. The guide has an [example](crate::guide::interfaces).
    ///
    /// A spring that overshoots a target of 0 makes the scale negative, which mirrors the node; `Limits::<NodeScale>::of(Vec2::ZERO, None)`
    /// stops it at 0.
    NodeScale: UiTransform.scale as Vec2;
    /// [`UiTransform::rotation`], clockwise. It takes the short way round. Not registered by default. The guide has an
    /// [example](crate::guide::interfaces) with [`NodeScale`], which is used in the same way.
    NodeRotation: UiTransform.rotation as Rot2;
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: [fn(f32) -> Val; 6] = [Val::Px, Val::Percent, Val::Vw, Val::Vh, Val::VMin, Val::VMax];

    #[test]
    fn a_length_keeps_its_unit() {
        for unit in UNITS {
            let mut node = Node { left: unit(-100.0), width: unit(0.0), ..Node::default() };
            assert_eq!((NodeLeft::get(&node), NodeWidth::get(&node)), (-100.0, 0.0));
            NodeLeft::set(&mut node, -30.0);
            NodeWidth::set(&mut node, 7.5);
            // Bevy compares zeros of all units as equal, so no length that is compared is 0.
            assert_eq!((node.left, node.width), (unit(-30.0), unit(7.5)));
            let mut transform = UiTransform { translation: Val2::new(unit(2.0), Val::Auto), ..UiTransform::default() };
            assert_eq!(NodeTranslation::get(&transform), Vec2::new(2.0, 0.0));
            NodeTranslation::set(&mut transform, Vec2::new(3.0, 4.0));
            assert_eq!(transform.translation, Val2::new(unit(3.0), Val::Px(4.0)));
        }
    }

    #[test]
    fn without_a_layout_auto_has_a_value_only_for_insets_of_relative_nodes() {
        let mut node = Node::default();
        assert_eq!((NodeLeft::get(&node), NodeLeft::awaits(&node)), (0.0, None));
        assert!(NodeWidth::get(&node).is_nan() && NodeWidth::awaits(&node).is_some());
        node.right = Val::Percent(10.0);
        assert_eq!(NodeLeft::get(&node), -10.0);
        NodeLeft::set(&mut node, 5.0);
        assert_eq!(node.left, Val::Percent(5.0));
        let absolute = Node { position_type: PositionType::Absolute, ..Node::default() };
        assert!(NodeLeft::get(&absolute).is_nan() && NodeLeft::awaits(&absolute).is_some());
    }
}
