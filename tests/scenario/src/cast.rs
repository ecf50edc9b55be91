//! The entities: several groups, each with one entity for every role.

use bevy::prelude::*;

use crate::{random::Random, roles};

/// The number of groups. All groups do the same, with different numbers.
const GROUPS: u16 = 2;

macro_rules! roles {
    ($($role:ident),* $(,)?) => {
        /// The role of an entity in its group.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Role { $($role),* }

        impl Role {
            const ALL: &[Self] = &[$(Self::$role),*];
        }
    };
}

roles! {
    // Laws.
    Leader, Tracked, MovingTarget, AxisSprings, AxisFollower, Glider, Slider, DrySpring, Burst, BurstTo, BurstInCompany,
    Growing, Toggled, SingleAxes, Spinner, Needle, Paced, Coaster, Conventions, Invalid,
    // Followers.
    Follower, SecondFollower, Foreign, BehindForeign, Delayed, Ticked, LookAhead, OwnOffset, ForeignParent, Child,
    MovedParent, ChildOfMovedParent, Turner, Grower, RingFirst, RingSecond, RingThird, BehindRing, HeldFollower, Windy,
    BehindWind, FollowerOfReplaced, Cloned,
    // Contacts.
    Ball, Plane, Boxed, Soft, Clamped, MovingBound, SoftFollower, Thrown, Pages, Points, Steps, Bouncer,
    BoundedFollower,
    // Custom properties.
    Scalars, Colours, Wheels, Reduced, Simulated, SimulatedFollower, SimulatedBall, Framed, FramedFollower,
    // Cameras.
    Player, Prey, Group, Pivot, Middle, Boom, Wide, Shown, Attached,
    // Saved and loaded.
    SavedLeader, SavedFollower, SavedBall, SavedBurst, SavedThrown, SavedRest, SavedHeld,
}

impl Role {
    /// Whether the states of this role depend on when frames are drawn. The velocity of a grabbed entity is measured in frames, and a
    /// camera starts to look at its target or to frame its group in its first frame.
    pub(crate) fn depends_on_frames(self) -> bool {
        use Role::{Attached, Boom, Cloned, HeldFollower, Middle, Pages, Points, SavedHeld, Shown, Steps, Wide};
        matches!(
            self,
            HeldFollower | Pages | Points | Steps | Boom | Wide | Shown | Attached | Middle | Cloned | SavedHeld
        )
    }
}

/// The number of entities in all groups.
pub(crate) const SLOTS: u16 = GROUPS * Role::ALL.len() as u16;

/// Identifies an entity: a role in a group.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component)]
pub(crate) struct Slot(pub(crate) u16);

impl Slot {
    pub(crate) fn group(self) -> u16 {
        self.0 / Role::ALL.len() as u16
    }

    pub(crate) fn role(self) -> Role {
        Role::ALL[usize::from(self.0) % Role::ALL.len()]
    }
}

impl std::fmt::Display for Slot {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(formatter, "{:?} {}", self.role(), self.group())
    }
}

/// The entity in each slot.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Cast(pub(crate) Vec<Entity>);

impl Cast {
    pub(crate) fn empty() -> Self {
        Self(vec![Entity::PLACEHOLDER; usize::from(SLOTS)])
    }

    pub(crate) fn slot(group: u16, role: Role) -> Slot {
        Slot(group * Role::ALL.len() as u16 + role as u16)
    }

    pub(crate) fn get(&self, group: u16, role: Role) -> Entity {
        self.0[usize::from(Self::slot(group, role).0)]
    }

    pub(crate) fn groups() -> std::ops::Range<u16> {
        0..GROUPS
    }
}

/// The input for an entity's components: random numbers of its own, and the other entities of its group.
pub(crate) struct Dressing<'a> {
    pub(crate) slot: Slot,
    pub(crate) random: Random,
    cast: &'a Cast,
}

impl Dressing<'_> {
    /// The entity with this role in the same group.
    pub(crate) fn mate(&self, role: Role) -> Entity {
        self.cast.get(self.slot.group(), role)
    }

    pub(crate) fn at(&mut self) -> Transform {
        Transform::from_translation(self.random.vector(5.0))
    }
}

/// Spawns an entity without the components of its role, so that other entities can refer to it.
pub(crate) fn spawn(world: &mut World, cast: &mut Cast, slot: u16) {
    cast.0[usize::from(slot)] = world.spawn(Slot(slot)).id();
}

/// Gives an entity the components of its role.
pub(crate) fn dress(world: &mut World, cast: &Cast, slot: Slot) {
    let mut dressing = Dressing { slot, random: Random(u64::from(slot.0)), cast };
    let mut entity = world.entity_mut(cast.0[usize::from(slot.0)]);
    roles::dress(&mut dressing, &mut entity);
}

/// Despawns the entity in a slot and spawns another one there.
pub(crate) fn replace(world: &mut World, slot: Slot) {
    world.resource_scope(|world, mut cast: Mut<Cast>| {
        world.despawn(cast.0[usize::from(slot.0)]);
        spawn(world, &mut cast, slot.0);
        dress(world, &cast, slot);
    });
}
