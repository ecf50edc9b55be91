#[derive(Component)]
struct Player;

/// Over the player's right shoulder. The mouse turns, and the wheel zooms.
fn third_person(player: Entity) -> impl Bundle {
    let pivot = (Transform::default(), Visibility::default(), Follow::new(player).with_offset(1.6 * Vec3::Y));
    let controls = OrbitControls { turn_button: None, pan_button: None, ..default() };
    let shoulder = (Camera3d::default(), Transform::from_xyz(0.5, 0.0, 0.0));
    let boom = (Orbit::new(0.0, 0.2, 4.0), controls, Obstruction::default(), Visibility::default());
    (pivot, Spring::critical(12.0), StartOnTarget, children![(boom, children![shoulder])])
}

/// Turns the camera behind the player, once nobody has turned it for 2 s. Runs in `FixedUpdate`.
fn turn_behind(
    mut idle: Local<f32>,
    time: Res<Time>,
    player: Single<&Transform, With<Player>>,
    mut yaw: Single<&mut Target<OrbitYaw>>,
) {
    *idle = if yaw.is_changed() { 0.0 } else { *idle + time.delta_secs() };
    let (behind, ..) = player.rotation.to_euler(EulerRot::YXZ);
    let off = Rot2::radians(yaw.value.0).angle_to(Rot2::radians(behind));
    if *idle > 2.0 && off.abs() > 1e-3 {
        let most = 2.0 * time.delta_secs(); // 2 rad/s
        yaw.value.0 += off.clamp(-most, most);
    }
}
