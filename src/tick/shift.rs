//! Shifts of the world's origin, which leave all motion unchanged.

use bevy::prelude::*;

use crate::{
    events::OriginShift,
    follow::{Target, order::FollowOrder},
    law::{Displacement, ExponentialRate, Fling, Limits, SnapPoints, throw::Throw},
    motion::{
        Grabbed, Motion, Resting,
        body::Body,
        shift::{follow_resting_leader, shift_snap_choice, take_shifted, take_shifted_throw},
        target,
        written::{Written, is_same},
    },
    property::{Property, Velocity, disabling::WithDisabled},
    space::{Space, Tangent, WideTangent, shifted},
    warning::Warnings,
};

type Shiftable<P> = (
    NameOrEntity,
    &'static mut <P as Property>::Component,
    &'static mut Motion<P>,
    Option<&'static mut Target<P>>,
    (Option<&'static mut Limits<P>>, Option<&'static mut Fling<P>>, Option<&'static mut SnapPoints<P>>),
    Option<&'static mut ExponentialRate<P>>,
    Has<Resting<P>>,
    Has<Grabbed<P>>,
);

type WithoutParent<P> = (With<Velocity<P>>, Without<ChildOf>);

/// Observer: shifts every entity with a velocity and without a parent. A write that is not adopted yet is shifted as well, and still counts
/// as a write.
pub(crate) fn shift_origin<P: Property>(
    shift: On<OriginShift<P>>,
    followers: Res<FollowOrder<P>>,
    warnings: Res<Warnings>,
    mut entities: WithDisabled<Shiftable<P>, WithoutParent<P>>,
) {
    let (property, by) = (P::short_type_path(), shift.by);
    if !by.is_finite() {
        let message = format_args!("a shift of the origin of {property} by {by:?} is not finite; nothing is shifted");
        warnings.warn(Entity::PLACEHOLDER, ("OriginShift::by", property), message);
        return;
    }
    let by = by.widen();
    for (name, mut component, mut motion, target, (limits, fling, snap_points), rate, resting, held) in &mut *entities {
        let body = &mut motion.bypass_change_detection().0;
        let value = P::get(&component);
        let goal = target.as_deref().map(|target| target.value);
        let displacement = rate.as_deref().map(|rate| rate.displacement);
        let shifted = Shifted::of(body, value, goal, displacement, by, resting, held);
        let end = fling.as_deref().map(|fling| fling.shifted(by));
        let bounds = limits.as_deref().map(|limits| limits.shifted(by));
        let end_fits =
            end.is_none_or(|end| end.end.is_finite()) || fling.as_deref().is_some_and(|fling| !fling.end.is_finite());
        let bounds_fit = bounds.is_none_or(|bounds| bounds.is_finite())
            || limits.as_deref().is_some_and(|limits| !limits.is_finite());
        let Some(shifted) = shifted.filter(|_| end_fits && bounds_fit) else {
            let by = shift.by;
            let message = format_args!(
                "{name}: {property} cannot be shifted by {by:?}: an f32 cannot hold its value, target, bounds or end"
            );
            warnings.warn(name.entity, ("shift", property), message);
            continue;
        };
        *body = shifted.body;
        if let (Some(mut limits), Some(bounds)) = (limits, bounds) {
            take_shifted(body, &limits, &bounds);
            *limits = bounds;
        }
        if let (Some(mut fling), Some(end)) = (fling, end) {
            take_shifted_throw(body, &Throw::of(&*fling), &Throw::of(&end));
            shift_snap_choice(body, by, end.end);
            *fling = end;
        }
        if let Some(mut snap_points) = snap_points {
            *snap_points = snap_points.shifted(by);
        }
        if value.is_finite() {
            // A resting entity is shown at its body's position, which may have been moved to a bound that was rounded.
            let shows_body = resting && !(held || shifted.pending);
            P::set(&mut component, if shows_body { body.state.value() } else { shifted.value });
        }
        if !shifted.pending {
            let written = body.written();
            body.note_written(Written { value: P::get(&component), ..written });
        }
        if let (Some(mut target), Some(goal)) = (target, shifted.goal)
            && goal.is_finite()
        {
            target.value = goal;
        }
        if let (Some(mut rate), Some(displacement)) = (rate, shifted.displacement)
            && !displacement.same(&rate.displacement)
        {
            rate.displacement = displacement;
        }
    }
    // A resting leader may have been moved by rounding. Its resting followers keep their distance from it. In this list, leaders come
    // before their followers.
    for (entity, leader) in followers.followers_of_solved_leaders() {
        let ahead = entities.get_mut(leader).ok().filter(|&(.., resting, _)| resting);
        let Some(ahead) = ahead.map(|(_, _, motion, ..)| motion.0.state.position) else { continue };
        if let Ok((_, mut component, mut motion, _, _, _, true, _)) = entities.get_mut(entity) {
            let body = &mut motion.bypass_change_detection().0;
            let written = body.written();
            let pending = !is_same(P::get(&component), written.value);
            if follow_resting_leader(body, ahead) && !pending {
                P::set(&mut component, body.state.value());
                body.note_written(Written { value: P::get(&component), ..written });
            }
        }
    }
}

/// An entity as it is after a shift.
struct Shifted<V: Space> {
    body: Body<V>,
    value: V,
    /// The shifted value of the entity's `Target`.
    goal: Option<V>,
    /// The shifted `displacement` of the entity's `ExponentialRate`.
    displacement: Option<Displacement<V>>,
    /// Whether the value was written and is not adopted yet.
    pending: bool,
}

impl<V: Space> Shifted<V> {
    /// The entity after a shift by `by`. Returns `None` if an f32 cannot hold the shifted values.
    fn of(
        before: &Body<V>,
        value: V,
        goal: Option<V>,
        displacement: Option<Displacement<V>>,
        by: WideTangent<V>,
        resting: bool,
        held: bool,
    ) -> Option<Self> {
        let mut body = before.clone();
        let written = before.written();
        let pending = !is_same(value, written.value);
        let mut value_after = shifted(value, by);
        let goal_after = goal.map(|goal| shifted(goal, by));
        let displacement_after = displacement.map(|displacement| displacement.shifted(by));
        let shown = Written { value: shifted(written.value, by), ..written };
        body.shift(by);
        if let Some(grab_track) = body.grab_track_mut().filter(|_| !held) {
            grab_track.shift(by);
        }
        if let (Some(goal), Some(after), None) = (goal, goal_after, target::follow_fields(before))
            && goal.widen() == before.target()
        {
            // Equal to the component's value bit for bit, so that the shift does not count as a jump of the target.
            body.set_target(after.widen());
        }
        if held {
            // The body is shifted by exactly as much as the component's value. Otherwise the drag would measure the rounding as a velocity.
            let by = V::difference(shown.value.widen(), written.value.widen());
            body.state.position = V::offset(before.state.position, by);
            if let Some(grab_track) = body.grab_track_mut() {
                grab_track.shift(by);
            }
        } else if resting {
            if before.lasting_law().k > 0.0 || before.axes().is_some() {
                // The distance to the target is kept exactly, so that the entity stays on a target that was rounded.
                let away = V::difference(before.state.position, before.target());
                body.state.position = V::offset(body.target(), away);
            }
            if !pending {
                value_after = body.state.value();
            }
            if let Some(history) = body.history_mut() {
                history.clear();
            }
        }
        body.note_written(shown);
        let fits = |before: V, after: V| after.is_finite() || !before.is_finite();
        let rate_fits = body.running_rate().is_none_or(|running_rate| running_rate.ends_within_range());
        let target_fits = V::narrow(body.target()).is_finite();
        let goal_fits = goal.zip(goal_after).is_none_or(|(before, after)| fits(before, after));
        let displacement_fits = match (displacement, displacement_after) {
            (Some(Displacement::To(before)), Some(Displacement::To(after))) => fits(before, after),
            _ => true,
        };
        let value_fits = fits(value, value_after) && fits(written.value, shown.value);
        (value_fits && goal_fits && displacement_fits && target_fits && rate_fits && V::is_presentable(&body.state))
            .then_some(Self { body, value: value_after, goal: goal_after, displacement: displacement_after, pending })
    }
}
