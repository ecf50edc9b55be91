//! Springs, friction, gravity and exponential rates, alone and together, with targets that jump, are tracked, or move.

use bevy::prelude::*;
use bevy_exact_motion::{
    AxisSprings, DryFriction, ExponentialRate, Friction, Gravity, Motion, RestTolerance, Spring, Target, TimeScale,
    Velocity,
    events::OriginShift,
    prelude::Limits,
    property::{Progress, Rotation, Rotation2d, Scale, TranslationX, TranslationY, TranslationZ},
    space::Angle,
};

use super::Act;
use crate::{
    cast::{Dressing, Role},
    random::orientation,
};

fn burst(way: Vec3) -> ExponentialRate {
    ExponentialRate::new(way, 0.5, 1.3).expect("the rate should be feasible")
}

pub(super) fn dress(dressing: &mut Dressing, entity: &mut EntityWorldMut) {
    let at = dressing.at();
    let (goal, spring) = (dressing.random.vector(5.0), dressing.random.spring());
    let turned = orientation(dressing.slot.0.into());
    let near = dressing.random.between(0.05, 0.6);
    _ = match dressing.slot.role() {
        Role::Leader => entity.insert((
            (at, spring, Target::new(goal)),
            (spring.on::<Rotation>(), Target::<Rotation>::of(turned)),
            (spring.on::<Scale>(), Target::<Scale>::of(goal)),
        )),
        Role::Tracked => entity.insert((at, spring, Target::new(goal).tracked())),
        Role::MovingTarget => entity.insert((at, spring, Target::new(goal).with_velocity(0.1 * goal))),
        Role::AxisSprings => entity.insert((
            at.with_rotation(turned),
            AxisSprings::new(Vec3::new(9.0, 2.0, 4.0), Vec3::new(0.3, 1.0, 1.7)).in_own_frame(),
            Target::new(goal),
            (Velocity::<Rotation>::of(near * goal), Friction::new(0.1).on::<Rotation>()),
        )),
        Role::Glider => entity.insert((
            (at, Velocity::new(goal), Friction::new(near), Gravity::new(Vec3::new(0.1, -0.3, 0.05))),
            (Velocity::<Rotation>::of(goal), Friction::new(0.2).on::<Rotation>()),
            Gravity::<Rotation>::of(0.05 * goal),
        )),
        Role::Slider => entity.insert((at, Velocity::new(goal), DryFriction::new(2.0 * near), Friction::new(0.1))),
        Role::DrySpring => entity.insert((at, spring, Target::new(goal), DryFriction::new(4.0 * near))),
        Role::Burst => entity.insert((at, burst(goal))),
        Role::BurstTo => entity.insert((at, ExponentialRate::to(goal, 0.2, 1.1))),
        Role::BurstInCompany => {
            entity.insert((at, burst(goal), spring, Target::new(goal), Friction::new(near), Gravity::new(0.2 * goal)))
        }
        Role::Growing => entity.insert((
            at,
            ExponentialRate::<Scale>::of(goal, 0.1, 0.9).expect("the rate should be feasible").then_coast(),
            Friction::new(1.0).on::<Scale>(),
        )),
        Role::Toggled => entity.insert((Progress(0.0), spring.on::<Progress>(), Target::<Progress>::of(1.0))),
        Role::SingleAxes => entity.insert((
            (at, spring.on::<TranslationX>(), Target::<TranslationX>::of(goal.x)),
            (Gravity::<TranslationY>::of(-9.0), Limits::<TranslationY>::of(-6.0, None).with_restitution(0.7)),
            (Velocity::<TranslationZ>::of(goal.z), Friction::new(near).on::<TranslationZ>()),
        )),
        Role::Spinner => {
            entity.insert((at, Velocity::<Rotation2d>::of(20.0 * near), Friction::new(near).on::<Rotation2d>()))
        }
        Role::Needle => entity.insert((at, spring.on::<Rotation2d>(), Target::<Rotation2d>::of(Angle(goal.x)))),
        Role::Paced => entity.insert((at, spring, Target::new(goal), TimeScale::new(0.7), RestTolerance::new(1e-2))),
        Role::Coaster => entity.insert((at, Velocity::new(0.1 * goal))),
        Role::Conventions => entity.insert((at, conventions(0), Target::new(goal), Friction::from_half_life(2.0))),
        Role::Invalid => entity.insert((at, spring, Target::new(goal), Friction::new(near))),
        _ => entity,
    };
}

/// Springs that are converted from the conventions of other libraries.
fn conventions(n: u64) -> Spring {
    match n % 8 {
        0 => Spring::from_half_life(0.1),
        1 => Spring::from_response(0.5, 0.8),
        2 => Spring::from_duration_bounce(0.6, 0.3),
        3 => Spring::from_smooth_time(0.3),
        4 => Spring::from_mass_stiffness_damping(1.5, 90.0, 7.0),
        5 => Spring::from_tension_friction(170.0, 26.0),
        6 => Spring::bouncy(),
        _ => Spring::from_visual_duration_bounce(0.4, 0.2),
    }
}

