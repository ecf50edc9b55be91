//! Promise 1: leaders that are teleported, and followers that are cut to their leader or start at it.

use core::time::Duration;

use bevy::{prelude::*, reflect::TypePath};
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, Dial, Turn, assert_ulps, value_components};

const LAW: Law = Law { k: 64.0, c: 16.0, g: 0.0, a: 0.0 };

/// Spawns a foreign leader, which only user code moves, and a follower. Runs until the follower is at rest.
fn behind_a_foreign_leader(bench: &mut Bench) -> (Entity, Entity) {
    let leader = bench.spawn(Transform::default());
    let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    bench.run_to(1.0);
    assert!(bench.rests(follower));
    (leader, follower)
}

#[test]
fn an_announced_teleport_of_a_foreign_leader_moves_the_target_in_one_step() {
    for hz in [16.0, 64.0, 256.0] {
        let mut bench = Bench::at_rate(hz);
        let (leader, follower) = behind_a_foreign_leader(&mut bench);
        bench.edit::<Transform>(leader, |transform| transform.translation.x = 5.0);
        bench.app.world_mut().trigger(Teleported::new(leader));
        bench.run_to(1.5);
        let (x, v) = LAW.step_held(0.0, 0.0, 5.0, 0.5);
        assert_ulps(bench.x(follower), x, 2.0, 5.0, &format!("position at {hz} Hz"));
        assert_ulps(bench.v(follower), v, 2.0, 20.0, &format!("velocity at {hz} Hz"));
    }
}

#[test]
fn an_unannounced_teleport_of_a_foreign_leader_moves_the_target_along_a_line() {
    let mut bench = Bench::at_rate(16.0);
    let (leader, follower) = behind_a_foreign_leader(&mut bench);
    bench.edit::<Transform>(leader, |transform| transform.translation.x = 5.0);
    bench.run_to(1.5);
    let (x, v) = LAW.step_line(0.0, 0.0, 0.0, 5.0 * 16.0, 1.0 / 16.0);
    let (x, _) = LAW.step_held(x, v, 5.0, 0.5 - 1.0 / 16.0);
    assert_ulps(bench.x(follower), x, 4.0, 5.0, "half a second later");
}

#[test]
fn a_cut_moves_a_follower_to_its_steady_lag_and_gives_it_its_leaders_velocity() {
    for moved in [true, false] {
        let mut bench = Bench::at_rate(64.0);
        let leader = bench.spawn(Transform::default());
        if moved {
            bench.app.world_mut().entity_mut(leader).insert(Velocity::new(3.0 * Vec3::X));
        } else {
            bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
                transforms.get_mut(leader).expect("the leader should exist").translation.x = 3.0 * time.elapsed_secs();
            });
        }
        let offset = Vec3::new(0.0, 2.0, 0.0);
        let follower = bench.spawn((
            Transform::from_xyz(-50.0, 0.0, 0.0),
            Spring::critical(8.0),
            Follow::new(leader).with_offset(offset),
        ));
        bench.run_to(0.5);
        bench.app.world_mut().trigger(Cut::new(follower));
        bench.run_to(0.5 + 1.0 / 64.0);
        // Since the cut, the leader has moved for one tick. The lag is 2 ζ u / ω from the first frame on.
        let x = 1.5 + 3.0 / 64.0 - 3.0 * 2.0 / 8.0;
        assert_ulps(bench.x(follower), x, 4.0, 2.0, &format!("one tick later, leader moved by this crate: {moved}"));
        assert_ulps(bench.v(follower), 3.0, 4.0, 3.0, &format!("its velocity, leader moved by this crate: {moved}"));
        assert_eq!(bench.get::<Transform>(follower).translation.y, 2.0);
    }
}

