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
    motion::{Held, Motion, RestTolerance, Resting, body::Body, clock::Clock, response_cache::ResponseCache},
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
    let mut cache = ResponseCache::default();
    worklist.slow.clear();
    for (entity, mut component, mut velocity, mut motion, tolerance) in &mut entities {
        let body = &mut motion.bypass_change_detection().0;
        // The usual case: everything is at hand, and nobody has to know where it came from.
        let at_hand = if body.has_no_past() { body.after_tick(h) } else { None };
        let Some(state) = at_hand.or_else(|| body.pass_tick(h, &mut cache)) else { continue };
        for _ in 0..core::mem::take(&mut body.finished) {
            commands.queue(finish::<P>(entity));
        }
        body.moved |= state != body.state;
        body.state = state;
        body.start = 0.0;
        body.write(&state, &mut component, &mut velocity);
        if body.may_rest(RestTolerance::distance(tolerance)) {
            worklist.slow.push(entity);
        }
    }
    for mut motion in &mut held {
        if let Some(hand) = &mut motion.bypass_change_detection().0.hand {
            hand.pass(h);
        }
    }
}

/// Takes off an exponential rate that is over, and tells. One that was inserted since is another one, still to be played.
fn finish<P: Property>(entity: Entity) -> impl Command {
    move |world: &mut World| {
        let Ok(mut entity) = world.get_entity_mut(entity) else { return };
        let another =
            entity.get::<Motion<P>>().is_some_and(|motion| motion.0.begins || motion.0.running_rate.is_some());
        if !another {
            entity.remove::<ExponentialRate<P>>();
        }
        let finished = Finished::<P>::new(entity.id());
        tell(world, finished);
    }
}

impl<V: Space> Body<V> {
    /// Neither a target that moves nor a history to draw.
    #[inline]
    fn has_no_past(&self) -> bool {
        self.target_path.is_none() && self.history.is_none()
    }

    /// The state at the end of a tick of length `h`, with all that goes on beside it. None where nothing is due.
    fn pass_tick(&mut self, h: f64, cache: &mut ResponseCache) -> Option<State<V>> {
        let t = h - self.start;
        if t <= 0.0 {
            // Somebody wrote at an instant that is still to come: the tick has become shorter meanwhile.
            self.start = -t;
            if let Some(target_path) = &mut self.target_path {
                target_path.finished = None;
                target_path.forget_prediction();
            }
            if let Some(history) = &mut self.history {
                history.shift(h);
            }
            return None;
        }
        let state = self.after_tick(h).unwrap_or_else(|| self.segment().eval(h, cache));
        if let Some(mut history) = self.history.take() {
            history.push(self.segment());
            history.shift(h);
            self.history = Some(history);
        }
        let guessed = self.target_path.as_ref().is_some_and(|target_path| target_path.is_guessed());
        let finished = guessed.then(|| self.segment().into());
        if let Some(target_path) = &mut self.target_path {
            target_path.finished = finished;
            target_path.forget_prediction();
            self.target = target_path.pass(self.target, t);
        }
        self.pass_run(t * self.pace);
        self.refresh(h, cache);
        Some(state)
    }
}
