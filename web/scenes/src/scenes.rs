//! The scenes, each as it is in its folder of examples.

use bevy::app::AppExit;

/// Declares a scene in each folder, and [`run`], which knows them by the folders' names.
macro_rules! scenes {
    ($($name:ident at $path:literal),* $(,)?) => {
        $(
            #[allow(dead_code, unreachable_pub, reason = "a scene is a program of its own; its tests use parts of it")]
            #[path = $path]
            mod $name;
        )*

        /// Runs the scene of this name.
        pub(crate) fn run(name: &str) -> AppExit {
            match name {
                $(stringify!($name) => $name::main(),)*
                _ => harness::platform::refuse(&format!("there is no scene {name}")),
            }
        }
    };
}

scenes! {
    camera_tour at "../../../examples/camera_tour/main.rs",
    explosion_ring at "../../../examples/explosion_ring/main.rs",
    fling at "../../../examples/fling/main.rs",
    fountain at "../../../examples/fountain/main.rs",
    frame_rate_independence at "../../../examples/frame_rate_independence/main.rs",
    many_springs at "../../../examples/many_springs/main.rs",
    minimal at "../../../examples/minimal/main.rs",
    spring_lab at "../../../examples/spring_lab/main.rs",
    third_person_camera at "../../../examples/third_person_camera/main.rs",
    tune at "../../../examples/tune/main.rs",
    ui_spring at "../../../examples/ui_spring/main.rs",
}
