//! Finds the lens through which a shot without its own `Camera` is seen.

use bevy::{ecs::system::SystemParam, prelude::*};

use crate::camera::{ActiveShot, Composed};

/// The field of view and the aspect ratio of a perspective.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Perspective {
    /// Unit: rad.
    pub(crate) field_of_view: f32,
    /// The picture's width divided by its height.
    pub(crate) aspect: f32,
}

impl Perspective {
    /// The perspective of an entity that has none and that no camera shows: 45°, square.
    pub(crate) const DEFAULT: Self = Self { field_of_view: core::f32::consts::FRAC_PI_4, aspect: 1.0 };
}

/// Queries for the cameras that show shots.
#[derive(SystemParam)]
pub(crate) struct ShotCameras<'w, 's> {
    showing: Query<'w, 's, (&'static ActiveShot, &'static Projection, &'static Composed, &'static Camera)>,
    cameras: Query<'w, 's, &'static Camera>,
}

impl ShotCameras<'_, '_> {
    /// An entity's own perspective, whatever shot it shows. Returns `None` if its projection is not a perspective. Bevy updates the aspect
    /// ratio of cameras only, so a shot without a `Camera` has the aspect ratio of the camera that shows it. If the shot has no projection
    /// either, it also has the field of view of that camera.
    pub(crate) fn perspective(
        &self,
        entity: Entity,
        (projection, composed): (Option<&Projection>, &Composed),
    ) -> Option<Perspective> {
        let shown = if self.cameras.contains(entity) { None } else { self.narrowest_view(entity) };
        match projection {
            None => Some(shown.unwrap_or(Perspective::DEFAULT)),
            Some(Projection::Perspective(own)) => Some(Perspective {
                field_of_view: composed.own_view.lens(own.fov),
                aspect: shown.map_or(own.aspect_ratio, |shown| shown.aspect),
            }),
            Some(_) => None,
        }
    }

    /// Whether the size of the picture of a camera or a shot is not known yet. Bevy writes the aspect ratio of a new camera at the end of a
    /// frame.
    pub(crate) fn awaits_picture(&self, entity: Entity) -> bool {
        let awaits = |camera: &Camera| camera.physical_target_size().is_none();
        if let Ok(camera) = self.cameras.get(entity) {
            return awaits(camera);
        }
        let any_awaits = |shows_it: bool| {
            let mut showing = self.showing.iter().filter(|(shows, ..)| !shows_it || shows.shot == entity).peekable();
            showing.peek().is_some().then(|| showing.any(|(.., camera)| awaits(camera)))
        };
        any_awaits(true).or_else(|| any_awaits(false)).unwrap_or(false)
    }

    /// The narrowest picture among the cameras that show this shot, or among all cameras that show any shot if none does. A point in a zone
    /// of the narrowest picture is in that zone in wider pictures as well.
    fn narrowest_view(&self, shot: Entity) -> Option<Perspective> {
        let narrowest = |shows_it: bool| {
            let showing = self.showing.iter().filter(|(shows, ..)| !shows_it || shows.shot == shot);
            let views = showing.filter_map(|(_, projection, composed, _)| match projection {
                Projection::Perspective(own) => {
                    Some(Perspective { field_of_view: composed.own_view.lens(own.fov), aspect: own.aspect_ratio })
                }
                _ => None,
            });
            // A window without a size has no valid aspect ratio.
            let seen = views.filter(|view| view.aspect > 0.0 && view.aspect.is_finite());
            seen.min_by(|one, other| {
                let by_field = || one.field_of_view.total_cmp(&other.field_of_view);
                one.aspect.total_cmp(&other.aspect).then_with(by_field)
            })
        };
        narrowest(true).or_else(|| narrowest(false))
    }
}
