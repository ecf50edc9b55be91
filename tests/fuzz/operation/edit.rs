//! Operations on one component of an entity.

use bevy::{
    prelude::*,
    ui::{Checked, InteractionDisabled},
};
use bevy_exact_motion::{
    AxisSprings, Displacement, Inertialization, Motion, RestTolerance, Sequence, SnapTo, SoftBounds, TargetMotion,
    TimeScale,
    prelude::*,
    space::{Space, Tangent},
};

use super::{Operation, Part, Place, slot_of, touch};
use crate::{
    limits,
    property::{Fuzzed, Parts, with_property},
    stage::Cast,
    watch::Watch,
};

impl Operation {
    pub(super) fn insert<P: Fuzzed>(&self, part: Part, subject: Entity, leader: Option<Entity>, world: &mut World) {
        let [n0, n1, ..] = self.numbers;
        let mut entity = world.entity_mut(subject);
        match part {
            Part::Value => {
                if let Some(mut component) = entity.get_mut::<P::Component>() {
                    P::set(&mut component, self.value::<P>());
                } else {
                    entity.insert(P::component(self.value::<P>()));
                }
            }
            Part::Velocity => _ = entity.insert(Velocity::<P>::of(self.tangent::<P>())),
            Part::Spring => _ = entity.insert(Spring::new(n0, n1).on::<P>()),
            Part::AxisSprings => {
                let springs = AxisSprings::<P>::of(self.tangent::<P>(), self.other_tangent::<P>());
                entity.insert(if self.flag(5) { springs.in_own_frame() } else { springs });
            }
            Part::Friction => _ = entity.insert(Friction::new(n0).on::<P>()),
            Part::Gravity => _ = entity.insert(Gravity::<P>::of(self.tangent::<P>())),
            Part::ExponentialRate => {
                let coasts = self.flag(5);
                let [.., end_rate, duration] = self.numbers;
                entity.insert(ExponentialRate::<P> {
                    displacement: self.displacement::<P>(),
                    end_rate,
                    duration,
                    coasts,
                });
                begin_run::<P>(subject, world);
            }
            Part::Target => {
                let target = Target::<P>::of(self.value::<P>());
                entity.insert(if self.flag(5) { target.tracked() } else { target });
            }
            Part::Follow => {
                let Some(leader) = leader else { return };
                entity.insert(self.follow::<P>(leader));
            }
            Part::Grabbed => _ = entity.insert(Grabbed::<P>::default()),
            Part::TimeScale => _ = entity.insert(TimeScale::<P>::of(n0)),
            Part::Presentation => _ = entity.insert(self.presentation()),
            Part::RestTolerance => _ = entity.insert(RestTolerance::<P>::of(n0)),
            Part::Limits => {
                let limits = self.limits::<P>(entity.get::<P::Component>().map(P::get));
                entity.insert(limits);
            }
            Part::DryFriction => _ = entity.insert(DryFriction::new(n0).on::<P>()),
            Part::Fling => {
                let fling = self.fling::<P>(entity.as_readonly());
                entity.insert(fling);
                begin_throw::<P>(subject, world);
            }
            Part::SnapPoints => _ = entity.insert(SnapPoints::<P>::of(self.snap_to::<P>())),
            Part::Sequence => {
                let sequence = self.sequence::<P>(entity.as_readonly(), leader);
                entity.insert(sequence);
                world.resource_scope(|world, mut watch: Mut<Watch>| watch.note_sequence(world, P::WHICH, subject));
            }
            Part::Inertialization => {
                let others = world.resource::<Cast>().properties.iter().filter(|other| **other != P::WHICH);
                let is_taken = others
                    .clone()
                    .any(|&other| with_property!(other, Q => world.entity(subject).contains::<Inertialization<Q>>()));
                // Two properties may write the same field. With animations, jumps can be smoothed in any world, but the other worlds read
                // between frames what is shown.
                if !is_taken && world.resource::<Watch>().smooths_jumps {
                    let [n0, n1, n2, ..] = self.numbers;
                    let inertialization = Inertialization::<P>::of(n0).with_jump_distance(n1.abs());
                    world.entity_mut(subject).insert(inertialization.with_cut_distance(n2.abs()));
                }
            }
            Part::StateTargets => {
                if world.resource::<Watch>().has_states {
                    let states = self.state_targets::<P>();
                    world.entity_mut(subject).insert(states);
                }
            }
            Part::Motion => _ = entity.insert(Motion::<P>::default()),
            Part::Resting => {
                entity.insert(Resting::<P>::default());
                if let Some(slot) = slot_of(world, subject) {
                    world.resource_mut::<Watch>().note_marked_by_user(P::WHICH, slot);
                }
            }
        }
        world.flush();
    }

