//! Widgets that enter and leave.

use bevy::{
    input_focus::{FocusCause, InputFocus},
    picking::Pickable,
    prelude::*,
};
use bevy_exact_motion::{events::Settled, prelude::*, property::NodeScale};

use crate::stage::Stage;

#[derive(Resource, Default)]
struct Ends(Vec<Entity>);

fn stage() -> Stage {
    Stage::with(|app| {
        app.register_motion_with::<NodeScale>(MotionOptions::frame_real())
            .init_resource::<Ends>()
            .add_observer(|settled: On<Settled<NodeScale>>, mut ends: ResMut<Ends>| ends.0.push(settled.entity));
    })
}

fn card() -> impl Bundle {
    let targets = StateTargets::<NodeScale>::of(Vec2::ONE).with_entering(Vec2::ZERO).with_leaving(Vec2::ZERO);
    (Node::default(), Spring::snappy().on::<NodeScale>(), targets)
}

fn scale(stage: &Stage, card: Entity) -> f32 {
    stage.get::<UiTransform>(card).scale.x
}

fn exists(stage: &Stage, entity: Entity) -> bool {
    stage.app.world().get_entity(entity).is_ok()
}

#[test]
fn a_card_comes_from_one_value_goes_to_another_and_is_despawned_when_it_has_arrived() {
    let mut stage = stage();
    let card = stage.app.world_mut().spawn(card()).id();
    let child = stage.app.world_mut().spawn((Node::default(), ChildOf(card))).id();
    stage.frame(16);
    assert!(scale(&stage, card) < 0.2, "it begins at 0, is {}", scale(&stage, card));
    stage.run(3.0);
    assert_eq!(scale(&stage, card), 1.0);
    stage.entity(card).insert(Leaving::default());
    let mut last = 1.0;
    while exists(&stage, card) {
        last = scale(&stage, card);
        stage.frame(16);
    }
    assert_eq!(last, 0.0, "it is despawned at its last value");
    assert!(!exists(&stage, child));
    assert_eq!(stage.app.world().resource::<Ends>().0, [card, card], "it settles twice: when it has come, and gone");
}

#[test]
fn a_card_that_is_wanted_back_turns_round_without_a_jump() {
    let mut stage = stage();
    let card = stage.app.world_mut().spawn(card()).id();
    stage.run(3.0);
    stage.entity(card).insert(Leaving::default());
    for _ in 0..6 {
        stage.frame(16);
    }
    let (before, velocity) = (scale(&stage, card), stage.get::<Velocity<NodeScale>>(card).0);
    assert!(before < 0.8 && velocity.x < 0.0);
    stage.entity(card).remove::<Leaving>();
    stage.frame(1);
    stage.frame(1);
    assert!((scale(&stage, card) - before).abs() < 0.05);
    stage.run(3.0);
    assert_eq!(scale(&stage, card), 1.0);
}

#[test]
fn without_a_value_to_go_to_a_widget_is_despawned_at_once() {
    let mut stage = stage();
    let plain = (Node::default(), StateTargets::<NodeScale>::of(Vec2::ONE), Spring::snappy().on::<NodeScale>());
    let plain = stage.app.world_mut().spawn(plain).id();
    let bare = stage.app.world_mut().spawn((Node::default(), Leaving::default())).id();
    stage.run(1.0);
    stage.entity(plain).insert(Leaving::default());
    stage.frame(16);
    stage.frame(16);
    assert!(!exists(&stage, plain) && !exists(&stage, bare));
}

#[test]
fn a_card_that_is_already_at_its_last_value_is_despawned() {
    let mut stage = stage();
    let card = stage.app.world_mut().spawn((card(), Leaving::default())).id();
    for _ in 0..4 {
        stage.frame(16);
    }
    assert!(!exists(&stage, card));
}

