//! Places attached entities on their leaders.

use alloc::{format, vec::Vec};

use bevy::{
    ecs::{name::NameOrEntityItem, query::QueryData, schedule::ScheduleConfigs, system::ScheduleSystem},
    prelude::*,
};

use super::Refused;
use crate::{
    camera::{
        ActiveShot, Attach, Composed, LookAt, Orbit, OrbitYaw, Pose,
        frame::{Rates, WorldFrame},
        frames::{Frames, TimeScaled, own_time_scale},
        nodes::{IsCamera, Nodes, nodes},
        order::{Order, order},
        place::{Placed, Placing, write},
        shot::{
            blending::{Blending, Mount, ShotView},
            samples::{Instant, Phase},
            transition::View,
        },
    },
    engine::Added,
    math::camera::Placement,
    motion::{Presentation, clock::Clock},
    property::{Rotation, Velocity, disabling::WithDisabled},
    rail::{AtSpeed, OnRail, RailDistance},
    warning::Warnings,
};

/// Filter: attached entities that no other component places.
pub(crate) type Attached = (With<Attach>, Without<ActiveShot>, Without<Orbit>, Without<LookAt>);

/// Query data for an entity that may be on a rail: its distance, and how fast that changes.
type OnRails = (Option<&'static OnRail>, Option<&'static Velocity<RailDistance>>, TimeScaled<RailDistance>);

pub(crate) type AttachedData = (NameOrEntity, &'static Attach, &'static mut Blending, OnRails);

/// Run condition: the leader, offset or rotation of any attached entity was changed. Always false if drawing is one tick late, because a
/// change then waits for the next drawn instant.
pub(crate) fn is_attachment_changed(
    clock: Res<Clock<OrbitYaw>>,
    attached: Query<(&Attach, &Blending), Attached>,
) -> bool {
    clock.presentation != Presentation::Delayed
        && attached.iter().any(|(attach, blending)| !blending.is_showing(&attach.wanted().0))
}

/// Returns a system that places the attached entities that depend on no camera, leaders first.
pub(crate) fn attach(phase: Phase) -> ScheduleConfigs<ScheduleSystem> {
    let system =
        move |clock: Res<Clock<OrbitYaw>>, world: ParamSet<Attaching>, cameras: IsCamera, warnings: Res<Warnings>| {
            place(&Instant::of(phase, &clock), world, &cameras, &warnings);
        };
    system.into_configs()
}

type Attaching<'w, 's> =
    ((Nodes<'w, 's>, Frames<'w, 's>), (Query<'w, 's, AttachedData, Attached>, Frames<'w, 's>), Query<'w, 's, Placed>);

fn place(instant: &Instant, mut world: ParamSet<Attaching>, cameras: &IsCamera, warnings: &Warnings) {
    if world.p1().0.is_empty() {
        return;
    }
    let (all, frames) = world.p0();
    let nodes = nodes(&all, &frames, cameras);
    let mut order = order(&nodes);
    let depends_on_camera = order.depending_on_cameras(&nodes);
    for mut level in core::mem::take(&mut order.levels) {
        level.retain(|entity| !depends_on_camera.contains(entity));
        let (mut attached, frames) = world.p1();
        let stepped = step(&level, &order, instant, &mut attached, &frames, warnings);
        write_attached(stepped, &mut world.p2(), warnings);
    }
}

/// The new placements of attached entities.
#[derive(Default)]
pub(crate) struct Stepped {
    placings: Vec<(Placement, Placing)>,
    /// The entities that have no leader yet, and their current poses.
    unattached: Vec<(Entity, Pose)>,
}

/// Computes the new placements of the attached entities in one level of the `order`.
pub(crate) fn step(
    level: &[Entity],
    order: &Order,
    instant: &Instant,
    attached: &mut Query<AttachedData, Attached>,
    frames: &Frames,
    warnings: &Warnings,
) -> Stepped {
    let mut stepped = Stepped::default();
    for &entity in level {
        let Ok((name, attach, mut blending, on_rail)) = attached.get_mut(entity) else { continue };
        let on_rail = at_speed(on_rail);
        let (wanted, refused) = attach.wanted();
        let (is_ring, is_swapped) = (order.ring.contains(&entity), order.swapped.contains(&entity));
        let look = |leader: Entity, mount: &Mount| {
            if is_ring || (is_swapped && leader != wanted.shot) {
                None
            } else {
                mounted_view(leader, mount, on_rail.as_ref(), frames)
            }
        };
        let own = blending.extrapolated(instant.after);
        if let Some(view) = blending.step(instant, &wanted, own, look) {
            stepped.placings.push((view.placement, Placing::of(entity, view.placement, frames)));
        } else {
            let frame = frames.at_rest(entity);
            if frame.is_finite() {
                blending.wait_at(view(&frame), instant.after);
                stepped.unattached.push((entity, Pose::of(&frame.placement)));
            }
        }
        if !instant.is_ahead && blending.should_warn(&wanted) {
            let is_lost = blending.shot == Some(attach.leader);
            let why = if is_ring { Refused::Ring } else { Refused::Leader { is_lost } };
            warn_refused(&name, attach, refused.unwrap_or(why), warnings);
        }
    }
    stepped
}

