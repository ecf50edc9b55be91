//! `OrbitControls`: mouse, wheel, fingers and sticks, by the messages that a window would send.

use std::time::Duration;

use bevy::{
    camera::{RenderTarget, RenderTargetInfo, Viewport},
    input::{
        ButtonState, InputPlugin,
        gamepad::{
            GamepadAxis, GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent, RawGamepadEvent,
        },
        gestures::PinchGesture,
        keyboard::{Key, KeyboardInput},
        mouse::{MouseButtonInput, MouseMotion, MouseScrollUnit, MouseWheel},
        touch::{TouchInput, TouchPhase},
    },
    picking::{
        backend::HitData,
        hover::{HoverMap, Hovered},
        pointer::PointerId,
    },
    prelude::*,
    time::TimeUpdateStrategy,
    window::{PrimaryWindow, WindowRef},
};
use bevy_exact_motion::{
    RestTolerance,
    camera::{OrbitControls, OrbitDistance, OrbitPitch, OrbitYaw},
    prelude::*,
    property::OrthographicScale,
};

use crate::warnings::{assert_warned, capture_warnings};

struct Desk {
    app: App,
    window: Entity,
    pivot: Entity,
    camera: Entity,
    frame: f64,
}

impl Desk {
    fn new(hz: f64, controls: OrbitControls) -> Self {
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            InputPlugin,
            TransformPlugin,
            ExactMotionPlugin::default(),
            ExactCameraPlugin::default(),
        ));
        app.finish();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
        app.update();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / hz)));
        let world = app.world_mut();
        let window = world.spawn_empty().id();
        let pivot = world.spawn(Transform::default()).id();
        let orbit = (Orbit::new(0.0, 0.3, 6.0), OrbitRange::default(), controls);
        let camera = world.spawn((orbit, ChildOf(pivot))).id();
        let mut desk = Self { app, window, pivot, camera, frame: 1.0 / hz };
        desk.frame();
        desk
    }

    fn frame(&mut self) {
        self.app.update();
    }

    fn frames(&mut self, seconds: f64) {
        (0..(seconds / self.frame).round() as u32).for_each(|_| self.frame());
    }

    fn send<M: Message>(&mut self, message: M) {
        self.app.world_mut().write_message(message);
    }

    fn button(&mut self, button: MouseButton, state: ButtonState) {
        let window = self.window;
        self.send(MouseButtonInput { button, state, window });
    }

    fn moved(&mut self, delta: Vec2) {
        self.send(MouseMotion { delta });
    }

    fn touch(&mut self, id: u64, phase: TouchPhase, position: Vec2) {
        let window = self.window;
        self.send(TouchInput { phase, position, window, force: None, id });
    }

    /// The targets of yaw, pitch and distance.
    fn targets(&self) -> Vec3 {
        let world = self.app.world();
        let yaw = world.get::<Target<OrbitYaw>>(self.camera).expect("an orbit has targets").value.0;
        let pitch = world.get::<Target<OrbitPitch>>(self.camera).expect("an orbit has targets").value;
        let distance = world.get::<Target<OrbitDistance>>(self.camera).expect("an orbit has targets").value;
        Vec3::new(yaw, pitch, distance)
    }

    fn assert_targets(&self, expected: Vec3) {
        let found = self.targets();
        assert!((found - expected).abs().max_element() < 2e-6, "{found}, {expected}");
    }
}

fn without_momentum() -> OrbitControls {
    OrbitControls { momentum_friction: f32::INFINITY, ..default() }
}

#[test]
fn a_drag_turns_by_how_far_the_mouse_moves() {
    let mut desk = Desk::new(60.0, without_momentum());
    desk.moved(Vec2::new(100.0, 100.0));
    desk.frame();
    desk.assert_targets(Vec3::new(0.0, 0.3, 6.0));
    desk.button(MouseButton::Left, ButtonState::Pressed);
    desk.frame();
    for _ in 0..10 {
        desk.moved(Vec2::new(10.0, 4.0));
        desk.frame();
    }
    desk.button(MouseButton::Left, ButtonState::Released);
    desk.frames(0.5);
    desk.moved(Vec2::new(100.0, 100.0));
    desk.frame();
    desk.assert_targets(Vec3::new(-0.5, 0.5, 6.0));
}

