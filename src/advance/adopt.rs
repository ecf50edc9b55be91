//! Writes taken in: whatever differs from what was last written starts a new segment, at the instant it acts from.

use alloc::format;

use bevy::ecs::{
    change_detection::{DetectChanges, DetectChangesMut, Ref},
    lifecycle::HookContext,
    name::NameOrEntity,
    query::{Changed, Has, Or, QueryData, Without},
    system::{Commands, Query, Res, ResMut},
    world::DeferredWorld,
};

use super::{
    Clock, Coefficients, Course, Followers, Segment, Trail,
    coefficients::{Invalid, Parameters},
    follow::motion_changed,
    segment::{Fault, Memo},
};
use crate::{
    components::{
        ExponentialRate, Follow, Friction, Gravity, Held, Pace, PresentAs, Presentation, Resting, Spring, Target,
        Velocity,
    },
    property::Property,
    space::{Space, Tangent},
};

/// What users write.
#[derive(QueryData)]
pub(crate) struct Input<P: Property> {
    component: Ref<'static, P::Component>,
    velocity: Ref<'static, Velocity<P>>,
    target: Option<Ref<'static, Target<P>>>,
    follow: Option<Ref<'static, Follow<P>>>,
    parameters: Parameters<P>,
}

/// What of it differs from what is known.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Writes {
    pub(crate) value: bool,
    pub(crate) velocity: bool,
    target: bool,
    follow: bool,
    law: bool,
}

impl Writes {
    pub(crate) fn any(self) -> bool {
        self != Self::default()
    }
}

impl<P: Property> InputItem<'_, '_, P> {
    pub(crate) fn writes(
        &self,
        segment: &Segment<P>,
        coefficients: &Coefficients<P>,
        course: Option<&Course<P>>,
    ) -> Writes {
        let seen = course.and_then(|course| course.seen);
        Writes {
            value: !P::get(&self.component).same(segment.written.value),
            velocity: self.velocity.0 != segment.written.velocity,
            target: match (&self.target, &self.follow) {
                (Some(target), None) if !target.tracked => target.value.widen() != segment.target,
                (Some(_), None) => course.is_none_or(|course| course.sample.is_none()),
                _ => false,
            },
            follow: self.follow.as_ref().map(|follow| (follow.leader, follow.offset)) != seen,
            law: segment.begins || !self.parameters.key().same(&coefficients.key),
        }
    }
}

/// Anything of it marked as changed. Our own writes are marked too, and told apart by value.
type Touched<P> = Or<(
    Changed<<P as Property>::Component>,
    Changed<Velocity<P>>,
    Changed<Target<P>>,
    Changed<Spring<P>>,
    Changed<Friction<P>>,
    Changed<Gravity<P>>,
    Changed<ExponentialRate<P>>,
    Changed<Follow<P>>,
    Changed<Pace<P>>,
    Changed<PresentAs<P>>,
    Changed<Segment<P>>,
)>;

/// Takes in what others wrote: it acts from the instant at which the world's values were last written.
pub(crate) fn adopt<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<Followers<P>>,
    mut entities: Query<
        (
            NameOrEntity,
            Input<P>,
            &mut Segment<P>,
            &mut Coefficients<P>,
            Option<&mut Course<P>>,
            Option<&mut Trail<P>>,
            Option<&PresentAs<P>>,
            Has<Resting<P>>,
        ),
        (Touched<P>, Without<Held<P>>),
    >,
    mut commands: Commands,
) {
    let mut memo = Memo::default();
    for (name, input, mut segment, mut coefficients, mut course, mut trail, present_as, resting) in &mut entities {
        let segment = segment.bypass_change_detection();
        let presentation = clock.presentation_of(present_as);
        let instant = if presentation == Presentation::Ticked { 0.0 } else { clock.written_at };
        if (presentation == Presentation::Delayed) != trail.is_some() {
            if trail.is_some() {
                commands.entity(name.entity).remove::<Trail<P>>();
            } else {
                commands.entity(name.entity).insert(Trail::<P>::default());
            }
        }
        let first = !segment.adopted;
        let writes = input.writes(segment, &coefficients, course.as_deref());
        if !writes.any() && !first && !segment.released {
            continue;
        }
        let mut report = |invalid: Invalid| invalid.report::<P>(name.entity, &format!("{name}"), &mut commands);

        let mut course = course.as_mut().map(|course| course.bypass_change_detection());
        let slope = course.as_mut().map(|course| &mut course.slope);
        let mut trail = trail.as_mut().map(|trail| trail.bypass_change_detection());
        if core::mem::take(&mut segment.released) {
            // In the hand no time has passed for it.
            segment.start = instant;
            if let Some(run) = &mut segment.run {
                run.profile = None;
            }
        }
        segment.restart(instant, &mut coefficients, slope, trail.as_deref_mut(), &mut memo);
        if let Some(course) = &mut course {
            course.replan();
        }
        if writes.value || writes.velocity {
            // Kicked, it is no longer on the path it was solved for.
            if let Some(run) = &mut segment.run {
                run.profile = None;
            }
        }
        if writes.value || first {
            take_value(&input, segment, &mut report);
            if let Some(trail) = &mut trail {
                trail.clear();
            }
        }
        if writes.velocity || first {
            take_velocity(&input, segment, &mut report);
        }
        if first {
            segment.adopted = true;
            segment.target = segment.state.position;
        }
        if writes.follow {
            followers.stale = true;
            if let Some(course) = &mut course {
                take_follow(&input, segment, course, &mut report);
            }
        }
        if let (Some(target), None) = (&input.target, &input.follow) {
            take_target(target, segment, course.as_deref_mut(), &mut report);
            match &mut course {
                Some(course) if course.tracked != target.tracked => {
                    course.tracked = target.tracked;
                    followers.stale = true;
                }
                None if target.tracked => {
                    commands.entity(name.entity).insert(Course::<P>::default());
                }
                _ => {}
            }
        }
        if writes.law || first {
            // A spring without a target holds the entity where it is when the spring is added.
            let held = input.target.is_none() && input.follow.is_none() && coefficients.law.k == 0.0;
            if held && course.as_ref().is_none_or(|course| course.stands_still()) {
                segment.target = segment.state.position;
            }
            let key = input.parameters.key();
            segment.begins |= key.has_exponential() && !key.same_exponential(&coefficients.key);
            coefficients.key = key;
            coefficients.stale = true;
        }
        if resting {
            coefficients.set_changed();
            commands.entity(name.entity).remove::<Resting<P>>();
        }
    }
}

