//! Targets that move: whose they are, in which order they are known, and their path over the tick.

use alloc::vec::Vec;
use core::marker::PhantomData;

use bevy::ecs::{
    change_detection::DetectChangesMut,
    component::Component,
    entity::{Entity, EntityHashMap},
    lifecycle::HookContext,
    observer::On,
    query::{Has, With, Without},
    resource::Resource,
    system::{Commands, Query, Res, ResMut},
    world::DeferredWorld,
};

use super::{Clock, Coefficients, Segment, Trail, segment::Memo, stretch::Piece};
use crate::{
    components::{Follow, Held, Resting, Target},
    events::{Snap, Teleported},
    math::Slope,
    property::{Point, Property, TangentOf},
    space::{Space, State, WideTangent, zero},
};

/// The path of an entity's moving target.
#[derive(Component)]
#[component(on_add = motion_changed::<P>, on_remove = motion_changed::<P>)]
pub(crate) struct Course<P: Property> {
    /// From the segment's start on, relative to the segment's target.
    pub(crate) slope: Slope<WideTangent<P::Value>>,
    /// Where the target comes from.
    pub(crate) source: Source,
    /// Added to the leader's value.
    pub(crate) offset: WideTangent<P::Value>,
    /// The `Follow` as last seen: whom, and how far from it.
    pub(crate) seen: Option<(Entity, TangentOf<P>)>,
    /// The `Target` as last seen is a tracked one.
    pub(crate) tracked: bool,
    /// The leader's [`Segment::revision`] that this follower has begun anew for.
    leader_revision: Option<u32>,
    /// The tick length that [`slope`](Self::slope) was planned for; none if it is out of date.
    planned_for: Option<f64>,
    /// Where a sampled target was, and when (s after the last tick).
    pub(crate) sample: Option<(Point<P>, f64)>,
    /// The segment as it was before the last advance; taken by the correction.
    pub(crate) finished: Option<Piece<P::Value>>,
    /// The leader's loss has been told.
    pub(crate) lost: bool,
    /// It is to be where its target is, at once.
    pub(crate) snaps: bool,
}

impl<P: Property> Default for Course<P> {
    fn default() -> Self {
        Self {
            slope: Slope::default(),
            source: Source::Held,
            offset: zero(),
            seen: None,
            tracked: false,
            leader_revision: None,
            planned_for: None,
            sample: None,
            finished: None,
            lost: false,
            snaps: false,
        }
    }
}

impl<P: Property> Course<P> {
    /// Forgets where the target came from: it stands where it is until it is planned or sampled again.
    pub(crate) fn forget(&mut self) {
        self.slope = Slope::default();
        self.leader_revision = None;
        self.planned_for = None;
        self.sample = None;
        self.lost = false;
    }

    /// A tick is over: `finished` is what it was, and the next one is to be planned.
    pub(crate) fn finish(&mut self, finished: Piece<P::Value>) {
        self.finished = Some(finished);
        self.planned_for = None;
    }

    /// The plan no longer holds, because the segment began anew.
    pub(crate) fn replan(&mut self) {
        self.planned_for = None;
    }

    pub(crate) fn stands_still(&self) -> bool {
        self.slope == Slope::default()
    }
}

/// Where a moving target comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// An entity that this plugin moves: its path is known.
    Ours(Entity),
    /// Any other entity: sampled once a tick.
    Foreign(Entity),
    /// The entity's own tracked target: sampled once a tick.
    Tracked,
    /// Nothing moves it.
    Held,
}

/// Everyone whose target moves, leaders before followers.
#[derive(Resource)]
pub(crate) struct Followers<P: Property> {
    pub(crate) order: Vec<(Entity, Source)>,
    /// Somebody began or ceased to follow, or to move.
    pub(crate) stale: bool,
    property: PhantomData<fn() -> P>,
}

impl<P: Property> Default for Followers<P> {
    fn default() -> Self {
        Self { order: Vec::new(), stale: true, property: PhantomData }
    }
}

/// Hook: somebody began or ceased to move or to follow.
pub(crate) fn motion_changed<P: Property>(mut world: DeferredWorld, _: HookContext) {
    if let Some(mut followers) = world.get_resource_mut::<Followers<P>>() {
        followers.stale = true;
    }
}

