/// Shows the player and the enemy, from behind the player.
fn lock_on(player: Entity, enemy: Entity, commands: &mut Commands) {
    let fight = commands.spawn(Transform::default()).id();
    for fighter in [player, enemy] {
        commands.entity(fighter).insert((InGroup(fight), GroupMember { radius: 1.0, ..default() }));
    }
    let framing = GroupFraming::new(fight, FramingMode::Length).with_share(0.7);
    let camera = (Camera3d::default(), Orbit::new(0.0, 0.3, 8.0), framing, Spring::critical(6.0).on::<OrbitYaw>());
    let pivot = (Transform::default(), Visibility::default(), Follow::new(fight), Spring::critical(8.0));
    commands.spawn((pivot, StartOnTarget, LockedOn { player, enemy }, children![camera]));
}

#[derive(Component)]
struct LockedOn {
    player: Entity,
    enemy: Entity,
}

/// Turns the camera to look from the player to the enemy. Runs in `FixedUpdate`.
fn look_over_the_player(
    locked: Single<(&LockedOn, &Children)>,
    places: Query<&Transform>,
    mut yaws: Query<&mut Target<OrbitYaw>>,
) {
    let (locked, cameras) = *locked;
    if let (Ok([player, enemy]), Ok(mut yaw)) = (places.get_many([locked.player, locked.enemy]), yaws.get_mut(cameras[0]))
    {
        let way = enemy.translation - player.translation;
        yaw.set_if_neq(Target::<OrbitYaw>::of(Angle((-way.x).atan2(-way.z))));
    }
}
