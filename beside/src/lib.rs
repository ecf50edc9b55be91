//! Both preludes in one file, and every name of ours used; and what an inspector is told.

/// Every name of cameras, as the file that asks for them has them.
macro_rules! camera_names {
    () => {
        /// Those of cameras, too.
        pub struct CameraNames(
            pub Option<Aim>,
            pub Option<AimPitch>,
            pub Option<AimYaw>,
            pub Option<Attach>,
            pub Option<Blend>,
            pub Option<BlendPath>,
            pub Option<CameraSystems>,
            pub Option<Cut>,
            pub Option<ExactCameraPlugin>,
            pub Option<Frame>,
            pub Option<FrameBy>,
            pub Option<FreeLength>,
            pub Option<GroupWeight>,
            pub Option<InGroup>,
            pub Option<LookAt>,
            pub Option<Obstruction>,
            pub Option<OnJump>,
            pub Option<Orbit>,
            pub Option<OrbitInput>,
            pub Option<OrbitLength>,
            pub Option<OrbitPitch>,
            pub Option<OrbitRange>,
            pub Option<OrbitYaw>,
            pub Option<Pose>,
            pub Option<Shake>,
            pub Option<ShakeKick>,
            pub Option<ShakeOffset>,
            pub Option<ShakeTurn>,
            pub Option<Shows>,
            pub Option<Sides>,
            pub Option<StartOnTarget>,
        );
    };
}

pub mod avian;
pub mod inspector;
pub mod rapier;
