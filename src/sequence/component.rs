//! The component `Sequence`.

use alloc::vec::Vec;
use core::fmt;

use bevy::{
    ecs::entity::{EntityMapper, MapEntities},
    prelude::*,
};

use super::{
    progress::Progress,
    step::{Action, SequenceStep},
};
use crate::{
    law::{ExponentialRate, Fling},
    property::{
        Property, Translation, Velocity,
        component::{clone, default_on_translation},
        on_insert::on_insert,
    },
};

/// Steps that a property of an entity goes through, one after the other: delays, targets of its spring, exponential rates, throws, waits for
/// other entities, and calls.
///
/// Each step begins at the exact instant at which the one before is over, even inside a tick, or when [`at`](Self::at) a share of its
/// duration has passed. So the sequence takes the same time at every frame rate. When all steps are over,
/// [`SequenceFinished`](crate::events::SequenceFinished) is triggered once, with its instant, and the plugin removes the component.
///
/// Steps write the entity's [`Target`](crate::Target), [`ExponentialRate`] or [`Fling`], so the velocity survives from step to step. If your
/// code writes these meanwhile, that write acts until the next step begins. Remove the component to stop the sequence: the running step goes
/// on. A sequence runs in the entity's own time: it pauses with the clock and with a [`TimeScale`](crate::TimeScale) of 0.
///
/// Register the property with [`register_sequences`](crate::RegisterMotion::register_sequences).
///
/// # Examples
///
/// A health bar whose ghost follows half a second later, and letters that appear one after the other:
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::{prelude::*, property::Progress};
///
/// #[derive(Component)]
/// struct Ghost;
///
/// fn hit(ghost: Single<Entity, With<Ghost>>, health: f32, mut commands: Commands) {
///     commands.entity(*ghost).insert(Sequence::<Progress>::default().wait(0.5).then(health));
/// }
///
/// fn spell(letters: Query<Entity, With<Text>>, mut commands: Commands) {
///     for (index, letter) in letters.iter().enumerate() {
///         commands.entity(letter).insert(Sequence::<Progress>::default().wait(0.03 * index as f32).then(1.0));
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, ExactMotionPlugin::default())).register_sequences::<Progress>();
/// # #[derive(Component)] struct Text;
/// ```
///
/// # Special cases
///
/// - A step to a target without a duration is over when the entity is at rest, to within its [`RestTolerance`](crate::RestTolerance). The
///   instant is known ahead; a kick changes it. A spring without damping never comes to rest.
/// - At most 64 steps begin in a tick. If more are due, the rest begin in the next ticks, and a warning is logged. A sequence that repeats
///   without taking any time ends after one round.
/// - Steps with an invalid target, duration or share are skipped, and reported once.
/// - If you insert the component again, the new sequence begins.
#[doc(alias = "timeline")]
#[doc(alias = "chain")]
#[doc(alias = "stagger")]
#[doc(alias = "delay")]
#[derive(Component, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, Default, PartialEq)]
#[require(Velocity<P>)]
#[component(map_entities, on_add = on_insert::<P, Self>, clone_behavior = Custom(clone::<Self>))]
#[must_use]
pub struct Sequence<P: Property = Translation> {
    /// The steps, in order.
    pub steps: Vec<SequenceStep<P>>,
    /// How often the steps are played again. `None`: without end. Default: 0.
    pub repeats: Option<u32>,
    /// Whether every other round goes backwards: in the reverse order, each step to where the one before it led. Default: false.
    pub yoyo: bool,
    /// How far the sequence is. `None`: it has not begun.
    #[doc(hidden)]
    pub progress: Option<Progress<P::Value>>,
    /// The time to which the sequence is put next. Unit: s.
    #[doc(hidden)]
    pub sought: Option<f64>,
}

default_on_translation!(Sequence);

impl<P: Property> Clone for Sequence<P> {
    fn clone(&self) -> Self {
        Self { steps: self.steps.clone(), ..*self }
    }
}

