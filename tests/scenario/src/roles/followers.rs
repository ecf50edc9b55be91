//! Followers of leaders that this crate or the script moves: in chains, in rings, under parents, with look-ahead, and drawn late.

use bevy::prelude::*;
use bevy_exact_motion::{
    AxisSprings, Follow, Grabbed, Presentation, Spring, Target, TimeScale, Velocity,
    events::{Cut, Teleported},
    property::{Rotation, Scale},
};

use super::Act;
use crate::{
    cast::{Cast, Dressing, Role, Slot},
    random::orientation,
};

/// The velocity of a leader that the script moves, as the script reports it.
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Component)]
pub(crate) struct Wind(pub(crate) Vec3);

pub(super) fn dress(dressing: &mut Dressing, entity: &mut EntityWorldMut) {
    let at = dressing.at();
    let (goal, spring) = (dressing.random.vector(2.0), dressing.random.spring());
    let turned = orientation(dressing.slot.0.into());
    let mate = |role| dressing.mate(role);
    _ = match dressing.slot.role() {
        Role::AxisFollower => entity.insert((
            at,
            AxisSprings::new(Vec3::new(12.0, 5.0, 3.0), Vec3::new(0.4, 1.0, 0.8)),
            Follow::new(mate(Role::Leader)).with_offset(goal).with_feed_forward(0.5),
        )),
        Role::Follower => entity.insert((
            (at, spring, Follow::new(mate(Role::Leader)).with_feed_forward(0.6)),
            (spring.on::<Rotation>(), Follow::<Rotation>::of(mate(Role::Leader)).with_feed_forward(0.3)),
        )),
        Role::SecondFollower => entity.insert((at, spring, Follow::new(mate(Role::Follower)).with_offset(goal))),
        Role::Foreign => entity.insert(at.with_rotation(turned)),
        Role::BehindForeign => entity.insert((at, spring, Follow::new(mate(Role::Foreign)).with_feed_forward(1.0))),
        Role::Delayed => entity.insert((at, spring, Follow::new(mate(Role::Foreign)), Presentation::Delayed)),
        Role::Ticked => entity.insert((
            (at, spring, Follow::new(mate(Role::BehindForeign))),
            (Presentation::Ticked, TimeScale::new(0.7)),
        )),
        Role::LookAhead => {
            entity.insert((at, spring, Follow::new(mate(Role::Leader)).with_look_ahead(0.2).with_feed_forward(0.4)))
        }
        Role::OwnOffset => entity.insert((at, spring, Follow::new(mate(Role::Foreign)).with_own_offset(goal))),
        Role::ForeignParent => entity.insert(at.with_rotation(turned).with_scale(Vec3::new(1.5, 0.75, 1.25))),
        Role::Child => entity.insert((
            (at, spring, Follow::new(mate(Role::Leader)).with_offset(goal)),
            (spring.on::<Rotation>(), Follow::<Rotation>::of(mate(Role::Leader)).with_own_offset(0.3 * goal)),
            ChildOf(mate(Role::ForeignParent)),
        )),
        Role::MovedParent => entity.insert((
            (at, spring, Target::new(goal)),
            (Velocity::<Rotation>::of(goal), Velocity::<Scale>::of(0.001 * goal)),
        )),
        Role::ChildOfMovedParent => entity.insert((
            (at, spring, Follow::new(mate(Role::Child)).with_own_offset(goal)),
            ChildOf(mate(Role::MovedParent)),
        )),
        Role::Turner => entity.insert((
            at,
            spring.on::<Rotation>(),
            Follow::<Rotation>::of(mate(Role::Foreign)).with_offset(goal),
            Presentation::Delayed,
        )),
        Role::Grower => {
            entity.insert((at, spring.on::<Scale>(), Follow::<Scale>::of(mate(Role::Leader)).with_offset(goal)))
        }
        Role::RingFirst => entity.insert((
            (at, Spring::critical(4.0)),
            Follow::new(mate(Role::RingThird)).with_offset(0.3 * goal).with_feed_forward(0.4),
        )),
        Role::RingSecond => entity.insert((at, Spring::new(6.0, 0.7), Follow::new(mate(Role::RingFirst)))),
        Role::RingThird => {
            let target = Follow::new(mate(Role::RingSecond)).with_offset(-0.3 * goal);
            entity.insert((at, Spring::critical(5.0), target, Presentation::Delayed))
        }
        Role::BehindRing => entity.insert((at, spring, Follow::new(mate(Role::RingSecond)))),
        Role::HeldFollower => entity.insert((at, spring, Follow::new(mate(Role::Leader)).with_offset(goal))),
        Role::Windy => entity.insert((at, Wind(goal))),
        Role::BehindWind => {
            entity.insert((at, spring, Follow::new(mate(Role::Windy)).with_feed_forward(0.8).with_look_ahead(0.1)))
        }
        Role::FollowerOfReplaced => entity.insert((at, spring, Follow::new(mate(Role::Slider)))),
        Role::Cloned => entity.insert((at, spring, Follow::new(mate(Role::Foreign)))),
        _ => entity,
    };
}

