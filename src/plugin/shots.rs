//! What shots add to an app: shakes, groups and blends; and what is attached to others.

use bevy::{
    ecs::schedule::{InternedScheduleLabel, ScheduleLabel},
    prelude::*,
};

use super::{CameraSystems, MotionSystems, read_velocity, register::register as register_property};
use crate::{
    camera::{
        Attach, Blend, BlendPath, Blending, Composed, Fitted, Frame, FrameBy, GroupMiddle, GroupWeight, InGroup, Shake,
        ShakeOffset, ShakeTurn, Shows,
        attach::carry::{self, attach, is_attached_anew},
        chain::{Pass, chain},
        compose::compose,
        group::{
            framing::{bring_lens, frame},
            middle::{find_first_middles, find_middles, is_group_new, member_jumps},
        },
        jumps::find_jumps,
        leader_velocity::tell_velocity,
        look::sight::begin_shown,
        orbit::walls::keep::reach,
        place,
        shake::{kick, shake_removed, stop},
        shot::{
            blend::{cut_blend, enabled, is_shot_changed, shift, taken_off, teleported},
            samples::Look,
        },
        start::start_on_target,
        uncover::{uncover, uncover_lenses},
    },
    events::{Snap, Teleported},
    follow::leader_velocity::Along,
    motion::{MotionOptions, clock::Clock},
    property::{FieldOfView, Translation},
    tick::observe::observe_enabled,
};

/// Registers their properties with these options.
pub(super) fn register(app: &mut App, options: MotionOptions) {
    register_property::<ShakeTurn>(app, options);
    register_property::<ShakeOffset>(app, options);
    register_property::<GroupWeight>(app, options);
    register_property::<FieldOfView>(app, options);
    app.register_type::<Shake>()
        .register_type::<InGroup>()
        .register_type::<Frame>()
        .register_type::<FrameBy>()
        .register_type::<Shows>()
        .register_type::<Attach>()
        .register_type::<Blend>()
        .register_type::<BlendPath>()
        .register_type::<Blending>()
        .register_type::<GroupMiddle>()
        .register_type::<Fitted>();
    read_velocity::<Translation, GroupMiddle>(app, GroupMiddle::velocity, Along::World);
    let stepping = app.world().get_resource::<Clock<Translation>>().map(|clock| clock.options.stepping);
    // Where followers are put right at other instants, a pose's velocity is not that of the place they see.
    if stepping == Some(options.stepping) {
        read_velocity::<Translation, Composed>(app, Composed::velocity, Along::World);
    }
    app.add_observer(kick).add_observer(shift).add_observer(teleported).add_observer(cut_blend).add_observer(taken_off);
    app.add_observer(carry::begin).add_observer(member_jumps::<Teleported>).add_observer(member_jumps::<Snap>);
    app.add_observer(stop).add_observer(shake_removed).add_observer(uncover);
    observe_enabled(app.world_mut(), enabled);
}

/// A shot, or leader, that was changed since the last instant is shown from that instant on, unless it is yet to be put on its target; what
/// else moves what is composed or attached gives way.
pub(super) fn add_catch(app: &mut App, schedule: InternedScheduleLabel, set: impl SystemSet) {
    let shows = (begin_shown, compose, chain(Look::Drawn, Pass::Views)).chain().run_if(is_shot_changed);
    let attached = (attach(Look::Drawn), chain(Look::Drawn, Pass::Attached)).chain().run_if(is_attached_anew);
    let all = (find_jumps, place::give_way, carry::give_way, attached, shows, uncover_lenses).chain();
    app.add_systems(schedule, all.in_set(set).after(find_first_middles).before(start_on_target));
}

/// Puts a new group somewhere `before` any follower begins behind it.
pub(super) fn add_first_middles<M>(
    app: &mut App,
    schedule: InternedScheduleLabel,
    set: impl SystemSet,
    before: impl IntoSystemSet<M>,
) {
    app.add_systems(schedule, find_first_middles.run_if(is_group_new).in_set(set).before(before));
}

/// What was written since motion went on is found before followers are put right, which is no write.
pub(super) fn add_end(app: &mut App, schedule: InternedScheduleLabel) {
    app.add_systems(schedule, find_jumps.in_set(CameraSystems::Group).before(find_middles));
    app.add_systems(schedule, (find_middles, bring_lens, frame).chain().in_set(CameraSystems::Group).before(reach));
    app.add_systems(schedule, tell_velocity.in_set(CameraSystems::Group).after(find_middles).before(reach));
}

/// What is stepped otherwise than cameras is adopted at other instants than they are: what is written of it is found where steps end.
pub(super) fn add_writes(app: &mut App, of_cameras: InternedScheduleLabel) {
    let ends = [FixedLast.intern(), PostUpdate.intern()];
    for schedule in ends.into_iter().filter(|&schedule| schedule != of_cameras) {
        app.add_systems(schedule, find_jumps.before(MotionSystems::Correct));
    }
}

/// Entities that are attached to no camera are placed before cameras are composed, and all others with the cameras.
pub(super) fn add_composition(app: &mut App, schedule: InternedScheduleLabel, look: Look) {
    app.add_systems(
        schedule,
        (attach(look).in_set(CameraSystems::Attach), chain(look, Pass::All).in_set(CameraSystems::Blend)),
    );
}