#[test]
fn without_a_button_the_mouse_always_turns() {
    let mut desk = Desk::new(60.0, OrbitControls { turn_button: None, ..without_momentum() });
    desk.frame();
    desk.moved(Vec2::new(-100.0, 0.0));
    desk.frame();
    desk.frames(0.5);
    desk.assert_targets(Vec3::new(0.5, 0.3, 6.0));
}

/// Drags at 600 pixels a second for a quarter of a second, lets go, and returns how far the orbit turns after that (rad).
fn thrown(hz: f64, controls: OrbitControls) -> f32 {
    let mut desk = Desk::new(hz, controls);
    desk.button(MouseButton::Left, ButtonState::Pressed);
    desk.frame();
    for _ in 0..(0.25 * hz).round() as u32 {
        desk.moved(Vec2::new((600.0 / hz) as f32, 0.0));
        desk.frame();
    }
    let before = desk.targets().x;
    desk.button(MouseButton::Left, ButtonState::Released);
    desk.frames(3.0);
    desk.targets().x - before
}

#[test]
fn a_throw_turns_as_far_at_every_frame_rate() {
    let found = [30.0, 60.0, 144.0, 240.0].map(|hz| thrown(hz, OrbitControls::default()));
    println!("a throw at 600 pixels/s turns on by {found:.4?} rad at 30, 60, 144 and 240 frames/s");
    // What 3 rad/s covers under 8/s and 0.2 rad/s². The mean over the last frames is 0.2 % short of that speed, because the drag began 0.25 s
    // before.
    let expected = 3.0 / 8.0 - 0.2 / 64.0 * (1.0 + 8.0 * 3.0 / 0.2_f32).ln();
    for turned in found {
        assert!((turned + expected).abs() < 2e-3 * 3.0 / 8.0, "{turned}");
    }
}

#[test]
fn a_mouse_that_rests_before_it_lets_go_throws_nothing() {
    let mut desk = Desk::new(60.0, OrbitControls::default());
    desk.button(MouseButton::Left, ButtonState::Pressed);
    desk.frame();
    for _ in 0..10 {
        desk.moved(Vec2::new(10.0, 0.0));
        desk.frame();
    }
    desk.frames(0.5);
    desk.button(MouseButton::Left, ButtonState::Released);
    desk.frames(1.0);
    desk.assert_targets(Vec3::new(-0.5, 0.3, 6.0));
}

#[test]
fn wheel_trackpad_and_pinch_zoom() {
    let mut desk = Desk::new(60.0, without_momentum());
    let window = desk.window;
    desk.send(MouseWheel { unit: MouseScrollUnit::Line, x: 0.0, y: 2.0, window, phase: TouchPhase::Moved });
    desk.frame();
    desk.assert_targets(Vec3::new(0.0, 0.3, 6.0 * (-0.3_f32).exp()));
    desk.send(MouseWheel { unit: MouseScrollUnit::Pixel, x: 0.0, y: -40.0, window, phase: TouchPhase::Moved });
    desk.frame();
    desk.assert_targets(Vec3::new(0.0, 0.3, 6.0));
    desk.send(PinchGesture(0.25));
    desk.frame();
    desk.assert_targets(Vec3::new(0.0, 0.3, 6.0 / 1.25));
}

#[test]
fn one_finger_turns_and_two_zoom() {
    let mut desk = Desk::new(60.0, without_momentum());
    let at = |x: f32| Vec2::new(x, 100.0);
    desk.touch(1, TouchPhase::Started, at(100.0));
    desk.frame();
    desk.frame();
    desk.touch(1, TouchPhase::Moved, at(200.0));
    desk.frame();
    desk.assert_targets(Vec3::new(-0.5, 0.3, 6.0));
    desk.touch(2, TouchPhase::Started, at(300.0));
    desk.frame();
    desk.frame();
    // They were 100 pixels apart, and are 200 now.
    desk.touch(1, TouchPhase::Moved, at(150.0));
    desk.touch(2, TouchPhase::Moved, at(350.0));
    desk.frame();
    desk.assert_targets(Vec3::new(-0.5, 0.3, 3.0));
    desk.touch(1, TouchPhase::Ended, at(150.0));
    desk.touch(2, TouchPhase::Ended, at(350.0));
    desk.frames(1.0);
    desk.assert_targets(Vec3::new(-0.5, 0.3, 3.0));
}

