//! The property for the volume of sounds.

use core::marker::PhantomData;

use bevy::{
    audio::{AudioSink, AudioSinkPlayback, PlaybackSettings, SpatialAudioSink, Volume},
    ecs::world::EntityRef,
    reflect::TypePath,
};

use super::Property;

/// The linear volume of an [`AudioSink`] or a [`SpatialAudioSink`]: 0 is silent, 1 is the volume of the recording. Not registered by
/// default; register it for each kind of sink that you use. [`Property`] has an example with another property; this one is used in the same
/// way, as `SinkVolume<AudioSink>`.
///
/// Bevy inserts the sink when the sound starts to play; you may insert a `Spring` or `Target` earlier. An overshoot below 0 is silent.
pub struct SinkVolume<S>(PhantomData<fn() -> S>);

macro_rules! volume {
    ($($sink:ident, spatial: $is_spatial:literal;)*) => { $(
        // Bevy's sinks have no type path, so this cannot be derived.
        impl TypePath for SinkVolume<$sink> {
            fn type_path() -> &'static str {
                concat!("bevy_exact_motion::SinkVolume<bevy_audio::", stringify!($sink), ">")
            }

            fn short_type_path() -> &'static str {
                concat!("SinkVolume<", stringify!($sink), ">")
            }

            fn type_ident() -> Option<&'static str> {
                Some("SinkVolume")
            }

            fn crate_name() -> Option<&'static str> {
                Some("bevy_exact_motion")
            }

            fn module_path() -> Option<&'static str> {
                Some("bevy_exact_motion")
            }
        }

        impl Property for SinkVolume<$sink> {
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
                // Bevy takes the absolute value of a linear volume, so a volume below 0 would be audible.
                sink.set_volume(Volume::Linear(value.max(0.0)));
            }
        }
    )* };
}

volume! {
    AudioSink, spatial: false;
    SpatialAudioSink, spatial: true;
}
