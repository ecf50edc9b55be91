//! The plugin for cameras: their properties, and the order of their systems.

use bevy::{
    app::{AnimationSystems, MainScheduleOrder},
    camera::CameraUpdateSystems,
    ecs::schedule::{InternedScheduleLabel, ScheduleLabel},
    prelude::*,
    transform::systems::sync_simple_transforms,
};

use super::{
    CameraSystems, ExactMotionPlugin, MotionSystems,
    register::{register as register_property, register_behind},
    sets::StartFollowers,
    shots,
};
use crate::{
    camera::{
        Aim, AimPitch, AimYaw, Composed, LookAt, Obstruction, Orbit, OrbitDistance, OrbitInput, OrbitPitch, OrbitRange,
        OrbitYaw, Pose, Reach, Sight,
        attach::carry::attach,
        chain::{Pass, chain},
        compose::compose,
        look::{
            sight::{self, begin_looking, look_at_removed, target_teleported},
            straighten::straighten,
        },
        orbit::{
            hands::{apply_input, input_removed},
            range::{apply_range, range_removed},
            walls::keep::{
                apply_casts, apply_walls, lead, needs_redraw, obstruction_removed, place_booms, write_first_rays,
                write_rays,
            },
        },
        shot::{blend::pass, samples::Phase},
        start,
    },
    follow::start::PropertyStarts,
    motion::{MotionOptions, Stepping},
    property::Translation,
};

/// Places and turns cameras, and entities with an [`Attach`](crate::camera::Attach). Without this plugin [`Orbit`], [`LookAt`],
/// [`ActiveShot`](crate::camera::ActiveShot) and the other components for cameras do nothing.
///
/// It is a separate plugin, because cameras need nine more properties, and each takes time in every frame. Add it in addition to
/// [`ExactMotionPlugin`](crate::ExactMotionPlugin), before or after it.
///
/// # Examples
///
/// ```
/// use bevy::prelude::*;
/// use bevy_exact_motion::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     let player = commands.spawn((Transform::default(), Velocity::new(2.0 * Vec3::X))).id();
///     let pivot = (Transform::default(), Follow::new(player).with_offset(2.0 * Vec3::Y), Spring::critical(8.0));
///     commands.spawn((pivot, children![(Camera::default(), Orbit::new(0.0, 0.3, 8.0))]));
/// }
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, TransformPlugin, ExactMotionPlugin::default(), ExactCameraPlugin::default()))
///     .add_systems(Startup, spawn);
/// app.update();
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactCameraPlugin {
    /// How cameras are stepped and drawn. Default: `None`, as [`ExactMotionPlugin::options`](crate::ExactMotionPlugin::options) says for
    /// what they follow.
    pub options: Option<MotionOptions>,
}

impl Plugin for ExactCameraPlugin {
    fn build(&self, app: &mut App) {
        match app.get_added_plugins::<ExactMotionPlugin>().first().map(|motion| motion.options) {
            Some(motion) => register(app, self.options.unwrap_or(motion)),
            None => _ = app.insert_resource(UnregisteredCameras(self.options)),
        }
    }

    fn finish(&self, app: &mut App) {
        // The app has no `ExactMotionPlugin`, but may have properties of its own.
        register_cameras(app, MotionOptions::default());
    }
}

/// The options of an [`ExactCameraPlugin`] that was added before [`ExactMotionPlugin`], which then registers the cameras' properties.
#[derive(Resource)]
struct UnregisteredCameras(Option<MotionOptions>);

/// Registers the properties of cameras whose plugin was added before `ExactMotionPlugin`, which has the options `motion`.
pub(super) fn register_cameras(app: &mut App, motion: MotionOptions) {
    if let Some(UnregisteredCameras(own)) = app.world_mut().remove_resource() {
        register(app, own.unwrap_or(motion));
    }
}

/// Internal sets, which user code does not need to order against.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    /// Applies input and changes of ranges and shots, before entities are adopted.
    Input,
    /// Updates blends, input and rays at the end of the tick, before anything is composed.
    Passed,
    /// Extrapolates walls over the next tick, after writes to them are adopted.
    Lead,
    /// Reads the casts that were made between ticks, before anything is composed.
    Casts,
    /// Corrects the aim of cameras.
    CorrectAim,
}

