//! The registration of bones that swing.

use bevy::{app::AnimationSystems, prelude::*};

use super::MotionSystems::{BlendCameras, Inertialize, Rest, SwingBones};
use crate::{
    bones::{
        BoneCollider, SpringBones,
        systems::{Bones, is_used, put_back, shift, swing, teleported},
    },
    property::{Rotation, Translation},
};

/// Lets bones swing.
pub(super) fn register(app: &mut App) {
    app.register_type::<SpringBones>()
        .register_type::<BoneCollider>()
        .init_resource::<Bones>()
        // In the reverse order of that in which poses are shown.
        .configure_sets(First, SwingBones.before(Inertialize))
        .configure_sets(
            PostUpdate,
            SwingBones
                .after(AnimationSystems)
                .after(Inertialize)
                .after(Rest)
                .after(BlendCameras)
                .before(TransformSystems::Propagate),
        )
        .add_systems(First, put_back.run_if(is_used).in_set(SwingBones))
        .add_systems(PostUpdate, swing.run_if(is_used).in_set(SwingBones))
        .add_observer(shift)
        .add_observer(teleported::<Translation>)
        .add_observer(teleported::<Rotation>);
}
