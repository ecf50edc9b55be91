//! This crate. All contenders except [`whole_frame_of_plugins`] register only the property that moves their entities.
//! `costs::idle` measures what a property costs without entities.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::{
    Contender,
    field::{FOLLOWERS, GOAL, Given, TARGET, TICK, field},
    stages::{time_stages, time_stages_of_frames},
    ticking::{Ticking, app},
};

pub fn app_with_springs(size: usize) -> App {
    let mut app = ours();
    spawn(&mut app, size, sprung);
    app
}

pub fn equal(size: usize) -> Box<dyn Contender> {
    let mut app = ours();
    spawn(&mut app, size, |given| (at(given), Spring::new(8.0, 0.004), Target::new(TARGET)));
    Ticking::boxed(app)
}

pub fn distinct(size: usize) -> Box<dyn Contender> {
    Ticking::boxed(app_with_springs(size))
}

/// Springs so slow that none comes to rest while it is measured. The cost of a step does not depend on the speed.
pub fn critical(size: usize) -> Box<dyn Contender> {
    let mut app = ours();
    spawn(&mut app, size, critically_sprung);
    Ticking::boxed(app)
}

pub fn stepped_once_a_frame(size: usize) -> Box<dyn Contender> {
    let mut app = app();
    time_stages_of_frames(&mut app);
    app.register_motion_with::<Translation>(MotionOptions::frame());
    spawn(&mut app, size, critically_sprung);
    Ticking::boxed(app)
}

/// The angular frequency of every spring changes before each tick.
pub fn changing(size: usize) -> Box<dyn Contender> {
    fn change(mut springs: Query<&mut Spring>, mut round: Local<u32>) {
        *round += 1;
        let factor = if round.is_multiple_of(2) { 1.25 } else { 0.8 };
        for mut spring in &mut springs {
            spring.angular_frequency *= factor;
        }
    }
    let mut app = app_with_springs(size);
    app.add_systems(First, change);
    Ticking::boxed(app)
}

pub fn falling(size: usize) -> Box<dyn Contender> {
    let mut app = ours();
    spawn(&mut app, size, |given| (at(given), Gravity::EARTH, Friction::new(0.1 * given.angular_frequency)));
    Ticking::boxed(app)
}

/// The floor is so far below that no entity reaches it while it is measured.
pub fn falling_above_a_floor(size: usize) -> Box<dyn Contender> {
    let mut app = ours();
    let floor = Limits::floor(-1e6).with_restitution(0.5);
    spawn(&mut app, size, move |given| {
        (at(given), Gravity::EARTH, Friction::new(0.1 * given.angular_frequency), floor)
    });
    Ticking::boxed(app)
}

pub fn rotation(size: usize) -> Box<dyn Contender> {
    let mut app = timed();
    app.register_motion::<Rotation>();
    let goal = Quat::from_scaled_axis(GOAL);
    spawn(&mut app, size, move |given| {
        (
            Transform::from_rotation(Quat::from_scaled_axis(0.01 * given.place)),
            sprung_by(given).on::<Rotation>(),
            Target::<Rotation>::of(goal),
        )
    });
    Ticking::boxed(app)
}

/// Targets that move along a line, written every tick.
pub fn tracked(size: usize) -> Box<dyn Contender> {
    fn track(mut targets: Query<&mut Target>) {
        for mut target in &mut targets {
            target.value.x += 0.25 * TICK.as_secs_f32();
        }
    }
    let mut app = ours();
    spawn(&mut app, size, |given| (at(given), sprung_by(given), Target::new(TARGET).tracked()));
    app.add_systems(FixedUpdate, track);
    Ticking::boxed(app)
}

/// `size` followers behind leaders that move freely, with [`FOLLOWERS`] followers for each leader.
pub fn following(size: usize) -> Box<dyn Contender> {
    let mut app = ours();
    let leaders = spawn(&mut app, size.div_ceil(FOLLOWERS), |given| (at(given), Velocity::new(0.1 * given.place)));
    follow(app, size, leaders)
}

/// Followers behind leaders that other systems move.
pub fn following_foreign(size: usize) -> Box<dyn Contender> {
    #[derive(Component)]
    struct Foreign;
    fn lead(mut leaders: Query<&mut Transform, With<Foreign>>) {
        for mut leader in &mut leaders {
            leader.translation.x += 0.25 * TICK.as_secs_f32();
        }
    }
    let mut app = ours();
    let leaders = spawn(&mut app, size.div_ceil(FOLLOWERS), |given| (at(given), Foreign));
    app.add_systems(FixedUpdate, lead);
    follow(app, size, leaders)
}

pub fn delayed(size: usize) -> Box<dyn Contender> {
    let mut app = timed();
    app.register_motion_with::<Translation>(MotionOptions::fixed().with_presentation(Presentation::Delayed));
    spawn(&mut app, size, sprung);
    Ticking::boxed(app)
}

pub fn by_axis(size: usize) -> Box<dyn Contender> {
    let mut app = ours();
    spawn(&mut app, size, |given| {
        let frequencies = given.angular_frequency * Vec3::new(1.0, 0.5, 0.75);
        (at(given), AxisSprings::new(frequencies, Vec3::splat(given.damping_ratio)), Target::new(TARGET))
    });
    Ticking::boxed(app)
}

/// Springs that have been at their targets since the first tick.
pub fn resting(size: usize) -> Box<dyn Contender> {
    let mut app = ours();
    spawn(&mut app, size, |given| (at(given), sprung_by(given), Target::new(given.place)));
    Ticking::boxed_at_rest(app)
}

pub fn whole_frame(size: usize) -> Box<dyn Contender> {
    let mut app = app();
    app.add_plugins(TransformPlugin).register_motion::<Translation>();
    spawn(&mut app, size, sprung);
    Ticking::boxed(app)
}

/// [`whole_frame`] with all properties that both plugins register.
pub fn whole_frame_of_plugins(size: usize) -> Box<dyn Contender> {
    let mut app = app();
    app.add_plugins((TransformPlugin, ExactMotionPlugin::default(), ExactCameraPlugin::default()));
    spawn(&mut app, size, sprung);
    Ticking::boxed(app)
}

fn timed() -> App {
    let mut app = app();
    time_stages(&mut app);
    app
}

fn ours() -> App {
    let mut app = timed();
    app.register_motion::<Translation>();
    app
}

fn at(given: Given) -> Transform {
    Transform::from_translation(given.place)
}

fn sprung_by(given: Given) -> Spring {
    Spring::new(given.angular_frequency, given.damping_ratio)
}

fn critically_sprung(given: Given) -> impl Bundle {
    (at(given), Spring::critical(0.05 + 0.25 * given.any), Target::new(TARGET))
}

fn sprung(given: Given) -> impl Bundle {
    (at(given), sprung_by(given), Target::new(TARGET))
}

fn spawn<B: Bundle>(app: &mut App, size: usize, bundle: impl Fn(Given) -> B) -> Vec<Entity> {
    field(size).map(|given| app.world_mut().spawn(bundle(given)).id()).collect()
}

fn follow(mut app: App, size: usize, leaders: Vec<Entity>) -> Box<dyn Contender> {
    let mut next = leaders.iter().cycle();
    for given in field(size) {
        let Some(leader) = next.next() else { break };
        app.world_mut().spawn((at(given), sprung_by(given), Follow::new(*leader)));
    }
    Ticking::boxed(app)
}
