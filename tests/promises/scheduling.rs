//! Promise 1: user code reads the state at the clock's time, and its writes act from that instant on.

use std::time::Duration;

use bevy::prelude::*;
use bevy_exact_motion::{math::Law, prelude::*};

use crate::app::{Bench, Random, assert_ulps};

const LAW: Law = Law { k: 64.0, c: 9.6, g: 0.0, a: 0.0 };

fn spring() -> Spring {
    Spring::new(8.0, 0.6)
}

/// The expected position and velocity at `t` of an entity that starts at 0 with the target 1. At 1 s, its velocity is increased by 3 and
/// its target is set to 2.
fn kicked_and_retargeted(t: f64) -> (f64, f64) {
    let (x, v) = LAW.step_held(0.0, 0.0, 1.0, t.min(1.0));
    if t <= 1.0 { (x, v) } else { LAW.step_held(x, v + 3.0, 2.0, t - 1.0) }
}

#[test]
fn fixed_update_reads_the_state_at_the_elapsed_time() {
    #[derive(Resource, Default)]
    struct Seen(Vec<(f64, f32, f32)>);

    let mut bench = Bench::at_rate(64.0);
    bench.spawn((Transform::default(), spring(), Target::new(Vec3::X)));
    bench.app.init_resource::<Seen>().add_systems(
        FixedUpdate,
        |time: Res<Time>, body: Single<(&Transform, &Velocity)>, mut seen: ResMut<Seen>| {
            seen.0.push((time.elapsed_secs_f64(), body.0.translation.x, body.1.0.x));
        },
    );
    // A frame is shorter than half a tick, so it has one tick or none.
    for _ in 0..150 {
        bench.frame(Duration::from_micros(7300));
    }
    let seen = &bench.app.world().resource::<Seen>().0;
    assert_eq!(seen.len(), 70, "ticks");
    for &(t, x, v) in seen {
        let (expected_x, expected_v) = LAW.step_held(0.0, 0.0, 1.0, t);
        assert_ulps(x, expected_x, 1.0, 1.0, &format!("position at {t}"));
        assert_ulps(v, expected_v, 1.0, 4.0, &format!("velocity at {t}"));
    }
}

#[test]
fn writes_in_fixed_update_act_from_the_instant_of_their_tick_at_every_rate() {
    for hz in [10.0, 50.0, 64.0, 1000.0] {
        let mut bench = Bench::at_rate(hz);
        let body = bench.spawn((Transform::default(), spring(), Target::new(Vec3::X)));
        bench.app.add_systems(FixedUpdate, |time: Res<Time>, mut body: Single<(&mut Velocity, &mut Target)>| {
            if time.elapsed() == Duration::from_secs(1) {
                body.0.0.x += 3.0;
                body.1.value.x = 2.0;
            }
        });
        for tenth in 1..=30 {
            let t = f64::from(tenth) / 10.0;
            // At 64 Hz, only every fifth of these instants is a tick.
            if (t * hz).fract() != 0.0 {
                continue;
            }
            bench.run_to(t);
            if bench.rests(body) {
                assert_eq!(bench.x(body), 2.0);
                break;
            }
            let (x, v) = kicked_and_retargeted(bench.elapsed());
            assert_ulps(bench.x(body), x, 2.0, 2.0, &format!("position at {t}, {hz} Hz"));
            if t != 1.0 {
                assert_ulps(bench.v(body), v, 2.0, 4.0, &format!("velocity at {t}, {hz} Hz"));
            }
        }
    }
}

#[test]
fn a_write_in_update_acts_once_from_the_drawn_instant() {
    // A tick has ten frames; the kick is written after the 14th frame, within the second tick.
    let frame = Duration::from_millis(10);
    let mut bench = Bench::new(10 * frame);
    let leader = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    let follower = bench.spawn((Transform::default(), spring(), Follow::new(leader)));
    let kicked_at = 0.14;
    for n in 1..=60 {
        bench.frame(frame);
        let t = f64::from(n) * 0.01;
        let after = (t - kicked_at).max(0.0);
        assert_ulps(bench.x(leader), t + 2.0 * after, 1.0, t.max(1.0), &format!("leader drawn at {t}"));
        let (x, v) = LAW.step_line(0.0, 0.0, 0.0, 1.0, t.min(kicked_at));
        let (x, v) = LAW.step_line(x, v, kicked_at, 3.0, after);
        assert_ulps(bench.x(follower), x, 2.0, t.max(1.0), &format!("follower drawn at {t}"));
        assert_ulps(bench.v(follower), v, 2.0, 4.0, &format!("follower's velocity drawn at {t}"));
        if n == 14 {
            bench.edit::<Velocity>(leader, |velocity| velocity.0.x += 2.0);
        }
    }
}

