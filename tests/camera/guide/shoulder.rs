fn spawn_over_the_shoulder(player: Entity, commands: &mut Commands) {
    let pivot = (Transform::default(), Visibility::default(), Follow::new(player).with_offset(1.6 * Vec3::Y));
    let place = 0.5 * Vec3::X; // to the right of the boom
    let shoulder = (Transform::from_translation(place), Spring::critical(20.0), Target::new(place), Limits::default());
    let camera = (Camera3d::default(), shoulder);
    let boom = (Orbit::new(0.0, 0.2, 3.0), Obstruction::default(), Visibility::default(), children![camera]);
    commands.spawn((pivot, Spring::critical(12.0), StartOnTarget, children![boom]));
}

/// A stand-in for your own cast: returns the nearest wall along this ray. Here the only wall is at x = 3.
fn cast(ray: Ray3d) -> Option<BoomHit> {
    let distance = ray.intersect_plane(3.0 * Vec3::X, InfinitePlane3d::new(Vec3::NEG_X));
    distance.map(|distance| BoomHit::new(distance, Vec3::NEG_X))
}

/// Runs in `FixedUpdate`.
fn avoid_walls(
    boom: Single<(&Pose, &mut Obstruction)>,
    camera: Single<(&Transform, &mut Target, &mut Limits), With<Camera3d>>,
) {
    let (pose, mut boom) = boom.into_inner();
    let (place, mut target, mut limits) = camera.into_inner();
    // Cast from the pivot to the side. The spring ends 0.2 m in front of a wall, and the limit keeps the camera from passing it.
    let side = pose.rotation * Dir3::X;
    let wall = cast(Ray3d { origin: boom.ray.origin, direction: side }).map(|hit| hit.distance);
    target.value.x = wall.map_or(0.5, |wall| (wall - 0.2).clamp(0.0, 0.5));
    limits.upper[0] = wall;
    // Cast along the boom, from where the shoulder is now.
    let shoulder = boom.ray.origin + place.translation.x * side;
    boom.hit = cast(Ray3d { origin: shoulder, direction: boom.ray.direction });
}
