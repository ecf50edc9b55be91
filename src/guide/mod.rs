// The pages of `docs/guide` as modules: the same text on a repository's pages and in the documentation, where its blocks of Rust
// are tested. A page's links have labels, whose definitions at its end name files. The first definition of a label counts, so
// `labels.md`, which stands before each page, leads to modules here, and rustdoc checks that they are there.
#![doc = include_str!("labels.md")]
#![doc = include_str!("../../docs/guide/README.md")]

/// A module that is a page, with the items that are named on it. `$shown` is a condition on features, where a page's blocks need some.
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
    law,
    "1_law.md",
    doc,
    "[`Velocity`](crate::Velocity), [`Spring`](crate::Spring), [`AxisSprings`](crate::AxisSprings), [`Friction`](crate::Friction), \
     [`DryFriction`](crate::DryFriction), [`Gravity`](crate::Gravity), [`ExponentialRate`](crate::ExponentialRate), \
     [`Limits`](crate::Limits), [`Fling`](crate::Fling), [`Target`](crate::Target), [`Follow`](crate::Follow), \
     [`Resting`](crate::Resting), [`Settled`](crate::Settled), [`InvalidMotion`](crate::InvalidMotion)."
);
page!(
    parameters,
    "2_parameters.md",
    doc,
    "[`Spring`](crate::Spring), [`Friction`](crate::Friction), [`ExponentialRate`](crate::ExponentialRate), \
     [`RestTolerance`](crate::RestTolerance), [`math::Spring`](crate::math::Spring), [`math::Friction`](crate::math::Friction), \
     [`math::ExponentialRate`](crate::math::ExponentialRate)."
);
page!(
    cameras,
    "3_cameras.md",
    any(not(doctest), feature = "camera"),
    "[`Follow`](crate::Follow), [`AxisSprings`](crate::AxisSprings), [`Presentation`](crate::Presentation).",
    "camera": "[`ExactCameraPlugin`](crate::ExactCameraPlugin), [`CameraSystems`](crate::CameraSystems), [`Orbit`](crate::Orbit), \
     [`OrbitInput`](crate::OrbitInput), [`OrbitRange`](crate::OrbitRange), [`Obstruction`](crate::Obstruction), \
     [`FreeLength`](crate::FreeLength), [`LookAt`](crate::LookAt), [`InGroup`](crate::InGroup), [`Frame`](crate::Frame), \
     [`Shows`](crate::Shows), [`Blend`](crate::Blend), [`Shake`](crate::Shake), [`ShakeKick`](crate::ShakeKick), \
     [`StartOnTarget`](crate::StartOnTarget), [`Attach`](crate::Attach), [`Cut`](crate::Cut), [`Pose`](crate::Pose)."
);
page!(
    particles,
    "4_particles.md",
    doc,
    "[`Velocity`](crate::Velocity), [`Gravity`](crate::Gravity), [`Friction`](crate::Friction), [`DryFriction`](crate::DryFriction), \
     [`Limits`](crate::Limits), [`LimitReached`](crate::LimitReached), [`Settled`](crate::Settled), [`Finished`](crate::Finished), \
     [`Progress`](crate::Progress), [`Motion`](crate::Motion), [`Pace`](crate::Pace)."
);
page!(
    interfaces,
    "5_interfaces.md",
    any(not(doctest), all(feature = "bevy_ui", feature = "picking")),
    "[`MotionOptions`](crate::MotionOptions), [`Progress`](crate::Progress), [`Held`](crate::Held), [`Fling`](crate::Fling), \
     [`SnapPoints`](crate::SnapPoints), [`SnapTo`](crate::SnapTo), [`Limits`](crate::Limits), [`ReducedMotion`](crate::ReducedMotion).",
    "bevy_ui": "[`NodeLeft`](crate::NodeLeft), [`NodeTranslation`](crate::NodeTranslation), [`NodeScale`](crate::NodeScale), \
     [`NodeRotation`](crate::NodeRotation).",
    "picking": "[`Draggable`](crate::Draggable)."
);
page!(
    properties,
    "6_properties.md",
    doc,
    "[`property!`](crate::property), [`Property`](trait@crate::Property), [`Field`](crate::Field), [`Space`](crate::Space), \
     [`Angle`](crate::Angle), [`register_motion`](crate::RegisterMotion::register_motion), \
     [`give_way`](crate::RegisterMotion::give_way)."
);
page!(
    time,
    "7_time.md",
    doc,
    "[`ExactMotionPlugin`](crate::ExactMotionPlugin), [`MotionOptions`](crate::MotionOptions), [`Stepping`](crate::Stepping), \
     [`Presentation`](crate::Presentation), [`PresentAs`](crate::PresentAs), [`MotionSystems`](crate::MotionSystems), \
     [`Teleported`](crate::Teleported), [`Snap`](crate::Snap), [`OriginShift`](crate::OriginShift)."
);
page!(
    rollback,
    "8_rollback.md",
    doc,
    "[`Motion`](crate::Motion), [`Resting`](crate::Resting), [`MotionOptions::in_schedule`](crate::MotionOptions::in_schedule), \
     [`math`](crate::math)."
);
page!(
    beside,
    "9_beside.md",
    any(not(doctest), feature = "camera"),
    "[`beside_physics`](crate::beside_physics), [`read_leader_velocity`](crate::RegisterMotion::read_leader_velocity), \
     [`PresentAs`](crate::PresentAs), [`Teleported`](crate::Teleported), [`SpringCurve`](crate::SpringCurve)."
);
page!(
    mistakes,
    "10_mistakes.md",
    doc,
    "[`ExactMotionPlugin`](crate::ExactMotionPlugin), [`RegisterMotion`](crate::RegisterMotion), [`Property`](trait@crate::Property), \
     [`Space`](crate::Space), [`Field`](crate::Field)."
);
page!(
    coming_from,
    "11_coming_from.md",
    any(not(doctest), feature = "camera"),
    "[`Spring`](crate::Spring), [`Friction`](crate::Friction), [`ExponentialRate`](crate::ExponentialRate), \
     [`Follow`](crate::Follow), [`AxisSprings`](crate::AxisSprings)."
);
page!(
    debugging,
    "12_debugging.md",
    any(not(doctest), feature = "debug"),
    "[`Spring`](crate::Spring), [`Limits`](crate::Limits), [`Motion`](crate::Motion).",
    "debug": "[`ExactDebugPlugin`](crate::ExactDebugPlugin), [`Inspected`](crate::Inspected), [`MotionGizmos`](crate::MotionGizmos), \
     [`SpringPanel`](crate::SpringPanel), [`Convention`](crate::Convention), [`CopiedCode`](crate::CopiedCode)."
);
