//! Promise 7: a motion that is restored in flight continues bit for bit.

use std::time::Duration;

use bevy::{ecs::schedule::ScheduleLabel, prelude::*};
use bevy_exact_motion::{Motion, TargetMotion, prelude::*};

use crate::app::{Bench, in_one_thread};

/// The components of an entity that a rollback restores: those that the plugin changes or removes. An [`ExponentialRate`] is removed when
/// it ends.
type Saved = (Entity, Transform, Velocity, Motion, Option<Resting>, Option<ExponentialRate>);

/// Spawns an entity for each kind of motion. The first one is a leader that user code moves.
pub(crate) fn spawn_all(bench: &mut Bench) -> Vec<Entity> {
    let at = |x: f32| Transform::from_xyz(x, 0.0, 0.0);
    let foreign = bench.spawn((Name::new("foreign"), at(3.0)));
    let swinging = bench.spawn((Name::new("swinging"), at(1.0), Spring::new(9.0, 0.1), Target::new(Vec3::Y)));
    let rate = ExponentialRate::new(5.0 * Vec3::X, 0.1, 1.7).unwrap();
    let [ring, round] = [1.0, -4.0].map(|x| bench.spawn((Name::new("in a ring"), at(x), Spring::critical(5.0))));
    bench.app.world_mut().entity_mut(ring).insert(Follow::new(round).with_feed_forward(0.5));
    bench.app.world_mut().entity_mut(round).insert((Follow::new(ring), Presentation::Delayed));
    let bodies = [
        bench.spawn((Name::new("gliding"), at(0.0), Velocity::new(Vec3::ONE), Friction::new(0.7))),
        bench.spawn((Name::new("falling"), at(0.0), Gravity::EARTH, Friction::new(0.2))),
        bench.spawn((Name::new("rate, then coasting"), at(2.0), rate.then_coast())),
        bench.spawn((Name::new("rate with friction"), at(2.0), rate, Friction::new(0.3))),
        bench.spawn((Name::new("rate to an end"), at(2.1), ExponentialRate::to(0.3 * Vec3::X, 0.1, 1.7))),
        bench.spawn((Name::new("following a spring"), at(7.0), Spring::critical(8.0), Follow::new(swinging))),
        bench.spawn((Name::new("following a foreign leader"), at(-7.0), Spring::critical(8.0), Follow::new(foreign))),
        bench.spawn((Name::new("delayed"), at(1.0), Spring::critical(5.0), Presentation::Delayed)),
        bench.spawn((Name::new("at rest"), at(1.0), Spring::critical(50.0))),
        bench.spawn((
            Name::new("axis springs"),
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

fn save(bench: &mut Bench) -> Vec<Saved> {
    let world = bench.app.world_mut();
    let mut query = world.query::<(Entity, &Transform, &Velocity, &Motion, Has<Resting>, Option<&ExponentialRate>)>();
    query
        .iter(world)
        .map(|(entity, transform, velocity, motion, rests, rate)| {
            (entity, *transform, *velocity, motion.clone(), rests.then(Resting::default), rate.copied())
        })
        .collect()
}

fn restore(bench: &mut Bench, saved: Vec<Saved>) {
    for (entity, transform, velocity, motion, resting, rate) in saved {
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

/// Runs 80 frames, in which user code accelerates the leader that it moves. Returns the bits of all entities after each frame.
fn run(bench: &mut Bench, all: &[Entity], length: Duration) -> Vec<Vec<[u32; 6]>> {
    (0..80)
        .map(|frame| {
            bench.edit::<Transform>(all[0], |transform| transform.translation.x = 3.0 + 0.01 * (frame * frame) as f32);
            bench.frame(length);
            bits(bench, all)
        })
        .collect()
}

/// Asserts that every entity has the same bits in both runs, and that at least one entity moves in every frame.
fn assert_same(first: &[Vec<[u32; 6]>], second: &[Vec<[u32; 6]>], what: &str) {
    for (frame, (first, second)) in first.iter().zip(second).enumerate() {
        let other = first.iter().zip(second).position(|(first, second)| first != second);
        assert_eq!(other, None, "{what}: frame {frame}, the entity with this index");
    }
    assert!(first.windows(2).all(|pair| pair[0] != pair[1]), "{what}: something should move in every frame");
}

#[test]
fn restored_motion_continues_bit_for_bit() {
    let tick = Duration::from_millis(16);
    // The motion is restored at a tick, or between two ticks.
    for (before, length) in [(Duration::from_millis(480), tick), (Duration::from_millis(488), Duration::from_millis(5))]
    {
        let mut bench = Bench::new(tick);
        let mut all = spawn_all(&mut bench);
        // A component that was rejected before the save does not count as changed when the motion is restored.
        let nowhere = Follow::new(all[0]).with_offset(Vec3::NAN);
        all.push(bench.spawn((Transform::default(), Velocity::new(Vec3::X), Spring::new(8.0, 0.0), nowhere)));
        all.push(bench.spawn((Transform::default(), Spring::critical(8.0), Follow::new(all[all.len() - 1]))));
        for _ in 0..before.as_millis() / 8 {
            bench.frame(Duration::from_millis(8));
        }
        let saved = save(&mut bench);
        let overstep = bench.app.world().resource::<Time<Fixed>>().overstep();
        let first = run(&mut bench, &all, length);
        // Restores the clock, too: the time since the last tick.
        bench.app.world_mut().resource_mut::<Time<Fixed>>().discard_overstep(tick);
        bench.edit::<Transform>(all[0], |transform| transform.translation.x = 3.0);
        restore(&mut bench, saved);
        bench.app.world_mut().resource_mut::<Time<Fixed>>().accumulate_overstep(overstep);
        let second = run(&mut bench, &all, length);
        assert_same(&first, &second, &format!("{before:?}, frames of {length:?}"));
    }
}

#[test]
fn rerunning_a_schedule_from_restored_motion_gives_the_same_bits() {
    #[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
    struct Rollback;

    let mut app = App::new();
    app.init_schedule(Rollback)
        .register_motion_with::<Translation>(MotionOptions::in_schedule(Rollback))
        .add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
    app.finish();
    in_one_thread(&mut app);
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
    let saved = save(&mut bench);
    let first: Vec<_> = (0..100).map(|_| go(&mut bench)).collect();
    restore(&mut bench, saved);
    let second: Vec<_> = (0..100).map(|_| go(&mut bench)).collect();
    assert_same(&first, &second, "in a schedule");
}

/// The components of an entity that a rollback restores, to be restored one by one.
#[derive(Clone)]
struct Whole {
    transform: Transform,
    velocity: Velocity,
    motion: Motion,
    rate: Option<ExponentialRate>,
    held: bool,
    rests: bool,
}

impl Whole {
    fn of(bench: &Bench, entity: Entity) -> Self {
        let world = bench.app.world();
        Self {
            transform: *bench.get::<Transform>(entity),
            velocity: *bench.get::<Velocity>(entity),
            motion: bench.get::<Motion>(entity).clone(),
            rate: world.get::<ExponentialRate>(entity).copied(),
            held: world.get::<Grabbed>(entity).is_some(),
            rests: world.get::<Resting>(entity).is_some(),
        }
    }

    /// Restores the component with the index `part`. If `in_place`, it overwrites an existing component; otherwise it inserts a new one.
    fn restore(&self, part: usize, in_place: bool, bench: &mut Bench, entity: Entity) {
        macro_rules! write {
            ($value:expr) => {{
                let value = $value;
                let mut entity = bench.app.world_mut().entity_mut(entity);
                match entity.get_mut() {
                    Some(mut there) if in_place => *there = value,
                    _ => _ = entity.insert(value),
                }
            }};
        }
        macro_rules! mark {
            ($there:expr, $mark:ty) => {{
                let mut entity = bench.app.world_mut().entity_mut(entity);
                if $there {
                    entity.insert(<$mark>::default());
                } else {
                    entity.remove::<$mark>();
                }
            }};
        }
        match part {
            0 => write!(self.transform),
            1 => write!(self.velocity),
            2 => write!(self.motion.clone()),
            3 => match self.rate {
                Some(rate) => write!(rate),
                None => _ = bench.app.world_mut().entity_mut(entity).remove::<ExponentialRate>(),
            },
            4 => mark!(self.held, Grabbed),
            _ => mark!(self.rests, Resting),
        }
    }
}

/// Returns all permutations of `0..n`.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = orders(n - 1);
    shorter
        .into_iter()
        .flat_map(|order| {
            (0..n).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, n - 1);
                longer
            })
        })
        .collect()
}

/// User code of a scene: changes the entity before the frame with this index.
type Script = fn(&mut Bench, Entity, usize);

#[test]
fn components_may_be_restored_in_any_order() {
    fn rate() -> ExponentialRate<Translation> {
        ExponentialRate::new(5.0 * Vec3::X, 0.1, 0.3).unwrap()
    }
    fn drag(bench: &mut Bench, body: Entity, frame: usize) {
        match frame {
            5 => _ = bench.app.world_mut().entity_mut(body).insert(Grabbed::new()),
            6..20 => bench.edit::<Transform>(body, |transform| transform.translation.x += 0.1 * frame as f32),
            20 => _ = bench.app.world_mut().entity_mut(body).remove::<Grabbed>(),
            _ => {}
        }
    }
    fn play_again(bench: &mut Bench, body: Entity, frame: usize) {
        // Starts the same rate again while it runs, and after its end.
        if frame == 10 || frame == 34 {
            bench.app.world_mut().entity_mut(body).insert(rate());
        }
    }
    type Spawn = fn(&mut Bench) -> Entity;
    let scenes: [(&str, Spawn, Script); 6] = [
        ("a rate alone", |bench| bench.spawn((Transform::from_xyz(1.0, 0.0, 0.0), rate().then_coast())), |_, _, _| {}),
        ("a rate with friction", |bench| bench.spawn((Transform::default(), rate(), Friction::new(0.5))), |_, _, _| {}),
        (
            "a rate to an end",
            |bench| bench.spawn((Transform::default(), ExponentialRate::to(Vec3::splat(0.3), 0.1, 0.3))),
            |_, _, _| {},
        ),
        ("a rate played again", |bench| bench.spawn((Transform::default(), rate())), play_again),
        ("grabbed", |bench| bench.spawn((Transform::default(), Velocity::ZERO, Friction::new(0.5))), drag),
        (
            "grabbed, on a spring, drawn delayed",
            |bench| {
                let delayed = Presentation::Delayed;
                bench.spawn((Transform::default(), Spring::new(8.0, 0.3), Target::new(Vec3::X), delayed))
            },
            drag,
        ),
    ];
    let orders = orders(6);
    assert_eq!(orders.len(), 720);
    let tick = Duration::from_millis(20);
    // The motion is restored at a tick, or between two ticks.
    for frame in [tick, Duration::from_millis(12)] {
        for (what, spawn, script) in scenes {
            // The state is saved at one of these frames: before, during and after the actions of the script.
            for saved_at in [4, 6, 11, 15, 19, 21, 26, 35, 40] {
                let mut bench = Bench::new(tick);
                let body = spawn(&mut bench);
                for n in 0..saved_at {
                    script(&mut bench, body, n);
                    bench.frame(frame);
                }
                let saved = Whole::of(&bench, body);
                let overstep = bench.app.world().resource::<Time<Fixed>>().overstep();
                let go = |bench: &mut Bench| -> Vec<_> {
                    (saved_at..saved_at + 25)
                        .map(|n| {
                            script(bench, body, n);
                            bench.frame(frame);
                            bits(bench, &[body])
                        })
                        .collect()
                };
                let first = go(&mut bench);
                for sample in 0..4 {
                    let order = &orders[(sample * 127 + saved_at * 31) % orders.len()];
                    let in_place = sample % 2 == 0;
                    bench.app.world_mut().resource_mut::<Time<Fixed>>().discard_overstep(tick);
                    for &part in order {
                        saved.restore(part, in_place, &mut bench, body);
                    }
                    bench.app.world_mut().resource_mut::<Time<Fixed>>().accumulate_overstep(overstep);
                    let again = go(&mut bench);
                    let other = first.iter().zip(&again).position(|(first, again)| first != again);
                    assert_eq!(
                        other, None,
                        "{what}, frames of {frame:?}, saved at {saved_at}, in place {in_place}, in order {order:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_clone_continues_from_the_state_of_its_original() {
    let mut bench = Bench::at_rate(50.0);
    let rate = ExponentialRate::new(5.0 * Vec3::X, 0.1, 1.0).unwrap();
    let originals = [
        bench.spawn((Transform::default(), rate)),
        bench.spawn((Transform::default(), rate, Gravity::EARTH)),
        bench.spawn((Transform::default(), Velocity::ZERO, Friction::new(1.0), Grabbed::new())),
        bench.spawn((Transform::from_xyz(0.3, 0.0, 0.0), ExponentialRate::to(5.0 * Vec3::X, 0.1, 1.0))),
    ];
    for _ in 0..20 {
        bench.edit::<Transform>(originals[2], |transform| transform.translation.x += 0.1);
        bench.frame(Duration::from_millis(20));
    }
    let clones = originals.map(|original| bench.app.world_mut().entity_mut(original).clone_and_spawn());
    for body in [originals[2], clones[2]] {
        bench.app.world_mut().entity_mut(body).remove::<Grabbed>();
    }
    for frame in 0..80 {
        bench.frame(Duration::from_millis(13));
        assert_eq!(bits(&bench, &originals), bits(&bench, &clones), "frame {frame}");
    }
    assert!(bench.x(clones[2]) > 4.0, "the clone should be thrown");
    assert_eq!((bench.x(clones[0]), bench.x(clones[3])), (5.0, 5.0));
}

#[test]
fn a_clone_of_a_finished_but_unreported_rate_is_finished_too() {
    let mut bench = Bench::at_rate(10.0);
    let rate = ExponentialRate::new(Vec3::X, 0.2, 0.25).unwrap();
    let body = bench.spawn((Transform::default(), rate));
    for _ in 0..9 {
        bench.frame(Duration::from_millis(30));
    }
    // The write restarts the motion from the drawn instant: after the rate's end, but before the tick that reports that end.
    bench.edit::<Velocity>(body, |velocity| velocity.0.y = 1.0);
    bench.frame(Duration::from_millis(10));
    let clone = bench.app.world_mut().entity_mut(body).clone_and_spawn();
    bench.run_to(1.0);
    assert_eq!(bits(&bench, &[body]), bits(&bench, &[clone]));
    assert!(bench.app.world().get::<ExponentialRate>(clone).is_none());
}

#[test]
fn a_resting_entity_without_a_value_still_rests_when_another_is_restored() {
    let mut bench = Bench::at_rate(50.0);
    let target = Target::new(Vec3::ZERO).tracked();
    let body = bench.spawn((Transform::default(), Spring::critical(5.0), target));
    let other = bench.spawn((Transform::default(), Spring::critical(5.0), Target::new(Vec3::X)));
    bench.run_to(0.5);
    assert!(bench.rests(body));
    bench.app.world_mut().entity_mut(body).remove::<Transform>();
    bench.edit::<Target>(body, |target| target.motion = TargetMotion::Jumps);
    bench.run_to(0.6);
    let saved = bench.get::<Motion>(other).clone();
    bench.app.world_mut().entity_mut(other).insert(saved);
    bench.run_to(0.7);
    assert!(bench.rests(body));
    // When the entity has a value again, its target jumps, because it is no longer tracked.
    bench.app.world_mut().entity_mut(body).insert(Transform::default());
    bench.edit::<Target>(body, |target| target.value = Vec3::X);
    bench.run_to(5.0);
    assert_eq!(bench.get::<Transform>(body).translation, Vec3::X);
}
