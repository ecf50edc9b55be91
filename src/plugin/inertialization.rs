//! The registration of values that jump.

use core::marker::PhantomData;

#[cfg(feature = "bevy_ui")]
use bevy::ui::UiSystems;
use bevy::{app::AnimationSystems, prelude::*};
use log::warn;

use super::MotionSystems;
#[cfg(feature = "bevy_animation")]
use crate::{
    inertialization::{InertializeClips, clips::find_clip_changes},
    property::{Rotation, Scale, Translation},
};
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

/// The set of systems that show values at their offsets: one system for each property, in any order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ShowOffsets;

/// The set of systems that restore what other code wrote.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PutBack;

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
            ShowOffsets.after(AnimationSystems).after(MotionSystems::Rest).before(TransformSystems::Propagate),
        )
        .add_systems(First, put_back::<P>.in_set(PutBack).ambiguous_with(PutBack))
        .add_systems(PostUpdate, show::<P>.in_set(ShowOffsets).ambiguous_with(ShowOffsets))
        .add_observer(jumped::<P>)
        .add_observer(teleported::<P>)
        .add_observer(shift::<P>);
    #[cfg(feature = "camera")]
    app.configure_sets(PostUpdate, ShowOffsets.after(MotionSystems::BlendCameras));
    #[cfg(feature = "bevy_ui")]
    app.configure_sets(PostUpdate, ShowOffsets.before(UiSystems::Layout));
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
        .add_systems(PostUpdate, find_clip_changes.after(AnimationSystems).before(ShowOffsets));
}
