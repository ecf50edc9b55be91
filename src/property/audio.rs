//! Properties for the volume of sounds.

use bevy::{
    audio::{AudioSink, AudioSinkPlayback, PlaybackSettings, SpatialAudioSink, Volume},
    ecs::world::EntityRef,
    reflect::TypePath,
};

use super::Property;

macro_rules! volume {
    ($($(#[$doc:meta])* $name:ident: $sink:ty, spatial: $is_spatial:literal;)*) => { $(
        $(#[$doc])*
        #[derive(TypePath, Clone, Copy, Debug, PartialEq, Eq)]
        #[type_path = "bevy_exact_motion"]
        pub enum $name {}

        impl Property for $name {
            type Component = $sink;
            type Value = f32;
            const INSERTED_BY: Option<(&'static str, fn(EntityRef) -> bool)> = Some((
                concat!("insert an `AudioPlayer`, with settings whose `spatial` is ", $is_spatial),
                |entity| entity.get::<PlaybackSettings>().is_some_and(|settings| settings.spatial == $is_spatial),
            ));

            fn get(sink: &$sink) -> f32 {
                sink.volume().to_linear()
            }

            fn set(sink: &mut $sink, value: f32) {
                // Bevy takes the absolute value of a linear volume, so a sound below 0 would become audible again.
                sink.set_volume(Volume::Linear(value.max(0.0)));
            }
        }
    )* };
}

volume! {
    /// The linear volume of an [`AudioSink`]: 0 is silent, 1 is the volume of the recording. You register it. [`Property`] has an example
    /// with another property; this one is used in the same way.
    ///
    /// Bevy inserts the sink when the sound starts to play; you may insert a `Spring` or `Target` earlier. An overshoot below 0 is silent.
    SinkVolume: AudioSink, spatial: false;
    /// Like [`SinkVolume`], for a [`SpatialAudioSink`]. [`Property`] has an example with another property.
    SpatialSinkVolume: SpatialAudioSink, spatial: true;
}