    /// A sequence of up to six random steps.
    fn sequence<P: Fuzzed>(&self, entity: EntityRef, leader: Option<Entity>) -> Sequence<P> {
        let [n0, n1, n2, n3, ..] = self.numbers;
        let rate =
            ExponentialRate { displacement: self.displacement::<P>(), end_rate: n2, duration: n3, coasts: false };
        let mut sequence = Sequence::<P>::default();
        for index in 0..self.choice % 7 {
            sequence = match (self.choice >> (3 * index + 4)) & 7 {
                0 => sequence.wait(n0),
                1 => sequence.then_for(self.value::<P>(), n1),
                2 => sequence.then(self.value::<P>()),
                3 => sequence.rate(rate),
                4 => sequence.throw(self.fling::<P>(entity)),
                5 => leader.map_or(sequence.clone(), |leader| sequence.wait_for(leader)),
                6 => sequence.call(),
                _ => sequence.then_for(P::Value::default(), n0).at(n3),
            };
        }
        sequence.yoyo = self.flag(25);
        sequence.repeated(if self.flag(26) { Some(self.choice % 4) } else { Some(0) })
    }

    /// Targets for some of the states of a widget.
    fn state_targets<P: Fuzzed>(&self) -> StateTargets<P> {
        let parts = self.value::<P>().parts();
        let times = |factor: f32| P::Value::from_parts(parts.map(|part| factor * part), false);
        let mut states = StateTargets::<P>::of(self.value::<P>());
        let values = [times(-1.0), times(0.5), times(2.0), P::Value::default()];
        (states.entering, states.leaving) = (self.flag(12).then_some(values[0]), self.flag(13).then_some(values[1]));
        (states.checked, states.disabled) = (self.flag(14).then_some(values[2]), self.flag(15).then_some(values[3]));
        if self.flag(16) { states.with_marker::<Marked>(times(-0.5)) } else { states }
    }

    fn follow<P: Fuzzed>(&self, leader: Entity) -> Follow<P> {
        let [.., look_ahead, feed_forward] = self.numbers;
        let follow = Follow::<P>::of(leader).with_look_ahead(look_ahead).with_feed_forward(feed_forward);
        match self.choice & 3 {
            0 => follow,
            1 => follow.with_own_offset(self.tangent::<P>()),
            _ => follow.with_offset(self.tangent::<P>()),
        }
    }

    /// A throw to a random end, or to one in the direction of the entity's velocity.
    fn fling<P: Fuzzed>(&self, entity: EntityRef) -> Fling<P> {
        let [.., min_speed, max_duration, angular_frequency, ahead] = self.numbers;
        let coasting = entity.get::<P::Component>().zip(entity.get::<Velocity<P>>()).map(|(component, velocity)| {
            let displacement = velocity.0.widen() * f64::from(ahead);
            P::Value::narrow(P::Value::offset(P::get(component).widen(), displacement))
        });
        let end = coasting.filter(|_| self.flag(13)).unwrap_or_else(|| self.value::<P>());
        let duration = self.flag(14).then_some(max_duration);
        let thrown = if self.flag(15) { [0, 1, 2, 3].map(|bit| self.flag(bit)) } else { [true; 4] };
        Fling { end, min_speed, max_duration, duration, angular_frequency, thrown }
    }

    /// A random set of points, steps or pages.
    fn snap_to<P: Fuzzed>(&self) -> SnapTo<P::Value> {
        let origin = P::Value::default();
        match self.choice & 3 {
            0 => SnapTo::Points(vec![self.value::<P>(), origin]),
            1 => SnapTo::Pages { size: self.tangent::<P>(), origin, max_pages: u32::from(self.flag(4)) },
            _ => SnapTo::Steps { step: self.tangent::<P>(), origin },
        }
    }

