//! The scripted input: eight seconds through all three levels, with a teleport. A longer run also shows a jump, a ride on the slab and
//! the ruin, with the `lerp` camera for comparison.
//!
//! The time of each event is a multiple of a quarter second, so that the player's path is the same at every tick rate that has ticks at
//! these times. Each mouse movement is a single step, because a gradual movement would depend on the frame rate.

use bevy::prelude::*;

use harness::script::{Input, Script, at, hold, tap};

pub(crate) fn walk() -> Script {
    let flick = |time, right: f32, down: f32| [at(time, Input::MoveMouse(Vec2::new(right, down)))];
    let wheel = |time, notches| [at(time, Input::TurnWheel(notches))];
    Script::new(
        [
            // Walks over the meadow and up to the terrace.
            &hold(KeyCode::KeyW, 0.25, 4.25)[..],
            &flick(1.0, 110.0, 0.0),
            &hold(KeyCode::KeyD, 1.75, 2.25),
            &wheel(2.0, 1.5),
            &hold(KeyCode::ShiftLeft, 2.5, 3.75),
            &flick(2.75, 40.0, -20.0),
            &wheel(3.5, -2.0),
            // Teleports to the plateau and turns around there.
            &tap(KeyCode::KeyT, 4.25),
            &flick(4.5, -550.0, 10.0),
            &flick(5.0, -200.0, 0.0),
            // Walks down the other ramp, seen from the tower.
            &hold(KeyCode::KeyW, 4.75, 6.0),
            &tap(KeyCode::KeyC, 5.25),
            &flick(5.75, -100.0, 0.0),
            // Teleports past the pad at the lake to the first pad, and walks onto the slab as it arrives.
            &tap(KeyCode::KeyC, 8.25),
            &tap(KeyCode::KeyT, 8.75),
            &tap(KeyCode::KeyL, 9.0),
            &tap(KeyCode::KeyT, 9.25),
            &flick(9.25, 307.0, 0.0),
            &hold(KeyCode::KeyW, 9.5, 10.5),
            &tap(KeyCode::Space, 12.0),
            &tap(KeyCode::Period, 13.0),
            &tap(KeyCode::Comma, 14.0),
            // Walks off the slab at the terrace, and falls.
            &hold(KeyCode::KeyW, 15.25, 16.0),
            &tap(KeyCode::KeyT, 16.5),
            &tap(KeyCode::KeyT, 17.0),
            &tap(KeyCode::KeyT, 17.5),
            // Walks into the ruin and turns around there.
            &flick(17.5, -638.0, 0.0),
            &hold(KeyCode::KeyW, 17.75, 19.5),
            &flick(20.0, 785.0, 0.0),
        ]
        .concat(),
    )
}
