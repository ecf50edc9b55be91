//! Alongside bevy_rapier3d: names that both crates have, such as `Friction`, are Rapier's; this crate's have the prefix `Exact`.

use bevy::prelude::*;
use bevy_exact_motion::beside_physics::*;
use bevy_rapier3d::prelude::*;

/// Spawns a body of Rapier, and an entity of this crate that follows it.
pub fn spawn(mut commands: Commands) {
    let body = commands
        .spawn((RigidBody::Dynamic, Collider::ball(0.5), Friction::coefficient(0.4), Velocity::linear(Vec3::X)))
        .id();
    commands.spawn((
        Transform::default(),
        (Spring::critical(6.0), Follow::new(body), PresentAs::new(Presentation::Delayed)),
        (ExactFriction::new(1.0), ExactGravity::EARTH, ExactVelocity::new(Vec3::X), DryFriction::new(1.0)),
        (Spring::critical(6.0).on::<ExactRotation>(), Target::<ExactRotation>::of(Quat::IDENTITY)),
        (AxisSprings::new(Vec3::X, Vec3::ONE), Limits::floor(0.0), Fling::new(Vec3::X), SnapPoints::steps(Vec3::X)),
        (Grabbed::new(), TimeScale::new(1.0), RestTolerance::new(0.1), ExponentialRate::to(Vec3::X, 0.1, 1.0)),
    ));
}

/// Uses this crate's events and messages.
pub fn events(
    _: On<Settled>,
    _: Query<(&Motion, Has<Resting>)>,
    mut commands: Commands,
    _: MessageReader<Finished>,
    _: MessageReader<LimitReached>,
    _: MessageReader<InvalidMotion>,
) {
    commands.trigger(OriginShift::new(Vec3::X));
    commands.trigger(Cut::new(Entity::PLACEHOLDER));
    commands.trigger(Teleported::new(Entity::PLACEHOLDER));
}

/// All other names of this crate, which Rapier does not have.
pub struct Names(
    pub Option<Angle>,
    pub Option<AtEnd>,
    pub Option<AxisFrame>,
    pub Option<Bound>,
    pub Option<ExactMotionPlugin>,
    pub Option<MotionOptions>,
    pub Option<MotionSystems>,
    pub Option<OffsetFrame>,
    pub Option<Presentation>,
    pub Option<Progress>,
    pub Option<ReducedMotion>,
    pub Option<Rotation2d>,
    pub Option<Scale>,
    pub Option<SpringCurve>,
    pub Option<StartOnTarget>,
    pub Option<Translation>,
    pub Option<TranslationX>,
    pub Option<TranslationY>,
    pub Option<TranslationZ>,
    pub Displacement<Vec3>,
);

camera_names!();

/// Uses a trait from the prelude.
pub fn register(app: &mut App) {
    fn is_property<P: Property>(app: &mut App) {
        app.register_motion::<P>();
    }
    app.add_plugins(ExactMotionPlugin::default());
    is_property::<TranslationX>(app);
}
