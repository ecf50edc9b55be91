//! Colours of what is drawn, in Oklab: equal steps look equal. A spring's overshoot is shown as far as there is a colour for it.

use bevy::color::Oklaba;

use super::{Property, field::Field};

/// A component that is a colour, as a property of the same name.
macro_rules! color {
    ($component:ty) => {
        /// Its colour, as a property of the same name. You register it. A spring that overshoots is shown with channels and alpha from 0 to 1.
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
        /// [`Sprite::color`], in Oklab: equal steps look equal. You register it.
        ///
        /// While a spring overshoots, the sprite has the nearest colour whose channels and alpha are from 0 to 1; the motion is not changed by
        /// that. A channel above 1, for bloom, is kept if the motion comes from it or goes to it.
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
        SpriteColor: Sprite.color as Oklaba;
    }
}

#[cfg(feature = "bevy_sprite")]
pub use sprite::SpriteColor;
