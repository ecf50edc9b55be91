//! Puts followers at their steady lag: once for each [`StartOnTarget`], and at every [`Cut`].

use alloc::vec::Vec;

use bevy::{
    ecs::{entity::EntityHashSet, schedule::ScheduleConfigs, system::ScheduleSystem, world::DeferredWorld},
    prelude::*,
};

use super::{Follow, restart::request_snap};
use crate::{
    events::Cut,
    hierarchy::Parents,
    motion::Stepping,
    path::target::Onto,
    property::{Property, disabling::is_disabled},
};

/// Starts a follower where its spring would settle behind its moving leader, so that it neither flies in from where it was spawned nor
/// first falls behind. A [`Cut`](crate::events::Cut) does the same to a follower and its parents at any time.
///
/// This component acts on every property for which the entity has a [`Follow`](crate::Follow), as soon as all of the entity's leaders have
/// values, and before anything is drawn. It is then removed. A camera's group has a value as soon as it has a member whose weight is above
/// 0.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(player: Entity, commands: &mut Commands) {
///     let behind = (Follow::new(player).with_offset(2.0 * Vec3::Y), Spring::critical(8.0));
///     commands.spawn((Transform::default(), behind, StartOnTarget));
/// }
/// ```
///
/// # Special cases
///
/// - A follower that is spawned in `Update` or later is drawn once where its `Transform` is, because this frame has already been computed. One
///   that is spawned earlier in the frame, for instance in `PreUpdate`, `OnEnter` or a tick, is not.
/// - An entity counts as a group once an `InGroup` or a `GroupFraming` names it. Before that, the follower does not wait for the group's
///   first member. Insert this component together with that member.
/// - If this crate does not move the leader, the leader's velocity is not known yet, so the follower starts on its target, at rest.
/// - A follower of several leaders waits for all of them. If its properties are stepped in different schedules, it starts in the first of
///   these schedules to run, and each of its other properties is started at its own next [`Adopt`](crate::MotionSystems::Adopt).
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
pub struct StartOnTarget;

/// The functions that start and cut entities: those of each registered property, and those of `ExactCameraPlugin`.
#[derive(Resource)]
pub(crate) struct PropertyStarts {
    properties: Vec<PropertyStart>,
    /// Cuts the state that only cameras have, before an entity's properties are cut. Returns the camera's shot, which is cut as well.
    pub(crate) cut_camera: fn(&mut DeferredWorld, Entity) -> Option<Entity>,
    /// Finds the groups that have no middle yet. Their `Transform` does not hold their position yet.
    pub(crate) find_unplaced: fn(&mut World) -> EntityHashSet,
}

impl Default for PropertyStarts {
    fn default() -> Self {
        Self { properties: Vec::new(), cut_camera: |_, _| None, find_unplaced: |_| EntityHashSet::default() }
    }
}

/// The functions that put entities at their steady lag, for one property.
#[derive(Clone, Copy)]
struct PropertyStart {
    stepping: Stepping,
    find_leader: fn(&World, Entity) -> Option<Leader>,
    put: fn(&mut DeferredWorld, Entity),
}

/// The leader of an entity.
struct Leader {
    entity: Entity,
    has_value: bool,
}

impl PropertyStarts {
    /// Registers `P`. Returns whether it is the first property with this stepping.
    pub(crate) fn register<P: Property>(&mut self, stepping: Stepping) -> bool {
        let is_first = self.properties.iter().all(|property| property.stepping != stepping);
        self.properties.push(PropertyStart {
            stepping,
            find_leader: find_leader::<P>,
            put: |world, entity| request_snap::<P>(world, entity, Onto::Steady),
        });
        is_first
    }
}

fn find_leader<P: Property>(world: &World, entity: Entity) -> Option<Leader> {
    let leader = world.get::<Follow<P>>(entity)?.leader;
    let value = world.get::<P::Component>(leader).filter(|_| !is_disabled(world, leader));
    let has_value = value.is_some_and(|component| P::awaits(component).is_none());
    Some(Leader { entity: leader, has_value })
}

/// Returns the system that starts followers in the schedules in which properties with this stepping are adopted.
pub(crate) fn start_on_target(stepping: Stepping) -> ScheduleConfigs<ScheduleSystem> {
    let system = move |waiting: Query<Entity, With<StartOnTarget>>, mut commands: Commands| {
        if !waiting.is_empty() {
            let waiting: Vec<Entity> = waiting.iter().collect();
            commands.queue(move |world: &mut World| start(world, &waiting, stepping));
        }
    };
    system.into_configs()
}

/// Starts each of these entities whose leaders have values, unless all of its properties with a leader are stepped in other schedules.
fn start(world: &mut World, waiting: &[Entity], stepping: Stepping) {
    let Some(starts) = world.get_resource::<PropertyStarts>() else { return };
    let (properties, find_unplaced) = (starts.properties.clone(), starts.find_unplaced);
    let unplaced = find_unplaced(world);
    for &entity in waiting {
        // An observer may have removed the component since.
        if world.get::<StartOnTarget>(entity).is_none() || !is_due(world, entity, stepping, &properties, &unplaced) {
            continue;
        }
        for property in &properties {
            if (property.find_leader)(world, entity).is_some() {
                (property.put)(&mut DeferredWorld::from(&mut *world), entity);
            }
        }
        if let Ok(mut started) = world.get_entity_mut(entity) {
            started.remove::<StartOnTarget>();
        }
    }
}

/// Whether all leaders of an entity have values, and a property with a leader has this stepping. Also true for an entity without a leader.
fn is_due(
    world: &World,
    entity: Entity,
    stepping: Stepping,
    properties: &[PropertyStart],
    unplaced: &EntityHashSet,
) -> bool {
    let (mut follows, mut is_stepped_here) = (false, false);
    for property in properties {
        let Some(leader) = (property.find_leader)(world, entity) else { continue };
        if !leader.has_value || unplaced.contains(&leader.entity) {
            return false;
        }
        follows = true;
        is_stepped_here |= property.stepping == stepping;
    }
    is_stepped_here || !follows
}

/// Observer: cuts an entity and its ancestors. If the entity is a camera, its shot and the shot's ancestors are cut as well.
pub(crate) fn cut(cut: On<Cut>, mut world: DeferredWorld) {
    let Some(starts) = world.get_resource::<PropertyStarts>() else { return };
    let (properties, cut_camera) = (starts.properties.clone(), starts.cut_camera);
    let shot = cut_camera(&mut world, cut.entity);
    for lowest in [Some(cut.entity), shot].into_iter().flatten() {
        let parent = |entity: Entity| world.get::<ChildOf>(entity).map(ChildOf::parent);
        let line: Vec<Entity> = core::iter::once(lowest).chain(Parents::above(lowest, parent)).collect();
        for entity in line {
            for property in &properties {
                (property.put)(&mut world, entity);
            }
        }
    }
}
