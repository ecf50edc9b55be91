//! Components that are inserted or changed after the camera is spawned, and observers that despawn a camera while it gets its components.

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{camera::OrbitPitch, prelude::*, property::FieldOfView};

use crate::stage::cameras_at_rate;

#[test]
fn a_range_changed_while_the_camera_is_disabled_acts_once_the_camera_is_enabled() {
    let mut bench = cameras_at_rate(64.0);
    let range = OrbitRange { distance: [1.0, 5.0], ..default() };
    let camera = bench.spawn((Orbit::new(0.0, 0.0, 4.0), range));
    let late = bench.spawn((Orbit::new(0.0, 0.0, 4.0), Disabled));
    bench.run_to(0.2);
    bench.app.world_mut().entity_mut(camera).insert(Disabled);
    bench.run_to(0.3);
    bench.edit::<OrbitRange>(camera, |range| range.distance[1] = 40.0);
    bench.run_to(0.5);
    for camera in [camera, late] {
        bench.app.world_mut().entity_mut(camera).remove::<Disabled>();
    }
    bench.edit::<OrbitInput>(camera, |input| input.zoom = 10f32.ln());
    bench.run_to(6.0);
    assert!((bench.get::<Orbit>(camera).distance - 40.0).abs() < 1e-3, "{:?}", bench.get::<Orbit>(camera));
    let limits = bench.get::<Limits<OrbitPitch>>(late);
    assert!(limits.upper[0].or(limits.soft.and_then(|soft| soft.upper[0])).is_some(), "{limits:?}");
}

#[test]
fn a_lens_that_is_inserted_later_is_fitted_to_the_group() {
    let mut bench = cameras_at_rate(64.0);
    let group = bench.spawn(Transform::default());
    for x in [-4.0, 4.0] {
        bench.spawn((Transform::from_xyz(x, 0.0, 0.0), InGroup(group)));
    }
    let framing = || (Orbit::new(0.0, 0.0, 10.0), GroupFraming::new(group, FramingMode::Lens));
    let lens = Projection::Perspective(PerspectiveProjection { fov: 0.3, aspect_ratio: 1.0, ..default() });
    let (late, soon) = (bench.spawn(framing()), bench.spawn((framing(), lens.clone())));
    bench.run_to(0.5);
    bench.app.world_mut().entity_mut(late).insert(lens);
    bench.run_to(5.0);
    let fields = [late, soon].map(|camera| match bench.get::<Projection>(camera) {
        Projection::Perspective(lens) => lens.fov,
        _ => unreachable!(),
    });
    assert_eq!(fields[0], fields[1]);
    assert!(fields[0] > 0.5, "{fields:?}");
}

/// The entity that an observer despawns.
#[derive(Resource)]
struct Victim(Entity);

#[test]
fn observers_may_despawn_a_camera_that_is_about_to_get_components() {
    let mut bench = cameras_at_rate(64.0);
    let group = bench.spawn(Transform::default());
    for x in [-4.0, 4.0] {
        bench.spawn((Transform::from_xyz(x, 0.0, 0.0), InGroup(group)));
    }
    let despawn = |victim: Entity, mut commands: Commands| commands.entity(victim).try_despawn();
    bench.app.add_observer(move |_: On<Add, Spring<FieldOfView>>, victim: Res<Victim>, commands: Commands| {
        despawn(victim.0, commands);
    });
    let framing = || (Orbit::new(0.0, 0.0, 10.0), GroupFraming::new(group, FramingMode::Lens), Projection::default());
    let [first, second] = [bench.spawn(framing()), bench.spawn(framing())];
    bench.app.insert_resource(Victim(second));
    bench.run_to(0.2);
    let world = bench.app.world();
    assert!(world.get_entity(second).is_err() && world.get::<Spring<FieldOfView>>(first).is_some());

    let mut bench = cameras_at_rate(64.0);
    bench.app.add_observer(move |added: On<Add, Orbit>, victim: Res<Victim>, commands: Commands| {
        if added.entity != victim.0 {
            despawn(victim.0, commands);
        }
    });
    let [first, second] = [bench.spawn(Transform::default()), bench.spawn(Transform::default())];
    bench.app.insert_resource(Victim(second));
    bench.app.world_mut().insert_batch([(first, Orbit::default()), (second, Orbit::default())]);
    bench.run_to(0.2);
    assert!(bench.app.world().get_entity(second).is_err());
    assert!(bench.get::<Transform>(first).is_finite());
}