#[test]
fn a_stick_turns_at_its_speed() {
    let mut desk = Desk::new(60.0, without_momentum());
    let gamepad = desk.app.world_mut().spawn_empty().id();
    let connection = GamepadConnection::Connected { name: "pad".into(), vendor_id: None, product_id: None };
    desk.send(GamepadConnectionEvent { gamepad, connection });
    desk.frame();
    let axis = RawGamepadAxisChangedEvent { gamepad, axis: GamepadAxis::RightStickX, value: 1.0 };
    desk.send(RawGamepadEvent::Axis(axis));
    desk.frames(0.5);
    let turned = desk.targets().x;
    let rate = desk.app.world().get::<OrbitInput>(desk.camera).expect("controls require input").turn_rate;
    assert!((rate - Vec2::new(-3.0, 0.0)).length() < 0.2, "{rate}");
    assert!(turned.is_finite());
}

#[test]
fn keys_turn_while_they_are_down() {
    let keys = [KeyCode::KeyQ, KeyCode::KeyE, KeyCode::KeyR, KeyCode::KeyF];
    let mut desk = Desk::new(60.0, OrbitControls { keys: Some(keys), ..without_momentum() });
    let window = desk.window;
    let press = |desk: &mut Desk, key_code, state| {
        let key = KeyboardInput { key_code, logical_key: Key::Enter, state, text: None, repeat: false, window };
        desk.send(key);
        desk.frame();
        desk.app.world().get::<OrbitInput>(desk.camera).expect("controls require input").turn_rate
    };
    assert_eq!(press(&mut desk, KeyCode::KeyQ, ButtonState::Pressed), Vec2::new(3.0, 0.0));
    assert_eq!(press(&mut desk, KeyCode::KeyE, ButtonState::Pressed), Vec2::ZERO);
    assert_eq!(press(&mut desk, KeyCode::KeyE, ButtonState::Released), Vec2::new(3.0, 0.0));
    assert_eq!(press(&mut desk, KeyCode::KeyQ, ButtonState::Released), Vec2::ZERO);
    assert_eq!(press(&mut desk, KeyCode::KeyR, ButtonState::Pressed), Vec2::new(0.0, -3.0));
    desk.app.world_mut().entity_mut(desk.camera).remove::<OrbitControls>();
    let input = desk.app.world().get::<OrbitInput>(desk.camera).expect("it stays when the controls go");
    assert_eq!(input.turn_rate, Vec2::ZERO);
}

const SIZE: UVec2 = UVec2::new(1280, 720);

/// A desk with a window of 1280 × 720 pixels, and a camera that draws in it. Its pivot has a spring as stiff as the orbit's.
fn desk_with_picture(controls: OrbitControls) -> Desk {
    let mut desk = Desk::new(60.0, controls);
    let window = Window { resolution: (SIZE.x, SIZE.y).into(), ..default() };
    let (world, view) = (desk.app.world_mut(), desk.camera);
    desk.window = world.spawn((window, PrimaryWindow)).id();
    let lens = PerspectiveProjection { fov: 1.0, ..default() };
    let mut camera = Camera::default();
    camera.computed.target_info = Some(RenderTargetInfo { physical_size: SIZE, scale_factor: 1.0 });
    world.entity_mut(view).insert((camera, Projection::Perspective(lens)));
    let tolerance = RestTolerance::<Translation>::of(1e-5);
    world.entity_mut(desk.pivot).insert((Spring::critical(12.0), Target::new(Vec3::ZERO), tolerance));
    desk.frame();
    desk
}

impl Desk {
    fn point_at(&mut self, point: Vec2) {
        let mut window = self.app.world_mut().get_mut::<Window>(self.window).expect("it is there");
        window.set_cursor_position(Some(point));
    }

    fn scroll(&mut self, lines: f32) {
        let window = self.window;
        self.send(MouseWheel { unit: MouseScrollUnit::Line, x: 0.0, y: lines, window, phase: TouchPhase::Moved });
    }

    fn view(&self) -> &GlobalTransform {
        self.app.world().get(self.camera).expect("it is there")
    }

    /// How many pixels a metre takes at a distance of 1 m.
    fn pixels(&self) -> f32 {
        0.5 * SIZE.y as f32 / (0.5_f32).tan()
    }

    /// The place in the picture of a point of the world. Unit: pixels from the middle, y down.
    fn drawn(&self, point: Vec3) -> Vec2 {
        let seen = self.view().affine().inverse().transform_point3(point);
        self.pixels() * Vec2::new(seen.x, -seen.y) / -seen.z
    }
}