    /// Moves the bounds of an entity a little, like those of a moving floor or wall. Returns `false` if the entity has no `Limits`.
    pub(super) fn move_bounds<P: Fuzzed>(&self, subject: Entity, world: &mut World) -> bool {
        let Some(mut limits) = world.get_mut::<Limits<P>>(subject) else { return false };
        // The velocity of the bounds has to fit in an f32.
        let most = if P::Value::WRAPS { 1.0 } else { 1e6 };
        let by = self.numbers.map(|number| (0.05 * number).clamp(-most, most));
        let moved =
            |bounds: [Option<f32>; 4]| std::array::from_fn(|index| bounds[index].map(|bound| bound + by[index]));
        let Limits { lower, upper, soft, .. } = *limits;
        (limits.lower, limits.upper) = (moved(lower), moved(upper));
        limits.soft = soft.map(|soft| SoftBounds { lower: moved(soft.lower), upper: moved(soft.upper), ..soft });
        let was_tracked = core::mem::replace(&mut limits.tracked, !self.flag(9) || !self.flag(10));
        let continues = was_tracked && limits.tracked && !matches!(self.place, Place::Observer(_));
        match slot_of(world, subject).filter(|_| continues) {
            Some(slot) => {
                world.resource_scope(|world, mut watch: Mut<Watch>| watch.bounds_moved(world, P::WHICH, slot));
            }
            // A move of untracked bounds counts as a write, because they jump. A move in an observer also counts as a write, because the
            // observer may run after the bounds of the tick were sampled.
            None => touch(world, subject),
        }
        true
    }

    /// Changes a field of a component. Returns `false` if the entity lacks the component.
    pub(super) fn write<P: Fuzzed>(
        &self,
        part: Part,
        subject: Entity,
        leader: Option<Entity>,
        world: &mut World,
    ) -> bool {
        let [n0, n1, ..] = self.numbers;
        let mut entity = world.entity_mut(subject);
        let first = self.flag(6);
        macro_rules! edit {
            ($component:ty, |$this:ident| $change:expr) => {{
                let Some(mut $this) = entity.get_mut::<$component>() else { return false };
                $change;
            }};
        }
        match part {
            Part::Value => edit!(P::Component, |component| P::set(&mut component, self.value::<P>())),
            Part::Velocity => edit!(Velocity<P>, |velocity| velocity.0 = self.tangent::<P>()),
            Part::Spring if first => edit!(Spring<P>, |spring| spring.angular_frequency = n0),
            Part::Spring => edit!(Spring<P>, |spring| spring.damping_ratio = n1),
            Part::AxisSprings if first => {
                edit!(AxisSprings<P>, |springs| springs.angular_frequency = self.tangent::<P>());
            }
            Part::AxisSprings => edit!(AxisSprings<P>, |springs| springs.damping_ratio = self.other_tangent::<P>()),
            Part::Friction => edit!(Friction<P>, |friction| friction.rate = n0),
            Part::Gravity => edit!(Gravity<P>, |gravity| gravity.acceleration = self.tangent::<P>()),
            Part::ExponentialRate => {
                let [.., duration] = self.numbers;
                let Some(mut rate) = entity.get_mut::<ExponentialRate<P>>() else { return false };
                rate.displacement = self.displacement::<P>();
                rate.duration = duration;
                begin_run::<P>(subject, world);
            }
            Part::Target if self.choice & 0xe0 == 0xe0 => edit!(Target<P>, |target| {
                let is_tracked = target.motion == TargetMotion::Tracked;
                target.motion = if is_tracked { TargetMotion::Jumps } else { TargetMotion::Tracked };
            }),
            Part::Target => edit!(Target<P>, |target| target.value = self.value::<P>()),
            Part::Follow if first => {
                let Some(leader) = leader else { return false };
                edit!(Follow<P>, |follow| follow.leader = leader);
            }
            Part::Follow => {
                edit!(Follow<P>, |follow| *follow = self.follow::<P>(follow.leader));
            }
            Part::TimeScale => edit!(TimeScale<P>, |pace| pace.0 = n0),
            Part::Presentation => edit!(Presentation, |presentation| *presentation = self.presentation()),
            Part::RestTolerance => edit!(RestTolerance<P>, |tolerance| tolerance.0 = n0),
            Part::Limits => {
                let limits = self.limits::<P>(entity.get::<P::Component>().map(P::get));
                edit!(Limits<P>, |current| limits::change(&mut current, limits, self.choice));
            }
            Part::DryFriction => edit!(DryFriction<P>, |dry| dry.deceleration = n0),
            Part::Fling => {
                let fling = self.fling::<P>(entity.as_readonly());
                edit!(Fling<P>, |current| if first { current.end = fling.end } else { *current = fling });
                begin_throw::<P>(subject, world);
            }
            Part::SnapPoints if first => edit!(SnapPoints<P>, |points| points.to = self.snap_to::<P>()),
            Part::SnapPoints => edit!(SnapPoints<P>, |points| points.min_speed = n0),
            Part::Sequence if first => edit!(Sequence<P>, |sequence| sequence.seek(n0.into())),
            Part::Sequence => edit!(Sequence<P>, |sequence| sequence.repeats = Some(self.choice % 4)),
            Part::Inertialization => edit!(Inertialization<P>, |settings| settings.angular_frequency = n0),
            Part::StateTargets => edit!(StateTargets<P>, |states| states.base = self.value::<P>()),
            // These components have no public fields: they are only marked as changed.
            Part::Grabbed => edit!(Grabbed<P>, |held| held.set_changed()),
            Part::Motion => edit!(Motion<P>, |motion| motion.set_changed()),
            Part::Resting => edit!(Resting<P>, |resting| resting.set_changed()),
        }
        touch(world, subject);
        true
    }
}

