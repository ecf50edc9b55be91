//! Compiles files that import two preludes and use every name of this crate. Also has the type data for an inspector.

/// Uses every name of the camera module, as it is imported in the file that calls this macro.
macro_rules! camera_names {
    () => {
        /// All names of the camera module.
        pub struct CameraNames(
            pub Option<Aim>,
            pub Option<AimPitch>,
            pub Option<AimYaw>,
            pub Option<Attach>,
            pub Option<Blend>,
            pub Option<BlendPath>,
            pub Option<BoomHit>,
            pub Option<CameraSystems>,
            pub Option<ExactCameraPlugin>,
            pub Option<GroupFraming>,
            pub Option<FramingMode>,
            pub Option<GroupMember>,
            pub Option<GroupMembers>,
            pub Option<GroupWeight>,
            pub Option<InGroup>,
            pub Option<LookAt>,
            pub Option<Obstruction>,
            pub Option<Orbit>,
            pub Option<OrbitInput>,
            pub Option<OrbitDistance>,
            pub Option<OrbitPitch>,
            pub Option<OrbitRange>,
            pub Option<OrbitYaw>,
            pub Option<Pose>,
            pub Option<Shake>,
            pub Option<ShakeKick>,
            pub Option<ShakeOffset>,
            pub Option<ShakeTurn>,
            pub Option<ActiveShot>,
            pub Option<ZoneExtents>,
        );
    };
}

pub mod avian;
pub mod inspector;
pub mod rapier;
