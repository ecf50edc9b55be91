//! Hostile sequences, and hostile code around them.

use std::time::Duration;

use bevy::{ecs::entity_disabling::Disabled, prelude::*};
use bevy_exact_motion::{
    Action, Sequence, SequenceStep,
    events::{InvalidMotion, SequenceCalled, SequenceFinished},
    prelude::*,
};

use crate::{
    timeline::{bench, received},
    warnings,
};

const FRAME: Duration = Duration::from_micros(15_625);

fn spring() -> (Transform, Spring) {
    (Transform::default(), Spring::critical(10.0))
}

#[test]
fn steps_without_duration_without_end_are_bounded() {
    warnings::capture_warnings();
    let mut bench = bench(FRAME);
    let name = "a loop of calls";
    let entity = bench.spawn((spring(), Name::new(name), Sequence::new().call().call().repeated(None)));
    for _ in 0..10 {
        bench.frame(FRAME);
    }
    assert_eq!(received(&bench).calls.len(), 2, "a round that takes no time is played once");
    assert!(bench.app.world().get::<Sequence>(entity).is_none());
    let short = (0..1000).fold(Sequence::new(), |sequence, _| sequence.wait(1e-5).call());
    bench.spawn((spring(), Name::new("many steps"), short));
    for _ in 0..10 {
        bench.frame(FRAME);
        assert!(received(&bench).calls.len() < 2 + 10 * 65);
    }
    for _ in 0..60 {
        bench.frame(FRAME);
    }
    assert_eq!(received(&bench).calls.len(), 1002, "all are played in the end");
    assert_eq!(received(&bench).ends.len(), 2);
    warnings::assert_warned("many steps", "more than 64 events and steps", 1);
}

#[test]
fn steps_that_begin_late_do_not_make_the_next_ones_late() {
    let mut bench = bench(Duration::from_millis(100));
    let sequence = (0..100).fold(Sequence::new(), |sequence, _| sequence.wait(1e-3)).wait(0.4);
    bench.spawn((spring(), sequence));
    for _ in 0..10 {
        bench.frame(Duration::from_millis(100));
    }
    // More steps were due in the first tick than begin in a tick.
    assert!((received(&bench).ends[0].1 - 0.5).abs() < 1e-6, "{:?}", received(&bench).ends);
}

#[test]
fn steps_of_each_frame_are_not_taken_for_a_target_that_user_code_moves() {
    warnings::capture_warnings();
    let mut bench = bench(FRAME);
    let name = "a target in each tick";
    let steps = (0..300).fold(Sequence::new(), |steps, x| steps.then_for(Vec3::X * x as f32, 1.0 / 64.0));
    bench.spawn((spring(), Name::new(name), steps));
    for _ in 0..200 {
        bench.frame(FRAME);
    }
    assert_eq!(warnings::warnings_about(name), [""; 0]);
}

