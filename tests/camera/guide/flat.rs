#[derive(Component)]
struct Player;

#[derive(Component)]
struct Pivot;

fn spawn(mut commands: Commands) {
    let pivot = (Pivot, Transform::default(), Visibility::default(), Spring::critical(8.0));
    commands.spawn((pivot, Target::new(Vec3::ZERO).tracked(), children![Camera2d]));
}

/// Dead zone: the target moves only as far as the player would leave a box of 160 × 100 around it. In `FixedUpdate`.
fn follow_out_of_the_zone(
    player: Single<&Transform, (With<Player>, Without<Pivot>)>,
    mut target: Single<&mut Target, With<Pivot>>,
) {
    let off = (player.translation - target.value).truncate();
    let half = Vec2::new(80.0, 50.0);
    target.value += (off - off.clamp(-half, half)).extend(0.0);
}

/// Highest speed: the target moves by at most 300 units/s, and a critical spring is never faster than its target. In `FixedUpdate`.
fn follow_at_most_so_fast(
    player: Single<&Transform, (With<Player>, Without<Pivot>)>,
    mut target: Single<&mut Target, With<Pivot>>,
    time: Res<Time>,
) {
    target.value = target.value.move_towards(player.translation, 300.0 * time.delta_secs());
}

/// Whole pixels: the camera, a child, is drawn where its pivot is rounded to. In `PostUpdate`, before `TransformSystems::Propagate`.
fn round_to_pixels(
    pivot: Single<&Transform, With<Pivot>>,
    mut camera: Single<&mut Transform, (With<Camera2d>, Without<Pivot>)>,
) {
    let place = pivot.translation.truncate();
    camera.translation = (place.round() - place).extend(0.0);
}
