//! The paths of targets that follow an entity of ours, found before they are needed.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    entity::Entity,
    name::NameOrEntity,
    query::Has,
    system::{Query, Res, ResMut},
};

use super::{order::Followers, ring::plan_rings};
use crate::{
    motion::{Motion, Resting, clock::Clock, course::Source, memo::Memo, segment::Segment},
    property::Property,
    space::{Space, State, WideTangent, zero},
};

/// A leader's states and accelerations at both ends of the rest of the tick.
struct Ends<V: Space> {
    leader: Entity,
    start: f64,
    rests: bool,
    /// Its own target's path may turn out to have been another one.
    guessed: bool,
    states: [State<V>; 2],
    accelerations: [WideTangent<V>; 2],
}

/// Finds the path of every target that follows an entity of ours: the cubic through its states at both ends of the rest
/// of the tick; and the paths of rings, found together. Leaders come first, so that a chain's paths are all known.
pub(crate) fn plan<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<Followers<P>>,
    mut entities: Query<(&mut Motion<P>, Has<Resting<P>>)>,
    names: Query<NameOrEntity>,
) {
    let h = clock.h;
    let mut memo = Memo::default();
    // The first level.
    plan_rings(&mut followers.rings, h, &mut entities, &names, &mut memo);
    // Followers of one leader come one after the other, and mostly begin at the same instant.
    let mut known: Option<Ends<P::Value>> = None;
    for &(entity, source) in &followers.order {
        let Source::Ours(leader) = source else { continue };
        let Ok((follower, resting)) = entities.get(entity) else { continue };
        let start = follower.0.start;
        let length = h - start;
        let planned = follower.0.course.as_ref().is_none_or(|course| course.planned_for == Some(h));
        if planned || length <= 0.0 {
            continue;
        }
        let ends = match &mut known {
            Some(ends) if ends.leader == leader && ends.start == start => ends,
            known => {
                let Ok((ahead, rests)) = entities.get(leader) else { continue };
                known.insert(Ends::of(&ahead.0, rests, leader, [start, h], &mut memo))
            }
        };
        if resting && ends.rests {
            continue;
        }
        let Ok((mut motion, _)) = entities.get_mut(entity) else { continue };
        let segment = &mut motion.bypass_change_detection().0;
        let Some(course) = &mut segment.course else { continue };
        course.planned_for = Some(h);
        course.led_by_guess = ends.guessed;
        let aim = course.aim;
        let from = aim.ahead(ends.states[0], ends.accelerations[0]);
        let to = aim.ahead(ends.states[1], ends.accelerations[1]);
        segment.target = from.position;
        course.slope = P::Value::path(&from, &to, length);
    }
}

impl<V: Space> Ends<V> {
    fn of(segment: &Segment<V>, rests: bool, leader: Entity, instants: [f64; 2], memo: &mut Memo) -> Self {
        let (states, accelerations) = if rests {
            ([segment.state; 2], [zero(); 2])
        } else {
            let stretch = segment.stretch();
            let states = instants.map(|instant| stretch.at_in_world_time(instant, memo));
            (states, [0, 1].map(|end| stretch.acceleration(&states[end], instants[end])))
        };
        let guessed = segment.course.as_ref().is_some_and(|course| course.is_guessed());
        Self { leader, start: instants[0], rests, guessed, states, accelerations }
    }
}