impl<P: Property> PartialEq for Sequence<P> {
    fn eq(&self, other: &Self) -> bool {
        (&self.steps, self.repeats, self.yoyo, self.progress)
            == (&other.steps, other.repeats, other.yoyo, other.progress)
    }
}

impl<P: Property> fmt::Debug for Sequence<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Sequence");
        debug.field("steps", &self.steps).field("repeats", &self.repeats).field("yoyo", &self.yoyo);
        debug.field("progress", &self.progress).finish()
    }
}

impl<P: Property> Default for Sequence<P> {
    fn default() -> Self {
        Self { steps: Vec::new(), repeats: Some(0), yoyo: false, progress: None, sought: None }
    }
}

impl<P: Property> MapEntities for Sequence<P> {
    fn map_entities<M: EntityMapper>(&mut self, mapper: &mut M) {
        for step in &mut self.steps {
            step.map_entities(mapper);
        }
    }
}

/// # Steps
///
/// Each of these methods adds a step.
impl<P: Property> Sequence<P> {
    /// Waits for this time (s).
    pub fn wait(self, duration: f32) -> Self {
        self.push(Action::Wait(duration))
    }

    /// Goes to this target (property units) by the entity's spring, until it is at rest there.
    pub fn then(self, value: P::Value) -> Self {
        self.push(Action::Target { value, duration: None })
    }

    /// Goes to this target (property units) by the entity's spring, for this time (s).
    pub fn then_for(self, value: P::Value, duration: f32) -> Self {
        self.push(Action::Target { value, duration: Some(duration) })
    }

    /// Plays an exponential rate, until it is over.
    pub fn rate(self, rate: ExponentialRate<P>) -> Self {
        self.push(Action::Rate(rate))
    }

    /// Throws the entity, until it lands.
    pub fn throw(self, fling: Fling<P>) -> Self {
        self.push(Action::Throw(fling))
    }

    /// Waits until the sequence of another entity is over.
    pub fn wait_for(self, entity: Entity) -> Self {
        self.push(Action::WaitFor(entity))
    }

    /// Triggers [`SequenceCalled`](crate::events::SequenceCalled).
    pub fn call(self) -> Self {
        self.push(Action::Call)
    }

    fn push(mut self, action: Action<P>) -> Self {
        self.steps.push(action.into());
        self
    }
}

impl<P: Property> Sequence<P> {
    /// The same, but the step after the last one begins when this share (0 to 1) of the last one's duration has passed.
    pub fn at(mut self, share: f32) -> Self {
        if let Some(last) = self.steps.last_mut() {
            last.share = share;
        }
        self
    }

    /// The same, played again this number of times. `None`: without end.
    pub fn repeated(mut self, repeats: impl Into<Option<u32>>) -> Self {
        self.repeats = repeats.into();
        self
    }

    /// The same, with every other round backwards.
    pub const fn yoyo(mut self) -> Self {
        self.yoyo = true;
        self
    }

    /// Puts the sequence to this time (s) after its beginning, forwards or backwards, at the next
    /// [`Adopt`](crate::MotionSystems::Adopt): the entity goes to where it would be if the steps until then had been played from where the
    /// sequence began, with its spring and other forces as they are now. Calls on the way are not triggered. A time that is not finite or
    /// below 0 counts as 0.
    pub fn seek(&mut self, seconds: f64) {
        self.sought = Some(if seconds.is_finite() { seconds.max(0.0) } else { 0.0 });
    }

    /// Whether the round with this number goes backwards.
    pub(super) const fn is_backwards(&self, round: u32) -> bool {
        self.yoyo && round % 2 == 1
    }

    /// The index in [`steps`](Self::steps) of the step that comes at this place in a round.
    pub(super) fn index(&self, place: usize, round: u32) -> Option<usize> {
        if self.is_backwards(round) { self.steps.len().checked_sub(place + 1) } else { Some(place) }
    }
}

impl Sequence {
    /// A sequence of the translation, without steps.
    pub fn new() -> Self {
        <Self as Default>::default()
    }
}
