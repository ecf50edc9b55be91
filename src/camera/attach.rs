//! Entities that are attached to others, as a sword is to a hand.

use alloc::vec::Vec;

#[cfg(feature = "serialize")]
use bevy::reflect::{ReflectDeserialize, ReflectSerialize};
use bevy::{
    ecs::{
        change_detection::{DetectChanges, Ref},
        component::Component,
        entity::{Entity, EntityHashSet},
        lifecycle::Add,
        name::NameOrEntity,
        observer::On,
        query::{Has, With, Without},
        reflect::ReflectComponent,
        system::{Commands, ParamSet, Query, Res},
    },
    math::{DVec3, Quat, Vec3},
    reflect::Reflect,
    transform::components::Transform,
};
use log::warn;

use super::{
    Blend, LookAt, Orbit, OrbitYaw, Pose, ShakeTurn, Shows,
    blend::{Blending, Mount, Seen, Wanted},
    frame::Frames,
    place::{Placed, Placing, write},
    transition::{Manner, View},
};
use crate::{
    motion::clock::Clock,
    property::{Rotation, Velocity, newcomer::newcomer_of_many},
};

/// Keeps an entity on another one exactly: a sword in a hand, a rider on a horse, a label on a planet.
///
/// It is where a child of the leader would be, at each tick and each drawn instant, whatever the leader does; but it may go from one leader
/// to another at any time. Then, and where the offset changes, it goes on from where it was, with its velocities: what is left of the
/// change decays by [`Blend`]. The old leader is forgotten at once, and may despawn.
///
/// Needs an [`ExactCameraPlugin`](crate::ExactCameraPlugin), and writes translation and rotation of the `Transform`. [`Pose`] tells how the
/// entity moves: take the component off and give the entity that velocity to let it go.
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
///         Gravity::default(),
///     ));
/// }
/// ```
///
/// # Special cases
///
/// - Attached where it is spawned, it is there at once. Attached later, it goes there from where it is, and whatever else moved it
///   gives way: its `Velocity` is taken off.
/// - The leader may be attached itself, or be a child of what is attached: the entity is on it exactly, too. Entities that are attached to
///   each other in a ring stay where they are, with one warning.
/// - A leader that despawns or is disabled leaves its last pose behind, on which the entity comes to rest.
/// - Invalid input is ignored, with one warning, and the last leader stays: a leader without a finite `Transform`, an offset that is not
///   finite, a rotation of length 0, an angular frequency of a blend that is not > 0 and finite.
/// - The velocity of a leader that this crate does not move is found by differences. Where the entity comes to such a leader or leaves it,
///   `x′` may jump by `h²/3` of the leader's jerk.
/// - Leaders that are animated in `PostUpdate`, bones for instance, are seen as they were in the frame before.
/// - Beside an [`Orbit`], a [`LookAt`] or a [`Shows`] it has no effect. [`Cut`](crate::Cut) ends what is left of a change at once.
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
    /// Whom it is attached to.
    #[entities]
    pub leader: Entity,
    /// Where, in the leader's own frame. Unit: m. Range: finite. Default: 0.
    pub offset: Vec3,
    /// How it is turned there. Default: as the leader.
    pub rotation: Quat,
    /// How it gets there, whenever one of these changes. Default: [`Blend::eased`] in 0.3 s.
    pub blend: Blend,
}

impl Attach {
    /// Where the leader is, and turned as it is.
    #[must_use]
    pub const fn new(leader: Entity) -> Self {
        Self { leader, offset: Vec3::ZERO, rotation: Quat::IDENTITY, blend: Blend::eased(0.3) }
    }

    /// The same, there in the leader's own frame (m).
    #[must_use]
    pub const fn with_offset(self, offset: Vec3) -> Self {
        Self { offset, ..self }
    }

    /// The same, turned so against the leader.
    #[must_use]
    pub const fn with_rotation(self, rotation: Quat) -> Self {
        Self { rotation, ..self }
    }

    /// Gets there so.
    #[must_use]
    pub const fn by(self, blend: Blend) -> Self {
        Self { blend, ..self }
    }

