//! A spring of any property, by its two numbers.

use core::any::TypeId;

use bevy::prelude::*;

use crate::{
    law::Spring,
    property::{Property, Translation},
};

/// Damping ratios that are offered. Unit: 1.
pub(crate) const RATIO_RANGE: (f32, f32) = (0.0, 2.0);

/// Which of a spring's numbers is turned.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knob {
    AngularFrequency,
    DampingRatio,
}

/// The numbers of a component [`Spring`], as they are: invalid ones too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    /// Unit: rad/s.
    pub(crate) angular_frequency: f32,
    /// Unit: 1.
    pub(crate) damping_ratio: f32,
}

/// A registered property whose springs are tuned.
#[derive(Clone, Copy)]
pub(crate) struct Tunable {
    pub(crate) property: TypeId,
    pub(crate) name: &'static str,
    read: fn(EntityRef) -> Option<Numbers>,
    write: fn(&mut EntityMut, Knob, f32),
}

impl Tunable {
    pub(crate) fn of<P: Property>() -> Self {
        Self { property: TypeId::of::<P>(), name: P::short_type_path(), read: read::<P>, write: write::<P> }
    }

    /// The numbers of the entity's spring, if it has one.
    pub(crate) fn read(&self, entity: EntityRef) -> Option<Numbers> {
        (self.read)(entity)
    }

    /// Turns one of them, if the entity has a spring still.
    pub(crate) fn write(&self, entity: &mut EntityMut, knob: Knob, value: f32) {
        (self.write)(entity, knob, value);
    }

    /// Whether a spring's constructors mean this property.
    pub(crate) fn is_default(&self) -> bool {
        self.property == TypeId::of::<Translation>()
    }
}

fn read<P: Property>(entity: EntityRef) -> Option<Numbers> {
    let spring = entity.get::<Spring<P>>()?;
    Some(Numbers { angular_frequency: spring.angular_frequency, damping_ratio: spring.damping_ratio })
}

fn write<P: Property>(entity: &mut EntityMut, knob: Knob, value: f32) {
    let Some(mut spring) = entity.get_mut::<Spring<P>>() else { return };
    match knob {
        Knob::AngularFrequency => spring.angular_frequency = value,
        Knob::DampingRatio => spring.damping_ratio = value,
    }
}