#[test]
fn invalid_steps_are_skipped_and_reported() {
    #[derive(Resource, Default)]
    struct Reported(Vec<&'static str>);
    for wrong in [f32::NAN, -1.0, f32::INFINITY] {
        let mut bench = bench(FRAME);
        bench.app.init_resource::<Reported>();
        bench.app.add_observer(|it: On<InvalidMotion>, mut reported: ResMut<Reported>| reported.0.push(it.field));
        let sequence =
            Sequence::new().wait(wrong).then_for(Vec3::X, 0.5).then_for(Vec3::Y, wrong).wait(0.1).at(wrong).call();
        let entity = bench.spawn((spring(), sequence));
        for _ in 0..60 {
            bench.frame(FRAME);
            assert!(bench.get::<Transform>(entity).translation.is_finite());
        }
        let reported = &bench.app.world().resource::<Reported>().0;
        assert_eq!(reported.len(), 3, "{wrong}: {reported:?}");
        assert!(reported.iter().all(|field| *field == "Sequence::steps"));
        assert_eq!(received(&bench).calls.len(), 1);
        assert!((received(&bench).ends[0].1 - 0.5).abs() < 1e-6, "{:?}", received(&bench).ends);
    }
}

#[test]
fn targets_that_are_not_finite_leave_the_last_valid_motion() {
    let mut bench = bench(FRAME);
    let sequence = Sequence::new().then_for(Vec3::X, 0.5).then_for(Vec3::NAN, 0.5).then_for(Vec3::Y, 0.5);
    let entity = bench.spawn((spring(), sequence));
    for _ in 0..200 {
        bench.frame(FRAME);
        assert!(bench.get::<Transform>(entity).translation.is_finite());
    }
    assert_eq!(bench.get::<Transform>(entity).translation, Vec3::Y);
}

#[test]
fn entities_may_be_despawned_by_observers_and_between_frames() {
    let mut bench = bench(FRAME);
    bench
        .app
        .add_observer(|called: On<SequenceCalled>, mut commands: Commands| commands.entity(called.entity).despawn());
    let first = bench.spawn((spring(), Sequence::new().wait(0.1).call().then(Vec3::X)));
    let second = bench.spawn((spring(), Sequence::new().wait(0.2).then(Vec3::X)));
    let third = bench.spawn((spring(), Sequence::new().wait_for(second).then_for(Vec3::X, 0.1)));
    for _ in 0..10 {
        bench.frame(FRAME);
    }
    assert!(bench.app.world().get_entity(first).is_err());
    bench.app.world_mut().despawn(second);
    for _ in 0..40 {
        bench.frame(FRAME);
    }
    assert!(bench.x(third) > 0.5, "it does not wait for an entity that is gone");
    assert_eq!(received(&bench).ends.len(), 1);
}

#[test]
fn an_observer_of_the_end_may_insert_the_next_sequence_at_its_instant() {
    let run = |tick: u64| {
        let mut bench = bench(Duration::from_millis(tick));
        bench.app.add_observer(|ended: On<SequenceFinished>, mut commands: Commands| {
            if ended.time < 0.3 {
                commands.entity(ended.entity).insert(Sequence::new().then_for(Vec3::ZERO, 0.25));
            }
        });
        let entity = bench.spawn((spring(), Sequence::new().then_for(Vec3::X, 0.123)));
        while bench.elapsed() < 0.6 - 1e-9 {
            bench.frame(Duration::from_millis(tick));
        }
        (bench.x(entity), received(&bench).ends.iter().map(|(_, time)| *time).collect::<Vec<_>>())
    };
    let fine = run(2);
    assert!((fine.1[1] - 0.373).abs() < 1e-6, "{:?}", fine.1);
    for tick in [5, 20, 50, 100] {
        let found = run(tick);
        assert!((found.0 - fine.0).abs() < 2e-6 && (found.1[1] - 0.373).abs() < 1e-6, "{tick} ms: {found:?}, {fine:?}");
    }
}

#[test]
fn a_disabled_entity_stands_still_and_goes_on_afterwards() {
    let mut bench = bench(FRAME);
    let entity = bench.spawn((spring(), Sequence::new().then_for(Vec3::X, 0.5).then(Vec3::Y)));
    for _ in 0..10 {
        bench.frame(FRAME);
    }
    bench.app.world_mut().entity_mut(entity).insert(Disabled);
    for _ in 0..100 {
        bench.frame(FRAME);
    }
    assert!(bench.get::<Sequence>(entity).steps.len() == 2);
    bench.app.world_mut().entity_mut(entity).remove::<Disabled>();
    for _ in 0..200 {
        bench.frame(FRAME);
    }
    assert_eq!(bench.get::<Transform>(entity).translation, Vec3::Y);
    let ended = received(&bench).ends[0].1;
    assert!(ended > 0.5 + 100.0 * FRAME.as_secs_f64(), "{ended}");
}

#[test]
fn a_clone_and_a_rollback_continue_bit_for_bit() {
    let mut bench = bench(FRAME);
    let sequence =
        Sequence::new().wait(0.07).then_for(Vec3::X, 0.31).rate(ExponentialRate::to(Vec3::Y, 0.2, 0.4)).then(Vec3::Z);
    let entity = bench.spawn((spring(), sequence));
    for _ in 0..15 {
        bench.frame(FRAME);
    }
    let clone = bench.app.world_mut().entity_mut(entity).clone_and_spawn();
    let kept = (
        *bench.get::<Transform>(entity),
        *bench.get::<Velocity>(entity),
        bench.get::<Motion>(entity).clone(),
        bench.get::<Sequence>(entity).clone(),
        *bench.get::<Target>(entity),
    );
    let mut first = Vec::new();
    for _ in 0..60 {
        bench.frame(FRAME);
        first.push(bench.get::<Transform>(entity).translation);
        assert_eq!(bench.get::<Transform>(clone).translation, *first.last().unwrap());
    }
    let mut restored = bench.app.world_mut().entity_mut(entity);
    restored.remove::<ExponentialRate>().insert(kept);
    for expected in first {
        bench.frame(FRAME);
        assert_eq!(bench.get::<Transform>(entity).translation, expected);
    }
}

#[test]
fn a_sequence_of_a_grabbed_entity_waits_for_its_release() {
    let mut bench = bench(FRAME);
    let entity = bench.spawn((spring(), Grabbed::default(), Sequence::new().then_for(Vec3::X, 0.2).then(Vec3::Y)));
    for _ in 0..30 {
        bench.frame(FRAME);
        assert!(bench.get::<Transform>(entity).translation.is_finite());
    }
    bench.app.world_mut().entity_mut(entity).remove::<Grabbed>();
    for _ in 0..200 {
        bench.frame(FRAME);
    }
    assert_eq!(bench.get::<Transform>(entity).translation, Vec3::Y);
}

#[test]
fn steps_can_be_written_by_hand() {
    let mut bench = bench(FRAME);
    let mut sequence = Sequence::new();
    sequence.steps = vec![
        SequenceStep { action: Action::Target { value: Vec3::X, duration: Some(0.5) }, share: 0.5 },
        Action::Call.into(),
    ];
    bench.spawn((spring(), sequence));
    for _ in 0..30 {
        bench.frame(FRAME);
    }
    assert!((received(&bench).calls[0].2 - 0.25).abs() < 1e-7);
}

#[test]
fn a_sequence_of_a_property_that_is_not_registered_for_it_is_reported() {
    warnings::capture_warnings();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()));
    let name = "an unplayed sequence";
    app.world_mut().spawn((spring(), Name::new(name), Sequence::new().then(Vec3::X)));
    app.update();
    app.update();
    warnings::assert_warned(name, "app.register_sequences::<Translation>()", 1);
}
