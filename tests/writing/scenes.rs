//! Every component can be written in a Bevy scene with `bsn!`.

use core::time::Duration;

use bevy::{prelude::*, scene::ScenePlugin, time::TimeUpdateStrategy};
use bevy_exact_motion::{
    BoneCollider, RestTolerance, SpringBones, TargetMotion,
    camera::{Aim, Confiner, OrbitControls, OrbitYaw, Pose, ZoneExtents},
    prelude::*,
    property::Property,
    rail::{OnRail, Rail},
};

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

/// `Follow` can be written with fields, with `of` and with `new`.
#[test]
fn a_follower_in_a_scene_refers_to_its_leader_by_name() {
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
    let player = scene.expect("it should be spawned").id();
    let world = app.world_mut();
    let (camera, follow) =
        world.query_filtered::<(Entity, &Follow), With<Camera>>().single(world).expect("there should be one camera");
    assert_eq!(*follow, Follow::new(player).with_offset(Vec3::Z).with_feed_forward(1.0));
    let follow = world.query::<&Follow<Reading>>().single(world).expect("there should be one dial");
    assert_eq!(*follow, Follow::of(camera));
    let spring = world.query::<&Spring<Reading>>().single(world).expect("there should be one dial");
    assert_eq!(*spring, Spring::of(9.0, 0.5));
    let plain =
        world.query_filtered::<&Follow, Without<Camera>>().single(world).expect("there should be another follower");
    assert_eq!(*plain, Follow::new(player));
    // The player moves, so the plugin has adopted it.
    for _ in 0..5 {
        app.update();
    }
    let x = app.world().get::<Transform>(player).expect("it should have one").translation.x;
    assert!((x - 1.0).abs() < 1e-6, "a second at 1 unit/s, is {x}");
}

/// Returns the entity that has this name in the scene.
fn named(world: &mut World, name: &str) -> Entity {
    let mut names = world.query::<(Entity, &Name)>();
    names.iter(world).find(|(_, known)| known.as_str() == name).expect("the scene should have this name").0
}

/// Returns a component of the entity that has this name in the scene.
fn of_named<C: Component + Copy>(world: &mut World, name: &str) -> C {
    let entity = named(world, name);
    *world.get::<C>(entity).expect("it should have one")
}

