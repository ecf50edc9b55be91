//! Turns what the devices have done into the input of orbits.

use bevy::prelude::*;

use super::{Drag, Gesture, OrbitControls, devices::Devices, pan::Pivots};
use crate::{
    camera::{OrbitDistance, OrbitInput, OrbitRange},
    follow::Target,
};

type Controlled = (
    Entity,
    &'static OrbitControls,
    &'static mut Gesture,
    &'static mut OrbitInput,
    Option<&'static OrbitRange>,
    Option<&'static Target<OrbitDistance>>,
);

/// Applies the devices to all orbits with controls. The orbit of a camera that is not active keeps still.
pub(crate) fn operate(
    mut orbits: Query<Controlled>,
    cameras: Query<&Camera>,
    mut devices: Devices,
    mut pivots: Pivots,
    time: Res<Time<Real>>,
) {
    let (fingers, spread, time) = (devices.fingers(), devices.spread(), time.delta_secs_f64());
    for (entity, controls, mut gesture, mut input, range, distance) in &mut orbits {
        if cameras.get(entity).is_ok_and(|camera| !camera.is_active) {
            continue;
        }
        let gesture = gesture.bypass_change_detection();
        gesture.begin_or_end(controls, &devices);
        let is_touched = fingers.count > 0 && gesture.fingers == fingers.count;
        let mouse = gesture.drag.map(|drag| (drag, devices.moved()));
        let touch = is_touched.then_some((if fingers.count == 1 { Drag::Turn } else { Drag::Pan }, fingers.moved));
        let mut turn = Vec2::ZERO;
        for (drag, moved) in mouse.into_iter().chain(touch) {
            match drag {
                Drag::Turn => turn += controls.sensitivity * Vec2::new(-moved.x, moved.y),
                Drag::Pan => _ = pivots.pan(entity, moved),
            }
        }
        let turns = gesture.drag == Some(Drag::Turn) || (is_touched && fingers.count == 1);
        if turns && time > 0.0 {
            gesture.take(turn, time);
        } else if !turns && gesture.rate != default() {
            turn = gesture.glide(controls.momentum_friction.into(), time).as_vec2();
        }
        let pinched = if is_touched { fingers.pinch } else { 0.0 };
        let scrolled =
            if devices.is_over_widget() { 0.0 } else { controls.zoom_sensitivity * devices.lines() + spread };
        let zoom = pinched - scrolled;
        if zoom != 0.0 && zoom.is_finite() {
            let point = if pinched == 0.0 { devices.cursor() } else { Some(fingers.middle) };
            let from_middle = point.and_then(|point| pivots.from_middle(entity, point));
            if let (Some(from_middle), Some(distance)) = (from_middle, distance) {
                let [least, most] = range.map_or([0.0, f32::MAX], |range| range.distance);
                let after = (distance.value * libm::expf(zoom)).max(least).min(most);
                // What is under the pointer stays there: the picture moves away from it as far as the zoom brings it nearer.
                pivots.pan(entity, from_middle * (after / distance.value - 1.0));
            }
            input.zoom += zoom;
        }
        let stick = controls.stick_speed * devices.stick() * Vec2::new(-1.0, -1.0);
        if turn != Vec2::ZERO && turn.is_finite() {
            input.turn += turn;
        }
        if stick != gesture.stick && stick.is_finite() {
            input.turn_rate += stick - gesture.stick;
            gesture.stick = stick;
        }
        gesture.fingers = fingers.count;
    }
}

impl Gesture {
    /// Begins a drag when its button goes down, unless that is over a widget, and ends it when the button goes up.
    fn begin_or_end(&mut self, controls: &OrbitControls, devices: &Devices) {
        let buttons = [(Drag::Pan, controls.pan_button), (Drag::Turn, controls.turn_button)];
        let pressed = |drag: Drag| {
            let button = buttons.iter().find(|(of, _)| *of == drag).and_then(|(_, button)| *button);
            button.is_some_and(|button| devices.buttons.pressed(button))
        };
        let begun =
            buttons.iter().find(|(_, button)| button.is_some_and(|button| devices.buttons.just_pressed(button)));
        if let Some(&(drag, _)) = begun {
            self.drag = Some(drag).filter(|_| !devices.is_over_widget());
        } else if self.drag.is_some_and(|drag| !pressed(drag) && (drag == Drag::Pan || controls.turn_button.is_some()))
        {
            self.drag = None;
        }
        if self.drag.is_none() && controls.turn_button.is_none() {
            self.drag = Some(Drag::Turn);
        }
    }
}
