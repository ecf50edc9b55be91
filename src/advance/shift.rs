//! The whole world put elsewhere: what moves does not notice.

use bevy::ecs::{
    change_detection::DetectChangesMut,
    hierarchy::ChildOf,
    observer::On,
    query::{With, Without},
    system::Query,
};

use super::{Grip, Motion, segment::Segment, stretch::Piece};
use crate::{
    components::{Target, Velocity},
    events::OriginShift,
    property::Property,
    space::{Space, Tangent, WideTangent},
};

/// Observer: everything of ours without a parent is to be elsewhere.
pub(crate) fn shift_origin<P: Property>(
    shift: On<OriginShift<P>>,
    mut entities: Query<
        (&mut P::Component, &mut Motion<P>, Option<&mut Target<P>>, Option<&mut Grip<P>>),
        (With<Velocity<P>>, Without<ChildOf>),
    >,
) {
    if !shift.by.is_finite() {
        return;
    }
    let by = shift.by.widen();
    let shifted = |value: P::Value| P::Value::narrow(P::Value::offset(value.widen(), by));
    for (mut component, mut motion, target, grip) in &mut entities {
        let moved = shifted(P::get(&component));
        P::set(&mut component, moved);
        let segment = &mut motion.bypass_change_detection().0;
        segment.shift(by);
        segment.written.value = P::get(&component);
        if let Some(mut target) = target {
            target.value = shifted(target.value);
            // The same target as before, to the bit, so that it is no jump.
            if !target.tracked && segment.course.is_none() {
                segment.target = target.value.widen();
            }
        }
        if let Some(mut grip) = grip {
            grip.bypass_change_detection().shift(by);
        }
    }
}

impl<V: Space> Segment<V> {
    fn shift(&mut self, by: WideTangent<V>) {
        self.state.position = V::offset(self.state.position, by);
        self.target = V::offset(self.target, by);
        if let Some(run) = &mut self.run {
            run.put_elsewhere(by);
        }
        if let Some(course) = &mut self.course {
            if let Some(sample) = &mut course.sample {
                sample.place = V::offset(sample.place, by);
                sample.aimed = V::offset(sample.aimed, by);
            }
            if let Some(finished) = &mut course.finished {
                finished.shift(by);
            }
        }
        if let Some(trail) = &mut self.trail {
            trail.put_elsewhere(by);
        }
    }
}

impl<V: Space> Piece<V> {
    pub(crate) fn shift(&mut self, by: WideTangent<V>) {
        self.state.position = V::offset(self.state.position, by);
        self.target = V::offset(self.target, by);
        if let Some(run) = &mut self.run {
            run.put_elsewhere(by);
        }
    }
}
