//! The modules `avian` and `rapier` import the preludes of both crates, and use every name of this crate's. They only have to compile. The
//! module `inspector` has the type data for an inspector.

/// Uses the prelude's names for cameras, imported by the file that calls this macro.
macro_rules! camera_names {
    () => {
        /// The prelude's names for cameras.
        pub struct CameraNames(
            pub Option<Attach>,
            pub Option<Blend>,
            pub Option<BoomHit>,
            pub Option<ExactCameraPlugin>,
            pub Option<GroupFraming>,
            pub Option<FramingMode>,
            pub Option<GroupMember>,
            pub Option<InGroup>,
            pub Option<LookAt>,
            pub Option<Obstruction>,
            pub Option<Orbit>,
            pub Option<OrbitInput>,
            pub Option<OrbitRange>,
            pub Option<Shake>,
            pub Option<ShakeKick>,
            pub Option<ActiveShot>,
        );
    };
}

pub mod avian;
pub mod inspector;
pub mod rapier;