/// Puts leaders before followers. In a cycle every leader counts as foreign.
pub(crate) fn order<P: Property>(
    mut followers: ResMut<Followers<P>>,
    entities: Query<(Entity, Option<&Follow<P>>, Option<&Target<P>>), With<Course<P>>>,
    ours: Query<(), (With<Segment<P>>, With<P::Component>, Without<Held<P>>)>,
) {
    if !followers.stale {
        return;
    }
    followers.stale = false;
    let leaders: EntityHashMap<Entity> =
        entities.iter().filter_map(|(entity, follow, _)| Some((entity, follow?.leader))).collect();
    let mut depths = EntityHashMap::<Option<u32>>::default();
    let mut chain = Vec::new();
    for &entity in leaders.keys() {
        find_depth(entity, &leaders, &mut depths, &mut chain);
    }
    let mut ordered: Vec<(u32, Entity, Source)> = entities
        .iter()
        .map(|(entity, follow, target)| {
            let depth = depths.get(&entity).copied().flatten();
            let source = match (follow, target) {
                (Some(follow), _) if depth.is_some() && ours.contains(follow.leader) => Source::Ours(follow.leader),
                (Some(follow), _) => Source::Foreign(follow.leader),
                (None, Some(target)) if target.tracked => Source::Tracked,
                (None, _) => Source::Held,
            };
            (depth.unwrap_or(0), entity, source)
        })
        .collect();
    // By entity within a level, so that the order does not depend on the table it is found in.
    ordered.sort_unstable_by_key(|&(depth, entity, _)| (depth, entity));
    followers.order = ordered.into_iter().map(|(_, entity, source)| (entity, source)).collect();
}

/// The number of leaders above `entity`; `None` within a cycle.
fn find_depth(
    entity: Entity,
    leaders: &EntityHashMap<Entity>,
    depths: &mut EntityHashMap<Option<u32>>,
    chain: &mut Vec<Entity>,
) {
    chain.clear();
    let mut current = entity;
    let above = loop {
        if let Some(&known) = depths.get(&current) {
            // Behind a cycle: its members are sampled at the tick, so they count as the first level.
            break known.map_or(1, |depth| depth + 1);
        }
        if let Some(first) = chain.iter().position(|&link| link == current) {
            for member in chain.drain(first..) {
                depths.insert(member, None);
            }
            break 1;
        }
        let Some(&leader) = leaders.get(&current) else { break 0 };
        chain.push(current);
        current = leader;
    };
    for (level, &link) in (above..).zip(chain.iter().rev()) {
        depths.insert(link, Some(level));
    }
}

type Following<P> = (
    &'static mut Segment<P>,
    &'static mut Coefficients<P>,
    Option<&'static mut Course<P>>,
    Option<&'static mut Trail<P>>,
    Has<Resting<P>>,
);

/// Begins followers anew whose leader did, at the same instant, and takes the first sample of the others.
pub(crate) fn restart_followers<P: Property>(
    clock: Res<Clock<P>>,
    followers: Res<Followers<P>>,
    mut entities: Query<Following<P>>,
    values: Query<&P::Component>,
    mut commands: Commands,
) {
    let instant = clock.written_at;
    let mut memo = Memo::default();
    for &(entity, source) in &followers.order {
        let snaps = entities.get(entity).is_ok_and(|(_, _, course, ..)| course.is_some_and(|course| course.snaps));
        let ahead = match source {
            Source::Ours(leader) => entities.get(leader).ok(),
            _ => None,
        };
        let leader_revision = ahead.as_ref().map(|(segment, ..)| segment.revision);
        let leader_state = ahead.filter(|_| snaps).map(|(segment, coefficients, course, _, rests)| {
            let stretch = segment.stretch(coefficients, course.map(|course| &course.slope));
            if rests { segment.state } else { in_world_time(stretch.at(instant, &mut memo), stretch.pace) }
        });
        let Ok((mut segment, mut coefficients, Some(mut course), mut trail, resting)) = entities.get_mut(entity) else {
            continue;
        };
        let mut trail = trail.as_mut().map(|trail| trail.bypass_change_detection());
        let segment = segment.bypass_change_detection();
        let course = course.bypass_change_detection();
        if course.source != source {
            // Until the new source is planned or sampled, the target stands where the old one left it.
            segment.restart(instant, &mut coefficients, Some(&mut course.slope), trail.as_deref_mut(), &mut memo);
            course.forget();
            course.source = source;
            if resting {
                commands.entity(entity).remove::<Resting<P>>();
            }
        }
        match source {
            Source::Ours(_) => {
                let Some(revision) = leader_revision else { continue };
                if course.leader_revision == Some(revision) && !snaps {
                    continue;
                }
                course.leader_revision = Some(revision);
                segment.restart(instant, &mut coefficients, Some(&mut course.slope), trail.as_deref_mut(), &mut memo);
                course.replan();
                if resting {
                    commands.entity(entity).remove::<Resting<P>>();
                }
            }
            Source::Foreign(leader) if course.sample.is_none() => {
                let Ok(component) = values.get(leader) else { continue };
                let value = P::get(component);
                if value.is_finite() {
                    segment.restart(
                        instant,
                        &mut coefficients,
                        Some(&mut course.slope),
                        trail.as_deref_mut(),
                        &mut memo,
                    );
                    if resting {
                        commands.entity(entity).remove::<Resting<P>>();
                    }
                    segment.target = P::Value::offset(value.widen(), course.offset);
                    course.slope = Slope::default();
                    course.sample = Some((segment.target, instant));
                }
            }
            Source::Tracked if course.sample.is_none() => {
                course.sample = Some((segment.target, instant));
            }
            Source::Foreign(_) | Source::Tracked | Source::Held => {}
        }
        if core::mem::take(&mut course.snaps) {
            segment.restart(instant, &mut coefficients, Some(&mut course.slope), trail.as_deref_mut(), &mut memo);
            let target = State { position: segment.target, velocity: course.slope.e1 };
            segment.state = leader_state
                .map_or(target, |state| State { position: P::Value::offset(state.position, course.offset), ..state });
            segment.moved = true;
            if coefficients.pace > 0.0 {
                segment.state.velocity = segment.state.velocity * (1.0 / coefficients.pace);
            }
            if let Some(trail) = &mut trail {
                trail.clear();
            }
            if resting {
                commands.entity(entity).remove::<Resting<P>>();
            }
        }
    }
}

