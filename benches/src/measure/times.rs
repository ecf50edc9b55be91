//! The times of a frame's parts, and the figures that are computed from them.

use super::{Clock, Span};

/// A part of a frame that is timed separately. A contender without stages has its loop in `Advance`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    TickAdopt,
    TickRefresh,
    Advance,
    Correct,
    Rest,
    FrameAdopt,
    FrameRefresh,
    Present,
    /// The whole frame.
    Frame,
}

/// How long each part of one frame took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times([Span; Self::PARTS]);

impl Times {
    pub const PARTS: usize = Part::Frame as usize + 1;

    pub fn only(part: Part, span: Span) -> Self {
        let mut times = Self::default();
        times.add(part, span);
        times
    }

    pub fn add(&mut self, part: Part, span: Span) {
        self.0[part as usize] += span;
    }

    pub fn add_all(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }

    pub fn divide(&mut self, divisor: u32) {
        for own in &mut self.0 {
            *own /= f64::from(divisor);
        }
    }

    pub fn read(&self, measure: Measure, clock: Clock) -> f64 {
        measure.parts().iter().map(|part| self.0[*part as usize].by(clock)).sum()
    }

    /// Formats the times as text, for another process.
    pub fn write(&self) -> String {
        let numbers: Vec<String> = self.0.iter().map(|span| format!("{} {}", span.thread, span.wall)).collect();
        numbers.join(" ")
    }

    /// Parses what [`write`](Self::write) wrote. Returns `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.split_whitespace().map(|number| number.parse().ok());
        let mut times = Self::default();
        for span in &mut times.0 {
            *span = Span { thread: numbers.next()??, wall: numbers.next()?? };
        }
        Some(times)
    }
}

/// What a row of the tables measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    Adopt,
    Refresh,
    Advance,
    Correct,
    Rest,
    Present,
    /// All stages of a tick.
    Tick,
    /// All stages of a tick and of a frame.
    TickAndFrame,
    /// Everything that the app does in a frame with one tick.
    Frame,
}

impl Measure {
    pub fn name(self) -> &'static str {
        match self {
            Self::Adopt => "Adopt",
            Self::Refresh => "Refresh",
            Self::Advance => "Advance",
            Self::Correct => "Correct",
            Self::Rest => "Rest",
            Self::Present => "Present",
            Self::Tick => "tick",
            Self::TickAndFrame => "tick and frame",
            Self::Frame => "whole frame",
        }
    }

    fn parts(self) -> &'static [Part] {
        use Part::{Advance, Correct, Frame, FrameAdopt, FrameRefresh, Present, Rest, TickAdopt, TickRefresh};
        match self {
            Self::Adopt => &[TickAdopt],
            Self::Refresh => &[TickRefresh],
            Self::Advance => &[Advance],
            Self::Correct => &[Correct],
            Self::Rest => &[Rest],
            Self::Present => &[Present],
            Self::Tick => &[TickAdopt, TickRefresh, Advance, Correct, Rest],
            Self::TickAndFrame => &[TickAdopt, TickRefresh, Advance, Correct, Rest, FrameAdopt, FrameRefresh, Present],
            Self::Frame => &[Frame],
        }
    }
}
