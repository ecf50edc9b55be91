//! The world: a runner, a group of three figures, a traveller between two gates, two bearers of a lantern, and a guard among walls.

use bevy::math::ops;
use bevy::prelude::*;
use bevy_exact_motion::{camera::GroupWeight, prelude::*};

/// The offset from a figure's feet to the point that cameras look at. Unit: m.
pub(crate) const HEAD: Vec3 = Vec3::new(0.0, 1.5, 0.0);
/// The middle of the court, where the walls are. Unit: m.
pub(crate) const COURT: Vec3 = Vec3::new(45.0, 0.0, 0.0);
/// The middle of the meadow, where the group is. Unit: m.
pub(crate) const MEADOW: Vec3 = Vec3::new(-45.0, 0.0, 0.0);
/// The middle of the heath, where the gates are. Unit: m.
pub(crate) const HEATH: Vec3 = Vec3::new(90.0, 0.0, 0.0);
/// The middle of the glade, where the lantern's bearers are. Unit: m.
pub(crate) const GLADE: Vec3 = Vec3::new(135.0, 0.0, 0.0);
/// The positions of the two gates. The traveller is teleported from one to the other. Unit: m.
pub(crate) const GATES: [Vec3; 2] = [Vec3::new(HEATH.x - 7.0, 0.0, -2.0), Vec3::new(HEATH.x + 7.0, 0.0, 2.0)];
/// The settings of each member of the group. The radius is larger than the default. Unit: m, 1.
const MEMBER: GroupMember = GroupMember { radius: 1.2, weight: 1.0 };
/// The middle and the half extents of each wall. Unit: m.
pub(crate) const WALLS: [(Vec3, Vec3); 4] = [
    (Vec3::new(COURT.x, 2.0, -4.5), Vec3::new(7.0, 2.0, 0.4)),
    (Vec3::new(COURT.x + 6.0, 2.0, 0.5), Vec3::new(0.4, 2.0, 5.0)),
    (Vec3::new(COURT.x - 4.5, 2.0, 3.0), Vec3::new(0.5, 2.0, 0.5)),
    (Vec3::new(COURT.x - 1.0, 2.0, 5.5), Vec3::new(0.5, 2.0, 0.5)),
];

/// The path of a figure: an oscillation along x and another one along z.
#[derive(Component, Clone, Copy)]
pub(crate) struct Runs {
    /// The middle of the path. Unit: m.
    middle: Vec3,
    /// The amplitudes along x and z. Unit: m.
    reach: Vec2,
    /// The angular frequencies along x and z. Unit: rad/s.
    pace: Vec2,
}

/// Marks the figure that most cameras follow.
#[derive(Component)]
pub(crate) struct Runner;

/// Marks a member of the group.
#[derive(Component)]
pub(crate) struct Friend;

/// Marks the middle of the group.
#[derive(Component)]
pub(crate) struct Group;

/// Marks the figure that stands in the court.
#[derive(Component)]
pub(crate) struct Guard;

/// Marks the figure that is teleported.
#[derive(Component)]
pub(crate) struct Traveller;

/// Marks the figure that joins and leaves the group.
#[derive(Component)]
pub(crate) struct Guest;

/// One of the two figures that hand the lantern over.
#[derive(Component)]
pub(crate) struct Bearer {
    /// The lantern's position in the figure's frame. Unit: m.
    pub(crate) hand: Vec3,
}

impl Runs {
    /// Shifts the whole path.
    pub(crate) fn shift(&mut self, by: Vec3) {
        self.middle += by;
    }

    /// Returns the position on the path at `time` (s). Unit: m.
    fn place(&self, time: f32) -> Vec3 {
        let swing = |reach: f32, pace: f32| reach * ops::sin(pace * time);
        self.middle + Vec3::new(swing(self.reach.x, self.pace.x), 0.0, swing(self.reach.y, self.pace.y))
    }
}

pub(crate) fn spawn(mut commands: Commands) {
    let running = |middle, reach, pace| {
        let runs = Runs { middle, reach, pace };
        (runs, Transform::from_translation(runs.place(0.0)), Visibility::default(), Velocity::new(Vec3::ZERO))
    };
    commands.spawn((Runner, running(Vec3::ZERO, Vec2::new(9.0, 4.0), Vec2::new(0.9, 1.8))));
    commands.spawn((Traveller, running(GATES[0], Vec2::new(2.0, 1.0), Vec2::new(0.9, 1.8))));
    commands.spawn((Guard, Transform::from_translation(COURT), Visibility::default()));
    // One bearer carries the lantern overhead, the other at its side.
    let bearers = [(-1.0, Vec3::new(0.0, 2.6, 0.0)), (1.0, Vec3::new(-0.8, 1.3, 0.0))];
    for (side, hand) in bearers {
        let moving = running(GLADE + side * 2.4 * Vec3::X, side * Vec2::new(0.6, 0.7), Vec2::new(1.6, 2.1));
        commands.spawn((Bearer { hand }, moving));
    }
    let group = commands.spawn((Group, Transform::from_translation(MEADOW))).id();
    let friends = [(Vec3::new(-2.0, 0.0, 0.0), 0.5), (Vec3::new(2.0, 0.0, 1.5), 0.7)];
    for (aside, pace) in friends {
        let moving = running(MEADOW + aside, Vec2::splat(1.0), Vec2::new(pace, 1.3 * pace));
        commands.spawn((Friend, moving, InGroup(group), MEMBER));
    }
    let guest = running(MEADOW + Vec3::new(9.0, 0.0, -3.0), Vec2::new(2.0, 4.0), Vec2::new(0.4, 0.6));
    let weight = (Spring::critical(4.0).on::<GroupWeight>(), Target::<GroupWeight>::of(1.0));
    commands.spawn((Friend, Guest, guest, InGroup(group), MEMBER, weight));
}

/// Sets each figure's velocity so that the figure is on its path at the end of the tick. Runs once a tick.
pub(crate) fn run(time: Res<Time<Fixed>>, mut runners: Query<(&Runs, &Transform, &mut Velocity)>) {
    let tick = time.timestep().as_secs_f32();
    for (runs, transform, mut velocity) in &mut runners {
        velocity.0 = (runs.place(time.elapsed_secs() + tick) - transform.translation) / tick;
    }
}
