//! This crate alongside bevy_rapier3d. Names that both crates have, such as `Friction`, are Rapier's; this crate's begin with `exact::`.

use bevy::prelude::*;
use bevy_exact_motion::{self as exact, beside_physics::*};
use bevy_rapier3d::prelude::*;

/// Spawns a body of Rapier, and an entity of this crate that follows it.
pub fn spawn(mut commands: Commands) {
    let body = commands
        .spawn((RigidBody::Dynamic, Collider::ball(0.5), Friction::coefficient(0.4), Velocity::linear(Vec3::X)))
        .id();
    commands.spawn((
        Transform::default(),
        (Spring::critical(6.0), Follow::new(body), Presentation::Delayed),
        (exact::Friction::new(1.0), exact::Gravity::EARTH, exact::Velocity::new(Vec3::X), DryFriction::new(1.0)),
        (
            Spring::critical(6.0).on::<exact::property::Rotation>(),
            Target::<exact::property::Rotation>::of(Quat::IDENTITY),
        ),
        (AxisSprings::new(Vec3::X, Vec3::ONE), Limits::floor(0.0), Fling::new(Vec3::X), SnapPoints::steps(Vec3::X)),
        (Grabbed::new(), TimeScale::new(1.0), ExponentialRate::to(Vec3::X, 0.1, 1.0)),
    ));
}

/// Uses this crate's events and messages.
pub fn events(
    _: On<Settled>,
    _: Query<(&Motion, Has<Resting>)>,
    mut commands: Commands,
    _: MessageReader<Finished>,
    _: MessageReader<LimitReached>,
) {
    commands.trigger(Complete::new(Entity::PLACEHOLDER));
    commands.trigger(Stop::new(Entity::PLACEHOLDER));
    commands.trigger(Cut::new(Entity::PLACEHOLDER));
    commands.trigger(Teleported::new(Entity::PLACEHOLDER));
}

/// The other names of this crate's prelude, which Rapier does not have.
pub struct Names(
    pub Option<Angle>,
    pub Option<ExactMotionPlugin>,
    pub Option<MotionOptions>,
    pub Option<Presentation>,
    pub Option<Progress>,
    pub Option<Scale>,
    pub Option<StartOnTarget>,
    pub Option<Translation>,
);

camera_names!();

/// Uses a trait from the prelude.
pub fn register(app: &mut App) {
    fn is_property<P: exact::property::Property>(app: &mut App) {
        app.register_motion::<P>();
    }
    app.add_plugins(ExactMotionPlugin::default());
    is_property::<exact::property::TranslationX>(app);
}
