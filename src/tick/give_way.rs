//! Two properties that write the same field.

use bevy::ecs::{
    entity_disabling::Disabled,
    lifecycle::Add,
    name::NameOrEntity,
    observer::On,
    query::{Allow, With},
    system::{Commands, Query},
};
use log::warn;

use crate::{motion::Motion, property::Property};

/// Observer: where an entity has motion on both, `P` does not move it; nor when it is enabled again.
pub(crate) fn give_way<P: Property, Q: Property>(
    added: On<Add, (Motion<P>, Motion<Q>)>,
    both: Query<NameOrEntity, (With<Motion<P>>, With<Motion<Q>>, Allow<Disabled>)>,
    mut commands: Commands,
) {
    let Ok(name) = both.get(added.entity) else { return };
    let (part, whole) = (P::short_type_path(), Q::short_type_path());
    warn!("{name}: {part} and {whole} write the same field; {whole} moves it, {part} does not");
    commands.entity(added.entity).try_remove::<Motion<P>>();
}
