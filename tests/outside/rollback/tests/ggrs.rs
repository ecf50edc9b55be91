//! Tests of rollback by GGRS, which rolls back every frame and simulates it again. The moved components must have the same checksums each
//! time.

use std::{
    hash::{Hash, Hasher},
    time::Duration,
};

use bevy::{platform::collections::HashMap, prelude::*, time::TimeUpdateStrategy};
use bevy_exact_motion::{MotionSystems, prelude::*};
use bevy_ggrs::{LocalInputs, LocalPlayers, checksum_hasher, prelude::*};

/// The number of frames that are rolled back each time.
const DISTANCE: usize = 7;
const FRAMES: u32 = 1550;

type Session = bevy_ggrs::Session<Game>;
type Game = GgrsConfig<u8>;

/// The actions of an input, one bit each.
const KICK: u8 = 1;
const AIM: u8 = 2;
const THROW: u8 = 4;
const BURST: u8 = 8;
const MOVE_WALL: u8 = 16;
const SHOOT: u8 = 32;

#[derive(Component, Clone, Copy, Debug, PartialEq)]
enum Role {
    Leader,
    Follower,
    Walled,
    Thrown,
    Bursting,
    Bullet,
}

/// A bullet's remaining life. Unit: frames.
#[derive(Component, Clone, Copy)]
struct Life(u32);

/// The numbers of events in all simulations, repeated ones included.
#[derive(Resource, Default)]
struct EventCounts {
    settled: u32,
    reached: u32,
}

/// Whether a frame differed when it was simulated again.
#[derive(Resource, Default)]
struct Mismatched(bool);

fn spawn(mut commands: Commands) {
    let at = |x| Transform::from_xyz(x, 0.0, 0.0);
    let leader = commands.spawn((
        (Role::Leader, Rollback, at(0.0), Spring::new(9.0, 0.4), Target::new(Vec3::X)),
        (Spring::critical(7.0).on::<Rotation>(), Target::<Rotation>::of(Quat::from_xyzw(0.6, 0.0, 0.0, 0.8))),
    ));
    let leader = leader.id();
    let follow = Follow::new(leader).with_offset(Vec3::Y).with_feed_forward(0.5);
    commands.spawn((Role::Follower, Rollback, at(-1.0), Spring::critical(8.0), follow));
    let wall = Limits::between(Vec3::splat(-1.0), Vec3::splat(1.0)).with_restitution(0.7);
    commands.spawn((
        (Role::Walled, Rollback, at(0.5), Spring::new(6.0, 0.1), Target::new(2.0 * Vec3::X)),
        (wall, DryFriction::new(0.5)),
    ));
    commands.spawn((Role::Thrown, Rollback, at(2.0), Friction::new(1.5), Velocity::ZERO));
    commands.spawn((Role::Bursting, Rollback, at(3.0), ExponentialRate::to(Vec3::Y, 0.3, 1.0)));
}

/// Makes inputs that are the same in every run, by `SplitMix64` (Steele, Lea, Flood 2014).
fn read_inputs(mut frame: Local<u64>, players: Res<LocalPlayers>, mut commands: Commands) {
    *frame += 1;
    let mut inputs = HashMap::default();
    for &player in &players.0 {
        let bits = (*frame ^ (player as u64) << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = bits ^ (bits >> 27);
        // Inputs are so rare that some entities come to rest: each bit is set in one of 64 frames, and none in 200 of every 400 frames.
        let chance = |n: u8| u8::from(bits >> (7 * n) & 63 == 0) << n;
        let input = if *frame % 400 < 200 { (0..6).map(chance).sum() } else { 0 };
        inputs.insert(player, input);
    }
    commands.insert_resource(LocalInputs::<Game>(inputs));
}

type Written<'a> = (Entity, &'a Role, &'a Transform, &'a mut Velocity, Option<&'a mut Target>, Option<&'a mut Limits>);

fn play(inputs: Res<bevy_ggrs::PlayerInputs<Game>>, mut bodies: Query<Written>, mut commands: Commands) {
    let asked = inputs.iter().fold(0, |asked, (input, _)| asked | input);
    let is_asked = |what| asked & what != 0;
    for (entity, role, transform, mut velocity, target, limits) in &mut bodies {
        // The new numbers depend on the state of the world, so that an error of a rollback persists.
        let place = (7.0 * transform.translation.yzx()).fract() + Vec3::new(0.3, -0.2, 0.1);
        match role {
            Role::Leader => {
                if is_asked(KICK) {
                    velocity.0 += 4.0 * place;
                }
                if is_asked(AIM)
                    && let Some(mut target) = target
                {
                    target.value = 2.0 * place;
                }
            }
            Role::Walled => {
                if is_asked(KICK) {
                    velocity.0 -= 3.0 * place;
                }
                if is_asked(MOVE_WALL)
                    && let Some(mut limits) = limits
                {
                    limits.upper[0] = Some(0.5 + place.x.abs());
                }
            }
            Role::Thrown if is_asked(THROW) => _ = commands.entity(entity).insert(Fling::new(3.0 * place)),
            Role::Bursting if is_asked(BURST) => {
                commands.entity(entity).insert(ExponentialRate::to(3.0 * place, 0.2, 0.8));
            }
            Role::Follower if is_asked(SHOOT) => {
                let flight = (Velocity::new(5.0 * place), Gravity::new(9.0 * Vec3::NEG_Y), DryFriction::new(1.0));
                let floor = Limits::floor(-2.0).with_restitution(0.6);
                commands.spawn((Role::Bullet, Rollback, Life(90), *transform, flight, floor));
            }
            _ => {}
        }
    }
}

