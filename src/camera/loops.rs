//! Finds loops: positions and orientations that depend on themselves without a spring in between.

use alloc::vec::Vec;

use bevy::{ecs::system::SystemParam, platform::collections::HashSet, prelude::*};

use super::{
    ActiveShot, Attach, LookAt, Orbit,
    group::{GroupMember, GroupMembers},
};
use crate::property::disabling::WithDisabled;

type Links = (
    Option<&'static ChildOf>,
    Option<&'static Attach>,
    Option<&'static ActiveShot>,
    (Option<&'static LookAt>, Has<Orbit>),
    Option<&'static GroupMembers>,
);

/// Queries for the entities that positions and orientations depend on.
#[derive(SystemParam)]
pub(crate) struct Loops<'w, 's> {
    links: WithDisabled<'w, 's, Links>,
    members: Query<'w, 's, (Entity, &'static GroupMember), With<Transform>>,
}

/// The position or the orientation of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Part {
    entity: Entity,
    is_turn: bool,
    /// For a camera: whether this part belongs to the camera's own view, and not to the shot that the camera shows.
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

impl Loops<'_, '_> {
    /// Whether the position of any member of `group` depends on the position of `entity`.
    pub(crate) fn is_moved_by(&self, group: Entity, entity: Entity) -> bool {
        let members = self.links.get(group).ok().and_then(|(.., members)| members);
        self.depends(self.places(members).collect(), Part::place(entity))
    }

    /// Whether the point that a camera looks at depends on the orientation of the camera.
    pub(crate) fn looks_at_itself(&self, camera: Entity, look: &LookAt) -> bool {
        let turn = (look.offset != Vec3::ZERO).then_some(Part::turn(look.target));
        let from = core::iter::once(Part::place(look.target)).chain(turn).collect();
        self.depends(from, Part { is_own: true, ..Part::turn(camera) })
    }

    /// Whether any part in `from` equals `on` or depends on it, directly or indirectly. Takes time linear in the number of dependencies.
    fn depends(&self, from: Vec<Part>, on: Part) -> bool {
        let (mut seen, mut next) = (HashSet::new(), from);
        let on = self.normalized(on);
        while let Some(part) = next.pop() {
            let part = self.normalized(part);
            if part == on {
                return true;
            }
            if seen.insert(part) {
                self.push_dependencies(part, &mut next);
            }
        }
        false
    }

    /// The positions of those `members` of a group whose weight is above 0.
    fn places(&self, members: Option<&GroupMembers>) -> impl Iterator<Item = Part> {
        let members = members.into_iter().flat_map(GroupMembers::iter);
        let members = members.filter_map(|member| self.members.get(member).ok());
        members.filter(|(_, member)| member.has_weight()).map(|(entity, _)| Part::place(entity))
    }

    /// The shot that an entity shows, or `None` if it shows itself or nothing.
    fn shot(&self, entity: Entity) -> Option<Entity> {
        let shot = self.links.get(entity).ok()?.2?.shot;
        (shot != entity).then_some(shot)
    }

    /// Normalizes a part: the view of an entity that shows no other entity is its own view.
    fn normalized(&self, part: Part) -> Part {
        Part { is_own: part.is_own || self.shot(part.entity).is_none(), ..part }
    }

    /// Pushes the direct dependencies of `part` to `to`.
    fn push_dependencies(&self, part: Part, to: &mut Vec<Part>) {
        let Part { entity, is_turn, is_own } = part;
        let Ok((child_of, attach, _, (look, orbits), members)) = self.links.get(entity) else { return };
        let mut places = self.places(members.filter(|_| !is_turn)).peekable();
        if let Some(shot) = self.shot(entity).filter(|_| !is_own) {
            let has_own_view = self.links.get(shot).is_ok_and(|(.., (look, orbits), _)| orbits || look.is_some());
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
        } else if places.peek().is_some() {
            to.extend(places);
        } else if let Some(parent) = child_of.map(ChildOf::parent) {
            to.push(Part::turn(parent));
            if !is_turn {
                to.push(Part::place(parent));
            }
        }
    }
}
