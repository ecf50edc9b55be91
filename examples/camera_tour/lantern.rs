//! A lantern that one bearer hands to the other. This crate's lantern is attached to its bearer; the usual lantern is a child of its
//! bearer.

use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

use super::place::Bearer;
use super::usual::Usual;

/// The duration of a handover. Unit: s.
pub(crate) const HANDOVER: f32 = 1.5;
/// The render layer of this crate's lantern, which only the left picture shows.
pub(crate) const LEFT: usize = 1;
/// The render layer of the usual lantern, which only the right picture shows.
pub(crate) const RIGHT: usize = 2;

/// Marks this crate's lantern, which is on the left.
#[derive(Component)]
pub(crate) struct Attached;

/// The usual lantern, which is on the right.
#[derive(Component)]
pub(crate) struct Reparented {
    /// The lantern's position in the new bearer's frame at the last handover (m), and the time of that handover (s).
    snapshot: (Vec3, f64),
}

pub(crate) fn spawn(mut commands: Commands, bearers: Query<(Entity, &Bearer)>) {
    let Some((bearer, &Bearer { hand })) = bearers.iter().next() else { return };
    let attach = Attach::new(bearer).with_offset(hand).with_blend(Blend::eased(HANDOVER));
    commands.spawn((Attached, attach, Visibility::default(), RenderLayers::layer(LEFT)));
    let reparented = (Reparented { snapshot: (hand, f64::NEG_INFINITY) }, ChildOf(bearer));
    commands.spawn((reparented, Transform::from_translation(hand), RenderLayers::layer(RIGHT)));
}

/// Hands the lantern to the other bearer.
pub(crate) fn hand_over(lantern: &mut Attach, bearers: &Query<(Entity, &Bearer)>) {
    if let Some((bearer, &Bearer { hand })) = bearers.iter().find(|(bearer, _)| *bearer != lantern.leader) {
        (lantern.leader, lantern.offset) = (bearer, hand);
    }
}

/// The usual code: makes the lantern a child of its new bearer without moving it, then eases it into the hand. Runs once a frame, before
/// [`usual::step`](super::usual::step).
pub(crate) fn ease(
    time: Res<Time>,
    usual: Single<&Usual>,
    attach: Single<&Attach, With<Attached>>,
    lantern: Single<(Entity, &mut Reparented, &mut Transform, &ChildOf)>,
    places: Query<&GlobalTransform>,
    mut commands: Commands,
) {
    let now = time.elapsed_secs_f64();
    if !usual.is_due(now) {
        return;
    }
    let (entity, mut reparented, mut transform, bearer) = lantern.into_inner();
    if bearer.parent() != attach.leader
        && let Ok([place, bearer]) = places.get_many([entity, attach.leader])
    {
        commands.entity(entity).insert(ChildOf(attach.leader));
        reparented.snapshot = (place.reparented_to(bearer).translation, now);
    }
    let (from, began) = reparented.snapshot;
    #[expect(clippy::cast_possible_truncation, reason = "f32 is precise enough for drawing")]
    let share = EaseFunction::SmoothStep.sample_clamped(((now - began) as f32 / HANDOVER).min(1.0));
    transform.translation = from.lerp(attach.offset, share);
}
