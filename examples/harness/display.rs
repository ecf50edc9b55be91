//! What this machine has to draw with.

use bevy::render::settings::Backends;

use crate::Output;

/// One line for those who ask for pictures where nothing can draw them.
pub(super) const HOW_TO_GET_A_DRIVER: &str = "no graphics driver found: pictures need a Vulkan driver, and where \
    there is no graphics card a software one does (Debian and Ubuntu: mesa-vulkan-drivers); --headless alone draws nothing";

/// Whether this system shows windows through an X server, and none answers: because `DISPLAY` names none, or one that is
/// gone, at which the window library would give up with a panic.
///
/// The scenes are built for X11 alone, so a Wayland session counts through its X server.
#[cfg(all(unix, not(any(target_os = "macos", target_os = "ios", target_os = "android"))))]
pub(super) fn is_missing() -> bool {
    x11rb::connect(None).is_err()
}

/// Elsewhere there is always something to show windows on.
#[cfg(not(all(unix, not(any(target_os = "macos", target_os = "ios", target_os = "android")))))]
pub(super) fn is_missing() -> bool {
    false
}

/// The graphics interface that draws pictures without a window; one, so that a picture looks the same everywhere.
pub(super) fn picture_backends() -> Backends {
    if cfg!(target_os = "linux") { Backends::VULKAN } else { Backends::PRIMARY }
}

/// Whether nothing here can draw. Asked before Bevy's renderer starts, because that gives up with a panic.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn adapter_is_missing(output: Output) -> bool {
    use std::ops::Deref;

    use bevy::render::renderer::RenderInstance;
    use bevy::tasks::block_on;

    // wgpu's `Instance`, which Bevy does not export by name.
    type Instance = <<<RenderInstance as Deref>::Target as Deref>::Target as Deref>::Target;
    let backends = match output {
        Output::Image => picture_backends(),
        Output::Nothing | Output::Unseen | Output::Window => Backends::all(),
    };
    block_on(Instance::default().enumerate_adapters(backends)).is_empty()
}

/// A browser cannot be asked without waiting for its answer; it says by itself what it cannot draw.
#[cfg(target_arch = "wasm32")]
pub(super) fn adapter_is_missing(_: Output) -> bool {
    false
}
