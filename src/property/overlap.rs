//! Two properties that write the same field.

use bevy::prelude::*;

use super::{Property, Velocity, disabling::WithDisabled};
use crate::{engine::Added, warning::Warnings};

/// Lets `P`, which writes a part of `Q`'s field, give way to `Q`.
pub(crate) fn give_way<P: Property, Q: Property>(app: &mut App) {
    app.add_observer(part_gives_way::<P, Q>);
}

/// Observer: where an entity has motion on both, `P` does not move it; nor when it is enabled again.
fn part_gives_way<P: Property, Q: Property>(
    added: Added<(Velocity<P>, Velocity<Q>)>,
    both: WithDisabled<NameOrEntity, (With<Velocity<P>>, With<Velocity<Q>>)>,
    warnings: Res<Warnings>,
    mut commands: Commands,
) {
    let Ok(name) = both.get(added.entity) else { return };
    let (part, whole) = (P::short_type_path(), Q::short_type_path());
    let message = format_args!("{name}: {part} and {whole} write the same field; {whole} moves it, {part} does not");
    warnings.warn(added.entity, (part, whole), message);
    commands.entity(added.entity).try_remove::<Velocity<P>>();
}
