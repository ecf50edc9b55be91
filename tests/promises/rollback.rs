//! Put back in flight, motion goes on bit for bit.

use std::time::Duration;

use bevy::{ecs::schedule::ScheduleLabel, prelude::*};
use bevy_exact_motion::{Motion, prelude::*};

use crate::app::Bench;

/// What a rollback keeps of an entity: what changes by itself. A rate is taken off where it ends.
type Kept = (Entity, Transform, Velocity, Motion, Option<Resting>, Option<ExponentialRate>);

/// One of everything: swinging, gliding, falling, running out, following ours and others, hanging, tracked.
pub(crate) fn spawn_all(bench: &mut Bench) -> Vec<Entity> {
    let at = |x: f32| Transform::from_xyz(x, 0.0, 0.0);
    let foreign = bench.spawn((Name::new("foreign"), at(3.0)));
    let swinging = bench.spawn((Name::new("swinging"), at(1.0), Spring::new(9.0, 0.1), Target::new(Vec3::Y)));
    let rate = ExponentialRate::<Translation>::over(5.0 * Vec3::X, 0.1, 1.7).unwrap();
    let [ring, round] = [1.0, -4.0].map(|x| bench.spawn((Name::new("in a ring"), at(x), Spring::critical(5.0))));
    bench.app.world_mut().entity_mut(ring).insert(Follow::new(round).with_feed_forward(0.5));
    bench.app.world_mut().entity_mut(round).insert((Follow::new(ring), PresentAs::new(Presentation::Delayed)));
    let bodies = [
        bench.spawn((Name::new("gliding"), at(0.0), Velocity::new(Vec3::ONE), Friction::new(0.7))),
        bench.spawn((Name::new("falling"), at(0.0), Gravity::EARTH, Friction::new(0.2))),
        bench.spawn((Name::new("running"), at(2.0), rate.then_coast())),
        bench.spawn((Name::new("in company"), at(2.0), rate, Friction::new(0.3))),
        bench.spawn((Name::new("following ours"), at(7.0), Spring::critical(8.0), Follow::new(swinging))),
        bench.spawn((Name::new("following another"), at(-7.0), Spring::critical(8.0), Follow::new(foreign))),
        bench.spawn((Name::new("late"), at(1.0), Spring::critical(5.0), PresentAs::new(Presentation::Delayed))),
        bench.spawn((Name::new("at rest"), at(1.0), Spring::critical(50.0))),
        bench.spawn((
            Name::new("by axis"),
            at(1.0),
            AxisSprings::new(Vec3::new(9.0, 2.0, 4.0), Vec3::splat(0.3)),
            Target::new(Vec3::ONE),
        )),
    ];
    let mut all = vec![foreign, swinging, ring, round];
    all.extend(bodies);
    all
}

fn bits(bench: &Bench, entities: &[Entity]) -> Vec<[u32; 6]> {
    let of = |&entity: &Entity| {
        let place = bench.get::<Transform>(entity).translation;
        let velocity = bench.app.world().get::<Velocity>(entity).map_or(Vec3::ZERO, |velocity| velocity.0);
        [place.x, place.y, place.z, velocity.x, velocity.y, velocity.z].map(f32::to_bits)
    };
    entities.iter().map(of).collect()
}

fn keep(bench: &mut Bench) -> Vec<Kept> {
    let world = bench.app.world_mut();
    let mut query = world.query::<(Entity, &Transform, &Velocity, &Motion, Has<Resting>, Option<&ExponentialRate>)>();
    query
        .iter(world)
        .map(|(entity, transform, velocity, motion, rests, rate)| {
            (entity, *transform, *velocity, motion.clone(), rests.then(Resting::default), rate.copied())
        })
        .collect()
}

fn put_back(bench: &mut Bench, kept: Vec<Kept>) {
    for (entity, transform, velocity, motion, resting, rate) in kept {
        let mut entity = bench.app.world_mut().entity_mut(entity);
        if let Some(rate) = rate {
            entity.insert(rate);
        }
        entity.insert((transform, velocity, motion));
        match resting {
            Some(resting) => entity.insert(resting),
            None => entity.remove::<Resting>(),
        };
    }
}

/// Runs on; the leader that is not ours moves by the way it has gone.
fn run(bench: &mut Bench, all: &[Entity], length: Duration) -> Vec<Vec<[u32; 6]>> {
    (0..80)
        .map(|frame| {
            bench.edit::<Transform>(all[0], |transform| transform.translation.x = 3.0 + 0.01 * (frame * frame) as f32);
            bench.frame(length);
            bits(bench, all)
        })
        .collect()
}

/// Every frame, and every entity in it, has the same bits; and something moves in each of them.
fn assert_same(first: &[Vec<[u32; 6]>], second: &[Vec<[u32; 6]>], what: &str) {
    for (frame, (first, second)) in first.iter().zip(second).enumerate() {
        let other = first.iter().zip(second).position(|(first, second)| first != second);
        assert_eq!(other, None, "{what}: frame {frame}, the entity with this index");
    }
    assert!(first.windows(2).all(|pair| pair[0] != pair[1]), "{what}: it moves all the time");
}

#[test]
fn motion_put_back_goes_on_bit_for_bit() {
    let tick = Duration::from_millis(16);
    // At a tick, and between two.
    for (before, length) in [(Duration::from_millis(480), tick), (Duration::from_millis(488), Duration::from_millis(5))]
    {
        let mut bench = Bench::new(tick);
        let all = spawn_all(&mut bench);
        for _ in 0..before.as_millis() / 8 {
            bench.frame(Duration::from_millis(8));
        }
        let kept = keep(&mut bench);
        let overstep = bench.app.world().resource::<Time<Fixed>>().overstep();
        let first = run(&mut bench, &all, length);
        // Back to the same instant between two ticks.
        bench.app.world_mut().resource_mut::<Time<Fixed>>().discard_overstep(tick);
        bench.edit::<Transform>(all[0], |transform| transform.translation.x = 3.0);
        put_back(&mut bench, kept);
        bench.app.world_mut().resource_mut::<Time<Fixed>>().accumulate_overstep(overstep);
        let second = run(&mut bench, &all, length);
        assert_same(&first, &second, &format!("{before:?}, frames of {length:?}"));
    }
}

#[test]
fn a_schedule_is_run_again_from_motion_that_was_kept() {
    #[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
    struct Rollback;

    let mut app = App::new();
    app.init_schedule(Rollback)
        .register_motion_with::<Translation>(MotionOptions::in_schedule(Rollback))
        .add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
    app.finish();
    app.world_mut().resource_mut::<Time>().advance_by(Duration::from_millis(20));
    let mut bench = Bench { app };
    let all = spawn_all(&mut bench);
    let go = |bench: &mut Bench| {
        bench.app.world_mut().run_schedule(Rollback);
        bits(bench, &all)
    };
    for _ in 0..20 {
        go(&mut bench);
    }
    let kept = keep(&mut bench);
    let first: Vec<_> = (0..100).map(|_| go(&mut bench)).collect();
    put_back(&mut bench, kept);
    let second: Vec<_> = (0..100).map(|_| go(&mut bench)).collect();
    assert_same(&first, &second, "in a schedule");
}
