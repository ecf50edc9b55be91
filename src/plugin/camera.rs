//! The plugin for cameras: their properties, and the order of their systems.

use bevy::{
    app::{AnimationSystems, MainScheduleOrder},
    camera::CameraUpdateSystems,
    ecs::schedule::common_conditions::{any_with_component, resource_exists},
    ecs::schedule::{InternedScheduleLabel, ScheduleLabel},
    input::InputSystems,
    prelude::*,
    transform::systems::sync_simple_transforms,
};

use super::{
    ExactMotionPlugin, MotionSystems,
    register::{register as register_property, register_behind},
    sets::StartFollowers,
    shots,
};
use crate::{
    camera::{
        Aim, AimPitch, AimYaw, Composed, Confiner, LookAt, Obstruction, Orbit, OrbitControls, OrbitDistance,
        OrbitInput, OrbitPitch, OrbitRange, OrbitYaw, Pose, Reach, Sight,
        attach::carry::attach,
        chain::{Pass, chain},
        compose::compose,
        confiner::{confine, shift_regions},
        look::{
            sight::{self, begin_looking, look_at_removed, target_teleported},
            straighten::straighten,
        },
        orbit::{
            controls::operate::operate,
            input::{apply_input, input_removed},
            range::{apply_range, range_removed},
            walls::systems::{
                apply_casts, apply_walls, needs_redraw, obstruction_removed, place_booms, set_forecast_rates,
                write_first_rays, write_rays,
            },
        },
        shot::{blend::advance_blends, samples::Phase},
        start,
    },
    follow::start::PropertyStarts,
    motion::{MotionOptions, Stepping},
    property::Translation,
    rail::{OnRail, Rail, RailDistance, follow::follow_nearest},
};

/// Places and turns cameras, and entities with an [`Attach`](crate::camera::Attach). Without this plugin [`Orbit`], [`LookAt`],
/// [`ActiveShot`](crate::camera::ActiveShot) and the other components for cameras do nothing.
///
/// It is a separate plugin, because cameras need ten more properties, and each takes time in every frame. Add it in addition to
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
    /// How cameras are stepped and drawn. Default: `None`, the same as
    /// [`ExactMotionPlugin::options`](crate::ExactMotionPlugin::options).
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
        // For apps without `ExactMotionPlugin`, which may register properties themselves. Otherwise a no-op.
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
    /// Applies input and changes of ranges and shots, before written values are adopted.
    Input,
    /// Updates blends, input and rays at the end of the tick, before anything is composed.
    AfterAdvance,
    /// Extrapolates walls over the next tick, after writes to them are adopted.
    ExtrapolateWalls,
    /// Reads the casts that were made between ticks, before anything is composed.
    Casts,
    /// Corrects the aim of cameras.
    CorrectAim,
}

