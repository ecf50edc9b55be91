//! Code other than the crate's: it writes a path to an entity in each frame, and announces jumps.

use std::{sync::Arc, time::Duration};

use bevy::prelude::*;
use bevy_exact_motion::{events::Jumped, prelude::*};

use crate::app::Bench;

/// A path: what is written at a time (s).
#[derive(Component, Clone)]
pub(crate) struct Path(Arc<dyn Fn(f64) -> Vec3 + Send + Sync>);

/// The instants (s) at which the path jumps, in order.
#[derive(Component, Clone, Default)]
pub(crate) struct JumpsAt(pub(crate) Vec<f64>);

/// What the other code reads before it writes.
#[derive(Component, Clone, Copy, Default)]
pub(crate) struct ReadBefore(pub(crate) Vec3);

pub(crate) fn along(path: impl Fn(f64) -> f64 + Send + Sync + 'static) -> Path {
    Path(Arc::new(move |t| Vec3::new(path(t) as f32, 1.0, -2.0)))
}

fn write(
    mut written: Query<(Entity, &Path, &mut JumpsAt, &mut ReadBefore, &mut Transform)>,
    time: Res<Time>,
    mut commands: Commands,
) {
    let now = time.elapsed_secs_f64();
    for (entity, path, mut jumps, mut read, mut transform) in &mut written {
        read.0 = transform.translation;
        transform.translation = (path.0)(now);
        let passed = jumps.0.iter().filter(|instant| **instant <= now).count();
        if jumps.0.drain(..passed).count() > 0 {
            commands.trigger(Jumped { entity });
        }
    }
}

/// An app in which paths are written.
pub(crate) fn bench() -> Bench {
    Bench::with(Duration::from_micros(15_625), |app: &mut App| {
        app.register_inertialization::<Translation>().register_inertialization::<Rotation>().add_systems(Update, write);
    })
}

/// Spawns an entity with a path that jumps at these instants (s).
pub(crate) fn spawn(bench: &mut Bench, angular_frequency: f32, path: Path, jumps: &[f64]) -> Entity {
    let settings = Inertialization::new(angular_frequency);
    bench.spawn((Transform::default(), settings, path, JumpsAt(jumps.to_vec()), ReadBefore::default()))
}

/// The decaying offset and its rate at `t` (s): `o″ = −2ω o′ − ω² o`.
pub(crate) fn decayed(offset: f64, rate: f64, w: f64, t: f64) -> (f64, f64) {
    let (left, slope) = (libm::exp(-w * t), rate + w * offset);
    ((offset + slope * t) * left, (slope - w * (offset + slope * t)) * left)
}
