//! The registration of bones that swing.

use bevy::{app::AnimationSystems, prelude::*};

use super::MotionSystems::{BlendCameras, Inertialize, Rest, SwingBones};
use crate::{
    bones::{
        SpringBones,
        systems::{TeleportedRoots, put_back, swing, teleported},
    },
    property::{Rotation, Translation},
};

/// Lets bones swing.
pub(super) fn register(app: &mut App) {
    let are_there = any_with_component::<SpringBones>;
    app.register_type::<SpringBones>()
        .init_resource::<TeleportedRoots>()
        .configure_sets(
            PostUpdate,
            SwingBones
                .after(AnimationSystems)
                .after(Inertialize)
                .after(Rest)
                .after(BlendCameras)
                .before(TransformSystems::Propagate),
        )
        .add_systems(First, put_back.run_if(are_there).in_set(SwingBones))
        .add_systems(PostUpdate, swing.run_if(are_there).in_set(SwingBones))
        .add_observer(teleported::<Translation>)
        .add_observer(teleported::<Rotation>);
}
