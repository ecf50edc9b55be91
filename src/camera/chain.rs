//! Places cameras and the entities attached to them in one pass, each one after everything that its pose depends on.

use bevy::{
    ecs::{schedule::ScheduleConfigs, system::ScheduleSystem},
    prelude::*,
};

use super::{
    ActiveShot, OrbitYaw,
    attach::carry::{Attached, AttachedData, step, write_attached},
    compose::{Composing, Views, compose_own_view},
    frames::Frames,
    nodes::{Cameras, IsCamera, Nodes, nodes},
    order::order,
    place::{Placed, PlacedBy, place, write},
    shot::{
        blend::{CameraOutput, ShotData, ShowingCameras, find_views, write_views},
        samples::{Instant, Phase},
    },
    start::Starts,
};
use crate::{motion::clock::Clock, warning::Warnings};

/// Which part of the pass to run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Place all cameras, and the entities attached to them.
    All,
    /// Find the views that cameras show, without placing the cameras.
    Views,
    /// Place only the entities attached to cameras.
    Attached,
}

/// Returns a system that places cameras and the entities attached to them.
pub(crate) fn chain(phase: Phase, pass: Pass) -> ScheduleConfigs<ScheduleSystem> {
    let system = move |clock: Res<Clock<OrbitYaw>>,
                       starts: Starts,
                       world: ParamSet<Chained>,
                       cameras: IsCamera,
                       warnings: Res<Warnings>| {
        run(&Instant::of(phase, &clock), pass, &starts, world, &cameras, &warnings);
    };
    system.into_configs()
}

type Chained<'w, 's> = (
    (Nodes<'w, 's>, Frames<'w, 's>),
    (Query<'w, 's, AttachedData, Attached>, Frames<'w, 's>),
    (Query<'w, 's, Composing, Views>, Query<'w, 's, &'static ActiveShot>, Frames<'w, 's>),
    (ShowingCameras<'w, 's>, Query<'w, 's, ShotData>, Frames<'w, 's>),
    Query<'w, 's, CameraOutput>,
    (Query<'w, 's, PlacedBy, Cameras>, Frames<'w, 's>),
    Query<'w, 's, Placed>,
);

fn run(
    instant: &Instant,
    pass: Pass,
    starts: &Starts,
    mut world: ParamSet<Chained>,
    cameras: &IsCamera,
    warnings: &Warnings,
) {
    let (all, frames) = world.p0();
    let nodes = nodes(&all, &frames, cameras);
    if !nodes.iter().any(|node| node.on_camera) {
        return;
    }
    let (mut order, due) = (order(&nodes), starts.due());
    let depends_on_camera = order.depending_on_cameras(&nodes);
    for (index, mut level) in core::mem::take(&mut order.levels).into_iter().enumerate() {
        level.retain(|entity| depends_on_camera.contains(entity));
        if pass != Pass::Views {
            let (mut attached, frames) = world.p1();
            let stepped = step(&level, &order, instant, &mut attached, &frames, warnings);
            write_attached(stepped, &mut world.p6(), warnings);
        }
        if pass == Pass::Attached {
            continue;
        }
        if index > 0 {
            recompose(&level, world.p2());
        }
        let (mut showing, shots, frames) = world.p3();
        let views = find_views(&level, &order, instant, &mut showing, &shots, &frames, &due, warnings);
        write_views(views, &mut world.p4());
        if pass == Pass::All {
            let (composed, frames) = world.p5();
            let placings = place(&level, &composed, &frames, frames.now());
            write(
                placings,
                &mut world.p6(),
                warnings,
                "this camera",
                "its Transform is composed from its Orbit, its LookAt and its shot",
            );
        }
    }
}

/// Recomposes each camera's own view in a level, and the view of its shot, because their parents were placed after the first composition.
fn recompose(level: &[Entity], (mut cameras, showing, frames): (Query<Composing, Views>, Query<&ActiveShot>, Frames)) {
    for &entity in level {
        let shot = showing.get(entity).ok().map(|shows| shows.shot).filter(|&shot| shot != entity);
        for (view, is_own) in shot.map(|shot| (shot, false)).into_iter().chain([(entity, true)]) {
            let Ok((view, eye, looks, _, aimed, mut composed)) = cameras.get_mut(view) else { continue };
            let composed = composed.bypass_change_detection();
            compose_own_view(view, &eye, aimed.filter(|_| looks), composed, &frames);
            if is_own {
                composed.placement = composed.own_placement;
            }
        }
    }
}