/// A component refers by name to the entity that its camera looks at, shows, frames or is attached to. Omitted fields have their defaults.
#[test]
fn camera_components_refer_to_entities_by_name() {
    let mut app = app();
    app.add_plugins(ExactCameraPlugin::default());
    let world = app.world_mut();
    let scene = world.spawn_scene(bsn! {
        #Stage
        Transform
        Children [
            (#Player Transform Velocity({Vec3::X}) InGroup(#Group)),
            (#Wolf Transform { translation: {Vec3::new(2.0, 0.0, 4.0)} } InGroup(#Group) GroupMember { radius: 0.25 }),
            (#Group Transform),
            (#Watching Transform { translation: {5.0 * Vec3::Z} } LookAt::new(#Player)),
            (#Zoned LookAt { target: #Player, screen_position: {0.1 * Vec2::X}, dead_zone: ZoneExtents { left: 0.2, top: 0.1 } }),
            (#Framing GroupFraming::new(#Group, FramingMode::Lens)),
            (#Wide GroupFraming { group: #Group, share: 0.5, mode: FramingMode::LengthThenLens { field_of_view: 0.8 } }),
            (#Live ActiveShot::new(#Watching)),
            (#Second ActiveShot { shot: #Watching, blend: Blend::Cut }),
            (#Sword Transform Attach::new(#Player)),
            (#Rider Transform Attach { leader: #Player, offset: {Vec3::Y}, blend: Blend::spring(0.5) }),
        ]
    });
    scene.expect("it should be spawned");
    let [player, group, shot] = ["Player", "Group", "Watching"].map(|name| named(world, name));
    assert_eq!(of_named::<InGroup>(world, "Player"), InGroup(group));
    assert_eq!(of_named::<InGroup>(world, "Wolf"), InGroup(group));
    assert_eq!(of_named::<GroupMember>(world, "Wolf"), GroupMember { radius: 0.25, ..default() });
    assert_eq!(of_named::<LookAt>(world, "Watching"), LookAt::new(player));
    let dead_zone = ZoneExtents { left: 0.2, top: 0.1, ..default() };
    let zoned = LookAt { screen_position: 0.1 * Vec2::X, dead_zone, ..LookAt::new(player) };
    assert_eq!(of_named::<LookAt>(world, "Zoned"), zoned);
    assert_eq!(of_named::<GroupFraming>(world, "Framing"), GroupFraming::new(group, FramingMode::Lens));
    let by = FramingMode::LengthThenLens { field_of_view: 0.8 };
    assert_eq!(of_named::<GroupFraming>(world, "Wide"), GroupFraming::new(group, by).with_share(0.5));
    assert_eq!(of_named::<ActiveShot>(world, "Live"), ActiveShot::new(shot));
    assert_eq!(of_named::<ActiveShot>(world, "Second"), ActiveShot::new(shot).with_blend(Blend::Cut));
    assert_eq!(of_named::<Attach>(world, "Sword"), Attach::new(player));
    let rider = Attach::new(player).with_offset(Vec3::Y).with_blend(Blend::spring(0.5));
    assert_eq!(of_named::<Attach>(world, "Rider"), rider);
    // In these frames, the plugin adopts all entities.
    for _ in 0..5 {
        app.update();
    }
    let world = app.world_mut();
    let mut place = |name| of_named::<Transform>(world, name).translation;
    assert!((place("Player").x - 1.0).abs() < 1e-6, "a second at 1 unit/s, is at {}", place("Player"));
    assert_eq!((place("Sword"), place("Rider")), (place("Player"), place("Player") + Vec3::Y));
    assert_eq!((place("Live"), place("Second")), (5.0 * Vec3::Z, 5.0 * Vec3::Z));
    // The position of a group is that of the last tick, at most one tick before the frame.
    assert!(place("Group").distance(Vec3::new(1.5, 0.0, 2.0)) < 0.01, "weights are equal, is at {}", place("Group"));
}

/// Spawning a scene fails if a component that refers to an entity omits it.
#[test]
fn a_component_in_a_scene_is_an_error_without_the_entity_that_it_needs() {
    fn is_rejected(scene: impl Scene) -> bool {
        app().world_mut().spawn_scene(scene).is_err()
    }
    assert!(is_rejected(bsn! { Transform Follow { offset: {Vec3::Z} } }));
    assert!(is_rejected(bsn! { LookAt { look_ahead: 0.1 } }));
    assert!(is_rejected(bsn! { ActiveShot }));
    assert!(is_rejected(bsn! { Transform InGroup GroupMember { weight: 1.0 } }));
    assert!(is_rejected(bsn! { GroupFraming { share: 0.5 } }));
    assert!(is_rejected(bsn! { Attach { offset: {Vec3::Z} } }));
}

#[test]
fn camera_components_that_refer_to_no_entity_can_be_in_a_scene() {
    let mut app = app();
    app.add_plugins(ExactCameraPlugin::default());
    let camera = app.world_mut().spawn_scene(bsn! {
        Orbit { pitch: 0.3 }
        Spring::<OrbitYaw>::of(9.0, 1.0)
        OrbitInput { turn_rate: {Vec2::X} }
        OrbitRange { limit_angular_frequency: 30.0 }
        Obstruction { margin: 0.3, hit: {Some(BoomHit::new(3.0, Vec3::Z))}, springs_from_behind_walls: true }
        Aim { yaw: 0.5 }
        Shake { cap: 0.2 }
        Pose
        StartOnTarget
    });
    let camera = camera.expect("it should be spawned");
    assert_eq!(camera.get::<Orbit>(), Some(&Orbit::new(0.0, 0.3, 8.0)), "omitted fields have their defaults");
    assert_eq!(camera.get::<Spring<OrbitYaw>>(), Some(&Spring::of(9.0, 1.0)));
    assert_eq!(camera.get::<OrbitInput>(), Some(&OrbitInput { turn_rate: Vec2::X, ..default() }));
    assert_eq!(camera.get::<OrbitRange>(), Some(&OrbitRange { limit_angular_frequency: 30.0, ..default() }));
    let hit = Some(BoomHit::new(3.0, Vec3::Z));
    let obstruction = Obstruction { margin: 0.3, hit, springs_from_behind_walls: true, ..default() };
    assert_eq!(camera.get::<Obstruction>(), Some(&obstruction));
    assert_eq!(camera.get::<Aim>(), Some(&Aim { yaw: 0.5, ..default() }));
    assert_eq!(camera.get::<Shake>(), Some(&Shake { cap: 0.2, ..default() }));
    assert_eq!(camera.get::<Pose>(), Some(&Pose::default()));
    assert!(camera.contains::<StartOnTarget>());
    for _ in 0..3 {
        app.update();
    }
}

/// Components without a default are written with `template`.
#[test]
fn bones_rails_and_confiners_can_be_in_a_scene() {
    let mut app = app();
    app.add_plugins(ExactCameraPlugin::default());
    let curve = CubicBezier::new([[Vec3::ZERO, Vec3::X, 2.0 * Vec3::X, 3.0 * Vec3::X]]).to_curve();
    let rail = Rail::new(&curve.expect("it has four points"));
    let confiner = Confiner::new(Rect::new(-1.0, -1.0, 1.0, 1.0));
    let collider = BoneCollider::Sphere(Sphere::new(0.1));
    let (its_rail, its_confiner) = (rail.clone(), confiner.clone());
    let camera = app.world_mut().spawn_scene(bsn! {
        Transform
        SpringBones { angular_frequency: 20.0 }
        OnRail { distance: 1.0 }
        OrbitControls { momentum_friction: 3.0 }
        template(move |_| Ok(its_rail.clone()))
        template(move |_| Ok(its_confiner.clone()))
        template(move |_| Ok(collider))
    });
    let camera = camera.expect("it should be spawned");
    assert_eq!(camera.get::<SpringBones>(), Some(&SpringBones { angular_frequency: 20.0, ..default() }));
    assert_eq!(camera.get::<OnRail>(), Some(&OnRail::new(1.0)));
    assert_eq!(camera.get::<OrbitControls>(), Some(&OrbitControls { momentum_friction: 3.0, ..default() }));
    assert_eq!(camera.get::<Rail>(), Some(&rail));
    assert_eq!(camera.get::<Confiner>(), Some(&confiner));
    assert_eq!(camera.get::<BoneCollider>(), Some(&collider));
}

/// Components can be written with fields or with a constructor.
#[test]
fn components_other_than_those_of_cameras_can_be_in_a_scene() {
    let mut app = app();
    let body = app.world_mut().spawn_scene(bsn! {
        Transform
        Grabbed
        Spring { angular_frequency: 3.0 }
        Friction::from_retention(0.2)
        DryFriction { deceleration: 2.0 }
        Gravity { acceleration: {Vec3::Y} }
        Velocity({Vec3::X})
        Target { value: {Vec3::X}, motion: TargetMotion::Tracked }
        AxisSprings { angular_frequency: {Vec3::X} }
        Limits::floor(0.0)
        SnapPoints::steps(Vec3::X)
        TimeScale(0.5)
        RestTolerance(0.25)
        template_value(Presentation::Ticked)
        ExponentialRate::to(Vec3::X, 0.1, 1.0)
        Progress(0.5)
    });
    let body = body.expect("it should be spawned");
    assert_eq!(body.get::<Spring>(), Some(&Spring::new(3.0, 1.0)), "omitted fields have their defaults");
    assert_eq!(body.get::<Friction>(), Some(&Friction::from_retention(0.2)));
    assert_eq!(body.get::<DryFriction>(), Some(&DryFriction::new(2.0)));
    assert_eq!(body.get::<Gravity>(), Some(&Gravity::new(Vec3::Y)));
    assert_eq!(body.get::<Velocity>(), Some(&Velocity::new(Vec3::X)));
    assert_eq!(body.get::<Target>(), Some(&Target::new(Vec3::X).tracked()));
    assert_eq!(body.get::<AxisSprings>(), Some(&AxisSprings::new(Vec3::X, Vec3::ZERO)));
    assert_eq!(body.get::<Limits>(), Some(&Limits::floor(0.0)));
    assert_eq!(body.get::<SnapPoints>(), Some(&SnapPoints::steps(Vec3::X)));
    assert_eq!(body.get::<TimeScale>(), Some(&TimeScale::new(0.5)));
    assert_eq!(body.get::<RestTolerance>(), Some(&RestTolerance::new(0.25)));
    assert_eq!(body.get::<Presentation>(), Some(&Presentation::Ticked));
    assert_eq!(body.get::<ExponentialRate>(), Some(&ExponentialRate::to(Vec3::X, 0.1, 1.0)));
    assert_eq!(body.get::<Progress>(), Some(&Progress(0.5)));
    assert!(body.contains::<Grabbed>());
    let card = app.world_mut().spawn_scene(bsn! { Transform Draggable::on_plane(Vec3::Y) Inspected });
    let card = card.expect("it should be spawned");
    assert_eq!(card.get::<Draggable>(), Some(&Draggable::on_plane(Vec3::Y)));
    assert!(card.contains::<Inspected>());
    let panel = app.world_mut().spawn_scene(bsn! { SpringPanel { is_folded: true } }).expect("it should be spawned");
    assert_eq!(panel.get::<SpringPanel>(), Some(&SpringPanel { is_folded: true, ..default() }));
    let thrown = app.world_mut().spawn_scene(bsn! { Transform Fling::new(Vec3::X) }).expect("it should be spawned");
    assert_eq!(thrown.get::<Fling>(), Some(&Fling::new(Vec3::X)));
}

#[test]
fn a_clone_follows_the_same_leader_and_is_grabbed_like_its_original() {
    let mut app = app();
    let world = app.world_mut();
    let leader = world.spawn(Transform::default()).id();
    let follower = world.spawn((Transform::default(), Spring::default(), Follow::new(leader), Grabbed::new())).id();
    let clone = world.entity_mut(follower).clone_and_spawn();
    assert_eq!(world.get::<Follow>(clone), Some(&Follow::new(leader)));
    assert!(world.entity(clone).contains::<Grabbed>());
}
