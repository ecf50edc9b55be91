//! Writes taken in: whatever differs from what was last written starts a new segment, at the instant it acts from.

use alloc::{boxed::Box, format, vec::Vec};

use bevy::ecs::{
    change_detection::{DetectChanges, DetectChangesMut, Ref},
    name::NameOrEntity,
    query::{Has, QueryData, Without},
    system::{Commands, Query, Res, ResMut, SystemChangeTick},
};

use super::{
    snap::{choose_landing, give_fling},
    tell::report,
    worklist::Worklist,
};
use crate::{
    follow::{Follow, Target, follower::Follower, order::FollowOrder},
    law::{
        compile::{Compiled, Parameters},
        invalid::Invalid,
    },
    motion::{
        Held, Motion, PresentAs, Presentation, RestTolerance, Resting,
        body::Body,
        clock::Clock,
        fault::Fault,
        hand::Hand,
        response_cache::ResponseCache,
        resting::wake,
        target_path::{Aim, FollowFields, Source, Steady, TargetPath},
        written::Written,
    },
    property::{OffsetFrame, Property, TangentOf, Velocity, command::give},
    space::{Space, Tangent, WideTangent, zero},
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
    rest_tolerance: Option<&'static RestTolerance<P>>,
}

/// One whose writes are taken in, and what is known of it.
pub(crate) type Adoptable<P> = (NameOrEntity, Input<P>, &'static mut Motion<P>, Has<Follower<P>>, Has<Resting<P>>);

/// What of it differs from what is known.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Writes {
    value: bool,
    velocity: bool,
    target: bool,
    follow: bool,
    law: bool,
    snap: bool,
}

impl Writes {
    fn any(self) -> bool {
        self != Self::default()
    }
}

impl<P: Property> InputItem<'_, '_, P> {
    /// The law that the components make, or the first that has no meaning.
    fn compile(&self, body: &Body<P::Value>) -> Result<Compiled<P::Value>, Invalid> {
        let share = || {
            let Some(follow) = &self.follow else { return Ok(0.0) };
            let share = follow.feed_forward;
            if (0.0..=1.0).contains(&share) {
                Ok(share.into())
            } else {
                Err(Invalid::new("Follow::feed_forward", share, "0 to 1", follow.changed_by()))
            }
        };
        let compiled = self.parameters.compile(self.rest_tolerance(), share)?;
        let refused = body.has_refused(&compiled).then(|| self.parameters.cannot_begin(body.state.position)).flatten();
        refused.map_or(Ok(compiled), Err)
    }

    /// What differs, where the components make this law.
    fn writes(&self, body: &Body<P::Value>, compiled: &Result<Compiled<P::Value>, Invalid>) -> Writes {
        let target_path = body.target_path();
        let written = body.written();
        Writes {
            value: !P::get(&self.component).same(written.value),
            velocity: self.velocity.0 != written.velocity,
            target: match (&self.target, &self.follow) {
                // A value that was refused is no news until it changes.
                (Some(target), None) if !is_finite(target) => !Fault::Target.is_noted(body.faults),
                (Some(target), None) if self.is_steady() => {
                    let steady = Steady { value: target.value, velocity: target.velocity };
                    target_path.and_then(|target_path| target_path.steady) != Some(steady)
                }
                (Some(_), None) if target_path.is_some_and(|target_path| target_path.steady.is_some()) => true,
                (Some(target), None) if !target.tracked => {
                    let is_sampled = target_path.is_some_and(|target_path| target_path.source == Source::Tracked);
                    is_sampled || target.value.widen() != body.target()
                }
                (Some(_), None) => target_path.is_none_or(|target_path| target_path.sample.is_none()),
                _ => false,
            },
            follow: self.seen() != target_path.and_then(|target_path| target_path.seen),
            law: compiled.as_ref().is_ok_and(|compiled| !body.obeys(compiled)),
            snap: false,
        }
    }

    /// Whether something was written that is not taken in yet.
    pub(crate) fn pending(&self, body: &Body<P::Value>) -> bool {
        self.writes(body, &self.compile(body)).any()
    }

    /// How near to rest it is at rest. Unit: property units.
    pub(crate) fn rest_tolerance(&self) -> f64 {
        RestTolerance::distance(self.rest_tolerance)
    }

    pub(super) fn follows(&self) -> bool {
        self.follow.is_some()
    }

    fn is_tracked(&self) -> bool {
        self.follow.is_none() && self.target.as_ref().is_some_and(|target| target.tracked)
    }

