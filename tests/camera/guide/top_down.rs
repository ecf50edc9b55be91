const LEVEL: Rect = Rect { min: Vec2::splat(-50.0), max: Vec2::splat(50.0) };

/// The right button pans, the middle one turns, and the wheel zooms towards the pointer.
fn top_down() -> impl Bundle {
    let controls = OrbitControls { turn_button: Some(MouseButton::Middle), ..default() };
    let range = OrbitRange { pitch: [0.9, 1.4], distance: [8.0, 40.0], ..default() };
    let level = Confiner { on_ground: true, softness: 3.0, ..Confiner::new(LEVEL) };
    let camera = (Camera3d::default(), Orbit::new(0.0, 1.1, 20.0), range, controls, level);
    (Transform::default(), Visibility::default(), Spring::critical(12.0), Target::new(Vec3::ZERO), children![camera])
}

/// Pans while the pointer is at an edge of the window, and keeps the pivot in the level. Runs in `Update`.
fn pan_at_edges(
    window: Single<&Window>,
    time: Res<Time>,
    camera: Single<(&Orbit, &ChildOf)>,
    mut pivots: Query<&mut Target>,
) {
    let (orbit, pivot) = *camera;
    let Ok(mut target) = pivots.get_mut(pivot.parent()) else { return };
    let pointer = window.cursor_position().map_or(Vec2::ZERO, |place| 2.0 * place / window.size() - 1.0);
    let push = pointer.map(|share| if share.abs() > 0.97 { share.signum() } else { 0.0 });
    let way = Quat::from_rotation_y(orbit.yaw) * Vec3::new(push.x, 0.0, push.y);
    let place = (target.value + orbit.distance * time.delta_secs() * way).xz().clamp(LEVEL.min, LEVEL.max);
    if place != target.value.xz() {
        target.value = Vec3::new(place.x, 0.0, place.y);
    }
}