/// The schedule of a system that runs once, before `PostStartup`, and writes the rays for the casts in `PostStartup`.
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
    // So are distances on rails, after the entities that they are to be near to.
    register_behind::<RailDistance>(app, options, Step::CorrectAim);
    app.register_type::<Rail>().register_type::<OnRail>();
    app.register_type::<Orbit>().register_type::<OrbitInput>().register_type::<OrbitRange>().register_type::<Pose>();
    shots::register(app, options);
    app.add_observer(obstruction_removed).add_observer(target_teleported);
    app.add_observer(look_at_removed).add_observer(input_removed).add_observer(range_removed);
    app.register_type::<LookAt>().register_type::<Aim>().register_type::<Sight>();
    app.register_type::<Obstruction>().register_type::<Reach>().register_type::<Composed>();
    add_controls(app);
    add_confiners(app);
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
            add_tick_start(app, FixedFirst.intern());
            add_composition(app, FixedFirst.intern(), MotionSystems::Advance);
            add_tick_end(app, FixedLast.intern());
            add_composition(app, FixedLast.intern(), MotionSystems::Rest);
            let schedule = RunFixedMainLoop.intern();
            add_input(app, schedule);
            add_composition(app, schedule, MotionSystems::Present);
            let after = RunFixedMainLoopSystems::AfterFixedMainLoop;
            app.configure_sets(schedule, Step::Input.in_set(after));
            // In the set `after`, other code may move entities to where they are drawn, for instance by interpolation.
            let sets = (Step::Casts, MotionSystems::Attach, MotionSystems::ComposeCameras, MotionSystems::BlendCameras);
            app.configure_sets(schedule, sets.after(after));
            add_wall_extrapolation(app, schedule, MotionSystems::Present);
            let casts = (write_rays, apply_casts).chain().in_set(Step::Casts);
            app.add_systems(schedule, casts.before(MotionSystems::Attach));
            add_late_casts(app);
        }
        Stepping::Frame | Stepping::FrameReal => {
            add_tick_start(app, PreUpdate.intern());
            add_composition(app, PreUpdate.intern(), MotionSystems::Advance);
            let schedule = PostUpdate.intern();
            add_tick_end(app, schedule);
            add_composition(app, schedule, MotionSystems::Rest);
            let before = [MotionSystems::FrameGroups, MotionSystems::AimCameras, MotionSystems::Attach];
            for set in before.into_iter().chain([MotionSystems::ComposeCameras, MotionSystems::BlendCameras]) {
                app.configure_sets(schedule, set.in_set(AnimationSystems).before(TransformSystems::Propagate));
            }
            app.configure_sets(schedule, MotionSystems::BlendCameras.before(CameraUpdateSystems));
        }
        Stepping::Schedule(schedule) => {
            add_tick_start(app, schedule);
            add_tick_end(app, schedule);
            add_composition(app, schedule, MotionSystems::Rest);
            // Poses are composed at the beginning as well, so that systems between the sets read the current poses.
            let between = (attach(Phase::Before), begin_looking, compose, chain(Phase::Before, Pass::All))
                .chain()
                .after(Step::AfterAdvance)
                .before(MotionSystems::FrameGroups);
            app.add_systems(schedule, between);
        }
    }
}

/// Adds the system that confines pictures, after everything that moves a camera or changes its lens.
fn add_confiners(app: &mut App) {
    let confine = confine.run_if(any_with_component::<Confiner>).after(CameraUpdateSystems).after(straighten);
    app.register_type::<Confiner>()
        .add_observer(shift_regions)
        .add_systems(PostUpdate, confine.in_set(TransformSystems::Propagate));
}

/// Adds the system that lets devices control orbits, in apps with input devices.
fn add_controls(app: &mut App) {
    let has_devices = resource_exists::<ButtonInput<MouseButton>>.and_then(any_with_component::<OrbitControls>);
    let operate = operate.run_if(has_devices).after(InputSystems).before(Step::Input);
    #[cfg(feature = "bevy_picking")]
    let operate = operate.after(bevy::picking::PickingSystems::Hover);
    app.register_type::<OrbitControls>().add_systems(PreUpdate, operate);
}

/// Adds systems that restart the aim of cameras whose picture size has just become known, in the frame in which they are drawn for the
/// first time.
fn add_new_pictures(app: &mut App) {
    let all = (begin_looking, compose, chain(Phase::Again, Pass::All)).chain();
    let all = all.run_if(sight::is_picture_new).after(CameraUpdateSystems).before(TransformSystems::Propagate);
    app.add_systems(PostUpdate, all.after(MotionSystems::Rest).after(MotionSystems::BlendCameras));
}

