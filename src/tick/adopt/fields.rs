//! Each thing that users write, adopted into the motion, or reported where it turns invalid.

use bevy::ecs::change_detection::{DetectChanges, Ref};

use super::input::InputItem;
use crate::{
    follow::Target,
    law::invalid::Invalid,
    motion::{body::Body, fault::Fault, target_path::Steady, written::Written},
    path::target::Aim,
    property::{OffsetFrame, Property, TangentOf},
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
    let sampled = target.tracked && body.target_path().is_some_and(|target_path| target_path.sample.is_some());
    if invalid || sampled {
        return;
    }
    body.set_target(target.value.widen());
    if let Some(target_path) = body.target_path_mut() {
        target_path.forget();
        if !target.tracked && target.velocity != TangentOf::<P>::default() {
            target_path.go_steadily(Steady { value: target.value, velocity: target.velocity });
        }
    }
}

pub(super) fn take_follow<P: Property>(
    input: &InputItem<P>,
    body: &mut Body<P::Value>,
    report: &mut impl FnMut(Invalid),
) {
    let target_path = body.make_cold().target_path.get_or_insert_default();
    target_path.seen = input.seen();
    let Some(follow) = &input.follow else {
        target_path.forget();
        return;
    };
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
        None => aim_anew(body, Aim { offset: follow.offset.widen(), frame: follow.frame, look_ahead }),
    }
}

/// A new offset moves the target with it. A new offset in the leader's frame, or a new look-ahead, needs a new sample.
fn aim_anew<V: Space>(body: &mut Body<V>, aim: Aim<V>) {
    let Some(target_path) = body.target_path_mut() else { return };
    let before = target_path.aim;
    let moved_along = Aim { offset: aim.offset, ..before } == aim && aim.frame == OffsetFrame::World;
    if !moved_along {
        target_path.lose_sample();
    }
    target_path.aim = aim;
    let moved = |point| V::offset(V::offset(point, before.offset * -1.0), aim.offset);
    if let Some(sample) = &mut target_path.sample {
        sample.place = moved(sample.place);
        sample.aimed = moved(sample.aimed);
        body.set_target(moved(body.target()));
    }
}