#[test]
fn a_retarget_in_update_leaves_position_and_velocity_continuous() {
    let mut bench = Bench::at_rate(20.0);
    let body = bench.spawn((Transform::default(), spring(), Target::new(Vec3::X)));
    let mut random = Random(7);
    let (mut x, mut v, mut target) = (0.0, 0.0, 1.0);
    for n in 0..400 {
        let length = Duration::from_secs_f64(random.between(0.001, 0.09));
        bench.frame(length);
        (x, v) = LAW.step_held(x, v, target, length.as_secs_f64());
        assert_ulps(bench.x(body), x, 2.0, 4.0, &format!("position in frame {n}"));
        assert_ulps(bench.v(body), v, 2.0, 16.0, &format!("velocity in frame {n}"));
        if n % 3 == 0 {
            let next = random.between(-2.0, 2.0) as f32;
            bench.edit::<Target>(body, |to| to.value.x = next);
            target = next.into();
        }
    }
}

#[test]
fn writing_the_value_teleports_the_entity_and_keeps_its_velocity() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    bench.run_to(1.0);
    bench.edit::<Transform>(body, |transform| transform.translation.x = 10.0);
    bench.run_to(2.0);
    assert_eq!(bench.x(body), 11.0);
    assert_eq!(bench.v(body), 1.0);
}

#[test]
fn a_shorter_timestep_after_a_write_does_not_undo_the_write() {
    // The write happens 45 ms into a tick of 50 ms; then the timestep becomes 2 ms.
    let mut bench = Bench::new(Duration::from_millis(50));
    let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    bench.frame(Duration::from_millis(45));
    bench.edit::<Velocity>(body, |velocity| velocity.0.x = -1.0);
    bench.app.world_mut().resource_mut::<Time<Fixed>>().set_timestep(Duration::from_millis(2));
    bench.frame(Duration::from_millis(5));
    assert_ulps(bench.x(body), 0.04, 1.0, 0.05, "drawn 5 ms after the write");
}

#[test]
fn changing_or_removing_a_spring_acts_from_the_instant_of_the_change() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((Transform::default(), spring(), Target::new(Vec3::X)));
    bench.run_to(0.1);
    bench.edit::<Spring>(body, |spring| spring.angular_frequency = 3.0);
    bench.run_to(0.2);
    let soft = Law { k: 9.0, c: 2.0 * f64::from(0.6f32) * 3.0, ..LAW };
    let stiff = Law { c: 2.0 * f64::from(0.6f32) * 8.0, ..LAW };
    let (x, v) = stiff.step_held(0.0, 0.0, 1.0, 0.1);
    let (x, v) = soft.step_held(x, v, 1.0, 0.1);
    assert_ulps(bench.x(body), x, 1.0, 1.0, "with the softer spring");
    bench.app.world_mut().entity_mut(body).remove::<Spring>();
    bench.run_to(0.4);
    assert_ulps(bench.x(body), x + 0.2 * v, 1.0, 1.0, "coasting");
}

#[test]
fn a_spring_added_in_flight_pulls_to_the_position_at_which_it_was_added() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), Velocity::new(Vec3::X)));
    bench.run_to(1.0);
    bench.app.world_mut().entity_mut(body).insert(spring());
    bench.run_to(1.5);
    let (x, _) = LAW.step_held(1.0, 1.0, 1.0, 0.5);
    assert_ulps(bench.x(body), x, 1.0, 1.0, "half a second after the spring was added");
}

#[test]
fn nothing_moves_while_time_is_paused() {
    let mut bench = Bench::at_rate(64.0);
    let body = bench.spawn((Transform::default(), spring(), Target::new(Vec3::X)));
    bench.frame(Duration::from_millis(100));
    let before = bench.x(body);
    bench.app.world_mut().resource_mut::<Time<Virtual>>().pause();
    for _ in 0..10 {
        bench.frame(Duration::from_millis(100));
        assert_eq!(bench.x(body), before);
    }
}