#[test]
fn a_pan_moves_the_pivot_with_the_picture() {
    for by_fingers in [false, true] {
        let mut desk = desk_with_picture(without_momentum());
        if by_fingers {
            let places = [Vec2::new(300.0, 300.0), Vec2::new(500.0, 300.0)];
            for phase in [TouchPhase::Started, TouchPhase::Moved, TouchPhase::Ended] {
                let moved = if phase == TouchPhase::Started { Vec2::ZERO } else { Vec2::new(100.0, -40.0) };
                for (id, place) in places.into_iter().enumerate() {
                    desk.touch(id as u64, phase, place + moved);
                }
                desk.frame();
                desk.frame();
            }
        } else {
            desk.button(MouseButton::Right, ButtonState::Pressed);
            desk.moved(Vec2::new(60.0, -20.0));
            desk.frame();
            desk.moved(Vec2::new(40.0, -20.0));
            desk.frame();
            desk.button(MouseButton::Right, ButtonState::Released);
        }
        desk.frames(3.0);
        let found = desk.drawn(Vec3::ZERO);
        // The rest tolerance of 1e-5 m is 0.001 pixels at 6 m.
        assert!((found - Vec2::new(100.0, -40.0)).length() < 5e-3, "{found}");
        desk.assert_targets(Vec3::new(0.0, 0.3, 6.0));
    }
}

#[test]
fn what_is_under_the_pointer_stays_there_during_a_zoom() {
    let mut desk = desk_with_picture(without_momentum());
    let pointer = Vec2::new(1000.0, 200.0);
    let offset_from_middle = pointer - 0.5 * SIZE.as_vec2();
    desk.point_at(pointer);
    let across = offset_from_middle * 6.0 / desk.pixels();
    let point = desk.view().transform_point(Vec3::new(across.x, -across.y, -6.0));
    let mut least = f32::INFINITY;
    for frame in 0..180 {
        if [0, 1, 2, 30].contains(&frame) {
            desk.scroll(1.5);
        }
        desk.frame();
        let found = desk.drawn(point);
        // The spring of the pivot and the one of the distance have the same law, so what differs is rounding and their rest tolerances of
        // 1e-5 m, which are 0.003 pixels at 2 m.
        assert!((found - offset_from_middle).length() < 0.01, "frame {frame}: {found}, {offset_from_middle}");
        least = least.min(desk.view().translation().distance(point));
    }
    assert!(least < 4.5, "it did zoom: {least}");
}

#[test]
fn an_orthographic_picture_is_zoomed_to_the_pointer_by_its_scale() {
    /// Fits the lens to the window, as Bevy's renderer does.
    fn fit(desk: &mut Desk) -> f32 {
        let mut lens = desk.app.world_mut().get_mut::<Projection>(desk.camera).expect("it is there");
        let Projection::Orthographic(lens) = &mut *lens else { panic!("the lens should stay orthographic") };
        lens.area = Rect::from_center_size(Vec2::ZERO, lens.scale * SIZE.as_vec2());
        lens.scale
    }
    let mut desk = desk_with_picture(without_momentum());
    desk.app.register_motion::<OrthographicScale>();
    let lens = OrthographicProjection { scale: 0.01, ..OrthographicProjection::default_3d() };
    let zoom = (
        Spring::critical(12.0).on::<OrthographicScale>(),
        Target::<OrthographicScale>::of(0.01),
        Limits::<OrthographicScale>::of(0.004, 0.02),
        RestTolerance::<OrthographicScale>::of(1e-8),
    );
    desk.app.world_mut().entity_mut(desk.camera).insert((Projection::Orthographic(lens), zoom));
    fit(&mut desk);
    desk.frame();
    let pointer = Vec2::new(1000.0, 200.0);
    let off = pointer - 0.5 * SIZE.as_vec2();
    desk.point_at(pointer);
    let point = desk.view().transform_point(Vec3::new(0.01 * off.x, -0.01 * off.y, -6.0));
    for (lines, settled) in
        [(2.0, 0.01 * (-0.3_f32).exp()), (-3.0, 0.01 * 0.15_f32.exp()), (20.0, 0.004), (-40.0, 0.02)]
    {
        desk.scroll(lines);
        let mut scale = 0.0;
        for frame in 0..180 {
            desk.frame();
            scale = fit(&mut desk);
            let seen = desk.view().affine().inverse().transform_point3(point);
            let found = Vec2::new(seen.x, -seen.y) / scale;
            // The pivot and the scale have the same law. The rest tolerance of the pivot is 0.003 pixels at the smallest scale.
            assert!((found - off).length() < 0.01, "frame {frame}: {found}, {off}");
        }
        assert!((scale - settled).abs() < 1e-6, "{scale}, {settled}");
        desk.assert_targets(Vec3::new(0.0, 0.3, 6.0));
    }
}