    /// Whether its target moves by itself.
    fn is_steady(&self) -> bool {
        let moves = |target: &Ref<Target<P>>| !target.tracked && target.velocity != TangentOf::<P>::default();
        self.follow.is_none() && self.target.as_ref().is_some_and(moves)
    }

    fn seen(&self) -> Option<FollowFields<P::Value>> {
        self.follow.as_ref().map(|follow| FollowFields {
            leader: follow.leader,
            offset: follow.offset,
            frame: follow.frame,
            look_ahead: follow.look_ahead,
        })
    }
}

/// Takes in what others wrote: it acts from the instant at which the world's values were last written.
pub(crate) fn adopt<P: Property>(
    clock: Res<Clock<P>>,
    mut followers: ResMut<FollowOrder<P>>,
    mut worklist: ResMut<Worklist<P>>,
    mut entities: Query<Adoptable<P>, Without<Held<P>>>,
    ticks: SystemChangeTick,
    mut commands: Commands,
) {
    let adopted_at = core::mem::replace(&mut worklist.adopted_at, ticks.this_run());
    let mut cache = ResponseCache::default();
    // Those whose new throw is still to be put on: listed twice, they would seem to have lost it.
    let mut thrown = Vec::new();
    for entity in core::mem::take(&mut worklist.written) {
        if thrown.contains(&entity) {
            continue;
        }
        let Ok((name, input, mut motion, led, resting)) = entities.get_mut(entity) else { continue };
        let put_back = motion.last_changed().is_newer_than(adopted_at, ticks.this_run());
        let body = &mut motion.bypass_change_detection().0;
        worklist.to_refresh.push(name.entity);
        followers.stale |= put_back && body.adopted;
        let taking = input.make_ready(body, &clock, put_back, resting);
        if (body.target_path().is_some() || input.follow.is_some()) && !led {
            // A target that moves, and nobody samples it yet: it began to, was cloned or loaded, or its motion is new.
            give::<Follower<P>>(&mut commands, name.entity);
            followers.stale = true;
        }
        if put_back && resting && (body.moved || body.woken || body.state.velocity != zero()) {
            // A motion in flight was put onto who rests.
            wake::<P>(name.entity, body, &mut commands);
        }
        let mut report = |invalid: Invalid| report::<P>(invalid, name.entity, &format!("{name}"), &mut commands);
        let taken = input.take_in(body, taking, led, &mut cache, &mut report);
        if body.has_reached() {
            worklist.reached.push(name.entity);
        }
        let Some(taken) = taken else { continue };
        followers.unsettled = true;
        followers.stale |= taken.leads_elsewhere;
        if taken.jumps {
            followers.note_jump(name.entity);
        }
        if taken.snaps {
            give_fling::<P>(&input.parameters, name.entity, body, &mut commands);
            thrown.push(name.entity);
        }
        if resting {
            wake::<P>(name.entity, body, &mut commands);
        }
    }
}

/// How what was written is taken in.
pub(super) struct Taking<V: Space> {
    /// When it acts. Unit: s after the last tick.
    instant: f64,
    /// What let it go.
    hand: Option<Box<Hand<V>>>,
}

/// What was taken in, as far as it matters to others.
pub(super) struct TakenIn {
    /// Its value was put elsewhere.
    jumps: bool,
    /// It may follow somebody else, or be led where it was not.
    leads_elsewhere: bool,
    /// A place to land was chosen.
    snaps: bool,
}

impl<P: Property> InputItem<'_, '_, P> {
    /// Makes a motion ready to take in what others wrote. `put_back`: the motion is new to the world since the last adoption.
    pub(super) fn make_ready(
        &self,
        body: &mut Body<P::Value>,
        clock: &Clock<P>,
        put_back: bool,
        resting: bool,
    ) -> Taking<P::Value> {
        let late = clock.presentation_of(self.present_as.as_deref()) == Presentation::Delayed;
        if late != body.history().is_some() {
            body.make_cold().history = late.then(Box::default);
        }
        if put_back {
            body.forget_told();
        }
        forget_faults(body, self.target.is_some(), self.follow.is_some());
        let hand = body.cold_mut().and_then(|cold| cold.hand.take());
        if self.is_tracked() || self.is_steady() || self.parameters.has_moving_bounds() {
            body.make_cold().target_path.get_or_insert_default();
        }
        // What was put back goes on as if it had never been gone: from when it was shown, whatever the clock says. What was at
        // rest or in a hand is shown at any time.
        let goes_on = put_back && body.adopted && !(hand.is_some() || resting);
        let instant = if goes_on { body.written_at } else { clock.acts_at(self.present_as.as_deref()) };
        Taking { instant, hand }
    }

