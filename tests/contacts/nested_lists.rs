//! A list inside another list: when the inner one reaches its end, the outer one takes over its velocity.

use bevy::prelude::*;
use bevy_exact_motion::{math, prelude::*};

use crate::{
    app::assert_ulps,
    pacing::{self, Paced},
};

/// Observer: gives the outer list the velocity that the inner one loses at its edge, and moves the outer list as if it had glided since
/// that contact.
fn pass_on(outer: Entity) -> impl Fn(On<LimitReached>, Query<(&mut Transform, &mut Velocity)>, Res<Time>) {
    move |reached, mut lists, time| {
        let Ok((mut transform, mut velocity)) = lists.get_mut(outer) else { return };
        let speed = f64::from(reached.velocity_before.x - reached.velocity_after.x);
        let glide = math::Friction::new(2.0).expect("it should be valid").with_velocity(speed);
        let since = time.elapsed_secs_f64() - reached.time;
        transform.translation.x = glide.value(since) as f32;
        velocity.0.x = glide.rate(since) as f32;
    }
}

#[test]
fn the_outer_list_continues_from_the_instant_at_which_the_inner_one_reaches_its_end() {
    let reached = 0.458_145_365_937_077_53;
    let glide = math::Friction::new(2.0).expect("it should be valid").with_velocity(400.0);
    for pacing in pacing::ALL {
        let mut paced = Paced::new(pacing);
        let bench = &mut paced.bench;
        let outer = bench.spawn((Transform::default(), Velocity::ZERO, Friction::new(2.0)));
        let inner = bench.spawn((
            Transform::default(),
            Velocity::new(1000.0 * Vec3::X),
            Friction::new(2.0),
            Limits::at_most(Vec3::splat(300.0)),
        ));
        bench.app.add_observer(pass_on(outer));
        while paced.now() < 8.0 {
            paced.frame();
            let (bench, t) = (&paced.bench, paced.now());
            let what = format!("{pacing:?}, at {t}");
            if bench.elapsed() < reached {
                assert_eq!(bench.x(outer), 0.0, "{what}");
            } else if !bench.rests(outer) {
                // Position and velocity are passed on as f32.
                assert_ulps(bench.x(outer), glide.value(t - reached), 4.0, 200.0, &what);
                assert_ulps(bench.v(outer), glide.rate(t - reached), 4.0, 400.0, &what);
            }
        }
        let bench = &paced.bench;
        assert_eq!(bench.contacts().len(), 1, "{pacing:?}");
        assert_ulps(bench.contacts()[0].velocity_before.x, 400.0, 4.0, 400.0, &format!("{pacing:?}"));
        // Together, the lists move 500, as a single list would, within the rest tolerance.
        assert!((bench.x(inner) + bench.x(outer) - 500.0).abs() < 2e-3, "{pacing:?}: {}", bench.x(outer));
        assert_eq!(bench.x(inner), 300.0, "{pacing:?}");
    }
}