/// Runs once, before `PostStartup`: writes the rays for the casts that are made there.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct FirstRays;

/// Registers the cameras' properties with these options, and adds their systems.
fn register(app: &mut App, options: MotionOptions) {
    // Cameras read this property of their leaders, which may be groups.
    register_property::<Translation>(app, options);
    register_property::<OrbitYaw>(app, options);
    register_property::<OrbitPitch>(app, options);
    register_property::<OrbitDistance>(app, options);
    // Aims are corrected after the entities that cameras look from and at.
    register_behind::<AimYaw>(app, options, Step::CorrectAim);
    register_behind::<AimPitch>(app, options, Step::CorrectAim);
    app.register_type::<Orbit>().register_type::<OrbitInput>().register_type::<OrbitRange>().register_type::<Pose>();
    shots::register(app, options);
    app.add_observer(obstruction_removed).add_observer(target_teleported);
    app.add_observer(look_at_removed).add_observer(input_removed).add_observer(range_removed);
    app.register_type::<LookAt>().register_type::<Aim>().register_type::<Sight>();
    app.register_type::<Obstruction>().register_type::<Reach>().register_type::<Composed>();
    let mut starts = app.world_mut().resource_mut::<PropertyStarts>();
    (starts.cut_camera, starts.find_unplaced) = (start::cut, start::groups_without_middle);
    add_new_pictures(app);
    for schedule in [PostStartup.intern(), PostUpdate.intern()] {
        app.add_systems(schedule, straighten.in_set(TransformSystems::Propagate).after(sync_simple_transforms));
    }
    if let Some(mut order) = app.world_mut().get_resource_mut::<MainScheduleOrder>()
        && order.startup_labels.contains(&Startup.intern())
    {
        order.insert_startup_after(Startup, FirstRays);
        app.add_systems(FirstRays, write_first_rays);
    }
    match options.stepping {
        Stepping::Fixed => {
            add_start(app, FixedFirst.intern());
            add_composition(app, FixedFirst.intern(), MotionSystems::Advance);
            add_end(app, FixedLast.intern());
            add_composition(app, FixedLast.intern(), MotionSystems::Rest);
            let schedule = RunFixedMainLoop.intern();
            add_input(app, schedule);
            add_composition(app, schedule, MotionSystems::Present);
            let after = RunFixedMainLoopSystems::AfterFixedMainLoop;
            app.configure_sets(schedule, Step::Input.in_set(after));
            // Other code may draw entities between ticks in this set, for instance by interpolation. They are in place after it.
            let sets = (Step::Casts, CameraSystems::Attach, CameraSystems::Compose, CameraSystems::Blend);
            app.configure_sets(schedule, sets.after(after));
            add_lead(app, schedule, MotionSystems::Present);
            let casts = (write_rays, apply_casts).chain().in_set(Step::Casts);
            app.add_systems(schedule, casts.before(CameraSystems::Attach));
            add_late_casts(app);
        }
        Stepping::Frame | Stepping::FrameReal => {
            add_start(app, PreUpdate.intern());
            add_composition(app, PreUpdate.intern(), MotionSystems::Advance);
            let schedule = PostUpdate.intern();
            add_end(app, schedule);
            add_composition(app, schedule, MotionSystems::Rest);
            let before = [CameraSystems::Group, CameraSystems::Aim, CameraSystems::Attach];
            for set in before.into_iter().chain([CameraSystems::Compose, CameraSystems::Blend]) {
                app.configure_sets(schedule, set.in_set(AnimationSystems).before(TransformSystems::Propagate));
            }
            app.configure_sets(schedule, CameraSystems::Blend.before(CameraUpdateSystems));
        }
        Stepping::Schedule(schedule) => {
            add_start(app, schedule);
            add_end(app, schedule);
            add_composition(app, schedule, MotionSystems::Rest);
            // The pose is composed at the beginning as well, so that systems in between read the current one.
            let between = (attach(Phase::Before), begin_looking, compose, chain(Phase::Before, Pass::All))
                .chain()
                .after(Step::Passed)
                .before(CameraSystems::Group);
            app.add_systems(schedule, between);
        }
    }
}

