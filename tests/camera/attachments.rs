//! A scene of attached entities in every state: on a leader, in a blend to another one, after the leader despawned, and waiting for a
//! leader.

use std::time::Duration;

use bevy::{math::DVec3, prelude::*};
use bevy_exact_motion::{
    camera::Pose,
    prelude::*,
    rail::{OnRail, Rail, RailDistance},
};

use crate::{
    app::Bench,
    attach::{on, tumbling},
    rig::bits,
};

/// Leaders, and the entities attached to them.
pub(crate) struct Attachments {
    pub(crate) bench: Bench,
    /// Two leaders that fall and turn.
    pub(crate) leaders: [Entity; 2],
    /// A leader that the test itself moves, once a frame.
    pub(crate) foreign: Entity,
    /// A leader without a `Transform`.
    pub(crate) absent: Entity,
    /// Attached to the first leader.
    pub(crate) standing: Entity,
    /// Blends from the first leader to the second.
    pub(crate) changing: Entity,
    /// Blends from `foreign` to the second leader.
    pub(crate) from_foreign: Entity,
    /// Blends from the first leader to `foreign`.
    pub(crate) to_foreign: Entity,
    /// Two rails, of which the first one moves.
    pub(crate) rails: [Entity; 2],
    /// Moved along a rail by a spring. Blends from the first rail to the second.
    pub(crate) dolly: Entity,
    /// Attached to a leader that is despawned.
    pub(crate) lost: Entity,
    /// In flight when it was attached to `absent`.
    pub(crate) waiting: Entity,
    /// The time on the test's own clock. Unit: s.
    pub(crate) now: f64,
    /// The origin of `foreign`'s motion. Unit: m.
    pub(crate) origin: Vec3,
}

impl Attachments {
    /// The scene 0.2 s after the leaders changed, while all blends are in flight.
    pub(crate) fn in_flight(bench: Bench) -> Self {
        let mut bench = bench;
        let name = |name: &'static str| Name::new(name);
        let leaders = [
            tumbling(&mut bench, Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 0.0)),
            tumbling(&mut bench, Vec3::new(-2.0, 1.0, 4.0), Vec3::new(-1.0, 3.0, 1.0)),
        ];
        let lost_leader = tumbling(&mut bench, Vec3::new(3.0, 1.0, -2.0), Vec3::new(0.5, 2.0, -1.0));
        let foreign = bench.spawn((name("foreign"), Transform::default()));
        let absent = bench.spawn(name("absent"));
        let slowly = Blend::eased(2.0);
        let curve = |points: [[f32; 3]; 4]| {
            let curve = CubicBezier::new([points.map(Vec3::from_array)]).to_curve();
            Rail::new(&curve.expect("a curve with four points should be valid"))
        };
        let rails = [
            curve([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 2.0, 5.0], [0.0, 2.0, 9.0]]),
            curve([[-3.0, 1.0, 0.0], [-3.0, 5.0, 0.0], [2.0, 5.0, 3.0], [2.0, 0.0, 8.0]]),
        ];
        let rails = [
            bench.spawn((name("rail"), Transform::default(), Velocity::new(0.3 * Vec3::Y), rails[0].clone())),
            bench.spawn((name("second rail"), Transform::default(), rails[1].clone())),
        ];
        let along = (Spring::new(0.9, 0.1).on::<RailDistance>(), Target::<RailDistance>::of(7.0));
        let waiting = tumbling(&mut bench, Vec3::new(4.0, 0.0, 1.0), Vec3::new(-5.0, 2.0, 0.0));
        let mut attachments = Self {
            leaders,
            foreign,
            absent,
            standing: bench.spawn((name("standing"), on(leaders[0]).with_blend(slowly))),
            changing: bench.spawn((name("changing"), on(leaders[0]).with_blend(slowly))),
            from_foreign: bench.spawn((name("from foreign"), on(foreign).with_blend(slowly))),
            to_foreign: bench.spawn((name("to foreign"), on(leaders[0]).with_blend(slowly))),
            rails,
            dolly: bench.spawn((name("dolly"), OnRail::default(), along, on(rails[0]).with_blend(slowly))),
            lost: bench.spawn((name("lost"), on(lost_leader).with_blend(slowly))),
            waiting,
            bench,
            now: 0.0,
            origin: Vec3::ZERO,
        };
        attachments.frame(Duration::ZERO);
        attachments.frames(40, Duration::from_millis(7));
        attachments.set_leader(attachments.changing, leaders[1]);
        attachments.set_leader(attachments.from_foreign, leaders[1]);
        attachments.set_leader(attachments.to_foreign, foreign);
        attachments.set_leader(attachments.dolly, rails[1]);
        let world = attachments.bench.app.world_mut();
        world.entity_mut(lost_leader).despawn();
        world.entity_mut(waiting).insert((name("waiting"), on(absent).with_blend(slowly)));
        attachments.frames(30, Duration::from_millis(7));
        attachments
    }

    pub(crate) fn riders(&self) -> [Entity; 7] {
        [self.standing, self.changing, self.from_foreign, self.to_foreign, self.lost, self.waiting, self.dolly]
    }

    /// All leaders and riders.
    pub(crate) fn all(&self) -> [Entity; 13] {
        let [standing, changing, from_foreign, to_foreign, lost, waiting, dolly] = self.riders();
        let ([first, second], [rail, other_rail]) = (self.leaders, self.rails);
        let (foreign, absent) = (self.foreign, self.absent);
        [
            first,
            second,
            foreign,
            absent,
            standing,
            changing,
            from_foreign,
            to_foreign,
            lost,
            waiting,
            rail,
            other_rail,
            dolly,
        ]
    }

    /// Runs one frame of this length, then moves `foreign`.
    pub(crate) fn frame(&mut self, length: Duration) {
        self.bench.frame(length);
        self.now += length.as_secs_f64();
        self.move_foreign();
    }

    /// Moves `foreign` along its circle to the current time of the test's own clock.
    pub(crate) fn move_foreign(&mut self) {
        let (sin, cos) = (3.0 * self.now).sin_cos();
        let place = DVec3::new(3.0 + 0.4 * sin, 2.0, 0.4 * cos).as_vec3() + self.origin;
        let turn = Quat::from_rotation_y((0.8 * self.now) as f32);
        self.bench.edit::<Transform>(self.foreign, |transform| {
            *transform = Transform::from_translation(place).with_rotation(turn);
        });
    }

    pub(crate) fn frames(&mut self, count: usize, length: Duration) {
        for _ in 0..count {
            self.frame(length);
        }
    }

    pub(crate) fn set_leader(&mut self, rider: Entity, leader: Entity) {
        self.bench.edit::<Attach>(rider, |attach| attach.leader = leader);
    }

    pub(crate) fn pose(&self, entity: Entity) -> Pose {
        *self.bench.get::<Pose>(entity)
    }

    pub(crate) fn name(&self, entity: Entity) -> String {
        self.bench.app.world().get::<Name>(entity).map_or_else(|| entity.to_string(), Name::to_string)
    }

    /// The bits of the poses of these entities.
    pub(crate) fn bits(&self, entities: &[Entity]) -> Vec<Vec<u32>> {
        entities.iter().map(|&entity| bits(self.bench.app.world(), entity)).collect()
    }
}