/// The position of a foreign leader that turns back at 0.5 s.
fn turning(t: f64) -> f64 {
    if t <= 0.5 { 2.0 * t } else { 1.0 - 6.0 * (t - 0.5) }
}

#[test]
fn writes_to_a_follower_before_its_correction_are_kept() {
    for hz in [16.0, 64.0, 256.0] {
        for teleports in [false, true] {
            let mut bench = Bench::at_rate(hz);
            let leader = bench.spawn(Transform::default());
            let follower = bench.spawn((Transform::default(), spring(), Follow::new(leader)));
            // The leader turns back at 0.5 s, so `Advance` predicts the next tick wrongly. User code writes in that tick, before `Correct`.
            let wrong = (0.5 + 1.0 / hz) * 1e9;
            bench.app.add_systems(
                FixedUpdate,
                move |time: Res<Time>, mut transforms: Query<&mut Transform>, mut velocity: Single<&mut Velocity>| {
                    transforms.get_mut(leader).expect("the leader should exist").translation.x =
                        turning(time.elapsed_secs_f64()) as f32;
                    if (time.elapsed().as_nanos() as f64 - wrong).abs() < 10.0 {
                        if teleports {
                            transforms.get_mut(follower).expect("the follower should exist").translation.x = -3.0;
                        } else {
                            velocity.0.x += 7.0;
                        }
                    }
                },
            );
            bench.run_to(1.0);
            let h = 1.0 / hz;
            let (x, v) = LAW.step_line(0.0, 0.0, 0.0, 2.0, 0.5);
            let (x, v) = LAW.step_line(x, v, 1.0, -6.0, h);
            let (x, v) = if teleports { (-3.0, v) } else { (x, v + 7.0) };
            let (x, v) = LAW.step_line(x, v, turning(0.5 + h), -6.0, 0.5 - h);
            let what = format!("{hz} Hz, teleports: {teleports}");
            assert_ulps(bench.x(follower), x, 4.0, 4.0, &what);
            assert_ulps(bench.v(follower), v, 8.0, 8.0, &what);
        }
    }
}

#[test]
fn springs_that_differ_in_one_parameter_do_not_share_a_response() {
    let mut bench = Bench::at_rate(64.0);
    let springs = [(8.0, 0.6), (8.0, 0.3), (5.0, 0.3), (5.0, 0.6)];
    let bodies: Vec<Entity> = springs
        .map(|(omega, zeta)| bench.spawn((Transform::default(), Spring::new(omega, zeta), Target::new(Vec3::X))))
        .to_vec();
    // This friction has the same damping coefficient as the first spring, but no stiffness.
    let rubbed = bench.spawn((Transform::default(), Velocity::new(Vec3::X), Friction::new(9.6)));
    for _ in 0..20 {
        bench.frame(Duration::from_micros(7300));
    }
    let t = 20.0 * 0.0073;
    for ((omega, zeta), body) in springs.into_iter().zip(bodies) {
        let (omega, zeta) = (f64::from(omega), f64::from(zeta));
        let c = 2.0 * zeta * omega;
        let (x, _) = Law { k: omega * omega, c, ..LAW }.step_held(0.0, 0.0, 1.0, t);
        assert_ulps(bench.x(body), x, 1.0, 1.0, &format!("ω {omega}, ζ {zeta}"));
    }
    let (x, _) = Law { c: 9.6f32.into(), ..Law::default() }.step_held(0.0, 1.0, 0.0, t);
    assert_ulps(bench.x(rubbed), x, 1.0, 0.1, "friction alone");
}

#[test]
fn a_parameter_changed_in_update_acts_from_the_drawn_instant() {
    let mut bench = Bench::at_rate(20.0);
    let body = bench.spawn((Transform::default(), Spring::critical(8.0), Target::new(Vec3::X)));
    let mut random = Random(13);
    let (mut x, mut v, mut omega) = (0.0, 0.0, 8.0f32);
    for n in 0..60 {
        let length = Duration::from_secs_f64(random.between(0.001, 0.03));
        bench.frame(length);
        let w = f64::from(omega);
        (x, v) = Law { k: w * w, c: 2.0 * w, ..Law::default() }.step_held(x, v, 1.0, length.as_secs_f64());
        assert_ulps(bench.x(body), x, 2.0, 2.0, &format!("position in frame {n}"));
        assert_ulps(bench.v(body), v, 2.0, 8.0, &format!("velocity in frame {n}"));
        if n % 4 == 0 {
            omega = random.between(1.0, 9.0) as f32;
            bench.edit::<Spring>(body, |spring| spring.angular_frequency = omega);
        } else if n % 4 == 2 {
            // A kick keeps the entity from resting.
            bench.edit::<Velocity>(body, |velocity| velocity.0.x += 3.0);
            v = f64::from(bench.v(body));
        }
    }
}

