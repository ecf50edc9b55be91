#[derive(Component)]
struct Player;

/// The player stands on something.
#[derive(Component)]
struct Grounded;

fn platformer(level: Rect) -> impl Bundle {
    let level = Confiner { softness: 60.0, ..Confiner::new(level) };
    (Camera2d, Transform::default(), Spring::critical(6.0), Target::new(Vec3::ZERO).tracked(), level)
}

/// Runs in `FixedUpdate`.
fn look_ahead(
    player: Single<(&Transform, &Velocity, Has<Grounded>), With<Player>>,
    mut target: Single<&mut Target, With<Camera2d>>,
) {
    let (place, velocity, is_grounded) = *player;
    // Sideways: where the player will be in 0.7 s, with a dead zone of 40 units to each side. The spring lags by 2/6 s.
    let off = place.translation.x + 0.7 * velocity.0.x - target.value.x;
    target.value.x += off - off.clamp(-40.0, 40.0);
    // Up and down: only to where the player stands, unless a fall goes out of the picture.
    let height = place.translation.y + 80.0;
    if is_grounded || height < target.value.y - 160.0 {
        target.value.y = height;
    }
}
