/// Kicks the view up by 0.02 rad, from where it springs back, and turns the orbit up by 0.005 rad for good.
fn recoil(
    camera: Single<Entity, (With<Shake>, With<Camera>)>,
    mut input: Single<&mut OrbitInput>,
    mut commands: Commands,
) {
    commands.trigger(ShakeKick::new(*camera, 0.02 * Vec3::X));
    input.turn.y -= 0.005; // pitch grows downwards
}

/// An engine: a kick every 60 ms, each in another direction. Runs in `FixedUpdate`, on a timer:
/// `rumble.run_if(on_timer(Duration::from_millis(60)))`.
fn rumble(camera: Single<Entity, (With<Shake>, With<Camera>)>, mut angle: Local<f32>, mut commands: Commands) {
    *angle += 2.4;
    commands.trigger(ShakeKick::new(*camera, 0.003 * Vec2::from_angle(*angle).extend(0.0)));
}
