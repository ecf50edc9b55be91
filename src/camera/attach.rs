//! Entities that are attached to others, as a sword is to a hand.

use alloc::vec::Vec;
use core::fmt::Arguments;

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    ecs::{
        change_detection::{DetectChanges, DetectChangesMut, Ref},
        component::Component,
        entity::Entity,
        name::{NameOrEntity, NameOrEntityItem},
        query::{Has, Or, With, Without},
        reflect::ReflectComponent,
        schedule::{IntoScheduleConfigs, ScheduleConfigs},
        system::{Commands, ParamSet, Query, Res, ScheduleSystem},
    },
    math::{Quat, Vec3},
    reflect::Reflect,
    transform::components::Transform,
};

use super::{
    Blend, Composed, LookAt, Orbit, OrbitYaw, Pose, ShakeTurn, Shows,
    blending::{Blending, Mount, Seen, Wanted},
    chain::{IsCamera, Nodes, nodes},
    frame::{Frame, Frames, Rates},
    order::{Order, order},
    place::{Placed, Placing, write},
    samples::{Instant, Look},
    template::template,
    transition::{Manner, View},
};
use crate::{
    engine::Added,
    math::camera::Placement,
    motion::{Presentation, clock::Clock},
    property::{Rotation, Velocity, disabling::WithDisabled, newcomer::newcomer_of_many},
    space::Space,
    warning::Warnings,
};

/// Keeps an entity on another one exactly: a sword in a hand, a rider on a horse, a label on a planet.
///
/// The entity is where a child of the leader would be, at each tick and each drawn instant, whatever the leader does; but you may give it
/// another leader at any time. Then, and when the offset changes, it goes on from where it was, with its velocities, and what is left of
/// the old offset decays by [`Blend`]. The old leader is forgotten at once, and may despawn.
///
/// It needs an [`ExactCameraPlugin`](crate::ExactCameraPlugin), and writes translation and rotation of the `Transform`. To let the entity
/// go, remove this component and give the entity the velocity of its [`Pose`], divided by its `Pace` if it has one.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn draw(sword: Single<&mut Attach>, hand: Entity) {
///     let mut attach = sword.into_inner();
///     attach.leader = hand; // from the belt
///     attach.blend = Blend::eased(0.25);
/// }
///
/// fn throw(sword: Single<(Entity, &Pose), With<Attach>>, mut commands: Commands) {
///     let (entity, pose) = *sword;
///     commands.entity(entity).remove::<Attach>().insert((
///         Velocity::new(pose.velocity + 8.0 * (pose.rotation * Vec3::NEG_Z)),
///         Gravity::EARTH,
///     ));
/// }
/// ```
///
/// # Special cases
///
/// - An entity that is spawned with it is at its place at once. An entity that gets it later goes there from where it is, and other motion
///   gives way: the entity's `Velocity` is removed. While the leader has no `Transform`, the entity stays where it is.
/// - The leader may itself be attached, or be a child of an attached entity: the entity is exactly on it, too. Entities that are attached
///   to each other in a ring stay where they are, with one warning.
/// - A leader that despawns or is disabled leaves its last pose behind, on which the entity comes to rest.
/// - Invalid input is ignored, with one warning, and the last leader stays: a leader without a finite `Transform`, an offset that is not
///   finite, a rotation of length 0, an angular frequency of a blend that is not > 0 and finite.
/// - The velocity of a leader that this crate does not move is a difference of samples `h` apart. When the entity comes to such a leader, its
///   velocity may jump by `h/2` times the leader's acceleration, and by `h²/3` times its jerk when it leaves the leader. Until there are two
///   samples the leader counts as standing. Of a [`LookAt`] without an [`Orbit`], a [`Shows`] or a `Velocity`, only the place is sampled.
/// - A leader that others move below an entity that this crate moves counts as standing on it: the animated hand of a body with a
///   `Velocity`, for instance.
/// - Leaders that are moved in `Update` are seen a frame late, unless cameras are stepped [once a frame](crate::MotionOptions::frame).
/// - Leaders that are animated in `PostUpdate`, bones for instance, are seen as they were in the frame before.
/// - Beside an [`Orbit`], a [`LookAt`] or a [`Shows`] it has no effect. [`Cut`](crate::Cut) ends a blend at once.
#[doc(alias = "parent constraint")]
#[doc(alias = "socket")]
#[doc(alias = "parent")]
#[doc(alias = "constraint")]
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[type_path = "bevy_exact_motion"]
#[reflect(Component, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize), reflect(Serialize, Deserialize))]
#[component(on_add = newcomer_of_many::<ShakeTurn, Self>)]
#[require(Pose, Transform, Blending)]
pub struct Attach {
    /// The entity that it is attached to.
    #[entities]
    pub leader: Entity,
    /// Its place in the leader's own frame. Unit: m. Range: finite. Default: 0.
    pub offset: Vec3,
    /// Its rotation relative to the leader. Default: none.
    pub rotation: Quat,
    /// How it gets there when the leader, the offset or the rotation changes. Default: [`Blend::eased`] in 0.3 s.
    pub blend: Blend,
}

