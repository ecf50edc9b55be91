//! A rig that uses all features of cameras at once, for tests that interrupt it while all of its parts move.

use std::time::Duration;

use bevy::{camera::Projection, prelude::*};
use bevy_exact_motion::{
    camera::{Aim, Confiner, OrbitControls, Pose, ZoneExtents},
    prelude::*,
};

use crate::{app::Bench, look::lens, stage::cameras};

pub(crate) const TICK: Duration = Duration::from_millis(16);

/// A player, a prey that swings, a group of both, and the cameras that watch them.
pub(crate) struct Rig {
    pub(crate) bench: Bench,
    /// Moves at a steady velocity.
    pub(crate) player: Entity,
    /// Swings on a spring.
    pub(crate) prey: Entity,
    pub(crate) group: Entity,
    /// Follows the player.
    pub(crate) pivot: Entity,
    /// Follows the group.
    pub(crate) middle: Entity,
    /// Orbits `pivot` in front of a wall, and looks at the prey.
    pub(crate) boom: Entity,
    /// Orbits `middle`, and frames the group.
    pub(crate) wide: Entity,
    /// A shot that this crate does not move.
    pub(crate) foreign: Entity,
    /// A camera that shows `boom`, `wide` or `foreign`.
    pub(crate) shown: Entity,
    /// Attached to the prey or the player.
    pub(crate) attached: Entity,
}

/// A wall that fills everything beyond this z. Unit: m.
#[derive(Resource)]
pub(crate) struct Wall(pub(crate) f32);

impl Default for Wall {
    fn default() -> Self {
        Self(5.0)
    }
}

pub(crate) fn sense(wall: Res<Wall>, mut booms: Query<&mut Obstruction>) {
    for mut boom in &mut booms {
        let hit = boom.ray.intersect_plane(wall.0 * Vec3::Z, InfinitePlane3d::new(Vec3::NEG_Z));
        boom.hit = hit.map(|length| BoomHit::new(length, Vec3::NEG_Z));
    }
}

/// Adds the system that casts for walls.
pub(crate) fn add_sense(app: &mut App) {
    app.init_resource::<Wall>().add_systems(FixedUpdate, sense);
}

impl Rig {
    pub(crate) fn new() -> Self {
        let mut bench = cameras(TICK);
        add_sense(&mut bench.app);
        Self::spawn(bench, Vec3::ZERO)
    }

    /// Spawns the rig, shifted from the origin by `by` (m).
    pub(crate) fn spawn(mut bench: Bench, by: Vec3) -> Self {
        let name = Name::new;
        let player = bench.spawn((
            name("player"),
            Transform::from_translation(by + Vec3::new(1.0, 0.0, -2.0)),
            Velocity::new(Vec3::new(1.0, 0.0, 0.25)),
        ));
        let swings = (Spring::new(3.0, 0.05), Target::new(by + Vec3::new(-3.0, 1.0, -6.0)));
        let prey = bench.spawn((name("prey"), Transform::from_translation(by + Vec3::new(4.0, 0.5, -7.0)), swings));
        let group = bench.spawn((name("group"), Transform::default()));
        for (member, weight) in [(player, 1.0), (prey, 2.0)] {
            bench.app.world_mut().entity_mut(member).insert((InGroup(group), GroupMember { weight, ..default() }));
        }
        let follow = Follow::new(player).with_offset(2.0 * Vec3::Y);
        let (at, seen) = (Transform::default(), Visibility::default());
        let pivot = bench.spawn((name("pivot"), at, seen, follow, Spring::critical(8.0), StartOnTarget));
        let middle = bench.spawn((name("middle"), at, seen, Follow::new(group), Spring::critical(5.0), StartOnTarget));
        let look = LookAt {
            dead_zone: ZoneExtents::both(0.08, 0.05),
            hard_zone: ZoneExtents::all(0.45),
            look_ahead: 0.1,
            ..LookAt::new(prey)
        };
        let orbit = (Orbit::new(0.4, 0.3, 8.0), OrbitControls::default());
        let boom = (orbit, Obstruction::default(), look, lens(0.8, 1.5));
        let boom = bench.spawn((name("boom"), boom, ChildOf(pivot)));
        let frame = GroupFraming::new(group, FramingMode::LengthThenLens { field_of_view: 0.7 });
        let range = OrbitRange { distance: [2.0, 12.0], ..default() };
        let wide = (Orbit::new(-0.9, 0.6, 8.0), range, frame, lens(0.7, 1.5));
        let wide = bench.spawn((name("wide"), wide, ChildOf(middle)));
        let foreign = Transform::from_translation(by + Vec3::new(9.0, 4.0, 3.0)).looking_at(by, Vec3::Y);
        let foreign = bench.spawn((name("foreign"), foreign));
        let ground = [Vec2::new(-40.0, -40.0), Vec2::new(40.0, -40.0), Vec2::new(40.0, 40.0), Vec2::new(-40.0, 40.0)];
        let ground = ConvexPolygon::new_unchecked(ground.map(|corner| by.xz() + corner));
        let confiner = Confiner { on_ground: true, plane: by.y, softness: 2.0, ..Confiner::polygon(ground) };
        let shows = ActiveShot::new(boom).with_blend(Blend::eased(1.0));
        let shown = (Transform::default(), lens(0.8, 1.5), shows, confiner);
        let shown = bench.spawn((name("shown"), shown));
        let attach = Attach::new(prey).with_offset(Vec3::new(0.5, 1.0, 0.0)).with_rotation(Quat::from_rotation_x(1.0));
        let attached = bench.spawn((name("attached"), attach.with_blend(Blend::eased(1.0))));
        bench.frame(Duration::ZERO);
        Self { bench, player, prey, group, pivot, middle, boom, wide, foreign, shown, attached }
    }

