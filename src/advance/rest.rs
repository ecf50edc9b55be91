//! Coming to rest: exactly, once.

use bevy::{
    ecs::{
        change_detection::DetectChangesMut,
        entity::Entity,
        query::{With, Without},
        system::{Commands, ParamSet, Query, Res},
    },
    time::Time,
};

use super::{Coefficients, Course, Segment, Trail, adopt::Input, follow::Source};
use crate::{
    components::{Held, RestTolerance, Resting, Velocity},
    events::Settled,
    property::Property,
    space::{Law, Space, State, length, zero},
};

/// Puts what is at rest within tolerance exactly onto its rest point, marks it, and tells.
pub(crate) fn rest<P: Property>(
    time: Res<Time>,
    mut moving: Query<
        (
            Entity,
            &mut Segment<P>,
            &Coefficients<P>,
            Option<&mut Course<P>>,
            Option<&mut Trail<P>>,
            Option<&RestTolerance<P>>,
        ),
        (Without<Resting<P>>, Without<Held<P>>, With<Velocity<P>>, With<P::Component>),
    >,
    resting: Query<(), With<Resting<P>>>,
    mut world: ParamSet<(Query<Input<P>>, Query<(&mut P::Component, &mut Velocity<P>)>)>,
    mut commands: Commands,
) {
    for (entity, mut segment, coefficients, mut course, mut trail, tolerance) in &mut moving {
        let segment = segment.bypass_change_detection();
        if !segment.adopted || segment.start > 0.0 || segment.run.is_some() {
            continue;
        }
        let target_rests = course.as_ref().is_none_or(|course| {
            let leader_rests = match course.source {
                Source::Ours(leader) => resting.contains(leader),
                _ => true,
            };
            leader_rests && course.stands_still()
        });
        let tolerance = tolerance.map_or(P::Value::REST_TOLERANCE, |tolerance| tolerance.0.into());
        let Some(position) = rest_point(&segment.state, segment.target, &coefficients.law, target_rests, tolerance)
        else {
            continue;
        };
        // What was written since the tick acts from now: it did not come to rest.
        let written_since =
            world.p0().get(entity).is_ok_and(|input| input.writes(segment, coefficients, course.as_deref()).any());
        if written_since {
            continue;
        }
        let state = State { position, velocity: zero() };
        segment.moved |= state != segment.state;
        segment.state = state;
        if let Some(course) = &mut course {
            course.bypass_change_detection().finished = None;
        }
        if let Ok((mut component, mut velocity)) = world.p1().get_mut(entity) {
            segment.write(&state, &mut component, &mut velocity);
        }
        // Drawn one tick late, it is still to be seen arriving.
        let arrives =
            trail.as_mut().is_some_and(|trail| !core::mem::replace(&mut trail.bypass_change_detection().arrived, true));
        if arrives {
            continue;
        }
        commands.entity(entity).insert(Resting::<P>::default());
        if core::mem::take(&mut segment.moved) {
            let target = P::Value::narrow(segment.target);
            let settled = Settled::<P> { entity, value: state.value(), target, time: time.elapsed() };
            commands.trigger(settled);
            commands.write_message(settled);
        }
    }
}

/// Where the motion ends, if it is within tolerance of it for good.
fn rest_point<V: Space>(
    state: &State<V>,
    target: V::Wide,
    law: &Law<V>,
    target_rests: bool,
    tolerance: f64,
) -> Option<V::Wide> {
    let Law { k, c, a, .. } = *law;
    let (point, distance) = if k > 0.0 {
        if !target_rests || c <= 0.0 {
            return None;
        }
        let point = V::offset(target, a * (1.0 / k));
        let displacement = length(V::difference(state.position, point));
        let speed = length(state.velocity);
        // The energy as a distance never grows, so being within tolerance is final.
        (point, libm::sqrt(displacement * displacement + speed * speed / k))
    } else if a != zero() {
        return None;
    } else if c > 0.0 {
        let way_left = state.velocity * (1.0 / c);
        (V::offset(state.position, way_left), length(way_left))
    } else if state.velocity == zero() {
        (state.position, 0.0)
    } else {
        return None;
    };
    (distance <= tolerance.max(spacing::<V>(point))).then_some(point)
}

/// The spacing of f32 at a point: nobody sees less.
fn spacing<V: Space>(point: V::Wide) -> f64 {
    V::magnitude(point) * f64::from(f32::EPSILON)
}
