//! Promise 9: at the edges of f32, nothing that is not finite reaches a component of this crate's, nor the value it moves.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use crate::app::Bench;

const MAX: f32 = f32::MAX;

fn at(x: f32) -> Transform {
    Transform::from_xyz(x, 0.0, 0.0)
}

/// Runs on, and looks at everything after each frame: also between ticks.
#[track_caller]
fn assert_finite(bench: &mut Bench, what: &str) {
    for _ in 0..60 {
        bench.frame(std::time::Duration::from_millis(13));
        look(bench, what);
    }
}

#[track_caller]
fn look(bench: &mut Bench, what: &str) {
    let world = bench.app.world_mut();
    let mut query = world.query::<(&Transform, Option<&Velocity>, Option<&Target>)>();
    for (transform, velocity, target) in query.iter(world) {
        assert!(transform.translation.is_finite(), "{what}: {transform:?}");
        assert!(velocity.is_none_or(|velocity| velocity.0.is_finite()), "{what}: {velocity:?}");
        assert!(target.is_none_or(|target| target.value.is_finite()), "{what}: {target:?}");
    }
}

#[test]
fn a_rest_tolerance_without_bounds_counts_as_none() {
    for tolerance in [f32::INFINITY, f32::NAN, f32::NEG_INFINITY, -1.0, MAX] {
        let mut bench = Bench::at_rate(50.0);
        let tolerance = RestTolerance::new(tolerance);
        // They would rest far beyond f32.
        bench.spawn((at(0.0), Velocity::new(1e38 * Vec3::X), Friction::new(1e-3), tolerance));
        bench.spawn((at(0.0), Spring::critical(1e-20), Gravity::new(1e38 * Vec3::X), tolerance));
        assert_finite(&mut bench, &format!("{tolerance:?}"));
    }
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((at(0.0), Spring::critical(5.0), Target::new(Vec3::X), RestTolerance::new(f32::INFINITY)));
    bench.run_to(0.5);
    assert!(!bench.rests(body), "it is not at rest at once");
    assert!((0.1..0.9).contains(&bench.x(body)));
    bench.run_to(8.0);
    assert!(bench.rests(body) && bench.x(body) == 1.0);
}

#[test]
fn an_exponential_rate_stays_within_f32() {
    let rate = |way: f32, end_rate: f32, duration: f32| ExponentialRate::<Translation> {
        way: Way::Over(way * Vec3::X),
        end_rate,
        duration,
        ..Default::default()
    };
    let rates = [
        // Its end is beyond f32; its end rate; its start rate.
        (0.9 * MAX, rate(0.5 * MAX, 0.5 * MAX, 1.0)),
        (0.0, rate(0.9 * MAX, 0.9 * MAX, 0.5)),
        (0.0, rate(MAX, MAX, 2.0)),
        (0.0, rate(1.0, MAX, 0.5)),
        (0.0, rate(0.5 * MAX, 1e-30, 0.4)),
        (0.0, rate(0.5 * MAX, MAX, 1e-3)),
        // A way that an f32 cannot hold; a start rate; no end.
        (-MAX, ExponentialRate::to(MAX * Vec3::X, MAX, 3.0)),
        (-MAX, ExponentialRate::to(MAX * Vec3::X, 1e30, 0.4)),
        (0.0, ExponentialRate::to(Vec3::INFINITY, 1.0, 0.4)),
    ];
    for (x, rate) in rates {
        for coasts in [false, true] {
            for company in [false, true] {
                for kick in [0.0, 1e30, MAX] {
                    let mut bench = Bench::at_rate(50.0);
                    let rate = if coasts { rate.then_coast() } else { rate };
                    let body = bench.spawn((at(x), rate));
                    if company {
                        bench.app.world_mut().entity_mut(body).insert((Spring::critical(2.0), Target::new(Vec3::X)));
                    }
                    bench.run_to(0.1);
                    bench.edit::<Velocity>(body, |velocity| velocity.0.x = kick);
                    assert_finite(&mut bench, &format!("{x} {rate:?}, in company {company}, kicked {kick}"));
                }
            }
        }
    }
}

