//! Clocks for the tests: equal ticks, ticks of random lengths, and frames with any number of ticks.

use std::time::Duration;

use crate::{
    app::{Bench, Random},
    record::listen,
};

/// How a bench's clock advances.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pacing {
    /// One tick per frame, at this rate (1/s).
    Hz(f64),
    /// One tick per frame. Each has a random length from 0.1 to 50 ms.
    Irregular,
    /// Ticks of 1/64 s, in frames that are 0, 0.7, 1, 1.3, 2 or 5 ticks long.
    Frames,
}

pub(crate) const ALL: [Pacing; 5] =
    [Pacing::Hz(30.0), Pacing::Hz(64.0), Pacing::Hz(1000.0), Pacing::Irregular, Pacing::Frames];

/// A [`Bench`] whose clock advances by a [`Pacing`].
pub(crate) struct Paced {
    pub(crate) bench: Bench,
    pacing: Pacing,
    random: Random,
    frames: usize,
}

impl Paced {
    /// Creates a bench that records contacts and rests.
    pub(crate) fn new(pacing: Pacing) -> Self {
        let mut bench = Bench::at_rate(if let Pacing::Hz(rate) = pacing { rate } else { 64.0 });
        listen(&mut bench);
        Self { bench, pacing, random: Random(7), frames: 0 }
    }

    /// Runs one frame.
    pub(crate) fn frame(&mut self) {
        let tick = Duration::from_micros(15_625);
        match self.pacing {
            Pacing::Hz(rate) => self.bench.tick(Duration::from_secs_f64(1.0 / rate)),
            Pacing::Irregular => self.bench.tick(Duration::from_secs_f64(self.random.between(1e-4, 0.05))),
            Pacing::Frames => self.bench.frame(tick * [0, 50, 10, 0, 13, 7, 20][self.frames % 7] / 10),
        }
        self.frames += 1;
    }

    /// The instant that was drawn in the last frame, in seconds.
    pub(crate) fn now(&self) -> f64 {
        let fixed = self.bench.app.world().resource::<bevy::prelude::Time<bevy::prelude::Fixed>>();
        fixed.elapsed_secs_f64() + fixed.overstep().as_secs_f64()
    }
}
