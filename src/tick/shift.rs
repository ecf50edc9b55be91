//! The whole world put elsewhere, so that moving entities do not notice.

use bevy::prelude::*;

use crate::{
    events::OriginShift,
    follow::{Target, order::FollowOrder},
    law::{ExponentialRate, Fling, Limits, SnapPoints, Way, throw::Throw},
    motion::{
        Held, Motion, Resting,
        body::Body,
        led,
        shift::{rest_beside, shift_snapped, take_shifted, take_shifted_throw},
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
    Has<Held<P>>,
);

type WithoutParent<P> = (With<Velocity<P>>, Without<ChildOf>);

/// Observer: everything of ours without a parent is to be elsewhere. A write that is not adopted yet is put elsewhere with it,
/// and still differs from what is known.
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
        let way = rate.as_deref().map(|rate| rate.way);
        let shifted = Shifted::of(body, value, goal, way, by, resting, held);
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
            shift_snapped(body, by, end.end);
            *fling = end;
        }
        if let Some(mut snap_points) = snap_points {
            *snap_points = snap_points.shifted(by);
        }
        if value.is_finite() {
            // An entity at rest is shown where its body is: one that lies on a bound lies on the rounded bound.
            let lies = resting && !(held || shifted.pending);
            P::set(&mut component, if lies { body.state.value() } else { shifted.value });
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
        if let (Some(mut rate), Some(way)) = (rate, shifted.way)
            && !way.same(&rate.way)
        {
            rate.way = way;
        }
    }
    // Where a leader rests on a target that was rounded, its followers rest beside it. Leaders come first.
    for (entity, leader) in followers.behind_ours() {
        let ahead = entities.get_mut(leader).ok().filter(|&(.., resting, _)| resting);
        let Some(ahead) = ahead.map(|(_, _, motion, ..)| motion.0.state.position) else { continue };
        if let Ok((_, mut component, mut motion, _, _, _, true, _)) = entities.get_mut(entity) {
            let body = &mut motion.bypass_change_detection().0;
            let written = body.written();
            let pending = !is_same(P::get(&component), written.value);
            if rest_beside(body, ahead) && !pending {
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
    /// The value that a `Target` holds.
    goal: Option<V>,
    /// The way of an `ExponentialRate`.
    way: Option<Way<V>>,
    /// The value was written and is not adopted yet.
    pending: bool,
}

impl<V: Space> Shifted<V> {
    /// None if an f32 cannot hold it.
    fn of(
        before: &Body<V>,
        value: V,
        goal: Option<V>,
        way: Option<Way<V>>,
        by: WideTangent<V>,
        resting: bool,
        held: bool,
    ) -> Option<Self> {
        let mut body = before.clone();
        let written = before.written();
        let pending = !is_same(value, written.value);
        let mut value_after = shifted(value, by);
        let goal_after = goal.map(|goal| shifted(goal, by));
        let way_after = way.map(|way| way.shifted(by));
        let shown = Written { value: shifted(written.value, by), ..written };
        body.shift(by);
        if let Some(hand) = body.hand_mut().filter(|_| !held) {
            hand.shift(by);
        }
        if let (Some(goal), Some(after), None) = (goal, goal_after, led::seen(before))
            && goal.widen() == before.target()
        {
            // The same target as before, to the bit, so that it is no jump.
            body.set_target(after.widen());
        }
        if held {
            // By as much as the value in the world: a difference in rounding would be measured as a velocity.
            let by = V::difference(shown.value.widen(), written.value.widen());
            body.state.position = V::offset(before.state.position, by);
            if let Some(hand) = body.hand_mut() {
                hand.shift(by);
            }
        } else if resting {
            if before.lasting_law().k > 0.0 || before.axes().is_some() {
                // As far from the target as before: where the target is rounded, so is what rests on it.
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
        let run_fits = body.running_rate().is_none_or(|running_rate| running_rate.ends_within_range());
        let target_fits = V::narrow(body.target()).is_finite();
        let goal_fits = goal.zip(goal_after).is_none_or(|(before, after)| fits(before, after));
        let way_fits = match (way, way_after) {
            (Some(Way::To(before)), Some(Way::To(after))) => fits(before, after),
            _ => true,
        };
        let value_fits = fits(value, value_after) && fits(written.value, shown.value);
        (value_fits && goal_fits && way_fits && target_fits && run_fits && V::is_presentable(&body.state))
            .then_some(Self { body, value: value_after, goal: goal_after, way: way_after, pending })
    }
}
