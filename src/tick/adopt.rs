//! Writes taken in: whatever differs from what was last written starts a new segment, at the instant it acts from.

use alloc::{boxed::Box, format};

use bevy::ecs::{
    change_detection::{DetectChanges, DetectChangesMut, Ref, Tick},
    entity::Entity,
    name::NameOrEntity,
    query::{Changed, Has, Or, QueryData, With, Without},
    system::{Commands, Query, Res, ResMut, SystemChangeTick},
};

use super::{tell::report, worklist::Worklist};
use crate::{
    follow::{Follow, Target, led::Led, order::Followers},
    law::{
        AxisSprings, ExponentialRate, Friction, Gravity, Pace, Spring,
        compile::{Compiled, Parameters},
        invalid::Invalid,
    },
    motion::{
        Held, Motion, PresentAs, Presentation, Resting,
        clock::Clock,
        course::{Aim, Seen, Source},
        memo::Memo,
        segment::{Fault, Segment},
    },
    property::{OffsetFrame, Property, Velocity},
    space::{Space, Tangent, WideTangent},
};

/// What users write.
#[derive(QueryData)]
pub(crate) struct Input<P: Property> {
    component: Ref<'static, P::Component>,
    velocity: Ref<'static, Velocity<P>>,
    target: Option<Ref<'static, Target<P>>>,
    follow: Option<Ref<'static, Follow<P>>>,
    parameters: Parameters<P>,
    present_as: Option<Ref<'static, PresentAs<P>>>,
}

/// What of it differs from what is known.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Writes {
    value: bool,
    velocity: bool,
    target: bool,
    follow: bool,
    law: bool,
}

impl Writes {
    fn any(self) -> bool {
        self != Self::default()
    }
}

impl<P: Property> InputItem<'_, '_, P> {
    /// The law that the components make, or the first that has no meaning.
    fn compile(&self, segment: &Segment<P::Value>) -> Result<Compiled<P::Value>, Invalid> {
        let share = || {
            let Some(follow) = &self.follow else { return Ok(0.0) };
            let share = follow.feed_forward;
            if (0.0..=1.0).contains(&share) {
                Ok(share.into())
            } else {
                Err(Invalid::new("Follow::feed_forward", share, "0 to 1", follow.changed_by()))
            }
        };
        let compiled = self.parameters.compile(share)?;
        match self.parameters.beyond_range() {
            Some(invalid) if segment.has_refused(&compiled) => Err(invalid),
            _ => Ok(compiled),
        }
    }

    /// What differs, where the components make this law.
    fn writes(&self, segment: &Segment<P::Value>, compiled: &Result<Compiled<P::Value>, Invalid>) -> Writes {
        let course = segment.course.as_ref();
        Writes {
            value: !P::get(&self.component).same(segment.written.value),
            velocity: self.velocity.0 != segment.written.velocity,
            target: match (&self.target, &self.follow) {
                // A value that was refused is no news until it changes.
                (Some(target), None) if !target.value.is_finite() => !Fault::Target.is_noted(segment.faults),
                (Some(target), None) if !target.tracked => {
                    let is_sampled = course.is_some_and(|course| course.source == Source::Tracked);
                    is_sampled || target.value.widen() != segment.target
                }
                (Some(_), None) => course.is_none_or(|course| course.sample.is_none()),
                _ => false,
            },
            follow: self.seen() != course.and_then(|course| course.seen),
            law: compiled.as_ref().is_ok_and(|compiled| !segment.obeys(compiled)),
        }
    }

    /// Whether something was written that is not taken in yet.
    pub(crate) fn pending(&self, segment: &Segment<P::Value>) -> bool {
        self.writes(segment, &self.compile(segment)).any()
    }

    fn is_tracked(&self) -> bool {
        self.follow.is_none() && self.target.as_ref().is_some_and(|target| target.tracked)
    }

    fn seen(&self) -> Option<Seen<P::Value>> {
        self.follow.as_ref().map(|follow| Seen {
            leader: follow.leader,
            offset: follow.offset,
            frame: follow.frame,
            look_ahead: follow.look_ahead,
        })
    }
}

/// Anything marked as changed that only users write.
type Parameterized<P> = Or<(
    Changed<Target<P>>,
    Changed<Spring<P>>,
    Changed<AxisSprings<P>>,
    Changed<Friction<P>>,
    Changed<Gravity<P>>,
    Changed<ExponentialRate<P>>,
    Changed<Follow<P>>,
    Changed<Pace<P>>,
    Changed<PresentAs<P>>,
    Changed<Motion<P>>,
)>;

