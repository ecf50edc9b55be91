//! What bevy_tweening has with its feature `bevy_ui`, which needs a renderer.

use bevy::prelude::*;
use bevy_tweening::Lens;

pub(crate) struct UiTransformScaleLens {
    pub(crate) start: Vec2,
    pub(crate) end: Vec2,
}

impl Lens<UiTransform> for UiTransformScaleLens {
    fn lerp(&mut self, mut target: Mut<UiTransform>, ratio: f32) {
        target.scale = self.start.lerp(self.end, ratio);
    }
}

pub(crate) struct UiTransformTranslationLens {
    pub(crate) start: Vec2,
    pub(crate) end: Vec2,
}

impl Lens<UiTransform> for UiTransformTranslationLens {
    fn lerp(&mut self, mut target: Mut<UiTransform>, ratio: f32) {
        let Vec2 { x, y } = self.start.lerp(self.end, ratio);
        target.translation = Val2::px(x, y);
    }
}
