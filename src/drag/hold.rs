//! Dragged values are put where the pointer has them, and let go.

use core::any::TypeId;

use alloc::format;

use bevy::{ecs::archetype::Archetype, math::DVec3, picking::pointer::PointerButton, prelude::*};

use super::{
    Draggable,
    band::{Edges, Numbers},
    grab::{Ended, Grab, Grabs},
    surface::View,
};
use crate::{
    engine::{OfPointer, PointerPress},
    events::OriginShift,
    law::{AxisSprings, Limits, Pace, invalid::Invalid},
    math::RubberBand,
    motion::{FrameClock, Held, Motion, Stepping, clock::Clock},
    property::{
        Property, TangentOf, Velocity,
        command::{give, take_off},
        disabling::{Disabling, WithDisabled},
    },
    space::{Space, Tangent, WideTangent, zero},
    tick::tell::report,
};

/// Observer: a pointer was pressed on something, or on a child of it.
pub(crate) fn press<P: Property>(
    press: On<PointerPress>,
    draggables: Query<(NameOrEntity, Ref<Draggable<P>>, Has<Held<P>>)>,
    mut grabs: ResMut<Grabs>,
    mut commands: Commands,
) {
    let (entity, pointer) = (press.entity, press.event().pointer_id());
    let Ok((name, draggable, held)) = draggables.get(entity) else { return };
    let property = TypeId::of::<P>();
    if press.button != PointerButton::Primary || held || !grabs.is_free(pointer, entity, property) {
        return;
    }
    if let Err((field, expected)) = draggable.judge() {
        let invalid = Invalid::new(field, *draggable, expected, draggable.changed_by());
        report::<P>(invalid, entity, &format!("{name}"), &mut commands);
        return;
    }
    let (pressed, hit) = ((pointer, press.event().location()), &press.hit);
    // A hit without a normal is no place in the world: user interfaces give places of their own.
    let point = hit.position.filter(|_| hit.normal.is_some());
    let grab = Grab::new(entity, property, pressed, (hit.camera, point), draggable.surface, draggable.threshold);
    grabs.0.push(grab);
}

/// An entity that is dragged, also while it is disabled.
type Dragged<P> = (
    &'static Draggable<P>,
    &'static mut <P as Property>::Component,
    &'static mut Velocity<P>,
    Option<&'static Limits<P>>,
    Option<&'static AxisSprings<P>>,
    (Option<&'static Pace<P>>, Option<&'static Motion<P>>),
    Has<Held<P>>,
    &'static Archetype,
);

/// Puts dragged values where their pointers have them, and lets go.
pub(crate) fn drag<P: Property>(
    mut grabs: ResMut<Grabs>,
    mut dragged: WithDisabled<Dragged<P>>,
    disabling: Disabling,
    clock: Option<Res<Clock<P>>>,
    time: Res<Time<Virtual>>,
    mut commands: Commands,
) {
    let is_real = clock.is_some_and(|clock| clock.options.stepping == Stepping::Frame(FrameClock::Real));
    let speed = if is_real { 1.0 } else { time.effective_speed_f64() };
    grabs.0.retain_mut(|grab| {
        if grab.property != TypeId::of::<P>() {
            return true;
        }
        let entity = grab.entity;
        let Ok((draggable, mut component, mut velocity, limits, by_axis, (pace, motion), held, archetype)) =
            dragged.get_mut(entity)
        else {
            // What is left of the entity is let go; its velocity is the one that it was held with.
            if grab.is_held {
                take_off::<Held<P>>(&mut commands, entity);
            }
            return false;
        };
        let value = P::get(&component);
        if !grab.is_held {
            // An entity that is let go in the same frame is let go in the next one: so it stops, and lands on its snap points.
            give::<Held<P>>(&mut commands, entity);
            grab.is_held = true;
            return true;
        }
        if !held {
            // Another system has let the entity go.
            return false;
        }
        if disabling.disables(archetype) {
            grab.ended = Some(Ended::Cancelled);
        }
        let now = numbers(value);
        let band = RubberBand { factor: draggable.band_factor.into(), size: draggable.view.into() };
        let edges = Edges::of(limits, by_axis, now);
        let (raw, bands) = *grab.begin.get_or_insert_with(|| edges.grab(band, now));
        let raw = grab.way().map_or(raw, |way| plus::<P>(draggable, raw, way));
        if grab.way().is_some() && raw.iter().all(|number| number.is_finite()) {
            let shown = put::<P>(draggable, value, edges.shown(&bands, raw));
            if shown.is_finite() && !shown.same(value) {
                P::set(&mut component, shown);
            }
        }
        let Some(ended) = grab.ended else { return true };
        let own = speed * Motion::pace(motion, pace);
        let thrown = if ended == Ended::Released && own > 0.0 {
            let pointer = plus::<P>(draggable, [0.0; 4], grab.velocity() / own);
            edges.velocity(&bands, raw, pointer)
        } else {
            [0.0; 4]
        };
        let thrown = tangent::<P>(thrown);
        let thrown = if thrown.is_finite() { thrown } else { TangentOf::<P>::default() };
        if velocity.0 != thrown {
            velocity.0 = thrown;
        }
        take_off::<Held<P>>(&mut commands, entity);
        false
    });
}

