//! Turns what the devices have done into the input of orbits.

use bevy::prelude::*;

use super::{
    Drag, Gesture, OrbitControls,
    devices::{Devices, Fingers},
    end,
    pan::Pictures,
};
use crate::{
    camera::{OrbitDistance, OrbitInput, OrbitRange, orbit::ends::zoomed},
    follow::Target,
    warning::Warnings,
};

type Controlled = (
    NameOrEntity,
    Ref<'static, OrbitControls>,
    &'static mut Gesture,
    &'static mut OrbitInput,
    &'static OrbitRange,
    &'static Target<OrbitDistance>,
);

/// Applies the devices to all orbits with controls. The orbit of a camera that is not active keeps still.
pub(crate) fn operate(
    mut orbits: Query<Controlled>,
    mut devices: Devices,
    mut pictures: Pictures,
    time: Res<Time<Real>>,
    warnings: Res<Warnings>,
) {
    let (fingers, spread, time) = (devices.fingers(), devices.spread(), time.delta_secs_f64());
    let (cursor, is_over_widget) = (devices.cursor(), devices.is_over_widget());
    for (name, controls, mut gesture, mut input, range, distance) in &mut orbits {
        let entity = name.entity;
        if controls.is_changed()
            && let Some((field, should_be)) = controls.fault()
        {
            let message = format_args!("{name}: OrbitControls::{field} should be {should_be}, so it does nothing");
            warnings.warn(entity, ("OrbitControls", field), message);
        }
        if !pictures.is_active(entity) {
            end(gesture, input);
            continue;
        }
        let gesture = gesture.bypass_change_detection();
        let misses = |pointer| is_over_widget || pictures.excludes(entity, pointer);
        let misses_cursor = cursor.map_or(is_over_widget, misses);
        let mouse = gesture.mouse(&controls, &devices, misses_cursor);
        let is_touched = gesture.touch(&fingers, || misses(fingers.middle));
        let touch = if fingers.count == 1 { Drag::Turn } else { Drag::Pan };
        let drags = [mouse.map(|drag| (drag, devices.moved())), is_touched.then_some((touch, fingers.moved))];
        let distance = zoomed(distance.value, input.zoom.into(), range.distance);
        let mut turn = None;
        for (drag, moved) in drags.into_iter().flatten() {
            match drag {
                Drag::Turn => *turn.get_or_insert(Vec2::ZERO) += controls.sensitivity * Vec2::new(-moved.x, moved.y),
                Drag::Pan => _ = pictures.height(entity, distance).and_then(|shown| pictures.pan(entity, shown, moved)),
            }
        }
        let turn = match turn {
            Some(turn) => gesture.take(turn, time),
            None => {
                let [friction, dry] = [controls.momentum_friction, controls.momentum_dry_friction].map(f64::from);
                gesture.glide(friction, dry, time).as_vec2()
            }
        };
        if turn != Vec2::ZERO && turn.is_finite() {
            input.turn += turn;
        }
        let scroll = if misses_cursor { 0.0 } else { -controls.zoom_sensitivity * devices.lines() - spread };
        let pinch = if is_touched { fingers.pinch } else { 0.0 };
        let zoom = scroll + pinch;
        if zoom != 0.0 && zoom.is_finite() {
            let pointer = if pinch == 0.0 { cursor } else { Some(fingers.middle) };
            let scaled = pictures.scale(entity, zoom);
            let [before, after] = [distance, zoomed(distance, zoom.into(), range.distance)];
            let heights = scaled.or_else(|| Some([pictures.height(entity, before)?, pictures.height(entity, after)?]));
            if let (Some(pointer), Some(heights)) = (pointer, heights) {
                pictures.hold(entity, pointer, heights);
            }
            if scaled.is_none() {
                input.zoom += zoom;
            }
        }
        let turn_rate = -controls.stick_speed * devices.stick(controls.keys);
        if turn_rate != input.turn_rate && turn_rate.is_finite() {
            input.turn_rate = turn_rate;
        }
    }
}

impl Gesture {
    /// What the mouse does in this frame. A drag begins when its button goes down where the camera does not `miss` it, and ends when its
    /// button goes up.
    fn mouse(&mut self, controls: &OrbitControls, devices: &Devices, misses: bool) -> Option<Drag> {
        let buttons = [(Drag::Pan, controls.pan_button), (Drag::Turn, controls.turn_button)];
        let buttons = buttons.iter().filter_map(|(drag, button)| button.map(|button| (*drag, button)));
        for (drag, button) in buttons {
            if devices.buttons.just_pressed(button) && !misses {
                self.drag = Some(drag);
            } else if self.drag == Some(drag) && !devices.buttons.pressed(button) {
                self.drag = None;
            }
        }
        let always_turns = controls.turn_button.is_none() && !misses;
        self.drag.or_else(|| always_turns.then_some(Drag::Turn))
    }

    /// Whether fingers drag in this frame. They do from the frame after they touched, if the camera does not `miss` the first one. If their
    /// number changes, their middle jumps, which is no drag.
    fn touch(&mut self, fingers: &Fingers, misses: impl FnOnce() -> bool) -> bool {
        if self.fingers == 0 && fingers.count > 0 {
            self.ignores_fingers = misses();
        }
        let before = core::mem::replace(&mut self.fingers, fingers.count);
        fingers.count > 0 && before == fingers.count && !self.ignores_fingers
    }
}
