//! Adopts single fields that user code has written, and reports them when they turn invalid.

use bevy::ecs::change_detection::{DetectChanges, Ref};

use super::input::InputItem;
use crate::{
    follow::Target,
    law::invalid::Invalid,
    motion::{body::Body, fault::Fault, target, written::Written},
    path::target::Aim,
    property::Property,
    space::{Space, Tangent, WideTangent},
};

pub(super) fn adopt_value<P: Property>(
    input: &InputItem<P>,
    body: &mut Body<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    let value = P::get(&input.component);
    let invalid = !value.is_finite();
    if Fault::Value.set(&mut body.faults, invalid) {
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

pub(super) fn adopt_velocity<P: Property>(
    input: &InputItem<P>,
    body: &mut Body<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    let velocity = input.velocity.0;
    let invalid = !velocity.is_finite();
    if Fault::Velocity.set(&mut body.faults, invalid) {
        report(Invalid::new("Velocity::0", velocity, "finite", input.velocity.changed_by()));
    }
    let written = body.written();
    if !invalid {
        // For an entity that is drawn late, the component showed an earlier velocity. The difference between the written and the shown
        // velocity is adopted as a kick.
        body.state.velocity = if written.late {
            kicked::<P::Value>(body.state.velocity, velocity, written.velocity)
        } else {
            velocity.widen()
        };
    }
    body.note_written(Written { velocity, ..written });
}

/// The true velocity plus the difference between the written velocity and the one that was shown. Returns the written velocity if an f32
/// cannot hold the sum.
pub(crate) fn kicked<V: Space>(velocity: WideTangent<V>, written: V::Tangent, shown: V::Tangent) -> WideTangent<V> {
    let kicked = velocity + (written.widen() - shown.widen());
    if V::Tangent::narrow(kicked).is_finite() { kicked } else { written.widen() }
}

pub(super) fn adopt_target<P: Property>(
    target: &Ref<Target<P>>,
    body: &mut Body<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    let invalid = !target.is_finite();
    if Fault::Target.set(&mut body.faults, invalid) {
        report(if target.value.is_finite() {
            Invalid::new("Target::motion", target.motion, "a finite velocity", target.changed_by())
        } else {
            Invalid::new("Target::value", target.value, "finite", target.changed_by())
        });
    }
    // A tracked target is sampled at the end of the tick. It is adopted here only when tracking begins.
    let sampled = target.is_tracked() && target::has_sample(body);
    if invalid || sampled {
        return;
    }
    target::set_target(body, target.value, target.steady());
}

pub(super) fn adopt_follow<P: Property>(
    input: &InputItem<P>,
    body: &mut Body<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    target::set_follow(body, input.follow_fields());
    let Some(follow) = &input.follow else { return };
    let look_ahead = f64::from(follow.look_ahead);
    let invalid = if !follow.offset.is_finite() {
        Some(Invalid::new("Follow::offset", follow.offset, "finite", follow.changed_by()))
    } else if !look_ahead.is_finite() {
        Some(Invalid::new("Follow::look_ahead", follow.look_ahead, "finite", follow.changed_by()))
    } else {
        None
    };
    let turned = Fault::Offset.set(&mut body.faults, invalid.is_some());
    match invalid {
        Some(invalid) if turned => report(invalid),
        Some(_) => {}
        None => {
            target::set_aim(body, Aim { offset: follow.offset.widen(), leader_axes: follow.leader_axes, look_ahead });
        }
    }
}