template!(AttachTemplate of Attach::new(leader) { offset: Vec3, rotation: Quat, blend: Blend });

impl Attach {
    /// At the leader's place, and turned as the leader is.
    #[must_use]
    pub const fn new(leader: Entity) -> Self {
        Self { leader, offset: Vec3::ZERO, rotation: Quat::IDENTITY, blend: Blend::eased(0.3) }
    }

    /// The same, at this place in the leader's own frame (m).
    #[must_use]
    pub const fn with_offset(self, offset: Vec3) -> Self {
        Self { offset, ..self }
    }

    /// The same, with this rotation relative to the leader.
    #[must_use]
    pub const fn with_rotation(self, rotation: Quat) -> Self {
        Self { rotation, ..self }
    }

    /// The same, with this blend.
    #[must_use]
    pub const fn by(self, blend: Blend) -> Self {
        Self { blend, ..self }
    }

    /// What is wanted; and why it has no meaning, if it has none.
    fn wanted(&self) -> (Wanted, Option<Refused>) {
        let Self { leader, offset, rotation, .. } = *self;
        let manner = self.blend.manner().map_err(Refused::Frequency);
        let is_turn = Space::is_finite(rotation);
        let manner = if offset.is_finite() && is_turn { manner } else { Err(Refused::Mount) };
        let refused = manner.as_ref().err().copied();
        let manner = manner.ok().map(|manner| manner.map(|manner| Manner { around: false, level: false, ..manner }));
        (Wanted { shot: leader, mount: Mount { offset, rotation }, manner }, refused)
    }
}

/// Why an attachment has no effect.
#[derive(Clone, Copy)]
enum Refused {
    Frequency(f32),
    Mount,
    Ring,
    Leader { is_lost: bool },
}

/// What is attached, and not composed by something else.
pub(super) type Attached = (With<Attach>, Without<Shows>, Without<Orbit>, Without<LookAt>);

pub(super) type Hanging = (NameOrEntity, &'static Attach, &'static mut Blending);

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
pub(super) struct Stepped {
    placings: Vec<(Placement, Placing)>,
    /// Those that are attached to nothing yet, and stand where they are.
    standing: Vec<(Entity, Pose)>,
}

/// Finds where the attached entities among these are put.
pub(super) fn step(
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
            let is_lost = blending.shot() == Some(attach.leader);
            let why = if is_ring { Refused::Ring } else { Refused::Leader { is_lost } };
            tell(&name, attach, refused.unwrap_or(why), warnings);
        }
    }
    stepped
}

/// Puts attached entities there.
pub(super) fn write_attached(
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
        if let Ok((_, mut composed, ..)) = entities.get_mut(placing.entity()) {
            (composed.placement, composed.is_placed) = (Some(*placement), true);
        }
    }
    let placings = placings.into_iter().map(|(_, placing)| placing).collect();
    write(placings, entities, warnings, "this entity", "it is where its Attach puts it");
}

/// Warns that it is not where it is to be.
fn tell(name: &NameOrEntityItem, attach: &Attach, refused: Refused, warnings: &Warnings) {
    let Attach { leader, offset, rotation, .. } = *attach;
    let warn = |mistake, message: Arguments| warnings.warn(name.entity, (mistake, ""), message);
    match refused {
        Refused::Frequency(frequency) => {
            warn(
                "Attach::blend",
                format_args!(
                    "{name}: Attach::blend has an angular frequency of {frequency}, it must be > 0 and finite; it is ignored"
                ),
            );
        }
        Refused::Mount => warn(
            "Attach::offset",
            format_args!(
                "{name}: Attach::offset {offset} must be finite, and Attach::rotation {rotation} a rotation; they are ignored"
            ),
        ),
        Refused::Ring => {
            warn(
                "Attach in a ring",
                format_args!(
                    "{name}: it is attached to {leader}, which is attached to it in the end; its last pose stands"
                ),
            );
        }
        Refused::Leader { is_lost: true } => {
            warn(
                "Attach::leader is lost",
                format_args!(
                    "{name}: {leader}, which it is attached to, has no finite Transform any more; its last pose stands"
                ),
            );
        }
        Refused::Leader { is_lost: false } => {
            warn(
                "Attach::leader",
                format_args!(
                    "{name}: it is attached to {leader}, which has no finite Transform; it is ignored until it has one"
                ),
            );
        }
    }
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