#[test]
fn a_follower_may_be_cut_in_the_frame_in_which_it_is_spawned() {
    for moved in [true, false] {
        let mut bench = Bench::at_rate(64.0);
        let leader = bench.spawn(Transform::from_xyz(7.0, 0.0, 0.0));
        if moved {
            bench.app.world_mut().entity_mut(leader).insert(Velocity::ZERO);
        }
        bench.run_to(0.2);
        let spring = (Transform::default(), Spring::critical(8.0));
        let [spawned, late] = [(); 2].map(|()| bench.spawn(spring));
        bench.app.world_mut().entity_mut(spawned).insert(Follow::new(leader));
        bench.app.world_mut().trigger(Cut::new(spawned));
        bench.frame(Duration::from_millis(16));
        bench.app.world_mut().entity_mut(late).insert(Follow::new(leader));
        bench.app.world_mut().trigger(Cut::new(late));
        for _ in 0..3 {
            bench.frame(Duration::from_millis(16));
        }
        assert_eq!([spawned, late].map(|follower| bench.x(follower)), [7.0; 2], "leader moved by this crate: {moved}");
    }
}

/// A cut needs the leader's velocity. Right after a teleport, that is the velocity sampled before the teleport.
#[test]
fn a_cut_after_a_teleport_keeps_the_lag() {
    for (in_ticks, hz, look_ahead, turned) in
        [(false, 64.0, 0.0, false), (true, 64.0, 0.0, false), (true, 16.0, 0.25, false), (false, 64.0, 0.0, true)]
    {
        #[derive(Resource, Default)]
        struct Door(bool);
        fn go_through(
            mut door: ResMut<Door>,
            leader: Single<(Entity, &mut Transform), With<Name>>,
            follower: Single<Entity, With<Spring>>,
            mut commands: Commands,
        ) {
            if core::mem::take(&mut door.0) {
                let (leader, mut transform) = leader.into_inner();
                transform.translation += Vec3::new(500.0, 20.0, -300.0);
                commands.trigger(Teleported::new(leader));
                commands.trigger(Cut::new(*follower));
            }
        }
        let mut bench = Bench::at_rate(hz);
        bench.app.init_resource::<Door>();
        // A leader whose parent differs from its follower's is sampled in another frame of reference.
        let parent = bench.spawn(Transform::from_rotation(Quat::from_rotation_y(0.7)));
        let leader = bench.spawn((Transform::default(), Name::new("leader")));
        if turned {
            bench.app.world_mut().entity_mut(leader).insert(ChildOf(parent));
        }
        let follow = Follow::new(leader).with_look_ahead(look_ahead);
        let follower = bench.spawn((Transform::default(), Spring::critical(8.0), follow));
        let walk = |time: Res<Time>, mut leader: Single<&mut Transform, With<Name>>| {
            leader.translation.x += 5.0 * time.delta_secs();
        };
        if in_ticks {
            bench.app.add_systems(FixedUpdate, (walk, go_through).chain());
        } else {
            bench.app.add_systems(FixedUpdate, walk).add_systems(Update, go_through);
        }
        bench.run_to(4.0);
        let turn = if turned { Quat::from_rotation_y(0.7) } else { Quat::IDENTITY };
        let lag = |bench: &Bench| {
            let [leader, follower] = [leader, follower].map(|it| bench.get::<Transform>(it).translation);
            turn * leader - follower
        };
        let steady = lag(&bench);
        bench.app.world_mut().resource_mut::<Door>().0 = true;
        let tick = Duration::from_secs_f64(1.0 / hz);
        bench.frame(tick);
        for _ in 0..30 {
            bench.frame(tick);
            let off = (lag(&bench) - steady).length();
            assert!(off < 2e-3, "{in_ticks} {hz} {look_ahead} {turned}: off by {off}");
        }
    }
}

value_components! {
    Level: f32;
}

