//! Plays one run: the frames of its script, then some time in which everything comes to rest.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::{
    script::{Script, WorldKind},
    stage::{self, Agenda, Walker},
    watch::{self, Watch},
};
use crate::{
    captured,
    play::{Outcome, caught, without_numbers},
    stage::Threads,
};

/// The maximum number of warnings per operation.
const WARNINGS: usize = 20;

/// The time within which everything must come to rest at the end. Unit: frames of a tenth of a second.
const CALM: usize = 900;

/// The number of consecutive frames without motion after which everything counts as resting.
const REST: usize = 15;

pub(crate) fn play(script: &Script, threads: Threads) -> Outcome {
    caught(|outcome| play_through(script, threads, outcome))
}

fn play_through(script: &Script, threads: Threads, outcome: &mut Outcome) {
    let mut run = Run {
        app: stage::build(script, threads),
        warnings: 0,
        is_smooth: script.is_smooth(),
        is_hostile: script.world_kind == WorldKind::Hostile,
    };
    let mut operations = script.operations.iter().peekable();
    for (frame, &length) in script.frames.iter().enumerate() {
        let due = std::iter::from_fn(|| operations.next_if(|operation| operation.frame <= frame as u16).copied());
        run.app.world_mut().resource_mut::<Agenda>().add(due);
        if !run.frame(f64::from(length * script.frame)) {
            break;
        }
    }
    if run.is_sound() {
        run.calm_down(script);
    }
    let watch = run.app.world_mut().remove_resource::<Watch>().expect("`stage::build` should have inserted it");
    *outcome = Outcome {
        violation: watch.violation,
        hash: watch.hash.0,
        entity_ticks: watch.entity_ticks,
        motion_ticks: watch.entity_ticks,
        events: watch.events,
        operations: watch.operations.into_iter().map(|(kind, count)| (kind.to_string(), count)).collect(),
        no_ops: watch.no_ops,
    };
}

struct Run {
    app: App,
    warnings: usize,
    is_smooth: bool,
    is_hostile: bool,
}

impl Run {
    fn is_sound(&self) -> bool {
        self.app.world().resource::<Watch>().violation.is_none()
    }

    /// Plays one frame. Returns `false` once there is a violation.
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
        if let Some(error) = captured::take_errors().into_iter().next() {
            watch.violate(format!("error: {}", without_numbers(&error)), || error.clone());
        }
        let mut warnings = captured::take_warnings();
        // These warnings need no recent write: they are about what user code does repeatedly, or about a group that depends on itself. The
        // latter is emitted when the weight of a member that depends on the group rises above 0.
        let not_by_write = ["over and over", "drawn between ticks", "in frames", "depends on the group's own"];
        // In wild worlds, an old invalid write may take effect late: when a wall releases a boom, or when a parent moves.
        let late: &[&str] =
            if self.is_smooth { &[] } else { &["of OrbitDistance", "parents mirror it or have a scale of 0"] };
        warnings.retain(|warning| !not_by_write.iter().chain(late).any(|part| warning.contains(part)));
        self.warnings += warnings.len();
        // In hostile worlds, any old write may take effect late.
        if quiet
            && !self.is_hostile
            && let Some(warning) = warnings.first()
        {
            watch.violate("a warning without a write", || warning.clone());
        }
        let operations = watch.operations.values().sum::<u64>() as usize;
        if self.warnings > WARNINGS * (operations + 10) {
            let last = warnings.into_iter().next_back().unwrap_or_default();
            watch.violate("warnings without end", || format!("{}, the last one: {last}", self.warnings));
        }
        let Watch { observed, read, .. } = *watch;
        watch.events = observed;
        if observed != read {
            watch.violate("events and messages differ", || format!("{observed} and {read}"));
        }
        self.is_sound()
    }

    /// Drops the operations that are still due, and stops all input. In a smooth world, checks that everything comes to rest.
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
            // An entity without a spring and without friction would coast forever.
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
            for mut shake in world.query::<&mut Shake>().iter_mut(world) {
                (shake.sway, shake.sway_offset) = (Vec3::ZERO, Vec3::ZERO);
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
