//! Systems that grab and release entities, and write dragged values.

use core::any::TypeId;

use alloc::format;

use bevy::{ecs::archetype::Archetype, math::DVec3, picking::pointer::PointerButton, prelude::*};

use super::{
    Draggable,
    band::{Coordinates, Edges},
    grab::{Ended, Grab, Grabs},
    surface::View,
};
use crate::{
    engine::{HasPointer, PointerPress},
    events::OriginShift,
    law::{AxisSprings, Limits, TimeScale, invalid::Invalid},
    math::RubberBand,
    motion::{Grabbed, Motion, Stepping, clock::Clock},
    property::{
        Property, TangentOf, Velocity,
        command::{insert_default, remove_component},
        disabling::{Disabling, WithDisabled},
    },
    space::{Space, Tangent, WideTangent, zero},
    tick::emit::report,
};

/// Observer for a pointer's press on a draggable entity or a child of it: begins a grab.
pub(crate) fn press<P: Property>(
    press: On<PointerPress>,
    draggables: Query<(NameOrEntity, Ref<Draggable<P>>, Has<Grabbed<P>>)>,
    mut grabs: ResMut<Grabs>,
    mut commands: Commands,
) {
    let (entity, pointer) = (press.entity, press.event().pointer_id());
    let Ok((name, draggable, is_grabbed)) = draggables.get(entity) else { return };
    let property = TypeId::of::<P>();
    if press.button != PointerButton::Primary || is_grabbed || !grabs.is_free(pointer, entity, property) {
        return;
    }
    if let Err((field, expected)) = draggable.validate() {
        let invalid = Invalid::new(field, *draggable, expected, draggable.changed_by());
        report::<P>(invalid, entity, &format!("{name}"), &mut commands);
        return;
    }
    let (pressed, hit) = ((pointer, press.event().location()), &press.hit);
    // A hit without a normal has no position in the world: picking of user interfaces reports positions in other coordinates.
    let point = hit.position.filter(|_| hit.normal.is_some());
    let grab = Grab::new(entity, property, pressed, (hit.camera, point), draggable.surface, draggable.threshold);
    grabs.0.push(grab);
}

/// Query data of a dragged entity.
type Dragged<P> = (
    &'static Draggable<P>,
    &'static mut <P as Property>::Component,
    &'static mut Velocity<P>,
    Option<&'static Limits<P>>,
    Option<&'static AxisSprings<P>>,
    (Option<&'static TimeScale<P>>, Option<&'static Motion<P>>),
    Has<Grabbed<P>>,
    &'static Archetype,
);

/// Writes the values that pointers drag, and releases entities whose drag has ended.
pub(crate) fn drag<P: Property>(
    mut grabs: ResMut<Grabs>,
    mut dragged: WithDisabled<Dragged<P>>,
    disabling: Disabling,
    clock: Option<Res<Clock<P>>>,
    time: Res<Time<Virtual>>,
    mut commands: Commands,
) {
    let is_real = clock.is_some_and(|clock| clock.options.stepping == Stepping::FrameReal);
    let speed = if is_real { 1.0 } else { time.effective_speed_f64() };
    grabs.0.retain_mut(|grab| {
        if grab.property != TypeId::of::<P>() {
            return true;
        }
        let entity = grab.entity;
        let Ok((draggable, mut component, mut velocity, limits, by_axis, (time_scale, motion), is_grabbed, archetype)) =
            dragged.get_mut(entity)
        else {
            // The entity was despawned or has lost a component. If it still exists, it is released with the velocity measured so far.
            if grab.is_grabbed {
                remove_component::<Grabbed<P>>(&mut commands, entity);
            }
            return false;
        };
        let value = P::get(&component);
        if !grab.is_grabbed {
            // A release in the same frame is handled in the next frame, so that the entity is grabbed and stops before it is released.
            insert_default::<Grabbed<P>>(&mut commands, entity);
            grab.is_grabbed = true;
            return true;
        }
        if !is_grabbed {
            // Other code has released the entity.
            return false;
        }
        if disabling.disables(archetype) {
            grab.ended = Some(Ended::Cancelled);
        }
        let now = coordinates(value);
        let band = RubberBand { factor: draggable.band_factor.into(), size: draggable.view.into() };
        let edges = Edges::of(limits, by_axis, now);
        let (raw, bands) = *grab.start.get_or_insert_with(|| edges.grab(band, now));
        let raw = grab.displacement().map_or(raw, |displacement| moved_by::<P>(draggable, raw, displacement));
        if grab.displacement().is_some() && raw.iter().all(|coordinate| coordinate.is_finite()) {
            let shown = with_coordinates::<P>(draggable, value, edges.shown(&bands, raw));
            if shown.is_finite() && !shown.same(value) {
                P::set(&mut component, shown);
            }
        }
        let Some(ended) = grab.ended else { return true };
        let speed = speed * Motion::time_scale(motion, time_scale);
        let released = if ended == Ended::Released && speed > 0.0 {
            let pointer = moved_by::<P>(draggable, [0.0; 4], grab.velocity() / speed);
            edges.velocity(&bands, raw, pointer)
        } else {
            [0.0; 4]
        };
        let released = tangent::<P>(released);
        let released = if released.is_finite() { released } else { TangentOf::<P>::default() };
        if velocity.0 != released {
            velocity.0 = released;
        }
        remove_component::<Grabbed<P>>(&mut commands, entity);
        false
    });
}

