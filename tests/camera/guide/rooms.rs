#[derive(Component)]
struct Player;

/// The player's room: the range of positions for the middle of the picture.
#[derive(Resource)]
struct Room(Rect);

fn spawn_in_room(commands: &mut Commands) {
    commands.spawn((Camera2d, Transform::default(), Spring::critical(6.0), Target::new(Vec3::ZERO).tracked()));
}

/// Aims the camera at the player, but not beyond the edges of the room. Runs in `FixedUpdate`.
fn stay_in_room(
    room: Res<Room>,
    player: Single<&Transform, With<Player>>,
    mut target: Single<&mut Target, With<Camera2d>>,
) {
    let aim = player.translation.truncate().clamp(room.0.min, room.0.max);
    target.value = aim.extend(target.value.z);
}
