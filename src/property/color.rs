//! Colours of what is drawn, in Oklab: equal steps look equal.

use bevy::color::Oklaba;

use super::Property;
use crate::Field;

/// A component that is a colour, as a property of the same name.
macro_rules! color {
    ($component:ty) => {
        /// Its colour, as a property of the same name. You register it.
        impl Property for $component {
            type Component = Self;
            type Value = Oklaba;
            const STORES_EXACTLY: bool = true;

            fn get(component: &Self) -> Oklaba {
                component.0.read()
            }

            fn set(component: &mut Self, value: Oklaba) {
                component.0.write(value);
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

    crate::property! {
        /// [`Sprite::color`], in Oklab: equal steps look equal. You register it.
        ///
        /// # Examples
        ///
        /// ```
        /// use bevy::prelude::*;
        /// use bevy_exact_motion::prelude::*;
        ///
        /// fn fade(sprite: Entity, mut commands: Commands) {
        ///     let faded = Color::WHITE.with_alpha(0.0);
        ///     commands.entity(sprite).insert((Spring::smooth().on::<SpriteColor>(), Target::<SpriteColor>::of(faded.into())));
        /// }
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[type_path = "bevy_exact_motion"]
        pub SpriteColor: Sprite.color as Oklaba;
    }
}

#[cfg(feature = "bevy_sprite")]
pub use sprite::SpriteColor;
