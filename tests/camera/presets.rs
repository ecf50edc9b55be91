//! The guide's cameras to copy, which this file includes verbatim, do what the guide says.

use std::time::Duration;

use bevy::{
    input::{
        ButtonState, InputPlugin,
        mouse::{MouseButtonInput, MouseMotion},
    },
    prelude::*,
    window::PrimaryWindow,
};
use bevy_exact_motion::{
    camera::{Confiner, GroupMembers, OrbitControls, OrbitYaw, Pose},
    prelude::*,
};

use crate::{
    app::Bench,
    stage::cameras_at_rate,
    warnings::{assert_warned, capture_warnings},
};

fn stage() -> Bench {
    let mut bench = cameras_at_rate(64.0);
    // The app is already finished, so it takes no more plugins.
    InputPlugin.build(&mut bench.app);
    bench
}

/// The only entity with these components.
fn only<F: bevy::ecs::query::QueryFilter>(bench: &mut Bench) -> Entity {
    let world = bench.app.world_mut();
    world.query_filtered::<Entity, F>().single(world).expect("exactly one entity should match")
}

mod third_person {
    use super::*;
    include!("guide/third_person.rs");

    #[test]
    fn the_camera_turns_behind_the_player_after_two_seconds_without_input() {
        let mut bench = stage();
        bench.app.add_systems(FixedUpdate, turn_behind);
        let player = bench.spawn((Player, Transform::default()));
        bench.spawn(third_person(player));
        bench.run_to(1.0);
        let boom = only::<With<Orbit>>(&mut bench);
        let camera = only::<With<Camera3d>>(&mut bench);
        let place = bench.get::<GlobalTransform>(camera).translation();
        assert!(place.distance(Vec3::new(0.5, 1.6 + 4.0 * 0.2f32.sin(), 4.0 * 0.2f32.cos())) < 1e-3, "{place}");
        bench.edit::<OrbitInput>(boom, |input| input.turn.x = 1.5);
        bench.run_to(2.9);
        let yaw = |bench: &Bench| bench.get::<Target<OrbitYaw>>(boom).value.0;
        assert!((yaw(&bench) - 1.5).abs() < 1e-6, "{}", yaw(&bench));
        // It begins after 3 s, and needs 0.75 s at 2 rad/s.
        bench.run_to(3.9);
        assert!(yaw(&bench).abs() < 2e-3, "{}", yaw(&bench));
        // Half a turn of the player: the camera goes the short way round, whatever turns it has made.
        bench.edit::<Transform>(player, |transform| transform.rotation = Quat::from_rotation_y(3.0));
        bench.run_to(6.0);
        assert!((yaw(&bench) - 3.0).abs() < 2e-3, "{}", yaw(&bench));
        bench.run_to(9.0);
        let view = bench.get::<Pose>(boom).rotation * Vec3::NEG_Z;
        let ahead = Quat::from_rotation_y(3.0) * Vec3::NEG_Z;
        assert!(view.with_y(0.0).normalize().dot(ahead) > 0.999, "{view}, {ahead}");
    }
}

mod platformer {
    use super::*;
    include!("guide/platformer.rs");

    #[test]
    fn jumps_and_small_steps_do_not_move_the_camera_and_landings_do() {
        let mut bench = stage();
        bench.app.add_systems(FixedUpdate, look_ahead);
        let player = bench.spawn((Player, Grounded, Transform::default(), Velocity::default()));
        bench.spawn(platformer(Rect::new(-2000.0, -500.0, 2000.0, 500.0)));
        bench.run_to(1.0);
        let camera = only::<With<Camera2d>>(&mut bench);
        let target = |bench: &Bench| bench.get::<Target>(camera).value;
        assert_eq!(target(&bench), Vec3::new(0.0, 80.0, 0.0));
        bench.edit::<Transform>(player, |transform| transform.translation = Vec3::new(30.0, 120.0, 0.0));
        bench.app.world_mut().entity_mut(player).remove::<Grounded>();
        bench.run_to(1.5);
        assert_eq!(target(&bench), Vec3::new(0.0, 80.0, 0.0), "in a jump");
        bench.app.world_mut().entity_mut(player).insert(Grounded);
        bench.run_to(2.0);
        assert_eq!(target(&bench), Vec3::new(0.0, 200.0, 0.0), "on a platform");
        bench.app.world_mut().entity_mut(player).remove::<Grounded>();
        bench.edit::<Transform>(player, |transform| transform.translation.y = -300.0);
        bench.run_to(2.5);
        assert_eq!(target(&bench).y, -220.0, "a fall out of the picture");
        bench.edit::<Velocity>(player, |velocity| velocity.0.x = 200.0);
        bench.run_to(3.5);
        let ahead = target(&bench).x + 40.0 - bench.get::<Transform>(player).translation.x;
        // A tick of the player's way, 200/64, is between the system and the picture.
        assert!((ahead - 140.0).abs() < 2.0 * 200.0 / 64.0, "it looks ahead by 0.7 s: {ahead}");
    }
}