#[test]
fn an_invalid_scale_of_the_picture_neither_moves_the_pivot_nor_changes() {
    for scale in [0.0, -1.0, f32::NAN, f32::NEG_INFINITY] {
        let mut desk = desk_with_picture(without_momentum());
        desk.app.register_motion::<OrthographicScale>();
        let lens = OrthographicProjection { scale: 0.01, ..OrthographicProjection::default_3d() };
        let zoom = (Spring::critical(12.0).on::<OrthographicScale>(), Target::<OrthographicScale>::of(scale));
        desk.app.world_mut().entity_mut(desk.camera).insert((Projection::Orthographic(lens), zoom));
        desk.frame();
        desk.point_at(Vec2::new(1000.0, 200.0));
        desk.scroll(1.0);
        desk.frames(0.5);
        let world = desk.app.world();
        assert_eq!(world.get::<Transform>(desk.pivot).expect("it is there").translation, Vec3::ZERO, "{scale}");
        let target = world.get::<Target<OrthographicScale>>(desk.camera).expect("it is there").value;
        assert_eq!(target.to_bits(), scale.to_bits());
        desk.assert_targets(Vec3::new(0.0, 0.3, 6.0 * (-0.15_f32).exp()));
    }
}

#[test]
fn a_pivot_without_a_target_is_not_moved() {
    let mut desk = desk_with_picture(without_momentum());
    desk.app.world_mut().entity_mut(desk.pivot).remove::<(Spring, Target)>();
    desk.point_at(Vec2::new(1000.0, 200.0));
    desk.scroll(1.0);
    desk.button(MouseButton::Right, ButtonState::Pressed);
    desk.moved(Vec2::new(60.0, -20.0));
    desk.frames(0.5);
    assert_eq!(desk.app.world().get::<Transform>(desk.pivot).expect("it is there").translation, Vec3::ZERO);
    desk.assert_targets(Vec3::new(0.0, 0.3, 6.0 * (-0.15_f32).exp()));
}

/// Drags by the left button, by a finger and by the wheel, with the pointer at a point of the window, and returns the targets.
fn operated(desk: &mut Desk, point: Vec2) -> Vec3 {
    desk.point_at(point);
    desk.frame();
    desk.button(MouseButton::Left, ButtonState::Pressed);
    desk.moved(Vec2::new(60.0, 0.0));
    desk.scroll(1.0);
    desk.frame();
    desk.button(MouseButton::Left, ButtonState::Released);
    desk.touch(1, TouchPhase::Started, point);
    desk.frame();
    desk.touch(1, TouchPhase::Moved, point + Vec2::new(0.0, 60.0));
    desk.frame();
    desk.touch(1, TouchPhase::Ended, point);
    desk.frames(0.5);
    desk.targets()
}

const STILL: Vec3 = Vec3::new(0.0, 0.3, 6.0);

#[test]
fn each_camera_answers_to_pointers_in_its_own_picture() {
    let mut desk = desk_with_picture(without_momentum());
    let left = Viewport { physical_size: UVec2::new(640, 720), ..default() };
    desk.app.world_mut().get_mut::<Camera>(desk.camera).expect("it is there").viewport = Some(left);
    assert_eq!(operated(&mut desk, Vec2::new(800.0, 300.0)), STILL);
    let moved = operated(&mut desk, Vec2::new(300.0, 300.0));
    assert!((moved - Vec3::new(-0.3, 0.6, 6.0 * (-0.15_f32).exp())).length() < 1e-5, "{moved}");

    let mut desk = desk_with_picture(without_momentum());
    let other = desk.app.world_mut().spawn(Window::default()).id();
    desk.app.world_mut().entity_mut(desk.camera).insert(RenderTarget::Window(WindowRef::Entity(other)));
    desk.point_at(Vec2::new(300.0, 300.0));
    desk.scroll(1.0);
    desk.frame();
    desk.assert_targets(STILL);
}

