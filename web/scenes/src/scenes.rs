//! The scenes, included from their folders of examples.

/// Declares a module for each scene's folder, and [`run`], which runs a scene by its folder's name.
macro_rules! scenes {
    ($($name:ident at $path:literal by $run:path),* $(,)?) => {
        $(
            #[allow(dead_code, unreachable_pub, reason = "a scene is a program of its own; its tests use parts of it")]
            #[path = $path]
            mod $name;
        )*

        /// Runs the scene of this name.
        pub(crate) fn run(name: &str) {
            match name {
                $(stringify!($name) => {
                    $run();
                })*
                _ => harness::platform::exit_with_error(&format!("there is no scene {name}")),
            }
        }
    };
}

scenes! {
    camera_tour at "../../../examples/camera_tour/main.rs" by camera_tour::main,
    chase at "../../../examples/chase/main.rs" by chase::main,
    explosion_ring at "../../../examples/explosion_ring/main.rs" by explosion_ring::main,
    fling at "../../../examples/fling/main.rs" by fling::main,
    fountain at "../../../examples/fountain/main.rs" by fountain::main,
    frame_rate_independence at "../../../examples/frame_rate_independence/main.rs" by frame_rate_independence::main,
    many_springs at "../../../examples/many_springs/main.rs" by many_springs::main,
    menu at "../../../examples/menu/main.rs" by menu::main,
    minimal at "../../../examples/minimal/main.rs" by minimal::stage::run,
    network at "../../../examples/network/main.rs" by network::main,
    spring_lab at "../../../examples/spring_lab/main.rs" by spring_lab::main,
    stride at "../../../examples/stride/main.rs" by stride::main,
    third_person_camera at "../../../examples/third_person_camera/main.rs" by third_person_camera::main,
    tune at "../../../examples/tune/main.rs" by tune::main,
    ui_spring at "../../../examples/ui_spring/main.rs" by ui_spring::main,
}
