//! Beside avian3d: `Friction` and all else that both have are theirs, ours have `Exact` before them.

use avian3d::prelude::*;
use bevy::prelude::*;
use bevy_exact_motion::beside_physics::*;

/// A body of theirs, and a camera of ours that follows it.
pub fn spawn(mut commands: Commands) {
    let body =
        commands.spawn((RigidBody::Dynamic, Collider::sphere(0.5), Friction::new(0.4), LinearVelocity(Vec3::X))).id();
    commands.spawn((
        Transform::default(),
        (Spring::critical(6.0), Follow::new(body), PresentAs::new(Presentation::Delayed)),
        (ExactFriction::new(1.0), ExactGravity::EARTH, ExactVelocity::new(Vec3::X), DryFriction::new(1.0)),
        (Spring::critical(6.0).on::<ExactRotation>(), Target::<ExactRotation>::of(Quat::IDENTITY)),
        (AxisSprings::new(Vec3::X, Vec3::ONE), Limits::floor(0.0), Fling::new(Vec3::X), SnapPoints::steps(Vec3::X)),
        (Held::new(), Pace::new(1.0), RestTolerance::new(0.1), ExponentialRate::to(Vec3::X, 0.1, 1.0)),
    ));
}

/// What of ours is told, and asked for.
pub fn told(
    _: On<Settled>,
    _: Query<(&Motion, Has<Resting>)>,
    mut commands: Commands,
    _: MessageReader<Finished>,
    _: MessageReader<LimitReached>,
    _: MessageReader<InvalidMotion>,
) {
    commands.trigger(OriginShift::new(Vec3::X));
    commands.trigger(Snap::new(Entity::PLACEHOLDER));
    commands.trigger(Teleported::new(Entity::PLACEHOLDER));
}

/// All other names are nobody else's.
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
    pub Option<Translation>,
    pub Option<TranslationX>,
    pub Option<TranslationY>,
    pub Option<TranslationZ>,
    pub Way<Vec3>,
);

camera_names!();

/// Traits are there, too.
pub fn register(app: &mut App) {
    fn is_property<P: Property>(app: &mut App) {
        app.register_motion::<P>();
    }
    app.add_plugins(ExactMotionPlugin::default());
    is_property::<TranslationX>(app);
}
/// Names that both have are theirs.
pub fn their_names(_: Gravity, _: Rotation, _: Position) {}