#[test]
fn a_rate_whose_end_no_f32_holds_is_refused_and_told() {
    #[derive(Resource, Default)]
    struct Told(Vec<&'static str>);

    let mut bench = Bench::at_rate(50.0);
    bench
        .app
        .init_resource::<Told>()
        .add_observer(|invalid: On<InvalidMotion>, mut told: ResMut<Told>| told.0.push(invalid.field));
    let rate = ExponentialRate::new(0.5 * MAX * Vec3::X, 0.5 * MAX, 0.7).unwrap();
    let body = bench.spawn((at(0.9 * MAX), rate));
    assert_finite(&mut bench, "refused");
    assert_eq!(bench.x(body), 0.9 * MAX);
    assert_eq!(bench.app.world().resource::<Told>().0, ["ExponentialRate"]);
}

#[test]
fn a_snap_stays_within_f32() {
    // A target beyond f32; a leader so fast that at next to no pace no velocity is like it.
    for (offset, pace, ours) in [(MAX, 1.0, true), (MAX, 1.0, false), (1.0, 1e-40, true), (1.0, 1e-40, false)] {
        let mut bench = Bench::at_rate(50.0);
        let leader = bench.spawn(at(0.5 * MAX * f32::from(u8::from(offset == MAX))));
        if ours {
            bench.app.world_mut().entity_mut(leader).insert(Velocity::new(3.0 * Vec3::X));
        } else {
            bench.app.add_systems(FixedUpdate, move |mut transforms: Query<&mut Transform>| {
                transforms.get_mut(leader).expect("it is there").translation.x += 0.1;
            });
        }
        let follower = bench.spawn((
            at(0.0),
            Spring::critical(5.0),
            Follow::new(leader).with_offset(offset * Vec3::X),
            Pace::new(pace),
        ));
        bench.run_to(0.2);
        bench.app.world_mut().trigger(Snap::new(follower));
        assert_finite(&mut bench, &format!("offset {offset}, pace {pace}, ours {ours}"));
        if pace < 1.0 {
            let behind = bench.x(leader) + 1.0 - bench.x(follower);
            assert!((0.0..4.0).contains(&behind), "it was put there, and stays while its leader goes on: {behind}");
        }
    }
}

#[test]
fn a_hand_that_moves_faster_than_f32_does_not_throw_so_fast() {
    let mut bench = Bench::at_rate(50.0);
    let body = bench.spawn((at(-3e38), Velocity::ZERO, Held::new()));
    bench.frame(std::time::Duration::from_millis(20));
    bench.edit::<Transform>(body, |transform| transform.translation.x = 3e38);
    assert_finite(&mut bench, "held");
    bench.edit::<Transform>(body, |transform| transform.translation.x = -3e38);
    bench.frame(std::time::Duration::from_millis(20));
    bench.app.world_mut().entity_mut(body).remove::<Held>();
    assert_finite(&mut bench, "thrown");
}

#[test]
fn a_shift_beyond_f32_leaves_what_it_would_move_there() {
    for by in [MAX, -MAX, f32::INFINITY, f32::NAN] {
        let mut bench = Bench::at_rate(50.0);
        let rate = ExponentialRate::new(1e38 * Vec3::X, 1e38, 4.0).unwrap();
        let leader = bench.spawn(at(0.4 * MAX));
        for x in [0.0, 0.6 * MAX, -0.6 * MAX] {
            bench.spawn((at(x), Velocity::new(Vec3::X)));
            bench.spawn((at(0.0), Spring::critical(0.1), Target::new(x * Vec3::X)));
            bench.spawn((at(x), Velocity::new(Vec3::X), Held::new()));
            bench.spawn((
                at(0.0),
                Spring::critical(9.0),
                Target::new(x * Vec3::X),
                PresentAs::new(Presentation::Delayed),
            ));
        }
        bench.spawn((at(0.0), rate));
        bench.spawn((at(0.0), Spring::critical(9.0), Follow::new(leader).with_offset(0.5 * MAX * Vec3::X)));
        bench.run_to(0.3);
        let near = bench.spawn((at(1.0), Velocity::ZERO));
        bench.app.world_mut().trigger(OriginShift::new(by * Vec3::X));
        look(&mut bench, &format!("by {by}, at once"));
        assert_finite(&mut bench, &format!("by {by}"));
        assert_eq!(bench.x(near), if by.is_finite() { 1.0 + by } else { 1.0 });
    }
}

#[test]
fn a_kick_beyond_f32_stays_within() {
    // Drawn late, and behind a leader that is sampled, it is the difference to what was shown that is a kick.
    for presentation in [Presentation::Live, Presentation::Delayed, Presentation::Ticked] {
        for by in [MAX, -MAX] {
            let mut bench = Bench::at_rate(50.0);
            let leader = bench.spawn(at(0.0));
            let body = bench.spawn((at(0.0), Velocity::new(0.9 * by * Vec3::X), PresentAs::new(presentation)));
            let follower = bench.spawn((
                at(1.0),
                Spring::critical(9.0),
                Follow::new(leader).with_feed_forward(1.0),
                PresentAs::new(presentation),
            ));
            bench.app.add_systems(
                FixedUpdate,
                move |time: Res<Time>, mut entities: Query<(&mut Transform, Option<&mut Velocity>)>| {
                    entities.get_mut(leader).expect("it is there").0.translation.x = 1e37 * time.elapsed_secs().sin();
                    if (0.2..0.3).contains(&time.elapsed_secs())
                        && let Ok((_, Some(mut velocity))) = entities.get_mut(follower)
                    {
                        velocity.0.x = by;
                    }
                },
            );
            bench.run_to(0.2);
            bench.edit::<Velocity>(body, |velocity| velocity.0.x = by);
            for frame in 0..10 {
                bench.frame(std::time::Duration::from_millis(7));
                look(&mut bench, &format!("{presentation:?}, by {by}, frame {frame}"));
                bench.edit::<Velocity>(body, |velocity| velocity.0.x = by);
            }
            assert_finite(&mut bench, &format!("{presentation:?}, by {by}"));
        }
    }
}
