//! Access to the two parameters of a spring on any property.

use core::any::TypeId;

use bevy::prelude::*;

use crate::{
    law::Spring,
    property::{Property, Translation},
};

/// The damping ratios that the panel offers. Unit: 1.
pub(crate) const RATIO_RANGE: (f32, f32) = (0.0, 2.0);

/// One of a spring's two parameters.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knob {
    AngularFrequency,
    DampingRatio,
}

/// The parameters of a [`Spring`] component. They may be invalid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpringParameters {
    /// ω. Unit: rad/s.
    pub(crate) angular_frequency: f32,
    /// ζ. Unit: 1.
    pub(crate) damping_ratio: f32,
}

/// A registered property, with functions that read and write its springs.
#[derive(Clone, Copy)]
pub(crate) struct Tunable {
    pub(crate) property: TypeId,
    pub(crate) name: &'static str,
    read: fn(EntityRef) -> Option<SpringParameters>,
    write: fn(&mut EntityMut, Knob, f32),
}

impl Tunable {
    pub(crate) fn of<P: Property>() -> Self {
        Self { property: TypeId::of::<P>(), name: P::short_type_path(), read: read::<P>, write: write::<P> }
    }

    /// The parameters of the entity's spring, if it has one.
    pub(crate) fn read(&self, entity: EntityRef) -> Option<SpringParameters> {
        (self.read)(entity)
    }

    /// Sets one parameter, if the entity still has a spring.
    pub(crate) fn write(&self, entity: &mut EntityMut, knob: Knob, value: f32) {
        (self.write)(entity, knob, value);
    }

    /// Whether this is the default property, `Translation`, which the code of a spring does not name.
    pub(crate) fn is_default(&self) -> bool {
        self.property == TypeId::of::<Translation>()
    }
}

fn read<P: Property>(entity: EntityRef) -> Option<SpringParameters> {
    let spring = entity.get::<Spring<P>>()?;
    Some(SpringParameters { angular_frequency: spring.angular_frequency, damping_ratio: spring.damping_ratio })
}

fn write<P: Property>(entity: &mut EntityMut, knob: Knob, value: f32) {
    let Some(mut spring) = entity.get_mut::<Spring<P>>() else { return };
    match knob {
        Knob::AngularFrequency => spring.angular_frequency = value,
        Knob::DampingRatio => spring.damping_ratio = value,
    }
}
