//! Bounds, bounces, stops and throws.

use bevy::prelude::*;
use bevy_exact_motion::{
    DryFriction, Fling, Follow, Friction, Grabbed, Gravity, Limits, SnapPoints, SnapTo, SoftBounds, Spring, Target,
    Velocity, space::Angle,
};

use super::Act;
use crate::{
    cast::{Dressing, Role},
    property::Bearing,
};

pub(super) fn dress(dressing: &mut Dressing, entity: &mut EntityWorldMut) {
    let at = dressing.at();
    let (goal, spring) = (dressing.random.vector(4.0), dressing.random.spring());
    let corner = Vec3::splat(6.0);
    let mate = |role| dressing.mate(role);
    _ = match dressing.slot.role() {
        Role::Ball => entity.insert((
            at,
            Gravity::new(Vec3::NEG_Y * 9.0),
            Friction::new(0.1),
            Limits::floor(-6.0).with_restitution(0.8),
        )),
        Role::BoundedFollower => entity.insert((at, spring, Follow::new(mate(Role::Ball)), Limits::floor(-5.5))),
        Role::Plane => entity.insert((
            (at, Gravity::new(Vec3::NEG_Y * 4.0)),
            Limits::plane(Vec3::new(0.6, 0.8, 0.0), -7.0).with_restitution(0.6),
            DryFriction::new(0.3),
        )),
        Role::Boxed => entity.insert((at, Velocity::new(goal), Limits::between(-corner, corner).with_restitution(1.0))),
        Role::Soft => {
            let limits = Limits::between(-0.5 * corner, 0.5 * corner).softened(9.0);
            entity.insert((at, Velocity::new(goal), Friction::new(0.2), limits))
        }
        Role::Clamped => entity.insert((at, spring, Target::new(goal), Limits::default().with_stop_at_target())),
        Role::MovingBound => entity.insert((
            (at, Spring::new(8.0, 0.3), Target::new(goal)),
            Limits::between(-0.4 * corner, 0.4 * corner).with_restitution(0.5).tracked(),
        )),
        Role::SoftFollower => {
            let soft = SoftBounds {
                upper: Limits::at_most(goal).upper,
                angular_frequency: 15.0,
                feed_forward: 0.5,
                damps_inside: true,
                ..SoftBounds::default()
            };
            entity.insert((
                (at, spring, Follow::new(mate(Role::Foreign)).with_feed_forward(0.7)),
                Limits { soft: Some(soft), ..Limits::default() },
            ))
        }
        Role::Thrown => entity.insert((at, Velocity::new(goal), Friction::new(1.5))),
        Role::Pages => entity.insert((
            Transform::default(),
            Friction::new(2.0),
            SnapPoints::pages(Vec3::new(3.0, 0.0, 0.0), 1),
            Limits::between(-3.0 * corner, 3.0 * corner).softened(12.0),
        )),
        Role::Points => entity.insert((
            at,
            Friction::new(1.2),
            SnapPoints::points([Vec3::ZERO, goal, -goal, Vec3::new(4.0, -4.0, 2.0)]).with_min_speed(0.5),
        )),
        Role::Steps => entity.insert((
            Bearing(Angle(0.25)),
            Friction::new(1.0).on::<Bearing>(),
            SnapPoints::<Bearing>::of(SnapTo::Steps { step: 0.5, origin: Angle(0.125) }),
        )),
        Role::Bouncer => entity.insert((
            (at, Velocity::new(goal), Gravity::new(Vec3::NEG_Y * 6.0), DryFriction::new(0.5)),
            Limits::between(-corner, corner).with_restitution(0.9),
        )),
        _ => entity,
    };
}

pub(super) fn act(act: &mut Act) {
    let (place, way) = (act.random.vector(5.0), act.random.vector(1.0));
    if act.is_due(310, 1) {
        act.edit::<Velocity>(Role::Ball, |velocity| velocity.0 += Vec3::new(way.x, 9.0, way.z));
        act.edit::<Velocity>(Role::Plane, |velocity| velocity.0 += 5.0 * way);
    }
    if act.is_due(170, 2) {
        act.edit::<Velocity>(Role::Boxed, |velocity| velocity.0 += 2.0 * way);
        act.edit::<Velocity>(Role::Soft, |velocity| velocity.0 += 8.0 * way);
        act.edit::<Target>(Role::Clamped, |target| target.value = place);
        act.edit::<Target>(Role::MovingBound, |target| target.value = place);
    }
    if act.is_due(2000, 50) {
        act.edit::<Velocity>(Role::Boxed, |velocity| velocity.0 = place);
    }
    if act.tick % 400 < 200 {
        act.edit::<Limits>(Role::MovingBound, |limits| {
            limits.lower[0] = limits.lower[0].map(|lower| (lower + 0.05 * way.x).clamp(-4.0, -1.0));
            limits.upper[1] = limits.upper[1].map(|upper| (upper + 0.05 * way.y).clamp(1.0, 4.0));
        });
    }
    if act.is_due(150, 3) {
        act.edit::<Velocity>(Role::Thrown, |velocity| velocity.0 = 6.0 * way);
        let fling = if act.is_due(300, 3) { Fling::new(place) } else { Fling::new(place).with_duration(1.25) };
        act.insert(Role::Thrown, fling);
    }
    if act.is_due(530, 4) {
        act.edit::<Velocity>(Role::Bouncer, |velocity| velocity.0 += 6.0 * way);
    }
    drag(act, way);
}

/// Drags the entities that have snap points, and releases them, which throws them.
fn drag(act: &mut Act, way: Vec3) {
    let since = (act.tick + 11 * u64::from(act.group)) % 230;
    match since {
        20 => {
            act.insert(Role::Pages, Grabbed::new());
            act.insert(Role::Points, Grabbed::new());
            act.insert(Role::Steps, Grabbed::<Bearing>::of());
        }
        21..36 => {
            act.edit::<Transform>(Role::Pages, |transform| transform.translation.x += 0.1 + 0.1 * way.x);
            act.edit::<Transform>(Role::Points, |transform| transform.translation += 0.15 * way);
            act.edit::<Bearing>(Role::Steps, |bearing| bearing.0.0 += 0.1 * way.y + 0.05);
        }
        36 => {
            act.remove::<Grabbed>(Role::Pages);
            act.remove::<Grabbed>(Role::Points);
            act.remove::<Grabbed<Bearing>>(Role::Steps);
        }
        _ => {}
    }
    if act.is_due(690, 200) {
        // Back to the first page.
        act.edit::<Transform>(Role::Pages, |transform| transform.translation = Vec3::ZERO);
    }
}
