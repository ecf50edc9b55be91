//! The one writer of position and velocity at a tick.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    entity::Entity,
    query::{With, Without},
    system::{Command, Commands, Query, ResMut, SystemChangeTick},
    world::World,
};

use super::{tell::tell, worklist::Worklist};
use crate::{
    events::Finished,
    law::ExponentialRate,
    motion::{Held, Motion, RestTolerance, Resting, clock::Clock, memo::Memo, segment::Segment},
    property::{Property, Velocity},
    space::{Space, State},
};

/// Evaluates every segment at the tick's end, where it begins anew.
pub(crate) fn advance<P: Property>(
    mut clock: ResMut<Clock<P>>,
    mut entities: Query<
        (Entity, &mut P::Component, &mut Velocity<P>, &mut Motion<P>, Option<&RestTolerance<P>>),
        (Without<Resting<P>>, Without<Held<P>>),
    >,
    mut worklist: ResMut<Worklist<P>>,
    mut held: Query<&mut Motion<P>, With<Held<P>>>,
    ticks: SystemChangeTick,
    mut commands: Commands,
) {
    let h = clock.h;
    clock.written_at = 0.0;
    clock.written_by[0] = ticks.this_run();
    let mut memo = Memo::default();
    worklist.slow.clear();
    for (entity, mut component, mut velocity, mut motion, tolerance) in &mut entities {
        let segment = &mut motion.bypass_change_detection().0;
        // The usual case: everything is at hand, and nobody has to know where it came from.
        let at_hand = if segment.has_no_past() { segment.after_tick(h) } else { None };
        let Some(state) = at_hand.or_else(|| segment.pass_tick(h, &mut memo)) else { continue };
        for _ in 0..core::mem::take(&mut segment.finished) {
            commands.queue(finish::<P>(entity));
        }
        segment.moved |= state != segment.state;
        segment.state = state;
        segment.start = 0.0;
        segment.write(&state, &mut component, &mut velocity);
        if segment.may_rest(RestTolerance::distance(tolerance)) {
            worklist.slow.push(entity);
        }
    }
    for mut motion in &mut held {
        if let Some(grip) = &mut motion.bypass_change_detection().0.grip {
            grip.pass(h);
        }
    }
}

/// Takes off an exponential rate that is over, and tells. One that was inserted since is another one, still to be played.
fn finish<P: Property>(entity: Entity) -> impl Command {
    move |world: &mut World| {
        let Ok(mut entity) = world.get_entity_mut(entity) else { return };
        let another = entity.get::<Motion<P>>().is_some_and(|motion| motion.0.begins || motion.0.run.is_some());
        if !another {
            entity.remove::<ExponentialRate<P>>();
        }
        let finished = Finished::<P>::new(entity.id());
        tell(world, finished);
    }
}

impl<V: Space> Segment<V> {
    /// Neither a target that moves nor a trail to draw.
    #[inline]
    fn has_no_past(&self) -> bool {
        self.course.is_none() && self.trail.is_none()
    }

    /// The state at the end of a tick of length `h`, with all that goes on beside it. None where nothing is due.
    fn pass_tick(&mut self, h: f64, memo: &mut Memo) -> Option<State<V>> {
        let t = h - self.start;
        if t <= 0.0 {
            // Somebody wrote at an instant that is still to come: the tick has become shorter meanwhile.
            self.start = -t;
            if let Some(course) = &mut self.course {
                course.finished = None;
                course.replan();
            }
            if let Some(trail) = &mut self.trail {
                trail.shift(h);
            }
            return None;
        }
        let state = self.after_tick(h).unwrap_or_else(|| self.stretch().at(h, memo));
        if let Some(mut trail) = self.trail.take() {
            trail.push(self.stretch());
            trail.shift(h);
            self.trail = Some(trail);
        }
        let guessed = self.course.as_ref().is_some_and(|course| course.is_guessed());
        let finished = guessed.then(|| self.stretch().into());
        if let Some(course) = &mut self.course {
            course.finished = finished;
            course.replan();
            self.target = course.pass(self.target, t);
        }
        self.pass_run(t * self.pace);
        self.refresh(h, memo);
        Some(state)
    }
}