    /// Takes in what others wrote to this motion. None where nothing was written, and it was not let go. `led`: somebody samples
    /// its target.
    pub(super) fn take_in(
        &self,
        body: &mut Body<P::Value>,
        Taking { instant, hand }: Taking<P::Value>,
        led: bool,
        cache: &mut ResponseCache,
        report: &mut impl FnMut(Invalid),
    ) -> Option<TakenIn> {
        let first = !body.adopted;
        let released = hand.is_some();
        let mut compiled = self.compile(body);
        let mut writes = self.writes(body, &compiled);
        let grabbed = self.parameters.chooses_anew(hand.as_deref(), body, &compiled);
        writes.snap = grabbed.is_some();
        if !writes.any() && !first && !released {
            note_law(compiled.err(), body, report);
            note_dry_friction(self, body, report);
            return None;
        }
        let mut taken = TakenIn { jumps: false, leads_elsewhere: false, snaps: writes.snap };
        if released {
            // In the hand no time has passed for it, and it was not drawn late.
            body.pass_held_to(instant);
            leave_profile(body);
            if let Some(history) = body.history_mut() {
                history.clear();
            }
        }
        if body.written_at != instant {
            // What was shown then is kept, whatever changes now.
            body.make_cold();
        }
        body.restart(instant, cache);
        if let Some(target_path) = body.target_path_mut() {
            target_path.forget_prediction();
        }
        if writes.value || writes.velocity {
            // Kicked, it is no longer on the path it was solved for.
            leave_profile(body);
            body.end_throws(compiled.is_err());
        }
        if writes.value || first {
            take_value(self, body, report);
            taken.jumps = true;
            if let Some(history) = body.history_mut() {
                history.clear();
            }
        }
        if writes.velocity || first {
            take_velocity(self, body, report);
        }
        if first {
            body.adopted = true;
            body.set_target(body.state.position);
        }
        if writes.follow {
            taken.leads_elsewhere = true;
            take_follow(self, body, report);
        }
        if let (Some(target), None) = (&self.target, &self.follow) {
            take_target(target, body, report);
            // Who meets bounds that move is led for that, too: whether its target is sampled, its source says.
            let comes_from = |source| body.target_path().is_some_and(|target_path| target_path.source == source);
            let moves = target.tracked || self.is_steady();
            taken.leads_elsewhere |= target.tracked != comes_from(Source::Tracked)
                || self.is_steady() != comes_from(Source::Steady)
                || moves != led && !self.parameters.has_moving_bounds();
        }
        if writes.law || first {
            taken.leads_elsewhere |= self.parameters.has_moving_bounds() != body.has_moving_bounds();
            // A spring without a target holds the entity where it is when the spring is added.
            let held = self.target.is_none() && self.follow.is_none() && body.law().k == 0.0 && body.axes().is_none();
            if held && body.target_path().is_none_or(TargetPath::stands_still) {
                body.set_target(body.state.position);
            }
        }
        if let (Some(grabbed), Ok(compiled)) = (grabbed, &mut compiled) {
            writes.law |= choose_landing(&self.parameters, grabbed, body, compiled, report);
        }
        let invalid = match compiled {
            Ok(compiled) if writes.law || first => {
                if body.obey(compiled) {
                    None
                } else {
                    self.parameters.cannot_begin(body.state.position)
                }
            }
            Ok(_) => None,
            Err(invalid) => Some(invalid),
        };
        note_law(invalid, body, report);
        body.meet_bounds();
        note_dry_friction(self, body, report);
        Some(taken)
    }
}

/// What is not there any more is not invalid.
fn forget_faults<V: Space>(body: &mut Body<V>, has_target: bool, follows: bool) {
    for (there, fault) in [(has_target || follows, Fault::Target), (follows, Fault::Offset)] {
        if !there {
            fault.turns(&mut body.faults, false);
        }
    }
}

/// An exponential rate is no longer on the path it was solved for.
fn leave_profile<V: Space>(body: &mut Body<V>) {
    if let Some(running_rate) = body.running_rate_mut() {
        running_rate.profile = None;
    }
}

/// Reports where the parameters turn invalid.
fn note_law<V: Space>(invalid: Option<Invalid>, body: &mut Body<V>, report: &mut impl FnMut(Invalid)) {
    let turned = Fault::Law.turns(&mut body.faults, invalid.is_some());
    if let Some(invalid) = invalid.filter(|_| turned) {
        report(invalid);
    }
}

