//! Through which lens a shot is seen that has no camera of its own.

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::camera::{Composed, Shows};

/// What a perspective sees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Perspective {
    /// Unit: rad.
    pub(crate) field_of_view: f32,
    /// The picture's width divided by its height.
    pub(crate) aspect: f32,
}

impl Perspective {
    /// That of an entity without a perspective, and without anybody who shows it: 45°, square.
    pub(crate) const ALONE: Self = Self { field_of_view: core::f32::consts::FRAC_PI_4, aspect: 1.0 };
}

/// The cameras that show shots.
#[derive(SystemParam)]
pub(crate) struct Viewers<'w, 's> {
    showing: Query<'w, 's, (&'static Shows, &'static Projection, &'static Composed, &'static Camera)>,
    cameras: Query<'w, 's, &'static Camera>,
}

impl Viewers<'_, '_> {
    /// An entity's own perspective, whatever shot it shows; none if its projection is another one. Bevy keeps the aspect ratio of cameras alone:
    /// that of a shot is its viewers', and so is the field of view of a shot without a projection.
    pub(crate) fn perspective(
        &self,
        entity: Entity,
        (projection, composed): (Option<&Projection>, &Composed),
    ) -> Option<Perspective> {
        let viewed = if self.cameras.contains(entity) { None } else { self.view_of(entity) };
        match projection {
            None => Some(viewed.unwrap_or(Perspective::ALONE)),
            Some(Projection::Perspective(own)) => Some(Perspective {
                field_of_view: composed.own.lens(own.fov),
                aspect: viewed.map_or(own.aspect_ratio, |viewed| viewed.aspect),
            }),
            Some(_) => None,
        }
    }

    /// Whether the picture is not known yet in which an entity is seen: Bevy writes the aspect ratio of a new camera at the end of a frame.
    pub(crate) fn awaits_picture(&self, entity: Entity) -> bool {
        let awaits = |camera: &Camera| camera.physical_target_size().is_none();
        if let Ok(camera) = self.cameras.get(entity) {
            return awaits(camera);
        }
        let any = |shows_it: bool| {
            let mut showing = self.showing.iter().filter(|(shows, ..)| !shows_it || shows.shot == entity).peekable();
            showing.peek().is_some().then(|| showing.any(|(.., camera)| awaits(camera)))
        };
        any(true).or_else(|| any(false)).unwrap_or(false)
    }

    /// The narrowest picture of those who show a shot, or, while nobody does, of all who show anything: what is in a zone of that is in it
    /// in wider ones, too.
    fn view_of(&self, shot: Entity) -> Option<Perspective> {
        let narrowest = |shows_it: bool| {
            let showing = self.showing.iter().filter(|(shows, ..)| !shows_it || shows.shot == shot);
            let views = showing.filter_map(|(_, projection, composed, _)| match projection {
                Projection::Perspective(own) => {
                    Some(Perspective { field_of_view: composed.own.lens(own.fov), aspect: own.aspect_ratio })
                }
                _ => None,
            });
            // A window of no size has no picture.
            let seen = views.filter(|view| view.aspect > 0.0 && view.aspect.is_finite());
            seen.min_by(|one, other| {
                let by_field = || one.field_of_view.total_cmp(&other.field_of_view);
                one.aspect.total_cmp(&other.aspect).then_with(by_field)
            })
        };
        narrowest(true).or_else(|| narrowest(false))
    }
}
