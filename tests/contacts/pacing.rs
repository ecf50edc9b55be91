//! How time goes on: in ticks of one length, of any lengths, and in frames of no, several and parts of ticks.

use std::time::Duration;

use crate::{
    app::{Bench, Random},
    told::listen,
};

/// How time goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pacing {
    /// One tick of this rate (1/s) a frame.
    Hz(f64),
    /// One tick a frame, from 0.1 to 50 ms.
    Irregular,
    /// Ticks of a 64th of a second, in frames of 0, 5 and 1 of them and of parts of one.
    Frames,
}

pub(crate) const ALL: [Pacing; 5] =
    [Pacing::Hz(30.0), Pacing::Hz(64.0), Pacing::Hz(1000.0), Pacing::Irregular, Pacing::Frames];

/// A bench that goes on so.
pub(crate) struct Paced {
    pub(crate) bench: Bench,
    pacing: Pacing,
    random: Random,
    frames: usize,
}

impl Paced {
    /// It listens to contacts and rests.
    pub(crate) fn new(pacing: Pacing) -> Self {
        let mut bench = Bench::at_rate(if let Pacing::Hz(rate) = pacing { rate } else { 64.0 });
        listen(&mut bench);
        Self { bench, pacing, random: Random(7), frames: 0 }
    }

    /// One frame.
    pub(crate) fn go_on(&mut self) {
        let tick = Duration::from_micros(15_625);
        match self.pacing {
            Pacing::Hz(rate) => self.bench.tick(Duration::from_secs_f64(1.0 / rate)),
            Pacing::Irregular => self.bench.tick(Duration::from_secs_f64(self.random.between(1e-4, 0.05))),
            Pacing::Frames => self.bench.frame(tick * [0, 50, 10, 0, 13, 7, 20][self.frames % 7] / 10),
        }
        self.frames += 1;
    }

    /// The instant that is shown. Unit: s.
    pub(crate) fn now(&self) -> f64 {
        let fixed = self.bench.app.world().resource::<bevy::prelude::Time<bevy::prelude::Fixed>>();
        fixed.elapsed_secs_f64() + fixed.overstep().as_secs_f64()
    }
}
