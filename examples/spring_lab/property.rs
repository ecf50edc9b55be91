//! What is moved here: two fields of a node's transform, and the mass.

use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy_exact_motion::prelude::*;

use super::boards::Mass;

/// [`UiTransform::translation`]. Unit: px.
#[derive(TypePath)]
pub(crate) enum Place {}
impl Property for Place {
    type Component = UiTransform;
    type Value = Vec2;
    fn get(transform: &UiTransform) -> Vec2 {
        let pixels = |value| if let Val::Px(pixels) = value { pixels } else { 0.0 };
        Vec2::new(pixels(transform.translation.x), pixels(transform.translation.y))
    }
    fn set(transform: &mut UiTransform, place: Vec2) {
        transform.translation = Val2::px(place.x, place.y);
    }
}

/// [`UiTransform::scale`], the same in both directions.
#[derive(TypePath)]
pub(crate) enum Size {}
impl Property for Size {
    type Component = UiTransform;
    type Value = f32;
    fn get(transform: &UiTransform) -> f32 {
        transform.scale.x
    }
    fn set(transform: &mut UiTransform, size: f32) {
        transform.scale = Vec2::splat(size);
    }
}

/// [`Mass::position`].
#[derive(TypePath)]
pub(crate) enum MassPosition {}
impl Property for MassPosition {
    type Component = Mass;
    type Value = f32;
    fn get(mass: &Mass) -> f32 {
        mass.position
    }
    fn set(mass: &mut Mass, position: f32) {
        mass.position = position;
    }
}
