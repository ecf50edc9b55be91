//! What is moved here: where a card is on the table, and how far a list is scrolled.

use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_exact_motion::prelude::*;

/// [`UiTransform::translation`] of a card: of its left upper corner on the table. Unit: px, y down.
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

/// The height of a list's rows over the view: 0 where the first row is at the upper edge, less further down. Unit: px, y down.
#[derive(TypePath)]
pub(crate) enum Scroll {}
impl Property for Scroll {
    type Component = UiTransform;
    type Value = f32;
    fn get(transform: &UiTransform) -> f32 {
        pixels(transform.translation.y)
    }
    fn set(transform: &mut UiTransform, height: f32) {
        transform.translation.y = px(height);
    }
}

fn pixels(value: Val) -> f32 {
    if let Val::Px(pixels) = value { pixels } else { 0.0 }
}
