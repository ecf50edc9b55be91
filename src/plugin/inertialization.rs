//! The registration of values that jump.

use core::marker::PhantomData;

#[cfg(feature = "bevy_ui")]
use bevy::ui::UiSystems;
use bevy::{app::AnimationSystems, prelude::*};
use log::warn;

use super::MotionSystems::{self, Inertialize};
use crate::{
    engine::RemoveEvent,
    inertialization::{
        Inertialization, SmoothsJumps,
        systems::{jumped, put_back, removed, shift, show, teleported},
    },
    motion::clock::Clock,
    property::Property,
    tick::observe::observe,
};
#[cfg(feature = "bevy_animation")]
use crate::{
    inertialization::{InertializeClips, clips::find_clip_changes},
    property::{Rotation, Scale, Translation},
};

/// Smooths the jumps of property `P`. A no-op if they are smoothed already.
pub(super) fn register<P: Property>(app: &mut App) {
    if !app.world().contains_resource::<Clock<P>>() {
        warn!("{} is not registered yet: its jumps are shown", P::short_type_path());
        return;
    }
    if app.world().contains_resource::<SmoothsJumps<P>>() {
        return;
    }
    app.insert_resource(SmoothsJumps::<P>(PhantomData))
        .register_type::<Inertialization<P>>()
        .configure_sets(
            PostUpdate,
            Inertialize.after(AnimationSystems).after(MotionSystems::Rest).before(TransformSystems::Propagate),
        )
        .add_systems(First, put_back::<P>.in_set(Inertialize).ambiguous_with(Inertialize))
        .add_systems(PostUpdate, show::<P>.in_set(Inertialize).ambiguous_with(Inertialize))
        .add_observer(jumped::<P>)
        .add_observer(teleported::<P>)
        .add_observer(shift::<P>);
    #[cfg(feature = "camera")]
    app.configure_sets(PostUpdate, Inertialize.after(MotionSystems::BlendCameras));
    #[cfg(feature = "bevy_ui")]
    app.configure_sets(PostUpdate, Inertialize.before(UiSystems::Layout));
    let component = app.world_mut().register_component::<Inertialization<P>>();
    observe::<RemoveEvent>(app.world_mut(), &[component], removed::<P>);
}

/// Smooths the changes of animation clips.
#[cfg(feature = "bevy_animation")]
pub(super) fn register_clips(app: &mut App) {
    register::<Translation>(app);
    register::<Rotation>(app);
    register::<Scale>(app);
    app.register_type::<InertializeClips>()
        .add_systems(PostUpdate, find_clip_changes.after(AnimationSystems).before(Inertialize));
}
