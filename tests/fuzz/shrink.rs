//! Makes a script smaller while it still shows the same violation.

use std::ops::Range;

use crate::{play::Outcome, stage::Threads};

/// The run of a seed: it can be played, printed and made smaller.
pub(crate) trait Scenario: Clone + PartialEq + std::fmt::Display {
    /// The number of lists that can be shortened, in addition to the list of frames.
    const LISTS: usize;

    fn seed(&self) -> u64;

    fn play(&self, threads: Threads) -> Outcome;

    /// How the properties or cameras are stepped, for the summary.
    fn steppings(&self) -> Vec<String>;

    fn list_len(&self, list: usize) -> usize;

    fn drain(&mut self, list: usize, range: Range<usize>);

    fn frames(&mut self) -> &mut Vec<f32>;

    /// Moves the operations of each frame to the frame that `moved` returns for it.
    fn move_frames(&mut self, moved: &dyn Fn(u16) -> u16);

    /// Returns simpler scripts. Each lacks one feature that is not an item of a list, for instance a property.
    fn simpler(&self) -> Vec<Self>;

    /// The random bits of all operations.
    fn choices(&mut self) -> Vec<&mut u32>;

    fn numbers(&mut self) -> Vec<&mut f32>;
}

/// Leaves out operations, frames, entities and properties, and simplifies numbers, as long as the script still shows a violation of this
/// class. Plays at most `limit` runs.
pub(crate) fn shrink<S: Scenario>(script: &S, class: &str, limit: usize) -> S {
    let mut shrinker = Shrinker { best: script.clone(), class, left: limit };
    loop {
        let before = shrinker.size();
        for list in 0..S::LISTS {
            shrinker.drop_some(list);
        }
        shrinker.drop_frames();
        shrinker.drop_single();
        shrinker.shorten_frames();
        shrinker.simplify();
        if shrinker.left == 0 || shrinker.size() == before {
            return shrinker.best;
        }
    }
}

struct Shrinker<'a, S> {
    best: S,
    class: &'a str,
    /// The number of runs that are left.
    left: usize,
}

impl<S: Scenario> Shrinker<'_, S> {
    fn size(&mut self) -> (usize, usize) {
        ((0..S::LISTS).map(|list| self.best.list_len(list)).sum(), self.best.frames().len())
    }

    /// Plays this script, and keeps it if it shows the same violation.
    fn accept(&mut self, script: S) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let breaks = script.play(Threads::One).violation.is_some_and(|violation| violation.class == self.class);
        if breaks {
            self.best = script;
        }
        breaks
    }

    /// Leaves out halves, quarters and so on of a list (Zeller 1999, delta debugging).
    fn drop_some(&mut self, list: usize) {
        let mut chunk = self.best.list_len(list);
        while chunk > 0 {
            let mut from = 0;
            while from < self.best.list_len(list) {
                let mut script = self.best.clone();
                let to = (from + chunk).min(script.list_len(list));
                script.drain(list, from..to);
                if !self.accept(script) {
                    from += chunk;
                }
            }
            chunk /= 2;
        }
    }

    /// Leaves out frames. Their operations move to the next frame.
    fn drop_frames(&mut self) {
        let mut chunk = self.best.frames().len() / 2;
        while chunk > 0 {
            let mut from = 0;
            while from < self.best.frames().len() {
                let mut script = self.best.clone();
                let to = (from + chunk).min(script.frames().len());
                script.frames().drain(from..to);
                let moved = |frame: u16| match usize::from(frame) {
                    frame if frame >= to => (frame - (to - from)) as u16,
                    frame if frame >= from => from as u16,
                    frame => frame as u16,
                };
                script.move_frames(&moved);
                if !self.accept(script) {
                    from += chunk;
                }
            }
            chunk /= 2;
        }
    }

    fn drop_single(&mut self) {
        // `simpler` returns other scripts after one is accepted.
        let mut index = 0;
        while let Some(script) = self.best.simpler().into_iter().nth(index) {
            if !self.accept(script) {
                index += 1;
            }
        }
    }

    fn shorten_frames(&mut self) {
        for index in 0..self.best.frames().len() {
            for length in [0.0, 1.0, 2.0, 10.0] {
                let now = self.best.frames()[index];
                if now == 1.0 || now <= length {
                    continue;
                }
                let mut script = self.best.clone();
                script.frames()[index] = length;
                if self.accept(script) {
                    break;
                }
            }
        }
    }

    fn simplify(&mut self) {
        for index in 0..self.best.choices().len() {
            let mut script = self.best.clone();
            *script.choices()[index] = 2;
            if script != self.best {
                self.accept(script);
            }
        }
        for index in 0..self.best.numbers().len() {
            for simple in [0.0, 1.0] {
                let now = *self.best.numbers()[index];
                if now.to_bits() == f32::to_bits(simple) || now == 0.0 {
                    continue;
                }
                let mut script = self.best.clone();
                *script.numbers()[index] = simple;
                if self.accept(script) {
                    break;
                }
            }
        }
    }
}
