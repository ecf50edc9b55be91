//! A component that the game has registered as a disabling component acts on cameras as Bevy's own `Disabled` does.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{events::OriginShift, prelude::*};

use crate::{app::Bench, stage::cameras_at_rate};

#[derive(Component, Clone, Default)]
struct Asleep;

/// A camera that looks at a target, one that orbits a group, one that shows a shot, and an attached entity; all in motion.
struct World {
    bench: Bench,
    /// The entities that are disabled in turn.
    toggled: Vec<Entity>,
    all: Vec<Entity>,
}

fn world(register: bool) -> World {
    let mut bench = cameras_at_rate(64.0);
    if register {
        bench = Bench::with(Duration::from_secs_f64(1.0 / 64.0), |app: &mut App| {
            app.add_plugins(ExactCameraPlugin::default());
            app.world_mut().register_disabling_component::<Asleep>();
        });
    }
    let at = Transform::from_xyz;
    let target = bench.spawn((at(3.0, 1.0, -8.0), Velocity::new(Vec3::new(1.0, 0.2, 0.5))));
    let watcher = bench.spawn((at(0.0, 2.0, 4.0), LookAt { feed_forward: 0.5, ..LookAt::new(target) }));
    let group = bench.spawn(Transform::default());
    let members = [-2.0, 3.0].map(|x| bench.spawn((at(x, 0.0, 0.0), Velocity::new(x * Vec3::Y), InGroup(group))));
    let pivot = bench.spawn((at(0.0, 1.0, 2.0), Spring::critical(5.0), Follow::new(group)));
    let orbit =
        bench.spawn((Orbit::new(0.4, 0.2, 6.0), OrbitInput { turn_rate: Vec2::X, ..default() }, ChildOf(pivot)));
    let shot = bench.spawn((at(9.0, 1.0, 2.0), Velocity::new(Vec3::Z), LookAt::new(target)));
    let shows = bench.spawn((at(0.0, 1.0, 2.0), ActiveShot::new(shot)));
    let leader = bench.spawn((at(0.0, 5.0, 0.0), Velocity::new(Vec3::X)));
    let attached = bench.spawn((Transform::default(), Attach::new(leader).with_offset(Vec3::Y)));
    let toggled = vec![target, members[1], group, pivot, shot, leader, watcher, orbit, shows, attached];
    let all = [toggled.as_slice(), &[members[0]]].concat();
    World { bench, toggled, all }
}

impl World {
    /// Disables each entity in turn with `C`, and enables it again. Returns the bits of all drawn transforms.
    fn play<C: Component + Default>(mut self) -> Vec<[u32; 7]> {
        let mut drawn = Vec::new();
        let mut frames = |bench: &mut Bench, count: usize| {
            for _ in 0..count {
                bench.frame(Duration::from_micros(11_300));
                for &entity in &self.all {
                    let Transform { translation, rotation, .. } = *bench.get::<Transform>(entity);
                    let [x, y, z] = translation.to_array();
                    let [i, j, k, w] = rotation.to_array();
                    drawn.push([x, y, z, i, j, k, w].map(f32::to_bits));
                }
            }
        };
        for &entity in &self.toggled {
            frames(&mut self.bench, 10);
            self.bench.app.world_mut().entity_mut(entity).insert(C::default());
            frames(&mut self.bench, 10);
            self.bench.app.world_mut().trigger(OriginShift::new(16.0 * Vec3::X));
            frames(&mut self.bench, 5);
            self.bench.app.world_mut().entity_mut(entity).remove::<C>();
        }
        frames(&mut self.bench, 10);
        drawn
    }
}

#[test]
fn a_registered_disabling_component_acts_on_cameras_like_bevys_own() {
    let [ours, bevys] = [world(true).play::<Asleep>(), world(true).play::<Disabled>()];
    assert!(ours == bevys, "the first difference is at {:?}", ours.iter().zip(&bevys).position(|(a, b)| a != b));
    let undisturbed = world(false).play::<Name>();
    assert!(ours != undisturbed);
}
