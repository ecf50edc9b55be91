//! Properties that write the same field: only one of them may move an entity.

use bevy::prelude::*;

use super::{Property, Velocity, disabling::WithDisabled};
use crate::{engine::Added, warning::Warnings};

/// Makes `P`, which writes a part of `Q`'s field, yield to `Q`.
pub(crate) fn register_yielding<P: Property, Q: Property>(app: &mut App) {
    app.add_observer(yield_to_whole::<P, Q>);
}

/// Observer: removes the motion on `P` of an entity that has motion on both `P` and `Q`. Disabled entities are included, because they may
/// be enabled later.
fn yield_to_whole<P: Property, Q: Property>(
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
