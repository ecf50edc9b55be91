//! Every component in a scene of Bevy's, written with `bsn!`.

use core::time::Duration;

use bevy::{prelude::*, scene::ScenePlugin, time::TimeUpdateStrategy};
use bevy_exact_motion::prelude::*;

#[derive(Component, Clone, Default)]
struct Dial(f32);

#[derive(TypePath)]
enum Reading {}

impl Property for Reading {
    type Component = Dial;
    type Value = f32;

    fn get(dial: &Dial) -> f32 {
        dial.0
    }

    fn set(dial: &mut Dial, value: f32) {
        dial.0 = value;
    }
}

#[derive(Component, Clone, Default)]
struct Camera;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins,
        AssetPlugin::default(),
        ScenePlugin,
        TransformPlugin,
        ExactMotionPlugin::default(),
    ))
    .register_motion::<Reading>()
    .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(250)));
    app
}

/// A camera of a scene follows its player, by name, with every field of the component.
#[test]
fn a_camera_follows_by_name() {
    let mut app = app();
    let scene = app.world_mut().spawn_scene(bsn! {
        #Player
        Transform
        Velocity({Vec3::X})
        Children [
            (
                #Camera
                Camera
                Transform
                Spring::critical(5.0)
                Follow { leader: #Player, offset: {Vec3::Z}, feed_forward: 1.0 }
            ),
            (
                Dial(3.0)
                Spring::<Reading>::of(9.0, 0.5)
                Follow::<Reading>::of(#Camera)
            ),
            (
                Transform
                Follow::new(#Player)
            ),
        ]
    });
    let player = scene.expect("it is spawned").id();
    let world = app.world_mut();
    let (camera, follow) =
        world.query_filtered::<(Entity, &Follow), With<Camera>>().single(world).expect("there is one camera");
    assert_eq!(*follow, Follow::new(player).with_offset(Vec3::Z).with_feed_forward(1.0));
    let follow = world.query::<&Follow<Reading>>().single(world).expect("there is one dial");
    assert_eq!(*follow, Follow::of(camera));
    let spring = world.query::<&Spring<Reading>>().single(world).expect("there is one dial");
    assert_eq!(*spring, Spring::of(9.0, 0.5));
    let plain = world.query_filtered::<&Follow, Without<Camera>>().single(world).expect("there is another follower");
    assert_eq!(*plain, Follow::new(player));
    // It moves: the plugin has taken all of it in.
    for _ in 0..5 {
        app.update();
    }
    let x = app.world().get::<Transform>(player).expect("it has one").translation.x;
    assert!((x - 1.0).abs() < 1e-6, "a second at 1 unit/s, is {x}");
}

/// Without a leader there is nobody to follow, and the scene says so.
#[test]
fn following_needs_a_leader() {
    let mut app = app();
    assert!(app.world_mut().spawn_scene(bsn! { Transform Follow { offset: {Vec3::Z} } }).is_err());
}

/// All others, by fields, by name, and by constructor.
#[test]
fn every_other_component() {
    let mut app = app();
    let body = app.world_mut().spawn_scene(bsn! {
        Transform
        Held
        Spring { angular_frequency: 3.0 }
        Friction::from_retention(0.2)
        DryFriction { deceleration: 2.0 }
        Gravity { acceleration: {Vec3::Y} }
        Velocity({Vec3::X})
        Target { value: {Vec3::X}, tracked: true }
        AxisSprings { angular_frequency: {Vec3::X} }
        Limits::floor(0.0)
        SnapPoints::steps(Vec3::X)
        Pace(0.5)
        RestTolerance(0.25)
        PresentAs { presentation: Presentation::Ticked }
        ExponentialRate::to(Vec3::X, 0.1, 1.0)
        Progress(0.5)
    });
    let body = body.expect("it is spawned");
    assert_eq!(body.get::<Spring>(), Some(&Spring::new(3.0, 1.0)), "what is not said is the default");
    assert_eq!(body.get::<Friction>(), Some(&Friction::from_retention(0.2)));
    assert_eq!(body.get::<DryFriction>(), Some(&DryFriction::new(2.0)));
    assert_eq!(body.get::<Gravity>(), Some(&Gravity::new(Vec3::Y)));
    assert_eq!(body.get::<Velocity>(), Some(&Velocity::new(Vec3::X)));
    assert_eq!(body.get::<Target>(), Some(&Target::new(Vec3::X).tracked()));
    assert_eq!(body.get::<AxisSprings>(), Some(&AxisSprings::new(Vec3::X, Vec3::ZERO)));
    assert_eq!(body.get::<Limits>(), Some(&Limits::floor(0.0)));
    assert_eq!(body.get::<SnapPoints>(), Some(&SnapPoints::steps(Vec3::X)));
    assert_eq!(body.get::<Pace>(), Some(&Pace::new(0.5)));
    assert_eq!(body.get::<RestTolerance>(), Some(&RestTolerance::new(0.25)));
    assert_eq!(body.get::<PresentAs>(), Some(&PresentAs::new(Presentation::Ticked)));
    assert_eq!(body.get::<ExponentialRate>(), Some(&ExponentialRate::to(Vec3::X, 0.1, 1.0)));
    assert_eq!(body.get::<Progress>(), Some(&Progress(0.5)));
    assert!(body.contains::<Held>());
    let thrown = app.world_mut().spawn_scene(bsn! { Transform Fling::new(Vec3::X) }).expect("it is spawned");
    assert_eq!(thrown.get::<Fling>(), Some(&Fling::new(Vec3::X)));
}

/// A clone follows whom its original follows, and is held as it is.
#[test]
fn clones_are_as_before() {
    let mut app = app();
    let world = app.world_mut();
    let leader = world.spawn(Transform::default()).id();
    let follower = world.spawn((Transform::default(), Spring::default(), Follow::new(leader), Held::new())).id();
    let clone = world.entity_mut(follower).clone_and_spawn();
    assert_eq!(world.get::<Follow>(clone), Some(&Follow::new(leader)));
    assert!(world.entity(clone).contains::<Held>());
}
