//! Promise 1: leaders that are put elsewhere, and followers that are put where they belong.

use bevy::prelude::*;
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, assert_ulps};

const LAW: Law = Law { k: 64.0, c: 16.0, g: 0.0, a: 0.0 };

/// A follower at rest behind a leader that something else moves.
fn behind_a_foreign_leader(bench: &mut Bench) -> (Entity, Entity) {
    let leader = bench.spawn(Transform::default());
    let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    bench.run_to(1.0);
    assert!(bench.rests(follower));
    (leader, follower)
}

#[test]
fn an_announced_teleport_of_a_foreign_leader_is_a_jump_of_the_target() {
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
fn unannounced_it_is_a_move_along_a_line() {
    let mut bench = Bench::at_rate(16.0);
    let (leader, follower) = behind_a_foreign_leader(&mut bench);
    bench.edit::<Transform>(leader, |transform| transform.translation.x = 5.0);
    bench.run_to(1.5);
    let (x, v) = LAW.step_line(0.0, 0.0, 0.0, 5.0 * 16.0, 1.0 / 16.0);
    let (x, _) = LAW.step_held(x, v, 5.0, 0.5 - 1.0 / 16.0);
    assert_ulps(bench.x(follower), x, 4.0, 5.0, "half a second later");
}

#[test]
fn a_snap_puts_the_follower_on_its_leader_with_the_leaders_velocity() {
    for ours in [true, false] {
        let mut bench = Bench::at_rate(64.0);
        let leader = bench.spawn(Transform::default());
        if ours {
            bench.app.world_mut().entity_mut(leader).insert(Velocity::new(3.0 * Vec3::X));
        } else {
            bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
                transforms.get_mut(leader).expect("leader").translation.x = 3.0 * time.elapsed_secs();
            });
        }
        let offset = Vec3::new(0.0, 2.0, 0.0);
        let follower = bench.spawn((
            Transform::from_xyz(-50.0, 0.0, 0.0),
            Spring::critical(8.0),
            Follow::new(leader).with_offset(offset),
        ));
        bench.run_to(0.5);
        bench.app.world_mut().trigger(Snap::new(follower));
        bench.run_to(0.5 + 1.0 / 64.0);
        // Dropped onto the leader, it begins to lag as from there.
        let (x, _) = LAW.step_line(1.5, 3.0, 1.5, 3.0, 1.0 / 64.0);
        assert_ulps(bench.x(follower), x, 4.0, 2.0, &format!("one tick later, a leader of ours: {ours}"));
        assert_eq!(bench.get::<Transform>(follower).translation.y, 2.0);
    }
}

#[test]
fn a_follower_may_be_snapped_as_soon_as_it_is_spawned() {
    for ours in [true, false] {
        let mut bench = Bench::at_rate(64.0);
        let leader = bench.spawn(Transform::from_xyz(7.0, 0.0, 0.0));
        if ours {
            bench.app.world_mut().entity_mut(leader).insert(Velocity::ZERO);
        }
        bench.run_to(0.2);
        let spring = (Transform::default(), Spring::critical(8.0));
        let [spawned, late] = [(); 2].map(|()| bench.spawn(spring));
        bench.app.world_mut().entity_mut(spawned).insert(Follow::new(leader));
        bench.app.world_mut().trigger(Snap::new(spawned));
        bench.frame(std::time::Duration::from_millis(16));
        bench.app.world_mut().entity_mut(late).insert(Follow::new(leader));
        bench.app.world_mut().trigger(Snap::new(late));
        for _ in 0..3 {
            bench.frame(std::time::Duration::from_millis(16));
        }
        assert_eq!([spawned, late].map(|follower| bench.x(follower)), [7.0; 2], "a leader of ours: {ours}");
    }
}

/// A steady lag is kept through a teleport: the leader goes on as fast as before, which is known from its way until then.
#[test]
fn a_teleport_keeps_the_velocity_that_was_known_and_a_steady_snap_the_lag() {
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
                commands.trigger(Snap::new(*follower).steady());
            }
        }
        let mut bench = Bench::at_rate(hz);
        bench.app.init_resource::<Door>();
        // Below a parent it is seen through frames.
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
        let tick = core::time::Duration::from_secs_f64(1.0 / hz);
        bench.frame(tick);
        for _ in 0..30 {
            bench.frame(tick);
            let off = (lag(&bench) - steady).length();
            assert!(off < 2e-3, "{in_ticks} {hz} {look_ahead} {turned}: off by {off}");
        }
    }
}
