#[derive(Component)]
struct Player;

#[derive(Component)]
struct Pivot;

fn spawn(mut commands: Commands) {
    let pivot = (Pivot, Transform::default(), Visibility::default(), Spring::critical(8.0));
    commands.spawn((pivot, Target::new(Vec3::ZERO).tracked(), children![Camera2d]));
}

/// Dead zone: moves the target only as far as needed to keep the player in a box of 160 × 100 around the target. Runs in `FixedUpdate`.
fn follow_outside_dead_zone(
    player: Single<&Transform, (With<Player>, Without<Pivot>)>,
    mut target: Single<&mut Target, With<Pivot>>,
) {
    let off = (player.translation - target.value).truncate();
    let half = Vec2::new(80.0, 50.0);
    target.value += (off - off.clamp(-half, half)).extend(0.0);
}

/// Speed limit: moves the target at no more than 300 units/s. A critical spring is never faster than its target. Runs in `FixedUpdate`.
fn follow_with_speed_limit(
    player: Single<&Transform, (With<Player>, Without<Pivot>)>,
    mut target: Single<&mut Target, With<Pivot>>,
    time: Res<Time>,
) {
    target.value = target.value.move_towards(player.translation, 300.0 * time.delta_secs());
}

/// Whole pixels: draws the camera, a child of the pivot, at the pivot's rounded position. Runs in `PostUpdate`, before
/// `TransformSystems::Propagate`.
fn round_to_pixels(
    pivot: Single<&Transform, With<Pivot>>,
    mut camera: Single<&mut Transform, (With<Camera2d>, Without<Pivot>)>,
) {
    let place = pivot.translation.truncate();
    camera.translation = (place.round() - place).extend(0.0);
}
