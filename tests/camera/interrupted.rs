//! Blends between shots that move and turn, interrupted about every 0.25 s. One of the shots is foreign, that is, moved by user code.

use std::{f64::consts::E, time::Duration};

use bevy::{math::DVec3, prelude::*};
use bevy_exact_motion::{camera::Pose, prelude::*};

use crate::{app::Bench, app::ulp, stage::cameras_at_rate};

/// The angular frequency of the blends. Unit: rad/s.
const OMEGA: f64 = 8.0;

/// The radius of the foreign shot's path. The path's first three derivatives are 2 m/s, 10 m/s² and 50 m/s³. Unit: m.
const PATH_RADIUS: f64 = 0.4;
/// The angular frequency of the foreign shot's path. Unit: rad/s.
const PATH_FREQUENCY: f64 = 5.0;
/// The amplitude of the foreign shot's yaw. The yaw's first three derivatives are at most 1.2 rad/s, 4.8 rad/s² and 19.2 rad/s³. Unit: rad.
const YAW_AMPLITUDE: f64 = 0.3;
/// The angular frequency of the foreign shot's yaw. Unit: rad/s.
const YAW_FREQUENCY: f64 = 4.0;

/// A position, a yaw and a pitch, each with its rate.
#[derive(Clone, Copy, Debug)]
struct View {
    place: DVec3,
    velocity: DVec3,
    angles: [f64; 2],
    rates: [f64; 2],
}

/// The foreign shot's view at `t` (s).
fn flown(t: f64) -> View {
    let (sin, cos) = (PATH_FREQUENCY * t).sin_cos();
    View {
        place: DVec3::new(3.0 + PATH_RADIUS * sin, 2.0, PATH_RADIUS * cos),
        velocity: PATH_RADIUS * PATH_FREQUENCY * DVec3::new(cos, 0.0, -sin),
        angles: [YAW_AMPLITUDE * (YAW_FREQUENCY * t).sin(), 0.0],
        rates: [YAW_AMPLITUDE * YAW_FREQUENCY * (YAW_FREQUENCY * t).cos(), 0.0],
    }
}

/// Marks the foreign shot.
#[derive(Component)]
struct Flown;

/// The system of user code that moves the foreign shot.
fn fly(time: Res<Time>, mut flown_ones: Query<&mut Transform, With<Flown>>) {
    let View { place, angles, .. } = flown(time.elapsed_secs_f64());
    for mut transform in &mut flown_ones {
        *transform =
            Transform::from_translation(place.as_vec3()).with_rotation(Quat::from_rotation_y(angles[0] as f32));
    }
}

/// Converts the pose of a level camera to a view.
fn shown(pose: &Pose) -> View {
    let turn = pose.rotation.as_dquat().normalize();
    let (back, right, w) = (turn * DVec3::Z, turn * DVec3::X, pose.angular_velocity.as_dvec3());
    // The angular velocity of a level view is w = ψ' up − θ' right, where ψ is the yaw and θ the pitch.
    assert!(right.y.abs() < 1e-6, "the view should be level: {pose:?}");
    View {
        place: pose.position.as_dvec3(),
        velocity: pose.velocity.as_dvec3(),
        angles: [back.x.atan2(back.z), back.y.asin()],
        rates: [w.y, -w.dot(right)],
    }
}

/// The offset of a blend, which decays.
#[derive(Clone, Copy, Debug)]
struct Decay {
    eased: bool,
    /// When the blend began. Unit: s.
    since: f64,
    offset: View,
}

impl Decay {
    fn between(eased: bool, since: f64, shown: &View, base: &View) -> Self {
        let near = |angle: f64| angle - std::f64::consts::TAU * (angle / std::f64::consts::TAU).round();
        let offset = View {
            place: shown.place - base.place,
            velocity: shown.velocity - base.velocity,
            angles: [0, 1].map(|i| near(shown.angles[i] - base.angles[i])),
            rates: [0, 1].map(|i| shown.rates[i] - base.rates[i]),
        };
        Self { eased, since, offset }
    }

