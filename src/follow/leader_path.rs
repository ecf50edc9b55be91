//! The path of one who is followed, found once for all who follow.

use bevy::ecs::entity::Entity;

use crate::{
    math::Slope,
    motion::{body::Body, response_cache::ResponseCache, segment::Segment},
    space::{Space, State, WideTangent, zero},
};

/// Where a leader of ours goes in a tick.
pub(crate) struct LeaderPath<V: Space> {
    leader: Entity,
    /// The motion, none of one who rests.
    segment: Option<Segment<'static, V>>,
    /// Its own target's path may turn out to have been another one.
    is_guessed: bool,
    /// From the tick's start to its end.
    over_tick: Ends<V>,
}

/// The states and accelerations at both ends of a path.
struct Ends<V: Space> {
    states: [State<V>; 2],
    accelerations: [WideTangent<V>; 2],
    /// The cubic between them, which is that of every target beside it where the space is linear.
    path: Slope<WideTangent<V>>,
}

impl<V: Space> Ends<V> {
    /// Between two instants.
    fn of(segment: &Segment<V>, instants: [f64; 2], cache: &mut ResponseCache) -> Self {
        let [(from, at_start), (to, at_end)] = instants.map(|instant| segment.seen_at(instant, cache));
        Self {
            states: [from, to],
            accelerations: [at_start, at_end],
            path: V::path(&from, &to, instants[1] - instants[0]),
        }
    }

    /// Of one who stands there.
    fn still(state: State<V>, length: f64) -> Self {
        Self { states: [state; 2], accelerations: [zero(); 2], path: V::path(&state, &state, length) }
    }

    /// Sets a follower's target on this path, which is `length` seconds long.
    #[inline]
    fn lead(&self, body: &mut Body<V>, length: f64) {
        let Some(target_path) = body.target_path_mut() else { return };
        let aim = target_path.aim;
        let from = aim.ahead(self.states[0], self.accelerations[0]);
        target_path.slope = if V::LINEAR && aim.look_ahead == 0.0 {
            self.path
        } else {
            V::path(&from, &aim.ahead(self.states[1], self.accelerations[1]), length)
        };
        body.set_target(from.position);
    }
}

impl<V: Space> LeaderPath<V> {
    /// Over a tick of length `h`.
    pub(crate) fn of(leader: Entity, body: &Body<V>, rests: bool, h: f64, cache: &mut ResponseCache) -> Self {
        let segment = (!rests).then(|| body.segment().into_owned());
        let over_tick = match &segment {
            Some(segment) => Ends::of(segment, [0.0, h], cache),
            None => Ends::still(body.state, h),
        };
        let is_guessed = body.target_path().is_some_and(|target_path| target_path.is_guessed());
        Self { leader, segment, is_guessed, over_tick }
    }

    pub(crate) const fn rests(&self) -> bool {
        self.segment.is_none()
    }

    /// Sets a follower's target on its path until the end of a tick of length `h`, unless it is on it.
    #[inline]
    pub(crate) fn lead(&self, body: &mut Body<V>, h: f64, cache: &mut ResponseCache) {
        let start = body.start();
        let Some(target_path) = body.target_path_mut() else { return };
        if target_path.predicted_for == Some(h) || target_path.source.leader() != Some(self.leader) || h <= start {
            return;
        }
        target_path.predicted_for = Some(h);
        target_path.led_by_guess = self.is_guessed;
        if start == 0.0 {
            self.over_tick.lead(body, h);
        } else {
            self.lead_from(body, [start, h], cache);
        }
    }

    /// Sets one on its path who begins inside the tick.
    #[cold]
    fn lead_from(&self, body: &mut Body<V>, instants: [f64; 2], cache: &mut ResponseCache) {
        let length = instants[1] - instants[0];
        let ends = match &self.segment {
            Some(segment) => Ends::of(segment, instants, cache),
            None => Ends::still(self.over_tick.states[0], length),
        };
        ends.lead(body, length);
    }
}
