//! Attached entities carried along with their leaders.

use alloc::{format, vec::Vec};

use bevy::{
    ecs::{name::NameOrEntityItem, schedule::ScheduleConfigs, system::ScheduleSystem},
    prelude::*,
};

use super::Refused;
use crate::{
    camera::{
        Attach, Composed, LookAt, Orbit, OrbitYaw, Pose, Shows,
        frame::{Frame, Rates},
        frames::Frames,
        nodes::{IsCamera, Nodes, nodes},
        order::{Order, order},
        place::{Placed, Placing, write},
        shot::{
            blending::{Blending, Mount, Seen},
            samples::{Instant, Look},
            transition::View,
        },
    },
    engine::Added,
    math::camera::Placement,
    motion::{Presentation, clock::Clock},
    property::{Rotation, Velocity, disabling::WithDisabled},
    warning::Warnings,
};

/// What is attached, and not composed by something else.
pub(crate) type Attached = (With<Attach>, Without<Shows>, Without<Orbit>, Without<LookAt>);

pub(crate) type Hanging = (NameOrEntity, &'static Attach, &'static mut Blending);

/// Whether an entity is to be attached in another way than it was. Drawn late, that waits for the next drawn instant.
pub(crate) fn is_attached_anew(clock: Res<Clock<OrbitYaw>>, attached: Query<(&Attach, &Blending), Attached>) -> bool {
    clock.presentation != Presentation::Delayed
        && attached.iter().any(|(attach, blending)| !blending.is_on(&attach.wanted().0))
}

/// A system that places everything that is attached and depends on no camera, leaders first.
pub(crate) fn attach(look: Look) -> ScheduleConfigs<ScheduleSystem> {
    let system =
        move |clock: Res<Clock<OrbitYaw>>, world: ParamSet<Attaching>, cameras: IsCamera, warnings: Res<Warnings>| {
            place(&Instant::of(look, &clock), world, &cameras, &warnings);
        };
    system.into_configs()
}

type Attaching<'w, 's> =
    ((Nodes<'w, 's>, Frames<'w, 's>), (Query<'w, 's, Hanging, Attached>, Frames<'w, 's>), Query<'w, 's, Placed>);

fn place(instant: &Instant, mut world: ParamSet<Attaching>, cameras: &IsCamera, warnings: &Warnings) {
    if world.p1().0.is_empty() {
        return;
    }
    let (all, frames) = world.p0();
    let nodes = nodes(&all, &frames, cameras);
    let mut order = order(&nodes);
    let behind_cameras = order.behind_cameras(&nodes);
    for mut level in core::mem::take(&mut order.levels) {
        level.retain(|entity| !behind_cameras.contains(entity));
        let (mut attached, frames) = world.p1();
        let stepped = step(&level, &order, instant, &mut attached, &frames, warnings);
        write_attached(stepped, &mut world.p2(), warnings);
    }
}

/// Where attached entities are put.
#[derive(Default)]
pub(crate) struct Stepped {
    placings: Vec<(Placement, Placing)>,
    /// Those that are attached to nothing yet, and stand where they are.
    standing: Vec<(Entity, Pose)>,
}

/// Finds where the attached entities among these are put.
pub(crate) fn step(
    level: &[Entity],
    order: &Order,
    instant: &Instant,
    attached: &mut Query<Hanging, Attached>,
    frames: &Frames,
    warnings: &Warnings,
) -> Stepped {
    let mut stepped = Stepped::default();
    for &entity in level {
        let Ok((name, attach, mut blending)) = attached.get_mut(entity) else { continue };
        let (wanted, refused) = attach.wanted();
        let (is_ring, is_swapped) = (order.ring.contains(&entity), order.swapped.contains(&entity));
        let look = |leader: Entity, mount: &Mount| {
            if is_ring || (is_swapped && leader != wanted.shot) { None } else { seen(leader, mount, frames) }
        };
        let own = blending.carried(instant.after);
        if let Some(view) = blending.step(instant, &wanted, own, look) {
            stepped.placings.push((view.placement, Placing::of(entity, view.placement, frames)));
        } else {
            let frame = frames.standing(entity);
            if frame.is_somewhere() {
                blending.stand(view(&frame), instant.after);
                stepped.standing.push((entity, Pose::of(&frame.placement)));
            }
        }
        if !instant.is_ahead && blending.is_refused_anew(&wanted) {
            let is_lost = blending.shot == Some(attach.leader);
            let why = if is_ring { Refused::Ring } else { Refused::Leader { is_lost } };
            tell(&name, attach, refused.unwrap_or(why), warnings);
        }
    }
    stepped
}

/// Puts attached entities there.
pub(crate) fn write_attached(
    Stepped { placings, standing }: Stepped,
    entities: &mut Query<Placed>,
    warnings: &Warnings,
) {
    for (entity, pose) in standing {
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

/// Warns that it is not where it is to be.
fn tell(name: &NameOrEntityItem, attach: &Attach, refused: Refused, warnings: &Warnings) {
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
            format!("it is attached to {leader}, which is attached to it in the end; its last pose stands"),
        ),
        Refused::Leader { is_lost: true } => (
            "Attach::leader is lost",
            format!("{leader}, which it is attached to, has no finite Transform any more; its last pose stands"),
        ),
        Refused::Leader { is_lost: false } => (
            "Attach::leader",
            format!("it is attached to {leader}, which has no finite Transform; it is ignored until it has one"),
        ),
    };
    warnings.warn(name.entity, (mistake, ""), format_args!("{name}: {message}"));
}

/// Where something is that is attached so to a leader; none where that is nowhere.
fn seen(leader: Entity, mount: &Mount, frames: &Frames) -> Option<Seen> {
    if !frames.contains(leader) {
        return None;
    }
    let place = Transform { translation: mount.offset, rotation: mount.rotation, ..Transform::IDENTITY };
    let frame = frames.own(leader).carry(&place, &Rates::default());
    frame.is_somewhere().then(|| Seen { view: view(&frame), untold: frames.untold(leader) })
}

fn view(frame: &Frame) -> View {
    View { placement: frame.placement, subject: None, lens: None }
}

/// What `begin` looks at.
type Coming = (Ref<'static, Transform>, Ref<'static, Attach>, &'static mut Blending, &'static Composed, Moved);

/// Observer: what was somewhere before it is attached comes from there, with its velocities; what moved it gives way.
pub(crate) fn begin(
    added: Added<Attach>,
    clock: Res<Clock<OrbitYaw>>,
    frames: Frames,
    mut attached: WithDisabled<Coming, Attached>,
    mut commands: Commands,
) {
    let Ok((transform, attach, mut blending, composed, (moves, turns))) = attached.get_mut(added.entity) else {
        return;
    };
    // Taken off a while ago, it stands: its pose tells how it moved then.
    let stands = composed.is_let_go() && !moves && !turns;
    let frame = if stands { frames.standing(added.entity) } else { frames.own(added.entity) };
    if transform.added() != attach.added() && frame.is_somewhere() {
        blending.come_from(view(&frame), clock.acts_at(None));
    }
    if moves || turns {
        commands.entity(added.entity).try_remove::<(Velocity, Velocity<Rotation>)>();
    }
}

/// Springs on what is attached give way. Not where they are added: `Attach` may be taken off right after that, by a throw or a rollback.
pub(crate) fn give_way(
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
