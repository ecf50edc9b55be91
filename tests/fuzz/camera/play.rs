//! One run: its frames, a while to come to rest, and what came of it.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::{
    script::{Script, Tone},
    stage::{self, Agenda, Walker},
    watch::{self, Watch},
};
use crate::{
    play::{Outcome, caught, without_numbers},
    said,
    stage::Threads,
};

/// So many warnings are enough for one operation.
const WARNINGS: usize = 20;

/// Nothing needs longer to come to rest in the end. Unit: frames of a tenth of a second.
const CALM: usize = 900;

/// Frames in which nothing moves are as many.
const REST: usize = 15;

pub(crate) fn play(script: &Script, threads: Threads) -> Outcome {
    caught(|outcome| play_through(script, threads, outcome))
}

fn play_through(script: &Script, threads: Threads, outcome: &mut Outcome) {
    let mut run = Run {
        app: stage::build(script, threads),
        warnings: 0,
        is_smooth: script.is_smooth(),
        is_hostile: script.tone == Tone::Hostile,
    };
    let mut operations = script.operations.iter().peekable();
    for (frame, &length) in script.frames.iter().enumerate() {
        let due = std::iter::from_fn(|| operations.next_if(|operation| operation.frame <= frame as u16).copied());
        run.app.world_mut().resource_mut::<Agenda>().add(due);
        if !run.frame(f64::from(length * script.frame)) {
            break;
        }
    }
    if run.goes_on() {
        run.calm_down(script);
    }
    let watch = run.app.world_mut().remove_resource::<Watch>().expect("it is there from the beginning");
    *outcome = Outcome {
        violation: watch.violation,
        hash: watch.hash.0,
        entity_ticks: watch.entity_ticks,
        motion_ticks: watch.entity_ticks,
        events: watch.events,
        operations: watch.operations.into_iter().map(|(kind, count)| (kind.to_string(), count)).collect(),
        void: watch.void,
    };
}

struct Run {
    app: App,
    warnings: usize,
    is_smooth: bool,
    is_hostile: bool,
}

impl Run {
    fn goes_on(&self) -> bool {
        self.app.world().resource::<Watch>().violation.is_none()
    }

    /// One frame; whether nothing is broken yet.
    fn frame(&mut self, length: f64) -> bool {
        let quiet = self.app.world().resource::<Watch>().is_quiet();
        let before = self.app.world().resource::<Time<Fixed>>().elapsed();
        stage::frame(&mut self.app, length);
        let world = self.app.world_mut();
        let fixed = world.resource::<Time<Fixed>>();
        let ticks = ((fixed.elapsed() - before).as_secs_f64() / fixed.timestep().as_secs_f64()).round() as u32;
        watch::check(world, ticks);
        let mut watch = world.resource_mut::<Watch>();
        let quiet = quiet && watch.is_quiet();
        if let Some(error) = said::take_errors().into_iter().next() {
            watch.violate(format!("error: {}", without_numbers(&error)), || error.clone());
        }
        let mut warnings = said::take_warnings();
        // What is moved or written over and over is no write of now, nor is the weight of a member of itself that grows above 0.
        let habits = ["over and over", "drawn between ticks", "in frames", "depends on the group's own"];
        // In wild worlds what was written long ago comes to act: the spring of a boom that a wall lets go, a parent that moves on.
        let late: &[&str] = if self.is_smooth { &[] } else { &["of OrbitLength", "parents leave it no room"] };
        warnings.retain(|warning| !habits.iter().chain(late).any(|habit| warning.contains(habit)));
        self.warnings += warnings.len();
        // In hostile worlds any number that was written long ago may take effect late.
        if quiet
            && !self.is_hostile
            && let Some(warning) = warnings.first()
        {
            watch.violate("a warning without a write", || warning.clone());
        }
        let operations = watch.operations.values().sum::<u64>() as usize;
        if self.warnings > WARNINGS * (operations + 10) {
            let last = warnings.into_iter().next_back().unwrap_or_default();
            watch.violate("warnings without end", || format!("{}, at last: {last}", self.warnings));
        }
        let Watch { observed, read, .. } = *watch;
        watch.events = observed;
        if observed != read {
            watch.violate("events and messages differ", || format!("{observed} and {read}"));
        }
        self.goes_on()
    }

    /// From here on nothing is done any more; in a smooth world everything comes to rest.
    fn calm_down(&mut self, script: &Script) {
        let world = self.app.world_mut();
        world.resource_mut::<Agenda>().clear();
        let mut time = world.resource_mut::<Time<Virtual>>();
        time.unpause();
        time.set_relative_speed(1.0);
        let walkers: Vec<Entity> = world.query_filtered::<Entity, With<Walker>>().iter(world).collect();
        for walker in walkers {
            world.entity_mut(walker).remove::<Walker>();
        }
        if script.is_smooth() {
            // What has lost its spring or its friction coasts for ever.
            type Coasting = (Without<Spring>, Without<Friction>);
            for mut velocity in world.query_filtered::<&mut Velocity, Coasting>().iter_mut(world) {
                velocity.0 = Vec3::ZERO;
            }
            type Spinning = Without<Spring<Rotation>>;
            for mut velocity in world.query_filtered::<&mut Velocity<Rotation>, Spinning>().iter_mut(world) {
                velocity.0 = Vec3::ZERO;
            }
            for mut input in world.query::<&mut OrbitInput>().iter_mut(world) {
                *input = OrbitInput::default();
            }
        }
        let mut time = world.resource_mut::<Time<Fixed>>();
        if time.timestep() < Duration::from_millis(15) {
            time.set_timestep(Duration::from_millis(20));
        }
        Watch::calm(world);
        if !script.is_smooth() {
            for _ in 0..60 {
                if !self.frame(0.3) {
                    return;
                }
            }
            return;
        }
        let (mut last, mut moving) = (Vec::new(), String::new());
        let mut rested = 0;
        for _ in 0..CALM {
            if !self.frame(0.1) {
                return;
            }
            let bits = watch::bits(self.app.world());
            if bits == last {
                rested += 1;
            } else {
                (rested, moving) = (0, watch::moving(self.app.world(), &last));
            }
            if rested >= REST {
                return;
            }
            last = bits;
        }
        self.app.world_mut().resource_mut::<Watch>().violate("it does not come to rest", || moving);
    }
}
