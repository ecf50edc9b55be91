//! Cameras that begin where they belong: at the start, and at a cut.

use alloc::vec::Vec;

use bevy::{
    ecs::{entity::EntityHashSet, system::SystemParam, world::DeferredWorld},
    prelude::*,
};

use super::{Frame, GroupMiddle, InGroup, Orbit, OrbitLength, OrbitPitch, OrbitYaw, Reach, Shows, look::sight::Sight};
use crate::{
    events::Snap,
    follow::{Follow, Target, parents::Parents},
    motion::{Motion, written::is_same},
    property::{FieldOfView, OrthographicScale, Property, Rotation, Translation, Velocity, disabling::WithDisabled},
    space::Space,
};

/// Puts a follower at once at its steady lag: where its spring would be after a long time behind a leader that moves as it does now. The
/// follower then neither flies in from where it was spawned, nor begins to fall behind. [`Orbit`](crate::Orbit) has an example.
///
/// It acts once, before anything is drawn, as soon as the entity's leaders have values, and is then removed. A group has a value as soon as
/// it has a member whose weight is above 0. It acts on `Translation` and `Rotation`.
///
/// # Special cases
///
/// - A group that no [`InGroup`](crate::InGroup) and no [`Frame`](crate::Frame) has named yet is like any other entity: the follower does not
///   wait for its first member. Insert this component together with that member.
/// - The velocity of a leader that this crate does not move is not known yet: the follower begins on its target, at rest.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct StartOnTarget;

/// Trigger this when a camera jumps to another view: the camera and all its parents are put at once at their steady lag, as by
/// [`StartOnTarget`], springs on its lens are put on their targets, and blends end. If the camera [`Shows`](crate::Shows) a shot, that shot and all its parents are put there, too.
///
/// If you wrote or inserted an [`Orbit`](crate::Orbit) since the last frame or tick, that is the new view: the targets of its yaw, pitch and
/// length are put there. Otherwise an orbit is put on its targets. The next cast for an [`Obstruction`](crate::Obstruction) puts the boom at
/// its length at once.
///
/// It acts from the next [`Adopt`](crate::MotionSystems::Adopt). For cameras that are stepped in the fixed timestep this is before the frame
/// is drawn if you trigger it in a fixed tick, and in the next frame if you trigger it in `Update`. If other code has moved a leader to another place, trigger
/// [`Teleported`](crate::Teleported) on that leader first. Otherwise the jump counts as a velocity, because nothing distinguishes it from the
/// step of a fast body, and the camera starts at the lag of that velocity, far behind. Observe it to restart what else your app
/// has to begin anew.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn respawn(camera: Single<Entity, With<Orbit>>, mut commands: Commands) {
///     commands.entity(*camera).insert(Orbit::new(0.0, 0.3, 8.0)); // looks along −z, from behind
///     commands.trigger(Cut::new(*camera));
/// }
/// ```
#[doc(alias = "snap")]
#[doc(alias = "teleport")]
#[doc(alias = "warp")]
#[derive(EntityEvent, Clone, Copy, Debug)]
pub struct Cut {
    /// The camera.
    pub entity: Entity,
}

impl Cut {
    /// A cut of the camera `entity`.
    #[must_use]
    pub const fn new(entity: Entity) -> Self {
        Self { entity }
    }
}

type Starting = (Entity, Option<&'static Follow>, Option<&'static Follow<Rotation>>);

/// Who is to be put on its target.
#[derive(SystemParam)]
pub(crate) struct Starts<'w, 's> {
    starting: Query<'w, 's, Starting, With<StartOnTarget>>,
    leaders: Query<'w, 's, Has<GroupMiddle>, With<Transform>>,
    members: WithDisabled<'w, 's, &'static InGroup>,
    frames: WithDisabled<'w, 's, &'static Frame>,
}

impl Starts<'_, '_> {
    /// The entities that will be elsewhere before anything moves, because their leaders have values. Linear in the number of all members.
    pub(crate) fn due(&self) -> EntityHashSet {
        if self.starting.is_empty() {
            return EntityHashSet::default();
        }
        let members = self.members.iter().map(|member| member.group);
        let groups: EntityHashSet = members.chain(self.frames.iter().map(|frame| frame.group)).collect();
        // A group has no value before it has had a middle.
        let has_value =
            |leader: Entity| self.leaders.get(leader).is_ok_and(|had_middle| had_middle || !groups.contains(&leader));
        let is_due = |&(_, follow, turn_with): &(Entity, Option<&Follow>, Option<&Follow<Rotation>>)| {
            follow.is_none_or(|follow| has_value(follow.leader))
                && turn_with.is_none_or(|follow| has_value(follow.leader))
        };
        self.starting.iter().filter(is_due).map(|(entity, ..)| entity).collect()
    }
}