/// Asserts that critical springs of 8 rad/s are at their steady lag at `t`, behind a leader that moves at 3 units/s and turns at 2 rad/s.
#[track_caller]
fn assert_at_steady_lag(bench: &Bench, (place, dial): (Entity, Entity), t: f64) {
    assert_ulps(bench.x(place), 3.0 * t - 0.75, 4.0, 3.0, &format!("position at {t} s"));
    assert_ulps(bench.get::<Dial>(dial).0, 2.0 * t - 0.5, 4.0, 3.0, &format!("turn at {t} s"));
}

fn moving_leader(bench: &mut Bench) -> Entity {
    bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X), Dial(0.0), Velocity::<Turn>::of(2.0)))
}

#[test]
fn a_cut_acts_on_every_registered_property_and_on_all_parents() {
    let mut bench = Bench::at_rate(64.0);
    let leader = moving_leader(&mut bench);
    let parent = bench.spawn((Transform::from_xyz(-50.0, 0.0, 0.0), Spring::critical(8.0), Follow::new(leader)));
    let between = bench.spawn((Transform::default(), ChildOf(parent)));
    let child = bench.spawn((
        (Dial(1.0), Spring::critical(8.0).on::<Turn>(), Follow::<Turn>::of(leader)),
        (Progress(0.0), Spring::critical(8.0).on::<Progress>(), Target::<Progress>::of(0.0).with_velocity(4.0)),
        (Transform::default(), Spring::critical(8.0).on::<Scale>(), Target::<Scale>::of(2.0 * Vec3::ONE)),
        ChildOf(between),
    ));
    bench.run_to(0.5);
    bench.app.world_mut().trigger(Cut::new(child));
    for t in [0.5 + 1.0 / 64.0, 0.75, 1.0] {
        bench.run_to(t);
        assert_at_steady_lag(&bench, (parent, child), t);
        assert_ulps(bench.get::<Progress>(child).0, 4.0 * t - 1.0, 4.0, 4.0, &format!("a moving target at {t} s"));
        // A cut does not affect a spring with a target at rest.
        let (scale, _) = LAW.step_held(1.0, 0.0, 2.0, t);
        assert_ulps(bench.get::<Transform>(child).scale.x, scale, 4.0, 2.0, &format!("a target at rest at {t} s"));
    }
}

/// `StartOnTarget` does not need the plugin for cameras.
#[test]
fn a_follower_starts_on_its_target_with_every_registered_property() {
    let mut bench = Bench::at_rate(64.0);
    let leader = moving_leader(&mut bench);
    let follower = bench.spawn((
        (Transform::from_xyz(-50.0, 0.0, 0.0), Spring::critical(8.0), Follow::new(leader)),
        (Dial(1.0), Spring::critical(8.0).on::<Turn>(), Follow::<Turn>::of(leader)),
        StartOnTarget,
    ));
    bench.frame(Duration::ZERO);
    assert!(bench.app.world().get::<StartOnTarget>(follower).is_none());
    for t in [0.0, 0.25, 1.0] {
        bench.run_to(t);
        assert_at_steady_lag(&bench, (follower, follower), t);
    }
}

#[test]
fn start_on_target_waits_for_the_leader_of_a_property_that_is_stepped_in_frames() {
    let tick = Duration::from_millis(20);
    let mut bench = Bench::with(tick, |app: &mut App| _ = app.register_motion_with::<Level>(MotionOptions::frame()));
    let leader = bench.spawn(());
    let follow = (Level(0.0), Spring::critical(8.0).on::<Level>(), Follow::<Level>::of(leader));
    let follower = bench.spawn((follow, StartOnTarget));
    for _ in 0..3 {
        bench.frame(tick);
        assert!(bench.app.world().get::<StartOnTarget>(follower).is_some(), "it should wait");
    }
    bench.app.world_mut().entity_mut(leader).insert((Level(7.0), Velocity::<Level>::of(0.0)));
    for _ in 0..3 {
        bench.frame(tick);
        assert_eq!(bench.get::<Level>(follower).0, 7.0, "it should start there");
    }
    assert!(bench.app.world().get::<StartOnTarget>(follower).is_none());
}