    /// `base` plus the blend's offset at `t` (s).
    fn on(&self, base: &View, t: f64) -> View {
        let t = t - self.since;
        let (s, left) = (OMEGA * t, (-OMEGA * t).exp());
        // The factors of the initial offset o and of its initial rate u. The first of each pair is for the current offset, the second for
        // its rate.
        let (of_offset, of_rate) = if self.eased {
            ([1.0 + s + s * s * (0.5 + s / 6.0), -OMEGA * s * s * s / 6.0], [t, 1.0 - s])
        } else {
            ([1.0 + s, -OMEGA * s], [t, 1.0 - s])
        };
        let at = |o: f64, u: f64| (o * of_offset[0] + u * of_rate[0]) * left;
        let rate = |o: f64, u: f64| (o * of_offset[1] + u * of_rate[1]) * left;
        let View { place, velocity, angles, rates } = self.offset;
        let each = |f: &dyn Fn(f64, f64) -> f64| DVec3::from_array([0, 1, 2].map(|i| f(place[i], velocity[i])));
        View {
            place: base.place + each(&at),
            velocity: base.velocity + each(&rate),
            angles: [0, 1].map(|i| base.angles[i] + at(angles[i], rates[i])),
            rates: [0, 1].map(|i| base.rates[i] + rate(angles[i], rates[i])),
        }
    }
}

/// The view to which the offset of a blend is added.
#[derive(Clone, Copy, Debug)]
enum Base {
    /// A shot that this crate moves.
    Own(Entity),
    /// The foreign shot. It is drawn at the position that was written in the previous frame.
    Foreign,
    /// The foreign shot while it counts as resting, because fewer than two samples are known.
    Resting(View),
}

struct Expected {
    base: Base,
    decay: Option<Decay>,
}

impl Expected {
    fn at(&self, bench: &Bench, t: f64, dt: f64) -> View {
        let base = match self.base {
            Base::Own(shot) => shown(bench.get::<Pose>(shot)),
            Base::Foreign => flown(t - dt),
            Base::Resting(view) => view,
        };
        self.decay.map_or(base, |decay| decay.on(&base, t))
    }
}

fn moving_shot(bench: &mut Bench, place: Vec3, velocity: Vec3, orbit: Orbit, turn_rate: Vec2) -> Entity {
    let pivot = bench.spawn((Transform::from_translation(place), Visibility::default(), Velocity::new(velocity)));
    bench.spawn((orbit, OrbitInput { turn_rate, ..default() }, ChildOf(pivot)))
}

/// The greatest errors of a velocity that is estimated from samples.
struct VelocityError {
    /// For the line through two samples.
    two: f64,
    /// For the parabola through three samples.
    three: f64,
}

impl VelocityError {
    /// The errors for a path with these second and third derivatives, if each sample is rounded by up to `rounded` and samples are `dt` (s)
    /// apart.
    fn of(second: f64, third: f64, rounded: f64, dt: f64) -> Self {
        // The absolute weights of the samples are 1 and 1, divided by h, and 3, 4 and 1, divided by 2 h: they add up to 2/h and 4/h.
        Self { two: dt / 2.0 * second + 2.0 * rounded / dt, three: dt * dt / 3.0 * third + 4.0 * rounded / dt }
    }
}

