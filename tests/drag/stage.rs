//! An app with a simulated window, camera and pointers.

use std::time::Duration;

use bevy::{
    camera::{
        CameraProjection, NormalizedRenderTarget, OrthographicProjection, PerspectiveProjection, RenderTargetInfo,
    },
    picking::{
        InteractionPlugin, PickingPlugin, PickingSystems,
        backend::{HitData, PointerHits},
        pointer::{Location, PointerAction, PointerButton, PointerId, PointerInput},
    },
    prelude::*,
    reflect::TypePath,
    time::TimeUpdateStrategy,
    window::{PrimaryWindow, Window, WindowRef},
};
use bevy_exact_motion::{events::InvalidMotion, prelude::*, property::Property};

use crate::app::in_one_thread;

/// The scroll offset of a list, as a component and as its property. Unit: logical pixels.
#[derive(Component, TypePath, Clone, Copy)]
pub(crate) struct Offset(pub(crate) f32);

impl Property for Offset {
    type Component = Self;
    type Value = f32;
    fn get(component: &Self) -> f32 {
        component.0
    }
    fn set(component: &mut Self, value: f32) {
        component.0 = value;
    }
}

/// The entities under every pointer, topmost first, and the hit point in the world if the backend reports one.
#[derive(Resource, Default)]
pub(crate) struct Under(pub(crate) Vec<Entity>, pub(crate) Option<Vec3>);

/// The velocities at which entities were released, and the invalid fields that were reported.
#[derive(Resource, Default)]
pub(crate) struct Record {
    pub(crate) scroll_velocities: Vec<f32>,
    pub(crate) velocities: Vec<Vec3>,
    pub(crate) invalid_fields: Vec<&'static str>,
}

pub(crate) struct Stage {
    pub(crate) app: App,
    pub(crate) camera: Entity,
    pub(crate) window: Entity,
    pub(crate) mouse: Entity,
    at: Vec<(PointerId, Vec2)>,
}

/// The size of the window. Unit: logical pixels.
const SIZE: Vec2 = Vec2::new(1280.0, 720.0);

