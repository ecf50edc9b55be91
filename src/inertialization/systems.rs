//! Shows values at their offsets, and restores them.

use alloc::format;

use bevy::{ecs::world::DeferredWorld, prelude::*};

use super::{
    Inertialization,
    offset::{Change, Offset},
};
use crate::{
    events::{Jumped, OriginShift, Teleported},
    law::invalid::Invalid,
    motion::written::is_same,
    property::{Property, command::remove_component, disabling::WithDisabled},
    space::{Space, Tangent, shifted},
    tick::emit::report,
};

/// What the plugin remembers of a value whose jumps it smooths.
#[derive(Component)]
pub(crate) struct Inertialized<P: Property> {
    offset: Option<Offset<P::Value>>,
    /// The value that other code wrote in this frame, and the one that is shown instead.
    shown: Option<(P::Value, P::Value)>,
    change: Change,
    /// The last valid angular frequency. Unit: rad/s.
    angular_frequency: f64,
    /// Whether a field is invalid.
    is_invalid: bool,
    /// The last frame in which the value was read.
    frame: u32,
}

impl<P: Property> Clone for Inertialized<P> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<P: Property> Default for Inertialized<P> {
    fn default() -> Self {
        let change = Change::default();
        Self { offset: None, shown: None, change, angular_frequency: 0.0, is_invalid: false, frame: 0 }
    }
}

impl<P: Property> Inertialized<P> {
    /// Restores the value that other code wrote, unless other code has written a new one.
    fn put_back(&mut self, mut component: Mut<P::Component>) {
        if let Some((written, shown)) = self.shown.take()
            && is_same(P::get(&component), shown)
        {
            P::set(component.bypass_change_detection(), written);
        }
    }

    /// Shows the value at its offset. `time` is the duration of this frame (s).
    fn show(&mut self, component: &mut Mut<P::Component>, settings: &Inertialization<P>, time: f64) {
        let value = P::get(component);
        if !value.is_finite() {
            (self.offset, self.change) = (None, Change::default());
            return;
        }
        let written = value.widen();
        let change = core::mem::take(&mut self.change);
        let Some(offset) = &mut self.offset else {
            self.offset = Some(Offset::new(written));
            return;
        };
        let deviation = offset.deviation(written, time);
        let change = match change {
            Change::Moved if deviation > settings.jump_distance.into() => Change::Jumped,
            change => change,
        };
        let change = match change {
            Change::Jumped if deviation > settings.cut_distance.into() => Change::Cut,
            change => change,
        };
        if let Some(shown) = offset.step(written, change, time, self.angular_frequency) {
            let shown = P::Value::narrow(shown);
            if shown.is_finite() && !is_same(shown, value) {
                P::set(component, shown);
                self.shown = Some((value, P::get(component)));
            }
        }
    }
}

/// Restores all values before other code reads them.
pub(crate) fn put_back<P: Property>(mut values: WithDisabled<(&'static mut Inertialized<P>, &'static mut P::Component)>) {
    for (mut inertialized, component) in &mut *values {
        inertialized.put_back(component);
    }
}

type Shown<P> = (
    NameOrEntity,
    Ref<'static, Inertialization<P>>,
    &'static mut Inertialized<P>,
    &'static mut <P as Property>::Component,
);

/// Shows all values at their offsets.
pub(crate) fn show<P: Property>(
    mut values: Query<Shown<P>>,
    time: Res<Time>,
    mut frame: Local<u32>,
    mut commands: Commands,
) {
    *frame = frame.wrapping_add(1);
    for (name, settings, mut inertialized, mut component) in &mut values {
        let invalid = settings.invalid();
        if let Some((field, value)) = invalid.filter(|_| !inertialized.is_invalid) {
            let invalid = Invalid::new(field, value, "a finite value > 0, or a distance ≥ 0", settings.changed_by());
            report::<P>(invalid, name.entity, &format!("{name}"), &mut commands);
        }
        inertialized.is_invalid = invalid.is_some();
        if invalid.is_none() {
            inertialized.angular_frequency = settings.angular_frequency.into();
        }
        // An entity that was disabled was not read, so where its value has been is not known.
        if core::mem::replace(&mut inertialized.frame, *frame) != frame.wrapping_sub(1) {
            inertialized.offset = None;
        }
        inertialized.show(&mut component, &settings, time.delta_secs_f64());
    }
}

/// Observer: other code has written another path to this entity and its descendants.
pub(crate) fn jumped<P: Property>(
    jump: On<Jumped>,
    mut values: Query<&mut Inertialized<P>>,
    children: Query<&Children>,
) {
    for entity in core::iter::once(jump.entity).chain(children.iter_descendants(jump.entity)) {
        if let Ok(mut inertialized) = values.get_mut(entity)
            && inertialized.change == Change::Moved
        {
            inertialized.change = Change::Jumped;
        }
    }
}

/// Observer: other code has teleported this entity.
pub(crate) fn teleported<P: Property>(teleport: On<Teleported<P>>, mut values: Query<&mut Inertialized<P>>) {
    if let Ok(mut inertialized) = values.get_mut(teleport.entity) {
        inertialized.change = Change::Cut;
    }
}

/// Observer: shifts what is remembered of entities without a parent.
pub(crate) fn shift<P: Property>(
    shift: On<OriginShift<P>>,
    mut values: WithDisabled<&'static mut Inertialized<P>, Without<ChildOf>>,
) {
    if !shift.by.is_finite() {
        return;
    }
    let by = shift.by.widen();
    for mut inertialized in &mut *values {
        if let Some(offset) = &mut inertialized.offset {
            offset.shift(by);
        }
        inertialized.shown = inertialized.shown.map(|(written, shown)| (shifted(written, by), shifted(shown, by)));
    }
}

/// What other code wrote is shown again when the component is removed.
pub(crate) fn removed<P: Property>(mut world: DeferredWorld, entity: Entity) {
    let Some(mut inertialized) = world.get_mut::<Inertialized<P>>(entity) else { return };
    let mut inertialized = core::mem::take(&mut *inertialized);
    if let Some(component) = world.get_mut::<P::Component>(entity) {
        inertialized.put_back(component);
    }
    remove_component::<Inertialized<P>>(&mut world.commands(), entity);
}
