//! Plays one run: the frames of its script, then some time in which everything comes to rest.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_exact_motion::prelude::Leaving;

use crate::{
    arrive, captured,
    control::{Act, GrabStep},
    keep::Kept,
    operation::{set_timestep, touch},
    property::with_property,
    random::Random,
    script::{Numbers, Script},
    stage::{self, Agenda, Cast, Threads},
    watch::{self, Violation, Watch},
};

/// The outcome of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) violation: Option<Violation>,
    /// The hash of all values, velocities and events.
    pub(crate) hash: u64,
    pub(crate) entity_ticks: u64,
    pub(crate) motion_ticks: u64,
    pub(crate) events: u64,
    pub(crate) operations: BTreeMap<String, u64>,
    /// The number of operations that had nothing to act on.
    pub(crate) no_ops: u64,
}

/// The time within which everything must come to rest at the end. Unit: frames of half a second.
const CALM: usize = 160;

/// The maximum number of warnings per operation: each property of its entity may become invalid in several ways.
const WARNINGS: usize = 20;

/// Plays a script. A panic counts as a violation.
pub(crate) fn play(script: &Script, threads: Threads) -> Outcome {
    caught(|outcome| play_through(script, threads, outcome))
}

/// Plays a run that may panic, and returns its outcome.
pub(crate) fn caught(run: impl FnOnce(&mut Outcome)) -> Outcome {
    captured::take_errors();
    captured::take_warnings();
    let mut outcome = Outcome::default();
    let played = captured::catch(|| run(&mut outcome));
    if let Err(panic) = played {
        outcome.violation = Some(Violation { class: format!("panic: {}", without_numbers(&panic)), detail: panic });
    }
    outcome
}

/// Replaces numbers with `#`, so that the same cause gives the same text for every entity.
pub(crate) fn without_numbers(text: &str) -> String {
    let mut class = String::new();
    for letter in text.chars() {
        match letter {
            '0'..='9' if class.ends_with('#') => {}
            '0'..='9' => class.push('#'),
            letter => class.push(letter),
        }
    }
    class
}

fn play_through(script: &Script, threads: Threads, outcome: &mut Outcome) {
    let mut run = Run { app: stage::build(script, threads), warnings: 0 };
    let mut operations = script.operations.iter().peekable();
    let mut controls = script.controls.clone();
    let crowd = script.properties[0].0;
    for (frame, &ticks) in script.frames.iter().enumerate() {
        let now = frame as u16;
        controls.retain(|control| {
            let due = control.frame <= now;
            if due {
                control.spawn(run.app.world_mut());
            }
            !due
        });
        let due = std::iter::from_fn(|| operations.next_if(|operation| operation.frame <= now).copied());
        run.world().resource_mut::<Agenda>().add(due);
        if !run.frame(ticks) {
            break;
        }
        if script.is_crowded {
            run.world().resource_scope(|world, mut watch: Mut<Watch>| {
                with_property!(crowd, P => watch::take_crowd::<P>(world, &mut watch.hash));
            });
        }
    }
    if run.is_sound() {
        run.calm_down();
        if script.rewinds {
            run.rewind(script.seed);
        }
        for control in controls {
            control.spawn(run.app.world_mut());
        }
        run.come_to_rest(script, Act::First);
        run.wake(script);
        run.come_to_rest(script, Act::Second);
    }
    let watch = run.app.world_mut().remove_resource::<Watch>().expect("`stage::build` should have inserted it");
    *outcome = Outcome {
        violation: watch.violation,
        hash: watch.hash.0,
        entity_ticks: watch.entity_ticks,
        motion_ticks: watch.motion_ticks,
        events: watch.events,
        operations: watch.operations.into_iter().map(|(kind, count)| (kind.to_string(), count)).collect(),
        no_ops: watch.no_ops,
    };
}

struct Run {
    app: App,
    warnings: usize,
}

impl Run {
    fn world(&mut self) -> &mut World {
        self.app.world_mut()
    }

    fn is_sound(&self) -> bool {
        self.app.world().resource::<Watch>().violation.is_none()
    }

    /// Plays one frame. Returns `false` once there is a violation.
    fn frame(&mut self, ticks: f32) -> bool {
        let quiet = stage::frame(&mut self.app, ticks);
        let world = self.app.world_mut();
        world.resource_scope(|world, mut watch: Mut<Watch>| {
            let Watch { hash, .. } = &mut *watch;
            watch::take_bits(world, |_, _, bits| hash.take(bits));
            if let Some(error) = captured::take_errors().into_iter().next() {
                watch.violate(format!("error: {}", without_numbers(&error)), || error.clone());
            }
            let warnings = captured::take_warnings();
            self.warnings += warnings.len();
            // In hostile runs, the value of a leader may overflow an f32 without a write.
            let hostile = watch.is_hostile();
            // Dry friction may become invalid when a target changes its path. `Watch::invalid` checks the event that reports this. A long
            // tick may have more contacts than are reported where they happen.
            let by_itself = |warning: &&String| {
                hostile && warning.contains("Follow::leader of")
                    || warning.contains("DryFriction::deceleration of")
                    || warning.contains("events and steps of")
            };
            if quiet && let Some(warning) = warnings.iter().find(|warning| !by_itself(warning)) {
                watch.violate("a warning without a write", || warning.clone());
            }
            let operations = watch.operations.values().sum::<u64>() as usize;
            if self.warnings > WARNINGS * (operations + 10) {
                let last = warnings.into_iter().next_back().unwrap_or_default();
                watch.violate("warnings without end", || format!("{}, the last one: {last}", self.warnings));
            }
            if let Some((property, observed, read)) = watch.mismatched_counts() {
                watch.violate("events and messages differ", || format!("{property:?}: {observed:?} and {read:?}"));
            }
            watch.end_frame();
        });
        self.is_sound()
    }