/// A marker that chooses a target.
#[derive(Component, Clone, Copy, Debug, Default, Reflect)]
#[reflect(Component)]
pub(crate) struct Marked;

/// Inserts or removes a component that is a state of a widget.
pub(super) fn change_state(entity: &mut EntityWorldMut, choice: u32) {
    fn change<C: Component + Default>(entity: &mut EntityWorldMut) {
        if entity.contains::<C>() {
            entity.remove::<C>();
        } else {
            entity.insert(C::default());
        }
    }
    match choice % 4 {
        0 => change::<Checked>(entity),
        1 => change::<InteractionDisabled>(entity),
        2 => change::<Marked>(entity),
        _ => change::<Leaving>(entity),
    }
}

pub(super) fn remove<P: Fuzzed>(part: Part, subject: Entity, world: &mut World) {
    let mut entity = world.entity_mut(subject);
    match part {
        Part::Value => entity.remove::<P::Component>(),
        Part::Velocity => entity.remove::<Velocity<P>>(),
        Part::Spring => entity.remove::<Spring<P>>(),
        Part::AxisSprings => entity.remove::<AxisSprings<P>>(),
        Part::Friction => entity.remove::<Friction<P>>(),
        Part::Gravity => entity.remove::<Gravity<P>>(),
        Part::ExponentialRate => entity.remove::<ExponentialRate<P>>(),
        Part::Target => entity.remove::<Target<P>>(),
        Part::Follow => entity.remove::<Follow<P>>(),
        Part::Grabbed => entity.remove::<Grabbed<P>>(),
        Part::TimeScale => entity.remove::<TimeScale<P>>(),
        Part::Presentation => entity.remove::<Presentation>(),
        Part::RestTolerance => entity.remove::<RestTolerance<P>>(),
        Part::Limits => entity.remove::<Limits<P>>(),
        Part::DryFriction => entity.remove::<DryFriction<P>>(),
        Part::Fling => entity.remove::<Fling<P>>(),
        Part::SnapPoints => entity.remove::<SnapPoints<P>>(),
        Part::Sequence => entity.remove::<Sequence<P>>(),
        Part::Inertialization => entity.remove::<Inertialization<P>>(),
        Part::StateTargets => entity.remove::<StateTargets<P>>(),
        Part::Motion => entity.remove::<Motion<P>>(),
        Part::Resting => entity.remove::<Resting<P>>(),
    };
    world.flush();
}

/// Records that an exponential rate was written: it may end once more, but not early.
fn begin_run<P: Fuzzed>(subject: Entity, world: &mut World) {
    if let Some(slot) = slot_of(world, subject) {
        // Reads the rate again, because an observer may have replaced it. A rate to an end is ignored: whether it is feasible depends on
        // where it begins.
        let is_feasible = |rate: &&ExponentialRate<P>| {
            matches!(rate.displacement, Displacement::Over(_)) && rate.solve_from(P::Value::default()).is_ok()
        };
        let rate = world.get::<ExponentialRate<P>>(subject).filter(is_feasible);
        let duration = rate.map(|rate| rate.duration.into());
        world.resource_mut::<Watch>().begin_run(P::WHICH, slot, duration);
    }
}

/// Records that a throw was written, so that one more landing is allowed.
fn begin_throw<P: Fuzzed>(subject: Entity, world: &mut World) {
    if let Some(slot) = slot_of(world, subject) {
        world.resource_mut::<Watch>().begin_throw(P::WHICH, slot);
    }
}
