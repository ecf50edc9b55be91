//! What the script's hands do when nobody is at the controls: eight seconds through all three levels, and a teleport. A
//! longer run shows a jump, a ride and a ruin, with the `lerp` camera beside this crate's.
//!
//! Everything happens at whole quarter seconds, so that the player's path is the same line at every tick rate that has a
//! tick there. The mouse moves in flicks, because a sweep would depend on the frame rate.

use bevy::prelude::*;

use harness::script::{Hand, Script, at, hold, tap};

pub(crate) fn walk() -> Script {
    let flick = |time, right: f32, down: f32| [at(time, Hand::MoveMouse(Vec2::new(right, down)))];
    let wheel = |time, notches| [at(time, Hand::TurnWheel(notches))];
    Script::new(
        [
            // Over the meadow and up to the terrace.
            &hold(KeyCode::KeyW, 0.25, 4.25)[..],
            &flick(1.0, 110.0, 0.0),
            &hold(KeyCode::KeyD, 1.75, 2.25),
            &wheel(2.0, 1.5),
            &hold(KeyCode::ShiftLeft, 2.5, 3.75),
            &flick(2.75, 40.0, -20.0),
            &wheel(3.5, -2.0),
            // Away to the plateau, and turning round there.
            &tap(KeyCode::KeyT, 4.25),
            &flick(4.5, -550.0, 10.0),
            &flick(5.0, -200.0, 0.0),
            // Down the other ramp, seen from the tower.
            &hold(KeyCode::KeyW, 4.75, 6.0),
            &tap(KeyCode::KeyC, 5.25),
            &flick(5.75, -100.0, 0.0),
            // By way of the lake's pad to the first one, and from there onto the slab, which comes just then.
            &tap(KeyCode::KeyC, 8.25),
            &tap(KeyCode::KeyT, 8.75),
            &tap(KeyCode::KeyL, 9.0),
            &tap(KeyCode::KeyT, 9.25),
            &flick(9.25, 307.0, 0.0),
            &hold(KeyCode::KeyW, 9.5, 10.5),
            &tap(KeyCode::Space, 12.0),
            &tap(KeyCode::Period, 13.0),
            &tap(KeyCode::Comma, 14.0),
            // Off its side on the terrace, and down.
            &hold(KeyCode::KeyW, 15.25, 16.0),
            &tap(KeyCode::KeyT, 16.5),
            &tap(KeyCode::KeyT, 17.0),
            &tap(KeyCode::KeyT, 17.5),
            // Into the ruin, and turning round there.
            &flick(17.5, -638.0, 0.0),
            &hold(KeyCode::KeyW, 17.75, 19.5),
            &flick(20.0, 785.0, 0.0),
        ]
        .concat(),
    )
}
