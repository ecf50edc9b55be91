//! The plugin for cameras: their properties, and the order of their systems.

use bevy::{
    app::{AnimationSystems, MainScheduleOrder},
    camera::CameraUpdateSystems,
    ecs::schedule::{InternedScheduleLabel, ScheduleLabel},
    prelude::*,
    transform::systems::sync_simple_transforms,
};

use super::{
    CameraSystems, MotionSystems,
    register::{register as register_property, register_behind},
    shots,
};
use crate::{
    camera::{
        Aim, AimPitch, AimYaw, Composed, LookAt, Obstruction, Orbit, OrbitInput, OrbitLength, OrbitPitch, OrbitRange,
        OrbitYaw, Pose, Reach, Sight, StartOnTarget,
        attach::carry::attach,
        chain::{Pass, chain},
        compose::compose,
        look::{
            sight::{self, begin_looking, stop_looking, target_teleported},
            straighten::straighten,
        },
        orbit::{
            hands::{input_removed, take_hands},
            range::{apply_range, range_removed},
            walls::keep::{
                forget_walls, is_outdated, keep_to_casts, lead, put_booms, reach, write_first_rays, write_rays,
            },
        },
        shot::{blend::pass, samples::Look},
        start::{cut, start_on_target},
    },
    motion::{MotionOptions, Stepping},
    property::Translation,
};

/// Places and turns cameras, and entities with an [`Attach`](crate::Attach). Without this plugin [`Orbit`], [`LookAt`],
/// [`Shows`](crate::Shows) and the other components for cameras do nothing.
///
/// It is a separate plugin, because cameras need nine more properties, and each takes time in every frame. Add it beside
/// [`ExactMotionPlugin`](crate::ExactMotionPlugin); if you give that plugin options, add this one after it.
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
    /// How cameras are stepped and drawn. Default: in the fixed timestep, `Live`.
    pub options: MotionOptions,
}

impl Plugin for ExactCameraPlugin {
    fn build(&self, app: &mut App) {
        // The property of their leaders, which may be groups.
        register_property::<Translation>(app, self.options);
        register(app, self.options);
    }
}

/// Sets that no user needs to order against.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    /// Applies what hands did, before entities are adopted.
    Hands,
    /// What a tick that has passed leads to, before anything is composed.
    Passed,
    /// How walls go on over the tick that comes, after what was written of them is adopted.
    Lead,
    /// What was cast between ticks is taken in, before anything is composed.
    Casts,
    /// Corrects where cameras look.
    CorrectAim,
}

/// Runs once, before `PostStartup`: rays for what is cast there.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct FirstRays;

/// Registers cameras' properties with these options, and composes them.
fn register(app: &mut App, options: MotionOptions) {
    register_property::<OrbitYaw>(app, options);
    register_property::<OrbitPitch>(app, options);
    register_property::<OrbitLength>(app, options);
    // They are put right after what they look from and at.
    register_behind::<AimYaw>(app, options, Step::CorrectAim);
    register_behind::<AimPitch>(app, options, Step::CorrectAim);
    app.register_type::<Orbit>().register_type::<OrbitInput>().register_type::<OrbitRange>().register_type::<Pose>();
    shots::register(app, options);
    app.add_observer(cut).add_observer(forget_walls).add_observer(target_teleported);
    app.add_observer(stop_looking).add_observer(input_removed).add_observer(range_removed);
    app.register_type::<LookAt>().register_type::<Aim>().register_type::<Sight>();
    app.register_type::<Obstruction>().register_type::<Reach>().register_type::<Composed>();
    app.register_type::<StartOnTarget>();
    add_pictures(app);
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
            add_hands(app, schedule);
            add_composition(app, schedule, MotionSystems::Present);
            let after = RunFixedMainLoopSystems::AfterFixedMainLoop;
            app.configure_sets(schedule, Step::Hands.in_set(after));
            // What others draw between ticks there, by interpolation for instance, is in its place then.
            let sets = (Step::Casts, CameraSystems::Attach, CameraSystems::Compose, CameraSystems::Blend);
            app.configure_sets(schedule, sets.after(after));
            add_lead(app, schedule, MotionSystems::Present);
            let casts = (write_rays, keep_to_casts).chain().in_set(Step::Casts);
            app.add_systems(schedule, casts.before(CameraSystems::Attach));
            add_late_casts(app);
        }
        Stepping::Frame(_) => {
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
            // What is read between is the pose of now, here too.
            let between = (attach(Look::Before), begin_looking, compose, chain(Look::Before, Pass::All))
                .chain()
                .after(Step::Passed)
                .before(CameraSystems::Group);
            app.add_systems(schedule, between);
        }
    }
}

