//! The offset of what is shown from what other code writes.

use crate::{
    math::camera::{Decay, DecayKind},
    space::{Space, State, WideTangent, length, median},
};

/// A change of the written value from one frame to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Change {
    /// The value has moved.
    #[default]
    Moved,
    /// The value belongs to another path. What is shown continues, and approaches it.
    Jumped,
    /// The value belongs to another path, and is shown at once.
    Cut,
}

/// One value that other code writes once a frame, and the offset at which it is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offset<V: Space> {
    /// The value that was written last.
    written: V::Wide,
    /// The velocities between the last written values of one path, the latest first.
    velocities: [Option<WideTangent<V>>; 3],
    phase: Phase<WideTangent<V>>,
}

#[derive(Clone, Copy, Debug)]
enum Phase<T> {
    /// The written value is shown.
    Written,
    /// The value has jumped, and the velocity of the new path is not known before the next frame.
    Jumped { offset: T, shown_velocity: T },
    /// The offset decays.
    Decaying { decay: Decay<T>, elapsed: f64, duration: f64 },
}

impl<V: Space> Offset<V> {
    /// A value that has just been written for the first time.
    pub(super) const fn new(written: V::Wide) -> Self {
        Self { written, velocities: [None; 3], phase: Phase::Written }
    }

    /// Returns the value to show, `frame` seconds (≥ 0) after the last one. `None` is the written value. A jump that begins now decays at
    /// this angular frequency (rad/s).
    pub(super) fn step(
        &mut self,
        written: V::Wide,
        change: Change,
        frame: f64,
        angular_frequency: f64,
    ) -> Option<V::Wide> {
        match change {
            Change::Moved => self.move_to(written, frame, angular_frequency),
            Change::Jumped => self.jump_to(written, frame),
            Change::Cut => *self = Self::new(written),
        }
        self.shown()
    }

    /// How far a value is from where the last ones lead to, `frame` seconds later.
    pub(super) fn deviation(&self, written: V::Wide, frame: f64) -> f64 {
        length(V::difference(written, V::offset(self.written, self.velocity() * frame)))
    }

    /// Shifts the value with the origin of the world.
    pub(super) fn shift(&mut self, by: WideTangent<V>) {
        self.written = V::offset(self.written, by);
    }

    fn move_to(&mut self, written: V::Wide, frame: f64, angular_frequency: f64) {
        if frame > 0.0 {
            let velocity = V::difference(written, self.written) * frame.recip();
            if let Phase::Jumped { offset, shown_velocity } = self.phase {
                let base = State::<V> { position: self.written, velocity };
                let shown = State { position: V::offset(self.written, offset), velocity: shown_velocity };
                let (offset, rate) = V::offset_between(shown, base);
                let decay = Decay { kind: DecayKind::Critical, angular_frequency, offset, rate };
                let duration = decay.duration(V::SPACING, length);
                self.phase = Phase::Decaying { decay, elapsed: 0.0, duration };
            }
            let [last, before, _] = self.velocities;
            self.velocities = [Some(velocity), last, before];
        }
        self.written = written;
        self.pass(frame);
    }

    fn jump_to(&mut self, written: V::Wide, frame: f64) {
        let shown = match self.phase {
            Phase::Jumped { offset, shown_velocity } => {
                let position = V::offset(V::offset(self.written, offset), shown_velocity * frame);
                State { position, velocity: shown_velocity }
            }
            Phase::Written | Phase::Decaying { .. } => {
                let velocity = self.velocity();
                let base = State { position: V::offset(self.written, velocity * frame), velocity };
                self.pass(frame);
                self.shown_from(base)
            }
        };
        let offset = V::difference(shown.position, written);
        *self = Self { phase: Phase::Jumped { offset, shown_velocity: shown.velocity }, ..Self::new(written) };
    }

    /// Lets the offset decay. It ends when an f32 cannot show it any more.
    fn pass(&mut self, time: f64) {
        if let Phase::Decaying { elapsed, duration, .. } = &mut self.phase {
            *elapsed += time;
            if *elapsed >= *duration {
                self.phase = Phase::Written;
            }
        }
    }

    /// The velocity of the written path: of each coordinate, the median of the last three, so that a value that is wrong in one frame has no
    /// effect.
    fn velocity(&self) -> WideTangent<V> {
        match self.velocities {
            [Some(last), Some(before), Some(first)] => median(last, before, first),
            [last, ..] => last.unwrap_or_default(),
        }
    }

    fn shown(&self) -> Option<V::Wide> {
        match self.phase {
            Phase::Written => None,
            Phase::Jumped { offset, .. } => Some(V::offset(self.written, offset)),
            Phase::Decaying { .. } => {
                let base = State { position: self.written, velocity: WideTangent::<V>::default() };
                Some(self.shown_from(base).position)
            }
        }
    }

    /// What is shown of this state of the written path.
    fn shown_from(&self, base: State<V>) -> State<V> {
        match self.phase {
            Phase::Written => base,
            Phase::Jumped { offset, shown_velocity } => {
                State { position: V::offset(base.position, offset), velocity: shown_velocity }
            }
            Phase::Decaying { decay, elapsed, .. } => {
                let (offset, rate) = decay.at(elapsed);
                V::at_offset(base, offset, rate)
            }
        }
    }
}
