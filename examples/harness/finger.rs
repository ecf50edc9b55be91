//! Converts touch input to mouse motion, so that dragging a finger over the screen turns the camera.

use bevy::input::InputSystems;
use bevy::input::mouse::MouseMotion;
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;

/// The id and the last position of the finger that turns the camera. Other fingers are ignored, because they may be on the web page's
/// on-screen keys.
#[derive(Default)]
struct Looking(Option<(u64, Vec2)>);

pub(super) fn add(app: &mut App) {
    app.add_systems(PreUpdate, look.before(InputSystems));
}

fn look(mut touches: MessageReader<TouchInput>, mut looking: Local<Looking>, mut motions: MessageWriter<MouseMotion>) {
    for touch in touches.read() {
        match (touch.phase, &mut looking.0) {
            (TouchPhase::Started, looking @ None) => *looking = Some((touch.id, touch.position)),
            (TouchPhase::Moved, Some((id, place))) if *id == touch.id => {
                let delta = touch.position - core::mem::replace(place, touch.position);
                motions.write(MouseMotion { delta });
            }
            (TouchPhase::Ended | TouchPhase::Canceled, Some((id, _))) if *id == touch.id => looking.0 = None,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::InputPlugin;
    use bevy::input::mouse::AccumulatedMouseMotion;

    use super::*;

    fn touch(app: &mut App, phase: TouchPhase, id: u64, place: Vec2) {
        let window = Entity::PLACEHOLDER;
        app.world_mut().write_message(TouchInput { phase, position: place, window, force: None, id });
    }

    fn looked(app: &mut App) -> Vec2 {
        app.update();
        app.world().resource::<AccumulatedMouseMotion>().delta
    }

    #[test]
    fn only_the_first_finger_turns_the_camera() {
        let mut app = App::new();
        app.add_plugins(InputPlugin);
        add(&mut app);
        touch(&mut app, TouchPhase::Started, 1, Vec2::new(100.0, 50.0));
        touch(&mut app, TouchPhase::Started, 2, Vec2::ZERO);
        assert_eq!(looked(&mut app), Vec2::ZERO, "touching the screen should not turn the camera");
        touch(&mut app, TouchPhase::Moved, 1, Vec2::new(103.0, 46.0));
        touch(&mut app, TouchPhase::Moved, 2, Vec2::new(90.0, 0.0));
        assert_eq!(looked(&mut app), Vec2::new(3.0, -4.0));
        touch(&mut app, TouchPhase::Ended, 1, Vec2::new(103.0, 46.0));
        touch(&mut app, TouchPhase::Started, 3, Vec2::new(500.0, 500.0));
        assert_eq!(looked(&mut app), Vec2::ZERO, "touching the screen somewhere else should not turn the camera");
        touch(&mut app, TouchPhase::Moved, 3, Vec2::new(510.0, 500.0));
        assert_eq!(looked(&mut app), Vec2::new(10.0, 0.0));
    }
}
