//! A spring moves a sprite along an easing curve. Space kicks the sprite off the curve, and the spring brings it back.

use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, ExactMotionPlugin::default()))
        .add_systems(Startup, spawn)
        .add_systems(FixedUpdate, tween)
        .add_systems(Update, kick)
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    let body = Sprite::from_color(Color::srgb(0.4, 0.8, 0.5), Vec2::splat(80.0));
    commands.spawn((body, Spring::new(20.0, 0.5), Target::new(Vec3::ZERO).tracked()));
}

/// Sets the target to a point of a curve that goes back and forth in four seconds. Between ticks, a tracked target moves linearly, so the
/// motion is nearly the same at every tick rate.
fn tween(time: Res<Time>, mut target: Single<&mut Target>) {
    let way = EasingCurve::new(-400.0, 400.0, EaseFunction::CubicInOut).ping_pong().expect("the curve ends");
    target.value.x = way.sample_clamped(time.elapsed_secs() % 4.0 / 2.0);
}

fn kick(keys: Res<ButtonInput<KeyCode>>, mut velocity: Single<&mut Velocity>) {
    if keys.just_pressed(KeyCode::Space) {
        velocity.0.y += 3000.0;
    }
}