    /// Drops the operations that are still due, and resets the speed of time and the length of a tick.
    fn calm_down(&mut self) {
        let world = self.world();
        world.resource_mut::<Agenda>().clear();
        let mut time = world.resource_mut::<Time<Virtual>>();
        time.unpause();
        time.set_relative_speed(1.0);
        let leaving: Vec<Entity> = world.query_filtered::<Entity, With<Leaving>>().iter(world).collect();
        for entity in leaving {
            world.entity_mut(entity).remove::<Leaving>();
            touch(world, entity);
        }
        // Repeated, because `set_timestep` makes long ticks while much time is accumulated, and each frame reduces that time.
        for _ in 0..8 {
            set_timestep(self.world(), 0.05);
            if !self.frame(1.0) {
                return;
            }
        }
    }

    fn come_to_rest(&mut self, script: &Script, act: Act) {
        if !self.is_sound() {
            return;
        }
        let mut pulled = arrive::expected(self.app.world());
        for frame in 0..CALM {
            if !self.frame(10.0) {
                return;
            }
            let world = self.app.world();
            let rest = || script.controls.iter().all(|control| control.rests(world));
            let waits = arrive::wait(world, &mut pulled);
            if frame >= 4 && rest() && !waits {
                break;
            }
        }
        // Nothing should happen to resting entities in one more frame.
        if !self.frame(10.0) {
            return;
        }
        let mut violations: Vec<Violation> =
            script.controls.iter().filter_map(|control| control.judge(act, self.world())).collect();
        violations.extend(arrive::judge(self.app.world(), &pulled));
        for Violation { class, detail } in violations {
            self.world().resource_mut::<Watch>().violate(class, || detail);
        }
    }

    /// Gives the resting controls their task once more.
    fn wake(&mut self, script: &Script) {
        if !self.is_sound() {
            return;
        }
        // In hostile runs, the controls are first grabbed and moved so fast that their velocity overflows an f32.
        for step in if script.numbers == Numbers::Hostile { GrabStep::ALL } else { &[] } {
            for control in &script.controls {
                control.hold(*step, self.world());
            }
            if !self.frame(1.0) {
                return;
            }
        }
        let world = self.world();
        world.resource_mut::<Watch>().shifted.clear();
        for control in &script.controls {
            control.wake(world);
        }
        for control in &script.controls {
            control.shift(world);
        }
    }

    /// Plays some frames, restores all entities in a random order, plays the frames again, and checks that both times give the same bits.
    fn rewind(&mut self, seed: u64) {
        const FRAMES: usize = 12;
        // A `Resting` that user code inserted cannot be rolled back.
        if !self.is_sound() || self.app.world().resource::<Watch>().marks || stage::lacks_required(self.world()) {
            return;
        }
        let mut random = Random::new(!seed);
        let world = self.app.world_mut();
        let cast = world.resource::<Cast>();
        let (all, properties) = (cast.all().collect::<Vec<_>>(), cast.properties.clone());
        let mut kept: Vec<Kept> = all
            .iter()
            .filter(|&&(_, entity)| world.get_entity(entity).is_ok())
            .map(|&(_, entity)| Kept::of(world, entity, &properties))
            .collect();
        let pass = |run: &mut Self| {
            let mut taken = Vec::new();
            for frame in 0..FRAMES {
                if !run.frame(1.0) {
                    return None;
                }
                watch::take_bits(run.app.world(), |slot, property, bits| taken.push((frame, slot, property, bits)));
            }
            Some(taken)
        };
        let known = self.app.world().resource::<Watch>().keep();
        let Some(first) = pass(self) else { return };
        random.shuffle(&mut kept);
        for kept in kept {
            kept.put_back(self.app.world_mut(), &mut random);
        }
        self.world().resource_mut::<Watch>().put_all_back(known);
        let Some(second) = pass(self) else { return };
        if let Some((was, is)) = first.iter().zip(&second).find(|(was, is)| was != is) {
            let (frame, slot, property, _) = was;
            self.world().resource_mut::<Watch>().violate("rolled back, it takes a different path", || {
                let floats = |bits: &[u32; 9]| bits.map(f32::from_bits);
                format!(
                    "{property:?} of entity {slot}, {frame} frames later: {:?}, was {:?}",
                    floats(&is.3),
                    floats(&was.3)
                )
            });
        }
    }
}
