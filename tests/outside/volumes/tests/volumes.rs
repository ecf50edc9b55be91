//! Tests of springs on the volume of playing sounds. They need no sound card.

use std::time::Duration;

use bevy::{
    audio::{AudioSink, AudioSinkPlayback, SpatialAudioSink, Volume},
    prelude::*,
    time::TimeUpdateStrategy,
};
use bevy_exact_motion::{prelude::*, property::SinkVolume};
use rodio::{Player, SpatialPlayer, mixer::mixer};

/// The length of a frame, which is one tick. Unit: s.
const FRAME: f32 = 0.015_625;

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, ExactMotionPlugin::default()))
        .register_motion::<SinkVolume<AudioSink>>()
        .register_motion::<SinkVolume<SpatialAudioSink>>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(FRAME)));
    // No time passes in the first frame.
    app.update();
    app
}

fn sink() -> AudioSink {
    AudioSink::new(Player::new().0)
}

fn volume(app: &App, sound: Entity) -> f32 {
    app.world().get::<AudioSink>(sound).expect("the sound should have a sink").volume().to_linear()
}

/// The response of a critically damped spring: 1 − (1 + ω t) e^(−ω t). `angle` is ω t.
fn response(angle: f32) -> f32 {
    1.0 - (1.0 + angle) * (-angle).exp()
}

#[test]
fn a_volume_fades_along_its_spring_and_rests_at_the_target() {
    let mut app = app();
    let fade = (Spring::critical(12.0).on::<SinkVolume<AudioSink>>(), Target::<SinkVolume<AudioSink>>::of(0.25));
    let sound = app.world_mut().spawn((sink(), fade)).id();
    for frame in 1u16..=400 {
        app.update();
        let expected = 1.0 - 0.75 * response(12.0 * FRAME * f32::from(frame));
        let is_over = app.world().entity(sound).contains::<Resting<SinkVolume<AudioSink>>>();
        assert!(is_over || (volume(&app, sound) - expected).abs() < 1e-6, "{frame}: {}", volume(&app, sound));
    }
    assert_eq!(volume(&app, sound), 0.25);
    assert!(app.world().entity(sound).contains::<Resting<SinkVolume<AudioSink>>>());
}

/// Bevy inserts the sink a few frames after the player.
#[test]
fn a_spring_waits_for_the_sink_of_its_sound() {
    let mut app = app();
    let fade = (Spring::critical(12.0).on::<SinkVolume<AudioSink>>(), Target::<SinkVolume<AudioSink>>::of(0.0));
    let sound = app.world_mut().spawn(fade).id();
    for _ in 0..8 {
        app.update();
    }
    app.world_mut().entity_mut(sound).insert(sink());
    assert_eq!(volume(&app, sound), 1.0);
    for _ in 0..8 {
        app.update();
    }
    let now = volume(&app, sound);
    assert!(now < 0.6 && now > 0.4, "{now}");
}

/// Bevy plays a negative volume as loudly as a positive one, so the plugin clamps it to 0.
#[test]
fn an_overshoot_below_0_is_silent() {
    let mut app = app();
    let swing = (Spring::new(12.0, 0.2).on::<SinkVolume<AudioSink>>(), Target::<SinkVolume<AudioSink>>::of(0.0));
    let sound = app.world_mut().spawn((sink(), swing)).id();
    let mut silent = 0;
    for _ in 0..64 {
        app.update();
        let (volume, velocity) = (
            volume(&app, sound),
            app.world().get::<Velocity<SinkVolume<AudioSink>>>(sound).expect("the sound should have a velocity").0,
        );
        assert!(volume >= 0.0);
        silent += usize::from(volume == 0.0 && velocity != 0.0);
    }
    // The volume would be below 0 for half of each period of 0.53 s: for 17 of 34 frames.
    assert!(silent >= 16, "{silent} frames");
}

#[test]
fn a_muted_sound_has_the_volume_of_its_spring_when_unmuted() {
    let mut app = app();
    let fade = (Spring::critical(12.0).on::<SinkVolume<AudioSink>>(), Target::<SinkVolume<AudioSink>>::of(0.25));
    let sound = app.world_mut().spawn((sink(), fade)).id();
    app.world_mut().get_mut::<AudioSink>(sound).expect("the sound should have a sink").mute();
    for _ in 0..200 {
        app.update();
    }
    let mut sink = app.world_mut().get_mut::<AudioSink>(sound).expect("the sound should have a sink");
    assert!(sink.is_muted());
    sink.unmute();
    assert_eq!(sink.volume(), Volume::Linear(0.25));
}

#[test]
fn a_spring_moves_the_volume_of_a_spatial_sound() {
    let mut app = app();
    let (mixer, _source) = mixer(2.try_into().expect("not 0"), 44_100.try_into().expect("not 0"));
    let sink = SpatialAudioSink::new(SpatialPlayer::connect_new(&mixer, [0.0; 3], [-0.1, 0.0, 0.0], [0.1, 0.0, 0.0]));
    let fade =
        (Spring::critical(12.0).on::<SinkVolume<SpatialAudioSink>>(), Target::<SinkVolume<SpatialAudioSink>>::of(0.5));
    let sound = app.world_mut().spawn((sink, fade)).id();
    for _ in 0..200 {
        app.update();
    }
    assert_eq!(
        app.world().get::<SpatialAudioSink>(sound).expect("the sound should have a sink").volume(),
        Volume::Linear(0.5)
    );
}