fn age(mut bullets: Query<(Entity, &mut Life)>, mut commands: Commands) {
    for (entity, mut life) in &mut bullets {
        life.0 -= 1;
        if life.0 == 0 {
            commands.entity(entity).despawn();
        }
    }
}

fn hashed(numbers: impl IntoIterator<Item = f32>) -> u64 {
    let mut hasher = checksum_hasher();
    numbers.into_iter().for_each(|number| number.to_bits().hash(&mut hasher));
    hasher.finish()
}

/// Plays all frames, or those until the first mismatch. GGRS rolls back the `Motion` components only if `keep` registers them.
fn played(keep: fn(&mut App)) -> App {
    let session = SessionBuilder::<Game>::new()
        .with_num_players(2)
        .and_then(|builder| {
            builder
                .with_max_prediction_window(DISTANCE + 1)
                .with_check_distance(DISTANCE)
                .add_player(PlayerType::Local, 0)
        })
        .and_then(|builder| builder.add_player(PlayerType::Local, 1))
        .and_then(|builder| builder.start_synctest_session())
        .expect("the session should start");
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, GgrsPlugin::<Game>::default()))
        .add_plugins(ExactMotionPlugin { options: MotionOptions::in_schedule(GgrsSchedule) })
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(16_666_667)))
        .insert_resource(Session::SyncTest(session))
        .init_resource::<EventCounts>()
        .init_resource::<Mismatched>()
        .add_systems(Startup, spawn)
        .add_systems(ReadInputs, read_inputs)
        .add_systems(GgrsSchedule, (play, age).chain().after(MotionSystems::Advance).before(MotionSystems::Correct))
        .add_observer(|_: On<SyncTestMismatch>, mut mismatched: ResMut<Mismatched>| mismatched.0 = true)
        .add_observer(|_: On<Settled>, mut counts: ResMut<EventCounts>| counts.settled += 1)
        .add_observer(|_: On<LimitReached>, mut counts: ResMut<EventCounts>| counts.reached += 1);
    app.rollback_component_with_copy::<Role>()
        .rollback_component_with_copy::<Life>()
        .rollback_component_with_copy::<Transform>()
        .rollback_component_with_clone::<Velocity>()
        .rollback_component_with_clone::<Target>()
        .rollback_component_with_clone::<Limits>()
        .rollback_component_with_clone::<Gravity>()
        .rollback_component_with_clone::<DryFriction>()
        .rollback_component_with_clone::<Fling>()
        .rollback_component_with_clone::<ExponentialRate>()
        .rollback_component_with_clone::<Resting>()
        .rollback_component_with_clone::<Velocity<Rotation>>()
        .rollback_component_with_clone::<Resting<Rotation>>();
    app.checksum_component::<Transform>(|transform| {
        let Transform { translation, rotation, scale } = transform;
        hashed(translation.to_array().into_iter().chain(rotation.to_array()).chain(scale.to_array()))
    })
    .checksum_component::<Velocity>(|velocity| hashed(velocity.0.to_array()))
    .checksum_component::<Velocity<Rotation>>(|velocity| hashed(velocity.0.to_array()))
    .checksum_component::<Resting>(|_| 1);
    keep(&mut app);
    app.finish();
    app.cleanup();
    for _ in 0..FRAMES {
        app.update();
        if app.world().resource::<Mismatched>().0 {
            break;
        }
    }
    app
}

#[test]
fn frames_that_are_rolled_back_and_simulated_again_have_the_same_bits() {
    let mut app = played(|app| {
        app.rollback_component_with_clone::<Motion>().rollback_component_with_clone::<Motion<Rotation>>();
    });
    let frames = app.world().resource::<bevy_ggrs::RollbackFrameCount>().0;
    assert!(!app.world().resource::<Mismatched>().0, "frame {frames} differed when it was simulated again");
    assert!(frames > FRAMES as i32 - 10, "{frames} frames were played");
    // Every frame is simulated eight times, so its events are counted eight times.
    let EventCounts { settled, reached } = app.world().resource();
    let again = DISTANCE as u32 + 1;
    assert!(*settled > 5 * again && *reached > 20 * again, "{settled} settled, {reached} limits reached");
    let bullets = app.world_mut().query::<&Life>().iter(app.world()).count();
    assert!(bullets == 0, "{bullets} bullets are left, though none was shot in the last 150 frames");
}

#[test]
fn a_motion_that_is_not_rolled_back_is_detected() {
    assert!(played(|_| ()).world().resource::<Mismatched>().0);
}