#[test]
fn a_changed_leader_or_offset_acts_from_the_instant_of_the_change() {
    for moved in [false, true] {
        let mut bench = Bench::at_rate(50.0);
        let [first, second] = [1.0, 2.0].map(|x| bench.spawn(Transform::from_xyz(x, 0.0, 0.0)));
        if moved {
            for leader in [first, second] {
                bench.app.world_mut().entity_mut(leader).insert(Velocity::ZERO);
            }
        }
        let follower = bench.spawn((Transform::default(), Spring::critical(6.0), Follow::new(first)));
        let law = Law { k: 36.0, c: 12.0, ..Law::default() };
        bench.run_to(0.2);
        bench.edit::<Follow>(follower, |follow| follow.leader = second);
        bench.run_to(0.4);
        bench.edit::<Follow>(follower, |follow| follow.offset.x = -3.0);
        bench.run_to(0.6);
        let (x, v) = law.step_held(0.0, 0.0, 1.0, 0.2);
        let (x, v) = law.step_held(x, v, 2.0, 0.2);
        let (x, _) = law.step_held(x, v, -1.0, 0.2);
        assert_ulps(bench.x(follower), x, 2.0, 2.0, &format!("leaders moved by this crate: {moved}"));
    }
}

#[test]
fn a_follower_kicked_between_ticks_is_on_its_path_behind_a_sampled_leader() {
    let mut bench = Bench::at_rate(20.0);
    let leader = bench.spawn(Transform::default());
    let follow = Follow::new(leader).with_offset(Vec3::X);
    let follower = bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), Spring::critical(6.0), follow));
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        transforms.get_mut(leader).expect("the leader should exist").translation.x = 2.0 * time.elapsed_secs();
    });
    let law = Law { k: 36.0, c: 12.0, ..Law::default() };
    bench.frame(Duration::from_millis(1020));
    bench.edit::<Velocity>(follower, |velocity| velocity.0.x += 4.0);
    let (mut x, mut v) = law.step_line(1.0, 0.0, 1.0, 2.0, 1.02);
    v += 4.0;
    for n in 0..30 {
        bench.frame(Duration::from_millis(16));
        (x, v) = law.step_line(x, v, 3.04 + 0.032 * f64::from(n), 2.0, 0.016);
        assert_ulps(bench.x(follower), x, 8.0, 4.0, &format!("position in frame {n} after the kick"));
        assert_ulps(bench.v(follower), v, 16.0, 4.0, &format!("velocity in frame {n} after the kick"));
    }
}

#[test]
fn a_kick_of_a_follower_is_kept_when_its_sampled_leader_starts_to_move_in_the_same_tick() {
    // The kick is between two ticks, and the leader starts to move in the tick after the kick: `Correct` repeats the step from the kick on.
    let mut bench = Bench::at_rate(10.0);
    let leader = bench.spawn(Transform::default());
    let follower = bench.spawn((Transform::default(), Spring::critical(6.0), Follow::new(leader)));
    bench.app.add_systems(FixedUpdate, move |time: Res<Time>, mut transforms: Query<&mut Transform>| {
        transforms.get_mut(leader).expect("the leader should exist").translation.x =
            (time.elapsed_secs() - 1.0).max(0.0);
    });
    bench.frame(Duration::from_millis(1050));
    bench.edit::<Velocity>(follower, |velocity| velocity.0.x += 2.0);
    bench.frame(Duration::from_millis(50));
    let law = Law { k: 36.0, c: 12.0, ..Law::default() };
    // Until the kick, the target stays at 0. From the kick on, the target is on the line from (1 s, 0) to (1.1 s, 0.1).
    let (x, v) = law.step_line(0.0, 2.0, 0.05, 1.0, 0.05);
    assert_ulps(bench.x(follower), x, 2.0, 1.0, "position at the tick");
    assert_ulps(bench.v(follower), v, 4.0, 2.0, "velocity at the tick");
}