#[test]
fn pointers_pass_through_what_leaves_unless_it_is_usable() {
    let mut stage = stage();
    let [unusable, usable] = [false, true].map(|_| stage.app.world_mut().spawn(card()).id());
    let children = [unusable, usable].map(|card| {
        let own = Pickable { should_block_lower: false, is_hoverable: true };
        stage.app.world_mut().spawn((Node::default(), own, ChildOf(card))).id()
    });
    stage.run(3.0);
    stage.entity(unusable).insert(Leaving::default());
    stage.entity(usable).insert(Leaving { is_usable: true });
    stage.frame(16);
    // A child that is spawned meanwhile.
    let late = stage.app.world_mut().spawn((Node::default(), ChildOf(unusable))).id();
    stage.frame(16);
    for entity in [unusable, children[0], late] {
        assert_eq!(stage.get::<Pickable>(entity), &Pickable::IGNORE);
    }
    assert!(!stage.has::<Pickable>(usable) && stage.get::<Pickable>(children[1]).is_hoverable);
    stage.entity(unusable).remove::<Leaving>();
    stage.frame(16);
    assert!(!stage.has::<Pickable>(unusable) && !stage.has::<Pickable>(late));
    let own = Pickable { should_block_lower: false, is_hoverable: true };
    assert_eq!(stage.get::<Pickable>(children[0]), &own);
}

#[test]
fn a_widget_that_moves_but_has_no_value_to_go_to_is_despawned_at_once() {
    let mut stage = stage();
    let targets = StateTargets::<NodeScale>::of(Vec2::ONE).with_entering(Vec2::ZERO);
    let widget = stage.app.world_mut().spawn((Node::default(), Spring::snappy().on::<NodeScale>(), targets)).id();
    for _ in 0..4 {
        stage.frame(16);
    }
    assert!(scale(&stage, widget) < 0.9, "it should be on its way");
    stage.entity(widget).insert(Leaving::default());
    stage.frame(16);
    stage.frame(16);
    assert!(!exists(&stage, widget));
}

#[test]
fn a_widget_that_leaves_loses_the_focus() {
    for is_usable in [false, true] {
        let mut stage = stage();
        stage.app.init_resource::<InputFocus>();
        let card = stage.app.world_mut().spawn(card()).id();
        let child = stage.app.world_mut().spawn((Node::default(), ChildOf(card))).id();
        stage.run(3.0);
        stage.app.world_mut().resource_mut::<InputFocus>().set(child, FocusCause::Navigated);
        stage.entity(card).insert(Leaving { is_usable });
        stage.frame(16);
        stage.frame(16);
        assert_eq!(stage.app.world().resource::<InputFocus>().get(), is_usable.then_some(child));
    }
}

/// The observer of another widget's target acts after states were read and before widgets are despawned.
#[test]
fn a_widget_that_is_sent_away_in_the_middle_of_a_frame_leaves_as_others_do() {
    #[derive(Resource)]
    struct SentAway(Entity);

    let mut stage = stage();
    let resting = stage.app.world_mut().spawn(card()).id();
    stage.run(3.0);
    stage.app.insert_resource(SentAway(resting)).add_observer(
        |_: On<Insert, Target<NodeScale>>, sent_away: Res<SentAway>, mut commands: Commands| {
            commands.entity(sent_away.0).try_insert(Leaving::default());
        },
    );
    stage.app.world_mut().spawn(card());
    stage.frame(16);
    stage.frame(16);
    assert!(exists(&stage, resting));
    stage.run(3.0);
    assert!(!exists(&stage, resting));
}

/// Bevy lets two entities be each other's parents.
#[test]
fn a_widget_in_a_loop_of_parents_leaves_and_returns() {
    let mut stage = stage();
    let one = stage.app.world_mut().spawn(card()).id();
    let other = stage.app.world_mut().spawn((card(), ChildOf(one))).id();
    stage.run(3.0);
    stage.entity(one).insert((Leaving::default(), ChildOf(other)));
    stage.frame(16);
    stage.frame(16);
    assert_eq!(stage.app.world().get::<Pickable>(other), Some(&Pickable::IGNORE));
    stage.entity(one).remove::<Leaving>();
    stage.frame(16);
    stage.frame(16);
    assert_eq!(stage.app.world().get::<Pickable>(other), None);
}