/// Observer for an origin shift of `P`: shifts the raw values of dragged entities without a parent.
pub(crate) fn shift_values<P: Property>(
    shift: On<OriginShift<P>>,
    mut grabs: ResMut<Grabs>,
    parents: WithDisabled<&ChildOf>,
) {
    if !shift.by.is_finite() {
        return;
    }
    let by = shift.by.widen();
    let by: Coordinates =
        [0, 1, 2, 3].map(|index| if index < P::Value::COORDINATES { P::Value::part(by, index) } else { 0.0 });
    for grab in grabs.0.iter_mut().filter(|grab| grab.property == TypeId::of::<P>() && !parents.contains(grab.entity)) {
        if let Some((raw, _)) = &mut grab.start {
            *raw = [0, 1, 2, 3].map(|index| raw[index] + by[index]);
        }
    }
}

/// Observer for an origin shift of the translation: shifts the points in the world from which values of any property are dragged.
pub(crate) fn shift_points(shift: On<OriginShift>, mut grabs: ResMut<Grabs>, view: View) {
    if shift.by.is_finite() {
        for grab in &mut grabs.0 {
            grab.shift(shift.by.as_dvec3(), &view);
        }
    }
}

fn coordinates<V: Space>(value: V) -> Coordinates {
    let wide = value.widen();
    [0, 1, 2, 3].map(|index| if index < V::COORDINATES { V::coordinate(wide, index) } else { 0.0 })
}

/// The coordinates after the pointer has moved by `displacement`.
fn moved_by<P: Property>(draggable: &Draggable<P>, coordinates: Coordinates, displacement: DVec3) -> Coordinates {
    [0, 1, 2, 3].map(|index| coordinates[index] + draggable.directions[index].as_dvec3().dot(displacement))
}

/// The value with its dragged coordinates replaced by `coordinates`.
fn with_coordinates<P: Property>(draggable: &Draggable<P>, value: P::Value, coordinates: Coordinates) -> P::Value {
    let moves = |index: &usize| draggable.directions[*index] != Vec3::ZERO;
    let dragged = (0..P::Value::COORDINATES.min(4)).filter(moves);
    P::Value::narrow(
        dragged.fold(value.widen(), |wide, index| P::Value::with_coordinate(wide, index, coordinates[index])),
    )
}

fn tangent<P: Property>(coordinates: Coordinates) -> TangentOf<P> {
    let zero: WideTangent<P::Value> = zero();
    let parts = (0..P::Value::COORDINATES.min(4))
        .fold(zero, |wide, index| P::Value::with_part(wide, index, coordinates[index]));
    TangentOf::<P>::narrow(parts)
}