pub(super) fn act(act: &mut Act) {
    let (place, way) = (act.random.vector(5.0), act.random.vector(1.0));
    let turned = orientation(act.random.below(6));
    // `Foreign` is the leader that this script moves: it walks, stands still, turns and jumps.
    if act.tick % 700 < 500 {
        act.edit::<Transform>(Role::Foreign, |transform| transform.translation += 0.1 * way);
        act.edit::<Transform>(Role::ForeignParent, |transform| transform.translation -= 0.02 * way);
    }
    if act.is_due(60, 1) {
        act.edit::<Transform>(Role::Foreign, |transform| transform.rotation = turned);
    }
    if act.is_due(240, 2) {
        act.edit::<Transform>(Role::Foreign, |transform| transform.translation = place);
        let foreign = act.mate(Role::Foreign);
        act.world.trigger(Teleported::new(foreign));
        act.edit::<Transform>(Role::ForeignParent, |transform| transform.rotation = turned);
    }
    act.edit::<Transform>(Role::Windy, |transform| transform.translation += way / 64.0);
    act.edit::<Wind>(Role::Windy, |wind| wind.0 = way);
    if act.is_due(300, 3) {
        let behind = act.mate(Role::BehindForeign);
        act.world.trigger(Cut::new(behind));
        act.edit::<Target>(Role::MovedParent, |target| target.value = place);
    }
    if act.is_due(330, 4) {
        let second = act.mate(Role::SecondFollower);
        act.world.trigger(Cut::new(second));
        act.edit::<Velocity>(Role::RingFirst, |velocity| velocity.0 += way);
    }
    // The ring is opened for 200 ticks: its first member follows a leader outside the ring.
    if act.is_due(800, 100) {
        let leader = act.mate(Role::Leader);
        act.insert(Role::RingFirst, Follow::new(leader));
    }
    if act.is_due(800, 300) {
        let third = act.mate(Role::RingThird);
        act.insert(Role::RingFirst, Follow::new(third).with_feed_forward(0.4));
    }
    hold(act, way);
    if act.is_due(450, 5) {
        let slider = act.mate(Role::Slider);
        act.edit::<Follow>(Role::FollowerOfReplaced, |follow| follow.leader = slider);
    }
    if act.is_due(1100, 70) {
        copy(act);
    }
    if act.is_due(1300, 90) {
        act.remove::<Follow>(Role::Cloned);
    }
}

/// Grabs a follower, drags it, and releases it.
fn hold(act: &mut Act, way: Vec3) {
    let since = (act.tick + 11 * u64::from(act.group)) % 260;
    match since {
        150 => act.insert(Role::HeldFollower, Grabbed::new()),
        151..170 => {
            act.edit::<Transform>(Role::HeldFollower, |transform| transform.translation += 0.2 * way);
        }
        170 => act.remove::<Grabbed>(Role::HeldFollower),
        _ => {}
    }
}

/// Replaces an entity with a clone of a moving follower.
fn copy(act: &mut Act) {
    let (before, original) = (act.mate(Role::Cloned), act.mate(Role::Follower));
    act.world.despawn(before);
    let slot: Slot = Cast::slot(act.group, Role::Cloned);
    let copy = act.world.entity_mut(original).clone_and_spawn();
    act.world.entity_mut(copy).insert(slot);
    act.world.resource_mut::<Cast>().0[usize::from(slot.0)] = copy;
}