pub(super) fn act(act: &mut Act) {
    let (place, way) = (act.random.vector(5.0), act.random.vector(1.0));
    let turned = orientation(act.random.below(6));
    if act.is_due(41, 0) {
        act.edit::<Velocity>(Role::Leader, |velocity| velocity.0 += 4.0 * way);
        act.edit::<Target>(Role::Leader, |target| target.value = -target.value);
    }
    if act.is_due(350, 7) {
        act.edit::<Target<Rotation>>(Role::Leader, |target| target.value = turned);
        act.edit::<Target<Scale>>(Role::Leader, |target| target.value = place);
    }
    // The target moves for 300 ticks. Then it stands still for 300 ticks, and the entity comes to rest.
    if !act.is_due(600, 0) && (act.tick / 300).is_multiple_of(2) {
        act.edit::<Target>(Role::Tracked, |target| target.value += 0.1 * way);
    }
    if act.is_due(130, 3) {
        act.edit::<Target>(Role::MovingTarget, |target| *target = Target::new(place).with_velocity(way));
        act.edit::<Target>(Role::AxisSprings, |target| target.value = place);
        act.edit::<Velocity<Rotation>>(Role::AxisSprings, |velocity| velocity.0 += way);
    }
    if act.is_due(97, 4) {
        act.edit::<Transform>(Role::Glider, |transform| transform.translation = place);
        act.edit::<Velocity>(Role::Glider, |velocity| velocity.0 += way);
        act.edit::<Velocity<Rotation>>(Role::Glider, |velocity| velocity.0 -= 2.0 * way);
    }
    if act.is_due(220, 5) {
        act.edit::<Velocity>(Role::Slider, |velocity| velocity.0 += 3.0 * way);
        act.edit::<Target>(Role::DrySpring, |target| target.value = place);
        act.edit::<DryFriction>(Role::DrySpring, |dry| dry.deceleration = 0.5 + way.x * way.x);
    }
    if act.is_due(200, 6) {
        act.insert(Role::Burst, burst(way));
        act.insert(Role::BurstTo, ExponentialRate::to(place, 0.2, 1.1));
        act.insert(Role::BurstInCompany, burst(-way));
        let growing = ExponentialRate::<Scale>::of(way, 0.1, 0.9).expect("the rate should be feasible").then_coast();
        act.insert(Role::Growing, growing);
    }
    if act.is_due(110, 8) {
        act.edit::<Target<Progress>>(Role::Toggled, Target::toggle);
        act.edit::<Target<TranslationX>>(Role::SingleAxes, |target| target.value = place.x);
        act.edit::<Velocity<TranslationY>>(Role::SingleAxes, |velocity| velocity.0 += 9.0);
        act.edit::<Velocity<TranslationZ>>(Role::SingleAxes, |velocity| velocity.0 -= place.z);
        act.edit::<Velocity<Rotation2d>>(Role::Spinner, |velocity| velocity.0 += place.y);
        act.edit::<Target<Rotation2d>>(Role::Needle, |target| target.value.0 += place.z);
    }
    if act.is_due(180, 9) {
        act.edit::<Target>(Role::Paced, |target| target.value = place);
        act.insert(Role::Paced, TimeScale::new(0.5 + way.x * way.x));
    }
    if act.is_due(900, 40) {
        act.insert(Role::Paced, TimeScale::PAUSED);
    }
    if act.is_due(1000, 500) {
        // Shifts the origin back and forth, so that it stays near.
        let sign = if (act.tick / 1000).is_multiple_of(2) { 1.0 } else { -1.0 };
        act.world.trigger(OriginShift::new(sign * Vec3::new(8.0, -4.0, 2.0)));
    }
    if act.is_due(500, 10) {
        act.edit::<Velocity>(Role::Coaster, |velocity| velocity.0 = way);
        let spring = conventions(act.tick / 500);
        act.edit::<Spring>(Role::Conventions, |current| *current = spring);
        act.edit::<Target>(Role::Conventions, |target| target.value = place);
    }
    // The friction becomes invalid, and valid again 49 ticks later.
    if act.is_due(400, 11) {
        act.edit::<Friction>(Role::Invalid, |friction| friction.rate = -1.0);
    }
    if act.is_due(400, 60) {
        act.edit::<Friction>(Role::Invalid, |friction| friction.rate = 0.5);
        act.edit::<Target>(Role::Invalid, |target| target.value = place);
    }
    if act.is_due(700, 30) {
        act.replace(Role::Slider);
    }
    rewind(act);
}

/// The kept state of the glider, to which it is rolled back.
#[derive(Resource, Clone)]
struct Kept(Transform, Velocity, Motion);

fn rewind(act: &mut Act) {
    let glider = act.mate(Role::Glider);
    if act.group == 0 && act.is_due(500, 20) {
        let body = act.world.entity(glider);
        let parts = (body.get::<Transform>(), body.get::<Velocity>(), body.get::<Motion>());
        if let (Some(transform), Some(velocity), Some(motion)) = parts {
            let kept = Kept(*transform, *velocity, motion.clone());
            act.world.insert_resource(kept);
        }
    }
    if act.group == 0
        && act.is_due(500, 45)
        && let Some(Kept(transform, velocity, motion)) = act.world.remove_resource::<Kept>()
    {
        act.world.entity_mut(glider).insert((transform, velocity, motion));
    }
}