#[test]
fn widgets_keep_their_pointers() {
    let put = |desk: &mut Desk, widget: Entity| {
        let hit = HitData::new(Entity::PLACEHOLDER, 0.0, None, None);
        let mut map = HoverMap::default();
        map.entry(PointerId::Mouse).or_default().insert(widget, hit);
        desk.app.insert_resource(map);
    };
    let point = Vec2::new(300.0, 300.0);
    let opaque = BackgroundColor(Color::WHITE);
    let mut desk = desk_with_picture(without_momentum());
    let widgets = {
        let world = desk.app.world_mut();
        [
            world.spawn((Node::default(), opaque)).id(),
            world.spawn((Node::default(), Interaction::None)).id(),
            world.spawn((Node::default(), Hovered(false))).id(),
            world.spawn((Node::default(), ImageNode::default())).id(),
        ]
    };
    for widget in widgets {
        put(&mut desk, widget);
        assert_eq!(operated(&mut desk, point), STILL);
    }
    // A node that only arranges others, and a mesh in the scene.
    for others in [desk.app.world_mut().spawn(Node::default()).id(), desk.app.world_mut().spawn_empty().id()] {
        put(&mut desk, others);
        let before = desk.targets();
        assert_ne!(operated(&mut desk, point), before);
    }
}

#[test]
fn a_camera_that_is_not_active_keeps_still() {
    let mut desk = desk_with_picture(OrbitControls { keys: Some([KeyCode::KeyQ; 4]), ..default() });
    let window = desk.window;
    // Thrown, with a key down, and in mid-drag.
    desk.button(MouseButton::Left, ButtonState::Pressed);
    desk.frame();
    desk.moved(Vec2::new(60.0, 0.0));
    desk.frame();
    desk.app.world_mut().get_mut::<Camera>(desk.camera).expect("it is there").is_active = false;
    let state = ButtonState::Pressed;
    let (key_code, logical_key) = (KeyCode::KeyQ, Key::Enter);
    desk.send(KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window });
    desk.frame();
    let before = desk.targets();
    assert_eq!(operated(&mut desk, Vec2::new(300.0, 300.0)), before);
    desk.app.world_mut().get_mut::<Camera>(desk.camera).expect("it is there").is_active = true;
    desk.moved(Vec2::new(60.0, 0.0));
    desk.frame();
    assert_eq!(desk.targets(), before, "the drag from before has ended");
}

#[test]
fn a_clone_and_a_disabled_orbit_go_on_with_the_gesture() {
    let mut desk = desk_with_picture(without_momentum());
    desk.button(MouseButton::Left, ButtonState::Pressed);
    desk.moved(Vec2::new(20.0, 0.0));
    desk.frame();
    let first = desk.camera;
    let clone = desk.app.world_mut().entity_mut(first).clone_and_spawn();
    desk.app.world_mut().entity_mut(first).insert(bevy::ecs::entity_disabling::Disabled);
    desk.moved(Vec2::new(20.0, 0.0));
    desk.frame();
    desk.app.world_mut().entity_mut(first).remove::<bevy::ecs::entity_disabling::Disabled>();
    desk.frame();
    desk.assert_targets(Vec3::new(-0.1, 0.3, 6.0));
    desk.button(MouseButton::Left, ButtonState::Released);
    desk.frame();
    desk.moved(Vec2::new(20.0, 0.0));
    desk.frame();
    desk.assert_targets(Vec3::new(-0.1, 0.3, 6.0));
    desk.camera = clone;
    desk.assert_targets(Vec3::new(-0.2, 0.3, 6.0));
}

#[test]
fn hostile_settings_do_nothing() {
    capture_warnings();
    for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let controls = OrbitControls {
            sensitivity: Vec2::splat(number),
            zoom_sensitivity: number,
            stick_speed: Vec2::splat(number),
            momentum_friction: number,
            momentum_dry_friction: number,
            ..default()
        };
        let mut desk = Desk::new(60.0, OrbitControls::default());
        let name = format!("camera with controls {number}");
        desk.app.world_mut().entity_mut(desk.camera).insert((Name::new(name.clone()), controls));
        desk.button(MouseButton::Left, ButtonState::Pressed);
        let window = desk.window;
        for _ in 0..5 {
            desk.moved(Vec2::new(10.0, 3.0));
            desk.send(MouseWheel { unit: MouseScrollUnit::Line, x: 0.0, y: 1.0, window, phase: TouchPhase::Moved });
            desk.frame();
        }
        desk.button(MouseButton::Left, ButtonState::Released);
        desk.frames(0.5);
        desk.assert_targets(Vec3::new(0.0, 0.3, 6.0));
        assert_warned(&name, "OrbitControls::sensitivity should be finite", 1);
    }
}