    /// What is wanted; and why it has no meaning, if it has none.
    fn wanted(&self) -> (Wanted, Option<Refused>) {
        let Self { leader, offset, rotation, .. } = *self;
        let manner = self.blend.manner().map_err(Refused::Frequency);
        let is_turn = rotation.is_finite() && rotation.length_squared() > 0.0;
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
}

/// Who is attached, and not composed by something else.
type Attached = (With<Attach>, Without<Shows>, Without<Orbit>, Without<LookAt>);

type Hanging = (NameOrEntity, &'static Attach, &'static mut Blending);

/// Whether somebody is to be elsewhere than on whom it was.
pub(crate) fn is_attached_anew(attached: Query<(&Attach, &Blending), Attached>) -> bool {
    attached.iter().any(|(attach, blending)| !blending.is_on(&attach.wanted().0))
}

/// Puts everybody on whom they are attached to, leaders first.
pub(crate) fn attach(
    clock: Res<Clock<OrbitYaw>>,
    mut world: ParamSet<((Query<Hanging, Attached>, Frames), Query<Placed>)>,
) {
    let after = clock.acts_at(None);
    let (attached, frames) = world.p0();
    let (levels, looped) = levels(&attached, &frames);
    let in_loop = (!looped.is_empty()).then_some((looped, true));
    for (level, is_looped) in levels.into_iter().map(|level| (level, false)).chain(in_loop) {
        let (mut attached, frames) = world.p0();
        let mut placements = Vec::new();
        for entity in level {
            let Ok((name, attach, mut blending)) = attached.get_mut(entity) else { continue };
            let (wanted, refused) = attach.wanted();
            let look = |leader: Entity, mount: &Mount| if is_looped { None } else { seen(leader, mount, &frames) };
            let own = blending.carried(after);
            if let Some(view) = blending.step(after, &wanted, own, look) {
                placements.push((view.placement, Placing::of(entity, view.placement, None, &frames)));
            }
            if blending.is_refused_anew(&wanted) {
                let leader = attach.leader;
                match refused {
                    Some(Refused::Frequency(frequency)) => warn!(
                        "{name}: Attach::blend has an angular frequency of {frequency}, it must be > 0 and finite; it stays where it is \
                         attached"
                    ),
                    Some(Refused::Mount) => warn!(
                        "{name}: Attach::offset {} must be finite, and Attach::rotation {} a rotation; it stays where it is attached",
                        attach.offset, attach.rotation
                    ),
                    None if is_looped => {
                        warn!(
                            "{name}: it is attached to {leader}, which is attached to it in the end; its last pose stands"
                        );
                    }
                    None => warn!(
                        "{name}: it is attached to {leader}, which has no Transform that is finite; its last pose stands"
                    ),
                }
            }
        }
        let mut entities = world.p1();
        for (placement, placing) in &placements {
            if let Ok((_, mut composed, ..)) = entities.get_mut(placing.entity()) {
                (composed.placement, composed.is_placed) = (Some(*placement), true);
            }
        }
        let placings = placements.into_iter().map(|(_, placing)| placing).collect();
        write(placings, &mut entities, "this entity", "it is where its Attach puts it");
    }
}

/// Who is on nobody that is attached, then who is on those, and so on; and who is attached to itself in the end.
fn levels(attached: &Query<Hanging, Attached>, frames: &Frames) -> (Vec<Vec<Entity>>, Vec<Entity>) {
    let mut waiting: Vec<_> = Vec::new();
    for (name, attach, blending) in attached {
        let leaders = core::iter::once(attach.leader).chain(blending.shot());
        let leaders = leaders.flat_map(|leader| core::iter::once(leader).chain(frames.above(leader)));
        let under = leaders.chain(frames.above(name.entity)).filter(|&entity| attached.contains(entity));
        waiting.push((name.entity, under.collect::<Vec<_>>()));
    }
    let mut levels = Vec::new();
    while !waiting.is_empty() {
        let behind: EntityHashSet = waiting.iter().map(|(entity, _)| *entity).collect();
        let (ready, rest): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|(_, under)| !under.iter().any(|entity| behind.contains(entity)));
        waiting = rest;
        if ready.is_empty() {
            break;
        }
        levels.push(ready.into_iter().map(|(entity, _)| entity).collect());
    }
    (levels, waiting.into_iter().map(|(entity, _)| entity).collect())
}

/// Where something is that is attached so to a leader; none where that is nowhere.
fn seen(leader: Entity, mount: &Mount, frames: &Frames) -> Option<Seen> {
    if !frames.contains(leader) {
        return None;
    }
    let place = Transform { translation: mount.offset, rotation: mount.rotation, ..Transform::IDENTITY };
    let frame = frames.own(leader).carry(&place, DVec3::ZERO, DVec3::ZERO);
    frame.is_somewhere().then(|| Seen {
        view: View { placement: frame.placement, subject: None, lens: None },
        is_sampled: !frames.tells_velocity(leader),
    })
}

/// Observer: what was somewhere before it is attached comes from there, with its velocities; what moved it gives way.
pub(crate) fn begin(
    added: On<Add, Attach>,
    clock: Res<Clock<OrbitYaw>>,
    frames: Frames,
    mut attached: Query<(Ref<Transform>, Ref<Attach>, &mut Blending, Moved), Attached>,
    mut commands: Commands,
) {
    let Ok((transform, attach, mut blending, (moves, turns))) = attached.get_mut(added.entity) else { return };
    if transform.added() != attach.added() {
        let view = View { placement: frames.own(added.entity).placement, subject: None, lens: None };
        blending.come_from(view, clock.acts_at(None));
    }
    if moves || turns {
        commands.entity(added.entity).try_remove::<(Velocity, Velocity<Rotation>)>();
    }
}

/// Observer: springs on what is attached give way.
pub(crate) fn give_way(
    added: On<Add, (Velocity, Velocity<Rotation>)>,
    attached: Query<NameOrEntity, Attached>,
    mut commands: Commands,
) {
    let Ok(name) = attached.get(added.entity) else { return };
    warn!("{name}: its Attach moves it; motion on its Translation or Rotation has no effect, put it on the leader");
    commands.entity(added.entity).try_remove::<(Velocity, Velocity<Rotation>)>();
}

type Moved = (Has<Velocity>, Has<Velocity<Rotation>>);