/// What users and this crate write marked as changed.
type Moved<P> = Or<(Changed<<P as Property>::Component>, Changed<Velocity<P>>)>;

/// Finds the entities that somebody may have written to. Our own writes are marked too: those of the systems that write to
/// everybody that moves are told apart here, by when it was, the others by value.
pub(crate) fn find_writes<P: Property>(
    clock: Res<Clock<P>>,
    mut worklist: ResMut<Worklist<P>>,
    parameterized: Query<Entity, (Parameterized<P>, With<Velocity<P>>)>,
    moved: Query<(Entity, Ref<P::Component>, Ref<Velocity<P>>, Has<Resting<P>>), (Moved<P>, With<Motion<P>>)>,
) {
    let Worklist { written, touched, .. } = &mut *worklist;
    written.clear();
    written.append(touched);
    written.extend(&parameterized);
    let ours = |changed: bool, at: Tick| !changed || clock.written_by.contains(&at);
    for (entity, component, velocity, resting) in &moved {
        let ours = !resting
            && ours(component.is_changed(), component.last_changed())
            && ours(velocity.is_changed(), velocity.last_changed());
        if !ours {
            worklist.written.push(entity);
        }
    }
}

/// Takes in what others wrote: it acts from the instant at which the world's values were last written.
pub(crate) fn adopt<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<Followers<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut entities: Query<(NameOrEntity, Input<P>, &mut Motion<P>, Has<Led<P>>, Has<Resting<P>>), Without<Held<P>>>,
    ticks: SystemChangeTick,
    mut commands: Commands,
) {
    let adopted_at = core::mem::replace(&mut worklist.adopted_at, ticks.this_run());
    let mut memo = Memo::default();
    for entity in core::mem::take(&mut worklist.written) {
        let Ok((name, input, mut motion, led, resting)) = entities.get_mut(entity) else { continue };
        let put_back = motion.last_changed().is_newer_than(adopted_at, ticks.this_run());
        let segment = &mut motion.bypass_change_detection().0;
        let presentation = clock.presentation_of(input.present_as.as_deref());
        let instant = clock.acts_at(input.present_as.as_deref());
        if (presentation == Presentation::Delayed) != segment.trail.is_some() {
            segment.trail = (presentation == Presentation::Delayed).then(Box::default);
        }
        let first = !segment.adopted;
        followers.stale |= put_back && !first;
        segment.forget_faults(input.target.is_some(), input.follow.is_some());
        let released = segment.grip.take().is_some();
        if input.is_tracked() {
            segment.course.get_or_insert_default();
        }
        if (segment.course.is_some() || input.follow.is_some()) && !led {
            // A target that moves, and nobody samples it yet: it began to, was cloned or loaded, or its motion is new.
            commands.entity(name.entity).try_insert(Led::<P>::default());
            followers.stale = true;
        }
        if put_back && resting && segment.moved {
            // A motion in flight was put onto who rests.
            commands.entity(name.entity).try_remove::<Resting<P>>();
        }
        let compiled = input.compile(segment);
        let writes = input.writes(segment, &compiled);
        let mut report = |invalid: Invalid| report::<P>(invalid, name.entity, &format!("{name}"), &mut commands);
        if !writes.any() && !first && !released {
            note_law(compiled.err(), segment, &mut report);
            continue;
        }

        if released {
            // In the hand no time has passed for it, and it was not drawn late.
            segment.start = instant;
            if let Some(run) = &mut segment.run {
                run.profile = None;
            }
            if let Some(trail) = &mut segment.trail {
                trail.clear();
            }
        }
        segment.restart(instant, &mut memo);
        if let Some(course) = &mut segment.course {
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
            followers.note_jump(name.entity);
            if let Some(trail) = &mut segment.trail {
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
            take_follow(&input, segment, &mut report);
        }
        if let (Some(target), None) = (&input.target, &input.follow) {
            take_target(target, segment, &mut report);
            followers.stale |= target.tracked != led;
        }
        if writes.law || first {
            // A spring without a target holds the entity where it is when the spring is added.
            let held =
                input.target.is_none() && input.follow.is_none() && segment.law.k == 0.0 && segment.axes.is_none();
            if held && segment.course.as_ref().is_none_or(|course| course.stands_still()) {
                segment.target = segment.state.position;
            }
        }
        let invalid = match compiled {
            Ok(compiled) if writes.law || first => {
                if segment.obey(compiled) {
                    None
                } else {
                    input.parameters.beyond_range()
                }
            }
            Ok(_) => None,
            Err(invalid) => Some(invalid),
        };
        note_law(invalid, segment, &mut report);
        worklist.to_refresh.push(name.entity);
        if resting {
            commands.entity(name.entity).try_remove::<Resting<P>>();
        }
    }
}

/// Reports where the parameters turn invalid.
fn note_law<V: Space>(invalid: Option<Invalid>, segment: &mut Segment<V>, report: &mut impl FnMut(Invalid)) {
    let turned = Fault::Law.turns(&mut segment.faults, invalid.is_some());
    if let Some(invalid) = invalid.filter(|_| turned) {
        report(invalid);
    }
}

fn take_value<P: Property>(input: &InputItem<P>, segment: &mut Segment<P::Value>, report: &mut impl FnMut(Invalid)) {
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

fn take_velocity<P: Property>(input: &InputItem<P>, segment: &mut Segment<P::Value>, report: &mut impl FnMut(Invalid)) {
    let velocity = input.velocity.0;
    let invalid = !velocity.is_finite();
    if Fault::Velocity.turns(&mut segment.faults, invalid) {
        report(Invalid::new("Velocity::0", velocity, "finite", input.velocity.changed_by()));
    }
    if !invalid {
        // Written over a velocity drawn late, it is the kick between the two that is meant.
        segment.state.velocity = if segment.written.late {
            kicked::<P::Value>(segment.state.velocity, velocity, segment.written.velocity)
        } else {
            velocity.widen()
        };
    }
    segment.written.velocity = velocity;
}

/// The true velocity with the kick that a user gave to the one shown; what was written, where an f32 cannot hold that.
pub(crate) fn kicked<V: Space>(velocity: WideTangent<V>, written: V::Tangent, shown: V::Tangent) -> WideTangent<V> {
    let kicked = velocity + (written.widen() - shown.widen());
    if V::Tangent::narrow(kicked).is_finite() { kicked } else { written.widen() }
}

fn take_target<P: Property>(
    target: &Ref<Target<P>>,
    segment: &mut Segment<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    let invalid = !target.value.is_finite();
    if Fault::Target.turns(&mut segment.faults, invalid) {
        report(Invalid::new("Target::value", target.value, "finite", target.changed_by()));
    }
    // A tracked target is sampled where the tick ends; only where it begins to be tracked is it taken from here.
    let sampled = target.tracked && segment.course.as_ref().is_some_and(|course| course.sample.is_some());
    if invalid || sampled {
        return;
    }
    segment.target = target.value.widen();
    if let Some(course) = &mut segment.course {
        course.forget();
    }
}

fn take_follow<P: Property>(input: &InputItem<P>, segment: &mut Segment<P::Value>, report: &mut impl FnMut(Invalid)) {
    let course = segment.course.get_or_insert_default();
    course.seen = input.seen();
    let Some(follow) = &input.follow else {
        course.forget();
        return;
    };
    let look_ahead = f64::from(follow.look_ahead);
    let invalid = if !follow.offset.is_finite() {
        Some(Invalid::new("Follow::offset", follow.offset, "finite", follow.changed_by()))
    } else if !look_ahead.is_finite() {
        Some(Invalid::new("Follow::look_ahead", follow.look_ahead, "finite", follow.changed_by()))
    } else {
        None
    };
    let turned = Fault::Offset.turns(&mut segment.faults, invalid.is_some());
    match invalid {
        Some(invalid) if turned => report(invalid),
        Some(_) => {}
        None => aim_anew(segment, Aim { offset: follow.offset.widen(), frame: follow.frame, look_ahead }),
    }
}

/// Another offset moves the target with it. In the leader's frame, or another time ahead, it needs a sample of its own.
fn aim_anew<V: Space>(segment: &mut Segment<V>, aim: Aim<V>) {
    let Some(course) = &mut segment.course else { return };
    let before = core::mem::replace(&mut course.aim, aim);
    let moved_along = Aim { offset: aim.offset, ..before } == aim && aim.frame == OffsetFrame::World;
    if !moved_along {
        course.sample = None;
        return;
    }
    let moved = |point| V::offset(V::offset(point, before.offset * -1.0), aim.offset);
    if let Some(sample) = &mut course.sample {
        sample.place = moved(sample.place);
        sample.aimed = moved(sample.aimed);
        segment.target = moved(segment.target);
    }
}