/// Puts each entity there whose leaders have values.
pub(crate) fn start_on_target(starts: Starts, mut commands: Commands) {
    let due = starts.due();
    for (entity, follow, turn_with) in starts.starting.iter().filter(|(entity, ..)| due.contains(entity)) {
        if follow.is_some() {
            commands.trigger(Snap::<Translation>::of(entity).steady());
        }
        if turn_with.is_some() {
            commands.trigger(Snap::<Rotation>::of(entity).steady());
        }
        commands.entity(entity).try_remove::<StartOnTarget>();
    }
}

/// Observer: a camera is shown anew.
pub(crate) fn cut(cut: On<Cut>, mut world: DeferredWorld) {
    let camera = cut.entity;
    let shot = world.get::<Shows>(camera).map(|shows| shows.shot);
    begin_anew(&mut world, camera);
    if let Some(shot) = shot.filter(|&shot| shot != camera) {
        begin_anew(&mut world, shot);
    }
}

/// Puts a camera and all its parents at their steady lag.
fn begin_anew(world: &mut DeferredWorld, camera: Entity) {
    let parent = |entity: Entity| world.get::<ChildOf>(entity).map(ChildOf::parent);
    let line: Vec<Entity> = core::iter::once(camera).chain(Parents::above(camera, parent)).collect();
    for entity in line {
        world.trigger(Snap::<Translation>::of(entity).steady());
        world.trigger(Snap::<Rotation>::of(entity).steady());
    }
    if let Some(mut sight) = world.get_mut::<Sight>(camera) {
        sight.begins = true;
    }
    if let Some(mut reach) = world.get_mut::<Reach>(camera) {
        reach.expect_view();
    }
    take_written_view(world, camera);
    put_on_target::<OrbitYaw>(world, camera);
    put_on_target::<OrbitPitch>(world, camera);
    put_on_target::<OrbitLength>(world, camera);
    put_on_target::<FieldOfView>(world, camera);
    put_on_target::<OrthographicScale>(world, camera);
}

/// An `Orbit` that was written or inserted since it was last drawn is the view to begin with: the targets are put there.
fn take_written_view(world: &mut DeferredWorld, camera: Entity) {
    let Some(&orbit) = world.get::<Orbit>(camera) else { return };
    let is_valid = orbit.yaw.is_finite() && orbit.pitch.is_finite() && orbit.length.is_finite();
    let is_written = differs::<OrbitYaw>(world, camera, &orbit)
        || differs::<OrbitPitch>(world, camera, &orbit)
        || differs::<OrbitLength>(world, camera, &orbit);
    if !(is_valid && is_written) {
        return;
    }
    aim_at::<OrbitYaw>(world, camera, &orbit);
    aim_at::<OrbitPitch>(world, camera, &orbit);
    aim_at::<OrbitLength>(world, camera, &orbit);
    if let Some(mut reach) = world.get_mut::<Reach>(camera) {
        reach.want(orbit.length, true);
    }
}

/// Whether other code has changed a value since this crate wrote it.
fn differs<P: Property<Component = Orbit>>(world: &DeferredWorld, camera: Entity, orbit: &Orbit) -> bool {
    let motion = world.get::<Motion<P>>(camera);
    motion.is_some_and(|Motion(body)| body.adopted && !is_same(P::get(orbit), body.written().value))
}

fn aim_at<P: Property<Component = Orbit>>(world: &mut DeferredWorld, camera: Entity, orbit: &Orbit) {
    if let Some(mut target) = world.get_mut::<Target<P>>(camera) {
        *target = Target::of(P::get(orbit));
    }
}

/// Puts `P` on its target at once; behind a target that moves, at the steady lag of its spring. What walls make of a length is no target to
/// lag behind.
fn put_on_target<P: Property>(world: &mut DeferredWorld, entity: Entity) {
    // Only behind a leader or a moving target.
    let is_tracked = world.get::<Target<P>>(entity).is_some_and(|target| target.tracked);
    let snap = Snap::<P>::of(entity);
    world.trigger(if is_tracked { snap } else { snap.steady() });
    let Some(&target) = world.get::<Target<P>>(entity).filter(|_| world.get::<Follow<P>>(entity).is_none()) else {
        return;
    };
    let rest = <P::Value as Space>::Tangent::default();
    if target.tracked || target.velocity != rest || !target.value.is_finite() {
        return;
    }
    if let Some(mut component) = world.get_mut::<P::Component>(entity) {
        P::set(&mut component, target.value);
    }
    if let Some(mut velocity) = world.get_mut::<Velocity<P>>(entity) {
        velocity.0 = rest;
    }
}
