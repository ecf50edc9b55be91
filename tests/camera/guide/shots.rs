/// The view is kicked up by 0.02 rad and comes back; 0.005 rad of it stays.
fn recoil(camera: Single<Entity, (With<Shake>, With<Camera>)>, mut hands: Single<&mut OrbitInput>, mut commands: Commands) {
    commands.trigger(ShakeKick::new(*camera, 0.02 * Vec3::X));
    hands.turn.y -= 0.005; // pitch grows downwards
}

/// An engine: a kick every 60 ms, each in another direction. In `FixedUpdate`, and not in every frame:
/// `rumble.run_if(on_timer(Duration::from_millis(60)))`.
fn rumble(camera: Single<Entity, (With<Shake>, With<Camera>)>, mut angle: Local<f32>, mut commands: Commands) {
    *angle += 2.4;
    commands.trigger(ShakeKick::new(*camera, 0.003 * Vec2::from_angle(*angle).extend(0.0)));
}
