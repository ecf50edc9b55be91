//! Cameras: on a boom, in front of a wall, looking at a target, framing a group, changing shots, shaken; and an entity that is attached to
//! one leader after another.

use bevy::{
    camera::{PerspectiveProjection, Projection, visibility::Visibility},
    prelude::*,
};
use bevy_exact_motion::{
    Follow, Spring, StartOnTarget, Target, Velocity,
    camera::{
        ActiveShot, Attach, Blend, BoomHit, FramingMode, GroupFraming, GroupMember, InGroup, LookAt, Obstruction,
        Orbit, OrbitInput, OrbitRange, ShakeKick, ZoneExtents,
    },
    events::Cut,
};

use super::Act;
use crate::{
    cast::{Dressing, Role},
    random::orientation,
};

fn lens(fov: f32, aspect_ratio: f32) -> Projection {
    Projection::Perspective(PerspectiveProjection { fov, aspect_ratio, ..default() })
}

pub(super) fn dress(dressing: &mut Dressing, entity: &mut EntityWorldMut) {
    let at = dressing.at();
    let goal = dressing.random.vector(4.0);
    let mate = |role| dressing.mate(role);
    _ = match dressing.slot.role() {
        Role::Player => entity.insert((at, Spring::new(2.0, 0.2), Target::new(goal), InGroup(mate(Role::Group)))),
        Role::Prey => entity.insert((
            (at, Spring::new(3.0, 0.05), Target::new(goal)),
            (InGroup(mate(Role::Group)), GroupMember { radius: 0.5, weight: 2.0 }),
        )),
        Role::Group => entity.insert(at),
        Role::Pivot => entity.insert((
            (at, Visibility::default(), StartOnTarget),
            (Follow::new(mate(Role::Player)).with_offset(2.0 * Vec3::Y), Spring::critical(8.0)),
        )),
        Role::Middle => entity.insert((
            (at, Visibility::default(), StartOnTarget),
            (Follow::new(mate(Role::Group)), Spring::critical(5.0)),
        )),
        Role::Boom => entity.insert((
            (Orbit::new(0.4, 0.3, 8.0), Obstruction::default(), lens(0.8, 1.5), ChildOf(mate(Role::Pivot))),
            LookAt {
                dead_zone: ZoneExtents::both(0.08, 0.05),
                hard_zone: ZoneExtents::all(0.45),
                look_ahead: 0.1,
                ..LookAt::new(mate(Role::Prey))
            },
        )),
        Role::Wide => entity.insert((
            (Orbit::new(-0.9, 0.6, 8.0), OrbitRange { distance: [2.0, 12.0], ..default() }),
            GroupFraming::new(mate(Role::Group), FramingMode::LengthThenLens { field_of_view: 0.7 }),
            (lens(0.7, 1.5), ChildOf(mate(Role::Middle))),
        )),
        Role::Shown => entity.insert((
            Transform::default(),
            lens(0.8, 1.5),
            ActiveShot::new(mate(Role::Boom)).with_blend(Blend::eased(1.0)),
        )),
        Role::Attached => entity.insert(
            Attach::new(mate(Role::Prey))
                .with_offset(Vec3::new(0.5, 1.0, 0.0))
                .with_rotation(orientation(2))
                .with_blend(Blend::eased(1.0)),
        ),
        _ => entity,
    };
}

pub(super) fn act(act: &mut Act) {
    let (place, way) = (act.random.vector(4.0), act.random.vector(1.0));
    if act.is_due(260, 1) {
        act.edit::<Target>(Role::Player, |target| target.value = place);
        act.edit::<Velocity>(Role::Prey, |velocity| velocity.0 += 2.0 * way);
    }
    if act.is_due(120, 2) {
        act.edit::<OrbitInput>(Role::Boom, |input| {
            input.turn += 0.3 * way.truncate();
            input.zoom += 0.1 * way.z;
            input.turn_rate = 0.4 * way.truncate();
            input.zoom_rate = 0.0;
        });
    }
    if act.is_due(120, 60) {
        act.edit::<OrbitInput>(Role::Boom, |input| *input = OrbitInput { zoom_rate: 0.05, ..default() });
    }
    if act.is_due(180, 3) {
        let hit = act.is_due(360, 3).then(|| BoomHit::new(4.0 + way.x, Vec3::NEG_Z));
        act.edit::<Obstruction>(Role::Boom, |boom| boom.hit = hit);
    }
    if act.is_due(400, 4) {
        let shot = [Role::Boom, Role::Wide, Role::ForeignParent][act.random.below(3) as usize];
        let shot = act.mate(shot);
        act.edit::<ActiveShot>(Role::Shown, |shows| {
            shows.shot = shot;
            shows.blend = if way.x > 0.0 { Blend::eased(1.0) } else { Blend::spring(0.7).around() };
        });
        let leader = act.mate(if way.y > 0.0 { Role::Player } else { Role::Prey });
        act.edit::<Attach>(Role::Attached, |attach| attach.leader = leader);
    }
    if act.is_due(900, 5) {
        let shown = act.mate(Role::Shown);
        act.world.trigger(Cut::new(shown));
    }
    if act.is_due(150, 6) {
        let shown = act.mate(Role::Shown);
        act.world.trigger(ShakeKick::new(shown, 0.02 * way).with_offset(0.05 * way));
    }
}