mod top_down {
    use super::*;
    include!("guide/top_down.rs");

    #[test]
    fn the_pointer_at_an_edge_pans_as_far_as_the_level_goes() {
        let mut bench = stage();
        bench.app.add_systems(Update, pan_at_edges);
        let window = bench.spawn((Window::default(), PrimaryWindow));
        bench.spawn(top_down());
        bench.frame(Duration::from_millis(16));
        let pivot = only::<(With<Target>, Without<Camera3d>)>(&mut bench);
        let mut pan = |place: Vec2, seconds: f64| {
            bench.edit::<Window>(window, |window| {
                let place = place * window.size();
                window.set_cursor_position(Some(place));
            });
            bench.run_to(bench.elapsed() + seconds);
            bench.get::<Target>(pivot).value
        };
        assert_eq!(pan(Vec2::splat(0.5), 1.0), Vec3::ZERO);
        let right = pan(Vec2::new(0.99, 0.5), 0.5);
        assert!(right.x > 5.0 && right.z == 0.0, "{right}");
        let up = pan(Vec2::new(0.5, 0.01), 0.5);
        assert!(up.x == right.x && up.z < -5.0, "{up}");
        assert_eq!(pan(Vec2::new(0.01, 0.99), 30.0), Vec3::new(-50.0, 0.0, 50.0));
    }
}

mod lock_on {
    use super::*;
    include!("guide/lock_on.rs");

    #[test]
    fn the_camera_stays_behind_the_player_while_the_fighters_circle() {
        let mut bench = stage();
        bench.app.add_systems(FixedUpdate, look_over_the_player);
        let [player, enemy] = [bench.spawn(Transform::default()), bench.spawn(Transform::from_xyz(4.0, 0.0, 0.0))];
        lock_on(player, enemy, &mut bench.app.world_mut().commands());
        bench.app.world_mut().flush();
        bench.run_to(2.0);
        let camera = only::<With<Camera3d>>(&mut bench);
        for step in 0..400 {
            let angle = 0.5 * step as f32 / 60.0;
            let place = 4.0 * Vec3::new(angle.cos(), 0.0, angle.sin());
            bench.edit::<Transform>(enemy, |transform| transform.translation = place);
            bench.frame(Duration::from_secs_f64(1.0 / 60.0));
            let behind = bench.get::<GlobalTransform>(camera).translation();
            // The spring lags behind 0.5 rad/s by 2/6 s.
            assert!(behind.dot(place) < 0.0 && behind.length() > 2.0, "{step}: {behind}, {place}");
        }
    }

    /// Circles like a fighter whose code turns it and leaves the way to its velocity.
    fn circle(mut fighters: Query<(&mut Transform, &mut Velocity)>, time: Res<Time>) {
        let angle = time.elapsed_secs();
        for (mut place, mut velocity) in &mut fighters {
            velocity.0 = 2.0 * Vec3::new(angle.cos(), 0.0, angle.sin());
            place.rotation = Quat::from_rotation_y(-angle);
        }
    }

    #[test]
    fn a_group_that_moves_in_ticks_is_not_reported_at_uneven_frames() {
        capture_warnings();
        let mut bench = stage();
        bench.app.add_systems(FixedUpdate, (circle, look_over_the_player));
        let [player, enemy] = [0.0, 4.0].map(|x| bench.spawn((Transform::from_xyz(x, 0.0, 0.0), Velocity::default())));
        lock_on(player, enemy, &mut bench.app.world_mut().commands());
        bench.app.world_mut().flush();
        let group = only::<With<GroupMembers>>(&mut bench);
        bench.app.world_mut().entity_mut(group).insert(Name::new("fight in ticks"));
        for length in [11, 47, 23, 9, 170, 31].into_iter().cycle().take(600) {
            bench.frame(Duration::from_millis(length));
        }
        assert_warned("fight in ticks", "", 0);
    }
}

mod model_viewer {
    use super::*;
    include!("guide/model_viewer.rs");

    #[test]
    fn a_drag_turns_the_model() {
        let mut bench = stage();
        bench.spawn(model_viewer());
        bench.frame(Duration::from_millis(16));
        let camera = only::<With<Camera3d>>(&mut bench);
        let (button, state, window) = (MouseButton::Left, ButtonState::Pressed, Entity::PLACEHOLDER);
        bench.app.world_mut().write_message(MouseButtonInput { button, state, window });
        bench.app.world_mut().write_message(MouseMotion { delta: Vec2::new(-100.0, 0.0) });
        bench.frame(Duration::from_millis(16));
        bench.run_to(0.5);
        let yaw = bench.get::<Target<OrbitYaw>>(camera).value.0;
        assert!(yaw > 0.99, "{yaw}");
    }
}