/// Reports where dry friction cannot be solved any more.
fn note_dry_friction<P: Property>(input: &InputItem<P>, body: &mut Body<P::Value>, report: &mut impl FnMut(Invalid)) {
    let turns = body.is_turned_by_dry_friction();
    let turned = Fault::DryFriction.turns(&mut body.faults, turns);
    if let Some(invalid) = input.parameters.turning().filter(|_| turned) {
        report(invalid);
    }
}

fn take_value<P: Property>(input: &InputItem<P>, body: &mut Body<P::Value>, report: &mut impl FnMut(Invalid)) {
    let value = P::get(&input.component);
    let invalid = !value.is_finite();
    if Fault::Value.turns(&mut body.faults, invalid) {
        report(Invalid::new("value", value, "finite", input.component.changed_by()));
    }
    let written = Written { value, ..body.written() };
    if !invalid {
        body.state.position = value.widen();
    }
    body.note_written(written);
}

fn take_velocity<P: Property>(input: &InputItem<P>, body: &mut Body<P::Value>, report: &mut impl FnMut(Invalid)) {
    let velocity = input.velocity.0;
    let invalid = !velocity.is_finite();
    if Fault::Velocity.turns(&mut body.faults, invalid) {
        report(Invalid::new("Velocity::0", velocity, "finite", input.velocity.changed_by()));
    }
    let written = body.written();
    if !invalid {
        // Written over a velocity drawn late, it is the kick between the two that is meant.
        body.state.velocity = if written.late {
            kicked::<P::Value>(body.state.velocity, velocity, written.velocity)
        } else {
            velocity.widen()
        };
    }
    body.note_written(Written { velocity, ..written });
}

/// The true velocity with the kick that a user gave to the one shown; what was written, where an f32 cannot hold that.
pub(crate) fn kicked<V: Space>(velocity: WideTangent<V>, written: V::Tangent, shown: V::Tangent) -> WideTangent<V> {
    let kicked = velocity + (written.widen() - shown.widen());
    if V::Tangent::narrow(kicked).is_finite() { kicked } else { written.widen() }
}

fn take_target<P: Property>(target: &Ref<Target<P>>, body: &mut Body<P::Value>, report: &mut impl FnMut(Invalid)) {
    let invalid = !is_finite(target);
    if Fault::Target.turns(&mut body.faults, invalid) {
        report(if target.value.is_finite() {
            Invalid::new("Target::velocity", target.velocity, "finite", target.changed_by())
        } else {
            Invalid::new("Target::value", target.value, "finite", target.changed_by())
        });
    }
    // A tracked target is sampled where the tick ends; only where it begins to be tracked is it taken from here.
    let sampled = target.tracked && body.target_path().is_some_and(|target_path| target_path.sample.is_some());
    if invalid || sampled {
        return;
    }
    body.set_target(target.value.widen());
    if let Some(target_path) = body.target_path_mut() {
        target_path.forget();
        if !target.tracked && target.velocity != TangentOf::<P>::default() {
            target_path.go_steadily(Steady { value: target.value, velocity: target.velocity });
        }
    }
}

fn is_finite<P: Property>(target: &Target<P>) -> bool {
    target.value.is_finite() && target.velocity.is_finite()
}

fn take_follow<P: Property>(input: &InputItem<P>, body: &mut Body<P::Value>, report: &mut impl FnMut(Invalid)) {
    let target_path = body.make_cold().target_path.get_or_insert_default();
    target_path.seen = input.seen();
    let Some(follow) = &input.follow else {
        target_path.forget();
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
    let turned = Fault::Offset.turns(&mut body.faults, invalid.is_some());
    match invalid {
        Some(invalid) if turned => report(invalid),
        Some(_) => {}
        None => aim_anew(body, Aim { offset: follow.offset.widen(), frame: follow.frame, look_ahead }),
    }
}

/// Another offset moves the target with it. In the leader's frame, or another time ahead, it needs a sample of its own.
fn aim_anew<V: Space>(body: &mut Body<V>, aim: Aim<V>) {
    let Some(target_path) = body.target_path_mut() else { return };
    let before = core::mem::replace(&mut target_path.aim, aim);
    let moved_along = Aim { offset: aim.offset, ..before } == aim && aim.frame == OffsetFrame::World;
    if !moved_along {
        target_path.sample = None;
        return;
    }
    let moved = |point| V::offset(V::offset(point, before.offset * -1.0), aim.offset);
    if let Some(sample) = &mut target_path.sample {
        sample.place = moved(sample.place);
        sample.aimed = moved(sample.aimed);
        body.set_target(moved(body.target()));
    }
}