/// Restarts the aim of cameras whose picture size has just become known, in the frame in which they are drawn for the first time.
fn add_new_pictures(app: &mut App) {
    let all = (begin_looking, compose, chain(Phase::Drawn, Pass::All)).chain();
    let all = all.run_if(sight::is_picture_new).after(CameraUpdateSystems).before(TransformSystems::Propagate);
    app.add_systems(PostUpdate, all.after(MotionSystems::Rest).after(CameraSystems::Blend));
}

/// Reads the casts that are made after everything is placed, and places cameras again: no camera is behind a wall in the frame of the cast.
fn add_late_casts(app: &mut App) {
    let schedule = PostUpdate.intern();
    app.add_systems(schedule, apply_casts.in_set(Step::Casts));
    add_composition_for(app, schedule, MotionSystems::Rest, Phase::Drawn);
    let sets = (CameraSystems::Attach, CameraSystems::Compose, CameraSystems::Blend);
    app.configure_sets(
        schedule,
        (
            Step::Casts.after(MotionSystems::Rest).before(CameraSystems::Attach),
            sets.in_set(AnimationSystems).before(TransformSystems::Propagate).run_if(needs_redraw),
            CameraSystems::Blend.before(bevy::camera::CameraUpdateSystems),
        ),
    );
}

/// Extrapolates walls over the next tick, before motion is evaluated.
fn add_lead(app: &mut App, schedule: InternedScheduleLabel, evaluated: MotionSystems) {
    app.configure_sets(schedule, Step::Lead.after(MotionSystems::Refresh).before(evaluated))
        .add_systems(schedule, lead.in_set(Step::Lead));
}

/// Applies input from this instant on, before anything moves.
fn add_input(app: &mut App, schedule: InternedScheduleLabel) {
    shots::add_shot_changes(app, schedule, Step::Input);
    shots::add_first_middles(app, schedule, Step::Input);
    let input = (apply_range, apply_input).chain().in_set(Step::Input).after(StartFollowers);
    app.configure_sets(schedule, Step::Input.before(MotionSystems::Adopt)).add_systems(schedule, input);
}

fn add_start(app: &mut App, schedule: InternedScheduleLabel) {
    add_input(app, schedule);
    add_lead(app, schedule, MotionSystems::Advance);
    let passed = Step::Passed.after(MotionSystems::Advance).before(CameraSystems::Attach).before(CameraSystems::Group);
    // Input at a growing rate changes the targets at the end of each tick, too.
    app.configure_sets(schedule, passed)
        .add_systems(schedule, (pass, apply_input, write_rays).chain_ignore_deferred().in_set(Step::Passed));
}

fn add_end(app: &mut App, schedule: InternedScheduleLabel) {
    app.configure_sets(
        schedule,
        (
            CameraSystems::Group.before(MotionSystems::Correct),
            CameraSystems::Aim.after(MotionSystems::Correct),
            Step::CorrectAim.after(CameraSystems::Aim).before(MotionSystems::Rest),
        ),
    );
    app.add_systems(
        schedule,
        (
            (apply_input, apply_walls).chain().in_set(CameraSystems::Group),
            sight::look.in_set(CameraSystems::Aim),
            place_booms.after(MotionSystems::Rest).before(CameraSystems::Compose),
        ),
    );
    shots::add_end(app, schedule);
    shots::add_teleport_detection(app, schedule);
}

/// Composes the entities that have moved in the set `moved`.
fn add_composition(app: &mut App, schedule: InternedScheduleLabel, moved: MotionSystems) {
    let phase = match moved {
        MotionSystems::Advance => Phase::Before,
        MotionSystems::Rest => Phase::After,
        _ => Phase::Drawn,
    };
    add_composition_for(app, schedule, moved, phase);
}

/// Composes the entities that have moved in the set `moved`, in the given phase.
fn add_composition_for(app: &mut App, schedule: InternedScheduleLabel, moved: MotionSystems, phase: Phase) {
    app.configure_sets(
        schedule,
        (CameraSystems::Attach, CameraSystems::Compose, CameraSystems::Blend).chain().after(moved),
    )
    .add_systems(schedule, (begin_looking, compose).chain().in_set(CameraSystems::Compose));
    shots::add_composition(app, schedule, phase);
}
