//! Promise 9: a component that user code registers as a disabling component acts like Bevy's own `Disabled`.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{events::OriginShift, prelude::*};

use crate::{
    app::{Bench, assert_ulps, in_one_thread},
    warnings,
};

const TICK: Duration = Duration::from_nanos(1_000_000_000 / 32);

#[derive(Component, Clone, Default)]
struct Asleep;

/// A disabling component that is stored as a sparse set, outside the tables.
#[derive(Component, Clone, Default)]
#[component(storage = "SparseSet")]
struct Prefab;

/// When user code registers the component.
#[derive(Clone, Copy, Debug)]
enum Registered {
    BeforeThePlugin,
    AfterThePlugin,
    InStartup,
}

fn bench<C: Component>(registered: Registered) -> Bench {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin));
    let register = |world: &mut World| world.register_disabling_component::<C>();
    if let Registered::BeforeThePlugin = registered {
        register(app.world_mut());
    }
    app.add_plugins(ExactMotionPlugin::default()).insert_resource(Time::<Fixed>::from_duration(TICK));
    match registered {
        Registered::BeforeThePlugin => {}
        Registered::AfterThePlugin => register(app.world_mut()),
        Registered::InStartup => _ = app.add_systems(Startup, register),
    }
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
    app.finish();
    in_one_thread(&mut app);
    let mut bench = Bench { app };
    bench.frame(Duration::ZERO);
    bench
}

fn every_registration() -> impl Iterator<Item = Bench> {
    let all = [Registered::BeforeThePlugin, Registered::AfterThePlugin, Registered::InStartup];
    all.into_iter().map(bench::<Asleep>)
}

/// Spawns a leader that the plugin moves along x, and its follower.
fn behind_a_moving_leader(bench: &mut Bench) -> (Entity, Entity) {
    let leader = bench.spawn((Transform::default(), Velocity::new(3.0 * Vec3::X)));
    let follower = bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(leader)));
    (leader, follower)
}

/// Disables a leader with `C`, and enables it again. `name` is the name of the follower in warnings.
fn disable_and_enable_a_leader<C: Component + Default>(mut bench: Bench, name: &'static str) {
    warnings::capture_warnings();
    let (leader, follower) = behind_a_moving_leader(&mut bench);
    bench.app.world_mut().entity_mut(follower).insert(Name::new(name));
    bench.run_to(1.0);
    bench.app.world_mut().entity_mut(leader).insert(C::default());
    bench.run_to(5.0);
    let stopped = bench.x(leader);
    assert_eq!(stopped, 3.0, "it stops where it is drawn");
    assert_eq!(bench.x(follower), stopped, "on the last target, not beyond it");
    assert!(bench.rests(follower));
    warnings::assert_warned(name, "its last value is kept as the target", 1);

    bench.app.world_mut().entity_mut(leader).remove::<C>();
    bench.run_to(9.0);
    assert_ulps(bench.x(leader), f64::from(stopped) + 12.0, 2.0, 16.0, "the leader");
    assert_ulps(bench.x(follower), f64::from(stopped) + 12.0 - 0.75, 4.0, 16.0, "the follower");
}

#[test]
fn followers_of_a_leader_with_a_registered_disabling_component_hold_its_last_value_until_it_is_enabled() {
    let names = ["registered before", "registered after", "registered in Startup"];
    for (bench, name) in every_registration().zip(names) {
        disable_and_enable_a_leader::<Asleep>(bench, name);
    }
    disable_and_enable_a_leader::<Prefab>(bench::<Prefab>(Registered::AfterThePlugin), "registered as a sparse set");
}

#[test]
fn a_follower_with_a_registered_disabling_component_stops_and_later_continues_where_it_stopped() {
    for mut bench in every_registration() {
        let (_, follower) = behind_a_moving_leader(&mut bench);
        bench.run_to(1.0);
        let (stopped, velocity) = (bench.x(follower), bench.v(follower));
        bench.app.world_mut().entity_mut(follower).insert(Asleep);
        bench.run_to(5.0);
        // Events that are triggered for a disabled entity have no effect, as with `Disabled`.
        bench.app.world_mut().trigger(Cut::new(follower));
        bench.run_to(6.0);
        assert_eq!(bench.x(follower), stopped);
        bench.app.world_mut().entity_mut(follower).remove::<Asleep>();
        bench.frame(Duration::ZERO);
        assert_eq!((bench.x(follower), bench.v(follower)), (stopped, velocity), "no time has passed for it");
        bench.run_to(10.0);
        assert_ulps(bench.x(follower), 30.0 - 0.75, 8.0, 30.0, "the follower");
    }
}

#[test]
fn an_entity_with_two_disabling_components_is_enabled_when_the_last_one_is_removed() {
    for both_at_once in [false, true] {
        let mut bench = bench::<Asleep>(Registered::AfterThePlugin);
        let (leader, follower) = behind_a_moving_leader(&mut bench);
        bench.run_to(1.0);
        bench.app.world_mut().entity_mut(leader).insert(Asleep);
        bench.run_to(2.0);
        bench.app.world_mut().entity_mut(leader).insert(Disabled);
        bench.run_to(3.0);
        if both_at_once {
            bench.run_to(4.0);
            bench.app.world_mut().entity_mut(leader).remove::<(Asleep, Disabled)>();
        } else {
            bench.app.world_mut().entity_mut(leader).remove::<Asleep>();
            bench.run_to(4.0);
            assert_eq!((bench.x(leader), bench.x(follower)), (3.0, 3.0), "it is still disabled");
            bench.app.world_mut().entity_mut(leader).remove::<Disabled>();
        }
        bench.run_to(8.0);
        assert_ulps(bench.x(leader), 15.0, 2.0, 16.0, "the leader");
        assert_ulps(bench.x(follower), 15.0 - 0.75, 4.0, 16.0, "the follower");
    }
}

#[test]
fn an_origin_shift_moves_entities_with_a_registered_disabling_component() {
    for mut bench in every_registration() {
        let (leader, follower) = behind_a_moving_leader(&mut bench);
        bench.run_to(1.0);
        bench.app.world_mut().entity_mut(leader).insert(Asleep);
        bench.run_to(2.0);
        bench.app.world_mut().trigger(OriginShift::new(100.0 * Vec3::X));
        bench.run_to(5.0);
        assert_eq!((bench.x(leader), bench.x(follower)), (103.0, 103.0));
        bench.app.world_mut().entity_mut(leader).remove::<Asleep>();
        bench.run_to(6.0);
        assert_ulps(bench.x(leader), 106.0, 2.0, 106.0, "the leader");
    }
}

#[test]
fn a_leader_that_despawns_while_it_is_disabled_does_not_disturb_its_follower() {
    let mut bench = bench::<Asleep>(Registered::AfterThePlugin);
    let (leader, follower) = behind_a_moving_leader(&mut bench);
    bench.run_to(1.0);
    // An observer despawns the leader as soon as it is disabled.
    bench.app.world_mut().add_observer(|added: On<Add, Asleep>, mut commands: Commands| {
        commands.entity(added.entity).despawn();
    });
    bench.app.world_mut().entity_mut(leader).insert(Asleep);
    bench.run_to(5.0);
    assert_eq!(bench.x(follower), 3.0);
    assert!(bench.rests(follower));
}