/// Cameras whose picture has just become known begin to look anew, in the frame in which it is drawn for the first time.
fn add_pictures(app: &mut App) {
    let all = (begin_looking, compose, chain(Look::Drawn, Pass::All)).chain();
    let all = all.run_if(sight::is_picture_new).after(CameraUpdateSystems).before(TransformSystems::Propagate);
    app.add_systems(PostUpdate, all.after(MotionSystems::Rest).after(CameraSystems::Blend));
}

/// Takes in what is cast after everything is drawn, and draws that anew: in the frame in which it is cast no camera is behind a wall.
fn add_late_casts(app: &mut App) {
    let schedule = PostUpdate.intern();
    app.add_systems(schedule, keep_to_casts.in_set(Step::Casts));
    add_composition_for(app, schedule, MotionSystems::Rest, Look::Drawn);
    let sets = (CameraSystems::Attach, CameraSystems::Compose, CameraSystems::Blend);
    app.configure_sets(
        schedule,
        (
            Step::Casts.after(MotionSystems::Rest).before(CameraSystems::Attach),
            sets.in_set(AnimationSystems).before(TransformSystems::Propagate).run_if(is_outdated),
            CameraSystems::Blend.before(bevy::camera::CameraUpdateSystems),
        ),
    );
}

/// Lets walls go on as is known of them over the tick that comes, before motion is evaluated in it.
fn add_lead(app: &mut App, schedule: InternedScheduleLabel, evaluated: MotionSystems) {
    app.configure_sets(schedule, Step::Lead.after(MotionSystems::Refresh).before(evaluated))
        .add_systems(schedule, lead.in_set(Step::Lead));
}

/// What hands do acts from now, and is known before anything moves.
fn add_hands(app: &mut App, schedule: InternedScheduleLabel) {
    shots::add_catch(app, schedule, Step::Hands);
    shots::add_first_middles(app, schedule, Step::Hands, start_on_target);
    app.configure_sets(schedule, Step::Hands.before(MotionSystems::Adopt))
        .add_systems(schedule, (start_on_target, apply_range, take_hands).chain().in_set(Step::Hands));
}

fn add_start(app: &mut App, schedule: InternedScheduleLabel) {
    add_hands(app, schedule);
    add_lead(app, schedule, MotionSystems::Advance);
    let passed = Step::Passed.after(MotionSystems::Advance).before(CameraSystems::Attach).before(CameraSystems::Group);
    // What moves at a rate that grows is aimed anew where a tick ends.
    app.configure_sets(schedule, passed)
        .add_systems(schedule, (pass, take_hands, write_rays).chain_ignore_deferred().in_set(Step::Passed));
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
            (take_hands, reach).chain().in_set(CameraSystems::Group),
            sight::look.in_set(CameraSystems::Aim),
            put_booms.after(MotionSystems::Rest).before(CameraSystems::Compose),
        ),
    );
    shots::add_end(app, schedule);
    shots::add_writes(app, schedule);
}

/// Composes what has moved in `moved`.
fn add_composition(app: &mut App, schedule: InternedScheduleLabel, moved: MotionSystems) {
    let look = match moved {
        MotionSystems::Advance => Look::Before,
        MotionSystems::Rest => Look::After,
        _ => Look::Drawn,
    };
    add_composition_for(app, schedule, moved, look);
}

/// Composes, at an instant that cameras `look` at, what has moved in `moved`.
fn add_composition_for(app: &mut App, schedule: InternedScheduleLabel, moved: MotionSystems, look: Look) {
    app.configure_sets(
        schedule,
        (CameraSystems::Attach, CameraSystems::Compose, CameraSystems::Blend).chain().after(moved),
    )
    .add_systems(schedule, (begin_looking, compose).chain().in_set(CameraSystems::Compose));
    shots::add_composition(app, schedule, look);
}
