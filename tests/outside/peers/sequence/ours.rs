use bevy::prelude::*;
use bevy_exact_motion::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.register_sequences::<Translation>();
}

pub(crate) fn entity(commands: &mut Commands) -> Entity {
    commands.spawn((Transform::default(), Spring::snappy())).id()
}

pub(crate) fn play(entity: Entity, commands: &mut Commands, _now: f32) {
    let steps = Sequence::new().wait(0.1).then_for(200.0 * Vec3::X, 0.5).then_for(50.0 * Vec3::X, 0.5);
    commands.entity(entity).insert(steps);
}