/// Adds systems that read the casts made after everything is placed, and that place cameras again. So no camera is behind a wall in the
/// frame of the cast.
fn add_late_casts(app: &mut App) {
    let schedule = PostUpdate.intern();
    app.add_systems(schedule, apply_casts.in_set(Step::Casts));
    add_composition_for(app, schedule, MotionSystems::Rest, Phase::Again);
    let sets = (MotionSystems::Attach, MotionSystems::ComposeCameras, MotionSystems::BlendCameras);
    app.configure_sets(
        schedule,
        (
            Step::Casts.after(MotionSystems::Rest).before(MotionSystems::Attach),
            sets.in_set(AnimationSystems).before(TransformSystems::Propagate).run_if(needs_redraw),
            MotionSystems::BlendCameras.before(bevy::camera::CameraUpdateSystems),
        ),
    );
}

/// Adds the system that extrapolates walls over the next tick, before motion is evaluated.
fn add_wall_extrapolation(app: &mut App, schedule: InternedScheduleLabel, evaluated: MotionSystems) {
    app.configure_sets(schedule, Step::ExtrapolateWalls.after(MotionSystems::Refresh).before(evaluated))
        .add_systems(schedule, set_forecast_rates.in_set(Step::ExtrapolateWalls));
}

/// Adds the systems that apply input at the current instant, before anything moves.
fn add_input(app: &mut App, schedule: InternedScheduleLabel) {
    shots::add_shot_changes(app, schedule, Step::Input);
    shots::add_first_middles(app, schedule, Step::Input);
    let input = (apply_range, apply_input).chain().in_set(Step::Input).after(StartFollowers);
    app.configure_sets(schedule, Step::Input.before(MotionSystems::Adopt)).add_systems(schedule, input);
}

fn add_tick_start(app: &mut App, schedule: InternedScheduleLabel) {
    add_input(app, schedule);
    add_wall_extrapolation(app, schedule, MotionSystems::Advance);
    let after_advance = Step::AfterAdvance
        .after(MotionSystems::Advance)
        .before(MotionSystems::Attach)
        .before(MotionSystems::FrameGroups);
    // Input is also applied at the end of each tick, because the rate of a zoom depends on the distance.
    app.configure_sets(schedule, after_advance).add_systems(
        schedule,
        (advance_blends, apply_input, write_rays).chain_ignore_deferred().in_set(Step::AfterAdvance),
    );
}

fn add_tick_end(app: &mut App, schedule: InternedScheduleLabel) {
    app.configure_sets(
        schedule,
        (
            MotionSystems::FrameGroups.before(MotionSystems::Correct),
            MotionSystems::AimCameras.after(MotionSystems::Correct),
            Step::CorrectAim.after(MotionSystems::AimCameras).before(MotionSystems::Rest),
        ),
    );
    app.add_systems(
        schedule,
        (
            (apply_input, apply_walls).chain().in_set(MotionSystems::FrameGroups),
            (sight::look, follow_nearest).chain_ignore_deferred().in_set(MotionSystems::AimCameras),
            place_booms.after(MotionSystems::Rest).before(MotionSystems::ComposeCameras),
        ),
    );
    shots::add_tick_end(app, schedule);
    shots::add_teleport_detection(app, schedule);
}

/// Adds the systems that compose cameras after the set `moved`, in which entities have moved.
fn add_composition(app: &mut App, schedule: InternedScheduleLabel, moved: MotionSystems) {
    let phase = match moved {
        MotionSystems::Advance => Phase::Before,
        MotionSystems::Rest => Phase::After,
        _ => Phase::Drawn,
    };
    add_composition_for(app, schedule, moved, phase);
}

/// Adds the systems that compose cameras after the set `moved`, in which entities have moved, for the given phase.
fn add_composition_for(app: &mut App, schedule: InternedScheduleLabel, moved: MotionSystems, phase: Phase) {
    app.configure_sets(
        schedule,
        (MotionSystems::Attach, MotionSystems::ComposeCameras, MotionSystems::BlendCameras).chain().after(moved),
    )
    .add_systems(schedule, (begin_looking, compose).chain().in_set(MotionSystems::ComposeCameras));
    shots::add_composition(app, schedule, phase);
}
