//! One run: its frames, some time to come to rest, and its outcome.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::{
    arrive,
    control::{Act, Hand},
    keep::Kept,
    operation::set_timestep,
    property::with_property,
    random::Random,
    said,
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
    pub(crate) void: u64,
}

/// The longest time that anything needs to come to rest at the end. Unit: frames of half a second.
const CALM: usize = 160;

/// The most warnings that one operation may cause: each property of its entity may become invalid in several ways.
const WARNINGS: usize = 20;

/// Plays a script. A panic counts as a violation.
pub(crate) fn play(script: &Script, threads: Threads) -> Outcome {
    caught(|outcome| play_through(script, threads, outcome))
}

/// Plays a run that may panic, and returns its outcome.
pub(crate) fn caught(run: impl FnOnce(&mut Outcome)) -> Outcome {
    said::take_errors();
    said::take_warnings();
    let mut outcome = Outcome::default();
    let played = said::catch(|| run(&mut outcome));
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
        void: watch.void,
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

    /// Plays one frame. Returns whether there is no violation yet.
    fn frame(&mut self, ticks: f32) -> bool {
        let quiet = stage::frame(&mut self.app, ticks);
        let world = self.app.world_mut();
        world.resource_scope(|world, mut watch: Mut<Watch>| {
            let Watch { hash, .. } = &mut *watch;
            watch::take_bits(world, |_, _, bits| hash.take(bits));
            if let Some(error) = said::take_errors().into_iter().next() {
                watch.violate(format!("error: {}", without_numbers(&error)), || error.clone());
            }
            let warnings = said::take_warnings();
            self.warnings += warnings.len();
            // A leader that is far away may overflow an f32 without a write.
            let hostile = watch.is_hostile();
            // Dry friction may become invalid when a target changes its path. `Watch::invalid` checks that event.
            let by_itself = |warning: &&String| {
                hostile && warning.contains("Follow::leader of") || warning.contains("DryFriction::deceleration of")
            };
            if quiet && let Some(warning) = warnings.iter().find(|warning| !by_itself(warning)) {
                watch.violate("a warning without a write", || warning.clone());
            }
            let operations = watch.operations.values().sum::<u64>() as usize;
            if self.warnings > WARNINGS * (operations + 10) {
                let last = warnings.into_iter().next_back().unwrap_or_default();
                watch.violate("warnings without end", || format!("{}, the last one: {last}", self.warnings));
            }
            if let Some((property, observed, read)) = watch.untold() {
                watch.violate("events and messages differ", || format!("{property:?}: {observed:?} and {read:?}"));
            }
            watch.end_frame();
        });
        self.is_sound()
    }

    /// Ends all operations, and lets time pass at its normal speed.
    fn calm_down(&mut self) {
        let world = self.world();
        world.resource_mut::<Agenda>().clear();
        let mut time = world.resource_mut::<Time<Virtual>>();
        time.unpause();
        time.set_relative_speed(1.0);
        // Repeated, because `set_timestep` does not go below a share of the accumulated time, which each frame uses up.
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

    /// Gives the controls, which have come to rest, their task once more.
    fn wake(&mut self, script: &Script) {
        if !self.is_sound() {
            return;
        }
        // First they are grabbed and moved so fast that the velocity overflows an f32.
        for hand in if script.numbers == Numbers::Hostile { Hand::ALL } else { &[] } {
            for control in &script.controls {
                control.hold(*hand, self.world());
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

    /// Plays some frames, rolls back to before them, entity by entity in a random order, and checks that the same frames follow again.
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