impl Stage {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    pub(crate) fn with(more: impl FnOnce(&mut App)) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, PickingPlugin, InteractionPlugin));
        more(&mut app);
        app.add_plugins(ExactMotionPlugin::default())
            .register_motion::<Offset>()
            .init_resource::<Under>()
            .init_resource::<Record>()
            .insert_resource(Time::<Fixed>::from_hz(64.0))
            .add_systems(PreUpdate, hit.in_set(PickingSystems::Backend))
            .add_observer(
                |released: On<Remove, Grabbed<Offset>>, all: Query<&Velocity<Offset>>, mut record: ResMut<Record>| {
                    record.scroll_velocities.extend(all.get(released.entity).map(|velocity| velocity.0));
                },
            )
            .add_observer(|released: On<Remove, Grabbed>, all: Query<&Velocity>, mut record: ResMut<Record>| {
                record.velocities.extend(all.get(released.entity).map(|velocity| velocity.0));
            })
            .add_observer(|invalid: On<InvalidMotion<Offset>>, mut record: ResMut<Record>| {
                record.invalid_fields.push(invalid.field);
            });
        app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::MAX);
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        let mouse = app.world_mut().spawn(PointerId::Mouse).id();
        let camera = app.world_mut().spawn((Camera::default(), Transform::default())).id();
        app.finish();
        in_one_thread(&mut app);
        let mut stage = Self { app, camera, window, mouse, at: Vec::new() };
        stage.look_orthographic();
        stage.frame(0);
        stage.frame(0);
        stage
    }

    /// Gives the camera an orthographic view of the xy plane, in which one unit is one pixel.
    pub(crate) fn look_orthographic(&mut self) {
        let mut projection = OrthographicProjection::default_2d();
        projection.update(SIZE.x, SIZE.y);
        self.look(projection.get_clip_from_view());
    }

    /// Gives the camera a perspective view.
    pub(crate) fn look_perspective(&mut self) {
        let mut projection = PerspectiveProjection::default();
        projection.update(SIZE.x, SIZE.y);
        self.look(projection.get_clip_from_view());
    }

    pub(crate) fn look(&mut self, clip_from_view: Mat4) {
        let mut camera = self.app.world_mut().get_mut::<Camera>(self.camera).expect("there is a camera");
        camera.computed.clip_from_view = clip_from_view;
        camera.computed.target_info = Some(RenderTargetInfo { physical_size: SIZE.as_uvec2(), scale_factor: 1.0 });
    }

    /// Plays one frame of this length (ms).
    pub(crate) fn frame(&mut self, milliseconds: u64) {
        self.frame_of(Duration::from_millis(milliseconds));
    }

    pub(crate) fn frame_of(&mut self, length: Duration) {
        self.app.insert_resource(TimeUpdateStrategy::ManualDuration(length));
        self.app.update();
    }

    pub(crate) fn run(&mut self, seconds: f64) {
        for _ in 0..(seconds / 0.016) as usize {
            self.frame(16);
        }
    }

    pub(crate) fn spawn(&mut self, bundle: impl Bundle) -> Entity {
        let entity = self.app.world_mut().spawn(bundle).id();
        self.under(entity);
        self.frame(0);
        entity
    }

    /// Puts an entity under all pointers.
    pub(crate) fn under(&mut self, entity: Entity) {
        self.app.world_mut().resource_mut::<Under>().0 = vec![entity];
    }

    pub(crate) fn send(&mut self, pointer: PointerId, position: Vec2, action: PointerAction) {
        let target = WindowRef::Primary.normalize(Some(self.window)).expect("there is a primary window");
        let location = Location { target: NormalizedRenderTarget::Window(target), position };
        self.app.world_mut().write_message(PointerInput::new(pointer, location, action));
    }

    pub(crate) fn move_pointer(&mut self, pointer: PointerId, position: Vec2) {
        let before = self.at.iter().position(|(other, _)| *other == pointer);
        let delta = before.map_or(Vec2::ZERO, |place| position - self.at.swap_remove(place).1);
        self.at.push((pointer, position));
        self.send(pointer, position, PointerAction::Move { delta });
    }

    pub(crate) fn press_with(&mut self, pointer: PointerId, position: Vec2) {
        self.move_pointer(pointer, position);
        self.send(pointer, position, PointerAction::Press(PointerButton::Primary));
    }

    pub(crate) fn release_with(&mut self, pointer: PointerId) {
        let position = self.at.iter().find(|(other, _)| *other == pointer).map_or(Vec2::ZERO, |(_, at)| *at);
        self.send(pointer, position, PointerAction::Release(PointerButton::Primary));
    }

    /// Presses the mouse button, and plays one frame.
    pub(crate) fn press(&mut self, position: Vec2) {
        self.press_with(PointerId::Mouse, position);
        self.frame(8);
    }

    pub(crate) fn move_to(&mut self, position: Vec2) {
        self.move_pointer(PointerId::Mouse, position);
    }

    /// Releases the mouse button, and plays a frame of length 0.
    pub(crate) fn release(&mut self) {
        self.release_with(PointerId::Mouse);
        self.frame(0);
    }

    pub(crate) fn scroll(&self, entity: Entity) -> f32 {
        self.get::<Offset>(entity).0
    }

    pub(crate) fn place(&self, entity: Entity) -> Vec3 {
        self.get::<Transform>(entity).translation
    }

    pub(crate) fn get<C: Component>(&self, entity: Entity) -> &C {
        self.app.world().get::<C>(entity).expect("the entity should have the component")
    }

    pub(crate) fn has<C: Component>(&self, entity: Entity) -> bool {
        self.app.world().get::<C>(entity).is_some()
    }

    pub(crate) fn record(&self) -> &Record {
        self.app.world().resource::<Record>()
    }

    pub(crate) fn entity(&mut self, entity: Entity) -> EntityWorldMut<'_> {
        self.app.world_mut().entity_mut(entity)
    }
}

fn hit(
    under: Res<Under>,
    pointers: Query<&PointerId>,
    cameras: Query<Entity, With<Camera>>,
    mut hits: MessageWriter<PointerHits>,
) {
    let Some(camera) = cameras.iter().next() else { return };
    for pointer in &pointers {
        let picks =
            under.0.iter().enumerate().map(|(depth, entity)| {
                (*entity, HitData::new(camera, depth as f32, under.1, under.1.map(|_| Vec3::Z)))
            });
        hits.write(PointerHits::new(*pointer, picks.collect(), 0.0));
    }
}

/// A list with soft ends at 0 and 300 px, in a view of 600 px.
pub(crate) fn list(at: f32) -> impl Bundle {
    (
        Offset(at),
        Draggable::on_screen([Vec2::Y]).with_view(600.0).on::<Offset>(),
        Friction::new(2.0).on::<Offset>(),
        Limits::<Offset>::of(0.0, 300.0).softened(18.0),
    )
}