    /// All entities of the rig.
    pub(crate) fn all(&self) -> [Entity; 10] {
        let Self { player, prey, group, pivot, middle, boom, wide, foreign, shown, attached, .. } = *self;
        [player, prey, group, pivot, middle, boom, wide, foreign, shown, attached]
    }

    /// Turns and zooms the boom by input, and kicks the camera that shows it.
    pub(crate) fn kick_and_turn(&mut self) {
        let (boom, shown) = (self.boom, self.shown);
        self.bench.edit::<OrbitInput>(boom, |input| {
            *input =
                OrbitInput { turn: Vec2::new(0.4, 0.1), zoom: 0.1, turn_rate: Vec2::new(0.7, 0.05), zoom_rate: 0.1 };
        });
        let kick = ShakeKick::new(shown, Vec3::new(0.02, 0.01, -0.03)).with_offset(Vec3::new(0.0, 0.05, 0.02));
        self.bench.app.world_mut().trigger(kick);
    }

    /// Switches `shown` to this shot.
    pub(crate) fn show(&mut self, shot: Entity) {
        let shown = self.shown;
        self.bench.edit::<ActiveShot>(shown, |shows| shows.shot = shot);
    }

    /// A rig in the middle of a blend, a shake, stick input and a change of leaders, with the boom in front of a wall.
    pub(crate) fn in_flight() -> Self {
        let mut rig = Self::new();
        rig.bench.run_to(0.4);
        rig.kick_and_turn();
        rig.bench.run_to(0.6);
        let wide = rig.wide;
        rig.show(wide);
        let (attached, player) = (rig.attached, rig.player);
        rig.bench.edit::<Attach>(attached, |attach| attach.leader = player);
        rig.bench.run_to(0.8);
        rig
    }

    pub(crate) fn frames(&mut self, count: usize) {
        for _ in 0..count {
            self.bench.frame(TICK);
        }
    }
}

/// The bits of an entity's transform, pose, angles, shake and lens.
pub(crate) fn bits(world: &World, entity: Entity) -> Vec<u32> {
    let Ok(entity) = world.get_entity(entity) else { return Vec::new() };
    let mut values = Vec::new();
    if let Some(transform) = entity.get::<Transform>() {
        values.extend(transform.translation.to_array());
        values.extend(transform.rotation.to_array());
    }
    if let Some(pose) = entity.get::<Pose>() {
        values.extend(pose.position.to_array());
        values.extend(pose.rotation.to_array());
        values.extend(pose.velocity.to_array());
        values.extend(pose.angular_velocity.to_array());
    }
    if let Some(orbit) = entity.get::<Orbit>() {
        values.extend([orbit.yaw, orbit.pitch, orbit.distance]);
    }
    if let Some(aim) = entity.get::<Aim>() {
        values.extend([aim.yaw, aim.pitch]);
    }
    if let Some(shake) = entity.get::<Shake>() {
        values.extend(shake.turn.to_array());
        values.extend(shake.offset.to_array());
    }
    if let Some(Projection::Perspective(perspective)) = entity.get::<Projection>() {
        values.push(perspective.fov);
    }
    values.into_iter().map(f32::to_bits).collect()
}

/// Asserts that all values of `bits` are finite.
#[track_caller]
pub(crate) fn assert_finite(world: &World, entities: &[Entity], what: &str) {
    for &entity in entities {
        for bits in bits(world, entity) {
            let name = world.get::<Name>(entity).map_or_else(|| entity.to_string(), Name::to_string);
            assert!(f32::from_bits(bits).is_finite(), "{what}: {name} has a value that is not finite");
        }
    }
}
