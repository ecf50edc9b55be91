//! The law that a motion obeys, taken from what its components make.

use alloc::boxed::Box;

use super::{
    body::{Body, Fault},
    running_rate::RunningRate,
};
use crate::{
    law::{axes::Axes, compile::Compiled},
    space::{Space, zero},
};

impl<V: Space> Body<V> {
    /// Whether it obeys this law already.
    pub(crate) fn obeys(&self, compiled: &Compiled<V>) -> bool {
        let same_axes = match (&compiled.axes, &self.axes) {
            (Some(axes), Some(known)) => axes.adds_same(known),
            (None, None) => true,
            _ => false,
        };
        !self.begins
            && self.has_rate(compiled)
            && compiled.law == self.lasting_law()
            && same_axes
            && compiled.pace == self.pace
    }

    /// Whether the exponential rate in this law could not begin when it was new. It has no second try until it is
    /// inserted again or changed.
    pub(crate) fn has_refused(&self, compiled: &Compiled<V>) -> bool {
        compiled.rate.is_some() && Fault::Rate.is_noted(self.faults) && !self.begins && self.has_rate(compiled)
    }

    /// Whether the exponential rate in this law is the one last seen.
    fn has_rate(&self, compiled: &Compiled<V>) -> bool {
        match (&compiled.rate, &self.rate) {
            (Some((rate, _)), Some(known)) => rate.same(known),
            (None, None) => true,
            _ => false,
        }
    }

    /// Obeys this law from its start on; its exponential rate begins there, if it is new. False, with the law as it was,
    /// where an f32 cannot hold that.
    pub(crate) fn obey(&mut self, compiled: Compiled<V>) -> bool {
        self.begins |= compiled.rate.is_some() && !self.has_rate(&compiled);
        let Compiled { law, axes, pace, rate } = compiled;
        self.rate = rate.map(|(rate, _)| rate);
        let begins = core::mem::take(&mut self.begins);
        let mut with_rate = law;
        if let Some((rate, solution)) = rate {
            if begins {
                let alone = axes.is_none() && law.k == 0.0 && law.c == 0.0 && law.a == zero();
                let running_rate = RunningRate::begin(&rate, solution, self.state.position, law, alone);
                Fault::Rate.turns(&mut self.faults, running_rate.is_none());
                let Some(running_rate) = running_rate else { return false };
                self.state.velocity = running_rate.start_velocity();
                self.running_rate = Some(Box::new(running_rate));
            }
            if let Some(running_rate) = &mut self.running_rate {
                running_rate.after = law;
                if !(running_rate.is_alone() && axes.is_none()) {
                    running_rate.profile = None;
                }
                with_rate.c += solution.lambda();
            }
        } else {
            self.running_rate = None;
        }
        self.replace_law(with_rate, pace);
        // How they lie is looked at where the tick ends.
        let known = self.axes.as_ref().map(|axes| axes.frame);
        self.axes = axes.map(|axes| Box::new(Axes { frame: known.unwrap_or(axes.frame), ..axes }));
        true
    }
}
