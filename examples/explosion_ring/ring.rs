//! The ring. Its two radii are properties that this scene declares. Each radius is moved by its own law.

use bevy::prelude::*;
use bevy_exact_motion::{prelude::*, property::Property};

use super::design::{CONTRACTION_FRICTION, INNER_START, OUTER_START, Path, Solved};
use harness::plot::narrow;

/// A ring's radii. Unit: px.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ring {
    pub(crate) outer: f32,
    pub(crate) inner: f32,
}

bevy_exact_motion::property! {
    /// The outer radius. Unit: px.
    pub(crate) OuterRadius: Ring.outer as f32;
    /// The inner radius. Unit: px.
    pub(crate) InnerRadius: Ring.inner as f32;
}

/// Marks the ring of the newest explosion, which is traced and plotted.
#[derive(Component)]
pub(crate) struct Newest;

/// The solved motion of a ring.
#[derive(Component)]
pub(crate) struct Plan(pub(crate) Solved);

/// Spawns a moving ring with its start radii.
pub(crate) fn spawn<'a>(commands: &'a mut Commands, solved: Solved, place: Vec3) -> EntityCommands<'a> {
    let ring = Ring { outer: OUTER_START, inner: INNER_START };
    let mut ring = commands.spawn((Name::new("ring"), ring, Plan(solved), Newest, Transform::from_translation(place)));
    set_off::<OuterRadius>(&mut ring, &solved.outer);
    set_off::<InnerRadius>(&mut ring, &solved.inner);
    ring
}

/// Inserts the components that move one radius, and its start velocity.
fn set_off<P: Property<Value = f32>>(ring: &mut EntityCommands, path: &Path) {
    // Setting the solved velocity makes the rate correct even before the first tick.
    ring.insert(Velocity::<P>::of(narrow(path.rate(0.0))));
    match path {
        Path::Exponential(path) => {
            let [end, end_rate, duration] = [path.final_value(), path.end_rate(), path.duration()].map(narrow);
            ring.insert(ExponentialRate::<P>::of_end(end, end_rate, duration))
        }
        Path::Contracting(path) => ring.insert((
            Friction::new(narrow(CONTRACTION_FRICTION)).on::<P>(),
            Gravity::<P>::of(narrow(path.acceleration())),
        )),
    };
}

/// Closes a ring when its inner radius has reached its final value. Only an outer radius under friction and gravity has to be stopped here,
/// because friction and gravity never end; an exponential rate ends by itself.
pub(crate) fn close(
    finished: On<Finished<InnerRadius>>,
    mut rings: Query<(&mut Ring, &mut Velocity<OuterRadius>, Has<Gravity<OuterRadius>>)>,
    mut commands: Commands,
) {
    let Ok((mut ring, mut velocity, is_contracting)) = rings.get_mut(finished.entity) else { return };
    if is_contracting {
        ring.outer = ring.inner;
        velocity.0 = 0.0;
        commands.entity(finished.entity).remove::<(Friction<OuterRadius>, Gravity<OuterRadius>)>();
    }
}

/// Keeps [`Newest`] unique: removes it from all other rings when a ring gets it.
pub(crate) fn unmark_older(added: On<Add, Newest>, rings: Query<Entity, With<Newest>>, mut commands: Commands) {
    for ring in rings.iter().filter(|ring| *ring != added.entity) {
        commands.entity(ring).remove::<Newest>();
    }
}

/// Despawns closed rings, which are invisible. The newest ring is kept for the trace.
pub(crate) fn clear(
    closed: Query<Entity, (With<Velocity<InnerRadius>>, Without<ExponentialRate<InnerRadius>>, Without<Newest>)>,
    mut commands: Commands,
) {
    for ring in &closed {
        commands.entity(ring).despawn();
    }
}
