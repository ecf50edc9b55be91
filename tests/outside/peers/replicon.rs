//! Corrections by bevy_replicon, late and with losses, shown without jumps.

use bevy::{prelude::*, state::app::StatesPlugin, time::TimeUpdateStrategy};
use bevy_exact_motion::{events::Jumped, prelude::*};
use bevy_replicon::{prelude::*, shared::backend::channels::ServerChannel, test_app::{ServerTestAppExt, TestClientEntity}};
use serde::{Deserialize, Serialize};
use std::time::Duration;

use crate::bench::{FRAME, largest_change_of};

/// How late messages are, in frames: 150 ms.
const DELAY: usize = 10;
/// Every sixth message of changes is lost.
const LOST: usize = 6;

/// What the server replicates: where a body is and how it moves, at its time (s).
#[derive(Component, Serialize, Deserialize, Clone, Copy, Default)]
struct Snapshot {
    time: f32,
    place: Vec3,
    velocity: Vec3,
}

/// The body turns back every second.
fn moved(mut bodies: Query<&mut Snapshot>, time: Res<Time>) {
    for mut body in &mut bodies {
        let velocity = if time.elapsed_secs() % 2.0 < 1.0 { 4.0 } else { -4.0 };
        let place = body.place + velocity * time.delta_secs() * Vec3::X;
        *body = Snapshot { time: time.elapsed_secs(), place, velocity: velocity * Vec3::X };
    }
}

/// The client writes where the body is now if it has not turned.
fn extrapolate(mut bodies: Query<(Entity, Ref<Snapshot>, &mut Transform)>, time: Res<Time>, mut commands: Commands) {
    for (body, snapshot, mut transform) in &mut bodies {
        if snapshot.is_changed() {
            commands.trigger(Jumped { entity: body });
        }
        transform.translation = snapshot.place + snapshot.velocity * (time.elapsed_secs() - snapshot.time);
    }
}

/// Returns the largest change of the drawn velocity in a frame. Unit: units/s.
fn play(smooth: bool) -> f32 {
    let (mut server, mut client) = (App::new(), App::new());
    for app in [&mut server, &mut client] {
        app.add_plugins((MinimalPlugins, StatesPlugin, RepliconPlugins.set(ServerPlugin::new(PostUpdate))))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(FRAME)))
            .replicate::<Snapshot>();
    }
    server.add_systems(Update, moved);
    client
        .add_plugins((TransformPlugin, ExactMotionPlugin::default()))
        .register_inertialization::<Translation>()
        .add_systems(Update, extrapolate)
        .add_observer(move |added: On<Add, Snapshot>, mut commands: Commands| {
            let mut body = commands.entity(added.entity);
            body.insert(Transform::default());
            if smooth {
                body.insert(Inertialization::new(12.0));
            }
        });
    server.finish();
    client.finish();
    server.connect_client(&mut client);
    server.world_mut().spawn((Replicated, Snapshot::default()));
    let receiver = **client.world().resource::<TestClientEntity>();
    let mut in_flight = Vec::new();
    let mut step = |client: &mut App, frame: usize| {
        server.update();
        let mut sent = server.world_mut().resource_mut::<ServerMessages>();
        in_flight.extend(sent.drain_sent().map(|(_, channel, message)| (frame + DELAY + frame % 4, channel, message)));
        let mut received = client.world_mut().resource_mut::<ClientMessages>();
        let acknowledgements: Vec<_> = received.drain_sent().collect();
        in_flight.retain(|(arrival, channel, message)| {
            let has_arrived = *arrival <= frame;
            let is_lost = *channel == usize::from(ServerChannel::Mutations) && *arrival % LOST == 0;
            if has_arrived && !is_lost {
                received.insert_received(*channel, message.clone());
            }
            !has_arrived
        });
        let mut server = server.world_mut().resource_mut::<ServerMessages>();
        for (channel, message) in acknowledgements {
            server.insert_received(receiver, channel, message);
        }
    };
    for frame in 0..60 {
        step(&mut client, frame);
        client.update();
    }
    let body = client.world_mut().query_filtered::<Entity, With<Snapshot>>().single(client.world()).expect("it should have arrived");
    let mut shown = Vec::new();
    for frame in 60..380 {
        step(&mut client, frame);
        client.update();
        shown.push(client.world().get::<Transform>(body).expect("it should be there").translation.x);
    }
    largest_change_of(&shown)
}

#[test]
fn corrections_by_replicon_are_shown_without_jumps() {
    let (smooth, raw) = (play(true), play(false));
    println!("largest change of the drawn velocity in a frame: {smooth:.1} units/s, {raw:.0} units/s without");
    // A turn that is noticed 0.2 s late is a jump of 1.6 units and of 8 units/s.
    let bound = (144.0 * 1.6 + 24.0 * 8.0) * FRAME;
    assert!(smooth < bound && raw > 5.0 * bound, "{smooth}, {raw}, {bound}");
}