/// Observer: the values of everything of ours without a parent are to be elsewhere, and so are the places where pointers would have them.
pub(crate) fn shift_values<P: Property>(
    shift: On<OriginShift<P>>,
    mut grabs: ResMut<Grabs>,
    parents: WithDisabled<&ChildOf>,
) {
    if !shift.by.is_finite() {
        return;
    }
    let by = shift.by.widen();
    let by: Numbers = [0, 1, 2, 3].map(|index| if index < P::Value::NUMBERS { P::Value::part(by, index) } else { 0.0 });
    for grab in grabs.0.iter_mut().filter(|grab| grab.property == TypeId::of::<P>() && !parents.contains(grab.entity)) {
        if let Some((raw, _)) = &mut grab.begin {
            *raw = [0, 1, 2, 3].map(|index| raw[index] + by[index]);
        }
    }
}

/// Observer: the world is to be elsewhere, and so are the points of it from which anything is dragged, whatever its property is.
pub(crate) fn shift_points(shift: On<OriginShift>, mut grabs: ResMut<Grabs>, view: View) {
    if shift.by.is_finite() {
        for grab in &mut grabs.0 {
            grab.shift(shift.by.as_dvec3(), &view);
        }
    }
}

fn numbers<V: Space>(value: V) -> Numbers {
    let wide = value.widen();
    [0, 1, 2, 3].map(|index| if index < V::NUMBERS { V::number(wide, index) } else { 0.0 })
}

/// Numbers after the pointer has gone this way.
fn plus<P: Property>(draggable: &Draggable<P>, numbers: Numbers, way: DVec3) -> Numbers {
    [0, 1, 2, 3].map(|index| numbers[index] + draggable.directions[index].as_dvec3().dot(way))
}

/// A value with the numbers that are dragged.
fn put<P: Property>(draggable: &Draggable<P>, value: P::Value, numbers: Numbers) -> P::Value {
    let moves = |index: &usize| draggable.directions[*index] != Vec3::ZERO;
    let dragged = (0..P::Value::NUMBERS.min(4)).filter(moves);
    P::Value::narrow(dragged.fold(value.widen(), |wide, index| P::Value::with_number(wide, index, numbers[index])))
}

fn tangent<P: Property>(numbers: Numbers) -> TangentOf<P> {
    let none: WideTangent<P::Value> = zero();
    let parts =
        (0..P::Value::NUMBERS.min(4)).fold(none, |wide, index| P::Value::with_part(wide, index, numbers[index]));
    TangentOf::<P>::narrow(parts)
}
