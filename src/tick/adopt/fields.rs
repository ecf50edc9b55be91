//! Each thing that users write, adopted into the motion, or reported where it turns invalid.

use bevy::ecs::change_detection::{DetectChanges, Ref};

use super::input::InputItem;
use crate::{
    follow::Target,
    law::invalid::Invalid,
    motion::{body::Body, fault::Fault, led, written::Written},
    path::target::{Aim, Steady},
    property::{Property, TangentOf},
    space::{Space, Tangent, WideTangent},
};

pub(super) fn take_value<P: Property>(
    input: &InputItem<P>,
    body: &mut Body<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    let value = P::get(&input.component);
    let invalid = !value.is_finite();
    if Fault::Value.turns(&mut body.faults, invalid) {
        report(Invalid::new(
            "value",
            value,
            P::awaits(&input.component).unwrap_or("finite"),
            input.component.changed_by(),
        ));
    }
    let written = Written { value, ..body.written() };
    if !invalid {
        body.state.position = value.widen();
    }
    body.note_written(written);
}

pub(super) fn take_velocity<P: Property>(
    input: &InputItem<P>,
    body: &mut Body<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    let velocity = input.velocity.0;
    let invalid = !velocity.is_finite();
    if Fault::Velocity.turns(&mut body.faults, invalid) {
        report(Invalid::new("Velocity::0", velocity, "finite", input.velocity.changed_by()));
    }
    let written = body.written();
    if !invalid {
        // A velocity written over one that is drawn late means the kick between the two.
        body.state.velocity = if written.late {
            kicked::<P::Value>(body.state.velocity, velocity, written.velocity)
        } else {
            velocity.widen()
        };
    }
    body.note_written(Written { velocity, ..written });
}

/// The true velocity with the kick that a user gave to the one shown; what was written, where an f32 cannot hold that.
pub(crate) fn kicked<V: Space>(velocity: WideTangent<V>, written: V::Tangent, shown: V::Tangent) -> WideTangent<V> {
    let kicked = velocity + (written.widen() - shown.widen());
    if V::Tangent::narrow(kicked).is_finite() { kicked } else { written.widen() }
}

pub(super) fn take_target<P: Property>(
    target: &Ref<Target<P>>,
    body: &mut Body<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    let invalid = !target.is_finite();
    if Fault::Target.turns(&mut body.faults, invalid) {
        report(if target.value.is_finite() {
            Invalid::new("Target::velocity", target.velocity, "finite", target.changed_by())
        } else {
            Invalid::new("Target::value", target.value, "finite", target.changed_by())
        });
    }
    // A tracked target is sampled where the tick ends. It is taken from here only where it begins to be tracked.
    let sampled = target.tracked && led::has_sample(body);
    if invalid || sampled {
        return;
    }
    let is_steady = !target.tracked && target.velocity != TangentOf::<P>::default();
    let steady = is_steady.then(|| Steady { value: target.value, velocity: target.velocity });
    led::take_target(body, target.value, steady);
}

pub(super) fn take_follow<P: Property>(
    input: &InputItem<P>,
    body: &mut Body<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    led::take_follow(body, input.seen());
    let Some(follow) = &input.follow else { return };
    let look_ahead = f64::from(follow.look_ahead);
    let invalid = if !follow.offset.is_finite() {
        Some(Invalid::new("Follow::offset", follow.offset, "finite", follow.changed_by()))
    } else if !look_ahead.is_finite() {
        Some(Invalid::new("Follow::look_ahead", follow.look_ahead, "finite", follow.changed_by()))
    } else {
        None
    };
    let turned = Fault::Offset.turns(&mut body.faults, invalid.is_some());
    match invalid {
        Some(invalid) if turned => report(invalid),
        Some(_) => {}
        None => led::aim_anew(body, Aim { offset: follow.offset.widen(), frame: follow.frame, look_ahead }),
    }
}