/// Observer: a leader that something else moves was put elsewhere. It is sampled anew, and its followers' target jumps.
pub(crate) fn leader_teleported<P: Property>(
    teleported: On<Teleported<P>>,
    followers: Res<Followers<P>>,
    mut courses: Query<&mut Course<P>>,
) {
    for &(entity, source) in &followers.order {
        if source == Source::Foreign(teleported.entity)
            && let Ok(mut course) = courses.get_mut(entity)
        {
            course.bypass_change_detection().sample = None;
        }
    }
}

/// Observer: a follower is to be where its target is, now.
pub(crate) fn snap<P: Property>(snap: On<Snap<P>>, mut courses: Query<&mut Course<P>>) {
    if let Ok(mut course) = courses.get_mut(snap.entity) {
        course.bypass_change_detection().snaps = true;
    }
}

/// Finds the path of every target that follows an entity of ours: the cubic through its states at both ends of the rest
/// of the tick. Leaders come first, so that a chain's paths are all known.
pub(crate) fn plan<P: Property>(clock: Res<Clock<P>>, followers: Res<Followers<P>>, mut entities: Query<Following<P>>) {
    let h = clock.h;
    let mut memo = Memo::default();
    for &(entity, source) in &followers.order {
        let Source::Ours(leader) = source else { continue };
        let Ok([(mut segment, _, course, _, resting), (ahead, ahead_coefficients, ahead_course, _, ahead_rests)]) =
            entities.get_many_mut([entity, leader])
        else {
            continue;
        };
        let Some(mut course) = course else { continue };
        let segment = segment.bypass_change_detection();
        let course = course.bypass_change_detection();
        let length = h - segment.start;
        if (resting && ahead_rests) || course.planned_for == Some(h) || length <= 0.0 {
            continue;
        }
        course.planned_for = Some(h);
        let stretch = ahead.stretch(&ahead_coefficients, ahead_course.as_ref().map(|course| &course.slope));
        let ends = if ahead_rests {
            [ahead.state; 2]
        } else {
            [segment.start, h].map(|instant| in_world_time(stretch.at(instant, &mut memo), stretch.pace))
        };
        let [from, to] = ends.map(|state| displaced(state, course.offset));
        segment.target = from.position;
        course.slope = P::Value::path(&from, &to, length);
    }
}

/// A leader's velocity in the world's time rather than its own.
pub(crate) fn in_world_time<V: Space>(state: State<V>, pace: f64) -> State<V> {
    State { velocity: state.velocity * pace, ..state }
}

/// A leader's state with the follower's offset added: where tangents turn with the value, the path is another one there.
pub(crate) fn displaced<V: Space>(state: State<V>, offset: WideTangent<V>) -> State<V> {
    State { position: V::offset(state.position, offset), ..state }
}