/// Writes the new placements of attached entities.
pub(crate) fn write_attached(
    Stepped { placings, unattached }: Stepped,
    entities: &mut Query<Placed>,
    warnings: &Warnings,
) {
    for (entity, pose) in unattached {
        if let Ok((_, _, mut known, _)) = entities.get_mut(entity)
            && pose.is_finite()
        {
            known.set_if_neq(pose);
        }
    }
    for (placement, placing) in &placings {
        if let Ok((_, mut composed, ..)) = entities.get_mut(placing.entity) {
            (composed.placement, composed.is_placed) = (Some(*placement), true);
        }
    }
    let placings = placings.into_iter().map(|(_, placing)| placing).collect();
    write(placings, entities, warnings, "this entity", "it is where its Attach puts it");
}

/// Warns that an attachment has no effect.
fn warn_refused(name: &NameOrEntityItem, attach: &Attach, refused: Refused, warnings: &Warnings) {
    let Attach { leader, offset, rotation, .. } = *attach;
    let (mistake, message) = match refused {
        Refused::Frequency(frequency) => (
            "Attach::blend",
            format!("Attach::blend has an angular frequency of {frequency}, it must be > 0 and finite; it is ignored"),
        ),
        Refused::Mount => (
            "Attach::offset",
            format!(
                "Attach::offset {offset} must be finite, and Attach::rotation {rotation} a rotation; they are ignored"
            ),
        ),
        Refused::Ring => (
            "Attach in a ring",
            format!(
                "it is attached to {leader}, which is itself attached to this entity, directly or indirectly; its last \
                 pose is kept"
            ),
        ),
        Refused::Leader { is_lost: true } => (
            "Attach::leader is lost",
            format!("{leader}, which it is attached to, no longer has a finite Transform; its last pose is kept"),
        ),
        Refused::Leader { is_lost: false } => (
            "Attach::leader",
            format!("it is attached to {leader}, which has no finite Transform; it is ignored until it has one"),
        ),
    };
    warnings.warn(name.entity, (mistake, ""), format_args!("{name}: {message}"));
}

/// Returns `None` for an entity that is not on a rail.
fn at_speed((on, velocity, scales): <OnRails as QueryData>::Item<'_, '_>) -> Option<AtSpeed> {
    let speed = velocity.map_or(0.0, |velocity| f64::from(velocity.0) * own_time_scale(scales));
    Some(AtSpeed { on: *on?, speed })
}

/// The view from a mount on a leader. Returns `None` if the leader is disabled, or has no finite `Transform`.
fn mounted_view(leader: Entity, mount: &Mount, on_rail: Option<&AtSpeed>, frames: &Frames) -> Option<ShotView> {
    if !frames.contains(leader) {
        return None;
    }
    let place = Transform { translation: mount.offset, rotation: mount.rotation, ..Transform::IDENTITY };
    let (frame, unreported) = frames.mount(leader, on_rail);
    let frame = frame.carry(&place, &Rates::default());
    frame.is_finite().then(|| ShotView { view: view(&frame), unreported })
}

fn view(frame: &WorldFrame) -> View {
    View { placement: frame.placement, subject: None, lens: None }
}

/// The components that [`begin`] reads.
type Beginning = (Ref<'static, Transform>, Ref<'static, Attach>, &'static mut Blending, &'static Composed, Moved);

/// Observer: an entity gets an `Attach`. If the entity existed before, it blends to its leader from where it is, with its velocities. Any
/// motion of its own is removed.
pub(crate) fn begin(
    added: Added<Attach>,
    clock: Res<Clock<OrbitYaw>>,
    frames: Frames,
    mut attached: WithDisabled<Beginning, Attached>,
    mut commands: Commands,
) {
    let Ok((transform, attach, mut blending, composed, (moves, turns))) = attached.get_mut(added.entity) else {
        return;
    };
    // If an earlier `Attach` was removed, the entity has been at rest since then, but its pose still has the old velocities.
    let is_resting = composed.is_released() && !moves && !turns;
    let frame = if is_resting { frames.at_rest(added.entity) } else { frames.world_frame(added.entity) };
    if transform.added() != attach.added() && frame.is_finite() {
        blending.start_from(view(&frame), clock.acts_at(None));
    }
    if moves || turns {
        commands.entity(added.entity).try_remove::<(Velocity, Velocity<Rotation>)>();
    }
}

/// System: removes motion from attached entities. An observer of added motion would be too early, because a throw or a rollback may remove
/// the `Attach` right after it adds the motion.
pub(crate) fn remove_overridden_motion(
    attached: WithDisabled<NameOrEntity, (Attached, Or<(With<Velocity>, With<Velocity<Rotation>>)>)>,
    warnings: Res<Warnings>,
    mut commands: Commands,
) {
    for name in &*attached {
        let message = format_args!(
            "{name}: its Attach moves it; motion on its Translation or Rotation has no effect, put it on the leader"
        );
        warnings.warn(name.entity, ("moved by Attach", ""), message);
        commands.entity(name.entity).try_remove::<(Velocity, Velocity<Rotation>)>();
    }
}

type Moved = (Has<Velocity>, Has<Velocity<Rotation>>);
