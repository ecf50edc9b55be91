//! How loud sounds are.

use bevy::{
    audio::{AudioSink, AudioSinkPlayback, SpatialAudioSink, Volume},
    reflect::TypePath,
};

use super::Property;

macro_rules! volume {
    ($($(#[$doc:meta])* $name:ident: $sink:ty;)*) => { $(
        $(#[$doc])*
        #[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
        #[type_path = "bevy_exact_motion"]
        pub enum $name {}

        impl Property for $name {
            type Component = $sink;
            type Value = f32;

            fn get(sink: &$sink) -> f32 {
                sink.volume().to_linear()
            }

            fn set(sink: &mut $sink, value: f32) {
                // Below 0 a volume counts by its size, and would rise again.
                sink.set_volume(Volume::Linear(value.max(0.0)));
            }
        }
    )* };
}

volume! {
    /// The volume of an [`AudioSink`], linear: 0 is silent, 1 as it was recorded. To be registered.
    ///
    /// The sink comes when the sound begins to play; what is to move it may be on the entity before. An overshoot below 0 is silent.
    SinkVolume: AudioSink;
    /// The volume of a [`SpatialAudioSink`], as [`SinkVolume`].
    SpatialSinkVolume: SpatialAudioSink;
}
