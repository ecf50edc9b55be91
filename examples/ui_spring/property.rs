//! What is moved here: where a card is, and where the menu's left edge is.

use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_exact_motion::prelude::*;

/// [`UiTransform::translation`]. Unit: px.
#[derive(TypePath)]
pub(crate) enum Place {}
impl Property for Place {
    type Component = UiTransform;
    type Value = Vec2;
    fn get(transform: &UiTransform) -> Vec2 {
        Vec2::new(pixels(transform.translation.x), pixels(transform.translation.y))
    }
    fn set(transform: &mut UiTransform, place: Vec2) {
        transform.translation = Val2::px(place.x, place.y);
    }
}

/// [`Node::left`]. Unit: px.
#[derive(TypePath)]
pub(crate) enum Left {}
impl Property for Left {
    type Component = Node;
    type Value = f32;
    fn get(node: &Node) -> f32 {
        pixels(node.left)
    }
    fn set(node: &mut Node, left: f32) {
        node.left = px(left);
    }
}

fn pixels(value: Val) -> f32 {
    if let Val::Px(pixels) = value { pixels } else { 0.0 }
}
