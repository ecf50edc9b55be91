//! Cameras, and what is attached to them, placed in one pass: each after everything that its place depends on.

use bevy::{
    ecs::{schedule::ScheduleConfigs, system::ScheduleSystem},
    prelude::*,
};

use super::{
    OrbitYaw, Shows,
    attach::carry::{Attached, Hanging, step, write_attached},
    compose::{Composing, Views, compose_own_view},
    frames::Frames,
    nodes::{Cameras, IsCamera, Nodes, nodes},
    order::order,
    place::{Placed, PlacedBy, place, write},
    shot::{
        blend::{Shot, Showing, Shown, draw, show},
        samples::{Instant, Look},
    },
    start::Starts,
};
use crate::{motion::clock::Clock, warning::Warnings};

/// What of the pass is done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    /// All cameras and what is attached to them are placed.
    All,
    /// Cameras find what they show, and are not placed.
    Views,
    /// What is attached to cameras is placed.
    Attached,
}

/// A system that places cameras and what is attached to them.
pub(crate) fn chain(when: Look, pass: Pass) -> ScheduleConfigs<ScheduleSystem> {
    let system = move |clock: Res<Clock<OrbitYaw>>,
                       starts: Starts,
                       world: ParamSet<Chained>,
                       cameras: IsCamera,
                       warnings: Res<Warnings>| {
        run(&Instant::of(when, &clock), pass, &starts, world, &cameras, &warnings);
    };
    system.into_configs()
}

type Chained<'w, 's> = (
    (Nodes<'w, 's>, Frames<'w, 's>),
    (Query<'w, 's, Hanging, Attached>, Frames<'w, 's>),
    (Query<'w, 's, Composing, Views>, Query<'w, 's, &'static Shows>, Frames<'w, 's>),
    (Showing<'w, 's>, Query<'w, 's, Shot>, Frames<'w, 's>),
    Query<'w, 's, Shown>,
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
    let behind_cameras = order.behind_cameras(&nodes);
    for (index, mut level) in core::mem::take(&mut order.levels).into_iter().enumerate() {
        level.retain(|entity| behind_cameras.contains(entity));
        if pass != Pass::Views {
            let (mut attached, frames) = world.p1();
            let stepped = step(&level, &order, instant, &mut attached, &frames, warnings);
            write_attached(stepped, &mut world.p6(), warnings);
        }
        if pass == Pass::Attached {
            continue;
        }
        if index > 0 {
            compose_again(&level, world.p2());
        }
        let (mut showing, shots, frames) = world.p3();
        let shown = show(&level, &order, instant, &mut showing, &shots, &frames, &due, warnings);
        draw(shown, &mut world.p4());
        if pass == Pass::All {
            let (composed, frames) = world.p5();
            let placings = place(&level, &composed, &frames);
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

/// Composes the own views of these cameras and of their shots, whose parents were placed since they were composed.
fn compose_again(level: &[Entity], (mut cameras, showing, frames): (Query<Composing, Views>, Query<&Shows>, Frames)) {
    for &entity in level {
        let shot = showing.get(entity).ok().map(|shows| shows.shot).filter(|&shot| shot != entity);
        for (view, is_own) in shot.map(|shot| (shot, false)).into_iter().chain([(entity, true)]) {
            let Ok((view, stand, looks, _, aimed, mut composed)) = cameras.get_mut(view) else { continue };
            let composed = composed.bypass_change_detection();
            compose_own_view(view, &stand, aimed.filter(|_| looks), composed, &frames);
            if is_own {
                composed.placement = composed.own_view;
            }
        }
    }
}
