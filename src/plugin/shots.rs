//! The part of the camera plugin for shots, shakes, groups and attached entities.

use bevy::{
    ecs::schedule::{InternedScheduleLabel, ScheduleLabel},
    prelude::*,
};

use super::{MotionSystems, add_velocity_reader, register::register as register_property, sets::StartFollowers};
use crate::{
    camera::{
        ActiveShot, Attach, Blend, Blending, Composed, Fitted, FramingMode, GroupFraming, GroupMember, GroupMembers,
        GroupMiddle, GroupWeight, InGroup, Shake, ShakeOffset, ShakeTurn,
        attach::carry::{self, attach, is_attachment_changed},
        chain::{Pass, chain},
        compose::compose,
        group::{
            framing::{fit_groups, insert_lens_spring},
            middle::{find_first_middles, find_middles, is_group_new, member_cut, member_started, member_teleported},
        },
        leader_velocity::update_known_velocity,
        look::sight::begin_new_shots,
        orbit::walls::systems::apply_walls,
        place,
        restore_own_view::{restore_own_lenses, restore_own_view},
        shake::{check_sways, kick, shake_removed},
        shot::{
            blend::{cut_blend, enabled, is_shot_changed, shift, shot_or_attach_removed, teleported},
            samples::Phase,
        },
        teleports::find_teleports,
    },
    follow::leader_velocity::VelocityAxes,
    motion::{MotionOptions, clock::Clock},
    property::{FieldOfView, Translation},
    tick::observe::observe_enabled,
};

/// Registers the properties of shakes, groups and lenses with these options.
pub(super) fn register(app: &mut App, options: MotionOptions) {
    register_property::<ShakeTurn>(app, options);
    register_property::<ShakeOffset>(app, options);
    register_property::<GroupWeight>(app, options);
    register_property::<FieldOfView>(app, options);
    app.register_type::<Shake>()
        .register_type::<InGroup>()
        .register_type::<GroupMembers>()
        .register_type::<GroupMember>()
        .register_type::<GroupFraming>()
        .register_type::<FramingMode>()
        .register_type::<ActiveShot>()
        .register_type::<Attach>()
        .register_type::<Blend>()
        .register_type::<Blending>()
        .register_type::<GroupMiddle>()
        .register_type::<Fitted>();
    add_velocity_reader::<Translation, GroupMiddle>(app, GroupMiddle::velocity, VelocityAxes::World);
    let stepping = app.world().get_resource::<Clock<Translation>>().map(|clock| clock.options.stepping);
    // Followers that are corrected at other instants than cameras must not use a pose's velocity: it belongs to another instant.
    if stepping == Some(options.stepping) {
        add_velocity_reader::<Translation, Composed>(app, Composed::velocity, VelocityAxes::World);
    }
    app.add_observer(kick)
        .add_observer(shift)
        .add_observer(teleported)
        .add_observer(cut_blend)
        .add_observer(shot_or_attach_removed);
    app.add_observer(carry::begin)
        .add_observer(member_teleported)
        .add_observer(member_started)
        .add_observer(member_cut);
    app.add_observer(shake_removed).add_observer(restore_own_view);
    observe_enabled(app.world_mut(), enabled);
}

/// Adds the systems that react to changes since the last tick or frame. They find teleports, remove motion that composed and attached
/// entities cannot have, and let new shots and leaders act from the current instant on. They run before followers are started on their
/// targets.
pub(super) fn add_shot_changes(app: &mut App, schedule: InternedScheduleLabel, set: impl SystemSet) {
    let shots = (begin_new_shots, compose, chain(Phase::Again, Pass::Views)).chain().run_if(is_shot_changed);
    let attached = (attach(Phase::Again), chain(Phase::Again, Pass::Attached)).chain().run_if(is_attachment_changed);
    let all = (
        find_teleports,
        place::remove_overridden_motion,
        carry::remove_overridden_motion,
        attached,
        shots,
        restore_own_lenses,
    )
        .chain();
    app.add_systems(schedule, all.in_set(set).after(find_first_middles).before(StartFollowers));
}

/// Adds the system that moves a new group to its middle before any follower starts on the group.
pub(super) fn add_first_middles(app: &mut App, schedule: InternedScheduleLabel, set: impl SystemSet) {
    app.add_systems(schedule, find_first_middles.run_if(is_group_new).in_set(set).before(StartFollowers));
}

/// Adds the systems that find teleports, group middles, framings and camera velocities at the end of a tick. Teleports are found before
/// followers are corrected, because a correction must not be mistaken for a write by user code.
pub(super) fn add_tick_end(app: &mut App, schedule: InternedScheduleLabel) {
    app.add_systems(schedule, find_teleports.in_set(MotionSystems::FrameGroups).before(find_middles));
    app.add_systems(schedule, check_sways.in_set(MotionSystems::FrameGroups));
    app.add_systems(
        schedule,
        (find_middles, insert_lens_spring, fit_groups).chain().in_set(MotionSystems::FrameGroups).before(apply_walls),
    );
    app.add_systems(
        schedule,
        update_known_velocity.in_set(MotionSystems::FrameGroups).after(find_middles).before(apply_walls),
    );
}

/// Adds systems that find teleports of properties that are stepped in a different schedule from cameras. Such properties are adopted at
/// other times, so the systems run at the end of each step.
pub(super) fn add_teleport_detection(app: &mut App, of_cameras: InternedScheduleLabel) {
    let ends = [FixedLast.intern(), PostUpdate.intern()];
    for schedule in ends.into_iter().filter(|&schedule| schedule != of_cameras) {
        app.add_systems(schedule, find_teleports.before(MotionSystems::Correct));
    }
}

/// Adds the systems that place attached entities. Entities that depend on a camera are placed with the cameras, all others before.
pub(super) fn add_composition(app: &mut App, schedule: InternedScheduleLabel, phase: Phase) {
    app.add_systems(
        schedule,
        (attach(phase).in_set(MotionSystems::Attach), chain(phase, Pass::All).in_set(MotionSystems::BlendCameras)),
    );
}
