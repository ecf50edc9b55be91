//! Makes a script smaller as long as it breaks the same.

use crate::{play::play, script::Script, stage::Threads};

/// Tries to do without: operations, frames, entities, properties; and to make numbers simple.
pub(crate) fn shrink(script: &Script, class: &str, limit: usize) -> Script {
    let mut shrinker = Shrinker { best: script.clone(), class, left: limit };
    loop {
        let before = shrinker.size();
        shrinker.drop_some(|script| &mut script.operations);
        shrinker.drop_some(|script| &mut script.controls);
        shrinker.drop_frames();
        shrinker.drop_properties();
        shrinker.shorten_frames();
        shrinker.simplify();
        if shrinker.left == 0 || shrinker.size() == before {
            return shrinker.best;
        }
    }
}

struct Shrinker<'a> {
    best: Script,
    class: &'a str,
    /// So many runs are left.
    left: usize,
}

impl Shrinker<'_> {
    fn size(&self) -> (usize, usize, usize, usize) {
        let Script { operations, frames, controls, properties, .. } = &self.best;
        (operations.len(), frames.len(), controls.len(), properties.len())
    }

    /// Takes this one instead if it breaks the same.
    fn accept(&mut self, script: Script) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let breaks = play(&script, Threads::One).violation.is_some_and(|violation| violation.class == self.class);
        if breaks {
            self.best = script;
        }
        breaks
    }

    /// Without halves, quarters and so on of a list (Zeller 1999, delta debugging).
    fn drop_some<T: Clone>(&mut self, list: impl Fn(&mut Script) -> &mut Vec<T>) {
        let mut chunk = list(&mut self.best).len();
        while chunk > 0 {
            let mut from = 0;
            while from < list(&mut self.best).len() {
                let mut script = self.best.clone();
                let items = list(&mut script);
                let to = (from + chunk).min(items.len());
                items.drain(from..to);
                if !self.accept(script) {
                    from += chunk;
                }
            }
            chunk /= 2;
        }
    }

    /// Without frames; what was done in them is done in the next.
    fn drop_frames(&mut self) {
        let mut chunk = self.best.frames.len() / 2;
        while chunk > 0 {
            let mut from = 0;
            while from < self.best.frames.len() {
                let mut script = self.best.clone();
                let to = (from + chunk).min(script.frames.len());
                script.frames.drain(from..to);
                let moved = |frame: u16| match usize::from(frame) {
                    frame if frame >= to => (frame - (to - from)) as u16,
                    frame if frame >= from => from as u16,
                    frame => frame as u16,
                };
                for operation in &mut script.operations {
                    operation.frame = moved(operation.frame);
                }
                for control in &mut script.controls {
                    control.frame = moved(control.frame);
                }
                if !self.accept(script) {
                    from += chunk;
                }
            }
            chunk /= 2;
        }
    }

    fn drop_properties(&mut self) {
        for &(property, _) in &self.best.properties.clone() {
            let mut script = self.best.clone();
            script.properties.retain(|&(other, _)| other != property);
            script.operations.retain(|operation| operation.property != property);
            script.controls.retain(|control| control.property != property);
            if !script.properties.is_empty() {
                self.accept(script);
            }
        }
        if self.best.rewinds {
            let script = Script { rewinds: false, ..self.best.clone() };
            self.accept(script);
        }
    }

    fn shorten_frames(&mut self) {
        for index in 0..self.best.frames.len() {
            for ticks in [0.0, 1.0, 2.0, 10.0] {
                let now = self.best.frames[index];
                if now == 1.0 || now <= ticks {
                    continue;
                }
                let mut script = self.best.clone();
                script.frames[index] = ticks;
                if self.accept(script) {
                    break;
                }
            }
        }
    }

    fn simplify(&mut self) {
        for index in 0..self.best.operations.len() {
            let mut script = self.best.clone();
            script.operations[index].choice = 2;
            if script != self.best {
                self.accept(script);
            }
            for number in 0..8 {
                for simple in [0.0, 1.0] {
                    let now = self.best.operations[index].numbers[number];
                    if now.to_bits() == f32::to_bits(simple) || now == 0.0 {
                        continue;
                    }
                    let mut script = self.best.clone();
                    script.operations[index].numbers[number] = simple;
                    if self.accept(script) {
                        break;
                    }
                }
            }
        }
    }
}
