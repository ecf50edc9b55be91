//! Colours of sprites, text and nodes as properties, in Oklab, in which equal steps look equal. An overshoot is clamped to colours that can
//! be shown.

use bevy::color::Oklaba;

use super::{Property, field::Field};

/// Implements [`Property`] for a component that is a colour. The component is its own marker.
macro_rules! color {
    ($component:ty) => {
        /// The component's colour; the component is also the property's marker. Not registered by default. While a spring overshoots, the
        /// shown channels and alpha are clamped to the range from 0 to 1.
        impl Property for $component {
            type Component = Self;
            type Value = Oklaba;

            fn get(component: &Self) -> Oklaba {
                component.0.read()
            }

            fn set(component: &mut Self, value: Oklaba) {
                component.0.write(value);
            }

            fn show(component: &mut Self, value: Oklaba, target: Oklaba) {
                component.0.show(value, target);
            }
        }
    };
}

#[cfg(feature = "bevy_text")]
color!(bevy::text::TextColor);
#[cfg(feature = "bevy_ui")]
color!(bevy::ui::BackgroundColor);

#[cfg(feature = "bevy_sprite")]
mod sprite {
    use bevy::{color::Oklaba, sprite::Sprite};

    use crate::property::field::own_property;

    own_property! {
        /// [`Sprite::color`], in Oklab: equal steps look equal. Not registered by default.
        ///
        /// While a spring overshoots, the sprite shows the nearest colour whose channels and alpha are from 0 to 1; the motion itself is
        /// not clamped. A channel above 1, for bloom, is kept if the motion starts or ends there.
        ///
        /// # Examples
        ///
        /// ```
        /// use bevy::prelude::*;
        /// use bevy_exact_motion::{prelude::*, property::SpriteColor};
        ///
        /// fn fade(sprite: Entity, mut commands: Commands) {
        ///     let faded = Color::WHITE.with_alpha(0.0);
        ///     commands.entity(sprite).insert((Spring::smooth().on::<SpriteColor>(), Target::<SpriteColor>::of(faded.into())));
        /// }
        /// ```
        SpriteColor: Sprite.color as Oklaba;
    }
}

#[cfg(feature = "bevy_sprite")]
pub use sprite::SpriteColor;
