// Includes the pages of `docs/guide` as modules, so that they are part of the documentation and their Rust blocks are tested. Links between
// pages use labels, which each page defines at its end as links to files. Of several definitions, the first one counts: `labels.md`, which
// is included before each page, defines the labels as links to modules, which rustdoc checks.
#![doc = include_str!("labels.md")]
#![doc = include_str!("../../docs/guide/README.md")]

/// Defines the module of a page: the page's text, and links to the items that the page names. The text is only included under the condition
/// `$shown`, under which its Rust blocks compile.
macro_rules! page {
    ($name:ident, $file:literal, $shown:meta, $items:literal $(, $feature:literal: $more:literal)*) => {
        #[doc = include_str!("labels.md")]
        #[cfg_attr($shown, doc = include_str!(concat!("../../docs/guide/", $file)))]
        #[doc = "\n## Items\n"]
        #[doc = $items]
        $(#[cfg_attr(feature = $feature, doc = $more)])*
        pub mod $name {}
    };
}

page!(
    getting_started,
    "01_getting_started.md",
    any(not(doctest), all(feature = "camera", feature = "bevy_ui")),
    "[`ExactMotionPlugin`](crate::ExactMotionPlugin), [`Spring`](crate::Spring), [`Target`](crate::Target), [`Follow`](crate::Follow), \
     [`Velocity`](crate::Velocity), [`TimeScale`](crate::TimeScale), [`Stop`](crate::events::Stop), [`Complete`](crate::events::Complete), \
     [`Settled`](crate::events::Settled)."
);
page!(
    mistakes,
    "02_mistakes.md",
    any(not(doctest), all(feature = "camera", feature = "bevy_ui")),
    "[`ExactMotionPlugin`](crate::ExactMotionPlugin), [`RegisterMotion`](crate::RegisterMotion), [`Property`](trait@crate::property::Property), \
     [`Space`](crate::space::Space), [`ExponentialRate`](crate::ExponentialRate), [`Limits`](crate::Limits)."
);
page!(
    law,
    "03_law.md",
    doc,
    "[`Velocity`](crate::Velocity), [`Spring`](crate::Spring), [`AxisSprings`](crate::AxisSprings), [`Friction`](crate::Friction), \
     [`DryFriction`](crate::DryFriction), [`Gravity`](crate::Gravity), [`ExponentialRate`](crate::ExponentialRate), \
     [`Limits`](crate::Limits), [`Fling`](crate::Fling), [`SnapPoints`](crate::SnapPoints), [`TimeScale`](crate::TimeScale), \
     [`Target`](crate::Target), [`Follow`](crate::Follow), [`Resting`](crate::Resting), [`Settled`](crate::events::Settled), [`InvalidMotion`](crate::events::InvalidMotion)."
);
page!(
    parameters,
    "04_parameters.md",
    doc,
    "[`Spring`](crate::Spring), [`Friction`](crate::Friction), [`ExponentialRate`](crate::ExponentialRate), \
     [`RestTolerance`](crate::RestTolerance), [`math::Spring`](crate::math::Spring), [`math::Friction`](crate::math::Friction), \
     [`math::ExponentialRate`](crate::math::ExponentialRate)."
);
page!(
    following,
    "05_following.md",
    any(not(doctest), all(feature = "camera", feature = "bevy_sprite")),
    "[`Follow`](crate::Follow), [`Target`](crate::Target), [`AxisSprings`](crate::AxisSprings), [`Limits`](crate::Limits), \
     [`MotionOptions`](crate::MotionOptions), [`Presentation`](crate::Presentation), \
     [`StartOnTarget`](crate::StartOnTarget), [`Cut`](crate::events::Cut)."
);
page!(
    orbiting,
    "06_orbiting.md",
    any(not(doctest), feature = "camera"),
    "[`Follow`](crate::Follow), [`MotionOptions`](crate::MotionOptions).",
    "camera": "[`ExactCameraPlugin`](crate::ExactCameraPlugin), [`Orbit`](crate::camera::Orbit), [`OrbitInput`](crate::camera::OrbitInput), \
     [`OrbitRange`](crate::camera::OrbitRange), [`Obstruction`](crate::camera::Obstruction), [`BoomHit`](crate::camera::BoomHit), \
     [`LookAt`](crate::camera::LookAt), [`ZoneExtents`](crate::camera::ZoneExtents), [`StartOnTarget`](crate::StartOnTarget), [`Cut`](crate::events::Cut), \
     [`Pose`](crate::camera::Pose), [`MotionSystems`](crate::MotionSystems)."
);
page!(
    shots,
    "07_shots.md",
    any(not(doctest), feature = "camera"),
    "[`Follow`](crate::Follow), [`Teleported`](crate::events::Teleported).",
    "camera": "[`ActiveShot`](crate::camera::ActiveShot), [`Blend`](crate::camera::Blend), [`Cut`](crate::events::Cut), [`InGroup`](crate::camera::InGroup), [`GroupMember`](crate::camera::GroupMember), \
     [`GroupFraming`](crate::camera::GroupFraming), [`Attach`](crate::camera::Attach), [`Shake`](crate::camera::Shake), [`ShakeKick`](crate::camera::ShakeKick), \
     [`ShakeTurn`](crate::camera::ShakeTurn), [`ShakeOffset`](crate::camera::ShakeOffset), [`Complete`](crate::events::Complete), \
     [`StartOnTarget`](crate::StartOnTarget), [`Pose`](crate::camera::Pose)."
);
page!(
    particles,
    "08_particles.md",
    doc,
    "[`Velocity`](crate::Velocity), [`Gravity`](crate::Gravity), [`Friction`](crate::Friction), [`DryFriction`](crate::DryFriction), \
     [`Limits`](crate::Limits), [`LimitReached`](crate::events::LimitReached), [`Settled`](crate::events::Settled), [`Finished`](crate::events::Finished), \
     [`Progress`](crate::property::Progress), [`Motion`](crate::Motion), [`TimeScale`](crate::TimeScale)."
);
page!(
    interfaces,
    "09_interfaces.md",
    any(not(doctest), all(feature = "bevy_ui", feature = "bevy_picking")),
    "[`MotionOptions`](crate::MotionOptions), [`Progress`](crate::property::Progress), [`Grabbed`](crate::Grabbed), [`Fling`](crate::Fling), \
     [`SnapPoints`](crate::SnapPoints), [`SnapTo`](crate::SnapTo), [`Limits`](crate::Limits), [`ReducedMotion`](crate::ReducedMotion).",
    "bevy_ui": "[`NodeLeft`](crate::property::NodeLeft), [`NodeTranslation`](crate::property::NodeTranslation), [`NodeScale`](crate::property::NodeScale), \
     [`NodeRotation`](crate::property::NodeRotation).",
    "bevy_picking": "[`Draggable`](crate::Draggable)."
);
page!(
    properties,
    "10_properties.md",
    doc,
    "[`property!`](macro@crate::property), [`Property`](trait@crate::property::Property), [`Space`](crate::space::Space), \
     [`Angle`](crate::space::Angle), [`register_motion`](crate::RegisterMotion::register_motion), \
     [`register_yielding`](crate::RegisterMotion::register_yielding)."
);
page!(
    time,
    "11_time.md",
    doc,
    "[`ExactMotionPlugin`](crate::ExactMotionPlugin), [`MotionOptions`](crate::MotionOptions), [`Stepping`](crate::Stepping), \
     [`Presentation`](crate::Presentation), [`MotionSystems`](crate::MotionSystems), \
     [`Settled`](crate::events::Settled), [`Finished`](crate::events::Finished), [`LimitReached`](crate::events::LimitReached), \
     [`Teleported`](crate::events::Teleported), [`Cut`](crate::events::Cut), [`StartOnTarget`](crate::StartOnTarget), [`OriginShift`](crate::events::OriginShift)."
);
page!(
    rollback,
    "12_rollback.md",
    doc,
    "[`Motion`](crate::Motion), [`Resting`](crate::Resting), [`MotionOptions::in_schedule`](crate::MotionOptions::in_schedule), \
     [`math`](crate::math)."
);
page!(
    beside,
    "13_beside.md",
    any(not(doctest), feature = "camera"),
    "[`beside_physics`](crate::beside_physics), [`register_leader_velocity`](crate::RegisterMotion::register_leader_velocity), \
     [`Presentation`](crate::Presentation), [`Teleported`](crate::events::Teleported), [`SpringCurve`](crate::SpringCurve)."
);
page!(
    tuning,
    "14_tuning.md",
    any(not(doctest), feature = "dev_tools"),
    "[`Spring`](crate::Spring), [`Limits`](crate::Limits), [`Motion`](crate::Motion).",
    "dev_tools": "[`ExactDebugPlugin`](crate::ExactDebugPlugin), [`Inspected`](crate::dev_tools::Inspected), [`MotionGizmos`](crate::dev_tools::MotionGizmos), \
     [`SpringPanel`](crate::dev_tools::SpringPanel)."
);
page!(
    coming_from,
    "15_coming_from.md",
    any(not(doctest), feature = "camera"),
    "[`Spring`](crate::Spring), [`Friction`](crate::Friction), [`ExponentialRate`](crate::ExponentialRate), \
     [`Follow`](crate::Follow), [`AxisSprings`](crate::AxisSprings)."
);
page!(
    sequences,
    "16_sequences.md",
    any(not(doctest), all(feature = "bevy_ui", feature = "camera")),
    "[`Sequence`](crate::Sequence), [`SequenceCalled`](crate::events::SequenceCalled), \
     [`SequenceFinished`](crate::events::SequenceFinished), [`register_sequences`](crate::RegisterMotion::register_sequences)."
);
page!(
    inertialization,
    "17_inertialization.md",
    doc,
    "[`Inertialization`](crate::Inertialization), [`Jumped`](crate::events::Jumped), [`Teleported`](crate::events::Teleported), \
     [`register_inertialization`](crate::RegisterMotion::register_inertialization).",
    "bevy_animation": "[`InertializeClips`](crate::InertializeClips)."
);
page!(
    bones,
    "18_bones.md",
    any(not(doctest), feature = "camera"),
    "[`Teleported`](crate::events::Teleported).",
    "camera": "[`SpringBones`](crate::SpringBones), [`BoneCollider`](crate::BoneCollider)."
);
page!(
    rails,
    "19_rails.md",
    any(not(doctest), feature = "camera"),
    "[`Limits`](crate::Limits), [`Friction`](crate::Friction).",
    "camera": "[`Rail`](crate::rail::Rail), [`OnRail`](crate::rail::OnRail), [`RailDistance`](crate::rail::RailDistance), \
     [`Attach`](crate::camera::Attach)."
);
page!(
    presets,
    "20_presets.md",
    any(not(doctest), feature = "camera"),
    "[`Follow`](crate::Follow), [`Spring`](crate::Spring).",
    "camera": "[`Orbit`](crate::camera::Orbit), [`OrbitControls`](crate::camera::OrbitControls), \
     [`Confiner`](crate::camera::Confiner), [`GroupFraming`](crate::camera::GroupFraming)."
);
