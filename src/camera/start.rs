//! The parts of `StartOnTarget` and `Cut` that are specific to cameras and groups.

use bevy::{
    ecs::{
        entity::EntityHashSet,
        system::{RunSystemOnce, SystemParam},
        world::DeferredWorld,
    },
    prelude::*,
};

use super::{
    ActiveShot, GroupFraming, GroupMembers, GroupMiddle, Orbit, OrbitDistance, OrbitPitch, OrbitYaw, Reach,
    look::sight::Sight,
};
use crate::{
    follow::{Follow, StartOnTarget, Target, restart::request_snap},
    motion::{Motion, written::is_same},
    path::target::Onto,
    property::{FieldOfView, OrthographicScale, Property, Rotation, Velocity, disabling::WithDisabled},
    space::Space,
};

/// Queries for groups, and for whether they have a middle.
#[derive(SystemParam)]
struct Groups<'w, 's> {
    groups: WithDisabled<'w, 's, (Entity, &'static GroupMembers)>,
    frames: WithDisabled<'w, 's, &'static GroupFraming>,
    with_middle: Query<'w, 's, (), With<GroupMiddle>>,
}

impl Groups<'_, '_> {
    /// The groups that have no middle yet. Takes time linear in the number of all groups.
    fn without_middle(&self) -> EntityHashSet {
        let groups = self.groups.iter().filter(|(_, members)| !members.is_empty()).map(|(group, _)| group);
        let groups = groups.chain(self.frames.iter().map(|frame| frame.group));
        groups.filter(|&group| !self.with_middle.contains(group)).collect()
    }
}

/// The groups that have no middle yet. Followers do not start on them.
pub(crate) fn groups_without_middle(world: &mut World) -> EntityHashSet {
    world.run_system_once(|groups: Groups| groups.without_middle()).unwrap_or_default()
}

type Starting = (Entity, Option<&'static Follow>, Option<&'static Follow<Rotation>>);

/// Queries for the followers that wait to start, and for whether their leaders have values.
#[derive(SystemParam)]
pub(crate) struct Starts<'w, 's> {
    starting: Query<'w, 's, Starting, With<StartOnTarget>>,
    leaders: Query<'w, 's, (), With<Transform>>,
    groups: Groups<'w, 's>,
}

impl Starts<'_, '_> {
    /// The entities that [`StartOnTarget`] will move to their steady lag before anything else moves: those whose leaders have values.
    pub(crate) fn due(&self) -> EntityHashSet {
        if self.starting.is_empty() {
            return EntityHashSet::default();
        }
        let without_middle = self.groups.without_middle();
        let has_value = |leader: Entity| self.leaders.contains(leader) && !without_middle.contains(&leader);
        let is_due = |&(_, follow, turn_with): &(Entity, Option<&Follow>, Option<&Follow<Rotation>>)| {
            follow.is_none_or(|follow| has_value(follow.leader))
                && turn_with.is_none_or(|follow| has_value(follow.leader))
        };
        self.starting.iter().filter(is_due).map(|(entity, ..)| entity).collect()
    }
}

/// Cuts a camera and the shot that it shows: their aims and booms, and the springs on their orbits and lenses. Returns the shot.
pub(crate) fn cut(world: &mut DeferredWorld, camera: Entity) -> Option<Entity> {
    let shot = world.get::<ActiveShot>(camera).map(|shows| shows.shot).filter(|&shot| shot != camera);
    for view in [Some(camera), shot].into_iter().flatten() {
        cut_view(world, view);
    }
    shot
}

fn cut_view(world: &mut DeferredWorld, view: Entity) {
    if let Some(mut sight) = world.get_mut::<Sight>(view) {
        sight.starts_on_target = true;
    }
    if let Some(mut reach) = world.get_mut::<Reach>(view) {
        reach.expect_view();
    }
    adopt_written_view(world, view);
    put_on_target::<OrbitYaw>(world, view);
    put_on_target::<OrbitPitch>(world, view);
    put_on_target::<OrbitDistance>(world, view);
    put_on_target::<FieldOfView>(world, view);
    put_on_target::<OrthographicScale>(world, view);
}

/// Sets the targets of an `Orbit` to the orbit's own values, if user code has written or inserted the orbit since it was last drawn: the
/// orbit is then the new view.
fn adopt_written_view(world: &mut DeferredWorld, camera: Entity) {
    let Some(&orbit) = world.get::<Orbit>(camera) else { return };
    let is_valid = orbit.yaw.is_finite() && orbit.pitch.is_finite() && orbit.distance.is_finite();
    let is_written = is_value_written::<OrbitYaw>(world, camera, &orbit)
        || is_value_written::<OrbitPitch>(world, camera, &orbit)
        || is_value_written::<OrbitDistance>(world, camera, &orbit);
    if !(is_valid && is_written) {
        return;
    }
    set_target::<OrbitYaw>(world, camera, &orbit);
    set_target::<OrbitPitch>(world, camera, &orbit);
    set_target::<OrbitDistance>(world, camera, &orbit);
    if let Some(mut reach) = world.get_mut::<Reach>(camera) {
        reach.set_wanted(orbit.distance, true);
    }
}

/// Whether other code has changed a value since this crate wrote it.
fn is_value_written<P: Property<Component = Orbit>>(world: &DeferredWorld, camera: Entity, orbit: &Orbit) -> bool {
    let motion = world.get::<Motion<P>>(camera);
    motion.is_some_and(|Motion(body)| body.adopted && !is_same(P::get(orbit), body.written().value))
}

fn set_target<P: Property<Component = Orbit>>(world: &mut DeferredWorld, camera: Entity, orbit: &Orbit) {
    if let Some(mut target) = world.get_mut::<Target<P>>(camera) {
        *target = Target::of(P::get(orbit));
    }
}

/// Sets the value of `P` to its target, at rest. If the target is tracked, such as the length that walls allow, this is done at the next
/// restart of followers. No-op if `P` has a leader or a target with a velocity: `follow/start.rs` puts such a value at its steady lag.
fn put_on_target<P: Property>(world: &mut DeferredWorld, entity: Entity) {
    let Some(&target) = world.get::<Target<P>>(entity) else { return };
    if target.is_tracked() {
        request_snap::<P>(world, entity, Onto::Target);
        return;
    }
    if world.get::<Follow<P>>(entity).is_some() || target.moves() || !target.value.is_finite() {
        return;
    }
    if let Some(mut component) = world.get_mut::<P::Component>(entity) {
        P::set(&mut component, target.value);
    }
    if let Some(mut velocity) = world.get_mut::<Velocity<P>>(entity) {
        velocity.0 = Default::default();
    }
}