fn take_value<P: Property>(input: &InputItem<P>, segment: &mut Segment<P>, report: &mut impl FnMut(Invalid)) {
    let value = P::get(&input.component);
    let invalid = !value.is_finite();
    if Fault::Value.turns(&mut segment.faults, invalid) {
        report(Invalid::new("value", value, "finite", input.component.changed_by()));
    }
    if !invalid {
        segment.state.position = value.widen();
    }
    segment.written.value = value;
}

fn take_velocity<P: Property>(input: &InputItem<P>, segment: &mut Segment<P>, report: &mut impl FnMut(Invalid)) {
    let velocity = input.velocity.0;
    let invalid = !velocity.is_finite();
    if Fault::Velocity.turns(&mut segment.faults, invalid) {
        report(Invalid::new("Velocity::0", velocity, "finite", input.velocity.changed_by()));
    }
    if !invalid {
        // Written over a velocity drawn late, it is the kick between the two that is meant.
        segment.state.velocity = if segment.written.late {
            segment.state.velocity + (velocity.widen() - segment.written.velocity.widen())
        } else {
            velocity.widen()
        };
    }
    segment.written.velocity = velocity;
}

fn take_target<P: Property>(
    target: &Ref<Target<P>>,
    segment: &mut Segment<P>,
    course: Option<&mut Course<P>>,
    report: &mut impl FnMut(Invalid),
) {
    let invalid = !target.value.is_finite();
    if Fault::Target.turns(&mut segment.faults, invalid) {
        report(Invalid::new("Target::value", target.value, "finite", target.changed_by()));
    }
    // A tracked target is sampled where the tick ends; only where it begins to be tracked is it taken from here.
    let sampled = target.tracked && course.as_ref().is_some_and(|course| course.sample.is_some());
    if invalid || sampled {
        return;
    }
    segment.target = target.value.widen();
    if let Some(course) = course {
        course.forget();
    }
}

fn take_follow<P: Property>(
    input: &InputItem<P>,
    segment: &mut Segment<P>,
    course: &mut Course<P>,
    report: &mut impl FnMut(Invalid),
) {
    let before = course.seen;
    course.seen = input.follow.as_ref().map(|follow| (follow.leader, follow.offset));
    let Some(follow) = &input.follow else {
        course.forget();
        return;
    };
    let invalid = !follow.offset.is_finite();
    if Fault::Offset.turns(&mut segment.faults, invalid) {
        report(Invalid::new("Follow::offset", follow.offset, "finite", follow.changed_by()));
    }
    if !invalid {
        let offset = follow.offset.widen();
        let old = core::mem::replace(&mut course.offset, offset);
        // Another offset moves the sample with it; another leader needs a sample of its own.
        if let Some((sample, _)) = &mut course.sample {
            let moved = |point| P::Value::offset(P::Value::offset(point, old * -1.0), offset);
            *sample = moved(*sample);
            segment.target = moved(segment.target);
        }
    }
    if before.is_none_or(|(leader, _)| leader != follow.leader) {
        course.forget();
    }
}

/// Hook: a component that makes the law or the target is going; the entity's next adoption sees it gone.
pub(crate) fn law_removed<P: Property>(mut world: DeferredWorld, context: HookContext) {
    if let Some(mut segment) = world.get_mut::<Segment<P>>(context.entity) {
        segment.set_changed();
    }
    motion_changed::<P>(world, context);
}

/// Hook: the entity's velocity is going, and its motion with it.
pub(crate) fn motion_removed<P: Property>(mut world: DeferredWorld, context: HookContext) {
    world.commands().entity(context.entity).try_remove::<(Segment<P>, Coefficients<P>, Resting<P>)>();
}
