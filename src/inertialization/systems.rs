//! Shows values at their offsets, and restores them.

use alloc::format;

use bevy::{ecs::world::DeferredWorld, prelude::*};

use super::{Inertialization, inertialized::Inertialized};
use crate::{
    events::{Jumped, OriginShift, Teleported},
    hierarchy::with_descendants,
    law::invalid::Invalid,
    property::{Property, command::remove_component, disabling::WithDisabled},
    space::Tangent,
    tick::emit::report,
};

/// Restores all values before other code reads them.
pub(crate) fn put_back<P: Property>(
    mut values: WithDisabled<(&'static mut Inertialized<P>, &'static mut P::Component)>,
) {
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
    time: Option<Res<Time>>,
    mut frame: Local<u32>,
    mut commands: Commands,
) {
    *frame = frame.wrapping_add(1);
    // Without a clock, which is reported elsewhere, no time passes.
    let passed = time.map_or(0.0, |time| time.delta_secs_f64());
    for (name, settings, mut inertialized, mut component) in &mut values {
        let rules = settings.rules();
        if let Err((field, value)) = rules
            && !inertialized.is_invalid
        {
            let invalid = Invalid::new(field, value, "a finite value > 0, or a distance ≥ 0", settings.changed_by());
            report::<P>(invalid, name.entity, &format!("{name}"), &mut commands);
        }
        inertialized.is_invalid = rules.is_err();
        inertialized.rules = rules.ok().or(inertialized.rules);
        inertialized.show(&mut component, *frame, passed);
    }
}

/// Observer: other code has written another path to this entity and its descendants.
pub(crate) fn jumped<P: Property>(
    jump: On<Jumped>,
    mut values: Query<&mut Inertialized<P>>,
    children: Query<&Children>,
) {
    for entity in with_descendants(jump.entity, &children) {
        if let Ok(mut inertialized) = values.get_mut(entity) {
            inertialized.jump();
        }
    }
}

/// Observer: other code has teleported this entity.
pub(crate) fn teleported<P: Property>(teleport: On<Teleported<P>>, mut values: Query<&mut Inertialized<P>>) {
    if let Ok(mut inertialized) = values.get_mut(teleport.entity) {
        inertialized.cut();
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
        inertialized.shift(by);
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