#[test]
fn interrupted_blends_with_a_foreign_shot_follow_the_closed_form_in_every_frame() {
    for eased in [false, true] {
        for fps in [64u32, 144, 500] {
            let mut bench = cameras_at_rate(64.0);
            bench.app.add_systems(Update, fly);
            let foreign = bench.spawn((Transform::default(), Flown));
            let first = Orbit::new(0.0, 0.3, 6.0);
            let first = moving_shot(&mut bench, Vec3::ZERO, Vec3::new(3.0, 0.0, 1.0), first, Vec2::new(1.2, 0.1));
            let second = Orbit::new(2.4, 0.9, 5.0);
            let second =
                moving_shot(&mut bench, Vec3::new(4.0, 1.0, -6.0), Vec3::X * -2.0, second, Vec2::new(-0.7, 0.0));
            let around = false;
            let angular_frequency = OMEGA as f32;
            let blend = if eased {
                Blend::Eased { angular_frequency, around }
            } else {
                Blend::Spring { angular_frequency, around }
            };
            let camera = bench.spawn((Transform::default(), ActiveShot::new(first).with_blend(blend)));
            bench.frame(Duration::ZERO);
            let frame = Duration::from_nanos(1_000_000_000 / u64::from(fps));
            let dt = frame.as_secs_f64();
            // The rounding of a sample: half an ulp in each coordinate, and in each component of the quaternion, which changes by half the
            // angle.
            let place_rounded = 0.5 * ulp(4.0) * 3.0f64.sqrt();
            let place_error = VelocityError::of(
                PATH_RADIUS * PATH_FREQUENCY.powi(2),
                PATH_RADIUS * PATH_FREQUENCY.powi(3),
                place_rounded,
                dt,
            );
            let turn_error = VelocityError::of(
                YAW_AMPLITUDE * YAW_FREQUENCY.powi(2),
                YAW_AMPLITUDE * YAW_FREQUENCY.powi(3),
                ulp(1.0),
                dt,
            );
            let changes = [(0.3, Some(second)), (0.6, None), (0.85, Some(first)), (1.1, None), (1.35, Some(second))];
            let mut changes = changes.iter();
            let mut next = changes.next();
            let mut expected = Expected { base: Base::Own(first), decay: None };
            // The greatest errors of the velocities so far, and the number of times that an offset was captured.
            let (mut off, mut turn_off, mut captures) = (0.0, 0.0, 0.0);
            let mut known_at = None;
            let (mut t, mut n) = (0.0, 0u32);
            while t < 2.0 {
                if let Some((instant, shot)) = next
                    && t >= *instant
                {
                    let was = expected.at(&bench, t, dt);
                    bench.edit::<ActiveShot>(camera, |shows| shows.shot = shot.unwrap_or(foreign));
                    let base = if let Some(shot) = shot {
                        Base::Own(*shot)
                    } else {
                        Base::Resting(View { velocity: DVec3::ZERO, rates: [0.0; 2], ..flown(t) })
                    };
                    if shot.is_none() {
                        known_at = Some(n + 2);
                    }
                    expected = Expected { base, decay: None };
                    let base = expected.at(&bench, t, dt);
                    expected.decay = Some(Decay::between(eased, t, &was, &base));
                    captures += 1.0;
                    next = changes.next();
                }
                bench.frame(frame);
                (n, t) = (n + 1, bench.app.world().resource::<Time<Virtual>>().elapsed_secs_f64());
                if known_at == Some(n) {
                    let was = expected.at(&bench, t, dt);
                    expected =
                        Expected { base: Base::Foreign, decay: Some(Decay::between(eased, t, &was, &flown(t - dt))) };
                    off += place_error.two + place_error.three;
                    turn_off += turn_error.two + turn_error.three;
                    captures += 1.0;
                    known_at = None;
                }
                let (wanted, found) = (expected.at(&bench, t, dt), shown(bench.get::<Pose>(camera)));
                let what = format!("eased {eased}, {fps} fps, {t}: {found:?} should be {wanted:?}");
                // A velocity that is off by `off` at the start makes the position off by at most `off / (e ω)`. An eased offset starts anew
                // each time it is captured, which adds the same error of the position again, and `0.083 off` to the error of the velocity.
                let count = if eased { captures } else { 1.0 };
                let (astray, faster) = (count / (E * OMEGA), 1.0 + 0.083 * count);
                let error = found.place.distance(wanted.place);
                assert!(error <= off * astray + 4.0 * ulp(16.0), "{what}: {error} m, at most {}", off * astray);
                let error = found.velocity.distance(wanted.velocity);
                assert!(error <= off * faster + 1e-5, "{what}: {error} m/s, at most {}", off * faster);
                for i in [0, 1] {
                    let error = (DVec3::X.rotate_y(found.angles[i])).angle_between(DVec3::X.rotate_y(wanted.angles[i]));
                    assert!(error <= turn_off * astray + 1e-6, "{what}: {error} rad, at most {}", turn_off * astray);
                    let error = (found.rates[i] - wanted.rates[i]).abs();
                    assert!(error <= turn_off * faster + 1e-5, "{what}: {error} rad/s, at most {}", turn_off * faster);
                }
            }
        }
    }
}
