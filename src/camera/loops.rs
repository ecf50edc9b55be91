//! Loops: places and orientations that depend on themselves, at once and not by a spring.

use alloc::vec::Vec;

use bevy::{
    ecs::{entity::EntityHashMap, system::SystemParam},
    platform::collections::HashSet,
    prelude::*,
};

use super::{Attach, InGroup, LookAt, Orbit, Shows};
use crate::property::disabling::WithDisabled;

type Links =
    (Option<&'static ChildOf>, Option<&'static Attach>, Option<&'static Shows>, Option<&'static LookAt>, Has<Orbit>);

/// What depends on what.
#[derive(SystemParam)]
pub(crate) struct Loops<'w, 's> {
    links: WithDisabled<'w, 's, Links>,
    members: Query<'w, 's, (Entity, &'static InGroup), With<Transform>>,
}

/// A place or an orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Part {
    entity: Entity,
    is_turn: bool,
    /// Of a camera: as it would be without the shot that it shows.
    is_own: bool,
}

impl Part {
    const fn place(entity: Entity) -> Self {
        Self { entity, is_turn: false, is_own: false }
    }

    const fn turn(entity: Entity) -> Self {
        Self { is_turn: true, ..Self::place(entity) }
    }
}

/// The members of each group.
pub(crate) type Members = EntityHashMap<Vec<Entity>>;

impl Loops<'_, '_> {
    /// The members of all groups, for the other methods.
    pub(crate) fn members(&self) -> Members {
        let mut members = Members::default();
        for (entity, member) in self.members.iter().filter(|(_, member)| member.counts()) {
            members.entry(member.group).or_default().push(entity);
        }
        members
    }

    /// Whether the place of a group's member depends on the place of `entity`.
    pub(crate) fn is_moved_by(&self, group: Entity, entity: Entity, members: &Members) -> bool {
        let from = members.get(&group).into_iter().flatten().map(|&member| Part::place(member));
        self.depends(from.collect(), Part::place(entity), members)
    }

    /// Whether what a camera looks at depends on where the camera looks.
    pub(crate) fn looks_at_itself(&self, camera: Entity, look: &LookAt, members: &Members) -> bool {
        let turn = (look.offset != Vec3::ZERO).then_some(Part::turn(look.target));
        let from = core::iter::once(Part::place(look.target)).chain(turn).collect();
        self.depends(from, Part { is_own: true, ..Part::turn(camera) }, members)
    }

    /// Whether one of these depends on another one, directly or by others. It takes a time linear in the number of all that they depend on.
    fn depends(&self, from: Vec<Part>, on: Part, members: &Members) -> bool {
        let (mut seen, mut next) = (HashSet::new(), from);
        let on = self.normal(on);
        while let Some(part) = next.pop() {
            let part = self.normal(part);
            if part == on {
                return true;
            }
            if seen.insert(part) {
                self.put_dependencies(part, members, &mut next);
            }
        }
        false
    }

    /// The shot that an entity shows, unless it shows itself.
    fn shot(&self, entity: Entity) -> Option<Entity> {
        let shot = self.links.get(entity).ok()?.2?.shot;
        (shot != entity).then_some(shot)
    }

    /// What shows no other entity is as it would be without a shot.
    fn normal(&self, part: Part) -> Part {
        Part { is_own: part.is_own || self.shot(part.entity).is_none(), ..part }
    }

    /// Adds what this depends on directly.
    fn put_dependencies(&self, part: Part, members: &Members, to: &mut Vec<Part>) {
        let Part { entity, is_turn, is_own } = part;
        let Ok((child_of, attach, _, look, orbits)) = self.links.get(entity) else { return };
        if let Some(shot) = self.shot(entity).filter(|_| !is_own) {
            let has_own_view = self.links.get(shot).is_ok_and(|(.., look, orbits)| orbits || look.is_some());
            to.push(Part { is_own: has_own_view, is_turn, entity: shot });
            return;
        }
        let is_camera = orbits || look.is_some();
        if is_turn && let Some(look) = look {
            to.push(Part { is_own, ..Part::place(entity) });
            to.push(Part::place(look.target));
            if look.offset != Vec3::ZERO {
                to.push(Part::turn(look.target));
            }
        } else if let Some(attach) = attach.filter(|_| !is_camera) {
            to.extend([Part::place(attach.leader), Part::turn(attach.leader)]);
        } else if let Some(members) = members.get(&entity).filter(|_| !is_turn) {
            to.extend(members.iter().map(|&member| Part::place(member)));
        } else if let Some(parent) = child_of.map(ChildOf::parent) {
            to.push(Part::turn(parent));
            if !is_turn {
                to.push(Part::place(parent));
            }
        }
    }
}
