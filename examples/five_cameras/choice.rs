//! Which camera is shown.

use bevy::prelude::*;
use bevy_exact_motion::camera::GroupMembers;

use super::field::Walker;
use super::lock_on::{self, Enemy};
use super::{model_viewer, platformer, third_person, top_down};

/// A camera of the guide.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Chosen {
    #[default]
    ThirdPerson,
    Platformer,
    TopDown,
    LockOn,
    ModelViewer,
}

impl Chosen {
    pub(crate) const ALL: [Self; 5] =
        [Self::ThirdPerson, Self::Platformer, Self::TopDown, Self::LockOn, Self::ModelViewer];

    /// The text on the camera's button.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::ThirdPerson => "1 third person",
            Self::Platformer => "2 platformer",
            Self::TopDown => "3 top-down",
            Self::LockOn => "4 lock-on",
            Self::ModelViewer => "5 viewer",
        }
    }

    /// What to try.
    pub(crate) const fn remark(self) -> &'static str {
        match self {
            Self::ThirdPerson => {
                "Walk with W A S D and turn with the mouse. Let go for 2 seconds: the camera turns behind you."
            }
            Self::Platformer => "Run with A D and jump with Space. Jumps do not move the camera, landings do.",
            Self::TopDown => "Push an edge of the window, drag, or zoom. The picture stays on the field.",
            Self::LockOn => "Walk around the enemy with W A S D. The camera shows both of you.",
            Self::ModelViewer => "Drag to turn, drag with the right button or two fingers to pan, zoom.",
        }
    }

    const fn key(self) -> KeyCode {
        match self {
            Self::ThirdPerson => KeyCode::Digit1,
            Self::Platformer => KeyCode::Digit2,
            Self::TopDown => KeyCode::Digit3,
            Self::LockOn => KeyCode::Digit4,
            Self::ModelViewer => KeyCode::Digit5,
        }
    }
}

/// Reads the keys that choose a camera.
pub(crate) fn listen(keys: Res<ButtonInput<KeyCode>>, mut chosen: ResMut<Chosen>) {
    if let Some(&camera) = Chosen::ALL.iter().find(|camera| keys.just_pressed(camera.key())) {
        chosen.set_if_neq(camera);
    }
}

/// Replaces the camera.
pub(crate) fn change(
    chosen: Res<Chosen>,
    cameras: Query<Entity, (With<Camera>, Without<IsDefaultUiCamera>)>,
    groups: Query<Entity, With<GroupMembers>>,
    parents: Query<&ChildOf>,
    player: Single<Entity, With<Walker>>,
    enemy: Single<Entity, With<Enemy>>,
    mut commands: Commands,
) {
    for camera in &cameras {
        commands.entity(parents.root_ancestor(camera)).despawn();
    }
    for group in &groups {
        commands.entity(group).despawn();
    }
    match *chosen {
        Chosen::ThirdPerson => third_person::show(*player, &mut commands),
        Chosen::Platformer => platformer::show(&mut commands),
        Chosen::TopDown => top_down::show(&mut commands),
        Chosen::LockOn => lock_on::show(*player, *enemy, &mut commands),
        Chosen::ModelViewer => model_viewer::show(&mut commands),
    }
}

/// The directions of the keys that are held: x to the right, y up. Length: at most 1.
pub(crate) fn stick(keys: &ButtonInput<KeyCode>) -> Vec2 {
    let held = |these: [KeyCode; 2]| f32::from(u8::from(keys.any_pressed(these)));
    let right = held([KeyCode::KeyD, KeyCode::ArrowRight]) - held([KeyCode::KeyA, KeyCode::ArrowLeft]);
    let up = held([KeyCode::KeyW, KeyCode::ArrowUp]) - held([KeyCode::KeyS, KeyCode::ArrowDown]);
    Vec2::new(right, up).clamp_length_max(1.0)
}
